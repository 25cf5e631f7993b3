"""A short address in a browser: it leads to the ruling in the reader's language, and can be read
without scripts.
"""

import re

from playwright.sync_api import expect

SHORT = "r/lom/wisp-of-the-fen/1/"


def test_a_short_address_leads_to_the_ruling_in_the_readers_language(visit):
    for locale, lang in (("es-ES", "es"), ("fr-CA", "fr"), ("en-GB", "en"), ("ja-JP", "en")):
        page = visit(SHORT, locale=locale)
        expect(page).to_have_url(re.compile(rf"/sub/{lang}/cards/wisp-of-the-fen/#lom-1$"))
        expect(page.locator("#lom-1")).to_be_in_viewport()


def test_the_language_in_the_address_and_the_chosen_one_overrule_the_browsers(visit, served):
    page = visit(f"es/{SHORT}", locale="en-US")
    expect(page).to_have_url(re.compile(r"/sub/es/cards/wisp-of-the-fen/#lom-1$"))
    expect(page.locator("#lom-1")).to_contain_text("destella")
    page.evaluate("localStorage.setItem('rulebinder.language', 'fr')")
    page.goto(served + SHORT)
    expect(page).to_have_url(re.compile(r"/sub/fr/cards/wisp-of-the-fen/#lom-1$"))


def test_a_note_leads_to_its_mechanic_with_all_that_says_where_it_is_from(visit):
    page = visit("r/lom/notes/glimmer/1/", locale="es-ES")
    expect(page).to_have_url(re.compile(r"/sub/es/mechanics/glimmer/#lom-glimmer-1$"))
    ruling = page.locator("#lom-glimmer-1:target")
    expect(ruling).to_be_in_viewport(ratio=1)
    expect(ruling).to_have_css("outline-style", "solid")
    for words in ("Faroles sobre el fango", "7 de febrero de 2031"):
        expect(ruling.get_by_text(words)).to_be_in_viewport()
    expect(page.locator(".rb-context").get_by_text("Destellar", exact=True)).to_be_in_viewport()


def test_without_scripts_the_short_page_can_be_read_and_links_on(visit):
    page = visit(SHORT, java_script_enabled=False, locale="es-ES")
    expect(page.get_by_role("heading", level=1)).to_have_text("Wisp of the Fen")
    expect(page.locator("blockquote")).to_have_text(
        "Wisp of the Fen can glimmer while Mire Lantern is tapped."
    )
    page.get_by_role("link", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fuego fatuo del pantano")
    page.get_by_role("link", name="Leer en su página").click()
    expect(page).to_have_url(re.compile(r"/sub/es/cards/wisp-of-the-fen/#lom-1$"))
