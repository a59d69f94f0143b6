"""The judge of a stranger's evening: that of any cup, and what a stranger was promised beside it."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal import notified, rows
from rehearsal.cast import Character, Player
from rehearsal.cups import judge as of_cups
from rehearsal.cups.checks.rounds import Rows
from rehearsal.cups.cup import Trial
from rehearsal.facts import Event, Pairing
from rehearsal.friday.director import calls_of
from rehearsal.friday.evening import SEATS, STREAM, TOLD, Evening
from rehearsal.hearing import Hearing, on_time, same
from rehearsal.posts import Post
from rehearsal.verdict import Table, Verdict, judge_all

ORGANISER: Final = 5
"""`/setup`, Quick start, New cup, the form, Confirm."""
ANSWER_WITHIN: Final = timedelta(minutes=10)
"""How long the organiser may be silent before the role is called."""
IN_ALL: Final = 12
"""What the organiser does who does not play: those, what is told of the cup, and one dispute."""
MORE_OF_A_PLAYER: Final = 2
"""So much more at most where the organiser plays."""
MOST_TO_ORGANISER: Final = 4
TO_AGREE: Final = 2
"""To the organiser's opponent: the question, and what became of it."""
MOST_IN_A_MATCH: Final = 2
"""To a player: its call, and a report to answer or what became of it."""
_JPEG: Final = b"\xff\xd8\xff"
_BEFORE_THE_START: Final = (timedelta(days=1), timedelta(hours=1))


def _evening(trial: Trial) -> Evening:
    assert isinstance(trial.cup, Evening)
    return trial.cup


def _event(trial: Trial) -> Event:
    ((_, event),) = trial.hearing.events_held()
    return event


def _in_the_file(trial: Trial) -> dict[str, list[sqlite3.Row]]:
    return rows.read(trial.cup.play.stage.path, rows.STRANGERS)


def organiser_acts(trial: Trial) -> Iterator[str]:
    """Five, in any language: the time zone is guessed, and confirmed with the cup."""
    evening = _evening(trial)
    if evening.organiser_acts != ORGANISER:
        yield f"the organiser did {evening.organiser_acts} acts instead of {ORGANISER}"


def organising(trial: Trial) -> Iterator[str]:
    """From the invitation to the podium: who plays too does no more than two acts besides."""
    evening = _evening(trial)
    most = IN_ALL + (MORE_OF_A_PLAYER if evening.organiser_plays else 0)
    if not IN_ALL <= evening.organising <= most:
        yield f"the organiser did {evening.organising} acts instead of {IN_ALL} to {most}"


def organiser_wins(trial: Trial) -> Iterator[str]:
    """Who runs the cup and wins every match on the board has won the cup."""
    evening, event = _evening(trial), _event(trial)
    (final,) = (one for one in trial.hearing.pairings(event) if one.stage == "final")
    side = None if final.outcome is None else final.outcome.winner
    winner = None if side is None else trial.hearing.facts.of(event.event_id)[final.sides[side]].member
    if evening.organiser_plays and winner != evening.play.stage.organiser.id:
        yield f"{trial.hearing.name(winner or 0)} has won the cup"


def player_acts(trial: Trial) -> Iterator[str]:
    """Two of who starts, one where the registration came during check-in."""
    evening = _evening(trial)
    opened = _event(trial).start_at - trial.hearing.rules.opens_before
    for member in sorted(evening.event.starters):
        wanted = 1 if evening.event.registered[member] >= opened else 2
        done = evening.player_acts[member] - evening.in_vain[member]
        if done != wanted:
            yield f"{trial.hearing.name(member)} did {done} acts instead of {wanted}"


def server(trial: Trial) -> Iterator[str]:
    """Set up in the server's language and its people's zone, in channels that are there, and with nobody in office."""
    evening, found = _evening(trial), _in_the_file(trial)
    (settled,) = found["server"]
    stage = evening.play.stage
    for name, wanted in (
        ("language", stage.language),
        ("time_zone", evening.zone),
        ("zone_guessed", 0),
        ("committee_channel", None),
    ):
        if settled[name] != wanted:
            yield f"{name} is {settled[name]} instead of {wanted}"
    channels = [settled[f"{place}_channel"] for place in ("announcements", "matches", "record")]
    if None in channels or len(set(channels)) != len(channels):
        yield "the bot has no three channels"
    if not evening.before.issuperset(channels[:2]):
        yield "there is a second channel beside one that was there"
    if settled["set_up_at"] is None or settled["organiser_role"] is None:
        yield "the setup was not finished"
    yield from ("somebody holds an office or a title" for _ in (*found["offices"], *found["titles"]))


