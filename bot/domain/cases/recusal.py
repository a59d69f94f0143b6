"""Who keeps out of which act for a stake in it: one table over all acts (AIJE-A02-1, AIJE-D01-6, OTE-1.5, GO-30)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.permissions import Act


class Stake(StrEnum):
    """What keeps somebody out of an act who may do it otherwise."""

    NONE = "none"
    """Nothing does: it decides about nobody, does good alone, or answers to what the person has asked for."""
    SELF = "self"
    """It is about oneself, or the own match, under whichever account."""
    RIVAL = "rival"
    """That, or about somebody beside whom one plays in an event being confirmed or under way.

    Of a match, about whom one meets next.
    """
    EVENT = "event"
    """It is about an event in which one plays."""


_STAKES: Final[Mapping[Act, Stake]] = MappingProxyType(
    {
        Act.JUDGE_DECKS: Stake.EVENT,
        # Else a player draws on until the bye or the opponent suits.
        Act.REDRAW: Stake.EVENT,
        # Else a player puts one arbiter after the other off the own match.
        Act.RELIEVE_ARBITER: Stake.EVENT,
        # Of a match. Who follows one and meets its winner next can still hand it on.
        Act.HAND_MATCH_ON: Stake.SELF,
        Act.RULE_RESULT: Stake.RIVAL,
        Act.RULE_BOARD: Stake.RIVAL,
        Act.STOP_MATCH: Stake.RIVAL,
        Act.CORRECT_RESULT: Stake.RIVAL,
        # Of a person.
        Act.TAKE_OUT_PLAYER: Stake.RIVAL,
        Act.DECIDE_ACCOUNT_CLAIM: Stake.RIVAL,
        Act.REVIEW_CASE: Stake.RIVAL,
        Act.BAR_PLAYER: Stake.RIVAL,
        Act.LIFT_BAR: Stake.RIVAL,
        Act.LINK_PEOPLE: Stake.RIVAL,
        Act.UNLINK_PEOPLE: Stake.RIVAL,
        Act.LINK_DISCORD: Stake.RIVAL,
        Act.LINK_OFFICER: Stake.SELF,
        Act.JUDGE_FILE: Stake.RIVAL,
        Act.DECIDE_APPEAL: Stake.RIVAL,
        Act.REPRIMAND: Stake.RIVAL,
        # Titles change nothing in an event under way, and every officer of a small association plays.
        Act.DECIDE_TITLE: Stake.SELF,
        Act.RECORD_EXAM: Stake.SELF,
        Act.NAME_CHAMPION: Stake.SELF,
        # The number of a rival is no more than a seed, and in a small association every arbiter plays.
        Act.AMEND_RATINGS: Stake.SELF,
        Act.ENTER_RATING: Stake.SELF,
    }
)


def stake(act: Act) -> Stake:
    """What keeps out of it."""
    return _STAKES.get(act, Stake.NONE)
