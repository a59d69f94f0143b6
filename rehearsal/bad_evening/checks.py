"""The judge of a bad evening: each mishap ended as it should, whom it cost a ping, and whom an act."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Final

from rehearsal.bad_evening.counted import acts, arbiters_left_alone, pinged_as_needed, tables
from rehearsal.bad_evening.diary import CALLED_WITHIN, WHY_LATE, WHY_LEFT, BadEvening, Quarrel
from rehearsal.bad_evening.trial import Trial
from rehearsal.checks import confirming, drawing, matches, seen
from rehearsal.facts import Pairing
from rehearsal.hearing import SOON, Hearing, on_time, same
from rehearsal.posts import Post
from rehearsal.recount import drawn_again
from rehearsal.rows import moment
from rehearsal.verdict import Verdict, but, judge_all

ASKED_BEFORE: Final = timedelta(minutes=5)
"""Who runs the event is asked so long before check-in closes."""
ANSWER_WITHIN: Final = timedelta(minutes=10)
"""How long who runs the event may be silent, before the organisers' role is called."""
TO_COME: Final = timedelta(minutes=20)
"""Two games of ten minutes each, and the match is lost."""
_BEATS: Final = timedelta(seconds=20)
"""How long before a kill the bot was last known to be there."""

# --- before the start -----------------------------------------------------------------------------------------------


def asked_in_vain(trial: Trial) -> Iterator[str]:
    """The organiser by name and the role, once, with the three choices."""
    found = [one for one in trial.posts("committee") if one.has("close-more")]
    if len(found) != 1:
        yield f"asked {len(found)} times"
    for post in found[:1]:
        yield from on_time("the question", post.at, trial.event.start_at - ASKED_BEFORE)
        yield from _called(trial, "the question", post, to_role=True)
        yield from (f"no button {verb}" for verb in ("close-now", "close-off") if not post.has(verb))


def _called(trial: Trial, what: str, post: Post, *, to_role: bool) -> Iterator[str]:
    stage = trial.evening.play.stage
    yield from same(f"{what}, pinged", map(trial.hearing.name, post.pinged), [stage.organiser.name])
    if (stage.organisers.id in post.pinged_roles) != to_role:
        yield f"{what}: the organisers' role is {'not called' if to_role else 'called'}"


def who_starts(trial: Trial) -> Iterator[str]:
    """Who checked in while it was open, and the late one; who forgot it does not, and nobody else is out."""
    evening, entries = trial.evening, trial.hearing.entries(trial.event).values()
    wanted = evening.event.starters - {evening.left.id if evening.left else 0} | {evening.comes_in.id}
    found = [one.member for one in entries if one.outcome == "starter" and one.withdrawn_at is None]
    yield from same("who plays", map(trial.hearing.name, found), map(trial.hearing.name, wanted))
    absent = [one.member for one in entries if one.outcome == "absent"]
    yield from same("who forgot", map(trial.hearing.name, absent), map(trial.hearing.name, evening.event.absentees))


def silence_gives_time(trial: Trial) -> Iterator[str]:
    """The close moves once, everybody who is missing is told with the button, and then it begins."""
    (row,), event = trial.file["event"], trial.event
    if row["close_extensions"] != 1 or row["cancelled_at"] is not None:
        yield f"the close moved {row['close_extensions']} times; called off: {row['cancelled_at'] is not None}"
    yield from on_time("the close", event.closed_at, trial.closes_at)
    told = [one for one in trial.posts("announcements", "check-in") if event.start_at <= one.at < trial.closes_at]
    if len(told) != 1:
        yield f"told {len(told)} times"
    missing = trial.evening.event.missing_at(event.start_at)
    for post in told:
        yield from on_time("the others are told", post.at, event.start_at)
        yield from same("told", map(trial.hearing.name, post.pinged), map(trial.hearing.name, missing))


def button_stays(trial: Trial) -> Iterator[str]:
    """Check in can be pressed until the moved close, and not afterwards."""
    announcement = trial.evening.event.announcement
    assert announcement is not None
    looks = trial.hearing.play.witness.looks_at(announcement)
    changes = [(one.at, one.post.has("check-in")) for one in looks]
    for at, there in changes:
        if there and at > trial.closes_at + timedelta(minutes=1):
            yield f"Check in is offered at {at:%H:%M:%S}"
        if not there and trial.event.start_at <= at < trial.closes_at:
            yield f"Check in is gone at {at:%H:%M:%S}"


