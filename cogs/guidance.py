"""What to do now, `/help`, the ranking, people's pages, a person's own data, `/log` and `/undo`.

`/help` explains a command by its old name too, and finds what the presser has by the words that people type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Annotated, Final

import discord

from bot.features.desk import cards as desk_cards
from bot.features.erasure import cards as erasure_cards
from bot.features.erasure import verbs as erasure_verbs
from bot.features.evidence import verbs as evidence_verbs
from bot.features.guidance import cards as guidance_cards
from bot.features.guidance import verbs as guidance_verbs
from bot.features.guidance.cards import CommandHelp, HelpPage, OwnCommand
from bot.features.guidance.model import Findable, search
from bot.features.pages import cards as pages_cards
from bot.features.pages import people_verbs as pages_people_verbs
from bot.features.profile import cards as profile_cards
from bot.features.profile import verbs as profile_verbs
from bot.features.profile.model import PlayerPage
from bot.features.undoing import cards as undoing_cards
from bot.features.undoing import verbs as undoing_verbs
from bot.i18n.catalogue import key_of, key_of_option
from bot.kernel.ids import ContestId, MemberId, PersonId, Switch, TournamentId
from bot.layout.cards import Card
from bot.layout.command_names import DESK
from bot.people.verbs import one_meant
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from cogs.commands import (
    DECLARED,
    MOST_SUGGESTIONS,
    AnyCommand,
    AnyEvent,
    KnownPerson,
    Member,
    Option,
    Pairs,
    as_typed,
    command,
    finds,
    known_member,
    menu,
    taking,
    tournament_before,
)
from cogs.desk import FOR_SEVERAL, offer_acts
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import (
    EVENT,
    LOG_LINE,
    MATCH,
    NOTHING,
    OFFERS,
    OTHER_WORDS,
    PAGE,
    PEOPLE,
    PERSON,
    RENAMED,
    Audience,
    Requirement,
    is_offered,
    is_there,
    maybe,
    one_of,
    quadruple,
)

# --- people ---------------------------------------------------------------------------------------------------------


@finds(Audience.EVERYBODY)
async def known_names(request: Request, typed: str) -> Pairs:
    """People whom the bot knows in the server, by a part of their name."""
    return [(person.name, person.person_id) for person in await request.look(profile_verbs.names_like, typed)]


Name = Annotated[str, Option(as_typed, known_names)]


@command("me", Audience.EVERYBODY)
@on_press("now", NOTHING, Audience.EVERYBODY)
@on_press("now-again", NOTHING, Audience.EVERYBODY, update=True)
async def now_of_person(request: Request) -> Card:
    """Tells the presser alone all that there is to do, whatever message carried the button."""
    card = desk_cards.guidance(await request.ask(guidance_verbs.tasks), request.translator)
    if not await request.ask(pages_people_verbs.is_offered):
        return card
    return pages_cards.with_me(card, request.guild_id, request.translator, most=desk_cards.LINES_ON_A_CARD)


@command("player", Audience.EVERYBODY)
async def player(
    request: Request, member: Member | None = None, name: Name | None = None, against: Member | None = None
) -> Card:
    """Shows a person's page; without an argument, the own. With `against`, what the two have played together."""
    one = request.member_id if member is None else member.member_id
    if against is not None:
        return await _meeting(request, name or one, against.member_id)
    if name and member is None:
        return await _page(request, name)
    await request.fetch_faces(one)
    page = await request.look(profile_verbs.page_of_member, one, request.at)
    if page is None:
        return profile_cards.stranger(one, request.translator)
    return profile_cards.player(page, request.translator, is_own=_is_own(request, page))


async def _meeting(request: Request, one: MemberId | str, other: MemberId | str) -> Card:
    await request.fetch_faces(one, other)
    return profile_cards.meeting(await request.look(profile_verbs.meeting, one, other), request.translator)


async def _page(request: Request, name: str) -> Card:
    """The page of who was chosen from the offered names, or typed by name."""
    await request.fetch_faces(name)
    page = await request.look(profile_verbs.page_by_name, name, request.at)
    return profile_cards.player(page, request.translator, is_own=_is_own(request, page))


