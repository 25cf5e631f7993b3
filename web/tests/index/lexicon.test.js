import assert from "node:assert/strict"
import { test } from "node:test"
import { bucket, misspellingKeys } from "../../search/index/buckets.js"
import { Lexicon } from "../../search/index/lexicon.js"
import { setEndings } from "../../search/words/forms.js"
import { nameLikeness, spacingLikeness } from "../../search/words/likeness.js"

/** @import { Entries } from "../../search/index/format.d.ts" */

setEndings("en", ["s", "ing", "y", "ies", "ied"])

const DEPTH = 2
const NEAR = 16
const WORDS = [
  "copy 40",
  "copies 10",
  "creature 90",
  "fly 3",
  "flying 20",
  "graveyard 30",
  "trample 12",
]
const NAMES = [
  "card/ember-fox/en 1 4,es 2 3/Ember Fox",
  "card/ember-fox/en 1 4,es 2 3/Zorro de ascuas",
  "card/owl//Frosty Owl",
  "set/emb//Ember Fields",
  "rule/702-345//702.345",
  "absent/7//Copper Owl",
  "mechanic/graft//Graveyarder",
]
const SAME = [
  "gy|graveyard:graveyard:30",
  "put in the graveyard|dies:dies:25|mill:mill:4",
  "mill|put in the graveyard:mill:4",
  "tramplo|trample:trample:12",
  "in flight|flying:flying:20",
]
const UNRULED = ["Copper Fox", "Gravel Wisp"]
const ASKED = ["fork 1 2 3", "forked 8", "tax 4"]
const VECTORS = ["copy ?[A", "creature #>B"]
const STARTS = ["", "em", "ember", "gr"] // the third file continues the words of the second

/** @returns {Entries} */
const empty = () => ({ words: [], names: [], same: [], asked: [], vectors: [], unruled: [] })

/** Entries, in the same files as generator/rulebinder/search/words/lexicon.py would put them. */
function filed(others = /** @type {string[]} */ ([])) {
  const files = STARTS.map(empty)
  const near = Array.from({ length: NEAR }, empty)
  const named = Array.from({ length: NEAR }, () => ({ named: /** @type {string[]} */ ([]) }))
  /**
   * @param {keyof Entries} what
   * @param {string} entry
   * @param {string[]} words
   */
  const add = (what, entry, words) => {
    for (const word of words) {
      files[word >= "gr" ? 3 : Number(word >= "em")][what]?.push(entry)
      for (const number of misspellingKeys(word, DEPTH).map((key) => bucket(key, NEAR))) {
        if (what === "words") near[number].words?.push(entry)
        if (what === "names") named[number].named.push(word)
      }
    }
  }
  for (const entry of WORDS) add("words", entry, entry.split(" ", 1))
  for (const entry of NAMES) add("names", entry, entry.split("/")[3].toLowerCase().split(" "))
  for (const entry of others) near[bucket(entry.slice(0, DEPTH), NEAR)].others = [entry]
  for (const entry of SAME) {
    add("same", entry, entry.startsWith("in ") ? ["flight"] : entry.split(/[ |]/, 1))
  }
  for (const name of UNRULED) add("unruled", name, [name.toLowerCase().split(" ")[0]])
  for (const entry of ASKED) add("asked", entry, entry.split(" ", 1))
  for (const entry of VECTORS) add("vectors", entry, entry.split(" ", 1))
  return { files, near, named }
}

function lexicon(others = /** @type {string[]} */ ([])) {
  const { files, near, named } = filed(others)
  const index = {
    lang: "en",
    named: async (/** @type {number} */ number) => named[number],
    words: async (/** @type {number} */ number) => files[number],
    near: async (/** @type {number} */ number) => near[number],
  }
  return new Lexicon(index, {
    ...{
      depth: DEPTH,
      starts: STARTS,
      near: NEAR,
      named: { version: "", depth: DEPTH, near: NEAR },
    },
    ignored: ["in", "the", "what"],
    questions: 9,
    asked: ["what 5"],
  })
}

/** @param {{ [typed: string]: string | undefined }} expected */
async function checkNearest(expected) {
  for (const [typed, word] of Object.entries(expected)) {
    assert.equal(await lexicon().nearest(typed), word, typed)
  }
}

/** @param {string} typed */
const targets = async (typed) => (await lexicon().names(typed)).map(({ target }) => target)

test("a word counts in all its forms, and as the beginning of others", async () => {
  assert.deepEqual(await lexicon().about("copy"), { count: 50, exact: 40, named: false })
  assert.deepEqual(await lexicon().about("crea"), { count: 90, exact: 0, named: false })
  assert.deepEqual(await lexicon().about("zebra"), { count: 0, exact: 0, named: false })
})

test("a word has its vector", async () => {
  const words = ["creature", "copies", "trample"]
  assert.deepEqual(await Promise.all(words.map((word) => lexicon().vector(word))), [
    "#>B",
    undefined,
    undefined,
  ])
})

test("a word that only a name has counts once", async () => {
  assert.deepEqual(await lexicon().about("frosty"), { count: 1, exact: 0, named: true })
})

test("names are found whole, in part, in another language, with errors and with other spaces", async () => {
  for (const typed of ["Ember Fox", "fox ember", "zorro de ascuas", "embre fox", "emberfox"]) {
    assert.equal((await targets(typed))[0], "ember-fox", typed)
  }
  assert.deepEqual(new Set(await targets("ember")), new Set(["ember-fox", "emb"]))
})

