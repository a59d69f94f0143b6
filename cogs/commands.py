"""Commands and their options: how each is declared, what is suggested, what it means, and running one untyped.

A command is declared by its words and whom it is for; its texts are found in the catalogues by the words. One that is
run without being typed has its options asked for by menus and forms, and read as if typed: what discord.py makes of
typed options, the door makes here of what was chosen and filled in. Moments are read in the server's time zone and
the person's order of day and month.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

import discord
from discord import AppCommandOptionType, app_commands

from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering.cards import entry_name
from bot.features.profile.cards import known_person
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import rulebook_cards as tournaments_rulebook_cards
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.i18n.catalogue import key_of, key_of_option
from bot.i18n.moments import AmbiguousLocalTime, MomentInThePast, date_order, parse_local, suggest_moments
from bot.kernel.errors import BotIsNobody, Outdated, RefusedText, UserError
from bot.kernel.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.kernel.outages import read_duration
from bot.layout.cards import MOST_OPTIONS, Card
from bot.layout.sentences import clock_moment, plain
from bot.living import journal
from bot.living.commands import INSTEAD, SWITCH
from bot.people import verbs as people_verbs
from bot.play.adjusting import Offered
from bot.play.entries import Tournament
from cogs import answering
from cogs.answering import Interaction
from cogs.request import Request
from cogs.subjects import (
    ENTRANT,
    EVERYBODY,
    OFFERS,
    Audience,
    File,
    FormField,
    Members,
    Menu,
    Parser,
    Requirement,
    Text,
    Verbatim,
    among,
)

# --- options --------------------------------------------------------------------------------------------------------


S = TypeVar("S")
Reading = Callable[[Request, str], Awaitable[S]]
Pairs = Iterable[tuple[str, str]]
"""What can be chosen: the name that is shown, and the value behind it."""
Choices = list[app_commands.Choice[str]]
Suggested = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MOST_SUGGESTIONS: Final = 25
LONGEST_NAME: Final = 100
"""What Discord shows of suggestions."""


def suggests(requires: Requirement) -> Callable[[Callable[[Request], Awaitable[Pairs]]], Suggested]:
    """Makes a list of suggestions of all that can be chosen: what fits the letters typed so far is offered."""

    def behind(handler: Callable[[Request], Awaitable[Pairs]]) -> Suggested:
        @wraps(handler)
        async def fitting(request: Request, typed: str) -> Pairs:
            wanted = typed.casefold()
            return ((name, value) for name, value in await handler(request) if wanted in name.casefold())

        return finds(requires)(fitting)

    return behind


def finds(requires: Requirement) -> Callable[[Callable[[Request, str], Awaitable[Pairs]]], Suggested]:
    """As `suggests`, where the handler itself looks for what fits the letters typed.

    It comes through the door as a press does; what cannot be meant offers nothing.
    """

    def behind(handler: Callable[[Request, str], Awaitable[Pairs]]) -> Suggested:
        @wraps(handler)
        async def call(interaction: Interaction, typed: str) -> Choices:
            request = Request(interaction)
            try:
                await request.admit(requires)
                found = islice(await handler(request, typed), MOST_SUGGESTIONS)
                return [app_commands.Choice(name=plain(name, LONGEST_NAME), value=value) for name, value in found]
            except UserError:
                return []

        setattr(call, "requires", requires)  # noqa: B010 - no type knows the attribute
        return call

    return behind


def taking(takes: Parser[S]) -> Reading[S]:
    """An option that carries a subject, as a press does."""

    async def read(request: Request, typed: str) -> S:
        return await request.read_subject(takes, typed)

    return read


async def as_typed(_: Request, typed: str) -> str:
    """An option that is whatever was typed."""
    return typed


class Option(app_commands.Transformer, Generic[S]):
    """An option of a command: what was chosen from the suggestions, or typed past them, becomes what it means."""

    def __init__(self, read: Reading[S], suggestions: Suggested) -> None:
        self.read = read
        self._suggestions = suggestions

    async def transform(self, interaction: Interaction, value: str, /) -> S:  # type: ignore[override]
        """What is meant; raises a UserError where that is malformed, gone, or another server's."""
        return await self.read(Request(interaction), value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:  # type: ignore[override]
        """Suggests what can be chosen."""
        return await self._suggestions(interaction, value)


class OneOf(app_commands.Transformer, Generic[S]):
    """An option with choices that Discord shows: each by the key of its name, and what it means."""

    def __init__(self, choices: Mapping[str, tuple[str, S]]) -> None:
        self._choices = [app_commands.Choice(name=key, value=value) for value, (key, _) in choices.items()]
        self._takes = among({value: meant for value, (_, meant) in choices.items()})

    @property
    def choices(self) -> Choices:  # type: ignore[override]
        """The choices as Discord shows them."""
        return self._choices

    async def transform(self, interaction: Interaction, value: str, /) -> S:  # type: ignore[override]
        """What is meant; raises Outdated where that is none of them."""
        return await Request(interaction).read_subject(self._takes, value)


class KnownMember(NamedTuple):
    """A member by the name that the server knows."""

    member_id: MemberId
    name: str


def known_member(member: discord.Member | discord.User) -> KnownMember:
    """Whom services take for a member; raises BotIsNobody, for a bot is no person, whatever it is named for."""
    if member.bot:
        raise BotIsNobody
    return KnownMember(MemberId(member.id), member.display_name)


class _Member(app_commands.Transformer):
    def __init__(self, *, may_have_left: bool = False) -> None:
        self._may_have_left = may_have_left

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.user

    async def transform(self, by: Interaction, value: discord.Member | discord.User, /) -> KnownMember:  # type: ignore[override]
        if not (self._may_have_left or isinstance(value, discord.Member)):
            raise app_commands.TransformerError(value, self.type, self)
        by.client.faces.note(by.guild, value)
        return known_member(value)


Member = Annotated[KnownMember, _Member()]
"""A member of the server whom somebody chose."""
AccountOption = Annotated[KnownMember, _Member(may_have_left=True)]
"""Whoever has an account of Discord, in the server or not."""


# --- options that several commands share ----------------------------------------------------------------------------


@suggests(Audience.EVERYBODY)
async def open_tournaments(request: Request) -> Pairs:
    """Tournaments of the server that are neither over nor cancelled."""
    return _pairs(await request.look(entering_list_verbs.unfinished_tournaments))


@suggests(Audience.EVERYBODY)
async def all_tournaments(request: Request) -> Pairs:
    """Every tournament of the server, those to come and running first."""
    return _pairs(await request.look(entering_list_verbs.of_guild))


async def tournament_meant(request: Request, typed: str) -> TournamentId:
    """The tournament that was chosen from the suggestions, or typed by its name; raises NotFoundByName."""
    found = await request.look(tournaments_facts_verbs.find_meant, typed)
    journal.note_home(request.guild_id, found)
    return found


async def tournament_before(request: Request) -> TournamentId | None:
    """The tournament that was chosen for another option of the same command."""
    chosen = request.option("tournament")
    return await tournament_meant(request, chosen) if chosen else None


@finds(Audience.EVERYBODY)
async def players(request: Request, typed: str) -> Pairs:
    """Who is on the list of the tournament that was chosen before."""
    chosen = await tournament_before(request)
    found = (
        [] if chosen is None else await request.look(entering_list_verbs.players_named, chosen, typed, MOST_SUGGESTIONS)
    )
    return [(entry_name(one), one.entrant.entrant_id) for one in found]


@finds(Audience.EVERYBODY)
async def any_rulebooks(request: Request, typed: str) -> Pairs:
    """Rulebooks of the server's own and those that come with the bot, as the typed words can mean them."""
    return _labels(await request.look(tournaments_rulebook_verbs.available), typed, request)


@finds(Audience.EVERYBODY)
async def rulebooks_to_announce(request: Request, typed: str) -> Pairs:
    """Rulebooks by which an event can be announced, as the typed words can mean them."""
    return _labels(await request.look(tournaments_rulebook_verbs.to_announce), typed, request)


@finds(Audience.EVERYBODY)
async def own_rulebooks(request: Request, typed: str) -> Pairs:
    """Rulebooks of the server's own."""
    return _labels(await request.look(tournaments_rulebook_verbs.own), typed, request)


async def rulebook_meant(request: Request, typed: str) -> str:
    """The name of the rulebook that was chosen, or that the typed words mean most likely; else what was typed."""
    found = tournaments_rulebook_cards.find_meant(
        await request.look(tournaments_rulebook_verbs.available), typed, request.translator
    )
    return typed if found is None else found.name


async def rulebook_to_announce(request: Request, typed: str) -> str:
    """As `rulebook_meant`; words that mean several things mean one by which an event can be announced."""
    found = tournaments_rulebook_cards.find_meant(
        await request.look(tournaments_rulebook_verbs.to_announce), typed, request.translator
    )
    return typed if found is None else found.name


def _labels(offered: Sequence[Offered], typed: str, request: Request) -> Pairs:
    translator = request.translator
    return [
        (tournaments_rulebook_cards.label_of(one.rulebook, translator), one.name)
        for one in tournaments_rulebook_cards.fitting(offered, typed, translator)
    ]


def _pairs(found: list[Tournament]) -> Pairs:
    return [(tournament.name, tournament.tournament_id) for tournament in found]


@finds(Audience.EVERYBODY)
async def people_known(request: Request, typed: str) -> Pairs:
    """People whom the bot knows, with or without Discord, by a part of their name."""
    found = await request.look(people_verbs.names_like, typed, MOST_SUGGESTIONS)
    return [(known_person(one, request.translator), one.person.person_id) for one in found]


async def person_meant(request: Request, typed: str) -> PersonId:
    """Who was chosen, mentioned or typed by the whole name; raises a UserError for nobody, and for several."""
    return await request.look(people_verbs.find_named, typed)


OpenEvent = Annotated[TournamentId, Option(tournament_meant, open_tournaments)]
AnyEvent = Annotated[TournamentId, Option(tournament_meant, all_tournaments)]
Player = Annotated[EntrantId, Option(taking(ENTRANT), players)]
AnyRulebook = Annotated[str, Option(rulebook_meant, any_rulebooks)]
UsableRulebook = Annotated[str, Option(rulebook_to_announce, rulebooks_to_announce)]
OwnRulebook = Annotated[str, Option(as_typed, own_rulebooks)]
KnownPerson = Annotated[PersonId, Option(person_meant, people_known)]
"""Somebody by name, who may have no Discord."""


# --- commands -------------------------------------------------------------------------------------------------------


Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Card | None]])
AnyCommand = app_commands.Command[Any, ..., Any]
DECLARED: Final[dict[str, list[tuple[str, AnyCommand]]]] = {}
"""The commands of each module by their words, in the order in which they stand there."""
MENUS: Final[dict[str, list[app_commands.ContextMenu]]] = {}
"""The entries of Discord's menus of a person and of a message, by the module that declares them."""