# --- the late one ---------------------------------------------------------------------------------------------------


def late_one_told(trial: Trial) -> Iterator[str]:
    """Alone, and by name whom to ask."""
    answer, organiser = trial.evening.turned_away, trial.evening.play.stage.organiser
    assert answer is not None
    if not answer.posts or not answer.private or organiser.name not in answer.text:
        yield f"the late one reads {answer.text!r}"


def late_one_has_one_place(trial: Trial) -> Iterator[str]:
    """One entry that starts, and one match of the first round, against who had a bye; nobody else's changes."""
    late, facts = trial.evening.late.id, trial.hearing.entries(trial.event).values()
    mine = [one for one in facts if one.member == late]
    if [(one.outcome, one.withdrawn_at) for one in mine] != [("starter", None)]:
        yield f"{len(mine)} entries, as {', '.join(str(one.outcome) for one in mine)}"
        return
    *_, first_round = drawn_again({**trial.draws[0].public(trial.event.commitment), "byes_by_rating": False})
    drawn, found = Counter(map(_sides, first_round)), Counter(_sides(one.sides) for one in trial.first_round)
    had, has = list((drawn - found).elements()), list((found - drawn).elements())
    if [len(one) for one in had] != [1] or [set(one) for one in has] != [{*had[0], mine[0].entrant_id}]:
        yield f"instead of {had} there is {has}"
    gone = [row["entrant_id"] for row in trial.file["voided"]]
    yield from same("byes taken", gone, [side for one in had for side in one])


def _sides(sides: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(sides))


def who_had_the_bye_is_told(trial: Trial) -> Iterator[str]:
    """All read it with the reason, and who had the bye is pinged, by that and by the call.

    For who has no Discord it is who answers for them.
    """
    late, at, organiser = trial.evening.late.id, trial.evening.let_in_at, trial.evening.play.stage.organiser.id
    assert at is not None
    (_, first), *_ = trial.played_by(late)
    (other,) = trial.reached(set(first.players) - {late})
    told = [one for one in trial.posts("announcements") if at <= one.at <= at + SOON and WHY_LATE in one.text]
    pinged = [set(one.pinged) for one in told if f"<@{late}>" in one.text]
    if pinged != [{other}]:
        yield f"{len(pinged)} posts tell of it, to {', '.join(map(trial.hearing.names, pinged))}"
    if first.called is None or not trial.reached(first.players) - {organiser} <= first.called.pinged:
        yield "the two are not called"


def both_draws_proved(trial: Trial) -> Iterator[str]:
    """The draw and the lot over byes lead back to the commitment, list who was there, and can be verified."""
    if [one.purpose for one in trial.draws] != ["field", "late"]:
        yield f"the draws are {', '.join(one.purpose for one in trial.draws)}"
    previous = trial.event.commitment
    for draw in trial.draws:
        if hashlib.sha256(bytes.fromhex(draw.link)).hexdigest() != previous:
            yield f"draw {draw.number} does not lead back"
        if draw.link not in "\n".join(post.text for post in trial.posts("record")):
            yield f"the link of draw {draw.number} is not on record"
        previous = draw.link
    late = trial.entrants[trial.evening.late.id]
    there = {trial.entrants[one] for one in trial.evening.event.starters}
    for draw, wanted in zip(trial.draws, (there - {late}, there), strict=False):
        yield from same(f"draw {draw.number}", (one["id"] for one in json.loads(draw.entrants)), wanted)
    if trial.evening.verified is None or trial.evening.verified.is_refusal:
        yield "the draws cannot be verified"


def bracket_is_shown(trial: Trial) -> Iterator[str]:
    """The draw goes up as a picture, and names all who were in it."""
    assert trial.event.drawn_at is not None
    shown = trial.hearing.play.witness.posts_with_picture("bracket", trial.event.drawn_at)
    text = shown[0].text if shown else ""
    evening = trial.evening
    for one in evening.event.starters - {evening.late.id}:
        if f"<@{one}>" not in text and trial.hearing.name(one) not in text:
            yield f"the draw does not name {trial.hearing.name(one)}"


