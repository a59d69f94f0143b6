"""What the arbiter is offered for a warning, and what is asked before one that loses a game."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.playing.warning_views import WarningOption, WarningPage, WarningPreview
from bot.i18n import Voice
from bot.rendering.layout import DANGER, WARNING, Card, Choice, Press
from bot.rendering.people import mention
from bot.rendering.playing.match_words import heading
from bot.rendering.playing.warning_words import offence, rules_in_short, standing
from bot.rendering.text import plain


def page(shown: WarningPage, voice: Voice) -> Card:
    """A menu of offences for each side, and one of what can be taken back."""
    view = shown.view
    open_ = any(shown.options)
    hint = voice.say("warnings.choose", game=shown.game) if open_ else voice.say("warnings.nothing_more")
    event = "\n".join(
        voice.count("warnings.in_event", n, name=mention(player))
        for player, n in zip(view.players, shown.in_event, strict=True)
    )
    menus = [_menu(shown, side, voice) for side, options in enumerate(shown.options) if options]
    if shown.standing:
        menus.append(_back(shown, voice))
    paragraphs = (heading(view, voice), standing(view, voice), event, hint, _small(rules_in_short(view, voice)))
    return Card(tuple(one for one in paragraphs if one), controls=tuple(menus), colour=WARNING)


def sure(found: WarningPreview, voice: Voice) -> Card:
    """The warning would lose the game: what that comes to, with the button that gives it."""
    view, choice = found.view, found.choice
    name, what = mention(view.players[choice.side]), offence(found.offence, voice)
    key = "warnings.loses_match" if found.ends_match else "warnings.loses_game"
    subject = f"{view.contest_id}.{choice.side}.{choice.number}.{choice.price.value}.1"
    button = Press(f"warn-sure:{subject}", voice.say("warnings.give_it"), ButtonStyle.danger, "🟥")
    text = voice.say(key, name=name, offence=what)
    return Card((heading(view, voice), text), controls=((button,),), colour=DANGER)


def _menu(shown: WarningPage, side: int, voice: Voice) -> Choice:
    name = plain(shown.view.players[side].name, 60)
    options = tuple((f"{one.number}.{one.price.value}", _label(one, voice)) for one in shown.options[side])
    return Choice(f"warn:{shown.view.contest_id}.{side}", voice.say("warnings.what_did", name=name), options)


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
        for one in shown.standing
    )
    return Choice(f"unwarn:{shown.view.contest_id}", voice.say("warnings.take_back"), options)


def _short(name: str, voice: Voice) -> str:
    return plain(offence(name, voice), 50)


def _small(text: str) -> str:
    return f"-# {text}" if text else ""
