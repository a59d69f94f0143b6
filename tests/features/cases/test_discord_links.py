"""Who was known by name alone turns out to be a member: what goes over, what stays apart, who decides."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases.links_verbs import AlreadyOnePerson
from bot.features.cases.model import NameClaimDecided, NameClaimed, PersonLinked, PersonUnlinked
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import bars_of
from bot.features.entering.model import Registered
from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.jeek import verbs as jeek_verbs
from bot.features.profile import verbs as profile_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.features.tournaments.tasks_model import Task, UpcomingKind
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.kernel.promises import Message, name_of
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import ArbiterTitle, LinkMeans, NameClaimView, Office, Person
from bot.server import verbs as server_verbs
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

WHY = "We have met"
MEMBER = 7


def outsider(hall: Hall, name: str = "João Ninguém") -> Person:
    """Somebody whom the server knows by name alone."""
    return hall.do(server_verbs.newcomer, GUILD, name)


def who(hall: Hall, number: int = MEMBER) -> Person:
    """Whom the member is here."""
    found = hall.ask(people_store.of_member, GUILD, MemberId(number))
    assert found is not None
    return found


def link(hall: Hall, joao: Person, number: int = MEMBER, by: int = 1) -> LinkMeans:
    member = (MemberId(number), f"P{number}")
    return hall.act(hall.actor(by), cases_links_verbs.link, joao.person_id, member, WHY).means


def claim(hall: Hall, joao: Person, number: int = MEMBER) -> NameClaimView:
    return hall.act(hall.actor(number), cases_links_verbs.claim, joao.person_id)


def decide(hall: Hall, found: NameClaimView, *, granted: bool, by: int = 1) -> NameClaimView:
    return hall.act(hall.actor(by), cases_links_verbs.decide, found.claim.claim_id, WHY, granted=granted)


def promised(hall: Hall, kind: type[Message]) -> int:
    """How many messages of the kind there are, said or to be said."""
    return hall.ask(lambda tx: len(tx.fetch_all("SELECT 1 FROM outbox WHERE kind = ?", (name_of(kind),))))


def last_act(hall: Hall, number: int = 1) -> int:
    """The line of the log of the presser's latest act that can be taken back."""
    return hall.ask_as(hall.actor(number), undoing_verbs.mine)[0].sequence


def test_the_person_gains_the_account_and_keeps_the_own_id(hall: Hall) -> None:
    joao = outsider(hall)
    assert link(hall, joao) is LinkMeans.DISCORD
    assert who(hall).person_id == joao.person_id
    hall.now += timedelta(seconds=1)
    assert hall.person(MEMBER).person_id == joao.person_id, "a press is the person's own"


def test_whom_the_member_was_before_is_the_same_person(hall: Hall) -> None:
    joao, before = outsider(hall), hall.person(MEMBER)
    link(hall, joao)
    assert hall.ask(people_store.are_one, joao.person_id, before.person_id)
    resting = hall.ask(people_store.load, before.person_id)
    assert resting is not None
    assert (resting.discord_id, resting.name) == (None, "João Ninguém")


def test_the_old_name_goes_on_to_mean_the_person(hall: Hall) -> None:
    joao = outsider(hall)
    hall.person(MEMBER)
    link(hall, joao)
    assert hall.ask(people_verbs.find_named, GUILD, "João Ninguém") == joao.person_id
    assert hall.ask(people_verbs.find_named, GUILD, "P7") == joao.person_id
    assert hall.ask(people_store.outside, GUILD, "João Ninguém") is None
    assert hall.ask(people_verbs.unlinked_like, GUILD, "", 25) == ()


def test_what_the_member_held_goes_over(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.enter(event, MEMBER)
    hall.act(hall.actor(MEMBER), registry_exams_verbs.declare_country, "BR")
    hall.arbiter(MEMBER, ArbiterTitle.AN)
    hall.do(
        lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, who(hall).person_id, hall.now, joao.person_id)
    )
    assert link(hall, joao) is LinkMeans.DISCORD
    entrant = hall.ask(entering_store.of_person, event.tournament_id, joao.person_id)
    assert entrant is not None
    assert entrant.withdrawn_at is None
    assert hall.ask(people_store.country_of_person, joao.person_id) == "BR"
    assert hall.ask(people_store.title_of, joao.person_id) is ArbiterTitle.AN
    assert hall.ask(people_store.offices, GUILD) == {Office.LEADER: joao.person_id}
    held = hall.ask_as(hall.actor(MEMBER), entering_eligibility_verbs.of)
    assert [one.name for one in held.accounts] == ["account7"]