def command(words: str, requires: Requirement, *, public: bool = False) -> Callable[[Handler], Handler]:
    """Declares `/words`, a command or one of a group; the card that its handler returns is the answer.

    The handler's parameters behind the press are its options. The answer is for the person alone unless it is `public`.
    """

    def register(handler: Handler) -> Handler:
        @wraps(handler)
        async def call(interaction: Interaction, *args: Any, **kwargs: Any) -> None:
            request = Request(interaction)
            await request.admit(requires)
            card = await handler(request, *args, **kwargs)
            if card is not None:
                await request.answer(card, private=not public)

        # discord.py reads the types of the options in the module of the function that it is given, which is this one.
        setattr(call, "__signature__", signature(handler, eval_str=True))  # noqa: B010 - no type knows the attribute
        setattr(call, "requires", requires)  # noqa: B010 - no type knows the attribute
        made: AnyCommand = app_commands.Command(
            name=words.rsplit(maxsplit=1)[-1], description=key_of(words), callback=call
        )
        DECLARED.setdefault(handler.__module__, []).append((words, made))
        return handler

    return register


def offer(tree: app_commands.CommandTree[Any]) -> None:
    """Writes down on each command of the tree where and to whom it is offered."""
    for one in tree.get_commands():
        found = OFFERS.get(one.name, EVERYBODY)
        one.extras[SWITCH], one.extras[INSTEAD] = found.switch, found.instead
        one.default_permissions = found.shown_to


