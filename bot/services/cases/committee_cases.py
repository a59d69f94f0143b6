"""A case about a member of the committee: for each of the others alone, by letter and desk, not in their channel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.domain import sayings
from bot.domain.cases.absence import AbsenceCase
from bot.domain.cases.misconduct import Appeal, MisconductCase
from bot.domain.cases.sayings import (
    AbsencesUnjustified,
    AppealMade,
    CaseForReview,
    FileForJudge,
    FileNews,
    FileNote,
    FileOpened,
    JudgeWanted,
)
from bot.domain.community import Person, Presser
from bot.domain.events.tournament import Tournament
from bot.domain.ids import CaseId, FileId, GuildId, MemberId, PersonId
from bot.domain.own_sayings import DecisionsWait
from bot.domain.permissions import Office
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.sayings import Saying
from bot.errors import UserError
from bot.services.cases.case_record import case_subject
from bot.services.cases.contested import find_contested, key_of
from bot.services.cases.misconduct_record import appeal_subject, file_subject, require_judge
from bot.services.speaking import look_for_decisions, tell_committee, write_to
from bot.storage import appeals, cases, communities, identities, misconduct_cases, outbox, panels, people
from bot.storage.context import Query, Tx

_CARDS: Final[Mapping[Duty, tuple[type[Saying], Callable[[str], str]]]] = {
    Duty.REVIEW_CASE: (CaseForReview, lambda subject: case_subject(CaseId(subject))),
    Duty.JUDGE_FILE: (FileOpened, lambda subject: file_subject(FileId(subject))),
    Duty.RESUME_FILE: (FileOpened, lambda subject: file_subject(FileId(subject))),
    Duty.DECIDE_APPEAL: (AppealMade, appeal_subject),
}
"""The card in the committee's channel of each decision in a case, and how the panel is named that it becomes."""


