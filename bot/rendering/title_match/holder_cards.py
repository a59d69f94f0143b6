"""The champion before a match for a title: who it is, and the colours to choose (AIJE-D03-2)."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.title_match.series_views import HolderView
from bot.domain.title_match.title_game import Colour
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.sentences import moment, moment_relative
from bot.rendering.text import quote


def holder_card(view: HolderView, voice: Voice) -> Card:
    """The champion's card: buttons until the start, and from the draw on what was chosen and what the lot gave."""
    if view.champion is None:
        return Card((_title(view), voice.say("title_match.nobody_named")), colour=QUIET)
    if not view.has_place:
        absent = voice.say("title_match.champion_away", name=mention(view.champion))
        return Card((_title(view), absent), colour=QUIET)
    is_open = view.settled is None and view.tournament.cancelled_at is None
    said = (_title(view), "\n".join(_players(view, voice)), "\n".join(_colours(view, voice)))
    card = Card(said, colour=ACCENT if is_open else QUIET)
    return _choosing(card, view, view.champion, voice) if is_open and view.may_choose else card


def _choosing(card: Card, view: HolderView, champion: Person, voice: Voice) -> Card:
    """The card with the champion's buttons, who is called to choose."""
    until = view.choose_until or view.tournament.start_at
    return replace(
        card,
        paragraphs=(*card.paragraphs, voice.say("title_match.choose_until", until=moment_relative(until))),
        controls=(_buttons(view, "first", 1, voice), _buttons(view, "last", view.best_of, voice)),
        pings=pings([champion]),
        opening=voice.say("title_match.please_choose", name=mention(champion)),
    )


def match_announcement(view: HolderView, voice: Voice) -> Card:
    """The match is made: who meets whom with which colours, and what comes next."""
    verify = Press(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))
    card = holder_card(view, voice)
    by_itself = view.tournament.rulebook.matches.matches_per_arbiter == 0
    follows = voice.say("title_match.next_call_unwatched" if by_itself else "title_match.next_call")
    said = (*card.paragraphs, follows)
    return replace(card, paragraphs=said, controls=((verify,),), colour=ACCENT)


def naming_receipt(view: HolderView, voice: Voice) -> Card:
    """To the organiser: the champion is named, and what comes next."""
    name = "" if view.champion is None else mention(view.champion)
    said = [voice.say("title_match.named" if view.may_choose else "title_match.named_by_lot", name=name)]
    if not view.is_entered:
        said.append(voice.say("title_match.not_entered", name=name))
    return Card((" ".join(said),))


def not_given(person: Person, event: str, voice: Voice, *, for_staff: bool) -> Card:
    """Who won without a place in the match is not champion by it, and what can be done."""
    said = [voice.say("title_match.not_given", name=mention(person), event=quote(event))]
    said.append(voice.say("title_match.not_given_staff" if for_staff else "title_match.not_given_next"))
    return Card(tuple(said), colour=WARNING)


def choice_receipt(view: HolderView, voice: Voice) -> Card:
    """To the champion: noted, and what is still open."""
    still = view.choices.first is None or view.choices.last is None
    return Card((voice.say("title_match.noted_one_open" if still else "title_match.noted"),))


def _title(view: HolderView) -> str:
    return f"## 👑 {quote(view.tournament.name)}\n-# {moment(view.tournament.start_at)}"


def _players(view: HolderView, voice: Voice) -> list[str]:
    lines = [voice.say("title_match.champion", name=mention(view.champion))] if view.champion else []
    if view.challenger is not None:
        lines.append(voice.say("title_match.challenger", name=mention(view.challenger)))
    return lines


def _colours(view: HolderView, voice: Voice) -> list[str]:
    parts = (
        (1, view.choices.first, None if view.settled is None else view.settled.first),
        (view.best_of, view.choices.last, None if view.settled is None else view.settled.last),
    )
    lines = [_colour(view, number, made, fixed, voice) for number, made, fixed in parts]
    return [*lines, voice.say("title_match.alternate")]


def _colour(view: HolderView, number: int, made: Colour | None, fixed: Colour | None, voice: Voice) -> str:
    name = "" if view.champion is None else mention(view.champion)
    known = fixed or made
    if known is None:
        key = "title_match.colour_open" if view.may_choose else "title_match.colour_by_lot_later"
        return voice.say(key, number=number)
    key = "title_match.colour_chosen" if made is not None else "title_match.colour_by_lot"
    return voice.say(key, number=number, name=name, colour=_colour_name(view.colours, known, voice))


def _buttons(view: HolderView, which: str, number: int, voice: Voice) -> tuple[Press, ...]:
    made = view.choices.first if which == "first" else view.choices.last
    return tuple(
        Press(
            f"title-colour:{view.tournament.tournament_id}.{which}.{colour.value}",
            voice.say("title_match.choose", number=number, colour=_colour_name(view.colours, colour, voice)),
            ButtonStyle.success if made is colour else ButtonStyle.secondary,
        )
        for colour in Colour
    )


def _colour_name(colours: tuple[str, str], colour: Colour, voice: Voice) -> str:
    return colour_name(colours, 0 if colour is Colour.FIRST else 1, voice)
