"""YAML as settings have it, without what only MkDocs understands."""

from __future__ import annotations

import yaml
from yaml_env_tag import construct_env_tag


class PlainLoader(yaml.CSafeLoader):
    """Reads the value of ``!ENV``, and None for all other tags, such as functions of Python."""


PlainLoader.add_constructor("!ENV", construct_env_tag)
PlainLoader.add_multi_constructor("", lambda *_: None)


def read(text: bytes) -> object:
    """Return what ``text`` says; None if it is not YAML."""
    try:
        return yaml.load(text, Loader=PlainLoader)
    except (ValueError, yaml.YAMLError):
        return None
