"""Presses, choices and forms find their handler by their `custom_id`: "verb:subject", the same after any restart.

Nothing waits for them in memory. Of discord.py's four ways out for errors only the command tree's is left in use, and
it leads to the same answer as this routing does. A press that stands alone is answered with the live message's new
state, in a crowd with a word only: answers that race arrive in any order, so none of them carries the panel, and one
edit afterwards does. Before anything that a person sent is looked at: is it new, what does it prove, where does it
belong. A list is opened by a command or a press, and turned by its buttons.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, TypeVarTuple, overload

import discord
from discord import app_commands
from discord.ext import commands

from bot import wiring
from bot.features.playing import cards as playing_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.match_views_model import MatchView, Reported
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.summons_model import SETTLED_BY
from bot.i18n.catalogue import Translator, command_text
from bot.kernel.errors import LeftServer, Outdated, Restarting
from bot.kernel.ids import ChannelId, GuildId, MessageId, RoleId
from bot.kernel.promises import Delivery
from bot.layout.cards import AGAIN, Card, Composed, traced_promise
from bot.living.creation import TROUBLE, broke_off
from bot.living.transactions import refusal_under
from cogs import answering
from cogs.answering import Home, Interaction, answer_error, answer_in_time, bring_home
from cogs.request import Request
from cogs.subjects import PAGE, Parser, Requirement, Several, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot
    from bot.living.transactions import PersonalVerb


# --- crowds ---------------------------------------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
_in_flight: Counter[str] = Counter()
_crowded: set[str] = set()


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """What a press is answered with, and what its panel has to show after it, made of what the verb has read."""

    card: Card
    panel: Composed
    report_id: str | None = None
    """Of the report for whose answer the card asks, everybody seeing it, until it is given."""


def of_match(view: MatchView, card: Card) -> LiveAnswer:
    """The answer to a press on the card of a match, which the verb has left as in the view."""
    return LiveAnswer(card, lambda translator: playing_cards.card(view, translator))


async def take_report(
    request: Request, verb: PersonalVerb[P, Reported], /, *args: P.args, **kwargs: P.kwargs
) -> LiveAnswer:
    """Has a score told; the answer asks the other side, unless nothing is left to be asked.

    Where it will stand is noted in the verb's transaction: a crash right after it is said leaves no line behind that
    asks for ever.
    """
    taken = await request.do(playing_reporting_verbs.tell_in_public, verb, request.place[0], *args, **kwargs)
    answer = of_match(taken.view, playing_note_cards.report_notice(taken, request.server_translator))
    return replace(answer, report_id=playing_reporting_verbs.asked_about(taken))


async def live(
    request: Request, panel: str, act: Callable[[], Awaitable[Card | LiveAnswer]], *, private: bool = True
) -> None:
    """Does the act and answers with its card; the panel is brought up to date in the cheapest true way.

    What it has to show is read for it, unless the act says it. The answer is for the person alone unless it is not
    `private`.
    """
    async with _counting(request, panel) as key:
        told = await act()
        answer, known = (told.card, told.panel) if isinstance(told, LiveAnswer) else (told, None)
        alone = key not in _crowded and request.is_on_message
        card = await request.panels.card_at(panel, request.place[1], known) if alone else None
        said = await _answer(request, panel, answer, card, crowded=key in _crowded, private=private)
        if isinstance(told, LiveAnswer) and told.report_id is not None and said is not None:
            await request.panels.keep_line(request.guild_id, told.report_id, said)


async def live_verb(
    request: Request,
    panel: str,
    told: Callable[[T, Translator], Card | None],
    verb: PersonalVerb[P, T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """As `live`, where one verb is all there is to do: the panel is read in its transaction, which spares a wait.

    Where `told` has no card, the panel's new state is the whole answer.
    """
    async with _counting(request, panel) as key:
        if key in _crowded or not request.is_on_message:
            value, card = await request.do(verb, *args, **kwargs), None
        else:
            value, card = await request.panels.act(request.actor, panel, request.place[1], verb, *args, **kwargs)
        await _answer(request, panel, told(value, request.translator), card, crowded=key in _crowded)


@asynccontextmanager
async def _counting(request: Request, panel: str) -> AsyncIterator[str]:
    """Counts who presses at the same time; after a crowd the panel is edited once."""
    key = f"{id(request.panels)}:{panel}"
    _in_flight[key] += 1
    if _in_flight[key] > 1:
        _crowded.add(key)
    try:
        yield key
    finally:
        _in_flight[key] -= 1
        if not _in_flight[key]:
            del _in_flight[key]
            if key in _crowded:
                _crowded.discard(key)
                await request.stale(panel)


async def _answer(
    request: Request, panel: str, told: Card | None, card: Card | None, *, crowded: bool, private: bool = True
) -> discord.Message | None:
    """Shows both; returns the message of the answer where there is one of its own."""
    shown = card is not None and not crowded and await _update(request, card)
    try:
        if told is not None:
            return await request.answer(told, private=private)
        if not shown:
            await request.acknowledge(thinking=False)
        return None
    finally:
        # What was done stands, even where nobody could be answered any more: the others read it on the panel.
        if not shown and not crowded:
            await request.stale(panel)


async def _update(request: Request, card: Card) -> bool:
    """Whether the answer has shown the panel's new state; not so when the message is gone, or Discord in trouble."""
    try:
        await request.update(card)
    except TROUBLE as refusal:
        _log.warning("a panel could not be shown by the answer to its press: %r", refusal)
        return False
    return True


