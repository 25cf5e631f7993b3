"""Draw preview pictures: a template gives an SVG, which becomes a small PNG with a few tones.

Each PNG contains the digest of everything that it was made of, so that the next build copies it if nothing changed. The
fonts of the machine are not used, so that the same input gives the same bytes.
"""

from __future__ import annotations

import functools
import hashlib
import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import PIL
import resvg_py
from jinja2 import Template
from PIL import Image, ImageOps
from PIL.PngImagePlugin import PngInfo

from ..system import workers
from ..system.progress import Progress, silent
from ..templating.environment import TEMPLATES, environment
from . import typesetting
from .picture import HEIGHT, WIDTH, Picture, Pictures
from .typesetting import SYMBOL_HEIGHT, SYMBOL_TEXT, Block, Font, fitted, font

INK, GREEN, PAPER = "#1d1f1e", "#0e4a43", "#fdfcf9"
"""The colours of a picture, from web/styles/base.css, dark to light. Every tone is between two of them."""

_TEMPLATE = "share/preview.svg.j2"
_FONTS = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "strong": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}
_MARGIN, _HEAD, _HEAD_LINE = 72, 96, 59
_NAME_SIZES = ((104, 1), (92, 1), (84, 1), (88, 2), (74, 2), (62, 2), (54, 2))
_KIND_SIZES = ((44, 1), (38, 1), (32, 1), (28, 1))
_COST_SIZES = ((64, 1), (52, 1), (40, 1))
_TONES = 6
_KEY, _END = "Source", b"IEND\xaeB`\x82"
_TOGETHER = 16
"""The number of pictures that a process draws at a time."""


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A block in its place: the left edge, the first baseline, and the distance between baselines."""

    block: Block
    x: float
    y: float
    step: float

    @property
    def end(self) -> float:
        """The last baseline. For a block without lines, this is one step above the first baseline."""
        return self.y + self.step * (len(self.block.lines) - 1)


def draw(pictures: Pictures, site: Path, earlier: Path, progress: Progress = silent) -> None:
    """Write every picture into the folder ``site``. Copy a picture from the folder ``earlier`` if it would be the same."""
    waiting: list[tuple[Picture, Path]] = []
    for picture in pictures.values():
        file = site / picture.path
        file.parent.mkdir(parents=True, exist_ok=True)
        known = _known(earlier / picture.path, _digest(picture))
        if known:
            file.write_bytes(known)
        else:
            waiting.append((picture, file))
    tasks = [waiting[start : start + _TOGETHER] for start in range(0, len(waiting), _TOGETHER)]
    if not tasks:
        return
    progress("pictures", 0, len(tasks))
    with workers.pool(min(len(tasks), workers.count())) as pool:
        for done, _ in enumerate(pool.map(_write, tasks), 1):
            progress("pictures", done, len(tasks))


def svg(picture: Picture) -> str:
    """Return the picture as SVG."""
    fonts, width = _fonts(), WIDTH - 2 * _MARGIN
    head = fitted(picture.set_name, fonts["strong"], ((34, 1), (28, 1)), width * 0.7)
    name = _below(_HEAD + 84, fitted(picture.name, fonts["serif"], _NAME_SIZES, width), 1.08)
    kind = _below(name.end + 34, fitted(picture.type_line, fonts["sans"], _KIND_SIZES, width), 1)
    cost = _below(kind.end + 40, fitted(picture.cost, fonts["sans"], _COST_SIZES, width), 1)
    return _template().render(head=Placed(block=head, x=_MARGIN, y=_HEAD_LINE, step=0), name=name, kind=kind, cost=cost)


def png(picture: Picture) -> bytes:
    """Return the picture as PNG. Its few tones are so similar in colour that lightness alone distinguishes them."""
    files = [str(each.file) for each in _fonts().values()]
    with Image.open(
        io.BytesIO(resvg_py.svg_to_bytes(svg_string=svg(picture), skip_system_fonts=True, font_files=files))
    ) as whole:
        grey = whole.convert("L")
    levels, palette = _tones()
    tones = grey.point(levels)
    reduced = Image.frombytes("P", tones.size, tones.tobytes())
    reduced.putpalette(palette)
    origin = PngInfo()
    origin.add_text(_KEY, _digest(picture))
    content = io.BytesIO()
    reduced.save(content, "PNG", pnginfo=origin, compress_type=zlib.Z_RLE)  # for flat tones smaller than the default, and faster
    return content.getvalue()


def _below(top: float, block: Block, leading: float) -> Placed:
    """Place the block with its first line close to ``top``."""
    return Placed(block=block, x=_MARGIN, y=top + block.size * 0.9, step=block.size * leading)


def _write(task: Sequence[tuple[Picture, Path]]) -> None:
    for picture, file in task:
        file.write_bytes(png(picture))


@functools.cache
def _fonts() -> dict[str, Font]:
    return {name: font(package, file) for name, (package, file) in _FONTS.items()}


@functools.cache
def _template() -> Template:
    colours = {"ink": INK, "green": GREEN, "paper": PAPER}
    shape = {"width": WIDTH, "height": HEIGHT, "margin": _MARGIN, "head_height": _HEAD}
    symbols = {"symbol_height": SYMBOL_HEIGHT, "symbol_text": SYMBOL_TEXT}
    return environment(fonts=_fonts(), **colours, **shape, **symbols).get_template(_TEMPLATE)


@functools.cache
def _tones() -> tuple[list[int], list[int]]:
    """Return the tone of each lightness, and the palette of the tones."""
    dark, middle, light = map(_lightness, (INK, GREEN, PAPER))
    steps = [round(dark + (light - dark) * tone / (_TONES - 1)) for tone in range(_TONES)]
    steps[min(range(_TONES), key=lambda tone: abs(steps[tone] - middle))] = middle
    levels = [min(range(_TONES), key=lambda tone: abs(steps[tone] - lightness)) for lightness in range(256)]
    row = Image.frombytes("L", (_TONES, 1), bytes(steps))
    return levels, list(ImageOps.colorize(row, INK, PAPER, GREEN, dark, light, middle).tobytes())


def _lightness(colour: str) -> int:
    return Image.new("RGB", (1, 1), colour).convert("L").tobytes()[0]


def _known(file: Path, digest: str) -> bytes | None:
    """Return the picture in ``file`` if it is complete and has this ``digest``."""
    content = file.read_bytes() if file.is_file() else b""
    return content if digest.encode() in content[:500] and content.endswith(_END) else None


def _digest(picture: Picture) -> str:
    return hashlib.sha256(f"{_tools()}\n{picture!r}".encode()).hexdigest()


@functools.cache
def _tools() -> str:
    """Return the digests of all tools of a picture: this program, its template, the fonts and libraries."""
    files = [Path(__file__), Path(typesetting.__file__), TEMPLATES / _TEMPLATE, *(each.file for each in _fonts().values())]
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return " ".join([resvg_py.__version__, PIL.__version__, *digests])
