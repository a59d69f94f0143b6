"""What is wrong with threads for matches: in an arena there are none, and no talk lasts for ever."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.durations import write_duration
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.regulation.thread_rules import LONGEST_TALK
from bot.domain.rulebook import Rulebook


def thread_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Faults of `[threads]`: a game of a lobby is over before anybody has opened its thread."""
    rules = rulebook.threads
    if rules is None:
        return
    if rulebook.traits.has_lobby:
        yield Problem("threads", ProblemCode.NOT_IN_FORMAT, given="[threads]", limit=rulebook.format)
    if rules.open_for <= timedelta(0):
        yield Problem("threads.open_for", ProblemCode.NOT_ABOVE_ZERO, given=write_duration(rules.open_for))
    elif rules.open_for > LONGEST_TALK:
        given, limit = write_duration(rules.open_for), write_duration(LONGEST_TALK)
        yield Problem("threads.open_for", ProblemCode.TOO_HIGH, given=given, limit=limit)
