"""Announcements and lists at their longest: whatever rulebook, names and crowd, they fit one message of Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from bot.features.entering import cards as entering_cards
from bot.features.entering.model import PlayerList
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.model import (
    DESCRIPTION_LIMIT,
    PRIZE_LIMIT,
    STREAM_LIMIT,
    Draft,
    Headcount,
    Listed,
    Poster,
    TournamentView,
)
from bot.features.tournaments.tasks_model import Foresight
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.layout import cards as layout_cards
from bot.layout.cards import TEXT_LIMIT, WITHOUT_DISCORD, Card, texts
from bot.people.model import Person
from bot.play.entries import Entrant, Phase, Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.features.tournaments.test_sheet import wordiest

NOW = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)
GUILD = GuildId(1)
LONGEST_NAME = "*" * 80
EVERY_PHASE = tuple(Phase)


def event(rulebook: Rulebook) -> Tournament:
    return Tournament(
        tournament_id=TournamentId("t" * 12),
        guild_id=GUILD,
        name=LONGEST_NAME,
        rulebook=rulebook,
        rulebook_hash="0" * 64,
        start_at=NOW,
        created_at=NOW,
        created_by=PersonId("p"),
        commitment="f" * 64,
        cancel_reason="*" * 500,
    )


def view(phase: Phase, rulebook: Rulebook | None = None) -> TournamentView:
    rules = rulebook or preset("aije-open")
    capped = replace(rules, registration=replace(rules.registration, capacity=64))
    return TournamentView(event(capped), phase, Headcount(200, 150), NOW - timedelta(minutes=30), NOW)


def people(number: int, *, members: bool) -> tuple[Listed, ...]:
    """So many people, all with the longest id or the longest name."""
    return tuple(
        Listed(
            Entrant(EntrantId(f"e{n}"), TournamentId("t"), PersonId(f"p{n}"), n, NOW, NOW),
            Person(PersonId(f"p{n}"), GUILD, MemberId(10**18 + n) if members else None, LONGEST_NAME, None, NOW),
        )
        for n in range(1, number + 1)
    )


def length(card: Card) -> int:
    return sum(map(len, card.paragraphs)) + len(card.opening or "")


def labels(card: Card) -> list[str]:
    rows: Iterable[object] = card.controls
    return [press.custom_id.partition(":")[0] for row in rows if isinstance(row, tuple) for press in row]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("phase", EVERY_PHASE)
def test_the_announcement_of_the_wordiest_rulebook_fits(locale: str, phase: Phase) -> None:
    card = tournaments_cards.announcement(view(phase, wordiest()), Translator(locale))
    assert length(card) <= TEXT_LIMIT
    assert all(len(row) <= 5 for row in card.controls if isinstance(row, tuple))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_whole_sheet_of_the_wordiest_rulebook_fits(locale: str) -> None:
    cards = tournaments_cards.rules(wordiest(), LONGEST_NAME, Translator(locale))
    assert max(map(length, cards)) <= TEXT_LIMIT


@pytest.mark.parametrize(
    ("phase", "offered"),
    [
        (Phase.ANNOUNCED, ["register", "withdraw", "players", "rules", "verify"]),
        (Phase.CHECK_IN, ["check-in", "register", "withdraw", "players", "rules", "verify"]),
        (Phase.DRAWING, ["players", "rules", "verify"]),
        (Phase.RUNNING, ["bracket", "players", "rules", "verify"]),
        (Phase.CANCELLED, []),
    ],
)
def test_each_phase_offers_what_can_be_done_in_it(phase: Phase, offered: list[str]) -> None:
    assert labels(tournaments_cards.announcement(view(phase), Translator())) == offered


def test_who_plays_is_counted_by_those_who_confirmed_as_far_as_there_are_seats() -> None:
    assert "**64** players" in "".join(tournaments_cards.announcement(view(Phase.RUNNING), Translator()).paragraphs)
    few = replace(view(Phase.RUNNING), headcount=Headcount(200, 11))
    assert "**11** players" in "".join(tournaments_cards.announcement(few, Translator()).paragraphs)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("number", "members"), [(90, True), (45, False)])
def test_a_full_reminder_and_a_full_notice_of_a_move_fit(locale: str, number: int, members: bool) -> None:
    some, translator = people(number, members=members), Translator(locale)
    reminder = tournaments_cards.check_in_reminder(view(Phase.CHECK_IN), some, translator)
    moved = tournaments_cards.tournament_changed(view(Phase.ANNOUNCED), some, translator, moved=True)
    assert max(length(reminder), length(moved)) <= TEXT_LIMIT
    assert len(reminder.pings - {WITHOUT_DISCORD}) == (number if members else 0)


@pytest.mark.parametrize("members", [True, False])
def test_the_close_names_as_many_absentees_as_fit_and_counts_the_rest(members: bool) -> None:
    card = tournaments_cards.check_in_closed(view(Phase.DRAWING), 3, people(400, members=members), Translator())
    assert length(card) <= TEXT_LIMIT
    assert "more" in card.paragraphs[0]
    assert card.pings == frozenset()


@pytest.mark.parametrize("members", [True, False])
def test_no_page_of_the_list_is_too_long_and_every_name_is_on_one(members: bool) -> None:
    everyone = people(130, members=members)
    tournament = event(preset("aije-open"))
    pages = [
        entering_cards.player_list(
            PlayerList(tournament, 70, 60, page, 4, first, everyone[first : first + 40]), Translator()
        )
        for page, first in enumerate(range(0, 130, 40))
    ]
    assert max(map(length, pages)) <= TEXT_LIMIT
    lines = [line for page in pages for line in page.paragraphs[1].split("\n") if line[0].isdigit()]
    assert len(lines) == 130


LONGEST_POSTERS = [
    Poster(text[:DESCRIPTION_LIMIT], "*" * PRIZE_LIMIT, "https://" + "a" * (STREAM_LIMIT - 8), b"p")
    for text in ("*" * 1000, "a\n" * 500, "א\n" * 500, "@" * 1000, "1.\n" * 334, "😀" * 1000)
]


def components(card: Card) -> int:
    return sum(1 for _ in layout_cards.view(card).walk_children())


@pytest.mark.parametrize("locale", LOCALES)
def test_whatever_is_told_of_an_event_leaves_its_announcement_whole(locale: str) -> None:
    for phase, rules in product(EVERY_PHASE, (wordiest(), preset("cup"), preset("go-swiss"))):
        plainly = view(phase, rules)
        without = texts(tournaments_cards.announcement(plainly, Translator(locale)))
        for poster in LONGEST_POSTERS:
            card = tournaments_cards.announcement(replace(plainly, poster=poster), Translator(locale))
            assert length(card) <= TEXT_LIMIT, (phase, poster)
            assert components(card) <= 40, (phase, poster)
            assert [one for one in texts(card) if one in without] == list(without), (phase, poster)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_preview_and_the_calendar_hold_whatever_is_told(locale: str) -> None:
    drafted = Draft("d" * 12, GUILD, PersonId("p"), NOW, None, LONGEST_NAME, "", NOW)
    plainly = tournaments_cards.preview(drafted, wordiest(), None, Foresight(None, None), Translator(locale))
    for poster in LONGEST_POSTERS:
        card = tournaments_words_cards.on_preview(plainly, poster, LONGEST_NAME, Translator(locale))
        assert length(card) <= TEXT_LIMIT, poster
        assert components(card) <= 40, poster
        assert len(tournaments_words_cards.in_calendar(poster)) <= tournaments_words_cards.CALENDAR_LIMIT, poster


def test_a_description_of_usual_length_is_shown_whole() -> None:
    text = "Bring a friend, a board and a clock to the hall at seven. " * 17
    card = tournaments_cards.announcement(
        replace(view(Phase.ANNOUNCED), poster=Poster(text[:1000])), Translator("en-US")
    )
    assert "".join(card.below).count("Bring") == 17


def test_what_is_told_pings_nobody_and_builds_neither_heading_nor_link() -> None:
    told = Poster("# Arbiter\n[**Confirm**](https://a.b)\n<@&1> @everyone\n> > quoted", "[x](https://a.b)")
    card = tournaments_cards.announcement(replace(view(Phase.ANNOUNCED), poster=told), Translator("en-US"))
    shown = card.below[0].splitlines()
    assert [line[:3] for line in shown] == ["> \\"] * 4
    assert "](" not in "".join(card.below[:2]).replace("\\](", "")
    assert "@everyone" not in "".join(texts(card))
    assert "](" not in tournaments_words_cards.in_calendar(told)
    assert "@everyone" not in tournaments_words_cards.in_calendar(told)
