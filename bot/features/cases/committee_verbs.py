"""What can be appealed against, cases about members of the committee, and who decides how cases are heard.

A case about a member of the committee goes to each of the others alone, by letter and desk, not to their channel. How
cases are heard (channel, roles, terms, procedures, commands) is decided by the owner or an officer, who need not
organise anything here, and never by a person with an open case. It is on the log with before and after, told where
cases were read until then, and changes nothing for what is open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import store
from bot.features.cases.misconduct_model import Appeal, FileState, MisconductCase, appeal_by, file_state
from bot.features.cases.model import (
    AbsenceCase,
    AbsencesUnjustified,
    AppealMade,
    CaseForReview,
    CaseRule,
    CaseRulesChanged,
    FileForJudge,
    FileNews,
    FileNote,
    FileOpened,
    Hearings,
    JudgeWanted,
    RatingPenalty,
)
from bot.features.cases.record_verbs import (
    APPEAL,
    CASE,
    FILE,
    bar_open_until,
    link_open_until,
    outages_of_file,
    points_open_until,
    require_judge,
    term_of,
)
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering.model import Bar
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing.model import APPEAL_RULING_WITHIN, Ruling
from bot.features.ratings import store as ratings_store
from bot.features.ratings.model import RatingAmendment
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.features.voting import store as voting_store
from bot.kernel import outbox, promises
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotNow, NotSetUp, Refused, RefusedAt, Subject, UserError
from bot.kernel.ids import (
    Actor,
    BarId,
    CaseId,
    ChannelId,
    Community,
    ContestId,
    FileId,
    GuildId,
    MemberId,
    PersonId,
    RoleId,
)
from bot.kernel.outages import resume
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import Message, ToChannel
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Capacity, Office, Person, SamePerson
from bot.play.entries import Tournament
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import look_for_decisions, tell_committee, write_to

# --- what an appeal can be against ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contested:
    """The decision that an appeal is against, one of the six; `concerned` may appeal."""

    guild_id: GuildId
    concerned: tuple[PersonId, ...]
    involved: frozenset[PersonId]
    """Who decided, reported, or is concerned, all members of the teams of a match among them."""
    file: MisconductCase | None = None
    bar: Bar | None = None
    points: RatingPenalty | None = None
    ruling: Ruling | None = None
    link: SamePerson | None = None
    amendment: RatingAmendment | None = None


def find_contested(tx: Query, guild_id: GuildId, against: str) -> Contested:
    """The decision by "file-ID", "bar-ID", "points-ID", "rating-ID" and so on; a case's bar stands for its verdict."""
    kind, _, key = against.partition("-")
    match kind:
        case "points":
            return _points(tx, guild_id, key)
        case "rating":
            return _amendment(tx, guild_id, key)
        case "match":
            return _ruling(tx, guild_id, ContestId(key))
        case "same":
            return _link(tx, guild_id, key)
        case _:
            return _file_or_bar(tx, guild_id, kind, key)


def key_of(appeal: Appeal) -> str:
    """How the decision that the appeal is against is named."""
    if appeal.against_file is not None:
        return f"file-{appeal.against_file}"
    if appeal.against_points is not None:
        return f"points-{appeal.against_points}"
    if appeal.against_link is not None:
        return f"same-{appeal.against_link}"
    if appeal.against_amendment is not None:
        return f"rating-{appeal.against_amendment}"
    return f"bar-{appeal.against_bar}" if appeal.against_match is None else f"match-{appeal.against_match}"


def keys_of_person(tx: Query, person_id: PersonId, at: datetime) -> list[str]:
    """Every decision against a person that an appeal may be open against."""
    keys = [f"file-{file.file_id}" for file in store.files_of_accused(tx, person_id)]
    held = entering_bars_store.of_people(tx, people_store.of_discord_account(tx, person_id), at)
    keys += [f"bar-{bar.bar_id}" for bar in held if store.file_of_bar(tx, bar.bar_id) is None]
    keys += [f"points-{one.penalty_id}" for one in store.penalties_of_person(tx, person_id)]
    keys += [f"rating-{one.amendment_id}" for one in ratings_store.amendments_of_person(tx, person_id)]
    ruled = playing_reports_store.rulings_of_person(tx, person_id, at - 2 * APPEAL_RULING_WITHIN)
    keys += [f"match-{one.contest_id}" for one in ruled]
    return keys + [f"same-{one.link_id}" for one in people_account_store.same_persons_of_person(tx, person_id)]


