"""Second claims to an account: staff decides, and the account moves without what holds against who had it."""

from __future__ import annotations

import pytest

from bot import wiring
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import AccountClaimed, AccountHeld, ClaimDecided, Registered
from bot.features.erasure import verbs as erasure_verbs
from bot.features.tournaments.facts_verbs import account_claim_subject
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotFound
from bot.kernel.ids import ChannelId, MemberId, MessageId, TournamentId
from bot.kernel.panel_store import Panel
from bot.kernel.promises import Delivery, ToMember
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import ClaimView
from bot.play.entries import Tournament
from bot.wiring import compose
from tests.hall.arena_hall import found
from tests.hall.desk_of_entries import MINUTE, bar, names, register
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

SITE = "Jeek Online"


def claim(hall: Hall, tournament: Tournament, claimant: int = 3, holder: int = 2) -> str:
    """The holder registers with the account "Ana", then the claimant names it too."""
    register(hall, tournament, holder, "Ana")
    held = register(hall, tournament, claimant, "ana")
    assert isinstance(held, AccountHeld)
    return held.claim.claim_id


def decide(hall: Hall, claim_id: str, *, granted: bool, by: int = 1, reason: str = "seen on the site") -> ClaimView:
    return hall.act(hall.actor(by), entering_accounts_verbs.decide, claim_id, reason, granted=granted)


def holder_of_ana(hall: Hall) -> str | None:
    held = hall.ask(people_account_store.holder, GUILD, SITE, "ana")
    return None if held is None else held.person_id


def test_a_second_claim_goes_to_staff_once_and_enters_nobody(hall: Hall) -> None:
    tournament = hall.announce()
    claim_id = claim(hall, tournament)
    again = register(hall, tournament, 3, "ANA")
    assert isinstance(again, AccountHeld)
    assert not again.newly
    assert len(hall.promised(AccountClaimed, TournamentId(claim_id))) == 1
    assert names(hall, tournament) == (["P2"], [])
    assert [one.claim.claim_id for one in hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now)] == [claim_id]


def test_a_granted_claim_moves_the_account_and_enters_the_claimant(hall: Hall) -> None:
    tournament = hall.announce()
    found = decide(hall, claim(hall, tournament), granted=True)
    assert holder_of_ana(hall) == hall.person(3).person_id
    assert found.entered
    assert names(hall, tournament) == (["P2", "P3"], [])
    assert hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now) == []


def test_a_refused_claim_moves_nothing(hall: Hall) -> None:
    tournament = hall.announce()
    found = decide(hall, claim(hall, tournament), granted=False)
    assert (found.claim.reason, found.entered) == ("seen on the site", False)
    assert holder_of_ana(hall) == hall.person(2).person_id