def menu(name: str, key: str, requires: Requirement) -> Callable[[Handler], Handler]:
    """Declares an entry of the menu of a person or of a message, named in English and by a key for the others.

    The card returned is the answer. The handler's parameter behind the press says which menu: a Member or User, or a
    Message of discord.py's.
    """

    def register(handler: Handler) -> Handler:
        @wraps(handler)
        async def call(interaction: Interaction, target: Any) -> None:
            request = Request(interaction)
            await request.admit(requires)
            card = await handler(request, target)
            if card is not None:
                await request.answer(card)

        setattr(call, "__signature__", signature(handler, eval_str=True))  # noqa: B010 - no type knows the attribute
        setattr(call, "requires", requires)  # noqa: B010 - no type knows the attribute
        made = app_commands.ContextMenu(name=app_commands.locale_str(name, key=key), callback=call)
        made.guild_only = True
        MENUS.setdefault(handler.__module__, []).append(made)
        return handler

    return register


def add_commands(tree: app_commands.CommandTree[Any], module: str) -> None:
    """Adds the commands and menus that the module declares to the tree, and a group with its first command."""
    for entry in MENUS.get(module, ()):
        tree.add_command(entry)
    for words, made in DECLARED.get(module, ()):
        first = words.split()[0]
        if first == words:
            made.guild_only = True
            tree.add_command(made)
            continue
        group = tree.get_command(first)
        if not isinstance(group, app_commands.Group):
            group = app_commands.Group(name=first, description=key_of(first), guild_only=True)
            tree.add_command(group)
        group.add_command(made)


