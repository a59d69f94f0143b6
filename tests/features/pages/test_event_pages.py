"""An event of each kind as its page shows it, from the announcement to the podium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.pages import store as pages_store
from bot.features.pages.event_model import as_plain
from bot.features.pages.event_verbs import events_shown
from bot.features.pages.lines_messages import event_lines
from bot.features.pages.model import EventPages, PersonPages, ShownAs
from bot.features.pages.public_model import EntryState, EventState, MatchProgress, PublicEvent
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.model import Poster
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import ArenaRules
from bot.play.rulebook import EntryRules, Rulebook
from bot.rulebooks.library import preset
from tests.features.pages.shown import ENGLISH, page, page_or_none, switch_on, texts, told
from tests.hall import arena_hall, squads, title_matches
from tests.hall.challenges import Challenge
from tests.hall.edge import Edge
from tests.hall.hall import Hall
from tests.hall.watching import statements


def alone(name: str) -> Rulebook:
    """A preset whose matches wait for no arbiter."""
    rules = preset(name)
    return replace(rules, official=False, matches=replace(rules.matches, matches_per_arbiter=0))


OPEN = alone("aije-open")
SWISS = alone("swiss")


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    switch_on(opened)
    yield opened
    opened.close()


def begun(hall: Hall, rules: Rulebook, players: int) -> Tournament:
    return hall.begin(told(hall, hall.announce_of_before(rules)), *range(2, 2 + players))


def states(shown: PublicEvent) -> dict[str, EntryState]:
    return {one.name: one.state for one in shown.entrants}


def refuse_marks(shown: PublicEvent) -> None:
    """No text of the page has a mark of Discord's."""
    found = [one for one in texts(shown) for mark in ("<@", "<t:", "<#", "**", "-# ", "\\") if mark in one]
    assert found == []


# --- before the draw ------------------------------------------------------------------------------------------------


def test_before_the_draw_the_page_has_the_list_as_discord_shows_it(hall: Hall) -> None:
    small = replace(OPEN, registration=replace(OPEN.registration, capacity=2))
    tournament = told(hall, hall.announce_of_before(small))
    hall.enter(tournament, 2, 3, 4, 5)
    hall.act(hall.actor(3), entering_verbs.withdraw, tournament.tournament_id)
    registered, waiting = EntryState.REGISTERED, EntryState.WAITING
    shown = page(hall, tournament)
    assert (shown.state, states(shown)) == (EventState.ANNOUNCED, {"P2": registered, "P4": registered, "P5": waiting})
    hall.now = tournament.start_at - timedelta(minutes=1)
    hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id)
    assert states(page(hall, tournament))["P2"] is EntryState.CONFIRMED
    assert (shown.rounds, shown.bracket, shown.draws, shown.podium) == ((), None, (), ())
    assert shown.commitment == tournament.commitment


def test_an_event_that_is_not_announced_or_of_another_server_has_no_page(hall: Hall) -> None:
    tournament = hall.announce(OPEN)
    assert page_or_none(hall, tournament) is None
    told(hall, tournament)
    assert page_or_none(hall, tournament) is not None
    off = EventPages(tournament.tournament_id, False, hall.person(1).person_id, hall.now)
    hall.do(lambda tx: pages_store.save_event(tx, off))
    assert page_or_none(hall, tournament) is None
    pages = hall.ask(pages_store.server_of_page, "serverkey")
    assert pages is not None
    assert hall.ask(events_shown, pages) == []


def test_what_organisers_tell_stands_as_they_wrote_it_and_only_a_safe_address_is_a_link(hall: Hall) -> None:
    poster = Poster("All *are* welcome", "A cup", "https://example.org/live")
    tournament = told(hall, hall.announce(OPEN))
    shown = page(hall, pinned(hall, tournament, poster))
    assert shown.text == "All *are* welcome\n\nPrize: A cup"
    assert [(one.label, one.address) for one in shown.links] == [("Watch it live", "https://example.org/live")]


def test_what_organisers_tell_names_no_account_of_discord_by_its_number(hall: Hall) -> None:
    poster = Poster("Ask <@123456789012345678> in <#234567890123456789>.", "<@&345678901234567890>")
    tournament = told(hall, hall.announce(OPEN))
    assert page(hall, pinned(hall, tournament, poster)).text == "Ask  in ."


