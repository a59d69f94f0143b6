"""What is on record of the threads of matches: made, gone, refused, opened and closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.community import Person, Place
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ChannelId, ContestId, Occasion, PersonId
from bot.domain.match_threads.sayings import ThreadsRefused, ThreadTended
from bot.domain.match_threads.threads import MOST_MADE, MatchThread, Refusal, ThreadPlan
from bot.domain.playing.matches import Match
from bot.domain.playing.rulings import APPEAL_RULING_WITHIN
from bot.domain.playing.sayings import MatchCalled
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.regulation.thread_rules import ThreadRules
from bot.domain.sayings import Saying
from bot.services import card_clocks, summons
from bot.services.playing import matches
from bot.services.sides import as_entered, people_in
from bot.services.speaking import promise, tell_match
from bot.services.timetable import contest_subject, tournament_subject
from bot.storage import appeals, attempts, cases, deadlines, entrants, match_threads, outbox, panels, people, rulings
from bot.storage.database import Work

CONTESTED_AGAIN: Final = timedelta(hours=1)
"""After so long it is looked at again whether a case of the match is still open."""


def thread_subject(contest_id: ContestId) -> str:
    """How deadlines, and the attempts at making it, name the thread of a match."""
    return f"match-thread:{contest_id}"


def plan(work: Work, contest_id: ContestId, now: datetime) -> ThreadPlan | None:
    """What the match's thread has to be now; None where there is no such match, or it wants no thread."""
    followed = matches.load(work, contest_id)
    rules = None if followed is None else followed.tournament.rulebook.threads
    if followed is None or rules is None:
        return None
    tournament, match = followed.tournament, followed.match
    known = match_threads.load(work, contest_id) or MatchThread(contest_id, tournament.tournament_id)
    wanted = tuple(_whom(work, tournament, match, rules))
    there = match_threads.members(work, contest_id)
    return ThreadPlan(
        known=known,
        is_private=rules.is_private,
        is_open=_is_open(work, tournament, match, rules, now),
        sides=tuple(names_of_sides(work, match)),
        event=tournament.name,
        missing=tuple(one for one in wanted if one.person_id not in there),
        arbiter=match.contest.arbiter,
    )


def note_made(work: Work, occasion: Occasion, known: MatchThread, thread_id: int, inside: Iterable[PersonId]) -> None:
    """The thread stands, and these are in it."""
    made = replace(known, thread_id=ChannelId(thread_id), times_made=known.times_made + 1, closed_at=None, refused=None)
    match_threads.save(work, made)
    match_threads.let_in(work, known.contest_id, inside)
    note_opened(work, occasion, thread_id)


def note_inside(work: Work, _: Occasion, contest_id: ContestId, inside: Iterable[PersonId]) -> None:
    """These have come into the thread, or cannot because they have left the server."""
    match_threads.let_in(work, contest_id, inside)


def note_refused(work: Work, occasion: Occasion, known: MatchThread, why: Refusal) -> None:
    """The match goes without a thread from now on; the organisers are told once of each reason in an event."""
    attempts.settle(work, thread_subject(known.contest_id))
    match_threads.nobody_is_in(work, known.contest_id)
    match_threads.save(work, replace(known, thread_id=None, refused=why))
    followed = matches.load(work, known.contest_id)
    told = ThreadsRefused(known.tournament_id, why)
    before = outbox.all_promises(work, ThreadsRefused, known.tournament_id)
    if followed is not None and told not in [one.saying for one in before]:
        promise(work, occasion, followed.tournament.guild_id, Place.COMMITTEE, told)
        subject = tournament_subject(known.tournament_id)
        matter = Matter(MatterKind.THREADS_REFUSED, subject, known.tournament_id)
        summons.call(work, occasion, followed.tournament.guild_id, matter)


def note_gone(work: Work, occasion: Occasion, thread_id: int) -> None:
    """Somebody has deleted the thread: its card comes back, in a new one or in the channel, and starts no clock."""
    known = match_threads.of_channel(work, thread_id)
    followed = None if known is None else matches.load(work, known.contest_id)
    if known is None or followed is None:
        return
    match_threads.nobody_is_in(work, known.contest_id)
    match_threads.save(work, replace(known, thread_id=None))
    if known.times_made >= MOST_MADE:
        note_refused(work, occasion, known, Refusal.DELETED)
    subject = contest_subject(known.contest_id)
    card = panels.load(work, subject)
    if card is not None and card.channel_id == thread_id:
        card_clocks.note_gone(work, occasion, card, card.stood_at)
        panels.forget(work, subject)
        if followed.match.contest.result is None and followed.match.voided_at is None:
            tell_match(work, occasion, followed.tournament, MatchCalled(known.contest_id, again=True))


def note_closed(work: Work, occasion: Occasion, contest_id: ContestId) -> None:
    """The thread is closed."""
    known = match_threads.load(work, contest_id)
    if known is not None:
        match_threads.save(work, replace(known, closed_at=occasion.now))


def note_opened(work: Work, occasion: Occasion, thread_id: int) -> None:
    """The thread is open again; where the match is over, it is looked after again later."""
    known = match_threads.of_channel(work, thread_id)
    followed = None if known is None else matches.load(work, known.contest_id)
    if known is None or followed is None:
        return
    match_threads.save(work, replace(known, closed_at=None))
    if _over_at(followed.tournament, followed.match) is not None:
        _look_later(work, occasion, followed.tournament, known.contest_id)


