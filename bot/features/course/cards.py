"""A running event in words: places of its bracket, names of rounds, where it stands, and what features add.

A place of a bracket is decided, in play, or still open. With more lives than one, each bracket is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.features.course.model import BracketView, RoundView, StandingsView, WhyView
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.model import CourseView, RoundInPlay
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.cards import Card, Drawing
from bot.layout.picture_model import DrawnPlace, DrawnPlaceState, RoundColumn, Slot
from bot.layout.sentences import member_name, moment, quote
from bot.people.cards import mention
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.formats.knockout import BracketPlace, last_round, loser, winner
from bot.play.plugs import Strategies, Strategy
from bot.play.points import side_words
from bot.play.rulebook import Rulebook

# --- places of a bracket --------------------------------------------------------------------------------------------


_TREE = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})


def is_in_tree(contest: Contest, last: int) -> bool:
    """Whether the contest is a place of the tree: lower brackets, matches for places and finals between brackets are
    not."""
    return contest.stage in _TREE and contest.round <= last


def round_name(number: int, starters: int, translator: Translator) -> str:
    """What a round is called: preliminary, round of 16, quarter-finals, semi-finals, final."""
    if number == 0:
        return translator.say("draw.round_preliminary")
    return round_name_before(last_round(starters) - number, translator)


def round_name_before(before_final: int, translator: Translator) -> str:
    """What a round of a full bracket is called, so many rounds before the final."""
    match before_final:
        case 0:
            return translator.say("draw.round_final")
        case 1:
            return translator.say("draw.round_semi")
        case 2:
            return translator.say("draw.round_quarter")
        case _:
            return translator.say("draw.round_of", n=2 << before_final)


class Places:
    """Fills places from the contests on record, and open ones from who came out of their feeders."""

    def __init__(self, view: BracketView, translator: Translator) -> None:
        self._view = view
        self._voice = translator
        self._starters = view.facts.drawn_for
        contests = view.facts.contests
        last = last_round(self._starters)
        self._known = {(contest.round, contest.position): contest for contest in contests if is_in_tree(contest, last)}
        self._third = next((contest for contest in contests if contest.stage is Stage.THIRD_PLACE), None)

    def column(self, number: int) -> RoundColumn:
        """One round from top to bottom."""
        places = range(1 << (last_round(self._starters) - number))
        rules = self._view.tournament.rulebook.knockout
        label = round_name(number, self._starters, self._voice)
        if rules.lives > 1 and number > 0:
            label = self._voice.say("standings.round", n=number)
        return RoundColumn(label, tuple(self._place(number, position) for position in places))

    def third_place(self) -> DrawnPlace | None:
        """The match for third place, from the draw on, where the rulebook has one and two semi-finals lead to it."""
        last = last_round(self._starters)
        if self._third is not None:
            return self.filled_place(self._third)
        if not self._view.tournament.rulebook.knockout.third_place_match or last <= 1:
            return None
        fed = [self._known.get((last - 1, position)) for position in (0, 1)]
        top, bottom = (Slot(self.name_of(loser(one))) if one is not None else Slot() for one in fed)
        return DrawnPlace(top, bottom, DrawnPlaceState.WAITING)

    def _place(self, number: int, position: int) -> DrawnPlace:
        contest = self._known.get((number, position))
        if contest is not None:
            return self.filled_place(contest)
        feeders = (
            self._known.get((feeder.round, feeder.position)) for feeder in BracketPlace(number, position).feeders
        )
        top, bottom = (Slot(self.name_of(winner(feeder))) if feeder is not None else Slot() for feeder in feeders)
        return DrawnPlace(top, bottom, DrawnPlaceState.WAITING)

    def filled_place(self, contest: Contest) -> DrawnPlace:
        """A contest on record as a place."""
        if len(contest.sides) == 1:
            # Beside the tree a bye has one reason alone, an odd number, and its words would not fit below it.
            says_why = contest.bye_reason is not None and contest.stage in _TREE
            note = self._voice.say(f"draw.why_{contest.bye_reason}") if says_why else None
            return DrawnPlace(Slot(self.name_of(contest.sides[0]), won=True), Slot(), DrawnPlaceState.BYE, note)
        if contest.result is None:
            top, bottom = (Slot(self.name_of(side)) for side in contest.sides)
            if contest.contest_id not in self._view.given:
                return DrawnPlace(top, bottom, DrawnPlaceState.WAITING)
            return DrawnPlace(top, bottom, DrawnPlaceState.PLAYING)
        won, rulebook = winner(contest), self._view.tournament.rulebook
        top, bottom = (
            Slot(self.name_of(side), score_text=games, won=side == won, out=side != won)
            for side, games in zip(contest.sides, side_words(contest.result, rulebook), strict=True)
        )
        played = contest.result.kind is ResultKind.PLAYED
        return DrawnPlace(top, bottom, DrawnPlaceState.DONE if played else DrawnPlaceState.WALKOVER)

    def name_of(self, entrant: EntrantId | None) -> str | None:
        """The entrant's name as people wrote it; None for nobody."""
        return None if entrant is None else self._view.person(entrant).name