def open_until(tx: Query, contested: Contested) -> datetime | None:
    """The last moment for an appeal against the decision, itself in time; None where no time runs."""
    if contested.file is not None:
        return appeal_by(contested.file, outages_of_file(tx, contested.file))
    if contested.bar is not None:
        return bar_open_until(tx, contested.bar)
    if contested.link is not None:
        return link_open_until(tx, contested.link)
    if contested.points is not None:
        return points_open_until(tx, contested.points)
    if contested.amendment is not None:
        within = store.terms(tx, contested.guild_id, contested.amendment.made_at).appeal_within
        return _end(tx, contested.guild_id, contested.amendment.made_at, within)
    if contested.ruling is None:
        return None
    at = contested.ruling.at
    return _end(tx, contested.guild_id, at, term_of(tx, contested.guild_id, at))


def refuse_closed(tx: Query, contested: Contested, at: datetime) -> None:
    """Raises AppealedBefore, AppealTooLate, or NotNow where there is nothing to undo any more."""
    if contested.file is not None:
        _refuse_file(tx, contested.file, at)
        return
    appealed, stands = _state_of(tx, contested)
    if appealed is not None:
        raise Refused("error.AppealedBefore")
    if not stands:
        raise NotNow
    limit = open_until(tx, contested)
    if limit is not None and at > limit:
        raise RefusedAt("error.AppealTooLate", at=limit)
    if contested.ruling is not None:
        playing_correcting_verbs.refuse_unchangeable(tx, contested.guild_id, contested.ruling.contest_id, at)


def _state_of(tx: Query, contested: Contested) -> tuple[Appeal | None, bool]:
    """The appeal against a decision other than a case's verdict, and whether the decision still stands."""
    if contested.bar is not None:
        return store.appeal_of_bar(tx, contested.bar.bar_id), contested.bar.lifted_at is None
    if contested.link is not None:
        return store.appeal_of_link(tx, contested.link.link_id), contested.link.undone_at is None
    if contested.points is not None:
        return store.appeal_of_points(tx, contested.points.penalty_id), contested.points.returned_at is None
    if contested.amendment is not None:
        return store.appeal_of_amendment(tx, contested.amendment.amendment_id), contested.amendment.returned_at is None
    if contested.ruling is not None:
        return store.appeal_of_match(tx, contested.ruling.contest_id), contested.ruling.stands
    raise LookupError("an appeal is against one of six decisions")


def _file_or_bar(tx: Query, guild_id: GuildId, kind: str, key: str) -> Contested:
    bar = entering_bars_store.load(tx, BarId(key)) if kind == "bar" else None
    file = store.file_of_bar(tx, bar.bar_id) if bar else store.load_file(tx, FileId(key))
    if file is not None and file.verdict is not None and file.guild_id == guild_id:
        parties = {file.accused, file.verdict.by, *([file.reporter] if file.reporter else [])}
        own = people_store.of_discord_account(tx, file.accused)
        return Contested(guild_id, tuple(own), frozenset(parties), file=file)
    if bar is None or bar.guild_id != guild_id:
        raise NotFound(what=Subject.BAR if kind == "bar" else Subject.CASE)
    own = people_store.of_discord_account(tx, bar.person_id)
    return Contested(guild_id, tuple(own), _deciders(tx, bar), bar=bar)


def _deciders(tx: Query, bar: Bar) -> frozenset[PersonId]:
    """Who is party to a bar: the person, and whoever imposed it or decided the absence behind it."""
    case = store.load(tx, bar.case_id) if bar.case_id else None
    judge = None if case is None or case.verdict is None else case.verdict.by
    return frozenset(one for one in (bar.person_id, bar.barred_by, judge) if one)


