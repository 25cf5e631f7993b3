import assert from "node:assert/strict"
import { test } from "node:test"
import { excerpt, pieces } from "../../search/view/marks.js"
import { symbolClasses } from "../../search/view/symbols.js"

/**
 * @param {string} text
 * @param {string[]} words
 */
const marked = (text, ...words) =>
  pieces(text, words).flatMap(([piece, found]) => (found ? [piece] : []))

test("words are marked in all their forms", () => {
  assert.deepEqual(marked("It attacks, attacking; an attack.", "attack"), [
    "attacks",
    "attacking",
    "attack",
  ])
  assert.deepEqual(marked("Dies, die; a diet.", "dies"), ["Dies", "die"])
  assert.deepEqual(marked("L'énergie, énergie", "energie"), ["énergie", "énergie"])
  assert.deepEqual(marked("jusqu’ici, dryad's, Lim'Dûl", "ici", "dryad", "limdul"), [
    "ici",
    "dryad's",
    "Lim'Dûl",
  ])
})

test("symbols, power and toughness are marked only if they are equal", () => {
  assert.deepEqual(marked("Pay {2}{W}: a 2/1.", "{w}", "2/1"), ["{W}", "2/1"])
})

test("other words are not marked, and short ones only if they are equal", () => {
  assert.deepEqual(marked("A spelling of spite", "spin"), [])
  assert.deepEqual(marked("an ant and a", "an"), ["an"])
  assert.deepEqual(marked("anything", ""), [])
})

test("the pieces add up to the whole text", () => {
  const text = "… the fox, foxes {T} – done"
  assert.equal(
    pieces(text, ["fox", "{t}"])
      .map(([piece]) => piece)
      .join(""),
    text,
  )
  assert.deepEqual(pieces("", ["fox"]), [])
})

test("a short text is shown in full, and so is one that is only a little too long", () => {
  assert.equal(excerpt("A fox.", ["fox"]), "A fox.")
  assert.equal(excerpt("word ".repeat(90), ["fox"]), "word ".repeat(90))
})

test("a long text is cut between words, to the part with the most matches", () => {
  const shown = excerpt(`a fox ${"word ".repeat(200)}the fox and the owl ${"more ".repeat(200)}`, [
    "fox",
    "owl",
  ])
  assert.match(shown, /^… .*the fox and the owl.* …$/)
  assert.ok(shown.length < 420)
  assert.match(excerpt(`A fox ${"word ".repeat(100)}`, ["fox"]), /^A fox .* …$/)
  assert.match(excerpt(`${"word ".repeat(100)}a fox`, ["fox"]), /^… .* a fox$/)
  assert.match(excerpt("word ".repeat(100), ["fox"]), /^word .* …$/)
})

test("known symbols have the classes of the pages, and others have none", () => {
  const drawn = {
    W: "w",
    20: "n20",
    "½": "half",
    HW: "w cut",
    "W/U": "w u2 two",
    "2/W": "n2 w2 two",
    "G/P": "g h2 two",
    "G/U/P": "g u2 three",
  }
  for (const [code, said] of Object.entries(drawn)) assert.equal(symbolClasses(code), said, code)
  for (const code of ["21", "W3", "X/W", "W/X", "G/U/X", "G/U/P/P", "constructor"]) {
    if (code !== "constructor") assert.equal(symbolClasses(code), undefined, code)
  }
})
