"""What is on record of the threads of matches: made, gone, refused, opened and closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import store as cases_store
from bot.features.entering import store as entering_store
from bot.features.match_threads import store as match_threads_store
from bot.features.match_threads.model import (
    MOST_MADE,
    MatchThread,
    ThreadPlan,
    ThreadRefusal,
    ThreadsRefused,
    ThreadTended,
)
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.model import APPEAL_RULING_WITHIN
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import as_entered, contest_subject, people_in, tournament_subject
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ChannelId, ContestId, PersonId
from bot.kernel.outages import Step
from bot.kernel.promises import Message, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.matches import Match
from bot.play.rulebook import ThreadRules
from bot.server.speaking_verbs import tell_committee, tell_match

CONTESTED_AGAIN: Final = timedelta(hours=1)
"""After so long it is looked at again whether a case of the match is still open."""


def thread_subject(contest_id: ContestId) -> str:
    """How deadlines, and the attempts at making it, name the thread of a match."""
    return f"match-thread:{contest_id}"


def plan(tx: Query, contest_id: ContestId) -> ThreadPlan | None:
    """What the match's thread has to be now; None where there is no such match, or it wants no thread."""
    match_context = playing_verbs.load(tx, contest_id)
    rules = None if match_context is None else match_context.tournament.rulebook.threads
    if match_context is None or rules is None:
        return None
    tournament, match = match_context.tournament, match_context.match
    known = match_threads_store.load(tx, contest_id) or MatchThread(contest_id, tournament.tournament_id)
    wanted = tuple(_whom(tx, tournament, match, rules))
    there = match_threads_store.members(tx, contest_id)
    return ThreadPlan(
        known=known,
        is_private=rules.is_private,
        is_open=_is_open(tx, tournament, match, rules, tx.now),
        sides=tuple(names_of_sides(tx, match)),
        event=tournament.name,
        missing=tuple(one for one in wanted if one.person_id not in there),
        arbiter=match.contest.arbiter,
    )


def note_made(tx: Tx, known: MatchThread, thread_id: int, inside: Iterable[PersonId]) -> None:
    """The thread stands, and these are in it."""
    made = replace(known, thread_id=ChannelId(thread_id), times_made=known.times_made + 1, closed_at=None, refused=None)
    match_threads_store.save(tx, made)
    match_threads_store.let_in(tx, known.contest_id, inside)
    note_opened(tx, thread_id)


def note_inside(tx: Tx, contest_id: ContestId, inside: Iterable[PersonId]) -> None:
    """These have come into the thread, or cannot because they have left the server."""
    match_threads_store.let_in(tx, contest_id, inside)


def note_refused(tx: Tx, known: MatchThread, why: ThreadRefusal) -> None:
    """The match goes without a thread from now on; the organisers are told once of each reason in an event."""
    outbox.settle_attempt(tx, thread_subject(known.contest_id))
    match_threads_store.nobody_is_in(tx, known.contest_id)
    match_threads_store.save(tx, replace(known, thread_id=None, refused=why))
    match_context = playing_verbs.load(tx, known.contest_id)
    told = ThreadsRefused(known.tournament_id, why)
    before = outbox.all_promises(tx, ThreadsRefused, known.tournament_id)
    if match_context is not None and told not in [one.message for one in before]:
        tell_committee(tx, match_context.tournament.guild_id, told)
        subject = tournament_subject(known.tournament_id)
        matter = Matter(MatterKind.THREADS_REFUSED, subject, known.tournament_id)
        tournaments_summons_verbs.call(tx, match_context.tournament.guild_id, matter)


def note_gone(tx: Tx, thread_id: int) -> None:
    """Somebody has deleted the thread: its card comes back, in a new one or in the channel, and starts no clock."""
    known = match_threads_store.of_channel(tx, thread_id)
    match_context = None if known is None else playing_verbs.load(tx, known.contest_id)
    if known is None or match_context is None:
        return
    match_threads_store.nobody_is_in(tx, known.contest_id)
    match_threads_store.save(tx, replace(known, thread_id=None))
    if known.times_made >= MOST_MADE:
        note_refused(tx, known, ThreadRefusal.DELETED)
    subject = contest_subject(known.contest_id)
    card = kernel_panel_store.load(tx, subject)
    if card is not None and card.channel_id == thread_id:
        playing_outage_verbs.note_gone(tx, card, card.stood_at)
        kernel_panel_store.forget(tx, subject)
        if match_context.match.contest.result is None and match_context.match.voided_at is None:
            tell_match(tx, match_context.tournament, MatchCalled(known.contest_id, again=True))


def note_closed(tx: Tx, contest_id: ContestId) -> None:
    """The thread is closed."""
    known = match_threads_store.load(tx, contest_id)
    if known is not None:
        match_threads_store.save(tx, replace(known, closed_at=tx.now))


def note_opened(tx: Tx, thread_id: int) -> None:
    """The thread is open again; where the match is over, it is looked after again later."""
    known = match_threads_store.of_channel(tx, thread_id)
    match_context = None if known is None else playing_verbs.load(tx, known.contest_id)
    if known is None or match_context is None:
        return
    match_threads_store.save(tx, replace(known, closed_at=None))
    if _over_at(match_context.tournament, match_context.match) is not None:
        _look_later(tx, match_context.tournament, known.contest_id)


def put_back(tx: Tx, promised: Promise[Message]) -> None:
    """Says it anew, at its old place in the lane."""
    outbox.mark_waiting(tx, promised.outbox_id)


