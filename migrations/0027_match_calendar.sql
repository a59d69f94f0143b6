-- Entries of matches in a server's calendar are found by Discord's id, and counted: Discord takes a hundred in all.
CREATE INDEX match_windows_by_calendar_event_id ON match_windows (calendar_event_id)
    WHERE calendar_event_id IS NOT NULL;
