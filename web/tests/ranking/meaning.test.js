import assert from "node:assert/strict"
import { test } from "node:test"
import { Hit } from "../../search/ranking/hits.js"
import { questionVector, raiseAlike } from "../../search/ranking/meaning.js"
import { WEIGHTS } from "../../search/weights.js"
import { concept, page, place } from "../fixtures.js"

/** @type {{ [word: string]: string }} */
const VECTORS = { ember: "[?", fox: "?[", glow: "A#" }
const lexicon = { vector: async (/** @type {string} */ word) => VECTORS[word] }

/**
 * Return hits with these vectors and the same score.
 * @param {string[]} vectors
 */
const hits = (...vectors) =>
  vectors.map((vector, number) =>
    Object.assign(new Hit(place(number), 1), { page: page({ vector }) }),
  )

test("a question means what its words mean together", async () => {
  const words = ["ember", "fox", "glow", "zebra"].map((word) => concept(word))
  assert.deepEqual(await questionVector(words, lexicon), [30, 0])
})

test("question words do not count, and a question of few words has no meaning", async () => {
  const words = [concept("ember"), concept("fox"), concept("glow", { quiet: true })]
  assert.equal(await questionVector(words, lexicon), undefined)
})

test("a hit that means the same rises most, and one that means the opposite stays", () => {
  const found = hits("[?", "?[", "#?", "")
  raiseAlike(found, [3, 0])
  assert.deepEqual(
    found.map(({ score }) => score),
    [1 + WEIGHTS.ALIKE, 1, 1, 1],
  )
})

test("nothing rises without a meaning, without hits, or if the best hit surely answers", () => {
  const found = hits("?[", "[?")
  raiseAlike(found, undefined)
  raiseAlike([], [3, 0])
  found[0].anchor = 1
  raiseAlike(found, [3, 0])
  Object.assign(found[0], { anchor: 0, share: WEIGHTS.SAID })
  raiseAlike(found, [3, 0])
  assert.deepEqual(
    found.map(({ score }) => score),
    [1, 1],
  )
})
