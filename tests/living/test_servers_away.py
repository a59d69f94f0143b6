"""A server that Discord takes away, or that removes the bot: its own events wait for it, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import wiring
from bot.features.cases import store as cases_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import contest_subject, outages_of, tournament_subject
from bot.features.tournaments.hooks import STEP_HOOKS
from bot.i18n.catalogue import Translator
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import from_ms
from bot.kernel.ids import ChannelId, Community, GuildId, MessageId, OutboxId
from bot.kernel.outages import MOST_REMOVALS, Cause, Outage, Step, TimeLost
from bot.kernel.outbox import OutageTold
from bot.kernel.promises import Delivery
from bot.kernel.time_store import SERVER_OF, Away, Deadline
from bot.living.reachability import hold, part
from bot.play.entries import Tournament, check_in_closes_at
from bot.server import store as server_store
from bot.server.speaking_verbs import decisions_subject, said_subject
from bot.wiring import compose
from tests.hall.board import first_match
from tests.hall.hall import GUILD, PLAYERLESS, Hall
from tests.hall.outages import wake_up

MINUTE = timedelta(minutes=1)
OTHER = GuildId(2)


def be_away(hall: Hall, length: timedelta, cause: Cause, guild_id: GuildId = GUILD) -> Outage | None:
    """The server is away for so long; what falls due meanwhile is looked for, as the runner does."""
    hall.do(playing_outage_verbs.lose, [Away(guild_id, hall.now, cause)])
    hall.now += length
    take_due(hall, {guild_id})
    return next(iter(hall.do(playing_outage_verbs.come_back, {guild_id: hall.now})), None)


def take_due(hall: Hall, away: set[GuildId]) -> list[Deadline]:
    """Takes what is due, but for servers that are away."""
    free, waiting = hall.ask(part, hall.ask(kernel_time_store.due_deadlines, hall.now, 100), away.__contains__)
    hall.do(hold, waiting, away.__contains__)
    for one in free:
        hall.do(wiring.take, one)
    return free


def checking_in(hall: Hall) -> Tournament:
    """An Open of five whose confirmation has been open for ten minutes; nobody has confirmed."""
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4, 5, 6)
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    return hall.load(tournament)


def of_another_server(hall: Hall) -> Tournament:
    hall.do(lambda tx: server_store.save(tx, Community(OTHER, PLAYERLESS, "it", "UTC", set_up_at=hall.now)))
    actor = replace(hall.actor(1), guild_id=OTHER)
    rulebook = hall.announce(name="Model").rulebook
    return hall.act(actor, tournaments_verbs.create, "Altrove", rulebook, hall.now + timedelta(hours=1))


def closes_at(hall: Hall, tournament: Tournament) -> object:
    return hall.ask(lambda tx: check_in_closes_at(hall.load(tournament), outages_of(tx, hall.load(tournament))))


def closing_step(hall: Hall, tournament: Tournament) -> object:
    return hall.ask(kernel_time_store.deadlines_of_subject, tournament_subject(tournament.tournament_id))[
        Step.CLOSE_CHECK_IN
    ]


@pytest.mark.rule("AIJE-D01-5")
@pytest.mark.parametrize("cause", [Cause.UNAVAILABLE, Cause.REMOVED])
def test_a_server_that_is_away_over_its_check_in_loses_no_player_and_is_open_again_after_it(
    hall: Hall, cause: Cause
) -> None:
    tournament = checking_in(hall)
    be_away(hall, 40 * MINUTE, cause)
    assert hall.load(tournament).check_in_closed_at is None
    assert closes_at(hall, tournament) == hall.now + 20 * MINUTE
    (told,) = hall.promised(OutageTold, tournament.tournament_id)
    assert (told.message.cause, told.guild_id) == (cause, GUILD)
    for number in (2, 3, 4, 5, 6):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now += 21 * MINUTE
    take_due(hall, set())
    assert hall.load(tournament).cancelled_at is None
    assert hall.ask(cases_store.open_everywhere) == []


def test_an_outage_of_one_server_moves_nothing_of_another_which_hears_nothing_of_it(hall: Hall) -> None:
    elsewhere = of_another_server(hall)
    tournament = checking_in(hall)
    before = closes_at(hall, elsewhere), closing_step(hall, elsewhere)
    be_away(hall, 5 * MINUTE, Cause.UNAVAILABLE)
    assert hall.ask(outages_of, hall.load(elsewhere)) == ()
    assert before == (closes_at(hall, elsewhere), closing_step(hall, elsewhere))
    assert hall.promised(OutageTold, elsewhere.tournament_id) == []
    assert len(hall.promised(OutageTold, tournament.tournament_id)) == 1


def test_steps_of_others_go_on_while_a_server_is_away(hall: Hall) -> None:
    elsewhere = of_another_server(hall)
    tournament = hall.announce()
    hall.do(playing_outage_verbs.lose, [Away(GUILD, hall.now, Cause.UNAVAILABLE)])
    hall.now = max(tournament.start_at, elsewhere.start_at) - 29 * MINUTE
    theirs = {tournament_subject(elsewhere.tournament_id), decisions_subject(elsewhere.guild_id)}
    assert {one.subject for one in take_due(hall, {GUILD})} == theirs
    assert hall.ask(kernel_time_store.due_deadlines, hall.now, 100) == []
    hall.do(playing_outage_verbs.come_back, {GUILD: hall.now})
    mine = [
        one
        for one in hall.ask(kernel_time_store.due_deadlines, hall.now, 100)
        if one.subject.endswith(tournament.tournament_id)
    ]
    assert [one.kind for one in mine] == [Step.OPEN_CHECK_IN]


def test_a_server_of_which_nothing_is_on_record_is_not_waited_for(hall: Hall) -> None:
    assert not hall.do(playing_outage_verbs.lose, [Away(GuildId(99), hall.now, Cause.REMOVED)])
    assert hall.ask(kernel_time_store.every_server_away) == []


def test_that_the_server_removed_the_bot_is_told_however_short_and_with_its_times(hall: Hall) -> None:
    tournament = checking_in(hall)
    outage = be_away(hall, timedelta(seconds=20), Cause.REMOVED)
    assert outage is not None
    (told,) = hall.promised(OutageTold, tournament.tournament_id)
    text = said(hall, told.outbox_id)
    assert "I was removed from this server" in text
    assert "20 seconds" in text


def test_an_absence_clock_goes_on_from_where_it_was_after_a_removal(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=1)
    before = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    be_away(hall, 10 * MINUTE, Cause.REMOVED)
    after = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    assert before.keys() == after.keys()
    assert {after[kind] - at for kind, at in before.items()} == {10 * MINUTE}


def test_nobody_stops_a_clock_by_removing_the_bot_a_third_time(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    for _ in range(MOST_REMOVALS):
        hall.now += timedelta(seconds=1)
        be_away(hall, timedelta(seconds=5), Cause.REMOVED)
    before = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    hall.now += timedelta(seconds=1)
    be_away(hall, MINUTE, Cause.REMOVED)
    assert hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id)) == before
    told = hall.promised(OutageTold, board.tournament.tournament_id)
    assert len(told) == MOST_REMOVALS + 1
    assert "you get no time back" in said(hall, told[-1].outbox_id)
    assert "you get no time back" not in said(hall, told[0].outbox_id)


NEWS = {"unavailable": Cause.UNAVAILABLE, "removed": Cause.REMOVED, "back": None}


def tell(hall: Hall, news: Iterable[str]) -> list[tuple[Cause, datetime, datetime]]:
    """Tells what becomes of the server, ten seconds apart; answers what is on record at the end."""
    for one in news:
        hall.now += timedelta(seconds=10)
        cause = NEWS[one]
        if cause is None:
            hall.do(playing_outage_verbs.come_back, {GUILD: hall.now})
        else:
            hall.do(playing_outage_verbs.lose, [Away(GUILD, hall.now, cause)])
    found = hall.ask(lambda tx: tx.fetch_all("SELECT * FROM outages WHERE guild_id IS NOT NULL ORDER BY down_from"))
    return [(Cause(row["cause"]), from_ms(row["down_from"]), from_ms(row["up_at"])) for row in found]


@pytest.mark.parametrize(
    ("news", "wanted"),
    [
        ("unavailable back", [Cause.UNAVAILABLE]),
        ("removed back", [Cause.REMOVED]),
        ("unavailable removed back", [Cause.UNAVAILABLE, Cause.REMOVED]),
        ("removed unavailable back", [Cause.REMOVED]),
        ("unavailable removed unavailable back", [Cause.UNAVAILABLE, Cause.REMOVED]),
        ("unavailable unavailable back", [Cause.UNAVAILABLE]),
        ("removed removed back", [Cause.REMOVED]),
        ("removed back unavailable removed back", [Cause.REMOVED, Cause.UNAVAILABLE, Cause.REMOVED]),
        ("unavailable removed", [Cause.UNAVAILABLE]),
        ("back", []),
    ],
)
def test_a_removal_counts_as_one_in_whatever_order_it_comes(hall: Hall, news: str, wanted: list[Cause]) -> None:
    checking_in(hall)
    assert [cause for cause, _, _ in tell(hall, news.split())] == wanted


@given(st.lists(st.sampled_from(sorted(NEWS)), max_size=12))
def test_all_time_in_which_a_server_is_away_is_on_record_once_and_each_removal_counts(
    tmp_path_factory: pytest.TempPathFactory, news: list[str]
) -> None:
    hall = Hall(tmp_path_factory.mktemp("away") / "hall.db")
    found = tell(hall, [*news, "back"])
    hall.close()
    away, removals, since = timedelta(), 0, None
    for one in [*news, "back"]:
        removals += one == "removed" and since != "removed"
        away += timedelta(seconds=10) if since is not None else timedelta()
        since = None if one == "back" else "removed" if "removed" in {one, since} else one
    assert sum((up_at - down_from for _, down_from, up_at in found), timedelta()) == away
    assert sum(cause is Cause.REMOVED for cause, _, _ in found) == removals
    assert all(up_at <= following for (_, _, up_at), (_, following, _) in pairwise(found))


def test_nobody_stops_a_clock_by_a_third_removal_while_discord_is_in_trouble(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    tell(hall, ["unavailable", "removed", "back"] * MOST_REMOVALS)
    before = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    tell(hall, ["unavailable", "removed", "back"])
    after = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    assert {after[kind] - at for kind, at in before.items()} == {timedelta(seconds=10)}


def test_an_outage_that_grows_edits_its_message_and_says_no_more(hall: Hall) -> None:
    tournament = checking_in(hall)
    fell = hall.now
    for minutes in (2, 3, 9):
        hall.now = fell + minutes * MINUTE
        hall.do(wake_up, [TimeLost(fell, Cause.PROCESS, hall.now)])
        (told,) = hall.promised(OutageTold, tournament.tournament_id)
        assert f"{minutes} minutes" in said(hall, told.outbox_id)
        panel = hall.ask(kernel_panel_store.load, said_subject(told.outbox_id))
        assert (panel is not None and panel.stale_at is not None) == (minutes > 2)
        hall.do(wiring.note_delivery, Delivery(told.outbox_id, ChannelId(7), MessageId(8), hall.now))
    hall.now += MINUTE
    hall.do(wake_up, [TimeLost(hall.now - 30 * timedelta(seconds=1), Cause.FROZEN, hall.now)])
    assert hall.ask(kernel_time_store.outages_since, GUILD, fell) == (
        Outage(fell, fell + 9 * MINUTE),
        Outage(fell + 9.5 * MINUTE, fell + 10 * MINUTE),
    )


def said(hall: Hall, outbox_id: str) -> str:
    """What the message shows when it is drawn now."""
    found = hall.ask(compose, said_subject(OutboxId(outbox_id)), hall.now)
    assert found is not None
    return str(found[0](Translator("en-US")))


def _kinds() -> Iterator[str]:
    for takers in (wiring._TAKERS, wiring._WATCHES):
        yield from takers
    for one in STEP_HOOKS:
        yield from one.takers()


def test_of_every_step_it_is_known_whose_server_it_waits_for(hall: Hall) -> None:
    """`kept` is what is on record of a person, `said` messages of long ago: neither is of a server."""
    assert set(_kinds()) - {"kept", "said"} == SERVER_OF.keys()
    of_servers = {"mirror", "decisions", "founding", "staff", "pages"}
    for kind in SERVER_OF:
        assert hall.ask(kernel_time_store.server_of, f"{kind}:1") == (GUILD if kind in of_servers else None)


def test_what_calls_staff_or_tells_of_a_standstill_waits_for_its_server(hall: Hall) -> None:
    event = hall.announce().tournament_id
    for subject in (f"staff:{GUILD}.{event}", f"staff:{GUILD}.", f"still:tournament:{event}", f"still:rules:{event}.1"):
        assert hall.ask(kernel_time_store.server_of, subject) == GUILD
