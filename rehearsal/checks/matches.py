"""Calls, absences, scores, reports and arbiters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.diary import Ending, EventDiary, Played
from rehearsal.facts import Claim, Event, Outcome, Pairing
from rehearsal.hearing import CheckRow, Hearing
from rehearsal.recount import games_lost, lost_on_boards
from rehearsal.regulation import Regulation

_GRACE: Final = timedelta(seconds=15)
_ANSWERS: Final = {
    Ending.CONFIRMED: {"confirmed"},
    Ending.STOOD: {"stood"},
    Ending.RULED: {"overruled", "confirmed"},
}
"""What became of the reports of a match that ended so."""


def _matches_remembered(hearing: Hearing) -> Iterator[tuple[EventDiary, Event, Pairing, Played | None]]:
    for remembered, event in hearing.events_held():
        for pairing in hearing.pairings(event):
            # What is lost by leaving was never played, and perhaps never called.
            left = pairing.outcome is not None and pairing.outcome.kind == "withdrawal"
            if len(pairing.sides) == 2 and not left:
                yield remembered, event, pairing, remembered.matches.get(pairing.contest_id)


def _members(hearing: Hearing, event: Event, pairing: Pairing) -> list[int]:
    entries = hearing.entries(event)
    return [entries[side].member or 0 for side in pairing.sides]


def _title(hearing: Hearing, event: Event, pairing: Pairing) -> str:
    return f"{event.name}, " + " – ".join(map(hearing.name, _members(hearing, event, pairing)))


def calls(hearing: Hearing) -> Iterator[str]:
    """Every match was called by a message that pings both players, and its clock runs from that message."""
    for _, event, pairing, played in _matches_remembered(hearing):
        title = _title(hearing, event, pairing)
        if played is None or played.called is None:
            yield f"{title}: nobody saw a call"
            continue
        missing = set(_members(hearing, event, pairing)) - played.called.pinged
        if missing:
            yield f"{title}: the call does not ping {hearing.names(missing)}"
        if pairing.called_at is None or abs(pairing.called_at - played.called.at) > timedelta(seconds=1):
            yield f"{title}: called at {pairing.called_at}, seen at {played.called.at}"


def walkovers(hearing: Hearing) -> Iterator[str]:
    """Each full stretch of absence costs a game, and no other game is given away."""
    rules = hearing.rules
    for _, event, pairing, played in _matches_remembered(hearing):
        if played is None or played.called is None or pairing.outcome is None:
            continue
        members = _members(hearing, event, pairing)
        for side, member in enumerate(members):
            came = played.arrivals.get(member)
            late = 10**6 if came is None else (came - played.called.at).total_seconds()
            lost = _games_lost(late, rules, pairing)
            given = pairing.outcome.walkover[1 - side]
            if given != lost:
                who = hearing.name(member)
                yield f"{_title(hearing, event, pairing)}: {who}'s absence cost {given} games instead of {lost}"


def _games_lost(late: float, rules: Regulation, pairing: Pairing) -> int:
    if rules.boards and not rules.all_at_limit:
        return lost_on_boards(late, rules.minutes_per_game, rules.boards, counted=rules.boards_counted)
    way = {"play_all": pairing.play_all, "all_at_limit": rules.all_at_limit}
    return games_lost(late, rules.minutes_per_game, pairing.best_of, **way)


def lost_matches(hearing: Hearing) -> Iterator[str]:
    """Who never comes loses the match when the last game that decides it is lost, and no minute later."""
    for _, event, pairing, played in _matches_remembered(hearing):
        if played is None or played.called is None or len(played.arrivals) == 2:
            continue
        title, target = _title(hearing, event, pairing), max(hearing.rules.boards, default=pairing.target)
        target = 1 if hearing.rules.all_at_limit else target
        due = played.called.at + timedelta(minutes=hearing.rules.minutes_per_game * target)
        if pairing.outcome is None:
            yield f"{title}: not settled although {hearing.names(played.players)} were not both there"
        elif pairing.outcome.kind != "walkover" or not due <= pairing.outcome.settled_at <= due + _GRACE:
            yield f"{title}: {pairing.outcome.kind} at {pairing.outcome.settled_at:%H:%M:%S}, due {due:%H:%M:%S}"


def scores(hearing: Hearing) -> Iterator[str]:
    """What stands is what both would sign, or what the arbiter ruled."""
    for _, event, pairing, played in _matches_remembered(hearing):
        title = _title(hearing, event, pairing)
        if pairing.outcome is None:
            yield f"{title}: no result"
        elif played is not None and played.games:
            wanted = tuple(played.games[member] for member in _members(hearing, event, pairing))
            found = (pairing.outcome.score, pairing.outcome.draws)
            if found != (wanted, played.drawn):
                yield f"{title}: {found} stands instead of {(wanted, played.drawn)}"


def reports(hearing: Hearing) -> Iterator[str]:
    """Nothing counts before it is confirmed, ruled, or left unanswered for the rulebook's time."""
    for _, event, pairing, played in _matches_remembered(hearing):
        if played is not None and played.ending is not None and pairing.outcome is not None:
            problems = _ended_otherwise(hearing, played.ending, pairing.outcome, hearing.claims(pairing))
            yield from (f"{_title(hearing, event, pairing)}: {problem}" for problem in problems)


