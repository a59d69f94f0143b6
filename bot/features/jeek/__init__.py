"""Games of Jeek beside every event.

`model` has the rules and who wins (two milliseconds for the whole board, `docs/performance.md`), and a game on its
clock in `bot/features/jeek/games_model.py`. What is stored is the challenge, the moves with the moments of their
presses, and the end; what is left on a clock and when its flag falls are derived; outages stop both clocks, and so do
pauses, which are presses on record too (`bot/features/jeek/games_model.py`): they end by themselves, or at once when
both players press to play on. The message on which a challenge is accepted becomes the board, as the panel "jeek:ID":
presses are answered with its new state, so a game costs no call but the edit when a flag falls. Who wins with best play
is told to arbiters who do not play at that moment, since to a player it would be help.
"""

from __future__ import annotations
