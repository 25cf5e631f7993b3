// The weights of the search, each with its reason. Without it, fewer questions are answered first.

export const WEIGHTS = {
  // Words of a query (query/query-words.js)
  QUIET: 0.3, // the weight of a word that only questions have
  COMMONER: 0.25, // how strongly phrases with the same meaning make a word less rare
  // what a word counts that is not said as it was typed, but in another form, in the title, by a
  // phrase with the same meaning, or by a record that answers a usual question
  OTHERWISE: 0.85,

  // Records (ranking/score.js)
  // what a word counts for a ruling or a note if only its card or mechanic says it, and how much
  // the meaning of these counts beside its own
  INHERITED: 0.4,
  TOGETHER: 0.4, // what words that are close together add
  LACKS: 0.6, // what is left of a hit that lacks a mechanic which the query names
  LONG: 0.05, // what a text loses each time its length doubles
  // what is left of the score of a ruling that is no longer true: it comes after those that hold,
  // unless they say next to nothing
  GONE: 0.3,
  // hits in the page's language come first if they answer this share of what the best hit answers
  OWN: 0.5,
  // what is left of the score of a hit in another language: of two that answer alike, the one in
  // the page's language comes first
  ABROAD: 0.95,
  APART: 0.2, // among the rulings of one card, the words that few of them have decide
  // rulings have 1: people look for them most
  BELOW: { card: 0.5, mechanic: 0.4, rule: 0.75, set: 0.3 },
  // what a text gains of the best score if it means the same as the question (ranking/meaning.js)
  ALIKE: 0.25,
}
