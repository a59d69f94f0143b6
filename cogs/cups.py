"""A new cup from one form: what is typed is kept, read, and shown before it is created; with its further details.

What the first form has no room for is chosen in menus, so that nothing can be mistyped. What is told of the event and
who may enter (a role, bounds of the rating, the age of the Discord account) is filled in under the preview.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.features.guidance.staff_worker import pings_role
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.draft_verbs import Chosen
from bot.features.tournaments.model import DESCRIPTION_LIMIT, PRIZE_LIMIT, STREAM_LIMIT, ChosenRole, CupForm, Poster
from bot.features.tournaments.rulebook_cards import games_of, summary_of, title_of
from bot.i18n.catalogue import Translator
from bot.kernel.errors import Outdated, UserError
from bot.kernel.ids import Place, RoleId
from bot.layout.cards import Card
from bot.layout.sentences import duration
from bot.living.apart_child import PICTURE
from bot.play.adjusting import CHECK_INS, FINALS, Details
from bot.play.format_rules import Level
from bot.play.rulebook import ACCOUNT_AGES, EntryRules, Talk
from bot.server.model import Act
from cogs.commands import Moment, OpenEvent, UsableRulebook, command, starts_meant, zone_of
from cogs.request import Request
from cogs.routing import on_press
from cogs.setup import CITY, zone_meant
from cogs.subjects import DRAFT, NOTHING, Audience, File, FormField, Menu, RoleField, Text, Verbatim
from cogs.tournaments import offer_drafts

# --- the form -------------------------------------------------------------------------------------------------------


@on_press("cup-new", NOTHING, Audience.ADDRESSED)
async def open_form(request: Request) -> None:
    """Opens the form, filled with what waits from the last time."""
    await _open(request, "cup-typed:")


@on_press("cup-again", NOTHING, Audience.ADDRESSED)
async def open_again(request: Request) -> None:
    """Opens the form as it was filled in; its answer takes the place of the message that was pressed."""
    await _open(request, "cup-retyped:")


@on_press("cup-typed", NOTHING, Audience.ADDRESSED)
async def take_form(request: Request) -> Card:
    """Shows what will be created, or what is to be put right."""
    return await _read(request)


@on_press("cup-retyped", NOTHING, Audience.ADDRESSED, update=True)
async def take_form_again(request: Request) -> Card:
    """As `take_form`, in place of what was refused or shown before."""
    return await _read(request)


@on_press("draft-zone", DRAFT, Act.SET_UP, update=True)
async def take_zone(request: Request, draft_id: str) -> Card:
    """Takes one of the likely time zones, and reads the start by its clocks."""
    return await _read_anew(request, draft_id, request.choice())


@on_press("draft-city", DRAFT, Act.SET_UP)
async def ask_city(request: Request, draft_id: str) -> None:
    """Asks for a time zone that is not in the menu, by its city."""
    await request.ask(tournaments_draft_verbs.find, draft_id)
    await request.open_form(f"draft-city-named:{draft_id}", "setup.another_zone", CITY)


@on_press("draft-city-named", DRAFT, Act.SET_UP, update=True)
async def take_city(request: Request, draft_id: str) -> Card:
    """Takes the time zone of a city, or of an IANA name, that was typed."""
    return await _read_anew(request, draft_id, zone_meant(request))


async def _read_anew(request: Request, draft_id: str, zone: str) -> Card:
    """The server's time zone from now on is another one: what was typed is read by it."""
    await request.ask(tournaments_draft_verbs.find, draft_id)
    request.remember((await request.do(setup_verbs.choose_zone, zone)).community)
    return await _preview(request, (await request.ask(tournaments_draft_verbs.offer)).form)


@command("tournament create", Audience.ADDRESSED)
async def create(
    request: Request, rulebook: UsableRulebook | None = None, name: str | None = None, start: Moment | None = None
) -> Card | None:
    """Shows what will be created; where something was left out the form asks for it."""
    form = CupForm(name or "", rulebook or "", start or "")
    if rulebook and name and start:
        return await _preview(request, form)
    if rulebook or name or start:
        await request.do(tournaments_draft_verbs.keep, form)
    await _open(request, "cup-typed:")
    return None


