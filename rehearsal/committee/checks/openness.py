"""What a vote shows: nothing while it runs, everything in its minutes, and calls to those alone who are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.committee.checks.session import SOON, Session, SessionCheck, heading, kind_shown
from rehearsal.committee.count import procedure, share, whole
from rehearsal.committee.ledger import Held
from rehearsal.committee.record import VoteRow
from rehearsal.hearing import same
from rehearsal.posts import Post
from rehearsal.witness import How

_COUNTED: Final = re.compile(r"\*\*\d+\*\*|(?<![\d/])\d+/\d+(?![\d/])")
"""A number in bold, or a part of a whole: how the minutes tell what was said, and the card how many voted."""
_CAST: Final = re.compile(r"^\*\*(\d+)\*\*[^\d*\n]+(\d+)$", re.MULTILINE)
"""How many voted, of how many: the only count before the close."""
_REMINDS: Final = "⏰"
_STAYS_OPEN: Final = "⏳"
_PASSED: Final = "✅"
_NAMED: Final = re.compile(r"<@(\d+)>")
_RECUSED: Final = re.compile(r"^-# <@(\d+)>([^<*\n]+)$", re.MULTILINE)
"""Who has no vote, and the words that say why."""
_MEASURES: Final = {
    "en-US": ("more than", "at least"),
    "pt-BR": ("mais de", "no mínimo"),
    "es-ES": ("más de", "al menos"),
    "it": ("più di", "almeno"),
}
"""How each language says that a share itself is too little, and that it is enough."""
_SETTLED: Final = timedelta(minutes=2)
"""After so much time without a press the card shows every ballot cast."""
_MAY_BE_LOGGED: Final = frozenset({"open_vote", "recuse", "extend_vote", "close_vote"})


def secrecy(session: Session) -> Iterator[str]:
    """Before the close nothing shows but how many ballots were cast; a change of heart shows nowhere."""
    for held, row in session.votes():
        ends = row.closed_at or session.hearing.play.stage.now
        for sight in session.public():
            own = _offers(sight.post, held)
            if own and sight.how is How.CHANGED:
                yield from _card(held, sight.at, sight.post)
            # What was said in the second of the opening is the end of the vote from which this one came.
            about = own or (row.opened_at + timedelta(seconds=1) < sight.post.at and held.question in sight.post.text)
            if about and sight.at < ends and _COUNTED.search(_CAST.sub("", sight.post.text)):
                yield f"{held.question}: a count in #{sight.place} at {sight.at:%d %b %H:%M:%S}, before the close"
        yield from _turnout_shown(session, held, ends)
    yield from _elsewhere(session)


def _card(held: Held, at: datetime, post: Post) -> Iterator[str]:
    shown, voted = _CAST.search(post.text), len(held.ballots(at))
    if shown is None:
        yield f"{held.question}: the card shows no number of ballots"
    elif int(shown[1]) > voted or int(shown[2]) not in {len(held.entitled), len(held.electorate)}:
        yield f"{held.question}: {shown[0]}, when {voted} of {len(held.electorate)} had voted"


def _turnout_shown(session: Session, held: Held, ends: datetime) -> Iterator[str]:
    """Whatever was pressed, the card says how many voted: a number that left null ballots out would tell of them."""
    presses = [one.at for one in held.pressed]
    looks = [one for one in session.public() if one.post.message_id == held.card.message_id]
    numbers = [(one.at, found) for one in looks if (found := _CAST.search(one.post.text))]
    for moment in (at + _SETTLED for at in presses):
        if moment >= ends or any(moment - _SETTLED < at <= moment for at in presses):
            continue
        shown = next((found for at, found in reversed(numbers) if at <= moment), None)
        if shown is None or int(shown[1]) != len(held.ballots(moment)):
            yield f"{held.question}: {shown and shown[0]} at {moment:%d %b %H:%M}, not {len(held.ballots(moment))}"


def _elsewhere(session: Session) -> Iterator[str]:
    """Neither `/log` nor any other list tells more, and the log's own lines hold no ballot."""
    for held, answer in session.ledger.pried:
        labels = {str(held.card.find(one)["label"]) for one in ("vote-yes", "vote-no")}
        if any(label.lower() in answer.text.lower() for label in labels):
            yield f"{held.question}: who asked was told {answer.text[:150]!r}"
    for held in session.ledger.votes:
        for line in session.record.rows["log"]:
            if held.vote_id in line["subject"] and line["act"] not in _MAY_BE_LOGGED | _ACTS_AFTER:
                yield f"{held.question}: the log has a line {line['act']!r}"


