"""Opening a vote and voting in it, by commands and presses alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.rehearsal.committee.ledger import Held, Ledger, Pressed
from bot.rehearsal.members import Answer, Member
from bot.rehearsal.play import Play

_WORDS = {"yes": "votes in favour", "no": "votes against", "null": "casts a null ballot"}


@dataclass(frozen=True, slots=True)
class Chamber:
    """The play, and the ledger that its people keep."""

    play: Play
    ledger: Ledger

    async def opens(self, who: Member, kind: str, question: str, voters: Iterable[Member], **more: object) -> Held:
        """Somebody opens a vote in which these may vote."""
        answer = await who.type("vote open", kind=kind, question=question, **more)
        self.play.told(who, f"types /vote open: {question}", answer)
        subject = more.get("subject")
        return self.found(kind, question, voters, subject if isinstance(subject, Member) else None)

    def found(self, kind: str, question: str, voters: Iterable[Member], subject: Member | None = None) -> Held:
        """The vote whose card was posted last."""
        stage, election = self.play.stage, kind == "leader-election"
        card = stage.latest("vote-for" if election else "vote-yes", stage.committee)
        vote_id = next(one for one in card.offered if one.startswith("vote-")).partition(":")[2].partition(".")[0]
        electorate = frozenset(one.id for one in voters)
        held = Held(vote_id, kind, question, card, electorate, None if subject is None else subject.id)
        self.ledger.votes.append(held)
        return held

    async def votes(self, held: Held, who: Member, choice: str) -> Answer:
        """One press on the card."""
        at = self.play.stage.now
        answer = await who.press(held.card, f"vote-{choice}")
        held.pressed.append(Pressed(at, who.id, choice))
        return self.play.told(who, _WORDS[choice], answer)

    async def elects(self, held: Held, who: Member, candidate: Member) -> None:
        """One choice in the menu of candidates."""
        at = self.play.stage.now
        answer = await who.choose(held.card, "vote-for", candidate.name)
        held.pressed.append(Pressed(at, who.id, str(candidate.id)))
        self.play.told(who, f"votes for {candidate.name}", answer)

    async def is_refused(self, held: Held, who: Member) -> None:
        """Somebody without a vote presses all the same."""
        held.refused[who.id] = await who.press(held.card, "vote-yes")
        self.play.told(who, "tries to vote", held.refused[who.id])

    def run_off(self, first: Held, *candidates: Member) -> Held:
        """The second ballot that has opened by itself."""
        found = self.found(first.kind, first.question, ())
        second = replace(found, electorate=first.electorate, candidates=tuple(one.id for one in candidates), ballot=2)
        self.ledger.votes[-1] = second
        return second