async def begin_by(request: Request, kind: str) -> None:
    """Opens the form with that rulebook chosen; the rest is what waits from the last time."""
    waiting = (await request.ask(tournaments_draft_verbs.offer)).form
    await request.do(tournaments_draft_verbs.keep, replace(waiting, kind=kind))
    await _open(request, "cup-typed:")


async def _open(request: Request, custom_id: str) -> None:
    offer = await request.ask(tournaments_draft_verbs.offer)
    await request.open_form(custom_id, "cups.new", *_fields(offer, zone_of(request), request.translator))


def _fields(offer: tournaments_draft_verbs.FormOffer, zone: str, translator: Translator) -> list[FormField]:
    typed = offer.form
    return [
        Text("name", "cups.name", limit=100, default=typed.name or None),
        Menu(
            "kind",
            "cups.kind",
            values={kind.name: Verbatim(title_of(kind, translator)) for kind in offer.kinds},
            notes={kind.name: Verbatim(summary_of(kind, translator)) for kind in offer.kinds},
            required=True,
            chosen=offer.chosen,
        ),
        Text("start", "cups.start", "cups.start_hint", said={"zone": zone}, limit=100, default=typed.start or None),
        Text("best_of", "cups.games", "cups.games_hint", required=False, limit=40, default=typed.best_of or None),
        Text("seats", "cups.places", "cups.places_hint", required=False, limit=40, default=typed.seats or None),
    ]


async def _read(request: Request) -> Card:
    """Takes what was filled in."""
    kind = request.fields().get("kind", [])
    chosen = "" if isinstance(kind, str) else next(iter(kind), "")
    form = CupForm(request.text("name"), chosen, request.text("start"), request.text("best_of"), request.text("seats"))
    return await _preview(request, form)


async def _preview(request: Request, form: CupForm) -> Card:
    """Keeps what was typed before anything else: a refusal, or a restart right after it, loses none of it."""
    await request.do(tournaments_draft_verbs.keep, form)
    try:
        starts, offsets = starts_meant(request, form.start)
        made = await request.do(tournaments_draft_verbs.draft, form, starts)
    except UserError as error:
        return tournaments_draft_cards.refusal(error, request.translator)
    return await offer_drafts(request, made, offsets)


# --- details --------------------------------------------------------------------------------------------------------


_MINUTE: Final = timedelta(minutes=1)
_PLAYED: Final = {"yes": True, "no": False}
_ASKED: Final = ("final", "third", "level", "check_in", "talk")
_OFFERED: Final = frozenset[str]({*_PLAYED, *Level, *Talk})


@on_press("cup-details", DRAFT, Audience.ADDRESSED)
async def open_details(request: Request, draft_id: str) -> None:
    """Opens the form with what stands in the draft."""
    standing = await request.ask(tournaments_draft_verbs.details_of_draft, draft_id)
    await request.open_form(f"cup-detailed:{draft_id}", "cups.details", *_detail_fields(standing, request.translator))


@on_press("cup-detailed", DRAFT, Audience.ADDRESSED, update=True)
async def take_details(request: Request, draft_id: str) -> Card:
    """Shows the preview with what was chosen."""
    draft = await request.do(tournaments_draft_verbs.choose_details, draft_id, _details(request))
    return await offer_drafts(request, (draft,), ())


