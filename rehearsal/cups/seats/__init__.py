"""The rehearsal of a match for a seat: an Open and a League before it, invitations, answers, the matches, the seats."""
