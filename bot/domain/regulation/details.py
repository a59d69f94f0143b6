"""Settings of a new cup beyond its first form: final, third place, who stays level, check-in, threads of matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.domain.regulation.adjusting import has_lengths, usual_length
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import Level
from bot.domain.regulation.rulebook_checks import check_in_length
from bot.domain.regulation.table_checks import LONGEST_MATCH
from bot.domain.regulation.thread_rules import Talk, talk_of, with_talk
from bot.domain.rulebook import CheckInRules, Rulebook

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
