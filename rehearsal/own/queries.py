"""What the judge of the rehearsal reads in the database for itself."""

from __future__ import annotations

from typing import Final

OF_THE_JUDGE: Final = {
    "acts": "SELECT * FROM own_acts ORDER BY asked_at, act_id",
    "signatures": "SELECT * FROM signatures ORDER BY asked_at",
    "pauses": "SELECT * FROM event_pauses JOIN tournaments USING (tournament_id) ORDER BY paused_at",
    "events": "SELECT tournament_id, name, start_at, cancelled_at FROM tournaments",
    "people": "SELECT person_id, discord_id, name FROM people",
    "seeds": "SELECT tournament_id FROM hand_seeds",
    "crowned": "SELECT person_id FROM world_titles",
    "exams": "SELECT person_id FROM exams",
    "seats": "SELECT person_id FROM seats",
    "lifted": "SELECT bar_id FROM bars WHERE lifted_at IS NOT NULL",
    "bars": "SELECT person_id FROM bars",
    "rated": "SELECT person_id, rating FROM ratings",
    "terms": "SELECT k FROM rating_terms",
    "links": "SELECT * FROM same_persons",
    "unlinked": "SELECT link_id FROM same_persons WHERE undone_at IS NOT NULL",
    "titles": "SELECT person_id FROM title_proposals WHERE decided_by = person_id OR approved_by = person_id",
    "grades": "SELECT person_id FROM grades WHERE decided_by = person_id",
    "approved": "SELECT saved_by FROM rulebook_approvals",
    "tied": "SELECT * FROM discord_links",
    "log": "SELECT * FROM log ORDER BY sequence",
}
OF_THE_LOG: Final = {"log": "SELECT sequence, act FROM log ORDER BY sequence"}
OF_FEW: Final = {
    "acts": "SELECT * FROM own_acts WHERE ground IS NOT NULL OR agree_by IS NOT NULL ORDER BY asked_at, act_id",
    "events": "SELECT tournament_id, start_at FROM tournaments",
    "withdrawn": "SELECT name FROM entrants JOIN people USING (person_id) WHERE withdrawn_at IS NOT NULL",
}
"""Of a cup of five."""
