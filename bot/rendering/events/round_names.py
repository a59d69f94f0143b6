"""What a round of an event is called, wherever it is spoken of: in the record, and while it is being played."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.contests import Stage
from bot.domain.formats.knockout import last_round
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.events.bracket_places import round_name_before
from bot.rendering.sentences import member_name


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round as its name follows from it."""

    stage: Stage
    number: int
    group: int
    lives: int
    starters: int
    """Of the whole event."""
    to_final: int | None
    """Of one bracket, rounds before the final."""


def round_called(one: RoundOf, voice: Voice) -> str:
    """Quarter-finals in one bracket, a final by its number where there can be two, otherwise the round's own number."""
    match one.stage:
        case Stage.THIRD_PLACE:
            return member_name(one.stage, voice)
        case Stage.PRELIMINARY:
            return voice.say("draw.round_preliminary")
        case Stage.FINAL if one.lives > 1:
            return lives_words.final_name(max(1, one.number - last_round(max(2, one.starters))), voice)
        case Stage.FINAL:
            return voice.say("draw.round_final")
    if one.to_final is not None:
        return round_name_before(one.to_final, voice)
    round_ = lives_words.round_of(one.number, voice)
    if one.stage is Stage.MAIN and one.lives == 1:
        return round_
    level = f" {one.group}" if one.stage is Stage.LOWER and one.lives > 2 else ""
    return f"{member_name(one.stage, voice)}{level} · {round_}"


def length_words(best_of: int, target: int, voice: Voice) -> str:
    """How long a match is: one game is no "best of"."""
    return (
        voice.say("matches.one_game") if best_of == 1 else voice.say("matches.length", best_of=best_of, target=target)
    )
