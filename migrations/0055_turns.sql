-- How urgent a promise is: 0 a call or an answer in a channel, 1 a letter, 2 what only has to be true some day.
ALTER TABLE outbox ADD COLUMN urgency INTEGER NOT NULL DEFAULT 0 CHECK (urgency BETWEEN 0 AND 2);
UPDATE outbox SET urgency = CASE
    WHEN kind IN ('scheduled_event', 'match_in_calendar', 'mirror_roles') THEN 2
    WHEN target LIKE 'member:%' THEN 1
    ELSE 0
END WHERE state <> 'delivered';

-- Whose turn it is: the next server in which something so urgent waits, and its next lane, each found at once.
CREATE INDEX outbox_turns ON outbox (
    urgency,
    guild_id,
    (CASE WHEN kind IN ('scheduled_event', 'match_in_calendar', 'mirror_roles') THEN kind ELSE target END),
    sequence
) WHERE state = 'pending';
