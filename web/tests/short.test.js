import assert from "node:assert/strict"
import { test } from "node:test"
import { full, preferred } from "../offline/short.js"

test("the language of an address comes before those of the browser, and all others follow", () => {
  assert.deepEqual(preferred("fr", ["es-MX", "de"], ["en", "es", "fr"]), ["fr", "es", "en"])
  assert.deepEqual(preferred("r", ["pt-BR"], ["en", "es"]), ["en", "es"])
})

test("a short address leads to a ruling on a card or to a note of a set", () => {
  assert.deepEqual(full("r/lom/mire-lantern/2/", ["es", "en"]), [
    "es/cards/mire-lantern/#lom-2",
    "en/cards/mire-lantern/#lom-2",
  ])
  assert.deepEqual(full("es/r/lom/notes/glimmer/11/", ["es"]), ["es/sets/lom/#lom-glimmer-11"])
})

test("other addresses are no short ones", () => {
  for (const path of ["", "en/cards/mire-lantern/", "r/lom/mire-lantern/", "r/lom/mire-lantern/two/", "r/lom/x/y/1/"]) {
    assert.deepEqual(full(path, ["en"]), [])
  }
})
