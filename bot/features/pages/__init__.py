"""What people outside the server may see of it: pages, feeds and an API, which the folder `web` draws.

`facts_model.py` is the table of public facts: which columns may leave, shown to whom, from which moment. What is not in
it is private. `public_model.py` has the `Public…` objects, the only things that pages, feeds and the API are given.
Of an event `event_verbs.py` reads what is on record, the cards of its parts (`matches`, `brackets`, `tables`) put it
into words, and `event_messages.py` hands it out; so do `server_messages.py` (rating lists and series too),
`player_messages.py` and `calendar_messages.py` what the verbs of their names read. `model.py` decides as what somebody
is shown. The owner of a server switches its pages on; each event and each person has a choice of their own.
"""
