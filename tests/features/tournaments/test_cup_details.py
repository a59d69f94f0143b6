"""More details of a draft: its author's alone, of what is offered, and kept with the next draft of the kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.model import CupForm, Draft
from bot.kernel.errors import NotYours, Outdated, UserError
from bot.kernel.ids import RoleId
from bot.play.adjusting import Details, details_of
from bot.play.rulebook import EntryRules, Talk
from bot.rulebooks.library import from_canonical, preset
from tests.hall.hall import PLAYERLESS, Hall

CUP = CupForm("Friday Cup", "cup")
CHOSEN = Details(final=1, third_place=False, check_in=timedelta(hours=1), talk=Talk.PRIVATE_THREADS)


def drafted(hall: Hall, form: CupForm = CUP) -> Draft:
    (made,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.draft, form, (hall.now + timedelta(days=1),))
    return made


def test_a_draft_has_what_was_chosen_and_hands_it_on_to_the_next_of_its_kind(hall: Hall) -> None:
    draft = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.choose_details, drafted(hall).draft_id, CHOSEN)
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.find, draft.draft_id) == draft
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.details_of_draft, draft.draft_id) == CHOSEN
    longer = from_canonical(drafted(hall, replace(CUP, best_of="5")).rulebook or "")
    assert (longer.knockout.best_of, details_of(longer)) == (5, replace(CHOSEN, final=3))
    swiss = from_canonical(drafted(hall, replace(CUP, kind="swiss")).rulebook or "")
    assert swiss == preset("swiss")


def test_a_draft_that_was_dropped_hands_nothing_on(hall: Hall) -> None:
    draft = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.choose_details, drafted(hall).draft_id, CHOSEN)
    hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.drop, draft.draft_id)
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
        hall.act(hall.actor(member), tournaments_draft_verbs.choose_details, draft.draft_id, chosen)
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.find, draft.draft_id) == draft


def test_conditions_go_with_a_cup_of_another_kind_unless_they_are_those_of_the_kind_itself(hall: Hall) -> None:
    by, chosen = hall.actor(PLAYERLESS), tournaments_draft_verbs.Chosen(None, "", "1600", timedelta(0))
    draft = hall.act(by, tournaments_draft_verbs.choose_conditions, drafted(hall).draft_id, chosen)
    below = EntryRules(rating_below=1600)
    assert from_canonical(draft.rulebook or "").entry == below
    swiss = drafted(hall, replace(CUP, kind="swiss"))
    assert from_canonical(swiss.rulebook or "") == replace(preset("swiss"), entry=below)
    hall.act(by, tournaments_draft_verbs.save_rules, swiss.draft_id, "beginners")
    own = drafted(hall, replace(CUP, kind="beginners"))
    assert from_canonical(own.rulebook or "").entry == below
    assert from_canonical(drafted(hall).rulebook or "").entry is None


@pytest.mark.parametrize(("role", "kept"), [(RoleId(7), "7"), (RoleId(1), None), (None, None)])
def test_a_role_of_the_server_is_asked_for_and_the_one_of_everybody_asks_for_nothing(
    hall: Hall, role: RoleId | None, kept: str | None
) -> None:
    by = replace(hall.actor(PLAYERLESS), server_roles=frozenset({RoleId(1), RoleId(7)}))
    draft = hall.act(
        by,
        tournaments_draft_verbs.choose_conditions,
        drafted(hall).draft_id,
        tournaments_draft_verbs.Chosen(role, "", "", timedelta(0)),
    )
    entry = from_canonical(draft.rulebook or "").entry
    assert (None if entry is None else entry.role) == kept


@pytest.mark.parametrize(
    ("member", "chosen", "refused"),
    [
        (2, tournaments_draft_verbs.Chosen(None, "", "1600", timedelta(0)), NotYours),
        (PLAYERLESS, tournaments_draft_verbs.Chosen(RoleId(8), "", "", timedelta(0)), Outdated),
        (PLAYERLESS, tournaments_draft_verbs.Chosen(None, "", "", timedelta(days=2)), Outdated),
        (PLAYERLESS, tournaments_draft_verbs.Chosen(None, "", "", timedelta(days=-1)), Outdated),
    ],
)
def test_forged_conditions_leave_the_draft_as_it_was(
    hall: Hall, member: int, chosen: tournaments_draft_verbs.Chosen, refused: type[UserError]
) -> None:
    draft = drafted(hall)
    by = replace(hall.actor(member), server_roles=frozenset({RoleId(1), RoleId(7)}))
    with pytest.raises(refused):
        hall.act(by, tournaments_draft_verbs.choose_conditions, draft.draft_id, chosen)
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.find, draft.draft_id) == draft
