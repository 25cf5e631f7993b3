"""The page of a site that is being edited: it reloads after a build, and shows the errors of the
last one. The policy of the pages allows both.
"""

import threading

import pytest
from playwright.sync_api import expect

from rulebinder.plugin.live_server import Server
from site_tests.browser.conftest import watched

ERROR = "notes/hol.en.md:3: error: there is no card '<b>Bell</b>'"


@pytest.fixture
def notes(tmp_path):
    (tmp_path / "hol.en.md").write_text(ERROR, "utf-8")
    return tmp_path


@pytest.fixture
def page(browser, folder, notes):
    """Return a page that shows the text of a document as an error of the build."""

    def build(server):
        server.errors = [notes.joinpath("hol.en.md").read_text("utf-8")]

    listening = threading.Event()
    server = Server(folder, 0, lambda _: listening.set(), build)
    server.watch(str(notes))
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        listening.wait()
        with watched(browser, f"http://127.0.0.1:{server.server_port}") as visit:
            yield visit("/en/")
    finally:
        server.shutdown()
        thread.join()


def test_errors_are_shown_as_text_until_a_build_has_others(page, notes):
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(ERROR)
    expect(alert).to_have_css("position", "fixed")
    (notes / "hol.en.md").write_text("another error", "utf-8")
    expect(alert).to_contain_text("another error")
