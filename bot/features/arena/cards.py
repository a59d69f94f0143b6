"""Cards of an arena: its lobby, the pairs of a moment, a player's own game, the end, the race, and the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.features.arena.model import (
    ArenaPlace,
    ArenaTask,
    ArenaView,
    Happened,
    LobbyPairs,
    OwnArena,
    OwnGame,
    Race,
    Racer,
    race,
)
from bot.features.course.model import StandingsView
from bot.features.entering.model import Bar
from bot.features.playing.cards import with_other
from bot.features.playing.match_views_model import MatchView
from bot.features.rounds.words_cards import exact_words
from bot.features.tournaments.sheet_cards import short_duration
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Drawing
from bot.layout.drawing import draw_race
from bot.layout.picture_model import RaceLine, RacePicture
from bot.layout.sentences import duration, moment, moment_relative, number, plain, quote, quoted_block
from bot.people.cards import mention, pings, short_mention
from bot.people.model import Person
from bot.play.contests import told_score, winning_side
from bot.play.format_rules import ArenaRules
from bot.play.formats.arena import ArenaOutcome, rules_of
from bot.play.matches import Report
from bot.play.rulebook import Rulebook

NAMED_AS_WAITING = 20
FLAME = " 🔥"
BEGINS = "▶️"
"""Who has the first colour."""
BETWEEN_GAMES = frozenset({ArenaTask.NOTHING, ArenaTask.TOLD, ArenaTask.SETTLED, ArenaTask.DISPUTED})
"""When a player may come to the lobby."""
_COLOURS = {ArenaTask.COME: DANGER, ArenaTask.ANSWER: WARNING, ArenaTask.PLAY: WARNING, ArenaTask.DISPUTED: DANGER}


def lobby(view: ArenaView, translator: Translator) -> Card:
    """The live message of the arena: how long it lasts, who waits, the top of the table."""
    title = translator.say("arena.title", name=quote(view.tournament.name))
    top = "\n".join(_place(one, translator) for one in view.top) or translator.say("arena.no_game_yet")
    table = f"**{translator.say('arena.top')}**\n{top}"
    if view.tournament.cancelled_at is not None:
        return Card((title, translator.say("arena.called_off")), colour=QUIET)
    if view.frozen:
        return Card(
            (title, _closing_line(view, translator), table),
            controls=(_to_standings(view.tournament.tournament_id, translator),),
            colour=QUIET,
        )
    counts = translator.say("arena.counts", players=view.players, playing=view.in_play, counted=view.counted)
    said = (
        f"{translator.say('arena.ends', at=moment_relative(view.ends_at))}\n{_waiting(view, translator)}\n-# {counts}"
    )
    how = "\n".join(one for one in (translator.say("arena.how"), _joining(view, translator)) if one)
    return Card((title, said, table, how), controls=_lobby_rows(view, translator), colour=ACCENT)


def opening(view: ArenaView, translator: Translator) -> Card:
    """In the announcements: the arena runs, how it is counted, and where to go."""
    rules, community = rules_of(view.tournament.rulebook), view.community
    channel = community.matches or community.announcements
    return Card(
        (
            translator.say("arena.opened", name=quote(view.tournament.name)),
            translator.say(
                "arena.opened_where", channel="" if channel is None else f"<#{channel}>", at=moment(view.ends_at)
            ),
            translator.say("arena.rules", wins=rules.doubles_after, short=rules.short_draw, long=rules.long_draw),
        ),
        controls=(_own_row(view.tournament.tournament_id, translator),),
        colour=ACCENT,
    )


def new_pairs(view: LobbyPairs, translator: Translator) -> Card:
    """All pairs of a moment in one message; both players of each are called by it."""
    within = duration(rules_of(view.tournament.rulebook).first_move_within, translator)
    people = [person for _, players in view.games for person in players]
    lines = [_pair(players) for _, players in view.games]
    return Card(
        (
            translator.count("arena.paired", len(lines)),
            "\n".join(lines),
            translator.say("arena.paired_next", time=within),
        ),
        controls=(_own_row(view.tournament.tournament_id, translator),),
        colour=WARNING,
        pings=pings(people),
    )


def first_move_request(view: MatchView, side: int, translator: Translator) -> Card:
    """To a player who has not made the first move, says the opponent: answer, or lose the game (ARENA-5)."""
    player, other = view.players[side], view.players[1 - side]
    minutes = view.tournament.rulebook.matches.minutes_per_walkover_game
    text = translator.count("arena.awaited", minutes, player=mention(player), other=mention(other))
    here = Button(f"here:{view.contest_id}", translator.say("arena.i_play"), ButtonStyle.success, "✋")
    return Card(
        (text,),
        controls=((here, _mine(view.tournament.tournament_id, translator)),),
        colour=DANGER,
        pings=pings((player,)),
    )


def frozen(view: ArenaView, translator: Translator) -> Card:
    """The time is up, and what is still awaited."""
    name = quote(view.tournament.name)
    return Card(
        (translator.say("arena.frozen", name=name), _closing_line(view, translator)),
        controls=(
            (
                _mine(view.tournament.tournament_id, translator),
                *_to_standings(view.tournament.tournament_id, translator),
            ),
        ),
        colour=WARNING,
    )


def own(view: OwnArena, translator: Translator) -> Card:
    """The arena as the presser has it: what the press did, the game, and the next step."""
    said = translator.say(f"arena.did_{view.happened.value}") if view.happened is not Happened.LOOKED else ""
    score = translator.count("arena.own_score", view.games, points=_points(view.points, translator))
    score += f"{FLAME} {translator.say('arena.burning')}" if view.on_fire and not view.over else ""
    title = f"## {quote(view.tournament.name)}\n{score}"
    paragraphs = (said, title, *_game(view, translator), _next(view, translator))
    return Card(
        tuple(paragraph for paragraph in paragraphs if paragraph),
        controls=_own_controls(view, translator),
        colour=_COLOURS.get(view.task, ACCENT),
    )


def _joining(view: ArenaView, translator: Translator) -> str:
    return "" if view.late_until is None else translator.say("arena.join_until", at=moment(view.late_until))


def _closing_line(view: ArenaView, translator: Translator) -> str:
    if view.tournament.ended_at is not None:
        return translator.say("arena.over")
    return translator.count("arena.awaits", view.awaited) if view.awaited else translator.say("arena.counted_out")


def _waiting(view: ArenaView, translator: Translator) -> str:
    if not view.waiting:
        return translator.say("arena.nobody_waits")
    names = ", ".join(short_mention(one, 25) for one in view.waiting[:NAMED_AS_WAITING])
    more = len(view.waiting) - NAMED_AS_WAITING
    left = f" {translator.count('draw.and_more', more)}" if more > 0 else ""
    return translator.say("arena.waiting", n=len(view.waiting), names=names + left)


def _place(place: ArenaPlace, translator: Translator) -> str:
    points = translator.say("arena.points", points=_points(place.points, translator))
    flame = FLAME if place.on_fire else ""
    return f"{place.rank}. {short_mention(place.person, 25)} · {points}{flame}"


def _points(points: Fraction, translator: Translator) -> str:
    return number(float(points), translator)


def _pair(players: tuple[Person, ...]) -> str:
    first, second = players
    return f"{BEGINS} {short_mention(first, 25)} – {short_mention(second, 25)}"


def _game(view: OwnArena, translator: Translator) -> tuple[str, ...]:
    game = view.game
    if game is None:
        return ()
    site = view.tournament.rulebook.registration.account
    lines = []
    for side, (player, account) in enumerate(zip(game.players, game.accounts, strict=True)):
        known = "" if account is None or site is None else f" · {quote(site)}: **{quote(account)}**"
        lines.append(f"{BEGINS if side == 0 else '▫️'} {mention(player)}{known}")
    title = translator.say("arena.game", n=game.match.contest.position + 1)
    return (f"**{title}**\n" + "\n".join(lines), _state(view, game, translator))


def _state(view: OwnArena, game: OwnGame, translator: Translator) -> str:
    """Where the game stands, and until when what has to happen."""
    other, result, report = mention(game.opponent), game.match.contest.result, game.match.report
    match view.task:
        case ArenaTask.PLAY | ArenaTask.CALLED_SOON if view.over:
            return translator.say("arena.unfinished", other=other)
        case ArenaTask.PLAY if game.first_move_by is not None:
            return translator.say("arena.play", other=other, at=moment_relative(game.first_move_by))
        case ArenaTask.COME | ArenaTask.OPPONENT_COMES if game.lost_at is not None:
            return translator.say(f"arena.{view.task.value}", other=other, at=moment_relative(game.lost_at))
        case ArenaTask.COME | ArenaTask.OPPONENT_COMES:
            return translator.say("arena.time_is_up", other=other)
        case ArenaTask.ANSWER | ArenaTask.TOLD if report is not None and game.stands_at is not None:
            outcome = _outcome(report, game.side, translator)
            return translator.say(
                f"arena.{view.task.value}", other=other, outcome=outcome, at=moment_relative(game.stands_at)
            )
        case ArenaTask.SETTLED if result is not None:
            key = _outcome_of_score(told_score(result), game.side)
            late = " " + translator.say("arena.too_late") if result.told_at > view.ends_at else ""
            return translator.say("arena.settled", outcome=translator.say(f"arena.outcome_{key.value}")) + late
        case _:
            return translator.say(f"arena.{view.task.value}", other=other)


def _outcome(report: Report, side: int, translator: Translator) -> str:
    """What was told, as the reader has it, with the moves of a draw."""
    outcome = translator.say(f"arena.outcome_{_outcome_of_score(report.score, side).value}")
    moves = report.particulars.moves
    return outcome if moves is None else f"{outcome} ({translator.count('arena.moves', moves)})"


def _outcome_of_score(score: tuple[int, ...], side: int) -> ArenaOutcome:
    winner = winning_side(score[:2])
    if winner is None:
        return ArenaOutcome.DRAWN if sum(score[2:]) else ArenaOutcome.LOST
    return ArenaOutcome.WON if winner == side else ArenaOutcome.LOST


def _next(view: OwnArena, translator: Translator) -> str:
    if view.over:
        return translator.say("arena.next_over", at=moment(view.ends_at))
    if view.waiting:
        key = "arena.next_alone" if view.alone else "arena.next_wait"
        return translator.say(key, at=moment_relative(view.ends_at))
    if view.bar is not None:
        return _bar_line(view.bar, translator)
    if view.task in BETWEEN_GAMES:
        return translator.say("arena.next_ready", at=moment_relative(view.ends_at))
    return ""


def _bar_line(bar: Bar, translator: Translator) -> str:
    """Why there is no way to the lobby, and that a game in play is played on (AIJE-D01-2)."""
    until = "bars.until_further_notice" if bar.until is None else "bars.until"
    lasts = translator.say(until, until="" if bar.until is None else moment(bar.until))
    text = translator.say("arena.next_barred", since=moment_relative(bar.since), lasts=lasts)
    return f"{text}\n{quoted_block(bar.explanation or '', 300)}"


def _own_controls(view: OwnArena, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """What the player can do now, the game first."""
    key, game = view.tournament.tournament_id, view.game
    rows: list[tuple[Button, ...]] = []
    if game is not None:
        rows += _game_rows(view, game, translator)
    if view.over:
        return (*rows, _to_standings(key, translator))
    leave = Button(f"arena-leave:{key}", translator.say("arena.leave"))
    if view.waiting:
        return (*rows, (leave, *_to_standings(key, translator)))
    if view.bar is not None:
        return (*rows, _to_standings(key, translator))
    if view.task in BETWEEN_GAMES:
        label = "arena.ready" if game is None else "arena.ready_again"
        ready = Button(f"arena-ready:{key}", translator.say(label), ButtonStyle.success, "⚔️")
        return (*rows, (ready, *_to_standings(key, translator)))
    return tuple(rows)


def _game_rows(view: OwnArena, game: OwnGame, translator: Translator) -> list[tuple[Button, ...]]:
    key, report = game.match.contest.contest_id, game.match.report
    match view.task:
        case ArenaTask.PLAY if not view.over:
            late = Button(f"arena-absent:{key}", translator.say("arena.absent"), emoji="⏱️")
            return [_results(key, translator), (late,)]
        case ArenaTask.TOLD if not view.over:
            return [_results(key, translator)]
        case ArenaTask.ANSWER if report is not None:
            subject = f"{key}.{report.report_id}"
            agree = Button(f"arena-agree:{subject}", translator.say("matches.confirm"), ButtonStyle.success, "✅")
            return [(agree, Button(f"dispute:{subject}", translator.say("matches.dispute"), ButtonStyle.danger))]
        case ArenaTask.DISPUTED:
            return list(with_other(key, report, translator))
        case ArenaTask.COME:
            return [(Button(f"here:{key}", translator.say("arena.i_play"), ButtonStyle.success, "✋"),)]
        case _:
            return []


def _results(key: str, translator: Translator) -> tuple[Button, ...]:
    return (
        Button(f"arena-won:{key}", translator.say("arena.i_won"), ButtonStyle.success, "🏆"),
        Button(f"arena-drawn:{key}", translator.say("arena.we_drew"), emoji="🤝"),
        Button(f"arena-lost:{key}", translator.say("arena.i_lost"), ButtonStyle.danger),
    )


def _mine(key: str, translator: Translator) -> Button:
    return Button(f"arena-mine:{key}", translator.say("arena.mine"), ButtonStyle.primary, "🎯")


def _own_row(key: str, translator: Translator) -> tuple[Button, ...]:
    return (
        _mine(key, translator),
        Button(f"arena-ready:{key}", translator.say("arena.ready"), ButtonStyle.success, "⚔️"),
    )


def _lobby_rows(view: ArenaView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    key = view.tournament.tournament_id
    ready = Button(f"arena-ready:{key}", translator.say("arena.ready"), ButtonStyle.success, "⚔️")
    leave = Button(f"arena-leave:{key}", translator.say("arena.leave"))
    row = (ready, leave, _mine(key, translator), *_to_standings(key, translator))
    return (
        (row,)
        if view.late_until is None
        else (row, (Button(f"register:{key}", translator.say("arena.join"), emoji="🚪"),))
    )


def _to_standings(key: str, translator: Translator) -> tuple[Button, ...]:
    return (Button(f"standings:{key}", translator.say("standings.open")),)


LEADERS: Final = 5
_NAMED: Final = 20
"""Characters of a name in the words behind the picture, which are few."""
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def race_pictures(view: StandingsView, translator: Translator) -> Iterator[Drawing]:
    """How the leaders' points grew; nothing before anybody has one."""
    leaders = [row.entrant_id for row in view.rows[:LEADERS] if row.won + row.drawn + row.lost]
    found = race(view.facts, view.tournament.rulebook, leaders)
    if found is not None:
        yield Drawing(
            "race.png", _words_behind(view, found, translator), partial(draw_race, _picture(view, found, translator))
        )


