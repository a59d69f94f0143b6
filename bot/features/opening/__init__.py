"""The opening list: an association brings its people along, previewed, confirmed once, taken back as one act.

`model.py` and `plans_model.py` read the file, `who_verbs.py` asks who is meant by its lines, `planning_verbs.py` says
what each line would do, `verbs.py` writes all of it or nothing. Ratings become a dated rating list, from which later
events rate on. Titles, offices, bars, accounts and countries are written where they always stand; what no event here
can prove (tournaments won and refereed before, time as an arbiter) stands in tables of its own, and counts for titles.
"""

from __future__ import annotations
