"""Whatever names a case of a member of the committee is read by those who decide it, and not in the channel."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import (
    AbsenceNotice,
    AbsencesUnjustified,
    AppealMade,
    CaseForReview,
    CaseRulesChanged,
    FileLetter,
    FileOpened,
    JudgeWanted,
)
from bot.features.cases.record_verbs import file_subject
from bot.features.guidance import verbs as guidance_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.voting.model import Ground
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import Actor, ChannelId, GuildId, MemberId, MessageId, Place, RoleId, Switch
from bot.kernel.outages import Step
from bot.kernel.outbox import DecisionsWait
from bot.kernel.panel_store import Panel
from bot.kernel.promises import ToMember, ToPlace
from bot.people.model import ArbiterTitle, Office, Penalty
from bot.server import store as server_store
from bot.server.model import TAKES
from tests.hall.chamber import COMMITTEE, open_chamber
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, case_of, deliver, justify, let_pass, miss
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall
from tests.house.test_cases_named import WHERE, Goes

ORGANISER, ANA = 1, 4
A, B, C, D = COMMITTEE
OTHERS = {LEADER, PRESIDENT, B, C, D}


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def in_channel(hall: Hall) -> list[str]:
    """The kinds of message in the committee's channel that name a case, or what waits for a decision in one."""
    found = [one for one in hall.ask(outbox.waiting, 10_000) if one.target == ToPlace(Place.COMMITTEE)]
    names = [type(one.message).__name__ for one in found if WHERE.get(type(one.message).__name__) is Goes.LETTERS]
    return sorted(name for name in names if name != "DecisionsWait" or reminded(hall))


def reminded(hall: Hall) -> set[str]:
    """What the reminders in the committee's channel name that is a decision in a case."""
    said = [one for one in hall.promised(DecisionsWait, GUILD) if one.target == ToPlace(Place.COMMITTEE)]
    cases = ("review_case.", "judge_file.", "resume_file.", "decide_appeal.")
    return {ref for one in said for ref in one.message.waiting if ref.startswith(cases)}


def letters(hall: Hall, task: str) -> set[int]:
    """Who has a letter with that decision."""
    said = hall.promised(DecisionsWait, GUILD)
    named = [one.target for one in said if any(ref.startswith(task) for ref in one.message.waiting)]
    return {int(one.member_id) for one in named if isinstance(one, ToMember)}


def remind(hall: Hall) -> None:
    hall.do(guidance_verbs.look, GuildId(GUILD))
    hall.now += timedelta(days=3)
    hall.do(guidance_verbs.look, GuildId(GUILD))


def test_a_justification_of_a_member_is_read_by_the_others_and_its_reminder_too(hall: Hall) -> None:
    event = miss(hall, A, ANA)
    deliver(hall, AbsenceNotice)
    justify(hall, event, A)
    assert (hall.promised(CaseForReview, case_of(hall, event, A).case_id), letters(hall, "review_case")) == (
        [],
        OTHERS - {PRESIDENT},
    )
    justify(hall, event, ANA)
    assert len(hall.promised(CaseForReview, case_of(hall, event, ANA).case_id)) == 1
    let_pass(hall, timedelta(days=2))
    assert hall.promised(CaseForReview, case_of(hall, event, A).case_id) == []


def test_of_those_who_said_nothing_the_channel_names_players_alone(hall: Hall) -> None:
    event = miss(hall, A, ANA)
    deliver(hall, AbsenceNotice)
    let_pass(hall, timedelta(days=4))
    told = hall.promised(AbsencesUnjustified, event.tournament_id)
    players, member = case_of(hall, event, ANA).case_id, case_of(hall, event, A).case_id
    assert [one.message.cases for one in told if one.target == ToPlace(Place.COMMITTEE)] == [(players,)]
    rest = [one for one in told if one.target != ToPlace(Place.COMMITTEE)]
    assert {one.message.cases for one in rest} == {(member,)}
    assert {one.target for one in rest} == {ToMember(MemberId(one)) for one in OTHERS - {PRESIDENT}}