def pinned(hall: Hall, tournament: Tournament, poster: Poster) -> Tournament:
    """The event with the poster."""
    author = hall.person(1).person_id
    hall.do(lambda tx: tournaments_store.add_poster(tx, "poster", author, poster, tx.now))
    hall.do(lambda tx: tournaments_store.give_event(tx, tournament.tournament_id, "poster"))
    return tournament


def test_the_rules_stand_in_words_and_a_role_is_asked_for_without_its_mark(hall: Hall) -> None:
    tournament = told(hall, hall.announce(replace(OPEN, entry=EntryRules(role="77"))))
    shown = page(hall, tournament)
    assert shown.rules[0].title == "Who may play"
    assert shown.rules[0].lines[-1] == "Only members with a certain role of the server can enter."
    refuse_marks(shown)


def test_marks_of_discord_are_taken_out_and_those_of_a_name_stay() -> None:
    assert as_plain(r"-# **Ana\_Lima** meets <@12>, <t:5:R>: 3\*2") == "Ana_Lima meets , : 3*2"


# --- brackets -------------------------------------------------------------------------------------------------------


def test_a_knock_out_is_a_bracket_whose_places_are_known_from_the_draw_on(hall: Hall) -> None:
    tournament = begun(hall, OPEN, 5)
    shown = page(hall, tournament)
    assert shown.bracket is not None
    assert shown.bracket.third is not None
    (tree,) = shown.bracket.branches
    assert [(one.label, len(one.places)) for one in tree.columns] == [
        ("Preliminary round", 4),
        ("Semi-finals", 2),
        ("Final match", 1),
    ]
    assert tree.columns[1].feeders == ((0, 1), (2, 3))
    assert [one.state for one in tree.columns[0].places].count(MatchProgress.BYE) == 3
    assert {one.note for one in shown.matches() if one.state is MatchProgress.BYE} == {"drawn by lot"}
    assert set(states(shown).values()) == {EntryState.PLAYING}
    refuse_marks(shown)


def test_at_its_end_an_event_has_a_podium_and_its_line_names_the_winner(hall: Hall) -> None:
    tournament = hall.play_out(begun(hall, OPEN, 5))
    shown = page(hall, tournament)
    assert shown.state is EventState.OVER
    assert [(one.rank, one.detail) for one in shown.podium] == [
        (1, "5–0 in the final"),
        (2, ""),
        (3, "5–0 for third place"),
    ]
    assert [one.key for one in shown.rounds] == ["0", "1", "third-place", "2"]
    assert list(states(shown).values()).count(EntryState.OUT) == 4
    final = shown.rounds[-1].matches[0]
    assert (final.label, final.score, final.length) == ("Final match", "5–0", "best of 9: first to 5")
    assert [(one.won, one.out) for one in final.sides] == [(True, False), (False, True)]
    semifinals = shown.rounds[1].matches
    assert {one.leads_to for one in semifinals} == {final.key}
    pages = hall.ask(pages_store.server_of_page, "serverkey")
    assert pages is not None
    (line,) = hall.ask(event_lines, pages, [tournament], ENGLISH).values()
    assert (line.winner, line.entrants, line.state) == (shown.podium[0].name, 5, EventState.OVER)
    assert shown.bracket is not None
    assert shown.bracket.legend == "A match is best of 5, the final best of 9."


@pytest.mark.rule("GO-26.1")
def test_with_two_lives_there_are_two_brackets_and_the_finals_between_them(hall: Hall) -> None:
    tournament = begun(hall, alone("double-elimination"), 8)
    shown = page(hall, tournament)
    assert shown.bracket is not None
    assert [(one.title, len(one.columns)) for one in shown.bracket.branches] == [
        ("Main bracket", 3),
        ("Lower bracket", 4),
    ]
    assert [(one.label, one.branches, one.place.note) for one in shown.bracket.finals] == [
        ("Final match", (0, 1), ""),
        ("Final match no. 2", (), "Only if needed"),
    ]
    lower = shown.bracket.branches[1].columns[0].places[0]
    assert [one.expected for one in lower.sides] == ["↓ Round 1", "↓ Round 1"]
    assert lower.match == ""
    over = page(hall, hall.play_out(tournament))
    assert [one.key for one in over.rounds][-1].startswith("final-")
    cells = [row.cells for row in over.tables[0].rows]
    assert sum(int(won) for won, _ in cells) == sum(int(lost) for _, lost in cells) == len(over.matches())
    assert cells[0] > cells[-1] == ("0", "2")


