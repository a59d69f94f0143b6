"""What an event asks of a person outside of matches: to enter, to complete an entry, to confirm; then what comes."""

from __future__ import annotations

from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.entering.qualification import by_invitation
from bot.domain.events.ceremonies import HERE_AFTER
from bot.domain.events.round_views import RoundMissed
from bot.domain.events.tournament import Phase, Tournament, asks_for_club, check_in_closes_at, check_in_opens_at, phase
from bot.domain.formats import FORMATS
from bot.domain.lengths import has_table
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.errors import UserError
from bot.services.asked import Asked, Found
from bot.services.entering.eligibility import refuse_barred
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.event_facts import facts
from bot.services.events import rounds
from bot.services.playing.match_reading import match_view
from bot.services.sides import entry_of
from bot.services.timetable import outages_of
from bot.storage import ceremonies, contests
from bot.storage.database import Work


def found(work: Work, asked: Asked, tournament: Tournament) -> Found:
    """All that one event asks of who asks, and what comes next in it."""
    entrant = entrant_of(work, asked, tournament)
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _before_the_close(work, asked, tournament, entrant)
    elif phase(tournament) is Phase.DRAWING and entrant is not None:
        yield Prospect(Outlook.DRAW, tournament)
    elif phase(tournament) is Phase.RUNNING and entrant is not None:
        yield from () if tournament.rulebook.traits.has_lobby else _between_matches(work, asked, tournament, entrant)
    if entrant is not None:
        yield from attending(work, asked, tournament, entrant)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        yield from one.guidance(work, asked, tournament, entrant)


def entrant_of(work: Work, asked: Asked, tournament: Tournament) -> Entrant | None:
    """The entry that who asks plays in, alone or as a member of a team."""
    if asked.person is None:
        return None
    entrant = entry_of(work, tournament.tournament_id, asked.person.person_id)
    return None if entrant is None or entrant.withdrawn_at is not None else entrant


def round_to_come(work: Work, asked: Asked, tournament: Tournament) -> RoundMissed | None:
    """The round that who asks can still announce to miss, or to play after all; None where there is none (GO-28.3)."""
    return None if asked.person is None else rounds.own_round(work, tournament, asked.person.person_id)


def _before_the_close(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    key = tournament.tournament_id
    opens_at, closes_at = check_in_opens_at(tournament), check_in_closes_at(tournament, outages_of(work, tournament))
    if asked.now > closes_at:
        return
    if entrant is not None and asks_for_club(tournament) and entrant.club is None and asked.answers_for(entrant):
        yield DutyItem(Duty.SAY_CLUB, key, tournament, closes_at)
    if entrant is None:
        if _may_enter(work, asked, tournament):
            yield DutyItem(Duty.REGISTER, key, tournament, closes_at)
    elif (lacking := _lacking(work, asked, tournament, entrant, closes_at)) is not None:
        yield lacking
    elif entrant.checked_in_at is not None:
        yield Prospect(Outlook.START, tournament, tournament.start_at)
    elif opens_at <= asked.now:
        yield DutyItem(Duty.CHECK_IN, key, tournament, closes_at)
    else:
        yield Prospect(Outlook.CHECK_IN_OPENS, tournament, opens_at)


def _lacking(
    work: Work, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> DutyItem | Prospect | None:
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        found = one.lacking(work, asked, tournament, entrant, closes_at)
        if found is not None:
            return found
    return None


def _between_matches(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """The match that waits for its call, or the opponent who is not known yet; nothing for who is out or in play."""
    unsettled = [
        match.contest
        for match in contests.of_entrant(work, entrant.entrant_id)
        if match.contest.result is None and len(match.contest.sides) > 1
    ]
    for contest in unsettled:
        view = None if contest.called_at is not None else match_view(work, contest.contest_id, asked.now)
        if view is not None:
            own = contest.sides.index(entrant.entrant_id)
            other = next(player for side, player in enumerate(view.players) if side != own)
            at = tournament.start_at if tournament.start_at > asked.now else None
            yield Prospect(Outlook.MATCH_IS_CALLED, tournament, at, other, contest.round)
    if unsettled:
        return
    coming = round_to_come(work, asked, tournament)
    if coming is not None:
        missed = Outlook.ROUND_MISSED if coming.missed else Outlook.NEXT_ROUND
        yield Prospect(missed, tournament, n=coming.number)
    elif _is_still_in(work, tournament, entrant):
        yield Prospect(Outlook.NEXT_OPPONENT, tournament)


def _is_still_in(work: Work, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether the entrant may have another match; in a table as long as it is played."""
    rules = tournament.rulebook.knockout
    if not tournament.rulebook.traits.is_bracket:
        return has_table(tournament.rulebook)
    rows = FORMATS[tournament.rulebook.format].standings(facts(work, tournament), tournament.rulebook)
    still_in = {1, 3} if rules.third_place_match and rules.lives == 1 else {1}
    mine = next((row for row in rows if row.entrant_id == entrant.entrant_id), None)
    return mine is not None and mine.is_shared and (rules.placement_matches or mine.rank_from in still_in)


def attending(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """Ceremonies that are a duty of the players, and where they say that they are there (GO-23.6)."""
    for one in ceremonies.of_tournament(work, tournament.tournament_id):
        if asked.person is None or entrant.person_id != asked.person.person_id:
            return
        if asked.person.person_id in ceremonies.attendance(work, one.ceremony_id):
            continue
        if one.is_open(asked.now):
            yield DutyItem(Duty.ATTEND_CEREMONY, one.ceremony_id, tournament, one.held_at + HERE_AFTER)
        elif asked.now < one.held_at:
            yield Prospect(Outlook.CEREMONY, tournament, one.held_at, called=one.name)


def _may_enter(work: Work, asked: Asked, tournament: Tournament) -> bool:
    if by_invitation(tournament.rulebook) and asked.person is None:
        return False
    if asked.person is None:
        return True
    try:
        refuse_barred(work, tournament, asked.person.person_id, asked.now)
    except UserError:
        return False
    return True
