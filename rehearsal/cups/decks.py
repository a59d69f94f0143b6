"""Before tables: decks as a text and as a file, wrong ones, a secret one, and a card that a judge refuses."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from rehearsal.acts import entering
from rehearsal.cast import Character, Player
from rehearsal.cups.cup import Cup
from rehearsal.cups.memory import HandedIn, JudgeRefused, RefusedAtTable, TableGame
from rehearsal.cups.rules import DeckNumbers
from rehearsal.members import Answer
from rehearsal.play import Agenda
from rehearsal.posts import Post

CARD: Final = "105"
"""What the judge refuses: it stands on no list of the rulebook."""
_HELD: Final = 10
"""Cards of the least deck in which the refused one stands."""
REASON: Final = "It names a winner whatever the influence."
_ANOTHER_FROM: Final = 400
"""The first card of the deck that is handed in at the table."""
_BY_FILE: Final = 3
"""Every third hands a file in."""
WRONG: Final = (
    ("3x Tulpa's Secret (9)", "9"),
    ("12x Ritual (200)", "200"),
    ("1x Sample card (S12)", "S12"),
    ("1x Nameless", None),
    ("2x Chase (CHASE-4)", "CHASE-4"),
    ("0x (77)", None),
)
"""A deck of few cards, line by line, each with its card's number; None where nothing admits the line."""
_CONFIRMED_AFTER, _REFUSED_AFTER = timedelta(minutes=2), timedelta(minutes=4)
"""From the opening: before the first reminder, so that it finds both holders confirmed anew."""


def wrong_lines(rules: DeckNumbers) -> frozenset[int]:
    """The lines of the wrong deck that the file does not admit, counted from 1."""
    return frozenset(
        at for at, (_, number) in enumerate(WRONG, start=1) if number is None or _is_refused(number, rules)
    )


def _is_refused(number: str, rules: DeckNumbers) -> bool:
    return number in rules.refused or any(re.fullmatch(rf"{one}[-\d]+", number) for one in rules.prefixes)


def deck(first: int, cards: int) -> str:
    """So many cards with the numbers from `first` on, a line each."""
    return "\n".join(f"1x Carta ({first + number})" for number in range(cards))


def _deck_of(cup: Cup, player: Player) -> str:
    """Two hold the card that is refused later; the others' numbers begin behind it."""
    return _sound(cup, 100 if player in _holders(cup) else 110 + cup.play.cast.players.index(player))


def _sound(cup: Cup, first: int) -> str:
    """As many cards as the file asks for."""
    assert cup.rules.deck is not None
    return deck(first, max(cup.rules.deck.fewest, _HELD))


def _holders(cup: Cup) -> list[Player]:
    return cup.play.cast.who(Character.STEADY)[:2]


async def hand_in_all(cup: Cup, players: list[Player]) -> None:
    """Everybody's deck in the days before; one tries a wrong one first, somebody is curious about another's."""
    wrong = players[0]
    assert cup.rules.deck is not None
    text = "\n".join(line for line, _ in WRONG)
    refused = await _by_form(cup, wrong, text, wrong_lines(cup.rules.deck))
    assert refused.post.has("deck-form"), "nothing leads from a refused deck to the next try"
    await _picture_instead(cup, wrong)
    for number, player in enumerate(players):
        if number % _BY_FILE == 1:
            await _by_file(cup, player, _deck_of(cup, player))
        else:
            await _by_form(cup, player, _deck_of(cup, player))
    await _curious(cup, players[1], players[0])


async def _by_form(cup: Cup, player: Player, text: str, wrong: frozenset[int] = frozenset()) -> Answer:
    """From the own entry, where a button asks for it."""
    entry = await player.member.press(_announcement(cup), "register")
    answer = await player.member.fill(await player.member.press(entry.post, "deck-form"), list=text)
    return _note(cup, player, "hands a deck in", text, wrong, answer)


