"""No worked example stands unread: each is tried here by some test."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from rehearsal.outcomes import regulations
from rehearsal.outcomes.settings import TRANSLATED
from tests.rules.written import TRIED


def test_every_worked_example_is_tried() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        import_module(f"tests.rules.{path.stem}")
    told = {rule for rules in regulations().values() for rule, one in rules.items() if "case" in one}
    assert told - TRIED == set()


def test_every_rule_that_is_translated_into_settings_exists() -> None:
    assert set(TRANSLATED) <= {rule for rules in regulations().values() for rule in rules}
