"""What has to hold of a season's decisions: the judge's own count against the file and against what members saw."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.rehearsal.checks import seen
from bot.rehearsal.committee.count import count, enough, procedure
from bot.rehearsal.committee.ledger import Held, Ledger
from bot.rehearsal.committee.record import Record, VoteRow
from bot.rehearsal.hearing import Hearing, on_time, same
from bot.rehearsal.posts import Post
from bot.rehearsal.verdict import Check, Table, Verdict
from bot.rehearsal.witness import How

_COUNTED: Final = re.compile(r"In favour \*\*|against \*\*|Null \*\*|\*\* signature|: \*\*\d+\*\* ballot")
_CAST: Final = re.compile(r"\*\*(\d+)\*\* ballots? cast of (\d+)")


@dataclass(frozen=True, slots=True)
class Session:
    """All that the judge may look at."""

    hearing: Hearing
    ledger: Ledger
    record: Record

    def votes(self) -> list[tuple[Held, VoteRow]]:
        """Each vote as its people lived it and as it stands on record."""
        return [(held, self.record.votes[held.vote_id]) for held in self.ledger.votes]

    def ids(self, members: Iterable[int]) -> set[str]:
        """The registry's ids of members."""
        return {self.record.people[member] for member in members}

    def choice(self, said: str) -> str:
        """A press as the file writes it."""
        return self.record.people[int(said)] if said.isdigit() else said

    def public(self) -> list[tuple[datetime, How, str, Post]]:
        """Everything that was posted or changed where others read it."""
        return [
            (sight.at, sight.how, sight.place, sight.post)
            for sight in self.hearing.play.witness.sights
            if sight.how in {How.POSTED, How.CHANGED} and not sight.post.private
        ]


def electorates(session: Session) -> Iterator[str]:
    """Who may vote is who the rule names, and stays so when somebody leaves the server."""
    for held, row in session.votes():
        yield from same(held.question, row.electors, session.ids(held.electorate))


def ballots(session: Session) -> Iterator[str]:
    """The last press of everybody, and nobody else's."""
    for held, row in session.votes():
        wanted = {(session.record.people[who], session.choice(said)) for who, said in held.ballots().items()}
        yield from same(held.question, row.ballots.items(), wanted)


def counts(session: Session) -> Iterator[str]:
    """The outcome is what an independent count of the presses says."""
    for held, row in session.votes():
        outcome, elected = count(procedure(held.kind), len(held.electorate), held.ballots(), held.ballot == 2)
        wanted = (outcome, None if elected is None else session.choice(elected))
        if (row.outcome, row.elected) != wanted:
            yield f"{held.question}: {(row.outcome, row.elected)} instead of {wanted}"


def closes(session: Session) -> Iterator[str]:
    """Each vote closes when everybody has voted or it is decided, else at its deadline."""
    for held, row in session.votes():
        due, extensions = _due(session, held, row)
        yield from on_time(held.question, row.closed_at, due, timedelta(seconds=20))
        if row.extensions != extensions:
            yield f"{held.question}: extended {row.extensions} times instead of {extensions}"


def _due(session: Session, held: Held, row: VoteRow) -> tuple[datetime, int]:
    rules, electorate = procedure(held.kind), len(held.electorate)
    deadline, extensions, now = row.opened_at + rules.lasts, 0, session.hearing.play.stage.now
    # Without a quorum for good it would be extended for ever; after the season nothing is known.
    while deadline <= now:
        for down, up in session.record.outages:
            if row.opened_at <= down <= deadline < up + rules.reopen_for:
                deadline = up + rules.reopen_for
        early = _decided_at(held, deadline)
        if early is not None:
            return early, extensions
        said = sum(choice != "null" for choice in held.ballots(deadline).values())
        if enough(rules.quorum, said, electorate) or not rules.extends:
            return deadline, extensions
        deadline, extensions = deadline + rules.extend_by, extensions + 1
    return _decided_at(held, now) or deadline, extensions


def _decided_at(held: Held, deadline: datetime) -> datetime | None:
    """When the last who was missing voted, or signatures and approvals were decided."""
    rules, so_far = procedure(held.kind), dict[int, str]()
    for one in held.pressed:
        so_far[one.member] = one.choice
        said = list(so_far.values())
        decided = rules.form in {"signatures", "approvals"} and (
            enough(rules.threshold, said.count("yes"), len(held.electorate)) or "no" in said
        )
        if one.at <= deadline and (decided or len(so_far) == len(held.electorate)):
            return one.at
    return None


