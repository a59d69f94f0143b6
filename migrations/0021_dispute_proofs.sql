-- Pictures and texts that were brought to a dispute of a result, kept as long as the case lasts.
CREATE TABLE dispute_proofs (
    report_id TEXT NOT NULL REFERENCES reports (report_id),
    number INTEGER NOT NULL CHECK (number > 0),
    contest_id TEXT NOT NULL REFERENCES contests (contest_id),
    person_id TEXT NOT NULL REFERENCES people (person_id),
    ending TEXT NOT NULL CHECK (length(ending) <= 8),
    -- A picture of the bot's own making, or a text; never the file that was sent.
    content BLOB NOT NULL CHECK (length(content) <= 1000000),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (report_id, number)
) STRICT;
CREATE INDEX dispute_proofs_by_contest_id ON dispute_proofs (contest_id);
CREATE INDEX dispute_proofs_by_person_id ON dispute_proofs (person_id);
