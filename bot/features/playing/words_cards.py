"""Words for a match: its name, sides, result, colours, clocks, warnings and counts, and what features add.

Lateness is told where it comes off the clock (GO-22), a count with its winner and margin (GO-9, GO-24), the guess of
who begins on the match's card (GO-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from discord import ButtonStyle

from bot.features.course import cards as course_cards
from bot.features.course.cards import length_words, round_name_before
from bot.features.playing.board_model import NoteKind, TimeNote, written_used
from bot.features.playing.match_views_model import Confirmed, Correction, MatchPlace, MatchView, Seats
from bot.features.tournaments.sheet_cards import offence
from bot.i18n.catalogue import Translator
from bot.layout.cards import QUIET, Button, Card, Choice
from bot.layout.sentences import duration, listing, member_name, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.contests import (
    NOTHING_MORE,
    Particulars,
    Result,
    ResultKind,
    Score,
    Stage,
    told_score,
    winning_side,
    words,
)
from bot.play.counts import HALF, BothLost, Warned, is_counted, outcome, winner_by_count
from bot.play.draw import Guess, Parity
from bot.play.matches import LateStart, MatchPhase, Report, base_time, left_on_clock
from bot.play.plugs import Hooks, Joined, Strategies, Strategy
from bot.play.points import boards_at_once
from bot.play.rulebook import discipline_of

# --- what features add ------------------------------------------------------------------------------------------


Rows = tuple[tuple[Button, ...] | Choice, ...]


class MatchCardHooks(Hooks):
    """What one feature says on the card of a match, and on its arbiter's desk."""

    def below_players(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Paragraphs on who sits where, and on the games so far."""
        return ()

    def below_standing(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Lines on what comes next beside what is said of every match."""
        return ()

    def controls(self, view: MatchView, translator: Translator) -> Rows:
        """Rows above those of the match's phase."""
        return ()

    def after_result(self, view: MatchView, translator: Translator) -> Iterable[Button]:
        """What can still be done about a result."""
        return ()

    def hints(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Lines on the desk: how something is written."""
        return ()


class MatchCardStrategy(Strategy):
    """How the card of a match of one kind is written, and its arbiter's desk.

    None means that the words of a match between two players, told by its score, are right.
    """

    def length(self, view: MatchView, translator: Translator) -> str | None:
        """How long the match is."""
        return None

    def key(self, view: MatchView, name: str) -> str | None:
        """The catalogue's key of the sentence that has this name among those of matches; empty for no sentence."""
        return None

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """The score with everybody's name."""
        return None

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """The sides that have won the match, which has a result."""
        return None

    def answering(self, view: MatchView, translator: Translator) -> tuple[str, str] | None:
        """Who reported the open score, and who has to answer it."""
        return None

    def standing(self, view: MatchView, translator: Translator) -> Iterable[str] | None:
        """Where the match stands and what comes next, as a whole."""
        return None

    def beside_player(self, view: MatchView, side: int, translator: Translator) -> str:
        """What stands behind the name of a side."""
        return ""

    def below_score(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Lines that make a reported or settled score plain."""
        return ()

    def lateness(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Paragraphs on who is late for a part of the match."""
        return ()

    def reporting(self, view: MatchView, translator: Translator, *, again: bool) -> Rows | None:
        """How the players tell what came of it; `again` where something was told before."""
        return None

    # --- the arbiter's desk ------------------------------------------------------------------------------------------

    def desk(self, view: MatchView, translator: Translator) -> Card | None:
        """The whole desk."""
        return None

    def rulings(self, view: MatchView, translator: Translator) -> Rows | None:
        """What can be ruled."""
        return None

    def has_begun(self, view: MatchView) -> bool:
        """Whether a first game was told, so that nobody is waited for any more."""
        return False

    def clocks(self, view: MatchView, translator: Translator) -> Iterable[Button]:
        """Ways to who is late for a part of the match, once nobody is waited for."""
        return ()

    def right_result(self, correction: Correction) -> tuple[str, str]:
        """The verb that corrects to the result, and what its button carries of it."""
        return "correct-it", "-".join(map(str, correction.score))


MATCH_CARDS: Final = Joined(MatchCardHooks)
MATCH_CARD_STRATEGIES: Final = Strategies(MatchCardStrategy)


def cards_of(view: MatchView) -> Iterator[MatchCardHooks]:
    """The features that the match's event has, as its card and its desk ask them."""
    return MATCH_CARDS.of(view.tournament.rulebook)


def card_strategy(view: MatchView) -> MatchCardStrategy:
    """How its card and its desk are written."""
    return MATCH_CARD_STRATEGIES.of(view.tournament.rulebook)


# --- names ----------------------------------------------------------------------------------------------------------


SEATS_OF_A_MATCH: Final = 2
_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


def key(view: MatchView, name: str) -> str:
    """The catalogue's key of a sentence about this match; empty where nothing is said."""
    own = card_strategy(view).key(view, name)
    return f"matches.{name}" if own is None else own


def heading(view: MatchView, translator: Translator) -> str:
    """Which match of which round, of what length, in which tournament."""
    contest = view.contest
    length = card_strategy(view).length(view, translator) or length_words(contest.best_of, contest.target, translator)
    title = match_name(contest.stage, contest.round, view.place, translator)
    return f"## {title}\n-# {quote(view.tournament.name)} · {length}"


def match_name(stage: Stage, number: int, place: MatchPlace, translator: Translator) -> str:
    """The round, and the match's number where the round has more than one."""
    if stage is Stage.THIRD_PLACE:
        return translator.say("stage.third_place")
    if place.seats != SEATS_OF_A_MATCH:
        return _at_table(stage, number, place, translator)
    if place.numbered:
        return translator.say("matches.number", number=place.number)
    if place.in_table:
        return _of_table(stage, number, place, translator)
    if place.in_lives:
        return course_cards.final_name(place.number, translator)
    preliminary = stage is Stage.PRELIMINARY
    name = translator.say("draw.round_preliminary") if preliminary else round_name_before(place.to_final, translator)
    return name if place.matches == 1 else f"{name} · {translator.say('matches.number', number=place.number)}"


def _at_table(stage: Stage, number: int, place: MatchPlace, translator: Translator) -> str:
    """Which table of which round; the final, or an extra game."""
    if stage is Stage.FINAL:
        return translator.say("tables.final")
    if stage is Stage.PLAY_OFF:
        extra = translator.say("tables.extra", n=number)
        return extra if place.number == 1 else f"{extra} · {translator.say('tables.table', n=place.number)}"
    return f"{translator.say('standings.round', n=number)} · {translator.say('tables.table', n=place.number)}"


def _of_table(stage: Stage, number: int, place: MatchPlace, translator: Translator) -> str:
    beside = (member_name(stage, translator),) if stage in _BESIDE else ()
    group = (translator.say("standings.group", n=place.group),) if place.group else ()
    board = translator.say("standings.board", n=place.number)
    if place.of_teams or place.in_lives:
        board = translator.say("matches.number", number=place.number)
    round_ = translator.say("draw.round_preliminary") if number == 0 else translator.say("standings.round", n=number)
    return " · ".join((*beside, *group, round_, board))


def score_line(view: MatchView, score: Score, particulars: Particulars = NOTHING_MORE) -> str:
    """ "@Ana **3–1** @Bia", which every language reads; at a table, everybody with the influence at the end."""
    own = card_strategy(view).score_line(view, score, particulars)
    if own is not None:
        return own
    one, other = (mention(player) for player in view.players)
    return f"{one} **{words(score)}** {other}"


def both(view: MatchView, translator: Translator) -> str:
    """Both players in one phrase."""
    return listing([mention(player) for player in view.players], translator)


def asked(view: MatchView, side: int, translator: Translator) -> str:
    """Who has to press for the side: the player, or by name who answers for one without Discord."""
    player, who = mention(view.players[side]), view.presser(side)
    if side not in view.answered_by:
        return player
    called = translator.say("matches.organisers") if who is None else mention(who)
    return translator.say("by_name.for", who=called, players=player)


def all_asked(view: MatchView, translator: Translator) -> str:
    """As `both`, where each side is asked to press."""
    return listing([asked(view, side, translator) for side in range(len(view.players))], translator)


def asked_to_answer(view: MatchView, translator: Translator) -> str:
    """Who has to answer the open report."""
    report = view.match.report
    waiting = [side for side, one in enumerate(view.players) if report is None or one.person_id != report.person_id]
    if len(waiting) == 1 and waiting[0] in view.answered_by:
        return asked(view, waiting[0], translator)
    return reporter_and_other(view, translator)[1]


def judge(view: MatchView, translator: Translator) -> str:
    """Who decides: the arbiter by name, or the organisers where nobody follows the match."""
    return mention(view.arbiter) if view.arbiter else translator.say("matches.organisers")


def reporter_and_other(view: MatchView, translator: Translator) -> tuple[str, str]:
    """Mentions of who reported the open score and of who has to answer it."""
    own = card_strategy(view).answering(view, translator)
    if own is not None:
        return own
    report, (one, other) = view.match.report, view.players
    mine = report is not None and report.person_id == one.person_id
    return (mention(one), mention(other)) if mine else (mention(other), mention(one))


def called_off(view: MatchView) -> bool:
    """Whether the event ended under the match: then it promises and asks nothing more."""
    return view.tournament.cancelled_at is not None and view.contest.result is None


def referee_press(view: MatchView, translator: Translator) -> Button:
    """The way to the desk of a match, for its arbiter or, where none is needed, for the organisers."""
    watched = view.tournament.rulebook.matches.matches_per_arbiter > 0
    text = translator.say("matches.for_arbiter" if watched else "matches.for_staff")
    return Button(f"referee:{view.contest_id}", text, emoji="⚖️")


# --- adjourned games ------------------------------------------------------------------------------------------------


_OVER = frozenset({MatchPhase.SETTLED, MatchPhase.VOID})
_CLOCKS = frozenset({MatchPhase.PLAYING, MatchPhase.SUSPENDED, MatchPhase.REPORTED, MatchPhase.DISPUTED})


def times(view: MatchView, translator: Translator) -> str:
    """What each side has used by the note that counts, and who has still to confirm it; empty without one."""
    note = view.sessions.note
    if note is None or view.state.phase in _OVER:
        return ""
    lines = [translator.say(f"adjournment.times_{note.kind.value}"), *used_times(view, note, translator)]
    return "\n".join((*lines, where_it_stands(view, note, translator)))


def used_times(view: MatchView, note: TimeNote, translator: Translator) -> list[str]:
    """A line a board: both sides with their times."""
    lines = []
    for one in note.boards:
        sides = " · ".join(
            f"{mention(player)} **{written_used(spent)}**"
            for player, spent in zip(view.players, one.used, strict=False)
        )
        board = (
            f"{translator.say('standings.board', n=one.board)}: " if view.tournament.rulebook.teams is not None else ""
        )
        lines.append(f"⏱️ {board}{sides}")
    return lines


def where_it_stands(view: MatchView, note: TimeNote, translator: Translator) -> str:
    """Whether both have confirmed the note, or who has still to (GO-14)."""
    if note.kind is not NoteKind.READ:
        return f"-# {translator.say('adjournment.clocks_set')}"
    if note.is_confirmed:
        return f"-# {translator.say('adjournment.both_confirmed')}"
    waiting = [mention(player) for side, player in enumerate(view.players) if side not in note.confirmed]
    return translator.say("adjournment.confirm_please", names=listing(waiting, translator))


def answers(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Right and wrong, for both sides, as long as one has not confirmed the note."""
    note = view.sessions.note
    if note is None or note.is_confirmed or note.kind is not NoteKind.READ or view.state.phase in _OVER:
        return ()
    subject = f"{view.contest_id}.{note.entry}"
    return (
        (
            Button(f"times-right:{subject}", translator.say("adjournment.right"), ButtonStyle.success, "✅"),
            Button(f"times-wrong:{subject}", translator.say("adjournment.wrong"), ButtonStyle.danger),
        ),
    )


def desk(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """The arbiter's: adjourn, another end, the note of the time used, and a clock that failed (GO-12, GO-14)."""
    key, rulebook, found = view.contest_id, view.tournament.rulebook, []
    if rulebook.adjournment is not None and view.state.phase is MatchPhase.PLAYING:
        found.append(Button(f"adjourn:{key}", translator.say("adjournment.adjourn"), emoji="🌙"))
    if view.sessions.running is not None:
        found.append(Button(f"adjourn-move:{key}", translator.say("adjournment.move"), emoji="🕰️"))
    if view.sessions.adjournments:
        found.append(note_press(view, translator))
    if rulebook.clock is not None and view.state.phase in _CLOCKS:
        found.append(Button(f"clock-page:{key}", translator.say("adjournment.clock_failed"), emoji="⏱️"))
    return (tuple(found),) if found else ()


def note_press(view: MatchView, translator: Translator) -> Button:
    """Opens the form for the time used; of a note that is there, to put it right."""
    label = "adjournment.note" if view.sessions.note is None else "adjournment.correct"
    style = ButtonStyle.primary if view.sessions.note is None else ButtonStyle.secondary
    return Button(f"times-note:{view.contest_id}", translator.say(label), style, "📝")


# --- offences and warnings ------------------------------------------------------------------------------------------


def on_boards(view: MatchView) -> bool:
    """Whether the games of the match are boards beside each other, so that an offence is one of a board."""
    return boards_at_once(view.tournament.rulebook)


def whose(view: MatchView, warning: Warned) -> str:
    """The name of who is meant."""
    return mention(person_meant(view, warning))


def person_meant(view: MatchView, warning: Warned) -> Person:
    """Who is meant: the player of the board, else the side."""
    side, boards = view.contest.sides.index(warning.entrant_id), view.part(Seats)
    seats = None if boards is None else boards.by_board.get(warning.game)
    found = next((who for who in seats[side] if who.person_id == warning.person_id), None) if seats else None
    return found or view.players[side]


def warnings_in_force(view: MatchView, translator: Translator) -> str:
    """Everything given in the match that counts, a line each; empty where nothing was."""
    return "\n".join(_line(view, given, translator) for given in view.warnings if given.stands)


def rules_in_short(view: MatchView, translator: Translator) -> str:
    """What a warning costs in this event; empty where it costs nothing by itself."""
    rules = discipline_of(view.tournament.rulebook)
    lines = []
    if rules.warns and rules.warning_costs:
        lines.append(translator.count("warnings.costs", rules.warning_costs))
    if rules.warns and rules.warnings_that_lose is not None:
        lines.append(translator.count("warnings.that_lose", rules.warnings_that_lose))
    return " ".join(lines)


def _line(view: MatchView, one: Warned, translator: Translator) -> str:
    name = whose(view, one)
    parts = [offence(one.offence, translator), _price(one, translator)]
    if on_boards(view):
        parts.insert(0, translator.say("standings.board", n=one.game))
    elif view.contest.best_of > 1:
        parts.insert(0, translator.say("warnings.in_game", game=one.game))
    return f"{'🟥' if one.lost_game else '🟨'} {name}: {' · '.join(parts)}"


def _price(one: Warned, translator: Translator) -> str:
    price = translator.say(f"warnings.price.{one.price.value}")
    return f"{price} · {translator.say('warnings.by_number')}" if one.lost_by_number else price


# --- lateness -------------------------------------------------------------------------------------------------------


SHOWN_FROM = timedelta(minutes=1)
"""Nobody is told of the seconds that a press takes."""


def late(view: MatchView, translator: Translator) -> str:
    """A line for each side that pays for its lateness, or did not come; empty where none does, and after the match."""
    if view.contest.result is not None:
        return ""
    missing = {one.side for one in view.state.missing}
    lines = (
        _late_line(view, side, found, side in missing, translator) for side, found in enumerate(view.late) if found
    )
    return "\n".join(line for line in lines if line)


def of_side(view: MatchView, side: int, translator: Translator) -> str:
    """The line of one side, said to it when it comes; empty where it pays nothing."""
    found = view.late[side] if side < len(view.late) else None
    return _late_line(view, side, found, False, translator) if found else ""


def _late_line(view: MatchView, side: int, found: LateStart, waits: bool, translator: Translator) -> str:
    name, times = mention(view.players[side]), discipline_of(view.tournament.rulebook).late_costs
    if found.lost:
        # The clock ends with the limit, whether its player has come by then or not: a press after it is refused.
        return translator.say("matches.late_never", name=name)
    if waits:
        return translator.count("matches.late_runs", times, name=name) if times else ""
    if not found.off_clock or found.late < SHOWN_FROM:
        return ""
    return translator.say(
        "matches.late_came",
        name=name,
        late=duration(found.late, translator),
        off=duration(found.off_clock, translator),
        left=duration(left_on_clock(base_time(view.tournament.rulebook), found), translator),
    )


# --- colours --------------------------------------------------------------------------------------------------------


_SAID = frozenset({"white", "black", "first", "second"})


def colour_name(colours: tuple[str, str], place: int, translator: Translator) -> str:
    """What the one who begins (0) or the other (1) has: "White"."""
    name = colours[place]
    return translator.say(f"title_match.colour_{name if name in _SAID else ('first', 'second')[place]}")


# --- counts ---------------------------------------------------------------------------------------------------------


_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_WINS = ((1, 0), (0, 1))


def counts(view: MatchView) -> bool:
    """Whether the match ends by a count."""
    return is_counted(view.tournament.rulebook, view.contest)


def stones(number: Fraction) -> str:
    """A number of stones as people write it: "¾", "184½", "2¼"."""
    whole, part = divmod(number, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_PARTS[part]}" if part in _PARTS else f"{whole} {part}".removeprefix("0 ")


def count_line(view: MatchView, particulars: Particulars, until: datetime | None, translator: Translator) -> list[str]:
    """ "Black 185: @Ana wins by ¾."; nothing where no count was told."""
    if particulars.count is None or not counts(view):
        return []
    black, colour = Fraction(particulars.count), colour_name(view.colours, 0, translator)
    try:
        found = outcome(view.tournament.rulebook, view.contest, black, view.warnings, until)
    except BothLost:
        return []
    if found.winner is None:
        return [translator.say("count.level", colour=colour, count=stones(black))]
    name = mention(view.players[winner_by_count(found, view.contest) or 0])
    if found.margin is None:
        return [translator.say("count.by_warnings", colour=colour, count=stones(black), name=name)]
    return [translator.say("count.wins", colour=colour, count=stones(black), name=name, margin=stones(found.margin))]


def how(view: MatchView, translator: Translator) -> str:
    """What to do when the game ends, and what the first colour needs."""
    games = view.tournament.rulebook.games
    needed = HALF + Fraction(0 if games is None else games.compensation)
    return translator.say("count.how", colour=colour_name(view.colours, 0, translator), needed=stones(needed))


def controls(view: MatchView, verb: str, translator: Translator) -> tuple[tuple[Button, ...] | Choice, ...]:
    """The form for the count, and a menu for a game that ended without one; `verb` takes the menu's choice."""
    drawn = (0,) if view.contest.drawable else ()
    options = tuple(
        ("-".join(map(str, (*won, *drawn))), translator.say("count.won_without", name=plain(player.name, 40)))
        for won, player in zip(_WINS, view.players, strict=True)
    )
    return (
        (report_press(view, translator),),
        Choice(f"{verb}:{view.contest_id}", translator.say("count.without"), options),
    )


def report_press(view: MatchView, translator: Translator) -> Button:
    """Opens the form for the count."""
    return Button(f"count:{view.contest_id}", translator.say("count.report"), ButtonStyle.primary, "🔢")


def to_correct(view: MatchView, translator: Translator) -> Button:
    """The way to another count of a settled match."""
    return Button(f"count-fix:{view.contest_id}", translator.say("count.fix"), emoji="🔢")


# --- results --------------------------------------------------------------------------------------------------------


_NOBODY_WINS = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})
_WON = {Stage.PLAY_OFF: "play_off", Stage.PLACEMENT: "placement"}


def report_lines(view: MatchView, translator: Translator) -> list[str]:
    """What was reported, and who has to answer it until when."""
    report, until = view.match.report, view.report_stands_at
    if report is None or until is None:
        return []
    reporter, _ = reporter_and_other(view, translator)
    score = score_line(view, report.score, report.particulars)
    return [
        translator.say("matches.reported", reporter=reporter, score=score),
        *count_line(view, report.particulars, None, translator),
        *card_strategy(view).below_score(view, translator),
        translator.say("matches.next_answer", other=asked_to_answer(view, translator), until=moment_relative(until)),
    ]


def dispute_lines(view: MatchView, translator: Translator) -> list[str]:
    """What either side says, and who decides."""
    report = view.match.report
    if report is None:
        return []
    reporter, other = reporter_and_other(view, translator)
    return [
        translator.say(
            "matches.disputed",
            reporter=reporter,
            score=score_line(view, report.score, report.particulars),
            other=other,
        ),
        *count_line(view, report.particulars, None, translator),
        *sees_it_so(view, report, other, translator),
        translator.say("matches.decides", arbiter=judge(view, translator)),
    ]


def sees_it_so(view: MatchView, report: Report, other: str, translator: Translator) -> list[str]:
    """What the other side says: its own words, or a score of its own."""
    if report.counter is None:
        return [quoted_block(report.dispute or "")]
    score = score_line(view, report.counter.score, report.counter.particulars)
    return [
        translator.say("matches.reported", reporter=other, score=score),
        *count_line(view, report.counter.particulars, None, translator),
        translator.say("matches.or_agree", button=translator.say("matches.agree_with_other")),
    ]


def result_lines(view: MatchView, translator: Translator) -> list[str]:
    """The score that stands, who has won by it and what that means, and why it was ruled so."""
    result = view.contest.result
    if result is None:
        return []
    lines = [
        f"🏁 {score_line(view, told_score(result), result.particulars)}"
        + by_absence(view, sum(result.walkover_games), translator),
        *count_line(view, result.particulars, result.settled_at, translator),
        *card_strategy(view).below_score(view, translator),
        _outcome(view, result, translator),
    ]
    if view.confirmed is not Confirmed.NOT_ASKED:
        lines.append(translator.say(key(view, f"confirmed_{view.confirmed.value}")))
    if view.reason is not None:
        lines += [translator.say("matches.because"), quoted_block(view.reason)]
    return lines


def _outcome(view: MatchView, result: Result, translator: Translator) -> str:
    won = winners(view, result)
    if not won:
        return _no_winner(view, result, translator)
    winner = won[0]
    name = mention(view.players[winner])
    if view.place.in_lives and view.contest.stage is not Stage.FINAL:
        lives = view.tournament.rulebook.knockout.lives
        return course_cards.outcome(view.contest, lives, name, mention(view.players[1 - winner]), translator)
    if view.place.numbered:
        return translator.say("matches.wins", name=name)
    if view.place.in_table:
        return translator.say(f"standings.wins_{_WON.get(view.contest.stage, 'match')}", name=name)
    match view.contest.stage:
        case Stage.FINAL if view.tournament.rulebook.knockout.lives > 1:
            return translator.say("lives.wins_a_final", name=name)
        case Stage.FINAL:
            return translator.say("matches.wins_tournament", name=name)
        case Stage.THIRD_PLACE:
            return translator.say("matches.wins_third", name=name)
        case _:
            return translator.say("matches.goes_on", name=name)


def winners(view: MatchView, result: Result) -> Sequence[int]:
    """The sides that have won: of two at most one."""
    if result.kind in _NOBODY_WINS:
        return ()
    own = card_strategy(view).winners(view)
    if own is not None:
        return own
    winner = winning_side(result.score)
    return () if winner is None else (winner,)


def _no_winner(view: MatchView, result: Result, translator: Translator) -> str:
    match result.kind:
        case ResultKind.NO_RESULT:
            return translator.say("matches.no_result")
        case ResultKind.BOTH_LOST if result.paired_as_winner is not None:
            return translator.say(key(view, "both_lost_by_lot"), name=mention(view.players[result.paired_as_winner]))
        case ResultKind.DOUBLE_WALKOVER if result.paired_as_winner is not None:
            return translator.say(key(view, "both_away_by_lot"), name=mention(view.players[result.paired_as_winner]))
        case ResultKind.BOTH_LOST:
            return translator.say(key(view, "both_lost"))
        case ResultKind.DOUBLE_WALKOVER:
            return translator.say(key(view, "nobody_wins"))
        case _:
            in_round = view.place.in_table and not view.place.numbered
            return translator.say("standings.drawn_match" if in_round else "matches.drawn")


def by_absence(view: MatchView, games: int, translator: Translator) -> str:
    """Behind a score: how many of its games nobody played."""
    return f" ({translator.count(key(view, 'by_absence'), games)})" if games else ""


# --- guesses of who begins ------------------------------------------------------------------------------------------


_OPEN = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})