def as_typed(trial: Trial) -> Iterator[str]:
    """The event is what was typed: its start, its length, its seats."""
    evening, event = _evening(trial), _event(trial)
    frozen = next(row for row in _in_the_file(trial)["rules"] if row["tournament_id"] == event.event_id)
    rules = json.loads(frozen["rulebook"])
    for what, found, wanted in (
        ("name", event.name, evening.event.name),
        ("start", event.start_at, evening.starts_at),
        ("length", rules["knockout"]["best_of"], trial.cup.rules.best_of),
        ("seats", rules["registration"]["capacity"], SEATS),
    ):
        if found != wanted:
            yield f"{what}: {found} instead of {wanted}"


def as_told(trial: Trial) -> Iterator[str]:
    """What was told of the cup is on record, its picture as a JPEG of the bot's own."""
    evening, event = _evening(trial), _event(trial)
    wanted = (event.event_id, *TOLD[evening.play.stage.language], STREAM)
    found = _in_the_file(trial)["told"]
    told = [(row["tournament_id"], row["description"], row["prize"], row["stream"]) for row in found]
    if told != [wanted]:
        yield f"{told} instead of {wanted}"
    if not all((row["picture"] or b"").startswith(_JPEG) for row in found):
        yield "the picture is not the bot's own"


def opening_ping(trial: Trial) -> Iterator[str]:
    """One public message pings all who are registered when check-in opens, and nobody else."""
    opens_at = _event(trial).start_at - trial.hearing.rules.opens_before
    posts = trial.hearing.play.witness.posts_of("announcements")
    found = [one for one in posts if opens_at <= one.at <= opens_at + timedelta(seconds=30) and one.pinged]
    if len(found) != 1 or not found[0].has("check-in"):
        yield f"{len(found)} messages opened check-in, or without its button"
    registered = [member for member, at in trial.cup.event.registered.items() if at < opens_at]
    pinged = [member for post in found for member in post.pinged]
    yield from same("pinged at the opening", map(trial.hearing.name, pinged), map(trial.hearing.name, registered))


def letters(trial: Trial) -> Iterator[str]:
    """Who asked is written to a day and an hour before, at the opening and at each call; nobody else is."""
    hearing, event, reminded = trial.hearing, _event(trial), _evening(trial).reminded
    since = _evening(trial).reminded_since
    assert reminded is not None
    assert since is not None
    letters = hearing.play.witness.written_to(reminded.name)
    moments = [event.start_at - before for before in (*_BEFORE_THE_START, hearing.rules.opens_before)]
    before = [letter for letter in letters if letter.at < event.start_at]
    yield from _letters_before(before, [at for at in moments if at > since])
    yield from _letters_at_calls(trial, reminded.id, [letter for letter in letters if letter.at >= event.start_at])
    yield from _letters_unasked(hearing, reminded.id)


def _letters_unasked(hearing: Hearing, reminded: int) -> Iterator[str]:
    for one in hearing.play.cast.players:
        if one.member.id != reminded and hearing.play.witness.written_to(one.name):
            yield f"{one.name} was written to without asking"


def _letters_before(found: list[Post], moments: list[datetime]) -> Iterator[str]:
    if len(found) != len(moments):
        yield f"{len(found)} letters before the start instead of {len(moments)}"
        return
    for letter, due in zip(found, moments, strict=True):
        yield from on_time("a letter", letter.at, due)
    if not found[-1].has("check-in"):
        yield "the letter at the opening has no button to check in"


def _letters_at_calls(trial: Trial, reminded: int, called: list[Post]) -> Iterator[str]:
    mine = [one for one in trial.cup.event.matches.values() if reminded in one.players]
    if len(called) != len(mine) or not all(letter.has("here") for letter in called):
        yield f"{len(called)} letters with their button for {len(mine)} matches"


def dispute(trial: Trial) -> Iterator[str]:
    """The one dispute stood on the desk with its button, and the organiser's word is what stands."""
    hearing, event = trial.hearing, _event(trial)
    disputed = {one.contest_id for one in hearing.facts.claims if one.answer in {"disputed", "overruled"}}
    desks = _evening(trial).desks
    if len(disputed) != 1 or len(desks) != 1:
        yield f"{len(disputed)} disputes and {len(desks)} looks at the desk instead of one each"
        return
    (contest,), (desk,) = disputed, desks
    if f"referee:{contest}" not in desk.post.offered or not desk.private:
        yield "the desk does not offer the dispute to the organiser alone"
    yield from _ruled_by_owner(trial, [one for one in hearing.pairings(event) if one.contest_id == contest])


def _ruled_by_owner(trial: Trial, disputed: list[Pairing]) -> Iterator[str]:
    (owner,) = (row["person_id"] for row in _in_the_file(trial)["owner"])
    for one in disputed:
        if one.outcome is None or one.outcome.settled_by != owner:
            yield f"the dispute ended as {one.outcome}"


