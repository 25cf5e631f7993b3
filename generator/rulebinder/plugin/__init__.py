"""The plugin of MkDocs. Only this stage imports MkDocs, or the engine that replaces it."""

from ..settings import ENGINE

__all__ = ["ENGINE"]  # imported first: every module here then gets the modules of this engine
