-- The latest invitations of a kind that organisers decided on, among all of the server's.
CREATE INDEX seat_rounds_by_kind ON seat_rounds (guild_id, round_of, proposed_at);
