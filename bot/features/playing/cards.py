"""The card of a match, its one message in the channel, and the same for one person: who plays, and what comes next.

Order at the board is told on it: warnings, lateness that clocks pay for, and time used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.features.playing import words_cards
from bot.features.playing.match_views_model import Confirmed, MatchView, Wait
from bot.features.playing.words_cards import (
    Rows,
    called_off,
    card_strategy,
    cards_of,
    colour_name,
    heading,
    judge,
    key,
    late,
    referee_press,
    rules_in_short,
    score_line,
    times,
    warnings_in_force,
)
from bot.features.playing.words_cards import guess_line as guess
from bot.features.tournaments.games_cards import game_press
from bot.i18n.catalogue import Translator
from bot.kernel.ids import ContestId
from bot.layout.cards import ACCENT, DANGER, MOST_OPTIONS, QUIET, WARNING, Button, Card, Choice
from bot.layout.sentences import listing, moment, moment_relative, plain, quote
from bot.people.cards import mention, pings
from bot.play.contests import Score, words
from bot.play.game_sheets import NAMELESS_COLOURS, GameId
from bot.play.matches import LONGEST_WAIT, MatchPhase, MissingSide, Report
from bot.play.rulebook import Rulebook

# --- who plays and what comes next ----------------------------------------------------------------------------------


def players(view: MatchView, translator: Translator) -> str:
    """Both sides with who is there, their accounts, and the arbiter."""
    lines = [_player(view, side, translator) for side in range(len(view.players))]
    if _has_colours(view) and not _colour(view, 0, translator):
        begins = "standings.begins" if view.contest.best_of == 1 else "standings.begins_first"
        lines.append(translator.say(begins, name=mention(view.players[0])))
    if view.arbiter is not None:
        lines.append(translator.say("matches.arbiter", arbiter=mention(view.arbiter)))
    elif view.tournament.rulebook.matches.matches_per_arbiter:
        lines.append(translator.say("matches.arbiter_wanted"))
    return "\n".join(lines)


def _player(view: MatchView, side: int, translator: Translator) -> str:
    account, site = view.accounts[side], view.tournament.rulebook.registration.account
    known = "" if account is None or site is None else f" · {quote(site)}: **{quote(account)}**"
    status = card_strategy(view).beside_player(view, side, translator)
    return f"{_mark(view, side)} {mention(view.players[side])}{_colour(view, side, translator)}{status}{known}"


def _colour(view: MatchView, side: int, translator: Translator) -> str:
    """The side's colour, where pairing or guess gives it for the only game and the game's sheet names it (GO-10)."""
    games, single = view.tournament.rulebook.games, view.contest.best_of == 1
    guessed = view.guess is not None and view.guess.said is not None
    given = games is not None and (games.colours or guessed) and _is_between_two(view.tournament.rulebook)
    place = 0 if side == view.contest.first_side else 1
    named = single and given and view.colours != NAMELESS_COLOURS
    return f" · {colour_name(view.colours, place, translator)}" if named else ""


def _has_colours(view: MatchView) -> bool:
    """Whether the pairing gave the first colour to a side, of a match that is still to be played."""
    rulebook = view.tournament.rulebook
    given = rulebook.games is not None and rulebook.games.colours and _is_between_two(rulebook)
    return given and view.place.in_table and view.contest.result is None


def _is_between_two(rulebook: Rulebook) -> bool:
    """Whether a match is of two players, who have one colour each in a game."""
    return rulebook.teams is None and not rulebook.traits.at_tables


def situation(view: MatchView, translator: Translator) -> str:
    """Where the match stands, and what comes next, for whom."""
    if called_off(view):
        return translator.say("matches.called_off")
    own = card_strategy(view).standing(view, translator)
    lines = [*_standing(view, translator), *_below_standing(view, translator)] if own is None else own
    return "\n".join(line for line in (_event_pause(view, translator), *lines) if line)


def _event_pause(view: MatchView, translator: Translator) -> str:
    """Until when no clock of the event runs, in a match that is not over."""
    if view.paused_until is None or view.state.phase in {MatchPhase.SETTLED, MatchPhase.VOID}:
        return ""
    return translator.say("event_pause.in_match", until=moment(view.paused_until))


def _below_standing(view: MatchView, translator: Translator) -> Iterator[str]:
    wait = view.part(Wait)
    if wait is not None:
        yield from _why_it_waits(wait, translator)
    for one in cards_of(view):
        yield from one.below_standing(view, translator)


def _why_it_waits(wait: Wait, translator: Translator) -> Iterator[str]:
    """Why the match waits and until when, and that who is there may begin."""
    for one in wait.held_up:
        yield translator.say("clashes.held_up", name=mention(one.person), event=quote(one.event))
    if wait.until is None:
        minutes = int(LONGEST_WAIT.total_seconds() // 60)
        yield translator.count("clashes.waits", minutes, button=translator.say("matches.here"))
    else:
        yield translator.say("clashes.waits_until", until=moment(wait.until))


def _standing(view: MatchView, translator: Translator) -> list[str]:
    lines: list[str] = []
    match view.state.phase:
        case MatchPhase.WAITING:
            lines = [_before_the_call(view, translator)]
        case MatchPhase.MISSING:
            lines = [_score_so_far(view, translator), *_missing(view, translator)]
        case MatchPhase.PLAYING:
            lines = [_score_so_far(view, translator), _how(view, translator)]
        case MatchPhase.REPORTED:
            lines = words_cards.report_lines(view, translator)
        case MatchPhase.DISPUTED:
            lines = words_cards.dispute_lines(view, translator)
        case MatchPhase.UNDECIDED:
            lines = [_nobody_came(view, translator)]
        case MatchPhase.SUSPENDED:
            lines = [_score_so_far(view, translator), _rests(view, translator)]
        case MatchPhase.SETTLED:
            lines = words_cards.result_lines(view, translator)
        case MatchPhase.VOID:
            lines = [translator.say("matches.void")]
    return lines


def _before_the_call(view: MatchView, translator: Translator) -> str:
    """What to do once the call can be read; a match that waits for another one has no clock yet."""
    if view.part(Wait) is not None:
        return translator.say("matches.waiting_later", button=translator.say("matches.here"))
    minutes, said = view.tournament.rulebook.matches.minutes_per_walkover_game, key(view, "waiting")
    if said == "matches.waiting" and view.answered_by:
        return translator.count("matches.waiting_by_name", minutes, names=words_cards.all_asked(view, translator))
    return translator.count(said, minutes)


def _rests(view: MatchView, translator: Translator) -> str:
    """Until when nobody plays: an adjourned game goes on by itself (GO-14)."""
    pause = view.sessions.running
    if pause is None:
        return translator.say("matches.suspended", arbiter=judge(view, translator))
    return translator.say("adjournment.rests", when=moment(pause.goes_on_at))


def _how(view: MatchView, translator: Translator) -> str:
    """What to do while the match is played."""
    if words_cards.counts(view):
        return words_cards.how(view, translator)
    sentence = key(view, "playing")
    return translator.say(sentence) if sentence else ""


def _mark(view: MatchView, side: int) -> str:
    result = view.contest.result
    if result is not None:
        return "🏆" if side in words_cards.winners(view, result) else "▫️"
    if side in view.match.away:
        return "🚪"
    nobody_yet = view.state.phase in {MatchPhase.WAITING, MatchPhase.UNDECIDED}
    missing = any(one.side == side for one in view.state.missing)
    return "⏳" if missing or nobody_yet else "✅"


def _nobody_came(view: MatchView, translator: Translator) -> str:
    """Who decides, and when both lose the match without a decision (AIJE-D01-5.4)."""
    if view.both_lose_at is None:
        return translator.say("matches.undecided", arbiter=judge(view, translator))
    return translator.say(
        "matches.undecided_until", arbiter=judge(view, translator), until=moment_relative(view.both_lose_at)
    )


def _missing(view: MatchView, translator: Translator) -> list[str]:
    names = listing([words_cards.asked(view, one.side, translator) for one in view.state.missing], translator)
    waited_for = (_waited_for(view, one, translator) for one in view.state.missing)
    return [*waited_for, translator.say("matches.next_here", names=names)]


def _waited_for(view: MatchView, one: MissingSide, translator: Translator) -> str:
    name = mention(view.players[one.side])
    if one.begins_at is not None:
        return translator.say("matches.no_clock_yet", name=name, when=moment(one.begins_at))
    if one.next_at is None:
        return translator.say("matches.nothing_left", name=name)
    when = moment_relative(one.next_at)
    if one.lost == 0:
        return translator.say(key(view, "waited_for_first"), name=name, when=when)
    return translator.count(key(view, "waited_for"), one.lost, name=name, when=when)


def _score_so_far(view: MatchView, translator: Translator) -> str:
    state = view.state
    if not any(state.score):
        return ""
    line = translator.say("matches.score_so_far", score=score_line(view, state.score))
    return line + words_cards.by_absence(view, sum(state.walkover), translator)


def order_paragraphs(view: MatchView, translator: Translator) -> tuple[str, ...]:
    """The paragraphs there are; none in an event without such rules."""
    lateness = (late(view, translator), *card_strategy(view).lateness(view, translator))
    return tuple(
        text
        for text in (guess(view, translator), warnings_in_force(view, translator), *lateness, times(view, translator))
        if text
    )


# --- the card -------------------------------------------------------------------------------------------------------


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


def card(view: MatchView, translator: Translator) -> Card:
    """The match's one message, as everybody sees it in the phase that it is in."""
    called = view.state.phase in {MatchPhase.WAITING, MatchPhase.MISSING} and not called_off(view)
    concerned = (*view.players, *([view.arbiter] if view.arbiter else ()))
    return Card(
        (*_upper_half(view, translator), situation(view, translator), *order_paragraphs(view, translator)),
        controls=_controls(view, translator),
        colour=_COLOURS[view.state.phase],
        opening=translator.say("matches.call", names=words_cards.all_asked(view, translator)) if called else None,
        pings=pings(concerned),
    )