def _points(tx: Query, guild_id: GuildId, key: str) -> Contested:
    """Points that a vote took: whoever opened the vote does not decide the appeal."""
    penalty = store.load_penalty(tx, key)
    if penalty is None or penalty.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    vote = voting_store.load(tx, penalty.vote_id)
    deciders = {penalty.person_id, *([vote.opened_by] if vote is not None and vote.opened_by else [])}
    return Contested(guild_id, (penalty.person_id,), frozenset(deciders), points=penalty)


def _amendment(tx: Query, guild_id: GuildId, key: str) -> Contested:
    """A rating put right by hand: whoever did it does not decide the appeal."""
    found = ratings_store.load_amendment(tx, key)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return Contested(guild_id, (found.person_id,), frozenset((found.person_id, found.made_by)), amendment=found)


def _ruling(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Contested:
    ruling = playing_reports_store.load_ruling(tx, contest_id)
    tournament = tournaments_store.load(tx, ruling.tournament_id) if ruling else None
    if ruling is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.MATCH)
    everybody = (*ruling.players, *entering_teams_store.members_in(tx, contest_id), ruling.by)
    return Contested(guild_id, ruling.players, frozenset(everybody), ruling=ruling)


def _link(tx: Query, guild_id: GuildId, link_id: str) -> Contested:
    """Staff's word that two are one: either may appeal, and who recorded it does not decide."""
    link = people_account_store.load_same_person(tx, link_id)
    if link is None or link.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return Contested(guild_id, link.both, frozenset((*link.both, link.recorded_by)), link=link)


def _refuse_file(tx: Query, file: MisconductCase, at: datetime) -> None:
    outages = outages_of_file(tx, file)
    if file.appeal is not None:
        raise Refused("error.AppealedBefore")
    limit = appeal_by(file, outages)
    if file_state(file, at, outages) is not FileState.DECIDED:
        if limit is None:
            raise NotNow
        raise RefusedAt("error.AppealTooLate", at=limit)


def _end(tx: Query, guild_id: GuildId, since: datetime, within: timedelta) -> datetime:
    return resume(since, within, kernel_time_store.outages_since(tx, guild_id, since))


# --- cases about a member of the committee --------------------------------------------------------------------------


_CARDS: Final[Mapping[Task, tuple[type[Message], str]]] = {
    Task.REVIEW_CASE: (CaseForReview, CASE),
    Task.JUDGE_FILE: (FileOpened, FILE),
    Task.RESUME_FILE: (FileOpened, FILE),
    Task.DECIDE_APPEAL: (AppealMade, APPEAL),
}
"""The card in the committee's channel of each decision in a case, and the kind of panel that it becomes."""


