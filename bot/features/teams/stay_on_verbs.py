"""A challenge in which the winner stays on, as it is played: games one by one, players out, decisions (GO-26.6)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.reading_verbs import view_of
from bot.features.playing.verbs import refuse_suspended
from bot.features.teams import boards_verbs, matches_verbs, store
from bot.features.teams.boards_verbs import KnownMatch, able_members, is_stay_on, known_of, rules_of
from bot.features.teams.errors_model import SlipInLineUp, StrangerInLineUp, TwoNamedAlike
from bot.features.teams.matches_verbs import Names
from bot.features.teams.model import StayOnView
from bot.features.title_match import store as title_match_store
from bot.features.tournaments.facts_verbs import entry_of
from bot.features.tournaments.recusal_verbs import AloneInEvent, repeatable
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_reason
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Tx
from bot.kernel.errors import AlreadyDone, NotNow, Outdated, Refused, RefusedFor, UserError
from bot.kernel.ids import ContestId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.matches import MatchPhase, ReportAnswer
from bot.play.points import EventKind
from bot.play.teams import Played, ReportWord, StayOn, WordKind, result_of, words_hanging_on
from bot.play.title_games import GameClaim
from bot.server import verbs as server_verbs
from bot.server.model import Act


class NotAtTheBoard(UserError):
    """For a team its captain tells how a game ended, or who has played it."""

    captain: str
    player: str


class WrongOrder(UserError):
    """An order names as many as play for a side."""

    given: int
    limit: int


class StrangerInOrder(UserError):
    """Whoever is named is not in the team, or more than one of it begins with that name."""

    name: str
    place: int


@dataclass(frozen=True, slots=True)
class TeamGameTold:
    """What was said, and where the match stands: `waits` while the other side has not said the same."""

    view: MatchView
    number: int
    """Of the game that it was about."""
    kind: WordKind
    winner: int | None
    players: tuple[Person, Person] | None = None
    """Who had played it."""
    waits: bool = False
    differs: bool = False
    """Whether the other side had said something else of it, so that the arbiter decides."""
    reason: str | None = None
    fallen: tuple[int, ...] = ()
    """The games that hung on it and count no more."""

    @property
    def over(self) -> bool:
        """Whether the match has its result."""
        return self.view.contest.result is not None


@dataclass(frozen=True, slots=True)
class _Under:
    """What a press finds: the match in play, its state, who pressed, and when."""

    tx: Tx
    match_context: MatchContext
    person: Person
    known: KnownMatch
    state: StayOn

    @property
    def contest_id(self) -> ContestId:
        return self.match_context.contest_id

    def word(
        self, kind: WordKind, side: int | None, person: PersonId | None = None, why: str | None = None
    ) -> ReportWord:
        """The next word, at the end of the match."""
        place = max((one.place for one in self.known.words), default=0) + 1
        entry = store.last_entry(self.tx, self.contest_id) + 1
        return ReportWord(self.contest_id, entry, place, kind, side, person, why, self.tx.now, self.person.person_id)


@only_for(EventKind.STAY_ON)
def name_order(tx: ActorTx, contest_id: ContestId, named: Sequence[Names]) -> MatchView:
    """Takes a captain's order; with the second one both are known, and who begins is called by name.

    Raises WrongOrder, TwiceInOrder, StrangerInOrder, and as `team_matches.name_line_up`; NotNow once a game was told.
    """
    before = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    if known_of(tx, before, tx.now).words:
        raise NotNow
    names, size = [name for seat in named for name in seat], _size(tx, before)
    if len(names) != size:
        raise WrongOrder(given=len(names), limit=size)
    _refuse_twice(names)
    try:
        view = matches_verbs.name_line_up(tx, contest_id, [(name,) for name in names])
    except (StrangerInLineUp, SlipInLineUp, TwoNamedAlike) as wrong:
        raise StrangerInOrder(name=wrong.name, place=wrong.board) from wrong
    shown = view.part(StayOnView)
    if shown is not None and shown.named_anew and shown.is_open:
        boards_verbs.open_line_ups(tx, before, [])
    return view


def _size(tx: ActorQuery, match_context: MatchContext) -> int:
    """How many an order names: all who play for a side, fewer where a bar keeps some of them out."""
    size, person = rules_of(match_context.tournament).size, people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    side = None if person is None else playing_verbs.side_of(tx, match_context.match, person.person_id)
    return size if side is None else min(size, len(able_members(tx, match_context.match, side)))


def _refuse_twice(names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name.casefold() in map(str.casefold, names[:place]):
            raise RefusedFor("error.TwiceInOrder", name=name)


@only_for(EventKind.STAY_ON)
@repeatable
def tell(tx: ActorTx, contest_id: ContestId, mark: int, winner: int | None) -> TeamGameTold:
    """Takes the end of the game under way: from the arbiter, from its loser's side, or from both sides alike.

    `winner` None is a drawn game, which is played again. `mark` is the number of words on record that the press was
    offered with; with another one it is Outdated. For a side its captain speaks, or who is at the board.
    """
    under = _under(tx, contest_id, mark)
    games = under.match_context.tournament.rulebook.games
    if winner is None and not (games is not None and games.draws):
        raise Outdated
    side = playing_verbs.side_of(tx, under.match_context.match, under.person.person_id)
    if side is None:
        playing_verbs.require(tx, under.person, Act.RULE_RESULT, under.match_context.match)
    else:
        _require_voice(under, side)
        if not _is_agreed(under, winner, side):
            return _claim(under, winner)
    kind = WordKind.DRAWN if winner is None else WordKind.WON
    return _write_word(under, under.word(kind, winner), "record_game")


@only_for(EventKind.STAY_ON)
@repeatable
def give(tx: ActorTx, contest_id: ContestId, mark: int, side: int, reason: str) -> TeamGameTold:
    """The arbiter gives the game under way to a side, unplayed: the other's player did not come, or may not play."""
    under = _under(tx, contest_id, mark)
    playing_verbs.require(tx, under.person, Act.STOP_MATCH, under.match_context.match)
    why = checked_reason(reason)
    return _write_word(under, under.word(WordKind.GIVEN, side, None, why), "award_game", why)


