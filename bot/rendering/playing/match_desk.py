"""What the arbiter of a match is offered, and the forms that ask for a reason; seen by the arbiter alone."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE, BoardResult, Particulars, Score
from bot.domain.playing.lateness import has_late_limit, only_the_clock_runs
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Correction, MatchView
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.scores import running_scores, told
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.board_reports import written
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.domain.title_match.series_views import SeriesView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, WARNING, Card, Choice, Press
from bot.rendering.playing import adjournment_words, board_cards, count_words
from bot.rendering.playing.match_card import score_choice
from bot.rendering.playing.match_order import noted
from bot.rendering.playing.match_words import heading, match_name, players, said, score_line
from bot.rendering.tables import table_words
from bot.rendering.team_play import board_words, late_boards
from bot.rendering.team_play.stay_on_cards import desk as challenge_desk
from bot.rendering.text import plain
from bot.rendering.title_match import series_cards

_PLAYED = frozenset({MatchPhase.PLAYING, MatchPhase.REPORTED, MatchPhase.DISPUTED})
_ROOM = 48
"""Characters of a control's hundred that told boards may have."""
Controls = tuple[tuple[Press, ...] | Choice, ...]


def desk(view: MatchView, voice: Voice) -> Card:
    """All that the arbiter can do now: rule, note the score, see to the clocks, stop the match, hand it over."""
    table = view.part(TableView)
    if table is not None:
        return _table_desk(view, table, voice)
    controls, clocks = _results(view, voice), _clocks(view, voice)
    return Card(
        (
            heading(view, voice),
            said(view, voice),
            *noted(view, voice),
            f"-# {voice.say('matches.desk_hint')}",
            *board_words.for_arbiters(view, voice),
        ),
        controls=(
            *controls,
            *([clocks] if clocks else []),
            *_order(view, voice),
            _stopping(view, voice),
            *adjournment_words.desk(view, voice),
            _more(view, voice),
        ),
        colour=ACCENT,
    )


def _results(view: MatchView, voice: Voice) -> Controls:
    """What can be ruled: the final score, the boards, or the games one by one; and the score between games."""
    if (series := view.part(SeriesView)) is not None:
        return series_cards.desk(view, series, voice)
    if (challenge := view.part(StayOnView)) is not None:
        return challenge_desk(view, challenge, voice)
    if view.state.phase is MatchPhase.SUSPENDED:
        return ()
    if view.part(TeamMatch) is not None:
        return ((Press(f"team-rule:{view.contest_id}", voice.say("teams.rule"), ButtonStyle.primary),),)
    rulable = view.state.rulable(view.contest.length)
    controls: Controls = (score_choice(view, "rule", voice.say("matches.rule"), rulable),)
    if count_words.counts(view) and view.state.phase in _PLAYED:
        controls = ((count_words.report_press(view, voice),), *controls)
    if view.state.phase is MatchPhase.PLAYING:
        running = running_scores(view.contest.length, view.state.walkover, view.state.forfeits)
        if running:  # Some lengths have no score between their games that could be noted.
            controls = (*controls, score_choice(view, "tally", voice.say("matches.tally"), running))
    return controls


def _table_desk(view: MatchView, table: TableView, voice: Voice) -> Card:
    """The same for a table: who won, who is there, whom the others play without."""
    key, away = view.contest_id, view.match.away
    missing, controls = [one.side for one in view.state.missing], [_stopping(view, voice), _more(view, voice)]
    names = [plain(player.name, 30) for player in view.players]
    come = [_press("present", key, side, "matches.is_here", names, voice) for side in sorted((*missing, *away))]
    out = [_press("table-out", key, side, "tables.seat_out", names, voice) for side in missing]
    if len({*missing, *away}) == len(names):
        out = [Press(f"both-lose:{key}", voice.say("matches.double_walkover"), ButtonStyle.danger)]
    choice = table_words.winner_choice(view, table, "table-rule", voice.say("tables.decide"))
    ruling = () if view.state.phase is MatchPhase.SUSPENDED else (choice,)
    return Card(
        (heading(view, voice), players(view, voice), said(view, voice), f"-# {voice.say('matches.desk_hint')}"),
        controls=(*ruling, *(tuple(row) for row in (come, out) if row), *controls),
        colour=ACCENT,
    )


def right_winner(view: MatchView, table: TableView, voice: Voice) -> Card:
    """Who won a table that is settled already; nothing is changed by choosing."""
    choice = table_words.winner_choice(view, table, "table-right", voice.say("tables.right_winner"))
    return Card((heading(view, voice), said(view, voice), voice.say("tables.choose_right")), controls=(choice,))


def successors(view: MatchView, arbiters: Sequence[Person], voice: Voice) -> Card:
    """Who could take the match over."""
    if not arbiters:
        return Card((voice.say("matches.nobody_to_hand_to"),), colour=WARNING)
    options = tuple((person.person_id, plain(person.name)) for person in arbiters)
    choice = Choice(f"hand-to:{view.contest_id}", voice.say("matches.hand_over"), options)
    return Card((heading(view, voice), voice.say("matches.hand_to")), controls=(choice,))


