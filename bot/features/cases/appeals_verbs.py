"""Appeals: once, in time, decided by somebody who has not decided before, and undoing what was wrong (GO-16.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.features.cases import barring_verbs, committee_verbs, links_verbs, store, verdict_verbs
from bot.features.cases.committee_verbs import Contested, find_contested, key_of, refuse_closed
from bot.features.cases.misconduct_model import Appeal
from bot.features.cases.misconduct_verbs import TEXT_LIMIT, checked_links
from bot.features.cases.model import AppealDecided
from bot.features.cases.record_verbs import appeal_subject, file_subject, reschedule
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView
from bot.features.playing.reading_verbs import view_of
from bot.features.ratings import verbs as ratings_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotNow, NotYours, Outdated, Refused, Subject
from bot.kernel.ids import GuildId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Particulars, Score
from bot.server import verbs as server_verbs
from bot.server.model import Act, whom_to_ask
from bot.server.speaking_verbs import promise_publicly, tell_member


@dataclass(frozen=True, slots=True)
class Instead:
    """The right score of a match, and how many matches the judge has seen that it would reopen."""

    score: Score
    reopened: int
    particulars: Particulars = NOTHING_MORE
    """What a table or teams tell beyond the score."""


def to_appeal(tx: ActorQuery, against: str) -> Contested:
    """The decision, where the presser may appeal against it now; raises as `appeal` does."""
    found = find_contested(tx, tx.guild_id, against)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or person.person_id not in found.concerned:
        _refuse_member(tx, person, found)
        raise NotYours
    refuse_closed(tx, found, tx.pressed_at)
    return found


def _refuse_member(tx: Query, person: Person | None, contested: Contested) -> None:
    """Raises OnlyTheCaptain for who plays in one of the teams: the captain appeals for it."""
    match = None if contested.ruling is None else playing_store.load(tx, contested.ruling.contest_id)
    if person is not None and match is not None and playing_verbs.side_of(tx, match, person.person_id) is not None:
        playing_verbs.require_captain(tx, match, person)


def appeal(tx: ActorTx, against: str, text: str, links: Sequence[str] = ()) -> Appeal:
    """Makes the appeal that there can be against a decision; what was decided holds until it is decided."""
    found = to_appeal(tx, against)
    by = server_verbs.recognise(tx).person_id
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
    if not store.add_appeal(tx, made):
        raise Refused("error.AppealedBefore")
    _log_appeal(tx, made, "appeal", by, None)
    committee_verbs.show_appeal(tx, made, judges(tx, made.guild_id, found))
    _reschedule(tx, found)
    if found.ruling is not None:
        tx.touch(contest_subject(found.ruling.contest_id))
    return made


def judges(tx: Query, guild_id: GuildId, contested: Contested) -> list[PersonId]:
    """Who may decide: the leader and the President; where both are involved, the other arbiters."""
    officers = list(dict.fromkeys(people_store.offices(tx, guild_id).values()))
    able = [officer for officer in officers if not _took_part(tx, officer, contested)]
    return able or [
        arbiter for arbiter in people_store.arbiters(tx, guild_id) if not _took_part(tx, arbiter, contested)
    ]


def _took_part(tx: Query, person_id: PersonId, contested: Contested) -> bool:
    return not contested.involved.isdisjoint(people_store.same_person_ids(tx, person_id))


def to_decide(tx: ActorQuery, appeal_id: str) -> Appeal:
    """The appeal, where the presser may decide it; raises as `decide` does."""
    made = store.load_appeal(tx, appeal_id)
    if made is None or made.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    _refuse_judge(tx, person, against(tx, made))
    if made.granted is not None:
        raise AlreadyDone
    return made


def scores(tx: ActorQuery, appeal_id: str) -> tuple[Score, ...]:
    """The scores that the match could have had, for who may decide the appeal; none where it is not of a match."""
    made = to_decide(tx, appeal_id)
    if made.against_match is None:
        return ()
    return playing_correcting_verbs.scores_instead(
        playing_correcting_verbs.find_settled(tx, tx.guild_id, made.against_match, over=True)
    )


def preview(tx: ActorQuery, appeal_id: str, score: Score, particulars: Particulars = NOTHING_MORE) -> Correction:
    """What the match's correction would have played anew, for who may decide the appeal."""
    return playing_correcting_verbs.preview(tx, _ruled_match(tx, appeal_id), score, tx.pressed_at, particulars)


