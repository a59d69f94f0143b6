"""Why a rulebook was refused, in sentences that name the key and the fix."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.i18n import Voice
from bot.rendering.text import plain, quote

MOST_LINES = 12
"""Problems told at once; who puts these right is told the others next time."""

_KEY_LENGTH = 80


def problem_lines(file: str, problems: Sequence[Problem], voice: Voice) -> tuple[str, ...]:
    """A heading with the file's name, a line for each problem, and what to do next; markdown, safe to show.

    At most `MOST_LINES` problems are told, so that the answer fits one message.
    """
    heading = voice.count("rulebook.refused", len(problems), file=quote(file))
    told = [f"- {problem_line(problem, voice)}" for problem in problems[:MOST_LINES]]
    hidden = len(problems) - len(told)
    more = [voice.count("rulebook.more_problems", hidden)] if hidden > 0 else []
    return (heading, *told, *more, voice.say("rulebook.refused_next"))


def explanation(key: str, voice: Voice) -> str:
    """What a setting or a table of a rulebook is for: the comment above it in a copied file."""
    return voice.say(f"rulebook.key.{key}")


def problem_line(problem: Problem, voice: Voice) -> str:
    """One problem with its fix."""
    sentence = voice.say(
        f"rulebook.problem.{problem.code}",
        key=_code(problem.key),
        name=plain(problem.key, _KEY_LENGTH),
        given=quote(problem.given) if problem.given else "",
        limit=problem.limit,
        other=_code(problem.other),
        options=", ".join(_code(option) for option in problem.options),
        line=problem.line,
        column=problem.column,
    )
    if problem.code is ProblemCode.UNKNOWN_KEY and problem.options:
        return f"{sentence} {voice.say('rulebook.nearest', option=_code(problem.options[0]))}"
    return sentence


def _code(text: str) -> str:
    """As Discord shows code; a key may be anything that its author typed."""
    shown = plain(text, _KEY_LENGTH).replace("`", "'")
    return f"`{shown}`" if text else ""
