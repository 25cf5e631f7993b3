import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { once, readJson } from "../../search/index/files.js"

test("two requests for one file fetch it once", async () => {
  let asked = 0
  const held = new Map()
  const make = async () => ++asked
  assert.deepEqual(await Promise.all([once(held, "a", make), once(held, "a", make)]), [1, 1])
  assert.equal(await once(held, "b", make), 2)
})

test("a failure reaches everyone who waits, and the next call tries again", async () => {
  const held = new Map()
  const failing = async () => {
    throw new Error("lost")
  }
  const asked = [once(held, "a", failing), once(held, "a", failing)]
  for (const each of asked) await assert.rejects(each, /lost/)
  assert.equal(await once(held, "a", async () => "there"), "there")
})

test("files are decompressed, fresh ones are revalidated, and a missing one is an error", async (context) => {
  /** @type {unknown[]} */
  const asked = []
  context.mock.method(
    globalThis,
    "fetch",
    async (/** @type {string} */ url, /** @type {RequestInit} */ { cache }) => {
      asked.push([url, cache])
      return url === "lost"
        ? new Response("", { status: 404 })
        : new Response(gzipSync('{"fox": 1}'))
    },
  )
  assert.deepEqual(await readJson("head", true), { fox: 1 })
  assert.deepEqual(await readJson("texts"), { fox: 1 })
  await assert.rejects(readJson("lost"), /lost: 404/)
  assert.deepEqual(asked, [
    ["head", "no-cache"],
    ["texts", "default"],
    ["lost", "default"],
  ])
})
