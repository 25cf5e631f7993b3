import assert from "node:assert/strict"
import { test } from "node:test"
import { bucket, misspellingKeys } from "../../search/index/buckets.js"
import { setElisions } from "../../search/words/folding.js"
import { sameWord, setEndings } from "../../search/words/forms.js"
import { allowedErrors, editDistance, soundOf } from "../../search/words/spelling.js"
import { tokens } from "../../search/words/tokens.js"

setEndings("en", ["s", "ing", "y", "ies", "ied"])
setEndings("es", ["s", "ando"])

test("forms of a word are kin", () => {
  const pairs = [
    ["attacks", "attacking", "en"],
    ["copy", "copies", "en"],
    ["copied", "copy", "en"],
    ["criatura", "criaturas", "es"],
    ["criatur", "criaturando", "es"],
  ]
  for (const [one, other, lang] of pairs) {
    assert.ok(sameWord(one, other, lang), `${one} ${other}`)
    assert.ok(sameWord(other, one, lang), `${other} ${one}`)
  }
})

test("other words are not kin, and endings of another language make no forms", () => {
  const pairs = [
    ["card", "care", "en"],
    ["counter", "count", "en"],
    ["be", "bes", "en"],
    ["criatur", "criaturando", "en"],
    ["", "s", "en"],
  ]
  for (const [one, other, lang] of pairs) assert.ok(!sameWord(one, other, lang), `${one} ${other}`)
})

test("without an open index, a word is kin only to itself", () => {
  assert.ok(sameWord("token", "token", "tlh"))
  assert.ok(!sameWord("token", "tokens", "tlh"))
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
    "+1/-1",
    "see",
    "702.62a",
    "l",
    "energie",
  ])
})

test("a key always belongs to the same file", () => {
  assert.equal(bucket("", 4096), 0x811c9dc5 % 4096)
  for (const key of ["lan", "ñan", "カ"]) {
    assert.equal(bucket(key, 97), bucket(key, 97))
    assert.ok(bucket(key, 97) < 97)
  }
})

test("a misspelt word shares a key with the right one", () => {
  for (const typed of ["tarmo", "trmo", "atrmo", "tazmo"]) {
    const keys = misspellingKeys("tarmo", 3)
    assert.ok(
      misspellingKeys(typed, 3).some((key) => keys.includes(key)),
      typed,
    )
  }
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

test("the typed text may be the beginning of a word", () => {
  assert.equal(editDistance("bolt", "bolted", 1, true), 0)
  assert.equal(editDistance("bilt", "bolted", 1, true), 1)
})
