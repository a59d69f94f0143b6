"""A whole small Open, from /setup to the record, by members who keep pressing whatever becomes of the bot."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from bot.rulebooks import library
from wire.chaos.people import Effect, Ledger, Resident
from wire.chaos.town import Town
from wire.interactions import Interaction
from wire.scenario import newest_with
from wire.shapes import MissingComponentError, Payload, find_component
from wire.world import Upload

NAME: Final = "Chaos Open"
CHANGES: Final = {
    "name": '"chaos-open"',
    "opens_before": '"6 min"',
    "reminders_before_close": '["3 min"]',
    "best_of": "3",
    "final_best_of": "3",
    "third_place_best_of": "3",
    "matches_per_arbiter": "0",
    "confirm_within": '"2 min"',
    "remind_confirm_after": '"1 min"',
    "escalate_dispute_after": '"3 min"',
    "justify_within": '"12 min"',
    "reopen_for": '"90 s"',
    "refuse_qualified_for": '"none"',
}
"""What differs from the Open of the association: an evening of minutes, without arbiters."""
MOST_PLAYERS: Final = 8
LEAD: Final = timedelta(minutes=8)
WINDOW_S: Final = 360.0
LATE_AFTER_S: Final = 120.0
LONGEST_S: Final = 6 * 3600.0
AGREES: Final = 0.6
SAYS_NOTHING: Final = 0.8
"""Of the numbers from 0 to 1: below the first a report is agreed to, from the second on nobody answers it."""
CLOSED: Final = "SELECT 1 FROM tournaments WHERE check_in_closed_at IS NOT NULL"
OVER: Final = "SELECT 1 FROM tournaments WHERE ended_at IS NOT NULL OR cancelled_at IS NOT NULL"
CALLED: Final = (
    "SELECT contest_id FROM contests WHERE called_at IS NOT NULL AND bye_reason IS NULL AND voided_at IS NULL"
)
SIDES: Final = (
    "SELECT discord_id FROM contest_sides JOIN entrants USING (entrant_id) JOIN people USING (person_id)"
    " WHERE contest_id = ? ORDER BY side"
)
_ENTERED: Final = "SELECT 1 FROM entrants JOIN people USING (person_id) WHERE discord_id = ? AND withdrawn_at IS NULL"
_CONFIRMED: Final = _ENTERED + " AND checked_in_at IS NOT NULL"
_HERE: Final = (
    "SELECT 1 FROM log JOIN people ON person_id = actor_id WHERE act = 'here' AND discord_id = ? AND subject = ?"
)
_REPORTED: Final = "SELECT 1 FROM reports WHERE contest_id = ?"
_ANSWERED: Final = "SELECT 1 FROM reports WHERE contest_id = ? AND answered_at IS NOT NULL"
_SETTLED: Final = "SELECT 1 FROM results WHERE contest_id = ? AND superseded_at IS NULL"
_JUSTIFIED: Final = (
    "SELECT 1 FROM absence_cases JOIN people USING (person_id) WHERE discord_id = ? AND justified_at > 0"
)


@dataclass(slots=True)
class Plan:
    """Who does what this evening."""

    players: list[Resident]
    sleeper: Resident | None
    """Registers and never confirms."""
    explains: bool
    """Whether the sleeper justifies the absence."""
    vanishes: Resident | None
    """Confirms and never comes to a board."""
    called_at: dict[str, float] = field(default_factory=dict)
    """When Discord took the first card of a contest, in monotonic seconds: a look at it comes later."""
    settled_at: dict[str, float] = field(default_factory=dict)
    """When its result was."""
    opened_at: float = 0.0
    closed_at: float = 0.0
    """When confirmation was seen open, and closed."""

    @property
    def diligent(self) -> Iterator[Resident]:
        """Everybody who does all that is asked."""
        return (one for one in self.players if one not in (self.sleeper, self.vanishes))


def rulebook() -> Upload:
    """The Open's own rules, with an evening's times."""
    whole = Path(library.__file__).with_name("aije-open.toml").read_text(encoding="utf-8")
    for key, value in CHANGES.items():
        whole, found = re.subn(rf"(?m)^{key} = (\"[^\"]*\"|\[[^]]*\]|\S+)", f"{key} = {value}", whole)
        if not found:
            raise LookupError(key)
    return Upload("chaos-open.toml", "application/toml", whole.encode())


class Evening:
    """One Open of one town."""

    def __init__(self, town: Town, ledger: Ledger, most: int = MOST_PLAYERS) -> None:
        self.town, self.ledger = town, ledger
        world, dice = town.server.world, town.dice
        self.owner = Resident(town, ledger, world.owner)
        players = [Resident(town, ledger, world.add_member(f"Player {n}")) for n in range(1, dice.randint(4, most) + 1)]
        sleeper = players[0] if len(players) > 4 and dice.random() < 0.6 else None
        vanishes = players[1] if len(players) > 4 and dice.random() < 0.4 else None
        self.plan = Plan(players, sleeper, dice.random() < 0.6, vanishes)
        self.decides_after = (30.0, 400.0)
        """In how many seconds, at the least and at the most, the organiser decides a dispute."""
        self._tables: dict[str, asyncio.Task[None]] = {}

    async def play(self) -> None:
        """From the invitation to the last bar; raises TimeoutError where the evening does not end."""
        await self._set_up()
        await self._announce()
        await asyncio.gather(*map(self._enter, self.plan.players))
        await self._confirm()
        await asyncio.gather(self._until_over(), self._case())

    # The organiser

    async def _set_up(self) -> None:
        done = Effect("the setup", "SELECT 1 FROM guilds WHERE set_up_at IS NOT NULL", ())
        await self._must(self.town.until(lambda: bool(self.town.server.world.commands), LONGEST_S), "the commands")
        rooms = "SELECT 1 FROM guilds WHERE matches_channel > 0 AND committee_channel > 0 AND record_channel > 0"

        async def attempt() -> Interaction | None:
            panel = await self.owner.slash("setup")
            if panel is not None and not self.town.holds(rooms):
                panel = await self._turn("setup-page:places", panel)
                panel = panel and await self._turn("setup-create", panel)
            panel = panel and await self._turn("setup-page:check", panel)
            return panel and await self.owner.press("setup-finish", panel)

        await self._must(self.owner.insist(attempt, done), "the setup")

    async def _turn(self, button: str, panel: Interaction) -> Interaction | None:
        return await self.owner.press(button, panel)

    async def _announce(self) -> None:
        kept = Effect("the rulebook", "SELECT 1 FROM rulebooks WHERE name = 'chaos-open'", ())
        file = rulebook()
        await self._must(self.owner.insist(lambda: self.owner.slash("rulebook upload", file=file), kept), "the upload")
        made = Effect("the announcement", "SELECT 1 FROM tournaments", ())

        await self._must(self.owner.insist(self.create, made), "the announcement")
        await self._make_official()

    async def _make_official(self) -> None:
        """Has the Open count as one of before files were judged: its minutes are no setting that a file may change."""
        ((event, written),) = await self.town.read("SELECT tournament_id, rulebook FROM tournaments")
        official = replace(library.from_canonical(str(written)), official=True)
        values = (library.canonical(official), library.fingerprint(official), str(event))
        put = "UPDATE tournaments SET rulebook = ?, rulebook_hash = ? WHERE tournament_id = ?"
        while not self.town.machine.write(put, *values):
            await asyncio.sleep(0.1)

    async def create(self, name: str = NAME) -> Interaction | None:
        """The organiser types `/tournament create`, with the start by the server's own clock, and confirms."""
        zone = ZoneInfo(str(self.town.rows("SELECT time_zone FROM guilds")[0][0]))
        start = datetime.fromtimestamp(self.town.hours.discord(), zone) + LEAD + timedelta(minutes=1)
        typed = f"{start:%Y-%m-%d %H:%M}"
        preview = await self.owner.slash("tournament create", rulebook="chaos-open", name=name, start=typed)
        return preview and await self.owner.press("draft-confirm", preview)

    @property
    def _announcement(self) -> Payload:
        found = newest_with(self.town.server, "register:") or newest_with(self.town.server, "check-in:")
        if found is None:
            raise MissingComponentError("register", [])
        return found

    # The players before the start

    async def _enter(self, player: Resident) -> None:
        await self.town.hours.sleep(self.town.dice.uniform(5, 60))
        effect = Effect(f"{player.person.name} registers", _ENTERED, (player.id,))

        async def attempt() -> Interaction | None:
            opened = await player.press("register:", self._announcement)
            if opened is None or not opened.modal:
                return opened
            return await player.fill(opened, {"account": player.person.name.replace(" ", "").lower()})

        await self._must(player.insist(attempt, effect), effect.told)

    async def _confirm(self) -> None:
        await self._must(self.town.until(self._check_in_is_open, LONGEST_S), "check-in opens")
        self.plan.opened_at = self.town.hours.monotonic()
        await asyncio.gather(*(self._check_in(one) for one in self.plan.players if one is not self.plan.sleeper))
        await self._must(self.town.until(lambda: self.town.holds(CLOSED), LONGEST_S), "check-in closes")
        self.plan.closed_at = self.town.hours.monotonic()

    def _check_in_is_open(self) -> bool:
        return newest_with(self.town.server, "check-in:") is not None or self.town.holds(CLOSED)

    async def _check_in(self, player: Resident) -> None:
        await self.town.hours.sleep(self.town.dice.uniform(10, WINDOW_S - 100))
        effect = Effect(f"{player.person.name} confirms", _CONFIRMED, (player.id,))

        async def attempt() -> Interaction | None:
            return await player.press("check-in:", self._announcement)

        await player.insist(attempt, effect)

    # The matches

    async def _until_over(self) -> None:
        await self._must(self.town.until(self._is_over, LONGEST_S), "the event ends")
        await asyncio.gather(*self._tables.values())

    def _is_over(self) -> bool:
        for (contest_id,) in self.town.rows(CALLED):
            if str(contest_id) not in self._tables:
                self._tables[str(contest_id)] = asyncio.create_task(self._table(str(contest_id)))
        for contest_id in self._tables.keys() - self.plan.settled_at.keys():
            if self.town.holds(_SETTLED, contest_id):
                self.plan.settled_at[contest_id] = self.town.hours.monotonic()
        return self.town.holds(OVER)

    async def _table(self, contest_id: str) -> None:
        ids = [row[0] for row in await self.town.read(SIDES, contest_id)]
        sides = [one for id_ in ids for one in self.plan.players if one.id == id_]
        await self._must(self.town.until(lambda: self._card(contest_id) is not None, LONGEST_S), "a match is called")
        self.plan.called_at[contest_id] = self.town.posted_at(next(self._cards(contest_id)))
        came = await asyncio.gather(*(self._come(contest_id, one) for one in sides if one is not self.plan.vanishes))
        if len(came) < 2:
            return
        await self.town.hours.sleep(self.town.dice.uniform(20, 90))
        reporter, other = self.town.dice.sample(sides, 2)
        score = "2-1" if sides.index(reporter) == 0 else "1-2"
        reported = Effect(f"{reporter.person.name} reports", _REPORTED, (contest_id,))
        await reporter.insist(lambda: self._report(contest_id, reporter, score), reported)
        await self.answer(contest_id, other, self.town.dice.random(), score)

    async def answer(self, contest_id: str, other: Resident, chance: float, score: str) -> None:
        """The other side agrees, disputes, or says nothing until the score stands by itself."""
        if chance >= SAYS_NOTHING:
            return
        await self.town.hours.sleep(self.town.dice.uniform(2, 30))
        if chance < AGREES:
            agreed = Effect(f"{other.person.name} agrees", _SETTLED, (contest_id,))
            await other.insist(lambda: other.press("agree:", self._card(contest_id) or {}), agreed)
            return
        disputed = Effect(f"{other.person.name} disputes", _ANSWERED, (contest_id,))
        await other.insist(lambda: self._dispute(contest_id, other), disputed)
        await self.town.hours.sleep(self.town.dice.uniform(*self.decides_after))
        ruled = Effect("the organiser decides", _SETTLED, (contest_id,))
        await self.owner.insist(lambda: self._rule(contest_id, score), ruled)

    async def _dispute(self, contest_id: str, other: Resident) -> Interaction | None:
        opened = await other.press("dispute:", self._card(contest_id) or {})
        if opened is None or not opened.modal:
            return opened
        return await other.fill(opened, {"why": "I won the second game."})

    async def _rule(self, contest_id: str, score: str) -> Interaction | None:
        found = await self.owner.press("match:", self._card(contest_id) or {})
        desk = found and await self.owner.press("referee:", found)
        opened = desk and await self.owner.choose("rule:", [score], desk)
        if not opened or not opened.modal:
            return opened or None
        return await self.owner.fill(opened, {"why": "I saw the game."})

    def _card(self, contest_id: str) -> Payload | None:
        return next(self._cards(contest_id, latest_first=True), None)

    def _cards(self, contest_id: str, *, latest_first: bool = False) -> Iterator[Payload]:
        """The messages with the match's button, in the order of being posted."""
        posted = self.town.server.world.posted
        for message in reversed(posted) if latest_first else posted:
            with suppress(MissingComponentError):
                find_component(message, f"match:{contest_id}")
                yield message

    async def _come(self, contest_id: str, player: Resident) -> None:
        await self.town.hours.sleep(self.town.dice.uniform(3, 50))
        effect = Effect(f"{player.person.name} is here", _HERE, (player.id, f"contest:{contest_id}"))
        await player.insist(lambda: player.press("here:", self._card(contest_id) or {}), effect)

    async def _report(self, contest_id: str, reporter: Resident, score: str) -> Interaction | None:
        return await reporter.choose("score:", [score], self._card(contest_id) or {})

    # The case

    async def _case(self) -> None:
        absent = self.plan.sleeper
        # Who enters while confirmation is open already, as after a long outage, has confirmed by that.
        if absent is None or await self.town.stands(_CONFIRMED, absent.id):
            return
        asked = "SELECT 1 FROM absence_cases WHERE noticed_at IS NOT NULL"
        await self._must(self.town.until(lambda: self.town.holds(asked), LONGEST_S), "the absence is told")
        if self.plan.explains:
            await self.town.hours.sleep(self.town.dice.uniform(10, 600))
            effect = Effect(f"{absent.person.name} justifies", _JUSTIFIED, (absent.id,))
            await self._must(absent.insist(lambda: self._justify(absent), effect), effect.told)
        else:
            barred = "SELECT 1 FROM bars JOIN people USING (person_id) WHERE discord_id = ?"
            await self._must(self.town.until(lambda: self.town.holds(barred, absent.id), LONGEST_S), "the bar falls")

    async def _justify(self, absent: Resident) -> Interaction | None:
        notice = newest_with(self.town.server, "justify:")
        opened = notice and await absent.press("justify:", notice)
        if not opened or not opened.modal:
            return opened or None
        return await absent.fill(opened, {"reason": "My train stood still for an hour."})

    async def _must(self, happens: Awaitable[bool], what: str) -> None:
        if not await happens:
            raise TimeoutError(f"never: {what}")
