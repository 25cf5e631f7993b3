// What readers meet: a question, and the answers of a small site.

import assert from "node:assert/strict"
import { test } from "node:test"
import { engineOf, idsOf } from "../tiny-site.js"

/** @import { Row, TinySite } from "../tiny-site.js" */

const ASIDE = Array.from(
  { length: 12 },
  (_, at) => `Other thing ${"abcdefghijkl"[at]} happens here.`,
)

/**
 * Return a site with these records in English, among others.
 * @param {(Row | string)[]} rows
 * @param {Partial<TinySite>} more
 * @returns {TinySite}
 */
const site = (rows, more = {}) => ({
  ignored: ["what", "is", "the", "if", "does"],
  ...more,
  texts: { en: [[...rows, ...ASIDE]], ...more.texts },
})

const END = 0
/** @param {string[]} texts */
const ofFox = (...texts) => texts.map((text) => ({ title: "Ember Fox", text }))
const GLOW = { glow: "[?", shiny: "[?", bright: "#?", warm: "[?" }
const SAME = { same: [["flicker", "exiled and returned"]] }
const LANTERNS = ["The lantern glows.", "Glows the lantern.", "The lantern glows in rain."]
const SETS = [{ text: "The lantern glows.", set: "fro" }, "The lantern melts."]
const MECHANICS = [
  { title: "Owl", text: "The owl responds to glowing lanterns at once." },
  { title: "Fox", text: "The fox may dig." },
  { title: "Dig", kind: "mechanic", text: "", mechanics: ["dig"] },
]
const STAYING = [
  { title: "Elk", text: "The lantern stays." },
  { title: "Fox", text: "The lantern stays." },
  { title: "Fox", kind: "card", text: "Exiled and returned." },
]

/**
 * What is so, some records, a question, the places of the records that come first (counted from
 * one) with an END if nothing else is found, and what else the site has.
 * @type {[string, (Row | string)[], string, number[], Partial<TinySite>?][]}
 */
const RANKED = [
  [
    "a ruling with all words of a question comes before those with one",
    ["The lantern glows.", "A comet falls.", "The lantern glows when the comet falls."],
    "lantern comet",
    [3],
  ],
  [
    "words that are close together count more",
    [`Lantern ${"and so on ".repeat(4)} comet.`, `Lantern comet ${"and so on ".repeat(4)}.`],
    "lantern comet",
    [2],
  ],
  [
    "another form of a word is found, but the word itself comes first",
    ["It glows now.", "It glow now."],
    "glow",
    [2, 1, END],
  ],
  [
    "a word that was typed in full finds no word that only begins like it",
    ["The radiance stays.", "A rad counter."],
    "rad counter",
    [2, END],
  ],
  [
    "a phrase with the same meaning finds a ruling, after those that say the word",
    ["It is exiled and returned.", "It is flickered away."],
    "flicker",
    [2, 1, END],
    SAME,
  ],
  [
    "the rulings of a card that the question names come first, and the rare word decides",
    [
      ...ofFox("It glows.", "It melts in rain."),
      { title: "Rain Owl", text: "It melts in rain, melts in rain." },
    ],
    "does ember fox melt",
    [2, 1],
  ],
  [
    "among the rulings of a named card, the word that few of them have decides",
    [
      ...ofFox("A lantern.", "A comet.", "A lantern again.", "No lantern."),
      "A comet.",
      "That comet.",
    ],
    "ember fox lantern comet",
    [2],
  ],
  [
    "words that only questions have count little",
    ["What of a lantern?", "A lantern.", "Some lantern.", "That is a comet."],
    "what lantern comet",
    [4],
  ],
  [
    "a word of a text is not taken for the name that it is like",
    [
      { title: "Fox", text: "It glows at noon." },
      { title: "Glowing", text: "It melts at noon." },
    ],
    "noon glow",
    [1],
  ],
  [
    "a usual question finds the ruling that answers it in other words",
    ["Follow the timing rules for its type.", "Flash flood at any moment."],
    "anytime instant",
    [1],
    { asked: ["instant speed anytime"], answers: [["follow timing"]] },
  ],
  [
    "a text that means the same comes before one that does not",
    ["Lantern bright anvil.", "Lantern shiny anvil."],
    "lantern glow warm anvil",
    [2],
    { vectors: { ...GLOW, lantern: "??", anvil: "??" } },
  ],
  ["a phrase in quotes must be there", LANTERNS, '"lantern glows"', [1, 3, END]],
  ["an excluded word must not be there", LANTERNS, '"lantern glows" -rain', [1, END]],
  [
    "a phrase in quotes may have words whose stems are words too",
    ["The passings occur.", "A pass."],
    '"passings occur"',
    [1, END],
  ],
  ["filters keep some hits", SETS, "lantern set:fro", [1, END]],
  ["filters alone list all that fit", SETS, "set:fro", [1, END]],
  ["hits that lack the mechanic of a question come last", MECHANICS, "responds dig", [2]],
  ["the card of a question comes before its mechanic", MECHANICS, "owl responds dig", [1, 2]],
  [
    "a ruling that is no longer true comes after those that hold",
    [
      { text: "Lantern comet.", still: "gone" },
      "Lantern and much else, and a comet.",
      "A comet without any lantern.",
    ],
    "lantern comet",
    [3, 2, 1, END],
  ],
  ["what the card of a ruling says counts", STAYING, "lantern exiled", [2, 1], SAME],
  ["it counts in other words too", STAYING, "lantern flicker", [2, 1], SAME],
  [
    "what the card of a ruling means counts",
    [
      { title: "Elk", text: "Lantern bright anvil." },
      { title: "Fox", text: "Lantern bright anvil." },
      { title: "Elk", kind: "card", text: "bright" },
      { title: "Fox", kind: "card", text: "shiny" },
    ],
    "lantern glow warm anvil",
    [2, 1],
    { vectors: { ...GLOW, lantern: "?[" } },
  ],
]

