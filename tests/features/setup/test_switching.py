"""Commands that come with an event: after an update of the bot an open event has what it would bring if it were new."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.setup import verbs as setup_verbs
from bot.kernel import log
from bot.kernel.ids import PersonId, Switch
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import model as server_model
from bot.server import store as server_store
from tests.hall.hall import GUILD, Hall

BROUGHT = {Switch.CASES, Switch.GO}
"""What an event of Go by a Swiss needs."""


@contextmanager
def an_older_version() -> Iterator[None]:
    """The bot before it knew what a setting needs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_model, "NEEDS", {})
        yield


def announced_before(hall: Hall) -> Tournament:
    """An event of Go that an older version announced, and brought nothing with."""
    with an_older_version():
        tournament = hall.announce(preset("go-swiss"))
    assert there(hall) == set()
    return tournament


def there(hall: Hall) -> frozenset[Switch]:
    """What the server has switched on."""
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    return community.switches


def told(hall: Hall) -> list[tuple[str, PersonId | None]]:
    """Which switches the log says were switched on, and by whom; None is the bot itself."""
    lines = hall.ask(log.find, GUILD, log.Sought(), 100)
    return [(one.details["switch"], one.actor) for one in lines if one.act == "switch_commands_on"]


def test_an_event_that_was_announced_before_an_update_has_its_commands_after_it_told_once(hall: Hall) -> None:
    announced_before(hall)
    for _ in range(2):
        hall.do(setup_verbs.switch_on_missing)
    assert there(hall) == BROUGHT
    assert sorted(told(hall)) == [("cases", None), ("go", None)]


def test_what_somebody_hid_while_the_event_was_open_stays_hidden(hall: Hall) -> None:
    announced_before(hall)
    hall.do(setup_verbs.switch_on_missing)
    hall.now += timedelta(hours=1)
    hall.act(hall.actor(1), setup_verbs.switch_off, Switch.GO)
    hall.do(setup_verbs.switch_on_missing)
    assert there(hall) == BROUGHT - {Switch.GO}


def test_what_was_hidden_before_the_event_was_announced_comes_as_with_any_new_event(hall: Hall) -> None:
    hall.act(hall.actor(1), setup_verbs.switch_on, Switch.GO)
    hall.act(hall.actor(1), setup_verbs.switch_off, Switch.GO)
    hall.now += timedelta(hours=1)
    announced_before(hall)
    hall.do(setup_verbs.switch_on_missing)
    assert there(hall) == BROUGHT


def test_an_event_that_was_called_off_brings_nothing_any_more(hall: Hall) -> None:
    tournament = announced_before(hall)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "No room")
    hall.do(setup_verbs.switch_on_missing)
    assert there(hall) == set()