_ACTS_AFTER: Final = frozenset(
    {"elect_leader", "expel_member", "remove_for_absences", "expel_player", "excuse_absence", "answer_excuse"}
)


def minutes(session: Session) -> Iterator[str]:
    """Minutes with electorate, recusals, count, quorum, threshold and the rule, once in each place."""
    for held, row in session.votes():
        for place in ("record", "committee"):
            found = [post for post in session.posts_of(place) if _are_minutes(held, row, post)]
            if len(found) != 1:
                yield f"{held.question}: {len(found)} minutes in #{place}"
            for post in found:
                yield from (f"{held.question}: #{place}: {one}" for one in _missing(session, held, row, post))
    yield from _recusals_told(session)


def _are_minutes(held: Held, row: VoteRow, post: Post) -> bool:
    """Whether the post is the vote's own, by its electorate, its question and its moment."""
    if row.closed_at is None or not timedelta() <= post.at - row.closed_at < SOON:
        return False
    words = (f"({len(held.entitled)}): <@", held.question.split("*")[0])
    return all(one in post.text for one in words) and heading(post) == heading(held.card)


def _missing(session: Session, held: Held, row: VoteRow, post: Post) -> Iterator[str]:
    lines = post.text.splitlines()
    electorate = next((line for line in lines if f"({len(held.entitled)}): <@" in line), "")
    yield from same("named in the electorate", map(int, _NAMED.findall(electorate)), held.entitled)
    recused = {int(member) for member, _ in _RECUSED.findall(post.text)}
    yield from same("told as recused", map(session.hearing.name, recused), map(session.hearing.name, held.recused))
    for what in _lines(session, held, row):
        if not re.search(what, post.text, re.MULTILINE):
            yield f"no line is {what!r}"


def _recusals_told(session: Session) -> Iterator[str]:
    """Each reason for a recusal is told in words of its own, the same each time."""
    words: dict[str, set[str]] = {}
    for held, row in session.votes():
        for post in (one for place in ("record", "committee") for one in session.posts_of(place)):
            for member, said in _RECUSED.findall(post.text) if _are_minutes(held, row, post) else ():
                words.setdefault(held.recused.get(int(member), ""), set()).add(said)
    apart = sum(len(said) for said in words.values()) == len(set().union(*words.values())) == len(words)
    if not apart:
        yield f"recusals are told as {words}"


def _lines(session: Session, held: Held, row: VoteRow) -> Iterator[str]:
    """What stands in the minutes, as expressions: the numbers, with whatever words are around them."""
    rules, entitled, ballots = procedure(held.kind), len(held.electorate), held.ballots()
    said = Counter(ballots.values())
    yield from map(re.escape, rules.cites)
    yield from _numbers(held, said, rules.form)
    measure = re.escape(_measure(session, rules.threshold))
    of_whole = "" if rules.form == "candidates" else rf" {said['yes']}/{whole(rules, entitled, ballots)} .*"
    yield of_whole + measure
    if rules.quorum != "none":
        needed = re.escape(_measure(session, rules.quorum))
        yield rf" {said['yes'] + said['no']}/{entitled} .*{needed}"
    elected = session.outcome(held, row)[1]
    if elected is not None:
        yield rf"^{_PASSED} .*<@{next(one for one, person in session.record.people.items() if person == elected)}>"


