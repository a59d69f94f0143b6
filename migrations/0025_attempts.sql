-- What was asked of Discord and is not on record as made: each row is a doubt, and goes when the doubt is settled.
-- `what` names the thing (a promise by its id), `sign` tells it from its like: the channel, or the name asked for.
CREATE TABLE attempts (
    what TEXT PRIMARY KEY,
    sign TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;

-- A promise that was put back in the queue after trouble may have been kept all the same: it is looked for at the start.
UPDATE outbox SET state = 'sending' WHERE state = 'pending' AND attempts > 0;

CREATE INDEX tournaments_in_the_calendar ON tournaments (scheduled_event) WHERE scheduled_event IS NOT NULL;
CREATE INDEX case_files_in_threads ON case_files (thread_id) WHERE thread_id IS NOT NULL;
