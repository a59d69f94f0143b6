"""Out of one event: its own arbiters, and the end of somebody's part in it (AIJE-D01-2, GO-28.4)."""

from __future__ import annotations

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import GuildId, PersonId
from bot.services import event_log
from bot.services.events import event
from bot.storage import contests, duty, entrants, event_officers, identities, tournaments
from bot.storage.context import Query, Tx

_BEGUN = frozenset({Phase.CHECK_IN, Phase.DRAWING, Phase.RUNNING})


def referees(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether it is an event of the person's own (AIJE-D01-2), under whichever account.

    Its chief and deputies, and who has or had a match of it; where no chief is named, who is on duty once it begins.
    """
    own = identities.selves(tx, person_id)
    if has_refereed(tx, tournament, own):
        return True
    begun = phase(tournament) in _BEGUN and not event_officers.holding(tx, tournament.tournament_id)
    on_duty = duty.with_titles(tx, tournament.guild_id, tournament.tournament_id) if begun else []
    return any(one.person_id in own and title is not None for one, title in on_duty)


def has_refereed(tx: Query, tournament: Tournament, own: list[PersonId]) -> bool:
    """Whether one of them is its chief or a deputy, or has or had a match of it."""
    officers = {one.person_id for one in event_officers.holding(tx, tournament.tournament_id)}
    return not officers.isdisjoint(own) or any(contests.referees(tx, tournament.tournament_id, one) for one in own)


def rules_cited(tx: Query, guild_id: GuildId) -> tuple[str, ...]:
    """The rules that the server's events to come and under way cite, for who names the one that was broken."""
    cited = (rule for one in tournaments.all_unfinished(tx, guild_id) for rule in one.rulebook.cites)
    return tuple(dict.fromkeys(cited))


def take_out(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Ends the person's part in a running event, as leaving does; matches to come are walkovers (GO-28.4)."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return
    out = [one for one in places(tx, tournament, person_id) if entrants.withdraw(tx, one.entrant_id, tx.now)]
    for entrant in out:
        event_log.record(tx, tournament, "disqualify", by, entrant=entrant.entrant_id)
    if out:
        event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def places(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Entrant]:
    """Where the person plays in the event, under whichever account: two that were found to be one may both play."""
    own = identities.selves(tx, person_id)
    starting = entrants.with_outcome(tx, tournament.tournament_id, "starter")
    return [one for one in starting if one.person_id in own]