def _picture(view: StandingsView, found: Race, translator: Translator) -> RacePicture:
    lines = tuple(
        RaceLine(
            name=plain(view.person(racer.entrant_id).name),
            points=exact_words(racer.points, translator),
            climbs=tuple((round(found.share(at), 4), float(points)) for at, points in racer.climbs),
        )
        for racer in found.racers
    )
    return RacePicture(
        title=plain(view.tournament.name),
        subtitle=translator.say("arena.race"),
        lines=lines,
        ticks=tuple((share, _tick(found.lasts, share, translator)) for share in _QUARTERS),
        until=round(found.until, 4),
    )


def _tick(lasts: timedelta, share: float, translator: Translator) -> str:
    """Minutes since the beginning; the last one says that they are minutes."""
    return (
        short_duration(lasts, translator)
        if share == 1
        else number(round(lasts * share / timedelta(minutes=1), 1), translator)
    )


def _words_behind(view: StandingsView, found: Race, translator: Translator) -> str:
    """What each leader had at half time and at the end, which is what the lines show; before it, what each has."""
    told = [_leader(view, found, racer, translator) for racer in found.racers]
    key = "arena.race_described" if found.is_over else "arena.race_so_far"
    return translator.count(key, len(told), name=plain(view.tournament.name, 40), leaders="; ".join(told))


