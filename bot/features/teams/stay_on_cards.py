"""A challenge in which the winner stays on: its card, the arbiter's desk, what is said beside the card (GO-26.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from discord import ButtonStyle

from bot.features.playing.match_views_model import MatchView
from bot.features.teams import match_cards
from bot.features.teams.model import StayOnView, TeamMatch
from bot.features.title_match import cards as title_match_cards
from bot.i18n.catalogue import Translator
from bot.kernel.ids import PersonId
from bot.layout.cards import DANGER, WARNING, Button, Card, Choice
from bot.layout.sentences import listing, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.contests import BoardResult
from bot.play.counts import write_board
from bot.play.matches import MatchPhase
from bot.play.teams import SIDES, StayOn, boards

_RECENT = 7
"""Games that were told of which the arbiter's menu offers another end: two lines each beside the game under way."""
_LIVE = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})


def length(view: StayOnView, translator: Translator) -> str:
    """How many play for each side, and what a loss means."""
    return translator.count("stay_on.length", view.size)


def course(view: MatchView, shown: StayOnView, translator: Translator) -> tuple[str, ...]:
    """The games so far and who is still to come; or which order is awaited. A paragraph, or none."""
    result = view.contest.result
    if result is not None:
        lines = [_game_line(shown, number, one, translator) for number, one in enumerate(result.boards, start=1)]
        return ("\n".join(lines),) if lines else ()
    if shown.state is None:
        return ("\n".join(_order_lines(view, shown, translator)),)
    return ("\n".join([*_games(shown, shown.state, translator), *_to_come(view, shown, shown.state, translator)]),)


def lines(view: MatchView, translator: Translator) -> list[str]:
    """Who plays now, whose word is waited for, and how the end is told."""
    shown = view.part(StayOnView)
    if shown is None or shown.state is None or view.state.phase is not MatchPhase.PLAYING:
        return []
    return [next_game(view, shown, translator), *_claim(view, shown, translator), f"-# {translator.say('stay_on.how')}"]


