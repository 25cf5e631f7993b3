"""The files that ``rulebinder init`` writes into an owner's folder."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from jinja2 import Environment, FileSystemLoader

from ..problems import refusal
from ..system import shipped

_SOURCES = Path(__file__).parent / "owner"
REQUIREMENTS = "requirements.txt"
_FILES = {
    "README.md": "README.md",
    "mkdocs.yml": shipped.SETTINGS.name,
    "requirements.txt": REQUIREMENTS,
    "gitignore": ".gitignore",
    "gitattributes": ".gitattributes",
}
"""The files of every owner, with their paths in the new folder."""
PUBLISH, GITLAB = ".github/workflows/publish.yml", ".gitlab-ci.yml"
_WORKFLOW, _HEADERS, _UPLOADER = (
    {"publish.yml": PUBLISH, "preview.yml": ".github/workflows/preview.yml"},
    {"headers": "_headers"},
    {name: name for name in ("package.json", "package-lock.json")},
)
HOSTS = {
    "github": ("GitHub Pages", _WORKFLOW),
    "gitlab": ("GitLab Pages", {"gitlab-ci.yml": GITLAB}),
    "cloudflare": ("Cloudflare Pages", {**_WORKFLOW, **_HEADERS, **_UPLOADER}),
    "netlify": ("Netlify", {**_WORKFLOW, **_HEADERS}),
    "server": ("rsync", _WORKFLOW),
}
"""The hosts, each with its name and its own files."""
RECORD = ".rulebinder.json"
"""The file that has the digests of the others, for an upgrade."""
_TEMPLATES = Environment(  # the files have braces of their own
    loader=FileSystemLoader(_SOURCES),
    variable_start_string="<<<<",
    variable_end_string=">>>>",
    block_start_string="#% ",
    block_end_string="\n",
    comment_start_string="<<<#",
    comment_end_string="#>>>",
    keep_trailing_newline=True,
)
"""Lines of the files that begin with ``#%`` say which of the others are for which hosts."""
_PACKAGE = "rulebinder"
_EMPTY = ("notes", "docs", "content/ledger")
"""The folders that are empty; a file ``.gitkeep`` lets Git keep them."""
_VALUES = re.compile(
    rb"(?<=vars\.SITE_URL \|\| ')[^']*|(?<=Made with Rulebinder )\S+"
    rb"|rulebinder-[\w.+!]+-py3-none-any\.whl|^(?:\./)?rulebinder(?:==| @ |-).*|\r(?=\n)",
    re.MULTILINE,
)
"""What a file has of one folder and one version: the address, the version, the package. Git may
have changed its line ends.
"""


def render(host: str, address: str) -> dict[str, bytes]:
    """Return the files of a folder for a host and an address, which may be empty, by their paths.

    Raises OSError, and InputError if the host could not install the program.
    """
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as spare:
        requirement, wheel = _find_program(Path(spare))
        files = {wheel.name: wheel.read_bytes()} if wheel else {}
    host_name, sources = HOSTS[host]
    values = {
        "VERSION": metadata.version(_PACKAGE),
        "ADDRESS": json.dumps(address),
        "WEBSITE": address,
        "HOSTNAME": host_name,
        "REQUIREMENT": requirement,
        "WHEEL": wheel.name if wheel else "",
    }
    for source, path in {**_FILES, **sources}.items():
        text = _TEMPLATES.get_template(source).render(host=host, wheel=wheel)
        for key, value in values.items():
            text = text.replace(key, value)
        files[path] = text.encode()
    files["requirements.lock"] = shipped.LOCK.read_bytes()
    return files | dict.fromkeys((f"{folder}/.gitkeep" for folder in _EMPTY), b"")


def format_record(files: Mapping[str, bytes]) -> str:
    """Return the text of the record of these files, without the settings: they are the owner's."""
    digests = {
        path: digest(content)
        for path, content in sorted(files.items())
        if path != shipped.SETTINGS.name
    }
    return json.dumps(digests, indent=2) + "\n"


def read_record(folder: Path) -> dict[str, list[str]]:
    """Return the digests that each file may have that ``init`` wrote into a folder, by its path.

    A folder of version 0.2.0 has no record; those of that version are kept. Raises InputError if
    the record cannot be read.
    """
    path = folder / RECORD
    if not path.exists():
        earlier: dict[str, list[str]] = json.loads((_SOURCES / "earlier.json").read_bytes())
        return earlier
    try:
        return {name: [value] for name, value in json.loads(path.read_bytes()).items()}
    except (OSError, ValueError, AttributeError) as failure:
        hint = "take it back from the history of this folder"
        raise refusal(path, "cannot be read", hint) from failure


def digest(content: bytes) -> str:
    """Return a digest of a file, which is the same for each address and version."""
    return hashlib.sha256(_VALUES.sub(b"", content)).hexdigest()


def _find_program(spare: Path) -> tuple[str, Path | None]:
    """Return the requirement by which a host installs this program, and the file that it was
    installed from, or that was built of it, if no index has it. pip says where it came from,
    unless it was an index. Of a folder, a wheel is built in ``spare``.

    Raises InputError if that fails.
    """
    direct = metadata.distribution(_PACKAGE).read_text("direct_url.json")
    origin: dict[str, Any] = json.loads(direct) if direct else {"url": ""}
    url, archive, commit = origin["url"], origin.get("archive_info"), origin.get("vcs_info")
    parts = urlsplit(url)
    path = Path(url2pathname(parts.path)) if parts.scheme == "file" else None
    if not shipped.INSTALLED or (path and path.is_dir()):
        path = _build(path if shipped.INSTALLED and path else shipped.ROOT, spare)
    file = path if path and path.is_file() else None
    requirement, sha256 = f"{_PACKAGE}=={metadata.version(_PACKAGE)}", ""
    if file:
        requirement, sha256 = f"./{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()
    elif archive is not None:  # pip says its digest, unless it is a package of an index
        requirement = f"{_PACKAGE} @ {url}"
        sha256 = archive.get("hashes", {}).get("sha256", "")
    elif commit is not None:
        requirement = f"{_PACKAGE} @ {commit['vcs']}+{url}@{commit['commit_id']}"
    return f"{requirement} --hash=sha256:{sha256}" if sha256 else requirement, file


def _build(source: Path, spare: Path) -> Path:
    """Return a wheel of the repository ``source``, which stays as it is. Raises InputError."""
    settings = spare / "setup.cfg"
    settings.write_text(
        f"[build]\nbuild_base = {spare / 'lib'}\n[egg_info]\negg_base = {spare}\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check"]
    command += ["--wheel-dir", str(spare), str(source)]
    environment = {**os.environ, "DIST_EXTRA_CONFIG": str(settings)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    wheel = next(spare.glob(f"{_PACKAGE}-*.whl"), None)
    if result.returncode or wheel is None:
        reason = (result.stderr.strip().splitlines() or ["pip made no file"])[-1]
        hint = "run `make wheel`, install the file that it names, and run `rulebinder init` of that"
        raise refusal(source, f"no package for the host can be built of it ({reason})", hint)
    return wheel