def _ended_otherwise(hearing: Hearing, ending: Ending, outcome: Outcome, claims: list[Claim]) -> Iterator[str]:
    answers = {claim.answer for claim in claims}
    if not answers & _ANSWERS.get(ending, answers):
        yield f"the report was {', '.join(map(str, answers)) or 'never taken'}, not {ending}"
    if ending is Ending.STOOD and claims:
        yield from _time_faults(claims[-1], outcome, hearing.rules.confirm_within)
    if ending is Ending.RULED and outcome.settled_by is None:
        yield "nobody ruled"


def _time_faults(claim: Claim, outcome: Outcome, confirm_within: timedelta) -> Iterator[str]:
    """What nobody answered stands when its time is over, after a reminder."""
    due = claim.reported_at + confirm_within
    if not due <= outcome.settled_at <= due + _GRACE:
        yield f"stood at {outcome.settled_at:%H:%M:%S} instead of {due:%H:%M:%S}"
    if claim.reminded_at is None:
        yield "stood without a reminder"


def arbiters(hearing: Hearing) -> Iterator[str]:
    """No more matches at once than arbiters on duty, one each, and none where the arbiter sits himself."""
    in_play = [(one.called_at, one) for one in hearing.facts.pairings if one.called_at and one.outcome]
    followed_wrong = _too_many_followed if hearing.rules.per_arbiter else _followed_by_anybody
    for moment in sorted({called for called, _ in in_play}):
        now = [one for called, one in in_play if called <= moment and _is_unsettled(one, moment)]
        yield from (f"{moment:%d %b %H:%M}: {problem}" for problem in followed_wrong(hearing, now, moment))
    yield from _own_followed(hearing, [one for _, one in in_play])


def _own_followed(hearing: Hearing, in_play: list[Pairing]) -> Iterator[str]:
    people = {entry.entrant_id: entry.person_id for entry in hearing.facts.entries}
    for one in in_play:
        if one.arbiter in {people[side] for side in one.sides}:
            yield f"{hearing.person_name(one.arbiter or '')} follows a match of their own"


def _is_unsettled(one: Pairing, moment: datetime) -> bool:
    return one.outcome is not None and moment < one.outcome.settled_at


def _followed_by_anybody(_: Hearing, now: list[Pairing], moment: datetime) -> Iterator[str]:
    """Where the rulebook has no arbiters."""
    del moment
    yield from ("an arbiter follows a match" for one in now if one.arbiter is not None)


def _too_many_followed(hearing: Hearing, now: list[Pairing], moment: datetime) -> Iterator[str]:
    each = hearing.rules.per_arbiter
    on_duty = {who for who, since, until in hearing.facts.tasks if since <= moment and (not until or moment < until)}
    if len(now) > len(on_duty) * each:
        yield f"{len(now)} matches in play with {len(on_duty)} arbiters on duty"
    match_context = Counter(_arbiter_at(hearing, one, moment) for one in now)
    for who, number in match_context.items():
        if number > each:
            yield f"{hearing.person_name(who or '')} follows {number} matches"


def _arbiter_at(hearing: Hearing, one: Pairing, moment: datetime) -> str | None:
    """Who followed the match then; it may have been handed on since."""
    given = (who for contest, at, who in hearing.facts.match_context if contest == one.contest_id and at <= moment)
    return next(iter([*given][::-1]), one.arbiter)


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("AIJE-D01-5.4", "Every match is called by a message that its players get", calls),
    ("AIJE-D01-5.4", "Absence costs a game for each full stretch, and no more", walkovers),
    ("AIJE-D01-5.4", "Who never comes loses in time", lost_matches),
    ("AIJE-B01-5", "The scores that stand are those that were played", scores),
    ("AIJE-D01-6", "Nothing counts unconfirmed", reports),
    ("AIJE-D01-6", "Each match has its own arbiter", arbiters),
)
