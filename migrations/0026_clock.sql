-- How far the machine's clock was ahead of Discord's time when last looked at, in milliseconds; nothing while it is right.
ALTER TABLE vital_signs ADD COLUMN clock_off INTEGER;

-- Times in which no press could be taken are recorded however short; a look at the latest must not read them all.
CREATE INDEX outages_by_end ON outages (up_at);
