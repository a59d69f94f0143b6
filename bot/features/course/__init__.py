"""An event in play: what a settled result leads to, when matches are called, and how it ends.

Begin with `verbs.py`: it asks the format what comes next and writes it, and takes back what a correction undoes.
`facts_verbs.py` reads the facts from which formats, calls and pictures derive, and reveals one link of the event's
chain for each draw. `calling_verbs.py` calls matches as arbiters on duty allow, says how long an event will take, and
asks who runs an event that stands still. `rounds_verbs.py` has who is kept apart by the pairing, rounds missed or
entered late, and the round robin offered in the place of a small Swiss. `ending_verbs.py` ends an event once and for
all: rating list, podium, corrections afterwards (the title, seats and invitations that hung on the outcome).

Who is kept apart is a fact with its moments, so that every round can be paired again from what was known then. What is
played or drawn beside the regular rounds is told in public, with who is level on what and what comes after.
"""
