"""The card that asks for players without Discord, and their words on the card of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from discord import ButtonStyle

from bot.features.by_name.model import ByNameView, Needs, WordWanted
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.words_cards import MatchCardHooks
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, Line
from bot.layout.sentences import listing, moment, moment_relative, plain, quote
from bot.people.cards import mention, pings
from bot.play.matches import MatchPhase

SHOWN = 8
"""Players with a button of their own; whoever else waits is counted, and **All here** is for them too."""
_NAME = 40
_DONE_SHOWN = 20


def card(view: ByNameView, translator: Translator) -> Card:
    """All for whom somebody answers: a button for each who waits, and one for all who are here."""
    shown, more = view.waiting[:SHOWN], len(view.waiting) - SHOWN
    paragraphs = [_title(view, translator), *_done(view, translator)]
    if more > 0:
        paragraphs.append(translator.count("by_name.more", more))
    return Card(
        tuple(paragraphs),
        lines=tuple(_line(one, view, translator) for one in shown),
        controls=tuple(_controls(view, translator)),
        colour=WARNING if view.at_once else ACCENT if view.waiting else QUIET,
        pings=pings(view.asked),
    )


def _title(view: ByNameView, translator: Translator) -> str:
    name = quote(view.tournament.name)
    who = listing([mention(one) for one in view.asked], translator)
    if not view.outbox_id:
        return translator.say("by_name.own" if view.waiting else "by_name.nothing", name=name)
    if not view.waiting:
        return translator.say("by_name.all_noted", name=name)
    key = "by_name.asked_check_in" if view.is_check_in else "by_name.asked_round"
    return translator.say(key, who=who, name=name, close=moment(view.closes_at))


def _done(view: ByNameView, translator: Translator) -> Iterator[str]:
    done = [quote(one.player.name, _NAME) for one in view.lines if one.needs is Needs.NOTHING]
    if done:
        names = listing(done[:_DONE_SHOWN], translator)
        yield translator.say("by_name.done", names=names)


def _line(one: WordWanted, view: ByNameView, translator: Translator) -> Line:
    others = listing([mention(other) for other in one.others], translator)
    said = translator.say(f"by_name.line_{one.needs.value}", player=quote(one.player.name), others=others)
    if one.until is not None:
        said += "\n-# ⏳ " + moment_relative(one.until)
    return Line(said, _press(one, view, translator))


def _press(one: WordWanted, view: ByNameView, translator: Translator) -> Button:
    match one.needs:
        case Needs.REPORT | Needs.ANSWER:
            label = translator.say(f"by_name.press_{one.needs.value}")
            return Button(f"match:{one.contest_id}", label, ButtonStyle.primary)
        case _:
            label = translator.say("by_name.here", player=plain(one.player.name, _NAME))
            return Button(f"name-here:{one.entrant_id}.{view.outbox_id}", label, ButtonStyle.success)


def _controls(view: ByNameView, translator: Translator) -> Iterator[tuple[Button, ...]]:
    if view.at_once:
        subject = f"{view.tournament.tournament_id}.{view.outbox_id}"
        yield (Button(f"name-all:{subject}", translator.say("by_name.all"), ButtonStyle.success, "✅"),)


class ByNameCards(MatchCardHooks):
    """Who answers for whom, on the card of a match."""

    def below_players(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """As long as anything is asked of the sides."""
        over = view.state.phase in {MatchPhase.SETTLED, MatchPhase.VOID}
        for side, who in view.answered_by.items() if not over else ():
            player = quote(view.players[side].name)
            if who is None:
                yield translator.say("by_name.no_clock", player=player)
            else:
                yield translator.say("by_name.answers", who=mention(who), player=player)
