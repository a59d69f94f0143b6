"""What capabilities tell of a match in their own words, and what they put on its card and on the arbiter's desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.domain.contests import Particulars, Score, Stage
from bot.domain.hooks import Hooks, Joined
from bot.domain.playing.match_views import Correction, MatchPlace, MatchView
from bot.i18n import Voice
from bot.rendering.layout import Card, Choice, Press

Rows = tuple[tuple[Press, ...] | Choice, ...]


class MatchCardHooks(Hooks):
    """What one capability says on the card of a match.

    None means that the words of a match between two players, told by its score, are right.
    """

    def match_name(self, stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str | None:
        """Which match of which round it is; asked of every capability, as a place knows its own kind."""
        return None

    def length(self, view: MatchView, voice: Voice) -> str | None:
        """How long the match is."""
        return None

    def key(self, view: MatchView, name: str) -> str | None:
        """The catalogue's key of the sentence that has this name among those of matches; empty for no sentence."""
        return None

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """The score with everybody's name."""
        return None

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """The sides that have won the match, which has a result."""
        return None

    def answering(self, view: MatchView, voice: Voice) -> tuple[str, str] | None:
        """Who reported the open score, and who has to answer it."""
        return None

    def standing(self, view: MatchView, voice: Voice) -> Iterable[str] | None:
        """Where the match stands and what comes next, as a whole."""
        return None

    def beside_player(self, view: MatchView, side: int, voice: Voice) -> str:
        """What stands behind the name of a side."""
        return ""

    def below_players(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Paragraphs on who sits where, and on the games so far."""
        return ()

    def below_score(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Lines that make a reported or settled score plain."""
        return ()

    def below_standing(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Lines on what comes next beside what is said of every match."""
        return ()

    def lateness(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Paragraphs on who is late for a part of the match."""
        return ()

    def controls(self, view: MatchView, voice: Voice) -> Rows:
        """Rows above those of the match's phase."""
        return ()

    def reporting(self, view: MatchView, voice: Voice, *, again: bool) -> Rows | None:
        """How the players tell what came of it; `again` where something was told before."""
        return None

    def after_result(self, view: MatchView, voice: Voice) -> Iterable[Press]:
        """What can still be done about a result."""
        return ()


class DeskHooks(Hooks):
    """What one capability puts on the arbiter's desk of a match; None as with its card."""

    def desk(self, view: MatchView, voice: Voice) -> Card | None:
        """The whole desk."""
        return None

    def rulings(self, view: MatchView, voice: Voice) -> Rows | None:
        """What can be ruled."""
        return None

    def has_begun(self, view: MatchView) -> bool:
        """Whether a first game was told, so that nobody is waited for any more."""
        return False

    def clocks(self, view: MatchView, voice: Voice) -> Iterable[Press]:
        """Ways to who is late for a part of the match, once nobody is waited for."""
        return ()

    def hints(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Lines on how something is written."""
        return ()

    def right_result(self, found: Correction) -> tuple[str, str] | None:
        """The verb that corrects to the result, and what its button carries of it."""
        return None


MATCH_CARDS: Final = Joined(MatchCardHooks)
DESKS: Final = Joined(DeskHooks)


def cards_of(view: MatchView) -> Iterator[MatchCardHooks]:
    """The capabilities that the match's event has, as its card asks them."""
    return MATCH_CARDS.of(view.tournament.rulebook)


def desks_of(view: MatchView) -> Iterator[DeskHooks]:
    """The same for the arbiter's desk."""
    return DESKS.of(view.tournament.rulebook)
