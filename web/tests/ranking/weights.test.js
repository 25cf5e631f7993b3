// Each rule of the ranking decides twelve questions: without its weight, another record comes
// first.

import assert from "node:assert/strict"
import { test } from "node:test"
import { WEIGHTS } from "../../search/weights.js"
import { answer } from "../tiny-search.js"

/** @import { Asked, Row } from "../tiny-search.js" */

/**
 * The words of one question: four of the rulings and one of players, then a number by which its
 * texts differ from those of the other questions.
 * @typedef {{ a: string, b: string, c: string, d: string, slang: string, more: number }} Said
 */

/**
 * A rule: its weight, the value that switches it off, and a question. Its last record comes first
 * (or has another `place`) only with the rule. The others are before it in the library, so they win
 * every tie. A text alone is a ruling of a card of its own.
 * @typedef {{ weight: string, off: number, why: string, ask: (said: Said) => Omit<Asked,
 *   "records"> & { records: (Row | string)[], place?: number } }} Rule
 */

const WORDS = [
  ["ember harvest lantern cobble zap", 0],
  ["river blossom anvil puddle yeet", 1],
  ["comet orchard saddle fiddle bonk", 2],
  ["marble thicket whistle garden nuke", 0],
  ["falcon copper meadow bishop yoink", 1],
  ["glacier pepper ribbon tunnel bork", 2],
  ["temple walnut kettle dragon smash", 0],
  ["beacon juniper mitten goblin chonk", 1],
  ["cavern pillow trumpet wagon dunk", 2],
  ["desert quiver banjo shovel toss", 0],
  ["island velvet hammer barley plonk", 1],
  ["jungle wizard napkin cinder whack", 2],
].map(([text, more]) => {
  const [a, b, c, d, slang] = String(text).split(" ")
  return { a, b, c, d, slang, more: Number(more) }
})

/** Return so many words that no question has. */
const aside = (/** @type {number} */ count) => Array(count).fill("aside").join(" ")

