-- Messages that were on their way to Discord when another process took over from the one that sent them: each may come
-- to stand twice, and is looked for until that cannot happen any more.
CREATE TABLE overtaken (
    outbox_id TEXT PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    overtaken_at INTEGER NOT NULL
) STRICT;
