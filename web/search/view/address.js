// The address of the page, which has the query.

/** @param {string} address */
export function setAddress(address) {
  try {
    history.replaceState(null, "", address)
  } catch {
    // Some browsers limit how often this may be called. A later key sets the address.
  }
}