def correction_scores(view: MatchView, scores: Sequence[tuple[int, ...]], voice: Voice) -> Card:
    """Which score is the right one; nothing is changed by choosing."""
    choice = score_choice(view, "correct", voice.say("matches.right_score"), tuple(scores))
    controls: Controls = (choice,)
    if count_words.counts(view):
        controls = ((count_words.to_correct(view, voice),), choice)
    return Card((heading(view, voice), said(view, voice), voice.say("matches.choose_right")), controls=controls)


def correction(found: Correction, voice: Voice) -> Card:
    """What the correction would reopen, with the button that does it."""
    view, score = found.view, "-".join(map(str, found.score))
    change = voice.say(
        "matches.would_become",
        before=score_line(view, told(found.before), found.before.particulars),
        after=score_line(view, found.score, found.particulars),
    )
    names = "\n".join(
        f"- {match_name(one.contest.stage, one.contest.round, one.place, voice)}: {_so_far(one)}"
        for one in found.reopened
    )
    n = len(found.reopened)
    lost = voice.count("matches.would_reopen", n) + f"\n{names}" if n else voice.say("matches.reopens_nothing")
    verb = "correct-it"
    if view.part(TableView) is not None:
        verb, score = "table-correct-it", table_code(found.score, found.particulars)
    if view.part(TeamMatch) is not None:
        verb, score = "team-right-again", boards_code(found.particulars.boards)
    if found.particulars.count is not None:
        verb, score = "count-correct-it", str(round(2 * found.particulars.count))
    button = Press(f"{verb}:{view.contest_id}.{score}.{n}", voice.say("matches.correct_it"), ButtonStyle.danger, "✏️")
    counted = count_words.line(view, found.particulars, found.before.settled_at, voice)
    return Card((heading(view, voice), change, *counted, lost), controls=((button,),), colour=WARNING)


def table_code(score: Score, particulars: Particulars) -> str:
    """What a control carries of a table's result: the winners' marks, then everybody's influence, "100_16_3_-2"."""
    return "_".join(("".join(map(str, score)), *map(str, particulars.influence)))


def boards_code(boards: Sequence[BoardResult]) -> str:
    """What a control carries of told boards, "3-1_2-2_+-"; nothing where it has no room for them."""
    code = "_".join(written(board) for board in boards)
    return code if len(code) <= _ROOM else ""


def _so_far(view: MatchView) -> str:
    result = view.contest.result
    return score_line(view, view.state.score, result.particulars if result else NOTHING_MORE)


def _clocks(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """Who is there and who is not, as the arbiter sees it."""
    key, phase = view.contest_id, view.state.phase
    names = [plain(player.name, 30) for player in view.players]
    missing = {one.side for one in view.state.missing}
    sides = range(len(names))
    match phase:
        case MatchPhase.UNDECIDED:
            presses = [_press("present", key, side, "matches.was_there", names, voice) for side in sides]
        case MatchPhase.MISSING:
            presses = [_press("present", key, side, "matches.is_here", names, voice) for side in sorted(missing)]
            presses += [
                _press("absent", key, side, "matches.is_missing", names, voice) for side in sides if side not in missing
            ]
        case MatchPhase.PLAYING if not _begun(view):
            presses = [_press("absent", key, side, "matches.is_missing", names, voice) for side in sides]
        case _:
            presses = list(late_boards.press(view, voice))
    nobody = missing == {0, 1} and not has_late_limit(view.tournament.rulebook)
    if phase is MatchPhase.UNDECIDED or nobody:
        presses.append(Press(f"both-lose:{key}", voice.say("matches.double_walkover"), ButtonStyle.danger))
    return tuple(presses)


def _begun(view: MatchView) -> bool:
    """Whether nobody is waited for any more: the only game runs, or games are told one by one."""
    series, challenge = view.part(SeriesView), view.part(StayOnView)
    told = series is not None and bool(series.series.games)
    told = told or (challenge is not None and challenge.can_take_back)
    return told or only_the_clock_runs(view.contest, view.tournament.rulebook)


def _press(verb: str, key: str, side: int, label: str, names: list[str], voice: Voice) -> Press:
    return Press(f"{verb}:{key}.{side}", voice.say(label, name=names[side]))


def _stopping(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    key = view.contest_id
    if view.state.phase is MatchPhase.SUSPENDED:
        return (
            Press(f"resume:{key}", voice.say("matches.resume"), ButtonStyle.success, "▶️"),
            Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),
        )
    if view.part(SeriesView) is not None:
        return (Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),)
    return (
        Press(f"suspend:{key}", voice.say("matches.suspend"), emoji="⏸️"),
        Press(f"annul-game:{key}", voice.say("matches.annul_game"), emoji="🔁"),
        Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),
    )


def _order(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Order at the board: a warning, a ruling on the board, wrong colours, a question to the chief arbiter."""
    key, presses = view.contest_id, list(board_cards.buttons(view, voice))
    if discipline_of(view.tournament.rulebook).warns:
        presses.insert(0, Press(f"warn-page:{key}", voice.say("warnings.warn"), emoji="🟨"))
    if view.chiefs:
        presses.append(Press(f"pass-up:{key}", voice.say("chief.pass_up"), emoji="⬆️"))
    return (tuple(presses),) if presses else ()


def _more(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    return (
        Press(f"recording:{view.contest_id}", voice.say("matches.recording"), emoji="🎥"),
        Press(f"hand-over:{view.contest_id}", voice.say("matches.hand_over"), emoji="🎙️"),
    )
