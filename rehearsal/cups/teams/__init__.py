"""The rehearsal of an event of teams: captains with their forms, line-ups, boards, and a judge who counts boards."""
