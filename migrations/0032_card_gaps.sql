-- Times in which a card was gone on which people have to press before a clock ends: the clock stands still in them.
-- `stood_until` is when it was last known to stand; `held_until` how long the clock is held before it is looked at
-- again, as long as `back_at`, the moment of the card that stands in its place, is not known.
CREATE TABLE card_gaps (
    card TEXT NOT NULL,
    stood_until INTEGER NOT NULL,
    noticed_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    back_at INTEGER,
    PRIMARY KEY (card, stood_until)
) STRICT;
CREATE UNIQUE INDEX card_gaps_open ON card_gaps (card) WHERE back_at IS NULL;

-- When Discord was last asked for the message and had it.
ALTER TABLE panels ADD COLUMN seen_at INTEGER;
