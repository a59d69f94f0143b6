"""Naming officers: one holder an office, publicly, on record, by the server's owner alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry.model import OfficeChanged, OfficersNamed
from bot.kernel import outbox
from bot.kernel.errors import AlreadyDone, NotAllowed, UserError
from bot.kernel.ids import Actor, ChannelId, Community, MemberId, Place
from bot.kernel.promises import Message, Promise
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.server import store as server_store
from bot.server.setup_model import NamedOfficers, Officers
from tests.hall.hall import GUILD, PLAYERLESS, Hall
from tests.refusals import refuses

ANNOUNCEMENTS, RECORD = ChannelId(11), ChannelId(12)


@pytest.fixture(autouse=True)
def channels(hall: Hall) -> None:
    """Somewhere to say it."""
    settle(hall, announcements=ANNOUNCEMENTS, record=RECORD)


def settle(hall: Hall, **channels: ChannelId | None) -> None:
    found = hall.ask(server_store.load, GUILD)
    assert found is not None
    changed: Community = replace(found, **channels)  # type: ignore[arg-type]
    hall.do(lambda tx: server_store.save(tx, changed))


def owner(hall: Hall) -> Actor:
    return replace(hall.actor(PLAYERLESS), is_owner=True)


def name(hall: Hall, named: NamedOfficers) -> Officers:
    hall.now += timedelta(seconds=1)
    return hall.act(owner(hall), registry_officers_verbs.name, named)


def office(number: int, which: Office = Office.PRESIDENT) -> NamedOfficers:
    return NamedOfficers(offices={which: (MemberId(number), f"P{number}")})


def arbiters(title: ArbiterTitle | None, *numbers: int) -> NamedOfficers:
    return NamedOfficers(arbiters={MemberId(number): f"P{number}" for number in numbers}, title=title)


def holder(named: Officers, which: Office) -> str | None:
    person = named.holder(which)
    return None if person is None else person.name


def said(hall: Hall) -> list[Promise[Message]]:
    return [one for one in hall.ask(outbox.waiting, 50) if isinstance(one.message, OfficersNamed)]


@pytest.mark.rule("AIJE-A01-1")
def test_an_office_has_one_holder_and_the_next_one_takes_it_over(hall: Hall) -> None:
    name(hall, office(2))
    hall.act(hall.actor(2), registry_officers_verbs.resign, Office.PRESIDENT, "Enough")
    assert holder(name(hall, office(3)), Office.PRESIDENT) == "P3"


@pytest.mark.rule("AIJE-A01-2")
@pytest.mark.parametrize(
    ("which", "refusal"),
    [
        (Office.LEADER, registry_officers_verbs.LeaderIsElected),
        (Office.PRESIDENT, registry_officers_verbs.PresidentStays),
    ],
)
def test_the_owner_names_nobody_in_the_place_of_who_holds_an_office(
    hall: Hall, which: Office, refusal: type[UserError]
) -> None:
    name(hall, office(2, which))
    with pytest.raises(refusal) as refused:
        name(hall, office(3, which))
    assert refused.value.fields() == {"holder": "P2"}
    assert holder(hall.ask(registry_officers_verbs.present, GUILD), which) == "P2"


@pytest.mark.rule("AIJE-A01-2")
@pytest.mark.parametrize("which", Office)
def test_an_office_whose_holder_has_left_the_server_or_erased_everything_is_filled(hall: Hall, which: Office) -> None:
    name(hall, office(2, which))
    found = name(hall, replace(office(3, which), gone=frozenset({MemberId(2)})))
    assert holder(found, which) == "P3"
    hall.do(lambda tx: tx.execute("UPDATE people SET discord_id = NULL WHERE name = 'P3'"))
    assert holder(name(hall, office(4, which)), which) == "P4"


@pytest.mark.rule("AIJE-A02-3", "AIJE-A02-6")
@pytest.mark.parametrize("title", [None, ArbiterTitle.ANP])
def test_the_owner_takes_no_arbiters_title_and_lowers_none(hall: Hall, title: ArbiterTitle | None) -> None:
    name(hall, arbiters(ArbiterTitle.AN, 2))
    with refuses("error.TitleStays"):
        name(hall, arbiters(title, 3, 2))
    found = hall.ask(registry_officers_verbs.present, GUILD)
    assert [(found.people[one].name, held) for one, held in found.arbiters.items()] == [("P2", ArbiterTitle.AN)]


@pytest.mark.rule("AIJE-A01-1")
def test_the_two_offices_are_held_apart(hall: Hall) -> None:
    name(hall, office(2))
    found = name(hall, office(3, Office.LEADER))
    assert [holder(found, which) for which in Office] == ["P2", "P3"]


@pytest.mark.rule("AIJE-A01-1")
def test_several_arbiters_are_named_at_once_and_hold_one_title_each(hall: Hall) -> None:
    name(hall, arbiters(ArbiterTitle.ANP, 2, 3))
    found = name(hall, arbiters(ArbiterTitle.AN, 3, 4))  # A higher title is given, never a lower one.
    titles = {found.people[one].name: title for one, title in found.arbiters.items()}
    assert titles == {"P2": ArbiterTitle.ANP, "P3": ArbiterTitle.AN, "P4": ArbiterTitle.AN}


def test_a_title_that_is_laid_down_ends_and_so_does_duty(hall: Hall) -> None:
    found = name(hall, arbiters(ArbiterTitle.AN, 2))
    (person_id,) = found.arbiters
    hall.do(lambda tx: people_store.go_on_duty(tx, GUILD, person_id, hall.now))
    assert hall.act(hall.actor(2), registry_officers_verbs.lay_down, "Too much to do").arbiters == ()
    assert hall.ask(people_store.on_duty, GUILD) == []
    assert [one.message.what for one in hall.promised(OfficeChanged, str(GUILD))] == ["laid_down"] * 2
    with refuses("error.HoldsNoTitle"):
        hall.act(hall.actor(2), registry_officers_verbs.lay_down, "Again")


def test_it_is_said_in_the_announcements_and_in_the_public_record(hall: Hall) -> None:
    name(hall, office(2))
    assert [getattr(one.target, "place", None) for one in said(hall)] == [Place.ANNOUNCEMENTS, Place.RECORD]


def test_it_is_said_once_where_both_are_the_same_channel(hall: Hall) -> None:
    settle(hall, record=ANNOUNCEMENTS)
    name(hall, office(2))
    assert len(said(hall)) == 1


def test_naming_whoever_holds_the_office_changes_and_says_nothing(hall: Hall) -> None:
    name(hall, office(2))
    with pytest.raises(AlreadyDone):
        name(hall, office(2))
    assert len(said(hall)) == 2


@pytest.mark.parametrize("organises", [True, False])
def test_nobody_but_the_owner_names_officers(hall: Hall, organises: bool) -> None:
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(5, organiser=organises), registry_officers_verbs.name, office(5))
    assert hall.ask(registry_officers_verbs.present, GUILD) == Officers()


def test_a_president_names_no_officers_either(hall: Hall) -> None:
    name(hall, office(5))
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(5), registry_officers_verbs.name, office(6))


def test_nothing_is_named_where_it_cannot_be_said(hall: Hall) -> None:
    settle(hall, record=None)
    with refuses("error.RecordFirst"):
        name(hall, office(2))


def test_an_empty_form_names_nobody(hall: Hall) -> None:
    with refuses("error.NobodyNamed"):
        name(hall, NamedOfficers())


def test_who_never_pressed_anything_is_known_by_the_name_that_discord_sent(hall: Hall) -> None:
    found = name(hall, NamedOfficers(offices={Office.LEADER: (MemberId(77), "Zoë " + "x" * 200)}))
    assert holder(found, Office.LEADER) == ("Zoë " + "x" * 200)[:100]
