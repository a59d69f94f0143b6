"""Entering, leaving, confirming, and the list of players."""

from __future__ import annotations

import discord

from bot.domain.entering.views import AccountHeld, ConditionsAsked, NameAsked, Registered
from bot.domain.ids import EntrantId, PersonId, RoleId, TournamentId
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.entering import condition_cards, entries
from bot.rendering.layout import Card
from bot.services import reading
from bot.services.entering import check_in, exceptions, registration, reminding
from bot.services.events import leaving
from bot.services.team_play import team_entries
from bot.services.timetable import tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player
from cogs.commands import command
from cogs.crowds import live_verb
from cogs.draw import ask_why_taken_out, what_leaving_costs
from cogs.forms import Text
from cogs.options import Member
from cogs.pages import with_pages
from cogs.press import Press
from cogs.routing import on_press
from cogs.sign_ups import take_file
from cogs.subjects import ENTRANT, EVENT, PERSON, WORD
from cogs.takes import pair, triple
from cogs.teams import ask_for_team


def account_of(site: str, told: str | None = None) -> Text:
    """Asks for the account on the site, filled with what was told before."""
    said = {"site": site}
    return Text("account", "registration.form_account", "registration.form_why", said=said, limit=64, default=told)


@command("register", Audience.EVERYBODY)
async def enter_oneself(press: Press, tournament: OpenEvent, account: str | None = None) -> None:
    """Enters the person who typed."""
    if account is None:
        await register(press, tournament)
    else:
        await _register(press, tournament, account)


