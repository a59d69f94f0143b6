"""A rehearsal of people who stop holds, and the right check complains when the bot forgets or troubles somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.features.playing import model as playing_model
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.model import ResultWanted, StaffSilent
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import summons_model as tournaments_summons_model
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.voting import cards as voting_cards
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import model as voting_model
from bot.kernel import outages
from bot.kernel.context import Tx
from bot.kernel.outages import Outage, Rung, Still, ToldSoFar
from bot.kernel.promises import OfContest
from bot.play.entries import Tournament
from bot.play.matches import ReportAnswer
from bot.server import speaking_verbs as server_speaking_verbs
from rehearsal.silence.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_NO_CLOCK = "No clock decides a disputed score"
_NO_REPORT = "Still no score: who runs the event is asked by name, and asked again"
_DISPUTE = "A dispute is asked about at once, after a day, three days, a week, and no more"


@FAULTS.fault(_NO_REPORT)
def the_organisers_are_not_named(patch: Patch) -> None:
    patch.setattr(tournaments_draft_cards, "_names", lambda _: [])
    patch.setattr(tournaments_draft_cards, "pings", lambda _: frozenset())


@FAULTS.fault("Neither came: the creator is asked at once, and the role while there is time")
def the_role_is_never_called(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "_to_role_at", lambda _: iter(()))


@FAULTS.fault("Who organises is pinged by each call and by nothing else")
def what_is_asked_again_does_not_name_the_role(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "_wants_role", lambda *_: False)


@FAULTS.fault(_NO_CLOCK)
def a_clock_decides_a_dispute(patch: Patch) -> None:
    def stands(tx: Tx, match_context: MatchContext) -> None:
        report = match_context.match.report
        assert report is not None
        playing_reporting_verbs._settle(tx, match_context, report, ReportAnswer.STOOD, None)

    patch.setattr(playing_reporting_verbs, "escalate", stands)


@FAULTS.fault("No clock ends a vote below its quorum")
def a_clock_closes_the_vote(patch: Patch) -> None:
    patch.setattr(voting_closing_verbs, "_may_still_decide", lambda _: False)


@FAULTS.fault("Neither came and nobody decides: both lose when the time is over")
def the_double_walkover_never_comes(patch: Patch) -> None:
    patch.setattr(playing_model, "both_lose_at", lambda *_: None)


@FAULTS.fault("A Swiss that everybody leaves ends by itself")
def a_round_that_nobody_plays_is_never_over(patch: Patch) -> None:
    patch.setattr(playing_model, "_both_lost", lambda *_: iter(()))


@FAULTS.fault("What rests is quiet")
def who_runs_the_event_is_asked_every_day_without_end(patch: Patch) -> None:
    come, following = outages.last_come, outages.next_rung

    def still_comes(still: Still, told: ToldSoFar | None, lost: Iterable[Outage], at: datetime) -> Rung | None:
        is_last = told is not None and told.rung is Rung.AFTER_A_WEEK
        return come(still, told, lost, at) or (Rung.AFTER_A_WEEK if is_last else None)

    def the_next_day(still: Still, told: ToldSoFar | None, lost: Iterable[Outage]) -> tuple[Rung, datetime] | None:
        found = following(still, told, lost)
        if found is None and told is not None:
            return Rung.AFTER_A_WEEK, told.last_at + timedelta(days=1)
        return found

    patch.setattr(tournaments_summons_verbs, "last_come", still_comes)
    patch.setattr(tournaments_summons_verbs, "next_rung", the_next_day)


@FAULTS.fault("The leader is asked to end a vote below its quorum, and then left alone")
def the_leader_is_asked_every_day_without_end(patch: Patch) -> None:
    patch.setattr(voting_model, "ASKED_AFTER", tuple(timedelta(days=day) for day in range(30)))


@FAULTS.fault(_DISPUTE)
def nothing_is_asked_after_three_days(patch: Patch) -> None:
    whole = outages._after
    patch.setattr(outages, "_after", lambda still, rung: None if rung is Rung.AFTER_THREE_DAYS else whole(still, rung))


def _forget(patch: Patch, kind: type) -> None:
    """The players of a match are never told so."""
    tell = server_speaking_verbs.tell_match

    def told(tx: Tx, tournament: Tournament, message: OfContest) -> None:
        if not isinstance(message, kind):
            tell(tx, tournament, message)

    patch.setattr(playing_presence_verbs, "tell_match", told)


@FAULTS.fault("Both there and no score: both are reminded, once")
def the_players_are_not_reminded(patch: Patch) -> None:
    _forget(patch, ResultWanted)


@FAULTS.fault("After a day the players read what they can do themselves")
def the_players_never_read_what_they_can_do(patch: Patch) -> None:
    _forget(patch, StaffSilent)


@FAULTS.fault("Each call carries the button that settles it")
def a_call_has_no_button(patch: Patch) -> None:
    line = tournaments_draft_cards._line
    patch.setattr(tournaments_draft_cards, "_line", lambda one, translator: replace(line(one, translator), press=None))


@FAULTS.fault("A vote that opens pings those who vote")
def a_vote_opens_in_silence(patch: Patch) -> None:
    patch.setattr(voting_cards, "pings", lambda _: frozenset())


async def test_an_event_in_which_people_stop_asks_who_can_act_and_then_rests(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=3)
    assert [check for check in ended.verdict.checks if check.problems] == []
    notified, how, *_ = ended.verdict.tables
    assert [row[:3] for row in notified[2][:4]] == [
        ("creates the events", 1, "16 to 16, median 16"),
        ("organises too", 1, "10 to 10, median 10"),
        ("leads", 1, "5 to 5, median 5"),
        ("votes", 5, "2 to 2, median 2"),
    ]
    assert [row[1] for row in how[2]] == [2, 0, 5, 5, "", "", 4], "how often staff were asked of each"


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_silence_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=3)
    problems = [problem for check in ended.verdict.checks if check.title == complaint for problem in check.problems]
    assert [one for one in problems if not one.startswith("cannot be checked")], "the check itself has to see it"