def test_an_appeal_of_a_member_is_read_by_those_who_decide_it(hall: Hall) -> None:
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(A), f"P{A}"), "Threats")
    made = hall.act(hall.actor(A), cases_appeals_verbs.appeal, f"bar-{bar.bar_id}", "Not true")
    assert (hall.promised(AppealMade, made.appeal_id), letters(hall, "decide_appeal")) == ([], {LEADER})
    remind(hall)
    assert (reminded(hall), letters(hall, "decide_appeal")) == (set(), {LEADER})
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(ANA), f"P{ANA}"), "Threats")
    made = hall.act(hall.actor(ANA), cases_appeals_verbs.appeal, f"bar-{bar.bar_id}", "Not true")
    assert len(hall.promised(AppealMade, made.appeal_id)) == 1


def test_from_report_to_appeal_nothing_of_a_members_case_comes_into_the_channel(hall: Hall) -> None:
    hall.now += MINUTE
    said = MisconductReport(hall.person(A).person_id, Ground.CONDUCT, "Insulted everybody")
    file = hall.act(hall.actor(9), cases_misconduct_verbs.report, said)
    deliver(hall, FileLetter)
    hall.act(hall.actor(PRESIDENT), cases_misconduct_verbs.pause, file.file_id, "Away")
    remind(hall)
    hall.act(hall.actor(PRESIDENT), cases_misconduct_verbs.unpause, file.file_id, "Back")
    hall.now += timedelta(days=4)
    hall.do(cases_misconduct_verbs.take, file.file_id, Step.END_REPLY)
    remind(hall)
    hall.act(hall.actor(PRESIDENT), cases_verdict_verbs.decide, file.file_id, Penalty.WARNED, "It was so", None)
    hall.act(hall.actor(A), cases_appeals_verbs.appeal, f"file-{file.file_id}", "Not true")
    remind(hall)
    assert (in_channel(hall), reminded(hall)) == ([], set())
    assert letters(hall, "resume_file") == OTHERS
    assert letters(hall, "decide_appeal") == {LEADER}


def test_where_nobody_else_may_decide_the_owner_is_asked_to_name_somebody(hall: Hall) -> None:
    hall.now += MINUTE
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    owner = hall.person(77)
    hall.do(lambda tx: server_store.save(tx, replace(community, owner_id=MemberId(77))))
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(A), f"P{A}"), "Threats")
    found = hall.ask_as(hall.actor(A), cases_appeals_verbs.to_appeal, f"bar-{bar.bar_id}")
    made = hall.act(hall.actor(A), cases_appeals_verbs.appeal, f"bar-{bar.bar_id}", "Not true")
    hall.do(cases_committee_verbs.show_appeal, made, ())
    (asked,) = hall.promised(JudgeWanted, GUILD)
    assert (asked.target, asked.message.person) == (ToMember(MemberId(77)), found.concerned[0])
    assert owner.person_id not in found.concerned


def test_a_card_leaves_the_channel_once_its_person_sits_on_the_committee(hall: Hall) -> None:
    hall.now += MINUTE
    said = MisconductReport(hall.person(ANA).person_id, Ground.CONDUCT, "Insulted everybody")
    file = hall.act(hall.actor(9), cases_misconduct_verbs.report, said)
    assert len(hall.promised(FileOpened, file.file_id)) == 1
    name = file_subject(file.file_id)
    stood = Panel(name, GUILD, ChannelId(3), MessageId(5), hall.now, hall.now, None)
    hall.do(lambda tx: kernel_panel_store.save(tx, stood))
    deliver(hall, FileLetter)
    hall.now += timedelta(days=4)
    hall.do(cases_misconduct_verbs.take, file.file_id, Step.END_REPLY)
    hall.do(lambda tx: kernel_panel_store.mark_true(tx, name, hall.now, hall.now))
    hall.arbiter(ANA, ArbiterTitle.ANP)
    hall.do(guidance_verbs.look, GuildId(GUILD))
    assert [one.panel for one in hall.ask(kernel_panel_store.stale)] == [name]
    assert hall.ask(cases_committee_verbs.is_about_a_member, GUILD, name)
    hall.do(wiring.repost, name)
    assert len(hall.promised(FileOpened, file.file_id)) == 1