@on_press("register", EVENT, Audience.EVERYBODY)
async def register(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the account where the rulebook wants one, else enters at once."""
    if await press.ask(team_entries.is_for_teams, tournament_id):
        await ask_for_team(press, tournament_id)
        return
    site = await press.ask(registration.asked_account, tournament_id)
    if site is None:
        await _register(press, tournament_id, None)
        return
    await press.open_form(f"account:{tournament_id}", "registration.form_title", account_of(site))


@on_press("account", EVENT, Audience.EVERYBODY)
async def take_account(press: Press, tournament_id: TournamentId) -> None:
    """Takes the account that was typed, and enters."""
    await _register(press, tournament_id, press.text("account"))


@command("withdraw", Audience.EVERYBODY)
@on_press("withdraw", EVENT, Audience.EVERYBODY)
async def withdraw(press: Press, tournament: OpenEvent) -> Card | None:
    """Leaves the list, or, after the close, is first told what that costs."""
    costs = await what_leaving_costs(press, tournament)
    if costs is None:
        panel = tournament_subject(tournament)
        await live_verb(press, panel, entries.withdrawn, registration.withdraw, tournament)
    return costs


@command("tournament enter", Act.ENTER_OTHER_PERSON)
async def enter(
    press: Press,
    tournament: OpenEvent,
    member: Member | None = None,
    name: str | None = None,
    account: str | None = None,
    new: bool = False,
    file: discord.Attachment | None = None,
) -> None:
    """Enters somebody else: a member, a person who is not in the server, or the people of a list."""
    if file is not None:
        await take_file(press, tournament, file)
        return
    panel, given = tournament_subject(tournament), (member, name or "", account)
    roles = press.roles_of(member.member_id) if member else frozenset[RoleId]()
    await live_verb(press, panel, _answer, registration.enter_other, tournament, *given, is_new=new, roles=roles)


@on_press("enter-is", pair(EVENT, PERSON), Act.ENTER_OTHER_PERSON)
async def enter_known(press: Press, tournament_id: TournamentId, person_id: PersonId) -> None:
    """Enters the one whom a typed name meant."""
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, _answer, registration.enter_known, tournament_id, person_id)


@on_press("enter-despite", triple(EVENT, PERSON, WORD), Act.ENTER_OTHER_PERSON)
async def enter_despite(press: Press, tournament_id: TournamentId, person_id: PersonId, role: str) -> None:
    """Enters somebody who lacks what the event asks for, once an account is known where it asks for one."""
    site = await press.ask(exceptions.asked_account, tournament_id, person_id)
    if site is None:
        await _enter_despite(press, (tournament_id, person_id, None), role)
        return
    custom_id = f"enter-despite-as:{tournament_id}.{person_id}.{role}"
    await press.open_form(custom_id, "registration.form_title", account_of(site))


@on_press("enter-despite-as", triple(EVENT, PERSON, WORD), Act.ENTER_OTHER_PERSON)
async def enter_despite_as(press: Press, tournament_id: TournamentId, person_id: PersonId, role: str) -> None:
    """As `enter_despite`, with the account that was typed."""
    await _enter_despite(press, (tournament_id, person_id, press.text("account")), role)


@on_press("check-in", EVENT, Audience.PLAYERS)
async def confirm(press: Press, tournament_id: TournamentId) -> None:
    """Checks the presser in."""
    panel = tournament_subject(tournament_id)
    try:
        await live_verb(press, panel, entries.checked_in, check_in.check_in, tournament_id)
    except UserError:
        await press.do(check_in.note_refused, tournament_id)
        raise


@on_press("remind-me", EVENT, Audience.PLAYERS)
async def remind_me(press: Press, tournament_id: TournamentId) -> Card:
    """Has letters written to who answers for an entry."""
    return entries.reminding(await press.do(reminding.ask, tournament_id), press.voice)


@on_press("remind-not", EVENT, Audience.PLAYERS)
async def remind_not(press: Press, tournament_id: TournamentId) -> Card:
    """Has no more of them written."""
    return entries.reminding(await press.do(reminding.end, tournament_id), press.voice)


@on_press("players", EVENT, Audience.EVERYBODY)
@with_pages("players-page", Audience.EVERYBODY, EVENT)
async def show_players(press: Press, tournament_id: TournamentId, page: int) -> Card:
    """Shows who is on the list."""
    return entries.player_list(await press.look(reading.player_list, tournament_id, page), press.voice)


@command("tournament remove", Act.TAKE_OUT_PLAYER)
async def remove_player(press: Press, tournament: OpenEvent, player: Player) -> None:
    """Asks staff why somebody is to leave the list, or an event that is under way."""
    if await press.look(leaving.is_under_way, tournament):
        await ask_why_taken_out(press, tournament, player)
    else:
        await ask_why_removed(press, player)


@on_press("desk-remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def ask_why_removed(press: Press, entrant_id: EntrantId) -> None:
    """Asks why somebody is to leave the list; the person will read it."""
    found = await press.ask(registration.removable, entrant_id)
    key = "registration.remove_reason_told" if found.is_told_to_all else "registration.remove_reason"
    reason = Text("reason", key, long=True, limit=300)
    await press.open_form(f"remove:{found.entrant.entrant_id}", "registration.remove_title", reason)


@on_press("remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def remove(press: Press, entrant_id: EntrantId) -> Card:
    """Takes the entry off the list, for the reason that was typed."""
    return entries.removal(await press.do(registration.remove, entrant_id, press.text("reason")), press.voice)


async def _register(press: Press, tournament_id: TournamentId, name: str | None) -> None:
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, _answer, registration.register, tournament_id, name)


async def _enter_despite(press: Press, given: tuple[TournamentId, PersonId, str | None], role: str) -> None:
    panel, has_role = tournament_subject(given[0]), role == condition_cards.ROLE_MET
    await live_verb(press, panel, _answer, exceptions.enter_knowingly, *given, has_role=has_role)


def _answer(entry: Registered | AccountHeld | NameAsked | ConditionsAsked, voice: Voice) -> Card:
    match entry:
        case NameAsked():
            return entries.name_asked(entry, voice)
        case ConditionsAsked():
            return condition_cards.question_card(entry, voice)
        case AccountHeld():
            return entries.account_held(entry, voice)
        case _:
            return entries.registration(entry, voice)
