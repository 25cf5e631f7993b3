"""The page of a site that is being edited: it reloads after a build, and shows the errors of the
last one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rulebinder.release import live_server
from site_tests.browser.conftest import watched
from site_tests.robustness.documents import fill


@pytest.fixture
def stage(folder: Path) -> live_server.Stage:
    return live_server.Stage(folder)


@pytest.fixture
def address(stage: live_server.Stage) -> Iterator[str]:
    with live_server.Server(stage, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, stage: live_server.Stage, address: str) -> Iterator[Page]:
    with watched(browser, address) as visit:
        opened = visit("/en/")
        stage.report(["notes/hol.en.md:3: error: there is no card '<b>Bell</b>'"])
        expect(opened.get_by_role("alert")).to_be_visible()
        yield opened


def test_errors_are_shown_as_text_and_go_with_the_next_build(
    stage: live_server.Stage, page: Page
) -> None:
    expect(page.get_by_role("alert")).to_contain_text(
        "notes/hol.en.md:3: error: there is no card '<b>Bell</b>'"
    )
    stage.report([])
    expect(page.get_by_role("alert")).to_have_count(0)


def newer(folder: Path, stage: live_server.Stage, path: str) -> None:
    """Show another version of a page, which is in ``folder``."""
    page = (stage.site / path).read_bytes()
    stage.show(fill(folder, {path: page + b"<p>Newer.</p>"}))


def test_the_page_reloads_when_a_build_has_changed_it(
    stage: live_server.Stage, page: Page, tmp_path: Path
) -> None:
    newer(tmp_path, stage, "en/index.html")
    expect(page.get_by_text("Newer.")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_page_stays_when_a_build_has_changed_another(
    stage: live_server.Stage, page: Page, tmp_path: Path
) -> None:
    page.evaluate("document.body.dataset.old = ''")
    with page.expect_response("**/en/"):  # it asks whether it is another one now
        newer(tmp_path, stage, "en/cards/index.html")
    stage.report([])
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("body[data-old]")).to_be_visible()
