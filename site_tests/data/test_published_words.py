"""The published notes have all words of the real documents, and no others."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulebinder.outputs import data
from rulebinder.reading import accounting

NOT_PRINTED = {
    "id", "set", "language", "kind", "source", "layout", "card", "mechanics", "gives", "mentions",
    "last_modified", "compiled_by",
    "contributors", "title", "part", "printed_code", "verdict", "outdated",
}  # fmt: skip
"""The contract's fields that a document does not print, or whose words are counted separately."""


def strings(value: Any, key: str = "") -> Iterator[str]:
    """Yield every text under a field that a document prints."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in NOT_PRINTED:
                yield from strings(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each, key)
    elif (
        isinstance(value, str) and key != "rules"
    ):  # the numbers of rules that a ruling rests on; quoted rules have texts
        yield value


def test_no_word_is_lost_and_none_is_added(real_library, release_notes_dir):
    checked = 0
    for document in real_library.documents():
        published = data.describe_document(document, real_library)
        printed = accounting.count_page_tokens(
            (release_notes_dir / document.notes.source.name).read_text("utf-8")
        )
        found: Counter[str] = sum(
            (accounting.count_tokens(text) for text in strings(published)), Counter()
        )
        headings = dict.fromkeys([*(section["title"] for section in published["sections"])])
        headings |= dict.fromkeys(entry["part"] for entry in published["cards"])
        found += sum((accounting.count_tokens(text) for text in headings), Counter())
        added = found - printed
        assert sum(added.values()) <= 0.001 * sum(printed.values()), (
            document.notes.source.name,
            added.most_common(9),
        )
        lost = (
            printed
            - found
            - accounting.count_tokens(" ".join([published["title"], *published["compiled_by"]]))
        )
        assert sum(lost.values()) <= 0.001 * sum(printed.values()), (
            document.notes.source.name,
            lost.most_common(9),
        )
        checked += 1
    assert checked == 5
