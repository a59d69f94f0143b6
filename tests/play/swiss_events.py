"""Swiss events for the tests: a rulebook, a field, results that anyone can repeat, and rounds played from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.course import length_of
from bot.play.draw import Stream
from bot.play.format_rules import CutRules, GamesRules, RankingRules, ScoringRules, SwissRules
from bot.play.formats import swiss
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import FormatName, KnockoutRules, Rulebook
from bot.rulebooks.library import preset

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
SEED = bytes(32)
Verdict = Callable[[Contest], Result]


def rulebook(*, cut: CutRules | None = None, colours: bool = True, **rules: object) -> Rulebook:
    """A Swiss of single games that can be drawn; `rules` are those of `SwissRules`."""
    return replace(
        preset("aije-open"),
        format=FormatName.SWISS,
        knockout=KnockoutRules(best_of=1),
        games=GamesRules(best_of=1, draws=True, colours=colours),
        scoring=ScoringRules(),
        ranking=RankingRules(order=("points",)),
        swiss=SwissRules(**rules),  # type: ignore[arg-type]
        cut=cut,
    )


def field(count: int, *, rated: bool = True) -> tuple[Starter, ...]:
    """`e01` is the strongest."""
    ids = [EntrantId(f"e{number:02}") for number in range(1, count + 1)]
    return tuple(Starter(one, 2400.0 - 10 * at if rated else None) for at, one in enumerate(ids))


def won(side: int) -> Result:
    return Result((1 - side, side), (0, 0), ResultKind.PLAYED, NOON)


def drawn_game() -> Result:
    return Result((0, 0), (0, 0), ResultKind.PLAYED, NOON, draws=1)


def walkover(side: int) -> Result:
    return Result((1 - side, side), (1 - side, side), ResultKind.WALKOVER, NOON)


def stronger_wins(contest: Contest) -> Result:
    return won(0 if contest.sides[0] < contest.sides[1] else 1)


def by_chance(seed: bytes, *, walkovers: bool = False) -> Verdict:
    """One game in five drawn, and one in twelve won by forfeit where that may be; the same match always ends alike."""

    def verdict(contest: Contest) -> Result:
        throw = sha256(seed + repr((contest.round, contest.sides)).encode()).digest()
        if walkovers and throw[1] < 21:
            return walkover(throw[0] % 2)
        return drawn_game() if throw[2] < 51 and contest.drawable else won(throw[0] % 2)

    return verdict


def on_record(new: NewContest, rules: Rulebook) -> Contest:
    name = ContestId(f"{new.stage}-{new.round}-{new.position}")
    drawable = length_of(new, rules).drawable
    return Contest(
        name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None,
        drawable=drawable,
    )  # fmt: skip


def advanced(facts: EventFacts, rules: Rulebook, seed: bytes | None = SEED) -> EventFacts:
    stream = None if seed is None else Stream(seed)
    added = [on_record(new, rules) for new in swiss.advance(facts, rules, stream)]
    return replace(facts, contests=(*facts.contests, *added))


def decided(facts: EventFacts, verdict: Verdict) -> EventFacts:
    """The facts with every open contest settled."""
    contests = tuple(
        replace(one, result=verdict(one)) if one.result is None and len(one.sides) > 1 else one
        for one in facts.contests
    )
    return replace(facts, contests=contests)


def rounds_of(facts: EventFacts, rules: Rulebook, verdict: Verdict, seed: bytes = SEED) -> Iterator[EventFacts]:
    """The event after each round, as long as something follows."""
    while True:
        further = advanced(facts, rules, seed)
        if further == facts:
            return
        facts = decided(further, verdict)
        yield facts


def played(facts: EventFacts, rules: Rulebook, verdict: Verdict = stronger_wins, seed: bytes = SEED) -> EventFacts:
    """The event to its end."""
    for later in rounds_of(facts, rules, verdict, seed):
        facts = later
    return facts


def pairs(contests: Iterable[Contest]) -> list[frozenset[EntrantId]]:
    return [frozenset(one.sides) for one in contests if len(one.sides) > 1]


def of_round(facts: EventFacts, number: int) -> list[Contest]:
    return sorted((one for one in facts.contests if one.round == number), key=lambda one: one.position)


def sides_of_round(facts: EventFacts, number: int) -> list[tuple[str, ...]]:
    return [contest.sides for contest in of_round(facts, number)]


def rematches(facts: EventFacts) -> int:
    """Pairs that met at the board more than once."""
    met = Counter(frozenset(one.sides) for one in facts.contests if len(one.sides) > 1 and not _given(one))
    return sum(times - 1 for times in met.values())


def byes(facts: EventFacts) -> Counter[EntrantId]:
    return Counter(one.sides[0] for one in facts.contests if len(one.sides) == 1 and one.stage is Stage.MAIN)


def _given(contest: Contest) -> bool:
    return contest.result is not None and contest.result.kind is not ResultKind.PLAYED


def colours_of(facts: EventFacts) -> dict[EntrantId, list[bool]]:
    """Of the games played, in order of the rounds."""
    had: dict[EntrantId, list[bool]] = {}
    for contest in sorted(facts.contests, key=lambda one: one.round):
        if len(contest.sides) == 2 and not _given(contest):
            for side, entrant in enumerate(contest.sides):
                had.setdefault(entrant, []).append(side == 0)
    return had
