"""What a tournament is by its players' countries (AIJE-B01-4)."""

from __future__ import annotations

import pytest

from bot.i18n.countries import CONTINENTS, Continent, Scope, scope


@pytest.mark.rule("AIJE-B01-4")
@pytest.mark.parametrize(
    ("countries", "found"),
    [
        (["BR", "BR", "BR"], Scope.NATIONAL),
        (["BR", "AR"], Scope.INTERCONTINENTAL),
        (["BR", "US"], Scope.INTERCONTINENTAL),
        (["BR", "AR", "IT"], Scope.INTERNATIONAL),
        (["PT", "JP"], Scope.INTERNATIONAL),
        (["BR", None], Scope.UNKNOWN),
        (["BR", "AR", None], Scope.UNKNOWN),
        (["BR", "IT", None], Scope.INTERNATIONAL),
        ([None], Scope.UNKNOWN),
        ([], Scope.UNKNOWN),
    ],
)
def test_a_tournament_is_what_its_players_make_it(countries: list[str | None], found: Scope) -> None:
    assert scope(countries) is found


def test_every_country_lies_on_one_continent() -> None:
    assert len(CONTINENTS) == 241
    assert {CONTINENTS[code] for code in ("BR", "IT", "JP", "AU", "ZA")} == set(Continent)
