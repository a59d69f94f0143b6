"""What a member of a team who does not lead it can do, and what is decided without the member."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import store as cases_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.erasure import verbs as erasure_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import MemberBarred, MemberDropped, MemberLeft, NamedMember, TeamInvitation, TeamTakenOff
from bot.features.teams.plugs import NOTICES
from bot.i18n.catalogue import Translator
from bot.kernel import log, outbox
from bot.kernel.context import Query
from bot.kernel.ids import EntrantId, MemberId
from bot.kernel.promises import Message, ToMember
from bot.people.model import ArbiterTitle
from bot.play.contests import Contest
from bot.play.entries import Tournament
from tests.hall.court import LEADER, bar_by_verdict, give_office
from tests.hall.hall import Hall
from tests.hall.squads import JEEK, add, begin, found, jeek_team, publish, save
from tests.refusals import refuses

MEMBER = LEADER
"""Holds an office too, and so might decide on appeals."""


@pytest.fixture
def cup(hall: Hall) -> Tournament:
    """A Team Tournament whose first team has a member of the server beside its captain P2."""
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(JEEK, "Times")
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    add(hall, 2, view, MEMBER)
    jeek_team(hall, cup, 3, "Verde")
    return cup


@pytest.fixture
def ruled(hall: Hall, cup: Tournament) -> Contest:
    """The match, given to a side by an arbiter."""
    hall.do(give_office, "leader", hall.person(MEMBER).person_id)  # type: ignore[arg-type]
    contest = hall.open_contests(begin(hall, cup, 2, 3))[0]
    hall.act(hall.actor(1), teams_matches_verbs.rule, contest.contest_id, ("3-1", "4-0", "4-0"), "All were seen")
    return contest


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_that_is_left_during_check_in_is_not_confirmed_and_its_captain_reads_so(
    hall: Hall, cup: Tournament
) -> None:
    hall.now = cup.start_at - timedelta(minutes=5)
    assert hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id).newly
    view = hall.act(hall.actor(MEMBER), teams_verbs.leave, cup.tournament_id)
    assert view.entrant.checked_in_at is None
    (letter,) = hall.ask(outbox.all_promises, MemberLeft, view.entrant.entrant_id)
    assert letter.target == ToMember(MemberId(2))
    (text,) = found(hall.ask(NOTICES[MemberLeft], letter))(Translator("it")).paragraphs
    assert f"<@{MEMBER}>" in text
    assert "Azul" in text
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    assert hall.ask(NOTICES[MemberLeft], letter) is None


def confirm_all(hall: Hall, cup: Tournament, before: timedelta = timedelta(minutes=5)) -> None:
    hall.now = cup.start_at - before
    for captain in (2, 3):
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, cup.tournament_id)


def close(hall: Hall, cup: Tournament) -> dict[str, bool]:
    """Closes, and answers which teams start."""
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    entries = hall.ask(entering_store.of_tournament, cup.tournament_id)
    return {str(one.team_name): one.withdrawn_at is None for one in entries}


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
@pytest.mark.parametrize("how", ["leaves", "erases"])
def test_a_member_who_goes_in_the_last_second_brings_no_case_upon_the_captain(
    hall: Hall, cup: Tournament, how: str
) -> None:
    confirm_all(hall, cup)
    hall.now = cup.start_at - timedelta(seconds=1)
    if how == "leaves":
        hall.act(hall.actor(MEMBER), teams_verbs.leave, cup.tournament_id)
    else:
        hall.act(hall.actor(MEMBER), erasure_verbs.erase)
    assert close(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)
    assert len(hall.ask(outbox.all_promises, TeamTakenOff, hall.ask(azul, cup))) == 1


def azul(tx: Query, cup: Tournament) -> EntrantId:
    return next(
        one.entrant_id for one in entering_store.of_tournament(tx, cup.tournament_id) if one.team_name == "Azul"
    )


def test_an_erasure_takes_a_member_out_of_the_team_and_the_captain_reads_so(hall: Hall, cup: Tournament) -> None:
    confirm_all(hall, cup)
    hall.act(hall.actor(MEMBER), erasure_verbs.erase)
    view = hall.ask_as(hall.actor(2), teams_verbs.own, cup.tournament_id)
    assert [one.person.name for one in view.members] == ["P2", "Bia"]
    assert view.entrant.checked_in_at is None
    assert len(hall.ask(outbox.all_promises, MemberLeft, view.entrant.entrant_id)) == 1


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize("substitute", [True, False])
def test_a_bar_after_the_confirmation_keeps_a_member_from_playing_for_the_team(hall: Hall, substitute: bool) -> None:
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(replace(JEEK, teams=replace(found(JEEK.teams), substitutes=int(substitute))), "Times")
    others = ("Bia", "Caio") if substitute else ("Bia",)
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), *(NamedMember(one, one) for one in others))
    add(hall, 2, view, MEMBER)
    jeek_team(hall, cup, 3, "Verde")
    confirm_all(hall, cup)
    hall.arbiter(92, ArbiterTitle.AJ)
    bar_by_verdict(hall, 92, (MemberId(MEMBER), f"P{MEMBER}"), "Threats")
    assert close(hall, cup) == {"Azul": substitute, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)
    if substitute:
        view = hall.ask_as(hall.actor(2), teams_verbs.own, cup.tournament_id)
        assert [one.person.name for one in view.members] == ["P2", "Bia", "Caio"]


@pytest.mark.rule("AIJE-D05-1")
def test_a_confirmed_team_that_takes_a_member_without_an_account_confirms_anew(hall: Hall, cup: Tournament) -> None:
    hall.now = cup.start_at - timedelta(minutes=5)
    hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    same = (NamedMember("P2"), NamedMember("Bia"))
    kept = save(hall, cup, 2, "Azul", *same, NamedMember(f"P{MEMBER}"))
    assert kept.entrant.checked_in_at is not None
    changed = save(hall, cup, 2, "Azul", *same, NamedMember("Caio"))
    assert [one.name for one in changed.without_account] == ["Caio"]
    assert changed.entrant.checked_in_at is None


@pytest.mark.rule("GO-16.4")
def test_a_team_appeals_by_its_captain_and_a_member_is_told_who_that_is(hall: Hall, ruled: Contest) -> None:
    with refuses("error.OnlyTheCaptain") as refused:
        hall.act(hall.actor(MEMBER), cases_appeals_verbs.appeal, f"match-{ruled.contest_id}", "Unfair")
    assert refused.value.name == "P2"
    assert hall.act(hall.actor(2), cases_appeals_verbs.appeal, f"match-{ruled.contest_id}", "Unfair").granted is None


@pytest.mark.rule("GO-16.4", "GO-30")
def test_nobody_decides_the_appeal_of_the_own_team(hall: Hall, ruled: Contest) -> None:
    made = hall.act(hall.actor(3), cases_appeals_verbs.appeal, f"match-{ruled.contest_id}", "Unfair")
    with refuses("error.DecidedBefore"):
        hall.act(hall.actor(MEMBER), cases_appeals_verbs.decide, made.appeal_id, "No", granted=False)


def test_the_account_of_a_member_stays_as_it_is_while_the_team_plays(hall: Hall, cup: Tournament) -> None:
    begin(hall, cup, 2, 3)
    with refuses("error.AccountInPlay"):
        hall.act(hall.actor(MEMBER), entering_eligibility_verbs.change_own, None, "another")


def letters(hall: Hall, kind: type[Message], cup: Tournament) -> list[str]:
    """What the letters of that kind say now, or "" where nothing is to be said any more."""
    found_ones = [hall.ask(NOTICES[kind], one) for one in hall.ask(outbox.all_promises, kind, hall.ask(azul, cup))]
    return ["" if one is None else " ".join(one(Translator("en-US")).paragraphs) for one in found_ones]


def acts(hall: Hall, cup: Tournament) -> list[str]:
    return [one.act for one in hall.ask(log.of_tournament, cup.tournament_id)]


def test_whoever_is_dropped_from_a_team_reads_by_whom_and_is_free_for_another(hall: Hall, cup: Tournament) -> None:
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    (letter,) = hall.ask(outbox.all_promises, MemberDropped, hall.ask(azul, cup))
    assert letter.target == ToMember(MemberId(MEMBER))
    (text,) = letters(hall, MemberDropped, cup)
    assert text.startswith("<@2> took you off the list of **Azul**")
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    assert len(letters(hall, MemberDropped, cup)) == 1


def test_whoever_is_dropped_before_an_answer_reads_no_invitation_any_more(hall: Hall, cup: Tournament) -> None:
    two = (NamedMember("P2", "a"), NamedMember("Bia", "b"))
    view = save(hall, cup, 2, "Azul", *two)
    hall.act(hall.actor(2), teams_verbs.add_members, view.entrant.entrant_id, {MemberId(44): "P44"})
    assert letters(hall, TeamInvitation, cup)[-1] != ""
    save(hall, cup, 2, "Azul", *two, NamedMember("Caio"))
    assert letters(hall, TeamInvitation, cup)[-1] == ""
    assert len(letters(hall, MemberDropped, cup)) == 1


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_is_told_to_the_captain_in_time_and_a_member_taken_out_by_it_is_not_said_to_have_left(
    hall: Hall,
) -> None:
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(replace(JEEK, teams=replace(found(JEEK.teams), substitutes=1)), "Times")
    view = save(hall, cup, 2, "Azul", *(NamedMember(one, one) for one in ("P2", "Bia", "Caio")))
    add(hall, 2, view, MEMBER)
    jeek_team(hall, cup, 3, "Verde")
    confirm_all(hall, cup)
    hall.arbiter(92, ArbiterTitle.AJ)
    bar_by_verdict(hall, 92, (MemberId(MEMBER), f"P{MEMBER}"), "Threats")
    (warned,) = letters(hall, MemberBarred, cup)
    assert "with the button before" in warned
    assert close(hall, cup) == {"Azul": True, "Verde": True}
    assert letters(hall, MemberBarred, cup)[0] == ""
    assert "because of a bar. The others play" in letters(hall, MemberBarred, cup)[1]
    assert "a bar keeps you from playing" in letters(hall, MemberDropped, cup)[0]
    assert letters(hall, MemberLeft, cup) == []
    assert "bar_from_team" in acts(hall, cup)


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D05-1")
def test_a_team_that_loses_a_barred_substitute_at_the_close_is_not_asked_to_confirm_anew(hall: Hall) -> None:
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(replace(JEEK, teams=replace(found(JEEK.teams), substitutes=1)), "Times")
    view = save(hall, cup, 2, "Azul", *(NamedMember(one, one) for one in ("P2", "Bia", "Caio")))
    add(hall, 2, view, MEMBER)
    jeek_team(hall, cup, 3, "Verde")
    confirm_all(hall, cup)
    publish(hall, P2=2150, P3=2190)  # A list that comes out meanwhile, by which the team still fits.
    hall.arbiter(92, ArbiterTitle.AJ)
    bar_by_verdict(hall, 92, (MemberId(MEMBER), f"P{MEMBER}"), "Threats")
    assert close(hall, cup) == {"Azul": True, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)
