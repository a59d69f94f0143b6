-- Exams passed before the time as ANP was over waited for the end of some event. Each gets a step of its own now, due at
-- once: it proposes the title, or writes down the day on which the time is over.

INSERT INTO deadlines (subject, kind, due_at)
SELECT 'exam:' || e.person_id, 'propose_title', max(e.sat_at)
FROM exams e JOIN arbiter_titles a ON a.person_id = e.person_id AND a.until IS NULL AND a.title = 'ANP'
WHERE e.title = 'AN' AND e.passed = 1 AND e.sat_at >= a.since
GROUP BY e.person_id;