def test_matches_for_places_are_branches_of_their_own(hall: Hall) -> None:
    rules = replace(OPEN, knockout=replace(OPEN.knockout, placement_matches=True))
    shown = page(hall, hall.play_out(begun(hall, rules, 8)))
    assert shown.bracket is not None
    titles = [one.title for one in shown.bracket.branches]
    assert titles == ["", "Places 5 to 8", "Places 7 to 8"]
    assert len(shown.tables) == 1


# --- tables ---------------------------------------------------------------------------------------------------------


def test_a_swiss_has_its_table_and_says_who_went_on_and_what_a_win_gives(hall: Hall) -> None:
    shown = page(hall, hall.play_out(begun(hall, alone("swiss-cut"), 12)))
    (table,) = shown.tables
    assert [one.label for one in table.headings][:3] == ["W", "L", "Pts"]
    assert table.headings[2].title == "Points"
    assert [row.goes_on for row in table.rows] == [True] * 8 + [False] * 4
    assert table.note == "The first 8 go on to the knock-out · Points: W 1 · D ½"
    assert {len(row.cells) for row in table.rows} == {len(table.headings)}
    assert shown.bracket is not None
    assert [one.label for one in shown.bracket.branches[0].columns] == ["Quarter-finals", "Semi-finals", "Final match"]
    refuse_marks(shown)


def test_where_everybody_meets_everybody_the_crosstable_says_it_from_either_side(hall: Hall) -> None:
    tournament = begun(hall, alone("round-robin"), 4)
    hall.settle(hall.open_contests(tournament)[0], (1, 0))
    shown = page(hall, tournament)
    (cross,) = shown.crosstables
    cells = [
        (row, column, one) for row, cells in enumerate(cross.cells) for column, all_ in enumerate(cells) for one in all_
    ]
    decided = [(row, column, one.score, one.won, one.lost) for row, column, one in cells if one.score]
    (row, column, *_), other = decided
    assert decided == [(row, column, "1–0", True, False), (column, row, "0–1", False, True)]
    assert other[:2] == (column, row)
    assert shown.progress == "Round 1 of 3: 1 of 2 matches decided, 0 in play"


def test_groups_have_a_table_each_before_and_after_the_knock_out(hall: Hall) -> None:
    tournament = begun(hall, alone("groups-cut"), 8)
    shown = page(hall, tournament)
    assert [one.title for one in shown.tables] == ["Group 1", "Group 2"]
    assert shown.bracket is None
    shown = page(hall, hall.play_out(tournament))
    assert [one.title for one in shown.tables] == ["Group 1", "Group 2", "Final order"]
    assert [one.title for one in shown.crosstables] == ["Group 1", "Group 2"]
    assert shown.bracket is not None


def test_a_play_off_is_a_round_of_its_own(hall: Hall) -> None:
    shown = page(hall, hall.play_out(begun(hall, alone("swiss-cut"), 12)))
    assert "play-off-1" in [one.key for one in shown.rounds]
    assert len({one.key for one in shown.rounds}) == len(shown.rounds)


# --- other kinds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARENA-1")
def test_an_arena_has_its_games_its_table_and_the_race_of_the_leaders(hall: Hall) -> None:
    rules = arena_hall.ARENA
    tournament = hall.begin(told(hall, hall.announce(rules)), *range(2, 8))
    arena_hall.later(hall, seconds=0)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (1, 0))
    shown = page(hall, tournament)
    assert [(one.key, len(one.matches)) for one in shown.rounds] == [("1", 3)]
    assert shown.rounds[0].matches[2].label == "Game 3"
    assert shown.race is not None
    assert [one.points for one in shown.race.lines][:3] == ["2", "2", "2"]
    assert shown.race.ticks[-1][1] - shown.race.ticks[0][1] == (rules.arena or ArenaRules()).lasts
    assert shown.progress == "In play: 0, decided: 3"
    refuse_marks(shown)