# --- what decides how cases are heard -----------------------------------------------------------------------------


def organiser(hall: Hall, number: int = ORGANISER) -> Actor:
    return replace(hall.actor(number), is_organiser=True)


@pytest.mark.parametrize("switch", [Switch.CASES, Switch.ASSOCIATION])
def test_no_organiser_hides_the_commands_of_officers_and_no_accused_officer_either(hall: Hall, switch: Switch) -> None:
    hall.now += MINUTE
    if switch not in communities_of(hall):
        hall.act(organiser(hall), setup_verbs.switch_on, switch)
    with pytest.raises(NotAllowed):
        hall.act(organiser(hall), setup_verbs.switch_off, switch)
    hall.act(
        hall.actor(9),
        cases_misconduct_verbs.report,
        MisconductReport(hall.person(LEADER).person_id, Ground.CONDUCT, "Insults"),
    )
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        hall.act(organiser(hall, LEADER), setup_verbs.switch_off, switch)
    assert switch in communities_of(hall)
    hall.act(hall.actor(PRESIDENT), setup_verbs.switch_off, switch)
    assert switch not in communities_of(hall)
    said = hall.promised(CaseRulesChanged, GUILD)[-1].message
    assert (said.before, said.after, said.name) == ("on", "off", switch)


def communities_of(hall: Hall) -> frozenset[Switch]:
    found = hall.ask(server_store.load, GUILD)
    assert found is not None
    return frozenset(found.switches)


def test_an_officer_who_organises_nothing_changes_the_channel_and_the_commands(hall: Hall) -> None:
    hall.now += MINUTE
    with pytest.raises(NotAllowed):
        hall.ask_as(organiser(hall), cases_committee_verbs.examine)
    found = hall.act(hall.actor(LEADER), cases_committee_verbs.move_hearings, ChannelId(33))
    assert found.community.committee == 33
    if Switch.CASES in communities_of(hall):
        hall.act(hall.actor(LEADER), setup_verbs.switch_off, Switch.CASES)
    hall.act(hall.actor(LEADER), setup_verbs.switch_on, Switch.CASES)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(LEADER), setup_verbs.switch_on, Switch.TEAMS)


def test_who_has_a_case_open_moves_no_channel_by_the_settings_of_cases(hall: Hall) -> None:
    hall.now += MINUTE
    hall.act(
        hall.actor(9),
        cases_misconduct_verbs.report,
        MisconductReport(hall.person(LEADER).person_id, Ground.CONDUCT, "Insults"),
    )
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        hall.act(hall.actor(LEADER), cases_committee_verbs.move_hearings, ChannelId(33))
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        hall.act(hall.actor(LEADER), cases_committee_verbs.move_hearings, ChannelId(33), (ChannelId(3),))


def test_another_role_in_the_place_of_one_is_the_owners_or_an_officers_choice(hall: Hall) -> None:
    hall.now += MINUTE
    hall.act(organiser(hall), registry_roles_verbs.choose, Office.LEADER, RoleId(901))
    for role in (RoleId(902), None):
        with pytest.raises(NotAllowed):
            hall.act(organiser(hall), registry_roles_verbs.choose, Office.LEADER, role)
    with pytest.raises(NotAllowed):
        hall.act(organiser(hall), registry_roles_verbs.choose, Office.PRESIDENT, RoleId(901))
    hall.act(organiser(hall), registry_roles_verbs.choose, Office.LEADER, RoleId(902), (RoleId(901),))
    hall.act(hall.actor(LEADER), registry_roles_verbs.choose, Office.LEADER, RoleId(903))
    said = hall.promised(CaseRulesChanged, GUILD)[-1].message
    assert (said.before, said.after, said.name) == ("902", "903", "leader")


def test_nothing_of_it_is_taken_back_by_undo() -> None:
    assert not [act for act in TAKES if act.startswith(("change_case_", "switch_commands_", "choose_role"))]
