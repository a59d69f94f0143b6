"""Tried by who erases everything and comes back, again and again: limits, ratings, and other people's bells."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.jeek import verbs as jeek_verbs
from bot.features.jeek.verbs import Opponent
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import NamedMember
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting.model import Ground
from bot.kernel.errors import UserError
from bot.kernel.ids import MemberId
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people.model import QUOTAS, CountedByAccount, Office, SamePerson
from bot.server import verbs as server_verbs
from bot.server.verbs import InvitedEnough, SharedEnough
from tests.foul_play import stakes
from tests.hall.court import give_office
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO
from tests.refusals import refuses

DAY, YEAR = timedelta(days=1), timedelta(days=365)
RIVAL = Opponent(MemberId(3), "P3", is_bot=False)


def begin_anew(hall: Hall, number: int = 2) -> None:
    hall.now += timedelta(seconds=1)
    hall.person(number)
    hall.act(hall.actor(number), erasure_verbs.erase)
    hall.now += timedelta(seconds=1)


def suggest(hall: Hall, number: int) -> None:
    hall.act(hall.actor(2), voting_record_verbs.suggest, f"Idea {number}")


def challenge(hall: Hall, number: int) -> None:
    hall.act(hall.actor(2), jeek_verbs.challenge, Opponent(MemberId(30 + number), "Q", is_bot=False), "2+0", None)


def report(hall: Hall, number: int) -> None:
    said = cases_misconduct_verbs.MisconductReport(
        hall.person(40 + number).person_id, Ground.CONDUCT, f"what {number} said"
    )
    hall.act(hall.actor(2), cases_misconduct_verbs.report, said)


def claim_name(hall: Hall, number: int) -> None:
    outsider = hall.do(server_verbs.newcomer, GUILD, f"Visitor {number}")
    hall.act(hall.actor(2), cases_links_verbs.claim, outsider.person_id)


def share(hall: Hall, _: int) -> None:
    hall.act(hall.actor(2), server_verbs.share)


LIMITED: dict[CountedByAccount, tuple[Callable[[Hall, int], object], str | type[UserError]]] = {
    CountedByAccount.CHALLENGE: (challenge, "error.ChallengeWaits"),
    CountedByAccount.NAME_CLAIM: (claim_name, "error.TooManyNames"),
    CountedByAccount.REPORT: (report, "error.TooManyReports"),
    CountedByAccount.SHARE: (share, SharedEnough),
    CountedByAccount.SUGGESTION: (suggest, "error.SuggestionsWait"),
}


@pytest.mark.parametrize("what", LIMITED)
def test_who_erases_everything_after_each_act_has_no_more_of_them(hall: Hall, what: CountedByAccount) -> None:
    act, refusal = LIMITED[what]
    for number in range(QUOTAS[what].most):
        act(hall, number)
        begin_anew(hall)
    with refuses(refusal):
        act(hall, 9)
    act_of_another = hall.actor(7)
    hall.act(act_of_another, server_verbs.share)


def test_what_counted_counts_no_more_once_its_time_is_over_and_is_let_go(hall: Hall) -> None:
    for _ in range(QUOTAS[CountedByAccount.SHARE].most):
        share(hall, 0)
    hall.now += QUOTAS[CountedByAccount.SHARE].within
    share(hall, 0)
    hall.now += DAY
    hall.do(erasure_verbs.forget_what_is_over)
    assert hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM account_counts")) == []


def test_a_suggestion_that_was_answered_makes_room_for_another(hall: Hall) -> None:
    hall.do(give_office, Office.LEADER, hall.person(20).person_id)
    for number in range(3):
        suggest(hall, number)
    begin_anew(hall)
    waiting = hall.ask(voting_record_verbs.listing, GUILD)[0].suggestion
    hall.act(hall.actor(20), voting_record_verbs.decide, waiting.suggestion_id, "", approved=True)
    suggest(hall, 4)
    with refuses("error.SuggestionsWait"):
        suggest(hall, 5)


def test_what_is_counted_names_nobody_and_no_account(hall: Hall) -> None:
    share(hall, 0)
    person = hall.person(2)
    begin_anew(hall)
    kept = hall.ask(lambda tx: [tuple(row) for row in tx.fetch_all("SELECT * FROM account_counts")])
    assert len(kept) == 1
    assert not {person.person_id, "2", 2, person.name} & set(kept[0][2:])
    numbers = hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM erasures WHERE discord_id IS NOT NULL"))
    assert numbers == []
    assert "share" in own_data(hall)


# --- other people's bells --------------------------------------------------------------------------------------------


def own_data(hall: Hall) -> str:
    hall.person(2)
    return hall.ask_as(hall.actor(2), erasure_verbs.export)


def letters(hall: Hall, number: int) -> int:
    """How many letters the member was sent."""
    rows = hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM outbox WHERE target = ?", (f"member:{number}",)))
    return len(rows)


def calls(hall: Hall) -> list[bool]:
    """Of the invitations into teams in the channel, which of them call somebody."""
    rows = hall.ask(lambda tx: tx.fetch_all("SELECT silent FROM outbox WHERE kind = 'team_invites' ORDER BY sequence"))
    return [not row["silent"] for row in rows]


def test_a_captain_who_adds_and_removes_a_member_sixty_times_writes_one_letter(hall: Hall) -> None:
    cup, captain = hall.announce(GO, "Go"), NamedMember("P2")
    view = hall.act(hall.actor(2), teams_verbs.save, cup.tournament_id, "Azul", [captain])
    hall.person(3)
    refused = 0
    for _ in range(60):
        hall.now += timedelta(seconds=1)
        try:
            hall.act(hall.actor(2), teams_verbs.add_members, view.entrant.entrant_id, {MemberId(3): "P3"})
        except InvitedEnough:
            refused += 1
        hall.act(hall.actor(2), teams_verbs.save, cup.tournament_id, "Azul", [captain])
    assert letters(hall, 3) == 1
    assert calls(hall) == [True, False, False, False]
    assert refused == 60 - QUOTAS[CountedByAccount.INVITATION].most


def test_a_captain_who_begins_anew_each_time_writes_one_letter_too(hall: Hall) -> None:
    cup, captain = hall.announce(GO, "Go"), NamedMember("P2")
    hall.person(3)
    for number in range(6):
        view = hall.act(hall.actor(2), teams_verbs.save, cup.tournament_id, f"Azul {number}", [captain])
        with suppress(InvitedEnough):
            hall.act(hall.actor(2), teams_verbs.add_members, view.entrant.entrant_id, {MemberId(3): "P3"})
        begin_anew(hall)
    assert letters(hall, 3) == 1


def test_the_next_day_the_captain_may_ask_again_aloud(hall: Hall) -> None:
    hall.person(3)
    asked = [hall.do(server_verbs.invite, hall.person(2), hall.person(3), "team:x") for _ in range(4)]
    assert asked == [True, False, False, False]
    with pytest.raises(InvitedEnough):
        hall.do(server_verbs.invite, hall.person(2), hall.person(3), "team:x")
    assert hall.do(server_verbs.invite, hall.person(4), hall.person(3), "team:x")
    hall.now += DAY
    assert hall.do(server_verbs.invite, hall.person(2), hall.person(3), "team:x")


def test_who_is_challenged_and_does_not_answer_is_called_once(hall: Hall) -> None:
    called = []
    for _ in range(QUOTAS[CountedByAccount.INVITATION].most):
        called.append(hall.act(hall.actor(2), jeek_verbs.challenge, RIVAL, "2+0", None).calls)
        hall.now += timedelta(minutes=16)
    assert called == [True, False, False, False]
    with pytest.raises(InvitedEnough):
        hall.act(hall.actor(2), jeek_verbs.challenge, RIVAL, "2+0", None)


def test_an_organiser_who_enters_and_removes_somebody_again_and_again_writes_once_each(hall: Hall) -> None:
    cup = hall.announce()
    for _ in range(3):
        hall.now += timedelta(seconds=1)
        hall.act(hall.actor(1), entering_verbs.enter_other, cup.tournament_id, (MemberId(3), "P3"), "", "account3")
        hall.act(hall.actor(1), entering_verbs.remove, stakes.entry(hall, cup, 3).entrant_id, "a slip")
    assert letters(hall, 3) == 2


# --- ratings ---------------------------------------------------------------------------------------------------------


def rating(hall: Hall, number: int) -> float | None:
    """The member's rating on the list that holds."""
    person = hall.person(number)
    return hall.ask(people_ratings_store.ratings, GUILD).get(person.person_id)


