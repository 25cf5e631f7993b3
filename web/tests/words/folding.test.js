import assert from "node:assert/strict"
import { test } from "node:test"
import {
  folded,
  memoized,
  setElisions,
  spacedElisions,
  unelided,
} from "../../search/words/folding.js"

test("accents and marks that people leave out are removed", () => {
  setElisions(["c", "l", "qu"])
  const texts = {
    Ætherling: "aetherling",
    "Jötun Grunt": "jotun grunt",
    "Łódź, Ørsted; Đà": "lodz orsted da",
    "dryad's": "dryads",
    "l’énergie": "l energie",
    "qu'elle": "qu elle",
    "ca't": "cat",
    "  +1/+1 counter ": "1 1 counter",
    "": "",
  }
  for (const [text, said] of Object.entries(texts)) assert.equal(folded(text), said)
})

test("each elision is a word of its own, and new elisions apply to remembered texts", () => {
  setElisions([])
  assert.equal(folded("d'énergie"), "denergie")
  setElisions(["d", "zu"])
  assert.equal(folded("d'énergie zu’kra l'énergie"), "d energie zu kra lenergie")
  assert.equal(unelided("d'énergie"), "denergie")
})

test("a text is divided after its elisions, and otherwise stays as it is", () => {
  setElisions(["l", "qu", "jusqu"])
  assert.equal(spacedElisions("L’Énergie, qu'elle a; dryad's"), "L Énergie, qu elle a; dryad's")
  assert.equal(spacedElisions("l'a\u0300me jusqu’ici l'or"), "l \u00e0me jusqu ici l'or")
  setElisions([])
  assert.equal(spacedElisions("l’énergie"), "l’énergie")
})

test("a result is remembered until the memory is full", () => {
  let made = 0
  const twice = memoized((text) => {
    made++
    return text + text
  })
  assert.deepEqual([twice("a"), twice("a"), made], ["aa", "aa", 1])
  for (let each = 0; each < 20_000; each++) twice(`${each} `)
  assert.deepEqual([twice("a"), made], ["aa", 20_002])
})
