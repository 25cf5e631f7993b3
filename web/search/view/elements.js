// Makes elements of the page. Texts become text nodes, never markup: they come from documents and
// from readers.

/**
 * Create an element with properties and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {(string | Node)[]} children
 */
export function newElement(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/**
 * Create a button that does something when it is pressed.
 * @param {string | undefined} textContent
 * @param {() => void} press
 */
export function newButton(textContent, press, className = "") {
  const button = newElement("button", { type: "button", className, textContent })
  button.addEventListener("click", press)
  return button
}

/**
 * Return a link that searches Scryfall for a card, in any language.
 * @param {string} name
 * @param {string} textContent
 */
export function elsewhereLink(name, textContent) {
  const asked = encodeURIComponent(`lang:any "${name.replaceAll('"', "")}"`)
  return newElement("a", {
    href: `https://scryfall.com/search?q=${asked}`,
    rel: "external noreferrer",
    textContent,
  })
}
