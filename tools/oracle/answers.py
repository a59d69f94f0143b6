"""Which of the tape's answers a request of the present bot gets, also where it asks for something else than then."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from tools.oracle.tape import Exchange, Refusal, Request, Tape

NOT_FOUND: Final = Refusal(404, 0, "nothing was ever asked for there")


class Answers:
    """Hands out each answer once while the requests are those of then; a request that is not gets the nearest."""

    def __init__(self, tape: Tape) -> None:
        self._by_words: dict[str, list[tuple[int, Exchange]]] = defaultdict(list)
        self._by_place: dict[str, list[tuple[int, Exchange]]] = defaultdict(list)
        self._taken: set[int] = set()
        self._number = -1
        for number, step in enumerate(tape.steps):
            for exchange in step.exchanges:
                self._by_words[exchange.request.words].append((number, exchange))
                self._by_place[exchange.request.place].append((number, exchange))

    def begin(self) -> None:
        """The next step begins."""
        self._number += 1

    def to(self, request: Request) -> Exchange:
        """The answer to the same words, in this step and at this moment or near them; else one of that place."""
        same = self._free(self._by_words.get(request.words, []), request.at)
        if same is not None:
            self._taken.add(id(same))
            return same
        elsewhere = self._free(self._by_place.get(request.place, []), request.at)
        # What is answered to other words is not used up: whoever asks for it in the same words still gets it.
        return elsewhere or Exchange(request, refusal=NOT_FOUND)

    def _free(self, known: list[tuple[int, Exchange]], at: int) -> Exchange | None:
        free = [(number, one) for number, one in known if id(one) not in self._taken] or known
        if not free:
            return None
        return min(free, key=lambda found: (abs(found[0] - self._number), abs(found[1].request.at - at)))[1]
