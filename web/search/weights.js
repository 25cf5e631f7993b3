// The weights of the search, each with its reason.

export const WEIGHTS = {
  // Words of a query (query/query-words.js)
  QUIET: 0.2, // the weight of a word that only questions have
  SAME: 0.85, // a phrase with the same meaning counts a little less than the word
  COMMONER: 0.25, // how strongly phrases with the same meaning make a word less rare

  // Usual questions (query/usual-questions.js)
  CUED_SURELY: 2, // if the words of a query say so much of a question, it is sure
  // what a word counts for a record that answers the question without saying the word
  USUALLY: 0.85,

  // Records (ranking/score.js)
  FORM: 0.9, // another form of a word counts less than the word: "counters" are seldom "countered"
  TITLE: 0.9, // a word of the title counts a little less than one of the text
  INHERITED: 0.4, // what a word counts for a ruling if only its card says it
  TOGETHER: 0.4, // what words that are close together add
  LACKS: 0.75, // what is left of a hit that lacks a mechanic which the query names
  SQUARE: 0.3, // what a hit gains that says nearly all
  LONG: 0.05, // what a text loses each time its length doubles
  FOREIGN: 0.95, // of two like rulings, the one in the reader's language comes first
  // hits in the page's language come first if they answer this share of what the best hit answers
  OWN: 0.5,
  APART: 0.3, // among the rulings of one card, the words that few of them have decide
  // rulings have 1: people look for them most
  BELOW: { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 },
  ASKED: 1.8, // a question lowers the others further, as an exponent
  // what a text gains of the best score if it means the same as the question (ranking/meaning.js)
  ALIKE: 0.35,

  // Names in a query (query/names.js)
  NAME_ENOUGH: 0.5, // a name that is less sure is not meant
  NAME_EVIDENCE: 0.6, // words with this share of the greatest rarity make a name certain
  NAME_RIVAL: 0.8, // a name that shares words with another must be nearly as sure
  NAME_COST: 0.25, // how strongly errors and words that a name lacks reduce its likeness
  NAME_LACKS: 0.3, // what a question word costs that the name lacks
  NAME_UNTYPED: 0.08, // how strongly the words that were not typed reduce it
}