# --- the matches ----------------------------------------------------------------------------------------------------


def missing_one_loses(trial: Trial) -> Iterator[str]:
    """By the clock alone, which stood still while the bot was dead; the other goes on, and no staff is asked."""
    missing = trial.evening.missing.id
    lost = [(one, played) for one, played in trial.played_by(missing) if missing not in played.arrivals]
    if len(lost) != 1:
        yield f"{trial.hearing.name(missing)} was missing {len(lost)} times"
    for one, played in lost:
        assert played.called is not None
        due = played.called.at + TO_COME
        if one.outcome is None or one.outcome.kind != "walkover" or one.outcome.settled_by is not None:
            yield f"it ended as {one.outcome}"
            continue
        away = trial.away(played.called.at, due)
        yield from on_time("the walkover", one.outcome.settled_at, due + away, SOON + (_BEATS if away else SOON))
        if one.outcome.winner is None or one.sides[one.outcome.winner] == trial.entrants[missing]:
            yield "who never came goes on"
        if any(f"referee:{one.contest_id}" in post.offered for post in trial.posts("committee")):
            yield "the organiser is asked about it"


def nobody_loses_who_was_there(trial: Trial) -> Iterator[str]:
    """No game is given away but by who never came; the grandfather, for whom others press, loses none."""
    for one in trial.pairings:
        for side, games in enumerate(() if one.outcome is None else one.outcome.walkover):
            absent = one.sides[1 - side]
            if games and absent != trial.entrants[trial.evening.missing.id]:
                who = next(member for member, entrant in trial.entrants.items() if entrant == absent)
                yield f"{trial.hearing.name(who)} lost {games} games by absence"


def as_played(trial: Trial) -> Iterator[str]:
    """What stands is what both would sign, side by side in the order of the card."""
    for one in trial.pairings:
        played = trial.evening.event.matches.get(one.contest_id)
        if played is None or not played.games or one.outcome is None:
            continue
        wanted = tuple(played.games[member] for member in played.players)
        if one.outcome.score != wanted:
            yield f"{trial.hearing.names(played.players)}: {one.outcome.score} instead of {wanted}"


def place_goes_over(trial: Trial) -> Iterator[str]:
    """Once, to who was named; what was played before stays with who played it, and what follows is the other's."""
    left, comes_in = trial.evening.left, trial.evening.comes_in
    if left is None:
        yield "nobody has left"
        return
    given = [(row["gone"], row["came"], row["undone_at"]) for row in trial.file["given"]]
    if given != [(left.id, comes_in.id, None)]:
        yield f"places that went over: {given}"
    before = [one.contest_id for one, _ in trial.played_by(left.id)]
    kept = [row["contest_id"] for row in trial.file["played_by"] if row["discord_id"] == left.id]
    yield from same(f"matches of {left.name}", kept, before)
    if not list(trial.played_by(comes_in.id)):
        yield f"{comes_in.name} has played nothing"


def place_is_told(trial: Trial) -> Iterator[str]:
    """All read who, for whom and why; who comes in is pinged, and both have a letter."""
    left, comes_in, at = trial.evening.left, trial.evening.comes_in, trial.evening.left_at
    assert left is not None
    assert at is not None
    both = (f"<@{left.id}>", f"<@{comes_in.id}>")
    told = [one for one in trial.posts("announcements") if at <= one.at <= at + SOON]
    told = [one for one in told if all(name in one.text for name in both) and WHY_LEFT in one.text]
    if len(told) != 1 or comes_in.id not in told[0].pinged or left.id in told[0].pinged:
        yield f"{len(told)} posts tell of it, to {', '.join(trial.hearing.names(one.pinged) for one in told)}"
    for member in (left, comes_in):
        letters = trial.hearing.play.witness.written_to(member.name)
        if len(letters) != 1 or not at <= letters[0].at <= at + SOON:
            yield f"{member.name} has {len(letters)} letters"


