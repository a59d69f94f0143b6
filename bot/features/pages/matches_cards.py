"""The matches of an event, round by round, as its page shows them: sides, scores, boards, and what is on stream.

Where teams name their line-up before each match, who sat where is told once the whole round is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.features.course.cards import EVENT_CARD_STRATEGIES, length_words
from bot.features.pages.event_model import EventRead, PlayRead, as_plain
from bot.features.pages.model import name_on_pages
from bot.features.pages.public_model import MatchProgress, PublicBoard, PublicMatch, PublicRound, PublicSide
from bot.features.playing.words_cards import match_name
from bot.features.rounds.ending_cards import rounds_in_order
from bot.features.rounds.model import RecordView
from bot.features.teams.match_cards import board_score
from bot.i18n.catalogue import Translator
from bot.kernel.ids import ContestId, EntrantId
from bot.layout.sentences import member_name
from bot.play.contests import GIVEN, BoardResult, Contest, Result, ResultKind, Stage
from bot.play.course import RoundKey, round_of, rounds_in_play
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats.knockout import last_round, next_place, winner
from bot.play.points import Outcome, outcomes, score_words, side_words, stays_on
from bot.play.rulebook import Rulebook
from bot.play.title_games import ToldGame

# --- one side -------------------------------------------------------------------------------------------------------


def state_of(tournament: Tournament, play: PlayRead, contest: Contest) -> MatchProgress:
    """How far the match has come."""
    if contest.is_bye:
        return MatchProgress.BYE
    if contest.result is None and phase(tournament) in {Phase.OVER, Phase.CANCELLED}:
        return MatchProgress.UNFINISHED
    if contest.result is None:
        return MatchProgress.PLAYING if contest.contest_id in play.given else MatchProgress.WAITING
    return MatchProgress.WALKOVER if contest.result.kind in GIVEN else MatchProgress.DECIDED


def won_by(read: EventRead, contest: Contest) -> tuple[bool, ...]:
    """Of each side whether it has won; of a bracket who goes on, of an extra game at tables there are several."""
    result, rulebook = contest.result, read.tournament.rulebook
    if contest.is_bye:
        return (True,)
    if result is None:
        return (False,) * len(contest.sides)
    if rulebook.traits.at_tables:
        return tuple(result.score[side] > 0 for side in range(len(contest.sides)))
    if read.play is not None and contest.contest_id in read.play.in_bracket:
        return tuple(side == winner(contest) for side in contest.sides)
    return tuple(one is Outcome.WON for one in outcomes(contest, rulebook))


def sides_of(read: EventRead, contest: Contest) -> tuple[PublicSide, ...]:
    """Who meets, with what came of it; who has left the place since keeps the matches played in it."""
    won, scores = won_by(read, contest), _side_scores(contest, read.tournament.rulebook)
    return tuple(
        PublicSide(
            entrant=entrant,
            name=_name(read, contest, entrant),
            score=scores[side],
            won=won[side],
            out=_is_out(read, contest, side, won=won[side]),
            seed=None if read.play is None or entrant not in read.play.starters else read.play.starters[entrant].seed,
        )
        for side, entrant in enumerate(contest.sides)
    )


def _name(read: EventRead, contest: Contest, entrant: EntrantId) -> str:
    before = None if read.play is None else read.play.played_by.get((contest.contest_id, entrant))
    return read.shown(entrant).name if before is None else read.names.people[before].name


def _is_out(read: EventRead, contest: Contest, side: int, *, won: bool) -> bool:
    """Has lost, has left, or stayed away."""
    if won or contest.is_bye:
        return False
    if contest.result is None:
        starter = None if read.play is None else read.play.starters.get(contest.sides[side])
        return starter is not None and starter.withdrawn
    if read.play is not None and contest.contest_id in read.play.in_bracket:
        return True
    if read.tournament.rulebook.traits.at_tables:
        return side in contest.result.absent
    return outcomes(contest, read.tournament.rulebook)[side] is Outcome.LOST


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


def note_of(contest: Contest, translator: Translator) -> str:
    """Why a bye is one, and how a match came to its end that was not decided by play."""
    if contest.is_bye:
        return translator.say(f"draw.why_{contest.bye_reason}") if contest.bye_reason else ""
    if contest.result is None or contest.result.kind is ResultKind.PLAYED:
        return ""
    return member_name(contest.result.kind, translator)


# --- boards ---------------------------------------------------------------------------------------------------------


def _boards(read: EventRead, contest: Contest, open_: frozenset[RoundKey], translator: Translator) -> list[PublicBoard]:
    """Board by board; of line-ups that were named for the match nothing before the round is over."""
    if read.play is None or contest.result is None:
        return []
    games = read.play.games.get(contest.contest_id, ())
    if games:
        return [_game(contest, one, read, translator) for one in games]
    if read.names_anew and round_of(contest) in open_:
        return []
    return [_board(read, one, translator) for one in contest.result.boards]


def _board(read: EventRead, told: BoardResult, translator: Translator) -> PublicBoard:
    seats = (", ".join(read.names.people[one].name for one in seat) for seat in told.players)
    is_game = stays_on(read.tournament.rulebook)
    label = translator.say("arena.game" if is_game else "standings.board", n=told.board)
    return PublicBoard(label[:1].upper() + label[1:], tuple(seats), board_score(told, translator))


def _game(contest: Contest, told: ToldGame, read: EventRead, translator: Translator) -> PublicBoard:
    won = ["1" if told.winner == side else "0" for side in range(len(contest.sides))]
    score = "–".join(won) if told.winner is not None else "½–½"
    names = tuple(read.shown(side).name for side in contest.sides)
    return PublicBoard(translator.say("arena.game", n=told.number), names, score)


# --- matches --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Known:
    """What is worked out once for all matches."""

    read: EventRead
    play: PlayRead
    open: frozenset[RoundKey]
    onward: Mapping[ContestId, ContestId]
    translator: Translator


def rounds(read: EventRead, translator: Translator) -> tuple[PublicRound, ...]:
    """Every round with its matches, first to last; none before the draw."""
    play = read.play
    if play is None:
        return ()
    open_ = rounds_in_play(play.facts.contests, read.tournament.rulebook)
    known = _Known(read, play, open_, _leads_to(play), translator)
    to_final = {(Stage(stage), number): left for (stage, number), left in play.to_final.items()}
    view = RecordView(read.tournament, play.facts.contests, {}, None, play.facts.drawn_for, to_final)
    return tuple(_round(known, label, some) for label, some in rounds_in_order(view, translator))


def _round(known: _Known, label: str, some: Sequence[Contest]) -> PublicRound:
    matches = tuple(_match(known, one) for one in some)
    return PublicRound(round_key(some[0], known.read), as_plain(label), some[0].round, matches)


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


def _match(known: _Known, contest: Contest) -> PublicMatch:
    read, play, translator = known.read, known.play, known.translator
    rulebook = read.tournament.rulebook
    return PublicMatch(
        key=contest.contest_id,
        event=read.event_key,
        event_name=name_on_pages(read.tournament.name),
        label=_label(known, contest),
        stage=contest.stage.value,
        round=contest.round,
        position=contest.position,
        group=contest.group,
        sides=sides_of(read, contest),
        state=state_of(read.tournament, play, contest),
        score=score_of(contest, rulebook),
        length="" if contest.is_bye else _length(rulebook, contest, translator),
        best_of=contest.best_of,
        called_at=contest.called_at,
        agreed_at=play.agreed.get(contest.contest_id),
        decided_at=None if contest.result is None else contest.result.settled_at,
        note=note_of(contest, translator),
        boards=tuple(_boards(read, contest, known.open, translator)),
        is_on_stream=read.on_stream(contest.contest_id),
        leads_to=known.onward.get(contest.contest_id, ""),
    )


def _label(known: _Known, contest: Contest) -> str:
    """Its round and place; a game of an arena is known by its number."""
    if known.read.tournament.rulebook.traits.has_lobby:
        return known.translator.say("arena.game", n=contest.position + 1)
    return match_name(contest.stage, contest.round, known.play.places[contest.contest_id], known.translator)


def _length(rulebook: Rulebook, contest: Contest, translator: Translator) -> str:
    if rulebook.teams is not None and stays_on(rulebook):
        return translator.count("stay_on.length", rulebook.teams.size)
    own = EVENT_CARD_STRATEGIES.of(rulebook).match_length(rulebook, contest, translator)
    return own or length_words(contest.best_of, contest.target, translator)


def _leads_to(play: PlayRead) -> dict[ContestId, ContestId]:
    """Where the winner of each match of the one tree goes on, once that match is on record."""
    if play.bracket is None:
        return {}
    last = last_round(max(2, play.bracket.facts.drawn_for))
    tree = [one for one in play.bracket.facts.contests if one.stage is not Stage.THIRD_PLACE]
    known = {(one.round, one.position): one.contest_id for one in tree}
    onward = ((one.contest_id, next_place(one, last)) for one in tree)
    return {key: known[place] for key, place in onward if place is not None and place in known}
