"""What a vote shows: nothing while it runs, everything in its minutes, and calls to those alone who are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.committee.checks.session import SOON, Session, SessionCheck
from rehearsal.committee.count import procedure, share, whole
from rehearsal.committee.ledger import Held
from rehearsal.committee.record import VoteRow
from rehearsal.hearing import same
from rehearsal.posts import Post
from rehearsal.witness import How

_COUNTED: Final = re.compile(r"In favour[: ]*\*?\*?\d|gainst \*\*|Null \*\*|\*\* signature|: \*\*\d+\*\* ballot")
_CAST: Final = re.compile(r"\*\*(\d+)\*\* ballots? cast of (\d+)")
_CHOICES: Final = re.compile(r"in favour|against|null \*", re.IGNORECASE)
_REMINDS: Final = re.compile(r"ballot is still missing|can be signed until")
_NAMED: Final = re.compile(r"<@(\d+)>")
_SETTLED: Final = timedelta(minutes=2)
"""After so much time without a press the card shows every ballot cast."""
_MAY_BE_LOGGED: Final = frozenset({"open_vote", "recuse", "extend_vote", "close_vote"})


def secrecy(session: Session) -> Iterator[str]:
    """Before the close nothing shows but how many ballots were cast; a change of heart shows nowhere."""
    for held, row in session.votes():
        ends = row.closed_at or session.hearing.play.stage.now
        for sight in session.public():
            own = any(one.startswith("vote-") and held.vote_id in one for one in sight.post.offered)
            if own and sight.how is How.CHANGED:
                yield from _card(held, sight.at, sight.post)
            # What was said in the second of the opening is the end of the vote from which this one came.
            about = own or (row.opened_at + timedelta(seconds=1) < sight.post.at and held.question in sight.post.text)
            if about and sight.at < ends and _COUNTED.search(sight.post.text):
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
        if _CHOICES.search(answer.text):
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


def _are_minutes(held: Held, row: VoteRow, post: Post) -> bool:
    """Whether the post is the vote's own, by its electorate, its question and its moment."""
    if row.closed_at is None or not timedelta() <= post.at - row.closed_at < SOON:
        return False
    words = (f"Electorate ({len(held.entitled)})", held.question.split("*")[0])
    return all(one in post.text for one in words) and _is_about(held, post)


def _is_about(held: Held, post: Post) -> bool:
    """A petition, its election and the second ballot have one question: their headings differ."""
    heading = post.text.splitlines()[0]
    is_petition = heading.startswith("### 🗳️ Petition")
    return ("second ballot" in heading) == (held.ballot == 2) and is_petition == (held.kind == "petition")


def _missing(session: Session, held: Held, row: VoteRow, post: Post) -> Iterator[str]:
    lines = post.text.splitlines()
    electorate = next((line for line in lines if "Electorate (" in line), "")
    yield from same("named in the electorate", map(int, _NAMED.findall(electorate)), held.entitled)
    for member, why in held.recused.items():
        words = {"concerned": "being concerned", "leader": "as the leader", "declared": "declared a recusal"}[why]
        if not any(f"<@{member}>" in line and words in line for line in lines):
            yield f"nothing says that {session.hearing.name(member)} was recused ({why})"
    for words in _sentences(session, held, row):
        if words not in post.text:
            yield f"does not say {words!r}"


def _sentences(session: Session, held: Held, row: VoteRow) -> Iterator[str]:
    rules, entitled, ballots = procedure(held.kind), len(held.electorate), held.ballots()
    said = Counter(ballots.values())
    yield from rules.cites
    yield from _numbers(held, said, rules.form)
    if rules.form != "candidates":
        yield f"In favour: {said['yes']}/{whole(rules, entitled, ballots)} of "
    yield f"{'more than' if rules.threshold.startswith('more') else 'at least'} {share(rules.threshold)}"
    if rules.quorum != "none":
        yield f"{said['yes'] + said['no']}/{entitled} not null, at least {share(rules.quorum)} needed"
    elected = session.outcome(held, row)[1]
    if elected is not None:
        yield f"<@{next(one for one, person in session.record.people.items() if person == elected)}> is elected"


def _numbers(held: Held, said: Counter[str], form: str) -> Iterator[str]:
    """How many said what, by what could be said."""
    absent = len(held.electorate) - said.total()
    match form:
        case "signatures":
            yield f"**{said['yes']}** signature"
        case "candidates":
            for candidate in held.candidates:
                yield f"<@{candidate}>: **{said[str(candidate)]}** ballot"
            yield f"Null **{said['null']}**, absent **{absent}**"
        case _:
            yield f"In favour **{said['yes']}**, against **{said['no']}**, null **{said['null']}**, absent **{absent}**"


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
        ends = row.closed_at or session.hearing.play.stage.now
        found = {
            (f"{post.at:%d %b %H:%M}", session.hearing.names(post.pinged))
            for post in session.posts_of("committee")
            if row.opened_at <= post.at < ends and _REMINDS.search(post.text)
        }
        yield from same(f"{held.question}: called", found, wanted)


def _to_be_called(held: Held, at: datetime) -> frozenset[int]:
    """Who has not voted; of a petition everybody, since who is not called would have signed."""
    signed = procedure(held.kind).form == "signatures"
    return frozenset(held.electorate if signed else held.electorate - set(held.ballots(at)))


def longer(session: Session) -> Iterator[str]:
    """Who is told that a vote stays open is called, if the own ballot is missing."""
    for held, row in session.votes():
        for post in session.posts_of("committee"):
            running = row.opened_at <= post.at and row.closed_at is not None and post.at < row.closed_at
            if running and "stays open until" in post.text:
                missing = _to_be_called(held, post.at)
                if post.pinged != missing:
                    names = session.hearing.names
                    yield f"{held.question}: called {names(post.pinged)} instead of {names(missing)}"


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("the house", "A ballot is secret until the close", secrecy),
    ("AIJE-A02-5, OLY-6", "Minutes say who could vote, how it was counted and by which rule", minutes),
    ("AIJE-A02-6", "Who is called has not voted, and nobody else is", calls),
    ("AIJE-A02-4", "Who is missing hears that a vote stays open", longer),
)
