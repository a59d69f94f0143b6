-- What an organiser tells of an event beside its rules: immutable, and shared by a draft, a proposal and the event.
CREATE TABLE event_posters (
    poster_id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES people (person_id),
    description TEXT NOT NULL CHECK (length(description) <= 1000),
    prize TEXT NOT NULL CHECK (length(prize) <= 200),
    stream TEXT NOT NULL CHECK (length(stream) <= 300),
    -- A JPEG of the bot's own making, never the file that was sent.
    picture BLOB CHECK (length(picture) <= 300000),
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX event_posters_by_person_id ON event_posters (person_id);

-- The form as it was filled in, right or wrong, until it is taken or given up; of a new event where no event is named.
CREATE TABLE poster_forms (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    tournament_id TEXT REFERENCES tournaments (tournament_id),
    poster_id TEXT NOT NULL UNIQUE REFERENCES event_posters (poster_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX poster_forms_by_tournament_id ON poster_forms (tournament_id) WHERE tournament_id IS NOT NULL;

ALTER TABLE drafts ADD COLUMN poster_id TEXT REFERENCES event_posters (poster_id);
ALTER TABLE event_proposals ADD COLUMN poster_id TEXT REFERENCES event_posters (poster_id);
ALTER TABLE tournaments ADD COLUMN poster_id TEXT REFERENCES event_posters (poster_id);
CREATE INDEX drafts_by_poster_id ON drafts (poster_id) WHERE poster_id IS NOT NULL;
CREATE INDEX event_proposals_by_poster_id ON event_proposals (poster_id) WHERE poster_id IS NOT NULL;
CREATE INDEX tournaments_by_poster_id ON tournaments (poster_id) WHERE poster_id IS NOT NULL;
