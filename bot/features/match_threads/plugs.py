"""What threads of matches add to the core, and the notice that matches go without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.features.match_threads import cards as match_threads_cards
from bot.features.match_threads import verbs as match_threads_verbs
from bot.features.match_threads.model import ThreadsRefused
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import EventHooks, StepHooks, Taker
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId
from bot.kernel.promises import OfTournament, Promise
from bot.layout.cards import Composed, on
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.server import store as server_store


class MatchThreads(EventHooks, StepHooks):
    """Events in which each match is talked of in a thread of its own."""

    table = "threads"

    # --- events ------------------------------------------------------------------------------------------------------

    def result_changed(self, tx: Tx, tournament: Tournament, contest: Contest) -> None:
        """Where nothing of a match counts any more, its thread is open again."""
        match_threads_verbs.open_again(tx, tournament, contest.contest_id)

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """The threads of matches that are over close in time."""
        match_threads_verbs.look_after(tx, tournament)

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """All threads close in time."""
        match_threads_verbs.look_after_all(tx, tournament)

    def handed_over(self, tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
        """The arbiter comes into the thread."""
        match_threads_verbs.tend(tx, tournament, contest_id)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """A thread closes."""
        return {"match-thread": match_threads_verbs.take}

    def shown_by(self, kind: MatterKind) -> type[OfTournament] | None:
        """What the committee was told of matches that go without threads."""
        return ThreadsRefused if kind is MatterKind.THREADS_REFUSED else None


# --- messages -------------------------------------------------------------------------------------------------------


def _refusal(tx: Query, promise: Promise[ThreadsRefused]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    community = server_store.load(tx, promise.guild_id)
    if tournament is None or community is None:
        return None
    return lambda translator: match_threads_cards.refusal(
        tournament, promise.message.why, community.matches, translator
    )


NOTICES: Final = dict((on(ThreadsRefused, _refusal),))
