"""Everybody by name: where nobody is missing, and each name leads to a page and a row that has it."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urldefrag, urljoin

import pytest
from markupsafe import escape

from bot.features.pages.public_model import WHOLE, Public, PublicEvent, PublicRanking
from bot.i18n.catalogue import Translator
from tests.web import samples
from tests.web.test_rendering import read, sent
from web.addresses import Address, AddressKind, NoSuchPage, Part, address_of
from web.drawing import bracket_pages, places_of
from web.rendering import Site, render
from web.showing import LineByName, folded, names_in_list, names_of, parts_of, tabs_of


def address_of_names(event: PublicEvent) -> Address:
    return Address(AddressKind.EVENT, "en", event.server, event.key, Part.NAMES)


def test_everybody_stands_under_their_letter_whatever_their_accents() -> None:
    event = samples.event(entrants=samples.entrants(104))
    event = replace(event, entrants=(replace(event.entrants[0], name="Ágata"), *event.entrants[1:]))
    found = names_of(event)
    assert sorted(name for _, lines in found for name in (line.name for line in lines)) == sorted(
        one.name for one in event.entrants
    )
    letters = dict(found)
    assert "Ágata" in {line.name for line in letters["A"]}
    assert samples.HOSTILE in {line.name for line in letters["#"]}
    assert [folded(line.name) for line in letters["A"]] == sorted(folded(line.name) for line in letters["A"])


def test_members_of_a_team_are_found_by_their_own_names() -> None:
    event = samples.teams()
    names = {line.name for _, lines in names_of(event) for line in lines}
    assert {member.name for one in event.entrants for member in one.members} <= names


def test_an_event_that_fits_its_pages_has_no_list_of_names() -> None:
    event = samples.knockout()
    assert Part.NAMES not in parts_of(event)
    with pytest.raises(NoSuchPage):
        sent(event, address_of_names(event))


def test_the_list_of_names_has_no_tab_and_is_linked_beside_the_finder() -> None:
    event = samples.crowd()
    assert Part.NAMES not in tabs_of(event)
    page = sent(event, Address(AddressKind.EVENT, "en", event.server, event.key, Part.PLAYERS)).decode()
    assert 'data-everybody="../names/"' in page
    assert '<a class="all" href="../names/">List by name</a>' in page


def rows_led_to(page: PublicEvent | PublicRanking, here: Address) -> list[tuple[str, bool]]:
    """Each name of the list, and whether the first of its links leads to a row that has it."""
    found = []
    names = [line.name for _, lines in _lines(page) for line in lines]
    links = [one["href"] or "" for one in read(sent(page, here)).every("a")]
    rows = dict.fromkeys(one for one in links if "#e-" in one or "#n" in one)
    for name, link in zip(names, rows, strict=True):
        path, row = urldefrag(urljoin(f"https://cups.example{here.path}", link))
        there = address_of(path.removeprefix("https://cups.example"))
        shown = render(_page_of(page, there.page), there, Translator(), Site()).decode()
        _, _, after = shown.partition(f'id="{row}"')
        found.append((name, _escaped(name) in after.partition("</tr>")[0]))
    return found


def _lines(page: PublicEvent | PublicRanking) -> list[tuple[str, list[LineByName]]]:
    return names_of(page) if isinstance(page, PublicEvent) else names_in_list(page)


def _page_of(page: PublicEvent | PublicRanking, number: int) -> Public:
    if isinstance(page, PublicEvent):
        return page
    lines = samples.ranking(240, WHOLE).lines[100 * (number - 1) : 100 * number]
    return replace(samples.ranking(1), lines=lines, page=number)


def _escaped(name: str) -> str:
    return str(escape("".join(one for one in name if one.isprintable() or one in "\u202e\u202c")))


def test_each_name_of_an_event_leads_to_the_row_that_has_it() -> None:
    event = samples.crowd()
    found = rows_led_to(event, address_of_names(event))
    assert len(found) == 104
    assert [name for name, is_there in found if not is_there] == []


def test_each_name_of_a_rating_list_leads_to_the_row_that_has_it() -> None:
    ranking = samples.ranking(240, WHOLE)
    here = Address(AddressKind.RANKING, "en", ranking.server, part=Part.NAMES, key=ranking.key)
    found = rows_led_to(ranking, here)
    assert len(found) == 240
    assert [name for name, is_there in found if not is_there] == []


def test_in_a_bracket_of_several_pages_each_name_leads_to_one_that_draws_it() -> None:
    event = samples.knockout(512, 1)
    assert event.bracket is not None
    drawn = [
        {side.entrant for place in places_of(page) for side in place.sides} for page in bracket_pages(event.bracket)
    ]
    keys = {one.name: one.key for one in event.entrants}
    for _, lines in names_of(event):
        for line in lines:
            spots = [spot for spot in line.spots if spot.part is Part.BRACKET]
            assert [keys[line.name] in drawn[spot.page - 1] for spot in spots] == [True]
