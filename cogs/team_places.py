"""Open places in teams: who is meant by a name, and the yes or no of whoever is asked."""

from __future__ import annotations

from bot.domain.entering.views import AccountHeld
from bot.domain.ids import EntrantId, PersonId, PlaceId
from bot.domain.permissions import Act
from bot.rendering.entering import entries
from bot.rendering.layout import Card
from bot.rendering.team_play import place_cards, team_cards
from bot.services.team_play import invitations, team_staff
from cogs.audience import Audience
from cogs.press import Press
from cogs.registration import account_of
from cogs.routing import on_press
from cogs.subjects import ENTRANT, PERSON, PLACE
from cogs.takes import pair


@on_press("team-yes", ENTRANT, Audience.ADDRESSED)
async def accept(press: Press, entrant_id: EntrantId) -> Card | None:
    """Says yes, after the account where the rulebook wants one."""
    asked = await press.ask(invitations.asked_account, entrant_id)
    if asked is None:
        return await _accept(press, entrant_id, None)
    account = account_of(asked.site, asked.told)
    await press.open_form(f"team-yes-as:{entrant_id}", "registration.form_title", account)
    return None


@on_press("team-yes-as", ENTRANT, Audience.ADDRESSED)
async def accept_as(press: Press, entrant_id: EntrantId) -> Card:
    """Says yes with the account that was typed."""
    return await _accept(press, entrant_id, press.text("account"))


@on_press("team-no", ENTRANT, Audience.ADDRESSED)
async def decline(press: Press, entrant_id: EntrantId) -> Card:
    """Says no."""
    return place_cards.refusal_receipt(await press.do(invitations.decline, entrant_id), press.voice)


@on_press("team-asked", ENTRANT, Audience.ADDRESSED)
async def look(press: Press, entrant_id: EntrantId) -> Card:
    """Shows the invitation."""
    return place_cards.invitation(await press.ask(invitations.invitation_view, entrant_id), press.voice)


@on_press("team-is", pair(PLACE, PERSON), Audience.ADDRESSED, update=True)
async def take_known(press: Press, place_id: PlaceId, person_id: PersonId) -> Card:
    """Takes the one who is meant."""
    return await _say_who(press, place_id, person_id)


@on_press("team-new", PLACE, Audience.ADDRESSED, update=True)
async def unknown(press: Press, place_id: PlaceId) -> Card:
    """Takes it that nobody is meant who is known."""
    return await _say_who(press, place_id, None)


@on_press("team-desk", ENTRANT, Act.ENTER_OTHER_PERSON)
async def desk(press: Press, entrant_id: EntrantId) -> Card:
    """Shows staff a team that waits."""
    return team_cards.by_staff(await press.ask(team_staff.waiting, entrant_id), press.voice)


@on_press("team-take-in", ENTRANT, Act.ENTER_OTHER_PERSON, update=True)
async def take_in(press: Press, entrant_id: EntrantId) -> Card:
    """Says yes for everybody in the team who has no Discord."""
    return team_cards.by_staff(await press.do(team_staff.take_in, entrant_id), press.voice)


async def _accept(press: Press, entrant_id: EntrantId, account: str | None) -> Card:
    done, voice = await press.do(invitations.accept, entrant_id, account), press.voice
    return (
        entries.account_held(done, voice)
        if isinstance(done, AccountHeld)
        else place_cards.acceptance_receipt(done, voice)
    )


async def _say_who(press: Press, place_id: PlaceId, person_id: PersonId | None) -> Card:
    view = await press.do(team_staff.say_who, place_id, person_id)
    own = view.captain.discord_id == press.member_id
    return team_cards.receipt(view, press.voice) if own else team_cards.by_staff(view, press.voice)
