"""Whatever names a case of a member of the committee is read by those who decide it, and not in the channel."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.announcements import ToMember, ToPlace
from bot.domain.cases.misconduct import Penalty
from bot.domain.cases.sayings import (
    AbsenceNotice,
    AbsencesUnjustified,
    AppealMade,
    CaseForReview,
    CaseRulesChanged,
    FileLetter,
    FileOpened,
    JudgeWanted,
)
from bot.domain.community import Place, Presser
from bot.domain.deadlines import Step
from bot.domain.grounds import Ground
from bot.domain.ids import ChannelId, GuildId, MemberId, MessageId, RoleId
from bot.domain.own_sayings import DecisionsWait
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.switches import Switch
from bot.domain.undoing import TAKES
from bot.errors import NotAllowed
from bot.notices import panels as panel_notices
from bot.services import case_keepers, hearings, pending_decisions, switching
from bot.services.cases import appealing, committee_cases, misconduct, misconduct_steps, misconduct_verdicts
from bot.services.cases.misconduct import Report
from bot.services.cases.misconduct_record import file_subject
from bot.services.registry import roles
from bot.storage import communities, outbox, panels
from bot.storage.panels import Panel
from tests.house.test_cases_named import WHERE, Goes
from tests.services.chamber import COMMITTEE, open_chamber
from tests.services.court import LEADER, PRESIDENT, bar_by_verdict, case_of, deliver, justify, let_pass, miss
from tests.services.desk_of_entries import MINUTE
from tests.services.hall import GUILD, Hall

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
    names = [type(one.saying).__name__ for one in found if WHERE.get(type(one.saying).__name__) is Goes.LETTERS]
    return sorted(name for name in names if name != "DecisionsWait" or reminded(hall))


def reminded(hall: Hall) -> set[str]:
    """What the reminders in the committee's channel name that is a decision in a case."""
    said = [one for one in hall.promised(DecisionsWait, GUILD) if one.target == ToPlace(Place.COMMITTEE)]
    cases = ("review_case.", "judge_file.", "resume_file.", "decide_appeal.")
    return {ref for one in said for ref in one.saying.waiting if ref.startswith(cases)}


def letters(hall: Hall, duty: str) -> set[int]:
    """Who has a letter with that decision."""
    said = hall.promised(DecisionsWait, GUILD)
    named = [one.target for one in said if any(ref.startswith(duty) for ref in one.saying.waiting)]
    return {int(one.member_id) for one in named if isinstance(one, ToMember)}


def remind(hall: Hall) -> None:
    hall.do(pending_decisions.look, GuildId(GUILD))
    hall.now += timedelta(days=3)
    hall.do(pending_decisions.look, GuildId(GUILD))


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
    assert [one.saying.cases for one in told if one.target == ToPlace(Place.COMMITTEE)] == [(players,)]
    rest = [one for one in told if one.target != ToPlace(Place.COMMITTEE)]
    assert {one.saying.cases for one in rest} == {(member,)}
    assert {one.target for one in rest} == {ToMember(MemberId(one)) for one in OTHERS - {PRESIDENT}}


def test_an_appeal_of_a_member_is_read_by_those_who_decide_it(hall: Hall) -> None:
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(A), f"P{A}"), "Threats")
    made = hall.act(hall.presser(A), appealing.appeal, f"bar-{bar.bar_id}", "Not true")
    assert (hall.promised(AppealMade, made.appeal_id), letters(hall, "decide_appeal")) == ([], {LEADER})
    remind(hall)
    assert (reminded(hall), letters(hall, "decide_appeal")) == (set(), {LEADER})
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(ANA), f"P{ANA}"), "Threats")
    made = hall.act(hall.presser(ANA), appealing.appeal, f"bar-{bar.bar_id}", "Not true")
    assert len(hall.promised(AppealMade, made.appeal_id)) == 1


def test_from_report_to_appeal_nothing_of_a_members_case_comes_into_the_channel(hall: Hall) -> None:
    hall.now += MINUTE
    said = Report(hall.person(A).person_id, Ground.CONDUCT, "Insulted everybody")
    file = hall.act(hall.presser(9), misconduct.report, said)
    deliver(hall, FileLetter)
    hall.act(hall.presser(PRESIDENT), misconduct.pause, file.file_id, "Away")
    remind(hall)
    hall.act(hall.presser(PRESIDENT), misconduct.unpause, file.file_id, "Back")
    hall.now += timedelta(days=4)
    hall.do(misconduct_steps.take, file.file_id, Step.END_REPLY)
    remind(hall)
    hall.act(hall.presser(PRESIDENT), misconduct_verdicts.decide, file.file_id, Penalty.WARNED, "It was so", None)
    hall.act(hall.presser(A), appealing.appeal, f"file-{file.file_id}", "Not true")
    remind(hall)
    assert (in_channel(hall), reminded(hall)) == ([], set())
    assert letters(hall, "resume_file") == OTHERS
    assert letters(hall, "decide_appeal") == {LEADER}


def test_where_nobody_else_may_decide_the_owner_is_asked_to_name_somebody(hall: Hall) -> None:
    hall.now += MINUTE
    community = hall.ask(communities.load, GUILD)
    assert community is not None
    owner = hall.person(77)
    hall.do(lambda tx: communities.save(tx, replace(community, owner_id=MemberId(77))))
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(A), f"P{A}"), "Threats")
    found = hall.ask_as(hall.presser(A), appealing.to_appeal, f"bar-{bar.bar_id}")
    made = hall.act(hall.presser(A), appealing.appeal, f"bar-{bar.bar_id}", "Not true")
    hall.do(committee_cases.show_appeal, made, ())
    (asked,) = hall.promised(JudgeWanted, GUILD)
    assert (asked.target, asked.saying.person) == (ToMember(MemberId(77)), found.concerned[0])
    assert owner.person_id not in found.concerned


