-- Whether the server's time zone was guessed by its language, and nobody has confirmed it yet.
ALTER TABLE guilds ADD COLUMN zone_guessed INTEGER NOT NULL DEFAULT 0 CHECK (zone_guessed IN (0, 1));
UPDATE guilds SET zone_guessed = 1 WHERE set_up_at IS NULL;
