"""Entering, leaving, confirming, the list of players, open places in teams, and players without Discord.

For these another presses: one by one, or all of a card at once. An open place needs to know who is meant by a name,
or the yes or no of the person asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import discord

from bot.features.by_name import cards as by_name_cards
from bot.features.by_name import verbs as by_name_verbs
from bot.features.by_name.model import ByNameView
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import AccountHeld, ConditionsAsked, EntryNameAsked, Registered
from bot.features.late import cards as late_cards
from bot.features.late import verbs as late_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import cards as teams_cards
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import EntrantId, PersonId, PlaceId, RoleId, TournamentId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import (
    MOST_SUGGESTIONS,
    Member,
    OpenEvent,
    Option,
    Pairs,
    Player,
    command,
    finds,
    taking,
    tournament_before,
)
from cogs.lists import take_file
from cogs.request import Request
from cogs.rounds import ask_why_taken_out, what_leaving_costs
from cogs.routing import live_verb, on_press, with_pages
from cogs.subjects import ENTRANT, EVENT, PERSON, PLACE, WORD, Audience, Text, pair, triple
from cogs.teams import ask_for_team

if TYPE_CHECKING:
    from bot.living.transactions import PersonalVerb

T = TypeVar("T")

# --- entries --------------------------------------------------------------------------------------------------------


def account_of(site: str, told: str | None = None) -> Text:
    """Asks for the account on the site, filled with what was told before."""
    said = {"site": site}
    return Text("account", "registration.form_account", "registration.form_why", said=said, limit=64, default=told)


@command("register", Audience.EVERYBODY)
async def enter_oneself(request: Request, tournament: OpenEvent, account: str | None = None) -> None:
    """Enters the person who typed."""
    if account is None:
        await register(request, tournament)
    else:
        await _register(request, tournament, account)


@on_press("register", EVENT, Audience.EVERYBODY)
async def register(request: Request, tournament_id: TournamentId) -> None:
    """Asks for the account where the rulebook wants one, else enters at once."""
    if await request.ask(teams_verbs.is_for_teams, tournament_id):
        await ask_for_team(request, tournament_id)
        return
    site = await request.ask(entering_verbs.asked_account, tournament_id)
    if site is None:
        await _register(request, tournament_id, None)
        return
    await request.open_form(f"account:{tournament_id}", "registration.form_title", account_of(site))


@on_press("account", EVENT, Audience.EVERYBODY)
async def take_account(request: Request, tournament_id: TournamentId) -> None:
    """Takes the account that was typed, and enters."""
    await _register(request, tournament_id, request.text("account"))


@command("withdraw", Audience.EVERYBODY)
@on_press("withdraw", EVENT, Audience.EVERYBODY)
async def withdraw(request: Request, tournament: OpenEvent) -> Card | None:
    """Leaves the list, or, after the close, is first told what that costs."""
    costs = await what_leaving_costs(request, tournament)
    if costs is None:
        panel = tournament_subject(tournament)
        await live_verb(request, panel, entering_cards.withdrawn, entering_verbs.withdraw, tournament)
    return costs


@command("tournament enter", Act.ENTER_OTHER_PERSON)
async def enter(
    request: Request,
    tournament: OpenEvent,
    member: Member | None = None,
    name: str | None = None,
    account: str | None = None,
    new: bool = False,
    file: discord.Attachment | None = None,
) -> None:
    """Enters somebody else: a member, a person who is not in the server, or the people of a list."""
    if file is not None:
        await take_file(request, tournament, file)
        return
    panel, given = tournament_subject(tournament), (member, name or "", account)
    roles = request.roles_of(member.member_id) if member else frozenset[RoleId]()
    await live_verb(request, panel, _answer, entering_verbs.enter_other, tournament, *given, is_new=new, roles=roles)


@on_press("enter-is", pair(EVENT, PERSON), Act.ENTER_OTHER_PERSON)
async def enter_known(request: Request, tournament_id: TournamentId, person_id: PersonId) -> None:
    """Enters the one whom a typed name meant."""
    panel = tournament_subject(tournament_id)
    await live_verb(request, panel, _answer, entering_verbs.enter_known, tournament_id, person_id)


@on_press("enter-despite", triple(EVENT, PERSON, WORD), Act.ENTER_OTHER_PERSON)
async def enter_despite(request: Request, tournament_id: TournamentId, person_id: PersonId, role: str) -> None:
    """Enters somebody who lacks what the event asks for, once an account is known where it asks for one."""
    site = await request.ask(entering_accounts_verbs.asked_account, tournament_id, person_id)
    if site is None:
        await _enter_despite(request, (tournament_id, person_id, None), role)
        return
    custom_id = f"enter-despite-as:{tournament_id}.{person_id}.{role}"
    await request.open_form(custom_id, "registration.form_title", account_of(site))


@on_press("enter-despite-as", triple(EVENT, PERSON, WORD), Act.ENTER_OTHER_PERSON)
async def enter_despite_as(request: Request, tournament_id: TournamentId, person_id: PersonId, role: str) -> None:
    """As `enter_despite`, with the account that was typed."""
    await _enter_despite(request, (tournament_id, person_id, request.text("account")), role)


@on_press("check-in", EVENT, Audience.PLAYERS)
async def confirm(request: Request, tournament_id: TournamentId) -> None:
    """Checks the presser in."""
    panel = tournament_subject(tournament_id)
    try:
        await live_verb(request, panel, entering_cards.checked_in, entering_check_in_verbs.check_in, tournament_id)
    except UserError:
        await request.do(entering_check_in_verbs.note_refused, tournament_id)
        raise


@on_press("remind-me", EVENT, Audience.PLAYERS)
async def remind_me(request: Request, tournament_id: TournamentId) -> Card:
    """Has letters written to who answers for an entry."""
    return entering_cards.reminding(await request.do(entering_check_in_verbs.ask, tournament_id), request.translator)


@on_press("remind-not", EVENT, Audience.PLAYERS)
async def remind_not(request: Request, tournament_id: TournamentId) -> Card:
    """Has no more of them written."""
    return entering_cards.reminding(await request.do(entering_check_in_verbs.end, tournament_id), request.translator)


@on_press("players", EVENT, Audience.EVERYBODY)
@with_pages("players-page", Audience.EVERYBODY, EVENT)
async def show_players(request: Request, tournament_id: TournamentId, page: int) -> Card:
    """Shows who is on the list."""
    return entering_cards.player_list(
        await request.look(entering_list_verbs.player_list, tournament_id, page), request.translator
    )


@command("tournament remove", Act.TAKE_OUT_PLAYER)
async def remove_player(request: Request, tournament: OpenEvent, player: Player) -> None:
    """Asks staff why somebody is to leave the list, or an event that is under way."""
    if await request.look(rounds_drawing_verbs.is_under_way, tournament):
        await ask_why_taken_out(request, tournament, player)
    else:
        await ask_why_removed(request, player)


@on_press("desk-remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def ask_why_removed(request: Request, entrant_id: EntrantId) -> None:
    """Asks why somebody is to leave the list; the person will read it."""
    found = await request.ask(entering_verbs.removable, entrant_id)
    key = "registration.remove_reason_told" if found.is_told_to_all else "registration.remove_reason"
    reason = Text("reason", key, long=True, limit=300)
    await request.open_form(f"remove:{found.entrant.entrant_id}", "registration.remove_title", reason)


@on_press("remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def remove(request: Request, entrant_id: EntrantId) -> Card:
    """Takes the entry off the list, for the reason that was typed."""
    return entering_cards.removal(
        await request.do(entering_verbs.remove, entrant_id, request.text("reason")), request.translator
    )


async def _register(request: Request, tournament_id: TournamentId, name: str | None) -> None:
    panel = tournament_subject(tournament_id)
    await live_verb(request, panel, _answer, entering_verbs.register, tournament_id, name)


async def _enter_despite(request: Request, given: tuple[TournamentId, PersonId, str | None], role: str) -> None:
    panel, has_role = tournament_subject(given[0]), role == entering_cards.ROLE_MET
    await live_verb(request, panel, _answer, entering_accounts_verbs.enter_knowingly, *given, has_role=has_role)


def _answer(entry: Registered | AccountHeld | EntryNameAsked | ConditionsAsked, translator: Translator) -> Card:
    match entry:
        case EntryNameAsked():
            return entering_cards.name_asked(entry, translator)
        case ConditionsAsked():
            return entering_cards.question_card(entry, translator)
        case AccountHeld():
            return entering_cards.account_held(entry, translator)
        case _:
            return entering_cards.registration(entry, translator)


# --- who is late ----------------------------------------------------------------------------------------------------


@finds(Act.ENTER_LATE)
async def missed_players(request: Request, typed: str) -> Pairs:
    """Who missed check-in of the tournament that was chosen before."""
    chosen = await tournament_before(request)
    found = [] if chosen is None else await request.ask(late_verbs.missed_named, chosen, typed, MOST_SUGGESTIONS)
    return [(name, entrant_id) for entrant_id, name in found]


MissedPlayer = Annotated[EntrantId, Option(taking(ENTRANT), missed_players)]


@command("tournament late", Act.ENTER_LATE)
async def let_in_late(
    request: Request,
    tournament: OpenEvent,
    reason: str,
    player: MissedPlayer | None = None,
    member: Member | None = None,
) -> Card:
    """Lets in who missed check-in, or a member who is not on the list; without either, offers who was missed."""
    if player is not None:
        return await _let_in(request, player, reason)
    if member is None:
        return await who_was_missed(request, tournament)
    roles = request.roles_of(member.member_id)
    done = await request.do(late_verbs.let_in_member, tournament, member, reason, roles)
    return late_cards.done(done, request.translator)


@on_press("late-who", EVENT, Act.ENTER_LATE)
async def who_was_missed(request: Request, tournament_id: TournamentId) -> Card:
    """Offers those who missed check-in, and says how they come in."""
    return late_cards.choose(await request.ask(late_verbs.missed_view, tournament_id), request.translator)


@on_press("late-chosen", EVENT, Act.ENTER_LATE)
async def ask_why_let_in(request: Request, tournament_id: TournamentId) -> None:
    """Asks why whoever was chosen is let in; all will read it."""
    del tournament_id
    found = await request.ask(late_verbs.to_let_in, await request.read_choice(ENTRANT))
    reason = Text("reason", "late.form_reason", "late.form_why", long=True, limit=late_verbs.REASON_LIMIT)
    await request.open_form(f"late-confirm:{found.entrant.entrant_id}", "late.form_title", reason)


@on_press("late-confirm", ENTRANT, Act.ENTER_LATE)
async def let_in(request: Request, entrant_id: EntrantId) -> Card:
    """Lets the player in, for the reason that was typed."""
    return await _let_in(request, entrant_id, request.text("reason"))


async def _let_in(request: Request, entrant_id: EntrantId, reason: str) -> Card:
    return late_cards.done(await request.do(late_verbs.let_in, entrant_id, reason), request.translator)


# --- open places in teams -------------------------------------------------------------------------------------------


@on_press("team-yes", ENTRANT, Audience.ADDRESSED)
async def accept(request: Request, entrant_id: EntrantId) -> Card | None:
    """Says yes, after the account where the rulebook wants one."""
    asked = await request.ask(teams_verbs.asked_account, entrant_id)
    if asked is None:
        return await _accept(request, entrant_id, None)
    account = account_of(asked.site, asked.told)
    await request.open_form(f"team-yes-as:{entrant_id}", "registration.form_title", account)
    return None


@on_press("team-yes-as", ENTRANT, Audience.ADDRESSED)
async def accept_as(request: Request, entrant_id: EntrantId) -> Card:
    """Says yes with the account that was typed."""
    return await _accept(request, entrant_id, request.text("account"))


@on_press("team-no", ENTRANT, Audience.ADDRESSED)
async def decline(request: Request, entrant_id: EntrantId) -> Card:
    """Says no."""
    return teams_cards.refusal_receipt(await request.do(teams_verbs.decline, entrant_id), request.translator)


@on_press("team-asked", ENTRANT, Audience.ADDRESSED)
async def look(request: Request, entrant_id: EntrantId) -> Card:
    """Shows the invitation."""
    return teams_cards.invitation(await request.ask(teams_verbs.invitation_view, entrant_id), request.translator)


@on_press("team-is", pair(PLACE, PERSON), Audience.ADDRESSED, update=True)
async def take_known(request: Request, place_id: PlaceId, person_id: PersonId) -> Card:
    """Takes the one who is meant."""
    return await _say_who(request, place_id, person_id)


@on_press("team-new", PLACE, Audience.ADDRESSED, update=True)
async def unknown(request: Request, place_id: PlaceId) -> Card:
    """Takes it that nobody is meant who is known."""
    return await _say_who(request, place_id, None)


@on_press("team-desk", ENTRANT, Act.ENTER_OTHER_PERSON)
async def desk(request: Request, entrant_id: EntrantId) -> Card:
    """Shows staff a team that waits."""
    return teams_cards.by_staff(await request.ask(teams_staff_verbs.waiting, entrant_id), request.translator)


@on_press("team-take-in", ENTRANT, Act.ENTER_OTHER_PERSON, update=True)
async def take_in(request: Request, entrant_id: EntrantId) -> Card:
    """Says yes for everybody in the team who has no Discord."""
    return teams_cards.by_staff(await request.do(teams_staff_verbs.take_in, entrant_id), request.translator)


async def _accept(request: Request, entrant_id: EntrantId, account: str | None) -> Card:
    done, translator = await request.do(teams_verbs.accept, entrant_id, account), request.translator
    return (
        entering_cards.account_held(done, translator)
        if isinstance(done, AccountHeld)
        else teams_cards.acceptance_receipt(done, translator)
    )


async def _say_who(request: Request, place_id: PlaceId, person_id: PersonId | None) -> Card:
    view = await request.do(teams_staff_verbs.say_who, place_id, person_id)
    own = view.captain.discord_id == request.member_id
    return teams_cards.receipt(view, request.translator) if own else teams_cards.by_staff(view, request.translator)


# --- players without Discord ----------------------------------------------------------------------------------------


@on_press("name-desk", EVENT, Audience.ADDRESSED)
async def show_by_name(request: Request, tournament_id: TournamentId) -> Card:
    """Shows all for whom the presser may answer in the event."""
    return by_name_cards.card(await request.ask(by_name_verbs.own_view, tournament_id), request.translator)


@on_press("name-here", pair(ENTRANT, WORD), Audience.ADDRESSED)
async def one_is_here(request: Request, entrant_id: EntrantId, outbox_id: str) -> None:
    """Says that one player is here."""
    await _show_by_name(request, outbox_id, by_name_verbs.come, entrant_id)


@on_press("name-all", pair(EVENT, WORD), Audience.ADDRESSED)
async def all_are_here(request: Request, tournament_id: TournamentId, outbox_id: str) -> None:
    """Says it of all on the card."""
    await _show_by_name(request, outbox_id, by_name_verbs.come_all, tournament_id)


async def _show_by_name(request: Request, outbox_id: str, verb: PersonalVerb[[T, str], ByNameView], thing: T) -> None:
    """The new state of the card is the whole answer: that of a message, or the presser's own."""
    if outbox_id:
        await live_verb(request, by_name_verbs.panel_of(outbox_id), lambda *_: None, verb, thing, outbox_id)
        return
    view = await request.do(verb, thing, outbox_id)
    await request.update(by_name_cards.card(view, request.translator))
