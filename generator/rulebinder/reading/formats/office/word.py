"""Word documents (``.docx``) as web pages, by mammoth."""

from __future__ import annotations

import io
import re

from . import zips

_STYLES = (
    "p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh"
)
_PARTS = re.compile(r"(?!customXml/).*\.(?:xml|rels)", re.IGNORECASE)
"""What the library reads. In ``customXml`` there is what other programs put into a document."""


def page_of(data: bytes) -> str:
    """Return the document as HTML. Raises anything if it is broken."""
    import mammoth  # noqa: PLC0415 -- the library is slow to import, and most documents are text

    zips.opened(data, _PARTS).close()
    picture = mammoth.images.img_element(lambda _image: {"src": ""})
    return str(
        mammoth.convert_to_html(io.BytesIO(data), convert_image=picture, style_map=_STYLES).value
    )
