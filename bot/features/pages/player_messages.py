"""The page of a player who has switched it on, as a `Public…` object in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.features.pages import player_verbs
from bot.features.pages.event_verbs import people_beside
from bot.features.pages.lines_messages import event_lines
from bot.features.pages.model import EventNames, ShownAs, name_on_pages
from bot.features.pages.naming_verbs import names_in_event, names_outside
from bot.features.pages.player_verbs import MatchKept, PlayerKept
from bot.features.pages.public_model import PublicCareerEvent, PublicPlayed, PublicPlayer, PublicRival
from bot.features.playing.board_model import PlayedOutcome
from bot.features.registry.cards import title_name
from bot.features.rounds.words_cards import place_words
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import PersonId, TournamentId
from bot.layout.sentences import listing
from bot.play.contests import words

RIVALS_TOLD: Final = 8


def public_player(tx: Query, server_key: str, person_key: str, translator: Translator) -> PublicPlayer | None:
    """The player behind the key; None for who has no page in that server, or is gone."""
    kept = player_verbs.player(tx, server_key, person_key)
    if kept is None:
        return None
    place = {"place": kept.place or 0, "of": kept.of_places}
    return PublicPlayer(
        key=kept.page,
        server=kept.pages.page_id,
        server_name=kept.pages.name,
        is_findable=kept.pages.is_findable,
        name=name_on_pages(kept.person.plain_name),
        titles=tuple(_titles(kept, translator)),
        place="" if kept.place is None else translator.say("people.place_of", **place),
        rating="" if kept.rating is None else str(round(kept.rating)),
        curve=tuple((one.published_at, float(round(one.rating))) for one in kept.moves),
        won=kept.tally.won,
        drawn=kept.tally.drawn,
        lost=kept.tally.lost,
        podiums=kept.podiums,
        events=_events(tx, kept, translator),
        latest=tuple(_latest(tx, kept, translator)),
        rivals=_rivals(tx, kept, translator),
    )


def _titles(kept: PlayerKept, translator: Translator) -> Iterator[str]:
    """The highest first."""
    if kept.world_titles:
        yield translator.say(
            "people.world_champion", events=listing([name_on_pages(one) for one in kept.world_titles], translator)
        )
    if kept.arbiter is not None:
        yield title_name(kept.arbiter, translator)
    for title in reversed(kept.masters):
        yield title_name(title, translator)
    if kept.grade is not None:
        yield str(kept.grade)


def _events(tx: Query, kept: PlayerKept, translator: Translator) -> tuple[PublicCareerEvent, ...]:
    lines = event_lines(tx, kept.pages, (one.tournament for one in kept.events), translator)
    return tuple(
        PublicCareerEvent(lines[one.tournament.tournament_id], "" if one.rank is None else place_words(one.rank))
        for one in kept.events
    )


# --- matches --------------------------------------------------------------------------------------------------------


def _latest(tx: Query, kept: PlayerKept, translator: Translator) -> Iterator[PublicPlayed]:
    names = _names(tx, kept, translator)
    for one in kept.latest:
        shown = names[one.tournament.tournament_id].people
        others = [shown[other] for other in one.played.opponents]
        yield PublicPlayed(
            match=one.played.contest_id,
            event=one.tournament.tournament_id,
            event_name=name_on_pages(one.tournament.name),
            other=listing([other.name for other in others], translator),
            other_page=others[0].page if len(others) == 1 else "",
            score=words(one.played.score) if one.played.score else "",
            won=one.played.outcome is PlayedOutcome.WON,
            lost=one.played.outcome is PlayedOutcome.LOST,
            at=one.at,
        )


def _names(tx: Query, kept: PlayerKept, translator: Translator) -> Mapping[TournamentId, EventNames]:
    """In each event people are called as on its own page."""
    met: dict[TournamentId, list[MatchKept]] = {}
    for one in kept.latest:
        met.setdefault(one.tournament.tournament_id, []).append(one)
    found = {}
    for key, some in met.items():
        beside = (*people_beside(tx, some[0].tournament), *_met(some))
        found[key] = names_in_event(tx, kept.pages, some[0].tournament, translator, beside)
    return found


def _met(some: list[MatchKept]) -> list[PersonId]:
    return [other for one in some for other in one.played.opponents]


def _rivals(tx: Query, kept: PlayerKept, translator: Translator) -> tuple[PublicRival, ...]:
    """Who is met again and again is told of those alone who chose to be named."""
    names = names_outside(tx, kept.pages, [one.person for one in kept.rivals], translator)
    found = (
        PublicRival(shown.name, shown.page, one.tally.won, one.tally.drawn, one.tally.lost)
        for one in kept.rivals
        if (shown := names[one.person.person_id]).shown_as is ShownAs.NAME
    )
    return tuple(found)[:RIVALS_TOLD]
