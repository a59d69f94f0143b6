"""Titles, offices, roles that mirror them, and grades of Go (GO-25.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from discord import app_commands

from bot.features.registry import cards as registry_cards
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.voting import cards as voting_cards
from bot.features.voting import record_verbs as voting_record_verbs
from bot.i18n.catalogue import countries_like
from bot.kernel.ids import RoleId, TournamentId
from bot.layout.cards import Card
from bot.living.creation import RoleToMake
from bot.people.model import ArbiterTitle, Office
from bot.people.verbs import one_meant
from bot.server.model import Act
from cogs import setup
from cogs.commands import KnownMember, KnownPerson, Member, OneOf, OpenEvent, Option, Pairs, command, finds
from cogs.health import server_seen
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import EVENT, GRADE, NOTHING, SNOWFLAKE, SUGGESTION, TITLE_PROPOSAL, Audience, Text, among

# --- titles ---------------------------------------------------------------------------------------------------------


@finds(Audience.EVERYBODY)
async def countries(request: Request, typed: str) -> Pairs:
    """Countries by a part of their name, in the person's language."""
    return [(name, code) for code, name in countries_like(typed, request.translator.locale)]


async def country_meant(request: Request, typed: str) -> str:
    """The country that was chosen, or typed by its name; what fits none is left as it is."""
    found = countries_like(typed, request.translator.locale)
    return found[0][0] if found and typed.strip() else typed


Country = Annotated[str, Option(country_meant, countries)]


@on_press("title-confirm", TITLE_PROPOSAL, Act.DECIDE_TITLE, live=registry_titles_verbs.proposal_subject)
async def confirm(request: Request, proposal_id: str) -> Card:
    """Carries the proposal out, or asks the candidate where master titles would go."""
    return await _decide(request, proposal_id, confirm=True)


@on_press("title-decline", TITLE_PROPOSAL, Act.DECIDE_TITLE, live=registry_titles_verbs.proposal_subject)
async def decline(request: Request, proposal_id: str) -> Card:
    """Leaves everything as it is."""
    return await _decide(request, proposal_id, confirm=False)


@on_press("title-take", TITLE_PROPOSAL, Audience.ADDRESSED)
async def take(request: Request, proposal_id: str) -> Card:
    """The candidate takes the arbiter title."""
    await request.do(registry_titles_verbs.answer_offer, proposal_id, take=True)
    return registry_cards.welcome(request.translator)


@on_press("title-keep", TITLE_PROPOSAL, Audience.ADDRESSED)
async def keep(request: Request, proposal_id: str) -> None:
    """The candidate keeps the master titles."""
    await request.do(registry_titles_verbs.answer_offer, proposal_id, take=False)
    await request.say("titles.kept")


@on_press("title-proposal", TITLE_PROPOSAL, Act.DECIDE_TITLE)
async def show_proposal(request: Request, proposal_id: str) -> Card:
    """Shows one proposal of the list."""
    return registry_cards.proposal(
        await request.ask(registry_exams_verbs.proposal_at_desk, proposal_id), request.translator
    )


@on_press("title-offer", TITLE_PROPOSAL, Audience.ADDRESSED)
async def show_offer(request: Request, proposal_id: str) -> Card:
    """Shows the offer of an arbiter title to its candidate once more."""
    return registry_cards.offer(
        await request.ask(registry_exams_verbs.proposal_at_desk, proposal_id), request.translator
    )


@on_press("country-form", NOTHING, Audience.EVERYBODY)
async def ask_country(request: Request) -> None:
    """Asks where the presser plays for."""
    await request.open_form(
        "country-given:None", "now.press_name_country", Text("country", "titles.country_label", limit=60)
    )


@on_press("country-given", NOTHING, Audience.EVERYBODY)
async def take_country(request: Request) -> Card:
    """Takes the country by its name in the presser's language, or by its code."""
    return await declare_country(request, await country_meant(request, request.text("country")))