def _measure(session: Session, measure: str) -> str:
    """A share as the server's language writes it."""
    more, least = _MEASURES[session.hearing.play.stage.language]
    return f"{more if measure.startswith('more') else least} {share(measure)}"


def _numbers(held: Held, said: Counter[str], form: str) -> Iterator[str]:
    """How many said what, by what could be said."""
    absent = len(held.electorate) - said.total()
    match form:
        case "signatures":
            yield rf"^\*\*{said['yes']}\*\* "
        case "candidates":
            for candidate in held.candidates:
                yield rf"^[^<\n]*<@{candidate}>[^<*\n]*\*\*{said[str(candidate)]}\*\*"
            yield _in_bold(said["null"], absent)
        case _:
            yield _in_bold(said["yes"], said["no"], said["null"], absent)


def _in_bold(*numbers: int) -> str:
    """A line with these numbers in bold, in this order, and no other."""
    return "^" + "".join(rf"[^\d*<\n]+\*\*{number}\*\*" for number in numbers) + "$"


def calls(session: Session) -> Iterator[str]:
    """Reminders come when they are due, and call whoever has not voted and nobody else; to sign they call everybody."""
    for held, row in session.votes():
        due = {
            stretch.deadline - lead
            for stretch in session.stretches(held, row)[0]
            for lead in procedure(held.kind).reminders
            if stretch.since < stretch.deadline - lead < stretch.until
        }
        wanted = {(f"{at:%d %b %H:%M}", session.hearing.names(_to_be_called(held, at))) for at in due}
        found = {(f"{post.at:%d %b %H:%M}", session.hearing.names(post.pinged)) for post in _calls(session, held)}
        yield from same(f"{held.question}: called", found, wanted)


def openings(session: Session) -> Iterator[str]:
    """Whoever may vote is called when the vote opens, and nobody else; who is out of it by now may have been called."""
    for held, _ in session.votes():
        shown = next((one.post for one in session.public() if one.post.message_id == held.card.message_id), None)
        called = set() if shown is None else shown.pinged - set(held.recused)
        names = (map(session.hearing.name, some) for some in (called, set(held.electorate) - set(held.recused)))
        yield from same(f"{held.question}: called", *names)


def _calls(session: Session, held: Held) -> list[Post]:
    """The posts that call for ballots, and take them."""
    posts = [post for post in session.posts_of("committee") if post.text.startswith(_REMINDS)]
    return [post for post in posts if _offers(post, held)]


def _offers(post: Post, held: Held) -> bool:
    """Whether one can vote on it."""
    return any(one.startswith("vote-") and held.vote_id in one for one in post.offered)


def _to_be_called(held: Held, at: datetime) -> frozenset[int]:
    """Who has not voted; of a petition everybody, since who is not called would have signed."""
    signed = procedure(held.kind).form == "signatures"
    return frozenset(held.electorate if signed else held.electorate - set(held.ballots(at)))


def longer(session: Session) -> Iterator[str]:
    """Who is told that a vote stays open is called, if the own ballot is missing."""
    for held, row in session.votes():
        for post in session.posts_of("committee"):
            running = row.opened_at <= post.at and row.closed_at is not None and post.at < row.closed_at
            if running and post.text.startswith(_STAYS_OPEN) and f"**{kind_shown(held)}**" in post.text:
                missing = _to_be_called(held, post.at)
                if post.pinged != missing:
                    names = session.hearing.names
                    yield f"{held.question}: called {names(post.pinged)} instead of {names(missing)}"


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("AIJE-A02-4", "Whoever may vote is called when it opens", openings),
    ("the house", "A ballot is secret until the close", secrecy),
    ("AIJE-A02-5, OLY-6", "Minutes say who could vote, how it was counted and by which rule", minutes),
    ("AIJE-A02-6", "Who is called has not voted, and nobody else is", calls),
    ("AIJE-A02-4", "Who is missing hears that a vote stays open", longer),
)
