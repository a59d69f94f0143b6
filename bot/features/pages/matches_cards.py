"""The matches of an event, round by round, as its page shows them: sides, scores, boards, and what is on stream.

Where teams name their line-up before each match, who sat where is told once the whole round is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.features.course.cards import EVENT_CARD_STRATEGIES, length_words
from bot.features.pages.event_model import EventRead, PlayRead, as_plain
from bot.features.pages.model import EventNames, name_on_pages
from bot.features.pages.public_model import MatchProgress, PublicBoard, PublicMatch, PublicRound, PublicSide
from bot.features.playing.match_views_model import MatchPlace
from bot.features.playing.words_cards import match_name
from bot.features.rounds.ending_cards import rounds_in_order
from bot.features.rounds.model import RecordView
from bot.features.teams.match_cards import board_score
from bot.i18n.catalogue import Translator
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.kernel.remembering import as_before, each_as_before
from bot.layout.sentences import member_name
from bot.play.contests import GIVEN, BoardResult, Contest, Result, ResultKind, Stage
from bot.play.course import RoundKey, round_of, rounds_in_play
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats.knockout import BracketPlace, last_round, next_place, winner
from bot.play.formats.protocol import Starter
from bot.play.points import Outcome, outcomes, score_words, side_words, stays_on
from bot.play.rulebook import Rulebook
from bot.play.title_games import ToldGame

# --- one match as it was read ---------------------------------------------------------------------------------------


class MatchRead(NamedTuple):
    """A match with what its words are made of beside the event's, so that they are made anew where that has changed."""

    contest: Contest
    place: MatchPlace
    in_bracket: bool
    is_given: bool
    agreed_at: datetime | None
    leads_to: str
    boards: tuple[tuple[BoardResult, tuple[str, ...]], ...]
    """As far as they are told, each with who sat there."""
    games: tuple[ToldGame, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EventOfMatches:
    """What the words of all its matches are made of: the same object for as long as all of it is the same."""

    key: str
    name: str
    rulebook: Rulebook
    names: EventNames
    starters: Mapping[EntrantId, Starter]
    played_by: Mapping[tuple[ContestId, EntrantId], PersonId]
    on_stream: ContestId | None
    is_over: bool

    def name_of(self, contest: Contest, entrant: EntrantId) -> str:
        """As what a side is shown. Who has left the place since keeps the matches played in it."""
        person = self.played_by.get((contest.contest_id, entrant))
        return (self.names.of(entrant) if person is None else self.names.people[person]).name


@as_before(most=64)
def _event_of_matches(
    tournament: Tournament,
    names: EventNames,
    starters: tuple[Starter, ...],
    played_by: Mapping[tuple[ContestId, EntrantId], PersonId],
    on_stream: ContestId | None,
) -> EventOfMatches:
    by_entrant = {one.entrant_id: one for one in starters}
    is_over = phase(tournament) in {Phase.OVER, Phase.CANCELLED}
    key, name, rulebook = tournament.tournament_id, name_on_pages(tournament.name), tournament.rulebook
    return EventOfMatches(key, name, rulebook, names, by_entrant, played_by, on_stream, is_over)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is worked out once for all matches."""

    read: EventRead
    play: PlayRead
    event: EventOfMatches
    open: frozenset[RoundKey]
    """Rounds that are not over, where line-ups are named for each match."""
    onward: Mapping[ContestId, ContestId]


def _known(read: EventRead, play: PlayRead, locale: str) -> _Known:
    open_ = rounds_in_play(play.facts.contests, read.tournament.rulebook) if read.names_anew else frozenset[RoundKey]()
    stream = None if read.pages is None else read.pages.stream_id
    slot = read.event_key, locale
    event = _event_of_matches(slot, read.tournament, read.names, play.facts.starters, play.played_by, stream)
    return _Known(read, play, event, open_, _leads_to(read.event_key, play))


def _match_read(known: _Known, contest: Contest) -> MatchRead:
    key, play = contest.contest_id, known.play
    return MatchRead(
        contest,
        play.places[key],
        key in play.in_bracket,
        key in play.given,
        play.agreed.get(key),
        known.onward.get(key, ""),
        _boards_read(known, contest),
        play.games.get(key, ()),
    )


def _boards_read(known: _Known, contest: Contest) -> tuple[tuple[BoardResult, tuple[str, ...]], ...]:
    """Of line-ups that were named for the match nothing before the round is over."""
    if contest.result is None or not contest.result.boards:
        return ()
    if round_of(contest) in known.open:
        return ()
    people = known.read.names.people
    return tuple(
        (one, tuple(", ".join(people[person].name for person in seat) for seat in one.players))
        for one in contest.result.boards
    )


# --- one side -------------------------------------------------------------------------------------------------------


def _state_of(told: MatchRead, event: EventOfMatches) -> MatchProgress:
    """How far the match has come."""
    contest = told.contest
    if contest.is_bye:
        return MatchProgress.BYE
    if contest.result is None and event.is_over:
        return MatchProgress.UNFINISHED
    if contest.result is None:
        return MatchProgress.PLAYING if told.is_given else MatchProgress.WAITING
    return MatchProgress.WALKOVER if contest.result.kind in GIVEN else MatchProgress.DECIDED


def won_by(contest: Contest, rulebook: Rulebook, *, in_bracket: bool) -> tuple[bool, ...]:
    """Of each side whether it has won; of a bracket who goes on, of an extra game at tables there are several."""
    result = contest.result
    if contest.is_bye:
        return (True,)
    if result is None:
        return (False,) * len(contest.sides)
    if rulebook.traits.at_tables:
        return tuple(result.score[side] > 0 for side in range(len(contest.sides)))
    if in_bracket:
        return tuple(side == winner(contest) for side in contest.sides)
    return tuple(one is Outcome.WON for one in outcomes(contest, rulebook))


def _sides_of(told: MatchRead, event: EventOfMatches) -> tuple[PublicSide, ...]:
    """Who meets, with what came of it."""
    won = won_by(told.contest, event.rulebook, in_bracket=told.in_bracket)
    scores = _side_scores(told.contest, event.rulebook)
    return tuple(
        PublicSide(
            entrant=entrant,
            name=event.name_of(told.contest, entrant),
            score=scores[side],
            won=won[side],
            out=_is_out(told, event, side, won=won[side]),
            seed=None if (starter := event.starters.get(entrant)) is None else starter.seed,
        )
        for side, entrant in enumerate(told.contest.sides)
    )


def _is_out(told: MatchRead, event: EventOfMatches, side: int, *, won: bool) -> bool:
    """Has lost, has left, or stayed away."""
    contest = told.contest
    if won or contest.is_bye:
        return False
    if contest.result is None:
        starter = event.starters.get(contest.sides[side])
        return starter is not None and starter.withdrawn
    if told.in_bracket:
        return True
    if event.rulebook.traits.at_tables:
        return side in contest.result.absent
    return outcomes(contest, event.rulebook)[side] is Outcome.LOST


def _side_scores(contest: Contest, rulebook: Rulebook) -> tuple[str, ...]:
    result, blank = contest.result, ("",) * len(contest.sides)
    if result is None or contest.is_bye:
        return blank
    if rulebook.traits.at_tables:
        return _influence(contest, result) or blank
    return side_words(result, rulebook)


def _influence(contest: Contest, result: Result) -> tuple[str, ...]:
    """What everybody had at the end of a table; of who stayed away nothing is told."""
    if not result.influence:
        return ()
    return tuple("" if side in result.absent else str(result.influence[side]) for side in range(len(contest.sides)))


def score_of(contest: Contest, rulebook: Rulebook) -> str:
    """The score as everybody writes it; of a table everybody's influence."""
    if contest.result is None or contest.is_bye:
        return ""
    if rulebook.traits.at_tables:
        return "–".join(one or "✕" for one in _influence(contest, contest.result))
    return score_words(contest.result, rulebook)


def _note_of(contest: Contest, translator: Translator) -> str:
    """Why a bye is one, and how a match came to its end that was not decided by play."""
    if contest.is_bye:
        return translator.say(f"draw.why_{contest.bye_reason}") if contest.bye_reason else ""
    if contest.result is None or contest.result.kind is ResultKind.PLAYED:
        return ""
    return member_name(contest.result.kind, translator)


# --- boards ---------------------------------------------------------------------------------------------------------


def _boards(told: MatchRead, event: EventOfMatches, translator: Translator) -> list[PublicBoard]:
    """Board by board, or game by game."""
    if told.contest.result is None:
        return []
    if told.games:
        names = tuple(event.name_of(told.contest, one) for one in told.contest.sides)
        return [_game(names, one, translator) for one in told.games]
    return [_board(event.rulebook, one, seats, translator) for one, seats in told.boards]


def _board(rulebook: Rulebook, told: BoardResult, seats: tuple[str, ...], translator: Translator) -> PublicBoard:
    label = translator.say("arena.game" if stays_on(rulebook) else "standings.board", n=told.board)
    return PublicBoard(label[:1].upper() + label[1:], seats, board_score(told, translator))


def _game(names: tuple[str, ...], told: ToldGame, translator: Translator) -> PublicBoard:
    won = ["1" if told.winner == side else "0" for side in range(len(names))]
    score = "–".join(won) if told.winner is not None else "½–½"
    return PublicBoard(translator.say("arena.game", n=told.number), names, score)


# --- matches --------------------------------------------------------------------------------------------------------


def rounds(read: EventRead, translator: Translator) -> tuple[PublicRound, ...]:
    """Every round with its matches, first to last; none before the draw."""
    play = read.play
    if play is None:
        return ()
    known = _known(read, play, translator.locale)
    to_final = {(Stage(stage), number): left for (stage, number), left in play.to_final.items()}
    view = RecordView(read.tournament, play.facts.contests, {}, None, play.facts.drawn_for, to_final)
    return tuple(_round(known, label, some, translator) for label, some in rounds_in_order(view, translator))


def _round(known: _Known, label: str, some: Sequence[Contest], translator: Translator) -> PublicRound:
    key = round_key(some[0], known.read)
    slot = known.event.key, key, translator.locale
    matches = _matches(slot, (_match_read(known, one) for one in some), known.event, translator)
    return _told_round(slot, key, label, some[0].round, matches)


@as_before(most=1024)
def _told_round(key: str, label: str, number: int, matches: tuple[PublicMatch, ...]) -> PublicRound:
    """The same object for as long as it says the same."""
    return PublicRound(key, as_plain(label), number, matches)


_BESIDE = frozenset({Stage.THIRD_PLACE, Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


def round_key(contest: Contest, read: EventRead) -> str:
    """The round in addresses: its number, or what it is beside the rounds that are numbered."""
    rulebook = read.tournament.rulebook
    is_final = contest.stage is Stage.FINAL and (rulebook.knockout.lives > 1 or rulebook.traits.at_tables)
    if contest.stage not in _BESIDE and not is_final:
        return str(contest.round)
    stage = contest.stage.value.replace("_", "-")
    if contest.stage is Stage.THIRD_PLACE:
        return stage
    level = f"-{contest.group}" if contest.stage is Stage.LOWER else ""
    return f"{stage}{level}-{contest.round}"


@each_as_before(most=8192)
def _matches(told: MatchRead, event: EventOfMatches, translator: Translator) -> PublicMatch:
    """Each result changes one match or two of hundreds."""
    contest = told.contest
    return PublicMatch(
        key=contest.contest_id,
        event=event.key,
        event_name=event.name,
        label=_label(told, event, translator),
        stage=contest.stage.value,
        round=contest.round,
        position=contest.position,
        group=contest.group,
        sides=_sides_of(told, event),
        state=_state_of(told, event),
        score=score_of(contest, event.rulebook),
        length="" if contest.is_bye else _length(event.rulebook, contest, translator),
        best_of=contest.best_of,
        called_at=contest.called_at,
        agreed_at=told.agreed_at,
        decided_at=None if contest.result is None else contest.result.settled_at,
        note=_note_of(contest, translator),
        boards=tuple(_boards(told, event, translator)),
        is_on_stream=event.on_stream == contest.contest_id,
        leads_to=told.leads_to,
    )


def _label(told: MatchRead, event: EventOfMatches, translator: Translator) -> str:
    """Its round and place; a game of an arena is known by its number."""
    contest = told.contest
    if event.rulebook.traits.has_lobby:
        return translator.say("arena.game", n=contest.position + 1)
    return match_name(contest.stage, contest.round, told.place, translator)


def _length(rulebook: Rulebook, contest: Contest, translator: Translator) -> str:
    if rulebook.teams is not None and stays_on(rulebook):
        return translator.count("stay_on.length", rulebook.teams.size)
    own = EVENT_CARD_STRATEGIES.of(rulebook).match_length(rulebook, contest, translator)
    return own or length_words(contest.best_of, contest.target, translator)


def _leads_to(slot: str, play: PlayRead) -> dict[ContestId, ContestId]:
    """Where the winner of each match of the one tree goes on, once that match is on record."""
    if play.bracket is None:
        return {}
    last = last_round(max(2, play.bracket.facts.drawn_for))
    steps = _steps(slot, play.bracket.facts.contests, last)
    known = {here: key for key, here, _ in steps if here is not None}
    return {key: known[onward] for key, _, onward in steps if onward in known}


@each_as_before(most=8192)
def _steps(contest: Contest, last: int) -> tuple[ContestId, BracketPlace | None, BracketPlace | None]:
    """The match with its place in the tree, and where its winner goes on."""
    is_in_tree = contest.stage is not Stage.THIRD_PLACE
    here = BracketPlace(contest.round, contest.position) if is_in_tree else None
    return contest.contest_id, here, next_place(contest, last)
