"""Tried by who wants ratings, seats or titles out of a file: an invented event, published ratings, a friend."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot import wiring
from bot.features.past_events import bringing_verbs as past_events_bringing_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.model import BroughtEvents, KeptFile, NamesAsked, PastFile, RatingsTaken, print_of
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import IN_PUBLIC_FOR, SignatureView, WishOutcome
from bot.features.tournaments.promises_model import EventsBrought, PastEventsAgreed
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated
from bot.kernel.ids import Actor
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Account, ArbiterTitle, Capacity, Office
from bot.server import verbs as server_verbs
from bot.wiring import ALL
from tests.features.past_events.test_past_events import an_open, final
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ORGANISER, PRESIDENT, LEADER, FRIEND = 1, 2, 3, 5
JULY = datetime(2025, 7, 1, 20, tzinfo=UTC)


def association(hall: Hall) -> None:
    """A President and a leader."""
    for office, number in ((Office.PRESIDENT, PRESIDENT), (Office.LEADER, LEADER)):
        hold(hall, office, number)


def hold(hall: Hall, office: Office, number: int) -> None:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, person, hall.now, person))


def won_by(hall: Hall, *numbers: int) -> PastFile:
    """An Open of these members, the first of whom won; of one alone against a stranger."""
    names = [hall.person(one).name for one in numbers]
    return final("Open of July", JULY, names[0], names[1] if len(names) > 1 else "Stranger")


def send(
    hall: Hall,
    file: PastFile,
    by: int = ORGANISER,
    taken: RatingsTaken = RatingsTaken.COUNTED,
    *,
    all_new: bool = False,
) -> BroughtEvents | SignatureView:
    """Sends a file in, says who is who, and presses to bring it in."""
    actor = organiser(hall, by)
    hall.act(actor, past_events_drafts_verbs.keep, [KeptFile(file.filename, b"{}")], taken)
    while (asked := hall.act(actor, past_events_verbs.look_through, [file])).left:
        if asked.same and all_new:
            hall.act(actor, past_events_bringing_verbs.doubt, [one.name_id for one in asked.same])
        else:
            say_who(hall, asked, actor)
    return press(hall, file, by)


def say_who(hall: Hall, asked: NamesAsked, actor: Actor) -> None:
    """Each very name is who bears it; a name that nobody bears to the letter is somebody new."""
    if asked.same:
        hall.act(actor, past_events_bringing_verbs.say_same, asked.seen)
    for one in asked.alike:
        hall.act(actor, past_events_bringing_verbs.say_who, one.name_id, None)


def press(hall: Hall, file: PastFile, by: int = ORGANISER) -> BroughtEvents | SignatureView:
    seen = print_of(hall.ask_as(organiser(hall, by), past_events_drafts_verbs.mine))
    found = hall.act(organiser(hall, by), past_events_drafts_verbs.confirm, seen, [file])
    assert isinstance(found, BroughtEvents | SignatureView)
    return found


def organiser(hall: Hall, number: int) -> Actor:
    return hall.actor(number, organiser=True)


def rating_of(hall: Hall, number: int) -> float | None:
    return hall.ask(people_ratings_store.ratings, GUILD).get(hall.person(number).person_id)


def pass_public_days(hall: Hall) -> None:
    hall.now += IN_PUBLIC_FOR + CLICKS_IN_FLIGHT
    for deadline in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        if deadline.subject.startswith("signature:"):
            hall.do(wiring.take, deadline)


def test_an_organiser_who_plays_in_the_file_does_not_confirm_it(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, ORGANISER)
    asked = send(hall, file)
    assert isinstance(asked, SignatureView)
    with refuses("error.OwnWish"):
        hall.act(organiser(hall, ORGANISER), signing_verbs.sign, asked.signature.signature_id)
    assert rating_of(hall, ORGANISER) is None
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    bring(hall, file)
    assert rating_of(hall, ORGANISER) is not None
    assert hall.promised(PastEventsAgreed, asked.signature.signature_id) == []


def bring(hall: Hall, *files: PastFile) -> list[BroughtEvents | None]:
    """The files that were agreed to come in once they were read, without a press."""
    waits = [signature_id for signature_id, draft in hall.ask(past_events_drafts_verbs.waiting) if draft is not None]
    return [hall.do(past_events_drafts_verbs.bring, one, files) for one in waits]


def test_the_sender_has_no_last_word_about_when_they_come_in(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, ORGANISER)
    asked = send(hall, file)
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    assert [one is not None for one in bring(hall, file)] == [True]
    assert bring(hall, file) == [], "a second look finds nothing left to do"
    with pytest.raises(Outdated):
        press(hall, file)


def test_other_files_end_the_wish_that_waits_so_that_nobody_signs_in_vain(hall: Hall) -> None:
    association(hall)
    asked = send(hall, won_by(hall, ORGANISER))
    assert isinstance(asked, SignatureView)
    actor = organiser(hall, ORGANISER)
    hall.act(actor, past_events_drafts_verbs.keep, [KeptFile("open.json", b"{ }")], RatingsTaken.COUNTED)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    ended = hall.ask(signing_verbs.view, asked.signature.signature_id, hall.now)
    assert ended is not None
    assert ended.signature.outcome is WishOutcome.WITHDRAWN


def test_the_same_files_sent_again_change_nothing_about_what_waits(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, ORGANISER)
    asked = send(hall, file)
    assert isinstance(asked, SignatureView)
    hall.act(
        organiser(hall, ORGANISER),
        past_events_drafts_verbs.keep,
        [KeptFile(file.filename, b"{}")],
        RatingsTaken.COUNTED,
    )
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    assert [one is not None for one in bring(hall, file)] == [True]


@pytest.mark.parametrize("how", ["the person named is known by now", "the files read no more"])
def test_what_cannot_come_in_by_itself_is_the_senders_to_go_on_with(hall: Hall, how: str) -> None:
    association(hall)
    file = won_by(hall, ORGANISER)
    asked = send(hall, file)
    assert isinstance(asked, SignatureView)
    signature_id = asked.signature.signature_id
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, signature_id)
    if how == "the files read no more":
        hall.do(past_events_drafts_verbs.give_back, signature_id)
    else:
        hall.do(server_verbs.newcomer, GUILD, "Stranger")
        assert bring(hall, file) == [None]
    assert rating_of(hall, ORGANISER) is None
    assert len(hall.promised(PastEventsAgreed, signature_id)) == 1
    assert hall.ask(past_events_drafts_verbs.waiting) == []


def test_a_president_confirms_no_event_that_names_him_and_one_that_does_not_at_once(hall: Hall) -> None:
    association(hall)
    asked = send(hall, won_by(hall, PRESIDENT), PRESIDENT)
    assert isinstance(asked, SignatureView)
    assert [one.discord_id for one in asked.signers] == [LEADER]
    assert isinstance(send(hall, final("Open of May", JULY, "Xavier", "Yara"), PRESIDENT), BroughtEvents)


@pytest.mark.parametrize("called", ["P2", "p 2", "Ρ2", "Jeeker", "Jееkеr"])
def test_a_president_who_calls_the_own_name_somebody_new_plays_in_the_file(hall: Hall, called: str) -> None:
    association(hall)
    person, site = hall.person(PRESIDENT), final("Open", JULY, "X", "Y").record.rulebook.registration.account
    assert site is not None
    held = Account(GUILD, site, "jeeker", "Jeeker", person.person_id, hall.now)
    hall.do(lambda tx: people_account_store.hold_account(tx, held))
    asked = send(hall, final("Open of July", JULY, called, "Stranger"), PRESIDENT, all_new=True)
    assert isinstance(asked, SignatureView)
    assert [one.discord_id for one in asked.signers] == [LEADER]


def test_who_bears_the_name_of_somebody_new_does_not_sign(hall: Hall) -> None:
    association(hall)
    asked = send(hall, final("Open of July", JULY, "P2", "Stranger"), all_new=True)
    assert isinstance(asked, SignatureView)
    assert [one.discord_id for one in asked.signers] == [LEADER]


def test_an_officer_who_plays_in_the_file_does_not_sign_it(hall: Hall) -> None:
    association(hall)
    asked = send(hall, won_by(hall, ORGANISER, PRESIDENT))
    assert isinstance(asked, SignatureView)
    with refuses("error.NotTheSigner"):
        hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)


def test_a_friend_who_organises_does_not_confirm_what_the_committee_has_to(hall: Hall) -> None:
    association(hall)
    assert isinstance(send(hall, won_by(hall, FRIEND)), SignatureView)


def test_where_everybody_of_the_committee_plays_it_waits_in_public_and_one_objection_ends_it(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, PRESIDENT, LEADER)
    asked = send(hall, won_by(hall, PRESIDENT, LEADER), ORGANISER)
    assert isinstance(asked, SignatureView)
    assert asked.signature.in_public
    hall.person(FRIEND)
    hall.act(hall.actor(FRIEND), signing_verbs.object_to, asked.signature.signature_id, "it was never played")
    pass_public_days(hall)
    with refuses("error.RefusedBefore"):
        press(hall, file)
    assert rating_of(hall, PRESIDENT) is None


def test_after_seven_days_without_an_objection_it_comes_in(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, PRESIDENT, LEADER)
    assert isinstance(send(hall, file), SignatureView)
    pass_public_days(hall)
    assert [one is not None for one in bring(hall, file)] == [True]
    assert rating_of(hall, PRESIDENT) is not None


def test_what_was_agreed_to_is_those_files_and_no_others(hall: Hall) -> None:
    association(hall)
    asked = send(hall, won_by(hall, ORGANISER))
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    other = an_open("Another", JULY, (hall.person(ORGANISER).name, "Stranger", "5-0"))
    actor = organiser(hall, ORGANISER)
    hall.act(actor, past_events_drafts_verbs.keep, [KeptFile("another.json", b"{ }")], RatingsTaken.COUNTED)
    while (named := hall.act(actor, past_events_verbs.look_through, [other])).left:
        say_who(hall, named, actor)
    assert isinstance(press(hall, other), SignatureView)


def test_who_waits_longer_than_a_week_asks_again(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, ORGANISER)
    asked = send(hall, file)
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    hall.now += timedelta(days=8)
    assert isinstance(press(hall, file), SignatureView)


@pytest.mark.rule("AIJE-B01-AI")
@pytest.mark.parametrize("by", [ORGANISER, LEADER])
def test_ratings_as_the_files_publish_them_are_no_organisers_matter(hall: Hall, by: int) -> None:
    association(hall)
    file = with_ratings(hall)
    with pytest.raises(NotAllowed) as refused:
        send(hall, file, by, RatingsTaken.PUBLISHED)
    assert refused.value.needed == (Capacity.PRESIDENT,)


@pytest.mark.rule("AIJE-B01-AI")
def test_the_president_takes_published_ratings_with_a_second_signature_alone(hall: Hall) -> None:
    association(hall)
    asked = send(hall, with_ratings(hall), PRESIDENT, RatingsTaken.PUBLISHED)
    assert isinstance(asked, SignatureView)
    assert [one.discord_id for one in asked.signers] == [LEADER]


@pytest.mark.rule("AIJE-B01-AI")
def test_an_international_arbiter_who_does_not_play_takes_them_alone_and_the_president_no_more(hall: Hall) -> None:
    association(hall)
    hall.arbiter(12, ArbiterTitle.AI)
    with pytest.raises(NotAllowed) as refused:
        send(hall, with_ratings(hall), PRESIDENT, RatingsTaken.PUBLISHED)
    assert refused.value.needed == (Capacity.INTERNATIONAL_ARBITER,)
    assert isinstance(send(hall, with_ratings(hall), 12, RatingsTaken.PUBLISHED), BroughtEvents)


@pytest.mark.rule("AIJE-B01-AI")
def test_an_international_arbiter_who_plays_in_the_file_brings_it_in_no_more_than_others(hall: Hall) -> None:
    association(hall)
    hall.arbiter(12, ArbiterTitle.AI)
    assert isinstance(send(hall, won_by(hall, 12), 12), SignatureView)


def with_ratings(hall: Hall) -> PastFile:
    """An Open of two strangers whose file publishes their ratings after it."""
    file = final("Open of July", JULY, "Xavier", "Yara")
    lines = tuple(replace(one, after=one.after + 900) for one in file.ratings)
    claims = replace(file.record.claims, ratings=lines)
    return replace(file, record=replace(file.record, claims=claims), ratings=lines)


def test_without_an_association_a_friend_brings_last_years_cups_in_at_once_though_they_played(hall: Hall) -> None:
    assert isinstance(send(hall, won_by(hall, ORGANISER)), BroughtEvents)


def test_the_public_post_names_each_rating_that_moved(hall: Hall) -> None:
    hall.person(ORGANISER)
    arrival = send(hall, won_by(hall, ORGANISER, FRIEND))
    assert isinstance(arrival, BroughtEvents)
    (said,) = hall.ask(lambda tx: tx.fetch_all("SELECT subject FROM outbox WHERE kind = 'events_brought'"))
    (promise,) = hall.promised(EventsBrought, said["subject"])
    composed = hall.ask(ALL[EventsBrought], promise)
    assert composed is not None
    text = "\n".join(composed(Translator("en-US")).paragraphs)
    for moved in arrival.moved:
        assert f"<@{moved.person.discord_id}>" in text
        assert f"**{round(moved.after)}**" in text
