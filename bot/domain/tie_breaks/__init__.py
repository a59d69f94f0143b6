"""Tie-breaks: a registry of small entries, each with the rule that names it, chained by the rulebook."""

from __future__ import annotations

from bot.domain.tie_breaks.model import Part, Parts, Scene, TieBreak, Why, value_of
from bot.domain.tie_breaks.registry import NAMES, TIE_BREAKS, chain, deciders
from bot.domain.tie_breaks.scene import scene_of
from bot.domain.tie_breaks.unplayed import UNPLAYED

__all__ = [
    "NAMES",
    "TIE_BREAKS",
    "UNPLAYED",
    "Part",
    "Parts",
    "Scene",
    "TieBreak",
    "Why",
    "chain",
    "deciders",
    "scene_of",
    "value_of",
]
