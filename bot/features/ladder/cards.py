"""Cards of a ladder: its beginning, whom one can challenge, the challenge, and a match that nobody reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from discord import ButtonStyle

from bot.features.course.model import RoundView, WhyView
from bot.features.ladder.model import Challenged, LadderView, ReportClock
from bot.features.playing.cards import report_controls
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.words_cards import all_asked, both
from bot.features.rounds.standings_cards import LINES_IN_A_POST, STEPS, table_presses
from bot.features.tournaments.sheet_cards import short_duration
from bot.i18n.catalogue import Translator
from bot.kernel.ids import TournamentId
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, Choice
from bot.layout.sentences import moment, moment_relative, plain, quote
from bot.people.cards import mention, pings
from bot.play.contests import Contest
from bot.play.formats import ladder
from bot.play.formats.ladder import rules_of
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook


def opening(view: RoundView, translator: Translator) -> Card:
    """The places in which everybody begins, how long the ladder is open, and the way to the first challenge."""
    table = view.table
    rules, rows = ladder.rules_of(table.tournament.rulebook), table.rows[:LINES_IN_A_POST]
    lines = [f"{row.rank_from}. {mention(table.person(row.entrant_id))}" for row in rows]
    more = len(table.rows) - len(rows)
    end = ladder.ends_at(table.facts, table.tournament.rulebook) or table.tournament.start_at
    how = translator.count("ladder.how", rules.reach, start=moment(table.tournament.start_at), end=moment(end))
    return Card(
        (
            translator.say("ladder.opened", name=quote(table.tournament.name)),
            "\n".join([*lines, *([translator.count("standings.and_more", more)] if more else [])]),
            how,
        ),
        controls=((challenge_press(table.tournament.tournament_id, translator), *table_presses(table, translator)),),
        colour=ACCENT,
    )


def why_placed(view: WhyView, translator: Translator) -> str:
    """Where the person began, and every match of theirs with the place that they had after it."""
    facts, own = view.table.facts, view.row.entrant_id
    steps = [translator.say("ladder.began", place=ladder.order(replace(facts, contests=())).index(own) + 1)]
    told: list[Contest] = []
    for contest in ladder.in_order(facts):
        told.append(contest)
        if own in contest.sides:
            place = ladder.order(replace(facts, contests=tuple(told))).index(own) + 1
            other = next(side for side in contest.sides if side != own)
            n, who = contest.position + 1, mention(view.table.person(other))
            steps.append("- " + translator.say("ladder.after_match", n=n, other=who, place=place))
    return "\n".join([*steps[:1], *steps[1:][-STEPS:]])


def choose(view: LadderView, translator: Translator) -> Card:
    """Whom the player can challenge, the nearest first."""
    options = tuple((one.entrant_id, f"{one.place}. {plain(one.person.name, 70)}") for one in view.free)
    key, name, end = view.tournament.tournament_id, quote(view.tournament.name), moment(view.ends_at)
    return Card(
        (translator.say("ladder.choose", name=name, place=view.own.place, end=end),),
        controls=(Choice(f"challenge-one:{key}", translator.say("ladder.choose_whom"), options),),
        colour=ACCENT,
    )


def challenge_made(made: Challenged, translator: Translator) -> Card:
    """The challenge stands, and what comes now."""
    key = "ladder.challenged" if made.is_called else "ladder.challenged_waits"
    return Card((translator.say(key, n=made.number, other=mention(made.other)),), colour=QUIET)


def challenge_press(tournament_id: TournamentId, translator: Translator) -> Button:
    """The way to a challenge."""
    return Button(f"challenge:{tournament_id}", translator.say("ladder.challenge"), ButtonStyle.success, "🪜")


def until(view: MatchView, translator: Translator) -> Iterator[str]:
    """Until when the match can be reported; nothing where nobody is waited for."""
    clock = view.part(ReportClock)
    if clock is not None:
        key = "ladder.report_by" if view.state.phase is MatchPhase.PLAYING else "ladder.decide_by"
        yield translator.say(key, until=moment(clock.void_at))


def score_wanted(view: MatchView, translator: Translator) -> Card:
    """To both players: nobody has reported their match, and until when they can."""
    clock = view.part(ReportClock)
    ends = "" if clock is None else moment_relative(clock.void_at)
    text = translator.say(
        "ladder.score_wanted", names=all_asked(view, translator), n=view.contest.position + 1, until=ends
    )
    return Card((text,), controls=report_controls(view, translator), colour=WARNING, pings=pings(view.pressing))


def void_notice(view: MatchView, translator: Translator) -> Card:
    """To both players: their match is void, and they can challenge again."""
    text = translator.say("ladder.voided", names=both(view, translator), n=view.contest.position + 1)
    controls = ((challenge_press(view.tournament.tournament_id, translator),),)
    return Card((text,), controls=controls, colour=WARNING, pings=pings(view.players))


def how_played(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Where everybody begins, who can be challenged, and for how long."""
    rules = rules_of(rulebook)
    yield translator.say("format_sheet.ladder_order")
    yield translator.count("format_sheet.ladder", rules.reach)
    yield translator.say("format_sheet.ladder_time", time=short_duration(rules.lasts, translator))
    if rules.again_after:
        yield translator.say("format_sheet.ladder_again", time=short_duration(rules.again_after, translator))
    if rules.report_within is not None:
        yield translator.say("format_sheet.ladder_report", time=short_duration(rules.report_within, translator))
