-- What is told of an event may call one role: with the announcement, a day before, and as check-in opens.
ALTER TABLE event_posters ADD COLUMN role_id INTEGER;
