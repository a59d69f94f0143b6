"""A rulebook as people read it, take it away as a file, and bring it back changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.domain.regulation.official_rules import ApprovalView, Standing, WaitingView
from bot.domain.regulation.rulebook_checks import SUMMARY_LENGTH
from bot.domain.regulation.rulebook_problems import Problem
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, WARNING, Card, Document, Press
from bot.rendering.people import mention
from bot.rendering.regulation import official_words
from bot.rendering.regulation.changes import Change, change_lines
from bot.rendering.regulation.rulebook_names import summary_of
from bot.rendering.regulation.rulebook_problems import problem_lines
from bot.rendering.regulation.sheet import pages
from bot.rendering.text import quote

_CHANGES_LENGTH = 3000
"""Characters of listed changes that fit beside the rest of the message."""


def rule_sheet(rulebook: Rulebook, toml: str, standing: Standing, voice: Voice) -> tuple[Card, ...]:
    """The rule sheet in the reader's language, message by message, with the file beside its end.

    `standing` says why events by it are not official although the file says so.
    """
    title = voice.say("rulebooks.shown", title=quote(rulebook.title_in(voice.locale)), name=quote(rulebook.name))
    first, *more = pages(rulebook, voice)
    not_official = official_words.why_not(standing, voice)
    above = "\n".join(one for one in (title, _line(rulebook, voice), not_official) if one)
    cards = [Card((above, *first)), *map(Card, more)]
    return *cards[:-1], replace(cards[-1], documents=(_file(rulebook.name, toml),))


def copy(rulebook: Rulebook, toml: str, voice: Voice) -> Card:
    """The file to change, each setting explained in the organiser's language, and how to bring it back."""
    said = voice.say("rulebooks.copied", name=quote(rulebook.name))
    return Card((said,), documents=(_file(rulebook.name, toml),))


def receipt(
    rulebook: Rulebook,
    changes: Sequence[Change],
    before: str,
    replaced: bool,
    standing: Standing,
    passed_over: Sequence[str],
    voice: Voice,
) -> Card:
    """The file was taken; in what it differs from its last version, or from the preset that it is nearest to.

    Then what its word that it is official is worth, and which of its numbers count no more.
    """
    said = voice.say("rulebooks.replaced" if replaced else "rulebooks.kept", name=quote(rulebook.name))
    beside = (official_words.why(standing, voice), official_words.passed_over(passed_over, voice))
    return Card((said, _changes(changes, before, voice), *(one for one in beside if one)))


def _changes(changes: Sequence[Change], before: str, voice: Voice) -> str:
    if not changes:
        return voice.say("rulebooks.no_change", before=quote(before))
    heading = voice.count("rulebooks.changes", len(changes), before=quote(before))
    lines = _fitting(change_lines(changes, voice))
    hidden = len(changes) - len(lines)
    more = [voice.count("rulebooks.more_changes", hidden)] if hidden else []
    return "\n".join([heading, *lines, *more])


def approval(view: ApprovalView, voice: Voice) -> Card:
    """To everybody: a changed file of an official event may be played as one, who says so, and what it changes."""
    return Card(
        (
            voice.say(
                "rulebooks.approved",
                title=quote(view.rulebook.title_in(voice.locale)),
                name=quote(view.rulebook.name),
                by=mention(view.approved_by),
                saved=mention(view.saved_by),
                keys=official_words.keys_named(view.keys, voice),
                preset=view.preset,
            ),
        ),
        colour=ACCENT,
    )


def waiting(view: WaitingView, voice: Voice) -> Card:
    """To the committee: a changed file of an official event, and the way to look at it."""
    said = _what_waits(view, voice), voice.say("rulebooks.waits_next")
    look = Press(f"rulebook-waits:{view.rulebook.name}", voice.say("rulebooks.waits_look"), ButtonStyle.primary, "⚖️")
    return Card(said, controls=((look,),), colour=WARNING)


def to_approve(view: WaitingView, voice: Voice) -> Card:
    """To who can approve it: the same, with the button that does."""
    yes = Press(f"rulebook-approve:{view.rulebook.name}", voice.say("rulebooks.approve"), ButtonStyle.success, "✅")
    return Card((_what_waits(view, voice), voice.say("rulebooks.approve_next")), controls=((yes,),), colour=WARNING)


def _what_waits(view: WaitingView, voice: Voice) -> str:
    return voice.say(
        "rulebooks.waits",
        title=quote(view.rulebook.title_in(voice.locale)),
        name=quote(view.rulebook.name),
        saved=mention(view.saved_by),
        keys=official_words.keys_named(view.keys, voice),
        preset=view.preset,
    )


def refusal(file: str, problems: Sequence[Problem], voice: Voice) -> Card:
    """Every problem with its fix; nothing was taken."""
    return Card(("\n".join(problem_lines(file, problems, voice)),), colour=DANGER)


def save_receipt(rulebook: Rulebook, voice: Voice) -> Card:
    """One of the server's own has this name now; where it is found, and how it goes again."""
    return Card(
        (voice.say("rulebooks.saved", title=quote(rulebook.title_in(voice.locale)), summary=_line(rulebook, voice)),)
    )


def _line(rulebook: Rulebook, voice: Voice) -> str:
    return quote(summary_of(rulebook, voice), SUMMARY_LENGTH)


def removal(rulebook: Rulebook, toml: str, voice: Voice) -> Card:
    """The rulebook is gone; its file is handed over, so that it can come back."""
    return Card((voice.say("rulebooks.removed", name=quote(rulebook.name)),), documents=(_file(rulebook.name, toml),))


def _file(name: str, toml: str) -> Document:
    return Document(f"{name}.toml", toml.encode())


def _fitting(lines: Sequence[str]) -> list[str]:
    """As many lines as fit, one at least."""
    kept_lines, room = list(lines[:1]), _CHANGES_LENGTH
    for line in lines[1:]:
        room -= len(line)
        if room < 0:
            break
        kept_lines.append(line)
    return kept_lines
