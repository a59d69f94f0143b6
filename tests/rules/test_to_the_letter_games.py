"""Go, arenas, tables and schools by the letter of their regulations; the values from their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_model import MisconductCase
from bot.features.cases.model import FileLetter
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import words_cards as playing_words_cards
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.promises_model import Podium
from bot.features.voting.model import Ground
from bot.features.voting.procedures_model import preset as procedure
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.people.model import Penalty
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import DisputeRules
from bot.play.formats.arena import ArenaOutcome
from bot.play.matches import MatchPhase
from bot.play.points import Modality, begins, encounter_points, games, places
from bot.record.writing import games_csv, write_record
from bot.rulebooks.library import preset
from tests.features.decks.test_deck_holds import Decked
from tests.features.decks.test_decks import LEGAL, refuse, submit
from tests.features.teams.test_board_endings import at_the_boards, rule
from tests.hall.arena_hall import begin as open_arena
from tests.hall.arena_hall import later, points, report_of, sides, tell, time_is_up_at
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.court import deliver, open_court
from tests.hall.edge import ORGANISER
from tests.hall.go import go_rules
from tests.hall.hall import Hall
from tests.hall.squads import found

NEVER: Final = None


# ---- late for the start (GO, article 22) -----------------------------------------------------------------------------


def come(board: Board, *arrivals: int | None) -> None:
    """The sides come so many seconds after the call, or never; then the limit has passed."""
    told = sorted((at, side) for side, at in enumerate(arrivals) if at is not None)
    passed = 0
    for at, side in told:
        board.wait(seconds=at - passed)
        passed = at
        board.here(side)
    if NEVER in arrivals:
        board.wait(seconds=15 * 60 + 5 - passed)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize(
    ("arrivals", "off"),
    [
        ((180, 420), (6, 14)),  # twice the time late, each his own
        ((420, 420), (14, 14)),
        ((0, 899), (0, 29 + 58 / 60)),
        ((600, 899), (20, 29 + 58 / 60)),
    ],
)
def test_of_two_who_are_late_each_pays_twice_the_own_time(
    hall: Hall, arrivals: Sequence[int], off: Sequence[float]
) -> None:
    """22.3: «la llegada tardía de ambas partes se tratará por separado»."""
    board = first_match(hall, rulebook=go_rules())
    come(board, *arrivals)
    assert board.view.state.phase is MatchPhase.PLAYING
    assert [one.off_clock / timedelta(minutes=1) for one in board.view.late if one] == pytest.approx(list(off))


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize(("arrivals", "score"), [((0, NEVER), (1, 0)), ((899, NEVER), (1, 0)), ((NEVER, 300), (0, 1))])
def test_of_two_of_whom_one_never_comes_that_one_has_lost(
    hall: Hall, arrivals: Sequence[int | None], score: tuple[int, int]
) -> None:
    board = first_match(hall, rulebook=go_rules())
    come(board, *arrivals)
    result = found(board.view.contest.result)
    assert (result.score, result.kind) == (score, ResultKind.WALKOVER)


@pytest.mark.rule("GO-22", "GO-17.5")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_two_who_never_came_both_lose_and_nothing_says_that_they_came(hall: Hall, language: str) -> None:
    """«Hasta que ambas partes sean consideradas perdedoras»; neither has a point, and nobody «came 15:03 late»."""
    board = first_match(hall, rulebook=go_rules())
    come(board, NEVER, NEVER)
    for side in (0, 1):
        with pytest.raises(UserError):
            board.here(side)
    said = playing_words_cards.late(board.view, Translator(language))
    assert not any(character.isdigit() for line in said.splitlines() for character in line.partition(">")[2])
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.double_walkover, board.contest_id)
    assert list(encounter_points(board.view.contest, board.tournament.rulebook)) == [0, 0]


# ---- what an offence can cost (GO, article 23) -----------------------------------------------------------------------

RULES: Final = replace(go_rules(), official=False, rating=replace(go_rules().rating, rated=False, base_minutes=0.0))


def filed(hall: Hall, tournament: Tournament, accused: int, ground: Ground) -> MisconductCase:
    said = cases_misconduct_verbs.MisconductReport(
        hall.person(accused).person_id, ground, "It was seen", (), tournament.tournament_id
    )
    file = hall.act(hall.actor(9), cases_misconduct_verbs.report, said)
    deliver(hall, FileLetter)
    return found(hall.ask(cases_store.load_file, file.file_id))


@pytest.mark.rule("GO-23.2", "GO-23.6")
@pytest.mark.parametrize(
    ("ground", "possible", "impossible"),
    [
        # «castigo en forma de suspensión», and the game is lost with the leaving
        (Ground.WITHDRAWAL, {Penalty.SUSPENDED}, {Penalty.LOWERED, Penalty.PRIZE_WITHHELD}),
        # a lower place, a prize withheld, a suspension, beside the public reprimand
        (Ground.CEREMONY, {Penalty.LOWERED, Penalty.PRIZE_WITHHELD, Penalty.SUSPENDED}, {Penalty.GAME_LOST}),
    ],
)
def test_an_offence_can_cost_what_the_article_names(
    hall: Hall, ground: Ground, possible: set[Penalty], impossible: set[Penalty]
) -> None:
    open_court(hall)
    tournament = hall.begin(hall.announce(RULES), 2, 3, 4, 5)
    hall.play_out(tournament)
    offered = set(hall.ask(cases_verdict_verbs.options, filed(hall, tournament, 2, ground)))
    assert possible <= offered
    assert impossible.isdisjoint(offered)


@pytest.mark.rule("GO-23.2")
def test_who_leaves_in_the_middle_has_lost_the_game(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=RULES)
    board.here(0, 1)
    hall.act(board.actor(1), rounds_drawing_verbs.leave, board.tournament.tournament_id)
    assert found(board.view.contest.result).score == (1, 0)


# ---- boards that nobody wins (GO, articles 17.5 and 20) --------------------------------------------------------------


@pytest.mark.rule("GO-17.5", "GO-20", "GO-27.1", "GO-27.2")
@pytest.mark.parametrize(
    ("told", "draws", "rows", "record"),
    [
        # Of a board: 2 won, 1 drawn, none where both lose or there is no result; 2 for more of them, 1 each level.
        (("1-0", "0-1", "--", "//"), 0, [(1, 2), (1, 2)], "1-1"),
        (("1-0", "--", "--", "--"), 0, [(2, 2), (0, 0)], "1-0"),
        (("1-0", "½-½", "½-½", "//"), 2, [(2, 4), (0, 2)], "1-0=2"),
        (("½-½", "//", "--", "½-½"), 2, [(1, 2), (1, 2)], "0-0=2"),
        (("--", "--", "--", "--"), 0, [(1, 0), (1, 0)], "0-0"),
        (("1-0", "½-½", "0-1", "1-0"), 1, [(2, 5), (0, 3)], "2-1=1"),
    ],
)
def test_a_board_that_nobody_wins_is_no_draw_wherever_it_is_told(
    hall: Hall, told: Sequence[str], draws: int, rows: list[tuple[int, int]], record: str
) -> None:
    tournament, contest = at_the_boards(hall)
    assert rule(hall, contest, *told).draws == draws
    view = found(hall.ask(record_of, hall.load(tournament)))
    assert f'"score": "{record}"' in write_record(view)
    assert record in games_csv(view)
    table = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)).rows
    assert [tuple(int(found(one.value)) for one in row.values[:2]) for row in table] == rows


# ---- an arena that ends with a dispute open (ARENA-4) ----------------------------------------------------------------


@pytest.mark.rule("ARENA-4")
@pytest.mark.parametrize(("seconds", "worth"), [(30, 2), (1, 2)])
def test_an_arena_ends_with_its_time_although_a_game_is_disputed_which_counts_once_it_is_decided(
    hall: Hall, seconds: int, worth: int
) -> None:
    """«Quando il tempo scade, le classifiche … vengono bloccate e viene proclamato il vincitore»."""
    tournament = open_arena(hall, 2, 3, 4, 5)
    disputed, running = hall.open_contests(tournament)
    hall.now = time_is_up_at(hall, tournament) - timedelta(seconds=seconds)
    first, second = sides(hall, tournament, disputed)
    tell(hall, first, disputed, ArenaOutcome.WON)
    told = report_of(hall, disputed)
    hall.act(hall.actor(second), playing_reporting_verbs.dispute, disputed.contest_id, told.report_id, "I won")
    later(hall, minutes=1)
    assert hall.load(tournament).ended_at is not None
    assert len(hall.promised(Podium, tournament.tournament_id)) == 1
    assert set(points(hall, tournament).values()) == {0}
    hall.act(hall.actor(1), playing_ruling_verbs.rule, disputed.contest_id, told.score, None)
    assert points(hall, tournament) == {first: worth, second: 0} | dict.fromkeys(sides(hall, tournament, running), 0)


@pytest.mark.rule("ARENA-4")
def test_a_game_that_nobody_reported_before_the_end_counts_for_nobody_however_it_goes_on(hall: Hall) -> None:
    """«Le partite ancora in corso continueranno, ma non varranno ai fini del torneo»."""
    tournament = open_arena(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now = time_is_up_at(hall, tournament) + timedelta(seconds=1)
    with pytest.raises(UserError):
        tell(hall, 2, game, ArenaOutcome.WON)
    later(hall, minutes=5)
    assert hall.load(tournament).ended_at is not None
    assert set(points(hall, tournament).values()) == {0}


# ---- a deck that a judge refuses (OTE-1.7) ---------------------------------------------------------------------------

REFUSED: Final = "105"
WITHOUT: Final = LEGAL.replace(REFUSED, "305")
DEGENERATE: Final = WITHOUT.replace("106", "74")


@pytest.fixture
def decked(hall: Hall) -> Decked:
    return Decked(hall)


@pytest.mark.rule("OTE-1.7", "OTE-1.6")
@pytest.mark.parametrize(("handed_in", "sits"), [(None, False), (LEGAL, False), (DEGENERATE, False), (WITHOUT, True)])
@pytest.mark.parametrize("came", ["before the refusal", "after it"])
def test_whoever_holds_a_refused_card_sits_at_no_table_until_there_is_a_deck_without_it(
    decked: Decked, handed_in: str | None, sits: bool, came: str
) -> None:
    """That a card stands on no list «não implica na admissibilidade desta carta»: nor does the same deck once more."""
    decked.call(decked.table)
    decked.here(decked.table, *((0, 1) if came == "before the refusal" else (1, 2)))
    decked.refuse(0)
    if handed_in is not None:
        submit(decked.hall, decked.tournament, decked.member(decked.table, 0), handed_in)
    if sits:
        decked.here(decked.table, 0)
    else:
        with pytest.raises(UserError):
            decked.here(decked.table, 0)
        with pytest.raises(UserError):
            decked.hall.act(
                decked.hall.actor(ORGANISER), playing_presence_verbs.mark_present, decked.table.contest_id, 0
            )
        with pytest.raises(UserError):
            decked.report(decked.table, 1, [0], 16, 3, 2)
    decked.here(decked.table, *(one.side for one in decked.view(decked.table).state.missing if one.side))
    assert (decked.view(decked.table).state.phase is MatchPhase.PLAYING) is sits


@pytest.mark.rule("OTE-1.7")
def test_who_does_not_hold_the_card_plays_on(decked: Decked) -> None:
    decked.call(decked.table)
    refuse(decked.hall, decked.tournament, REFUSED)
    decked.here(decked.table, 0, 1, 2)
    assert decked.view(decked.table).state.phase is MatchPhase.PLAYING


# ---- disputes between schools ----------------------------------------------------------------------------------------


@pytest.mark.rule("OLY-2", "OLY-1")
@pytest.mark.parametrize(
    ("rules", "pupils"),
    [
        (found(preset("olympiad-school").dispute), [1, 1, 1, 2, 5]),  # ten of category A
        (DisputeRules("C", 1, 3, starters=8, reserves=2, living_players=3), [1, 1, 1, 2, 3]),  # eight of C
    ],
)
def test_the_games_of_a_dispute_are_those_of_the_text(rules: DisputeRules, pupils: list[int]) -> None:
    """3 tables of one game at 1 point, the giant game twice at 1, the living game twice at 2: 9 points."""
    played = [(one.modality, one.times, int(one.points)) for one in games(rules)]
    assert played == [(Modality.TABLE, 1, 1)] * 3 + [(Modality.GIANT, 2, 1), (Modality.LIVING, 2, 2)]
    assert sum(number * worth for _, number, worth in played) == 9
    assert list(places(rules)) == pupils


@pytest.mark.rule("OLY-2")
@pytest.mark.parametrize("first_side", [0, 1])
@pytest.mark.parametrize("place", [3, 4])
def test_in_the_giant_and_the_living_game_each_side_starts_once(first_side: int, place: int) -> None:
    """«Sempre duas disputas, cada vez uma das equipes iniciando a partida»."""
    assert {begins(first_side, place, game) for game in (0, 1)} == {0, 1}


@pytest.mark.rule("OLY-6")
def test_what_is_not_written_is_the_matter_of_one_of_each_school_and_one_of_the_education_office() -> None:
    """«Valendo a decisão da maioria simples»: neither a quorum nor a share of those who say nothing."""
    kind = procedure("open-question")
    assert (kind.electorate.value, kind.quorum, kind.base.value) == ("representatives", None, "not_null")
    assert [kind.threshold.is_met(yes, yes + no) for yes, no in ((3, 2), (2, 2), (1, 0))] == [True, False, True]
