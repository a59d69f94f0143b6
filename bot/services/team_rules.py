"""Team events that the bot has the rules of and does not run: refused before an event is created with them."""

from __future__ import annotations

from bot.domain.format_rules import Encounter, Level
from bot.domain.line_ups import boards_of
from bot.domain.rulebook import FormatName, Rulebook
from bot.services.team_errors import NotPlayedYet

_PLAYED = frozenset({Encounter.BOARDS, Encounter.EVERYONE, Encounter.DISPUTE})
_FORMATS = frozenset({FormatName.ROUND_ROBIN, FormatName.SWISS})


def refuse_unplayed_teams(rulebook: Rulebook) -> None:
    """Raises NotPlayedYet with the key that asks for it.

    Teams meet in a round robin or a Swiss without a bracket, board against board, everyone against everyone, or in
    disputes with named games.
    """
    rules = rulebook.teams
    if rules is None:
        return
    if rulebook.format not in _FORMATS:
        raise NotPlayedYet(setting="format", value=rulebook.format.value)
    if rulebook.cut is not None:
        raise NotPlayedYet(setting="[cut] players", value=str(rulebook.cut.players))
    if rules.encounter not in _PLAYED or (rules.encounter is Encounter.DISPUTE) != (rulebook.dispute is not None):
        raise NotPlayedYet(setting="[teams] encounter", value=rules.encounter.value)
    if rules.encounter is Encounter.EVERYONE and rulebook.games and rulebook.games.best_of != boards_of(rules):
        raise NotPlayedYet(setting="[games] best_of", value=str(rulebook.games.best_of))
    if rulebook.ranking is not None and rulebook.ranking.level is Level.PLAY_OFF:
        raise NotPlayedYet(setting="[ranking] level", value=Level.PLAY_OFF.value)
