"""What is said of offences at the board and of warnings: on the match's card and to who was warned."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.playing.match_views import MatchView, Seats
from bot.domain.playing.warnings import Warned, in_game
from bot.domain.regulation.discipline_rules import discipline_of
from bot.i18n import Voice
from bot.rendering.layout import DANGER, WARNING, Card
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_words import situation
from bot.rendering.regulation.rule_names import offence
from bot.rendering.text import quoted_block


def on_boards(view: MatchView) -> bool:
    """Whether the games of the match are boards beside each other, so that an offence is one of a board."""
    return boards_at_once(view.tournament.rulebook)


def whose(view: MatchView, given: Warned) -> str:
    """The name of who is meant."""
    return mention(person_meant(view, given))


def person_meant(view: MatchView, given: Warned) -> Person:
    """Who is meant: the player of the board, else the side."""
    side, boards = view.contest.sides.index(given.entrant_id), view.part(Seats)
    seats = None if boards is None else boards.by_board.get(given.game)
    found = next((who for who in seats[side] if who.person_id == given.person_id), None) if seats else None
    return found or view.players[side]


def warnings_in_force(view: MatchView, voice: Voice) -> str:
    """Everything given in the match that counts, a line each; empty where nothing was."""
    return "\n".join(_line(view, given, voice) for given in view.warnings if given.stands)


def latest_warning(view: MatchView, side: int, voice: Voice) -> Card:
    """To the players: the latest that the side was given, what it costs, and what comes next."""
    latest = [one for one in view.warnings if one.stands and one.entrant_id == view.contest.sides[side]][-1]
    told = voice.say(
        "warnings.told_lost" if latest.lost_game else "warnings.told",
        name=whose(view, latest),
        offence=offence(latest.offence, voice),
        price=_price(latest, voice),
    )
    paragraphs = (told, quoted_block(latest.note) if latest.note else "", _what_follows(view, latest, voice))
    concerned = view.players if latest.lost_game else (view.players[side],)
    return Card(
        tuple(filter(None, paragraphs)),
        colour=DANGER if latest.lost_game else WARNING,
        pings=pings((person_meant(view, latest), *concerned)),
    )


def _what_follows(view: MatchView, latest: Warned, voice: Voice) -> str:
    if latest.lost_game:
        return situation(view, voice)
    return " ".join(_consequences(view, latest, voice)) if latest.price.warns else ""


def taken_back(view: MatchView, side: int, reason: str | None, voice: Voice) -> Card:
    """To the players: the one that was taken back last counts no more."""
    own = [one for one in view.warnings if one.taken_back_at and one.entrant_id == view.contest.sides[side]]
    latest = max(own, key=lambda one: one.taken_back_at or one.given_at)
    name, what = whose(view, latest), offence(latest.offence, voice)
    paragraphs = [voice.say("warnings.told_back", name=name, offence=what)]
    why = reason or latest.why
    if why:
        paragraphs.append(quoted_block(why))
    if latest.lost_game and view.contest.result is None:
        paragraphs.append(voice.say("warnings.game_goes_on"))
    return Card(tuple(paragraphs), pings=pings((person_meant(view, latest), view.players[side])))


def rules_in_short(view: MatchView, voice: Voice) -> str:
    """What a warning costs in this event; empty where it costs nothing by itself."""
    rules = discipline_of(view.tournament.rulebook)
    lines = []
    if rules.warns and rules.warning_costs:
        lines.append(voice.count("warnings.costs", rules.warning_costs))
    if rules.warns and rules.warnings_that_lose is not None:
        lines.append(voice.count("warnings.that_lose", rules.warnings_that_lose))
    return " ".join(lines)


def _consequences(view: MatchView, latest: Warned, voice: Voice) -> list[str]:
    rules = discipline_of(view.tournament.rulebook)
    lines = []
    if rules.warning_costs:
        lines.append(voice.count("warnings.costs", rules.warning_costs))
    if rules.warnings_that_lose is not None:
        had = in_game(view.warnings, latest.entrant_id, latest.game, view.contest.called_at)
        lines.append(voice.count("warnings.left", rules.warnings_that_lose - had))
    return lines


def _line(view: MatchView, one: Warned, voice: Voice) -> str:
    name = whose(view, one)
    parts = [offence(one.offence, voice), _price(one, voice)]
    if on_boards(view):
        parts.insert(0, voice.say("standings.board", n=one.game))
    elif view.contest.best_of > 1:
        parts.insert(0, voice.say("warnings.in_game", game=one.game))
    return f"{'🟥' if one.lost_game else '🟨'} {name}: {' · '.join(parts)}"


def _price(one: Warned, voice: Voice) -> str:
    price = voice.say(f"warnings.price.{one.price.value}")
    return f"{price} · {voice.say('warnings.by_number')}" if one.lost_by_number else price
