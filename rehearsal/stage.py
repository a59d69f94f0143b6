"""The stage: a running bot on a pretend Discord, with a server, its channels, its people and a clock that jumps."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from bot.app import TournamentBot
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.kernel.addresses import Address, Place
from bot.kernel.context import Tx
from bot.kernel.ids import ALL, ChannelId, Community, GuildId, MemberId, PersonId, RoleId, Switch
from bot.living.web_process import HearsOfChanges
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, Person
from bot.server import store as server_store
from rehearsal import limits, simcord_seam
from rehearsal.avatars import PretendAvatars
from rehearsal.counting import started_by_the_bot
from rehearsal.members import Answer, Member, Unanswered, answer_of
from rehearsal.on_a_server import SoleCharge, keep_nothing_more
from rehearsal.ports import pretended_ports
from rehearsal.posts import Post, read_post
from rehearsal.rows import records_of
from rehearsal.typed import Typed

if TYPE_CHECKING:
    from bot.living.charge import Charge

CHANNELS: Final = ("announcements", "matches", "committee", "record")


class Pages(HearsOfChanges, Protocol):
    """What serves the server's pages, and where."""

    address: str


class Entropy:
    """Random bytes that are the same in every run with the same seed.

    At one moment members, the notifier and the panels work side by side, now one first and now the other: each draws
    from bytes of its own.
    """

    def __init__(self, seed: int, clock: Callable[[], datetime]) -> None:
        self._seed = seed
        self._clock = clock
        self._drawn: Counter[str] = Counter()

    def __call__(self, length: int) -> bytes:
        """The next bytes."""
        key = f"{self._seed}/{self._clock().isoformat()}/{_whose()}"
        self._drawn[key] += 1
        return hashlib.shake_256(f"{key}/{self._drawn[key]}".encode()).digest(length)


def to_the_millisecond(moment: datetime) -> datetime:
    """Without what is finer than the bot's clock."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _whose() -> str:
    """The kind of task that runs now."""
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return ""
    return "" if task is None else getattr(task.get_coro(), "__qualname__", "")


class Complaints(logging.Handler):
    """Keeps what the bot logged as an error: an apology to a member is a defect, although nothing is raised."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps the record."""
        self.records.append(record)