for (const [name, rows, query, places, more] of RANKED) {
  test(name, async () => {
    const ids = await idsOf(site(rows, more), query)
    const numbers = [...ids.map((id) => Number(id.split("/").at(-1))), END]
    assert.deepEqual(numbers.slice(0, places.length), places)
  })
}

test("what the page's language says comes first, unless another one answers far more", async () => {
  /** @type {TinySite["abroad"]} */
  const abroad = [
    [["comet"], { es: ["cometa"] }],
    [["lantern"], { es: ["farol"] }],
    [["anvil"], { es: ["yunque"] }],
  ]
  const es = [[{ title: "Zorro", text: "El cometa, el farol y el yunque." }]]
  /** @param {string} text */
  const langsFor = async (text) => {
    const { texts, ...more } = site([text], { abroad })
    const { engine } = engineOf({ ...more, texts: { ...texts, es } })
    const { hits } = await engine.search("comet lantern anvil", { others: true })
    return hits.map(({ lang }) => lang)
  }
  assert.deepEqual(await langsFor("A comet and a lantern, and so on."), ["en", "es"])
  assert.deepEqual(await langsFor("A comet."), ["es", "en"])
})

test("a misspelt name is corrected", async () => {
  const { engine } = engineOf(site([{ title: "Ember Foxglove", text: "It glows." }]))
  const { names, hits } = await engine.search("ember foxglvoe")
  assert.equal(names[0].title, "Ember Foxglove")
  assert.equal(hits[0].id, "emb/ember-foxglove/1")
})

test("a query with a symbol or a phrase is not a name: none has these", async () => {
  const { engine } = engineOf(site([{ title: "Ember Fox", text: "It glows, {T}." }]))
  const namesOf = async (/** @type {string} */ query) =>
    (await engine.search(query)).names.map(({ title }) => title)
  assert.deepEqual(await namesOf("ember fox"), ["Ember Fox"])
  assert.deepEqual(await namesOf("ember fox {T}"), [])
  assert.deepEqual(await namesOf('ember fox "it glows"'), [])
})

test("a word that everybody uses is not taken for a misspelt name", async () => {
  const rows = [{ title: "Feather, the Foxglove", text: "It glows." }]
  const { engine } = engineOf(site(rows, { vectors: { weather: "?", glow: "?" } }))
  assert.deepEqual((await engine.search("weather report")).hits, [])
  assert.equal((await engine.search("fwather report")).hits.length, 1)
})

test("a name is shown as it was typed if a card has it printed, but not a nickname", async () => {
  const rows = [{ title: "Ember Fox", kind: "card", text: "Ember Fox" }]
  const names = { "cards/ember-fox": ["Zorro", "~Foxy"] }
  const { engine } = engineOf(site(rows, { names }))
  const titleOf = async (/** @type {string} */ query) => (await engine.search(query)).names[0].title
  assert.deepEqual([await titleOf("zorro"), await titleOf("foxy")], ["Zorro", "Ember Fox"])
})

test("a name may be typed with other spaces, or only begun", async () => {
  const { engine } = engineOf(site([{ title: "Ember Foxglove", text: "It glows." }]))
  assert.equal((await engine.search("emberfoxglove")).names[0].id, "ember-foxglove")
  assert.equal((await engine.search("ember foxg")).names[0].id, "ember-foxglove")
})

