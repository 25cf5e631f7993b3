"""The names of symbols, in every form that pages have used: ``symbols.yml`` says what each is."""

from pathlib import Path

import pytest
import yaml

from rulebinder.reading import symbols
from rulebinder.reading.formats import webpages

TABLES = yaml.safe_load(Path(__file__).with_name("symbols.yml").read_text("utf-8"))
READERS = {
    "files": lambda name: symbols.read_address(f"http://example.org/modules/manasymbols/{name}"),
    "pictures": lambda name: symbols.read_address(f"http://example.org/pages/{name}"),
    "services": lambda query: symbols.read_address(
        f"http://example.org/Handlers/Image.ashx{query}"
    ),
    "labels": symbols.read_label,
    "elements": lambda tag: webpages.from_html(f"<p>Pay {tag}: win.</p>", "x").text[4:-6],
    "bare": symbols.brace_costs,
    "wide": lambda text: symbols.normalise(text, markdown=False),
}


@pytest.mark.parametrize("table", READERS)
def test_each_spelling_is_read(table):
    spellings = TABLES[table]
    assert {spelling: READERS[table](spelling) for spelling in spellings} == spellings