def preview_boards(tx: ActorQuery, appeal_id: str, texts: Sequence[str]) -> Correction:
    """As `preview`, of a match of teams whose boards were written down; raises ImpossibleBoard with the exact one."""
    match_context = _ruled_match(tx, appeal_id)
    score, particulars = teams_matches_verbs.read_boards(tx, match_context, texts, tx.pressed_at)
    return playing_correcting_verbs.preview(tx, match_context, score, tx.pressed_at, particulars)


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
    judge = server_verbs.recognise(tx)
    why, found = checked_reason(reason), against(tx, made)
    if not store.decide_appeal(tx, appeal_id, granted=granted, by=judge.person_id, reason=why, at=tx.now):
        raise AlreadyDone
    _log_appeal(tx, made, "grant_appeal" if granted else "refuse_appeal", judge.person_id, why)
    if granted:
        _undo(tx, found, judge, why, instead)
    promise_publicly(tx, made.guild_id, AppealDecided(appeal_id))
    tell_member(tx, made.guild_id, made.by, AppealDecided(appeal_id))
    tx.touch(appeal_subject(appeal_id))
    _reschedule(tx, found)
    return store.load_appeal(tx, appeal_id) or made


def _undo(tx: Tx, contested: Contested, judge: Person, why: str, instead: Instead | None) -> None:
    if contested.file is not None:
        verdict_verbs.undo(tx, contested.file, judge, why)
    elif contested.bar is not None and contested.bar.lifted_at is None:
        barring_verbs.end(tx, contested.bar, judge.person_id, why)
        entering_check_in_verbs.restore(tx, contested.bar, judge.person_id)
    elif contested.link is not None and contested.link.undone_at is None:
        links_verbs.end(tx, contested.link, judge.person_id, why)
    elif contested.points is not None:
        barring_verbs.give_back(tx, contested.points, judge.person_id, why)
    elif contested.amendment is not None:
        ratings_verbs.give_back(tx, contested.amendment, judge.person_id, why)
    elif contested.ruling is not None:
        if instead is None:
            raise Outdated
        match_context = playing_correcting_verbs.find_settled(
            tx, contested.guild_id, contested.ruling.contest_id, over=True
        )
        right = instead.score, instead.reopened, judge, why, instead.particulars
        playing_correcting_verbs.apply(tx, match_context, *right)


def _ruled_match(tx: ActorQuery, appeal_id: str) -> MatchContext:
    made = to_decide(tx, appeal_id)
    if made.against_match is None:
        raise NotNow
    return playing_correcting_verbs.find_settled(tx, tx.guild_id, made.against_match, over=True)


def against(tx: Query, made: Appeal) -> Contested:
    """The decision that the appeal is against."""
    return find_contested(tx, made.guild_id, key_of(made))


def _refuse_judge(tx: ActorQuery, person: Person | None, contested: Contested) -> None:
    if person is None:
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    tournaments_recusal_verbs.refuse_about_oneself(tx, person.person_id, Act.DECIDE_APPEAL, *contested.concerned)
    if _took_part(tx, person.person_id, contested):
        raise Refused("error.DecidedBefore")
    if person.person_id not in judges(tx, tx.guild_id, contested):
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    tournaments_recusal_verbs.refuse(tx, person.person_id, Act.DECIDE_APPEAL, *contested.concerned)


def _log_appeal(tx: Tx, made: Appeal, act: str, by: PersonId, why: str | None) -> None:
    subject = appeal_subject(made.appeal_id)
    tx.log(made.guild_id, act, subject, actor=by, why=why, details={"person": made.by})


def _reschedule(tx: Tx, contested: Contested) -> None:
    if contested.file is not None:
        reschedule(tx, contested.file.file_id)
        tx.touch(file_subject(contested.file.file_id))
