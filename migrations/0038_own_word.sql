-- Whether who was entered has said so by any press: nobody answers for the absence from what only others wanted.
ALTER TABLE entrants ADD COLUMN own_word INTEGER NOT NULL DEFAULT 1 CHECK (own_word IN (0, 1));
