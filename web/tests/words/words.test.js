import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { setElisions } from "../../search/words/folding.js"
import { setEndings, stem } from "../../search/words/forms.js"
import { allowedErrors, editDistance, soundOf } from "../../search/words/spelling.js"
import { tokens } from "../../search/words/tokens.js"

beforeEach(() => {
  setEndings("en", ["s", "es", "ed", "d", "ing", "e", "ion"])
  setEndings("es", ["s", "a", "o", "r", "n", "da", "ando"])
})

test("forms of a word have the same stem", () => {
  const forms = {
    en: [
      ["attack", "attacks", "attacking"],
      ["copy", "copies", "copied", "copying"],
      ["stop", "stops", "stopping"],
      ["roll", "rolls", "rolled"],
      ["card", "cards"],
      ["use", "uses", "used"],
      ["activate", "activated", "activating", "activation"],
    ],
    es: [
      ["criatura", "criaturas"],
      ["lanzar", "lanzan", "lanzada", "lanzadas", "lanzando"],
      ["rojo", "roja", "rojas"],
    ],
  }
  for (const [lang, groups] of Object.entries(forms)) {
    for (const words of groups) {
      assert.equal(new Set(words.map((word) => stem(word, lang))).size, 1, words.join())
    }
  }
})

test("other words have another stem, and endings of another language make no forms", () => {
  const pairs = [
    ["card", "care", "en"],
    ["counter", "count", "en"],
    ["but", "butt", "en"],
    ["be", "bes", "en"],
    ["los", "loss", "en"],
    ["criatur", "criaturando", "en"],
    ["", "s", "en"],
    ["token", "tokens", "tlh"],
  ]
  for (const [one, other, lang] of pairs) {
    assert.notEqual(stem(one, lang), stem(other, lang), `${one} ${other}`)
  }
})

test("words that sound the same have the same sound", () => {
  for (const [one, other] of [
    ["phoenix", "fenix"],
    ["zendikar", "sendicar"],
    ["kwirion", "quirion".replace("qu", "kw")],
    ["tarmogoyf", "tarmogoif"],
    ["llanowar", "lanobar"],
  ]) {
    assert.equal(soundOf(one), soundOf(other))
  }
})

test("a symbol, a power and toughness or a rule is one token", () => {
  setElisions(["l"])
  assert.deepEqual(tokens("Pay {2}{W}: +1/−1, see 702.62a. L’énergie!"), [
    "pay",
    "{2}",
    "{w}",
    "+1/1",
    "see",
    "702.62a",
    "l",
    "energie",
  ])
})

test("longer words may have more errors", () => {
  assert.deepEqual(["orc", "bolt", "charging", "tarmogoyf"].map(allowedErrors), [0, 1, 2, 2])
})

test("each wrong, missing, extra or swapped letter is one error", () => {
  for (const typed of ["tarmogoyt", "tarmogoy", "tarmogoyff", "tamrogoyf"]) {
    assert.equal(editDistance(typed, "tarmogoyf", 2), 1, typed)
  }
  assert.equal(editDistance("bolt", "bolt", 0), 0)
  assert.equal(editDistance("", "ab", 2), 2)
})

test("too many errors give Infinity", () => {
  assert.equal(editDistance("bolt", "bird", 1), Infinity)
  assert.equal(editDistance("bo", "bolted", 2), Infinity)
})
