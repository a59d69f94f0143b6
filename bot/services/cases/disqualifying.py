"""Out of one event: its own arbiters, and the end of somebody's part in it (AIJE-D01-2, GO-28.4)."""

from __future__ import annotations

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.services import event_log
from bot.services.events import event
from bot.storage import contests, duty, entrants, event_officers, identities, tournaments
from bot.storage.database import Work

_BEGUN = frozenset({Phase.CHECK_IN, Phase.DRAWING, Phase.RUNNING})


def referees(work: Work, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether it is an event of the person's own (AIJE-D01-2), under whichever account.

    Its chief and deputies, and who has or had a match of it; where no chief is named, who is on duty once it begins.
    """
    own = identities.selves(work, person_id)
    if has_refereed(work, tournament, own):
        return True
    begun = phase(tournament) in _BEGUN and not event_officers.holding(work, tournament.tournament_id)
    on_duty = duty.with_titles(work, tournament.guild_id, tournament.tournament_id) if begun else []
    return any(one.person_id in own and title is not None for one, title in on_duty)


def has_refereed(work: Work, tournament: Tournament, own: list[PersonId]) -> bool:
    """Whether one of them is its chief or a deputy, or has or had a match of it."""
    officers = {one.person_id for one in event_officers.holding(work, tournament.tournament_id)}
    return not officers.isdisjoint(own) or any(contests.referees(work, tournament.tournament_id, one) for one in own)


def rules_cited(work: Work, guild_id: GuildId) -> tuple[str, ...]:
    """The rules that the server's events to come and under way cite, for who names the one that was broken."""
    cited = (rule for one in tournaments.all_unfinished(work, guild_id) for rule in one.rulebook.cites)
    return tuple(dict.fromkeys(cited))


def take_out(work: Work, occasion: Occasion, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Ends the person's part in a running event, as leaving does; matches to come are walkovers (GO-28.4)."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return
    out = [one for one in places(work, tournament, person_id) if entrants.withdraw(work, one.entrant_id, occasion.now)]
    for entrant in out:
        event_log.record(work, occasion, tournament, "disqualify", by, entrant=entrant.entrant_id)
    if out:
        event.proceed_all(work, occasion, tournament.guild_id, first=tournament.tournament_id)


def places(work: Work, tournament: Tournament, person_id: PersonId) -> list[Entrant]:
    """Where the person plays in the event, under whichever account: two that were found to be one may both play."""
    own = identities.selves(work, person_id)
    starting = entrants.with_outcome(work, tournament.tournament_id, "starter")
    return [one for one in starting if one.person_id in own]
