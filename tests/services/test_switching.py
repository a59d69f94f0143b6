"""Commands that come with an event: after an update of the bot an open event has what it would bring if it were new."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from bot.domain import switches
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.switches import Switch
from bot.rulebooks.library import preset
from bot.services import switching
from bot.services.events import tournaments
from bot.storage import communities, log
from tests.services.hall import GUILD, Hall

BROUGHT = {Switch.CASES, Switch.GO}
"""What an event of Go by a Swiss needs."""


@contextmanager
def an_older_version() -> Iterator[None]:
    """The bot before it knew what a setting needs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(switches, "NEEDS", {})
        yield


def announced_before(hall: Hall) -> Tournament:
    """An event of Go that an older version announced, and brought nothing with."""
    with an_older_version():
        tournament = hall.announce(preset("go-swiss"))
    assert there(hall) == set()
    return tournament


def there(hall: Hall) -> frozenset[Switch]:
    """What the server has switched on."""
    community = hall.ask(communities.load, GUILD)
    assert community is not None
    return community.switches


def told(hall: Hall) -> list[tuple[str, PersonId | None]]:
    """Which switches the log says were switched on, and by whom; None is the bot itself."""
    lines = hall.ask(log.find, GUILD, log.Sought(), 100)
    return [(one.details["switch"], one.actor) for one in lines if one.act == "switch_commands_on"]


def test_an_event_that_was_announced_before_an_update_has_its_commands_after_it_told_once(hall: Hall) -> None:
    announced_before(hall)
    for _ in range(2):
        hall.do(switching.switch_on_missing)
    assert there(hall) == BROUGHT
    assert sorted(told(hall)) == [("cases", None), ("go", None)]


def test_what_somebody_hid_while_the_event_was_open_stays_hidden(hall: Hall) -> None:
    announced_before(hall)
    hall.do(switching.switch_on_missing)
    hall.now += timedelta(hours=1)
    hall.act(hall.presser(1), switching.switch_off, Switch.GO)
    hall.do(switching.switch_on_missing)
    assert there(hall) == BROUGHT - {Switch.GO}


def test_what_was_hidden_before_the_event_was_announced_comes_as_with_any_new_event(hall: Hall) -> None:
    hall.act(hall.presser(1), switching.switch_on, Switch.GO)
    hall.act(hall.presser(1), switching.switch_off, Switch.GO)
    hall.now += timedelta(hours=1)
    announced_before(hall)
    hall.do(switching.switch_on_missing)
    assert there(hall) == BROUGHT


def test_an_event_that_was_called_off_brings_nothing_any_more(hall: Hall) -> None:
    tournament = announced_before(hall)
    hall.act(hall.presser(1), tournaments.cancel, tournament.tournament_id, "No room")
    hall.do(switching.switch_on_missing)
    assert there(hall) == set()
