"""Gathering what is shown of an event that has ended, in one read."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.contests import Contest, Stage
from bot.domain.ending_views import PodiumPlace, PodiumView, RatingChange, RatingsView, RecordView
from bot.domain.formats import FORMATS, EventFacts
from bot.domain.formats.knockout import winner
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.domain.lengths import has_table
from bot.domain.rulebook import FormatName
from bot.domain.standings import podium
from bot.domain.tournament import Tournament, takes_entries
from bot.services.event_facts import facts
from bot.services.rated_games import rated_matches
from bot.services.sides import players
from bot.storage import people, ratings, tournaments
from bot.storage.database import Work


def podium_view(work: Work, tournament_id: TournamentId) -> PodiumView | None:
    """Who won what, and the event to look forward to; None for an event that has not ended."""
    tournament = _ended(work, tournament_id)
    if tournament is None:
        return None
    known, who = facts(work, tournament), players(work, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    if tournament.rulebook.format is FormatName.ARENA:
        rows = tuple(row for row in rows if row.won + row.drawn + row.lost)  # Who came and played nothing won nothing.
    steps = podium(rows, of_table=has_table(tournament.rulebook))
    upcoming = next((one for one in tournaments.unfinished(work, tournament.guild_id) if takes_entries(one)), None)
    return PodiumView(
        tournament=tournament,
        places=tuple(PodiumPlace(row.rank_from, who[row.entrant_id], _won(known, row.entrant_id)) for row in steps),
        players=len(known.starters),
        upcoming=upcoming,
    )


def ratings_view(work: Work, tournament_id: TournamentId) -> RatingsView | None:
    """What the event did to the ratings of those who played it; None where it published no list."""
    tournament, published = _ended(work, tournament_id), ratings.of_tournament(work, tournament_id)
    if tournament is None or published is None:
        return None
    former = ratings.before(work, published)
    before = former.rated if former else {}
    played = {person for match in rated_matches(work, tournament) for person in (match.first, match.second)}
    listed = [published.rated[person] for person in played if person in published.rated]
    known = people.by_ids(work, [line.person_id for line in listed])
    changes = (
        RatingChange(known[line.person_id], _rating(before, line.person_id), line.rating)
        for line in sorted(listed, key=lambda line: (-line.rating, line.person_id))
    )
    return RatingsView(tournament, published.published_at, tournament.rulebook.rating.initial, tuple(changes))


def record_view(work: Work, tournament_id: TournamentId) -> RecordView | None:
    """Every result of an event that has ended; None before its end."""
    tournament = _ended(work, tournament_id)
    if tournament is None:
        return None
    standing = facts(work, tournament).contests
    return RecordView(tournament, standing, players(work, tournament), ratings_view(work, tournament_id))


def _ended(work: Work, tournament_id: TournamentId) -> Tournament | None:
    tournament = tournaments.load(work, tournament_id)
    return tournament if tournament is not None and tournament.ended_at is not None else None


def _won(known: EventFacts, entrant_id: EntrantId) -> Contest | None:
    """The final or the third-place match that the entrant won."""
    deciding = (one for one in known.contests if one.stage in {Stage.FINAL, Stage.THIRD_PLACE} and len(one.sides) > 1)
    return next((one for one in deciding if winner(one) == entrant_id), None)


def _rating(listed: Mapping[PersonId, ratings.Rated], person_id: PersonId) -> float | None:
    return listed[person_id].rating if person_id in listed else None
