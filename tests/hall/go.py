"""A community that plays Go: order at the board as its regulation has it, in an event of the bot's own knock-out."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.play.rulebook import BoardRuling, DisciplineRules, EndlessRepetition, Rulebook
from bot.rulebooks.library import preset

GO = DisciplineRules(
    warned=("second_move", "move_taken_back", "clock_before_move", "wrong_removal", "phone", "smoking"),
    lost_turn=("forbidden_point",),
    lost_turn_and_warned=("ko_retaken_early",),
    warned_or_lost=("disturbing", "consulting", "talking", "phone_screen"),
    lost_when_repeated=("phone",),
    graver_when_repeated=("smoking",),
    warnings_that_lose=2,
    warning_costs=1,
    late_limit=timedelta(minutes=15),
    late_costs=2,
    colours_right_until_move=10,
    endless_repetition=EndlessRepetition.NO_RESULT,
    when_disturbed=tuple(BoardRuling),
    when_broken_off=(BoardRuling.DRAW, BoardRuling.REPLAY, BoardRuling.BOTH_LOSE),
    confirmed_is_final=True,
    ceremonies_are_a_duty=True,
    chief_arbiter=True,
)


def go_rules(best_of: int = 1) -> Rulebook:
    """A knock-out of Go in matches of that length."""
    rules = preset("aije-open")
    return replace(
        rules,
        knockout=replace(rules.knockout, best_of=best_of, final_best_of=best_of, third_place_best_of=best_of),
        matches=replace(rules.matches, minutes_per_walkover_game=15),
        rating=replace(rules.rating, base_minutes=60.0),
        discipline=GO,
    )
