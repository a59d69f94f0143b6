"""The Swiss pairing: the best round by a stated order of criteria, never a greedy walk down the table (GO-26.3).

Every set of boards is weighed, and the cheapest by this order is taken. What comes first is never given up for what
comes later:

0. A forbidden pair never meets.
1. Nobody has a second bye before all have had one, nor a third before all have had two; a win by forfeit counts as a
   bye. Then nobody meets twice, nor for a third time while a second meeting will do. All of it holds unless the round
   cannot be paired otherwise.
2. The rounds that remain can be paired too, by the same measure; with so few rounds that this cannot fail, it is
   not looked at.
3. Nobody gets a colour for the third time in a row, or a third time more often than the other. In the last round, a
   board of somebody with more than half of the possible points is free of this.
4. The bye goes to the lowest score, and of these to who has the fewest rounds without a game: who came late plays.
5. Two of one club do not meet, where the rulebook keeps clubs apart.
6. Scores are near: the sum of the squared differences is least. Squares, so that the leader meets the next group and
   not the last player because every group in between happens to be even.
7. Boards of two different scores are few.
8. Wishes for a colour are granted; refusing two who have had one colour once more often counts three times.
9. Nobody floats the same way as one round ago (counts twice) or two rounds ago.
10. Of one score, place k of the upper half meets place k of the lower half; who floats down is the last of its score
    and meets the first of the other. Each place of difference counts by its square.

After FIDE's Dutch system (C.04.3), which goes down the groups one by one and so can reach a worse whole.
"""

from bot.domain.pairing.engine import pair
from bot.domain.pairing.model import (
    Board,
    ByeReason,
    ColourReason,
    Float,
    PairingPlayer,
    PairingReason,
    PairingTask,
    RoundPairing,
)

__all__ = [
    "Board",
    "ByeReason",
    "ColourReason",
    "Float",
    "PairingPlayer",
    "PairingReason",
    "PairingTask",
    "RoundPairing",
    "pair",
]
