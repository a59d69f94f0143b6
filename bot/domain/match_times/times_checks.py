"""What keeps matches from having times of their own: events of another kind, and settings that leave nobody time."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.rulebook_checks import reminder_problems, shorter_problems
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook


def times_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Two play a match in rounds, and each has time to answer within the round and before a match that may follow it.

    Teams are refused: a captain would promise the evenings of everybody else.
    """
    rules = rulebook.match_times
    if rules is None:
        return
    if not (rulebook.traits.has_matches and rulebook.traits.in_rounds) or rulebook.teams is not None:
        limit = "[teams]" if rulebook.teams is not None else rulebook.format
        yield Problem("match_times", ProblemCode.NOT_IN_FORMAT, given="[match_times]", limit=limit)
    answer, lasts, round_key = rules.answer_within, rules.round_lasts, "match_times.round_lasts"
    yield from shorter_problems("match_times.answer_within", answer, round_key, lasts)
    yield from shorter_problems("match_times.answer_within", answer, "match_times.grace", rules.grace)
    for name in ("reminders_before_match", "reminders_before_round_ends"):
        yield from reminder_problems(f"match_times.{name}", getattr(rules, name), round_key, lasts)
