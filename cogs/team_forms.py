"""The form of a team, and what is read from it: a captain's own, and what staff write down for others."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.domain.team_play.school_years import read_school_year
from bot.domain.team_play.team_views import NamedMember, TeamForm
from bot.errors import Missing, Subject
from bot.rendering.team_play import team_cards
from bot.rendering.text import plain
from bot.services.team_play import team_entries
from bot.services.team_play.team_errors import NotASchoolYear
from cogs.forms import Text
from cogs.press import Press


async def open_team_form(press: Press, asked: TeamForm, custom_id: str) -> None:
    """Asks for a team's name and members, filled with the team as it stands."""
    school, site = asked.tournament.rulebook.dispute is not None, asked.tournament.rulebook.registration.account
    name, hint = "teams.form_name", "teams.form_plain" if site is None else "teams.form_account"
    if school:
        name, hint = "teams.form_school", "teams.form_year"
    filled = team_cards.members_text(asked) or None
    await press.open_form(
        custom_id,
        "teams.form_title",
        Text("name", name, limit=80, default=asked.name or None),
        Text("members", "teams.form_members", hint, said={"site": site or ""}, long=True, limit=2000, default=filled),
    )


async def named_in_form(press: Press, tournament_id: TournamentId) -> list[NamedMember]:
    """The members that were typed into a team's form."""
    years = await press.ask(team_entries.asks_years, tournament_id)
    return _read_members(press.text("members"), years=years)


def _read_members(text: str, *, years: bool) -> list[NamedMember]:
    """The members of the form: a name to a line, and behind a semicolon the account or the school year."""
    found: list[NamedMember] = []
    for line in text.splitlines():
        name, _, behind = (part.strip() for part in line.partition(";"))
        if not name and behind:
            raise Missing(what=Subject.NAME)
        if not name:
            continue
        if not years:
            found.append(NamedMember(name, behind or None))
            continue
        year = read_school_year(behind)
        if behind and year is None:
            raise NotASchoolYear(name=name, given=plain(behind, 20))
        found.append(NamedMember(name, None, year))
    return found
