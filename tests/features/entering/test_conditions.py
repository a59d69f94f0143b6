"""Conditions of entry: met when one registers, asked of nobody twice, set aside by staff knowingly alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import AccountTooYoung, RatedTooHigh, RatedTooLow, RoleLacking, Unrated
from bot.features.entering.model import Condition, ConditionsAsked, EntryNameAsked, Registered
from bot.features.guidance import verbs as guidance_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import MemberUnfit
from bot.features.teams.model import NamedMember, TeamView
from bot.features.tournaments.tasks_model import Task, UpcomingKind
from bot.kernel import log
from bot.kernel.errors import UserError
from bot.kernel.ids import Actor, MemberId, RoleId
from bot.play.entries import Tournament
from bot.play.rulebook import EntryRules
from bot.rulebooks.library import preset
from tests.hall.hall import PLAYERLESS, Hall
from tests.hall.squads import publish

ROLE, OTHER = RoleId(500), RoleId(501)
YOUNG_SINCE = datetime(2026, 2, 20, tzinfo=UTC)
YOUNG = int((YOUNG_SINCE - datetime(2015, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)) << 22
MONTH = timedelta(days=30)


def cup(hall: Hall, rules: EntryRules, seats: int | None = None) -> Tournament:
    plain = preset("cup")
    registers = replace(plain.registration, capacity=seats)
    return hall.announce(replace(plain, entry=rules, registration=registers), "Friday Cup")


def having(hall: Hall, number: int, *roles: RoleId) -> Actor:
    return replace(hall.actor(number), roles=frozenset(roles), server_roles=frozenset({ROLE, OTHER}))


def register(hall: Hall, event: Tournament, actor: Actor) -> Registered:
    entry = hall.act(actor, entering_verbs.register, event.tournament_id)
    assert isinstance(entry, Registered)
    return entry


def listed(hall: Hall, event: Tournament) -> int:
    return hall.ask(entering_store.headcount, event.tournament_id).registered


def refused(hall: Hall, event: Tournament, actor: Actor) -> UserError:
    with pytest.raises(UserError) as refusal:
        register(hall, event, actor)
    assert listed(hall, event) == 0
    return refusal.value


def test_who_lacks_the_role_reads_which_one_and_who_has_it_enters(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE)))
    error = refused(hall, event, having(hall, 2, OTHER))
    assert isinstance(error, RoleLacking)
    assert error.fields() == {"event": "Friday Cup", "role": ROLE}
    assert register(hall, event, having(hall, 2, OTHER, ROLE)).newly


@pytest.mark.parametrize("known", [False, True])
def test_nobody_is_asked_for_an_account_in_vain(hall: Hall, known: bool) -> None:
    event = hall.announce(replace(preset("aije-open"), entry=EntryRules(role=str(ROLE))))
    if known:
        hall.person(2)
    with pytest.raises(RoleLacking):
        hall.ask_as(having(hall, 2), entering_verbs.asked_account, event.tournament_id)
    assert hall.ask_as(having(hall, 2, ROLE), entering_verbs.asked_account, event.tournament_id) == "Jeek Online"


def test_a_role_that_the_server_has_not_is_told_apart(hall: Hall) -> None:
    event = cup(hall, EntryRules(role="777"))
    gone = refused(hall, event, having(hall, 2, ROLE))
    assert gone is not None
    assert gone.key == "error.EntryRoleGone"
    unknown = replace(having(hall, 2, ROLE), server_roles=None)
    assert isinstance(refused(hall, event, unknown), RoleLacking)


def test_a_rating_outside_the_bounds_is_told_with_them(hall: Hall) -> None:
    publish(hall, P2=1100, P3=1700, P4=1300)
    event = cup(hall, EntryRules(rating_from=1200, rating_below=1600))
    low, high, none = (refused(hall, event, having(hall, number)) for number in (2, 3, 5))
    assert isinstance(low, RatedTooLow)
    assert (low.rating, low.least) == (1100, 1200)
    assert isinstance(high, RatedTooHigh)
    assert (high.rating, high.below) == (1700, 1600)
    assert isinstance(none, Unrated)
    assert register(hall, event, having(hall, 4)).newly


def test_newcomers_are_welcome_where_the_rating_has_to_be_below_a_bound(hall: Hall) -> None:
    publish(hall, P2=1700)
    event = cup(hall, EntryRules(rating_below=1000))
    assert isinstance(refused(hall, event, having(hall, 2)), RatedTooHigh)
    assert register(hall, event, having(hall, 3)).newly


def test_a_young_account_reads_from_when_on_it_is_old_enough(hall: Hall) -> None:
    event = cup(hall, EntryRules(account_age=MONTH))
    error = refused(hall, event, having(hall, YOUNG))
    assert isinstance(error, AccountTooYoung)
    assert error.old_enough_at == YOUNG_SINCE + MONTH
    assert register(hall, event, having(hall, 2)).newly


def test_who_has_registered_keeps_the_place_without_the_role_and_with_another_rating(hall: Hall) -> None:
    publish(hall, P2=1500)
    event = cup(hall, EntryRules(role=str(ROLE), rating_below=1600))
    register(hall, event, having(hall, 2, ROLE))
    hall.now += timedelta(minutes=1)
    publish(hall, P2=1800)
    assert not register(hall, event, having(hall, 2)).newly
    hall.now = event.start_at - timedelta(minutes=1)
    assert hall.act(having(hall, 2), entering_check_in_verbs.check_in, event.tournament_id).newly


def test_who_withdraws_is_asked_again(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE)))
    register(hall, event, having(hall, 2, ROLE))
    hall.act(having(hall, 2), entering_verbs.withdraw, event.tournament_id)
    with pytest.raises(RoleLacking):
        register(hall, event, having(hall, 2))


def test_who_moves_up_from_the_wait_list_is_not_asked_again(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE)), seats=2)
    for number in (2, 3, 4):
        register(hall, event, having(hall, number, ROLE))
    hall.act(having(hall, 2), entering_verbs.withdraw, event.tournament_id)
    assert register(hall, event, having(hall, 4)).waiting is None


def test_me_offers_the_registration_or_says_what_the_event_asks_for(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE), account_age=MONTH))
    shown = hall.ask_as(having(hall, 2), guidance_verbs.tasks)
    assert [one.outlook for one in shown.prospects] == [UpcomingKind.NOT_FOR_ME]
    assert Task.REGISTER not in {one.task for one in shown.tasks}
    (soon,) = hall.ask_as(having(hall, YOUNG, ROLE), guidance_verbs.tasks).prospects
    assert (soon.tournament, soon.at) == (event, YOUNG_SINCE + MONTH)
    offered = hall.ask_as(having(hall, 2, ROLE), guidance_verbs.tasks)
    assert [one.task for one in offered.tasks] == [Task.REGISTER]
    assert offered.prospects == ()


def entered(
    hall: Hall, event: Tournament, number: int, *roles: RoleId, by: int = PLAYERLESS
) -> Registered | ConditionsAsked:
    answer = hall.act(
        hall.actor(by, organiser=True),
        entering_verbs.enter_other,
        event.tournament_id,
        (MemberId(number), f"P{number}"),
        "",
        None,
        roles=frozenset(roles),
    )
    assert isinstance(answer, Registered | ConditionsAsked)
    return answer


def acts(hall: Hall, event: Tournament) -> list[str]:
    lines = hall.ask(log.of_tournament, event.tournament_id)
    return [one.act for one in lines if one.act.startswith("enter_despite")]


def test_staff_is_asked_before_somebody_enters_who_lacks_something_and_the_log_tells_it(hall: Hall) -> None:
    publish(hall, P2=1700)
    event = cup(hall, EntryRules(role=str(ROLE), rating_below=1600))
    question = entered(hall, event, 2, OTHER)
    assert isinstance(question, ConditionsAsked)
    assert question.lacking == (Condition.RATED_TOO_HIGH, Condition.ROLE)
    assert (listed(hall, event), acts(hall, event)) == (0, [])
    key, person = event.tournament_id, hall.person(2).person_id
    hall.act(hall.actor(1), entering_accounts_verbs.enter_knowingly, key, person)
    assert listed(hall, event) == 1
    assert sorted(acts(hall, event)) == ["enter_despite_rated_too_high", "enter_despite_role"]
    hall.act(hall.actor(1), entering_accounts_verbs.enter_knowingly, key, person)
    assert (listed(hall, event), len(acts(hall, event))) == (1, 2)


def test_the_log_does_not_say_that_a_role_was_lacking_which_was_there_when_the_question_was_asked(hall: Hall) -> None:
    publish(hall, P2=1700)
    event = cup(hall, EntryRules(role=str(ROLE), rating_below=1600))
    question = entered(hall, event, 2, ROLE)
    assert isinstance(question, ConditionsAsked)
    assert question.lacking == (Condition.RATED_TOO_HIGH,)
    key, person = event.tournament_id, hall.person(2).person_id
    hall.act(hall.actor(1), entering_accounts_verbs.enter_knowingly, key, person, has_role=True)
    assert acts(hall, event) == ["enter_despite_rated_too_high"]


def test_staff_enters_who_meets_the_conditions_without_a_question(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE), account_age=MONTH))
    assert isinstance(entered(hall, event, 2, ROLE), Registered)
    assert acts(hall, event) == []


def test_nobody_makes_an_exception_of_themselves(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE)))
    with pytest.raises(RoleLacking):
        entered(hall, event, 2, ROLE, by=2)
    staff, own = hall.actor(2, organiser=True), hall.person(2).person_id
    with pytest.raises(RoleLacking):
        hall.act(staff, entering_accounts_verbs.enter_knowingly, event.tournament_id, own)
    assert listed(hall, event) == 0


def test_members_make_no_exceptions_of_anybody(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE)))
    person = hall.person(3).person_id
    for verb in (entering_accounts_verbs.enter_knowingly, entering_verbs.enter_known):
        with pytest.raises(UserError):
            hall.act(hall.actor(2), verb, event.tournament_id, person)
    assert listed(hall, event) == 0


def test_who_has_no_discord_enters_by_staffs_word_where_the_rating_fits(hall: Hall) -> None:
    event = cup(hall, EntryRules(role=str(ROLE), account_age=MONTH))
    entry = hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, None, "Vovó", None)
    assert isinstance(entry, Registered)
    proven = cup(hall, EntryRules(rating_from=1000))
    question = hall.act(hall.actor(1), entering_verbs.enter_other, proven.tournament_id, None, "Vovó", None)
    assert isinstance(question, ConditionsAsked | EntryNameAsked)


@pytest.fixture
def team_cup(hall: Hall) -> Tournament:
    publish(hall, P2=1500, P3=1450, P4=1900)
    rules = replace(preset("teams"), entry=EntryRules(role=str(ROLE), rating_below=1600))
    return hall.announce(rules, "Times")


def save(hall: Hall, event: Tournament, captain: Actor, name: str = "Azul") -> TeamView:
    return hall.act(captain, teams_verbs.save, event.tournament_id, name, (NamedMember(captain.name),))


def test_each_of_a_team_meets_the_conditions_with_the_own_yes(hall: Hall, team_cup: Tournament) -> None:
    with pytest.raises(RoleLacking):
        hall.ask_as(having(hall, 2), teams_verbs.form, team_cup.tournament_id)
    with pytest.raises(RoleLacking):
        save(hall, team_cup, having(hall, 2))
    view = save(hall, team_cup, having(hall, 2, ROLE))
    key = view.entrant.entrant_id
    asked = {MemberId(3): "P3", MemberId(4): "P4"}
    hall.act(having(hall, 2), teams_verbs.add_members, key, asked)
    for without in (having(hall, 3), having(hall, 4, ROLE)):
        with pytest.raises((RoleLacking, RatedTooHigh)):
            hall.ask_as(without, teams_verbs.asked_account, key)
        with pytest.raises((RoleLacking, RatedTooHigh)):
            hall.act(without, teams_verbs.accept, key)
    accepted = hall.act(having(hall, 3, ROLE), teams_verbs.accept, key)
    assert isinstance(accepted, TeamView)
    assert [one.person.name for one in accepted.members] == ["P2", "P3"]
    assert not save(hall, team_cup, having(hall, 2), "Verde").newly


def test_staff_names_nobody_for_a_team_whose_rating_does_not_fit(hall: Hall, team_cup: Tournament) -> None:
    view = hall.act(
        hall.actor(1), teams_staff_verbs.enter, team_cup.tournament_id, None, "Azul", (NamedMember("Vovó"),)
    )
    assert [one.person.name for one in view.members] == ["Vovó"]
    rules = replace(team_cup.rulebook, entry=EntryRules(rating_from=1000))
    proven = hall.announce(rules, "Times 2")
    with pytest.raises(MemberUnfit):
        hall.act(hall.actor(1), teams_staff_verbs.enter, proven.tournament_id, None, "Azul", (NamedMember("Novo"),))


@pytest.mark.parametrize(
    ("number", "known", "kept_off"),
    [(2, True, True), (3, True, False), (YOUNG, False, True), (PLAYERLESS, True, True), (None, False, False)],
)
def test_of_a_list_staffs_word_stands_for_the_role_but_not_for_the_own(
    hall: Hall, number: int | None, known: bool, kept_off: bool
) -> None:
    publish(hall, P2=1700)
    event = cup(hall, EntryRules(role=str(ROLE), rating_below=1600, account_age=MONTH))
    person = hall.person(number) if known and number is not None else None
    member = None if number is None else MemberId(number)
    assert (
        hall.ask_as(having(hall, PLAYERLESS), entering_eligibility_verbs.keeps_off_list, event, person, member)
        is kept_off
    )
