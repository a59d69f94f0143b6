"""A ladder: for the rulebook's time whoever is free challenges somebody above who is free, up to so many places.

Begin with `verbs.py`. A challenge makes a match in the transaction of the press, which is called and played as any
other. Who wins from below takes the place; the places are derived from the matches alone
(`bot/play/formats/ladder.py`), so a corrected result derives them anew. No challenge is taken once the time is up, by
the moment of the press; the event ends with the last match that was challenged in time. The time stands still while the
bot is away: `clock` says from when it counts, and the step looks at the outages anew.
"""

from __future__ import annotations
