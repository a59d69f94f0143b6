"""What an expulsion of a player rests on: a ground of the regulation's own, and proof (AIJE-A02-1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.cases.misconduct import EXPELLABLE
from bot.domain.grounds import Ground
from bot.domain.voting.votes import Effect, ProcedureKind
from bot.errors import Subject as What
from bot.errors import TooLong, UserError
from bot.services.cases.misconduct import checked_links
from bot.services.voting.vote_opening import Matter

MOST_PROOF = 10
PROOF_LIMIT = 1000
"""Characters of all links together: the card shows each of them."""


class GroundMissing(UserError):
    """An expulsion of a player needs one of the grounds that the regulation names (AIJE-A02-1)."""

    grounds: tuple[Ground, ...]


class ProofMissing(UserError):
    """An expulsion of a player needs proof (AIJE-A02-1)."""


def check_matter(kind: ProcedureKind, matter: Matter) -> Matter:
    """The matter with its proof as it is kept; raises GroundMissing, ProofMissing, NotALink or TooLong."""
    proof = tuple(dict.fromkeys(checked_links(matter.proof)))
    if fitting(proof) != proof:
        raise TooLong(what=What.MESSAGE, limit=PROOF_LIMIT)
    if kind.effect is Effect.EXPEL_PLAYER:
        if matter.ground not in EXPELLABLE:
            raise GroundMissing(grounds=tuple(one for one in Ground if one in EXPELLABLE))
        if not proof:
            raise ProofMissing
    return replace(matter, proof=proof)


def fitting(links: Iterable[str]) -> tuple[str, ...]:
    """Of the links as many as a card can show, from the first on."""
    found: list[str] = []
    for link in dict.fromkeys(links):
        if len(found) == MOST_PROOF or sum(map(len, found)) + len(link) > PROOF_LIMIT:
            break
        found.append(link)
    return tuple(found)
