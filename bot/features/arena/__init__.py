"""An arena: for a stated time whoever is free is paired at once.

Begin with `verbs.py`, what a player does, and `reading_verbs.py`, the arena as it runs. A pass over the lobby makes the
pairs that are possible, forty at most, of those who have waited longest; a press on *I'm ready* pairs at once, unless a
pass was made in the last three seconds, and otherwise the step `pair_lobby` does. One message tells the pairs of a
pass, and its delivery starts the countdown to the first move. What a player does stands on a card that only the player
sees. So an arena costs at most one message and one edit of its lobby every three seconds, however many play.

No press reads the games of others: `facts_of_lobby` and `facts_of_some` (`bot/features/course/facts_verbs.py`) are the
facts as far as the next pairs or some players' points follow from them. What each player has reached is the one thing
that is kept (`store.py`): triggers empty a row when a result changes, and it is counted anew at the next look.

Where `late_entry_within` says so, an arena takes new players for that long. Who is disqualified meanwhile is let into
no lobby any more; the game in play is played and counts. A bar for an absence elsewhere touches no arena that runs.

Only an own act leads to the lobby: the confirmation before the start, and a press afterwards. No game is lost by a
clock alone, since the bot sees no board: a player says that the opponent has not moved, the opponent is called by name
and has the rulebook's minutes to answer. The arena's time stands still while the bot is away (`began_at` is moved on),
so that its end, the record and a replay agree. The table is frozen three seconds after the end, for presses on their
way; the event ends when every result told in time is settled.
"""

from __future__ import annotations
