"""The results of a round in words, as many as a post holds; a file beside it holds all of them where they are more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.domain.community import Person
from bot.domain.contests import Contest, ResultKind
from bot.domain.hooks import first
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.score_words import score_words
from bot.i18n import Voice
from bot.rendering.events.hooks import EVENT_CARDS
from bot.rendering.layout import Document
from bot.rendering.sentences import member_name
from bot.rendering.text import plain, quote

TEXT_OF_RESULTS: Final = 900
"""Characters: what comes next stands below them in the same post, and matters more."""
_LONGEST_NAME: Final = 32


def result_line(contest: Contest, names: Sequence[str], rulebook: Rulebook, voice: Voice) -> str:
    """Who met whom and how it ended, and how it came about where it was not played; a bye with its one name."""
    if len(names) == 1:
        return voice.say("tables.rests" if contest.bye_reason == "rest" else "ending.bye", name=names[0])
    result = contest.result
    if result is None:
        return " – ".join(names)
    line = first(one.result_line(contest, names) for one in EVENT_CARDS.of(rulebook))
    line = line or f"{names[0]} **{score_words(result, rulebook)}** {names[1]}"
    if result.kind is ResultKind.PLAYED and result.paired_as_winner is not None:
        line += f" · ⚖️ {names[result.paired_as_winner]}"
    return line if result.kind is ResultKind.PLAYED else f"{line} · {member_name(result.kind, voice)}"


def results(
    contests: Sequence[Contest], people: Mapping[EntrantId, Person], rulebook: Rulebook, voice: Voice
) -> tuple[str, tuple[Document, ...]]:
    """The results under their heading, matches before byes, nobody pinged; nothing where there are none."""
    ordered = _in_order(contests)
    shown: list[str] = []
    room = TEXT_OF_RESULTS
    for one in ordered:
        names = [quote(people[side].name, _LONGEST_NAME) for side in one.sides]
        line = f"- {result_line(one, names, rulebook, voice)}"
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    left_out = len(ordered) - len(shown)
    if not left_out:
        return "\n".join([voice.say("standings.results"), *shown]) if shown else "", ()
    more = voice.count("standings.more_in_file", left_out)
    told = [result_line(one, [plain(people[side].name) for side in one.sides], rulebook, voice) for one in ordered]
    file = Document("results.txt", ("\n".join(told).replace("**", "") + "\n").encode())
    return "\n".join([voice.say("standings.results"), *shown, more]), (file,)


def _in_order(contests: Sequence[Contest]) -> list[Contest]:
    """What has ended: a match of the round that is still to play, as one for the third place, has no result to list."""
    ended = (one for one in contests if one.is_bye or one.result is not None)
    return sorted(ended, key=lambda one: (one.is_bye, one.group, one.position))