test("a card in another language is found by its name, and a question by its words there", async () => {
  const es = [[{ title: "Zorro de brasas", text: "Brilla mucho." }]]
  const names = { "cards/zorro-de-brasas": ["Ember Fox"] }
  const own = site(["It glows."], { names, abroad: [[["shine"], { es: ["brilla"] }]] })
  own.texts.es = es
  assert.equal((await idsOf(own, "ember fox"))[0], "emb/zorro-de-brasas/1")
  assert.deepEqual(await idsOf(own, "shine", { others: true }), ["emb/zorro-de-brasas/1"])
  assert.deepEqual(await idsOf(own, "ember fox lang:en"), [])
})

test("equal rulings are one hit, with the cards of the others", async () => {
  const rows = [
    { title: "Fox", text: "Fox melts.", family: "emb/fox/1" },
    { title: "Owl", text: "Owl melts.", family: "emb/fox/1" },
  ]
  const { hits } = await engineOf(site(rows)).engine.search("melts")
  assert.deepEqual(
    hits.map(({ id, copies }) => [id, ...copies.map(({ title }) => title)]),
    [["emb/fox/1", "Owl"]],
  )
})

test("what players ask about a mechanic is answered first, with its explanation", async () => {
  const rows = [
    { title: "Dig", kind: "mechanic", text: "You dig.", mechanics: ["dig"] },
    { title: "Zap", kind: "mechanic", text: "Zap whoever may dig.", mechanics: ["zap"] },
    { title: "Fox", text: "Does dig need a zap and a lantern?", mechanics: ["dig", "zap"] },
    { title: "Owl", text: "The hole is deep at once.", mechanics: ["dig"] },
  ]
  /** @type {TinySite["players"]} */
  const players = [
    ["dig", "Does dig need a zap and a lantern?", "hole is deep"],
    ["zap", "Why zap an owl?", ""],
  ]
  const { engine } = engineOf(site(rows, { players }))
  for (const query of ["Does dig need a zap and a lantern?", '"dig need" a zap and a lantern']) {
    const { answered } = await engine.search(query)
    assert.equal(answered?.mechanic.id, "dig", query)
  }
  const { hits } = await engine.search("does dig need a zap and a lantern")
  assert.deepEqual(
    hits.slice(0, 2).map(({ id }) => id),
    ["emb/owl/4", "emb/fox/3"],
  )
  assert.equal((await engine.search("dig zap")).answered?.mechanic.id, "zap")
  assert.equal((await engine.search("why zap an owl")).answered?.mechanic.id, "zap")
})

test("a mechanic is explained with the number of its rule", async () => {
  const rows = [{ title: "Dig", kind: "mechanic", text: "You dig.\n702.999" }]
  const { answered } = await engineOf(site(rows)).engine.search("dig")
  assert.deepEqual([answered?.mechanic.text, answered?.mechanic.rule], ["You dig.", "702.999"])
})

test("a card that the site lacks is said to be missing", async () => {
  const rows = ["It glows like a Moss Owl.", { title: "Dig", kind: "mechanic", text: "You dig." }]
  const { engine } = engineOf(site(rows, { absent: ["Moss Owl", "Dig"] }))
  assert.deepEqual((await engine.search("does moss owl glow")).missing, ["Moss Owl"])
  assert.deepEqual((await engine.search("dig")).missing, [])
  assert.deepEqual((await engine.search("does it glow")).missing, [])
})

test("a card's facts come with its name", async () => {
  const rows = [
    { title: "Ember Fox", kind: "card", text: "Ember Fox\n{1}{R}\nCreature" },
    { title: "Ember Fox", text: "It glows." },
  ]
  const { names } = await engineOf(site(rows)).engine.search("ember fox")
  const facts = { title: "Ember Fox", cost: "{1}{R}", type: "Creature", sets: ["emb"], rulings: 1 }
  assert.deepEqual(names[0].facts, facts)
})

test("a deck list gets the card of a name, or the one that is near", async () => {
  const { engine } = engineOf(site([{ title: "Ember Foxglove", text: "It glows." }]))
  assert.deepEqual(
    (await engine.cards("Ember Foxglove")).map(({ id, near }) => [id, near]),
    [["ember-foxglove", undefined]],
  )
  assert.deepEqual(
    (await engine.cards("Ember Foxglve")).map(({ id, near }) => [id, near]),
    [["ember-foxglove", true]],
  )
  assert.deepEqual(await engine.cards("Moss Owl"), [])
  assert.deepEqual(await engine.cards("Ember Foxglarr"), [])
  await engine.library.loadAll()
})

test("a deck list gets a card once, though its name is written in two ways", async () => {
  const names = { "cards/r-m-k": ["RMK"] }
  const { engine } = engineOf(site([{ title: "R M K", text: "It glows." }], { names }))
  assert.equal((await engine.cards("r.m.k.")).length, 1)
})

/** What words a language has, in which "quorbix" and "varnoth" are none. */
const vectors = { glow: "?", melt: "?", lantern: "?", trigger: "?", draw: "?" }