def grandfather_is_asked_for(trial: Trial) -> Iterator[str]:
    """The organiser alone, when check-in opens, and with each of his matches as it is called."""
    evening = trial.evening
    opened = trial.event.start_at - trial.hearing.rules.opens_before
    mine = [played.called for _, played in trial.played_by(evening.grandfather.id)]
    due = [opened, *(one.at for one in mine if one is not None)]
    found = sorted(trial.posts("committee", "name-here"), key=lambda one: one.at)
    if len(found) != len(due):
        yield f"{len(found)} cards for check-in and {len(due) - 1} matches"
    for number, (post, at) in enumerate(zip(found, due, strict=False)):
        yield from on_time(f"card {number}", post.at, at)
        yield from _called(trial, f"card {number}", post, to_role=False)
    if len(due) < 2:
        yield f"{evening.grandfather.name} has played nothing"


def quarrels(trial: Trial) -> Iterator[str]:
    """At once by name, or soon after another call; the role after ten minutes of silence, with all that waits then."""
    found, to_role = trial.evening.quarrels, trial.evening.play.stage.organisers.id
    if len(found) != 2:
        yield f"{len(found)} quarrels"
    calls = [_calls_to(trial, one) for one in found]
    for number, one in enumerate(found):
        by_name = [post for post in calls[number] if to_role not in post.pinged_roles]
        if len(by_name) != 1:
            yield f"quarrel {number}: called {len(by_name)} times by name"
            continue
        yield from on_time(f"quarrel {number}", by_name[0].at, one.at, CALLED_WITHIN if number else SOON)
        yield from _called(trial, f"quarrel {number}", by_name[0], to_role=False)
        yield from _decided(trial, one)
    with_role = [[post for post in some if to_role in post.pinged_roles] for some in calls]
    if [len(some) for some in with_role[:1]] != [1]:
        yield f"the role is called {sum(map(len, with_role))} times"
        return
    (post,) = with_role[0]
    yield from on_time("the role", post.at, found[0].at + ANSWER_WITHIN)
    yield from _called(trial, "the role", post, to_role=True)
    yield from (f"the role is called to quarrel 1 at {one.at:%H:%M:%S}" for one in with_role[-1] if one != post)


def _calls_to(trial: Trial, one: Quarrel) -> list[Post]:
    return [post for post in trial.posts("committee") if f"referee:{one.contest_id}" in post.offered]


def _decided(trial: Trial, quarrel: Quarrel) -> Iterator[str]:
    """By the organiser's word, and by no clock before it."""
    one = next(each for each in trial.pairings if each.contest_id == quarrel.contest_id)
    if one.outcome is None or quarrel.decided_at is None or one.outcome.settled_by is None:
        yield f"it ended as {one.outcome}"
    elif one.outcome.settled_at < quarrel.decided_at:
        yield f"it ended at {one.outcome.settled_at:%H:%M:%S}, before anybody decided"


def killed_once(trial: Trial) -> Iterator[str]:
    """The time is on record and told once; the report that waited is answered, and no match is called twice."""
    killed, back = trial.evening.killed_at, trial.evening.back_at
    assert killed is not None
    assert back is not None
    found = [(moment(row["down_from"]), moment(row["up_at"])) for row in trial.file["outages"]]
    if len(found) != 1:
        yield f"{len(found)} outages"
    for since, until in found:
        yield from on_time("the outage ends", until, back)
        if not killed - _BEATS <= since <= killed:
            yield f"the outage is told from {since:%H:%M:%S}"
    told = [one for one in trial.posts("matches") if back <= one.at <= back + SOON and "⚠️" in one.text]
    if len(told) != 1:
        yield f"told {len(told)} times"
    waited = [
        one for one in trial.hearing.facts.claims if one.reported_at <= killed and (one.answered_at or back) > killed
    ]
    if not waited or any(one.answer != "confirmed" for one in waited):
        yield f"the reports that waited: {', '.join(str(one.answer) for one in waited) or 'none'}"
    yield from _called_once(trial)


def _called_once(trial: Trial) -> Iterator[str]:
    """A match that was called for who left before the place went over is called anew."""
    at = trial.evening.left_at
    seen_at = [(one.subject("here"), at is not None and one.at >= at) for one in trial.posts("matches", "here")]
    calls = Counter(one for one, _ in seen_at)
    anew = {one for one, _ in trial.played_by(trial.evening.comes_in.id)}
    yield from (f"match {one} was called {times} times" for (one, _), times in Counter(seen_at).items() if times > 1)
    first = {one for one, after in seen_at if after} & {one for one, after in seen_at if not after}
    yield from (f"match {one} was called anew" for one in first - {one.contest_id for one in anew})
    played = [one.contest_id for one in trial.pairings if len(one.sides) == 2]
    yield from same("matches called", calls, played)


