"""Names of accounts on game sites: which are valid, and which are the same."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from bot.errors import UserError

LONGEST_ACCOUNT = 32
"""Characters that an account name may have."""


class AccountFault(StrEnum):
    """What is wrong with an account name."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    CONTROL_CHARACTER = "control_character"
    ONLY_PUNCTUATION = "only_punctuation"


class BadAccountName(UserError):
    """What was typed cannot be the name of an account."""

    fault: AccountFault
    limit: int
    """Characters that a name may have."""
