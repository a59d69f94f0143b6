"""The card of a match: its one message in the channel, and the same for one person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.domain.contests import Score
from bot.domain.game_sheets import GameId
from bot.domain.hooks import first
from bot.domain.ids import ContestId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Confirmed, MatchView
from bot.domain.playing.matches import Report
from bot.domain.scores import words
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, MOST_OPTIONS, QUIET, WARNING, Card, Choice, Press
from bot.rendering.people import pings
from bot.rendering.playing import adjournment_words, count_words, guess_words
from bot.rendering.playing.game_cards import game_press
from bot.rendering.playing.hooks import Rows, cards_of
from bot.rendering.playing.match_names import both, called_off, heading, key, referee_press
from bot.rendering.playing.match_order import order_paragraphs
from bot.rendering.playing.match_words import players, situation
from bot.rendering.playing.warning_words import rules_in_short
from bot.rendering.text import plain

_ROW = 5
"""Buttons in a row."""
_COLOURS = {
    MatchPhase.WAITING: WARNING,
    MatchPhase.MISSING: WARNING,
    MatchPhase.UNDECIDED: DANGER,
    MatchPhase.PLAYING: ACCENT,
    MatchPhase.REPORTED: WARNING,
    MatchPhase.DISPUTED: DANGER,
    MatchPhase.SUSPENDED: QUIET,
    MatchPhase.SETTLED: QUIET,
    MatchPhase.VOID: QUIET,
}


def card(view: MatchView, voice: Voice) -> Card:
    """The match's one message, as everybody sees it in the phase that it is in."""
    called = view.state.phase in {MatchPhase.WAITING, MatchPhase.MISSING} and not called_off(view)
    concerned = (*view.players, *([view.arbiter] if view.arbiter else ()))
    return Card(
        (*_upper_half(view, voice), situation(view, voice), *order_paragraphs(view, voice)),
        controls=_controls(view, voice),
        colour=_COLOURS[view.state.phase],
        opening=voice.say("matches.call", names=both(view, voice)) if called else None,
        pings=pings(concerned),
    )


