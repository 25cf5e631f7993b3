// The field of a search. It grows with its text, but a query is a single line.

/**
 * Return the query in a field, in which lines may have been pasted.
 * @param {HTMLTextAreaElement} field
 */
export const queryIn = (field) => field.value.replace(/\s+/g, " ").trim()

/**
 * @param {HTMLTextAreaElement} field
 * @param {string} query
 */
export function putQuery(field, query) {
  field.value = query
  fit(field)
}

/**
 * Let a field be as high as its text, in browsers whose fields do not grow by themselves.
 * @param {HTMLTextAreaElement} field
 */
export function fit(field) {
  if (CSS.supports("field-sizing: content")) return
  field.style.height = "auto"
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}

/**
 * Return whether the arrow keys move within a field: there is text behind the cursor.
 * @param {HTMLTextAreaElement} field
 */
export const hasTextBehindCursor = (field) => field.selectionEnd < field.value.length

/**
 * Return how far a key moves: 1 down, -1 up, or 0.
 * @param {string} key
 */
export function arrowStep(key) {
  if (key === "ArrowDown") return 1
  return key === "ArrowUp" ? -1 : 0
}