def nobody_is_barred(trial: Trial) -> Iterator[str]:
    """Whatever went wrong has no consequence beyond the evening."""
    yield from (f"{trial.hearing.person_name(one.person_id)} is barred" for one in trial.hearing.facts.bars)
    yield from (f"{trial.hearing.person_name(one.person_id)} has a case" for one in trial.hearing.facts.cases)


def comes_to_its_podium(trial: Trial) -> Iterator[str]:
    """As many matches are played as start, that for third place among them; who won the final is told, once."""
    two = [one for one in trial.pairings if len(one.sides) == 2]
    finals = [one for one in two if one.stage == "final"]
    if len(two) != len(trial.evening.event.starters) or len(finals) != 1 or trial.event.ended_at is None:
        yield f"{len(two)} matches, {len(finals)} finals, ended at {trial.event.ended_at}"
        return
    told = trial.posts("announcements", "ranking")
    champion = _winner(trial, finals[0])
    if len(told) != 1 or f"<@{champion}>" not in told[0].text:
        yield f"{len(told)} podiums, or without {trial.hearing.name(champion)}"


def _winner(trial: Trial, one: Pairing) -> int:
    side = None if one.outcome is None else one.outcome.winner
    return next(member for member, entrant in trial.entrants.items() if side is not None and entrant == one.sides[side])


_A: Final = "a bad evening"
CHECKS: Final[tuple[tuple[str, str, Callable[[Trial], Iterable[str]]], ...]] = (
    (_A, "Who sleeps is asked once before the close, with three choices", asked_in_vain),
    (_A, "Silence moves the close once, and all who are missing are told", silence_gives_time),
    (_A, "Who checked in plays, and who forgot it does not", who_starts),
    (_A, "The Check in button stays until the moved close", button_stays),
    (_A, "Who comes late reads whom to ask", late_one_told),
    (_A, "Who comes late has one place, in the place of one bye", late_one_has_one_place),
    (_A, "Who had the bye is told and called", who_had_the_bye_is_told),
    (_A, "The draw and the lot over byes can both be checked", both_draws_proved),
    (_A, "The draw is shown, with everybody who is in it", bracket_is_shown),
    (_A, "Who never comes loses by the clock alone", missing_one_loses),
    (_A, "Nobody loses by absence who was there", nobody_loses_who_was_there),
    (_A, "Who answers for a player without Discord is asked once for each match", grandfather_is_asked_for),
    (_A, "Who leaves is replaced once, and what was played stays with who played it", place_goes_over),
    (_A, "All read who is replaced, by whom and why", place_is_told),
    (_A, "The scores that stand are those that were played", as_played),
    (_A, "The organiser is called to each quarrel, and decides it", quarrels),
    (_A, "A killed bot goes on where it was, and says nothing twice", killed_once),
    (_A, "Nobody is barred", nobody_is_barred),
    (_A, "The cup comes to its podium", comes_to_its_podium),
    (_A, "Everybody is pinged as often as the evening asks for", pinged_as_needed),
    (_A, "Arbiters whom the cup does not need are left alone", arbiters_left_alone),
    (_A, "No mishap costs the organiser more acts than it may", acts),
)
_OF_ENTERING: Final = frozenset({confirming.announcements, confirming.reminders})
_OF_MATCHES: Final = frozenset({matches.reports, matches.arbiters})
_OF_DRAWS: Final = frozenset({drawing.byes, drawing.tree})


def judge(evening: BadEvening, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, evening)
    some = _OF_ENTERING | _OF_MATCHES | _OF_DRAWS
    general = (row for area in (confirming, drawing, matches) for row in area.CHECKS if row[2] in some)
    found = [
        *judge_all(CHECKS, trial),
        *judge_all(general, hearing),
        # Each mishap costs calls of its own.
        *judge_all(but(seen.CHECKS, {seen.calls}), hearing),
    ]
    return Verdict(tuple(found), tuple(tables(trial)))