def _detail_fields(standing: Details, translator: Translator) -> Iterator[FormField]:
    """A menu for each detail that the kind of event knows, each with what stands there now."""
    yield from _of_bracket(standing, translator)
    if standing.level is not None:
        ways = {str(one): f"cups.level_{one}" for one in Level}
        yield Menu("level", "cups.level", "cups.level_hint", values=ways, required=True, chosen=str(standing.level))
    if standing.check_in is not None:
        times = {
            str(one // _MINUTE): Verbatim(duration(one, translator)) for one in sorted({*CHECK_INS, standing.check_in})
        }
        yield Menu(
            "check_in",
            "cups.check_in",
            "cups.check_in_hint",
            values=times,
            required=True,
            chosen=str(standing.check_in // _MINUTE),
        )
    if standing.talk is not None:
        places = {str(one): f"cups.talk_{one}" for one in Talk}
        yield Menu("talk", "cups.talk", "cups.talk_hint", values=places, required=True, chosen=str(standing.talk))


def _of_bracket(standing: Details, translator: Translator) -> Iterator[FormField]:
    if standing.final is not None:
        lengths = {str(one): Verbatim(games_of(one, translator)) for one in sorted({*FINALS, standing.final})}
        yield Menu(
            "final",
            "cups.final_field",
            "cups.final_field_hint",
            values=lengths,
            required=True,
            chosen=str(standing.final),
        )
    if standing.third_place is not None:
        played = {"yes": "cups.third_played", "no": "cups.third_unplayed"}
        yield Menu("third", "cups.third", values=played, required=True, chosen="yes" if standing.third_place else "no")


def _details(request: Request) -> Details:
    """What was chosen; what was not asked is None. Raises Outdated for what no menu of ours offers."""
    final, third, level, minutes, talk = (request.choice_in(name) for name in _ASKED)
    if not _OFFERED.issuperset(filter(None, (third, level, talk))):
        raise Outdated
    return Details(
        final=request.number(final) if final else None,
        third_place=_PLAYED[third] if third else None,
        level=Level(level) if level else None,
        check_in=request.number(minutes) * _MINUTE if minutes else None,
        talk=Talk(talk) if talk else None,
    )


# --- what is told of the event --------------------------------------------------------------------------------------


_DROPPED: Final = "drop"


@command("tournament about", Act.EDIT_TOURNAMENT)
async def about(request: Request, tournament: OpenEvent) -> None:
    """Opens the form for an event that is announced; what is filled in is shown before it is told."""
    (draft,) = await request.do(tournaments_draft_verbs.of_change, tournament, None, ())
    await _open_poster(request, "poster-told", draft.draft_id)


@on_press("poster", DRAFT, Audience.ADDRESSED)
async def open_poster_form(request: Request, draft_id: str) -> None:
    """Opens the form with what was filled in before, or with what the event tells so far."""
    await _open_poster(request, "poster-typed", draft_id)


@on_press("poster-told", DRAFT, Audience.ADDRESSED)
async def take_poster_form(request: Request, draft_id: str) -> Card:
    """Shows the preview with what was filled in."""
    return await _take(request, draft_id)


@on_press("poster-typed", DRAFT, Audience.ADDRESSED, update=True)
async def take_poster_form_again(request: Request, draft_id: str) -> Card:
    """As `take_form`, in place of the preview before it or of what was refused."""
    return await _take(request, draft_id)


async def _open_poster(request: Request, verb: str, draft_id: str) -> None:
    standing = await request.ask(tournaments_draft_verbs.offer_poster, draft_id)
    await request.open_form(f"{verb}:{draft_id}", "posters.about", *_poster_fields(standing))


def _poster_fields(standing: Poster) -> Iterator[FormField]:
    yield Text(
        "description",
        "posters.description",
        "posters.description_hint",
        long=True,
        limit=DESCRIPTION_LIMIT,
        required=False,
        default=standing.description or None,
    )
    yield Text("prize", "posters.prize", required=False, limit=PRIZE_LIMIT, default=standing.prize or None)
    yield Text(
        "stream",
        "posters.stream",
        "posters.stream_hint",
        required=False,
        limit=STREAM_LIMIT,
        default=standing.stream or None,
    )
    yield File("picture", "posters.picture", "posters.picture_hint")
    if standing.picture is not None:
        ways = {"keep": "posters.picture_stays", _DROPPED: "posters.picture_goes"}
        yield Menu("present", "posters.present", values=ways, required=True, chosen="keep")


async def _take(request: Request, draft_id: str) -> Card:
    """Keeps what was typed before anything else: a refusal, or a restart right after it, loses none of it."""
    typed = Poster(request.text("description"), request.text("prize"), request.text("stream"))
    drops = _DROPPED in request.fields().get("present", [])
    await request.do(tournaments_draft_verbs.keep_poster, draft_id, typed, drops_picture=drops)
    try:
        file = request.file("picture")
        if file is not None:
            await request.do(tournaments_draft_verbs.keep_picture, draft_id, await request.read(PICTURE, file))
        draft = await request.do(tournaments_draft_verbs.take, draft_id)
    except UserError as error:
        return tournaments_words_cards.refusal(error, draft_id, request.translator)
    return await offer_drafts(request, (draft,), ())


@on_press("poster-role", DRAFT, Audience.ADDRESSED)
async def open_role_form(request: Request, draft_id: str) -> None:
    """Asks which role hears of the event, with the one that does so far."""
    standing = (await request.ask(tournaments_draft_verbs.offer_poster, draft_id)).role_id
    known = standing if standing in (request.actor.server_roles or ()) else None
    field = RoleField("role", "posters.role_field", "posters.role_hint", chosen=known)
    await request.open_form(f"poster-role-chosen:{draft_id}", "posters.role", field)


@on_press("poster-role-chosen", DRAFT, Audience.ADDRESSED, update=True)
async def take_role_form(request: Request, draft_id: str) -> Card:
    """Shows the preview with the role; one that I cannot ping is refused with what helps."""
    role, guild, community = _chosen_role(request), request.guild, request.community
    channel = None if community is None else community.channel(Place.ANNOUNCEMENTS)
    named = None if role is None else guild.get_role(role)
    if role is not None and named is None:
        raise Outdated
    chosen = None
    if named is not None:
        known = RoleId(named.id)
        chosen = ChosenRole(known, named.name, pings_role(guild, known, channel), named.mentionable)
    draft = await request.do(tournaments_draft_verbs.choose_role, draft_id, chosen)
    return await offer_drafts(request, (draft,), ())


def _chosen_role(request: Request) -> RoleId | None:
    """The role of the form; None where none was chosen."""
    role = request.choice_in("role")
    return RoleId(int(role)) if role.isascii() and role.isdecimal() else None


# --- who may enter --------------------------------------------------------------------------------------------------


_SECOND: Final = timedelta(seconds=1)
_LONGEST_RATING: Final = 10


@on_press("cup-who", DRAFT, Audience.ADDRESSED)
async def open_conditions(request: Request, draft_id: str) -> None:
    """Opens the form with what stands in the draft."""
    standing = await request.ask(tournaments_draft_verbs.of_draft, draft_id)
    known = standing.role_id if standing.role_id in (request.actor.server_roles or ()) else None
    await request.open_form(
        f"cup-who-chosen:{draft_id}", "conditions.title", *_condition_fields(standing, known, request.translator)
    )


@on_press("cup-who-chosen", DRAFT, Audience.ADDRESSED, update=True)
async def take_conditions(request: Request, draft_id: str) -> Card:
    """Shows the preview with what was chosen."""
    draft = await request.do(tournaments_draft_verbs.choose_conditions, draft_id, _read_form(request))
    return await offer_drafts(request, (draft,), ())


def _condition_fields(standing: EntryRules, role: RoleId | None, translator: Translator) -> Iterator[FormField]:
    """A field for each condition, with what stands there now; a role that is gone stands nowhere."""
    yield RoleField("role", "conditions.role_field", "conditions.role_hint", chosen=role)
    for name, bound in (("from", standing.rating_from), ("below", standing.rating_below)):
        yield Text(
            name,
            f"conditions.{name}_field",
            f"conditions.{name}_hint",
            required=False,
            limit=_LONGEST_RATING,
            default=None if bound is None else str(bound),
        )
    ages = sorted({*ACCOUNT_AGES, standing.account_age})
    yield Menu(
        "age",
        "conditions.age_field",
        "conditions.age_hint",
        values={
            str(age // _SECOND): Verbatim(duration(age, translator)) if age else "conditions.any_age" for age in ages
        },
        required=True,
        chosen=str(standing.account_age // _SECOND),
    )


def _read_form(request: Request) -> Chosen:
    """What was filled in; raises Outdated for what no form of ours sends."""
    return Chosen(
        role=_chosen_role(request),
        rating_from=request.text("from"),
        rating_below=request.text("below"),
        account_age=request.number(request.choice_in("age")) * _SECOND,
    )
