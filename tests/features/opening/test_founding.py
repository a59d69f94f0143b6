"""An opening list is for the start: until when it brings what, and who signs what it says of its own sender."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.guidance import verbs as guidance_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.model import Column, Trouble
from bot.features.opening.plans_model import FoundingEnds, OpeningPreview
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import IN_PUBLIC_FOR, Signature, WishOutcome
from bot.features.tournaments.tasks_model import Task
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.kernel.ids import MemberId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step
from bot.kernel.promises import ToMember
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.lists_model import LineMeans
from bot.people.model import FOUNDING_OPEN_FOR, ArbiterTitle, Office
from bot.server import store as server_store
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import DISCORD, ORGANISER, OWNER, actor, bring, confirm, known_as, look, person, send
from tests.refusals import refuses

HEADINGS = "name;discord;rating;master title;arbiter title;world titles;bar reason;office;country;club"
PRESIDENT = 5


@pytest.fixture(autouse=True)
def known(hall: Hall) -> None:
    """An organiser and the owner, by accounts that a list can name."""
    hall.person(ORGANISER)
    owner = hall.person(OWNER)
    hall.do(lambda tx: own_the_server(tx, owner.discord_id or MemberId(0)))


def own_the_server(tx: Tx, owner: MemberId) -> None:
    community = server_store.load(tx, GUILD)
    assert community is not None
    server_store.save(tx, replace(community, owner_id=owner))


def row(name: str, *, rating: str = "", arbiter: str = "", crown: str = "", office: str = "", country: str = "") -> str:
    return f"{HEADINGS}\n{name};;{rating};;{arbiter};{crown};;{office};{country};\n"


def rating_of(hall: Hall, who: PersonId) -> float | None:
    return hall.ask(people_ratings_store.ratings, GUILD).get(who)


def meant(hall: Hall, draft: str, number: int, who: PersonId) -> None:
    """Says that the first line means that person."""
    hall.act(actor(hall, number), opening_who_verbs.say_who, draft, LineMeans(2, who))


def waiting(hall: Hall) -> list[Signature]:
    return hall.ask(signing_store.open_of_guild, GUILD)


def pass_time(hall: Hall, time: timedelta) -> None:
    hall.now += time
    for deadline in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        if deadline.subject.startswith(("signature:", "founding:")):
            hall.do(wiring.take, deadline)


def own_list(hall: Hall, number: int, **cells: str) -> str:
    """A list whose sender stands on it."""
    me = hall.person(number)
    draft = send(hall, row(me.name, **cells) + "Guest;;1900;;;;;;Brasil;\n", number)
    meant(hall, draft, number, me.person_id)
    return draft


def test_the_owner_alone_moves_everybody_in_at_once_and_the_own_row_waits_in_public(hall: Hall) -> None:
    draft = own_list(hall, OWNER, rating="2900", arbiter="AI", country="Brasil")
    assert look(hall, draft).own_row
    confirm(hall, draft)
    me = hall.person(OWNER).person_id
    assert rating_of(hall, person(hall, "Guest")) == 1900
    assert rating_of(hall, me) is None
    (asked,) = waiting(hall)
    assert asked.in_public
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert rating_of(hall, me) == 2900
    assert hall.ask(people_store.title_of, me) is ArbiterTitle.AI
    assert rating_of(hall, person(hall, "Guest")) == 1900


def test_one_objection_keeps_the_own_row_out(hall: Hall) -> None:
    confirm(hall, own_list(hall, OWNER, rating="2900"))
    (asked,) = waiting(hall)
    hall.person(20)
    hall.act(actor(hall, 20), signing_verbs.object_to, asked.signature_id, "never played")
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert rating_of(hall, hall.person(OWNER).person_id) is None


def test_an_organiser_brings_no_rating_of_their_own_alone(hall: Hall) -> None:
    confirm(hall, own_list(hall, ORGANISER, rating="2900"), ORGANISER)
    me = hall.person(ORGANISER).person_id
    assert rating_of(hall, me) is None
    (asked,) = waiting(hall)
    with refuses("error.OwnWish"):
        hall.act(actor(hall, ORGANISER), signing_verbs.sign, asked.signature_id)
    hall.act(actor(hall, OWNER), signing_verbs.sign, asked.signature_id)
    assert rating_of(hall, me) == 2900


def test_the_owner_confirms_what_an_organisers_list_says_of_the_organiser(hall: Hall) -> None:
    draft = own_list(hall, ORGANISER, rating="2100")
    confirm(hall, draft, OWNER)
    assert rating_of(hall, hall.person(ORGANISER).person_id) == 2100
    assert waiting(hall) == []


def test_the_sender_confirms_what_the_list_says_of_who_signs_it(hall: Hall) -> None:
    owner = hall.person(OWNER)
    draft = send(hall, row(owner.name, rating="2200"), ORGANISER)
    meant(hall, draft, ORGANISER, owner.person_id)
    confirm(hall, draft, OWNER)
    assert rating_of(hall, owner.person_id) == 2200


def test_an_officer_whom_the_list_has_brought_signs_the_senders_row(hall: Hall) -> None:
    known_as(hall, hall.person(PRESIDENT), DISCORD + 5)
    me = hall.person(OWNER)
    text = row(me.name, rating="2300") + f"Paula;{DISCORD + 5};2000;;;;;president;;\n"
    draft = send(hall, text)
    meant(hall, draft, OWNER, me.person_id)
    confirm(hall, draft)
    (asked,) = waiting(hall)
    assert not asked.in_public
    paula = replace(actor(hall, PRESIDENT), member_id=MemberId(DISCORD + 5))
    hall.act(paula, signing_verbs.sign, asked.signature_id)
    assert rating_of(hall, me.person_id) == 2300


def finish(hall: Hall, number: int = OWNER) -> None:
    hall.act(actor(hall, number), opening_verbs.finish)


def test_seven_days_after_the_word_lists_bring_people_alone(hall: Hall) -> None:
    finish(hall)
    hall.now += FOUNDING_OPEN_FOR - timedelta(seconds=1)
    bring(hall, row("Ana", rating="2000"))
    assert rating_of(hall, person(hall, "Ana")) == 2000
    draft = send(hall, row("Bia", rating="2900", arbiter="AI", crown="World 2020 (2020-12-12)", country="Brasil"))
    shown = look(hall, draft)
    assert set(shown.left_out) == {Column.RATING, Column.ARBITER_TITLE, Column.WORLD_TITLES}
    confirm(hall, draft)
    bia = person(hall, "Bia")
    assert rating_of(hall, bia) is None
    assert hall.ask(people_store.title_of, bia) is None
    assert hall.ask(people_store.world_titles, GUILD) == []


def test_a_list_that_was_looked_at_before_the_end_is_shown_anew_after_it(hall: Hall) -> None:
    finish(hall)
    hall.now += FOUNDING_OPEN_FOR - timedelta(minutes=1)
    draft = send(hall, row("Ana", rating="2000"))
    seen = look(hall, draft).seen
    hall.now += timedelta(minutes=1)
    shown = hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, seen)
    assert isinstance(shown, OpeningPreview)
    assert shown.has_moved


def test_the_word_is_said_once_by_the_owner_or_the_president_and_told(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        finish(hall, ORGANISER)
    finish(hall)
    with pytest.raises(AlreadyDone):
        finish(hall)
    assert len(hall.promised(FoundingEnds, GUILD)) == 2


def test_the_owner_is_asked_for_the_word_once_a_list_is_in(hall: Hall) -> None:
    def asked() -> bool:
        tasks = hall.ask_as(actor(hall, OWNER), guidance_verbs.tasks).tasks
        return any(one.task is Task.FINISH_FOUNDING for one in tasks)

    assert not asked()
    bring(hall, row("Ana", rating="2000"))
    assert asked()
    finish(hall)
    assert not asked()


def test_the_third_official_event_of_eight_begins_the_end_and_everybody_is_told(hall: Hall) -> None:
    for number in range(1, 4):
        assert hall.promised(FoundingEnds, GUILD) == []
        opened = hall.begin(hall.announce(name=f"Open {number}"), *range(30, 38))
        hall.play_out(opened)
        hall.now += timedelta(days=1)
    targets = [one.target for one in hall.promised(FoundingEnds, GUILD)]
    assert ToMember(MemberId(OWNER)) in targets
    hall.now += FOUNDING_OPEN_FOR
    assert look(hall, send(hall, row("Bia", rating="2900"))).left_out == (Column.RATING,)


def test_smaller_events_and_others_do_not_end_a_founding(hall: Hall) -> None:
    for number in range(1, 4):
        opened = hall.begin(hall.announce(name=f"Open {number}"), *range(30, 37))
        hall.play_out(opened)
        hall.now += timedelta(days=1)
    assert hall.promised(FoundingEnds, GUILD) == []


def test_a_server_that_has_held_three_gets_its_seven_days_from_the_update(hall: Hall) -> None:
    for number in range(1, 4):
        hall.play_out(hall.begin(hall.announce(name=f"Open {number}"), *range(30, 38)))
    hall.do(lambda tx: tx.execute("DELETE FROM foundings"))
    hall.now += timedelta(days=100)
    hall.do(
        lambda tx: kernel_time_store.rewrite_deadlines(tx, f"founding:{GUILD}", [(Step.LOOK_AT_FOUNDING, hall.now)])
    )
    pass_time(hall, timedelta(seconds=1))
    assert hall.ask(registry_roles_verbs.closes_at, GUILD) == hall.now + FOUNDING_OPEN_FOR


def test_an_own_row_that_was_asked_for_in_time_comes_in_though_the_founding_ends_meanwhile(hall: Hall) -> None:
    finish(hall)
    hall.now += FOUNDING_OPEN_FOR - timedelta(hours=1)
    confirm(hall, own_list(hall, OWNER, rating="2100"))
    (asked,) = waiting(hall)
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert rating_of(hall, hall.person(OWNER).person_id) == 2100
    found = hall.ask(signing_store.load, asked.signature_id)
    assert found is not None
    assert found.outcome is WishOutcome.UNOPPOSED


def test_an_office_of_ones_own_waits_too(hall: Hall) -> None:
    me = hall.person(OWNER)
    confirm(hall, own_list(hall, OWNER, office="president"))
    assert Office.PRESIDENT not in hall.ask(people_store.offices, GUILD)
    (asked,) = waiting(hall)
    assert asked.asked_by == me.person_id


def test_what_the_committee_took_a_list_does_not_give_back(hall: Hall) -> None:
    titled = hall.arbiter(12, ArbiterTitle.AN)
    hall.do(lambda tx: people_store.end_title(tx, titled.person_id, hall.now + timedelta(days=1)))
    hall.now += timedelta(days=2)
    draft = send(hall, row(titled.name, arbiter="AI"))
    meant(hall, draft, OWNER, titled.person_id)
    assert [one.trouble for one in look(hall, draft).faults] == [Trouble.DECIDED_HERE]
