"""A server: its settings, who may do what there, and how the bot speaks to it.

`model.py` has two tables that everybody asks: which capacities may do an act, and whose interest each act touches and
who keeps out of it for that. It also says which commands a server can switch on. `verbs.py` finds who is behind a press
and with which capacities, and counts what is limited for a person: by the Discord account, so that it holds over an
erasure. `store.py` keeps what `/setup` decided, stand-ins of offices, and which commands Discord was told of.

What a whole server may keep has its bounds in `bounds_model.py`; verbs that make one more of it, of whatever feature,
ask `bounds_verbs.py` for room.

`speaking_verbs.py` promises to speak: to a channel, a match, a person, the committee, everybody; and it says what
follows once a message was delivered (`DeliveryHooks`). `setup_model.py` is a server that is being set up.
"""
