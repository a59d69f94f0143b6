"""The posts of an event at tables of three: who sits where and in which set, and the call to the final with its why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.domain.contests import Contest, Stage
from bot.domain.events.standings_views import RoundView, StandingsView
from bot.domain.formats.protocol import EventFacts
from bot.domain.formats.tables import final_call, last_round
from bot.domain.ids import EntrantId
from bot.domain.tables.table_state import winners
from bot.domain.tables.tables_final import Call, went_through
from bot.domain.tables.tables_scoring import players, rules_of
from bot.i18n import Voice
from bot.rendering.events import draw_cards
from bot.rendering.events.lot_words import drawn_by_lot
from bot.rendering.events.round_results import results
from bot.rendering.events.standings_cards import in_front, round_pictures, table_presses
from bot.rendering.layout import ACCENT, Card
from bot.rendering.people import mention
from bot.rendering.sentences import listing, number
from bot.rendering.text import quote

LINES_IN_A_PART = 20


def round_drawn(view: RoundView, voice: Voice) -> Card:
    """The first round as it was drawn, and what comes now."""
    table, where = view.table, draw_cards.channel(view.table.community, voice)
    said = (
        voice.say("tables.paired", name=quote(table.tournament.name)),
        "\n".join(_tables(table, view.number, voice)),
        voice.say("tables.next", channel=where, here=voice.say("matches.here")),
    )
    return Card(said, controls=(table_presses(table, voice),), colour=ACCENT)


def round_over(view: RoundView, voice: Voice) -> Card:
    """A round is over: after extra games (round 0) what they have decided, else what comes next."""
    table, name = view.table, quote(view.table.tournament.name)
    lot = drawn_by_lot(table, view.lot, voice)
    if view.number == 0:
        said = [voice.say("tables.extra_over", name=name), *_after_extra_games(table, voice), *lot]
        return Card(tuple(said), controls=(table_presses(table, voice),), colour=ACCENT)
    title = voice.say("standings.round_over", name=name, round=view.number)
    ended, documents = results(view.contests, table.people, table.tournament.rulebook, voice)
    follows = _upcoming(view, voice) or [voice.say("standings.nothing_left")]
    return Card(
        tuple(filter(None, (title, ended, in_front(view, voice), *follows, *lot))),
        controls=(table_presses(table, voice),),
        pictures=round_pictures(view, voice),
        documents=documents,
        colour=ACCENT,
    )


def _tables(view: StandingsView, number_: int, voice: Voice) -> list[str]:
    """Who sits where in a round: the unbeaten and the others apart, or the final and what is played beside it."""
    final, rest = (_of_round(view, number_, stage) for stage in (Stage.FINAL, Stage.MAIN))
    if number_ == 1:
        return _part(voice.say("tables.everybody", n=1), view, rest, voice)
    known = players(view.facts, view.tournament.rulebook, number_)
    active = [one for one in rest if known[one.sides[0]].is_active]
    inactive = [one for one in rest if one not in active]
    title = voice.say("tables.inactive_last" if final else "tables.inactive_tables")
    return [
        *(_final(view, one, voice) for one in final),
        *_part(voice.say("tables.active_tables"), view, active, voice),
        *_part(title, view, inactive, voice),
    ]


def _of_round(view: StandingsView, number_: int, stage: Stage) -> list[Contest]:
    return [one for one in view.facts.contests if one.round == number_ and one.stage is stage]


def _upcoming(view: RoundView, voice: Voice) -> list[str]:
    """What follows a round: the next tables, the call to the final, or the final itself."""
    found = final_call(view.table.facts, view.table.tournament.rulebook)
    if found is not None and found.pool:
        return [_call(view.table, found, voice)]
    upcoming = _tables(view.table, view.number + 1, voice)
    return [*upcoming, voice.say("tables.ranking")] if _has_final(view.table.facts) else upcoming


def _after_extra_games(view: StandingsView, voice: Voice) -> list[str]:
    """What follows extra games: who got through, and the final, or the next extra game."""
    through, said = _got_through(view), []
    if through:
        said.append(voice.say("tables.got_through", names=listing([_name(view, one) for one in through], voice)))
    found = final_call(view.facts, view.tournament.rulebook)
    if found is not None and found.pool:
        return [*said, _level(view, found, voice)]
    return [*said, *_tables(view, last_round(view.facts), voice), voice.say("tables.ranking")]


def _got_through(view: StandingsView) -> list[EntrantId]:
    """Whom the last extra games have let through."""
    decided = [one for one in view.facts.contests if one.stage is Stage.PLAY_OFF and one.result is not None]
    last = max((one.round for one in decided), default=0)
    return [side for one in decided if one.round == last for side in went_through(one)]


def pairing(view: StandingsView, contest: Contest, voice: Voice) -> str:
    """One table: its number, and who sits there."""
    names = [_name(view, side) for side in contest.sides]
    if len(names) == 1:
        return f"- {voice.say('tables.rests', name=names[0])}"
    return f"{contest.position + 1}. {' · '.join(names)}"


def result_line(contest: Contest, names: Sequence[str]) -> str:
    """A table in a list of results: who won first, everybody with the influence at the end."""
    result = contest.result
    if result is None:
        return " · ".join(names)
    won, away, told = winners(result.score), result.absent, result.influence or (0,) * len(names)
    order = sorted(range(len(names)), key=lambda side: (side not in won, side in away, -told[side], side))
    return " · ".join(
        f"{'🏆 ' if side in won else '🚪 ' if side in away else ''}{names[side]}"
        f"{f' **{told[side]}**' if result.influence and side not in away else ''}"
        for side in order
    )


def _part(title: str, view: StandingsView, contests: Sequence[Contest], voice: Voice) -> list[str]:
    """Tables under a title; nothing where there are none."""
    ordered = sorted(contests, key=lambda one: (len(one.sides) == 1, one.position))
    shown = [pairing(view, one, voice) for one in ordered[:LINES_IN_A_PART]]
    left_out = len(contests) - len(shown)
    more = [voice.count("draw.and_more", left_out)] if left_out > 0 else []
    return ["\n".join([title, *shown, *more])] if shown else []


def _final(view: StandingsView, final: Contest, voice: Voice) -> str:
    lines = [voice.say("tables.final_begins"), *(f"- {_seat(view, final, side, voice)}" for side in final.sides)]
    if len(final.sides) == 1:
        lines.append(voice.say("tables.alone"))
    return "\n".join(lines)


def _seat(view: StandingsView, final: Contest, side: EntrantId, voice: Voice) -> str:
    """Who sits in the final, and why."""
    known = players(view.facts, view.tournament.rulebook, final.round)[side]
    if known.is_active:
        return voice.say("tables.seat_unbeaten", name=_name(view, side))
    if side in _through_extra_games(view.facts):
        return voice.say("tables.seat_by_extra", name=_name(view, side))
    return voice.say("tables.seat_by_score", name=_name(view, side), score=_score(known.score, voice))


def _call(view: StandingsView, found: Call, voice: Voice) -> str:
    """The call with seats that are still played for: how many are free, who has one, who is level."""
    known = players(view.facts, view.tournament.rulebook)
    unbeaten = [one for one in found.through if known[one].is_active]
    free = rules_of(view.tournament.rulebook).seats - len(unbeaten)
    lines = [voice.count("tables.call", free, round=last_round(view.facts))]
    for one in found.through:
        key = "tables.seat_unbeaten" if known[one].is_active else "tables.seat_by_score"
        lines.append(f"- {voice.say(key, name=_name(view, one), score=_score(known[one].score, voice))}")
    return "\n".join([*lines, _level(view, found, voice)])


def _level(view: StandingsView, found: Call, voice: Voice) -> str:
    rules = rules_of(view.tournament.rulebook)
    known = players(view.facts, view.tournament.rulebook)
    return voice.count(
        "tables.level",
        found.seats,
        names=listing([_name(view, one) for one in found.pool], voice),
        score=_score(known[found.pool[0]].score, voice),
        needed=rules.extra_game_influence,
    )


def _through_extra_games(facts: EventFacts) -> set[EntrantId]:
    return {side for one in facts.contests if one.stage is Stage.PLAY_OFF for side in went_through(one)}


def _has_final(facts: EventFacts) -> bool:
    return any(one.stage is Stage.FINAL for one in facts.contests)


def _name(view: StandingsView, entrant: EntrantId) -> str:
    return mention(view.person(entrant))


def _score(score: Fraction, voice: Voice) -> str:
    return f"{int(score)}½" if score.denominator == 2 and score > 0 else number(float(score), voice)
