import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { readJson } from "../../search/index/files.js"

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
