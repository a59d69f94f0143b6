"""A match from its call to its final result, and those who watch over it.

What an offence costs, how many warnings lose a game, when lateness loses it, who decides on a disturbed position: all
of it is the table `[discipline]` of a rulebook (`bot/play/rulebook.py`); without the table an event has none of it. A
warning is a fact with its price and whether it lost the game, and stays on record when it is taken back. In a match of
teams it is a player's, on a board, each of which is a game beside the others (`bot/features/teams/boards_verbs.py`).
What loses a game is shown first and refused as out of date when by then it would do something else. A game lost by an
offence goes through `bot/features/playing/verbs.py`: the score between games rises, or the match is settled as by a
ruling.

The limit of lateness is no second clock: it is the walkover clock's time for a game, and a rulebook in which the two
differ is refused. In a match of teams lateness is each player's, with a limit or a game for each full time: a team that
is away pays on all its boards, a single player is waited for on the own (`bot/features/teams/model.py`,
`bot/features/teams/absences_verbs.py`). What comes off a player's clock follows from the clock that ran from the call
(`bot/play/matches.py`).

A game is adjourned by its arbiter or at the rulebook's stated time (`bot/features/playing/board_model.py`,
`bot/features/playing/adjourning_verbs.py`): it is suspended until a moment at which it goes on by itself, whoever is
there. What each side had used is a note that both confirm, and a corrected one is a new row that both confirm anew
(`bot/features/playing/ruling_verbs.py`); when a clock fails it is set by the note, without one the time is split
equally, and what else is to be is decided by the chief arbiter.

An event's chief arbiter and deputies are recorded acts (`bot/features/tournaments/store.py`) and a standing in that
event alone; they decide what arbiters pass up, and on the board where one is named. The chief drafts the event's own
rules, which count once an organiser approves them before the close (`bot/features/tournaments/proposal_verbs.py`), and
may have the first draw made anew. When both sides lose and somebody has to be paired, a lot between the two is a draw
of its own with the next link; it touches the pairing and no point.

Where a rulebook's games are told by a count, one number is told (`bot/features/playing/correcting_verbs.py`): the first
colour's. Compensation and the warnings of that game give winner and margin, at the report, on the card and in a
correction alike; a warning given while a count waits for its answer has it told anew.
"""

from __future__ import annotations
