"""What a bad evening costs: pings and letters for each role, and acts of the organiser for each mishap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal import notified
from rehearsal.bad_evening.diary import Mishap
from rehearsal.bad_evening.trial import Trial
from rehearsal.tables import calls_spent
from rehearsal.verdict import Table

BEFORE_THE_START: Final = 4
"""To who has not checked in: the opening, two reminders, and that the close has moved."""
IN_A_MATCH: Final = 2
"""Its call, and a report to answer or what became of a quarrel."""
IN_A_QUARREL: Final = 1
"""More, to each of the two."""
OF_THE_BYE: Final = 1
"""To who had it."""
OF_THE_PLACE: Final = 2
"""To who takes one, and to whom they meet: that it goes over, and the call that comes anew."""
MOST_ACTS: Final = {
    Mishap.ASLEEP: 0,
    Mishap.LATE: 1,
    Mishap.MISSING: 0,
    Mishap.LEAVES: 1,
    Mishap.BY_NAME: 2,
    Mishap.DISPUTE: 2,
    Mishap.KILLED: 0,
}
"""Each time: who has no Discord is entered and checked in, and in each match comes and has a score."""


def _times(trial: Trial, mishap: Mishap) -> int:
    """How often it came to an act about it."""
    match mishap:
        case Mishap.DISPUTE:
            return len(trial.evening.quarrels)
        case Mishap.BY_NAME:
            return 1 + len(list(trial.played_by(trial.evening.grandfather.id)))
        case _:
            return 1


def acts(trial: Trial) -> Iterator[str]:
    """What the organiser did about each, by the count of commands, presses, choices and forms."""
    for mishap, most in MOST_ACTS.items():
        done, times = trial.evening.acts[mishap], _times(trial, mishap)
        if done > most * times:
            yield f"{mishap}: {done} acts in {times} times"
    if not trial.evening.acts[Mishap.LATE]:
        yield "nobody let the late one in"


def pinged_as_needed(trial: Trial) -> Iterator[str]:
    """The organiser by each call and by nothing else, the second one by the role, and no player more than needed."""
    stage, found = trial.evening.play.stage, notified.count(trial.evening.play.stage)
    for member, wanted in ((stage.organiser, _to_organiser(trial)), (trial.evening.second, _to_role(trial))):
        if found.pings[member.id] != wanted:
            yield f"{member.name} was pinged {found.pings[member.id]} times by {wanted} calls"
    for player in trial.evening.play.cast.players:
        pings, most = found.pings[player.member.id], _most_of_player(trial, player.member.id)
        if pings > most:
            yield f"{player.name} was pinged {pings} times, {most} at most"
    written = {trial.evening.comes_in.id, trial.evening.left.id if trial.evening.left else 0}
    for one, times in found.letters.items():
        if times > (one in written):
            yield f"{trial.hearing.name(one)} was written to {times} times"


def _to_organiser(trial: Trial) -> int:
    """The calls to staff, the cards for the grandfather, each report that is his to answer, and what else calls him."""
    organiser = trial.evening.play.stage.organiser.id
    calls = [one for one in trial.posts("committee") if one.has("referee") or one.has("close-more")]
    cards = trial.posts("committee", "name-here")
    mine = {one.contest_id for one, _ in trial.played_by(trial.evening.grandfather.id)}
    asked = [one for one in trial.posts("matches", "agree") if organiser in one.pinged and one.subject("agree") in mine]
    lost_bye = [one for one in trial.posts("announcements", "bracket") if organiser in one.pinged]
    return len(calls) + len(cards) + len(asked) + len(lost_bye)


def _to_role(trial: Trial) -> int:
    """The question before the close, and the first quarrel after ten minutes."""
    role = trial.evening.play.stage.organisers.id
    return sum(role in one.pinged_roles for one in trial.posts("committee"))


def _most_of_player(trial: Trial, member: int) -> int:
    played = list(trial.played_by(member)) if member in trial.entrants else []
    in_quarrels = {one.contest_id for one in trial.evening.quarrels} & {one.contest_id for one, _ in played}
    (_, first), *_ = trial.played_by(trial.evening.late.id)
    had_bye = member in first.players and member != trial.evening.late.id
    taken = next(trial.played_by(trial.evening.comes_in.id), None)
    of_place = taken is not None and member in taken[1].players
    once = OF_THE_BYE * had_bye + OF_THE_PLACE * of_place + IN_A_QUARREL * len(in_quarrels)
    return BEFORE_THE_START + IN_A_MATCH * len(played) + once


def arbiters_left_alone(trial: Trial) -> Iterator[str]:
    """Who holds a title and has no part in the cup hears nothing of it: only that they are named, before."""
    stage, announced = trial.evening.play.stage, trial.evening.event.announcement
    assert announced is not None
    posts = [one for one in trial.hearing.play.witness.posts_of() if one.at >= announced.at]
    yield from (f"pinged at {one.at:%H:%M:%S}" for one in posts if stage.arbiter.id in one.pinged)


def tables(trial: Trial) -> Iterator[Table]:
    """Who was notified how often, what it cost the organiser, the matches, the calls."""
    told = tuple(notified.lines(notified.count(trial.evening.play.stage), parts(trial)))
    yield "Heard in time", ("Who", "People", "Pings each", "Letters each"), told
    yield "Acts of the organiser", ("Mishap", "Times", "Acts in all"), tuple(_acts(trial))
    yield "Matches", ("Stage", "Player", "Score", "Player", "By absence"), tuple(_matches(trial))
    yield calls_spent(trial.hearing, ("Event", "Matches", "Calls"))


def parts(trial: Trial) -> dict[str, list[int]]:
    """Who is what on the evening."""
    evening, stage = trial.evening, trial.evening.play.stage
    found = {
        "organiser": [stage.organiser.id],
        "second organiser": [evening.second.id],
        "late one": [evening.late.id],
        "who never comes": [evening.missing.id],
        "who leaves": [] if evening.left is None else [evening.left.id],
        "who comes in": [evening.comes_in.id],
        "arbiter": [stage.arbiter.id],
    }
    apart = {evening.grandfather.id, *(one for some in found.values() for one in some)}
    found["players"] = [one.member.id for one in evening.play.cast.players if one.member.id not in apart]
    everybody = {one.id for one in stage.members.values()}
    return {**found, "others": sorted(everybody.difference(apart, found["players"]))}


def _acts(trial: Trial) -> Iterator[tuple[object, ...]]:
    for mishap in Mishap:
        yield mishap.value, _times(trial, mishap), trial.evening.acts[mishap]


def _matches(trial: Trial) -> Iterator[tuple[object, ...]]:
    """Each match with those who played it, whoever holds their place by now."""
    for one in trial.pairings:
        played = trial.evening.event.matches.get(one.contest_id)
        if played is not None and one.outcome is not None:
            first, second = map(trial.hearing.name, played.players)
            absent = "–".join(map(str, one.outcome.walkover)) if any(one.outcome.walkover) else ""
            yield f"{one.stage} {one.round}", first, "–".join(map(str, one.outcome.score)), second, absent
