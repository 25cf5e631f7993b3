"""Damages files at random, byte by byte or element by element."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

from site_tests.reading.shapes.packing import packed
from site_tests.reading.shapes.table import FORMATS


def mutated(data: bytes, random: Random) -> bytes:
    """The data with some bytes flipped, cut out, doubled or put elsewhere."""
    damaged = bytearray(data)
    for _ in range(random.randint(1, 6)):
        start = random.randrange(len(damaged) + 1)
        end = min(len(damaged), start + random.choice((1, 1, 4, 60, 900)))
        piece = bytes(damaged[start:end])
        match random.randrange(4):
            case 0:
                damaged[start:end] = random.randbytes(len(piece))
            case 1:
                del damaged[start:end]
            case 2:
                damaged[start:end] = piece * random.randint(2, 40)
            case _:
                elsewhere = random.randrange(len(damaged) + 1)
                damaged[elsewhere:elsewhere] = piece
    return bytes(damaged)


def repacked(data: bytes, random: Random) -> bytes:
    """The zip with one of its files damaged byte by byte, and packed again: its checksums are
    right.
    """
    return _changed(data, random, lambda file: mutated(file, random))


def rearranged(data: bytes, random: Random) -> bytes:
    """The zip with elements of one of its files left out, doubled, emptied or put elsewhere: its
    XML is well-formed.
    """
    return _changed(data, random, lambda file: _rearranged(file, random))


def _changed(data: bytes, random: Random, change: Callable[[bytes], bytes]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    parts = [name for name in files if name.endswith((".xml", ".rels"))]
    name = random.choice(["word/document.xml", *parts])
    files[name] = change(files[name])
    return packed(files)


def _rearranged(file: bytes, random: Random) -> bytes:
    root = ElementTree.fromstring(file)
    for _ in range(random.randint(1, 6)):
        parents = [parent for parent in root.iter() if len(parent)]
        if not parents:
            break
        parent, other = random.choice(parents), random.choice(parents)
        child = random.choice(list(parent))
        match random.randrange(4):
            case 0:
                parent.remove(child)
            case 1:
                parent.append(copy.deepcopy(child))
            case 2:
                child.clear()
            case _:
                other.insert(random.randrange(len(other) + 1), copy.deepcopy(child))
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


DAMAGES = {
    **{name: (make, mutated) for name, make in FORMATS.items()},
    "docx, its files": (FORMATS["docx"], repacked),
    "docx, its elements": (FORMATS["docx"], rearranged),
}
"""What is damaged, and how."""
