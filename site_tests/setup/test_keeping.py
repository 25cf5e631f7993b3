"""The workflow at GitHub keeps the history of rulings with the notes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import yaml

from site_tests.conftest import ROOT


def test_the_words_that_rulings_had_before_are_kept_with_the_notes(tmp_path: Path) -> None:
    workflow = (ROOT / ".github" / "workflows" / "publish.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(workflow)["jobs"]["publish"]["steps"]
    script = next(step["run"] for step in steps if step.get("name") == "Keep the earlier words")
    of_owners = (ROOT / "generator" / "cli" / "owner" / "publish.yml").read_text(encoding="utf-8")
    assert all(line in of_owners for line in script.splitlines())

    def said(command: list[str]) -> str:
        done = subprocess.run(command, cwd=tmp_path / "notes", capture_output=True, text=True, check=True)
        return done.stdout

    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "kept"], check=True)
    subprocess.run(["git", "clone", "-q", tmp_path / "kept", tmp_path / "notes"], check=True, capture_output=True)
    (tmp_path / "notes" / "history").mkdir()
    (tmp_path / "notes" / "history" / "hol.json").write_text("{}\n", encoding="utf-8")
    assert "::warning::" not in said(["bash", "-e", "-c", script])
    assert said(["git", "--git-dir", "../kept", "ls-tree", "-r", "--name-only", "HEAD"]) == "history/hol.json\n"
    assert said(["bash", "-e", "-c", script]) == ""
    (tmp_path / "kept").rename(tmp_path / "elsewhere")
    (tmp_path / "notes" / "history" / "hol.yml").write_text("wordings: []\n", encoding="utf-8")
    assert "::warning::NOTES_TOKEN may not write" in said(["bash", "-e", "-c", script])
