"""Word documents (``.docx``) as web pages, by mammoth."""

from __future__ import annotations

import io

from . import zips

_STYLES = (
    "p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh"
)


def page_of(data: bytes) -> str:
    """Return the document as HTML. Raises anything if it is broken."""
    import mammoth  # noqa: PLC0415 -- the library is slow to import, and most documents are text

    zips.check(data)
    picture = mammoth.images.img_element(lambda _image: {"src": ""})
    return str(
        mammoth.convert_to_html(io.BytesIO(data), convert_image=picture, style_map=_STYLES).value
    )
