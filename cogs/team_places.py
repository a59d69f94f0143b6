"""Open places in teams: who is meant by a name, and the yes or no of whoever is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.events.views import AccountHeld
from bot.domain.ids import EntrantId, PersonId, PlaceId
from bot.domain.permissions import Act
from bot.rendering.entering import entries
from bot.rendering.team_play import place_cards, team_cards
from bot.services.team_play import invitations, team_staff
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import ENTRANT, PERSON, PLACE, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("team-yes", ENTRANT, Audience.ADDRESSED)
async def accept(press: Press, entrant_id: EntrantId) -> None:
    """Says yes, after the account where the rulebook wants one."""
    asked = await press.ask(invitations.asked_account, entrant_id)
    if asked is None:
        await _accept(press, entrant_id, None)
        return
    form = Form(f"team-yes-as:{entrant_id}", press.voice.say("registration.form_title"))
    label, why = press.voice.say("registration.form_account", site=asked.site), press.voice.say("registration.form_why")
    await press.form(form.ask("account", label, description=why, limit=64, default=asked.told))


@on_press("team-yes-as", ENTRANT, Audience.ADDRESSED)
async def accept_as(press: Press, entrant_id: EntrantId) -> None:
    """Says yes with the account that was typed."""
    await _accept(press, entrant_id, press.text("account"))


@on_press("team-no", ENTRANT, Audience.ADDRESSED)
async def decline(press: Press, entrant_id: EntrantId) -> None:
    """Says no."""
    view = await press.do(invitations.decline, entrant_id)
    await press.answer(place_cards.refused(view, press.voice))


@on_press("team-asked", ENTRANT, Audience.ADDRESSED)
async def look(press: Press, entrant_id: EntrantId) -> None:
    """Shows the invitation."""
    view = await press.ask(invitations.invited, entrant_id)
    await press.answer(place_cards.invited(view, press.voice))


@on_press("team-is", pair(PLACE, PERSON), Audience.ADDRESSED)
async def known(press: Press, meant: tuple[PlaceId, PersonId]) -> None:
    """Takes the one who is meant."""
    await _say_who(press, *meant)


@on_press("team-new", PLACE, Audience.ADDRESSED)
async def unknown(press: Press, place_id: PlaceId) -> None:
    """Takes it that nobody is meant who is known."""
    await _say_who(press, place_id, None)


@on_press("team-desk", ENTRANT, Act.ENTER_OTHER_PERSON)
async def desk(press: Press, entrant_id: EntrantId) -> None:
    """Shows staff a team that waits."""
    view = await press.ask(team_staff.waiting, entrant_id)
    await press.answer(team_cards.by_staff(view, press.voice))


@on_press("team-take-in", ENTRANT, Act.ENTER_OTHER_PERSON)
async def take_in(press: Press, entrant_id: EntrantId) -> None:
    """Says yes for everybody in the team who has no Discord."""
    view = await press.do(team_staff.take_in, entrant_id)
    await press.update(team_cards.by_staff(view, press.voice))


async def _accept(press: Press, entrant_id: EntrantId, account: str | None) -> None:
    done, voice = await press.do(invitations.accept, entrant_id, account), press.voice
    told = entries.account_held(done, voice) if isinstance(done, AccountHeld) else place_cards.joined(done, voice)
    await press.answer(told)


async def _say_who(press: Press, place_id: PlaceId, person_id: PersonId | None) -> None:
    view = await press.do(team_staff.say_who, place_id, person_id)
    own = view.captain.discord_id == press.member_id
    await press.update(team_cards.saved(view, press.voice) if own else team_cards.by_staff(view, press.voice))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
