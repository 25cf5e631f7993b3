import assert from "node:assert/strict"
import { test } from "node:test"
import { Names } from "../../search/index/names.js"
import { Texts } from "../../search/index/texts.js"
import { nameMatches, namedOwners } from "../../search/query/names.js"
import { queryWord } from "../fixtures.js"

test("a longer name hides a shorter one in it", () => {
  const names = new Names({
    card: {
      "en 0": [
        ["", "Fox"],
        ["", "Ember Fox"],
        ["", "Owl"],
      ],
    },
  })
  const words = ["ember", "fox", "owl"].map((term) => queryWord(term))
  const language = { ignored: new Set([""]), own: new Texts("en", 0) }
  const owners = namedOwners(nameMatches(words, names), words, language)
  assert.deepEqual(
    owners.map(({ owner }) => owner.page),
    ["cards/ember-fox", "cards/owl"],
  )
})
