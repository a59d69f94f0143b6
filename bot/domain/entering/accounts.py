"""Names of accounts on game sites: which are valid, and which are the same."""

from __future__ import annotations

import unicodedata

from bot.errors import Missing, Subject, TooLong, UserError

LONGEST_ACCOUNT = 32
"""Characters that an account name may have."""

# Joiners and variation selectors shape letters and emoji without being seen themselves.
_UNSEEN = frozenset("\u034f\u115f\u1160\u200c\u200d\u3164\ufe0e\ufe0f\uffa0")


class AccountHasHiddenCharacters(UserError):
    """The account name has control, formatting or unassigned characters, which nobody can see or type."""


class AccountHasNoLetters(UserError):
    """The account name is made of punctuation alone: no letter, digit or emoji."""


def clean_account(name: str) -> str:
    """The name as it is kept and shown: trimmed, each inner run of white space one space.

    Raises `Missing` when nothing is left, `TooLong` above 32 characters,
    `AccountHasHiddenCharacters` and `AccountHasNoLetters`.
    """
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not account_key(clean):
        raise Missing(Subject.ACCOUNT)
    if len(clean) > LONGEST_ACCOUNT:
        raise TooLong(Subject.ACCOUNT, LONGEST_ACCOUNT)
    if any(unicodedata.category(character)[0] == "C" and character not in _UNSEEN for character in clean):
        raise AccountHasHiddenCharacters
    if not any(_says_something(character) for character in clean):
        raise AccountHasNoLetters
    return clean


def account_key(name: str) -> str:
    """What makes two names one account: NFKC, case folded, white space collapsed, nothing unseen in it.

    A key's key is itself. It may be empty, or longer than the name.
    """
    folded = unicodedata.normalize("NFKC", _visible(name)).casefold()
    # Folding can undo the normal form, and the normal form of some letters is an unseen one.
    return " ".join(_visible(unicodedata.normalize("NFKC", folded)).split())


def _says_something(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "So"


def _visible(text: str) -> str:
    return "".join(character for character in text if character not in _UNSEEN)
