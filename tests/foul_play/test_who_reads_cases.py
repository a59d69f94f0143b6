"""Changing who reads cases, or how long somebody is heard, tried by those whom the next case is about."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import record_verbs as cases_record_verbs
from bot.features.cases import store as cases_store
from bot.features.cases.misconduct_model import MisconductCase
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import CaseRulesChanged, FileForJudge, FileLetter, FileNote, FileOpened
from bot.features.guidance import verbs as guidance_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting.bodies_model import VoteMinutes
from bot.features.voting.model import Ground
from bot.features.voting.procedures_model import preset
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.kernel.ids import ChannelId, GuildId, MemberId, Place
from bot.kernel.outages import Step
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import K, Promise, ToChannel, ToMember, ToPlace
from bot.people.model import Office
from tests.hall.chamber import COMMITTEE, open_chamber, start
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, deliver
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall

OWNER, ORGANISER, ANA = 1, 2, 4
OLD, NEW = ChannelId(3), ChannelId(33)
A, B, C, D = COMMITTEE


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def report(hall: Hall, about: int, by: int = 9) -> MisconductCase:
    hall.now += timedelta(minutes=3)
    said = MisconductReport(hall.person(about).person_id, Ground.CONDUCT, "Insulted everybody")
    return hall.act(hall.actor(by), cases_misconduct_verbs.report, said)


def move(hall: Hall, by: int, to: ChannelId = NEW, *, gone: tuple[ChannelId, ...] = ()) -> None:
    hall.now += MINUTE
    actor = replace(hall.actor(by), is_owner=by == OWNER, is_organiser=True)
    hall.act(actor, setup_verbs.name_channels, {Place.COMMITTEE: to}, gone)


def terms(hall: Hall, by: int, hours: int = 1, days: int = 1) -> None:
    hall.now += MINUTE
    actor = replace(hall.actor(by), is_owner=by == OWNER)
    hall.act(actor, cases_misconduct_verbs.set_terms, hours, days)


def told(hall: Hall, kind: type[K], about: object) -> list[Promise[K]]:
    return hall.promised(kind, about)


# --- the channel --------------------------------------------------------------------------------------------------


def test_an_organiser_does_not_move_the_committee_into_a_channel_of_the_own(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        move(hall, ORGANISER)
    with pytest.raises(NotAllowed):
        move(hall, A)


@pytest.mark.parametrize("accused", [OWNER, LEADER, PRESIDENT])
def test_who_has_a_case_open_does_not_move_it_whatever_they_are(hall: Hall, accused: int) -> None:
    report(hall, accused)
    for gone in ((), (OLD,)):
        with pytest.raises(cases_committee_verbs.HasOpenCase):
            move(hall, accused, gone=gone)
    hall.now += timedelta(days=60)
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        move(hall, accused)


def test_nor_does_the_stand_in_of_who_has(hall: Hall) -> None:
    hall.now += MINUTE
    stand_in = (MemberId(A), f"P{A}")
    hall.act(hall.actor(LEADER), registry_officers_verbs.name_stand_in, Office.LEADER, stand_in, 9, "Away")
    report(hall, LEADER)
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        move(hall, A)
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        terms(hall, A)


@pytest.mark.parametrize("by", [OWNER, LEADER, PRESIDENT])
def test_the_owner_or_an_officer_moves_it_and_the_old_channel_reads_where_to(hall: Hall, by: int) -> None:
    move(hall, by)
    (said,) = told(hall, CaseRulesChanged, GUILD)
    assert (said.target, said.message.before, said.message.after) == (ToChannel(OLD), str(OLD), str(NEW))
    (line, *_) = hall.ask_as(hall.actor(LEADER), undoing_verbs.look_up, None, None, None).lines
    assert (line.act, line.why) in {("set_up", None), ("change_case_channel", f"{OLD} → {NEW}")}


def test_any_organiser_replaces_a_channel_that_was_deleted(hall: Hall) -> None:
    move(hall, ORGANISER, gone=(OLD,))
    (said,) = told(hall, CaseRulesChanged, GUILD)
    assert said.target == ToPlace(Place.COMMITTEE)


def test_what_is_open_goes_on_where_it_began_and_what_comes_after_goes_to_the_new_channel(hall: Hall) -> None:
    file, vote = report(hall, ANA), start(hall, "member-expulsion", D)
    move(hall, PRESIDENT)
    deliver(hall, FileLetter)
    hall.now += timedelta(hours=72, seconds=3)
    hall.do(cases_misconduct_verbs.take, file.file_id, Step.END_REPLY)
    hall.do(voting_closing_verbs.call_off, vote, hall.person(LEADER).person_id, "Moot")
    assert {one.target for one in told(hall, FileNote, file.file_id)} == {ToChannel(OLD)}
    assert {one.target for one in told(hall, VoteMinutes, vote.vote_id)} == {ToChannel(OLD), ToPlace(Place.RECORD)}
    later = report(hall, 5)
    assert [one.target for one in told(hall, FileOpened, later.file_id)] == [ToPlace(Place.COMMITTEE)]


def test_a_reminder_of_what_is_open_is_not_read_in_the_new_channel(hall: Hall) -> None:
    file = report(hall, ANA)
    deliver(hall, FileLetter)
    hall.now += timedelta(hours=72, seconds=3)
    hall.do(cases_misconduct_verbs.take, file.file_id, Step.END_REPLY)
    move(hall, PRESIDENT)
    hall.do(guidance_verbs.look, GuildId(GUILD))
    hall.now += timedelta(days=2)
    hall.do(guidance_verbs.look, GuildId(GUILD))
    assert {one.target for one in told(hall, DecisionsWait, GUILD)} == {ToChannel(OLD)}


# --- the terms, the procedures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [ORGANISER, A])
def test_no_organiser_and_no_arbiter_sets_how_long_somebody_is_heard(hall: Hall, by: int) -> None:
    with pytest.raises(NotAllowed):
        terms(hall, by)


def test_the_terms_change_nothing_for_what_is_open_or_was_decided(hall: Hall) -> None:
    file = report(hall, ANA)
    bar = bar_by_verdict(hall, PRESIDENT, (MemberId(5), "P5"), "Threats")
    until = hall.ask(cases_record_verbs.bar_open_until, bar)
    terms(hall, PRESIDENT, 1, 1)
    kept = hall.ask(cases_store.load_file, file.file_id)
    assert kept is not None
    assert (kept.reply_within, hall.ask(cases_record_verbs.bar_open_until, bar)) == (timedelta(hours=72), until)
    (said,) = told(hall, CaseRulesChanged, GUILD)
    assert (said.message.before, said.message.after) == ("72.7", "1.1")
    later = bar_by_verdict(hall, PRESIDENT, (MemberId(6), "P6"), "Threats")
    assert hall.ask(cases_record_verbs.bar_open_until, later) == hall.now + timedelta(days=1)
    with pytest.raises(AlreadyDone):
        terms(hall, PRESIDENT, 1, 1)


def test_who_has_a_case_open_saves_no_kind_of_vote(hall: Hall) -> None:
    kind = replace(preset("open-question"), name="ours", title="Ours")
    hall.act(hall.actor(PRESIDENT), voting_desk_verbs.keep_kind, kind)
    assert len(told(hall, CaseRulesChanged, GUILD)) == 1
    report(hall, PRESIDENT)
    with pytest.raises(cases_committee_verbs.HasOpenCase):
        hall.act(hall.actor(PRESIDENT), voting_desk_verbs.keep_kind, replace(kind, title="Other"))


# --- a report about a member of the committee ---------------------------------------------------------------------


@pytest.mark.parametrize("accused", [A, LEADER, PRESIDENT])
def test_a_report_about_a_member_is_read_by_each_of_the_others_alone(hall: Hall, accused: int) -> None:
    file = report(hall, accused)
    assert told(hall, FileOpened, file.file_id) == []
    others = {LEADER, PRESIDENT, *COMMITTEE} - {accused}
    assert {one.target for one in told(hall, FileForJudge, file.file_id)} == {ToMember(MemberId(one)) for one in others}


def test_the_reporter_on_the_committee_gets_no_letter_to_decide_it(hall: Hall) -> None:
    file = report(hall, A, by=B)
    letters = {one.target for one in told(hall, FileForJudge, file.file_id)}
    assert ToMember(MemberId(B)) not in letters
    assert ToMember(MemberId(A)) not in letters


def test_it_waits_on_their_desks_and_its_reminders_are_letters_too(hall: Hall) -> None:
    file = report(hall, A)
    deliver(hall, FileLetter)
    hall.now += timedelta(hours=72, seconds=3)
    hall.do(cases_misconduct_verbs.take, file.file_id, Step.END_REPLY)
    for number in (LEADER, PRESIDENT, B, C, D):
        assert [one.file.file_id for one in hall.ask_as(hall.actor(number), cases_reading_verbs.to_judge)] == [
            file.file_id
        ]
    assert hall.ask_as(hall.actor(A), cases_reading_verbs.to_judge) == ()
    hall.do(guidance_verbs.look, GuildId(GUILD))
    hall.now += timedelta(days=2)
    hall.do(guidance_verbs.look, GuildId(GUILD))
    targets = {one.target for one in told(hall, DecisionsWait, GUILD)}
    assert targets == {ToMember(MemberId(one)) for one in (LEADER, PRESIDENT, B, C, D)}
    assert {type(one.target) for one in told(hall, FileNote, file.file_id)} <= {ToMember, ToChannel}
