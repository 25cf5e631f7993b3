// The filters of the search page: what hits there are under each, and which are chosen.

const NAMES = ["lang", "kind", "set", "mechanic", "type", "colour", "year"]
const SHOWN = 12 // values of a filter

export class Filters {
  constructor(form, search, changed) {
    Object.assign(this, { form, search, changed, picked: new Map(), place: form.parentElement.querySelector(".rb-filters") })
    this.place.addEventListener("change", ({ target }) => this.#toggle(target))
  }

  /** As the address says. */
  choose(asked) {
    this.picked = new Map(NAMES.map((name) => [name, new Set(asked.getAll(name).filter(Boolean))]))
    this.elsewhere = asked.has("others") ? asked.get("others") !== "0" : undefined
  }

  /** `[name, value]` for the address. */
  chosen() {
    const pairs = [...this.picked].flatMap(([name, values]) => [...values].map((value) => [name, value]))
    return this.elsewhere === undefined ? pairs : [...pairs, ["others", this.elsewhere ? "1" : "0"]]
  }

  /** For the engine. */
  values() {
    return Object.fromEntries([...this.picked].filter(([, values]) => values.size).map(([name, values]) => [name, [...values]]))
  }

  others() {
    return this.elsewhere
  }

  #toggle(box) {
    if (box.name === "others") this.elsewhere = box.checked
    else if (box.checked) this.picked.get(box.name).add(box.value)
    else this.picked.get(box.name).delete(box.value)
    this.changed()
  }

  /** Show what there is to choose from; `answer` is undefined where nothing was asked. */
  async offer(answer) {
    this.place.hidden = !answer
    if (!answer) return
    const mechanics = await this.search.client.mechanics().catch(() => ({})) // they have a slug too
    const held = document.activeElement?.closest?.(".rb-filters") && document.activeElement.id
    const opened = new Set([...this.place.querySelectorAll("details[data-name][open]")].map((each) => each.dataset.name))
    const groups = NAMES.map((name) => this.#group(name, answer, mechanics, opened))
    const all = this.place.querySelector(".rb-filters-all") ?? this.#frame(answer)
    all.replaceChildren(all.firstChild, this.#others(answer), ...groups.filter(Boolean))
    if (held) document.getElementById(held)?.focus()
  }

  /** Closed on a phone, where it would stand before the hits. */
  #frame({ words }) {
    const all = this.place.appendChild(document.createElement("details"))
    all.className = "rb-filters-all"
    all.open = matchMedia("(min-width: 45em)").matches || [...this.picked.values()].some(({ size }) => size)
    all.appendChild(document.createElement("summary")).textContent = words.search_filters
    return all
  }

  #others({ others, words }) {
    return this.#box("others", "1", words.search_others, others)
  }

  #group(name, { counts, words }, mechanics, opened) {
    const picked = this.picked.get(name)
    const values = Object.entries(counts[name] ?? {})
    for (const value of picked) if (!values.some(([each]) => each === value)) values.push([value, 0])
    if (values.length < 2 && !picked.size) return undefined
    const sorted = values.sort(([one, few], [other, many]) => (name === "year" ? (one < other ? 1 : -1) : many - few || (one < other ? -1 : 1)))
    const group = document.createElement("details")
    group.dataset.name = name
    group.open = opened.has(name) || picked.size > 0
    const summary = group.appendChild(document.createElement("summary"))
    summary.textContent = words[`filter_${name}`]
    for (const [value, count] of sorted.slice(0, SHOWN)) {
      group.append(this.#box(name, value, `${label(name, value, words, mechanics)} (${count.toLocaleString(this.search.lang)})`, picked.has(value)))
    }
    return group
  }

  #box(name, value, text, checked) {
    const line = document.createElement("label")
    const box = Object.assign(document.createElement("input"), { type: "checkbox", name, value, checked, id: `rb-filter-${name}-${value}` })
    line.append(box, ` ${text}`)
    return line
  }
}

function label(name, value, words, mechanics) {
  if (name === "set") return words.sets[value] ?? value.toUpperCase()
  if (name === "mechanic") return mechanics[value] ?? value
  if (name === "lang") return words.languages[value] ?? value
  return words[`${name === "kind" ? "hit" : name}_${value.toLowerCase()}`] ?? value
}
