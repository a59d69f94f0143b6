"""Votes, from the question to the effect.

Every decision of the association is one procedure (`model.py`): who is entitled (frozen at the opening), who is
recused, quorum, threshold and base as exact fractions, what happens without quorum, what the decision does. Kinds are
files (`bot/rulebooks/procedures`); a server may bring its own. Begin with `verbs.py`; whether a vote has its quorum is
`model.has_quorum`, who counts in it `electorate_verbs.with_struck`.

While a vote runs, its card shows the ballots cast of the electorate and nothing else, and it is edited at the same
moments whatever is voted; ballots stand in a table that neither the log nor any message reads before the close. The
step that closes a vote counts, writes the minutes and applies the effect, all in one transaction (`closing_verbs.py`);
what votes on penalties and titles do is told by cases and the registry (`VoteHooks`). Which effect may concern whom is
one table (`bodies_model.py`), asked at the opening and again at the effect. A candidate who declines leaves null
ballots behind, and the vote stays open to its end and for a day at the least.

What a vote was about can be settled otherwise while it runs, as by an appeal; then its effect is left alone, and the
minutes say so (`record_verbs.py`). Without quorum a vote stays open as long as anybody could still bring one about.
"""

from __future__ import annotations
