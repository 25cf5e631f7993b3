// The weights of the search, each with its reason.

export const WEIGHTS = {
  // Words of a query (query/concepts.js, query/lookups.js)
  LOOKS: 7, // the most words that are looked up
  COMMON: 0.15, // a word in a larger share of the records is looked up only if no rarer word is
  RARER: 4, // after this many rarer words, common ones are not looked up
  STANDINS: 4, // the most stand-ins (words of phrases with the same meaning) that are looked up
  SELDOM: 0.1, // only words in at most this share of the records get stand-ins
  MIDDLING: 0.02, // the best share of the records for a stand-in; see `frequencyGap`
  COMMONER: 0.25, // how strongly phrases with the same meaning make a word less rare
  STANDING: 0.8, // the most that a stand-in is worth, compared with the word itself
  WHOLE: 0.01, // a short word is a word of its own only if this share of the records has it
  // so many unknown words, and half of all, are of a language that the site does not know
  STRANGE: 3,
  QUIET: 0.12, // the weight of a word that only questions have

  // Usual questions (query/usual-questions.js)
  // what the words of a query must say together of a question: a word says 1 if no other question
  // has it
  CUED: 1,
  CUED_SURELY: 2.4, // if they say so much, the question is sure
  USUAL: 4, // a query is at most so many usual questions
  USUALLY: 0.7, // what a word counts for a record that answers the question without saying the word

  // Records that the index found (ranking/ranking.js)
  ENOUGH: 0.3, // a hit with a smaller share of the query is weak
  // a weak hit is kept only if it is among this many best hits: its text may say more than the
  // index knows
  WEAK: 30,
  INHERITED: 0.4, // what a word counts for a ruling if only its card says it
  FOUND: 0.6, // what a word counts if it is found at all; the index's score gives the rest
  // rulings have 1: people look for them most
  BELOW: { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 },
  ASKED: 1.8, // a question lowers the others further, as an exponent

  // Which records are read (ranking/reranking.js)
  QUESTION: 3, // a query of this many meaningful words is a question, which rulings answer best
  ANCHORED: 40, // the most records of named cards that are read
  PROMISING: 12, // the hits that are read before they are put in order: each may be a request
  // the other rulings of the cards of so many best hits are read too: their texts are in the same
  // files
  CARDS: 3,

  // Texts (ranking/text-rating.js)
  NEAR: 8, // words at this distance from each other still belong together
  SAME: 0.85, // a phrase with the same meaning counts a little less
  FORM: 0.8, // another form of a word counts less than the word: "counters" are seldom "countered"
  AROUND: 4, // how many other words may interrupt such a phrase
  TITLE: 0.9, // a word of the title counts a little less than one of the text
  TOGETHER: 0.4, // what words that are close together add
  PRIOR: 0.15, // what the score of the index still counts after the text was read
  LONG: 0.05, // what a text loses each time its length doubles
  SAID: 0.9, // a hit with this share of the question answers it in its own words
  // what a text gains of the best score if it means the same as the question (ranking/meaning.js)
  ALIKE: 0.25,

  // Names in a query (query/names.js)
  NAME_ENOUGH: 0.5, // a name that is less sure is not meant
  NAME_EVIDENCE: 0.6, // words with this share of the greatest rarity make a name certain
  NAME_RIVAL: 0.8, // a name that shares words with another must be nearly as sure
  // hits in the page's language come first if they answer this share of what the best hit answers
  OWN: 0.5,
  FOREIGN: 0.95, // of two like rulings, the one in the reader's language comes first
  APART: 0.3, // among the rulings of one card, the words that few of them have decide
}
