"""A count in words: the number, who wins by it, and by how much (GO-9, GO-24)."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from discord import ButtonStyle

from bot.domain.contests import Particulars
from bot.domain.playing.count_reports import is_counted, outcome, winning_side
from bot.domain.playing.go_counting import HALF, BothLost
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import Choice, Press
from bot.rendering.people import mention
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.text import plain

_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_WINS = ((1, 0), (0, 1))


def counts(view: MatchView) -> bool:
    """Whether the match ends by a count."""
    return is_counted(view.tournament.rulebook, view.contest)


def stones(number: Fraction) -> str:
    """A number of stones as people write it: "¾", "184½", "2¼"."""
    whole, part = divmod(number, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_PARTS[part]}" if part in _PARTS else f"{whole} {part}".removeprefix("0 ")


def line(view: MatchView, told: Particulars, until: datetime | None, voice: Voice) -> list[str]:
    """ "Black 185: @Ana wins by ¾."; nothing where no count was told."""
    if told.count is None or not counts(view):
        return []
    black, colour = Fraction(told.count), colour_name(view.colours, 0, voice)
    try:
        found = outcome(view.tournament.rulebook, view.contest, black, view.warnings, until)
    except BothLost:
        return []
    if found.winner is None:
        return [voice.say("count.level", colour=colour, count=stones(black))]
    name = mention(view.players[winning_side(found, view.contest) or 0])
    if found.margin is None:
        return [voice.say("count.by_warnings", colour=colour, count=stones(black), name=name)]
    return [voice.say("count.wins", colour=colour, count=stones(black), name=name, margin=stones(found.margin))]


def how(view: MatchView, voice: Voice) -> str:
    """What to do when the game ends, and what the first colour needs."""
    games = view.tournament.rulebook.games
    needed = HALF + Fraction(0 if games is None else games.compensation)
    return voice.say("count.how", colour=colour_name(view.colours, 0, voice), needed=stones(needed))


def controls(view: MatchView, verb: str, voice: Voice) -> tuple[tuple[Press, ...] | Choice, ...]:
    """The form for the count, and a menu for a game that ended without one; `verb` takes the menu's choice."""
    drawn = (0,) if view.contest.drawable else ()
    options = tuple(
        ("-".join(map(str, (*won, *drawn))), voice.say("count.won_without", name=plain(player.name, 40)))
        for won, player in zip(_WINS, view.players, strict=True)
    )
    return ((report_press(view, voice),), Choice(f"{verb}:{view.contest_id}", voice.say("count.without"), options))


def report_press(view: MatchView, voice: Voice) -> Press:
    """Opens the form for the count."""
    return Press(f"count:{view.contest_id}", voice.say("count.report"), ButtonStyle.primary, "🔢")


def to_correct(view: MatchView, voice: Voice) -> Press:
    """The way to another count of a settled match."""
    return Press(f"count-fix:{view.contest_id}", voice.say("count.fix"), emoji="🔢")
