"""Games of Jeek beside every event.

`domain/jeek.py` is the rules, `jeek_solver.py` who wins (two milliseconds for the whole board, `docs/performance.md`),
`jeek_games.py` a game on its clock. What is stored is the challenge, the moves with the moments of their presses, and
the end; what is left on a clock and when its flag falls are derived; outages stop both clocks, and so do pauses, which
are presses on record too (`jeek_pauses.py`): they end by themselves, or at once when both players press to play on. The
message on which a challenge is accepted becomes the board, as the panel "jeek:ID": presses are answered with its new
state, so a game costs no call but the edit when a flag falls. Who wins with best play is told to arbiters who do not
play at that moment, since to a player it would be help.
"""