def put_back(work: Work, _: Occasion, promised: Promise[Saying]) -> None:
    """Says it anew, at its old place in the lane."""
    outbox.mark_waiting(work, promised.outbox_id)


def look_after(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Has the threads closed in time of all matches that are over; a second call changes nothing."""
    for contest_id in match_threads.over_but_open(work, tournament.tournament_id):
        if not deadlines.of_subject(work, thread_subject(contest_id)):
            _look_later(work, occasion, tournament, contest_id)


def look_after_all(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """As `look_after`, of an event that was called off."""
    for contest_id in match_threads.open_of_tournament(work, tournament.tournament_id):
        _look_later(work, occasion, tournament, contest_id)


def open_again(work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId) -> None:
    """Has the thread opened where it was closed and the match goes on after all."""
    known, followed = match_threads.load(work, contest_id), matches.load(work, contest_id)
    if known is None or known.closed_at is None or followed is None:
        return
    if _over_at(followed.tournament, followed.match) is None:
        tend(work, occasion, tournament, contest_id)


def tend(work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId) -> None:
    """Has the thread opened or closed, and whoever is missing let in; where none stands there is nothing to do."""
    known = match_threads.load(work, contest_id)
    if known is not None and known.thread_id is not None:
        tell_match(work, occasion, tournament, ThreadTended(contest_id))


def take(work: Work, occasion: Occasion, subject: str, _: Step) -> None:
    """Takes the step of a thread that may close; while a case of the match is open, it is looked at again later."""
    followed, known = matches.load(work, ContestId(subject)), match_threads.load(work, ContestId(subject))
    if followed is None or known is None or known.thread_id is None or known.closed_at is not None:
        return
    rules = followed.tournament.rulebook.threads or ThreadRules()
    if _over_at(followed.tournament, followed.match) is None:
        return
    if _is_open(work, followed.tournament, followed.match, rules, occasion.now):
        later = [(Step.CLOSE_THREAD, occasion.now + CONTESTED_AGAIN)]
        deadlines.rewrite(work, thread_subject(followed.contest_id), later)
        return
    tend(work, occasion, followed.tournament, followed.contest_id)


def names_of_sides(work: Work, match: Match) -> Iterator[str]:
    """Who plays, side by side; a team by its own name."""
    entries = {one.entrant_id: one for one in entrants.by_ids(work, match.contest.sides)}
    known = people.by_ids(work, [one.person_id for one in entries.values()])
    for side in match.contest.sides:
        if side in entries:
            yield as_entered(known[entries[side].person_id], entries[side]).name


def _look_later(work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId) -> None:
    rules = tournament.rulebook.threads or ThreadRules()
    deadlines.rewrite(work, thread_subject(contest_id), [(Step.CLOSE_THREAD, occasion.now + rules.open_for)])


def _over_at(tournament: Tournament, match: Match) -> datetime | None:
    """Since when nothing of the match is to come, as far as anybody knows."""
    result = match.contest.result
    ends = (match.voided_at, tournament.cancelled_at, None if result is None else result.settled_at)
    return min((one for one in ends if one is not None), default=None)


def _is_open(work: Work, tournament: Tournament, match: Match, rules: ThreadRules, now: datetime) -> bool:
    """Whether there may still be something to say: it is being played, was until lately, or a case of it is open."""
    over_at = _over_at(tournament, match)
    if over_at is None or now < over_at + rules.open_for:
        return True
    if _may_be_appealed(work, match.contest.contest_id, now):
        return True
    concerned = {one for entry in entrants.by_ids(work, match.contest.sides) for one in people_in(work, entry)}
    waiting = {one.person_id for one in cases.open_of_tournament(work, tournament.tournament_id)}
    return not concerned.isdisjoint(waiting)


def _may_be_appealed(work: Work, contest_id: ContestId, now: datetime) -> bool:
    """Whether an appeal waits, or one can still be made from the card against the ruling that stands."""
    appeal, ruling = appeals.of_match(work, contest_id), rulings.load(work, contest_id)
    if appeal is not None:
        return appeal.decided_at is None
    return ruling is not None and ruling.stands and now <= ruling.at + APPEAL_RULING_WITHIN


def _whom(work: Work, tournament: Tournament, match: Match, rules: ThreadRules) -> Iterator[Person]:
    """Who has to be in the thread: players first, of a team that nobody else reads about all members.

    Where no arbiter is needed, whoever made the event comes into a private one, since somebody has to decide.
    """
    entries = entrants.by_ids(work, match.contest.sides)
    ids = dict.fromkeys(one.person_id for one in entries)
    if rules.is_private:
        ids |= dict.fromkeys(one for entry in entries for one in sorted(people_in(work, entry)))
    decides = _decides(work, tournament, match, rules)
    if decides is not None:
        ids |= {decides: None}
    known = people.by_ids(work, list(ids))
    there = (known[one] for one in ids if one in known)
    yield from (one for one in there if one.discord_id is not None)


def _decides(work: Work, tournament: Tournament, match: Match, rules: ThreadRules) -> PersonId | None:
    """Who follows the match, or where nobody does and others cannot look in, who answers for the event."""
    nobody = rules.is_private and tournament.rulebook.matches.matches_per_arbiter == 0
    answers = summons.answering(work, tournament) if nobody and match.contest.arbiter is None else None
    return match.contest.arbiter or (None if answers is None else answers.person_id)


def is_thread(work: Work, channel_id: int) -> bool:
    """Whether the channel is on record as some match's thread."""
    return match_threads.of_channel(work, channel_id) is not None
