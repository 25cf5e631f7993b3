"""Sharing and quoting a ruling, moving between rulings by key, and following a link to one."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from site_tests.browser.conftest import WIDE
from site_tests.browser.finding import box_of, clipboard

TOTEM = "cards/quoted-totem/"
SHORT = "r/vex/quoted-totem/1/"
ABOUT = "Quoted Totem · ruling 1 · Vexing <b>Set</b> · January 1, 2032"
MARKED_ABOUT = r"Quoted Totem · ruling 1 · Vexing \<b\>Set\</b\> · January 1, 2032"
FIRST = r"1\. Pay {2}{W}: \[b\]old\[/b\] \< new & *only* then."

BREAK = "  "

FORMS = {
    "Text with link": (
        f"""1. Pay {{2}}{{W}}: [b]old[/b] < new & only then.
A second_line^2, | or `none`.
• Tap it: {{T}}.
• - Or don't.
— {ABOUT}
URL"""
    ),
    "Discord": (
        rf"""> {FIRST}
> A second\_line\^2, \| or \`none\`.
> - Tap it: {{T}}.
> - \- Or don't.
— {MARKED_ABOUT}
<URL>"""
    ),
    "Markdown (Reddit, Stack Exchange)": (
        rf"""> {FIRST}{BREAK}
> A second\_line\^2, \| or \`none\`.
>
> - Tap it: {{T}}.
> - \- Or don't.

— [{MARKED_ABOUT}](URL)"""
    ),
}


def copy(page: Page, form: str, ruling: str = "#vex-1") -> None:
    page.locator(f"{ruling} .rb-quote").click()
    page.get_by_role("button", name=form, exact=True).click()


@pytest.fixture
def page(visit):
    return visit(f"en/{TOTEM}")


def test_a_ruling_is_copied_in_the_chosen_form(page, served):
    for form, text in FORMS.items():
        copy(page, form)
        expect(page.locator(".rb-status")).to_have_text(f"Copied: {form}")
        assert clipboard(page) == text.replace("URL", served + SHORT)
        expect(page.get_by_role("button", name="Quote ruling 1", exact=True)).to_be_focused()


def share_with(page: Page, outcome: str) -> None:
    """Give the browser a sheet to share with, which a test cannot open. It has this outcome."""
    page.add_init_script(
        "navigator.share = async (shared) => { window.shared = shared; " + outcome + " }"
    )
    page.reload()


def test_a_tap_shares_a_ruling_on_a_phone(page, served):
    share_with(page, "")
    page.get_by_role("button", name="Share ruling 1", exact=True).click()
    page.wait_for_function("window.shared")
    text = FORMS["Text with link"].removesuffix("\nURL")
    assert page.evaluate("shared") == {"title": ABOUT, "text": text, "url": served + SHORT}
    expect(page.locator(".rb-status")).to_be_empty()


@pytest.mark.parametrize(("failure", "copied"), [("AbortError", False), ("NotAllowedError", True)])
def test_if_a_ruling_cannot_be_shared_its_link_is_copied(page, served, failure, copied):
    share_with(page, f"throw new DOMException('', '{failure}')")
    page.evaluate("navigator.clipboard.writeText('before')")
    page.locator("#vex-1 .rb-copy").click()
    page.wait_for_function("window.shared")
    expect(page.locator(".rb-status")).to_have_text("Copied: Link" if copied else "")
    assert clipboard(page) == (served + SHORT if copied else "before")


def test_a_click_copies_the_link(visit, served):
    with_nothing_to_share, with_mouse = visit(f"en/{TOTEM}"), visit(f"en/{TOTEM}", viewport=WIDE)
    share_with(with_mouse, "")
    for page in (with_nothing_to_share, with_mouse):
        page.evaluate("navigator.clipboard.writeText('before')")
        page.get_by_role("button", name="Copy link to ruling 1", exact=True).click()
        expect(page.locator(".rb-status")).to_have_text("Copied: Link")
        assert clipboard(page) == served + SHORT


def test_a_link_to_report_an_error_names_the_ruling(page, folder):
    by_hand, link = (
        '<p hidden class="rb-by-hand">',
        '<p><a data-report="https://x.example/new?id={id}">Report</a></p>',
    )
    before, both = (json.dumps(each)[1:-1] for each in (by_hand, f"{link}{by_hand}"))
    text = (folder / "assets" / "citing-en.js").read_text("utf-8").replace(before, both)
    page.route(
        re.compile(r"/citing-en\.js"),
        lambda route: route.fulfill(body=text, content_type="text/javascript"),
    )
    page.reload()
    page.locator("#vex-1 .rb-quote").click()
    expect(page.get_by_role("link", name="Report")).to_have_attribute(
        "href", "https://x.example/new?id=vex%2Fquoted-totem%2F1"
    )


def test_a_ruling_in_another_language_is_quoted_in_its_own(visit, served):
    page = visit(f"fr/{TOTEM}")
    copy(page, "Texte avec lien")
    expect(page.locator(".rb-status")).to_have_text("Copié\u00a0: Texte avec lien")
    assert clipboard(page).endswith(
        "— Quoted Totem · précision 1 · Vexing <b>Set</b> · anglais · 1 janvier"
        f" 2032\n{served}{SHORT}"
    )


def test_a_note_of_a_section_is_quoted_with_its_title(visit, served):
    page = visit("es/sets/lom/#lom-glimmer-1")
    copy(page, "Texto con enlace", "#lom-glimmer-1")
    expect(page.locator(".rb-status")).not_to_be_empty()
    about, url = clipboard(page).splitlines()[-2:]
    title = page.locator("#section-glimmer > .quiet").inner_text()
    assert about == f"— {title} · aclaración 1 · Faroles sobre el fango · 7 de febrero de 2031"
    assert url == f"{served}es/r/lom/notes/glimmer/1/"


def test_a_linked_paragraph_is_marked_and_can_be_copied(visit, served):
    page = visit("r/lom/notes/card-legality/1/")
    expect(page).to_have_url(re.compile(r"/en/sets/lom/#lom-card-legality-1$"))
    expect(page.locator("#lom-card-legality-1:target")).to_have_css("outline-style", "solid")
    expect(page.get_by_role("link", name="Link to this paragraph").first).to_be_visible()
    expect(page.get_by_role("button", name="Copy link to this paragraph").first).to_be_visible()
    page.get_by_role("button", name="Quote this paragraph").first.click()
    page.get_by_role("button", name="Text with link", exact=True).click()
    expect(page.locator(".rb-status")).to_have_text("Copied: Text with link")
    assert (
        clipboard(page)
        == "Every card of the mire is legal on the day it comes out.\n— Card Legality · Lanterns"
        f" over Mire · February 7, 2031\n{served}en/r/lom/notes/card-legality/1/"
    )


def test_if_the_site_may_not_copy_the_text_is_selected(page, served):
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')) }"
    )
    copy(page, "Discord")
    box = page.get_by_label("The text is selected")
    expect(box).to_be_focused()
    selected = box.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert selected == FORMS["Discord"].replace("URL", served + SHORT)
    page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    expect(page.get_by_role("button", name="Quote ruling 1", exact=True)).to_be_focused()


def test_copying_works_without_storage(page, served):
    page.evaluate(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })"
    )
    page.locator("#vex-1 .rb-copy").click()
    expect(page.locator(".rb-status")).to_have_text("Copied: Link")
    assert clipboard(page) == served + SHORT


def test_without_scripts_there_is_no_useless_button(visit):
    page = visit(f"en/{TOTEM}", java_script_enabled=False)
    expect(page.locator(".ruling-number")).to_have_count(1)
    expect(page.locator(".rb-cite, .rb-keys-button, dialog")).to_have_count(0)


def test_the_buttons_of_a_ruling_are_large_enough_to_tap(page):
    page.locator(".rb-quote").click()
    buttons = page.locator(".rb-copy, .rb-quote, dialog button:visible").all()
    boxes = [box for button in buttons if (box := button.bounding_box())]
    assert len(boxes) == len(FORMS) + 3
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24
    assert min(boxes[0]["width"], boxes[0]["height"]) >= 44
    page.keyboard.press("Escape")
    covered = page.locator(".rb-copy").evaluate(
        """button => {
          const { left, top } = button.getBoundingClientRect()
          return [3, 22, 41].flatMap((x) => [3, 22, 41].map((y) => [left + x, top + y]))
            .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("button") !== button)
        }"""
    )
    assert covered == []


def test_the_buttons_of_a_ruling_stay_in_its_frame(visit):
    page = visit("en/cards/wisp-of-the-fen/")
    page.locator(".rb-quote").first.wait_for()
    for width in (*range(320, 420, 4), *range(720, 1020, 20)):  # the last lines are full in some
        page.set_viewport_size({"width": width, "height": 740})
        outside = page.locator(".ruling").evaluate_all(
            """rulings => rulings.filter((each) =>
              each.querySelector(".rb-quote svg").getBoundingClientRect().right
              > each.getBoundingClientRect().right - 3).map(({ id }) => id)"""
        )
        assert outside == [], width


def test_keys_move_between_rulings_and_copy_the_link(visit, served):
    page = visit("en/cards/vexing-anvil/")
    at = {number: page.locator(f"#vex-{number}") for number in (1, 2)}
    for key, number in (("j", 1), ("j", 2), ("j", 2), ("k", 1)):
        page.keyboard.press(key)
        expect(at[number].get_by_role("link", name=f"Link to ruling {number}")).to_be_focused()
        assert page.evaluate("document.querySelector('.ruling:target').id") == f"vex-{number}"
    page.keyboard.press("y")
    expect(page.locator(".rb-status")).to_have_text("Copied: Link")
    assert clipboard(page) == f"{served}r/vex/vexing-anvil/1/"
    page.go_back()
    assert page.url == "about:blank"


def test_keys_do_nothing_while_text_is_typed(visit):
    page = visit("en/")
    search = page.get_by_role("textbox")
    search.focus()
    page.keyboard.type("jky?")
    expect(search).to_have_value("jky?")
    expect(page.locator(".ruling:target, dialog[open]")).to_have_count(0)


def test_the_keys_are_shown_and_can_be_turned_off(visit):
    page = visit("en/cards/vexing-anvil/")
    page.keyboard.press("?")
    shown = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(shown).to_contain_text("Next ruling")
    shown.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(shown).not_to_be_visible()
    page.reload()
    page.keyboard.type("j?")
    expect(page.locator(".ruling:target, dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    shown.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("#vex-1:target")).to_be_visible()


def test_a_linked_ruling_is_below_the_header_and_outlined(visit, served):
    page = visit()
    for lang in ("en", "es", "fr"):
        for place in (
            "cards/wisp-of-the-fen/#lom-2",
            "sets/lom/#lom-glimmer-1",
            "cards/sink-surface/#face-2",
            f"cards/{'anthracite' * 4}/#vex-20",
        ):
            page.goto(f"{served}{lang}/{place}")
            ruling = page.locator(f"#{place.partition('#')[2]}:target")
            expect(ruling).to_have_css("outline-style", "solid")
            box, header = box_of(ruling), box_of(page.locator(".md-header"))
            assert box["y"] >= header["y"] + header["height"]
