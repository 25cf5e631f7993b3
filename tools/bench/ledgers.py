"""Damages ledgers and joins branches of them at random, oftener than the tests do."""

from __future__ import annotations

import os
import sys

import pytest

from site_tests.conftest import ROOT

SEEDS = int(os.environ.get("RULEBINDER_SEEDS", "60"))
TESTS = (
    "test_hostile.py::test_a_hostile_key_or_value_is_harmless_or_an_error_at_its_line",
    "test_branches.py::test_random_branches_make_a_sound_ledger_or_a_clear_refusal",
)


def run() -> None:
    """Run the tests of ledgers that have seeds. Exit with an error if one fails."""
    os.environ["RULEBINDER_SEEDS"] = str(SEEDS)
    if code := pytest.main(["-q", *(str(ROOT / "site_tests/ledger" / test) for test in TESTS)]):
        sys.exit(code)
