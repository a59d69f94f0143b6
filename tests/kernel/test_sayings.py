from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot import wiring
from bot.features.cases.model import AbsenceReminder, Barred, BarThen, RatingPointsTaken
from bot.features.entering.model import CheckInReminder
from bot.features.registry.model import NoTitle, OfficersNamed
from bot.features.seats.model import Invitation, SeatsOffered
from bot.features.teams.model import LineUpsOpen, MemberBarred
from bot.features.tournaments.promises_model import LotDrawn, PlayerLeft, RoundOver, TournamentAnnounced
from bot.kernel.ids import BarId, EntrantId, PersonId, TournamentId
from bot.kernel.promises import KINDS, Kept, Kinds, Unread, again, name_of, read, write
from bot.play.deciders import BRACKET
from bot.play.rulebook import Asked
from tests.kernel.sayings_of_before import ROWS, Row

CUP = TournamentId("cup")


def test_a_row_of_every_kind_of_message_is_kept_as_it_was_before() -> None:
    kinds = {name_of(kind) for kind in (*wiring.ALL, *wiring.MADE_OTHERWISE)}
    assert {row.name for row in ROWS} == kinds


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name} {row.details}")
def test_a_row_of_before_is_read_and_would_be_written_to_the_letter(row: Row) -> None:
    message = KINDS.read(row.kept)
    assert not isinstance(message, Unread)
    kept = write(message)
    wanted = row.details.replace('"is_out": "1"', '"is_out": "yes"')
    assert (kept.name, kept.subject) == (row.name, row.subject)
    assert json.dumps(kept.details, ensure_ascii=False) == wanted
    assert KINDS.read(kept) == message


def test_what_older_versions_did_not_write_has_its_default() -> None:
    assert read(RoundOver, "cup", {"draw": "1", "round": "2"}).of == BRACKET
    assert read(CheckInReminder, "cup", {}).entrants == ()
    assert read(LineUpsOpen, "match", {}).sides == ()
    assert read(RatingPointsTaken, "penalty", {}).bar is BarThen.NONE
    assert read(AbsenceReminder, "cup", {"cases": "a b"}).extended is False
    assert read(OfficersNamed, "1", {"title": "none", "arbiters": "a", "by": "b"}).title is NoTitle.NONE
    assert read(MemberBarred, "team", {"person": "a", "is_out": "1"}).is_out is True


def test_what_holds_nothing_is_left_out_of_the_row() -> None:
    assert write(PlayerLeft(EntrantId("entrant"))).details == {}
    assert write(Barred(BarId("bar"))).details == {}
    assert list(write(LotDrawn(CUP, 2, level=())).details) == ["draw", "level"]


def test_a_list_of_pairs_is_read_as_it_was_written() -> None:
    offered = SeatsOffered("round", (Invitation(Asked.LEAGUE, PersonId("a")), Invitation(Asked.MATCH, PersonId("b"))))
    assert write(offered).details == {"asked": "league.a,match.b"}
    assert read(SeatsOffered, "round", {"asked": "league.a,match.b"}) == offered


def test_a_panel_that_comes_back_says_so() -> None:
    announced = TournamentAnnounced(CUP)
    assert again(TournamentAnnounced, "cup") == replace(announced, again=True)
    assert write(again(TournamentAnnounced, "cup")).details == {"again": "yes"}


@pytest.mark.parametrize(
    "kept",
    [
        Kept("sung", "cup", {"tune": "Jeek"}),
        Kept("round_over", "cup", {"draw": "1"}),
        Kept("round_over", "cup", {"draw": "first", "round": "1"}),
        Kept("vote_extended", "vote", {"why": "boredom"}),
        Kept("vote_excuse", "vote", {}),
    ],
    ids=lambda kept: f"{kept.name} {kept.details}",
)
def test_a_row_that_cannot_be_read_is_kept_as_it_is(kept: Kept) -> None:
    message = KINDS.read(kept)
    assert isinstance(message, Unread)
    assert write(message) == kept


def test_nothing_is_read_before_the_kinds_are_known() -> None:
    with pytest.raises(RuntimeError, match="not joined"):
        Kinds().read(ROWS[0].kept)
    wiring.join()
    assert not isinstance(KINDS.read(ROWS[0].kept), Unread)
