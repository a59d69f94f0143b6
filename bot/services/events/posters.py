"""What is told of an event beside its rules: carried by its drafts, told on Confirm, and changed on record."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.events.drafts import Draft
from bot.domain.events.posters import Poster
from bot.domain.events.sayings import ScheduledEvent
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.services import event_log
from bot.services.timetable import tournament_subject
from bot.storage import drafts, event_posters
from bot.storage.context import Query, Tx


def of_draft(tx: Query, _: GuildId, draft: Draft) -> Poster | None:
    """What the draft would tell, or None where it tells nothing new."""
    return event_posters.load(tx, draft.poster_id)


def of_earlier_draft(tx: Query, person_id: PersonId, tournament_id: TournamentId | None) -> str | None:
    """What the person's last draft told, where that was of the same event, or of a new one as well."""
    earlier = drafts.of_person(tx, person_id)
    return next((one.poster_id for one in earlier if one.tournament_id == tournament_id), None)


def change(tx: Tx, tournament: Tournament, poster_id: str, by: PersonId, *, calendar_knows: bool) -> None:
    """Has the event tell something else: its announcement is edited and nothing said anew.

    The calendar is told, unless it will look anyway or shows only what is to come.
    """
    if event_posters.load(tx, tournament.poster_id) == event_posters.load(tx, poster_id):
        return
    event_posters.give_event(tx, tournament.tournament_id, poster_id)
    author = event_posters.author_of(tx, tournament.poster_id)
    if author is not None:
        event_posters.drop_unused(tx, author)
    event_log.record(tx, tournament, "describe_event", by)
    tx.touch(tournament_subject(tournament.tournament_id))
    if not calendar_knows and tx.now < tournament.start_at:
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(tournament.tournament_id))
