"""The page of a revision in a browser."""

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE


def test_a_revision_keeps_to_wcag_fits_a_phone_and_is_read_aloud_with_its_changes(
    visit,
):
    page = visit("en/sets/vex/revisions/2032-02-03/", viewport=PHONE)
    assert measuring.violations(page) == []
    assert measuring.small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    (changed,) = page.get_by_role("listitem").filter(has_text="Quoted Totem").all()
    assert "[removed now.]" in " ".join((changed.text_content() or "").split())
    assert changed.get_by_role("deletion").count() > 0
    assert changed.get_by_role("insertion").count() > 0
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.altered del')).textDecorationLine")
        == "line-through"
    )
