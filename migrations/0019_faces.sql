-- The small picture of a member that pictures show: a JPEG of the bot's own making, never the file that was fetched.
CREATE TABLE faces (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    -- What Discord calls the picture that was fetched; another one is fetched anew.
    avatar TEXT NOT NULL CHECK (length(avatar) BETWEEN 1 AND 200),
    -- None where what was fetched was no picture.
    picture BLOB CHECK (length(picture) <= 20000),
    fetched_at INTEGER NOT NULL
) STRICT;
CREATE INDEX faces_by_moment ON faces (fetched_at, person_id);

-- Who wants to be shown without a face.
CREATE TABLE hidden_faces (
    person_id TEXT PRIMARY KEY REFERENCES people (person_id),
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A face is the account's: it goes with it, by an erasure, an expulsion or another link.
CREATE TRIGGER face_goes_with_the_account AFTER UPDATE OF discord_id ON people
WHEN NEW.discord_id IS NOT OLD.discord_id
BEGIN DELETE FROM faces WHERE person_id = NEW.person_id; END;
