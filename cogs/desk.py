"""`/desk`: what waits, and all that staff may do, for the server as a whole and event by event."""

from __future__ import annotations

from bot.domain.events.tournament import takes_entries
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.domain.switches import Switch, needed_by
from bot.features.sign_ups import cards as sign_ups_cards
from bot.i18n.commands import key_of
from bot.rendering import desk_home_cards
from bot.rendering.entering import claim_cards, seeding_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.services import access, guidance, reading
from bot.services.entering import claims
from bot.services.events import tournaments
from bot.services.playing import desk as desk_service
from bot.services.team_play import team_entries
from cogs import desk_acts
from cogs.choosing import OpenEvent
from cogs.commands import command
from cogs.forms import Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import CLAIM, EVENT, NOTHING, WORD
from cogs.surroundings import around
from cogs.takes import maybe, pair

COMMAND_AND_EVENT = pair(WORD, maybe(EVENT), "/")


@command("desk", Act.SEE_DESK)
async def desk_meant(press: Press, tournament: OpenEvent | None = None) -> Card:
    """Shows the desk of the server, or that of the event that was chosen."""
    return await (home(press) if tournament is None else desk(press, tournament))


@on_press("desk-home", NOTHING, Act.SEE_DESK)
async def home(press: Press) -> Card:
    """Shows what waits for the presser, the server's events, and what the presser may do."""
    found = await press.ask(guidance.duties_of_staff)
    events = await press.look(reading.unfinished_tournaments)
    acts = desk_acts.offer_acts(await press.ask(access.own_capacities), press.switches, of_event=False)
    return desk_home_cards.home(found, events, list(acts), press.voice)


@on_press("desk-event", NOTHING, Act.SEE_DESK)
async def desk_chosen(press: Press) -> Card:
    """Shows the desk of the event that was chosen from the list."""
    return await desk(press, await press.read_choice(EVENT))


@on_press("desk", EVENT, Act.SEE_DESK)
@on_press("desk-again", EVENT, Act.SEE_DESK, update=True)
async def desk(press: Press, tournament_id: TournamentId) -> Card:
    """Shows what holds up the next step of the tournament, and all that the presser may do for it."""
    card = desk_cards.desk(await press.ask(desk_service.desk_view, tournament_id, around(press)), press.voice)
    found = await press.look(tournaments.find, tournament_id)
    switches = press.switches & (needed_by(found.rulebook) | {Switch.GO})
    acts = list(desk_acts.offer_acts(await press.ask(access.capacities_there, tournament_id), switches, of_event=True))
    enters = "tournament enter" in acts and takes_entries(found) and sign_ups_cards.takes_sign_ups(found.rulebook)
    more = (sign_ups_cards.list_press(tournament_id, press.voice),) if enters else ()
    if "tournament edit" in acts and takes_entries(found) and found.rulebook.registration.seeds_by_hand:
        more = (*more, seeding_cards.seeds_press(tournament_id, press.voice))
    return desk_home_cards.with_acts(card, tournament_id, acts, press.voice, more)


@on_press("desk-pending", EVENT, Act.SEE_DESK)
async def pending(press: Press, tournament_id: TournamentId) -> Card:
    """Shows the players who have only to press, one by one."""
    return desk_cards.pending(await press.ask(desk_service.desk_view, tournament_id), press.voice)


@on_press("desk-act", maybe(EVENT), Act.SEE_DESK)
async def begin(press: Press, tournament_id: TournamentId | None) -> Card | None:
    """Begins what was chosen: at once, or with a menu or a form for what it has to know."""
    return await desk_acts.begin(press, desk_acts.find_words(press.choice()), tournament_id)


@on_press("desk-enter", EVENT, Act.ENTER_OTHER_PERSON)
async def begin_entry(press: Press, tournament_id: TournamentId) -> Card | None:
    """Asks whom staff enters, a person or a team."""
    words = "team enter" if await press.ask(team_entries.is_for_teams, tournament_id) else "tournament enter"
    return await desk_acts.begin(press, words, tournament_id)


@on_press("desk-picked", COMMAND_AND_EVENT, Act.SEE_DESK)
async def take_picked(press: Press, written: str, tournament_id: TournamentId | None) -> None:
    """Does it with the one that was chosen in the menu."""
    words = desk_acts.find_words(written)
    chosen = {desk_acts.option_chosen(words, tournament_id): press.choice()}
    await desk_acts.finish(press, words, tournament_id, chosen)


@on_press("desk-find", COMMAND_AND_EVENT, Act.SEE_DESK)
async def ask_for_name(press: Press, written: str, tournament_id: TournamentId | None) -> None:
    """Asks for a part of the name, where more can be chosen than a menu holds."""
    words = desk_acts.find_words(written)
    part = Text("name", "desk.find_part", limit=100)
    await press.open_form(f"desk-found:{written}/{tournament_id or ''}", key_of(words), part)


@on_press("desk-found", COMMAND_AND_EVENT, Act.SEE_DESK)
async def look_for_name(press: Press, written: str, tournament_id: TournamentId | None) -> Card:
    """Offers what fits the part of the name."""
    return await desk_acts.choose(press, desk_acts.find_words(written), tournament_id, press.text("name"))


@on_press("desk-filled", COMMAND_AND_EVENT, Act.SEE_DESK)
async def take_filled(press: Press, written: str, tournament_id: TournamentId | None) -> None:
    """Does it with what was filled into the form."""
    words = desk_acts.find_words(written)
    given = desk_acts.read_form(press, words, tournament_id)
    await desk_acts.finish(press, words, tournament_id, given)


@on_press("call", EVENT, Act.SEE_DESK)
async def call(press: Press, tournament_id: TournamentId) -> Card:
    """Takes the event as far as it goes, and shows the desk as it is then."""
    await press.do(desk_service.call_again, tournament_id)
    return await desk(press, tournament_id)


@on_press("claim", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def show_claim(press: Press, claim_id: str) -> Card:
    """Shows who names whose account, to those who may decide it."""
    return claim_cards.claim(await press.ask(claims.decidable, claim_id), press.voice)
