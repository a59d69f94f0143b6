"""What decisions do: once a vote has passed, its effect is applied in the transaction that closes it.

An effect raises nothing: what has become needless meanwhile is left alone. Those of penalties and of titles are told by
their own capabilities (`VoteHooks.effects`).
"""

from __future__ import annotations

from typing import Final

from bot.domain.hooks import first
from bot.domain.voting.votes import Effect, Vote
from bot.rulebooks import procedure_files
from bot.services.voting import bodies
from bot.services.voting.electorates import NobodyEntitled
from bot.services.voting.hooks import VOTE_HOOKS, Apply
from bot.services.voting.vote_opening import Matter, begin
from bot.services.voting.vote_record import in_vain, record
from bot.storage import votes
from bot.storage.context import Query, Tx

_ELECTION: Final = "leader-election"


def apply(tx: Tx, vote: Vote) -> None:
    """Does what the vote has decided."""
    effect = vote.kind.effect
    found = EFFECTS.get(effect) or first(one.effects().get(effect) for one in VOTE_HOOKS)
    if found is None:
        raise LookupError(f"nothing does {effect}")
    found(tx, vote)


def nothing(_: Query, ___: Vote) -> None:
    """The decision itself is all."""


def open_election(tx: Tx, vote: Vote) -> None:
    """The petition has its signatures: an election of the leader opens, in which the whole committee may stand.

    One that runs already serves this petition too, and one that came to its end since, or another leader, has answered
    it (AIJE-A01-2): nobody has signed against who leads now.
    """
    runs = any(one.kind.effect is Effect.ELECT_LEADER for one in votes.all_open(tx, vote.guild_id))
    if runs or bodies.is_answered(tx, vote):
        in_vain(tx, vote)
        return
    try:
        begin(tx, vote.guild_id, procedure_files.preset(_ELECTION), Matter(vote.question), vote.opened_by)
    except NobodyEntitled:
        record(tx, vote, "election_without_committee", None)


EFFECTS: Final[dict[Effect, Apply]] = {
    Effect.NONE: nothing,
    Effect.OPEN_ELECTION: open_election,
}