test("nothing is said to be missing beside a card that a query names, but the answer is unsure", async () => {
  const rows = [{ title: "Ember Fox", text: "It glows." }]
  const { engine } = engineOf(site(rows, { vectors, absent: ["Moss Owl"] }))
  for (const query of [
    "ember fox quorbix varnoth",
    "ember fox moss owl",
    "Moss Owl or Ember Fox",
  ]) {
    const { missing, unsure } = await engine.search(query)
    assert.deepEqual([missing, unsure], [[], true], query)
  }
})

test("a name that means the same as an absent one does not hide that it is absent", async () => {
  const rows = [{ title: "Ember Fox", text: "It glows." }]
  const more = { absent: ["Moss Owl"], same: [["moss owl", "ember fox"]] }
  assert.deepEqual((await engineOf(site(rows, more)).engine.search("moss owl")).missing, [
    "Moss Owl",
  ])
})

test("a mechanic is explained in any question, and said to be missing if no text is about it", async () => {
  const rows = [
    { title: "Dig", kind: "mechanic", text: "You dig.", mechanics: ["dig"] },
    { title: "Zap", kind: "mechanic", text: "", explanation: "You zap." },
    { title: "Owl", text: "An owl may dig at night." },
  ]
  const { engine } = engineOf(site(rows, { vectors }))
  const dig = await engine.search("can owls respond to dig at night")
  assert.deepEqual([dig.answered?.mechanic.text, dig.missing], ["You dig.", []])
  const zap = await engine.search("zap night")
  assert.deepEqual([zap.answered?.mechanic.text, zap.missing], ["You zap.", ["Zap"]])
})

test("of two rulings of a card that answer alike, the one in the page's language comes first", async () => {
  const row = { title: "Ember Fox", set: "fro", text: "It glows, says the old text." }
  const own = site([row])
  own.texts.es = [[{ ...row, text: "Brilla.", set: "emb" }]]
  assert.deepEqual(await idsOf(own, "ember fox"), ["fro/ember-fox/1", "emb/ember-fox/1"])
})

test("of two mechanics, the one that names the other is explained", async () => {
  const rows = [
    { title: "Dig", kind: "mechanic", text: "You dig.", mechanics: ["dig"] },
    { title: "Zap", kind: "mechanic", text: "Zap whoever may dig.", mechanics: ["zap"] },
  ]
  const { answered } = await engineOf(site(rows)).engine.search("does dig stop zap")
  assert.equal(answered?.mechanic.id, "zap")
})

test("an answer is unsure if its best hit says little, or nothing knows a word of the query", async () => {
  const rows = ["The lantern glows.", { title: "Ember Fox", text: "It melts." }]
  const { engine } = engineOf(site(rows, { vectors }))
  const isUnsure = async (/** @type {string} */ query) => (await engine.search(query)).unsure
  assert.equal(await isUnsure("lantern glows"), false)
  assert.equal(await isUnsure("lantern trigger draw melt glow draw"), true)
  assert.equal(await isUnsure("lantern glows quorbix"), true)
  assert.equal(await isUnsure("thing happens here melt"), true)
  assert.equal(await isUnsure("ember fox trigger"), false)
})

test("a name that is only likely is not missing if the best hit has its words", async () => {
  const { engine } = engineOf(site(["The Quarry Lantern glows.", "It melts."], { vectors }))
  assert.deepEqual((await engine.search("does Quarry Lantern melt")).missing, [])
  assert.deepEqual((await engine.search("does Marble Lantern melt")).missing, ["Marble Lantern"])
})

test("a mechanic with an everyday name is explained if the question has nothing else", async () => {
  const rows = [
    { title: "Thing", kind: "mechanic", text: "You thing." },
    ...["fox", "owl"].map((text) => `A thing, ${text}.`),
  ]
  const { engine } = engineOf(site(rows))
  assert.equal((await engine.search("what is the thing?")).answered?.mechanic.id, "thing")
  assert.equal((await engine.search("does a thing melt lanterns")).answered, undefined)
  assert.equal((await engine.search("what is the thing set:emb")).answered, undefined)
})

test("a query of filters alone names nothing", async () => {
  const rows = [{ title: "Endless", kind: "mechanic", text: "" }, "It glows."]
  const { engine } = engineOf(site(rows, { same: [["", "endless"]] }))
  assert.deepEqual((await engine.search("lang:en")).names, [])
})

test("as many hits are shown as are wanted, although some say the same", async () => {
  const rows = ["It glows.", "It glows.", "It glows and melts."].map((text, at) => {
    return { title: `Card ${at}`, text, family: text }
  })
  const { hits, more } = await engineOf(site(rows)).engine.search("glows", { limit: 2 })
  assert.deepEqual([hits.length, hits[0].copies.length, more], [2, 1, false])
})