def details(view: MatchView, translator: Translator) -> Card:
    """The same for one person, in their language, with how a match goes and the recordings."""
    rules = view.tournament.rulebook.matches
    how = translator.count(key(view, "how_absence"), rules.minutes_per_walkover_game)
    minutes = int(rules.confirm_within.total_seconds() // 60)
    costs = rules_in_short(view, translator)
    paragraphs = [*_upper_half(view, translator), situation(view, translator), *order_paragraphs(view, translator)]
    paragraphs.append(f"-# {how} {_how_told(view, minutes, translator)} {costs}".rstrip())
    if view.recordings:
        links = "\n".join(f"<{link}>" for link in view.recordings[:5])
        paragraphs.append(translator.say("matches.recordings") + "\n" + links)
    rules_press = Button(f"rules:{view.tournament.tournament_id}", translator.say("tournament.rules"), emoji="📜")
    controls = (*_controls(view, translator), (rules_press,))
    return Card(tuple(paragraphs), controls=controls, colour=_COLOURS[view.state.phase])


def which(views: Sequence[MatchView], translator: Translator) -> Card:
    """Asks of which match the result is told."""
    options = tuple(
        (one.contest_id, f"{plain(one.tournament.name, 40)} · {' – '.join(plain(p.name, 25) for p in one.players)}")
        for one in views[:MOST_OPTIONS]
    )
    return Card(
        (translator.say("matches.several_of_yours"),),
        controls=(Choice("score-of:", translator.say("matches.choose_one"), options),),
    )


def none_open(translator: Translator) -> Card:
    """No match of the reader's is on; where to see what comes."""
    press = Button("now:me", translator.say("matches.what_now"), emoji="🧭")
    return Card((translator.say("matches.none_of_yours"),), controls=((press,),), colour=QUIET)


def score_choice(view: MatchView, verb: str, placeholder: str, scores: tuple[Score, ...]) -> Choice:
    """A menu of scores, the players' names on both sides of each."""
    first, second = (plain(player.name, 40) for player in view.players)
    options = tuple(("-".join(map(str, score)), f"{first} {words(score)} {second}") for score in scores)
    return Choice(f"{verb}:{view.contest_id}", placeholder, options)


def answers(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """Confirm and Dispute; both carry the report that they answer, so that an old card answers no new one."""
    report = view.match.report
    if report is None:
        return ()
    subject = f"{view.contest_id}.{report.report_id}"
    return (
        Button(f"agree:{subject}", translator.say("matches.confirm"), ButtonStyle.success, "✅"),
        Button(f"dispute:{subject}", translator.say("matches.dispute"), ButtonStyle.danger),
    )


def with_other(contest_id: ContestId, report: Report | None, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Where both have reported, and differently: either can still agree with the other."""
    if report is None or report.counter is None:
        return ()
    return (
        (
            Button(
                f"agree-other:{contest_id}.{report.report_id}", translator.say("matches.agree_with_other"), emoji="🤝"
            ),
        ),
    )


def _how_told(view: MatchView, minutes: int, translator: Translator) -> str:
    """How a match is told; of a challenge its card says it, game by game."""
    sentence = key(view, "how_report")
    return translator.count(sentence, minutes) if sentence else ""


def _upper_half(view: MatchView, translator: Translator) -> Iterator[str]:
    """Which match it is, who plays it, and the boards or games of a match that has some."""
    yield heading(view, translator)
    yield players(view, translator)
    if not called_off(view):
        for one in cards_of(view):
            yield from one.below_players(view, translator)


def _controls(view: MatchView, translator: Translator) -> Rows:
    if view.tournament.rulebook.traits.has_lobby:
        return _of_arena(view, translator)
    rows = (*words_cards.presses(view, translator), *_with_sheet(view, _of_phase(view, translator), translator))
    if called_off(view):
        return rows
    own = (row for one in cards_of(view) for row in one.controls(view, translator))
    return (*own, *rows)


def _with_sheet(view: MatchView, rows: Rows, translator: Translator) -> Rows:
    """The way to how the game is played, where the rulebook has one game, until the match is over (OLY-7)."""
    games = view.tournament.rulebook.games
    last = rows[-1] if rows else ()
    over = view.contest.result is not None or called_off(view)
    if games is None or len(games.sheets) != 1 or over or isinstance(last, Choice) or not 0 < len(last) < _ROW:
        return rows
    return (*rows[:-1], (*last, game_press(GameId(games.sheets[0]), translator)))


def _of_arena(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """A game of an arena is told on its player's own card, where a draw has its moves (ARENA-6)."""
    own = Button(f"arena-mine:{view.tournament.tournament_id}", translator.say("arena.mine"), ButtonStyle.primary, "🎯")
    return ((own, referee_press(view, translator)),)


def call_for_help(view: MatchView, translator: Translator) -> Button:
    """Calls whoever decides: the match's arbiter, or where none is needed the organisers."""
    watched = view.tournament.rulebook.matches.matches_per_arbiter > 0
    text = translator.say("matches.call_arbiter" if watched else "matches.call_staff")
    return Button(f"call-arbiter:{view.contest_id}", text, emoji="✋")


def _of_phase(view: MatchView, translator: Translator) -> Rows:
    phase, subject = view.state.phase, view.contest_id
    about = Button(f"match:{subject}", translator.say("matches.details"), emoji="📋")
    referee = referee_press(view, translator)
    if called_off(view):
        return ((about,),)
    help_wanted = call_for_help(view, translator)
    match phase:
        case MatchPhase.VOID:
            return ()
        case MatchPhase.SETTLED:
            return ((about, *_of_result(view, translator)),)
        case MatchPhase.SUSPENDED | MatchPhase.UNDECIDED:
            return (*words_cards.answers(view, translator), (about, referee))
        case MatchPhase.DISPUTED:
            return (*with_other(view.contest_id, view.match.report, translator), (help_wanted, about, referee))
        case MatchPhase.WAITING | MatchPhase.MISSING:
            here = Button(f"here:{subject}", translator.say("matches.here"), ButtonStyle.success, "✋")
            return ((here, about, referee),)
        case MatchPhase.PLAYING:
            return (*report_controls(view, translator), (help_wanted, about, referee))
        case MatchPhase.REPORTED:
            return (
                answers(view, translator),
                *report_controls(view, translator, again=True),
                (help_wanted, about, referee),
            )


def _of_result(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """What can still be done about a result: the arbiter's seal (GO-16.4), and what features add."""
    presses = []
    if view.confirmed is Confirmed.BY_PLAYERS:
        presses.append(
            Button(f"confirm-result:{view.contest_id}", translator.say("matches.confirm_as_arbiter"), emoji="⚖️")
        )
    for one in cards_of(view):
        presses += one.after_result(view, translator)
    return tuple(presses)


def report_controls(view: MatchView, translator: Translator, *, again: bool = False) -> Rows:
    """The menu of scores, where nothing else is told."""
    own = card_strategy(view).reporting(view, translator, again=again)
    if own is not None:
        return own
    if words_cards.counts(view):
        return words_cards.controls(view, "score", translator)
    placeholder = translator.say("matches.report_again" if again else "matches.report")
    return (score_choice(view, "score", placeholder, view.state.reportable(view.contest.length)),)