/** @type {Rule[]} */
const RULES = [
  {
    weight: "FORM",
    off: 1,
    why: "the very word beats another form of it",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a}s ${b} ${aside(more)}`, `${a} ${b} ${aside(more)}`],
    }),
  },
  {
    weight: "ALIKE",
    off: 0,
    why: "a text that means the same in other words beats one that does not",
    ask: ({ a, b, c, d }) => ({
      question: `${a} ${b} ${c}`,
      vectors: { [a]: "[?", [b]: "Z@", [c]: "P8" },
      records: [
        { text: `${a} ${b} ${d}`, vector: "?[" },
        { text: `${a} ${b} aside`, vector: "[?" },
      ],
    }),
  },
  {
    weight: "SAME",
    off: 1,
    why: "the very word beats a phrase that means the same",
    ask: ({ a, b, slang, more }) => ({
      question: `${slang} ${b}`,
      same: [[slang, a]],
      counts: { [slang]: 5, [a]: 5, [b]: 5 },
      records: [`${a} ${b}`, `${slang} ${b} ${aside(30 + more)}`],
    }),
  },
  {
    weight: "TITLE",
    off: 1,
    why: "a word of the text beats one of the title",
    ask: ({ a, b, c, more }) => ({
      question: `${a} ${b}`,
      records: [
        { text: `${b} ${c} ${aside(9 + more)}`, title: a },
        { text: `${a} ${aside(9 + more)} ${b}`, title: c },
      ],
    }),
  },
  {
    weight: "TOGETHER",
    off: 0,
    why: "words beside each other beat words far apart",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a} ${aside(6 + more)} ${b}`, `${a} ${b} ${aside(6 + more)}`],
    }),
  },
  {
    weight: "NEAR",
    off: 2,
    why: "words that a few others separate still belong together",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a} ${aside(12)} ${b}`, `${a} ${aside(3 + more)} ${b} ${aside(9 - more)}`],
    }),
  },
  {
    weight: "AROUND",
    off: 0,
    why: "a phrase may have other words within it",
    ask: ({ a, b, c, slang, more }) => ({
      question: `${slang} ${c}`,
      same: [[slang, `${a} ${b}`]],
      counts: { [a]: 9, [b]: 9, [c]: 9 },
      records: [`${c} ${a} ${aside(4)}`, `${c} ${a} ${aside(1 + more)} ${b} ${aside(2 - more)}`],
    }),
  },
  {
    weight: "LONG",
    off: 0,
    why: "a short ruling beats a long one whose words are closer together",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a} ${b} ${aside(58 + 2 * more)}`, `${a} aside aside ${b}`],
    }),
  },
  {
    weight: "PRIOR",
    off: 0,
    why: "the score of the index counts beside the text",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a} ${b} ${aside(20 + more)}`, `${a} aside ${b}`],
    }),
  },
  {
    weight: "FOUND",
    off: 1,
    why: "a better match in the index counts more",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [`${a} ${b} ${aside(20 + more)}`, `${a} aside ${b}`],
    }),
  },
  {
    weight: "INHERITED",
    off: 0,
    why: "a ruling need not repeat what its card says",
    ask: ({ a, b, c, more }) => ({
      question: `${a} ${b}`,
      records: [
        `${b} ${aside(more)}`,
        { text: a, kind: "card", card: c },
        { text: `${b} ${aside(more)}`, card: c },
      ],
    }),
  },
  ...["card", "mechanic", "rule", "set"].map((kind) => ({
    ...{ weight: `BELOW.${kind}`, off: 1, why: `a ruling beats a ${kind}` },
    ask: (/** @type {Said} */ { a, b, more }) => ({
      question: `${a} ${b}`,
      records: [{ text: `${a} ${b} ${aside(more)}`, kind }, `${a} ${b} ${aside(1 + more)}`],
    }),
  })),
  ...[
    {
      weight: "ASKED",
      off: 1,
      why: "for a question, a ruling beats a card that has more of its words",
    },
    { weight: "QUESTION", off: 9, why: "three words are a question" },
  ].map((rule) => ({
    ...rule,
    ask: (/** @type {Said} */ { a, b, c, more }) => ({
      question: `${a} ${b} ${c}`,
      records: [{ text: `${a} ${b} ${c} ${aside(more)}`, kind: "card" }, `${a} ${b}`],
    }),
  })),
  {
    weight: "FOREIGN",
    off: 1,
    why: "of two like rulings of a named card, the one in the reader's language comes first",
    ask: ({ a, b, c, more }) => ({
      question: `${a} ${b} ${c}`,
      names: [`${a} ${b}`],
      records: ["de", "en"].map((lang) => ({
        text: `${c} ${aside(more)}`,
        title: `${a} ${b}`,
        lang,
      })),
    }),
  },
  {
    weight: "OWN",
    off: 0,
    why: "a hit in another language comes first if it answers much more",
    ask: ({ a, b, c, d, more }) => ({
      question: `${a} ${b} ${c} ${d}`,
      records: [`${d} ${aside(more)}`, { text: `${a} ${b} ${c} ${d} ${aside(more)}`, lang: "es" }],
    }),
  },
  {
    weight: "APART",
    off: 0,
    why: "of a named card's rulings, the one with the word that the others lack comes first",
    ask: ({ a, b, c, d, more }) => ({
      question: `${a} ${b} ${c} ${d}`,
      names: [`${a} ${b}`],
      counts: { [c]: 4, [d]: 4 },
      records: [c, c, c, `${aside(3 + more)} ${d}`].map((text) => ({ text, title: `${a} ${b}` })),
    }),
  },
  {
    weight: "COMMONER",
    off: 0,
    why: "slang for a common word is not rare",
    ask: ({ a, b, slang, more }) => ({
      question: `${slang} ${b}`,
      same: [[slang, a]],
      counts: { [slang]: 1, [a]: 500, [b]: 40 },
      records: [`${slang} ${aside(more)}`, `${b} ${aside(more)}`],
    }),
  },
  {
    weight: "QUIET",
    off: 0,
    why: "a word that only questions have decides between like rulings",
    ask: ({ a, b, slang, more }) => ({
      question: `${slang} ${a} ${b}`,
      ignored: [slang],
      records: [`${a} ${b} aside ${aside(more)}`, `${a} ${b} ${slang} ${aside(more)}`],
    }),
  },
  ...[
    { weight: "STANDINS", off: 0, why: "a ruling is found by another word for slang" },
    { weight: "SELDOM", off: 0, why: "a rare word has stand-ins" },
  ].map((rule) => ({
    ...rule,
    ask: (/** @type {Said} */ { a, b, slang, more }) => ({
      question: `${slang} ${b}`,
      same: [[slang, a]],
      counts: { [slang]: 1, [a]: 9, [b]: 300 },
      records: [`${b} ${aside(more)}`, `${a} ${aside(more)}`],
    }),
  })),
  {
    weight: "USUALLY",
    off: 0,
    why: "a ruling that answers the usual question need not have its words",
    ask: ({ a, b, c, d, slang, more }) => ({
      question: `${a} ${slang} ${d}`,
      usual: [`${d} ${slang}|en 1`],
      records: [`${a} ${b} ${aside(more)}`, `${a} ${c} ${aside(more)}`],
    }),
  },
  {
    weight: "CUED",
    off: 0,
    why: "a word of several usual questions is none alone",
    ask: ({ a, b, c, d, slang, more }) => ({
      question: `${a} ${slang}`,
      usual: [`${d} ${slang}|en 0`, `${c} ${slang}|en 0`],
      records: [`${a} ${b} ${aside(9 + more)}`, `${a} ${b} ${aside(more)}`],
    }),
  },
  {
    weight: "LOOKS",
    off: 1,
    why: "not only the rarest word is looked up",
    ask: ({ a, b, c, more }) => ({
      question: `${a} ${b} ${c}`,
      counts: { [a]: 20, [b]: 30, [c]: 30 },
      records: [`${a} ${aside(more)}`, `${b} ${c} ${aside(more)}`],
    }),
  },
  {
    weight: "PROMISING",
    off: 8,
    why: "many hits are read before they are put in order",
    ask: ({ a, b, more }) => ({
      question: `${a} ${b}`,
      records: [
        ...Array.from({ length: 10 }, (_, each) => ({
          text: `${a} ${aside(9)} ${b}`,
          title: `row${each}`,
        })),
        `${a} ${b} ${aside(11 + more)}`,
      ],
    }),
  },
  {
    weight: "WEAK",
    off: 1,
    why: "a text may say more than the index knows",
    ask: ({ a, b, c, slang, more }) => ({
      question: `${slang} ${b}`,
      same: [[slang, a, c]],
      counts: { [slang]: 1, [a]: 20, [c]: 5, [b]: 300 },
      records: [`${slang}s ${aside(4 + more)}`, `${b} ${c}`],
    }),
  },
  ...[
    { weight: "NAME_ENOUGH", off: 9, why: "a misspelt name is recognized" },
    { weight: "NAME_EVIDENCE", off: 9, why: "the rarity of its words makes a name certain" },
  ].map((rule) => ({
    ...rule,
    ask: (/** @type {Said} */ { a, b, c, d, more }) => ({
      question: `${a.slice(0, 2)}${a.slice(3)} ${b} ${c}`,
      names: [`${a} ${b}`],
      records: [`${c} ${aside(more)}`, { text: `${d} ${aside(more)}`, title: `${a} ${b}` }],
    }),
  })),
  {
    weight: "NAME_RIVAL",
    off: 0,
    why: "a card that only shares a word with the named one is not meant",
    ask: ({ a, b, c, d, more }) => ({
      question: `${a} ${b} ${d}`,
      names: [`${a} ${b}`, `${a} ${c}`],
      records: [
        { text: `${d} ${aside(more)}`, title: `${a} ${c}` },
        { text: aside(2), title: `${a} ${b}` },
      ],
    }),
  },
]

/** @type {{ [weight: string]: any }} */
const WHOLE = WEIGHTS

/**
 * Check something without a rule.
 * @param {Rule} rule
 * @param {() => Promise<unknown>} check
 */
async function without({ weight, off }, check) {
  const [name, part] = weight.split(".")
  const usual = WHOLE[name]
  WHOLE[name] = part ? { ...usual, [part]: off } : off
  try {
    await check()
  } finally {
    WHOLE[name] = usual
  }
}

for (const rule of RULES) {
  test(`${rule.weight} decides twelve questions: ${rule.why}`, async () => {
    for (const said of WORDS) {
      const { place = 0, records, ...rest } = rule.ask(said)
      const rows = records.map((each) => (typeof each === "string" ? { text: each } : each))
      const asked = { ...rest, records: rows }
      const wanted = asked.records.length - 1
      assert.equal((await answer(asked))[place], wanted, asked.question)
      await without(rule, async () =>
        assert.notEqual((await answer(asked))[place], wanted, `without: ${asked.question}`),
      )
    }
  })
}

// These limit what a question costs, or decide before hits are compared: meaning.test.js,
// ranking.test.js and the tests of query and engine check that.
const OTHERS = [
  "SAID",
  "COMMON",
  "RARER",
  "CARDS",
  "ANCHORED",
  "MIDDLING",
  "STANDING",
  "WHOLE",
  "STRANGE",
  "ENOUGH",
  "CUED_SURELY",
  "USUAL",
]

test("each weight decides twelve questions, or is checked elsewhere", () => {
  const decided = RULES.map(({ weight }) => weight.split(".")[0])
  assert.deepEqual([...new Set([...decided, ...OTHERS])].sort(), Object.keys(WEIGHTS).sort())
})
