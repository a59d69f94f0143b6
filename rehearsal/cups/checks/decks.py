"""Decks: admitted by the file's lists and the judge's word, refused line by line, shown to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.cup import Trial
from rehearsal.cups.decks import cards
from rehearsal.cups.memory import HandedIn, JudgeRefused
from rehearsal.cups.rules import DeckNumbers
from rehearsal.hearing import same
from rehearsal.outcomes import of

_LINE: Final = re.compile(r"\*\*\w+ (\d+)\*\*")
_CARD: Final = re.compile(r"^(\d+)x .*\((.+)\)$")


def admission(trial: Trial) -> Iterator[str]:
    """Everybody who starts has handed in a deck that the rulebook and the judge admit."""
    field, rules = Field(trial), _rules(trial)
    refused = rules.refused | {ruling.card for ruling in trial.cup.at_tables.rulings}
    for side in field.starters:
        member = field.entries[side].member
        mine = [one for one in trial.cup.at_tables.decks if one.member == member and not one.wrong]
        if not mine:
            yield f"{field.name(side)} starts without a deck"
            continue
        if bad := _not_admitted(mine[-1], rules, refused):
            yield f"{field.name(side)} starts with {', '.join(bad)}"


def _not_admitted(deck: HandedIn, rules: DeckNumbers, refused: frozenset[str]) -> list[str]:
    """What of a deck the lists do not admit, read from what was written."""
    cards = [found.groups() for found in map(_CARD.match, deck.text.splitlines()) if found is not None]
    few = ["too few cards"] if sum(int(copies) for copies, _ in cards) < rules.fewest else []
    kinds = [number for _, number in cards if number.rstrip("0123456789-") in rules.prefixes or number in refused]
    return [*few, *kinds]


def each_line(trial: Trial) -> Iterator[str]:
    """A deck that is not admitted is told each offending line by its number, no other, and how many cards it has."""
    rules = _rules(trial)
    for deck in trial.cup.at_tables.decks:
        named = {int(number) for number in _LINE.findall(deck.answer.text)}
        name = trial.hearing.name(deck.member)
        yield from same(f"{name}, lines named", named, deck.wrong)
        if not deck.answer.private:
            yield f"{name}: a deck is answered for all to see"
        is_small = deck.wrong and deck.cards < rules.fewest
        if is_small and (str(deck.cards) not in deck.answer.text or str(rules.fewest) not in deck.answer.text):
            yield f"{name} is not told that {deck.cards} cards are fewer than {rules.fewest}"
    if not any(deck.wrong for deck in trial.cup.at_tables.decks):
        yield "nobody tried a deck that is not admitted"


def need_of_decks(trial: Trial) -> Iterator[str]:
    """Nobody confirms without a deck."""
    if not trial.cup.at_tables.early:
        yield "nobody tried"
    for answer in trial.cup.at_tables.early:
        if "/deck submit" not in answer.text:
            yield f"whoever has no deck is not led to it: {answer.text[:80]!r}"


def refused_cards(trial: Trial) -> Iterator[str]:
    """Who holds a card that a judge refuses reads why, and is confirmed no longer until there is another deck."""
    for ruling in trial.cup.at_tables.rulings:
        for member in ruling.holders:
            yield from _still_confirmed(trial, ruling, member)
    if not trial.cup.at_tables.rulings:
        yield "no judge refused a card"


def _still_confirmed(trial: Trial, ruling: JudgeRefused, member: int) -> Iterator[str]:
    name = trial.hearing.name(member)
    letters = [post for post in trial.hearing.play.witness.written_to(name) if post.at >= ruling.at]
    if not any(ruling.card in post.text and ruling.reason in post.text for post in letters):
        yield f"{name} is not written to about card {ruling.card}"
    answer = ruling.refused_check_in.get(member)
    if answer is None or "/deck" not in answer.text:
        yield f"{name} could confirm with card {ruling.card}"


def held_back(trial: Trial) -> Iterator[str]:
    """Who is called to a table with a refused card in the deck sits down with another deck, and not before."""
    ruling = trial.cup.at_tables.refused_at_table
    if ruling is None:
        yield "no judge refused a card at a table"
        return
    name, judge_may = trial.hearing.name(ruling.holder), of("OTE-1.7")["judge_may_refuse"]
    held = [answer.is_refusal for answer in ruling.sat_down]
    yield from same(f"{name}, kept from the table with card {ruling.card}", held, [judge_may, False])
    mine = [one for one in trial.cup.at_tables.decks if one.member == ruling.holder and not one.wrong]
    if ruling.card in cards(mine[-1].text):
        yield f"{name} sits at the table with card {ruling.card}"


def secret(trial: Trial) -> Iterator[str]:
    """A deck is shown to nobody else before the end, and a photograph is none."""
    if len(trial.cup.at_tables.secrets) < 2:
        yield "nobody was curious"
    for answer in trial.cup.at_tables.secrets:
        if not answer.private or any(post.pictures for post in answer.posts):
            yield f"a file was shown: {answer.text[:80]!r}"
    public = [post for post in trial.hearing.play.witness.posts_of() for one in post.pictures if one.name == "deck.txt"]
    yield from (f"a deck is posted: {post.text[:80]!r}" for post in public)


def _rules(trial: Trial) -> DeckNumbers:
    assert trial.cup.rules.deck is not None
    return trial.cup.rules.deck


CHECKS: Final[Rows] = (
    ("OTE-1.1, OTE-1.3, OTE-1.5", "Everybody starts with a deck that is admitted", admission),
    ("OTE-1.1, OTE-1.3, OTE-1.5", "Every offending line of a deck is named", each_line),
    ("OTE-1.1", "Nobody confirms without a deck", need_of_decks),
    ("OTE-1.5", "A judge may refuse a card, and says why to who holds it", refused_cards),
    ("OTE-1.7", "Nobody sits at a table with a refused card", held_back),
    ("the house", "A deck is between its player and the judges", secret),
)
