"""Absence cases and misconduct cases, from the first fact to the last appeal.

An absence case is opened by the rules (`verbs.py`): notice, justification, review, verdict. A misconduct case is opened
by a person (`misconduct_verbs.py`): statements that are only ever added, a right of reply, pauses that need a reason,
and a verdict (`verdict_verbs.py`). What an unjustified absence costs by itself gives way to what the committee votes: a
bar, or the games given away rated at the absent player's cost alone, as a new dated list (`barring_verbs.py`).

There is one appeal against each verdict, bar, loss of points or ruling on a match: `committee_verbs.py` says whose and
until when, `appeals_verbs.py` decides, and granting it undoes the decision in the same transaction. A ruling is undone
by the right score (`bot/features/playing/correcting_verbs.py`): while the event runs, matches that hung on the old one
are played anew; once it is over, the bracket stands, and only a result on which nothing hangs is corrected.

A result that was fraudulent is annulled beside itself: the result, the pairings made since and the bracket stand; it
counts for nobody's rating, and whoever lost it is ranked as out in that contest.

Nobody is charged with an absence for what was refused to them: whoever may not confirm any more at the close is taken
off the list, whoever moved up from the wait list while confirmation was open is excused, and a team was away only when
nobody sat at any of its boards.

`links_verbs.py` is about who is who: names that turn out to be members, and staff's word that two people are one,
public, appealable, undone by one act.
"""

from __future__ import annotations
