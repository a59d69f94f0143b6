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
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.errors import UserError
from bot.services.arena import arena_guidance
from bot.services.asked import Asked, Found
from bot.services.entering.eligibility import refuse_barred
from bot.services.event_facts import facts
from bot.services.events import rounds
from bot.services.playing.match_reading import match_view
from bot.services.sides import entry_of
from bot.services.tables import deck_checks
from bot.services.team_play import teams
from bot.services.timetable import outages_of
from bot.services.title_match import title_holders
from bot.storage import ceremonies, contests, entrants, people, team_places
from bot.storage.database import Work


def found(work: Work, asked: Asked, tournament: Tournament) -> Found:
    """All that one event asks of who asks, and what comes next in it."""
    entrant = entrant_of(work, asked, tournament)
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _champion(work, asked, tournament)
        yield from _before_the_close(work, asked, tournament, entrant)
    elif phase(tournament) is Phase.DRAWING and entrant is not None:
        yield Prospect(Outlook.DRAW, tournament)
    elif phase(tournament) is Phase.RUNNING and entrant is not None:
        is_arena = tournament.rulebook.traits.has_lobby
        between = arena_guidance.found(work, asked.presser, tournament) if is_arena else None
        yield from between or _between_matches(work, asked, tournament, entrant)
    if entrant is not None:
        yield from _refused_deck(work, asked, tournament, entrant)
        yield from _membership(work, asked, tournament, entrant)
        yield from attending(work, asked, tournament, entrant)


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
    yield from _team_invitations(work, asked, tournament, closes_at)
    if entrant is not None and asks_for_club(tournament) and entrant.club is None and _is_own(asked, entrant):
        yield DutyItem(Duty.SAY_CLUB, key, tournament, closes_at)
    if entrant is None:
        if _may_enter(work, asked, tournament):
            yield DutyItem(Duty.REGISTER, key, tournament, closes_at)
    elif not _is_complete(work, asked, tournament, entrant):
        if _is_own(asked, entrant):
            yield DutyItem(Duty.COMPLETE_TEAM, key, tournament, closes_at)
        else:
            yield Prospect(Outlook.CAPTAIN_COMPLETES, tournament, closes_at, people.load(work, entrant.person_id))
    elif not deck_checks.is_admitted(work, tournament, entrant.entrant_id):
        yield DutyItem(Duty.HAND_IN_DECK, key, tournament, closes_at)
    elif entrant.checked_in_at is not None:
        yield Prospect(Outlook.START, tournament, tournament.start_at)
    elif opens_at <= asked.now:
        yield DutyItem(Duty.CHECK_IN, key, tournament, closes_at)
    else:
        yield Prospect(Outlook.CHECK_IN_OPENS, tournament, opens_at)


def _refused_deck(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """A deck with a card that a judge refused after the close is to be replaced, by whoever plays with it (OTE-1.7)."""
    is_on = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
    if is_on and _is_own(asked, entrant) and deck_checks.is_to_correct(work, tournament, entrant):
        yield DutyItem(Duty.CORRECT_DECK, tournament.tournament_id, tournament, None)


def _team_invitations(work: Work, asked: Asked, tournament: Tournament, closes_at: datetime) -> Found:
    """Teams of the event that ask the person to play for them; each is answered by itself."""
    if tournament.rulebook.teams is None or asked.person is None:
        return
    for place in team_places.open_of_person(work, asked.person.person_id):
        entrant = entrants.load(work, place.entrant_id)
        if entrant is not None and entrant.tournament_id == tournament.tournament_id:
            called = entrant.team_name or ""
            yield DutyItem(Duty.ANSWER_TEAM, entrant.entrant_id, tournament, closes_at, called=called)


def _is_own(asked: Asked, entrant: Entrant) -> bool:
    """Whether who asks answers for the entry, and does not just play for its captain."""
    return asked.person is not None and entrant.person_id == asked.person.person_id


def _is_complete(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether nothing of the team keeps it from confirming (AIJE-D05-1, GO-25, OLY-1)."""
    try:
        teams.refuse_incomplete(work, tournament, entrant, asked.presser)
    except UserError:
        return False
    return True


def _champion(work: Work, asked: Asked, tournament: Tournament) -> Found:
    """The champion's colours of the first and the last game, and who it is where nobody knows (AIJE-D03-2)."""
    view = title_holders.holder_view(work, tournament.tournament_id)
    if view is None or view.settled is not None:
        return
    key, closes_at = tournament.tournament_id, check_in_closes_at(tournament, outages_of(work, tournament))
    is_open = view.choices.first is None or view.choices.last is None
    if view.champion is None and asked.may(Act.EDIT_TOURNAMENT):
        yield DutyItem(Duty.NAME_CHAMPION, key, tournament, closes_at)
    elif view.champion is not None and asked.is_me(view.champion) and view.may_choose and is_open:
        yield DutyItem(Duty.CHOOSE_COLOURS, key, tournament, closes_at)


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


def _membership(work: Work, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """In which team who asks plays, and who leads it."""
    if entrant.team_name is not None and asked.person is not None and entrant.person_id != asked.person.person_id:
        captain = people.load(work, entrant.person_id)
        yield Prospect(Outlook.IN_TEAM, tournament, None, captain, called=entrant.team_name)


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
