-- The other side's own score, where it differs from the one that was reported first: two reports that differ are a dispute.

ALTER TABLE reports ADD COLUMN counter_score TEXT;
ALTER TABLE reports ADD COLUMN counter_particulars TEXT CHECK ((counter_particulars IS NULL) = (counter_score IS NULL));
