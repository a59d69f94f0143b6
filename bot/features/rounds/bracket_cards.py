"""From an event's facts to the picture of its bracket: every place of every round, decided, in play or still open.

With more lives than one: the brackets below the unbeaten, who drops where, and the finals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.features.course import cards as course_cards
from bot.features.course.cards import Places, is_in_tree
from bot.features.course.model import BracketView
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.bracket_layout import COLUMNS_ON_A_PAGE, bracket_pages, columns_of, sections
from bot.layout.picture_model import (
    BracketLabels,
    BracketPicture,
    DrawnPlace,
    DrawnPlaceState,
    FinalPlace,
    LowerBracket,
    RoundColumn,
    Slot,
)
from bot.layout.sentences import member_name, plain
from bot.play.contests import Contest, Stage
from bot.play.formats import knockout
from bot.play.formats.knockout import first_round, last_round
from bot.play.formats.lives import comes_down, course_of

# --- brackets of more lives than one --------------------------------------------------------------------------------


_DOWN: Final = "↓"


def feeds(before: Sequence[Contest], here: Sequence[Contest]) -> tuple[tuple[int, ...], ...]:
    """For each contest of a round the places of the one before, of the same bracket, from which somebody comes."""
    return tuple(
        tuple(place for place, one in enumerate(before) if not set(one.sides).isdisjoint(contest.sides))
        for contest in here
    )


class BracketDrawing:
    """Fills the places beside the tree from what is on record, and foresees those that are still to come."""

    def __init__(self, view: BracketView, translator: Translator) -> None:
        self._view, self._voice = view, translator
        self._places = Places(view, translator)
        facts = replace(view.facts, contests=(*view.facts.contests, *view.beside))
        self._course = course_of(facts, view.tournament.rulebook)

    def below(self) -> tuple[LowerBracket, ...]:
        """The lower brackets, from the one of a single loss downwards."""
        lower = sorted(
            (contest for contest in self._course.contests if contest.stage is Stage.LOWER),
            key=lambda contest: (contest.group, contest.round, contest.position),
        )
        found = []
        for group, some in groupby(lower, key=lambda one: one.group):
            contests = list(some)
            title = course_cards.bracket_name(self._view, Stage.LOWER, group, contests, self._voice)
            found.append(LowerBracket(title, self._columns(contests)))
        return tuple(found)

    def finals(self) -> tuple[FinalPlace, ...]:
        """Between the brackets, in the order in which they are played; one that may not come says so."""
        finals = [contest for contest in self._course.contests if contest.stage is Stage.FINAL]
        return tuple(self._final(one) for one in sorted(finals, key=lambda final: final.round))

    def _columns(self, contests: Sequence[Contest]) -> tuple[RoundColumn, ...]:
        rounds = [list(some) for _, some in groupby(contests, key=lambda one: one.round)]
        return tuple(
            RoundColumn(
                course_cards.column_name(self._view, here[0], self._voice),
                tuple(self._place(one) for one in here),
                feeds=feeds(before, here),
            )
            for before, here in zip([[], *rounds], rounds, strict=False)
        )

    def _place(self, contest: Contest) -> DrawnPlace:
        """A place of a lower bracket; who came down bears the round from which."""
        if not self._course.is_known(contest):
            slots = [self._open_slot(contest, side) for side in contest.sides]
            if len(slots) == 1:
                return DrawnPlace(slots[0], Slot(), DrawnPlaceState.BYE)
            return DrawnPlace(slots[0], slots[1], DrawnPlaceState.WAITING)
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
        short = self._voice.say("draw.preliminary_short")
        return Slot(expected=f"{_DOWN} {course_cards.round_of(before.round, self._voice) if before.round else short}")

    def _final(self, contest: Contest) -> FinalPlace:
        before = [self._course.before(contest, side) for side in contest.sides]
        brackets = tuple(sorted({one.group for one in before if one is not None and one.stage is not Stage.FINAL}))
        label = course_cards.column_name(self._view, contest, self._voice)
        if self._course.is_known(contest):
            return FinalPlace(label, self._places.filled_place(contest), brackets)
        top, bottom = (self._finalist(one) for one in before)
        note = None if brackets else self._voice.say("lives.if_needed")
        return FinalPlace(label, DrawnPlace(top, bottom, DrawnPlaceState.WAITING, note), brackets)

    def _finalist(self, before: Contest | None) -> Slot:
        """Who won a bracket, once that is known; else which bracket it is."""
        if before is None or before.stage is Stage.FINAL:
            return Slot()
        known = self._course.is_known(before) and knockout.is_decided(before)
        name = self._places.name_of(knockout.winner(before)) if known else None
        return Slot(name, None if name else member_name(before.stage, self._voice))


# --- the bracket ----------------------------------------------------------------------------------------------------


PLACES_ON_A_LOOSE_PAGE = 6
_ROUNDS_ON_A_LOOSE_PAGE: Final = 3


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A page of the bracket, with the rounds and the entrants on it."""

    picture: BracketPicture
    rounds: range
    """Of the tree; empty for a page of what is played beside it."""
    entrants: frozenset[EntrantId]
    is_played: bool = False
    """Whether a contest on it is to be played."""
    title: str = ""
    """Which bracket it shows, where that is not the tree."""