class Stage:
    """See the module. Made by `Stage.open`; `members` holds everybody by name."""

    env: simcord_seam.Env
    bot: TournamentBot
    guild: simcord_seam.GuildHandle
    announcements: simcord_seam.ChannelHandle
    matches: simcord_seam.ChannelHandle
    committee: simcord_seam.ChannelHandle
    record: simcord_seam.ChannelHandle
    organisers: simcord_seam.RoleHandle
    owner: Member
    organiser: Member
    arbiter: Member
    """Holds the title AN; so do further members to whom `stage.arbiters(n)` gives it."""
    president: Member
    leader: Member

    def __init__(self, path: Place, seed: int, language: str, time_zone: str, switches: Iterable[Switch] = ALL) -> None:
        # Rehearsals are played on a file; tests alone ask for a server as well.
        self.path, self.language, self.time_zone = cast("Path", path), language, time_zone
        self.switches = frozenset(switches)
        self.members: dict[str, Member] = {}
        self.complaints, self.typed, self.avatars = Complaints(), Typed(), PretendAvatars()
        self.waker = simcord_seam.StoppingWaker(lambda: self.env)
        self.pages: Pages | None = None
        self.unusual: set[str] = set()
        """Texts that members typed and that may look like one of our keys or placeholders."""
        self._by_id: dict[int, Member] = {}
        self._entropy = Entropy(seed, self._clock)
        self._charge = SoleCharge() if isinstance(path, Address) else None

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: Place,
        *,
        seed: int = 1,
        language: str = "en-US",
        time_zone: str = "UTC",
        set_up: bool = True,
        switches: Iterable[Switch] = ALL,
        shows_all: bool = True,
        pages: Pages | None = None,
    ) -> AsyncIterator[Stage]:
        """A server with a running bot whose database is the file at `path`, or on the server of that address.

        Without `set_up` the bot has met nobody and knows no channel, as after an invitation. Where it `shows_all`, the
        server's settings at Discord show everybody what organisers alone use, so that it is the bot that refuses.
        """
        stage = cls(path, seed, language, time_zone, switches)
        stage.pages = pages
        logging.getLogger("bot").addHandler(stage.complaints)
        logging.getLogger("cogs").addHandler(stage.complaints)
        try:
            await stage.start(shows_all=shows_all)
            if set_up:
                await stage.set_up()
            yield stage
        finally:
            await stage.close()
            logging.getLogger("bot").removeHandler(stage.complaints)
            logging.getLogger("cogs").removeHandler(stage.complaints)

    async def start(self, *, shows_all: bool = True) -> None:
        """Starts the bot on an empty Discord and lets everybody in."""
        self.bot = self.new_bot()
        self.env = simcord_seam.environment(self.bot)
        if shows_all:
            simcord_seam.show_all_commands(self.env)
        simcord_seam.speak_languages(self.env, self.locale_of)
        await self.env.start()
        await self.furnish()

    async def close(self) -> None:
        """Ends the bot and its Discord; what a handler raised and nobody looked at is raised here."""
        try:
            # Also after a start that failed: an open database's thread would keep the interpreter from ending.
            await self.bot.close()
        finally:
            await self.env.shutdown()
        self.env.raise_errors()

    def new_bot(self) -> TournamentBot:
        """A bot on the stage's database, with the stage's clock, dice and waker."""
        waker = self.waker = simcord_seam.StoppingWaker(lambda: self.env)
        ports = pretended_ports((self._clock, self.time_zone), self._entropy, waker, self.avatars)
        ports = replace(ports, language=self.language, charge=cast("Charge | None", self._charge))
        if (pages := self.pages) is not None:
            ports = replace(ports, pages_address=pages.address, pages=lambda: pages)
        return TournamentBot(self.path, ports)

    # People and places

    async def furnish(self) -> None:
        """Makes the server: four channels, the organisers' role, and the people who hold an office."""
        self.guild = self.env.create_guild("Arena", owner=self.env.create_user("Olga"))
        self.announcements, self.matches, self.committee, self.record = (
            self.guild.create_text_channel(name) for name in CHANNELS
        )
        self.organisers = self.guild.create_role("Organisers")
        self.owner = self._enter(simcord_seam.actor_of(self.guild, self.guild.owner), self.language)
        self.organiser = self.member("Otto", roles=[self.organisers])
        self.arbiter = self.member("Abel")
        self.president = self.member("Paula")
        self.leader = self.member("Lena")
        await simcord_seam.settle(self.env)

    def member(
        self,
        name: str,
        locale: str | None = None,
        roles: Iterable[simcord_seam.RoleHandle] = (),
        shown: str | None = None,
    ) -> Member:
        """Somebody who joins the server now, with a client in that language (the server's unless told).

        The name is the user name, and what is shown unless another one is told.
        """
        actor = self.guild.add_member(self.env.create_user(name, global_name=shown), roles=list(roles))
        return self._enter(actor, locale or self.language)

    def crowd(self, number: int, prefix: str = "player", locale: str | None = None) -> list[Member]:
        """Several members at once: player01, player02, and so on."""
        return [self.member(f"{prefix}{n:0{len(str(number))}}", locale) for n in range(1, number + 1)]

    async def arbiters(
        self, number: int, prefix: str = "arbiter", title: ArbiterTitle = ArbiterTitle.AN
    ) -> list[Member]:
        """Members who hold an arbiter title."""
        entering = self.crowd(number, prefix)
        for member in entering:
            await self._decide(_entitle, self._person(member), self.owner_person, title)
        return entering

    def _enter(self, actor: simcord_seam.actors.MemberActor, locale: str) -> Member:
        member = Member(self, actor, locale)
        self.members[member.name] = self._by_id[member.id] = member
        return member

    def by_id(self, member_id: int) -> Member:
        """The member with this snowflake."""
        return self._by_id[member_id]

    def locale_of(self, member_id: int) -> str:
        """The language of the member's client."""
        return self._by_id[member_id].locale if member_id in self._by_id else "en-US"

    async def set_up(self) -> None:
        """What `/setup` decides, the organisers' role and the officers included."""
        community = Community(
            guild_id=GuildId(self.guild.id),
            owner_id=MemberId(self.owner.id),
            language=self.language,
            time_zone=self.time_zone,
            announcements=ChannelId(self.announcements.id),
            matches=ChannelId(self.matches.id),
            committee=ChannelId(self.committee.id),
            record=ChannelId(self.record.id),
            organiser_role=RoleId(self.organisers.id),
            set_up_at=self.now,
            switches=self.switches,
        )
        officers = [self._person(one) for one in (self.owner, self.president, self.leader, self.arbiter)]
        await self._decide(_found_community, community, officers)
        self.bot.communities.put(community)

    @property
    def owner_person(self) -> Person:
        """The server's owner as the registry has them."""
        return self._person(self.owner)

    def _person(self, member: Member) -> Person:
        person_id = PersonId(f"p{member.id % 10**11:011d}")
        return Person(person_id, GuildId(self.guild.id), MemberId(member.id), member.name, member.locale, self.now)

    async def _decide(self, verb: Callable[..., None], *given: object) -> None:
        await simcord_seam.in_bot_scope(self.env, lambda: self.bot.units.do(verb, *given))

    # Time and restarts

    def _clock(self) -> datetime:
        return self.env.now()

    @property
    def now(self) -> datetime:
        """The moment that the bot and Discord agree on."""
        return to_the_millisecond(self.env.now())

    async def advance(self, duration: timedelta = timedelta(), /, **parts: float) -> None:
        """Lets time pass, stopping at every deadline on the way: `advance(minutes=5)`."""
        await self.env.advance_time((duration + timedelta(**parts)).total_seconds())

    async def advance_to(self, moment: datetime) -> None:
        """Lets time pass until the moment, which must not be over."""
        await self.advance(moment - self.env.now())

    async def settle(self) -> None:
        """Lets the bot finish what it has to do now."""
        await simcord_seam.settle(self.env)

    async def stop(self) -> None:
        """Closes the bot as SIGTERM does."""
        await simcord_seam.in_bot_scope(self.env, self.bot.close)

    async def restart(self) -> None:
        """Closes the bot and starts a new one on the same file."""
        await self.sleep_through(timedelta())

    async def kill(self, duration: timedelta) -> None:
        """Ends the bot as SIGKILL does: nothing that it writes while it closes is kept; later a new one starts.

        The heartbeat, which rests on the stage, has beaten last at this moment.
        """
        await simcord_seam.in_bot_scope(self.env, lambda: self.bot.units.do(playing_outage_verbs.note_alive))
        if self._charge is None:
            await self._stop_and_put_back()
        else:
            keep_nothing_more(self.bot)
            await self.stop()
        await self._start_again_after(duration)

    async def _stop_and_put_back(self) -> None:
        """Closes the bot, and puts its files back as they were before."""
        files = [self.path.with_name(self.path.name + end) for end in ("", "-wal")]
        kept = {one: one.read_bytes() for one in files if one.exists()}
        await self.stop()
        for one in files:
            one.unlink(missing_ok=True)
        for one, content in kept.items():
            one.write_bytes(content)

    async def sleep_through(self, duration: timedelta) -> None:
        """An outage: the bot is closed, time passes, and a new one starts on the same file."""
        await self.stop()
        await self._start_again_after(duration)

    async def _start_again_after(self, duration: timedelta) -> None:
        if duration:
            await self.advance(duration)
        self.bot = self.new_bot()
        await self.env.restart_bot(self.bot)

    # What can be seen

    def posts_in(self, channel: simcord_seam.ChannelHandle | int, *, private: bool = False) -> list[Post]:
        """The messages of a channel, the oldest first; answers that one person alone sees only with `private`."""
        channel_id = channel if isinstance(channel, int) else channel.id
        found = [read_post(one) for one in simcord_seam.messages_in(self.env, channel_id)]
        return [post for post in found if private or not post.private]

    def everything(self) -> list[Post]:
        """Every message that is there now, in every channel, thread and inbox, private answers too."""
        return [post for one in simcord_seam.channel_ids(self.env) for post in self.posts_in(one, private=True)]

    def latest(self, verb: str, channel: simcord_seam.ChannelHandle | int | None = None) -> Post:
        """The newest public message on which this verb can be pressed, in the channel or anywhere."""
        where = simcord_seam.channel_ids(self.env) if channel is None else [channel]
        found = [post for one in where for post in self.posts_in(one) if post.has(verb)]
        if not found:
            raise LookupError(f"no message offers {verb!r}")
        return max(found, key=lambda post: post.message_id)

    def again(self, post: Post) -> Post:
        """The same message as it is now; raises LookupError when it is gone."""
        stored = simcord_seam.stored_message(self.env, post.channel_id, post.message_id)
        if stored is None:
            raise LookupError(f"the message is gone: {post.text[:100]!r}")
        return read_post(stored)

    def picture(self, url: str) -> bytes:
        """What was uploaded under the address."""
        data = simcord_seam.file_bytes(self.env, url)
        assert data is not None, f"nothing was uploaded to {url}"
        return data

    def roles(self) -> tuple[int, ...]:
        """The server's roles, the oldest first."""
        return simcord_seam.role_ids(self.env, self.guild.id)

    def roles_of(self, member: Member) -> frozenset[int]:
        """What the member carries."""
        return frozenset(simcord_seam.roles_carried(self.env, self.guild.id, member.id))

    def give_role(self, member: Member, role_id: int) -> None:
        """Somebody gives the member a role by hand, and the bot hears nothing of it."""
        simcord_seam.roles_carried(self.env, self.guild.id, member.id).append(role_id)

    @property
    def calls(self) -> list[simcord_seam.HttpLogEntry]:
        """The REST calls that the bot started itself; answers to interactions are not among them."""
        return started_by_the_bot(self.env.http_requests)

    @property
    def commands(self) -> tuple[str, ...]:
        """What can be typed after the slash: "tournament create", "me"."""
        return tuple(self.owner.actor.available_commands(self.announcements))

    def faults(self) -> list[str]:
        """What went wrong so far that no member would report: broken limits, errors in the log."""
        files = [picture for post in self.everything() for picture in post.pictures]
        return [
            *limits.too_much(self.env.http_requests, self.unusual),
            *limits.proofs_shown(self.env.http_requests, {self.record.id, *records_of(self.path)}),
            *(problem for file in files for problem in limits.check_upload(file.name, file.size)),
            *(logging.Formatter().format(record) for record in self.complaints.records),
        ]

    # Crowds

    async def together(self, post: Post, *presses: tuple[Member, str]) -> list[Answer]:
        """Presses on one message in the same moment, in this order: `(ana, "check-in"), (bob, "withdraw")`."""
        stored = simcord_seam.stored_message(self.env, post.channel_id, post.message_id)
        data = [
            (member.id, stored, {"custom_id": self.again(post).find(button)["custom_id"], "component_type": 2})
            for member, button in presses
        ]
        return self._answers(await simcord_seam.at_once(self.env, self.guild.id, data))

    async def stale_press(self, member: Member, post: Post, custom_id: str) -> Answer:
        """A press on a button that the member's client still shows although the message has changed meanwhile."""
        stored = simcord_seam.stored_message(self.env, post.channel_id, post.message_id)
        data = {"custom_id": custom_id, "component_type": 2}
        return self._answers(await simcord_seam.at_once(self.env, self.guild.id, [(member.id, stored, data)]))[0]

    async def all_press(self, post: Post, button: str, members: Iterable[Member]) -> list[Answer]:
        """Everybody presses the same button in the same moment."""
        return await self.together(post, *((member, button) for member in members))

    async def double_click(self, member: Member, post: Post, button: str) -> list[Answer]:
        """The same member presses twice before the bot can answer."""
        return await self.together(post, (member, button), (member, button))

    async def all_fill(self, post: Post, forms: Iterable[tuple[Member, Answer, dict[str, str]]]) -> list[Answer]:
        """Everybody sends in a form that a press on `post` opened, in the same moment."""
        stored = simcord_seam.stored_message(self.env, post.channel_id, post.message_id)
        data = [(member.id, stored, simcord_seam.filled_form(asked.form, values)) for member, asked, values in forms]
        return self._answers(await simcord_seam.at_once(self.env, self.guild.id, data, modal=True))

    def _answers(self, results: list[simcord_seam.InteractionResult]) -> list[Answer]:
        if silent := sum(not result.acknowledged for result in results):
            raise Unanswered(f"{silent} of {len(results)} got no answer")
        return [answer_of(self, result) for result in results]


def _found_community(tx: Tx, community: Community, officers: list[Person]) -> None:
    server_store.save(tx, community)
    for person in officers:
        people_store.save(tx, replace(person, known_since=tx.now))
    owner, president, leader, arbiter = (person.person_id for person in officers)
    people_store.give_office(tx, community.guild_id, Office.PRESIDENT, president, tx.now, owner)
    people_store.give_office(tx, community.guild_id, Office.LEADER, leader, tx.now, owner)
    people_store.give_title(tx, arbiter, ArbiterTitle.AN, tx.now, owner)


def _entitle(tx: Tx, person: Person, by: Person, title: ArbiterTitle) -> None:
    people_store.save(tx, person)
    # Where the server was set up by presses, the bot knows its owner under an id of its own.
    known = None if by.discord_id is None else people_store.of_member(tx, by.guild_id, by.discord_id)
    people_store.give_title(tx, person.person_id, title, tx.now, (known or by).person_id)
