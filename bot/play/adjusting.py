"""What the form of a new cup adjusts in a rulebook: seats, length of matches, final, ties, check-in, threads.

`Offered` is what a server can hold an event by, in the order in which it is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.play.format_checks import LONGEST_MATCH, has_bracket
from bot.play.format_rules import Level, TeamEncounter
from bot.play.rulebook import CheckInRules, KnockoutRules, Rulebook, Talk, talk_of, with_talk
from bot.play.rulebook_checks import check_in_length

# --- seats and lengths ----------------------------------------------------------------------------------------------


SEATS: Final = "registration.capacity"
"""The key of the number of seats, by which faults of it are found."""


def usual_length(rulebook: Rulebook) -> int:
    """The games of a match before any bracket of the best; of teams, of each board."""
    if rulebook.teams is not None:
        return rulebook.teams.board_games
    return rulebook.knockout.best_of if rulebook.games is None else rulebook.games.best_of


def has_lengths(rulebook: Rulebook) -> bool:
    """Whether its matches can be longer or shorter."""
    goes_on = rulebook.teams is not None and rulebook.teams.encounter is TeamEncounter.STAY_ON
    return rulebook.traits.has_matches and rulebook.dispute is None and not goes_on


def with_length(rulebook: Rulebook, best_of: int) -> Rulebook:
    """The same with matches of that length; a final that was two games longer stays so."""
    if rulebook.teams is not None:
        return _of_boards(rulebook, best_of)
    before = usual_length(rulebook)

    def new_length(length: int) -> int:
        if length == before:
            return best_of
        changed = max(1, min(LONGEST_MATCH, best_of + length - before))
        # Who plays games in pairs before a bracket has to have a winner in it all the same.
        return changed | 1 if length % 2 else changed

    games = None if rulebook.games is None else replace(rulebook.games, best_of=best_of)
    return replace(rulebook, games=games, knockout=_bracket(rulebook, new_length))


def with_seats(rulebook: Rulebook, seats: int) -> Rulebook:
    """The same for so many at the most."""
    return replace(rulebook, registration=replace(rulebook.registration, capacity=seats))


def _of_boards(rulebook: Rulebook, games: int) -> Rulebook:
    """Each board plays so many games; where games are counted and not boards, a match is as many more."""
    if rulebook.teams is None or rulebook.games is None:
        return rulebook
    changed = replace(rulebook, teams=replace(rulebook.teams, board_games=games))
    if rulebook.teams.encounter is not TeamEncounter.SUM:
        return changed
    before, whole = rulebook.games.best_of, rulebook.teams.size * games
    bracket = _bracket(rulebook, lambda length: whole if length == before else length)
    return replace(changed, games=replace(rulebook.games, best_of=whole), knockout=bracket)


def _bracket(rulebook: Rulebook, new_length: Callable[[int], int]) -> KnockoutRules:
    """The lengths of its bracket, changed; one that has none keeps what stands there."""
    rules = rulebook.knockout
    if rules == KnockoutRules():
        return rules
    return replace(
        rules,
        best_of=new_length(rules.best_of),
        final_best_of=new_length(rules.final_best_of),
        third_place_best_of=new_length(rules.third_place_best_of),
    )


# --- settings beyond the first form ---------------------------------------------------------------------------------


FINALS: Final = tuple(range(1, LONGEST_MATCH + 1, 2))
"""The lengths that a final can have: somebody has to win it."""
CHECK_INS: Final = tuple(timedelta(minutes=one) for one in (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 360, 720, 1440))
_REMINDED: Final = (2, 6)
"""Who has not checked in is reminded once a half of the time remains, and once a sixth does."""


@dataclass(frozen=True, slots=True)
class Details:
    """What was chosen; None where the kind of event has nothing of the sort."""

    final: int | None = None
    """Games of the final at most."""
    third_place: bool | None = None
    level: Level | None = None
    """What becomes of those whom no tie-break separates on the first place."""
    check_in: timedelta | None = None
    talk: Talk | None = None
    """Where its matches are talked of."""


def details_of(rulebook: Rulebook) -> Details:
    """What the rulebook says of each, where it can say anything."""
    rules = rulebook.knockout
    return Details(
        final=rules.final_best_of if _has_final(rulebook) else None,
        third_place=rules.third_place_match if has_bracket(rulebook) and rules.lives == 1 else None,
        level=rulebook.ranking.level if rulebook.ranking and _has_ties(rulebook) else None,
        check_in=check_in_length(rulebook.check_in),
        talk=None if rulebook.traits.has_lobby else talk_of(rulebook.threads),
    )


def is_offered(chosen: Details, standing: Details) -> bool:
    """Whether the final and the check-in are of a length that is offered, or stay as they are."""
    of_final = chosen.final is None or chosen.final in {*FINALS, standing.final}
    return of_final and (chosen.check_in is None or chosen.check_in in {*CHECK_INS, standing.check_in})


def with_details(rulebook: Rulebook, details: Details) -> Rulebook:
    """The same rules with what was chosen; what is None, or says nothing in the kind of event, stays as it is."""
    before = details_of(rulebook)
    changed = _with_talk(rulebook, details.talk)
    if details.final is not None and before.final is not None:
        changed = replace(changed, knockout=replace(changed.knockout, final_best_of=details.final))
    if details.third_place is not None and before.third_place is not None:
        changed = replace(changed, knockout=replace(changed.knockout, third_place_match=details.third_place))
    if details.level not in {None, before.level} and before.level is not None:
        changed = _with_level(changed, details.level or before.level)
    if details.check_in not in {None, before.check_in}:
        changed = replace(changed, check_in=_lasting(changed.check_in, details.check_in or CHECK_INS[0]))
    return changed


def with_details_of(rulebook: Rulebook, before: Rulebook) -> Rulebook:
    """The rules with the details of the earlier ones; a final that was two games longer than a match stays so."""
    chosen = details_of(before)
    if chosen.final is None:
        return with_details(rulebook, chosen)
    games = usual_length(rulebook) + chosen.final - usual_length(before)
    return with_details(rulebook, replace(chosen, final=max(1, min(LONGEST_MATCH, games)) | 1))


def _with_talk(rulebook: Rulebook, talk: Talk | None) -> Rulebook:
    if talk is None or rulebook.traits.has_lobby:
        return rulebook
    return replace(rulebook, threads=with_talk(rulebook.threads, talk))


def _has_final(rulebook: Rulebook) -> bool:
    return has_bracket(rulebook) and has_lengths(rulebook) and rulebook.teams is None


def _has_ties(rulebook: Rulebook) -> bool:
    """Whether the table says who is first; where a bracket follows, its final does."""
    return rulebook.traits.in_rounds and not has_bracket(rulebook)


def _with_level(rulebook: Rulebook, level: Level) -> Rulebook:
    if rulebook.ranking is None:
        return rulebook
    places = 0 if level is Level.SHARED else max(1, rulebook.ranking.decisive_places)
    return replace(rulebook, ranking=replace(rulebook.ranking, level=level, decisive_places=places))


def _lasting(rules: CheckInRules, length: timedelta) -> CheckInRules:
    """Check-in of that length, which closes when it would have closed; its reminders go with its length."""
    return replace(rules, opens_before=rules.closes_before + length, reminders_before_close=tuple(_reminders(length)))


def _reminders(length: timedelta) -> Iterator[timedelta]:
    """Longest first, in whole minutes."""
    for part in _REMINDED:
        minutes = length // part // timedelta(minutes=1)
        if minutes:
            yield timedelta(minutes=minutes)


class Shelf(StrEnum):
    """Where a rulebook comes from; the order is that of offering."""

    OWN = "own"
    """The server saved or uploaded it."""
    ORDINARY = "ordinary"
    """A preset for any game: without accounts, without arbiters, unrated."""
    REGULATION = "regulation"
    """A preset of somebody's regulation."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A rulebook that can be chosen."""

    rulebook: Rulebook
    shelf: Shelf

    @property
    def name(self) -> str:
        """The short word by which services find it."""
        return self.rulebook.name
