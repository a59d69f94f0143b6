"""One match for a title: the champion against the challenger, best of 19 (AIJE-D03-1 to AIJE-D03-5).

Side 0 of the contest has the first colour in game 1. The champion's choices for the first and the last game are facts
of the starter who holds the title; what was not chosen is drawn, and can be read from that draw again at any time.
"""

from __future__ import annotations

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.format_rules import TitleMatchRules
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import Rulebook
from bot.play.title_games import NO_CHOICES, Colour, ColourChoices, Series, colours, draw_colours

SIDES = 2
ONLY_ROUND = 1


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the match is not made yet and a colour is left to the lot."""
    return not facts.contests and not _choices(facts, rulebook).are_made


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The match, once. Raises ValueError unless there are two starters, or when a lot is needed without a stream."""
    if len(facts.starters) != SIDES:
        raise ValueError("a title match has two sides")
    if facts.contests:
        return ()
    chosen = colour_choices(facts, rulebook, stream)
    sides = _sides(facts)
    ordered = sides if chosen.first is Colour.FIRST else (sides[1], sides[0])
    return (NewContest(Stage.FINAL, ONLY_ROUND, 0, ordered, _rules(rulebook).best_of),)


def colour_choices(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> ColourChoices:
    """The champion's colours in the first and the last game, as chosen or, from the beginning of the draw's stream, by
    lot; without a champion, those of the entrant with the lower id."""
    return draw_colours(_choices(facts, rulebook), stream)


def series(facts: EventFacts, rulebook: Rulebook, contest: Contest, stream: Stream | None) -> Series:
    """The match before its first game: who has the first colour in each, as sides of the contest (AIJE-D03-2)."""
    champion = contest.sides.index(_sides(facts)[0])
    last = colour_choices(facts, rulebook, stream).last
    return Series(colours(contest.best_of, 0, champion if last is Colour.FIRST else 1 - champion))


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:  # noqa: ARG001 - as every format
    """First and second; level while it is not decided. A match that nobody won has no first place."""
    if not facts.contests:
        return ()
    contest = facts.contests[0]
    won = _winner(facts, contest)
    rows = [_row(contest, side, won) for side in contest.sides]
    return tuple(sorted(rows, key=lambda row: (row.rank_from, row.entrant_id)))


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """Whether the match has a result."""
    return bool(facts.contests) and all(contest.result is not None for contest in facts.contests)


def reopened_by(
    facts: EventFacts,  # noqa: ARG001 - as every format
    rulebook: Rulebook,  # noqa: ARG001
    contest: Contest,  # noqa: ARG001
    correction: Result,  # noqa: ARG001
) -> tuple[Contest, ...]:
    """None: nothing follows the match."""
    return ()


def _rules(rulebook: Rulebook) -> TitleMatchRules:
    return rulebook.title_match or TitleMatchRules()


def _sides(facts: EventFacts) -> tuple[EntrantId, EntrantId]:
    """The champion before the challenger."""
    first, second = sorted(facts.starters, key=_claim)
    return first.entrant_id, second.entrant_id


def _claim(starter: Starter) -> tuple[bool, EntrantId]:
    return not starter.holder, starter.entrant_id


def _choices(facts: EventFacts, rulebook: Rulebook) -> ColourChoices:
    """What the one champion chose, where the rulebook lets champions choose."""
    champions = [starter for starter in facts.starters if starter.holder]
    may_choose = len(champions) == 1 and _rules(rulebook).champion_chooses
    return champions[0].choices if may_choose else NO_CHOICES


def _winner(facts: EventFacts, contest: Contest) -> EntrantId | None:
    if contest.result is None or len(set(contest.result.score)) == 1:
        return None
    won = contest.sides[contest.result.score.index(max(contest.result.score))]
    return None if (contest.contest_id, won) in facts.annulled else won


def _row(contest: Contest, side: EntrantId, won: EntrantId | None) -> StandingRow:
    if contest.result is None:
        return StandingRow(1, 2, side, contest.stage, contest.round)
    place, first = (1, 1) if side == won else (2, 0)
    return StandingRow(place, place, side, contest.stage, contest.round, played=1, won=first, lost=1 - first)