def test_what_nobody_has_finished_is_played_by_nobody_once_the_event_is_over(hall: Hall) -> None:
    tournament = hall.begin(told(hall, hall.announce(arena_hall.ARENA)), *range(2, 8))
    arena_hall.later(hall, seconds=0)
    assert {one.state for one in page(hall, tournament).matches()} == {MatchProgress.PLAYING}
    ended = replace(hall.load(tournament), ended_at=hall.now)
    hall.do(lambda tx: tournaments_store.save(tx, ended))
    assert {one.state for one in page(hall, ended).matches()} == {MatchProgress.UNFINISHED}


def test_at_a_table_of_three_everybody_has_the_influence_at_the_end(hall: Hall) -> None:
    edge = Edge(hall, 6)
    told(hall, edge.tournament)
    (first, _) = edge.open()
    edge.play(first, 1, (3, 16, -2))
    shown = page(hall, edge.tournament)
    match = next(one for one in shown.matches() if one.key == first.contest_id)
    assert (match.score, [one.score for one in match.sides]) == ("3–16–-2", ["3", "16", "-2"])
    assert [one.won for one in match.sides] == [False, True, False]
    assert match.label.endswith("table 1")
    shown = page(hall, edge.play_out())
    keys = [one.key for one in shown.rounds]
    assert (keys[-1].startswith("final-"), len(set(keys))) == (True, len(keys))
    refuse_marks(shown)


@pytest.mark.rule("GO-25.1")
def test_teams_show_their_members_and_boards(hall: Hall) -> None:
    tournament = squads.entered(hall, squads.bracket(), 2)
    told(hall, tournament)
    (contest,) = hall.open_contests(tournament)
    squads.play(hall, tournament, contest, "1-0", "0-1", "1-0", "1-0")
    shown = page(hall, tournament)
    assert [(one.name, one.is_team) for one in shown.entrants] == [("Team 2", True), ("Team 3", True)]
    assert [one.board for one in shown.entrants[0].members] == [1, 2, 3, 4]
    (match,) = shown.matches()
    assert [(one.label, one.score) for one in match.boards][:2] == [("Board 1", "1–0"), ("Board 2", "0–1")]
    assert len(match.boards[0].names) == 2
    # Who has no Discord is shown by initials.
    assert {name for board in match.boards[1:] for name in board.names} == {
        "T.",
        "T. 2",
        "T. 3",
        "T. 4",
        "T. 5",
        "T. 6",
    }
    assert shown.podium[0].members
    refuse_marks(shown)


@pytest.mark.rule("GO-26.6")
def test_where_the_winner_stays_on_each_game_is_told(hall: Hall) -> None:
    challenge = Challenge(hall)
    told(hall, challenge.tournament)
    challenge.opened().won(0, 0, 0)
    (match,) = page(hall, challenge.tournament).matches()
    assert [(one.label, one.score) for one in match.boards] == [(f"Game {number}", "1–0") for number in (1, 2, 3)]
    assert match.length == "stay-on challenge, 3 on each side"


def test_a_ladder_has_its_places_and_no_rounds(hall: Hall) -> None:
    tournament = begun(hall, preset("ladder"), 4)
    shown = page(hall, tournament)
    assert shown.rounds == ()
    assert [row.place for row in shown.tables[0].rows] == ["1", "2", "3", "4"]
    refuse_marks(shown)


@pytest.mark.rule("AIJE-D03-1")
def test_a_match_for_a_title_shows_its_games_one_by_one(hall: Hall) -> None:
    tournament, contest = title_matches.begun(hall)
    told(hall, tournament)
    shown = page(hall, tournament)
    assert shown.progress.startswith("Game 1 of ")
    while hall.load(tournament).ended_at is None:
        title_matches.won(hall, contest, title_matches.CHAMPION)
    (match,) = page(hall, tournament).matches()
    assert [one.label for one in match.boards][:2] == ["Game 1", "Game 2"]
    refuse_marks(shown)


# --- people ---------------------------------------------------------------------------------------------------------