def test_a_card_leaves_the_channel_once_its_person_sits_on_the_committee(hall: Hall) -> None:
    hall.now += MINUTE
    said = Report(hall.person(ANA).person_id, Ground.CONDUCT, "Insulted everybody")
    file = hall.act(hall.presser(9), misconduct.report, said)
    assert len(hall.promised(FileOpened, file.file_id)) == 1
    name = file_subject(file.file_id)
    stood = Panel(name, GUILD, ChannelId(3), MessageId(5), hall.now, hall.now, None)
    hall.do(lambda tx: panels.save(tx, stood))
    deliver(hall, FileLetter)
    hall.now += timedelta(days=4)
    hall.do(misconduct_steps.take, file.file_id, Step.END_REPLY)
    hall.do(lambda tx: panels.mark_true(tx, name, hall.now, hall.now))
    hall.arbiter(ANA, ArbiterTitle.ANP)
    hall.do(pending_decisions.look, GuildId(GUILD))
    assert [one.panel for one in hall.ask(panels.stale)] == [name]
    assert hall.ask(committee_cases.is_about_a_member, GUILD, name)
    hall.do(panel_notices.repost, name)
    assert len(hall.promised(FileOpened, file.file_id)) == 1


# --- what decides how cases are heard -----------------------------------------------------------------------------


def organiser(hall: Hall, number: int = ORGANISER) -> Presser:
    return replace(hall.presser(number), is_organiser=True)


@pytest.mark.parametrize("switch", [Switch.CASES, Switch.ASSOCIATION])
def test_no_organiser_hides_the_commands_of_officers_and_no_accused_officer_either(hall: Hall, switch: Switch) -> None:
    hall.now += MINUTE
    if switch not in communities_of(hall):
        hall.act(organiser(hall), switching.switch_on, switch)
    with pytest.raises(NotAllowed):
        hall.act(organiser(hall), switching.switch_off, switch)
    hall.act(hall.presser(9), misconduct.report, Report(hall.person(LEADER).person_id, Ground.CONDUCT, "Insults"))
    with pytest.raises(case_keepers.HasOpenCase):
        hall.act(organiser(hall, LEADER), switching.switch_off, switch)
    assert switch in communities_of(hall)
    hall.act(hall.presser(PRESIDENT), switching.switch_off, switch)
    assert switch not in communities_of(hall)
    said = hall.promised(CaseRulesChanged, GUILD)[-1].saying
    assert (said.before, said.after, said.name) == ("on", "off", switch)


def communities_of(hall: Hall) -> frozenset[Switch]:
    found = hall.ask(communities.load, GUILD)
    assert found is not None
    return frozenset(found.switches)


def test_an_officer_who_organises_nothing_changes_the_channel_and_the_commands(hall: Hall) -> None:
    hall.now += MINUTE
    with pytest.raises(NotAllowed):
        hall.ask_as(organiser(hall), hearings.examine)
    found = hall.act(hall.presser(LEADER), hearings.move_channel, ChannelId(33))
    assert found.community.committee == 33
    if Switch.CASES in communities_of(hall):
        hall.act(hall.presser(LEADER), switching.switch_off, Switch.CASES)
    hall.act(hall.presser(LEADER), switching.switch_on, Switch.CASES)
    with pytest.raises(NotAllowed):
        hall.act(hall.presser(LEADER), switching.switch_on, Switch.TEAMS)


def test_who_has_a_case_open_moves_no_channel_by_the_settings_of_cases(hall: Hall) -> None:
    hall.now += MINUTE
    hall.act(hall.presser(9), misconduct.report, Report(hall.person(LEADER).person_id, Ground.CONDUCT, "Insults"))
    with pytest.raises(case_keepers.HasOpenCase):
        hall.act(hall.presser(LEADER), hearings.move_channel, ChannelId(33))
    with pytest.raises(case_keepers.HasOpenCase):
        hall.act(hall.presser(LEADER), hearings.move_channel, ChannelId(33), (ChannelId(3),))


def test_another_role_in_the_place_of_one_is_the_owners_or_an_officers_choice(hall: Hall) -> None:
    hall.now += MINUTE
    hall.act(organiser(hall), roles.choose, Office.LEADER, RoleId(901))
    for role in (RoleId(902), None):
        with pytest.raises(NotAllowed):
            hall.act(organiser(hall), roles.choose, Office.LEADER, role)
    with pytest.raises(NotAllowed):
        hall.act(organiser(hall), roles.choose, Office.PRESIDENT, RoleId(901))
    hall.act(organiser(hall), roles.choose, Office.LEADER, RoleId(902), (RoleId(901),))
    hall.act(hall.presser(LEADER), roles.choose, Office.LEADER, RoleId(903))
    said = hall.promised(CaseRulesChanged, GUILD)[-1].saying
    assert (said.before, said.after, said.name) == ("902", "903", "leader")


def test_nothing_of_it_is_taken_back_by_undo() -> None:
    assert not [act for act in TAKES if act.startswith(("change_case_", "switch_commands_", "choose_role"))]
