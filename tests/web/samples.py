"""Public objects of every kind, as large and as nasty as events get: what pages, feeds and overlays are tried with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from bot.features.pages.model import ShownAs
from bot.features.pages.public_model import (
    EntryState,
    EventState,
    MatchProgress,
    PublicBoard,
    PublicBracket,
    PublicBranch,
    PublicCard,
    PublicCareerEvent,
    PublicClimb,
    PublicColumn,
    PublicCrosstable,
    PublicDeck,
    PublicDraw,
    PublicEntrant,
    PublicEvent,
    PublicEventLine,
    PublicFinal,
    PublicHeading,
    PublicLink,
    PublicMatch,
    PublicMeeting,
    PublicMember,
    PublicPlace,
    PublicPlayed,
    PublicPlayer,
    PublicRace,
    PublicRanking,
    PublicRankingLine,
    PublicRival,
    PublicRound,
    PublicRow,
    PublicRules,
    PublicSeries,
    PublicSeriesLine,
    PublicServer,
    PublicServerLine,
    PublicSide,
    PublicStart,
    PublicStep,
    PublicTable,
)

AT: Final = datetime(2026, 11, 28, 23, 0, tzinfo=UTC)
SERVER: Final = "aijeclub7k2q"
ZONE: Final = "America/Sao_Paulo"
HOSTILE: Final = "<script>alert(1)</script>"
"""What must never stand in a page as it is."""
_FIRST: Final = (
    "Ana Lima", "Bruno Azevedo", "Carla", "Dmitri Волков", "Eduarda Nascimento dos Santos", "Félix", "Giulia Bianchi",
    "Heitor", "Iñaki Etxeberria", "João Pedro", "Katarzyna Wiśniewska", "Li 王小明", "Marina", "Nádia Queiroz",
    "Omar عمر", "Priya प्रिया", "Quirino", "Rafael Monteiro de Albuquerque e Silva", "Søren", "Tati 🐝",
)  # fmt: skip
_NASTY: Final = (
    HOSTILE, "\"><img src=x onerror=alert(1)>", "שלום עולם", "\u202eevil\u202c gnp.exe", "{{ 7 * 7 }}", "'; DROP TABLE",
    "W" * 32, "a\u0301\u0301\u0301\u0301\u0301", "javascript:alert(1)", "&lt;b&gt;", "\x07bell\x1b[31m", "]]>",
)  # fmt: skip


def key_of(number: int, salt: str = "e") -> str:
    """A key as the bot makes them: twelve letters of base 32, the same at each run."""
    random = Random(f"{salt}{number}")
    return "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=12))


def names(many: int) -> list[str]:
    """So many names of many lengths and scripts, hostile ones among them, all different."""
    known = [*_FIRST, *_NASTY]
    return [known[number] if number < len(known) else f"{_FIRST[number % 20]} {number}" for number in range(many)]


def entrants(many: int, state: EntryState = EntryState.PLAYING) -> tuple[PublicEntrant, ...]:
    """Everybody of an event, the first with a page, some by initials."""
    return tuple(
        PublicEntrant(
            key_of(number),
            name,
            ShownAs.INITIALS if number % 9 == 8 else ShownAs.NAME,
            state,
            number + 1,
            page=key_of(number, "p") if number % 5 == 0 else "",
            seed=number + 1,
            rating=str(2210 - 7 * number),
            club="Clube Atlético" if number % 4 == 1 else "",
        )
        for number, name in enumerate(names(many))
    )


# --- knock-outs -----------------------------------------------------------------------------------------------------


_LABELS: Final = {1: "Final", 2: "Semi-final", 4: "Quarter-final", 8: "Round of 16", 16: "Round of 32"}


def _label(places: int) -> str:
    return _LABELS.get(places, f"Round of {2 * places}")


def seeded(many: int) -> list[int]:
    """Who stands where in the first round, so that the strong meet late."""
    order = [0]
    while len(order) < many:
        size = 2 * len(order)
        order = [one for each in order for one in (each, size - 1 - each)]
    return order


def match_of(
    event: str, number: int, label: str, sides: Sequence[PublicSide], state: MatchProgress, *, round_: int = 1,
    position: int = 1, stage: str = "main",
) -> PublicMatch:  # fmt: skip
    """A match with what its state tells."""
    is_over = state is MatchProgress.DECIDED
    return PublicMatch(
        key_of(number, f"m{event}"),
        event,
        "Winter Cup",
        label,
        stage,
        round_,
        position,
        0,
        tuple(sides),
        state,
        score="–".join(one.score for one in sides) if is_over else "",
        length="Best of 3",
        best_of=3,
        called_at=None if state is MatchProgress.WAITING else AT + timedelta(minutes=20 * round_),
        decided_at=AT + timedelta(minutes=20 * round_ + position) if is_over else None,
    )


def _played(random: Random, one: PublicEntrant, other: PublicEntrant) -> tuple[PublicSide, PublicSide]:
    first_wins = random.random() < 0.6
    scores = ("2", random.choice("01"))
    return (
        PublicSide(one.key, one.name, scores[not first_wins], first_wins, not first_wins, one.seed),
        PublicSide(other.key, other.name, scores[first_wins], not first_wins, first_wins, other.seed),
    )


class Knockout:
    """A tree that is played until so many rounds are over, and of the next one the first half."""

    def __init__(self, event: str, people: Sequence[PublicEntrant], over: int, *, seed: int = 7) -> None:
        self.event, self.random, self.number = event, Random(seed), 0
        self.over = over
        alive: list[PublicEntrant | None] = [people[one] for one in seeded(len(people))]
        self.rounds: list[PublicRound] = []
        self.columns: list[PublicColumn] = []
        self.semi_losers: list[PublicEntrant] = []
        round_ = 0
        while len(alive) > 1:
            round_ += 1
            alive = self._round(round_, alive)

    def _round(self, round_: int, alive: Sequence[PublicEntrant | None]) -> list[PublicEntrant | None]:
        places, matches, winners = [], [], []
        many = len(alive) // 2
        for number in range(many):
            pair = alive[2 * number], alive[2 * number + 1]
            is_over = round_ <= self.over or (round_ == self.over + 1 and number % 4 == 0 and many > 1)
            place, match, winner = self._match(round_, number, many, pair, is_over=is_over)
            places.append(place)
            matches += [match] if match is not None else []
            winners.append(winner)
        feeders = tuple((2 * one, 2 * one + 1) if round_ > 1 else () for one in range(many))
        self.columns.append(PublicColumn(_label(many), tuple(places), feeders))
        if matches:
            self.rounds.append(PublicRound(str(round_), _label(many), round_, tuple(matches)))
        return winners

    def _match(
        self, round_: int, number: int, many: int, pair: tuple[PublicEntrant | None, PublicEntrant | None], *,
        is_over: bool,
    ) -> tuple[PublicPlace, PublicMatch | None, PublicEntrant | None]:  # fmt: skip
        one, other = pair
        label = f"{_label(many)} {number + 1}" if many > 1 else _label(many)
        if one is None or other is None:
            open_sides = tuple(
                PublicSide(each.key, each.name, seed=each.seed)
                if each is not None
                else PublicSide("", "", expected=f"Winner of {_label(2 * many)} {2 * number + 1 + place}")
                for place, each in enumerate(pair)
            )
            return PublicPlace("", open_sides, MatchProgress.WAITING), None, None
        if is_over:
            sides, state = _played(self.random, one, other), MatchProgress.DECIDED
        else:
            scores = ("1", "0") if number % 2 else ("", "")
            sides = (
                PublicSide(one.key, one.name, scores[0], seed=one.seed),
                PublicSide(other.key, other.name, scores[1], seed=other.seed),
            )
            state = MatchProgress.PLAYING
        self.number += 1
        match = match_of(self.event, self.number, label, sides, state, round_=round_, position=number + 1)
        on_stream = state is MatchProgress.PLAYING and number == 2
        place = PublicPlace(match.key, sides, state, is_on_stream=on_stream)
        if many == 2 and is_over:
            self.semi_losers.append(other if sides[0].won else one)
        winner = (one if sides[0].won else other) if is_over else None
        return place, replace(match, is_on_stream=on_stream), winner

    def bracket(self) -> PublicBracket:
        """The whole tree, with a match for the third place."""
        third = None
        if len(self.semi_losers) == 2:
            sides = _played(self.random, *self.semi_losers)
            match = match_of(
                self.event, 999, "Third place", sides, MatchProgress.DECIDED, round_=9, stage="third_place"
            )
            self.rounds.insert(-1, PublicRound("third_place", "Third place", 9, (match,)))
            third = PublicFinal("Third place", PublicPlace(match.key, sides, MatchProgress.DECIDED))
        return PublicBracket((PublicBranch("", tuple(self.columns)),), third=third)


RULES: Final = (
    PublicRules(
        "Format", ("Who loses a match is out.", "A match is the best of 3 games.", "The final is the best of 5.")
    ),
    PublicRules("Time", ("A match starts within 10 minutes of its call.", "Each side has 15 minutes for a game.")),
)
LINKS: Final = (
    PublicLink("Live on stream", "https://video.example/winter-cup"),
    PublicLink("Trap", "javascript:alert(1)"),
    PublicLink("Other trap", "https://real.example@evil.example/"),
    PublicLink('"><script>', "https://fine.example/?a=1&b=2"),
)
DRAW: Final = PublicDraw(
    1, "The field", AT - timedelta(minutes=3), tuple((key_of(one), name) for one, name in enumerate(names(16))),
    "b1946ac92492d2347c6235b4d2611184" * 2, "591785b794601e212b260e25925636fd" * 2,
    "6f5902ac237024bdd0c176cb93063dc4" * 2,
)  # fmt: skip


def event(name: str = "Winter Cup 2026", state: EventState = EventState.RUNNING, **changes: object) -> PublicEvent:
    """An event with nothing in it but what is said."""
    plain = PublicEvent(
        key=key_of(0, name),
        server=SERVER,
        server_name="AIJE Clube de Jogos",
        language="pt-BR",
        time_zone=ZONE,
        name=name,
        state=state,
        kind="Knock-out",
        start_at=AT,
        created_at=AT - timedelta(days=9),
        check_in_opens_at=AT - timedelta(minutes=60),
        check_in_closes_at=AT - timedelta(minutes=10),
        ended_at=AT + timedelta(hours=4) if state is EventState.OVER else None,
        called_off_because="",
        is_paused=False,
        is_findable=False,
        progress="",
        text="Our yearly cup: open to everybody.\n\nPrize: a trophy, and the honour.\n<b>Bold?</b>",
        links=LINKS,
        rules=RULES,
        seats=None,
        entrants=(),
        commitment="b1946ac92492d2347c6235b4d2611184" * 2,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def knockout(many: int = 16, over: int = 1) -> PublicEvent:
    """A knock-out that is being played."""
    people = entrants(many)
    tree = Knockout(event(f"Knock-out of {many}").key, people, over)
    losers = {
        side.entrant
        for one in tree.rounds
        for match in one.matches
        for side in match.sides
        if side.out and match.state is MatchProgress.DECIDED
    }
    people = tuple(replace(one, state=EntryState.OUT) if one.key in losers else one for one in people)
    matches = [match for one in tree.rounds for match in one.matches]
    streamed = next((match.key for match in matches if match.is_on_stream), "")
    return event(
        f"Knock-out of {many}",
        progress=f"Round {over + 1} of {len(tree.columns)}",
        entrants=people,
        bracket=tree.bracket(),
        rounds=tuple(tree.rounds),
        draws=(DRAW,),
        on_stream=streamed,
        series=(key_of(0, "series"), "Winter circuit"),
    )


def finished(many: int = 16) -> PublicEvent:
    """A knock-out that is over, with its podium."""
    people = entrants(many)
    tree = Knockout(event(f"Finished knock-out of {many}").key, people, 99)
    bracket = tree.bracket()
    final, third = tree.columns[-1].places[0], bracket.third
    assert third is not None
    ranked = [
        *sorted(final.sides, key=lambda side: not side.won),
        *(side for side in third.place.sides if side.won),
    ]
    podium = tuple(
        PublicStep(rank, side.entrant, side.name, f"{4 - rank} wins" if rank < 3 else "", "p" if rank == 0 else "")
        for rank, side in enumerate(ranked, 1)
    )
    return event(
        f"Finished knock-out of {many}",
        EventState.OVER,
        progress="All matches are decided",
        entrants=tuple(replace(one, state=EntryState.OUT) for one in people),
        bracket=bracket,
        rounds=tuple(tree.rounds),
        podium=podium,
        draws=(DRAW, replace(DRAW, number=2, what="Round 2", reason="A player left before the first round.")),
    )


def lives(many: int = 8) -> PublicEvent:
    """A knock-out with two lives in its middle: two brackets and the finals between them."""
    people = entrants(many)
    upper = Knockout(event("Two lives").key, people, 2, seed=3)
    fallen = [
        next(each for each in people if each.key == side.entrant)
        for column in upper.columns
        for place in column.places
        for side in place.sides
        if side.out
    ]
    columns = []
    for number, (places, feeders) in enumerate([(2, ()), (2, (1, 1)), (1, (2,)), (1, (1,))]):
        made = tuple(_lower_place(fallen, number, one) for one in range(places))
        begun, leads = 0, []
        for one in range(places):
            width = feeders[one] if feeders else 0
            leads.append(tuple(range(begun, begun + width)))
            begun += width
        columns.append(PublicColumn(f"Lower round {number + 1}", made, tuple(leads)))
    open_final = tuple(PublicSide("", "", expected=f"Winner of the {one} bracket") for one in ("upper", "lower"))
    finals = (
        PublicFinal("Grand final", PublicPlace("", open_final, MatchProgress.WAITING), (0, 1)),
        PublicFinal("If the unbeaten loses", PublicPlace("", open_final, MatchProgress.WAITING)),
    )
    bracket = PublicBracket(
        (PublicBranch("Upper bracket", tuple(upper.columns)), PublicBranch("Lower bracket", tuple(columns))),
        finals,
        legend="The second final is played only if the unbeaten loses the first.",
    )
    return event(
        "Two lives", entrants=people, bracket=bracket, rounds=tuple(upper.rounds), progress="Lower round 2",
        kind="Double elimination", draws=(DRAW,),
    )  # fmt: skip


def _lower_place(fallen: Sequence[PublicEntrant], number: int, place: int) -> PublicPlace:
    pair = fallen[2 * place : 2 * place + 2] if number == 0 else []
    if len(pair) < 2:
        sides = tuple(PublicSide("", "", expected=f"Loser of match {number + place + one}") for one in (1, 2))
        return PublicPlace("", sides, MatchProgress.WAITING)
    return PublicPlace(
        key_of(place, "lower"), tuple(PublicSide(one.key, one.name) for one in pair), MatchProgress.WAITING
    )


# --- tables ---------------------------------------------------------------------------------------------------------


_HEADINGS: Final = (
    PublicHeading("Pts", "Points", is_number=True, is_first=True),
    PublicHeading("BH", "Buchholz", is_number=True),
    PublicHeading("W", "Wins", is_number=True),
    PublicHeading("Rating", is_number=True),
)


def table(people: Sequence[PublicEntrant], title: str = "Standings", going_on: int = 0) -> PublicTable:
    """Standings of these, in their order."""
    rows = tuple(
        PublicRow(
            str(place + 1), one.key, one.name,
            (f"{max(0.0, 8.0 - place * 0.25):.1f}", f"{40 - place * 0.3:.1f}", str(max(0, 8 - place // 4)), one.rating),
            goes_on=place < going_on, page=one.page, mark="left" if place == len(people) - 1 else "",
        )
        for place, one in enumerate(people)
    )  # fmt: skip
    note = "Those above the line go on to the final bracket." if going_on else ""
    return PublicTable(title, "Player", _HEADINGS, rows, note)


def swiss(many: int = 40, rounds: int = 5) -> PublicEvent:
    """A Swiss event after so many rounds, with its crosstable."""
    people = entrants(many)
    key = event(f"Swiss of {many}").key
    random, number, made = Random(5), 0, []
    met: dict[tuple[int, int], PublicMeeting] = {}
    for round_ in range(1, rounds + 1):
        matches = []
        order = list(range(many))
        random.shuffle(order)
        for position in range(many // 2):
            one, other = order[2 * position], order[2 * position + 1]
            sides = _played(random, people[one], people[other])
            is_open = round_ == rounds and position < 5
            if is_open:
                sides = tuple(replace(side, score="", won=False, out=False) for side in sides)  # type: ignore[assignment]
            number += 1
            state = MatchProgress.PLAYING if is_open else MatchProgress.DECIDED
            match = match_of(key, number, f"Round {round_}, board {position + 1}", sides, state, round_=round_)
            matches.append(match)
            if not is_open:
                for mine, theirs, side in ((one, other, sides[0]), (other, one, sides[1])):
                    met[mine, theirs] = PublicMeeting(match.key, side.score, side.won, side.out)
        made.append(PublicRound(str(round_), f"Round {round_}", round_, tuple(matches)))
    cells = tuple(
        tuple((met[one, other],) if (one, other) in met else () for other in range(many)) for one in range(many)
    )
    cross = PublicCrosstable("Crosstable", tuple(one.key for one in people), tuple(one.name for one in people), cells)
    return event(
        f"Swiss of {many}", entrants=people, rounds=tuple(made), tables=(table(people, going_on=8),),
        crosstables=(cross,), kind="Swiss system", progress=f"Round {rounds} of 7", draws=(DRAW,),
    )  # fmt: skip


def groups(many: int = 16) -> PublicEvent:
    """Groups of four before a knock-out that is not drawn yet."""
    people = entrants(many)
    tables = tuple(table(people[one : one + 4], f"Group {one // 4 + 1}", going_on=2) for one in range(0, many, 4))
    return event("Groups", entrants=people, tables=tables, kind="Groups, then knock-out", progress="Group stage")


def teams() -> PublicEvent:
    """Teams of four, with a match by boards."""
    sides = []
    people = []
    for number, name in enumerate(("Torre Negra", "Los Caballos", HOSTILE, "Pedoni")):
        members = tuple(PublicMember(f"{each} {number}", board) for board, each in enumerate(names(4), 1))
        people.append(
            PublicEntrant(
                key_of(number, "team"), name, ShownAs.NAME, EntryState.PLAYING, number + 1, is_team=True,
                members=members,
            )
        )  # fmt: skip
        sides.append(PublicSide(people[-1].key, name, "2½" if number % 2 == 0 else "1½", number % 2 == 0))
    event_key = event("Teams").key
    boards = tuple(
        PublicBoard(f"Board {board}", (people[0].members[board - 1].name, people[1].members[board - 1].name), score)
        for board, score in ((1, "1–0"), (2, "½–½"), (3, "0–1"), (4, "1–0"))
    )
    first = replace(
        match_of(event_key, 1, "Round 1, match 1", sides[:2], MatchProgress.DECIDED), boards=boards, length="4 boards"
    )
    second = replace(
        match_of(
            event_key,
            2,
            "Round 1, match 2",
            [replace(one, score="", won=False) for one in sides[2:]],
            MatchProgress.WAITING,
        ),
        agreed_at=AT + timedelta(days=1),
    )
    return event(
        "Teams", entrants=tuple(people), rounds=(PublicRound("1", "Round 1", 1, (first, second)),),
        tables=(replace(table(people), name_heading="Team"),), kind="Round robin of teams", progress="Round 1 of 3",
    )  # fmt: skip


def arena() -> PublicEvent:
    """An arena in its second hour, with the race of its leaders."""
    people = entrants(24)
    random = Random(11)
    lines = []
    for one in people[:5]:
        points, climbs = 0, []
        for step in range(1, 15):
            points += random.choice((0, 1, 2, 2, 4))
            climbs.append((step / 20, float(points)))
        lines.append(PublicClimb(one.key, one.name, str(points), tuple(climbs)))
    lines.sort(key=lambda line: -int(line.points))
    ticks = tuple((part / 4, AT + timedelta(minutes=30 * part)) for part in range(5))
    return event(
        "Friday arena", entrants=people, tables=(table(people),), race=PublicRace(tuple(lines), ticks, 0.72),
        kind="Arena", progress="34 minutes left",
    )  # fmt: skip


def decks(people: Sequence[PublicEntrant], cards: int = 40) -> tuple[PublicDeck, ...]:
    """A deck of everybody, with a hostile name among its cards."""
    listed = tuple(
        PublicCard(f"C{number}", HOSTILE[:60] if number == 3 else f"Card of night {number}", 1 + number % 3)
        for number in range(cards)
    )
    return tuple(PublicDeck(one.key, one.name, sum(card.copies for card in listed), listed) for one in people)


def tables_of_three() -> PublicEvent:
    """Tables of three after their first round, with its decks."""
    people = entrants(12)
    return event(
        "Card night", entrants=people, tables=(table(people),), decks=decks(people), kind="Tables of three",
        progress="Round 2",
    )  # fmt: skip


def announced() -> PublicEvent:
    """An event that nobody has entered yet."""
    return event("Spring Open", EventState.ANNOUNCED, seats=32, text="", links=(), rules=RULES)


def check_in() -> PublicEvent:
    """An event whose check-in is open."""
    people = entrants(20, EntryState.CONFIRMED)
    return event("Check-in cup", EventState.CHECK_IN, seats=32, entrants=people, progress="20 of 24 have checked in")


def crowd() -> PublicEvent:
    """An event with more players than a page has."""
    return event("A crowd", EventState.CHECK_IN, entrants=entrants(104, EntryState.CONFIRMED))


def called_off() -> PublicEvent:
    """An event that does not take place."""
    return event("Summer Open", EventState.CALLED_OFF, called_off_because=f"Too few players. {HOSTILE}", entrants=())


# --- a server and its lists -----------------------------------------------------------------------------------------


def line(name: str, state: EventState, days: int = 0, winner: str = "") -> PublicEventLine:
    """An event in a list."""
    over = state is EventState.OVER
    at = AT + timedelta(days=days)
    return PublicEventLine(
        key_of(0, name), name, state, "Knock-out", at, at + timedelta(hours=3) if over else None, 16,
        None if over else 32, winner,
    )  # fmt: skip


def server(page: int = 1) -> PublicServer:
    """A server where two events run, one comes, and two pages are over."""
    over = tuple(line(f"Cup {number}", EventState.OVER, -7 * number, names(26)[number]) for number in range(1, 26))
    return PublicServer(
        SERVER,
        "AIJE Clube de Jogos",
        "pt-BR",
        ZONE,
        is_findable=False,
        running=(line("Winter Cup 2026", EventState.RUNNING), line(HOSTILE, EventState.CHECK_IN)),
        coming=(line("Spring Open", EventState.ANNOUNCED, 30),),
        over=over,
        page=page,
        pages=2,
        series=(PublicSeriesLine(key_of(0, "series"), "Winter circuit", 3, is_closed=False),),
        has_ranking=True,
    )


def empty_server() -> PublicServer:
    """A server that has just switched its pages on."""
    return replace(server(), running=(), coming=(), over=(), pages=1, series=(), has_ranking=False)


def start() -> PublicStart:
    """All servers."""
    return PublicStart((PublicServerLine(SERVER, "AIJE Clube de Jogos", 2, 1), PublicServerLine("abc", HOSTILE, 0, 0)))


def ranking(many: int = 100, page: int = 1) -> PublicRanking:
    """The first page of a rating list, or all of it."""
    lines = tuple(
        PublicRankingLine(
            number + 1, name, key_of(number, "p") if number % 5 == 0 else "", str(2200 - 4 * number), 120 - number,
            ("+12", "−8", "", "+0", "-3")[number % 5],
        )
        for number, name in enumerate(names(many))
    )  # fmt: skip
    others = tuple((key_of(number, "list"), AT - timedelta(days=30 * number)) for number in range(6))
    return PublicRanking(
        SERVER, "AIJE Clube de Jogos", False, others[0][0], AT, "Winter Cup 2026", lines, page, 3, others, ZONE
    )


def series() -> PublicSeries:
    """A series in its middle."""
    return PublicSeries(
        key_of(0, "series"), SERVER, "AIJE Clube de Jogos", False, "Winter circuit",
        ("The best three results count.", "A win gives 10 points."), table(entrants(12), going_on=4),
        (line("Cup 1", EventState.OVER, -7, "Ana Lima"), line("Winter Cup 2026", EventState.RUNNING)),
        line("Final of the circuit", EventState.ANNOUNCED, 60), False, ZONE,
    )  # fmt: skip


def player() -> PublicPlayer:
    """Somebody who has switched the own page on."""
    random = Random(2)
    rating, curve = 1500.0, []
    for number in range(18):
        rating += random.uniform(-25, 40)
        curve.append((AT - timedelta(days=20 * (18 - number)), round(rating, 1)))
    played = tuple(
        PublicPlayed(
            key_of(number, "mx"), f"Cup {number}", name, key_of(number, "p") if number % 3 == 0 else "",
            ("2–0", "1–1", "0–2")[number % 3], number % 3 == 0, number % 3 == 2, AT - timedelta(days=number),
            key_of(0, f"Cup {number}"),
        )
        for number, name in enumerate(names(10))
    )  # fmt: skip
    rivals = tuple(PublicRival(name, "", 5 - number, 1, number) for number, name in enumerate(names(5)))
    events = tuple(
        PublicCareerEvent(line(f"Cup {number}", EventState.OVER, -7 * number), f"{number}.") for number in range(1, 8)
    )
    return PublicPlayer(
        key_of(0, "p"), SERVER, "AIJE Clube de Jogos", False, "Ana Lima", ("Master", "Champion 2025"), "3rd of 140",
        f"{rating:.0f}", tuple(curve), 84, 12, 31, (6, 4, 3), events, played, rivals, ZONE,
    )  # fmt: skip


EVENTS: Final[dict[str, Callable[[], PublicEvent]]] = {
    "knockout_16": knockout,
    "knockout_64": lambda: knockout(64, 2),
    "knockout_256": lambda: knockout(256, 3),
    "finished_16": finished,
    "finished_64": lambda: finished(64),
    "swiss_40": swiss,
    "swiss_12": lambda: swiss(12),
    "groups": groups,
    "teams": teams,
    "arena": arena,
    "tables_of_three": tables_of_three,
    "lives": lives,
    "announced": announced,
    "check_in": check_in,
    "called_off": called_off,
    "crowd": crowd,
}
"""Every kind of event, by a name for files."""