@only_for(EventKind.STAY_ON)
def leaving(tx: ActorQuery, contest_id: ContestId, mark: int) -> tuple[MatchView, tuple[int, ...]]:
    """The match, and of which sides who pressed may say that a player plays no more: an arbiter of both."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_stay_on(match_context):
        raise NotNow
    if known_of(tx, match_context, tx.pressed_at).entries != mark:
        raise Outdated
    sides: tuple[int, ...] = (0, 1)
    with suppress(AloneInEvent):
        sides = _sides_of(tx, match_context, person)
    return view_of(tx, contest_id, tx.pressed_at), sides


@only_for(EventKind.STAY_ON)
@repeatable
def leave(tx: ActorTx, contest_id: ContestId, mark: int, player: PersonId, reason: str) -> TeamGameTold:
    """A player cannot go on: the game at the board, or the one of the player's turn, is lost unplayed.

    The captain says it of the own team, an arbiter of either.
    """
    under = _under(tx, contest_id, mark)
    mine = _sides_of(tx, under.match_context, under.person)
    side = next((one for one in mine if player in under.state.orders[one]), None)
    if side is None:
        raise Outdated
    place = under.state.orders[side].index(player)
    if place < under.state.out[side] or player in under.state.left:
        gone = people_store.load(tx, player)
        raise RefusedFor("error.OutAlready", name="" if gone is None else gone.name)
    why = checked_reason(reason)
    return _write_word(under, under.word(WordKind.LEFT, side, player, why), "leave_challenge", why, person=player)


@only_for(EventKind.STAY_ON)
@repeatable
def put_right(
    tx: ActorTx, contest_id: ContestId, mark: int, number: int, winner: int | None, reason: str
) -> TeamGameTold:
    """The arbiter puts an earlier game right: the other side won it, or (None) it is played again.

    The games after it hung on it, since another stays: they count no more, and are played anew.
    """
    under = _under(tx, contest_id, mark)
    playing_verbs.require(tx, under.person, Act.STOP_MATCH, under.match_context.match)
    why = checked_reason(reason)
    game = under.state.games[number - 1] if 0 < number <= len(under.state.games) else None
    wrong = None if game is None else next((one for one in under.known.words if one.entry == game.entry), None)
    if game is None or wrong is None or game.winner == winner:
        raise Outdated
    later = words_hanging_on(under.known.words, wrong.place)
    store.take_word_back(tx, (wrong, *later), under.person.person_id, tx.now)
    lost = tuple(range(number + 1, len(under.state.games) + 1))
    if winner is not None:
        right = replace(under.word(WordKind.WON, winner, None, why), place=wrong.place)
        store.add_word(tx, right)
    _log_act(under, "put_game_right", why, game=str(number))
    return replace(_after(under, number, WordKind.WON, winner, game), reason=why, fallen=lost)


@only_for(EventKind.STAY_ON)
@repeatable
def take_back(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """The arbiter takes back the last word, which stays on record; raises NoWordToTakeBack."""
    under = _under(tx, contest_id, mark)
    playing_verbs.require(tx, under.person, Act.STOP_MATCH, under.match_context.match)
    if not under.known.words:
        raise Refused("error.NoWordToTakeBack")
    store.take_word_back(tx, under.known.words[-1:], under.person.person_id, tx.now)
    _log_act(under, "take_back_game", None)
    return _after(under, under.state.number, WordKind.WON, None, None).view


def lose_game(tx: Tx, match_context: MatchContext, side: int, by: PersonId, reason: str | None) -> None:
    """The player of the side who is at the board has lost the game by an offence; raises LineUpsMissing."""
    people, arbiter = known_of(tx, match_context, tx.now), people_store.load(tx, by)
    if arbiter is None or people.state is None or people.state.at_board is None:
        raise Refused("error.LineUpsMissing")
    under = _Under(tx, match_context, arbiter, people, people.state)
    _write_word(under, under.word(WordKind.WON, 1 - side, None, reason), "record_game", reason)


def give_back(tx: Tx, match_context: MatchContext, by: PersonId, at: datetime) -> None:
    """Undoes the game that an offence had lost, which is the last word on record."""
    store.take_word_back(tx, known_of(tx, match_context, at).words[-1:], by, at)
    title_match_store.drop_claim(tx, match_context.contest_id)
    state = known_of(tx, match_context, at).state
    if state is not None:
        playing_store.note_score(tx, match_context.contest_id, state.score)


def _under(tx: ActorTx, contest_id: ContestId, mark: int) -> _Under:
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    if not is_stay_on(match_context):
        raise NotNow
    refuse_suspended(match_context)
    people = known_of(tx, match_context, tx.now)
    if match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        raise Refused("error.StillMissing")
    if people.state is None:
        raise Refused("error.LineUpsMissing")
    if people.entries != mark or people.state.at_board is None:
        raise Outdated
    return _Under(tx, match_context, person, people, people.state)


def _require_voice(under: _Under, side: int) -> None:
    """Raises NotAtTheBoard for a member of the team who neither leads it nor plays now."""
    entrant = entry_of(under.tx, under.match_context.tournament.tournament_id, under.person.person_id)
    playing = under.state.at_board
    if entrant is None or playing is None or under.person.person_id in {entrant.person_id, playing[side]}:
        return
    captain, player = people_store.load(under.tx, entrant.person_id), people_store.load(under.tx, playing[side])
    raise NotAtTheBoard(captain="" if captain is None else captain.name, player="" if player is None else player.name)


def _sides_of(tx: ActorQuery, match_context: MatchContext, person: Person) -> tuple[int, ...]:
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
        return 0, 1
    playing_verbs.require_captain(tx, match_context.match, person)
    return (side,)


def _is_agreed(under: _Under, winner: int | None, side: int) -> bool:
    """Whether a side's word ends the game: it gives the game to the other, or both have said the same."""
    if winner == 1 - side:
        return True
    said = under.known.claim
    if said is None or (said.number, said.winner) != (under.state.number, winner):
        return False
    if playing_verbs.side_of(under.tx, under.match_context.match, said.claimed_by) == side:
        raise AlreadyDone
    return True


