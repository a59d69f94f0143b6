"""A verb for one kind of event is refused in every other, whatever a forged press claims, and nothing changes."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.teams import store as teams_store
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import HeldPlace, NamedMember
from bot.features.tournaments.store import of_contest
from bot.features.tournaments.verbs import DECLARED, SUBJECTS, OtherKindOfEvent
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import ContestId, PlaceId
from bot.play.entries import Tournament
from bot.play.points import EventKind, kind_of
from bot.rulebooks.library import preset
from tests.hall import challenges, title_matches
from tests.hall.arena_hall import ARENA
from tests.hall.edge import EDGE
from tests.hall.hall import Hall
from tests.hall.squads import GO, begin, save
from tests.house.rooms import DECIDING, modules_of

for _path in modules_of(*DECIDING):
    importlib.import_module(_path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))

FOLDERS = ("/team_play/", "/teams/", "/title_match/", "/arena/")
"""What stands here is for some kinds of event alone."""
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    opened = Hall(tmp_path_factory.mktemp("kinds") / "hall.db")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def events(hall: Hall) -> dict[EventKind, Tournament]:
    """An event of each kind in play."""
    plain = preset("aije-open")
    counted = preset("go-swiss")
    counted = replace(counted, matches=replace(counted.matches, matches_per_arbiter=0))
    by_kind = {
        EventKind.SINGLES: hall.begin(hall.announce(plain, "Open"), *range(2, 10)),
        EventKind.COUNTED: hall.begin(hall.announce(counted, "Go"), *range(2, 10)),
        EventKind.TABLES: hall.begin(hall.announce(EDGE, "Edge"), *range(2, 11)),
        EventKind.STAY_ON: challenges.Challenge(hall).tournament,
        EventKind.TEAMS: _teams(hall),
    }
    title = title_matches.announced(hall)
    title_matches.start(hall, title)
    by_kind[EventKind.TITLE_MATCH] = hall.load(title)
    by_kind[EventKind.ARENA] = hall.begin(hall.announce(ARENA, "Arena"), *range(2, 6))
    for event in by_kind.values():
        hall.do(_name_place, event)
    return by_kind


def _teams(hall: Hall) -> Tournament:
    cup = hall.announce(GO, "Times")
    for captain in (2, 3):
        names = (f"P{captain}", *(f"T{captain}-{board}" for board in (2, 3, 4)))
        save(hall, cup, captain, f"Team {captain}", *map(NamedMember, names))
    drawn: Tournament = begin(hall, cup, 2, 3)
    return drawn


def _name_place(tx: Tx, event: Tournament) -> None:
    """A place in a team stands in every event, as if a forged form had been believed."""
    entrant_id, key = entering_store.of_tournament(tx, event.tournament_id)[0].entrant_id, _place_in(event)
    teams_store.save_place(tx, HeldPlace(key, entrant_id, None, "Ana", None, None, 1, is_new=False, named_at=tx.now))


def _place_in(event: Tournament) -> PlaceId:
    return PlaceId(f"place-{event.tournament_id}")


def _forged(verb: Callable[..., object], given: dict[str, object], tx: ActorTx) -> object:
    return verb(tx, **given)


def _changes(tx: Query) -> int:
    row = tx.fetch_one("SELECT total_changes() AS n")
    assert row is not None
    return int(row["n"])


def _given(hall: Hall, verb: Callable[..., object], event: Tournament) -> dict[str, object]:
    """What a forged press gives the verb: the ids of another event, and nothing else that it could use."""
    mine = next(iter(hall.ask(entering_store.of_tournament, event.tournament_id)))
    known: dict[str, object] = {
        "guild_id": event.guild_id,
        "tournament_id": event.tournament_id,
        "entrant_id": mine.entrant_id,
        "place_id": _place_in(event),
    }
    if event.drawn_at is not None:
        found = [
            one.contest_id for one in hall.ask(playing_store.of_tournament, event.tournament_id) if len(one.sides) > 1
        ]
        known["contest_id"] = found[0] if found else None
    names = list(inspect.signature(verb).parameters)[1:]
    return {name: known.get(name) for name in names}


@pytest.mark.parametrize("verb", DECLARED, ids=lambda verb: f"{verb.__module__}.{verb.__name__}")
def test_a_verb_is_refused_in_every_other_kind_of_event(
    hall: Hall, events: dict[EventKind, Tournament], verb: Callable[..., object]
) -> None:
    for kind, event in events.items():
        if kind in DECLARED[verb]:
            continue
        given = _given(hall, verb, event)
        if given.get("contest_id", event) is None:
            continue
        before = hall.ask(_changes)
        with pytest.raises(UserError) as refused:
            hall.act(replace(hall.actor(2), is_organiser=True, is_owner=True), partial(_forged, verb, given))
        assert "name" in refused.value.fields(), (kind, refused.value)
        after = hall.ask(_changes)
        assert before == after


def test_every_event_is_of_its_kind(hall: Hall, events: dict[EventKind, Tournament]) -> None:
    assert {kind_of(event.rulebook) for event in events.values()} == set(EventKind) == set(events)
    with pytest.raises(OtherKindOfEvent) as refused:
        hall.act(hall.actor(2), teams_verbs.save, events[EventKind.SINGLES].tournament_id, "Azul", ())
    assert (refused.value.name, refused.value.given) == ("Open", EventKind.SINGLES)
    assert hall.ask(of_contest, ContestId("nothing")) is None


def test_whatever_a_cog_calls_of_a_folder_for_one_kind_is_declared() -> None:
    cogs = "\n".join(path.read_text() for path in (ROOT / "cogs").glob("*.py"))
    named = set(re.findall(r"(?=\b(\w+\.\w+)\b)", cogs))
    declared = {(verb.__module__, verb.__name__) for verb in DECLARED}
    missing: set[str] = set()
    for path in (Path(one) for one in modules_of(*DECIDING) if any(folder in one for folder in FOLDERS)):
        module = importlib.import_module(".".join(path.with_suffix("").parts))
        for name, verb in inspect.getmembers(module, inspect.isfunction):
            if verb.__module__ != module.__name__ or f"{path.stem}.{name}" not in named:
                continue
            takes = set(inspect.signature(verb).parameters)
            if takes & set(SUBJECTS) and (verb.__module__, name) not in declared:
                missing.add(f"{path.stem}.{name}")
    assert missing <= {"team_entries.is_for_teams", "title_holders.holder_of", "title_holders.title_subject"}, (
        "these alone answer for every kind of event"
    )
