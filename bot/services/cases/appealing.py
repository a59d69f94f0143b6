"""Appeals: once, in time, decided by somebody who has not decided before, and undoing what was wrong (GO-16.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.cases.misconduct import Appeal
from bot.domain.cases.sayings import AppealDecided
from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE, Particulars, Score
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act, whom_to_ask
from bot.domain.playing.match_views import Correction, MatchView
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotAllowed, NotFound, NotNow, NotYours, Outdated, Subject, UserError
from bot.services import access, recusal
from bot.services.cases import (
    barring,
    committee_cases,
    misconduct_verdicts,
    rating_amendments,
    rating_penalties,
    same_person,
)
from bot.services.cases.contested import AppealedBefore, Contested, find_contested, key_of, refuse_closed
from bot.services.cases.misconduct import TEXT_LIMIT, checked_links
from bot.services.cases.misconduct_record import appeal_subject, file_subject, reschedule
from bot.services.entering import freed_places
from bot.services.playing import correcting, matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.speaking import promise_publicly, tell_member
from bot.services.team_play import team_matches
from bot.services.timetable import contest_subject
from bot.storage import appeals, contests, identities, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


@dataclass(frozen=True, slots=True)
class Instead:
    """The right score of a match, and how many matches the judge has seen that it would reopen."""

    score: Score
    reopened: int
    particulars: Particulars = NOTHING_MORE
    """What a table or teams tell beyond the score."""


class DecidedBefore(UserError):
    """Who made the decision, or took part in the case, does not decide the appeal against it."""


def to_appeal(tx: ActorQuery, against: str) -> Contested:
    """The decision, where the presser may appeal against it now; raises as `appeal` does."""
    found = find_contested(tx, tx.guild_id, against)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or person.person_id not in found.concerned:
        _refuse_member(tx, person, found)
        raise NotYours
    refuse_closed(tx, found, tx.pressed_at)
    return found


def _refuse_member(tx: Query, person: Person | None, found: Contested) -> None:
    """Raises OnlyTheCaptain for who plays in one of the teams: the captain appeals for it."""
    match = None if found.ruling is None else contests.load(tx, found.ruling.contest_id)
    if person is not None and match is not None and matches.side_of(tx, match, person.person_id) is not None:
        matches.require_captain(tx, match, person)


def appeal(tx: ActorTx, against: str, text: str, links: Sequence[str] = ()) -> Appeal:
    """Makes the appeal that there can be against a decision; what was decided holds until it is decided."""
    found = to_appeal(tx, against)
    by = access.recognise(tx).person_id
    made = Appeal(
        appeal_id=tx.new_id(),
        guild_id=tx.guild_id,
        against_file=found.file.file_id if found.file else None,
        against_bar=found.bar.bar_id if found.bar else None,
        by=by,
        text=checked_reason(text, TEXT_LIMIT),
        links=checked_links(links),
        made_at=tx.pressed_at,
        against_points=found.points.penalty_id if found.points else None,
        against_match=found.ruling.contest_id if found.ruling else None,
        against_link=found.link.link_id if found.link else None,
        against_amendment=found.amendment.amendment_id if found.amendment else None,
    )
    if not appeals.add(tx, made):
        raise AppealedBefore
    _log_appeal(tx, made, "appeal", by, None)
    committee_cases.show_appeal(tx, made, judges(tx, made.guild_id, found))
    _reschedule(tx, found)
    if found.ruling is not None:
        tx.touch(contest_subject(found.ruling.contest_id))
    return made


def judges(tx: Query, guild_id: GuildId, found: Contested) -> list[PersonId]:
    """Who may decide: the leader and the President; where both are involved, the other arbiters."""
    officers = list(dict.fromkeys(people.offices(tx, guild_id).values()))
    able = [one for one in officers if not _took_part(tx, one, found)]
    return able or [one for one in people.arbiters(tx, guild_id) if not _took_part(tx, one, found)]


def _took_part(tx: Query, person_id: PersonId, found: Contested) -> bool:
    return not found.involved.isdisjoint(identities.selves(tx, person_id))


def to_decide(tx: ActorQuery, appeal_id: str) -> Appeal:
    """The appeal, where the presser may decide it; raises as `decide` does."""
    made = appeals.load(tx, appeal_id)
    if made is None or made.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    _refuse_judge(tx, person, against(tx, made))
    if made.granted is not None:
        raise AlreadyDone
    return made


def scores(tx: ActorQuery, appeal_id: str) -> tuple[Score, ...]:
    """The scores that the match could have had, for who may decide the appeal; none where it is not of a match."""
    made = to_decide(tx, appeal_id)
    if made.against_match is None:
        return ()
    return correcting.scores_instead(correcting.find_settled(tx, tx.guild_id, made.against_match, over=True))


def preview(tx: ActorQuery, appeal_id: str, score: Score, particulars: Particulars = NOTHING_MORE) -> Correction:
    """What the match's correction would have played anew, for who may decide the appeal."""
    return correcting.preview(tx, _ruled_match(tx, appeal_id), score, tx.pressed_at, particulars)