def sits(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    """Whether the person reads the committee's channel by a title or an office, under whichever account."""
    same_person_ids = people_store.same_person_ids(tx, person_id)
    held = set(people_store.offices(tx, guild_id).values())
    return not held.isdisjoint(same_person_ids) or any(
        people_store.title_of(tx, one) is not None for one in same_person_ids
    )


def is_for_letters(tx: Query, guild_id: GuildId, task: Task, subject: str) -> bool:
    """Whether the decision is one in a case that the committee's channel must not show.

    Its card never was in the channel, or a person whom it concerns sits on the committee by now.
    """
    if task not in _CARDS:
        return False
    card, kind = _CARDS[task]
    in_channel = kernel_panel_store.load(tx, f"{kind}:{subject}") is not None or outbox.undelivered_promises(
        tx, card, subject
    )
    return not in_channel or _any_sits(tx, guild_id, _find_concerned(tx, task, subject))


def is_about_a_member(tx: Query, guild_id: GuildId, panel: str) -> bool:
    """Whether the card of that name is of a case about somebody who sits on the committee by now."""
    kind, _, subject = panel.partition(":")
    task = next((one for one, (_, shown_as) in _CARDS.items() if shown_as == kind), None)
    return task is not None and _any_sits(tx, guild_id, _find_concerned(tx, task, subject))


def leave_channel(tx: Tx, guild_id: GuildId, task: Task, subject: str) -> None:
    """Takes a card out of the committee's channel whose person has come to sit there since it was shown."""
    if task in _CARDS and _any_sits(tx, guild_id, _find_concerned(tx, task, subject)):
        tx.touch(f"{_CARDS[task][1]}:{subject}")


def _find_concerned(tx: Query, task: Task, subject: str) -> Sequence[PersonId]:
    """Whom the case or the appeal is about; nobody where there is none of that name."""
    match task:
        case Task.REVIEW_CASE:
            case = store.load(tx, CaseId(subject))
            return () if case is None else (case.person_id,)
        case Task.DECIDE_APPEAL:
            appeal = store.load_appeal(tx, subject)
            return () if appeal is None else find_contested(tx, appeal.guild_id, key_of(appeal)).concerned
        case _:
            file = store.load_file(tx, FileId(subject))
            return () if file is None else (file.accused,)


def _any_sits(tx: Query, guild_id: GuildId, concerned: Collection[PersonId]) -> bool:
    return any(sits(tx, guild_id, one) for one in concerned)


# --- misconduct -------------------------------------------------------------------------------------------------------


def show_judges(tx: Tx, file: MisconductCase) -> None:
    """Shows a new case to those who decide it: in the committee's channel, or to each alone."""
    if not sits(tx, file.guild_id, file.accused):
        tell_committee(tx, file.guild_id, FileOpened(file.file_id))
        return
    _write_to_judges(tx, file, None)
    look_for_decisions(tx, file.guild_id)


def tell_reply_over(tx: Tx, file: MisconductCase) -> None:
    """Says to those who decide that the time to answer is over."""
    if not is_for_letters(tx, file.guild_id, Task.JUDGE_FILE, file.file_id):
        tell_committee(tx, file.guild_id, FileNote(file.file_id, FileNews.OVER))
        return
    _write_to_judges(tx, file, FileNews.OVER)


def _write_to_judges(tx: Tx, file: MisconductCase, what: FileNews | None) -> None:
    """A letter to each officer and arbiter who may act in the case; where nobody may, to the server's owner."""
    ids = [*people_store.offices(tx, file.guild_id).values(), *people_store.arbiters(tx, file.guild_id)]
    known = people_store.by_ids(tx, dict.fromkeys(ids)).values()
    able = [one for one in known if _may_judge(tx, one, file)]
    for judge in able:
        write_to(tx, file.guild_id, judge, FileForJudge(file.file_id, what))
    if not able:
        _ask_owner(tx, file.guild_id, (file.accused,))


def _may_judge(tx: Query, person: Person, file: MisconductCase) -> bool:
    member = person.discord_id or MemberId(0)
    actor = Actor(file.guild_id, member, person.name, person.language or "", False, False, tx.now)
    try:
        require_judge(tx.acting_as(actor), person, file)
    except UserError:
        return False
    return True


# --- appeals ----------------------------------------------------------------------------------------------------------


def show_appeal(tx: Tx, appeal: Appeal, deciders: Iterable[PersonId]) -> None:
    """Shows a new appeal to those who decide it: in the committee's channel, or to each alone."""
    concerned = _find_concerned(tx, Task.DECIDE_APPEAL, appeal.appeal_id)
    _show(tx, appeal.guild_id, AppealMade(appeal.appeal_id), Task.DECIDE_APPEAL, concerned, deciders)


# --- absences ---------------------------------------------------------------------------------------------------------


def show_reviewers(tx: Tx, tournament: Tournament, case: AbsenceCase, *, reminder: bool = False) -> None:
    """Shows a justification to those who may review it: in the committee's channel, or to each alone."""
    card, concerned = CaseForReview(case.case_id, reminder=reminder), (case.person_id,)
    deciders = _others(tx, tournament.guild_id, concerned)
    if reminder and is_for_letters(tx, tournament.guild_id, Task.REVIEW_CASE, case.case_id):
        _write(tx, tournament.guild_id, TaskItem(Task.REVIEW_CASE, case.case_id), concerned, deciders)
        return
    _show(tx, tournament.guild_id, card, Task.REVIEW_CASE, concerned, deciders)


def tell_unjustified(tx: Tx, tournament: Tournament, silent: Sequence[AbsenceCase]) -> None:
    """Tells the committee who said nothing in time; of its own members each of the others alone."""
    guild_id, event = tournament.guild_id, tournament.tournament_id
    own = [one for one in silent if sits(tx, guild_id, one.person_id)]
    others = tuple(one.case_id for one in silent if one not in own)
    if others:
        tell_committee(tx, guild_id, AbsencesUnjustified(event, others))
    for case in own:
        for person in people_store.by_ids(tx, _others(tx, guild_id, (case.person_id,))).values():
            write_to(tx, guild_id, person, AbsencesUnjustified(event, (case.case_id,)))


def _others(tx: Query, guild_id: GuildId, concerned: Collection[PersonId]) -> list[PersonId]:
    """The leader and the arbiters whom the case is not about, under whichever account."""
    leader = people_store.offices(tx, guild_id).get(Office.LEADER)
    ids = dict.fromkeys([*([] if leader is None else [leader]), *people_store.arbiters(tx, guild_id)])
    return [one for one in ids if not any(people_store.are_one(tx, one, own) for own in concerned)]


# --- where it is shown ------------------------------------------------------------------------------------------------


def _show(
    tx: Tx, guild_id: GuildId, card: Message, task: Task, concerned: Sequence[PersonId], deciders: Iterable[PersonId]
) -> None:
    """Shows the card in the committee's channel; where one of whom it is about sits there, writes to the deciders."""
    if not _any_sits(tx, guild_id, concerned):
        tell_committee(tx, guild_id, card)
        return
    _write(tx, guild_id, TaskItem(task, promises.write(card).subject), concerned, deciders)


def _write(
    tx: Tx, guild_id: GuildId, item: TaskItem, concerned: Sequence[PersonId], deciders: Iterable[PersonId]
) -> None:
    """A letter with the decision's button to each who can take it; where nobody can, to the server's owner."""
    able = list(people_store.by_ids(tx, list(deciders)).values())
    for person in able:
        write_to(tx, guild_id, person, DecisionsWait(guild_id, (item.ref,)))
    if not able:
        _ask_owner(tx, guild_id, concerned)
    look_for_decisions(tx, guild_id)


def _ask_owner(tx: Tx, guild_id: GuildId, concerned: Sequence[PersonId]) -> None:
    """Asks the server's owner to name somebody who can decide, unless the case is about the owner."""
    community = server_store.load(tx, guild_id)
    owner = None if community is None else people_store.of_member(tx, guild_id, community.owner_id)
    if owner is not None and not any(people_store.are_one(tx, owner.person_id, one) for one in concerned):
        write_to(tx, guild_id, owner, JudgeWanted(guild_id, concerned[0]))


# --- who may change how cases are heard -----------------------------------------------------------------------------


class HasOpenCase(UserError):
    """Nobody changes how cases are heard while a case about them, or about whom they stand in for, is open."""

    needed: tuple[Capacity, ...]


def require(tx: ActorQuery, person: Person | None) -> None:
    """Raises NotAllowed for all but the owner and the officers, and HasOpenCase."""
    server_verbs.require_keeper(tx, person)
    refuse_concerned(tx, person)


def refuse_concerned(tx: ActorQuery, person: Person | None) -> None:
    """Raises HasOpenCase for who has a case open, under whichever account, and for such a person's stand-in."""
    concerned = set() if person is None else set(_acts_for(tx, person.person_id))
    if concerned and any(_is_open_against(tx, one) for one in people_store.everybody(tx, concerned)):
        raise HasOpenCase(needed=server_verbs.KEEPERS)


def _acts_for(tx: ActorQuery, person_id: PersonId) -> list[PersonId]:
    """The person, and who they stand in for."""
    office_holders, same_person_ids = people_store.offices(tx, tx.guild_id), people_store.same_person_ids(tx, person_id)
    acting = server_store.standing_in(tx, tx.guild_id, tx.pressed_at)
    return [
        person_id,
        *(
            office_holders[office]
            for office, one in acting.items()
            if one.person_id in same_person_ids and office in office_holders
        ),
    ]


def _is_open_against(tx: ActorQuery, person_id: PersonId) -> bool:
    files = store.files_of_accused(tx, person_id)
    if any(file_state(file, tx.pressed_at, outages_of_file(tx, file)) is not FileState.CLOSED for file in files):
        return True
    return any(one.closed_at is None for one in store.all_of_person(tx, person_id))


def record(tx: Tx, by: Person, what: CaseRule, before: str, after: str, name: str | None = None) -> None:
    """Puts the change on the log, with before and after."""
    details = {"before": before, "after": after} | ({} if name is None else {"name": name})
    subject, act = f"guild:{by.guild_id}", f"change_case_{what}"
    why = f"{before} → {after}" if name is None else name
    tx.log(by.guild_id, act, subject, actor=by.person_id, why=why, details=details)


def tell(tx: Tx, by: Person, what: CaseRule, before: str, after: str, name: str | None = None) -> None:
    """Puts the change on the log and tells it in the committee's channel, if there is one, as it was before."""
    record(tx, by, what, before, after, name)
    community = server_store.load(tx, by.guild_id)
    if community is None or community.committee is None:
        return
    tell_committee(tx, by.guild_id, CaseRulesChanged(by.guild_id, what, before, after, by.person_id, name))


def tell_procedure(tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
    """The same of a kind of vote: its file before and after, by its name."""
    tell(tx, by, CaseRule.PROCEDURE, *texts, name)


def tell_role(tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
    """The same of the role of Discord's that shows an office or a title."""
    tell(tx, by, CaseRule.ROLE, str(before), str(after or "none"), shown)


def move_channel(tx: Tx, by: Person, before: ChannelId, after: ChannelId, *, is_gone: bool) -> None:
    """The committee's channel moves: told in the old one, in which all that is open goes on, unless it was deleted."""
    told = CaseRulesChanged(by.guild_id, CaseRule.CHANNEL, str(before), str(after), by.person_id)
    record(tx, by, CaseRule.CHANNEL, str(before), str(after))
    if is_gone:
        tell_committee(tx, by.guild_id, told)
        return
    server_store.keep_kept_channel(tx, by.guild_id, before, _open_now(tx, by.guild_id))
    tx.enqueue(by.guild_id, ToChannel(before), told)


def _open_now(tx: Query, guild_id: GuildId) -> list[str]:
    """The ids of cases, appeals and votes that are open: what is said of each goes on where it began."""
    files = store.files_of_guild(tx, guild_id)
    return [
        *(
            file.file_id
            for file in files
            if file_state(file, tx.now, outages_of_file(tx, file)) is not FileState.CLOSED
        ),
        *(one.case_id for one in store.open_of_guild(tx, guild_id)),
        *(waiting_appeal.appeal_id for waiting_appeal in store.waiting_appeals(tx, guild_id)),
        *(one.vote_id for one in voting_store.all_open(tx, guild_id)),
    ]


# --- how cases are heard --------------------------------------------------------------------------------------------


def examine(tx: ActorQuery) -> Hearings:
    """The channel, the times and the commands of cases, for who may change them; an open case keeps nobody out."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.SET_UP_HEARINGS)
    community, terms = _community(tx), store.terms(tx, tx.guild_id)
    return Hearings(community, terms.reply_within, terms.appeal_within)


def move_hearings(tx: ActorTx, channel: ChannelId, deleted_channels: Collection[ChannelId] = ()) -> Hearings:
    """Has cases to come read in another channel. Raises NotAllowed, HasOpenCase or AlreadyDone."""
    community, person = _community(tx), server_verbs.recognise(tx)
    require(tx, person)
    before = community.committee
    if before == channel:
        raise AlreadyDone
    if before is not None:
        move_channel(tx, person, before, channel, is_gone=before in deleted_channels)
    server_store.save(tx, replace(community, committee=channel))
    return examine(tx)


def _community(tx: ActorQuery) -> Community:
    found = server_store.load(tx, tx.guild_id)
    if found is None:
        raise NotSetUp
    return found