def _is_own(request: Request, page: PlayerPage) -> bool:
    return page.person.discord_id == request.member_id


@menu("Player", "commands.menu_player", Audience.EVERYBODY)
async def player_of_menu(request: Request, member: discord.Member | discord.User) -> Card:
    """Shows the page of whoever's menu was opened."""
    request.note_face(member)
    return await player(request, known_member(member))


@on_press("player-share", OTHER_WORDS, Audience.EVERYBODY, public=True)
async def share_player(request: Request, name: str) -> Card:
    """Shows a person's page to everybody in the channel."""
    await request.do(server_verbs.share)
    page = await request.look(profile_verbs.page_by_name, name, request.at)
    return profile_cards.player(page, request.server_translator, shared=True)


@on_press("player-page", PERSON, Audience.EVERYBODY)
async def page_of_person(request: Request, person_id: PersonId) -> Card:
    """Shows the presser the page of who was met."""
    return await _page(request, person_id)


@on_press("player-against", PERSON, Audience.EVERYBODY)
async def against_me(request: Request, person_id: PersonId) -> Card:
    """Shows the presser what they have played against the person."""
    return await _meeting(request, request.member_id, person_id)


@on_press("meeting-share", PEOPLE, Audience.EVERYBODY, public=True)
async def share_meeting(request: Request, person_id: PersonId, other: PersonId) -> Card:
    """Shows everybody in the channel what the two have played against each other."""
    await request.do(server_verbs.share)
    return profile_cards.meeting(
        await request.look(profile_verbs.meeting, person_id, other), request.server_translator, shared=True
    )


@command("ranking", Audience.EVERYBODY)
async def first_page(request: Request) -> Card:
    """Shows the ranking, first page first."""
    return await ranking(request, 1)


@on_press("ranking", PAGE, Audience.EVERYBODY)
@on_press("ranking-page", PAGE, Audience.EVERYBODY, update=True)
async def ranking(request: Request, page: int) -> Card:
    """Shows the presser a page of the ranking."""
    return profile_cards.ranking(await request.look(profile_verbs.ranking_page, page), request.translator)


@on_press("ranking-share", PAGE, Audience.EVERYBODY, public=True)
async def share_ranking(request: Request, page: int) -> Card:
    """Shows the page to everybody in the channel."""
    await request.do(server_verbs.share)
    return profile_cards.ranking(
        await request.look(profile_verbs.ranking_page, page), request.server_translator, shared=True
    )


# --- help -----------------------------------------------------------------------------------------------------------


_MOST_FOUND: Final = 5


@finds(Audience.EVERYBODY)
async def known_commands(request: Request, typed: str) -> Pairs:
    """Commands that the presser has here, by their names and the words that people type; and by old names."""
    own, wanted = await _own(request), _normal(typed)
    named = [words for words in sorted(own) if wanted in words]
    fitting = dict.fromkeys((*named, *search(_findables(own, request), typed, MOST_SUGGESTIONS)))
    old = [one for one, new in sorted(RENAMED.items()) if wanted and wanted in one and new in own]
    return [
        *((_suggestion(own[words], request), words) for words in fitting),
        *((f"/{one} → /{RENAMED[one]}", f"/{one}") for one in old),
    ]


SomeCommand = Annotated[str, Option(as_typed, known_commands)]


@command("help", Audience.EVERYBODY)
async def show_help(request: Request, name: SomeCommand | None = None) -> Card:
    """Shows what the presser can do now, explains the command, or finds what the words may mean."""
    if name is None:
        return await now(request)
    wanted, known, as_command = _normal(name), _commands(), name.strip(" `").startswith("/")
    words = RENAMED.get(wanted, wanted) if as_command else wanted
    if words in known:
        told = _explain(words, known[words], request.switches, wanted if words != wanted else None)
        return guidance_cards.explanation(told, request.translator)
    own = await _own(request)
    parts = [one for has, one in sorted(own.items()) if as_command and has.split()[0] == words]
    if parts:
        return guidance_cards.several(parts, request.translator)
    found = search(_findables(own, request), name, _MOST_FOUND)
    if found:
        return guidance_cards.found(name, [own[one] for one in found], request.translator)
    return await _not_own(request, name, own)