def secrecy(session: Session) -> Iterator[str]:
    """Before the close nothing shows but how many ballots were cast; a change of heart shows nowhere."""
    for held, row in session.votes():
        for at, how, place, post in session.public():
            if held.vote_id in " ".join(post.offered) and how is How.CHANGED:
                yield from _card(held, at, post)
            # What was said in the second of the opening is the end of the vote from which this one came.
            before = row.opened_at + timedelta(seconds=1) < post.at and (row.closed_at is None or at < row.closed_at)
            if before and held.question in post.text and _COUNTED.search(post.text):
                yield f"{held.question}: a count in #{place} at {at:%d %b %H:%M:%S}, before the close"


def _card(held: Held, at: datetime, post: Post) -> Iterator[str]:
    shown, voted = _CAST.search(post.text), len(held.ballots(at))
    if shown is None:
        yield f"{held.question}: the card shows no number of ballots"
    elif int(shown[1]) > voted or int(shown[2]) != len(held.electorate):
        yield f"{held.question}: {shown[0]}, when {voted} of {len(held.electorate)} had voted"


def minutes(session: Session) -> Iterator[str]:
    """Minutes with count, electorate and rule stand in the public record."""
    posted = [(at, post) for at, how, place, post in session.public() if place == "record" and how is How.POSTED]
    for held, row in session.votes():
        said, rules = list(held.ballots().values()), procedure(held.kind)
        found = [
            post
            for at, post in posted
            if held.question in post.text and row.closed_at and abs(at - row.closed_at) < timedelta(minutes=5)
        ]
        wanted = [f"Electorate ({len(held.electorate)})", *rules.cites]
        if rules.form in {"yes_no", "approvals"}:
            absent = len(held.electorate) - len(said)
            yes, no, null = (said.count(word) for word in ("yes", "no", "null"))
            wanted.append(f"In favour **{yes}**, against **{no}**, null **{null}**, absent **{absent}**")
        if not any(all(words in post.text for words in wanted) for post in found):
            yield f"{held.question}: no minutes that say {'; '.join(wanted)}"


def calls(session: Session) -> Iterator[str]:
    """Whoever is called while a vote runs has not voted; everybody else is left alone."""
    for held, row in session.votes():
        for at, how, place, post in session.public():
            running = row.opened_at <= post.at and row.closed_at is not None and post.at < row.closed_at
            if not (running and how is How.POSTED and place == "committee" and post.pinged):
                continue
            missing = held.electorate - set(held.ballots(post.at))
            if "ballot" in post.text and post.pinged != missing:
                names = session.hearing.names
                yield f"{held.question}: called {names(post.pinged)} instead of {names(missing)} at {at:%d %b %H:%M}"


def extended(session: Session) -> Iterator[str]:
    """The vote without quorum and the one that was slept through are announced as open longer."""
    texts = [post.text for _, how, place, post in session.public() if how is How.POSTED and place == "committee"]
    for words, what in (("no quorum yet", "the vote without quorum"), ("I was away when", "the vote slept through")):
        if sum(words in text for text in texts) != 1:
            yield f"{what}: told {sum(words in text for text in texts)} times that it stays open"


def refusals(session: Session) -> Iterator[str]:
    """Who has no vote is told so alone."""
    for held, row in session.votes():
        for member, answer in held.refused.items():
            if not answer.private or not answer.text or session.record.people[member] in row.ballots:
                yield f"{held.question}: {session.hearing.name(member)} was not refused"


def effects(session: Session) -> Iterator[str]:
    """What was decided is done, and what was not decided is not."""
    kept, ledger = session.record, session.ledger
    yield from same("the leader", {kept.leader}, session.ids([ledger.leader.id]))
    yield from same("the committee", kept.arbiters, session.ids(one.id for one in ledger.committee))
    passed = {(held.kind, held.subject) for held, _ in session.votes() if _passes(held)}
    gone = {subject for kind, subject in passed if kind == "player-expulsion"}
    yield from same("expelled players", kept.expelled, gone)
    for name in {session.hearing.name(member) for member in gone} & kept.names:
        yield f"{name} was expelled, and the name is still there"
    excluded = [subject for kind, subject in passed if kind == "member-expulsion" and subject is not None]
    yield from same("never again on the committee", kept.excluded, session.ids(excluded))
    for held in ledger.of("absence-penalty"):
        subject = kept.people[held.subject or 0]
        lengths = {until - since for who, since, until, _ in kept.bars if who == subject and until is not None}
        yield from same(held.question, lengths, {timedelta(days=30)} if _passes(held) else set())


