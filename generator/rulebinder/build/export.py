"""The pages of a site as files of plain Markdown, whose links lead from file to file: for reading,
for editors and for other programs.
"""

from __future__ import annotations

from pathlib import Path

from .. import pages
from ..facts.files import yaml_files
from ..markdown import plain
from ..pages import addresses
from ..plugin import handwritten, rendering
from ..problems import Problem
from ..site import marks, place
from ..site.files import Weight, twice
from ..site.model import Files, Site
from ..system import places
from ..system.progress import Progress, silent


def write(site: Site, out: Path, progress: Progress = silent) -> tuple[list[Problem], Weight]:
    """Write the pages of ``site`` into the folder ``out``, whole or not at all. Earlier pages there
    are replaced.

    Returns a problem for each page that is left out because another one has its name, and how much
    was written. Raises InputError if the folder has files that are not ours or if an interface word
    is missing, and OSError.
    """
    problems: list[Problem] = []
    sizes: list[int] = []
    with place.beside(out, marks.PAGES) as work:
        for path, content in files(site, progress):
            file = work.site / path
            if file.exists():
                problems.append(twice(path))
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            sizes.append(
                file.write_bytes(content.encode() if isinstance(content, str) else content)
            )
        place.put(work, len(problems))
    return problems, Weight(files=len(sizes), size=sum(sizes))


def files(site: Site, progress: Progress = silent) -> Files:
    """Yield all pages of ``site``, by their path in its folder: the hand-written ones of all
    languages, then the generated ones.
    """
    batches = []
    for lang, edition in site.editions.items():
        written, _ = handwritten.read(places.DOCS, lang, site.langs)
        for path, content in handwritten.cited(written, site, lang).items():
            yield f"{lang}/{path}", plain.hand_written(content) if path.endswith(".md") else content
        render = rendering.Renderer(site, lang)
        batches += [(lang, render, batch) for batch in pages.batches(edition, site.slices)]
    for done, (lang, render, batch) in enumerate(batches, 1):
        for page in batch.make():
            front = yaml_files.dump({"title": page.title, "kind": batch.kind, "lang": lang})
            text = plain.page(render.source(batch.kind, page).text)
            yield f"{lang}/{addresses.source(page.url)}", f"---\n{front}---\n\n{text}"
        progress("pages", done, len(batches))