def sits(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    """Whether the person reads the committee's channel by a title or an office, under whichever account."""
    own = identities.selves(tx, person_id)
    held = set(people.offices(tx, guild_id).values())
    return not held.isdisjoint(own) or any(people.title_of(tx, one) is not None for one in own)


def is_for_letters(tx: Query, guild_id: GuildId, duty: Duty, subject: str) -> bool:
    """Whether the decision is one in a case that the committee's channel must not show.

    Its card never was in the channel, or a person whom it concerns sits on the committee by now.
    """
    if duty not in _CARDS:
        return False
    card, panel_of = _CARDS[duty]
    in_channel = panels.load(tx, panel_of(subject)) is not None or outbox.undelivered_promises(tx, card, subject)
    return not in_channel or _any_sits(tx, guild_id, _find_concerned(tx, duty, subject))


def is_about_a_member(tx: Query, guild_id: GuildId, panel: str) -> bool:
    """Whether the card of that name is of a case about somebody who sits on the committee by now."""
    subject = panel.partition(":")[2]
    duty = next((one for one, (_, named) in _CARDS.items() if named(subject) == panel), None)
    return duty is not None and _any_sits(tx, guild_id, _find_concerned(tx, duty, subject))


def leave_channel(tx: Tx, guild_id: GuildId, duty: Duty, subject: str) -> None:
    """Takes a card out of the committee's channel whose person has come to sit there since it was shown."""
    if duty in _CARDS and _any_sits(tx, guild_id, _find_concerned(tx, duty, subject)):
        tx.touch(_CARDS[duty][1](subject))


def _find_concerned(tx: Query, duty: Duty, subject: str) -> Sequence[PersonId]:
    """Whom the case or the appeal is about; nobody where there is none of that name."""
    match duty:
        case Duty.REVIEW_CASE:
            case = cases.load(tx, CaseId(subject))
            return () if case is None else (case.person_id,)
        case Duty.DECIDE_APPEAL:
            made = appeals.load(tx, subject)
            return () if made is None else find_contested(tx, made.guild_id, key_of(made)).concerned
        case _:
            file = misconduct_cases.load(tx, FileId(subject))
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
    if not is_for_letters(tx, file.guild_id, Duty.JUDGE_FILE, file.file_id):
        tell_committee(tx, file.guild_id, FileNote(file.file_id, FileNews.OVER))
        return
    _write_to_judges(tx, file, FileNews.OVER)


def _write_to_judges(tx: Tx, file: MisconductCase, what: FileNews | None) -> None:
    """A letter to each officer and arbiter who may act in the case; where nobody may, to the server's owner."""
    ids = [*people.offices(tx, file.guild_id).values(), *people.arbiters(tx, file.guild_id)]
    known = people.by_ids(tx, dict.fromkeys(ids)).values()
    able = [one for one in known if _may_judge(tx, one, file)]
    for judge in able:
        write_to(tx, file.guild_id, judge, FileForJudge(file.file_id, what))
    if not able:
        _ask_owner(tx, file.guild_id, (file.accused,))


def _may_judge(tx: Query, person: Person, file: MisconductCase) -> bool:
    member = person.discord_id or MemberId(0)
    presser = Presser(file.guild_id, member, person.name, person.language or "", False, False, tx.now)
    try:
        require_judge(tx.acting_as(presser), person, file)
    except UserError:
        return False
    return True


# --- appeals ----------------------------------------------------------------------------------------------------------


def show_appeal(tx: Tx, made: Appeal, deciders: Iterable[PersonId]) -> None:
    """Shows a new appeal to those who decide it: in the committee's channel, or to each alone."""
    concerned = _find_concerned(tx, Duty.DECIDE_APPEAL, made.appeal_id)
    _show(tx, made.guild_id, AppealMade(made.appeal_id), Duty.DECIDE_APPEAL, concerned, deciders)


# --- absences ---------------------------------------------------------------------------------------------------------


def show_reviewers(tx: Tx, tournament: Tournament, case: AbsenceCase, *, reminder: bool = False) -> None:
    """Shows a justification to those who may review it: in the committee's channel, or to each alone."""
    card, concerned = CaseForReview(case.case_id, reminder=reminder), (case.person_id,)
    deciders = _others(tx, tournament.guild_id, concerned)
    if reminder and is_for_letters(tx, tournament.guild_id, Duty.REVIEW_CASE, case.case_id):
        _write(tx, tournament.guild_id, DutyItem(Duty.REVIEW_CASE, case.case_id), concerned, deciders)
        return
    _show(tx, tournament.guild_id, card, Duty.REVIEW_CASE, concerned, deciders)


def tell_unjustified(tx: Tx, tournament: Tournament, silent: Sequence[AbsenceCase]) -> None:
    """Tells the committee who said nothing in time; of its own members each of the others alone."""
    guild_id, event = tournament.guild_id, tournament.tournament_id
    own = [one for one in silent if sits(tx, guild_id, one.person_id)]
    others = tuple(one.case_id for one in silent if one not in own)
    if others:
        tell_committee(tx, guild_id, AbsencesUnjustified(event, others))
    for case in own:
        for person in people.by_ids(tx, _others(tx, guild_id, (case.person_id,))).values():
            write_to(tx, guild_id, person, AbsencesUnjustified(event, (case.case_id,)))


def _others(tx: Query, guild_id: GuildId, concerned: Collection[PersonId]) -> list[PersonId]:
    """The leader and the arbiters whom the case is not about, under whichever account."""
    leader = people.offices(tx, guild_id).get(Office.LEADER)
    ids = dict.fromkeys([*([] if leader is None else [leader]), *people.arbiters(tx, guild_id)])
    return [one for one in ids if not any(identities.are_one(tx, one, own) for own in concerned)]


# --- where it is shown ------------------------------------------------------------------------------------------------


def _show(
    tx: Tx, guild_id: GuildId, card: Saying, duty: Duty, concerned: Sequence[PersonId], deciders: Iterable[PersonId]
) -> None:
    """Shows the card in the committee's channel; where one of whom it is about sits there, writes to the deciders."""
    if not _any_sits(tx, guild_id, concerned):
        tell_committee(tx, guild_id, card)
        return
    _write(tx, guild_id, DutyItem(duty, sayings.write(card).subject), concerned, deciders)


def _write(
    tx: Tx, guild_id: GuildId, item: DutyItem, concerned: Sequence[PersonId], deciders: Iterable[PersonId]
) -> None:
    """A letter with the decision's button to each who can take it; where nobody can, to the server's owner."""
    able = list(people.by_ids(tx, list(deciders)).values())
    for person in able:
        write_to(tx, guild_id, person, DecisionsWait(guild_id, (item.ref,)))
    if not able:
        _ask_owner(tx, guild_id, concerned)
    look_for_decisions(tx, guild_id)


def _ask_owner(tx: Tx, guild_id: GuildId, concerned: Sequence[PersonId]) -> None:
    """Asks the server's owner to name somebody who can decide, unless the case is about the owner."""
    community = communities.load(tx, guild_id)
    owner = None if community is None else people.of_member(tx, guild_id, community.owner_id)
    if owner is not None and not any(identities.are_one(tx, owner.person_id, one) for one in concerned):
        write_to(tx, guild_id, owner, JudgeWanted(guild_id, concerned[0]))
