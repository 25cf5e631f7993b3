"""The site without a network: pages that were read, sets that are kept, their search, and the page
that lists them.
"""

import json
import re
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, SUB_PATH
from site_tests.browser.finding import answered, ask, hits
from site_tests.browser.serving import serve
from site_tests.browser.starting import PATIENCE, context

CARD = "en/cards/wisp-of-the-fen/"
OTHER = "en/cards/mire-lantern/"
SET = "en/sets/lom/"
NEXT = "ffffffff"
FULL = "This device doesn't have enough space for the set."
FORBIDDEN = "Your browser doesn't let this site save pages on this device."
SETTLED = """navigator.serviceWorker.getRegistration().then(
  ({ installing, waiting, active }) => !installing && !waiting && active.state === "activated")"""
PRIVATE = "in-incognito"
"""What newer versions of Chromium say of each site in a private window, as those of the tests are.
"""
REFUSED = "caches.open = () => Promise.reject(new DOMException('no', 'SecurityError'))"


@pytest.fixture
def copied(folder, tmp_path):
    """Return a link to the site, which a test may take away."""
    link = tmp_path / "site"
    link.symlink_to(folder)
    return link


@pytest.fixture
def home(copied):
    with serve(copied, SUB_PATH) as address:
        yield address


@pytest.fixture
def page(browser, home):
    """Return a page of a new reader. At the end, fail if a script of a page had an error."""
    amiss: list[str] = []
    with context(browser, viewport=PHONE, locale="en-US", service_workers="allow") as visit:
        page = visit.new_page()
        page.on("pageerror", lambda failure: amiss.append(str(failure)))
        page.goto(f"{home}en/about/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        yield page
    assert amiss == []


def read(page: Page, address: str) -> None:
    """Read a page, until the device has it."""
    page.goto(address)
    until(page, "caches.match(location.origin + location.pathname).then(Boolean)")


def cut(page: Page, site: Path) -> None:
    """Take the network away.

    Playwright does not take it from service workers, so the server stops answering too.
    """
    page.context.set_offline(True)
    site.rename(site.with_name("away"))


def until(page: Page, asked: str) -> None:
    """Wait until a promise in the page is true.

    Playwright takes any promise for true if it waits for a function.
    """
    end = time.monotonic() + PATIENCE
    while not page.evaluate(asked):
        assert time.monotonic() < end, asked
        page.wait_for_timeout(20)


def keep(page: Page, home: str, path: str = SET) -> None:
    """Keep a set, until the device has all of it."""
    page.goto(home + path)
    page.locator(".rb-keep button").click()
    expect(page.locator(".rb-keep")).to_have_attribute("data-state", "kept")


def names(page: Page, kind: str) -> list[str]:
    """Return the names of the caches of a kind, without the address of the site."""
    found: list[str] = page.evaluate("caches.keys()")
    return [each.split(" ", 2)[2] for each in found if f" {kind} " in each]


def detach(site: Path) -> None:
    """Put a copy of the site in the place of the link, so that a test may change files."""
    shared = site.resolve()
    site.unlink()
    shutil.copytree(shared, site)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def rebuilt(site: Path) -> None:
    """Change a ruling, the list of its set, and the worker, as the next build does."""
    change(site / CARD / "index.html", "</a> while <a", "</a> whilst <a")
    version = json.loads((site / "offline/en/index.json").read_text("utf-8"))["sets/lom"]["version"]
    change(site / "offline/en/index.json", version, NEXT)
    change(site / "offline/en/sets/lom.json", version, NEXT)
    (digest,) = re.findall(r'"digest":"(\w+)"', (site / "sw.js").read_text("utf-8"))
    change(site / "sw.js", digest, "eeeeeeee")


def test_a_page_that_was_read_can_be_read_without_a_network_and_another_leads_to_it(
    page, home, copied
):
    until(page, "caches.match(location.href).then(Boolean)")  # the first page of a visit too
    read(page, home + CARD)
    cut(page, copied)
    page.goto(f"{home}{CARD}?q=wisp#lom-1")
    expect(page.locator("#lom-1")).to_contain_text("can glimmer")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("system-ui"), (
        "its style sheet is there too"
    )
    page.goto(f"{home}en/about/")
    expect(page).to_have_url(f"{home}en/about/")
    expect(page.locator("h1")).to_be_visible()
    page.goto(home)
    expect(page.locator(".rb-missing")).to_be_visible()
    for lang, words in (("en", "You are offline"), ("es", "No hay conexión")):
        missing = f"{home}{lang}/cards/mire-lantern/"
        page.goto(missing)
        expect(page).to_have_url(re.compile(rf"/sub/{lang}/offline/\?page="))
        expect(page.locator(".rb-missing")).to_contain_text(words)
        expect(page.locator(".rb-missing a")).to_have_attribute("href", missing)
    page.locator(".rb-kept-pages a", has_text="Wisp of the Fen").click()
    expect(page.locator("#lom-1")).to_contain_text("can glimmer")
    page.goto(home + OTHER)
    expect(page.locator(".rb-missing")).to_be_visible()
    copied.with_name("away").rename(copied)
    page.context.set_offline(False)
    expect(page).to_have_url(home + OTHER)
    expect(page.locator("h1")).to_contain_text("Mire Lantern")


def test_the_page_of_what_is_kept_leads_to_no_other_site(page, home):
    for away in ("https://example.com/", "javascript:alert(1)", "//example.com/"):
        page.goto(f"{home}en/offline/?page={away}")
        expect(page.locator(".rb-kept-sets p")).to_be_visible()
        expect(page.locator(".rb-missing")).to_be_hidden()


def test_the_button_says_how_large_a_set_is_and_the_list_says_the_same(page, home, copied):
    facts = json.loads((copied / "offline/en/index.json").read_text("utf-8"))
    lom, vex, common = (
        facts[name]["bytes"] / 1_000_000 for name in ("sets/lom", "sets/vex", "common")
    )
    promised = 0.0
    for path, needed in ((SET, lom + common), ("en/sets/vex/", vex)):
        page.goto(home + path)
        expect(page.locator(".rb-keep button")).to_have_text(
            f"Save this set on this device ({needed:.1f} MB)"
        )
        promised += needed
        keep(page, home, path)
        page.goto(f"{home}en/offline/")
        expect(page.locator(".rb-kept-sets h2")).to_have_text(f"Sets {promised:.1f} MB")
    sizes = [re.compile(rf"\D{size:.1f} MB") for size in (lom, vex)]
    expect(page.locator(".rb-kept-sets li")).to_have_text(
        [*sizes, re.compile(rf"^\s*Lists and search, for all sets \({common:.1f} MB")]
    )


def test_a_set_that_is_kept_can_be_read_and_searched_without_a_network(page, home, copied):
    keep(page, home)
    expect(page.locator(".rb-keep [role=status]")).to_have_text(
        "You can read and search this set offline."
    )
    cut(page, copied)
    for path, words in (
        (CARD, "can glimmer"),
        ("en/mechanics/glimmer/", "Glimmer"),
        (f"{SET}document/", "Mire Lantern"),
    ):
        page.goto(home + path)
        expect(page).to_have_url(home + path)
        expect(page.locator("main")).to_contain_text(words)
    for short, whole in (
        ("r/lom/wisp-of-the-fen/1/", f"{CARD}#lom-1"),
        ("es/r/lom/wisp-of-the-fen/1/", f"{CARD}#lom-1"),
        ("r/lom/notes/glimmer/1/", "en/mechanics/glimmer/#lom-glimmer-1"),
    ):
        page.goto(home + short)
        expect(page).to_have_url(home + whole)
        expect(page.locator(f"[id='{whole.partition('#')[2]}']")).to_be_visible()
    page.goto(home + CARD)
    dialog = ask(page, "lantern tapped")
    answered(dialog)
    expect(hits(dialog).first).to_contain_text("Wisp of the Fen")
    dialog.get_by_role("textbox").fill("zzzqx")  # no language has it, and others are not kept
    expect(dialog.get_by_role("status")).to_have_text(
        re.compile("zzzqx.+ The texts in other languages could not be loaded")
    )


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_the_front_page_leads_to_a_home_page_that_is_kept(browser, home, copied, locale):
    with context(browser, locale=locale, service_workers="allow") as visit:
        page = visit.new_page()
        page.goto(f"{home}en/about/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        read(page, f"{home}en/")
        cut(page, copied)
        page.goto(home)
        expect(page).to_have_url(f"{home}en/")
        expect(page.locator("h1")).to_be_visible()


def test_a_set_that_is_kept_is_listed_and_can_be_removed_there_or_on_its_page(page, home, copied):
    keep(page, home)
    page.goto(f"{home}en/offline/")
    items = page.locator(".rb-kept-sets li")
    expect(items.get_by_role("link")).to_have_attribute("href", home + SET)
    items.get_by_role("button").press("Enter")
    expect(items).to_have_count(0)
    expect(page.locator(".rb-kept [role=status]")).to_be_focused()
    expect(page.locator(".rb-kept-sets h2")).to_have_text("Sets")
    assert names(page, "kept") == []
    keep(page, home)
    page.locator(".rb-keep button", has_text="Remove").click()
    expect(page.locator(".rb-keep")).to_have_attribute("data-state", "away")
    expect(page.locator(".rb-keep [role=status]")).to_have_text("Removed from this device.")
    assert names(page, "kept") == []
    cut(page, copied)
    page.goto(home + OTHER)
    expect(page).to_have_url(re.compile(r"/en/offline/\?page="))


def test_the_pages_that_were_read_can_be_removed(page, home, copied):
    read(page, home + CARD)
    read(page, f"{home}es/")
    page.goto(f"{home}en/offline/")
    listed = page.locator(".rb-kept-pages li")
    expect(listed.filter(has_text="(Spanish)")).to_have_text(["Rulebinder (Spanish)"])
    page.get_by_role("button", name="Forget the pages that you have read").click()
    expect(page.locator(".rb-kept-pages p")).to_be_visible()
    expect(page.locator(".rb-kept-pages button")).to_be_hidden()
    cut(page, copied)
    page.goto(home + CARD)
    expect(page.locator(".rb-missing")).to_be_visible()


def test_a_changed_page_is_never_stale_and_a_kept_set_changes_with_the_site(page, home, copied):
    detach(copied)
    keep(page, home)
    read(page, home + OTHER)
    change(copied / OTHER / "index.html", "blue mana", "sky mana")
    page.goto(home + OTHER)
    expect(page.locator("#lom-1")).to_contain_text("sky mana")
    until(
        page,
        "caches.match(location.href).then((page) => page.text())"
        ".then((text) => text.includes('sky mana'))",
    )
    (before,) = [each for each in page.evaluate("caches.keys()") if " sets/lom " in each]
    rebuilt(copied)
    now = f"{before.rpartition(' ')[0]} {NEXT}"
    page.goto(f"{home}en/about/")
    until(
        page,
        "caches.keys().then((all) => all.filter((each) => each.includes(' sets/lom ')).join() ==="
        f" '{now}')",
    )
    cut(page, copied)
    page.goto(home + OTHER)
    expect(page.locator("#lom-1")).to_contain_text("sky mana")
    page.goto(home + CARD)
    expect(page.locator("#lom-1")).to_contain_text("whilst")


def test_a_new_version_removes_the_caches_of_old_ones_but_the_last(page, copied):
    detach(copied)
    (first,) = names(page, "read")
    for version in ("11111111", "22222222"):
        before = re.findall(r'"version":"(\w+)"', (copied / "sw.js").read_text("utf-8"))[0]
        change(copied / "sw.js", before, version)
        page.evaluate(
            "navigator.serviceWorker.getRegistration().then((each) => each.update()).then(() =>"
            " true)"
        )
        until(page, f"caches.keys().then((all) => all.some((each) => each.endsWith('{version}')))")
        until(page, SETTLED)
    assert first not in names(page, "read")
    assert names(page, "read") == ["read 11111111", "read 22222222"]


def test_a_browser_can_install_the_site(page, home):
    page.goto(f"{home}fr/")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{home}fr/manifest.webmanifest", [])
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each for each in errors if each["errorId"] != PRIVATE] == []


def test_what_is_kept_breaks_no_rule_of_wcag(page, home):
    page.goto(home + SET)
    expect(page.locator(".rb-keep button")).to_be_enabled()
    found = measuring.scheme_violations(page, ".rb-keep")
    keep(page, home)
    found += measuring.scheme_violations(page, ".rb-keep")
    page.goto(f"{home}en/offline/?page=en/cards/none/")
    expect(page.locator(".rb-kept-sets li")).to_have_count(2)
    found += measuring.scheme_violations(page, "main") + measuring.small_targets(page)
    assert found == []


def test_a_device_without_room_or_without_storage_says_so_and_keeps_no_part(page, home):
    page.goto(home + SET)
    status = page.locator(".rb-keep [role=status]")
    expect(page.locator(".rb-keep button")).to_have_text(re.compile("MB"))
    session = page.context.new_cdp_session(page)
    session.send(
        "Storage.overrideQuotaForOrigin",
        {"origin": home.removesuffix(SUB_PATH), "quotaSize": 100_000},
    )
    page.locator(".rb-keep button").click()
    expect(status).to_have_text(FULL)
    expect(page.locator(".rb-keep")).to_have_attribute("data-state", "away")
    assert names(page, "kept") == []
    page.add_init_script(REFUSED)
    page.goto(home + SET)
    page.locator(".rb-keep button").click()
    expect(status).to_have_text(FORBIDDEN)


def test_a_lost_connection_is_said_and_the_rest_is_fetched_later(page, home, copied):
    detach(copied)
    card = copied / CARD / "index.html"
    card.rename(copied / "away")
    page.goto(home + SET)
    page.locator(".rb-keep button").click()
    expect(page.locator(".rb-keep [role=status]")).to_have_text(
        re.compile("The connection was lost")
    )
    (copied / "away").rename(card)
    page.locator(".rb-keep button", has_text="Resume").click()
    expect(page.locator(".rb-keep")).to_have_attribute("data-state", "kept")