def details(view: MatchView, voice: Voice) -> Card:
    """The same for one person, in their language, with how a match goes and the recordings."""
    rules = view.tournament.rulebook.matches
    how = voice.count(key(view, "how_absence"), rules.minutes_per_walkover_game)
    minutes = int(rules.confirm_within.total_seconds() // 60)
    costs = rules_in_short(view, voice)
    paragraphs = [*_upper_half(view, voice), situation(view, voice), *order_paragraphs(view, voice)]
    paragraphs.append(f"-# {how} {_how_told(view, minutes, voice)} {costs}".rstrip())
    if view.recordings:
        links = "\n".join(f"<{link}>" for link in view.recordings[:5])
        paragraphs.append(voice.say("matches.recordings") + "\n" + links)
    rules_press = Press(f"rules:{view.tournament.tournament_id}", voice.say("tournament.rules"), emoji="📜")
    controls = (*_controls(view, voice), (rules_press,))
    return Card(tuple(paragraphs), controls=controls, colour=_COLOURS[view.state.phase])


def which(views: Sequence[MatchView], voice: Voice) -> Card:
    """Asks of which match the result is told."""
    options = tuple(
        (one.contest_id, f"{plain(one.tournament.name, 40)} · {' – '.join(plain(p.name, 25) for p in one.players)}")
        for one in views[:MOST_OPTIONS]
    )
    return Card(
        (voice.say("matches.several_of_yours"),),
        controls=(Choice("score-of:", voice.say("matches.choose_one"), options),),
    )


def none_open(voice: Voice) -> Card:
    """No match of the reader's is on; where to see what comes."""
    press = Press("now:me", voice.say("matches.what_now"), emoji="🧭")
    return Card((voice.say("matches.none_of_yours"),), controls=((press,),), colour=QUIET)


def score_choice(view: MatchView, verb: str, placeholder: str, scores: tuple[Score, ...]) -> Choice:
    """A menu of scores, the players' names on both sides of each."""
    first, second = (plain(player.name, 40) for player in view.players)
    options = tuple(("-".join(map(str, score)), f"{first} {words(score)} {second}") for score in scores)
    return Choice(f"{verb}:{view.contest_id}", placeholder, options)


def answers(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """Confirm and Dispute; both carry the report that they answer, so that an old card answers no new one."""
    report = view.match.report
    if report is None:
        return ()
    subject = f"{view.contest_id}.{report.report_id}"
    return (
        Press(f"agree:{subject}", voice.say("matches.confirm"), ButtonStyle.success, "✅"),
        Press(f"dispute:{subject}", voice.say("matches.dispute"), ButtonStyle.danger),
    )


def with_other(contest_id: ContestId, report: Report | None, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Where both have reported, and differently: either can still agree with the other."""
    if report is None or report.counter is None:
        return ()
    return (
        (Press(f"agree-other:{contest_id}.{report.report_id}", voice.say("matches.agree_with_other"), emoji="🤝"),),
    )


def _how_told(view: MatchView, minutes: int, voice: Voice) -> str:
    """How a match is told; of a challenge its card says it, game by game."""
    sentence = key(view, "how_report")
    return voice.count(sentence, minutes) if sentence else ""


def _upper_half(view: MatchView, voice: Voice) -> Iterator[str]:
    """Which match it is, who plays it, and the boards or games of a match that has some."""
    yield heading(view, voice)
    yield players(view, voice)
    if not called_off(view):
        for one in cards_of(view):
            yield from one.below_players(view, voice)


def _controls(view: MatchView, voice: Voice) -> Rows:
    if view.tournament.rulebook.traits.has_lobby:
        return _of_arena(view, voice)
    rows = (*guess_words.presses(view, voice), *_with_sheet(view, _of_phase(view, voice), voice))
    if called_off(view):
        return rows
    own = (row for one in cards_of(view) for row in one.controls(view, voice))
    return (*own, *rows)


def _with_sheet(view: MatchView, rows: Rows, voice: Voice) -> Rows:
    """The way to how the game is played, where the rulebook has one game, until the match is over (OLY-7)."""
    games = view.tournament.rulebook.games
    last = rows[-1] if rows else ()
    over = view.contest.result is not None or called_off(view)
    if games is None or len(games.sheets) != 1 or over or isinstance(last, Choice) or not 0 < len(last) < _ROW:
        return rows
    return (*rows[:-1], (*last, game_press(GameId(games.sheets[0]), voice)))


def _of_arena(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """A game of an arena is told on its player's own card, where a draw has its moves (ARENA-6)."""
    own = Press(f"arena-mine:{view.tournament.tournament_id}", voice.say("arena.mine"), ButtonStyle.primary, "🎯")
    return ((own, referee_press(view, voice)),)


def call_for_help(view: MatchView, voice: Voice) -> Press:
    """Calls whoever decides: the match's arbiter, or where none is needed the organisers."""
    watched = view.tournament.rulebook.matches.matches_per_arbiter > 0
    said = voice.say("matches.call_arbiter" if watched else "matches.call_staff")
    return Press(f"call-arbiter:{view.contest_id}", said, emoji="✋")


def _of_phase(view: MatchView, voice: Voice) -> Rows:
    phase, subject = view.state.phase, view.contest_id
    about = Press(f"match:{subject}", voice.say("matches.details"), emoji="📋")
    referee = referee_press(view, voice)
    if called_off(view):
        return ((about,),)
    help_wanted = call_for_help(view, voice)
    match phase:
        case MatchPhase.VOID:
            return ()
        case MatchPhase.SETTLED:
            return ((about, *_of_result(view, voice)),)
        case MatchPhase.SUSPENDED | MatchPhase.UNDECIDED:
            return (*adjournment_words.answers(view, voice), (about, referee))
        case MatchPhase.DISPUTED:
            return (*with_other(view.contest_id, view.match.report, voice), (help_wanted, about, referee))
        case MatchPhase.WAITING | MatchPhase.MISSING:
            here = Press(f"here:{subject}", voice.say("matches.here"), ButtonStyle.success, "✋")
            return ((here, about, referee),)
        case MatchPhase.PLAYING:
            return (*report_controls(view, voice), (help_wanted, about, referee))
        case MatchPhase.REPORTED:
            return (
                answers(view, voice),
                *report_controls(view, voice, again=True),
                (help_wanted, about, referee),
            )


def _of_result(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """What can still be done about a result: the arbiter's seal (GO-16.4), and what capabilities add."""
    presses = []
    if view.confirmed is Confirmed.BY_PLAYERS:
        presses.append(Press(f"confirm-result:{view.contest_id}", voice.say("matches.confirm_as_arbiter"), emoji="⚖️"))
    for one in cards_of(view):
        presses += one.after_result(view, voice)
    return tuple(presses)


def report_controls(view: MatchView, voice: Voice, *, again: bool = False) -> Rows:
    """The menu of scores, where nothing else is told."""
    own = first(one.reporting(view, voice, again=again) for one in cards_of(view))
    if own is not None:
        return own
    if count_words.counts(view):
        return count_words.controls(view, "score", voice)
    placeholder = voice.say("matches.report_again" if again else "matches.report")
    return (score_choice(view, "score", placeholder, view.state.reportable(view.contest.length)),)
