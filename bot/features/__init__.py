"""What the bot does: a folder for each feature, with a module or a few for each role.

The roles are `model`, `store`, `hooks`, `verbs`, `cards`, `messages`, `plugs` and `worker`, and each may import those
before it. The core comes first (`tournaments`, `signing`, `course`, `entering`, `playing`, `rounds`) and names no
feature above it: it asks hooks, and `bot/wiring.py` joins what answers. Each folder's docstring says what its feature
does.
"""
