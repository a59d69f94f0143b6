"""Setting a server up (`/setup`): channels, roles, language, and which commands people can type.

Begin with `verbs.py`: each press decides one thing at once. A switch hides and shows commands and refuses nothing:
whatever runs goes on, by its cards. An event switches on what it needs. `cards.py` has the pages of the panel. Which
commands a switch brings stands in `bot/server/model.py`.
"""
