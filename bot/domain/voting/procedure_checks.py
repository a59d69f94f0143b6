"""What makes a kind of procedure impossible to run, found before a vote is opened by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Final

from bot.domain.durations import write_duration
from bot.domain.regulation.rulebook_checks import MOST_CITES, MOST_REMINDERS, NAME_LENGTH, TITLE_LENGTH, is_slug
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.voting.votes import Base, Effect, ElectorateRule, Form, Measure, ProcedureKind

ABOUT_NOBODY: Final = frozenset({Effect.NONE, Effect.OPEN_ELECTION, Effect.ELECT_LEADER})
"""What a decision may do where no person is concerned."""
SHORTEST: Final = timedelta(days=1)
"""How long a vote that does something is open at the least, and again where it is opened anew, to be noticed."""
_SIGNED: Final = frozenset({Form.APPROVALS, Form.SIGNATURES})


def problems(kind: ProcedureKind) -> tuple[Problem, ...]:
    """Everything that keeps the kind from being run; empty when it is sound."""
    return (*_texts(kind), *_measures(kind), *_times(kind), *_form(kind))


def asks_less(kind: ProcedureKind, rule: ProcedureKind) -> Iterator[Problem]:
    """Where a kind that does the same as the association's `rule` would do it by another body, or by fewer.

    A community's own procedure may ask for more: what an effect asks for is not one officer's to lower.
    """
    yield from _by_others(kind, rule)
    for key, own, least in (("quorum", kind.quorum, rule.quorum), ("threshold", kind.threshold, rule.threshold)):
        if least is not None and _is_lower(own, least):
            yield Problem(key, ProblemCode.TOO_LOW, given=_part(own), limit=_part(least))
    for runner in {*kind.runs_by, kind.stands_in} - {*rule.runs_by, rule.stands_in, None}:
        yield Problem("runs_by", ProblemCode.NOT_AN_OPTION, given=str(runner), options=rule.runs_by)
    for key, length in (("lasts", kind.lasts), ("reopen_for", kind.reopen_for)):
        if length < SHORTEST:
            given, limit = write_duration(length), write_duration(SHORTEST)
            yield Problem(key, ProblemCode.TOO_LOW, given=given, limit=limit)


def _by_others(kind: ProcedureKind, rule: ProcedureKind) -> Iterator[Problem]:
    if kind.form is not rule.form:
        yield _only("form", kind.form, rule.form)
    if kind.electorate is not rule.electorate:
        yield _only("electorate", kind.electorate, rule.electorate)
    if kind.base not in {rule.base, Base.ELECTORATE}:
        yield _only("base", kind.base, rule.base)
    if kind.recuse_subject is not rule.recuse_subject:
        # Either way somebody decides who would not: whom it concerns, or the others without them.
        yield _only("recuse_subject", str(kind.recuse_subject).lower(), str(rule.recuse_subject).lower())


def _is_lower(own: Measure | None, least: Measure) -> bool:
    return own is None or (own.fraction, own.strict) < (least.fraction, least.strict)


def _part(measure: Measure | None) -> str:
    return "none" if measure is None else f"{'>' if measure.strict else '≥'} {measure.fraction * 100} %"


def _texts(kind: ProcedureKind) -> Iterator[Problem]:
    if not is_slug(kind.name):
        yield Problem("name", ProblemCode.NOT_A_SLUG, given=kind.name, limit=str(NAME_LENGTH))
    if not kind.title.strip():
        yield Problem("title", ProblemCode.EMPTY)
    elif len(kind.title) > TITLE_LENGTH:
        yield Problem("title", ProblemCode.TOO_LONG, given=str(len(kind.title)), limit=str(TITLE_LENGTH))
    if len(kind.cites) > MOST_CITES:
        yield Problem("cites", ProblemCode.TOO_MANY, given=str(len(kind.cites)), limit=str(MOST_CITES))
    if not kind.runs_by:
        yield Problem("runs_by", ProblemCode.EMPTY)


def _measures(kind: ProcedureKind) -> Iterator[Problem]:
    for key, measure in (("quorum", kind.quorum), ("threshold", kind.threshold)):
        if measure is not None and (measure.fraction > 1 or (measure.strict and measure.fraction == 1)):
            yield Problem(key, ProblemCode.TOO_HIGH, given=f"{measure.fraction * 100} %", limit="100 %")


def _times(kind: ProcedureKind) -> Iterator[Problem]:
    for key, length in (("lasts", kind.lasts), ("reopen_for", kind.reopen_for), ("extend_by", kind.extend_by)):
        if length <= timedelta(0):
            yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_duration(length))
    if len(kind.reminders) > MOST_REMINDERS:
        yield Problem("reminders", ProblemCode.TOO_MANY, given=str(len(kind.reminders)), limit=str(MOST_REMINDERS))
    if any(first <= second for first, second in pairwise(kind.reminders)):
        yield Problem("reminders", ProblemCode.NOT_LONGEST_FIRST)
    if kind.reminders and kind.reminders[0] >= kind.lasts:
        longest, lasts = write_duration(kind.reminders[0]), write_duration(kind.lasts)
        yield Problem("reminders[0]", ProblemCode.NOT_SHORTER, given=longest, limit=lasts, other="lasts")


def _form(kind: ProcedureKind) -> Iterator[Problem]:
    if kind.form in _SIGNED and kind.base is not Base.ELECTORATE:
        yield _only("base", kind.base, Base.ELECTORATE)
    if kind.form in _SIGNED and kind.quorum is not None:
        yield _only("quorum", "…", "none")
    if (kind.form is Form.APPROVALS) != (kind.electorate is ElectorateRule.LEADER_AND_PRESIDENT):
        yield _only("electorate", kind.electorate, ElectorateRule.LEADER_AND_PRESIDENT)
    if (kind.effect is Effect.ELECT_LEADER) != (kind.form is Form.CANDIDATES):
        yield _only("form", kind.form, Form.CANDIDATES)
    if kind.effect not in ABOUT_NOBODY and not kind.needs_subject:
        yield _only("needs_subject", "false", "true")


def _only(key: str, given: str, option: str) -> Problem:
    return Problem(key, ProblemCode.NOT_AN_OPTION, given=given, options=(option,))