def look_after(tx: Tx, tournament: Tournament) -> None:
    """Has the threads closed in time of all matches that are over; a second call changes nothing."""
    for contest_id in match_threads_store.over_but_open(tx, tournament.tournament_id):
        if not kernel_time_store.deadlines_of_subject(tx, thread_subject(contest_id)):
            _look_later(tx, tournament, contest_id)


def look_after_all(tx: Tx, tournament: Tournament) -> None:
    """As `look_after`, of an event that was called off."""
    for contest_id in match_threads_store.open_of_tournament(tx, tournament.tournament_id):
        _look_later(tx, tournament, contest_id)


def open_again(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """Has the thread opened where it was closed and the match goes on after all."""
    known, match_context = match_threads_store.load(tx, contest_id), playing_verbs.load(tx, contest_id)
    if known is None or known.closed_at is None or match_context is None:
        return
    if _over_at(match_context.tournament, match_context.match) is None:
        tend(tx, tournament, contest_id)


def tend(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """Has the thread opened or closed, and whoever is missing let in; where none stands there is nothing to do."""
    known = match_threads_store.load(tx, contest_id)
    if known is not None and known.thread_id is not None:
        tell_match(tx, tournament, ThreadTended(contest_id))


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of a thread that may close; while a case of the match is open, it is looked at again later."""
    match_context, known = playing_verbs.load(tx, ContestId(subject)), match_threads_store.load(tx, ContestId(subject))
    if match_context is None or known is None or known.thread_id is None or known.closed_at is not None:
        return
    rules = match_context.tournament.rulebook.threads or ThreadRules()
    if _over_at(match_context.tournament, match_context.match) is None:
        return
    if _is_open(tx, match_context.tournament, match_context.match, rules, tx.now):
        later = [(Step.CLOSE_THREAD, tx.now + CONTESTED_AGAIN)]
        kernel_time_store.rewrite_deadlines(tx, thread_subject(match_context.contest_id), later)
        return
    tend(tx, match_context.tournament, match_context.contest_id)


def names_of_sides(tx: Query, match: Match) -> Iterator[str]:
    """Who plays, side by side; a team by its own name."""
    entries = {one.entrant_id: one for one in entering_store.by_ids(tx, match.contest.sides)}
    people = people_store.by_ids(tx, [entry.person_id for entry in entries.values()])
    for side in match.contest.sides:
        if side in entries:
            yield as_entered(people[entries[side].person_id], entries[side]).name


def _look_later(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    rules = tournament.rulebook.threads or ThreadRules()
    kernel_time_store.rewrite_deadlines(tx, thread_subject(contest_id), [(Step.CLOSE_THREAD, tx.now + rules.open_for)])


def _over_at(tournament: Tournament, match: Match) -> datetime | None:
    """Since when nothing of the match is to come, as far as anybody knows."""
    result = match.contest.result
    ends = (match.voided_at, tournament.cancelled_at, None if result is None else result.settled_at)
    return min((end for end in ends if end is not None), default=None)


def _is_open(tx: Query, tournament: Tournament, match: Match, rules: ThreadRules, now: datetime) -> bool:
    """Whether there may still be something to say: it is being played, was until lately, or a case of it is open."""
    over_at = _over_at(tournament, match)
    if over_at is None or now < over_at + rules.open_for:
        return True
    if _may_be_appealed(tx, match.contest.contest_id, now):
        return True
    concerned = {one for entry in entering_store.by_ids(tx, match.contest.sides) for one in people_in(tx, entry)}
    waiting = {one.person_id for one in cases_store.open_of_tournament(tx, tournament.tournament_id)}
    return not concerned.isdisjoint(waiting)


def _may_be_appealed(tx: Query, contest_id: ContestId, now: datetime) -> bool:
    """Whether an appeal waits, or one can still be made from the card against the ruling that stands."""
    appeal, ruling = cases_store.appeal_of_match(tx, contest_id), playing_reports_store.load_ruling(tx, contest_id)
    if appeal is not None:
        return appeal.decided_at is None
    return ruling is not None and ruling.stands and now <= ruling.at + APPEAL_RULING_WITHIN


def _whom(tx: Query, tournament: Tournament, match: Match, rules: ThreadRules) -> Iterator[Person]:
    """Who has to be in the thread: players first, of a team that nobody else reads about all members.

    Where no arbiter is needed, whoever made the event comes into a private one, since somebody has to decide.
    """
    entries = entering_store.by_ids(tx, match.contest.sides)
    ids = dict.fromkeys(one.person_id for one in entries)
    if rules.is_private:
        ids |= dict.fromkeys(one for entry in entries for one in sorted(people_in(tx, entry)))
    decides = _decides(tx, tournament, match, rules)
    if decides is not None:
        ids |= {decides: None}
    people = people_store.by_ids(tx, list(ids))
    there = (people[one] for one in ids if one in people)
    yield from (one for one in there if one.discord_id is not None)


def _decides(tx: Query, tournament: Tournament, match: Match, rules: ThreadRules) -> PersonId | None:
    """Who follows the match, or where nobody does and others cannot look in, who answers for the event."""
    nobody = rules.is_private and tournament.rulebook.matches.matches_per_arbiter == 0
    answers = tournaments_summons_verbs.answering(tx, tournament) if nobody and match.contest.arbiter is None else None
    return match.contest.arbiter or (None if answers is None else answers.person_id)


def is_thread(tx: Query, channel_id: int) -> bool:
    """Whether the channel is on record as some match's thread."""
    return match_threads_store.of_channel(tx, channel_id) is not None