# --- commands that are not typed ------------------------------------------------------------------------------------


CommandOption = app_commands.Parameter
_MOMENTS: Final = frozenset({"when", "start", "until"})
"""Options that are typed even where something is suggested for them."""


async def run(request: Request, declared: AnyCommand, raw: Mapping[str, Any]) -> None:
    """Has discord.py make of the values what it makes of typed options, and calls the command.

    Raises Outdated where a value is missing, and whatever reading one or the command raises.
    """
    values = {}
    for param in declared._params.values():
        if param.name in raw:
            values[param.name] = await _transform(request, param, raw[param.name])
        elif param.required:
            raise Outdated
        else:
            values[param.name] = param.default
    await declared.callback(request.interaction, **values)  # type: ignore[call-arg]


async def suggest(request: Request, declared: AnyCommand, name: str, typed: str = "") -> tuple[tuple[str, str], ...]:
    """What is suggested for the option: each value with the name that is shown."""
    transformer = declared._params[name]._annotation
    if not isinstance(transformer, Option):
        return ()
    found = await transformer.autocomplete(request.interaction, typed)
    return tuple((str(one.value), one.name) for one in found if one.value)


async def ask(request: Request, words: str, declared: AnyCommand, option: CommandOption) -> FormField:
    """The field of a form for one option."""
    name, needed = option.name, option.required
    texts = (name, Verbatim(name), key_of_option(words, name))
    match option.type:
        case AppCommandOptionType.user:
            return Members(*texts, required=needed)
        case AppCommandOptionType.attachment:
            return File(*texts, required=needed)
    values = await _values_of(request, declared, option)
    if values:
        return Menu(*texts, values=values, required=needed)
    return Text(*texts, limit=300, required=needed)


