"""The real changes since a set's rulings were written: outdated terms, rules with other numbers or
other words, what later sets say, and our verdicts.

Age alone is not one: old rulings are right as long as nothing changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..facts.catalogue import in_language
from ..joining.phrases import join_first
from ..joining.rule_numbers import page_of
from ..ledger.numbers import split_id
from ..library import CardNotes, Holder, Note, Numbered
from ..notes import Card, Introduction, Rule, Unread
from ..rulebook.book import rule_order
from ..text import Dated, Text
from . import addresses
from .edition import Edition, View
from .markup import PREVIEW, Phrase, Reference, cut, preview
from .words import Words

_MOST_RULES = 3
"""The most rules that a sentence names."""


def list_changes(edition: Edition, entry: Holder) -> View | None:
    """Return the changes since an entry was written, by their sort, with a label that counts them;
    None if there are none.
    """
    library, words = edition.library, edition.words
    amended = {number for note in entry.notes for number in library.amended.get(note.id, ())}
    changed = {
        "terms": _list_outdated(edition, entry),
        #  The rules that got other numbers.
        "rules": tuple(_list_renumbered(edition, entry)),
        #  The rules that got other words; their pages compare them.
        "amended": tuple(map(edition.link_rule_today, sorted(amended, key=rule_order))),
        #  The rulings that later sets say in other words.
        "later": tuple(_list_restated(edition, entry)) if isinstance(entry, CardNotes) else (),
    }
    count, year = sum(map(len, changed.values())), library.year(entry.set_code)
    label = words.count("changes_since" if year else "changes", count, year=year)
    return {"label": label, **changed} if count else None


def _list_outdated(edition: Edition, entry: Holder) -> tuple[View, ...]:
    """Return the outdated terms of an entry in order, each once.

    A term that was only renamed is left out: the ruling can be read without the new word.
    """
    terms: dict[str, View] = {}
    for block in entry.body:
        if isinstance(block, Card):
            continue
        text_lang = block.lang if isinstance(block, Numbered) else entry.lang
        for text in (block.text, *(block.items if isinstance(block, Note) else ())):
            for span in text.walk():
                if isinstance(span, Dated) and not span.trivial and span.term not in terms:
                    terms[span.term] = _view_term(edition, span, text_lang)
    return tuple(terms.values())


def _view_term(edition: Edition, span: Dated, lang: str) -> View:
    """Return the view of an outdated term in a text in ``lang``.

    The explanation is in the language of the page, otherwise in ``lang``.
    """
    term, words = edition.library.eras[span.term], edition.words
    today = term.words[lang]
    sentence_lang = edition.lang if edition.lang in term.words else lang
    sentence = term.words[sentence_lang].sentence
    if today.now:
        label = words["era_now"]
    else:
        label = words["era_gone"] if today.gone else words["era_rule"]
    return {
        "anchor": addresses.anchor("era", span.entry, span.term),
        #  The term that the note prints.
        "then": Phrase(Text((span.spans,)).plain(), lang),
        #  What happened to the term, before ``now`` or ``sentence``.
        "label": label,
        #  The current term; None if there is none, or if it is the same.
        "now": Phrase(today.now, lang) if today.now else None,
        #  The explanation; None if the term was only renamed.
        "sentence": Phrase(sentence, sentence_lang) if sentence else None,
        #  The day on which it changed.
        "until": term.until,
    }


def _list_renumbered(edition: Edition, entry: Holder) -> Iterator[View]:
    """Yield the rules that an entry cites and that have another number today, each once. Those that
    it quotes show today's number beside the quotation.
    """
    texts = [text for block in entry.body if isinstance(block, Numbered) for text in block.texts]
    for number in dict.fromkeys(cited for text in texts for cited in text.mentioned_ids("rule")):
        today = edition.library.rule_today(number, entry.set_code)
        if today and today.number != number:
            yield {
                "then": edition.link_rule(number),
                "today": edition.link_rule_today(today.number),
            }


def _list_restated(edition: Edition, entry: CardNotes) -> Iterator[View]:
    """Yield the rulings of ``entry`` that a later set's document in the same language says in other
    words, each with the link to the later one.
    """
    library = edition.library
    card = library.cards[entry.card]
    for note in entry.notes:
        if later_id := library.restated.get(note.id, {}).get(entry.lang):
            code, _, number = split_id(later_id)
            place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, later_id)}"
            yield {
                "number": str(note.number),
                "later": edition.link(place, edition.words.say("ruling_number", number=number)),
                "code": addresses.shown_code(code),
                "set_name": edition.set_name(code),
            }


def drop_eras(text: Text) -> Text:
    """Return ``text`` without the marks of outdated terms, for places that do not explain them."""
    return Text(
        tuple(
            tuple(
                inner
                for span in spans
                for inner in (span.spans if isinstance(span, Dated) else (span,))
            )
            for spans in text.paragraphs
        )
    )


@dataclass(frozen=True)
class VerdictView:
    """What a page says about whether a ruling is still true: a sentence, and the rule that decides.
    As a string, the rule follows the sentence in brackets.
    """

    sentence: str
    rule: Reference | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule.phrase.text})" if self.rule else self.sentence


def describe_verdict(edition: Edition, block: object) -> VerdictView | None:
    """Return our verdict on a ruling, with its reason. Without a verdict, the sentence says which
    of the rules that it rests on changed since.

    Return None if none of them did, or if ``block`` is not a ruling.
    """
    if not isinstance(block, Note):
        return None
    words, decided = edition.words, block.verdict
    if decided is None:
        numbers = edition.library.amended.get(block.id, ())
        if not numbers:
            return None
        return VerdictView(
            words.count("verdict_changed", len(numbers), rules=join_first(numbers, _MOST_RULES))
        )
    reason = in_language(decided.reason, words.lang)
    text = words.say(
        "verdict_gone" if decided.is_gone else "verdict_correct",
        by=words.say("verdict_by", date=words.date(decided.edition)) if decided.edition else "",
        reason=f"{reason[:1].upper()}{reason[1:]}",
    )
    page = addresses.rule_page(page_of(edition.library.rulebook, decided.rule))
    return VerdictView(text, edition.link(page, words.say("verdict_rule", number=decided.rule)))


def mark_wrong(words: Words, block: object) -> str:
    """Return the words that mark a ruling that is wrong today; empty for any other block."""
    is_gone = isinstance(block, Note) and block.verdict and block.verdict.is_gone
    return words["search_gone"] if is_gone else ""


def begin_preview(words: Words, block: Introduction | Rule | Note | Unread) -> str:
    """Return the first words of a block, as long as the preview of a link may be. If it is a ruling
    that is wrong today, they begin with that.
    """
    items = block.items if isinstance(block, Note) else ()
    start = preview(words, (block.text, *items))
    return cut(". ".join(filter(None, (mark_wrong(words, block), start))), PREVIEW)
