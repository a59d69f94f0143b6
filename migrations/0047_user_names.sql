-- Two members of one name are told apart by the user name that Discord gave them. Names with one key are drawn alike.
ALTER TABLE people ADD COLUMN user_name TEXT CHECK (length(user_name) BETWEEN 1 AND 100);
ALTER TABLE people ADD COLUMN name_key TEXT;
CREATE INDEX people_drawn_alike ON people (guild_id, name_key) WHERE name_key IS NOT NULL;
