"""What of a team does not fit the ranking or a bar, and the presses that mend it (AIJE-D05-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.regulation.format_rules import LineUp
from bot.domain.team_play.team_views import TeamView
from bot.domain.team_play.teams import Fault, TeamProblem
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import moment
from bot.rendering.text import plain, quote

_LINES: Final[Mapping[Fault, str]] = {
    Fault.TOP_RANKED: "teams.unfit_top_ranked",
    Fault.LEADER_NOT_RATED: "teams.unfit_leader_not_rated",
    Fault.LEADER_NOT_HIGHEST: "teams.unfit_leader_not_highest",
}
NAME_SHOWN: Final = 40
MOST_IN_ROW: Final = 5


def lines(view: TeamView, voice: Voice) -> Iterator[str]:
    """A line for each thing that does not fit."""
    known = {one.person.person_id: one.person for one in view.members} | {view.captain.person_id: view.captain}
    for problem in view.fit.problems:
        if problem.fault in _LINES:
            yield f"- {_line(problem, view, known, voice)}"
    for one in view.fit.barred:
        yield f"- {voice.say('teams.unfit_barred', name=mention(one))}"


def presses(view: TeamView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """A row of the presses that mend the team, or none."""
    key = view.entrant.entrant_id
    leads = (
        Press(f"team-lead:{key}.{one.person_id}", _say_of("teams.let_lead", one, voice), emoji="⭐")
        for one in view.fit.may_lead
        if one.discord_id is not None
    )
    out = (
        Press(f"team-release:{key}.{one.person_id}", _say_of("teams.let_go", one, voice), emoji="🚪")
        for one in (*view.fit.barred, *view.fit.to_release)
    )
    row = (*leads, *out)[:MOST_IN_ROW]
    return (row,) if row else ()


def letter(view: TeamView, voice: Voice) -> Card:
    """To the captain: what does not fit, how to mend it, and what the close makes of it."""
    said = voice.say("teams.letter_unfit", close=_close(view), **_names(view))
    change = Press(f"team-edit:{view.tournament.tournament_id}", voice.say("teams.change"), emoji="✏️")
    return Card(
        (said, "\n".join(lines(view, voice)), at_close(view, voice)),
        controls=(*presses(view, voice), (change,)),
        colour=WARNING,
    )


def in_channel(views: Sequence[TeamView], voice: Voice) -> Card:
    """To everybody: which teams do not fit as they are; their captains are called."""
    first = views[0]
    said = voice.say("teams.unfit_in_channel", name=quote(first.tournament.name), close=_close(first))
    listed = (f"**{_team(one)}** · {mention(one.captain)}\n" + "\n".join(lines(one, voice)) for one in views)
    look = Press(f"team-fit:{first.tournament.tournament_id}", voice.say("teams.mend"), emoji="🛠️")
    captains = pings(one.captain for one in views)
    return Card((said, *listed), controls=((look,),), colour=WARNING, pings=captains)


def at_close(view: TeamView, voice: Voice) -> str:
    """What becomes of the team if it stays as it is."""
    key = "teams.unfit_list_decides" if view.fit.can_start else "teams.unfit_does_not_play"
    return voice.say(key, close=_close(view))


def off_at_close(view: TeamView, voice: Voice, *, for_staff: bool) -> Card:
    """To the team, and to staff: it does not play, and why; nobody was absent."""
    key = "teams.unfit_off_for_staff" if for_staff else "teams.unfit_off"
    said = voice.say(key, captain=mention(view.captain), **_names(view))
    return Card((said, "\n".join(lines(view, voice))), colour=WARNING)


def captain_changed(view: TeamView, before: Person, voice: Voice, *, of_close: bool, by_bar: bool) -> Card:
    """Who leads a team from now on, and why; after a bar, what to do next for a team that plays, or is still to."""
    key = "teams.lead_passed_at_close" if of_close else "teams.lead_passed"
    if by_bar:
        is_open = view.tournament.check_in_closed_at is None
        key = "teams.lead_passed_by_bar" if is_open else "teams.lead_passed_while_playing"
    said = voice.say(key, captain=mention(view.captain), before=mention(before), close=_close(view), **_names(view))
    return Card((said,), pings=pings([view.captain]))


def lead_vacant(view: TeamView, voice: Voice, *, for_staff: bool) -> Card:
    """A bar keeps the captain out, and nobody else may lead: to staff, who can name somebody, and to the captain."""
    key = "teams.lead_vacant" if for_staff else "teams.lead_vacant_letter"
    return Card((voice.say(key, captain=mention(view.captain), **_names(view)),), colour=WARNING)


def sits_out(view: TeamView, person: Person, voice: Voice, *, for_member: bool, is_back: bool) -> Card:
    """A letter to a member whom a bar keeps out, or not any more, and to the captain: what to do next."""
    rules = view.tournament.rulebook.teams
    if is_back:
        key = "teams.plays_again_member" if for_member else "teams.plays_again_captain"
    elif for_member:
        key = "teams.sits_out_member"
    else:
        is_named = rules is not None and rules.line_up is LineUp.FREE
        key = "teams.sits_out_captain_named" if is_named else "teams.sits_out_captain"
    said = voice.say(key, person=mention(person), **_names(view))
    return Card((said,), colour=ACCENT if is_back else WARNING)


def _line(problem: TeamProblem, view: TeamView, known: Mapping[PersonId, Person], voice: Voice) -> str:
    person = known.get(problem.person) if problem.person is not None else None
    other = known.get(problem.other) if problem.other is not None else None
    given = {"name": mention(person or view.captain), "other": mention(other or view.captain)}
    return voice.say(_LINES[problem.fault], place=problem.given, limit=problem.limit, **given)


def _say_of(key: str, person: Person, voice: Voice) -> str:
    return voice.say(key, name=plain(person.name, NAME_SHOWN))


def _names(view: TeamView) -> dict[str, str]:
    return {"team": _team(view), "name": quote(view.tournament.name)}


def _team(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _close(view: TeamView) -> str:
    return moment(view.closes_at or view.tournament.start_at)
