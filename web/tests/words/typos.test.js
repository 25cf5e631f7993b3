import assert from "node:assert/strict"
import { test } from "node:test"
import { allowedErrors } from "../../search/words/spelling.js"
import { typoCost } from "../../search/words/typos.js"

/**
 * @param {string} typed
 * @param {string} word
 */
const isSlip = (typed, word) => typoCost(typed, word, allowedErrors(typed)) !== Infinity

test("a key nearby, a letter left out, doubled or swapped is a slip", () => {
  for (const typed of [
    "graveuard",
    "gravyard",
    "gravveyard",
    "garveyard",
    "graveyatd",
    "graveysard",
    "graveyad",
  ]) {
    assert.ok(isSlip(typed, "graveyard"), typed)
  }
  for (const typed of ["tramle", "trammple", "trmaple", "trampke", "rtample"]) {
    assert.ok(isSlip(typed, "trample"), typed)
  }
})

test("a word spelt by ear is meant, even with another first letter", () => {
  for (const [typed, word] of [
    ["kopy", "copy"],
    ["grafeyard", "graveyard"],
    ["fases", "phases"],
  ]) {
    assert.ok(isSlip(typed, word), typed)
  }
})

test("ordinary words are no misspelt ones", () => {
  for (const [typed, word] of [
    ["painted", "printed"],
    ["weather", "feather"],
    ["statue", "state"],
    ["curtain", "certain"],
    ["parked", "marked"],
    ["escritor", "escritas"],
    ["raison", "maison"],
    ["argent", "agents"],
  ]) {
    assert.ok(!isSlip(typed, word), typed)
  }
})

test("a long word may have two slips, or one vowel for another", () => {
  assert.ok(isSlip("indestrcutibel", "indestructible"))
  assert.ok(isSlip("sacrafice", "sacrifice"))
  assert.ok(!isSlip("tramplu", "trample"))
})

test("more slips than allowed cost infinitely much, and none cost nothing", () => {
  assert.equal(typoCost("graveyard", "grave", 2), Infinity)
  assert.equal(typoCost("grvyrd", "graveyard", 2), Infinity)
  assert.ok(typoCost("graveyard", "graveyard", 2) < typoCost("gravyard", "graveyard", 2))
})

test("a word that sounds nearly the same was spelt by ear", () => {
  assert.ok(typoCost("embarkayf", "emborcaif", 2) <= 2)
})