# --- at the door ----------------------------------------------------------------------------------------------------


_DIGITS: Final = 19
"""Of the longest of Discord's ids."""
ANSWERING: Final = tuple(f"{verb}:" for verb in sorted(set(SETTLED_BY.values())))
"""How the buttons of a call of staff begin."""
REMEMBERED: Final = 4096
"""Discord repeats an interaction within seconds, if at all: far fewer than these come in between."""


class Repeats:
    """Knows what came in before: Discord may bring the same interaction twice, and it is taken once."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def is_first(self, interaction_id: int) -> bool:
        """Whether this one has not come in yet; from now on it has."""
        if interaction_id in self._known:
            return False
        self._known[interaction_id] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return True


def refuse_at_end(interaction: Interaction) -> None:
    """Raises Restarting where the bot is ending: what it cannot finish it does not begin."""
    if interaction.client.under_way.ends:
        raise Restarting


async def note_delivery(interaction: Interaction) -> None:
    """A press on a message proves that it was delivered, even where Discord answered with trouble when it was sent."""
    message, units = interaction.message, interaction.client.units
    if message is not None:
        interaction.client.cards.note_press(MessageId(message.id), interaction.created_at)
    outbox_id = None if message is None else traced_promise(message)
    if message is None or outbox_id is None or await units.ask(wiring.is_noted, outbox_id):
        return
    guild_id = None if interaction.guild_id is None else GuildId(interaction.guild_id)
    stands = Delivery(outbox_id, ChannelId(message.channel.id), MessageId(message.id), message.created_at)
    await units.do(wiring.proven, guild_id, stands)


async def heed_call(request: Request, custom_id: str) -> None:
    """A press on a call's button, once it was taken: its matter waits in silence no more."""
    message = request.interaction.message
    outbox_id = None if message is None else traced_promise(message)
    if outbox_id is not None and custom_id.startswith(ANSWERING):
        await request.do(tournaments_summons_verbs.note_answer, outbox_id, custom_id)


async def find_home(interaction: Interaction, takes: Parser[Any], subject: str) -> None:
    """Finds out of which server a press on a letter is, and has it count there; raises LeftServer.

    What the press is about says it, else the letter itself, or the button, where it is on an answer to a press on it.
    Discord is asked who pressed as a member of that server, so that they may what they may there and no more. It is
    asked at each press: without the intent for members nobody tells the bot of a member who was removed or has lost a
    role, so an answer that was kept would let through what was taken away.
    """
    if interaction.guild_id is not None:
        return
    guild_id = await _guild_of_letter(interaction, takes, subject)
    guild = None if guild_id is None else interaction.client.get_guild(guild_id)
    if guild is None:
        return
    try:
        member = await guild.fetch_member(interaction.user.id)
    except discord.NotFound as left:
        raise LeftServer from left
    await interaction.client.communities.know(GuildId(guild.id))
    bring_home(interaction, Home(guild, member))


async def _guild_of_letter(interaction: Interaction, takes: Parser[Any], subject: str) -> GuildId | None:
    _, things = takes.read(subject)
    if things:
        return await interaction.client.ownership.guild_of(*things[0])
    if subject.isdecimal() and len(subject) <= _DIGITS:
        return GuildId(int(subject))
    outbox_id = None if interaction.message is None else traced_promise(interaction.message)
    return None if outbox_id is None else await interaction.client.units.ask(wiring.guild_of, outbox_id)


