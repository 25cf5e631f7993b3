import assert from "node:assert/strict"
import { test } from "node:test"
import { explainedSubject } from "../../search/query/explaining.js"

const LANGUAGE = {
  explaining: ["what is {name}", "how does {name} work", "{name} explained"],
  articles: ["the", "a"],
}
const subject = (/** @type {string} */ query) => explainedSubject(query, LANGUAGE).subject

test("a question for an explanation has the name that it asks about", () => {
  assert.equal(subject("What is Glimmer?"), "glimmer")
  assert.equal(subject("how does the lantern glow work"), "lantern glow")
  assert.equal(subject("glimmer explained"), "glimmer")
})

test("any other query is a subject as a whole, and no question", () => {
  assert.deepEqual(explainedSubject("lantern glow", LANGUAGE), {
    subject: "lantern glow",
    isQuestion: false,
  })
  assert.equal(explainedSubject("what is glimmer", LANGUAGE).isQuestion, true)
})

test("a question that names nothing is no question", () => {
  assert.equal(explainedSubject("what is", LANGUAGE).isQuestion, false)
})
