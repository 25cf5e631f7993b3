import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { readJson } from "../../search/index/files.js"

test("files are decompressed, fresh ones are revalidated, others read anew if a copy fails", async (context) => {
  const whole = gzipSync('{"fox": 1}')
  /** @type {unknown[]} */
  const asked = []
  context.mock.method(
    globalThis,
    "fetch",
    async (/** @type {string} */ url, /** @type {RequestInit} */ { cache }) => {
      asked.push([url, cache])
      if (url === "lost") return new Response("", { status: 404 })
      return new Response(url === "cut" && cache === "default" ? whole.subarray(0, 15) : whole)
    },
  )
  for (const url of ["texts", "cut"]) assert.deepEqual(await readJson(url), { fox: 1 })
  assert.deepEqual(await readJson("head", true), { fox: 1 })
  await assert.rejects(readJson("lost"), /lost: 404/)
  assert.deepEqual(asked, [
    ["texts", "default"],
    ["cut", "default"],
    ["cut", "reload"],
    ["head", "no-cache"],
    ["lost", "default"],
    ["lost", "reload"],
  ])
})
