"""From an event's facts to the picture of its bracket: every place of every round, decided, in play or still open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from bot.domain.contests import Contest, ResultKind, Stage
from bot.domain.events.draw_views import BracketView
from bot.domain.formats.knockout import BracketPlace, first_round, last_round, loser, winner
from bot.domain.ids import EntrantId
from bot.domain.score_words import side_words
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.pictures.bracket_pages import ROUNDS_ON_A_PAGE, bracket_pages
from bot.rendering.pictures.model import BracketLabels, BracketPicture, Place, PlaceState, RoundColumn, Slot
from bot.rendering.sentences import member_name
from bot.rendering.text import plain

_TREE = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})


PLACES_ON_A_LOOSE_PAGE = 6


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the bracket, with the rounds and the entrants on it."""

    picture: BracketPicture
    rounds: range
    """Of the tree; empty for a page of what is played beside it."""
    entrants: frozenset[EntrantId]
    is_open: bool = False
    """Whether a contest on it is to be played."""
    title: str = ""
    """Which bracket it shows, where that is not the tree."""


def bracket_picture(view: BracketView, voice: Voice) -> BracketPicture:
    """The whole bracket in the reader's language; names as people wrote them."""
    drawing = _Bracket(view, voice)
    starters = len(view.facts.starters)
    rounds = range(first_round(starters), last_round(starters) + 1)
    tournament = view.tournament
    subtitle = voice.count("draw.subtitle", starters, title=tournament.rulebook.title_in(voice.locale))
    if tournament.rulebook.teams is not None:
        subtitle = f"{voice.count('teams.count', starters)} · {tournament.rulebook.title_in(voice.locale)}"
    has_lives = tournament.rulebook.knockout.lives > 1
    return BracketPicture(
        title=tournament.name,
        subtitle=f"{member_name(Stage.MAIN, voice)} · {subtitle}" if has_lives else subtitle,
        rounds=tuple(drawing.column(number) for number in rounds),
        third_place=drawing.third_place(),
        labels=BracketLabels(
            bye=voice.say("draw.bye"),
            walkover=voice.say("draw.walkover"),
            playing=voice.say("draw.playing"),
            undecided=voice.say("draw.undecided"),
            third_place=voice.say("draw.third_place"),
        ),
        has_final=not has_lives,
    )


def pages(view: BracketView, voice: Voice) -> tuple[Page, ...]:
    """The pages for the channel, in the order of the rounds; then the lower brackets and the finals between them."""
    made = [*_of_tree(view, voice), *_beside_tree(view, voice)]
    if len(made) == 1:
        return tuple(made)
    return tuple(
        replace(one, picture=replace(one.picture, page=(number, len(made)))) for number, one in enumerate(made, 1)
    )


def _of_tree(view: BracketView, voice: Voice) -> list[Page]:
    starters = len(view.facts.starters)
    first, last = first_round(starters), last_round(starters)
    known = {(one.round, one.position): one for one in view.facts.contests if is_in_tree(one, last)}
    pictures, made = iter(bracket_pages(bracket_picture(view, voice))), list[Page]()
    for begins in range(first, last + 1, ROUNDS_ON_A_PAGE):
        ends = min(begins + ROUNDS_ON_A_PAGE - 1, last)
        for position in range(1 << (last - ends)):
            width = 1 << (ends - begins)
            places = range(position * width, (position + 1) * width)
            here = [known[begins, place] for place in places if (begins, place) in known]
            entrants = frozenset(side for one in here for side in one.sides)
            made.append(Page(next(pictures), range(begins, ends + 1), entrants))
    return made


def _beside_tree(view: BracketView, voice: Voice) -> list[Page]:
    """What is played beside the tree: three rounds and six places to a page, without lines between them."""
    beside = sorted(view.beside, key=lambda one: (one.stage is Stage.FINAL, one.group, one.round, one.position))
    made: list[Page] = []
    for (stage, group), some in groupby(beside, key=lambda one: (one.stage, one.group)):
        contests = list(some)
        title = lives_words.bracket_name(view, stage, group, contests, voice)
        rounds = [list(of_round) for _, of_round in groupby(contests, key=lambda one: one.round)]
        for first in range(0, len(rounds), ROUNDS_ON_A_PAGE):
            part = rounds[first : first + ROUNDS_ON_A_PAGE]
            for top in range(0, max(map(len, part)), PLACES_ON_A_LOOSE_PAGE):
                shown = [column[top : top + PLACES_ON_A_LOOSE_PAGE] for column in part]
                made.append(_loose_page(view, title, [column for column in shown if column], voice))
    return made


