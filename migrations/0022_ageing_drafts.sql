-- What waits for somebody's next press is let go after a time: the oldest is found without a walk.
CREATE INDEX drafts_by_age ON drafts (drafted_at);
CREATE INDEX vote_drafts_by_age ON vote_drafts (drafted_at);
CREATE INDEX opening_drafts_by_age ON opening_drafts (drafted_at);
CREATE INDEX sign_up_drafts_by_age ON sign_up_drafts (drafted_at);
CREATE INDEX record_drafts_by_age ON record_drafts (drafted_at);
CREATE INDEX rating_sheets_by_age ON rating_sheets (sent_at);
CREATE INDEX cup_forms_by_age ON cup_forms (typed_at);
CREATE INDEX seed_forms_by_age ON seed_forms (typed_at);
CREATE INDEX event_posters_by_age ON event_posters (made_at);
