import assert from "node:assert/strict"
import { test } from "node:test"
import { corrected, deckList, isBasicLand, spellings } from "../../search/table/deck-list.js"

/** @param {string} text */
const cards = (text) => deckList(text).cards

/** @param {string} text */
const parts = (text) => [deckList(text).cards, deckList(text).sideboard]

test("a line of any program has the name of a card", () => {
  const written = [
    "4 Mire Lantern (LOM) 187",
    "4x Mire Lantern (lom) 12★ *F*",
    "Mire Lantern x3",
    "1 [LOM] Mire Lantern",
    "1 Mire Lantern [Ramp]",
    "1 Mire Lantern (LOM)",
    "1x Mire Lantern *CMDR*",
    "2 mire lantern #mine",
    "  Mire Lantern\r",
  ]
  for (const line of written) {
    assert.deepEqual(
      cards(line).map((name) => name.toLowerCase()),
      ["mire lantern"],
      line,
    )
  }
})

test("names keep their numbers, parentheses and marks", () => {
  const names = [
    "1996 Bog Champion",
    "+2 Lamp",
    "Bog (Not the Other One)",
    "B.O.G. (Big Old Ghost)",
    "Circle: Fen",
  ]
  for (const name of names) assert.deepEqual(cards(name), [name])
})

test("headings, comments and empty lines are no cards", () => {
  const text =
    "Deck\n1 Bog\n\n// more\n# more\nCreatures (12)\nLands:\n1 Fen\nSideboard\nBanquillo\nRéserve :"
  assert.deepEqual(parts(text), [["Bog", "Fen"], []])
})

test("a card is listed once, in its first place", () => {
  assert.deepEqual(parts("2 Fen\n1 Bog\nSB: 1 fen\n1 FEN"), [["Fen", "Bog"], []])
})

for (const heading of [
  "Sideboard",
  "SIDEBOARD (15)",
  "Sideboard: 15",
  "// Sideboard",
  "[Sideboard]",
  "Banquillo",
  "Réserve :",
  "サイドボード",
]) {
  test(`the sideboard follows its heading: ${heading}`, () => {
    const text = `Deck\n1 Bog\n\n${heading}\n1 Fen\n2 Mire Lantern`
    assert.deepEqual(parts(text), [["Bog"], ["Fen", "Mire Lantern"]])
    assert.deepEqual(parts(`${heading}\n1 Fen\nDeck\n1 Bog`), [["Bog"], ["Fen"]])
  })
}

test("MTGO marks cards of the sideboard, or leaves a line empty before them, as Arena does", () => {
  assert.deepEqual(parts("1 Bog\nSB: 1 Fen\n1 Mire Lantern"), [["Bog", "Mire Lantern"], ["Fen"]])
  assert.deepEqual(parts("\n1 Bog\r\n1 Fen\r\n \r\n\r\n2 Mire Lantern\n"), [
    ["Bog", "Fen"],
    ["Mire Lantern"],
  ])
})

test("empty lines between names, or between several groups, begin no sideboard", () => {
  for (const text of ["Bog\n\nFen", "1 Bog\n\n1 Fen\n\n1 Mire Lantern"]) {
    assert.deepEqual(parts(text)[1], [], text)
  }
})

test("basic lands are known in many languages, with snow and without", () => {
  for (const name of [
    "Island",
    "Wastes",
    "Snow-Covered Forest",
    "ILE",
    "Forêt enneigée",
    "Montaña nevada",
    "Verschneites Gebirge",
    "Palude Innevata",
    "島",
    "冠雪の平地",
    "Лес",
  ]) {
    assert.ok(isBasicLand(name), name)
  }
  for (const name of ["Islands", "Dryad Arbor", "Snow-Covered", "Island Sanctuary", ""]) {
    assert.ok(!isBasicLand(name), name)
  }
})

test("each line is read in bounded time, whatever it repeats", () => {
  const begun = process.cpuUsage()
  for (const part of [" ", " [", " (", " (1", "/", " / ", "1 ", ":", "SB:", "\t\u00a0"]) {
    const text = `a${part.repeat(100_000)}b`
    deckList(text)
    deckList(`${"1 Bog\n\n".repeat(2_000)}${text}`)
  }
  assert.ok(process.cpuUsage(begun).user < 2_000_000)
})

test("the name that Arena writes is that of the list", () => {
  for (const about of [
    "About\nName Fog Deck",
    "Acerca de\nNombre Fog Deck",
    "À propos\nNom Fog Deck",
  ]) {
    const list = { name: "Fog Deck", cards: ["Bog"], sideboard: [] }
    assert.deepEqual(deckList(`${about}\n\nDeck\n1 Bog`), list)
  }
})

test("a list has an end", () => {
  const many = Array.from({ length: 400 }, (_, place) => `Card ${place}`)
  assert.equal(cards(many.join("\n")).length, 250)
})

test("a card of two faces is looked for by both names and by the first", () => {
  assert.deepEqual(spellings("Wake // Sleep"), ["Wake // Sleep", "Wake"])
  assert.deepEqual(spellings("Wake/Sleep"), ["Wake/Sleep", "Wake"])
  assert.deepEqual(spellings("Wake"), ["Wake"])
})

test("a name is corrected where it is the whole name of a card, and the rest of the list stays", () => {
  const list = "4  mire   latern (LOM) 7\nMire Latern Keeper\n\nSB: Mire Latern"
  assert.equal(
    corrected(list, "Mire Latern", "Mire Lantern $&"),
    "4 Mire Lantern $& (LOM) 7\nMire Latern Keeper\n\nSB: Mire Lantern $&",
  )
})
