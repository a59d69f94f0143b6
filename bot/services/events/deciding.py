"""Telling everybody why something more is played or drawn: play-offs, lots, finals between brackets, places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.announcements import Saying
from bot.domain.community import Place
from bot.domain.contests import Contest, ResultKind
from bot.domain.events.decider_views import DeciderView, LotView
from bot.domain.events.deciders import Decider, Tie, open_deciders, ties
from bot.domain.events.tournament import Tournament
from bot.domain.formats import EventFacts
from bot.domain.ids import ContestId, EntrantId, Occasion, TournamentId
from bot.services.events import event_reading, standings_reading
from bot.services.speaking import promise
from bot.storage import contests, outbox, tournaments
from bot.storage.database import Work
from bot.storage.tournaments import DrawPurpose


def tell(work: Work, occasion: Occasion, tournament: Tournament, known: EventFacts) -> None:
    """Promises a public message for each lot and each deciding pairing that was not told yet (GO-27); twice is
    harmless."""
    if not tournament.rulebook.traits.has_matches:
        return
    if known.lot:
        _tell_lot(work, occasion, tournament, known)
    for decider, found in open_deciders(known, tournament.rulebook).items():
        _tell_pairings(work, occasion, tournament, known, decider, found)


def tell_lot_between_two(
    work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId, number: int, chosen: EntrantId
) -> None:
    """Promises the public message about a lot that names who of two is paired on (GO-17.5)."""
    _promise(work, occasion, tournament, Saying.LOT_DRAWN, draw=str(number), contest=contest_id, chosen=chosen)


def decider_view(
    work: Work, tournament_id: TournamentId, decider: Decider, paired: Iterable[ContestId], level: str
) -> DeciderView | None:
    """What is played and why; None when none of the contests stands any more."""
    table = standings_reading.standings_view(work, tournament_id)
    if table is None:
        return None
    wanted = set(paired)
    standing = tuple(one for one in table.facts.contests if one.contest_id in wanted)
    bracket = event_reading.bracket_view(work, tournament_id) if decider is Decider.BRACKET else None
    if not standing or (decider is Decider.BRACKET and bracket is None):
        return None
    in_order = tuple(sorted(standing, key=lambda one: (one.group, one.round, one.position)))
    return DeciderView(table, decider, in_order, _ties_from(level), bracket)


def lot_view(work: Work, tournament_id: TournamentId, number: int, level: str) -> LotView | None:
    """A lot over the field, and whom it has put in which order."""
    table, drawn = standings_reading.standings_view(work, tournament_id), _drawn(work, tournament_id, number)
    return None if table is None or drawn is None else LotView(table, number, _ties_from(level))


def lot_between_two_view(
    work: Work, tournament_id: TournamentId, number: int, contest_id: ContestId, chosen: EntrantId
) -> LotView | None:
    """A lot between the sides of one contest, and whom it has named; None once the contest is void."""
    table, match = standings_reading.standings_view(work, tournament_id), contests.load(work, contest_id)
    if table is None or match is None or match.voided_at is not None:
        return None
    result = match.contest.result
    level = result is None or result.kind is not ResultKind.BOTH_LOST
    return LotView(table, number, (), match.contest.sides, chosen, level)


def _tell_lot(work: Work, occasion: Occasion, tournament: Tournament, known: EventFacts) -> None:
    lots = [
        one.record.number
        for one in tournaments.draws_with_purpose(work, tournament.tournament_id)
        if one.purpose is DrawPurpose.LOT
    ]
    told = {one.details["draw"] for one in outbox.all_promises(work, Saying.LOT_DRAWN, tournament.tournament_id)}
    level = ties(replace(known, lot=()), tournament.rulebook)
    if lots and level and str(lots[-1]) not in told:
        _promise(work, occasion, tournament, Saying.LOT_DRAWN, draw=str(lots[-1]), level=_ties_as_text(level))


def _tell_pairings(
    work: Work,
    occasion: Occasion,
    tournament: Tournament,
    known: EventFacts,
    decider: Decider,
    found: tuple[Contest, ...],
) -> None:
    before = outbox.all_promises(work, Saying.DECIDER_PAIRED, tournament.tournament_id)
    told = {contest_id for one in before for contest_id in one.details["contests"].split()}
    new = [one for one in found if one.contest_id not in told]
    if not new:
        return
    playing = {side for one in new for side in one.sides}
    level = ties(known, tournament.rulebook) if decider is Decider.PLAY_OFF else ()
    concerned = [tie for tie in level if not playing.isdisjoint(tie.entrants)]
    _promise(
        work,
        occasion,
        tournament,
        Saying.DECIDER_PAIRED,
        decides=decider,
        contests=" ".join(one.contest_id for one in new),
        level=_ties_as_text(concerned),
    )


def _promise(work: Work, occasion: Occasion, tournament: Tournament, saying: Saying, /, **details: str) -> None:
    where = Place.ANNOUNCEMENTS
    promise(work, occasion, tournament.guild_id, where, saying, tournament.tournament_id, **details)


def _drawn(work: Work, tournament_id: TournamentId, number: int) -> int | None:
    made = [one.record.number for one in tournaments.draws_with_purpose(work, tournament_id)]
    return number if number in made else None


def _ties_as_text(level: Iterable[Tie]) -> str:
    """Who was level when the message was promised: a result of the play-off must not change what it tells."""
    return " ".join(f"{tie.group}:{tie.first}:{tie.last}:{','.join(tie.entrants)}" for tie in level)


def _ties_from(text: str) -> tuple[Tie, ...]:
    return tuple(_tie(one) for one in text.split())


def _tie(text: str) -> Tie:
    group, first, last, entrants = text.split(":")
    return Tie(int(first), int(last), tuple(EntrantId(one) for one in entrants.split(",")), int(group))
