"""A team as its captain and everybody else sees it: who is in it, what it lacks, and what to do next."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.places import Awaiting
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import NamedMember, TeamForm, TeamMatch, TeamMember, TeamView
from bot.i18n import Voice
from bot.rendering.entering.entries import remind_press
from bot.rendering.layout import ACCENT, WARNING, Card, Control, MemberChoice, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_names import heading
from bot.rendering.sentences import listing, moment
from bot.rendering.team_play import fit_cards, place_cards
from bot.rendering.text import quote

MOST_PICKED = 25


def receipt(view: TeamView, voice: Voice) -> Card:
    """To the captain: the team as it stands, and what comes next."""
    key = "teams.entered" if view.newly else "teams.changed"
    said = voice.say(key, team=_name(view), name=quote(view.tournament.name))
    return _card(view, said, voice, own=True)


def by_staff(view: TeamView, voice: Voice) -> Card:
    """To staff who wrote a team down: the team as it stands, what comes next, and the way to change it."""
    key = "teams.entered" if view.newly else "teams.changed"
    said = voice.say(key, team=_name(view), name=quote(view.tournament.name))
    card = _card(view, said, voice, own=True, for_staff=True)
    if view.leader_alike:
        card = replace(card, paragraphs=(place_cards.who_leads(view, voice), *card.paragraphs), colour=WARNING)
    return replace(card, controls=(*place_cards.leaders(view, voice), *_controls(view, voice, "team-staff-")))


def captain_changed(view: TeamView, voice: Voice) -> Card:
    """To everybody: a team has another captain, who answers for it from now on."""
    said = voice.say("teams.captain_changed", team=_name(view), captain=mention(view.captain))
    return Card((said,), pings=pings([view.captain]))


def team_card(view: TeamView, voice: Voice, *, own: bool) -> Card:
    """The team; its captain may change it."""
    return _card(view, f"**{_name(view)}** · {quote(view.tournament.name)}", voice, own=own)


def leaving_receipt(view: TeamView, voice: Voice) -> Card:
    """To a member who has left."""
    return Card((voice.say("teams.left", team=_name(view), captain=mention(view.captain)),))


def member_left(tournament: Tournament, team: Entrant, person: Person, close: datetime, voice: Voice) -> Card:
    """A letter to the captain: somebody has left the team, which has to be whole again before the close."""
    given = {"person": mention(person), "team": quote(team.team_name or ""), "name": quote(tournament.name)}
    change = Press(f"team-edit:{tournament.tournament_id}", voice.say("teams.change"), emoji="✏️")
    said = voice.say("teams.letter_left", close=moment(close), button=change.label, **given)
    return Card((said,), controls=((change,),), colour=WARNING)


def members_text(form: TeamForm) -> str:
    """The members as the form takes them, one to a line."""
    return "\n".join(_as_typed(one) for one in form.members)


def line_up_taken(view: MatchView, voice: Voice) -> Card:
    """The line-up is in; it stays a secret, or both are known now."""
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    both = team is not None and team.is_open
    if challenge is not None:
        key = "stay_on.orders_open" if challenge.is_open else "stay_on.order_kept"
        return Card((heading(view, voice), voice.say(key)))
    return Card((heading(view, voice), voice.say("teams.line_ups_open" if both else "teams.line_up_kept")))


def _card(view: TeamView, said: str, voice: Voice, *, own: bool, for_staff: bool = False) -> Card:
    lines = [voice.say("teams.captain", captain=mention(view.captain)), *(_line(one, voice) for one in view.members)]
    if own:
        lines += [place_cards.line(one, voice, for_staff=for_staff) for one in view.places]
    unfit = () if view.fit.is_whole else (_unfit(view, voice),)
    return Card(
        (said, "\n".join(lines), *unfit, _next(view, voice)) if own else (said, "\n".join(lines), *unfit),
        controls=_controls(view, voice) if own else (),
        colour=ACCENT if view.is_complete else WARNING,
    )


def _unfit(view: TeamView, voice: Voice) -> str:
    said = voice.say("teams.unfit", close=moment(view.closes_at or view.tournament.start_at))
    return "\n".join((said, *fit_cards.lines(view, voice), fit_cards.at_close(view, voice)))


def _controls(view: TeamView, voice: Voice, verb: str = "team-") -> tuple[Control, ...]:
    if view.tournament.check_in_closed_at is not None:
        return ()
    # A captain has one team in the event; staff may change any.
    subject = view.tournament.tournament_id if verb == "team-" else view.entrant.entrant_id
    asked = place_cards.questions(view, voice)
    if verb == "team-":
        asked = (*fit_cards.presses(view, voice), *asked)
    else:
        asked += place_cards.take_in(view, voice)
    change: tuple[Press, ...] = (Press(f"{verb}edit:{subject}", voice.say("teams.change"), emoji="✏️"),)
    if verb == "team-":
        change += (remind_press(view.tournament, voice, wanted=view.reminded),)
    # Pupils need a school year each, which a menu of members cannot ask for.
    if not view.room or view.tournament.rulebook.dispute is not None:
        return (*asked, change)
    menu = f"{verb}add:{view.entrant.entrant_id}"
    return (*asked, MemberChoice(menu, voice.say("teams.choose"), most=min(view.room, MOST_PICKED)), change)


def _line(one: TeamMember, voice: Voice) -> str:
    place = f"{one.board}." if one.board else f"{voice.say('teams.substitute')}:"
    year = "" if one.school_year is None else f" · {voice.say('teams.year', n=one.school_year)}"
    rating = "" if one.rating is None else f" · {round(one.rating)}"
    account = "" if one.account is None else f" · {quote(one.account)}"
    return f"{place} {mention(one.person)}{' ★' if one.is_captain else ''}{rating}{account}{year}"


def _next(view: TeamView, voice: Voice) -> str:
    if view.free:
        return voice.count("teams.to_name", view.free)
    if view.awaiting(Awaiting.CAPTAIN):
        return voice.say("teams.say_who")
    if view.places:
        return place_cards.open_places_line(view, voice)
    if view.without_account:
        names = listing([mention(one) for one in view.without_account], voice)
        site = view.tournament.rulebook.registration.account or ""
        return voice.say("teams.accounts_wanted", names=names, site=quote(site))
    if view.entrant.checked_in_at is not None:
        return voice.say("teams.confirmed", start=moment(view.tournament.start_at))
    if view.check_in_is_open:
        return voice.say("teams.confirm_now")
    return voice.say("teams.confirm_later", opens=moment(view.check_in_opens_at))


def _name(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _as_typed(one: NamedMember) -> str:
    behind = one.account if one.school_year is None else str(one.school_year)
    return one.name if behind is None else f"{one.name}; {behind}"