def test_where_both_are_on_a_list_staffs_entry_stays(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, None, "João Ninguém", "joao99")
    hall.enter(event, MEMBER)
    before = who(hall)
    link(hall, joao)
    own = hall.ask(entering_store.of_person, event.tournament_id, before.person_id)
    theirs = hall.ask(entering_store.of_person, event.tournament_id, joao.person_id)
    assert own is not None
    assert own.withdrawn_at == hall.now
    assert theirs is not None
    assert theirs.withdrawn_at is None


def test_a_bar_of_the_name_holds_for_the_account_at_once(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.arbiter(9, ArbiterTitle.AJ)
    bar_by_verdict(hall, 9, joao.person_id, "Help from a program")
    hall.enter(event, MEMBER)
    link(hall, joao, by=9)
    entrant = hall.ask(entering_store.of_person, event.tournament_id, joao.person_id)
    assert entrant is not None
    assert entrant.withdrawn_at == hall.now
    assert hall.ask(bars_of, joao.person_id, hall.now)


def test_who_has_played_here_stays_beside_it_as_the_same_person(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.begin(event, MEMBER, 8)
    before = who(hall)
    with pytest.raises(NotAllowed):
        link(hall, joao)
    hall.arbiter(9, ArbiterTitle.AJ)
    assert link(hall, joao, by=9) is LinkMeans.SAME_PERSON
    assert who(hall) == before
    assert hall.ask(people_store.are_one, joao.person_id, before.person_id)


def test_nobody_links_themselves_a_stranger_or_a_member(hall: Hall) -> None:
    joao, ana = outsider(hall), hall.person(2)
    with pytest.raises(OwnCase):
        link(hall, joao, number=1)
    with pytest.raises(NotAllowed):
        link(hall, joao, by=3)
    with refuses("error.HasDiscord"):
        link(hall, ana)
    with pytest.raises(NotFound):
        hall.act(hall.actor(1), cases_links_verbs.link, PersonId("nobody"), (MemberId(MEMBER), "P7"), WHY)
    link(hall, joao)
    with refuses("error.HasDiscord"):
        link(hall, joao, number=8)


def test_who_holds_an_office_is_linked_by_the_president_the_leader_or_the_owner(hall: Hall) -> None:
    joao = outsider(hall)
    hall.arbiter(9, ArbiterTitle.AI)
    hall.do(lambda tx: people_store.give_title(tx, joao.person_id, ArbiterTitle.AN, hall.now, joao.person_id))
    for by in (1, 9):
        with pytest.raises(NotAllowed):
            link(hall, joao, by=by)
    president = hall.person(20)
    hall.do(
        lambda tx: people_store.give_office(
            tx, GUILD, Office.PRESIDENT, president.person_id, hall.now, president.person_id
        )
    )
    assert link(hall, joao, by=20) is LinkMeans.DISCORD


def test_a_tombstone_is_nobody(hall: Hall) -> None:
    hall.person(5)
    gone = who(hall, 5)
    hall.act(hall.actor(5), erasure_verbs.erase)
    assert gone.person_id not in {one.person.person_id for one in hall.ask(people_verbs.unlinked_like, GUILD, "", 25)}
    with refuses("error.NobodyThere"):
        link(hall, gone)
    assert not hall.ask(profile_verbs.player_page, GUILD, gone, hall.now).is_unlinked


def test_an_erasure_lets_the_old_name_go_too(hall: Hall) -> None:
    joao = outsider(hall)
    link(hall, joao)
    hall.act(hall.actor(MEMBER), erasure_verbs.erase)
    assert "João Ninguém" not in {name for _, name in hall.ask(people_store.names, GUILD)}
    numbers = hall.ask(lambda tx: tx.fetch_all("SELECT discord_id FROM discord_links", ()))
    assert [row["discord_id"] for row in numbers] == [0]


def test_a_link_is_told_to_everybody_and_to_the_member(hall: Hall) -> None:
    link(hall, outsider(hall))
    assert promised(hall, PersonLinked) == 3


def test_a_link_is_taken_back_while_the_person_has_done_nothing(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.enter(event, MEMBER)
    hall.act(hall.actor(MEMBER), registry_exams_verbs.declare_country, "BR")
    before = who(hall)
    link(hall, joao)
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert who(hall) == before
    again = hall.ask(people_store.load, joao.person_id)
    assert again == joao
    entrant = hall.ask(entering_store.of_person, event.tournament_id, before.person_id)
    assert entrant is not None
    assert entrant.withdrawn_at is None
    assert hall.ask(people_store.country_of_person, joao.person_id) is None
    assert not hall.ask(people_store.are_one, joao.person_id, before.person_id)
    assert promised(hall, PersonUnlinked) == 3
    assert link(hall, joao) is LinkMeans.DISCORD, "and it can be done again"


def test_a_link_stays_once_the_person_has_acted_by_it(hall: Hall) -> None:
    link(hall, outsider(hall))
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(MEMBER), registry_exams_verbs.declare_country, "BR")
    with pytest.raises(SomethingHangs):
        hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))


