"""More details of a draft: its author's alone, of what is offered, and kept with the next draft of the kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.events.cup_forms import CupForm
from bot.domain.events.drafts import Draft
from bot.domain.regulation.details import Details, details_of
from bot.errors import NotYours, Outdated, UserError
from bot.rulebooks.library import from_canonical, preset
from bot.services import cup_details, cup_forms
from bot.services.events import drafts
from tests.services.hall import PLAYERLESS, Hall

CUP = CupForm("Friday Cup", "cup")
CHOSEN = Details(final=1, third_place=False, check_in=timedelta(hours=1))


def drafted(hall: Hall, form: CupForm = CUP) -> Draft:
    (made,) = hall.do(cup_forms.draft, hall.presser(PLAYERLESS), form, (hall.now + timedelta(days=1),))
    return made


def test_a_draft_has_what_was_chosen_and_hands_it_on_to_the_next_of_its_kind(hall: Hall) -> None:
    draft = hall.do(cup_details.choose, hall.presser(PLAYERLESS), drafted(hall).draft_id, CHOSEN)
    assert hall.ask(drafts.find, hall.presser(PLAYERLESS), draft.draft_id) == draft
    assert hall.ask(cup_details.details_of_draft, hall.presser(PLAYERLESS), draft.draft_id) == CHOSEN
    longer = from_canonical(drafted(hall, replace(CUP, best_of="5")).rulebook or "")
    assert (longer.knockout.best_of, details_of(longer)) == (5, replace(CHOSEN, final=3))
    swiss = from_canonical(drafted(hall, replace(CUP, kind="swiss")).rulebook or "")
    assert swiss == preset("swiss")


def test_a_draft_that_was_dropped_hands_nothing_on(hall: Hall) -> None:
    draft = hall.do(cup_details.choose, hall.presser(PLAYERLESS), drafted(hall).draft_id, CHOSEN)
    hall.do(drafts.drop, hall.presser(PLAYERLESS), draft.draft_id)
    assert from_canonical(drafted(hall).rulebook or "") == preset("cup")


@pytest.mark.parametrize(
    ("member", "chosen", "refused"),
    [
        (2, CHOSEN, NotYours),
        (PLAYERLESS, replace(CHOSEN, final=4), Outdated),
        (PLAYERLESS, replace(CHOSEN, final=25), Outdated),
        (PLAYERLESS, replace(CHOSEN, check_in=timedelta(0)), Outdated),
    ],
)
def test_what_is_refused_leaves_the_draft_as_it_was(
    hall: Hall, member: int, chosen: Details, refused: type[UserError]
) -> None:
    draft = drafted(hall)
    with pytest.raises(refused):
        hall.do(cup_details.choose, hall.presser(member), draft.draft_id, chosen)
    assert hall.ask(drafts.find, hall.presser(PLAYERLESS), draft.draft_id) == draft
