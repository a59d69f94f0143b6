"""How everything looks: the shape of a message, text that is safe to show, and pictures as PNG.

`cards.py` has the `Card` that every message is made of: text, rows of buttons and menus, pictures beside it, and whom
it calls. `sentences.py` makes safe what people typed and puts values into words, `command_names.py` turns a command in
a text into Discord's mention.

Pictures (brackets, podiums, tables, players) are drawn from the frozen data of `picture_model.py`, with nothing read
but fonts; draw in a thread. `uploads.py` makes a stranger's picture one of our own.
"""

from __future__ import annotations