def played_out(hall: Hall) -> tuple[int, float]:
    """An Open of eight that was played out; who of them stands lowest, and their rating."""
    hall.play_out(hall.begin(hall.announce(), *range(2, 10)))
    found = {number: rating(hall, number) or 0 for number in range(2, 10)}
    lowest = min(found, key=lambda number: found[number])
    hall.now += DAY
    return lowest, found[lowest]


@pytest.mark.rule("AIJE-B02-2")
def test_who_erases_a_low_rating_and_comes_back_within_a_year_has_it_again(hall: Hall) -> None:
    lowest, before = played_out(hall)
    assert before < 2000
    others = {number: rating(hall, number) for number in range(2, 10) if number != lowest}
    hall.act(hall.actor(lowest), erasure_verbs.erase)
    assert sorted(hall.ask(people_ratings_store.ratings, GUILD).values()) == sorted(
        map(float, filter(None, others.values()))
    )
    hall.now += YEAR - 2 * DAY
    assert rating(hall, lowest) == before
    assert {number: rating(hall, number) for number in others} == others


def link(hall: Hall, one: int, other: int) -> None:
    """Staff says that two accounts are one person's."""
    first, second = hall.person(one).person_id, hall.person(other).person_id
    tie = SamePerson("tie", GUILD, first, second, "One voice", hall.now, first)
    hall.do(lambda tx: people_account_store.add_same_person(tx, tie))