def _leader(view: StandingsView, found: Race, racer: Racer, translator: Translator) -> str:
    name, points = plain(view.person(racer.entrant_id).name, _NAMED), exact_words(racer.points, translator)
    if not found.is_over:
        return f"{name} {points}"
    half = exact_words(racer.points_at(found.half_time), translator)
    return translator.say("arena.race_leader", name=name, half=half, points=points)


def how_played(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """The time, the first move, the flame, and what draws are worth (ARENA-1 to ARENA-7)."""
    rules, minutes_to_answer = rulebook.arena or ArenaRules(), rulebook.matches.minutes_per_walkover_game
    yield translator.say("format_sheet.arena", time=short_duration(rules.lasts, translator))
    yield translator.say(
        "format_sheet.first_move",
        time=short_duration(rules.first_move_within, translator),
        press=translator.say("arena.absent"),
        answer=short_duration(timedelta(minutes=minutes_to_answer), translator),
    )
    if rules.late_entry_within:
        yield translator.say("format_sheet.arena_late", time=short_duration(rules.late_entry_within, translator))
    yield translator.count("format_sheet.flame", rules.doubles_after)
    yield translator.count("format_sheet.short_draw", rules.short_draw)
    yield translator.count("format_sheet.long_draw", rules.long_draw)
