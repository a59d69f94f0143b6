"""What happens in an arena: the lobby, the pairs, the games, the end.

A pass over the lobby makes the pairs that can be made at that moment, forty at most, of those who have waited longest;
a press on *I'm ready* pairs at once, unless a pass was made in the last three seconds (one second after a full one),
and otherwise the step `pair_lobby` does it when those are over or when somebody has waited long enough. One message
tells the pairs of a pass, and its delivery starts the countdown to the first move. What a player does stands on a card
that only the player sees, edited by the answers to its own presses. So an arena costs at most one message and one edit
of its lobby every three seconds, however many play, and a message for each opponent who has to be asked for a move: 40
calls a minute in one channel, where Discord takes 60 of each kind; the opening of 500 players is seven messages in
seven seconds.

No press reads the games of others: `course_facts_verbs.facts_of_lobby` and `facts_of_some` are the facts as far as the
next pairs or some players' points follow from them, and the formats are asked as ever. The lobby's table is the one
thing that is kept (`store`): what each player has reached, counted from the player's own results in the transaction
that settled one. Triggers empty the row with whatever changes a result, an annulment or a contest, and an emptied row
is counted anew at the next look, so that it can be missing but not wrong; what was told too late is never kept, since
an outage may let it count.

Where `late_entry_within` says so, an arena takes new players for that long: an entrant with `enters_in` 2, the rating
of that day and no points, who comes to the lobby by the own press like everybody. The desk of an arena shows disputes
and stopped games alone, since everything else ends by itself within two minutes.

Who is disqualified meanwhile is let into no lobby any more (`reading_verbs`, by the bars in force, so that lifting one
opens the lobby again); the game in play is played and counts. A bar for an absence elsewhere is one from coming
tournaments, and touches no arena that runs; an expulsion, or a disqualification from the arena itself, is a withdrawal.

Only an own act leads to the lobby: the confirmation before the start, and a press afterwards, which is let in once the
last game was told by the presser or agreed to. No game is lost by a clock alone, since the bot sees no board: once the
countdown is over a player says that the opponent has not moved, the opponent is called by name, and has the rulebook's
minutes of a walkover game to answer. The time of an arena stands still while the bot is away: `began_at` in its facts
is moved on by the outages, so that its end, the record and a replay agree. The end freezes the table once, three
seconds after the time for presses on their way; the event ends when every result told in time is settled.
"""

from __future__ import annotations
