"""The reference page of the settings of MkDocs and Material: which have an effect, and which not.

``python -m tools.settings_page``, or ``make facts``, writes it into ``docs/settings.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebinder.settings.options import BLOCKS, HONORED, IGNORED, REFUSED
from rulebinder.system import group_pairs
from site_tests.conftest import ROOT

_PAGE = """\
# Settings of MkDocs and Material

<!-- Written by `make facts`, from generator/rulebinder/settings/supported.yml. -->

`mkdocs.yml` is an ordinary configuration of MkDocs with `plugins: [rulebinder]`. Nothing is
silently ignored: each setting has the effect that this guide names, or is an error or a warning
with its line. A key that this guide does not name is an error. Only in `extra` you may add keys
for templates of your own, if they do not resemble ours: [Facts](facts.md) lists those that
Rulebinder reads.

`mkdocs build` and `mkdocs gh-deploy` publish as `rulebinder site` does, in one process: they
write the ledgers, and change nothing if a published link would break. Commit `content/ledger`
after them too. `mkdocs serve` writes no ledger: a page says if some of its rulings have no
permanent number yet.

## An existing site {{#existing}}

A site of Material becomes one of Rulebinder if you put release notes into `notes/` and `rulebinder`
into `plugins`. `rulebinder check` names all settings at once that you must change.

- Your pages keep their addresses, and their sections are in the header. `docs/index.md` is the
  front page; without it, that leads each reader to the rulings in their language. Rulings are in
  folders of languages, such as `en/`: a page of the same name in `docs/en/` replaces ours.
- Your pages have the site's header and foot, and inside them all styles of Material: admonitions,
  tabs, icons, tags, a blog. They have no Content-Security-Policy, so that pictures, frames and
  scripts of other hosts work there.
- Material's own script is not on any page: it draws diagrams, copies code and opens the next page
  without loading it. The search knows rulings, and not your pages.
- Templates of yours in `theme.custom_dir` work if they fill the blocks below, or if they replace a
  template for what is inside a page, such as `partials/comments.html`.

## With an effect

| setting | effect |
|---|---|
{}

You can paste Material's palettes, as one or as a list. All its colors are taken.

## Without an effect

These do no harm, and people bring them from other sites. One warning names those that you have.

| setting | why |
|---|---|
{}

## Refused

| setting | why |
|---|---|
{}

## Templates of your own {{#templates}}

`theme.custom_dir` names a folder. A template in it replaces ours of the same name, such as
`partials/footer.html`. `main.html` fills blocks of all pages, as in Material. To announce
something:

    {{% extends "base.html" %}}
    {{% block announce %}}We meet on Fridays.{{% endblock %}}

The blocks are {}.
`{{{{ super() }}}}` is what we have there. Another block, a template of Material that no page has,
and a mistake in a template are errors. The Content-Security-Policy of generated pages forbids
inline scripts and styles: give files in `extra_javascript` and `extra_css`. Other files are copied
into the site.

## Plugins

Other plugins and hooks work as in MkDocs. They see the addresses of our pages, and their HTML.
Only pages of your own are given to them as Markdown: the texts of documents are data. A script
inside a page does not run, because the Content-Security-Policy forbids it; one in a file does.
With another plugin, one process makes all pages, and none is taken over from the last build.

`macros` takes the `{{#top}}` of a heading for a comment: give it
`j2_comment_start_string: "{{##"`.

What the site has instead does more for rulings. Its search answers questions in all languages, and
says what the site lacks. Its previews show a card with a ruling. Its feeds take days from the
ledger, not from Git. A ruling that a language lacks is shown in another one. Each address that a
ruling ever had leads to it: you need no plugin `redirects` for that.
"""


def page() -> str:
    """Return the page."""
    blocks = ", ".join(f"`{block}`" for block in BLOCKS)
    return _PAGE.format(_rows(HONORED), _rows(IGNORED), _rows(REFUSED), blocks)


def _rows(whys: Mapping[str, str]) -> str:
    """Return the rows of a table: settings for the same reason are in one."""
    names = group_pairs((why, f"`{name}`") for name, why in sorted(whys.items()))
    return "\n".join(f"| {', '.join(together)} | {why} |" for why, together in names.items())


if __name__ == "__main__":
    (ROOT / "docs" / "settings.md").write_text(page(), "utf-8")