def guess_line(view: MatchView, translator: Translator) -> str:
    """Who hides and who guesses; afterwards what was said and the number. What proves it is behind **Verify**."""
    guess = view.guess
    if guess is None or view.state.phase in _OVER:
        return ""
    hider, guesser = mention(view.players[guess.hider]), mention(view.players[guess.guesser])
    if guess.said is None:
        return translator.say(f"guess.open_{guess.why.value}", hider=hider, guesser=guesser)
    text = translator.say(f"guess.{guess.said.value}")
    first = view.players[guess.first_side or 0]
    return translator.say(
        "guess.right" if guess.is_right else "guess.wrong",
        guesser=guesser,
        said=text,
        number=guess.number,
        first=mention(first),
        colour=colour_name(view.colours, 0, translator),
    )


def presses(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Odd and even, until it was said, and what proves the number, until the match is over."""
    if view.guess is None or view.state.phase not in _OPEN:
        return ()
    said = () if view.guess.said is not None else tuple(_say(view, parity, translator) for parity in Parity)
    return ((*said, Button(f"guess-verify:{view.contest_id}", translator.say("guess.verify"), emoji="🔎")),)


def _say(view: MatchView, parity: Parity, translator: Translator) -> Button:
    return Button(
        f"guess:{view.contest_id}.{parity.value}", translator.say(f"guess.{parity.value}"), ButtonStyle.primary
    )


def guess_outcome(view: MatchView, translator: Translator) -> Card:
    """To both: what was said, and who begins."""
    return Card((guess_line(view, translator),), pings=pings(view.players))


def proof(guess: Guess, translator: Translator) -> Card:
    """To who asks: the hash that fixes the number, and once it is said the secret from which the number follows."""
    if guess.said is None:
        text = translator.say("guess.sealed", hash=guess.commitment)
    else:
        text = translator.say("guess.opened", hash=guess.commitment, secret=guess.secret, match=guess.contest_id)
    return Card((text,), colour=QUIET)
