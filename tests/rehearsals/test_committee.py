"""The committee's season holds, and fails with the right complaint when a rule of voting is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bot.__main__ import main
from bot.domain import votes
from bot.rehearsal.committee import season
from bot.rehearsal.committee.count import enough
from bot.rehearsal.narrator import Narrator
from bot.rehearsal.stage import Stage
from bot.rehearsal.verdict import Verdict
from bot.services import effects, electorates, file_verdicts, vote_reading

Patch = pytest.MonkeyPatch


async def played(path: Path) -> Verdict:
    async with Stage.open(path / "arbiter.db", set_up=False) as stage:
        return await season.rehearse(season.prepare(stage, 1, Narrator(Console(quiet=True), quiet=True)))


def test_the_season_ends_as_the_rules_say_and_says_so_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert main(["rehearse", "--rulebook", "committee", "--json", "--folder", str(tmp_path)]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    found = [one["outcome"] for one in json.loads(said[0])["votes"]]
    assert found == ["passed", "run_off", "passed", "passed", "rejected", "passed", "passed", "rejected", "passed"]


def test_the_report_tells_the_season(tmp_path: Path) -> None:
    assert main(["rehearse", "--rulebook", "committee", "--quiet", "--folder", str(tmp_path)]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "A veto" in page
    assert "A committee of seven" in page


@pytest.mark.parametrize(
    ("measure", "part", "whole", "met"),
    [("more than 51 %", 51, 100, False), ("at least 70 %", 7, 10, True), ("more than 1/2", 1, 2, False)],
)
def test_the_judge_counts_exactly(measure: str, part: int, whole: int, met: bool) -> None:
    assert enough(measure, part, whole) is met


def any_ballot_is_a_quorum(patch: Patch) -> None:
    patch.setattr(votes, "has_quorum", lambda vote, count: True)


def a_refusal_is_no_veto(patch: Patch) -> None:
    real = votes.in_favour
    patch.setattr(votes, "in_favour", lambda vote, count: real(vote, replace(count, against=0, in_favour=2)))


def an_elected_leader_takes_no_office(patch: Patch) -> None:
    patch.setitem(effects.EFFECTS, votes.Effect.ELECT_LEADER, lambda *given: None)


def the_concerned_may_vote(patch: Patch) -> None:
    real = electorates.freeze
    patch.setattr(
        electorates,
        "freeze",
        lambda work, guild, kind, subject, some: real(work, guild, replace(kind, recuse_subject=False), subject, some),
    )


def everybody_is_called(patch: Patch) -> None:
    real = vote_reading.view

    def view(work: Any, vote_id: Any, at: Any) -> Any:
        found = real(work, vote_id, at)
        electors = [elector.person_id for elector in found.vote.electors] if found else []
        return found and replace(found, waiting=tuple(found.people[one] for one in electors))

    patch.setattr(vote_reading, "view", view)


def a_granted_appeal_undoes_nothing(patch: Patch) -> None:
    patch.setattr(file_verdicts, "undo", lambda *given: None)


@pytest.mark.parametrize(
    ("plant", "complaint"),
    [
        (any_ballot_is_a_quorum, "Votes close when they should, and are extended without quorum"),
        (a_refusal_is_no_veto, "Each vote came to what an independent count says"),
        (an_elected_leader_takes_no_office, "What was decided is done, no more"),
        (the_concerned_may_vote, "Who may vote is who the rule names"),
        (everybody_is_called, "Who is called has not voted, and nobody else is"),
        (a_granted_appeal_undoes_nothing, "A successful appeal undoes the bar"),
    ],
)
async def test_the_season_fails_when(
    plant: Callable[[Patch], None], complaint: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    verdict = await played(tmp_path)
    assert complaint in {check.title for check in verdict.checks if check.problems}
