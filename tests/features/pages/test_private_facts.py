"""What the pages of servers, lists, series and players, and calendars, never hold of anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import verdict_verbs
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.bars_store import Expulsion
from bot.features.entering.model import Bar, BarReason
from bot.features.pages.calendar_messages import player_calendar, series_calendar, server_calendar
from bot.features.pages.event_messages import public_event
from bot.features.pages.model import ShownAs, told_apart
from bot.features.pages.player_messages import public_player
from bot.features.pages.public_model import Public, PublicEventLine
from bot.features.pages.record_messages import public_record
from bot.features.pages.server_messages import public_ranking, public_series, public_server
from bot.features.series import verbs as series_verbs
from bot.kernel.context import Tx
from bot.kernel.ids import BarId, MemberId, TournamentId
from bot.people import store as people_store
from bot.people.ratings_store import dates
from tests.features.pages.kept import SECRET, choose, page_of, play, switch_on
from tests.features.pages.shown import ENGLISH, KEY, texts
from tests.features.series.test_circuits import RULES
from tests.hall import squads
from tests.hall.chamber import open_chamber, start
from tests.hall.hall import GUILD, Hall

MEMBERS = (2, 3, 4, 5)


class Town:
    """A server with all kinds of page: members 2 and 3 are named, 4 is shown by initials, 5 by nothing."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        switch_on(hall)
        people = {number: hall.person(number) for number in MEMBERS}
        choose(hall, 2, page=True, secret=SECRET)
        choose(hall, 3)
        choose(hall, 4, ShownAs.INITIALS, page=True)
        choose(hall, 5, ShownAs.NOTHING, page=True)
        squads.publish(hall, **{f"P{number}": 2000.0 + number for number in MEMBERS})
        self.series = hall.act(hall.actor(1), series_verbs.create, RULES).circuit.circuit_id
        for _ in range(2):
            event = play(hall, *MEMBERS)
            hall.act(hall.actor(1), series_verbs.add_event, self.series, event.tournament_id)
        # Last, since each press calls a member what Discord does.
        for number, name in zip(MEMBERS, ("Ana Lima", "Bia Rocha", "Caio Secreto", "Davi Oculto"), strict=True):
            hall.do(people_store.save, replace(people[number], name=name))

    def pages(self) -> Iterator[Public]:
        """Every object of this part of the pages."""
        ask = self.hall.ask
        found = (
            ask(public_server, KEY, 1, ENGLISH),
            ask(public_ranking, KEY, "", 1, ENGLISH),
            ask(public_series, KEY, self.series, ENGLISH),
            ask(public_player, KEY, page_of(2), ENGLISH),
            ask(server_calendar, KEY, ENGLISH),
            ask(series_calendar, KEY, self.series, ENGLISH),
            ask(player_calendar, SECRET, ENGLISH),
        )
        for one in found:
            assert one is not None
            yield one

    def texts(self) -> list[str]:
        """All text of them."""
        return [text for one in self.pages() for text in texts(one)]


@pytest.fixture
def town(hall: Hall) -> Town:
    return Town(hall)


def test_who_is_named_is_in_the_pages_and_who_is_not_is_not(town: Town) -> None:
    told = "\n".join(town.texts())
    assert "Bia Rocha" in told
    assert not [word for word in ("Caio", "Secreto", "Davi", "Oculto", page_of(4), page_of(5)) if word in told]


def test_no_id_of_a_person_and_no_secret_is_in_them(town: Town) -> None:
    told = "\n".join(town.texts())
    ids = [town.hall.person(number).person_id for number in (1, *MEMBERS)]
    assert not [one for one in (*ids, SECRET) if one in told]
    assert not [one for one in town.texts() if "<@" in one or "**" in one or "<t:" in one], "words for Discord"


def test_an_account_of_discord_is_in_none(town: Town) -> None:
    account = MemberId(987654321098765432)
    town.hall.do(people_store.save, replace(town.hall.person(3), discord_id=account))
    assert str(account) not in "\n".join(town.texts())


def expel(hall: Hall, number: int) -> None:
    """As the vote on it does, once it is counted."""
    gone, year = hall.person(number), timedelta(days=366)
    open_chamber(hall)
    vote = start(hall, "absence-penalty", 31)
    bar = Bar(BarId("b" * 12), GUILD, gone.person_id, BarReason.DISQUALIFIED, "x", hall.now, barred_by=gone.person_id)
    expulsion = Expulsion(gone.person_id, GUILD, MemberId(number), vote.vote_id, bar.bar_id, hall.now, hall.now + year)

    def expelled(tx: Tx) -> None:
        entering_bars_store.add(tx, bar)
        entering_bars_store.add_expulsion(tx, expulsion)
        verdict_verbs.bury(tx, gone)
        verdict_verbs.erase_rating(tx, GUILD, gone.person_id)

    hall.do(expelled)


def test_who_was_expelled_is_nobody_from_then_on_and_has_neither_page_nor_calendar(town: Town) -> None:
    ask, events = town.hall.ask, [one.key for one in told_of(town.hall)]
    expel(town.hall, 2)
    found = (
        *(ask(public_event, KEY, TournamentId(one), ENGLISH) for one in events),
        *(ask(public_record, KEY, TournamentId(one), ENGLISH) for one in events),
        ask(public_server, KEY, 1, ENGLISH),
        ask(public_series, KEY, town.series, ENGLISH),
        *(ask(public_ranking, KEY, key, 1, ENGLISH) for key, _ in town.hall.ask(dates, GUILD, 9)),
    )
    assert all(one is not None for one in found)
    told = "\n".join(text for one in found for text in texts(one))
    assert not [word for word in ("Ana", "Lima", "P2", "A. L.", page_of(2)) if word in told]
    assert "A player 2" in told, "beside the one who chose it"
    assert ask(public_player, KEY, page_of(2), ENGLISH) is None
    assert ask(player_calendar, SECRET, ENGLISH) is None


def told_of(hall: Hall) -> tuple[PublicEventLine, ...]:
    """The events that are over."""
    found = hall.ask(public_server, KEY, 1, ENGLISH)
    assert found is not None
    return found.over


def test_a_number_behind_a_name_gives_nobody_the_name_of_another() -> None:
    names = told_apart(["A. L.", "A. L.", "A. L. 2", "A. L.", "A. L. 2"])
    assert len(set(names)) == 5
    assert (names[0], names[2]) == ("A. L.", "A. L. 2")
