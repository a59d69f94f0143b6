"""Messages in general: Discord's limits, nothing unsaid, no error, no more calls than allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rehearsal.facts import Event, Pairing
from rehearsal.hearing import CheckRow, Hearing
from rehearsal.posts import Post, walk

_OWN: Final = re.compile(r"/(table|race|podium|bracket|player|meeting|ranking|ratings|circuit)(-\d+)?\.png")
"""What the bot draws; of what somebody sent it knows no more than the name."""
_FEWEST_WORDS: Final = 3
PRIVATE: Final = "players"
"""A thread that nobody reads but who plays and who decides."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def faults(hearing: Hearing) -> Iterable[str]:
    """No limit was broken, nothing was logged as an error, every act could be played."""
    return hearing.faults


def unsaid(hearing: Hearing) -> Iterator[str]:
    """Every promised message was delivered."""
    yield from (f"{kind}: {state} {refusal}" for kind, state, refusal in hearing.facts.unsaid)


def pictures(hearing: Hearing) -> Iterator[str]:
    """Every picture is one, and is described for who cannot see it."""
    for post in hearing.play.witness.posts_of():
        for one in post.pictures:
            if one.name.endswith(".png") and not hearing.play.stage.picture(one.url).startswith(_PNG):
                yield f"{one.name} is no picture"
        yield from _wordless(post)


def _wordless(post: Post) -> Iterator[str]:
    for shown in (item for one in walk(post.components) for item in one.get("items") or ()):
        own = _OWN.search(str(shown.get("media", {}).get("url")))
        if len((shown.get("description") or "").split()) < (_FEWEST_WORDS if own else 1):
            yield f"{shown.get('description')!r} does not tell what a picture shows"


def calls(hearing: Hearing) -> Iterator[str]:
    """At most 1.25 calls a match and 42 beside, and a look for each clock that ran out; answers to presses left out."""
    for remembered, event in hearing.events_held():
        matches = sum(len(one.sides) == 2 for one in hearing.pairings(event))
        made = remembered.last_call - remembered.first_call
        if made > most_calls(hearing, event):
            yield f"{event.name}: {made} REST calls for {matches} matches"


def most_calls(hearing: Hearing, event: Event) -> float:
    """How many calls an event may start."""
    pairings = hearing.pairings(event)
    each = 1.25 + calls_of_a_thread(hearing.play.rules.threads)
    usual = each * sum(len(one.sides) == 2 for one in pairings) + 42
    return usual + looks(hearing, pairings) + asked_again(hearing, pairings)


def calls_of_a_thread(threads: str | None) -> int:
    """What a match costs more in a thread of its own: it is made and closed, and into a private one three are let."""
    return 0 if threads is None else 5 if threads == PRIVATE else 2


def asked_again(hearing: Hearing, pairings: Iterable[Pairing]) -> int:
    """A letter, and a look for its reader, for each report that was answered no sooner than its reminder came."""
    waits = (
        claim.answered_at - claim.reported_at for one in pairings for claim in hearing.claims(one) if claim.answered_at
    )
    return 2 * sum(wait >= hearing.play.rules.remind_after for wait in waits)


CALLS_OF_A_DISPUTE: Final = 4
AFTER_A_RESTART: Final = 2
"""What was drawn by an answer's own token before, as the lines of open reports."""


def looks(hearing: Hearing, pairings: Iterable[Pairing]) -> int:
    """Calls that come of what goes wrong: is a card still there, who runs the event is called to a dispute.

    Cards are looked at at the close, and before a clock takes something. A call asks who of them is in the server, is
    posted, posted again with the role, and drawn anew once it is settled.
    """
    known = list(pairings)
    by_absence = sum(one.outcome is not None and any(one.outcome.walkover) for one in known)
    stood = sum(claim.answer == "stood" for one in known for claim in hearing.claims(one))
    disputed = sum(claim.answer in {"disputed", "overruled"} for one in known for claim in hearing.claims(one))
    return 1 + by_absence + stood + CALLS_OF_A_DISPUTE * disputed + AFTER_A_RESTART


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("Discord", "No limit is broken, no error is logged, every act is played", faults),
    ("the house", "Every promised message is delivered", unsaid),
    ("the house", "Pictures are pictures", pictures),
    ("the house", "The bot spares Discord's API", calls),
)
