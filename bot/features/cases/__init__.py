"""Absence cases and misconduct cases, from the first fact to the last appeal.

Two kinds of case exist: the absence case, which rules open by themselves (`bot/features/cases/verbs.py`), and the
misconduct case, which a person opens (`bot/features/cases/misconduct_verbs.py`), with statements that are only ever
added, a right of reply, pauses that need a reason, and a verdict. What came of an unjustified absence by itself gives
way to what the committee votes, opened from the card of the case (`bot/features/cases/verbs.py`): a bar, or the games
given away rated at the absent player's cost alone (`bot/features/cases/barring_verbs.py`), a new dated list that the
opposite vote, an appeal or a reopened case turns back.

There is one appeal against each verdict, bar, loss of points, or ruling on a match
(`bot/features/cases/committee_verbs.py` says whose and until when, `bot/features/cases/appeals_verbs.py` decides), and
granting it undoes the decision in the same transaction. A ruling is undone by the right score, of teams by the right
boards and of a table by winner and influence (`cogs/misconduct.py`), through
`bot/features/playing/correcting_verbs.py`: while the event runs, matches that hung on the old one are played anew; once
it is over, the bracket stands, and only a result on which nothing hangs is corrected, with podium and ratings.

A result that was fraudulent is annulled beside itself (`bot/features/playing/reports_store.py`), even after further
rounds were paired: the result, the pairings made since and the bracket stand, and nobody is brought back; it counts for
nobody's rating, and whoever lost it is ranked as out in that contest. What is published already is put right by a new
list.

Nobody is charged with an absence for what was refused to them: whoever may not confirm any more at the close is taken
off the list (`bot/features/entering/check_in_verbs.py`), whoever moved up from the wait list while confirmation was
open is excused, and a team was away only when nobody sat at any of its boards (`bot/features/cases/model.py`).
"""

from __future__ import annotations
