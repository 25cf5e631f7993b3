import assert from "node:assert/strict"
import { test } from "node:test"
import { full, preferred, ruling } from "../../offline/short-addresses.js"

test("the language of an address comes before those of the browser, and all others follow", () => {
  assert.deepEqual(preferred("fr", ["es-MX", "de"], ["en", "es", "fr"]), ["fr", "es", "en"])
  assert.deepEqual(preferred("r", ["pt-BR"], ["en", "es"]), ["en", "es"])
})

test("a short address leads to a ruling on a card or to a note of a set", () => {
  const onCard = { set: "lom", entry: "mire-lantern", number: "2" }
  assert.deepEqual(ruling("r/lom/mire-lantern/2/"), onCard)
  assert.equal(full(onCard), "cards/mire-lantern/#lom-2")
  const note = { set: "lom", entry: "notes/glimmer", number: "11" }
  assert.deepEqual(ruling("es/r/lom/notes/glimmer/11/"), note)
  assert.equal(full(note), "sets/lom/#lom-glimmer-11")
})

test("an entry on the page of a card with another name is found in the list of its set", () => {
  const others = {
    "mire-lamp": "cards/mire-lantern/#lom-mire-lamp",
    "notes/glimmer": "mechanics/glimmer/#lom-glimmer",
  }
  assert.equal(
    full({ set: "lom", entry: "mire-lamp", number: "1" }, others),
    "cards/mire-lantern/#lom-mire-lamp-1",
  )
  assert.equal(
    full({ set: "lom", entry: "constructor", number: "1" }, others),
    "cards/constructor/#lom-1",
  )
  assert.equal(
    full({ set: "lom", entry: "notes/glimmer", number: "2" }, others),
    "mechanics/glimmer/#lom-glimmer-2",
  )
})

test("other addresses are no short ones", () => {
  for (const path of [
    "",
    "en/cards/mire-lantern/",
    "r/lom/mire-lantern/",
    "r/lom/mire-lantern/two/",
    "r/lom/x/y/1/",
  ]) {
    assert.equal(ruling(path), undefined)
  }
})
