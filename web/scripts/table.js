// The cards of a set, filtered as one types. Without scripts the table stands whole, and no filter with it.
(() => {
  const made = document.getElementById("rb-filter")
  if (!made) return

  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("æ", "ae").replaceAll("œ", "oe")
  const table = document.querySelector("table.cards")
  const form = document.importNode(made.content, true).querySelector("form")
  const status = form.querySelector("[role=status]")
  const rows = [...table.tBodies[0].rows].map((row) => ({
    row,
    text: fold(`${row.cells[0].textContent} ${row.cells[2].textContent}`),
    colours: row.dataset.c ?? "",
    types: row.dataset.t?.split(" ") ?? [],
    mechanics: row.dataset.m?.split(" ") ?? [],
  }))

  const COLOURS = { "": () => true, none: (colours) => !colours, many: (colours) => colours.length > 1 }
  const coloured = (choice) => COLOURS[choice] ?? ((colours) => colours.includes(choice))
  const value = (name) => form.elements[name]?.value ?? ""

  function filter() {
    const words = fold(value("q")).split(/\s+/)
    const [isColour, type, mechanic] = [coloured(value("c")), value("t"), value("m")]
    let shown = 0
    for (const { row, text, colours, types, mechanics } of rows) {
      const fits = words.every((word) => text.includes(word)) && isColour(colours)
        && (!type || types.includes(type)) && (!mechanic || mechanics.includes(mechanic))
      row.hidden = !fits
      shown += fits
    }
    tell(shown)
  }

  // Said once the typing rests.
  function tell(shown) {
    clearTimeout(tell.soon)
    const said = shown === rows.length ? "" : status.dataset.said.replace("{have}", shown.toLocaleString(document.documentElement.lang))
    tell.soon = setTimeout(() => { status.textContent = said }, 250)
    form.classList.toggle("filtering", Boolean(said))
  }

  // The address holds what is chosen, so that it is still chosen when one comes back from a card.
  function remember() {
    const address = new URL(location)
    for (const { name } of form.elements) {
      if (name && value(name)) address.searchParams.set(name, value(name))
      else address.searchParams.delete(name)
    }
    try {
      history.replaceState(null, "", address)
    } catch {
      // Of files, or all too often, a browser may forbid it; the filter works all the same.
    }
  }

  function recall() {
    for (const [name, chosen] of new URLSearchParams(location.search)) {
      if (form.elements[name]) form.elements[name].value = chosen
    }
  }

  const change = () => { filter(); remember() }
  form.addEventListener("input", change)
  form.addEventListener("submit", (event) => event.preventDefault())
  form.addEventListener("reset", () => setTimeout(change))
  table.before(form)
  recall()
  filter()
})()
