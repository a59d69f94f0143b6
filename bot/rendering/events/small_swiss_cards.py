"""A round robin in the place of a Swiss with few players: offered to organisers, and told to everybody."""

from __future__ import annotations

from bot.domain.events.small_swiss import with_few_players
from bot.domain.events.tournament import Tournament
from bot.domain.events.views import TournamentView
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.sentences import moment_relative
from bot.rendering.text import quote


def take_press(tournament: Tournament, voice: Voice) -> Press:
    """Takes the round robin for few players."""
    return Press(f"round-robin:{tournament.tournament_id}", voice.say("small_swiss.take"), emoji="🔁")


def offered_at_creation(tournament: Tournament, voice: Voice) -> str:
    """That a round robin is better with few players; empty where none can take the place of the event."""
    most = with_few_players(tournament.rulebook)
    return "" if most is None else voice.count("small_swiss.at_creation", most)


def offer(view: TournamentView, voice: Voice) -> Card:
    """To the organisers: so few are on the list that a round robin is better, and until when it can be taken."""
    most = with_few_players(view.tournament.rulebook) or 0
    text = voice.count(
        "small_swiss.offered",
        view.headcount.registered,
        name=quote(view.tournament.name),
        most=most,
        until=moment_relative(view.check_in_closes_at),
    )
    return Card((text,), controls=((take_press(view.tournament, voice),),), colour=WARNING)


def change_of_format(tournament: Tournament, voice: Voice) -> Card:
    """To everybody: with how many players the event is a round robin, and what it is with more."""
    rules = tournament.rulebook.round_robin
    most = 0 if rules is None or rules.swiss_above is None else rules.swiss_above
    return Card((voice.count("small_swiss.taken", most, name=quote(tournament.name)),), colour=WARNING)
