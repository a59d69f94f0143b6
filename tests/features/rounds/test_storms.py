"""Whatever is told, corrected, missed and left, in whatever order: the record says the same as the bot."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.errors import UserError
from bot.play.contests import possible_results
from bot.play.entries import Tournament
from bot.play.rulebook import FormatName, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from tests.features.rounds.test_formats import LIVES, PLACES
from tests.hall.board import deliver_calls
from tests.hall.hall import Hall

ACTS = 32
PRESETS = (
    "aije-open",
    "aije-champions-league",
    "double-elimination",
    "go-round-robin",
    "go-swiss",
    "swiss-cut",
    "groups-cut",
)

VARIANTS = {"lives": LIVES, "places": PLACES}
MORE = 12 if os.environ.get("LONG") else 1
"""How many crowds play each rulebook."""


class Storm:
    """Players and staff of one event who do anything at any moment."""

    def __init__(self, hall: Hall, rules: Rulebook, seed: int) -> None:
        self.hall, self.luck = hall, Random(seed)
        self.players = list(range(2, 2 + self.luck.randint(4, 8)))
        self.cup = hall.begin(hall.announce(rules), *self.players)

    def act(self) -> str:
        """One act of somebody; who may not do it is refused, and nothing has happened."""
        self.hall.now += timedelta(seconds=self.luck.choice((1, 30, 200)))
        deliver_calls(self.hall)
        acts: list[Callable[[], None]] = [self._rule] * 8 + [
            self._report,
            self._correct,
            self._miss,
            self._play_after_all,
            self._leave,
            self._come_late,
            self._redraw,
            self._forbid,
        ]
        done = self.luck.choice(acts)
        try:
            done()
        except UserError as refused:
            return f"{done.__name__}: {refused!r}"
        return done.__name__

    def finish(self) -> Tournament:
        """Rules on everything that is open until nothing is; what cannot be ruled raises."""
        while waiting := self.hall.open_contests(self.cup):
            self.hall.now += timedelta(minutes=1)
            deliver_calls(self.hall)
            state = self.hall.ask(playing_reading_verbs.view_of, waiting[0].contest_id, self.hall.now).state
            told = self.luck.choice(state.rulable(waiting[0].length))
            self.hall.act(self.hall.actor(1), playing_ruling_verbs.rule, waiting[0].contest_id, told, "seen")
        return self.hall.load(self.cup)

    def _somebody(self) -> int:
        return self.luck.choice(self.players)

    def _rule(self) -> None:
        open_ = self.hall.open_contests(self.cup)
        if open_:
            contest = self.luck.choice(open_)
            told = self.luck.choice(possible_results(contest.length))
            self.hall.act(self.hall.actor(1), playing_ruling_verbs.rule, contest.contest_id, told, "seen")

    def _report(self) -> None:
        open_ = self.hall.open_contests(self.cup)
        if open_:
            contest = self.luck.choice(open_)
            told = self.luck.choice(possible_results(contest.length))
            self.hall.act(self.hall.actor(self._somebody()), playing_reporting_verbs.report, contest.contest_id, told)

    def _correct(self) -> None:
        known = self.hall.ask(playing_store.of_tournament, self.cup.tournament_id)
        over = [one for one in known if one.result is not None and len(one.sides) == 2]
        if over:
            contest = self.luck.choice(over)
            told, by = self.luck.choice(possible_results(contest.length)), self.hall.actor(1)
            found = self.hall.ask_as(by, playing_correcting_verbs.preview_correction, contest.contest_id, told)
            number = len(found.reopened)
            self.hall.act(by, playing_correcting_verbs.correct, contest.contest_id, told, number, "looked again")

    def _miss(self) -> None:
        self.hall.act(self.hall.actor(self._somebody()), course_rounds_verbs.miss, self.cup.tournament_id)

    def _play_after_all(self) -> None:
        self.hall.act(self.hall.actor(self._somebody()), course_rounds_verbs.play_after_all, self.cup.tournament_id)

    def _leave(self) -> None:
        self.hall.act(self.hall.actor(self._somebody()), rounds_drawing_verbs.leave, self.cup.tournament_id)

    def _come_late(self) -> None:
        number = max(self.players) + 1
        self.hall.act(self.hall.actor(number), entering_verbs.register, self.cup.tournament_id, f"account{number}")
        self.players.append(number)

    def _redraw(self) -> None:
        self.hall.act(self.hall.actor(1), rounds_drawing_verbs.redraw, self.cup.tournament_id, "a name was missing")

    def _forbid(self) -> None:
        field = self.hall.ask(entering_store.with_outcome, self.cup.tournament_id, "starter")
        one, other = (entrant.entrant_id for entrant in self.luck.sample(field, 2))
        self.hall.act(self.hall.actor(1), course_rounds_verbs.forbid, self.cup.tournament_id, (one, other), "brothers")


def agrees(hall: Hall, cup: Tournament) -> None:
    """The event's file gives the table, the pairings and the draws that the bot has."""
    record = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, cup.tournament_id)
    found = replay(read_record(write_record(record), "cup.json"))
    assert found.difference is None, found.difference
    view = hall.ask(course_reading_verbs.standings_view, cup.tournament_id)
    # While groups are played each is shown with a table of its own, and the record has one for all.
    in_groups = cup.rulebook.format is FormatName.GROUPS
    assert view is None or in_groups or found.derived.standings == view.rows


def rulebook(name: str) -> Rulebook:
    """The preset for whoever comes, with no arbiter to wait for."""
    rules = VARIANTS[name] if name in VARIANTS else preset(name)
    return replace(
        rules,
        minimum_entrants=2,
        registration=replace(rules.registration, invited_only=False),
        matches=replace(rules.matches, matches_per_arbiter=0),
    )


@pytest.mark.rule("GO-28.1", "GO-28.2", "GO-28.3", "GO-28.4")
@pytest.mark.parametrize("seed", range(MORE))
@pytest.mark.parametrize("name", [*PRESETS, *VARIANTS])
def test_after_any_acts_the_record_says_what_the_bot_says_and_the_event_can_end(
    hall: Hall, name: str, seed: int
) -> None:
    storm = Storm(hall, rulebook(name), seed)
    for number in range(ACTS):
        print(number, hall.now, storm.act())
        if number % 4 == 3:
            agrees(hall, storm.cup)
    assert storm.finish().ended_at is not None
    agrees(hall, storm.cup)
