-- Held free for another branch.
SELECT 1;