def controls(view: MatchView, shown: StayOnView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Naming the order, who won the game under way, and who cannot go on."""
    key: str = view.contest_id
    rows: list[tuple[Button, ...]] = []
    if view.state.phase in _LIVE and _may_name(view, shown):
        rows.append((Button(f"line-up:{key}", translator.say("stay_on.name_order"), emoji="📝"),))
    state = shown.state
    if view.state.phase is MatchPhase.PLAYING and state is not None and state.at_board is not None:
        subject = f"{key}.{shown.entries}"
        won = [
            Button(
                f"stay-on-won:{subject}.{side}",
                translator.say("stay_on.won", name=_plain(shown, state.at_board[side])),
                ButtonStyle.success,
            )
            for side in SIDES
        ]
        drawn = [Button(f"stay-on-won:{subject}.d", translator.say("stay_on.drawn_again"))] if shown.draws else []
        rows.append((*won, *drawn))
        rows.append((Button(f"stay-on-out:{subject}", translator.say("stay_on.cannot_go_on"), emoji="🚪"),))
    return tuple(rows)


def desk(view: MatchView, shown: StayOnView, translator: Translator) -> tuple[tuple[Button, ...] | Choice, ...]:
    """The arbiter's: a game given or put right, a player who leaves, the last word taken back, all of it written."""
    if view.state.phase is not MatchPhase.PLAYING or shown.state is None:
        return ()
    subject = f"{view.contest_id}.{shown.entries}"
    decisions = tuple(_decisions(shown, shown.state, translator))
    menu = Choice(f"stay-on-decide:{subject}", translator.say("stay_on.decide"), decisions)
    presses = [Button(f"stay-on-out:{subject}", translator.say("stay_on.cannot_go_on"), emoji="🚪")]
    if shown.can_take_back:
        presses.append(Button(f"stay-on-back:{subject}", translator.say("title_match.take_back"), emoji="↩️"))
    presses.append(Button(f"team-rule:{view.contest_id}", translator.say("stay_on.write_all")))
    return (menu, tuple(presses))


def game_result(
    view: MatchView, number: int, winner: int | None, played: tuple[Person, Person] | None, translator: Translator
) -> Card:
    """To everybody: how the game ended, and who meets whom next."""
    first, second = played or view.players[:2]
    if winner is None:
        text = translator.say("stay_on.game_drawn", number=number, first=mention(first), second=mention(second))
    else:
        won, lost = (first, second) if winner == 0 else (second, first)
        text = translator.say("stay_on.game_won", number=number, winner=mention(won), loser=mention(lost))
    return _card(view, [text], None, translator)


def claim(view: MatchView, translator: Translator, *, differs: bool = False) -> Card:
    """To the other side: a game waits for your word; and to the arbiter, where the two say different things of it."""
    shown = view.part(StayOnView)
    said = () if shown is None else tuple(_claim(view, shown, translator))
    concerned = [] if shown is None else _answering(view, shown)
    if not differs:
        return Card(said, colour=WARNING, pings=pings(concerned))
    called = [*concerned, *title_match_cards.called_on(view)]
    return Card((*said, title_match_cards.differing(view, translator)), colour=DANGER, pings=pings(called))


def awarded_game(
    view: MatchView,
    number: int,
    winner: int | None,
    played: tuple[Person, Person] | None,
    reason: str | None,
    translator: Translator,
) -> Card:
    """To everybody: an arbiter gave a game that nobody played."""
    first, second = played or view.players[:2]
    won, lost = (first, second) if winner == 0 else (second, first)
    text = translator.say("stay_on.game_given", number=number, winner=mention(won), loser=mention(lost))
    return _card(view, [text], reason, translator)


def departure(view: MatchView, player: PersonId, reason: str | None, translator: Translator) -> Card:
    """To everybody: a player cannot go on."""
    shown = view.part(StayOnView)
    name = "" if shown is None else _mention(shown, player, translator)
    return _card(view, [translator.say("stay_on.left", name=name)], reason, translator)


def put_right(
    view: MatchView,
    number: int,
    winner: int | None,
    played: tuple[Person, Person] | None,
    fallen: int,
    reason: str | None,
    translator: Translator,
) -> Card:
    """To everybody: an earlier game ended otherwise, what hung on it counts no more, and who plays now."""
    first, second = played or view.players[:2]
    names = listing([mention(player) for player in view.players], translator)
    won, lost = (first, second) if winner == 0 else (second, first)
    key = "stay_on.again" if winner is None else "stay_on.put_right"
    said = [translator.say(key, names=names, number=number, winner=mention(won), loser=mention(lost))]
    if fallen:
        said.append(translator.count("stay_on.fallen", fallen))
    return _card(view, said, reason, translator)


def taken_back(view: MatchView, translator: Translator) -> Card:
    """To everybody: the last word counts no more."""
    names = listing([mention(player) for player in view.players], translator)
    return _card(view, [translator.say("title_match.taken_back", names=names)], None, translator)


def opening(view: MatchView, by_limit: Sequence[int], translator: Translator) -> Card:
    """To everybody: both orders, or line-ups, are known, and who begins."""
    teams = [f"**{quote(view.players[side].name)}**" for side in by_limit if side < len(view.players)]
    said = (
        [translator.say("stay_on.by_limit", teams=listing(teams, translator))]
        if teams
        else [translator.say("stay_on.open")]
    )
    if view.part(StayOnView) is None:
        return Card((*said, translator.say("teams.line_ups_open")), pings=pings(view.players))
    return _card(view, said, None, translator)


def leavers(view: MatchView, sides: Sequence[int], translator: Translator) -> Card:
    """Who cannot go on, to be chosen; only the captain's own players, or for an arbiter everybody."""
    shown = view.part(StayOnView)
    state = None if shown is None else shown.state
    if shown is None or state is None or state.at_board is None:
        return Card((translator.say("stay_on.nobody_left"),), colour=WARNING)
    still = [one for side in sides for one in (state.at_board[side], *state.to_come(side))]
    options = tuple((one, _plain(shown, one)) for one in still)
    choice = Choice(f"stay-on-who:{view.contest_id}.{shown.entries}", translator.say("stay_on.who"), options)
    return Card((translator.say("stay_on.leaving"),), controls=(choice,), colour=WARNING)


def written_games(view: MatchView, shown: StayOnView) -> list[str]:
    """The games as the form takes them: of the result that stands, or those told so far."""
    result = view.contest.result
    told = result.boards if result is not None else () if shown.state is None else boards(shown.state)
    return [write_board(one) for one in told]


def next_game(view: MatchView, shown: StayOnView, translator: Translator) -> str:
    """Who plays whom now, and who stays; nothing once it is over."""
    state = shown.state
    if state is None or state.at_board is None:
        return ""
    names = [_mention(shown, one, translator) for one in state.at_board]
    first, second = (name + match_cards.at_board(view, shown, side, translator) for side, name in enumerate(names))
    text = translator.say("stay_on.next_game", number=state.number, first=first, second=second)
    if state.draws:
        return f"{text} {translator.count('stay_on.after_draws', state.draws)}"
    return text if state.stays is None else f"{text} {translator.say('stay_on.stays', name=names[state.stays])}"


def players_now(view: MatchView, shown: StayOnView) -> list[Person]:
    """Who plays now; for who is not in the server, the captain."""
    playing = None if shown.state is None else shown.state.at_board
    known = [shown.people.get(one) for one in playing or ()]
    return [
        captain if one is None or one.discord_id is None else one
        for one, captain in zip(known, view.players, strict=False)
    ]


def _card(view: MatchView, said: Sequence[str], reason: str | None, translator: Translator) -> Card:
    """What happened, why, and who plays next, who are called by name."""
    shown = view.part(StayOnView)
    follows = "" if shown is None else next_game(view, shown, translator)
    blocks = [quoted_block(reason)] if reason else []
    paragraphs = ("\n".join([*said, *blocks, *([follows] if follows else [])]),)
    return Card(paragraphs, colour=WARNING, pings=pings([] if shown is None else players_now(view, shown)))


def _may_name(view: MatchView, shown: StayOnView) -> bool:
    """Whether a captain can still name, or change, who plays in which order."""
    if shown.named_anew:
        return shown.state is None
    team = view.part(TeamMatch)
    return team is not None and team.may_change and not shown.can_take_back


def _order_lines(view: MatchView, shown: StayOnView, translator: Translator) -> Iterator[str]:
    for named, player in zip(shown.named, view.players, strict=True):
        key = "stay_on.order_given" if named else "stay_on.order_awaited"
        yield translator.say(key, team=f"**{quote(player.name)}**")
    yield translator.say("stay_on.next_order")
    if shown.order_by is not None:
        yield translator.say("stay_on.order_by", when=moment_relative(shown.order_by))


def _games(view: StayOnView, state: StayOn, translator: Translator) -> Iterator[str]:
    for number, game in enumerate(state.games, start=1):
        score = "1–0" if game.winner == 0 else "0–1"
        names = [_mention(view, player, translator) for player in game.players]
        yield _line(number, names, score, given=game.given)


def _game_line(view: StayOnView, number: int, board: BoardResult, translator: Translator) -> str:
    names = [_mention(view, seat[0], translator) if seat else translator.say("teams.nobody") for seat in board.players]
    return _line(number, names, "–".join(map(str, board.score)), given=bool(sum(board.walkover_games)))


def _line(number: int, names: Sequence[str], score: str, *, given: bool) -> str:
    return f"{number}. {' – '.join(names)} · **{score}**{' ⏳' if given else ''}"


def _to_come(view: MatchView, shown: StayOnView, state: StayOn, translator: Translator) -> Iterator[str]:
    for side, player in enumerate(view.players):
        waiting = [_mention(shown, one, translator) for one in state.to_come(side)]
        team = f"**{quote(player.name)}**"
        if waiting:
            yield translator.say("stay_on.to_come", team=team, names=", ".join(waiting))
        else:
            yield translator.say("stay_on.last_one", team=team)


def _claim(view: MatchView, shown: StayOnView, translator: Translator) -> Iterator[str]:
    claim, state = shown.claim, shown.state
    if claim is None or state is None or state.at_board is None or claim.number != state.number:
        return
    by = view.players[shown.claimed_side or 0].name
    others = listing([mention(one) for one in _answering(view, shown)], translator)
    if claim.winner is None:
        yield translator.say("stay_on.claims_draw", team=f"**{quote(by)}**", number=claim.number, other=others)
    else:
        winner = _mention(shown, state.at_board[claim.winner], translator)
        team = f"**{quote(by)}**"
        yield translator.say("stay_on.claims_win", team=team, winner=winner, number=claim.number, other=others)


def _answering(view: MatchView, shown: StayOnView) -> list[Person]:
    """Who can answer for the other side: its captain, and who is at the board."""
    if shown.claimed_side is None or shown.state is None or shown.state.at_board is None:
        return []
    other = 1 - shown.claimed_side
    captain, player = view.players[other], shown.people.get(shown.state.at_board[other])
    same = player is None or player.person_id == captain.person_id or player.discord_id is None
    return [captain] if same or player is None else [captain, player]


def _decisions(view: StayOnView, state: StayOn, translator: Translator) -> Iterable[tuple[str, str]]:
    if state.at_board is not None:
        for side in SIDES:
            name = _plain(view, state.at_board[side])
            yield f"{state.number}.g{side}", translator.say("stay_on.give", number=state.number, name=name)
    recent = [(number, game) for number, game in enumerate(state.games, start=1) if game.entry][-_RECENT:]
    for number, game in reversed(recent):
        other = 1 - game.winner
        name = _plain(view, game.players[other])
        yield f"{number}.{other}", translator.say("stay_on.was_won", number=number, name=name)
        yield f"{number}.x", translator.say("stay_on.play_again", number=number)


def _mention(view: StayOnView, person: PersonId, translator: Translator) -> str:
    found = view.people.get(person)
    return translator.say("teams.nobody") if found is None else mention(found)


def _plain(view: StayOnView, person: PersonId) -> str:
    found = view.people.get(person)
    return "…" if found is None else plain(found.name, 30)