async def _decide(request: Request, proposal_id: str, *, confirm: bool) -> Card:
    await request.do(registry_titles_verbs.decide, proposal_id, confirm=confirm)
    return registry_cards.decision_receipt(
        await request.ask(registry_exams_verbs.proposal_at_desk, proposal_id), request.translator
    )


@command("title show", Audience.EVERYBODY)
async def show_titles(request: Request, member: Member | None = None, person: KnownPerson | None = None) -> Card:
    """Shows what somebody holds, meets and lacks; without an argument, the own."""
    who = one_meant(member, person) if member or person else KnownMember(request.member_id, request.actor.name)
    view = await request.look(registry_exams_verbs.page_of, who, request.at)
    return (
        registry_cards.stranger(request.translator) if view is None else registry_cards.page(view, request.translator)
    )


@command("title proposals", Act.DECIDE_TITLE)
async def proposals(request: Request) -> Card:
    """Shows the proposals that wait for a decision."""
    return registry_cards.waiting(await request.ask(registry_exams_verbs.waiting), request.translator)


@command("title champion", Act.NAME_CHAMPION)
async def champion(
    request: Request,
    event: app_commands.Range[str, 1, 80],
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> None:
    """Records who won a world championship."""
    await request.do(registry_exams_verbs.crown, one_meant(member, person), event)
    await request.say("titles.champion_recorded")


@command("title country", Audience.EVERYBODY)
async def declare_country(request: Request, country: Country, person: KnownPerson | None = None) -> Card:
    """Takes where the presser plays for, or by staff who has no Discord."""
    return registry_cards.country(
        await request.do(registry_exams_verbs.declare_country, country, person), request.translator
    )


@command("title exam", Act.RECORD_EXAM)
async def record(
    request: Request,
    title: Literal["ANP", "AN"],
    passed: bool,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Puts an exam on record."""
    who = one_meant(member, person)
    taken = await request.do(registry_exams_verbs.record_exam, who, ArbiterTitle(title), passed=passed)
    return registry_cards.exam(taken, request.translator)


# --- offices and suggestions ----------------------------------------------------------------------------------------


_OFFICES = {
    Office.PRESIDENT.value: ("commands.office_president", Office.PRESIDENT),
    Office.LEADER.value: ("commands.office_leader", Office.LEADER),
}
AnOffice = Annotated[Office, OneOf(_OFFICES)]
OfficeOrTitle = Annotated[Office | None, OneOf[Office | None]({**_OFFICES, "title": ("commands.office_title", None)})]
"""An office, or the own arbiter title, which is laid down as an office is."""


@command("office show", Audience.EVERYBODY)
@on_press("offices-show", NOTHING, Audience.EVERYBODY)
async def show_offices(request: Request) -> Card:
    """Shows who holds what, and what waits for a vacant office."""
    return registry_cards.committee(await request.look(registry_officers_verbs.show, request.at), request.translator)


@command("office resign", Audience.ADDRESSED)
async def resign(request: Request, office: OfficeOrTitle, reason: str) -> Card:
    """Ends the own time in an office, or lays the own arbiter title down."""
    if office is None:
        return registry_cards.committee(await request.do(registry_officers_verbs.lay_down, reason), request.translator)
    return registry_cards.committee(
        await request.do(registry_officers_verbs.resign, office, reason), request.translator
    )


@command("office stand-in", Audience.ADDRESSED)
async def stand_in(
    request: Request, office: AnOffice, member: Member, days: app_commands.Range[int, 1, 90], reason: str
) -> Card:
    """Has somebody act for the holder for some days."""
    shown = await request.do(registry_officers_verbs.name_stand_in, office, member, days, reason)
    return registry_cards.committee(shown, request.translator)


@command("office back", Audience.ADDRESSED)
async def back(request: Request, office: AnOffice) -> Card:
    """Ends a stand-in before its time."""
    return registry_cards.committee(await request.do(registry_officers_verbs.end_stand_in, office), request.translator)


@command("committee suggest", Audience.EVERYBODY)
async def ask_suggestion(request: Request) -> None:
    """Opens the form for a suggestion."""
    limit = voting_record_verbs.TEXT_LIMIT
    text = Text("suggestion", "suggestions.form_text", "suggestions.form_why", long=True, limit=limit)
    await request.open_form("suggest:", "suggestions.form_title", text)


@on_press("suggest", NOTHING, Audience.EVERYBODY)
async def suggest(request: Request) -> Card:
    """Takes the suggestion that was written."""
    return voting_cards.suggestion_receipt(
        await request.do(voting_record_verbs.suggest, request.text("suggestion")), request.translator
    )


@command("committee suggestions", Audience.EVERYBODY)
async def list_suggestions(request: Request) -> Card:
    """Shows all suggestions, those that wait first."""
    return voting_cards.suggestion_listing(await request.look(voting_record_verbs.listing), request.translator)


@on_press("suggestion", SUGGESTION, Audience.EVERYBODY)
async def show(request: Request, suggestion_id: str) -> Card:
    """Shows one suggestion of the list."""
    return voting_cards.suggestion_card(await request.look(voting_record_verbs.view, suggestion_id), request.translator)


@on_press("suggestion-approve", SUGGESTION, Act.ANSWER_SUGGESTION, update=True)
async def approve(request: Request, suggestion_id: str) -> Card:
    """Approves a suggestion, for the leader."""
    view = await request.do(voting_record_verbs.decide, suggestion_id, "", approved=True)
    return voting_cards.suggestion_card(view, request.panel_translator)


@on_press("suggestion-decline", SUGGESTION, Act.ANSWER_SUGGESTION)
async def ask_why(request: Request, suggestion_id: str) -> None:
    """Asks the leader for the reason."""
    await request.ask(voting_record_verbs.decidable, suggestion_id)
    reason = Text("reason", "suggestions.decline_reason", long=True, limit=voting_record_verbs.REASON_LIMIT)
    await request.open_form(f"suggestion-declined:{suggestion_id}", "suggestions.decline_title", reason)


@on_press("suggestion-declined", SUGGESTION, Act.ANSWER_SUGGESTION, update=True)
async def decline_office(request: Request, suggestion_id: str) -> Card:
    """The leader declines for the reason that was written."""
    view = await request.do(voting_record_verbs.decide, suggestion_id, request.text("reason"), approved=False)
    return voting_cards.suggestion_card(view, request.panel_translator)


# --- roles ----------------------------------------------------------------------------------------------------------


Shown = Office | ArbiterTitle
_SHOWN: dict[str, Shown] = {shown.value: shown for shown in (*Office, *ArbiterTitle)}


@command("office roles", Act.MIRROR_OFFICES)
async def show_roles(request: Request) -> Card:
    """Shows which roles mirror offices and titles, and lets them be chosen."""
    return _panel(request, await request.ask(registry_roles_verbs.chosen_roles))


@on_press("office-role", among(_SHOWN), Act.MIRROR_OFFICES, update=True)
async def choose(request: Request, shown: Shown) -> Card:
    """Takes the role that was chosen for an office or a title."""
    picked = RoleId(await request.read_choice(SNOWFLAKE))
    _refuse_unfit(request, picked)
    gone = await _find_gone(request, await request.ask(registry_roles_verbs.chosen_roles))
    return _panel(request, await request.do(registry_roles_verbs.choose, shown, picked, gone))


@on_press("office-roles-create", NOTHING, Act.MIRROR_OFFICES)
async def create(request: Request) -> Card:
    """Creates the roles that are missing, without any right, and takes them."""
    await request.ask(registry_roles_verbs.chosen_roles)
    setup.refuse_without_rights(server_seen(request))
    await request.acknowledge(thinking=False)
    mirror = await _create_missing(request)
    return registry_cards.panel(mirror, list(mirror.values()), request.translator)


async def _create_missing(request: Request) -> Mapping[Shown, RoleId]:
    async with setup.creating(request):
        mirror: Mapping[Shown, RoleId] = await request.ask(registry_roles_verbs.chosen_roles)
        for shown in registry_cards.ALL_SHOWN:
            if await setup.is_gone(request.guild, mirror.get(shown)):
                mirror = await _make(request, shown, taken=tuple(mirror.values()))
    return mirror


async def _make(request: Request, shown: Shown, taken: tuple[RoleId, ...]) -> Mapping[Shown, RoleId]:
    actor = request.actor
    gone = await _find_gone(request, await request.ask(registry_roles_verbs.chosen_roles))
    return await request.maker.once(
        f"role:{request.guild_id}:{shown}",
        RoleToMake(request.guild, registry_cards.name(shown, request.server_translator), False, taken),
        lambda tx, role: registry_roles_verbs.choose(tx.acting_as(actor), shown, RoleId(role.id), gone),
    )


@on_press("office-roles-stop", NOTHING, Act.MIRROR_OFFICES)
async def stop(request: Request) -> Card | None:
    """Lets no role mirror anything any more; who carries one keeps it, and what to do about that is said."""
    mirror: Mapping[Shown, RoleId] = await request.ask(registry_roles_verbs.chosen_roles)
    left = tuple(mirror.values())
    for shown in mirror:
        mirror = await request.do(registry_roles_verbs.choose, shown, None)
    await request.update(_panel(request, mirror))
    return registry_cards.mirroring_end(left, request.translator) if left else None


async def _find_gone(request: Request, mirror: Mapping[Shown, RoleId]) -> frozenset[RoleId]:
    """The chosen roles that Discord says are no more."""
    return frozenset([role for role in mirror.values() if await setup.is_gone(request.guild, role)])


def _panel(request: Request, mirror: Mapping[Shown, RoleId]) -> Card:
    return registry_cards.panel(mirror, server_seen(request).below_the_bot, request.translator)


def _refuse_unfit(request: Request, picked: RoleId) -> None:
    """Raises RoleGrants for a role with rights that not everybody has, RoleTooHigh for one above the bot's."""
    guild = request.guild
    role = guild.get_role(picked)
    if role is None:
        return
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise registry_roles_verbs.RoleGrants(role=picked)
    if not server_seen(request).below_the_bot.get(picked, False):
        raise registry_roles_verbs.RoleTooHigh(role=picked)


# --- grades ---------------------------------------------------------------------------------------------------------


@on_press("grade", EVENT, Audience.EVERYBODY)
async def grade(request: Request, tournament_id: TournamentId) -> None:
    """Asks for the grade."""
    asked = Text("grade", "grades.which", "grades.hint", limit=12)
    await request.open_form(f"grade-said:{tournament_id}", "grades.declare", asked)


@on_press("grade-said", EVENT, Audience.EVERYBODY)
async def grade_said(request: Request, tournament_id: TournamentId) -> Card:
    """Takes the grade that was typed; it counts once it is confirmed."""
    return registry_cards.declaration_receipt(
        await request.do(registry_grades_verbs.declare, tournament_id, request.text("grade")), request.translator
    )


@on_press("grade-show", GRADE, Audience.ADDRESSED)
async def show_grade(request: Request, grade_id: str) -> Card:
    """Shows a grade to who may decide on it."""
    return registry_cards.grade_waiting(await request.ask(registry_grades_verbs.at_desk, grade_id), request.translator)


@on_press("grade-confirm", GRADE, Audience.ADDRESSED, update=True)
async def grade_confirm(request: Request, grade_id: str) -> Card:
    """Has the grade count."""
    return registry_cards.grade_waiting(
        await request.do(registry_grades_verbs.decide, grade_id, confirm=True), request.panel_translator
    )


@on_press("grade-refuse", GRADE, Audience.ADDRESSED, update=True)
async def grade_refuse(request: Request, grade_id: str) -> Card:
    """Refuses the grade."""
    return registry_cards.grade_waiting(
        await request.do(registry_grades_verbs.decide, grade_id, confirm=False), request.panel_translator
    )


@command("grade declare", Audience.EVERYBODY)
async def declare(
    request: Request,
    tournament: OpenEvent,
    grade: str,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Declares the own grade, or by staff another's."""
    who = one_meant(member, person) if member or person else None
    return registry_cards.declaration_receipt(
        await request.do(registry_grades_verbs.declare, tournament, grade, who), request.translator
    )
