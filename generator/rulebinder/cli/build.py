"""Make a website. This module imports all that reads and builds."""

from __future__ import annotations

from ..build import loading, publish
from ..build.unchanged import Findings, Publication
from ..problems import InputError
from ..settings import options
from . import output, summaries


def make_site(publication: Publication) -> Findings:
    """Read everything, build the website, and say where it is, or that there is none. Return what
    was found.
    """
    content, library, before = loading.load(
        publication.content, publication.notes, publication.cache, summaries.told
    )
    output.of_input(before)
    if not library.sets:
        return Findings(tuple(before))
    site_url = publication.site_url
    try:
        if not (options.load().site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        with (
            output.written(publication.out, "choose another --out"),
            output.Bars() as bar,
        ):
            findings = publish.publish(publication, library, content.languages, bar)
        output.in_place(publication.out, findings.weight)
    except InputError as failure:
        output.note(f"No website was built; {publication.out} is unchanged.")
        others = tuple(problem for problem in failure.problems if problem not in before)
        findings = Findings(tuple(before), others)
    output.show(findings.pages)
    return findings