def _loose_page(view: BracketView, title: str, rounds: list[list[Contest]], voice: Voice) -> Page:
    drawing, contests = _Bracket(view, voice), [one for column in rounds for one in column]
    columns = tuple(
        RoundColumn(
            lives_words.column_name(view, column[0], voice),
            tuple(drawing.filled_place(one) for one in column),
            first=column[0].position + 1,
        )
        for column in rounds
    )
    whole = bracket_picture(view, voice)
    picture = replace(
        whole,
        subtitle=f"{title} · {plain(view.tournament.rulebook.title_in(voice.locale))}",
        rounds=columns,
        third_place=None,
        loose=True,
        has_final=contests[-1].stage is Stage.FINAL and view.tournament.ended_at is not None,
    )
    entrants = frozenset(side for one in contests for side in one.sides)
    is_open = any(len(one.sides) > 1 and one.result is None for one in contests)
    return Page(picture, range(0), entrants, is_open, title)


def is_in_tree(contest: Contest, last: int) -> bool:
    """Whether the contest is a place of the tree: lower brackets, matches for places and finals between brackets are
    not."""
    return contest.stage in _TREE and contest.round <= last


def round_name(number: int, starters: int, voice: Voice) -> str:
    """What a round is called: preliminary, round of 16, quarter-finals, semi-finals, final."""
    if number == 0:
        return voice.say("draw.round_preliminary")
    return round_name_before(last_round(starters) - number, voice)


def round_name_before(before_final: int, voice: Voice) -> str:
    """What a round of a full bracket is called, so many rounds before the final."""
    match before_final:
        case 0:
            return voice.say("draw.round_final")
        case 1:
            return voice.say("draw.round_semi")
        case 2:
            return voice.say("draw.round_quarter")
        case _:
            return voice.say("draw.round_of", n=2 << before_final)


class _Bracket:
    """Fills places from the contests on record, and open ones from who came out of their feeders."""

    def __init__(self, view: BracketView, voice: Voice) -> None:
        self._view = view
        self._voice = voice
        self._starters = len(view.facts.starters)
        contests = view.facts.contests
        last = last_round(self._starters)
        self._known = {(one.round, one.position): one for one in contests if is_in_tree(one, last)}
        self._third = next((one for one in contests if one.stage is Stage.THIRD_PLACE), None)

    def column(self, number: int) -> RoundColumn:
        """One round from top to bottom."""
        places = range(1 << (last_round(self._starters) - number))
        rules = self._view.tournament.rulebook.knockout
        label = round_name(number, self._starters, self._voice)
        if rules.lives > 1 and number > 0:
            label = self._voice.say("standings.round", n=number)
        return RoundColumn(label, tuple(self._place(number, position) for position in places))

    def third_place(self) -> Place | None:
        """The match for third place, from the draw on, where the rulebook has one and two semi-finals lead to it."""
        last = last_round(self._starters)
        if self._third is not None:
            return self.filled_place(self._third)
        if not self._view.tournament.rulebook.knockout.third_place_match or last <= 1:
            return None
        fed = [self._known.get((last - 1, position)) for position in (0, 1)]
        top, bottom = (Slot(self._name(loser(one))) if one is not None else Slot() for one in fed)
        return Place(top, bottom, PlaceState.WAITING)

    def _place(self, number: int, position: int) -> Place:
        contest = self._known.get((number, position))
        if contest is not None:
            return self.filled_place(contest)
        feeders = (self._known.get((one.round, one.position)) for one in BracketPlace(number, position).feeders)
        top, bottom = (Slot(self._name(winner(one))) if one is not None else Slot() for one in feeders)
        return Place(top, bottom, PlaceState.WAITING)

    def filled_place(self, contest: Contest) -> Place:
        """A contest on record as a place."""
        if len(contest.sides) == 1:
            # Beside the tree a bye has one reason alone, an odd number, and its words would not fit below it.
            says_why = contest.bye_reason is not None and contest.stage in _TREE
            note = self._voice.say(f"draw.why_{contest.bye_reason}") if says_why else None
            return Place(Slot(self._name(contest.sides[0]), won=True), Slot(), PlaceState.BYE, note)
        if contest.result is None:
            top, bottom = (Slot(self._name(side)) for side in contest.sides)
            if contest.contest_id not in self._view.given:
                return Place(top, bottom, PlaceState.WAITING)
            return Place(top, bottom, PlaceState.PLAYING)
        won, rulebook = winner(contest), self._view.tournament.rulebook
        top, bottom = (
            Slot(self._name(side), score_text=games, won=side == won, out=side != won)
            for side, games in zip(contest.sides, side_words(contest.result, rulebook), strict=True)
        )
        played = contest.result.kind is ResultKind.PLAYED
        return Place(top, bottom, PlaceState.DONE if played else PlaceState.WALKOVER)

    def _name(self, entrant: EntrantId | None) -> str | None:
        return None if entrant is None else self._view.person(entrant).name