def organiser_sleeps(trial: Trial) -> Iterator[str]:
    """Called by name at once, with the role after ten minutes of silence, and decided then and not before."""
    hearing, stage = trial.hearing, _evening(trial).play.stage
    (contest,) = {one.contest_id for one in hearing.facts.claims if one.answer in {"disputed", "overruled"}}
    found = calls_of(hearing.play.witness.posts_of(), stage.organiser.id, f"referee:{contest}")
    (settled,) = _in_the_file(trial)["server"]
    to_role = [settled["organiser_role"] in one.pinged_roles for one in found]
    if to_role == [False, True]:
        yield from on_time("the role is called", found[1].at, found[0].at + ANSWER_WITHIN)
    else:
        yield f"{len(found)} calls, {sum(to_role)} of them to the role"
    yield from _decided_early(trial, next(one for one in hearing.pairings(_event(trial)) if one.contest_id == contest))


def _decided_early(trial: Trial, one: Pairing) -> Iterator[str]:
    woke_at = _evening(trial).woke_at
    if woke_at is None or one.outcome is None or one.outcome.settled_at < woke_at:
        yield f"the dispute ended as {one.outcome}, and the organiser looked at it at {woke_at}"


def notified_as_little(trial: Trial) -> Iterator[str]:
    """The organiser hears of the evening, a few times; to the players it is as quiet as without a dispute."""
    stage, found = _evening(trial).play.stage, notified.count(_evening(trial).play.stage)
    if letters := found.letters[stage.organiser.id]:
        yield f"the organiser, who could be pinged, was written to {letters} times"
    if not _evening(trial).organiser_plays and not 1 <= found.pings[stage.organiser.id] <= MOST_TO_ORGANISER:
        yield f"the organiser was pinged {found.pings[stage.organiser.id]} times"
    called = Counter(member for one in trial.cup.event.matches.values() for member in one.players)
    for player in _evening(trial).play.cast.players:
        pings, played = found.pings[player.member.id], called[player.member.id]
        if pings > MOST_IN_A_MATCH * played + _beside_matches(trial, player):
            yield f"{player.name} was pinged {pings} times in {played} matches"


def _beside_matches(trial: Trial, player: Player) -> int:
    """Before the draw, and for the organiser what staff are called to, or to the opponent what waits for their word."""
    member = player.member
    before = _before_the_draw(trial, member.id)
    if member is _evening(trial).play.stage.organiser:
        return before + MOST_TO_ORGANISER
    posts = trial.hearing.play.witness.posts_of()
    asked = {one.message_id for one in posts if one.has("own-agree") and member.id in one.pinged}
    return before + TO_AGREE * len(asked)


def _before_the_draw(trial: Trial, member: int) -> int:
    """The opening of check-in, and each reminder at which the member had not confirmed."""
    start, rules, diary = _event(trial).start_at, trial.hearing.rules, trial.cup.event
    closes = start - rules.closes_before
    # Who confirms in the very second of a reminder may still be named by it.
    reminded = sum(member in diary.missing_at(closes - before - timedelta(seconds=1)) for before in rules.reminders)
    return (diary.registered[member] < start - rules.opens_before) + reminded


def never_came(trial: Trial) -> Iterator[str]:
    """Somebody checked in and never came, and that match was nobody's to decide."""
    event, entries = _event(trial), trial.hearing.facts.of(_event(trial).event_id)
    missing = {one.member.id for one in trial.cup.play.cast.who(Character.VANISHES)}
    lost = [
        one.outcome
        for one in trial.hearing.pairings(event)
        if missing.intersection(entries[side].member or 0 for side in one.sides)
    ]
    if [one and one.kind for one in lost] != ["walkover"]:
        yield f"who never came is in {lost}"


CHECKS: Final[Rows] = (
    ("the first evening", "The organiser needs five acts from the invitation to the cup", organiser_acts),
    ("even hands", "Who runs the cup and plays does two acts more at most", organising),
    ("even hands", "Who runs the cup can win it", organiser_wins),
    ("the first evening", "A player needs two acts, and one during check-in", player_acts),
    ("the first evening", "Quick start sets an ordinary server up", server),
    ("the first evening", "The cup is what was typed into the form", as_typed),
    ("the first evening", "What is told of the cup goes with it", as_told),
    ("the first evening", "The opening of check-in pings once who is registered", opening_ping),
    ("the first evening", "Letters come in time to who asked for them, and to nobody else", letters),
    ("the first evening", "The dispute waits on the desk, and the organiser's word is what stands", dispute),
    ("the first evening", "An organiser who sleeps is called by name, and then the role", organiser_sleeps),
    ("the first evening", "The organiser is pinged, and nobody more often than needed", notified_as_little),
    ("the first evening", "Who never comes loses by the clock alone", never_came),
)


def judge(evening: Evening, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, evening)
    checks = (*judge_all(CHECKS, trial), *of_cups.checks(trial))
    return Verdict(checks, (_acts(trial), *of_cups.tables(trial)))


def _acts(trial: Trial) -> Table:
    evening = _evening(trial)
    organiser = (trial.hearing.play.stage.owner.name, "organises", evening.organiser_acts)
    players = ((one.name, "plays", evening.player_acts[one.member.id]) for one in evening.play.cast.players)
    return "Acts before the first match", ("Who", "", "Acts"), (organiser, *players)
