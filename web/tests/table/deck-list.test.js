import assert from "node:assert/strict"
import { test } from "node:test"
import { deckList, spellings } from "../../search/table/deck-list.js"

/** @param {string} text */
const cards = (text) => deckList(text).cards

test("a line of any program has the name of a card", () => {
  const written = [
    "4 Mire Lantern (LOM) 187",
    "4x Mire Lantern (lom) 12★ *F*",
    "SB: 2 Mire Lantern",
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
    "Deck\n1 Bog\n\nSideboard\nBanquillo\nRéserve :\n// more\n# more\nCreatures (12)\nLands:\n1 Fen"
  assert.deepEqual(cards(text), ["Bog", "Fen"])
})

test("a card is listed once, in its first place", () => {
  assert.deepEqual(cards("2 Fen\n1 Bog\nSB: 1 fen"), ["Fen", "Bog"])
})

test("the name that Arena writes is that of the list", () => {
  for (const about of [
    "About\nName Fog Deck",
    "Acerca de\nNombre Fog Deck",
    "À propos\nNom Fog Deck",
  ]) {
    assert.deepEqual(deckList(`${about}\n\nDeck\n1 Bog`), { name: "Fog Deck", cards: ["Bog"] })
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
