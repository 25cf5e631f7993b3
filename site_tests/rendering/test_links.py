"""The check of a built site's links."""

from pathlib import Path

import pytest

from rulebinder.site import links
from site_tests.outputs import link_problems, page_links
from site_tests.robustness.documents import fill


def checked(folder: Path, base: str = "/", **pages: str) -> list[str]:
    fill(folder, {f"{name}/index.html": content for name, content in pages.items()})
    return list(map(str, link_problems(folder, base)))


@pytest.mark.parametrize(
    "link",
    [
        "../b/",
        "../b/#x",
        "#y",
        "../b/index.html",
        "https://other.example/",
        "mailto:a@b.c",
        "/sub/b/#x",
    ],
)
def test_a_working_link_is_no_problem(tmp_path, link):
    pages = {"a": f'<p id="y"><a id="z" href="{link}">', "b": '<p id="x">'}
    assert checked(tmp_path, "/sub/", **pages) == []


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("../c/", "leads to no file"),
        ("../b/#z", "leads to no such anchor"),
        ("#z", "leads to no such anchor"),
        ("/b/", "leads out of the site"),
        ("../../b/", "leads out of the site"),
    ],
)
def test_a_broken_link_is_a_problem(tmp_path, link, why):
    assert checked(tmp_path, "/sub/", a=f'<p>\n<a href="{link}">', b='<p id="x">') == [
        f"a/index.html:2: error: the link {link!r} {why}"
    ]


def test_a_missing_script_or_image_is_a_problem(tmp_path):
    assert len(checked(tmp_path, a='<img src="x.png"><script src="x.js"></script>')) == 2


def test_a_duplicate_id_is_a_problem(tmp_path):
    assert "the id 'x' occurs 2 times" in checked(tmp_path, a='<p id="x"><p id="x">')[0]


def test_each_page_is_checked_from_its_own_folder_and_each_broken_link_is_reported(
    tmp_path,
):
    pages = {
        "a": '<a href="../c/"><a href="../d/">',
        "b": '<a href="../d/">',
        "b/e": '<a href="../c/">',
        "c": "",
    }
    assert sorted(checked(tmp_path, **pages)) == [
        "a/index.html:1: error: the link '../d/' leads to no file (here first, on 2 pages)",
        "b/e/index.html:1: error: the link '../c/' leads to no file",
    ]


def test_what_is_missing_for_many_pages_is_one_problem(tmp_path):
    links = '<p id="x"><p id="x"><a href="../{}c/"><a href="{}b/#z"><a href="../{}../../out/">'
    pages = {"b": ("", "../", ""), "b/d": ("../", "../../", "../"), "a": ("", "../", "")}
    found = checked(tmp_path, **{page: links.format(*ups) for page, ups in pages.items()})
    assert sorted(found) == [
        "a/index.html:1: error: the id 'x' occurs 2 times on the page (here first, on 3 pages)",
        "a/index.html:1: error: the link '../../../out/' leads out of the site"
        " (here first, on 2 pages)",
        "a/index.html:1: error: the link '../b/#z' leads to no such anchor"
        " (here first, on 3 pages)",
        "a/index.html:1: error: the link '../c/' leads to no file (here first, on 3 pages)",
        "b/d/index.html:1: error: the link '../../../../out/' leads out of the site",
    ]


@pytest.mark.parametrize(
    "link",
    ["//other.example/c/", "javascript:x", "../b%2Fc/", "../b/?v=1&w=2#x", "../b/#%78", "./../b/"],
)
def test_unusual_links_lead_where_browsers_follow_them(tmp_path, link):
    pages = {"a": f'<a href="{link}">', "b": '<p id="x">', "b/c": ""}
    assert checked(tmp_path, **pages) == []


def test_targets_are_found_from_each_folder(tmp_path):
    checked(
        tmp_path,
        **{"a": '<a href="../c/">', "b/e": '<a href="../c/"><a href="../../a/index.html">'},
    )
    pages = page_links(tmp_path)
    assert links.find_targets(pages, pages) == {"c/index.html", "b/c/index.html", "a/index.html"}