S = TypeVar("S")
# --- routing --------------------------------------------------------------------------------------------------------


Parts = TypeVarTuple("Parts")
R = TypeVar("R", bound=Card | LiveAnswer | None)
Handler = Callable[..., Awaitable[Card | LiveAnswer | None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it takes, who may see what it answers, and how the card that its handler returns is shown."""

    takes: Parser[Any]
    requires: Requirement
    handler: Handler
    update: bool = False
    public: bool = False
    live: Callable[..., str] | None = None

    async def take(self, request: Request, meant: Any) -> None:
        """Has the handler do its work, and answers with the card that it returns."""
        parts = meant if isinstance(self.takes, Several) else (meant,)
        act: Any = partial(self.handler, request, *parts)
        if self.live is not None:
            await live(request, self.live(parts[0]), act, private=not self.public)
            return
        told = await act()
        card = told.card if isinstance(told, LiveAnswer) else told
        if card is not None and self.update:
            await request.update(card)
        elif card is not None:
            await request.answer(card, private=not self.public)


VERBS: Final[dict[str, Verb]] = {}


# What is several is one part as well for mypy, which looks at types alone; the first that fits is meant.
@overload
def on_press(  # type: ignore[overload-overlap]
    verb: str,
    takes: Several[*Parts],
    requires: Requirement,
    *,
    update: bool = ...,
    public: bool = ...,
    live: Callable[..., str] | None = ...,
) -> Callable[[Callable[[Request, *Parts], Awaitable[R]]], Callable[[Request, *Parts], Awaitable[R]]]: ...


@overload
def on_press(
    verb: str,
    takes: Parser[S],
    requires: Requirement,
    *,
    update: bool = ...,
    public: bool = ...,
    live: Callable[[S], str] | None = ...,
) -> Callable[[Callable[[Request, S], Awaitable[R]]], Callable[[Request, S], Awaitable[R]]]: ...


def on_press(verb: str, takes: Parser[Any], requires: Requirement, **shown: Any) -> Any:
    """Registers the handler of every button, menu or form whose `custom_id` is "verb:subject", and for whom.

    The card that it returns, if any, is the answer: for the person alone unless it is `public`; with `update` the new
    state of the message that was pressed; with `live` beside the new state of that panel (`cogs/routing.py`), which is
    named by the first part of the subject.
    """

    def register(handler: Handler) -> Handler:
        before = VERBS.get(verb)
        if before is not None and _place_of(before.handler) != _place_of(handler):
            raise ValueError(f"{verb} is registered by {_place_of(before.handler)} and {_place_of(handler)}")
        VERBS[verb] = Verb(takes, requires, handler, **shown)
        return handler

    return register


def _place_of(handler: Handler) -> str:
    """Where the handler stands: a cog that is loaded anew registers the same ones again."""
    return f"{handler.__module__}.{getattr(handler, '__qualname__', handler)}"


class CommandTranslator(app_commands.Translator):
    """Descriptions of commands in the reader's language; names are the same everywhere."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The catalogue's text for the key that `bot.living.commands` put beside the English one, or None."""
        return command_text(str(string.extras.get("key", "")), str(locale))


class Routing(commands.Cog):
    """Listens to every interaction and hands on those that are no commands."""

    def __init__(self, bot: TournamentBot) -> None:
        bot.tree.on_error = self._on_tree_error  # type: ignore[method-assign]
        bot.tree.interaction_check = self._before_command  # type: ignore[method-assign]
        logging.getLogger("discord.app_commands.tree").addFilter(_in_one_line)
        self._presses, self._commands = Repeats(), Repeats()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hands on a press, a choice or a form; then looks at the roles that the member carries.

        What Discord brings a second time is no second press: its answer was given.
        """
        if not self._presses.is_first(interaction.id):
            return
        interaction.client.under_way.enter()
        answering.clean(interaction)
        answering.mark(interaction)
        request = Request(interaction)
        interaction.client.faces.note(request.interaction.guild, interaction.user)
        if interaction.type is not discord.InteractionType.autocomplete:
            answer_in_time(interaction)
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self._hand_on(request)
        await self._mirror_roles(request)

    @staticmethod
    async def _hand_on(request: Request) -> None:
        """Calls the handler; an unknown verb is told to be out of date."""
        answering.note_arrival(request.interaction)
        custom_id, _, _ = str(answering.data(request.interaction).get("custom_id", "")).partition(AGAIN)
        verb, _, subject = custom_id.partition(":")
        try:
            refuse_at_end(request.interaction)
            if verb not in VERBS:
                raise Outdated
            await request.interaction.client.hear(request.at, request.interaction.guild_id)
            await note_delivery(request.interaction)
            found = VERBS[verb]
            await find_home(request.interaction, found.takes, subject)
            meant = await request.read_subject(found.takes, subject)
            await request.admit(found.requires)
            await found.take(request, meant)
            await heed_call(request, custom_id)
            # A card may have nothing more to say than that the press was taken.
            answering.note_answer(request.interaction)
        except Exception as error:  # noqa: BLE001 - the one way out for every error
            await answer_error(request.interaction, error)

    @staticmethod
    async def _mirror_roles(request: Request) -> None:
        """Has the presser's roles put right where somebody changed them by hand: only an interaction carries them."""
        member = request.interaction.user
        if request.interaction.type is discord.InteractionType.autocomplete or not isinstance(member, discord.Member):
            return
        carried = [RoleId(role.id) for role in member.roles]
        try:
            await _note_holder(request, carried)
            if await request.ask(registry_roles_verbs.carries_others, carried):
                await request.do(registry_roles_verbs.follow_presser)
        except Exception as error:
            # The person was answered, and the next press of theirs looks at the roles again.
            if refusal_under(error) is None:
                raise

    async def _before_command(self, interaction: Interaction) -> bool:
        """Commands are read before `on_interaction` hears of them."""
        answering.clean(interaction)
        if not self._commands.is_first(interaction.id):
            return False
        answering.mark(interaction)
        answering.note_arrival(interaction)
        interaction.client.under_way.enter()
        if interaction.client.under_way.ends:
            await self._tell_end(interaction)
            return False
        interaction.client.faces.note(interaction.guild, interaction.user)
        if interaction.type is not discord.InteractionType.autocomplete:
            await interaction.client.hear(interaction.created_at, interaction.guild_id)
        return True

    @staticmethod
    async def _tell_end(interaction: Interaction) -> None:
        """Tells whoever typed a command that the bot ends; suggestions are simply not given."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await answer_error(interaction, Restarting())

    @staticmethod
    async def _on_tree_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, error)


async def _note_holder(request: Request, carried: Collection[RoleId]) -> None:
    """Has it on record, once, that somebody holds the organisers' role."""
    role = None if request.community is None else request.community.organiser_role
    if role is not None and role in carried and not await request.look(tournaments_summons_verbs.is_held, role):
        await request.do(tournaments_summons_verbs.note_holder, role)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Of suggestions that nobody waits for any more discord.py alone hears; what led there is of no use in the log."""
    cause = record.exc_info[1] if record.exc_info else None
    if cause is not None and broke_off(cause):
        record.msg, record.exc_info = f"{record.getMessage()}: {cause!r}", None
        record.args = ()
    return True


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Routing(bot))


# --- pages ----------------------------------------------------------------------------------------------------------


@overload
def with_pages(
    verb: str, requires: Requirement
) -> Callable[[Callable[[Request, int], Awaitable[Card]]], Callable[[Request], Awaitable[Card]]]: ...


@overload
def with_pages(
    verb: str, requires: Requirement, of: Parser[S]
) -> Callable[[Callable[[Request, S, int], Awaitable[Card]]], Callable[[Request, S], Awaitable[Card]]]: ...


def with_pages(verb: str, requires: Requirement, of: Parser[Any] | None = None) -> Any:
    """Has the buttons of "verb:page", or of "verb:subject/page", turn to the page that the function shows.

    What is returned shows the first page, and can be a command's or a press's handler.
    """
    takes: Parser[Any] = PAGE if of is None else pair(of, PAGE, "/")

    def register(handler: Callable[..., Awaitable[Card]]) -> Callable[..., Awaitable[Card]]:
        on_press(verb, takes, requires, update=True)(handler)
        whole = signature(handler, eval_str=True)
        *before, page = whole.parameters.values()

        @wraps(handler)
        async def first(*args: Any, **options: Any) -> Card:
            return await handler(*args, **options, **{page.name: 0})

        setattr(first, "__signature__", whole.replace(parameters=before))  # noqa: B010 - no type knows the attribute
        return first

    return register
