"""What there is to do: `/me` and `/help`, and what waits for who holds an office.

`verbs.py` gathers every open duty of a person from the parts (`TaskHooks`), each with its button, and reminds holders
of offices of what waits for them: after a day, then one, three and seven days on; then it rests. `calls_messages.py`
holds every message to whom its kind declares that it calls, and tells of outages and of the bot's clock.
`model.py` finds commands by the words that people type, which the catalogues have under `help.words`.
`staff_worker.py` finds whom a call can reach: who may still run the event, and whether Discord pings the role.
"""
