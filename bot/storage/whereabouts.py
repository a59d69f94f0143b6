"""Which server a thing belongs to. It never changes as long as the thing is there."""

from __future__ import annotations

from typing import Final

from bot.domain.ids import GuildId
from bot.domain.things import Thing
from bot.storage.context import Query

_GUILD_OF: Final = {
    Thing.AMENDMENT: "SELECT guild_id FROM rating_amendments WHERE amendment_id = ?",
    Thing.APPEAL: "SELECT guild_id FROM appeals WHERE appeal_id = ?",
    Thing.BAR: "SELECT guild_id FROM bars WHERE bar_id = ?",
    Thing.CASE: "SELECT guild_id FROM absence_cases JOIN tournaments USING (tournament_id) WHERE case_id = ?",
    Thing.CEREMONY: "SELECT guild_id FROM ceremonies JOIN tournaments USING (tournament_id) WHERE ceremony_id = ?",
    Thing.CLAIM: "SELECT guild_id FROM account_claims WHERE claim_id = ?",
    Thing.DRAFT: "SELECT guild_id FROM drafts WHERE draft_id = ?",
    Thing.ENTRANT: "SELECT guild_id FROM entrants JOIN tournaments USING (tournament_id) WHERE entrant_id = ?",
    Thing.EVENT: "SELECT guild_id FROM tournaments WHERE tournament_id = ?",
    Thing.EVENT_PROPOSAL: "SELECT guild_id FROM event_proposals WHERE proposal_id = ?",
    Thing.FILE: "SELECT guild_id FROM case_files WHERE file_id = ?",
    Thing.GRADE: "SELECT guild_id FROM grades WHERE grade_id = ?",
    Thing.JEEK_GAME: "SELECT guild_id FROM jeek_games WHERE game_id = ?",
    Thing.LOG_LINE: "SELECT guild_id FROM log WHERE sequence = ?",
    Thing.MATCH: "SELECT guild_id FROM contests JOIN tournaments USING (tournament_id) WHERE contest_id = ?",
    Thing.NAME_CLAIM: "SELECT guild_id FROM name_claims WHERE claim_id = ?",
    Thing.OPENING_DRAFT: "SELECT guild_id FROM opening_drafts WHERE draft_id = ?",
    Thing.OWN_ACT: "SELECT guild_id FROM own_acts WHERE act_id = ?",
    Thing.PENALTY: "SELECT guild_id FROM rating_penalties WHERE penalty_id = ?",
    Thing.PERSON: "SELECT guild_id FROM people WHERE person_id = ?",
    Thing.SAME_PERSON: "SELECT guild_id FROM same_persons WHERE link_id = ?",
    Thing.PLACE: "SELECT guild_id FROM team_places JOIN entrants USING (entrant_id) JOIN tournaments"
    " USING (tournament_id) WHERE place_id = ?",
    Thing.RECORD_NAME: "SELECT guild_id FROM record_names WHERE name_id = ?",
    Thing.SEAT_ROUND: "SELECT guild_id FROM seat_rounds WHERE round_id = ?",
    Thing.SERIES: "SELECT guild_id FROM circuits WHERE circuit_id = ?",
    Thing.SIGNATURE: "SELECT guild_id FROM signatures WHERE signature_id = ?",
    Thing.SIGN_UPS: "SELECT guild_id FROM sign_up_drafts WHERE draft_id = ?",
    Thing.SUGGESTION: "SELECT guild_id FROM suggestions WHERE suggestion_id = ?",
    Thing.TITLE_PROPOSAL: "SELECT guild_id FROM title_proposals WHERE proposal_id = ?",
    Thing.VOTE: "SELECT guild_id FROM votes WHERE vote_id = ?",
    Thing.VOTE_DRAFT: "SELECT guild_id FROM vote_drafts WHERE draft_id = ?",
    Thing.WARNING: "SELECT guild_id FROM warnings JOIN contests USING (contest_id)"
    " JOIN tournaments USING (tournament_id) WHERE warning_id = ?",
}


def guild_of(tx: Query, thing: Thing, key: str) -> GuildId | None:
    """The server of the thing; None where there is no such thing."""
    row = tx.fetch_one(_GUILD_OF[thing], (key,))
    return None if row is None else GuildId(row["guild_id"])