async def _by_file(cup: Cup, player: Player, text: str) -> Answer:
    """As a file, with the mark at its beginning that some programs write."""
    file = ("deck.txt", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    answer = await player.member.type("deck submit", tournament=cup.event.event_id, file=file)
    return _note(cup, player, "hands a deck in as a file", text, frozenset(), answer)


def _note(cup: Cup, player: Player, doing: str, text: str, wrong: frozenset[int], answer: Answer) -> Answer:
    cup.at_tables.decks.append(HandedIn(cup.play.stage.now, player.member.id, text, wrong, answer))
    return cup.play.note(player.member, doing, answer)


async def _picture_instead(cup: Cup, player: Player) -> None:
    file = ("deck.png", b"\x89PNG\xff\xfe\x00")
    answer = await player.member.type("deck submit", tournament=cup.event.event_id, file=file)
    cup.at_tables.secrets.append(cup.play.note(player.member, "hands a photograph in", answer))


async def _curious(cup: Cup, reader: Player, other: Player) -> None:
    """A deck is between its player and the judges."""
    offered = await reader.member.suggestions("deck show", "player", other.name, tournament=cup.event.event_id)
    chosen = next(value for name, value in offered.items() if other.name in name)
    answer = await reader.member.type("deck show", tournament=cup.event.event_id, player=chosen)
    cup.at_tables.secrets.append(cup.play.note(reader.member, f"wants to see {other.name}'s deck", answer))


def during_check_in(cup: Cup) -> entering.Also:
    """The latecomer comes with a deck; a judge refuses a card, which takes a confirmation back."""

    def plan(agenda: Agenda, opens_at: datetime, closes_at: datetime) -> None:
        confirmed, other = _holders(cup)
        agenda.at(opens_at + _CONFIRMED_AFTER, partial(entering.confirm, cup.play, cup.event, confirmed))
        agenda.at(opens_at + _REFUSED_AFTER, partial(_refuse, cup, confirmed, other))
        for latecomer in cup.play.cast.who(Character.LAST_MINUTE):
            agenda.at(closes_at - timedelta(minutes=9), partial(_come_last, cup, latecomer))

    return plan


def who_confirm(cup: Cup) -> list[Player]:
    """Those who check in as in any event; the others have their own scene."""
    apart = [*_holders(cup), *cup.play.cast.who(Character.LAST_MINUTE)]
    return [player for player in cup.play.cast.players if player not in apart]


async def _come_last(cup: Cup, player: Player) -> None:
    play, event = cup.play, cup.event
    await entering.sign_up(play, event, player)
    event.confirmed.pop(player.member.id, None)
    early = await player.member.press(_announcement(cup), "check-in")
    cup.at_tables.early.append(play.note(player.member, "wants to confirm without a deck", early))
    await _by_form(cup, player, _deck_of(cup, player))
    await entering.confirm(play, event, player)


async def _refuse(cup: Cup, confirmed: Player, other: Player) -> None:
    """The judge refuses the card; both who hold it hand in another deck, and confirm, one of them again."""
    play, judge = cup.play, cup.play.cast.referees[0]
    holders = (confirmed.member.id, other.member.id)
    ruling = JudgeRefused(CARD, REASON, play.stage.now, holders, (confirmed.member.id,))
    cup.at_tables.rulings.append(ruling)
    told = len(play.stage.calls)
    answer = await judge.type("deck refuse", tournament=cup.event.event_id, card=CARD, reason=REASON)
    play.note(judge, f"refuses card {CARD}", answer)
    await play.stage.settle()
    # What the letters to the holders cost is no cost of the matches.
    cup.event.first_call += len(play.stage.calls) - told
    del cup.event.confirmed[confirmed.member.id]
    for number, player in enumerate((confirmed, other)):
        refused = await player.member.press(_announcement(cup), "check-in")
        ruling.refused_check_in[player.member.id] = play.note(player.member, "wants to confirm", refused)
        await _by_form(cup, player, _sound(cup, 300 + number))
        await entering.confirm(play, cup.event, player)


def card_of_one(cup: Cup, player: Player) -> str | None:
    """A card that only this player's deck holds, if there is one."""
    latest = {one.member: cards(one.text) for one in cup.at_tables.decks if not one.wrong}
    mine = latest.pop(player.member.id, frozenset())
    return min(mine.difference(*latest.values()), default=None)


def cards(text: str) -> frozenset[str]:
    """The numbers of the cards of a deck."""
    return frozenset(re.findall(r"\(([^)]+)\)$", text, re.MULTILINE))


async def refuse_at_table(cup: Cup, game: TableGame, holder: Player, card: str) -> None:
    """The judge refuses a card of somebody who is called, sits down in vain, hands in another deck and sits down."""
    play, judge = cup.play, cup.play.cast.referees[0]
    refused = cup.at_tables.refused_at_table = RefusedAtTable(card, holder.member.id, play.stage.now)
    told = len(play.stage.calls)
    answer = await judge.type("deck refuse", tournament=cup.event.event_id, card=card, reason=REASON)
    play.note(judge, f"refuses card {card} at the table", answer)
    await play.stage.settle()
    for tries in range(2):
        if tries:
            text = _sound(cup, _ANOTHER_FROM)
            form = await holder.member.press(play.stage.again(game.card), "deck-form")
            _note(cup, holder, "hands in another deck", text, frozenset(), await holder.member.fill(form, list=text))
        here = await holder.member.press(play.stage.again(game.card), "here")
        refused.sat_down.append(play.note(holder.member, "wants to sit down", here))
    game.arrivals[holder.member.id] = play.stage.now
    # What the refusal of a card costs is no cost of the table.
    cup.event.first_call += len(play.stage.calls) - told


def _announcement(cup: Cup) -> Post:
    assert cup.event.announcement is not None
    return cup.event.announcement
