import assert from "node:assert/strict"
import { test } from "node:test"
import { deckList } from "../../search/table/deck-list.js"
import { listAddress, listInAddress } from "../../search/table/list-address.js"

const LIST = {
  name: "Bog & fen",
  cards: ["Mire Lantern", "Ángel del fango", "Wake // Sleep"],
  sideboard: ["Bog"],
}

test("a list travels in an address", async () => {
  const hash = await listAddress(LIST)
  assert.match(hash, /^#list=[\w-]+$/)
  const { name = "", text = "" } = (await listInAddress(hash)) ?? {}
  assert.deepEqual({ ...deckList(text), name }, LIST)
})

test("an address without a list has none, nor has a damaged one", async () => {
  for (const hash of [
    "",
    "#top",
    "#list=",
    "#list=%%%",
    "#list=AAAA",
    `${await listAddress(LIST)}x!`,
  ]) {
    assert.equal(await listInAddress(hash), undefined, hash)
  }
})

test("a list that is too long has no address, and one that unpacks to more is refused", async () => {
  const long = "a".repeat(1_000_000)
  assert.equal(await listAddress({ name: "bomb", cards: [long], sideboard: [] }), "")
  const packed = new Blob([long]).stream().pipeThrough(new CompressionStream("deflate-raw"))
  const bytes = Buffer.from(await new Response(packed).arrayBuffer())
  assert.equal(await listInAddress(`#list=${bytes.toString("base64url")}`), undefined)
})