def read(request: Request, option: CommandOption) -> Any:
    """What was filled into the option's field, as discord.py hands it to a command; None where nothing was."""
    filled = request.fields().get(option.name, "")
    one = (filled[0] if filled else "") if isinstance(filled, list) else filled.strip()
    if not one:
        return None
    match option.type:
        case AppCommandOptionType.user:
            return answering.member(request.interaction, one)
        case AppCommandOptionType.attachment:
            return answering.attachment(request.interaction, one)
        case AppCommandOptionType.boolean:
            return one == "yes"
        case AppCommandOptionType.integer:
            return request.number(one)
    return one


async def _values_of(request: Request, declared: AnyCommand, option: CommandOption) -> dict[str, str | Verbatim]:
    """What can be chosen for the option by a menu of a form; nothing for what is typed, or is too much for a menu."""
    if option.type is AppCommandOptionType.boolean:
        return {"yes": "desk.yes", "no": "desk.no"}
    if option.choices:
        return {str(choice.value): Verbatim(_name(request, choice)) for choice in option.choices}
    if not option.autocomplete or option.name in _MOMENTS:
        return {}
    found = await suggest(request, declared, option.name)
    return {value: Verbatim(shown) for value, shown in found} if len(found) < MOST_OPTIONS else {}


def _name(request: Request, choice: app_commands.Choice[Any]) -> str:
    known = choice._locale_name
    key = choice.name if known is None else str(known.extras.get("key", known.message))
    return request.translator.say(key) if key.startswith("commands.") else choice.name


async def _transform(request: Request, option: Any, raw: Any) -> Any:
    """The value as the command takes it; a UserError comes through as it is."""
    try:
        return await option.transform(request.interaction, raw)
    except app_commands.TransformerError as error:
        raise error.__cause__ or Outdated() from error


# --- moments and lengths --------------------------------------------------------------------------------------------


def zone_of(request: Request) -> str:
    """The time zone in which the server's moments are typed."""
    return request.community.time_zone if request.community else "UTC"


@finds(Audience.EVERYBODY)
async def moments(request: Request, typed: str) -> Pairs:
    """Moments that may be meant by what was typed so far; with nothing typed the evenings to come."""
    found = suggest_moments(typed, zone_of(request), date_order(request.locale), now=request.at)
    return [(clock_moment(wall, request.translator), f"{wall:%Y-%m-%d %H:%M}") for wall in found]


Moment = Annotated[str, Option(as_typed, moments)]
"""A moment that is typed, as people say it or chosen from what is suggested meanwhile."""


def starts_meant(request: Request, text: str, zone: str | None = None) -> tuple[tuple[datetime, ...], tuple[str, ...]]:
    """The one moment that was meant, or the two that it can be, with their offsets from UTC; raises a UserError.

    `zone` is whose clocks were meant, where not the server's.
    """
    order, now = date_order(request.locale), request.at
    try:
        meant = parse_local(text, zone or zone_of(request), order, now=now)
    except AmbiguousLocalTime as twice:
        return (twice.first, twice.second), (twice.first_offset, twice.second_offset)
    if meant <= now:
        raise MomentInThePast(moment=meant, now=now)
    return (meant,), ()


def moment_meant(request: Request, text: str) -> datetime:
    """As `starts_meant`; the earlier of two moments where the clocks go back in between."""
    meant, _ = starts_meant(request, text)
    return meant[0]


def last_moment_meant(request: Request, text: str) -> datetime:
    """As `starts_meant`; the later of two moments, so that what ends then lasts an hour longer rather than shorter."""
    meant, _ = starts_meant(request, text)
    return meant[-1]


def length_meant(text: str) -> timedelta | None:
    """How long a penalty lasts; None where nothing was typed; raises PenaltyLengthUnread."""
    length = read_duration(text) if text else None
    if text and length is None:
        raise RefusedText("error.PenaltyLengthUnread", text=text)
    return length
