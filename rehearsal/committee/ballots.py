"""Opening a vote and voting in it, by commands and presses alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeVar

from rehearsal.committee.count import procedure
from rehearsal.committee.ledger import Held, Ledger, Pressed
from rehearsal.members import Answer, Member
from rehearsal.script import Memory

Found = TypeVar("Found")
_WORDS: Final = {
    "yes_no": {"yes": "votes in favour", "no": "votes against", "null": "casts a null ballot"},
    "candidates": {"null": "casts a null ballot"},
    "approvals": {"yes": "approves", "no": "refuses"},
    "signatures": {"yes": "signs"},
}


def first(what: str, found: Iterable[Found]) -> Found:
    """The first that was found; raises LookupError, which says what there is none of."""
    for one in found:
        return one
    raise LookupError(f"there is no {what}")


PROVED: Final[Mapping[str, str]] = MappingProxyType({"ground": "conduct", "proof": "https://example.org/seen"})
"""What an expulsion of a player rests on (AIJE-A02-1)."""


@dataclass(slots=True)
class Chamber(Memory):
    """The play, and the ledger that its people keep."""

    ledger: Ledger

    async def opens(
        self,
        who: Member,
        kind: str,
        question: str,
        voters: Iterable[Member],
        recused: Mapping[Member, str] = MappingProxyType({}),
        **more: object,
    ) -> Held:
        """Somebody opens a vote in which these may vote; `recused` would be entitled, and may not."""
        proved = PROVED if kind == "player-expulsion" else {}
        answer = await who.type("vote open", kind=kind, question=question, **proved, **more)
        self.play.note(who, f"types /vote open: {question}", answer)
        subject = more.get("subject")
        held = self.latest_vote(kind, question, voters, subject if isinstance(subject, Member) else None)
        held.recused = {member.id: why for member, why in recused.items()}
        return held

    def latest_vote(self, kind: str, question: str, voters: Iterable[Member], subject: Member | None = None) -> Held:
        """The vote whose card was posted last."""
        self.play.look()
        stage, election = self.play.stage, kind == "leader-election"
        card = stage.latest("vote-for" if election else "vote-yes", stage.committee)
        pressed = first("vote to press", (one for one in card.offered if one.startswith("vote-")))
        vote_id = pressed.partition(":")[2].partition(".")[0]
        electorate = frozenset(one.id for one in voters)
        held = Held(vote_id, kind, question, card, electorate, None if subject is None else subject.id)
        self.ledger.votes.append(held)
        return held

    async def votes(self, held: Held, who: Member, choice: str) -> Answer:
        """One press on the card."""
        at = self.play.stage.now
        answer = await who.press(held.card, f"vote-{choice}")
        held.pressed.append(Pressed(at, who.id, choice))
        return self.play.note(who, _WORDS[procedure(held.kind).form][choice], answer)

    async def elects(self, held: Held, who: Member, candidate: Member) -> None:
        """One choice in the menu of candidates."""
        at = self.play.stage.now
        if held.proof is None:
            held.proof = await who.press(held.card, "vote-verify")
            self.play.note(who, "asks for the number under which a lot would be drawn", held.proof)
        answer = await who.choose(held.card, "vote-for", candidate.name)
        held.pressed.append(Pressed(at, who.id, str(candidate.id)))
        self.play.note(who, f"votes for {candidate.name}", answer)

    async def recuses(self, held: Held, who: Member) -> None:
        """Somebody entitled gives the vote in this matter away, and is asked once more."""
        asked = self.play.note(who, "wants to be recused", await who.press(held.card, "vote-recuse"))
        self.play.note(who, "says it again", await who.press(asked.post, "vote-recuse-me"))
        held.recused[who.id] = "declared"

    async def is_refused(self, held: Held, who: Member, doing: str = "tries to vote") -> None:
        """Somebody without a vote presses all the same, or too late."""
        held.refused[who.id] = await who.press(held.card, "vote-yes")
        self.play.note(who, doing, held.refused[who.id])

    async def excuses(self, held: Held, who: Member, why: str, *, accepted: bool) -> None:
        """Somebody gives the reason for having missed the vote, and the leader answers it."""
        play, leader = self.play, self.ledger.leader
        assert leader is not None
        asked = await who.press(play.stage.latest("vote-excuse", play.stage.committee), "vote-excuse")
        play.note(who, f"explains the absence: {why}", await who.fill(asked, why=why))
        verb = "excuse-accept" if accepted else "excuse-decline"
        answer = await leader.press(play.stage.latest(verb, play.stage.committee), verb)
        play.note(leader, "accepts the reason" if accepted else "declines the reason", answer)
        held.excused[who.id] = accepted

    def note_refusal(self, who: Member, doing: str, answer: Answer, word: str = "") -> Answer:
        """Somebody did what is refused; the word, a name or a moment, has to be in the answer."""
        self.ledger.refused[f"{who.name} {doing}"] = (answer, word)
        return self.play.note(who, doing, answer)

    def run_off(self, first: Held, *candidates: Member) -> Held:
        """The second ballot that has opened by itself."""
        found = self.latest_vote(first.kind, first.question, ())
        second = replace(found, entitled=first.electorate, candidates=tuple(one.id for one in candidates), ballot=2)
        self.ledger.votes[-1] = second
        return second
