import assert from "node:assert/strict"
import { test } from "node:test"
import { searchedLanguages } from "../../search/query/languages.js"

const ALL = ["en", "es", "fr"]

/**
 * @param {string[][]} filters
 * @param {string[][]} [without]
 * @param {boolean} [others]
 */
function searched(filters, without = [], others) {
  const conditions = (/** @type {string[][]} */ langs) =>
    langs.map((values) => ({ name: "lang", values }))
  const query = { filters: conditions(filters), without: conditions(without) }
  return searchedLanguages(query, { all: ALL, own: "en", others })
}

test("a query is searched in the language of the page, and its cards may be in others", () => {
  assert.deepEqual(searched([]), { langs: ["en"], reach: ALL, elsewhere: undefined, open: true })
  assert.deepEqual(searched([], [], true), { langs: ALL, reach: ALL, elsewhere: true, open: false })
  assert.deepEqual(searched([], [], false), {
    langs: ["en"],
    reach: ["en"],
    elsewhere: false,
    open: false,
  })
})

test("a query may name languages", () => {
  assert.deepEqual(searched([["=ES", "fr"]]).langs, ["es", "fr"])
  assert.deepEqual(searched([["es"], ["fr"]]).langs, [])
  assert.deepEqual(searched([["../en"]]).langs, [])
})

test("a query may exclude languages", () => {
  assert.deepEqual(searched([], [["es"]], true).langs, ["en", "fr"])
  assert.deepEqual(searched([], [["en"]]).langs, ["es", "fr"])
  assert.deepEqual(searched([["es", "fr"]], [["fr"]]).langs, ["es"])
})