def _passes(held: Held) -> bool:
    return count(procedure(held.kind), len(held.electorate), held.ballots(), held.ballot == 2)[0] == "passed"


def absences(session: Session) -> Iterator[str]:
    """Three votes missed are offered to the leader for a removal, and not fewer."""
    missed: dict[int, int] = {}
    for held in session.ledger.votes:
        if procedure(held.kind).form in {"yes_no", "candidates"}:
            for member in held.electorate - set(held.ballots()):
                missed[member] = missed.get(member, 0) + 1
    wanted = {f"person:{member}" for member, times in missed.items() if times >= 3}
    offered = {one.partition(":")[2] for *_, post in session.public() for one in post.offered if "vote-remove:" in one}
    yield from same("removals offered", offered, session.ids(int(one.partition(":")[2]) for one in wanted))


def appeals(session: Session) -> Iterator[str]:
    """The bar is told to who tries to register, lifted by the appeal, and the reason is public."""
    ledger, kept = session.ledger, session.record
    if ledger.accused is None or ledger.barred_answer is None or ledger.free_answer is None:
        yield "the case was never brought to its end"
        return
    bars = [lifted for who, _, _, lifted in kept.bars if who == kept.people[ledger.accused.id]]
    if len(bars) != 1 or bars[0] is None:
        yield f"bars of the accused, with when they were lifted: {bars}"
    if "Three have heard it" not in ledger.barred_answer.text:
        yield "the barred was not told why"
    entered = {entry.member for entry in session.hearing.facts.entries}
    if ledger.accused.id not in entered:
        yield "whose appeal succeeded could not register"
    told = [post for *_, place, post in session.public() if place in {"announcements", "record"}]
    if not any(ledger.appeal_reason in post.text for post in told):
        yield "nobody can read why the appeal succeeded"


Finder = Callable[[Session], Iterable[str]]
CHECKS: Final[tuple[tuple[str, str, Finder], ...]] = (
    ("AIJE-A02-3, AIJE-A02-4", "Who may vote is who the rule names", electorates),
    ("AIJE-A02-4", "A ballot is the last word of who cast it", ballots),
    ("AIJE-A01-2, AIJE-A02-3, AIJE-A02-1", "Each vote came to what an independent count says", counts),
    ("AIJE-A02-4", "Votes close when they should, and are extended without quorum", closes),
    ("AIJE-A02-4", "Nothing of the count is seen before the close", secrecy),
    ("AIJE-A02-3", "The minutes give electorate, count and rule", minutes),
    ("AIJE-A02-4", "Who is called has not voted, and nobody else is", calls),
    ("AIJE-A02-4", "Longer votes are announced", extended),
    ("AIJE-A02-3", "Who has no vote is refused, alone", refusals),
    ("AIJE-A01-2, AIJE-A02-1, AIJE-A02-2, AIJE-A02-5, AIJE-D01-5.3", "What was decided is done, no more", effects),
    ("AIJE-A02-6", "Three votes missed are put to the leader", absences),
    ("GO-16.4, AIJE-D01-2", "A successful appeal undoes the bar", appeals),
)


def judge(session: Session) -> Verdict:
    """Every check with what it found; a check that cannot even be made has failed."""
    found = [Check(rule, title, tuple(_found(find, session))) for rule, title, find in CHECKS]
    general = [
        Check(rule, title, tuple(find(session.hearing)))
        for rule, title, find in seen.CHECKS
        if find in {seen.faults, seen.unsaid}
    ]
    return Verdict((*found, *general), (_decisions(session),))


def _found(find: Finder, session: Session) -> list[str]:
    try:
        return list(find(session))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return [f"cannot be checked: {type(error).__name__}: {error}"]


def _decisions(session: Session) -> Table:
    rows = tuple(
        (held.question, held.kind, f"{len(row.ballots)} of {len(row.electors)}", row.extensions, row.outcome or "open")
        for held, row in session.votes()
    )
    return "Decisions", ("Question", "Kind", "Ballots", "Extended", "Outcome"), rows
