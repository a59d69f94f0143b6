"""An act that waits for a second person: asked, signed, declined, objected to, lapsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar

import pytest

from bot import wiring
from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.cards import WishCards
from bot.features.signing.model import (
    EVENT_WAITS_FOR,
    IN_PUBLIC_FOR,
    Signature,
    SignatureEnded,
    SignatureLetter,
    SignatureWanted,
    Signed,
    Wish,
    WishOutcome,
)
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Tx
from bot.kernel.errors import AlreadyDone, NotYours, Outdated, UserError
from bot.kernel.ids import GuildId, MemberId, PersonId, Place
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from bot.kernel.promises import ToMember, ToPlace
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.server import store as server_store
from bot.server.model import Act, StandIn
from bot.wiring import ALL
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

PRESIDENT, LEADER, ARBITER, FRIEND, OWNER = 2, 3, 4, 5, 1


@dataclass(frozen=True, slots=True)
class CountryWished(Wish):
    """A country that a person plays for, as a stand-in for any act."""

    kind: ClassVar[Signed] = Signed.RATING

    person_id: PersonId
    country: str
    beside: tuple[str, ...] = ()


class NoLongerSo(UserError):
    """What the act refuses."""


class CountryActs(SigningHooks, WishCards):
    """The stand-in's verb; `XX` is refused once it is written."""

    def verbs(self) -> dict[Signed, SignedVerb]:
        """Declares a country."""
        return {Signed.RATING: SignedVerb(Act.DECIDE_TITLE, CountryWished, self.carry_out)}

    def carry_out(self, tx: ActorTx, signature: Signature, wish: CountryWished) -> None:
        """Writes it, and refuses then what does not hold."""
        del signature
        people_store.declare_country(tx, wish.person_id, wish.country, tx.now)
        if wish.country == "XX":
            raise NoLongerSo

    def wish(self, told: object, translator: Translator) -> tuple[str, ...] | None:
        """Tells it without a catalogue."""
        del translator
        return (f"{told.person_id} plays for {told.country}",) if isinstance(told, CountryWished) else None


@pytest.fixture(autouse=True)
def _acts() -> Iterator[None]:
    for point in wiring.POINTS:
        point.join((CountryActs(), *wiring.SERVICES, *wiring.CARDS))
    yield
    wiring.join()


def hold(hall: Hall, office: Office, number: int) -> None:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, person, hall.now, person))


def association(hall: Hall) -> None:
    """A President, a leader and an arbiter who serves since yesterday."""
    hold(hall, Office.PRESIDENT, PRESIDENT)
    hold(hall, Office.LEADER, LEADER)
    hall.arbiter(ARBITER)


def ask(hall: Hall, by: int, *concerned: int, country: str = "BR", about: int = 9) -> Signature:
    """Asks that somebody plays for a country from now on."""
    asker, person = hall.person(by), hall.person(about).person_id
    wish = CountryWished(person, country, ("a", "b"))
    out = [hall.person(one).person_id for one in concerned]
    actor = hall.actor(by)
    return hall.act(actor, signing_verbs.ask, asker, wish, concerned=out, lapses=EVENT_WAITS_FOR)


def sign(hall: Hall, by: int, asked: Signature) -> WishOutcome | None:
    return hall.act(hall.actor(by), signing_verbs.sign, asked.signature_id).signature.outcome


def plays_for(hall: Hall, number: int = 9) -> str | None:
    return hall.ask(people_store.at, GUILD, hall.now).get(hall.person(number).person_id)


def outcome(hall: Hall, asked: Signature) -> WishOutcome | None:
    found = hall.ask(signing_store.load, asked.signature_id)
    assert found is not None
    return found.outcome


def pass_time(hall: Hall, time: timedelta) -> None:
    """Lets time pass, with all steps of signatures that come due."""
    hall.now += time
    for deadline in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        if deadline.subject.startswith("signature:"):
            hall.do(wiring.take, deadline)


def acts(hall: Hall, asked: Signature) -> list[str]:
    subject = f"signature:{asked.signature_id}"
    return [
        row["act"]
        for row in hall.ask(
            lambda tx: tx.fetch_all("SELECT act FROM log WHERE subject = ? ORDER BY sequence", (subject,))
        )
    ]