# --- brackets of more lives than one --------------------------------------------------------------------------------


LINES = 40
_ORDER = tuple(Stage)


def round_is_over(view: BracketView, number: int, translator: Translator) -> str:
    """Which round of the unbeaten is over, and where its losers go on."""
    name = quote(view.tournament.name)
    return translator.say("lives.round_over", name=name, round=round_of(number, translator))


def final_name(number: int, translator: Translator) -> str:
    """What a final is called: one that is played after another has its number."""
    return translator.say("draw.round_final") if number == 1 else translator.say("lives.final_again", n=number)


def outcome(contest: Contest, lives: int, winner: str, loser: str, translator: Translator) -> str:
    """What a decided match leads to: who lost goes on one bracket lower, or is out with the last life (GO-26.1)."""
    is_out = contest.group + 1 >= lives
    return translator.say("lives.wins_against_last" if is_out else "lives.wins", name=winner, other=loser)


def upcoming(view: BracketView, translator: Translator) -> str:
    """Every open contest, bracket by bracket; empty where there is none."""
    known = (*view.facts.contests, *view.beside)
    open_ = [one for one in known if len(one.sides) > 1 and one.result is None]
    open_.sort(key=lambda one: (_ORDER.index(one.stage), one.group, one.round, one.position))
    parts = []
    for (stage, number, group), some in groupby(open_[:LINES], key=lambda one: (one.stage, one.round, one.group)):
        lines = [f"- {_names(view, one)}" for one in some]
        parts.append("\n".join([f"**{_heading(view, stage, number, group, translator)}**", *lines]))
    more = [translator.count("draw.and_more", len(open_) - LINES)] if len(open_) > LINES else []
    return "\n".join([*parts, *more])


def bracket_name(
    view: BracketView, stage: Stage, group: int, contests: Sequence[Contest], translator: Translator
) -> str:
    """What a bracket beside the tree is called; of matches for places, which ones."""
    if stage is Stage.PLACEMENT:
        last = group + len({side for contest in contests for side in contest.sides}) - 1
        return translator.say("lives.places", first=group, last=last)
    return f"{member_name(stage, translator)}{_level(view, stage, group)}"


def column_name(view: BracketView, contest: Contest, translator: Translator) -> str:
    """What a round beside the tree is called."""
    if contest.stage is Stage.FINAL:
        return final_name(contest.round - last_round(view.facts.drawn_for), translator)
    return round_of(contest.round, translator)


def _level(view: BracketView, stage: Stage, group: int) -> str:
    """The number of a lower bracket, where there are several."""
    return f" {group}" if stage is Stage.LOWER and view.tournament.rulebook.knockout.lives > 2 else ""


def _heading(view: BracketView, stage: Stage, number: int, group: int, translator: Translator) -> str:
    if stage is Stage.FINAL:
        return final_name(number - last_round(view.facts.drawn_for), translator)
    if stage is Stage.PRELIMINARY:
        return round_of(number, translator)
    return f"{member_name(stage, translator)}{_level(view, stage, group)} · {round_of(number, translator)}"


def round_of(number: int, translator: Translator) -> str:
    """A round of a bracket by its number."""
    return translator.say("draw.round_preliminary") if number == 0 else translator.say("standings.round", n=number)


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)


# --- what features add ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpponentFinding:
    """The verb of the button that leads to an opponent, and the name of the sentences that ask for it."""

    verb: str
    name: str