test("no name is found for a word that it lacks, without meaningful words, or for too many words", async () => {
  for (const typed of ["ember dragon", "what the", "ember fox with a b".repeat(9)]) {
    assert.deepEqual(await targets(typed), [])
  }
})

test("a name that is typed in full scores higher than one with extra words", async () => {
  const [whole] = await lexicon().names("ember fox")
  const [part] = await lexicon().names("ember")
  assert.equal(whole.score, 1)
  assert.ok(part.score < whole.score && part.words === 1 && whole.words === 2)
})

test("the nearest word is found by its letters or its sound", async () => {
  await checkNearest({
    creatuer: "creature",
    grafeyard: "graveyard",
    trampel: "trample",
    xyzzy: undefined,
    abc: undefined,
  })
})

test("slang is not misspelt, even if it is like another word", async () => {
  await checkNearest({ tramplo: undefined, tramplw: "trample" })
})

test("a phrase may begin with a word that is not looked up", async () => {
  const [group] = await lexicon().synonyms(["creature", "in", "flight"])
  assert.deepEqual([group.from, group.length, group.others[0].phrase], [1, 2, "flying"])
  assert.equal(await lexicon().nearest("flight"), undefined)
})

test("only misspelt words get suggestions", async () => {
  assert.deepEqual(await lexicon().suggestions(["{2}", "creature", "trampel", "xyzzy"]), [
    "trample",
  ])
})

test("synonyms are found in any form of their words, and without question words", async () => {
  const [slang] = await lexicon().synonyms(["gy"])
  assert.deepEqual(slang, {
    from: 0,
    length: 1,
    others: [{ phrase: "graveyard", rarest: "graveyard", count: 30, worth: 0 }],
  })
  const groups = await lexicon().synonyms(["it", "puts", "graveyard"])
  assert.deepEqual(
    groups.map(({ from, length, others }) => [from, length, ...others.map(({ phrase }) => phrase)]),
    [[1, 2, "dies", "mill"]],
  )
  assert.deepEqual(await lexicon().synonyms(["graveyard", "puts"]), [])
})

test("a name scores higher the more of it is typed, and the better", () => {
  const name = ["ember", "fox"]
  const like = (/** @type {string[]} */ ...typed) => nameLikeness(name, typed, typed, new Set())
  assert.equal(like("ember", "fox"), 1)
  assert.ok(like("ember", "fox") > like("ember", "fo"))
  assert.ok(like("ember", "fo") > like("ember"))
  assert.ok(like("ember", "fox") > like("embr", "fox"))
  assert.equal(nameLikeness(name, ["ember", "owl"], ["ember", "owl"], new Set()), 0)
  assert.ok(nameLikeness(name, ["ember", "what"], ["ember"], new Set()) > 0)
})

test("a known word is no misspelt word of a name", () => {
  const like = (/** @type {string[]} */ known) =>
    nameLikeness(["trumple"], ["trample"], ["trample"], new Set(known))
  assert.ok(like([]) > 0)
  assert.equal(like(["trample"]), 0)
})

test("a name is recognized with other spaces", () => {
  assert.equal(spacingLikeness(["ember", "fox"], ["emberfox"]), 0.95)
  assert.equal(spacingLikeness(["ember", "fox"], ["emberf"]), 0.8)
  assert.equal(spacingLikeness(["ember", "fox"], ["fox"]), 0)
  assert.equal(spacingLikeness(["ember", "fox"], ["ember", "fox"]), 0)
})

test("the page of a rule is found by its number, or by that of the rule it belongs to", async () => {
  assert.equal((await lexicon().rule("702.345"))?.target, "702-345")
  assert.equal((await lexicon().rule("702.345b"))?.target, "702-345")
  assert.equal(await lexicon().rule("603.7"), undefined)
})

test("a name must cover half of what was typed", async () => {
  assert.deepEqual(await targets("what the in ember"), [])
  assert.deepEqual(new Set(await targets("the ember")), new Set(["ember-fox", "emb"]))
})

test("a short word is replaced only if it sounds the same or two letters are swapped", async () => {
  await checkNearest({ cpoy: "copy", kopy: "copy", cody: undefined })
})

test("in a query that is mostly foreign only names are corrected", async () => {
  assert.equal(await lexicon().nearest("creatuer", true), undefined)
  assert.equal(await lexicon().nearest("zorrro", true), "zorro")
})

test("the words in which people ask come with words like them, those of ignored words with the head", async () => {
  const held = lexicon()
  assert.deepEqual((await held.asked("fork")).get("fork"), [1, 3, 6])
  assert.deepEqual((await held.asked("forks")).get("forked"), [8])
  assert.deepEqual([...(await held.asked("what"))], [["what", [5]]])
  assert.equal((await held.asked("quest")).get("what"), undefined)
  assert.equal(held.questions, 9)
})

test("a word of another language is not misspelt", async () => {
  assert.equal(await lexicon().nearest("creatura"), "creature")
  assert.equal(await lexicon(["creatura"]).nearest("creatura"), undefined)
})

test("names of cards without a page are those without rulings and those of the catalogue", async () => {
  assert.deepEqual(await lexicon().absent(["copper"]), ["Copper Fox", "Copper Owl"])
})