def test_a_refusal_needs_a_reason_and_a_grant_does_not(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    with pytest.raises(Missing):
        decide(hall, claim_id, granted=False, reason=" ")
    assert decide(hall, claim_id, granted=True, reason="").claim.granted


def test_those_concerned_are_told_and_the_committee_has_it_in_its_channel(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    decide(hall, claim_id, granted=True)
    told = hall.promised(ClaimDecided, TournamentId(claim_id))
    assert sorted(one.message.reader for one in told) == ["claimant", "committee", "holder"]
    assert {one.target for one in told if one.message.reader != "committee"} == {
        ToMember(MemberId(2)),
        ToMember(MemberId(3)),
    }


def test_the_holder_hears_nothing_of_a_claim_that_was_refused(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    decide(hall, claim_id, granted=False)
    told = hall.promised(ClaimDecided, TournamentId(claim_id))
    assert sorted(one.message.reader for one in told) == ["claimant", "committee"]
    assert hall.ask(entering_accounts_verbs.concerning, hall.person(2).person_id, hall.now) == []
    assert len(hall.ask(entering_accounts_verbs.concerning, hall.person(3).person_id, hall.now)) == 1


@pytest.mark.parametrize("concerned", [2, 3])
def test_nobody_decides_a_claim_of_his_own(hall: Hall, concerned: int) -> None:
    claim_id = claim(hall, hall.announce())
    hall.arbiter(concerned)
    with pytest.raises(OwnCase):
        decide(hall, claim_id, granted=True, by=concerned)


def test_a_player_decides_no_claim_and_an_arbiter_does(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    with pytest.raises(NotAllowed):
        decide(hall, claim_id, granted=True, by=4)
    hall.arbiter(4)
    decide(hall, claim_id, granted=True, by=4)


def test_a_claim_is_decided_once(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    decide(hall, claim_id, granted=False)
    with pytest.raises(AlreadyDone):
        decide(hall, claim_id, granted=True)
    assert holder_of_ana(hall) == hall.person(2).person_id


def test_an_unknown_claim_is_not_found(hall: Hall) -> None:
    with pytest.raises(NotFound):
        decide(hall, "nothing", granted=True)


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_of_who_held_the_account_does_not_move_with_it(hall: Hall) -> None:
    tournament, later = hall.announce(), hall.announce(name="Later")
    claim_id = claim(hall, tournament)
    bar(hall, 2)
    assert decide(hall, claim_id, granted=True).entered
    assert isinstance(register(hall, later, 3, "ana"), Registered)
    with pytest.raises(entering_eligibility_verbs.Barred):
        register(hall, later, 2, "another")


def test_a_claim_granted_after_the_close_moves_the_account_and_enters_nobody(hall: Hall) -> None:
    tournament = hall.announce()
    claim_id = claim(hall, tournament)
    hall.now = tournament.start_at + MINUTE
    assert not decide(hall, claim_id, granted=True).entered
    assert holder_of_ana(hall) == hall.person(3).person_id


def test_who_lost_the_account_has_to_name_another(hall: Hall) -> None:
    tournament = hall.announce()
    decide(hall, claim(hall, tournament), granted=True)
    with refuses("error.AccountNeeded"):
        hall.act(hall.actor(2), entering_verbs.register, hall.announce(name="Later").tournament_id)


def test_an_account_can_be_changed_but_not_while_playing(hall: Hall) -> None:
    tournament = hall.announce()
    hall.begin(tournament, 2, 3)
    with refuses("error.AccountInPlay"):
        hall.act(hall.actor(2), entering_eligibility_verbs.change_own, None, "Another")
    hall.play_out(tournament)
    hall.act(hall.actor(2), entering_eligibility_verbs.change_own, None, "Another")
    held = hall.ask_as(hall.actor(2), entering_eligibility_verbs.of, (MemberId(2), "P2"))
    assert [one.name for one in held.accounts] == ["Another"]


def test_staff_puts_an_account_right_even_while_the_person_plays(hall: Hall) -> None:
    hall.begin(hall.announce(), 2, 3)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), entering_eligibility_verbs.change_other, (MemberId(2), "P2"), None, "Another")
    person, _ = hall.act(hall.actor(1), entering_eligibility_verbs.change_other, (MemberId(2), "P2"), None, "Another")
    assert person.person_id == hall.person(2).person_id
    assert [
        one.name for one in hall.ask_as(hall.actor(1), entering_eligibility_verbs.of, (MemberId(2), "P2")).accounts
    ] == ["Another"]


def test_another_ones_accounts_are_for_staff(hall: Hall) -> None:
    register(hall, hall.announce(), 2)
    with pytest.raises(NotAllowed):
        hall.ask_as(hall.actor(3), entering_eligibility_verbs.of, (MemberId(2), "P2"))


def test_an_account_given_up_is_free_and_ties_nobody(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2, "Ana")
    hall.act(hall.actor(2), entering_eligibility_verbs.change_own, SITE, "Bea")
    register(hall, tournament, 3, "Ana")
    assert holder_of_ana(hall) == hall.person(3).person_id
    assert hall.ask(people_store.same_person_ids, hall.person(3).person_id) == [hall.person(3).person_id]


def test_where_no_event_asks_for_an_account_there_is_none_to_name(hall: Hall) -> None:
    with refuses("error.NoAccountsHere"):
        hall.act(hall.actor(2), entering_eligibility_verbs.change_own, None, "Ana")


def card_of(hall: Hall, claim_id: str) -> Panel:
    """Discord has taken the committee's card."""
    (said,) = hall.ask(outbox.all_promises, AccountClaimed, claim_id)
    where = Delivery(said.outbox_id, ChannelId(7), MessageId(70), hall.now)
    hall.do(wiring.note_delivery, where)
    return found(hall.ask(kernel_panel_store.load, account_claim_subject(claim_id)))


def test_the_committees_card_follows_a_decision_that_was_made_elsewhere(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    assert card_of(hall, claim_id).stale_at is None
    hall.act(hall.actor(1), entering_accounts_verbs.decide, claim_id, "", granted=True)
    assert found(hall.ask(kernel_panel_store.load, account_claim_subject(claim_id))).stale_at == hall.now
    shown, _ = found(hall.ask(compose, account_claim_subject(claim_id), hall.now))
    assert shown(Translator("en-US")).controls == ()


def test_the_committees_card_names_nobody_who_asked_to_be_forgotten(hall: Hall) -> None:
    claim_id = claim(hall, hall.announce())
    card_of(hall, claim_id)
    hall.act(hall.actor(3), erasure_verbs.erase)
    assert found(hall.ask(kernel_panel_store.load, account_claim_subject(claim_id))).stale_at == hall.now
