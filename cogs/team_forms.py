"""The form of a team, and what is read from it: a captain's own, and what staff write down for others."""

from __future__ import annotations

from bot.domain.ids import MemberId, TournamentId
from bot.domain.team_play.team_views import NamedMember, TeamForm
from bot.i18n import Voice
from bot.rendering.team_play import team_cards
from bot.rendering.text import plain
from bot.services.team_play import teams
from bot.services.team_play.team_errors import NotASchoolYear
from cogs.answering import Interaction, presser_of
from cogs.routing import Form, chosen, text_of

_OLDEST_YEAR = 13


def team_form(asked: TeamForm, voice: Voice, custom_id: str) -> Form:
    """Asks for a team's name and members, filled with the team as it stands."""
    rulebook = asked.tournament.rulebook
    form = Form(custom_id, voice.say("teams.form_title"))
    name = voice.say("teams.form_school" if rulebook.dispute is not None else "teams.form_name")
    form.ask("name", name, limit=80, default=asked.name or None)
    hint = voice.say("teams.form_plain")
    if rulebook.dispute is not None:
        hint = voice.say("teams.form_year")
    elif rulebook.registration.account is not None:
        hint = voice.say("teams.form_account", site=rulebook.registration.account)
    filled = team_cards.members_text(asked) or None
    return form.ask("members", voice.say("teams.form_members"), description=hint, long=True, limit=2000, default=filled)


async def named_in_form(interaction: Interaction, tournament_id: TournamentId) -> list[NamedMember]:
    """The members that were typed into a team's form."""
    years = await interaction.client.house.ask(teams.asks_years, presser_of(interaction), tournament_id)
    return _named(text_of(interaction, "members"), years=years)


def picked_members(interaction: Interaction) -> dict[MemberId, str]:
    """The members of the server who were chosen from a menu, with the names shown there."""
    resolved = dict(interaction.data or {}).get("resolved")
    users = resolved.get("users", {}) if isinstance(resolved, dict) else {}
    guests = resolved.get("members", {}) if isinstance(resolved, dict) else {}
    return {MemberId(int(one)): _display(users.get(one, {}), guests.get(one, {}), one) for one in chosen(interaction)}


def _named(text: str, *, years: bool) -> list[NamedMember]:
    """The members of the form: a name to a line, and behind a semicolon the account or the school year."""
    found: list[NamedMember] = []
    for line in text.splitlines():
        name, _, behind = (part.strip() for part in line.partition(";"))
        if not name:
            continue
        if not years:
            found.append(NamedMember(name, behind or None))
            continue
        if behind and not (behind.isdecimal() and int(behind) <= _OLDEST_YEAR):
            raise NotASchoolYear(name=name, given=plain(behind, 20))
        found.append(NamedMember(name, None, int(behind) if behind else None))
    return found


def _display(user: dict[str, object], guest: dict[str, object], default: str) -> str:
    return str(guest.get("nick") or user.get("global_name") or user.get("username") or default)