async def _not_own(request: Request, typed: str, own: Collection[str]) -> Card:
    """What others do in the server that may be meant, by its names alone; else where to look and to ask."""
    acts = {words: act for words, one in _commands().items() if (act := _act_of(words, one)) is not None}
    others = [words for words in acts if words not in own and is_there(words, request.switches)]
    named = (replace(one, options=(), texts=()) for one in _findables(others, request))
    asked = [(words, acts[words]) for words in search(named, typed, _MOST_FOUND)]
    roles = await request.ask(guidance_verbs.roles)
    return guidance_cards.unknown(typed, asked, roles, request.translator)


@on_press("help-now", NOTHING, Audience.EVERYBODY, update=True)
async def now(request: Request) -> Card:
    """Shows what the presser can do now, and the pages for what they are here."""
    found = await request.ask(guidance_verbs.tasks)
    return guidance_cards.now(found, await request.ask(guidance_verbs.roles), request.translator)


@on_press("help-page", one_of(HelpPage), Audience.EVERYBODY, update=True)
async def turn(request: Request, page: HelpPage) -> Card:
    """Shows what there is for players, organisers, arbiters or officers."""
    return guidance_cards.page(page, await request.ask(guidance_verbs.roles), request.translator)


def _normal(typed: str) -> str:
    """The words as commands are declared, whatever was typed before and between them."""
    return " ".join(re.sub(r"[`/]", " ", typed).casefold().split())


def _commands() -> dict[str, AnyCommand]:
    return {words: one for declared in DECLARED.values() for words, one in declared}


async def _own(request: Request) -> dict[str, OwnCommand]:
    """What the presser has here: commands that are there, that Discord or the desk offers, and that they may give."""
    capacities, switches = await request.ask(server_verbs.own_capacities), request.switches
    acts = {one for of_event in (True, False) for one in offer_acts(capacities, switches, of_event=of_event)}
    own = {}
    for words, declared in _commands().items():
        act = _act_of(words, declared)
        if act is not None and words not in acts and not (words == DESK and may(act, capacities)):
            continue
        shown = is_offered(words.partition(" ")[0], request.permissions, switches)
        if shown or (words in acts and may(Act.SEE_DESK, capacities)):
            own[words] = OwnCommand(words, at_desk=not shown)
    return own


def _act_of(words: str, declared: AnyCommand) -> Act | None:
    """The right that the command asks for; None where it asks for none."""
    requires: Requirement = getattr(declared.callback, "requires")  # noqa: B009 - no type knows the attribute
    return FOR_SEVERAL.get(words, (None,))[0] if isinstance(requires, Audience) else requires


def _findables(those: Iterable[str], request: Request) -> list[Findable]:
    """How the presser may ask for each of the commands."""
    known, locale = _commands(), request.translator.locale
    old: dict[str, list[str]] = {}
    for before, new in RENAMED.items():
        old.setdefault(new, []).append(before)
    return [
        guidance_cards.findable(
            words,
            tuple((one.display_name, key_of_option(words, one.name)) for one in known[words].parameters),
            tuple(old.get(words, ())),
            locale,
        )
        for words in those
    ]


def _suggestion(found: OwnCommand, request: Request) -> str:
    does = request.translator.say(key_of(found.words))
    return f"/{DESK} · {does}" if found.at_desk else f"/{found.words} · {does}"


def _explain(words: str, declared: AnyCommand, switches: Collection[Switch], before: str | None) -> CommandHelp:
    options = tuple(
        (parameter.display_name, key_of_option(words, parameter.name), parameter.required)
        for parameter in declared.parameters
    )
    requires: Requirement = getattr(declared.callback, "requires")  # noqa: B009 - no type knows the attribute
    audience = requires.value if isinstance(requires, Audience) else ""
    instead = None if is_there(words, switches) else OFFERS[words.partition(" ")[0]].instead
    return CommandHelp(words, options, audience, None if isinstance(requires, Audience) else requires, instead, before)


