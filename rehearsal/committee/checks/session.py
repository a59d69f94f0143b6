"""What is before the judge of a season: what people remember, what was seen, and the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from rehearsal.committee.count import count, enough, lot, procedure
from rehearsal.committee.ledger import Held, Ledger
from rehearsal.committee.record import Record, VoteRow
from rehearsal.hearing import Hearing
from rehearsal.posts import Post
from rehearsal.witness import How, Sight

_NAMES: Final = re.compile(r"(?:<@\d+>\s*)+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which a vote was open with one deadline; it ends at that deadline or where another took its place."""

    since: datetime
    until: datetime
    deadline: datetime
    extended: bool = False
    """Whether it was opened because the one before had no quorum."""


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

    def public(self) -> list[Sight]:
        """Everything that was posted or changed where others read it."""
        shown = {How.POSTED, How.CHANGED}
        return [one for one in self.hearing.play.witness.sights if one.how in shown and not one.post.private]

    def posts_of(self, place: str) -> list[Post]:
        """What was posted in a channel, as it looked when it came."""
        return self.hearing.play.witness.posts_of(place)

    def outcome(self, held: Held, row: VoteRow) -> tuple[str, str | None]:
        """What an independent count of the presses says, with the person who is elected."""
        found = count(procedure(held.kind), len(held.electorate), held.ballots(), held.ballot == 2)
        if not found.level:
            return found.outcome, None if found.elected is None else self.choice(found.elected)
        order = lot(row.secret, row.vote_id, row.candidates)[1]
        return found.outcome, min(map(self.choice, found.level), key=order.index)

    def votes_passed(self, kind: str) -> Iterator[tuple[Held, VoteRow]]:
        """The votes of a kind that should have passed."""
        for held, row in self.votes():
            if held.kind == kind and self.outcome(held, row)[0] == "passed":
                yield held, row

    def stretches(self, held: Held, row: VoteRow) -> tuple[list[Stretch], datetime]:
        """How long the vote was open by its rules, and when it had to end."""
        rules, now = procedure(held.kind), self.hearing.play.stage.now
        since, deadline = row.opened_at, row.opened_at + rules.lasts
        found: list[Stretch] = []
        extended = False
        # Without a quorum for good it would be extended for ever; after the season nothing is known.
        while True:
            moved = self._move(Stretch(since, deadline, deadline, extended), rules.reopen_for)
            found += moved[:-1]
            since, deadline = moved[-1].since, moved[-1].deadline
            if deadline > now:
                break
            early = _decided_at(held, deadline)
            found.append(Stretch(since, early or deadline, deadline, extended))
            said = sum(choice != "null" for choice in held.ballots(deadline).values())
            if early is not None or enough(rules.quorum, said, len(held.electorate)) or not rules.extends:
                return found, early or deadline
            since, deadline, extended = deadline, deadline + rules.extend_by, True
        early = _decided_at(held, now) or deadline
        return [*found, Stretch(since, early, deadline, extended)], early

    def _move(self, whole: Stretch, reopen_for: timedelta) -> list[Stretch]:
        """The window with its deadline moved by each outage: by its length, and once a minute is lost to the end's."""
        found, lost = [whole], timedelta()
        for down, up in self.record.outages:
            last = found[-1]
            if up <= whole.since or down > last.deadline:
                continue
            piece = up - max(down, whole.since)
            lost += piece
            longer = last.deadline + piece
            if lost >= timedelta(minutes=1):
                longer = max(longer, up + reopen_for)
            found[-1] = replace(last, until=up)
            found.append(Stretch(up, longer, longer, whole.extended))
        return found


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


def heading(post: Post) -> str:
    """The first line that is no line of names: a petition, its election and the second ballot differ in it."""
    return next((line for line in post.text.splitlines() if not _NAMES.fullmatch(line)), "")


def kind_shown(held: Held) -> str:
    """What the vote is called on its card, in the server's language."""
    return heading(held.card).removeprefix("### 🗳️ ")


SOON = timedelta(minutes=5)
"""Within this time a promise is a message."""
Finder = Callable[[Session], Iterable[str]]
SessionCheck = tuple[str, str, Finder]