def preview_boards(tx: ActorQuery, appeal_id: str, texts: Sequence[str]) -> Correction:
    """As `preview`, of a match of teams whose boards were written down; raises ImpossibleBoard with the exact one."""
    followed = _ruled_match(tx, appeal_id)
    score, particulars = team_matches.read_boards(tx, followed, texts, tx.pressed_at)
    return correcting.preview(tx, followed, score, tx.pressed_at, particulars)


def ruling_of(tx: ActorQuery, appeal_id: str) -> MatchView:
    """The match whose ruling the appeal is against, for who may decide it; NotNow for any other appeal."""
    return view_of(tx, _ruled_match(tx, appeal_id).contest_id, tx.pressed_at)


def decide(
    tx: ActorTx,
    appeal_id: str,
    reason: str,
    *,
    granted: bool,
    instead: Instead | None = None,
) -> Appeal:
    """Decides an appeal; granted, what the decision did is undone in the same transaction.

    A ruling is undone by the score that is right `instead`; without one it raises Outdated.
    """
    made = to_decide(tx, appeal_id)
    judge = access.recognise(tx)
    why, found = checked_reason(reason), against(tx, made)
    if not appeals.decide(tx, appeal_id, granted=granted, by=judge.person_id, reason=why, at=tx.now):
        raise AlreadyDone
    _log_appeal(tx, made, "grant_appeal" if granted else "refuse_appeal", judge.person_id, why)
    if granted:
        _undo(tx, found, judge, why, instead)
    promise_publicly(tx, made.guild_id, AppealDecided(appeal_id))
    tell_member(tx, made.guild_id, made.by, AppealDecided(appeal_id))
    tx.touch(appeal_subject(appeal_id))
    _reschedule(tx, found)
    return appeals.load(tx, appeal_id) or made


def _undo(tx: Tx, found: Contested, judge: Person, why: str, instead: Instead | None) -> None:
    if found.file is not None:
        misconduct_verdicts.undo(tx, found.file, judge, why)
    elif found.bar is not None and found.bar.lifted_at is None:
        barring.end(tx, found.bar, judge.person_id, why)
        freed_places.restore(tx, found.bar, judge.person_id)
    elif found.link is not None and found.link.undone_at is None:
        same_person.end(tx, found.link, judge.person_id, why)
    elif found.points is not None:
        rating_penalties.give_back(tx, found.points, judge.person_id, why)
    elif found.amendment is not None:
        rating_amendments.give_back(tx, found.amendment, judge.person_id, why)
    elif found.ruling is not None:
        if instead is None:
            raise Outdated
        followed = correcting.find_settled(tx, found.guild_id, found.ruling.contest_id, over=True)
        right = instead.score, instead.reopened, judge, why, instead.particulars
        correcting.apply(tx, followed, *right)


def _ruled_match(tx: ActorQuery, appeal_id: str) -> Followed:
    made = to_decide(tx, appeal_id)
    if made.against_match is None:
        raise NotNow
    return correcting.find_settled(tx, tx.guild_id, made.against_match, over=True)


def against(tx: Query, made: Appeal) -> Contested:
    """The decision that the appeal is against."""
    return find_contested(tx, made.guild_id, key_of(made))


def _refuse_judge(tx: ActorQuery, person: Person | None, found: Contested) -> None:
    if person is None:
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    recusal.refuse_about_oneself(tx, person.person_id, Act.DECIDE_APPEAL, *found.concerned)
    if _took_part(tx, person.person_id, found):
        raise DecidedBefore
    if person.person_id not in judges(tx, tx.guild_id, found):
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    recusal.refuse(tx, person.person_id, Act.DECIDE_APPEAL, *found.concerned)


def _log_appeal(tx: Tx, made: Appeal, act: str, by: PersonId, why: str | None) -> None:
    subject = appeal_subject(made.appeal_id)
    tx.log(made.guild_id, act, subject, actor=by, why=why, details={"person": made.by})


def _reschedule(tx: Tx, found: Contested) -> None:
    if found.file is not None:
        reschedule(tx, found.file.file_id)
        tx.touch(file_subject(found.file.file_id))
