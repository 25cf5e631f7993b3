"""What search engines read of a page (JSON-LD): the path to it, what a mechanic is, and on the home
page the site and its data. Approved pages have it; here, all that it names exists.
"""

import json
import re

from site_tests.sites import ADDRESS, read_page

DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def test_every_address_in_the_data_is_there(built):
    pages = "\n".join(path.read_text("utf-8") for path in (built / "es").rglob("index.html"))
    described = list(map(json.loads, DATA.findall(pages)))
    named = set(re.findall(f'"{ADDRESS}([^"]*)"', json.dumps(described)))
    assert len(named) > 10
    for address in named:
        path, _, anchor = address.partition("#")
        file = built / path / ("index.html" if path.startswith(("es/", "en/")) else "")
        assert file.exists(), address
        assert not anchor or f'id="{anchor}"' in read_page(built, path), address
