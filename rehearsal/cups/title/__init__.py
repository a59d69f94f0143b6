"""The rehearsal of a match for a title: colours, games told one by one, pauses, decisions, and who is crowned."""
