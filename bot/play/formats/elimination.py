"""Knock-outs as a rulebook has them: of one life or more, with or without a match for every place (GO-26.1)."""

from __future__ import annotations

from dataclasses import replace

from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.formats import knockout, lives, placement
from bot.play.formats.protocol import EventFacts, contests_undone
from bot.play.rulebook import Rulebook

needs_draw = knockout.needs_draw


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """As `knockout.advance`, in every bracket that the rulebook has."""
    if rulebook.knockout.lives > 1:
        return lives.advance(facts, rulebook, stream)
    if not rulebook.knockout.placement_matches:
        return knockout.advance(facts, rulebook, stream)
    return (*knockout.advance(placement.main_facts(facts), rulebook, stream), *placement.advance(facts, rulebook))


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by how far everyone came, or by when the last life went."""
    if rulebook.knockout.lives > 1:
        return lives.standings(facts, rulebook)
    rows = knockout.standings(placement.main_facts(facts), rulebook)
    return placement.standings(facts, rows, rulebook) if rulebook.knockout.placement_matches else rows


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether nothing is left to play, for no place."""
    if rulebook.knockout.lives > 1:
        return lives.is_over(facts, rulebook)
    over = knockout.is_over(placement.main_facts(facts), rulebook)
    decided = all(knockout.is_decided(one) for one in facts.contests)
    return over and decided and (not rulebook.knockout.placement_matches or not placement.advance(facts, rulebook))


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The contests that the corrected result would void: none when the same side still wins."""
    if knockout.winner(replace(contest, result=correction)) == knockout.winner(contest):
        return ()
    if rulebook.knockout.lives > 1:
        return lives.reopened_by(facts, rulebook, contest, correction)
    if not rulebook.knockout.placement_matches:
        return knockout.reopened_by(facts, rulebook, contest, correction)
    number = knockout.first_round(len(facts.starters))
    first = tuple(one for one in facts.contests if one.round == number and one.stage is not Stage.PLACEMENT)
    return contests_undone(facts, first, contest, correction, lambda known: advance(known, rulebook, None))