def test_a_link_stays_once_the_person_has_a_casual_game_by_it(hall: Hall) -> None:
    link(hall, outsider(hall))
    hall.now += timedelta(minutes=1)
    other = jeek_verbs.Opponent(MemberId(8), "P8", False)
    hall.act(hall.actor(MEMBER), jeek_verbs.challenge, other, "2+0", None)
    with pytest.raises(SomethingHangs):
        hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))


def test_a_claim_changes_nothing_until_staff_confirms_it(hall: Hall) -> None:
    joao = outsider(hall)
    found = claim(hall, joao)
    assert who(hall).person_id != joao.person_id
    assert promised(hall, NameClaimed) == 1
    assert [one.task for one in hall.ask_as(hall.actor(1), guidance_verbs.tasks).tasks if one.task is Task.DECIDE_NAME]
    waits = hall.ask_as(hall.actor(MEMBER), guidance_verbs.tasks).prospects
    assert UpcomingKind.NAME_IS_DECIDED in {one.outlook for one in waits}
    decided = decide(hall, found, granted=True)
    assert who(hall).person_id == joao.person_id
    assert (decided.name, decided.claimant.person_id) == ("João Ninguém", joao.person_id)
    assert decided.claim.granted


def test_a_declined_claimant_is_told_why_and_may_claim_again(hall: Hall) -> None:
    joao = outsider(hall)
    decided = decide(hall, claim(hall, joao), granted=False)
    assert (decided.claim.granted, decided.claim.reason) == (False, WHY)
    assert promised(hall, NameClaimDecided) == 1
    with pytest.raises(AlreadyDone):
        decide(hall, decided, granted=True)
    claim(hall, joao)


def test_two_claim_one_name_and_one_is_confirmed(hall: Hall) -> None:
    joao = outsider(hall)
    first, second = claim(hall, joao), claim(hall, joao, 8)
    decide(hall, second, granted=True)
    assert who(hall, 8).person_id == joao.person_id
    with pytest.raises(AlreadyDone):
        decide(hall, first, granted=True)
    assert promised(hall, NameClaimDecided) == 1


def test_nobody_confirms_the_own_claim_and_no_stranger_any(hall: Hall) -> None:
    own = claim(hall, outsider(hall), 1)
    with pytest.raises(OwnCase):
        decide(hall, own, granted=True)
    with pytest.raises(NotAllowed):
        decide(hall, own, granted=True, by=5)


def test_the_same_claim_is_made_once_and_few_names_in_all(hall: Hall) -> None:
    joao = outsider(hall)
    claim(hall, joao)
    with pytest.raises(AlreadyDone):
        claim(hall, joao)
    for name in ("Ana", "Bia"):
        claim(hall, outsider(hall, name))
    with refuses("error.TooManyNames"):
        claim(hall, outsider(hall, "Caio"))


def test_who_is_linked_claims_no_second_time_the_same(hall: Hall) -> None:
    joao, other = outsider(hall), outsider(hall, "Joãozinho")
    link(hall, joao)
    hall.arbiter(9, ArbiterTitle.AJ)
    assert link(hall, other, by=9) is LinkMeans.DISCORD
    with refuses("error.HasDiscord", AlreadyOnePerson):
        claim(hall, joao)


def test_a_claim_of_another_server_is_not_found(hall: Hall) -> None:
    found = claim(hall, outsider(hall))
    with pytest.raises(NotFound):
        hall.ask(cases_links_verbs.claim_view, GuildId(2), found.claim.claim_id, hall.now)


def test_registering_under_a_like_name_asks_whether_it_is_oneself(hall: Hall) -> None:
    joao, event = outsider(hall, "P7"), hall.announce()
    entry = hall.act(hall.actor(MEMBER), entering_verbs.register, event.tournament_id, "joao99")
    assert isinstance(entry, Registered)
    assert [one.person_id for one in entry.namesakes] == [joao.person_id]
