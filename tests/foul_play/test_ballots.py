"""Seeing a ballot, or how a vote goes before its close, tried as somebody would who wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.voting import cards as voting_cards
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting.model import AGAINST, IN_FAVOUR, NULL, Vote
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.layout.cards import Card
from tests.foul_play.test_votes import ANA, A, B, C, D, cast, own, petition
from tests.hall.chamber import COMMITTEE, election, open_chamber, start
from tests.hall.court import LEADER, PRESIDENT
from tests.hall.hall import Hall

Rows = Mapping[str, list[tuple[object, ...]]]
STRANGER = 40
BALLOTS = "ballots"
"""The one table that hangs on what somebody has voted."""


class Halls:
    """The same community again and again: what happens alike has the same ids in each."""

    @contextmanager
    def another(self) -> Iterator[Hall]:
        hall = Hall()
        open_chamber(hall)
        try:
            yield hall
        finally:
            hall.close()


@pytest.fixture
def halls() -> Halls:
    return Halls()


def everything(tx: Query) -> Rows:
    """The whole database but the ballots."""
    tables = tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    names = sorted(row["name"] for row in tables if row["name"] != BALLOTS)
    return {one: [tuple(row) for row in tx.fetch_all(f"SELECT * FROM {one} ORDER BY 1, 2")] for one in names}


def read_by_others(hall: Hall, vote: Vote) -> list[object]:
    """What anybody but the voter can read of the vote while it runs."""
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    assert view.tally is None
    cards: list[Card] = [
        make(view, Translator())
        for make in (voting_cards.card, voting_cards.opening, voting_cards.reminder, voting_cards.letter)
    ]
    cards.append(voting_cards.extension(view, Translator(), slept=True))
    cards.append(voting_cards.vote_list(hall.ask(voting_desk_verbs.open_votes, vote.guild_id, hall.now), Translator()))
    others = [hall.actor(one) for one in (LEADER, PRESIDENT, B, C, D, STRANGER)]
    own_pages = [repr(hall.ask_as(one, guidance_verbs.tasks)) for one in others]
    exports = [hall.ask_as(one, erasure_verbs.export) for one in others[:-1]]
    sheet = repr(hall.ask_as(hall.actor(LEADER), voting_record_verbs.sheet))
    return [everything_of(hall), cards, own_pages, exports, sheet]


def everything_of(hall: Hall) -> Rows:
    return hall.ask(everything)


def expulsion(hall: Hall) -> Vote:
    return start(hall, "absence-penalty", ANA)


Opening = Callable[[Hall], Vote]
WAYS: Mapping[str, tuple[Opening, tuple[tuple[str, ...], ...]]] = {
    "yes or no": (expulsion, ((IN_FAVOUR,), (AGAINST,), (NULL,))),
    "a change of mind": (expulsion, ((IN_FAVOUR, AGAINST), (AGAINST, NULL), (NULL, IN_FAVOUR))),
    "candidates": (election, (("B",), ("C",), (NULL,))),
}


@pytest.mark.parametrize(("opening", "ways"), WAYS.values(), ids=WAYS)
def test_whatever_somebody_votes_all_that_others_can_read_is_the_same(
    halls: Halls, opening: Opening, ways: tuple[tuple[str, ...], ...]
) -> None:
    seen = []
    for ballots in ways:
        with halls.another() as hall:
            vote = opening(hall)
            for choice in ballots:
                cast(hall, vote, A, {"B": own(hall, B), "C": own(hall, C)}.get(choice, choice))
            seen.append(read_by_others(hall, vote))
    assert all(one == seen[0] for one in seen)


def test_the_own_wish_to_change_a_ballot_tells_others_nothing(halls: Halls) -> None:
    with halls.another() as hall:
        vote = expulsion(hall)
        cast(hall, vote, A)
        before = everything_of(hall)
        cast(hall, vote, A, AGAINST)
        assert everything_of(hall) == before


@pytest.mark.rule("AIJE-A01-2")
def test_of_a_petition_nobody_reads_who_has_signed(halls: Halls) -> None:
    seen = []
    for signer in (A, B, C):
        with halls.another() as hall:
            vote = petition(hall, D)
            cast(hall, vote, signer)
            view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
            assert view is not None
            told = (voting_cards.reminder, voting_cards.card, voting_cards.opening)
            cards = [make(view, Translator()) for make in told] + [
                voting_cards.extension(view, Translator(), slept=True)
            ]
            assert cards[0].pings == cards[2].pings
            assert len(cards[0].pings) == len(COMMITTEE)
            seen.append((everything_of(hall), cards))
    assert seen[0] == seen[1] == seen[2]


# --- whether somebody has voted -----------------------------------------------------------------------------------


@pytest.mark.parametrize("voted", [True, False])
def test_who_is_erased_while_a_vote_runs_does_not_show_by_it_whether_they_had_voted(
    halls: Halls, *, voted: bool
) -> None:
    with halls.another() as hall:
        vote = expulsion(hall)
        for number in (A, B) if voted else (B, C):
            cast(hall, vote, number)
        before = turnout(hall, vote)
        hall.act(hall.actor(A), erasure_verbs.erase)
        assert (before, turnout(hall, vote)) == ((2, 4), (2, 4))
        for number in (C, D) if voted else (D,):
            vote = cast(hall, vote, number)
        assert vote.closed_at is not None
        assert [one.struck_at is not None for one in vote.electors] == [True, False, False, False]


def turnout(hall: Hall, vote: Vote) -> tuple[int, int]:
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    return view.cast, view.asked