class EventCardStrategy(Strategy):
    """How rounds, contests and results of one kind are told in its own words."""

    def course(self, view: CourseView, translator: Translator) -> str | None:
        """How far a running event is, where rounds do not say it."""
        return None

    def finding(self) -> OpponentFinding | None:
        """How somebody comes to an opponent, where nobody is paired without an act of their own."""
        return None

    def why_placed(self, view: WhyView, translator: Translator) -> str | None:
        """Why somebody stands where, in place of values and of a bracket."""
        return None

    def round_drawn(self, view: RoundView, translator: Translator) -> Card | None:
        """The post on the first round, where it is not pairs that are told."""
        return None

    def round_over(self, view: RoundView, translator: Translator) -> Card | None:
        """The post on a round that is over, where it is not pairs that follow."""
        return None

    def below_pairings(self, view: StandingsView, translator: Translator) -> Iterable[str]:
        """Lines below the pairs of a round."""
        return ()

    def beside_table(self, view: StandingsView, translator: Translator) -> Iterable[Drawing]:
        """Pictures beside the table: how it came about."""
        return ()

    def match_length(self, rulebook: Rulebook, contest: Contest, translator: Translator) -> str | None:
        """How long the contest is, where it is not games won by one of two players."""
        return None

    def result_line(self, contest: Contest, names: Sequence[str]) -> str | None:
        """The contest in a list of results, where it is not a score between two; `names` by side."""
        return None

    def deciding_score(self, contest: Contest) -> str | None:
        """How the match that decided a place ended, likewise."""
        return None


EVENT_CARD_STRATEGIES: Final = Strategies(EventCardStrategy)


# --- names of rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundOf:
    """A round as its name follows from it."""

    stage: Stage
    number: int
    group: int
    lives: int
    starters: int
    """Of the whole event."""
    to_final: int | None
    """Of one bracket, rounds before the final."""


def round_called(one: RoundOf, translator: Translator) -> str:
    """Quarter-finals in one bracket, a final by its number where there can be two, otherwise the round's own number."""
    match one.stage:
        case Stage.THIRD_PLACE:
            return member_name(one.stage, translator)
        case Stage.PRELIMINARY:
            return translator.say("draw.round_preliminary")
        case Stage.FINAL if one.lives > 1:
            return final_name(max(1, one.number - last_round(max(2, one.starters))), translator)
        case Stage.FINAL:
            return translator.say("draw.round_final")
    if one.to_final is not None:
        return round_name_before(one.to_final, translator)
    round_ = round_of(one.number, translator)
    if one.stage is Stage.MAIN and one.lives == 1:
        return round_
    level = f" {one.group}" if one.stage is Stage.LOWER and one.lives > 2 else ""
    return f"{member_name(one.stage, translator)}{level} · {round_}"


def length_words(best_of: int, target: int, translator: Translator) -> str:
    """How long a match is: one game is no "best of"."""
    return (
        translator.say("matches.one_game")
        if best_of == 1
        else translator.say("matches.length", best_of=best_of, target=target)
    )


# --- where the event stands -----------------------------------------------------------------------------------------


def lines(view: CourseView, translator: Translator) -> str:
    """The state of everything that is played now."""
    if not view.begun:
        return translator.say("course.before", start=moment(view.tournament.start_at))
    own = EVENT_CARD_STRATEGIES.of(view.tournament.rulebook).course(view, translator)
    if own is not None:
        return own
    if not view.parts:
        return translator.say("course.between")
    return "\n".join(_part(view, part, translator) for part in view.parts)


def until_end(view: CourseView, translator: Translator) -> str:
    """The same, and when the event is likely to end, where that can be told."""
    end = "" if view.estimate is None else "\n" + tournaments_words_cards.lines(view.estimate, translator)
    return lines(view, translator) + end


def _part(view: CourseView, part: RoundInPlay, translator: Translator) -> str:
    name = part_name(view, part, translator)
    counted = {"done": part.decided, "playing": part.in_play, "waiting": part.waiting}
    return translator.count("course.state", part.matches, part=name, **counted)


def part_name(view: CourseView, part: RoundInPlay, translator: Translator) -> str:
    """What a round in play is called, and of how many."""
    if part.last_round is not None:
        return translator.say("course.round_of", n=part.round, of=part.last_round)
    lives = view.tournament.rulebook.knockout.lives
    return round_called(RoundOf(part.stage, part.round, part.group, lives, view.starters, part.to_final), translator)
