"""The posts about what decides an event: play-offs, lots, finals between brackets, matches for places, the knock-out.

Each says why it is played, between whom and on what they are level, and what comes after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from discord import ButtonStyle

from bot.domain.contests import Contest
from bot.domain.events.decider_views import DeciderView, LotView
from bot.domain.events.deciders import Decider, Tie, decisive_places, is_followed
from bot.domain.events.draw_views import BracketView
from bot.domain.events.standings_views import StandingsView
from bot.domain.formats.lives import losses
from bot.domain.hooks import first
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks import chain
from bot.i18n import Voice
from bot.rendering.events import draw_cards
from bot.rendering.events.hooks import EVENT_CARDS
from bot.rendering.events.lot_words import how_to_check
from bot.rendering.events.round_names import length_words
from bot.rendering.events.standings_words import value_words
from bot.rendering.layout import ACCENT, Card, Press
from bot.rendering.people import mention
from bot.rendering.regulation.rule_names import tie_break_name
from bot.rendering.sentences import listing
from bot.rendering.text import quote

LINES = 40


def pairings(view: DeciderView, voice: Voice) -> Card:
    """Contests that were just paired to decide something."""
    if view.bracket is not None:
        return draw_cards.opening(view.bracket, _begins(view.bracket, voice), voice)
    match view.decider:
        case Decider.PLAY_OFF:
            said = _play_off(view, voice)
        case Decider.PLACEMENT:
            said = _placement(view, voice)
        case _:
            said = _final(view, voice)
    what_follows = draw_cards.follows(view.table.tournament, view.table.community, voice)
    return Card((*said, what_follows), controls=(_presses(view, voice),), colour=ACCENT)


def lot(view: LotView, voice: Voice) -> Card:
    """A lot within the event: who was level or had lost, what it gave, and how anybody checks it (GO-27.1)."""
    table = view.table
    name, rulebook = quote(table.tournament.name), table.tournament.rulebook
    if view.chosen is not None:
        both = listing([_name(table, one) for one in view.between], voice)
        said = [voice.say(_why_lot(view), name=name, names=both, chosen=_name(table, view.chosen))]
    else:
        lines = [line for tie in view.ties for line in (_level(table, tie, voice), _by_lot(table, tie, voice))]
        said = ["\n".join([voice.count("deciding.lot", decisive_places(rulebook), name=name), *lines])]
    verify = Press(f"verify:{table.tournament.tournament_id}", voice.say("tournament.verify"), ButtonStyle.primary)
    said.append(how_to_check(table, view.number, voice))
    if view.chosen is None:
        said.append(voice.say("deciding.after_lot_cut" if is_followed(rulebook) else "deciding.after_lot"))
    return Card(tuple(said), controls=((verify, _standings(table, voice)),), colour=ACCENT)


def _why_lot(view: LotView) -> str:
    """Why a lot decided between two: the key of its sentence."""
    if view.agreed:
        return "deciding.lot_agreed"
    if view.disputed:
        return "deciding.lot_disputed"
    return "deciding.lot_between_level" if view.level else "deciding.lot_between_two"


def _play_off(view: DeciderView, voice: Voice) -> list[str]:
    table, rulebook = view.table, view.table.tournament.rulebook
    name, number = quote(table.tournament.name), max(one.round for one in view.contests)
    if number == 1:
        title = voice.count("deciding.play_off", decisive_places(rulebook), name=name)
    else:
        title = voice.say("deciding.play_off_goes_on", name=name)
    lines = [_level(table, tie, voice) for tie in view.ties]
    length = _length(rulebook, view.contests[0], voice)
    pairs = voice.say("deciding.pairs", round=number, length=length) + "\n" + _pairs(table, view.contests, voice)
    after = voice.say("deciding.after_play_off_cut" if is_followed(rulebook) else "deciding.after_play_off")
    return ["\n".join([title, *lines]), pairs, after]


def _length(rulebook: Rulebook, contest: Contest, voice: Voice) -> str:
    own = first(one.match_length(rulebook, contest, voice) for one in EVENT_CARDS.of(rulebook))
    return own or length_words(contest.best_of, contest.target, voice)


def _final(view: DeciderView, voice: Voice) -> list[str]:
    table, lives = view.table, view.table.tournament.rulebook.knockout.lives
    final = view.contests[-1]
    lost = losses(one for one in table.facts.contests if one.contest_id != final.contest_id)
    lines = [
        voice.count("deciding.lives", lives - lost[one], name=_name(table, one), lost=lost[one]) for one in final.sides
    ]
    others = {side for one in table.facts.contests for side in one.sides if lost[side] < lives} - {*final.sides}
    is_last = not others and all(lives - lost[one] == 1 for one in final.sides)
    title = voice.say(f"deciding.{view.decider.value}", name=quote(table.tournament.name))
    after = voice.say("deciding.after_last_final" if is_last else "deciding.after_final")
    return ["\n".join([title, *lines]), after]


def _placement(view: DeciderView, voice: Voice) -> list[str]:
    table = view.table
    said = [voice.say("deciding.placement", name=quote(table.tournament.name))]
    for place, some in groupby(view.contests, key=lambda one: one.group):
        contests = list(some)
        playing = {side for one in contests for side in one.sides}
        title = voice.say("deciding.places", first=place, last=place + len(playing) - 1)
        said.append(f"{title}\n{_pairs(table, contests, voice)}")
    return [*said, voice.say("deciding.after_placement")]


def _begins(view: BracketView, voice: Voice) -> str:
    return voice.count("deciding.bracket", len(view.facts.starters), name=quote(view.tournament.name))


def _level(table: StandingsView, tie: Tie, voice: Voice) -> str:
    """Who is level, on which place, with every value of the chain that they have in common."""
    names = listing([_name(table, one) for one in tie.entrants], voice)
    row = table.row_of(tie.entrants[0])
    order = set(chain(table.tournament.rulebook))
    values = [] if row is None else [one for one in row.values if one.name in order and one.value is not None]
    told = listing([f"{tie_break_name(one.name, voice)} **{value_words(one, voice)}**" for one in values], voice)
    place = f"{tie.first}–{tie.last}"
    if tie.group:
        return voice.say("deciding.level_in_group", group=tie.group, place=place, names=names, values=told)
    return voice.say("deciding.level", place=place, names=names, values=told)


def _by_lot(table: StandingsView, tie: Tie, voice: Voice) -> str:
    """Those who were level, in the order of the lot."""
    lots = {entrant: at for at, entrant in enumerate(table.facts.lot)}
    order = sorted(tie.entrants, key=lambda one: lots.get(one, len(lots)))
    names = (f"**{place}.** {_name(table, one)}" for place, one in enumerate(order, start=tie.first))
    return voice.say("deciding.by_lot", names=" · ".join(names))


def _pairs(table: StandingsView, contests: Sequence[Contest], voice: Voice) -> str:
    lines = [f"- {' – '.join(_name(table, side) for side in one.sides)}" for one in contests[:LINES]]
    left_out = len(contests) - len(lines)
    return "\n".join([*lines, *([voice.count("standings.and_more", left_out)] if left_out else [])])


def _presses(view: DeciderView, voice: Voice) -> tuple[Press, ...]:
    return (_standings(view.table, voice),)


def _standings(table: StandingsView, voice: Voice) -> Press:
    return Press(f"standings:{table.tournament.tournament_id}", voice.say("standings.open"))


def _name(table: StandingsView, entrant: EntrantId) -> str:
    return mention(table.person(entrant))
