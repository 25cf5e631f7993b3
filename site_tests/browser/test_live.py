"""The page of a site that is being edited: it reloads after a build, and shows the errors of the last one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.publishing import live
from site_tests.browser.conftest import watched


@pytest.fixture
def stage(folder: Path) -> live.Stage:
    return live.Stage(folder)


@pytest.fixture
def address(stage: live.Stage) -> Iterator[str]:
    with live.Server(stage, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, stage: live.Stage, address: str) -> Iterator[Page]:
    with watched(browser, address) as visit:
        opened = visit("/en/")
        stage.report(["notes/hol.en.md:3: error: there is no card '<b>Bell</b>'"])
        expect(opened.get_by_role("alert")).to_be_visible()
        yield opened


def test_errors_are_shown_as_text_and_go_with_the_next_build(stage: live.Stage, page: Page) -> None:
    expect(page.get_by_role("alert")).to_contain_text("notes/hol.en.md:3: error: there is no card '<b>Bell</b>'")
    stage.report([])
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_page_reloads_after_a_build(stage: live.Stage, page: Page) -> None:
    page.evaluate("document.body.dataset.old = ''")
    stage.show()
    expect(page.locator("body:not([data-old])")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
