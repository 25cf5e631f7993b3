"""``rulebinder init``: make an owner's folder, or upgrade one."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from ....problems import refusal
from ....settings import files
from ....system import shipped
from ....system.files import DISK
from ... import output, owner_files
from . import upgrade as upgrading


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--site-url",
    metavar="URL",
    default="",
    help="The address that the website will have. You can add it later.",
)
@click.option(
    "--host",
    type=click.Choice(list(owner_files.HOSTS)),
    help=(
        "The host to publish with: its workflow is written. `server` is your own, reached by SSH."
        " By default, github."
    ),
)
@click.option(
    "--example",
    is_flag=True,
    help="Also copy the invented example set, to see a complete website at once.",
)
@click.option(
    "--upgrade",
    is_flag=True,
    help=(
        "Renew the files of FOLDER, or of the current folder, that this command wrote and nobody"
        " edited. Of an edited one, the new one is written beside it."
    ),
)
def init(
    folder: Path | None, site_url: str, host: str | None, example: bool, upgrade: bool
) -> None:
    """Make a folder for a website of your own.

    It has places for release notes, for your own facts and for the permanent numbers, and the
    settings, a workflow that publishes the website, and a README. All else comes with the program.
    A folder that is not empty is refused.

    After you installed a newer version of the program, --upgrade brings a folder up to date. It
    never changes mkdocs.yml, content, notes and docs, and no file that you edited.
    """
    if upgrade:
        if site_url or example:
            raise click.UsageError("--upgrade goes with FOLDER and --host only.")
        upgrading.upgrade(folder or Path(), host)
        return
    if folder is None:
        raise click.UsageError("Missing argument 'FOLDER'.")
    address = files.read_address(site_url, "--site-url") or ""
    with output.written(folder, "choose another folder"):
        if folder.is_dir() and any(folder.iterdir()):
            hint = "choose a new one; --upgrade renews one of an older version"
            raise refusal(folder, "the folder is not empty", hint)
        if folder.exists() and not folder.is_dir():
            raise refusal(folder, "is a file", "choose a new folder")
        content = owner_files.render(host or "github", address)
        for path, data in content.items():
            DISK.write(folder / path, data)
        DISK.write(folder / owner_files.RECORD, owner_files.format_record(content))
        for document in shipped.example() if example else ():
            shutil.copyfile(document, folder / "notes" / document.name)
    put = "" if example else f"put release notes into {folder / 'notes'}, then "
    output.say(f"{folder} is ready. Next: {put}run `rulebinder site` in {folder}.")
