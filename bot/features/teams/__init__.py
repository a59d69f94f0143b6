"""Teams: entering one, naming its line-ups, telling its boards.

A team is an entrant whose person is its captain; its members stand in `team_members`, with the boards that the ranking
published at the close gave them (`bot/features/teams/verbs.py: seat`). Wherever an entrant is shown,
`bot/features/tournaments/facts_verbs.py` gives the team's name with the captain's mention, and the same module finds
the team that a member plays for. Faults of a team or a line-up are pure (`bot/play/teams.py`), each with its person and
board; `bot/features/teams/errors_model.py` says them. A captain writes the boards, `bot/play/counts.py` reads them, and
they travel as particulars of the report. Who begins on a board follows from the order of the sides
(`bot/play/points.py`), as between two players. Which scene a dispute plays is derived from the seed of the draw that
paired it (`bot/play/points.py: scene_of`), and so can be checked by anybody. A match of teams has all its boards
wherever it is played (`bot/play/points.py`), in a bracket too; what a rulebook of teams cannot be is a fault of the
rulebook (`bot/play/kind_checks.py`), never a refusal later.

Whom a bar reaches while the team plays is out of the matches that are called from then on, and leads it no more
(`bot/features/teams/staff_verbs.py`). From when to when is on record, and a match goes by the moment of its call: a
substitute takes the seat in it, or nobody does (`bot/play/teams.py: without_out`).

In a challenge the winner stays on (`bot/play/teams.py`). Two sealed orders, which a limit replaces by those of the
registration (`bot/features/teams/boards_verbs.py`), and the words on its games (`bot/features/teams/stay_on_verbs.py`)
are the facts; who plays whom next, who is out and the score are replayed from them. A word that puts an earlier game
right takes its place in the match, and the words after it are taken back, since somebody else stays; who has left stays
away. Staff may write any team down for people who cannot (`bot/features/teams/staff_verbs.py`), and give it another
captain while the event runs.

Where somebody has to win, in a bracket or a play-off, level teams are separated by the rulebook's `level_match`, in
order (`bot/play/course.py`): the boards themselves, ratings, one game more on board 1, which is a board of the result
with the modality `extra`, or a lot between the two, which is a draw with the next link
(`bot/features/teams/matches_verbs.py`, called where every result is settled). Whom that sends on stands in the result
as `paired_as_winner` and touches the bracket alone: the match stays drawn. A record that names another side than its
boards and its rulebook do is refused.
"""

from __future__ import annotations