def test_who_chose_initials_or_nothing_is_so_everywhere_on_the_page(hall: Hall) -> None:
    for number, chosen in ((2, ShownAs.INITIALS), (3, ShownAs.NOTHING)):
        hall.do(pages_store.save_person, PersonPages(hall.person(number).person_id, hall.now, chosen))
    shown = page(hall, hall.play_out(begun(hall, SWISS, 4)))
    assert [one.name for one in shown.entrants][:2] == ["P.", "A player"]
    assert {"P2", "P3"}.isdisjoint(texts(shown))
    assert {row.name for row in shown.tables[0].rows} == {"P.", "A player", "P4", "P5"}
    # The list with its ratings is told where everybody on it is named, and nobody's rating can be tried out here.
    assert (shown.draws[0].listed, shown.draws[0].link != "") == ("", True)


def test_no_draw_is_proven_by_which_somebodys_hidden_rating_could_be_tried_out(hall: Hall) -> None:
    squads.publish(hall, P2=2200, P3=2100, P4=2000)
    drawn = begun(hall, OPEN, 3)
    (proven,) = page(hall, drawn).draws
    assert all((proven.previous, proven.link, proven.seed, proven.list_hash, proven.listed))
    hall.do(pages_store.save_person, PersonPages(hall.person(4).person_id, hall.now, ShownAs.INITIALS))
    (untold,) = page(hall, drawn).draws
    assert [name for _, name in untold.entrants].count("P.") == 1
    hidden = {proven.link, proven.seed, proven.list_hash, proven.listed}
    assert hidden.isdisjoint(texts(page(hall, drawn)))
    assert page(hall, drawn).commitment == proven.previous


def test_what_would_tell_somebody_in_two_events_is_shown_of_who_is_named_alone(hall: Hall) -> None:
    squads.publish(hall, P2=2200, P3=2100)
    hall.do(pages_store.save_person, PersonPages(hall.person(3).person_id, hall.now, ShownAs.INITIALS))
    to_come = told(hall, hall.announce_of_before(OPEN))
    hall.enter(to_come, 2, 3)
    drawn = begun(hall, OPEN, 2)
    hall.do(lambda tx: tx.execute("UPDATE entrants SET club = 'Azul', grade = '1d'"))
    for tournament in (to_come, drawn):
        found = {one.name: (one.rating, one.club, one.grade) for one in page(hall, tournament).entrants}
        assert found == {"P2": ("2,200", "Azul", "1d"), "P.": ("", "", "")}


def test_who_left_after_the_draw_is_shown_so_and_a_walkover_says_what_it_is(hall: Hall) -> None:
    tournament = begun(hall, OPEN, 4)
    first = hall.open_contests(tournament)[0]
    hall.settle(first, (3, 0), (3, 0), ResultKind.WALKOVER)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    shown = page(hall, tournament)
    match = next(one for one in shown.matches() if one.key == first.contest_id)
    assert (match.state, match.note) == (MatchProgress.WALKOVER, "Walkover")
    assert states(shown)["P2"] is EntryState.LEFT


def test_the_match_on_stream_is_told_while_it_stands(hall: Hall) -> None:
    tournament = begun(hall, OPEN, 4)
    contest = hall.open_contests(tournament)[0]
    decided = EventPages(tournament.tournament_id, stream_id=contest.contest_id)
    hall.do(lambda tx: pages_store.save_event(tx, decided))
    shown = page(hall, tournament)
    assert shown.on_stream == contest.contest_id
    assert [one.key for one in shown.matches() if one.is_on_stream] == [contest.contest_id]


# --- languages and looks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_each_language_has_words_for_all_of_it(hall: Hall, locale: str) -> None:
    tournament = hall.play_out(begun(hall, alone("swiss-cut"), 12))
    refuse_marks(page(hall, tournament, Translator(locale)))


def looks(hall: Hall, tournament: Tournament) -> int:
    """So many statements the page of the event takes."""
    with statements(hall) as counted:
        page(hall, tournament)
    return len(counted)


def test_a_larger_event_takes_no_more_looks_at_the_file(hall: Hall) -> None:
    found = []
    for players in (16, 64):
        tournament = begun(hall, SWISS, players)
        for contest in hall.open_contests(tournament)[:5]:
            hall.settle(contest, (1, 0))
        found.append(looks(hall, tournament))
    assert found[1] <= found[0] + 1


def test_so_it_is_with_teams(hall: Hall) -> None:
    found = []
    for teams in (2, 4):
        tournament = squads.entered(hall, squads.bracket(), teams)
        told(hall, tournament)
        found.append(looks(hall, tournament))
    assert found[1] <= found[0] + 1
