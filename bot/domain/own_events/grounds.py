"""Why somebody decides about an event in which they play: the reasons of which one is picked."""

from __future__ import annotations

from enum import StrEnum


class OwnGround(StrEnum):
    """Everybody reads it beside the name."""

    PLAYERS_ASKED = "players_asked"
    TROUBLE = "trouble"
    """The power, the network or the game does not work."""
    PLACE_OR_TIME = "place_or_time"
    SLIP = "slip"
    FEW_PLAYERS = "few_players"
    CONDUCT = "conduct"
    NOBODY_ELSE = "nobody_else"
