// The weights of the search, each with its reason. Without it, fewer questions are answered first.

export const WEIGHTS = {
  // Words of a query (query/query-words.js)
  QUIET: 0.2, // the weight of a word that only questions have
  SAME: 0.85, // a phrase with the same meaning counts a little less than the word
  COMMONER: 0.25, // how strongly phrases with the same meaning make a word less rare
  // what a word counts for a record that answers a usual question without saying the word
  USUALLY: 0.85,

  // Records (ranking/score.js)
  // another form of a word counts less, for "counters" are seldom "countered", and so does a word
  // of the title
  FORM: 0.85,
  INHERITED: 0.4, // what a word counts for a ruling if only its card says it
  TOGETHER: 0.4, // what words that are close together add
  SQUARE: 0.3, // what a hit gains that says nearly all
  LACKS: 0.6, // what is left of a hit that lacks a mechanic which the query names
  LONG: 0.05, // what a text loses each time its length doubles
  // hits in the page's language come first if they answer this share of what the best hit answers
  OWN: 0.5,
  APART: 0.2, // among the rulings of one card, the words that few of them have decide
  // rulings have 1: people look for them most
  BELOW: { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 },
  ASKED: 1.8, // a question lowers the others further, as an exponent
  // what a text gains of the best score if it means the same as the question (ranking/meaning.js)
  ALIKE: 0.35,
}
