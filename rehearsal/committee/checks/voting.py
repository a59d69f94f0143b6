"""Votes: who may vote, whose ballot counts, what it comes to, when it closes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.committee.checks.session import SOON, Session, SessionCheck, kind_shown
from rehearsal.committee.count import lot
from rehearsal.hearing import on_time, same


def electorates(session: Session) -> Iterator[str]:
    """Who may vote is who the rule names, and stays so when somebody leaves the server; who may not, and why."""
    for held, row in session.votes():
        yield from same(held.question, row.electors, session.ids(held.entitled))
        wanted = {(session.record.people[member], why) for member, why in held.recused.items()}
        yield from same(f"{held.question}, recused", row.recused.items(), wanted)


def ballots(session: Session) -> Iterator[str]:
    """The last press of everybody, and nobody else's."""
    for held, row in session.votes():
        wanted = {(session.record.people[who], session.choice(said)) for who, said in held.ballots().items()}
        yield from same(held.question, row.ballots.items(), wanted)


def counts(session: Session) -> Iterator[str]:
    """The outcome is what an independent count of the presses says."""
    for held, row in session.votes():
        wanted = session.outcome(held, row)
        if (row.outcome, row.elected) != wanted:
            yield f"{held.question}: {(row.outcome, row.elected)} instead of {wanted}"


def lots(session: Session) -> Iterator[str]:
    """The lot can be drawn again from the minutes, under the number that was told from the beginning."""
    drawn = 0
    for held, row in session.votes():
        if not row.candidates:
            continue
        commitment, order = lot(row.secret, row.vote_id, row.candidates)
        if held.proof is None or commitment not in held.proof.text:
            yield f"{held.question}: who asked was not told the number that the lot was drawn under"
        shown = [post.text for post in session.posts_of("record") if row.secret.hex() in post.text]
        drawn += len(shown)
        if not all(_in_order(session, order, text, row.secret.hex()) for text in shown):
            yield f"{held.question}: the minutes give the lot another order"
    if drawn != 1:
        yield f"{drawn} minutes speak of a lot instead of 1"


def _in_order(session: Session, order: list[str], text: str, secret: str) -> bool:
    """Whether the minutes name those people in the order of the lot, beside the number that it was drawn with."""
    members = {person: member for member, person in session.record.people.items()}
    said = next(line for line in text.splitlines() if secret in line)
    places = [said.find(f"<@{members[who]}>") for who in order]
    return places == sorted(places)


def closes(session: Session) -> Iterator[str]:
    """Each vote closes when everybody has voted or it is decided, else at its deadline."""
    for held, row in session.votes():
        stretches, due = session.stretches(held, row)
        yield from on_time(held.question, row.closed_at, due, timedelta(seconds=20))
        extensions = sum(one.extended for one in stretches)
        if row.extensions != extensions:
            yield f"{held.question}: extended {row.extensions} times instead of {extensions}"


def extensions(session: Session) -> Iterator[str]:
    """The vote without quorum and the one that was slept through are announced as open longer."""
    told = _told_as_open(session)
    extended = [one.since for held, row in session.votes() for one in session.stretches(held, row)[0] if one.extended]
    back = [up for _, up in session.record.outages]
    for what, moments in (("without quorum", extended), ("slept through", back)):
        found = sum(any(since <= at < since + SOON for since in moments) for at in told)
        if found != 1:
            yield f"the vote {what}: told {found} times that it stays open"
    if len(told) != 2:
        yield f"{len(told)} posts tell of a vote that stays open"


def _told_as_open(session: Session) -> list[datetime]:
    """When it was said of a vote that it stays open."""
    kinds = {kind_shown(held) for held, _ in session.votes()}
    posts = [post for post in session.posts_of("committee") if post.text.startswith("⏳")]
    return [post.at for post in posts if any(f"**{kind}**" in post.text for kind in kinds)]


def refusals(session: Session) -> Iterator[str]:
    """Who has no vote, came too late or may not is told so alone, and nothing comes of it."""
    for held, row in session.votes():
        for member, answer in held.refused.items():
            if not answer.private or not answer.text or session.record.people[member] in row.ballots:
                yield f"{held.question}: {session.hearing.name(member)} was not refused"
    for doing, (answer, word) in session.ledger.refused.items():
        if not answer.is_refusal or word not in answer.text:
            yield f"{doing}: answered {answer.text[:120]!r}, which refuses nothing, or does not say {word!r}"


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("AIJE-A02-3", "Who may vote is who the rule names", electorates),
    ("AIJE-A02-3", "Everybody's last press counts, nobody else's", ballots),
    ("AIJE-A02-5, AIJE-A01-2", "Each vote came to what an independent count says", counts),
    ("AIJE-A01-2", "A lot can be drawn again by anybody", lots),
    ("AIJE-A02-4", "Votes close when they should, and are extended without quorum", closes),
    ("AIJE-A02-4", "A vote that stays open longer is announced once", extensions),
    ("the house", "Who may not is refused, alone and with the reason", refusals),
)
