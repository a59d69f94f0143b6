"""A migration is never edited once a release has it: people's databases were made by its text, and say so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.kernel.migrations import read_folder

FOLDER: Final = Path(__file__).parents[2] / "migrations"
KNOWN: Final = Path(__file__).with_name("released_migrations.txt")


def test_every_migration_is_as_it_was_when_it_was_written() -> None:
    known = dict(line.split() for line in KNOWN.read_text(encoding="utf-8").splitlines())
    for migration in read_folder(FOLDER):
        name = f"{migration.number:04}_{migration.name}"
        assert name in known, f"{name} is new: add the line `{name} {migration.sha256}` to {KNOWN.name}."
        assert known.pop(name) == migration.sha256, (
            f"{name} was edited. No database that it has made would open any more: undo that and write the change as"
            f" the next migration. Only while no release has it may its line in {KNOWN.name} become"
            f" `{name} {migration.sha256}`."
        )
    assert not known, f"{', '.join(known)}: a migration is neither removed nor renamed."