def bracket_picture(view: BracketView, translator: Translator) -> BracketPicture:
    """The whole bracket in the reader's language, with those below it; names as people wrote them."""
    tree = _tree(view, translator)
    if not _has_lives(view):
        return tree
    course = BracketDrawing(view, translator)
    return replace(
        tree,
        rounds_title=member_name(Stage.MAIN, translator),
        below=course.below(),
        finals=course.finals(),
        legend=translator.say("lives.legend"),
        has_final=_is_over(view),
    )


def pages(view: BracketView, translator: Translator) -> tuple[BracketPage, ...]:
    """The pages for the channel, in the order of the rounds; then the lower brackets and the finals between them.

    A small knock-out of several lives is one page with all its brackets.
    """
    whole = bracket_picture(view, translator)
    if whole.finals and columns_of(whole) <= COLUMNS_ON_A_PAGE:
        starters = frozenset(starter.entrant_id for starter in view.facts.starters)
        return (BracketPage(whole, range(len(whole.rounds) + 1), starters, is_played=True),)
    made = [*_of_tree(view, translator), *_beside_tree(view, translator)]
    if len(made) == 1:
        return tuple(made)
    return tuple(
        replace(one, picture=replace(one.picture, page=(number, len(made)))) for number, one in enumerate(made, 1)
    )


def _tree(view: BracketView, translator: Translator) -> BracketPicture:
    """The one tree, of several lives that of the unbeaten."""
    drawing, tournament = Places(view, translator), view.tournament
    starters = len(view.facts.starters)
    rounds = range(first_round(view.facts.drawn_for), last_round(view.facts.drawn_for) + 1)
    subtitle = translator.count("draw.subtitle", starters, title=tournament.rulebook.title_in(translator.locale))
    if tournament.rulebook.teams is not None:
        subtitle = f"{translator.count('teams.count', starters)} · {tournament.rulebook.title_in(translator.locale)}"
    return BracketPicture(
        title=tournament.name,
        subtitle=subtitle,
        rounds=tuple(drawing.column(number) for number in rounds),
        third_place=drawing.third_place(),
        labels=BracketLabels(
            bye=translator.say("draw.bye"),
            walkover=translator.say("draw.walkover"),
            playing=translator.say("draw.playing"),
            third_place=translator.say("draw.third_place"),
            from_part=translator.say("draw.from_part", n="{n}"),
        ),
        has_final=not _has_lives(view),
    )


def _has_lives(view: BracketView) -> bool:
    return view.tournament.rulebook.knockout.lives > 1


def _is_over(view: BracketView) -> bool:
    return view.tournament.ended_at is not None


def _of_tree(view: BracketView, translator: Translator) -> list[BracketPage]:
    starters = view.facts.drawn_for
    first, last = first_round(starters), last_round(starters)
    known = {(contest.round, contest.position): contest for contest in view.facts.contests if is_in_tree(contest, last)}
    tree = _tree(view, translator)
    if _has_lives(view):
        tree = replace(tree, subtitle=f"{member_name(Stage.MAIN, translator)} · {tree.subtitle}")
    sizes = [len(column.places) for column in tree.rounds]
    made: list[BracketPage] = []
    for picture, cut in zip(bracket_pages(tree), sections(sizes), strict=True):
        rounds = range(first + cut.rounds.start, first + cut.rounds.stop)
        here = [
            known[number, place]
            for number in rounds
            for place in cut.places_of(number - first)
            if (number, place) in known
        ]
        entrants = frozenset(side for one in here for side in one.sides)
        made.append(BracketPage(picture, rounds, entrants, is_played=any(_is_open(one) for one in here)))
    return made


def _is_open(contest: Contest) -> bool:
    return len(contest.sides) > 1 and contest.result is None


def _beside_tree(view: BracketView, translator: Translator) -> list[BracketPage]:
    """What is played beside the tree: three rounds and six places to a page."""
    beside = sorted(view.beside, key=lambda one: (one.stage is Stage.FINAL, one.group, one.round, one.position))
    made: list[BracketPage] = []
    for (stage, group), some in groupby(beside, key=lambda one: (one.stage, one.group)):
        contests = list(some)
        title = course_cards.bracket_name(view, stage, group, contests, translator)
        rounds = [list(of_round) for _, of_round in groupby(contests, key=lambda one: one.round)]
        for first in range(0, len(rounds), _ROUNDS_ON_A_LOOSE_PAGE):
            part = rounds[first : first + _ROUNDS_ON_A_LOOSE_PAGE]
            for top in range(0, max(map(len, part)), PLACES_ON_A_LOOSE_PAGE):
                shown = [column[top : top + PLACES_ON_A_LOOSE_PAGE] for column in part]
                made.append(_loose_page(view, title, [column for column in shown if column], translator))
    return made


def _loose_page(view: BracketView, title: str, rounds: list[list[Contest]], translator: Translator) -> BracketPage:
    drawing, contests = Places(view, translator), [one for column in rounds for one in column]
    columns = tuple(
        RoundColumn(
            course_cards.column_name(view, column[0], translator),
            tuple(drawing.filled_place(one) for one in column),
            first=column[0].position + 1,
            feeds=feeds(before, column),
        )
        for before, column in zip([[], *rounds], rounds, strict=False)
    )
    picture = replace(
        _tree(view, translator),
        subtitle=f"{title} · {plain(view.tournament.rulebook.title_in(translator.locale))}",
        rounds=columns,
        third_place=None,
        has_final=contests[-1].stage is Stage.FINAL and _is_over(view),
    )
    entrants = frozenset(side for contest in contests for side in contest.sides)
    is_played = any(_is_open(contest) for contest in contests)
    return BracketPage(picture, range(0), entrants, is_played, title)
