"""Kinds of procedure as people read them, with their files, and why a file was refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.regulation.rulebook_problems import Problem
from bot.domain.voting.votes import ProcedureKind
from bot.i18n import Voice
from bot.rendering.layout import DANGER, Card, Document
from bot.rendering.regulation.rulebook_problems import problem_lines
from bot.rendering.sentences import duration, listing, member_name
from bot.rendering.text import quote
from bot.rendering.voting.vote_cards import kind_name, measure


def procedure_card(kind: ProcedureKind, file: str, voice: Voice) -> Card:
    """What the procedure asks for, in sentences, and its file."""
    return Card(
        (f"### {kind_name(kind, voice)}", "\n".join(_lines(kind, voice)), voice.say("procedures.copy_next")),
        documents=(Document(f"{kind.name}.toml", file.encode()),),
    )


def receipt(kind: ProcedureKind, voice: Voice, *, replaced: bool) -> Card:
    """Tells that votes can be opened by it now."""
    key = "procedures.replaced" if replaced else "procedures.kept"
    return Card((voice.say(key, kind=kind_name(kind, voice)), "\n".join(_lines(kind, voice))))


def refusal(file: str, problems: Sequence[Problem], voice: Voice) -> Card:
    """What keeps the file from being used, key by key, with the fix."""
    return Card(("\n".join(problem_lines(file, problems, voice)),), colour=DANGER)


def _lines(kind: ProcedureKind, voice: Voice) -> Iterator[str]:
    yield voice.say(f"procedures.electorate.{kind.electorate}")
    if kind.recuse_subject:
        yield voice.say("procedures.recused")
    yield voice.say("procedures.run_by", who=listing([member_name(one, voice) for one in kind.runs_by], voice))
    if kind.quorum is not None:
        yield voice.say("votes.needs_quorum", measure=measure(kind.quorum, voice))
    yield voice.say(f"votes.needs.{kind.base}", measure=measure(kind.threshold, voice))
    yield voice.say("procedures.lasts", length=duration(kind.lasts, voice))
    yield voice.say(f"procedures.without.{kind.without_quorum}", length=duration(kind.extend_by, voice))
    yield voice.say(f"votes.effect.{kind.effect}")
    if kind.cites:
        yield voice.say("votes.rules", rules=listing([quote(rule) for rule in kind.cites], voice))