def _claim(under: _Under, winner: int | None) -> TeamGameTold:
    number, by = under.state.number, under.person.person_id
    said, before = GameClaim(under.contest_id, number, winner, under.tx.now, by), under.known.claim
    differs = before is not None and said.contradicts(before) and not _same_side(under, before.claimed_by)
    title_match_store.note_claim(under.tx, said)
    score = {} if winner is None else {"winner": str(winner)}
    _log_act(under, "claim_game", None, game=str(number), **score)
    view = view_of(under.tx, under.contest_id, under.tx.now)
    kind = WordKind.DRAWN if winner is None else WordKind.WON
    return TeamGameTold(view, number, kind, winner, _players(under, under.state.at_board), waits=True, differs=differs)


def _same_side(under: _Under, other: PersonId) -> bool:
    mine, theirs = (
        playing_verbs.side_of(under.tx, under.match_context.match, one) for one in (under.person.person_id, other)
    )
    return mine == theirs


def _write_word(under: _Under, word: ReportWord, act: str, why: str | None = None, **details: str) -> TeamGameTold:
    """Writes the word, and with it the end of the match where a side is out."""
    store.add_word(under.tx, word)
    number, winner = under.state.number, word.side if word.kind is not WordKind.LEFT else None
    _log_act(under, act, why, game=str(number), **({} if winner is None else {"winner": str(winner)}), **details)
    told = _after(under, number, word.kind, winner, None)
    return replace(told, players=_players(under, under.state.at_board), reason=why)


def _after(under: _Under, number: int, kind: WordKind, winner: int | None, game: Played | None) -> TeamGameTold:
    """Where the match stands after what was written: its score is noted, or it is settled."""
    tx, match_context = under.tx, under.match_context
    title_match_store.drop_claim(tx, under.contest_id)
    state = known_of(tx, match_context, tx.now).state
    if state is None:
        raise Refused("error.LineUpsMissing")
    playing_store.note_score(tx, under.contest_id, state.score)
    if state.winner is not None:
        kernel_time_store.rewrite_deadlines(tx, boards_verbs.line_ups_subject(under.contest_id), ())
        result, by = result_of(state, tx.now), under.person.person_id
        playing_verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, by, None)
    players = None if game is None else _players(under, game.players)
    return TeamGameTold(view_of(tx, under.contest_id, tx.now), number, kind, winner, players)


def _players(under: _Under, some: tuple[PersonId, PersonId] | None) -> tuple[Person, Person] | None:
    known = {} if some is None else people_store.by_ids(under.tx, some)
    return None if some is None else (known[some[0]], known[some[1]])


def _log_act(under: _Under, act: str, why: str | None, **details: str) -> None:
    playing_verbs.record(under.tx, under.match_context, act, under.person.person_id, why, **details)
