import assert from "node:assert/strict"
import { test } from "node:test"
import { textRating, textWithoutTitle } from "../../search/ranking/text-rating.js"
import { setEndings } from "../../search/words/forms.js"
import { concept } from "../fixtures.js"

/** @import { Concept, Standin } from "../../search/query/values.d.ts" */

setEndings("en", ["s", "y", "ies"])

/**
 * Rate a text for some words.
 * @param {string} text
 * @param {(string | Concept)[]} words
 */
function read(
  text,
  words,
  { title = "Ember Fox", names = "", lang = "en", inherited = /** @type {number[]} */ ([]) } = {},
) {
  const asked = words.map((word) => (typeof word === "string" ? concept(word) : word))
  return textRating({ title, names, text, lang }, asked, { inherited, covered: [] })
}

/**
 * @param {string} phrase
 * @returns {Standin}
 */
const standin = (phrase) => ({ phrase, rarest: phrase, count: 1, worth: 1 })

test("the share counts the words of the query in any form, and the same form more", () => {
  assert.equal(read("Copy the spells.", ["copy", "spells"]).share, 1)
  assert.equal(read("It copies the spell.", ["copy", "spells"]).share, 0.8)
  assert.equal(read("Copy the spell.", ["copy", "creature"]).share, 0.5)
  assert.equal(read("Nothing.", ["copy"]).share, 0)
})

test("a rare word weighs more", () => {
  assert.equal(read("It is a spell.", [concept("spell", { weight: 3 }), "creature"]).share, 0.75)
})

test("the last word may be incomplete, but a symbol may not", () => {
  assert.equal(read("A creature", ["crea"]).share, 0.8)
  assert.equal(read("A creature dies", ["crea", "dies"]).share, 0.5)
  assert.equal(read("Pay {2}{W}", ["{2}"]).share, 1)
  assert.equal(read("Pay {2/w}", ["{2}"]).share, 0)
})

test("a word of the title counts a little less, and one that only the card has even less", () => {
  assert.equal(read("It dies.", ["fox"]).share, 0.9)
  assert.equal(read("It dies.", ["fox"], { title: "", names: "Zorro / Fox" }).share, 0.9)
  assert.equal(read("It dies.", ["flying"], { inherited: [0.4] }).share, 0.4)
})

test("a synonym counts less, if few words are in between", () => {
  const asked = [concept("gy", { same: [standin("put in the graveyard")] })]
  const [near, apart] = ["It is put in the graveyard.", "It is put face up in the graveyard."].map(
    (text) => read(text, asked),
  )
  assert.equal(near.share, apart.share)
  assert.ok(near.share < 1 && near.share > 0)
  assert.equal(read("It is put far away and then much later in the graveyard.", asked).share, 0)
})

test("both the correction and the word as typed count", () => {
  const [meant] = [concept("spel", { word: "spell", unknown: "spel", corrected: "spell" })]
  assert.equal(read("A spell.", [meant]).share, 1)
  assert.equal(read("A spel.", [meant]).share, 1)
})

test("words that are close together score higher, and long texts lower", () => {
  const [together, apart] = ["first strike a b c d e", "first a b c d e strike"].map((text) =>
    read(text, ["first", "strike"]),
  )
  assert.ok(together.score > apart.score)
  assert.ok(read("strike", ["strike"]).score > read(`strike${" a".repeat(50)}`, ["strike"]).score)
})

test("equal rulings of two cards are recognized", () => {
  const [one, other] = [
    { title: "Ember Fox", text: "Ember Fox's ability is a triggered ability." },
    { title: "Frost Owl", text: "Frost Owl’s ability is a triggered ability." },
  ].map((page) => textWithoutTitle(page).replace(/foxs|owls/, ""))
  assert.equal(one, other)
  assert.equal(textWithoutTitle({ title: "Ember Fox", text: "The ember fox dies." }), "the dies")
})

test("the phrase that says a word in another way is returned, in the language of the text", () => {
  const flicker = concept("flicker", {
    same: [standin("exile and return")],
    abroad: { es: [standin("exiliar")] },
  })
  assert.deepEqual(read("Exile it and return it.", [flicker]).meant, ["exile and return"])
  const spanish = textRating(
    { title: "", names: "", text: "Exiliar una criatura", lang: "es" },
    [flicker],
    { inherited: [], covered: [] },
    "en",
  )
  assert.deepEqual(spanish.meant, ["exiliar"])
  assert.ok(spanish.share > 0)
})

test("the words that name the card of a record count in full", () => {
  const text = { title: "Ember Fox", names: "", text: "It dies.", lang: "en" }
  const asked = [concept("goyf"), concept("dies")]
  assert.equal(textRating(text, asked, { inherited: [], covered: [0] }).share, 1)
})
