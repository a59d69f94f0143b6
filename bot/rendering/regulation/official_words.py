"""Why an event is official or is not, what its file changes, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.regulation.official_rules import Claim, Standing
from bot.i18n import Voice
from bot.rendering.sentences import listing

MOST_KEYS = 12
"""Settings that are named; of a file that changes more, these are enough to see what is meant."""


def keys_named(keys: Sequence[str], voice: Voice) -> str:
    """The settings by their places in the file."""
    named = [f"`{key}`" for key in keys[:MOST_KEYS]]
    more = len(keys) - MOST_KEYS
    return listing([*named, voice.count("official.more_keys", more)] if more > 0 else named, voice)


def why(standing: Standing, voice: Voice) -> str:
    """What the rules' own word that they are official is worth; empty where they do not say so."""
    if standing.claim is Claim.NONE:
        return ""
    named = keys_named(standing.keys, voice)
    return voice.say(f"official.{standing.claim}", keys=named, preset=standing.preset)


def why_not(standing: Standing, voice: Voice) -> str:
    """The same where it is worth nothing; empty where all is as the rules say."""
    return why(standing, voice) if standing.in_vain else ""


def lines_why_not(standing: Standing, voice: Voice) -> list[str]:
    """The same as lines among others."""
    told = why_not(standing, voice)
    return [told] if told else []


def passed_over(keys: Sequence[str], voice: Voice) -> str:
    """Which numbers of the file count no more; empty where it has none of them."""
    return voice.say("official.passed_over", keys=keys_named(keys, voice)) if keys else ""
