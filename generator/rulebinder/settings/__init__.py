"""The settings of a site: what mkdocs.yml says, and whose site it is.

MkDocs turns Markdown into pages. If the variable RULEBINDER_ENGINE is ``properdocs``, its successor
of that name does.
"""

from __future__ import annotations

import importlib
import os

ENGINE = os.environ.get("RULEBINDER_ENGINE", "mkdocs")
"""``mkdocs`` or ``properdocs``, which must be installed then."""

if ENGINE == "properdocs":
    importlib.import_module(
        "properdocs.replacement"
    )  # every later import of a module of MkDocs gives that of ProperDocs