SECOND = 30
"""Another account of the member with the lowest rating."""


@pytest.mark.rule("AIJE-B02-2")
def test_who_erases_one_of_two_accounts_plays_on_by_the_other_with_the_same_rating(hall: Hall) -> None:
    lowest, before = played_out(hall)
    link(hall, lowest, SECOND)
    hall.act(hall.actor(lowest), erasure_verbs.erase)
    assert rating(hall, SECOND) == before
    assert len(hall.ask(people_ratings_store.ratings, GUILD)) == 8
    others = [one for one in range(2, 10) if one != lowest]
    hall.play_out(hall.begin(hall.announce(name="Next"), SECOND, *others))
    after = rating(hall, SECOND)
    assert after is not None
    assert after < 2000
    hall.now += DAY
    assert rating(hall, lowest) == before, "the erased account has it too when it comes back"


def test_a_second_account_with_a_rating_of_its_own_keeps_it(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), *range(2, 10)))
    link(hall, 2, 3)
    before = rating(hall, 3)
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert rating(hall, 3) == before


@pytest.mark.rule("AIJE-B02-2")
def test_games_by_a_second_account_count_for_the_one_rating(hall: Hall) -> None:
    lowest, before = played_out(hall)
    link(hall, lowest, SECOND)
    others = [one for one in range(2, 10) if one != lowest]
    tournament = hall.begin(hall.announce(name="Next"), SECOND, *others)
    stakes.lose(hall, tournament, stakes.match_of(hall, tournament, SECOND), SECOND)
    hall.play_out(tournament)
    after = rating(hall, lowest)
    assert after is not None
    assert after < before
    assert rating(hall, SECOND) is None
    assert len(hall.ask(people_ratings_store.ratings, GUILD)) == 8


def test_a_loss_before_the_erasure_counts_for_the_other_account(hall: Hall) -> None:
    lowest, before = played_out(hall)
    tournament = hall.begin(hall.announce(name="Next"), *range(2, 10))
    stakes.lose(hall, tournament, stakes.match_of(hall, tournament, lowest), lowest)
    link(hall, lowest, SECOND)
    hall.act(hall.actor(lowest), erasure_verbs.erase)
    assert rating(hall, SECOND) == before
    hall.play_out(tournament)
    after = rating(hall, SECOND)
    assert after is not None
    assert after < before


def test_a_second_erasure_gives_no_other_rating(hall: Hall) -> None:
    lowest, before = played_out(hall)
    for _ in range(3):
        hall.act(hall.actor(lowest), erasure_verbs.erase)
        hall.now += DAY
        assert rating(hall, lowest) == before


def test_after_a_year_the_rating_is_gone(hall: Hall) -> None:
    lowest, _ = played_out(hall)
    hall.act(hall.actor(lowest), erasure_verbs.erase)
    hall.now += YEAR
    hall.do(erasure_verbs.forget_what_is_over)
    assert hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM resting_ratings")) == []
    assert rating(hall, lowest) is None


def test_who_loses_and_erases_everything_before_the_events_end_comes_back_with_the_loss(hall: Hall) -> None:
    lowest, before = played_out(hall)
    tournament = hall.begin(hall.announce(name="Next"), *range(2, 10))
    stakes.lose(hall, tournament, stakes.match_of(hall, tournament, lowest), lowest)
    hall.act(hall.actor(lowest), erasure_verbs.erase)
    hall.play_out(tournament)
    hall.now += DAY
    back = rating(hall, lowest)
    assert back is not None
    assert back < before
    assert len(hall.ask(people_ratings_store.ratings, GUILD)) == 8


def test_who_comes_back_before_the_events_end_has_the_loss_counted_too(hall: Hall) -> None:
    lowest, before = played_out(hall)
    tournament = hall.begin(hall.announce(name="Next"), *range(2, 10))
    stakes.lose(hall, tournament, stakes.match_of(hall, tournament, lowest), lowest)
    begin_anew(hall, lowest)
    assert rating(hall, lowest) == before
    hall.play_out(tournament)
    back = rating(hall, lowest)
    assert back is not None
    assert back < before
    assert len(hall.ask(people_ratings_store.ratings, GUILD)) == 8
