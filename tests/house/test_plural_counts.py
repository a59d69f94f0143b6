"""A plural form writes its number as `{n}`, which is all that a count fills in by itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.i18n.catalogue import LOCALES
from tests.house.catalogue_reading import Entry, entries


def misnamed(found: Iterable[Entry]) -> list[str]:
    return [one.key for one in found if one.plural and any("{count}" in form for form in one.forms)]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_plural_form_counts_by_n(locale: str) -> None:
    assert misnamed(entries(locale)) == []


@pytest.mark.plants
def test_a_plural_form_that_counts_otherwise_is_noticed() -> None:
    planted = Entry("entering", "seats.vacant", True, ("A place", "{count} places"))
    assert misnamed([planted]) == ["seats.vacant"]
