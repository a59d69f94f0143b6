"""A knock-out of more lives than one as a picture: the brackets below the unbeaten, who drops where, and the finals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.domain.contests import Contest, Stage
from bot.domain.events.draw_views import BracketView
from bot.domain.formats import knockout
from bot.domain.formats.lives_course import comes_down, course_of
from bot.domain.ids import EntrantId
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.events.bracket_places import Places
from bot.rendering.pictures.model import FinalPlace, LowerBracket, Place, PlaceState, RoundColumn, Slot
from bot.rendering.sentences import member_name

_DOWN: Final = "↓"


def feeds(before: Sequence[Contest], here: Sequence[Contest]) -> tuple[tuple[int, ...], ...]:
    """For each contest of a round the places of the one before, of the same bracket, from which somebody comes."""
    return tuple(
        tuple(place for place, one in enumerate(before) if not set(one.sides).isdisjoint(contest.sides))
        for contest in here
    )


class Drawing:
    """Fills the places beside the tree from what is on record, and foresees those that are still to come."""

    def __init__(self, view: BracketView, voice: Voice) -> None:
        self._view, self._voice = view, voice
        self._places = Places(view, voice)
        facts = replace(view.facts, contests=(*view.facts.contests, *view.beside))
        self._course = course_of(facts, view.tournament.rulebook)

    def below(self) -> tuple[LowerBracket, ...]:
        """The lower brackets, from the one of a single loss downwards."""
        lower = sorted(
            (one for one in self._course.contests if one.stage is Stage.LOWER),
            key=lambda one: (one.group, one.round, one.position),
        )
        found = []
        for group, some in groupby(lower, key=lambda one: one.group):
            contests = list(some)
            title = lives_words.bracket_name(self._view, Stage.LOWER, group, contests, self._voice)
            found.append(LowerBracket(title, self._columns(contests)))
        return tuple(found)

    def finals(self) -> tuple[FinalPlace, ...]:
        """Between the brackets, in the order in which they are played; one that may not come says so."""
        finals = [one for one in self._course.contests if one.stage is Stage.FINAL]
        return tuple(self._final(one) for one in sorted(finals, key=lambda one: one.round))

    def _columns(self, contests: Sequence[Contest]) -> tuple[RoundColumn, ...]:
        rounds = [list(some) for _, some in groupby(contests, key=lambda one: one.round)]
        return tuple(
            RoundColumn(
                lives_words.column_name(self._view, here[0], self._voice),
                tuple(self._place(one) for one in here),
                feeds=feeds(before, here),
            )
            for before, here in zip([[], *rounds], rounds, strict=False)
        )

    def _place(self, contest: Contest) -> Place:
        """A place of a lower bracket; who came down bears the round from which."""
        if not self._course.is_known(contest):
            slots = [self._open_slot(contest, side) for side in contest.sides]
            if len(slots) == 1:
                return Place(slots[0], Slot(), PlaceState.BYE)
            return Place(slots[0], slots[1], PlaceState.WAITING)
        filled = self._places.filled_place(contest)
        slots = [
            replace(slot, seed_text=self._mark(contest, side))
            for slot, side in zip((filled.top, filled.bottom), contest.sides, strict=False)
        ]
        return replace(filled, top=slots[0], bottom=slots[1] if len(slots) > 1 else filled.bottom)

    def _mark(self, contest: Contest, side: EntrantId) -> str | None:
        before = self._course.before(contest, side)
        if before is None or not comes_down(contest, before):
            return None
        return f"{_DOWN}{before.round or ''}"

    def _open_slot(self, contest: Contest, side: EntrantId) -> Slot:
        """Nobody knows who; but of who comes down, from which round."""
        before = self._course.before(contest, side)
        if before is None or not comes_down(contest, before):
            return Slot()
        return Slot(expected=f"{_DOWN} {lives_words.round_of(before.round, self._voice)}")

    def _final(self, contest: Contest) -> FinalPlace:
        before = [self._course.before(contest, side) for side in contest.sides]
        brackets = tuple(sorted({one.group for one in before if one is not None and one.stage is not Stage.FINAL}))
        label = lives_words.column_name(self._view, contest, self._voice)
        if self._course.is_known(contest):
            return FinalPlace(label, self._places.filled_place(contest), brackets)
        top, bottom = (self._finalist(one) for one in before)
        note = None if brackets else self._voice.say("lives.if_needed")
        return FinalPlace(label, Place(top, bottom, PlaceState.WAITING, note), brackets)

    def _finalist(self, before: Contest | None) -> Slot:
        """Who won a bracket, once that is known; else which bracket it is."""
        if before is None or before.stage is Stage.FINAL:
            return Slot()
        known = self._course.is_known(before) and knockout.is_decided(before)
        name = self._places.name_of(knockout.winner(before)) if known else None
        return Slot(name, None if name else member_name(before.stage, self._voice))
