"""The bracket of an event as its page draws it: every place of every round, who is there or will come, and from where.

With more lives than one: the brackets below the unbeaten, and the finals between them. Matches for places stand as
brackets of their own behind the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby

from bot.features.course import cards as course_cards
from bot.features.course.cards import is_in_tree
from bot.features.course.model import BracketView
from bot.features.pages.event_model import EventRead, PlayRead
from bot.features.pages.public_model import (
    MatchProgress,
    PublicBracket,
    PublicBranch,
    PublicColumn,
    PublicFinal,
    PublicMatch,
    PublicPlace,
    PublicRound,
    PublicSide,
)
from bot.features.rounds.bracket_cards import feeds
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.kernel.remembering import each_as_before
from bot.layout.sentences import member_name
from bot.play.contests import Contest, Stage
from bot.play.formats import knockout
from bot.play.formats.knockout import first_round, last_round, loser, winner
from bot.play.formats.lives import LivesCourse, comes_down, course_of
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import Rulebook

# --- the whole of it ------------------------------------------------------------------------------------------------


NOBODY = PublicSide("", "")


def bracket(read: EventRead, translator: Translator, played: Sequence[PublicRound]) -> PublicBracket | None:
    """The bracket as it stands, of the matches of the rounds; None before the draw, and where none is drawn yet."""
    play = read.play
    if play is None or play.bracket is None:
        return None
    drawing = _Drawing(read, play, play.bracket, translator, played)
    has_lives = read.tournament.rulebook.knockout.lives > 1
    lengths = _lengths(read.tournament.rulebook, translator)
    if not has_lives:
        branches = (drawing.tree(""), *drawing.placements())
        return PublicBracket(
            branches, third=drawing.third_place(), legend=_lengths(read.tournament.rulebook, translator)
        )
    branches = (drawing.tree(member_name(Stage.MAIN, translator)), *drawing.below())
    return PublicBracket(branches, drawing.finals(), legend=f"{lengths} {translator.say('lives.legend')}".strip())


def _lengths(rulebook: Rulebook, translator: Translator) -> str:
    """How many games a match and the final are, which no place of the drawing says; nothing of single games."""
    rules = rulebook.knockout
    final = rules.best_of if rules.lives > 1 else rules.final_best_of
    if rulebook.teams is not None or final == 1:
        return ""
    if final == rules.best_of:
        return translator.say("page.bracket_length", n=final)
    return translator.say("page.bracket_lengths", n=rules.best_of, final=final)


@lru_cache(maxsize=8)
def _foreseen(facts: EventFacts, rulebook: Rulebook) -> LivesCourse:
    """What is still to come in all brackets, which takes long to find out: once for all languages."""
    return course_of(facts, rulebook)


class _Drawing:
    """Fills places from the matches on record, and open ones from who came out of the matches before."""

    def __init__(
        self,
        read: EventRead,
        play: PlayRead,
        view: BracketView,
        translator: Translator,
        played: Sequence[PublicRound],
    ) -> None:
        self._read, self._play, self._view, self._voice = read, play, view, translator
        self._told = {match.key: match for one in played for match in one.matches}
        self._starters = view.facts.drawn_for
        self._last = last_round(self._starters)
        tree = (contest for contest in view.facts.contests if is_in_tree(contest, self._last))
        self._known = {(contest.round, contest.position): contest for contest in tree}
        self._foreseen: LivesCourse | None = None

    # --- the tree ----------------------------------------------------------------------------------------------------

    def tree(self, title: str) -> PublicBranch:
        """The one tree, of several lives that of the unbeaten."""
        numbers = range(first_round(self._starters), self._last + 1)
        return PublicBranch(title, tuple(self._column(number, is_first=not at) for at, number in enumerate(numbers)))

    def _column(self, number: int, *, is_first: bool) -> PublicColumn:
        positions = range(1 << (self._last - number))
        label = course_cards.round_name(number, self._starters, self._voice)
        if self._read.tournament.rulebook.knockout.lives > 1 and number > 0:
            label = self._voice.say("standings.round", n=number)
        slot = self._read.event_key, self._voice.locale, number
        places = _places(slot, (self._in_tree(number, position) for position in positions))
        return PublicColumn(label, places, _feeders(len(positions), is_first=is_first))

    def _in_tree(self, number: int, position: int) -> PublicMatch | tuple[PublicSide, ...]:
        """The match, or who has come to its place."""
        contest = self._known.get((number, position))
        if contest is not None:
            return self._told[contest.contest_id]
        before = (self._known.get((number - 1, 2 * position + one)) for one in (0, 1))
        return tuple(NOBODY if one is None else self._side(winner(one)) for one in before)

    def third_place(self) -> PublicFinal | None:
        """The match for the third place, from the draw on, where two semi-finals lead to it."""
        label = self._voice.say("draw.third_place")
        on_record = next((one for one in self._view.facts.contests if one.stage is Stage.THIRD_PLACE), None)
        if on_record is not None:
            return PublicFinal(label, self._filled(on_record))
        if not self._read.tournament.rulebook.knockout.third_place_match or self._last <= 1:
            return None
        before = [self._known.get((self._last - 1, position)) for position in (0, 1)]
        sides = tuple(NOBODY if one is None else self._side(loser(one)) for one in before)
        return PublicFinal(label, PublicPlace("", sides, MatchProgress.WAITING))

    # --- beside it ---------------------------------------------------------------------------------------------------

    def placements(self) -> Iterator[PublicBranch]:
        """The matches for places, each set of them as a tree of its own."""
        beside = [one for one in self._view.beside if one.stage is Stage.PLACEMENT]
        yield from self._branches(beside, Stage.PLACEMENT)

    def below(self) -> Iterator[PublicBranch]:
        """The lower brackets, from the one of a single loss downwards, with what is still to come in them."""
        yield from self._branches([one for one in self._course.contests if one.stage is Stage.LOWER], Stage.LOWER)

    def finals(self) -> tuple[PublicFinal, ...]:
        """Between the brackets, in the order in which they are played; one that may not come says so."""
        finals = [one for one in self._course.contests if one.stage is Stage.FINAL]
        return tuple(self._final(one) for one in sorted(finals, key=lambda final: final.round))

    @property
    def _course(self) -> LivesCourse:
        if self._foreseen is None:
            contests = (*self._view.facts.contests, *self._view.beside)
            facts = replace(self._view.facts, contests=contests, now=None)
            self._foreseen = _foreseen(facts, self._read.tournament.rulebook)
        return self._foreseen

    def _branches(self, contests: Sequence[Contest], stage: Stage) -> Iterator[PublicBranch]:
        ordered = sorted(contests, key=lambda one: (one.group, one.round, one.position))
        for group, some in groupby(ordered, key=lambda one: one.group):
            here = list(some)
            title = course_cards.bracket_name(self._view, stage, group, here, self._voice)
            yield PublicBranch(title, tuple(self._columns(here)))

    def _columns(self, contests: Sequence[Contest]) -> Iterator[PublicColumn]:
        rounds = [list(some) for _, some in groupby(contests, key=lambda one: one.round)]
        for before, here in zip([[], *rounds], rounds, strict=False):
            label = course_cards.column_name(self._view, here[0], self._voice)
            yield PublicColumn(label, tuple(self._loose(one) for one in here), feeds(before, here))

    def _loose(self, contest: Contest) -> PublicPlace:
        """A place beside the tree; who comes down bears the round from which."""
        if contest.stage is Stage.LOWER and not self._course.is_known(contest):
            sides = tuple(self._open(contest, side) for side in contest.sides)
            return PublicPlace("", sides, MatchProgress.BYE if contest.is_bye else MatchProgress.WAITING)
        return self._filled(contest)

    def _open(self, contest: Contest, side: EntrantId) -> PublicSide:
        """Nobody knows who; but of who comes down, from which round."""
        before = self._course.before(contest, side)
        if before is None or not comes_down(contest, before):
            return NOBODY
        return replace(NOBODY, expected=f"↓ {course_cards.round_of(before.round, self._voice)}")

    def _final(self, contest: Contest) -> PublicFinal:
        before = [self._course.before(contest, side) for side in contest.sides]
        between = [one.group for one in before if one is not None and one.stage is not Stage.FINAL]
        label = course_cards.column_name(self._view, contest, self._voice)
        if self._course.is_known(contest):
            return PublicFinal(label, self._filled(contest), tuple(sorted(set(between))))
        note = "" if between else self._voice.say("lives.if_needed")
        sides = tuple(self._finalist(one) for one in before)
        return PublicFinal(label, PublicPlace("", sides, MatchProgress.WAITING, note), tuple(sorted(set(between))))

    def _finalist(self, before: Contest | None) -> PublicSide:
        """Who won a bracket, once that is known; else which bracket it is."""
        if before is None or before.stage is Stage.FINAL:
            return NOBODY
        if self._course.is_known(before) and knockout.is_decided(before):
            return self._side(winner(before))
        return replace(NOBODY, expected=member_name(before.stage, self._voice))

    # --- places ------------------------------------------------------------------------------------------------------

    def _side(self, entrant: EntrantId | None) -> PublicSide:
        """Who has come that far; nobody where nobody won."""
        if entrant is None:
            return NOBODY
        starter = self._play.starters.get(entrant)
        return PublicSide(entrant, self._read.shown(entrant).name, seed=None if starter is None else starter.seed)

    def _filled(self, contest: Contest) -> PublicPlace:
        """A match on record."""
        return _filled(self._told[contest.contest_id])


def _filled(told: PublicMatch) -> PublicPlace:
    return PublicPlace(told.key, told.sides, told.state, told.note, told.is_on_stream)


@each_as_before(most=8192)
def _places(told: PublicMatch | tuple[PublicSide, ...]) -> PublicPlace:
    return PublicPlace("", told, MatchProgress.WAITING) if isinstance(told, tuple) else _filled(told)


@cache
def _feeders(places: int, *, is_first: bool) -> tuple[tuple[int, ...], ...]:
    """Of each place of a round the two before it, whose winners meet there."""
    return tuple(() if is_first else (2 * position, 2 * position + 1) for position in range(places))