# --- a person's own data --------------------------------------------------------------------------------------------


@on_press("my-data", NOTHING, Audience.EVERYBODY)
async def mine(request: Request) -> Card:
    """Leads to the two rights of everybody, from `/me`."""
    return _own_data(request, hides=await request.ask(server_verbs.hides))


@on_press("face-hide", NOTHING, Audience.EVERYBODY, update=True)
async def hide_face(request: Request) -> Card:
    """Shows the presser without a face from now on."""
    await request.do(server_verbs.hide)
    return _own_data(request, hides=True)


@on_press("face-show", NOTHING, Audience.EVERYBODY, update=True)
async def show_face(request: Request) -> Card:
    """Lets the presser be shown with their face again."""
    await request.do(server_verbs.show)
    return _own_data(request, hides=False)


def _own_data(request: Request, *, hides: bool) -> Card:
    card = erasure_cards.own_data(request.guild_id, request.translator, hides=hides)
    return pages_cards.with_calendar(card, request.guild_id, request.translator)


@on_press("data-take", NOTHING, Audience.EVERYBODY)
async def export(request: Request) -> Card:
    """Hands the person all that is kept about them."""
    text, face = await request.ask(erasure_verbs.export), await request.ask(server_verbs.own_picture)
    return erasure_cards.data_export(text, face, await request.ask(evidence_verbs.own), request.translator)


@on_press("data-ask", NOTHING, Audience.EVERYBODY)
async def ask(request: Request) -> Card:
    """Says what an erasure would mean, and asks whether it is meant."""
    return erasure_cards.erasure_question(await request.ask(erasure_verbs.consider), request.translator)


@on_press("data-erase", NOTHING, Audience.EVERYBODY, update=True)
async def erase(request: Request) -> Card:
    """Lets go of the presser's data."""
    return erasure_cards.erasure_receipt(await request.do(erasure_verbs.erase), request.translator)


@on_press("log-page", quadruple(PAGE, maybe(PERSON), maybe(EVENT), maybe(MATCH)), Act.SEE_LOG, update=True)
async def turn_log(
    request: Request, page: int, person: PersonId | None, event: TournamentId | None, match: ContestId | None
) -> Card:
    """Turns the page."""
    return undoing_cards.page(await request.ask(undoing_verbs.turn, page, person, event, match), request.translator)


# --- the log --------------------------------------------------------------------------------------------------------


@finds(Act.SEE_LOG)
async def matches(request: Request, typed: str) -> Pairs:
    """Matches of the tournament that was chosen before."""
    chosen = await tournament_before(request)
    found = [] if chosen is None else await request.ask(undoing_verbs.matches_of, chosen, typed)
    return [(names, contest_id) for contest_id, names in found]


MatchOfEvent = Annotated[ContestId, Option(taking(MATCH), matches)]


@command("log", Act.SEE_LOG)
async def log(
    request: Request,
    member: Member | None = None,
    tournament: AnyEvent | None = None,
    match: MatchOfEvent | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Shows the latest lines that fit what was asked."""
    who = one_meant(member, person) if member or person else None
    page = await request.ask(undoing_verbs.look_up, who, tournament, match)
    return undoing_cards.page(page, request.translator)


# --- undoing --------------------------------------------------------------------------------------------------------


@on_press("undo", LOG_LINE, Audience.EVERYBODY)
async def undo(request: Request, number: int) -> Card:
    """Takes one act back, and shows what is left."""
    done = await request.do(undoing_verbs.undo, number)
    await request.update(await acts(request))
    return undoing_cards.taken_back(done, request.translator)


@command("undo", Audience.EVERYBODY)
async def acts(request: Request) -> Card:
    """Shows the presser's own acts that can be taken back."""
    found = await request.ask(undoing_verbs.mine)
    return undoing_cards.mine(found, request.translator, has_cases=Switch.CASES in request.switches)
