"""Names of accounts: which are valid, and which are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.errors import Missing, TooLong, UserError
from bot.people.model import account_key, clean_account
from tests.refusals import refuses


@pytest.mark.rule("AIJE-D01-1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jeek", "JEEK"),
        ("  Jeek  Master ", "jeek master"),
        ("\uff2a\uff45\uff45\uff4b", "jeek"),
        ("Stra\u00dfe", "STRASSE"),
        ("Jose\u0301", "Jos\u00e9"),
        ("ji\u200dk", "jik"),
        ("\ufb01n", "FIN"),
    ],
)
def test_two_spellings_of_a_name_are_one_account(one, other):
    assert account_key(one) == account_key(other)


@pytest.mark.parametrize(("one", "other"), [("Jose", "Jos\u00e9"), ("a b", "ab"), ("jeek1", "jeek2")])
def test_different_names_are_different_accounts(one, other):
    assert account_key(one) != account_key(other)


@given(st.text())
def test_the_key_of_a_key_is_itself(name):
    assert account_key(account_key(name)) == account_key(name)


@given(st.text(max_size=40))
def test_a_valid_name_stays_valid_and_keeps_its_key(name):
    try:
        clean = clean_account(name)
    except UserError:
        return
    assert clean_account(clean) == clean
    assert account_key(clean) == account_key(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Jeek  Master\t", "Jeek Master"),
        ("x", "x"),
        ("9" * 32, "9" * 32),
        ("\u062c\u064a\u0643", "\u062c\u064a\u0643"),
        ("🐙", "🐙"),
    ],
)
def test_a_name_is_kept_as_typed_but_for_white_space(typed, kept):
    assert clean_account(typed) == kept


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", Missing),
        (" \t\u3000", Missing),
        ("\u200d\u3164", Missing),
        ("9" * 33, TooLong),
        ("je\x00ek", "error.AccountHasHiddenCharacters"),
        ("je\u202eek", "error.AccountHasHiddenCharacters"),
        ("je\u200bek", "error.AccountHasHiddenCharacters"),
        ("...", "error.AccountHasNoLetters"),
        ("-_- +", "error.AccountHasNoLetters"),
    ],
)
def test_what_cannot_be_an_account_is_refused_with_its_fault(typed, error):
    with refuses(error):
        clean_account(typed)
