"""What other capabilities let the committee vote on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.domain.hooks import Hooks, Joined
from bot.domain.ids import PersonId
from bot.domain.voting.votes import Effect, ProcedureKind, Vote
from bot.services.voting.vote_opening import Matter
from bot.storage.context import ActorQuery, Tx

Apply = Callable[[Tx, Vote], None]
"""Applies what a vote that has passed decides. It raises nothing: what is needless by now is left alone."""


class VoteHooks(Hooks):
    """What one capability has decided by votes."""

    def effects(self) -> Mapping[Effect, Apply]:
        """What its decisions do, in the transaction that closes the vote."""
        return {}

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """Asked before a vote about somebody is opened: raises why its effect could not concern them."""

    def check(self, kind: ProcedureKind, matter: Matter) -> Matter:
        """The matter as it is kept; raises what it lacks for a vote of that kind."""
        return matter


VOTE_HOOKS: Final = Joined(VoteHooks)
