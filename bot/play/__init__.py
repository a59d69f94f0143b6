"""The rules of play as pure functions of facts: no clock, no chance, no Discord.

`rulebook.py` and `format_rules.py` are a regulation as data; the `*_checks.py` modules say what can be wrong with it.
`entries.py` has who entered and in which phase an event is, `contests.py` what a contest and its result are, and
`matches.py` a match while it is run. A contest has one to four sides; a bye is a contest with one, so a bracket needs
no table of its own.

Who meets whom is a format (`formats`), with `pairing.py` and `pairing_engine.py` for a Swiss. `points.py`, `ranking.py`
and `tie_breaks.py` make the table, `deciders.py` says what is played after it, `rating.py` counts ratings, `draw.py` is
the draw that anybody can run again. `teams.py`, `title_games.py` and `series.py` have the rules of teams, of a match
told game by game, and of events that count together.

`plugs.py` is how features add to a part that knows none of them: `Hooks` and `Joined`.
"""
