"""What can be ruled for a game that cannot go on as it was, and what the players are told (GO-17, GO-20)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.playing.board_rulings import BoardChoice, BoardOutcome
from bot.domain.playing.match_views import MatchView, Told
from bot.domain.regulation.discipline_rules import discipline_of
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Choice, Press
from bot.rendering.playing.match_names import heading
from bot.rendering.text import plain

TOLD = {
    BoardOutcome.FAIR_POINT: Told.FAIR_POINT,
    BoardOutcome.AS_IT_IS: Told.AS_IT_IS,
    BoardOutcome.PLAYED_AGAIN: Told.GAME_ANNULLED,
}
"""What the players are told of a ruling after which the match goes on; any other is told with its result."""


def page(view: MatchView, offered: Sequence[BoardChoice], voice: Voice) -> Card:
    """A menu of causes with what is ruled for each."""
    options = tuple((str(number), _label(view, choice, voice)) for number, choice in enumerate(offered))
    menu = Choice(f"board:{view.contest_id}", voice.say("board.choose"), options)
    return Card((heading(view, voice), voice.say("board.first_agree")), controls=(menu,), colour=WARNING)


def buttons(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """The ways to these rulings, for the arbiter's desk; none where the rulebook says nothing of them."""
    rules, key = discipline_of(view.tournament.rulebook), view.contest_id
    found = []
    if rules.when_disturbed or rules.when_broken_off or rules.endless_repetition is not None:
        found.append(Press(f"board-page:{key}", voice.say("board.button"), emoji="🧩"))
    if rules.colours_right_until_move is not None:
        found.append(Press(f"colours:{key}", voice.say("board.colours"), emoji="🔄"))
    return tuple(found)


def _label(view: MatchView, choice: BoardChoice, voice: Voice) -> str:
    name = "" if choice.side is None else plain(view.players[choice.side].name, 40)
    cause = voice.say(f"board.cause.{choice.cause.value}", name=name)
    outcome = voice.say(f"board.outcome.{choice.outcome.value}", name=name)
    return f"{cause}: {outcome}"