@pytest.mark.rule("AIJE-A02-1")
def test_the_other_officer_signs_and_it_is_done_at_once(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    assert plays_for(hall) is None
    assert sign(hall, LEADER, asked) is WishOutcome.SIGNED
    assert plays_for(hall) == "BR"
    assert acts(hall, asked) == ["ask_signature", "sign"]


def test_a_wish_comes_back_as_it_was_asked_for(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    wish = signing_verbs.read_wish(asked)
    assert wish == CountryWished(hall.person(9).person_id, "BR", ("a", "b"))


def test_everybody_reads_it_and_who_can_sign_is_written_to(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    (said,) = hall.promised(SignatureWanted, asked.signature_id)
    assert said.target == ToPlace(Place.ANNOUNCEMENTS)
    (letter,) = hall.promised(SignatureLetter, asked.signature_id)
    assert letter.target == ToMember(MemberId(LEADER))
    composed = hall.ask(ALL[SignatureWanted], said)
    assert composed is not None
    assert composed(Translator("en-US")).pings == {LEADER}
    sign(hall, LEADER, asked)
    assert {one.target for one in hall.promised(SignatureEnded, asked.signature_id)} == {
        ToPlace(Place.ANNOUNCEMENTS),
        ToPlace(Place.RECORD),
        ToMember(MemberId(PRESIDENT)),
    }


@pytest.mark.rule("AIJE-A02-1")
@pytest.mark.parametrize("by", [PRESIDENT, ARBITER, FRIEND, OWNER])
def test_nobody_else_signs(hall: Hall, by: int) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    with refuses("error.OwnWish" if by == PRESIDENT else "error.NotTheSigner"):
        sign(hall, by, asked)
    assert outcome(hall, asked) is None
    assert plays_for(hall) is None


@pytest.mark.rule("AIJE-A02-1")
def test_who_is_concerned_does_not_sign_and_the_next_does(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT, LEADER)
    with refuses("error.NotTheSigner"):
        sign(hall, LEADER, asked)
    assert sign(hall, ARBITER, asked) is WishOutcome.SIGNED


@pytest.mark.rule("AIJE-A02-1")
def test_a_second_account_of_the_asker_is_no_second_signature(hall: Hall) -> None:
    association(hall)
    linked = (hall.person(PRESIDENT).person_id, hall.person(LEADER).person_id)
    asked = ask(hall, PRESIDENT)
    hall.do(lambda tx: same_person_row(tx, *linked))
    with refuses("error.OwnWish"):
        sign(hall, LEADER, asked)
    assert sign(hall, ARBITER, asked) is WishOutcome.SIGNED


def same_person_row(tx: Tx, one: PersonId, other: PersonId) -> None:
    """Staff's word that two are one."""
    first, second = sorted((one, other))
    tx.execute(
        "INSERT INTO same_persons (link_id, guild_id, first_id, second_id, reason, recorded_by, recorded_at)"
        " VALUES (?, ?, ?, ?, 'seen', ?, 0)",
        (tx.new_id(), GUILD, first, second, first),
    )


@pytest.mark.rule("AIJE-A02-1")
def test_a_stand_in_is_no_second_signature_for_the_holder(hall: Hall) -> None:
    association(hall)
    leader = hall.person(LEADER).person_id
    hall.do(lambda tx: server_store.leave(tx, GUILD, Office.LEADER, leader, hall.now))
    person, holder = hall.person(ARBITER).person_id, hall.person(PRESIDENT).person_id
    until = hall.now + timedelta(days=3)
    stand_in = StandIn("s" * 12, GUILD, Office.PRESIDENT, person, hall.now, until, holder, "away")
    hall.do(lambda tx: server_store.name(tx, stand_in))
    asked = ask(hall, PRESIDENT)
    with refuses("error.NotTheSigner"):
        sign(hall, ARBITER, asked)
    pass_time(hall, EVENT_WAITS_FOR / 2)
    with refuses("error.NotTheSigner"):
        sign(hall, ARBITER, asked)
    assert sign(hall, OWNER, asked) is WishOutcome.SIGNED


def test_the_longest_serving_arbiter_signs_and_no_later_one(hall: Hall) -> None:
    hall.arbiter(ARBITER, ArbiterTitle.ANP)
    hall.now += timedelta(days=1)
    hall.arbiter(FRIEND, ArbiterTitle.AI)
    asked = ask(hall, OWNER)
    with refuses("error.NotTheSigner"):
        sign(hall, FRIEND, asked)
    assert sign(hall, ARBITER, asked) is WishOutcome.SIGNED


def test_who_signs_is_found_at_the_press(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    leader = hall.person(LEADER).person_id
    hall.do(lambda tx: server_store.leave(tx, GUILD, Office.LEADER, leader, hall.now))
    with refuses("error.NotTheSigner"):
        sign(hall, LEADER, asked)
    assert sign(hall, ARBITER, asked) is WishOutcome.SIGNED


def test_a_second_press_signs_nothing_more(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    sign(hall, LEADER, asked)
    with pytest.raises(AlreadyDone):
        sign(hall, LEADER, asked)
    assert len(hall.promised(SignatureEnded, asked.signature_id)) == 3


def test_asking_twice_is_one_wish(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    with refuses("error.AskedForBefore"):
        ask(hall, PRESIDENT)
    assert ask(hall, PRESIDENT, country="PT").signature_id != asked.signature_id


def test_what_the_act_refuses_leaves_the_wish_open_and_writes_nothing(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT, country="XX")
    with pytest.raises(NoLongerSo):
        sign(hall, LEADER, asked)
    assert plays_for(hall) is None
    assert outcome(hall, asked) is None
    assert acts(hall, asked) == ["ask_signature"]


def test_a_refusal_is_told_with_its_reason(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    view = hall.act(hall.actor(LEADER), signing_verbs.decline, asked.signature_id, "not true")
    assert (view.signature.outcome, view.signature.reason) == (WishOutcome.DECLINED, "not true")
    with pytest.raises(AlreadyDone):
        sign(hall, LEADER, asked)


def test_a_stranger_declines_nothing(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    with refuses("error.NotTheSigner"):
        hall.act(hall.actor(FRIEND), signing_verbs.decline, asked.signature_id, "no")


def test_who_asked_takes_it_back_and_nobody_else(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    with pytest.raises(NotYours):
        hall.act(hall.actor(LEADER), signing_verbs.withdraw, asked.signature_id)
    hall.act(hall.actor(PRESIDENT), signing_verbs.withdraw, asked.signature_id)
    assert outcome(hall, asked) is WishOutcome.WITHDRAWN


def test_without_a_signature_it_lapses_and_its_asker_is_told(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    pass_time(hall, EVENT_WAITS_FOR - timedelta(seconds=1))
    assert outcome(hall, asked) is None
    pass_time(hall, timedelta(seconds=1) + CLICKS_IN_FLIGHT)
    assert outcome(hall, asked) is WishOutcome.LAPSED
    assert plays_for(hall) is None
    assert ToMember(MemberId(PRESIDENT)) in {one.target for one in hall.promised(SignatureEnded, asked.signature_id)}
    assert ask(hall, PRESIDENT).outcome is None


def test_a_press_a_second_after_the_end_signs_nothing_though_the_step_is_still_to_come(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    hall.now += EVENT_WAITS_FOR + timedelta(seconds=1)
    with pytest.raises(Outdated):
        sign(hall, LEADER, asked)


def test_an_outage_gives_its_time_back(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    lost = Outage(hall.now + timedelta(hours=1), hall.now + timedelta(hours=5))
    hall.now = lost.up_at
    hall.do(lambda tx: kernel_time_store.add_outage(tx, lost))
    hall.do(lambda tx: signing_verbs.after_outage(tx, GUILD))
    pass_time(hall, EVENT_WAITS_FOR - timedelta(hours=5) + CLICKS_IN_FLIGHT)
    assert outcome(hall, asked) is None
    pass_time(hall, timedelta(hours=4))
    assert outcome(hall, asked) is WishOutcome.LAPSED


def alone(hall: Hall, country: str = "BR") -> Signature:
    """The owner asks, and nobody else is there."""
    return ask(hall, OWNER, country=country)


def test_an_owner_alone_waits_in_public_for_seven_days(hall: Hall) -> None:
    asked = alone(hall)
    assert asked.in_public
    assert not hall.promised(SignatureLetter, asked.signature_id)
    pass_time(hall, IN_PUBLIC_FOR - timedelta(seconds=1))
    assert plays_for(hall) is None
    pass_time(hall, timedelta(seconds=1) + CLICKS_IN_FLIGHT)
    assert outcome(hall, asked) is WishOutcome.UNOPPOSED
    assert plays_for(hall) == "BR"


def test_one_objection_ends_what_waits_in_public(hall: Hall) -> None:
    asked = alone(hall)
    hall.person(FRIEND)
    hall.act(hall.actor(FRIEND), signing_verbs.object_to, asked.signature_id, "it is not so")
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert outcome(hall, asked) is WishOutcome.OBJECTED
    assert plays_for(hall) is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(FRIEND), signing_verbs.object_to, asked.signature_id, "again")


def test_neither_its_asker_nor_a_second_account_of_theirs_objects(hall: Hall) -> None:
    asked = alone(hall)
    linked = (hall.person(OWNER).person_id, hall.person(FRIEND).person_id)
    hall.do(lambda tx: same_person_row(tx, *linked))
    for number in (OWNER, FRIEND):
        with refuses("error.OwnWish"):
            hall.act(hall.actor(number), signing_verbs.object_to, asked.signature_id, "no")


def test_a_stranger_does_not_object(hall: Hall) -> None:
    asked = alone(hall)
    with pytest.raises(NotYours):
        hall.act(hall.actor(77), signing_verbs.object_to, asked.signature_id, "no")


def test_nobody_signs_what_waits_in_public_nor_objects_to_what_waits_for_a_signature(hall: Hall) -> None:
    asked = alone(hall)
    with refuses("error.WaitsInPublic"):
        sign(hall, OWNER, asked)
    hall.arbiter(ARBITER)
    waits = ask(hall, OWNER, country="PT")
    hall.person(FRIEND)
    with refuses("error.WaitsForSignature"):
        hall.act(hall.actor(FRIEND), signing_verbs.object_to, waits.signature_id, "no")


def test_what_no_longer_holds_after_its_public_days_writes_nothing_and_is_told(hall: Hall) -> None:
    asked = alone(hall, "XX")
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert outcome(hall, asked) is WishOutcome.VOID
    assert plays_for(hall) is None
    assert hall.promised(SignatureEnded, asked.signature_id)


def test_a_step_that_comes_twice_carries_out_once(hall: Hall) -> None:
    asked = alone(hall)
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    hall.do(lambda tx: signing_verbs.take(tx, asked.signature_id, Step.END_SIGNATURE))
    assert acts(hall, asked) == ["ask_signature", "carry_out_wish"]


def test_what_an_erased_person_asked_for_ends(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    hall.act(hall.actor(PRESIDENT), erasure_verbs.erase)
    assert outcome(hall, asked) is WishOutcome.WITHDRAWN
    with pytest.raises(AlreadyDone):
        sign(hall, LEADER, asked)


def test_it_stands_on_the_list_of_who_can_sign_and_they_are_reminded(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    (item,) = [one for one in hall.ask_as(hall.actor(LEADER), guidance_verbs.tasks).tasks if one.task is Task.SIGN]
    assert (item.subject, item.until) == (asked.signature_id, asked.until)
    assert all(one.task is not Task.SIGN for one in hall.ask_as(hall.actor(PRESIDENT), guidance_verbs.tasks).tasks)
    waits = hall.ask(guidance_verbs.waiting, GUILD, hall.now)
    assert f"sign.{asked.signature_id}" in waits
    assert [one.discord_id for one in waits[f"sign.{asked.signature_id}"].deciders] == [LEADER]


def test_another_servers_presser_finds_nothing(hall: Hall) -> None:
    association(hall)
    asked = ask(hall, PRESIDENT)
    abroad = replace(hall.actor(LEADER), guild_id=GuildId(GUILD + 1))
    with pytest.raises(Outdated):
        hall.act(abroad, signing_verbs.sign, asked.signature_id)
