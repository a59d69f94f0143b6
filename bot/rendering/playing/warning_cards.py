"""What the arbiter is offered for a warning, and what is asked before one that loses a game."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.playing.match_views import Seats
from bot.domain.playing.warning_views import WarningOption, WarningPage, WarningPreview
from bot.i18n import Voice
from bot.rendering.layout import DANGER, WARNING, Card, Choice, Press
from bot.rendering.people import mention
from bot.rendering.playing.match_names import heading
from bot.rendering.playing.warning_words import on_boards, rules_in_short, warnings_in_force
from bot.rendering.regulation.rule_names import offence
from bot.rendering.sentences import listing
from bot.rendering.text import plain


def page(shown: WarningPage, voice: Voice) -> Card:
    """A menu of offences for each side, and one of what can be taken back."""
    view = shown.view
    event = "\n".join(
        voice.count("warnings.in_event", n, name=mention(player))
        for player, n in zip(view.players, shown.in_event, strict=True)
    )
    menus = [_menu(shown, side, voice) for side, options in enumerate(shown.options) if options]
    menus += [_whose(shown, side, voice) for side in range(len(view.players)) if shown.asks_board]
    if shown.in_force:
        menus.append(_back(shown, voice))
    rules = _small(rules_in_short(view, voice))
    paragraphs = (heading(view, voice), warnings_in_force(view, voice), event, _hint(shown, voice), rules)
    return Card(tuple(one for one in paragraphs if one), controls=tuple(menus), colour=WARNING)


def sure(found: WarningPreview, voice: Voice) -> Card:
    """The warning would lose the game: what that comes to, with the button that gives it."""
    view, choice = found.view, found.choice
    name, what = mention(view.players[choice.side]), offence(found.offence, voice)
    key = "warnings.loses_match" if found.ends_match else "warnings.loses_game"
    key = "warnings.loses_board" if choice.board else key
    subject = f"{view.contest_id}.{seat_of(choice.side, choice.board)}.{choice.number}.{choice.price.value}.1"
    button = Press(f"warn-sure:{subject}", voice.say("warnings.give_it"), ButtonStyle.danger, "🟥")
    text = voice.say(key, name=name, offence=what, board=choice.board)
    return Card((heading(view, voice), text), controls=((button,),), colour=DANGER)


def seat_of(side: int, board: int) -> str:
    """How a press names whom it is about: a side, and in a match of teams the board too."""
    return f"{side}_{board}" if board else str(side)


def _hint(shown: WarningPage, voice: Voice) -> str:
    """What to choose: whose offence it was, then which one; and for which game it counts."""
    if shown.asks_board:
        return voice.say("warnings.choose_whose")
    if not any(shown.options):
        return voice.say("warnings.nothing_more")
    of_teams = on_boards(shown.view)
    return voice.say("warnings.choose_board" if of_teams else "warnings.choose", game=shown.game, board=shown.game)


def _whose(shown: WarningPage, side: int, voice: Voice) -> Choice:
    """The boards of a team with who sits there: an offence is one of a player."""
    name, boards = plain(shown.view.players[side].name, 60), shown.view.part(Seats)
    options = tuple(
        (str(board), f"{board}. {listing([plain(who.name, 30) for who in seats[side]], voice) or '…'}")
        for board, seats in ({} if boards is None else boards.by_board).items()
    )
    return Choice(f"warn-whose:{shown.view.contest_id}.{side}", voice.say("warnings.whose", name=name), options)


def _menu(shown: WarningPage, side: int, voice: Voice) -> Choice:
    board = shown.game if on_boards(shown.view) else 0
    name = plain(shown.view.players[side].name, 60)
    options = tuple((f"{one.number}.{one.price.value}", _label(one, voice)) for one in shown.options[side])
    return Choice(
        f"warn:{shown.view.contest_id}.{seat_of(side, board)}", voice.say("warnings.what_did", name=name), options
    )


def _label(option: WarningOption, voice: Voice) -> str:
    price = voice.say(f"warnings.price.{option.price.value}")
    what = plain(offence(option.offence, voice), 50)
    if option.loses and option.price.warns:
        price = f"{price}, {voice.say('warnings.by_number')}"
    return f"{'🟥' if option.loses else '🟨'} {what}: {price}"


def _back(shown: WarningPage, voice: Voice) -> Choice:
    sides = shown.view.contest.sides
    options = tuple(
        (
            one.warning_id,
            f"{plain(shown.view.players[sides.index(one.entrant_id)].name, 40)}: {_short(one.offence, voice)}",
        )
        for one in shown.in_force
    )
    return Choice(f"unwarn:{shown.view.contest_id}", voice.say("warnings.take_back"), options)


def _short(name: str, voice: Voice) -> str:
    return plain(offence(name, voice), 50)


def _small(text: str) -> str:
    return f"-# {text}" if text else ""
