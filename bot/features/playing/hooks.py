"""What features add to a match: to its course, to how it ends, to what is shown of it and asked for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final

from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import DeskRow
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.outages import Due, Step, Still
from bot.people.model import Person
from bot.play.contests import Contest, Particulars, Result, Score
from bot.play.entries import Entrant, Tournament
from bot.play.plugs import Hooks, Joined, Strategies, Strategy


class MatchTurn(Enum):
    """What becomes of a match beside its end."""

    RESTS = "rests"
    """It is suspended, adjourned, settled or annulled: nobody is waited for."""
    GOES_ON = "goes_on"
    ANEW = "anew"
    """Nothing of it counts, and it is called again."""
    MOVED = "moved"
    """The time in which its clocks stand still is another one: what is due besides is worked out anew."""


class ScoreWord(Enum):
    """Whose word a score is."""

    PLAYER = "player"
    ARBITER = "arbiter"
    CORRECTION = "correction"
    """Somebody's who puts a settled score right."""


@dataclass(frozen=True, slots=True)
class Coming:
    """That a side is there, by its own word or an arbiter's."""

    side: int
    by: PersonId
    at: datetime
    is_own: bool


class MatchHooks(Hooks):
    """What one feature adds to the course of a match, and to its view."""

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterable[object]:
        """What its view shows beside what every match has, each a value of a type of its own."""
        return ()

    def still(self, tx: Query, match_context: MatchContext) -> Still | None:
        """What it waits for where only the feature knows, as before its call; None leaves it to the core."""
        return None

    def before_call(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, contest: Contest
    ) -> Found | None:
        """What a match that is not called yet asks of who enters for a side; None where its call alone is awaited."""
        return None

    def keeps_away(self, tx: Query, match_context: MatchContext, side: int, at: datetime) -> None:
        """Raises what keeps a side from its match, asked before anybody says that it is there."""

    def holds_back(self, tx: Tx, match_context: MatchContext, sides: Collection[int], at: datetime) -> datetime | None:
        """When the clocks of these sides begin, where that is later than the call, or than when the match goes on."""
        return None

    def waits_for_word(self, tx: Query, match_context: MatchContext, side: int) -> bool:
        """Whether the side's absence clock starts later than with the call, with a message of its own."""
        return False

    def sides_answered(self, tx: ActorQuery, match_context: MatchContext, person: Person) -> tuple[int, ...]:
        """The sides for which somebody else may press who plays on neither."""
        return ()

    def moved(self, tx: Tx, match_context: MatchContext) -> None:
        """Told whenever what is due of the match was worked out anew, and so after each thing that was said of it."""

    def follow_dispute(self, tx: Tx, match_context: MatchContext) -> None:
        """Told once the sides tell different things of how it ended."""


class MatchStrategy(Strategy):
    """How matches of one kind of contest are played, and how they end."""

    # --- course ------------------------------------------------------------------------------------------------------

    def due(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterable[Due]:
        """Steps that are due beside those of every match; asked while it goes on, the earliest of a kind counts."""
        return ()

    def goes_on(self, tx: Query, match_context: MatchContext) -> bool:
        """Whether a step that is kept apart from the match's own takes it on, as the end of a pause does."""
        return False

    def takes(self, tx: Tx, match_context: MatchContext, step: Step) -> bool:
        """Takes a step that has become due; False leaves it to the core."""
        return False

    def comes(self, tx: Tx, match_context: MatchContext, coming: Coming) -> bool:
        """Takes the word that a side is there; False where nothing but the side's own clock waits."""
        return False

    def turns(self, tx: Tx, match_context: MatchContext, turn: MatchTurn, at: datetime) -> None:
        """Follows when the match comes to rest, goes on, or is begun anew; asked in the transaction that does it."""

    def has_told_games(self, tx: Query, match_context: MatchContext) -> bool:
        """Whether games are on record one by one; then no clock of a side starts between them."""
        return False

    def player_at(self, tx: Query, match_context: MatchContext, side: int, board: int, at: datetime) -> PersonId | None:
        """Who of the side plays at the board; None where who entered does."""
        return None

    def loses_game(self, tx: Tx, match_context: MatchContext, side: int, by: PersonId, reason: str | None) -> bool:
        """Has a side lose the game under way by an arbiter's word; False leaves it to the core."""
        return False

    def gives_game_back(self, tx: Tx, match_context: MatchContext, by: PersonId, at: datetime) -> bool:
        """Undoes a game that was lost so; False leaves it to the core."""
        return False

    def walked_over_at(self, tx: Query, match_context: MatchContext) -> datetime | None:
        """Since when a walkover counts, where that is before it is settled."""
        return None

    def asks(self, asker: Asker, view: MatchView, side: int, other: Person) -> Found:
        """What a match in play asks of who plays on that side, beside what every match does."""
        return iter(())

    # --- results -----------------------------------------------------------------------------------------------------

    def judges(
        self, tx: Query, match_context: MatchContext, score: Score, particulars: Particulars, word: ScoreWord
    ) -> bool:
        """Refuses a score that cannot be, or that may not be said so; False leaves it to the core."""
        return False

    def in_full(self, match_context: MatchContext, score: Score, particulars: Particulars) -> Score:
        """The score as the match's length counts it: what nobody has won, which is no draw, is in it."""
        return score

    def outcomes(self, tx: Query, match_context: MatchContext, result: Result) -> tuple[Result, ...]:
        """What the result can become when it is settled; more than one while a lot is still due."""
        return (result,)

    def decide(self, tx: Tx, match_context: MatchContext, result: Result) -> Result:
        """The result as it is settled; asked before it is written."""
        return result


class StaffHooks(Hooks):
    """What one feature adds to what those who run events see, and to their being on duty."""

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterable[DeskRow]:
        """What waits for somebody, whatever phase the event is in."""
        return ()

    def leaves_duty(self, tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
        """Follows when an arbiter goes off duty or is relieved of it; asked before the matches are handed on."""


MATCH_HOOKS: Final = Joined(MatchHooks)
MATCH_STRATEGIES: Final = Strategies(MatchStrategy)
STAFF_HOOKS: Final = Joined(StaffHooks)


def match_strategy(match_context: MatchContext) -> MatchStrategy:
    """How the match is played."""
    return MATCH_STRATEGIES.of(match_context.tournament.rulebook)
