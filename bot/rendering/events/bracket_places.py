"""The places of a bracket as a picture has them: decided, in play, or still open."""

from __future__ import annotations

from bot.domain.contests import Contest, ResultKind, Stage
from bot.domain.events.draw_views import BracketView
from bot.domain.formats.knockout import BracketPlace, last_round, loser, winner
from bot.domain.ids import EntrantId
from bot.domain.score_words import side_words
from bot.i18n import Voice
from bot.rendering.pictures.model import Place, PlaceState, RoundColumn, Slot

_TREE = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})


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


class Places:
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
        top, bottom = (Slot(self.name_of(loser(one))) if one is not None else Slot() for one in fed)
        return Place(top, bottom, PlaceState.WAITING)

    def _place(self, number: int, position: int) -> Place:
        contest = self._known.get((number, position))
        if contest is not None:
            return self.filled_place(contest)
        feeders = (self._known.get((one.round, one.position)) for one in BracketPlace(number, position).feeders)
        top, bottom = (Slot(self.name_of(winner(one))) if one is not None else Slot() for one in feeders)
        return Place(top, bottom, PlaceState.WAITING)

    def filled_place(self, contest: Contest) -> Place:
        """A contest on record as a place."""
        if len(contest.sides) == 1:
            # Beside the tree a bye has one reason alone, an odd number, and its words would not fit below it.
            says_why = contest.bye_reason is not None and contest.stage in _TREE
            note = self._voice.say(f"draw.why_{contest.bye_reason}") if says_why else None
            return Place(Slot(self.name_of(contest.sides[0]), won=True), Slot(), PlaceState.BYE, note)
        if contest.result is None:
            top, bottom = (Slot(self.name_of(side)) for side in contest.sides)
            if contest.contest_id not in self._view.given:
                return Place(top, bottom, PlaceState.WAITING)
            return Place(top, bottom, PlaceState.PLAYING)
        won, rulebook = winner(contest), self._view.tournament.rulebook
        top, bottom = (
            Slot(self.name_of(side), score_text=games, won=side == won, out=side != won)
            for side, games in zip(contest.sides, side_words(contest.result, rulebook), strict=True)
        )
        played = contest.result.kind is ResultKind.PLAYED
        return Place(top, bottom, PlaceState.DONE if played else PlaceState.WALKOVER)

    def name_of(self, entrant: EntrantId | None) -> str | None:
        """The entrant's name as people wrote it; None for nobody."""
        return None if entrant is None else self._view.person(entrant).name
