"""Places in a team that wait for somebody's word: who is meant, who is asked, and what the captain hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.team_play.places import Awaiting, OpenPlace
from bot.domain.team_play.team_views import TeamView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import plain, quote

ASKED_AT_ONCE: Final = 3
"""Names that are asked about on one card; the next ones come with the answer."""
_LINES: Final = {
    Awaiting.CAPTAIN: "teams.place_asked",
    Awaiting.MEMBER: "teams.place_waiting",
    Awaiting.STAFF: "teams.place_staff",
}


def line(one: OpenPlace, voice: Voice, *, for_staff: bool = False) -> str:
    """An open place, with whose word it waits for; staff also reads whom a name looks like."""
    name = mention(one.person) if one.person is not None else f"**{quote(one.name)}**"
    year = one.place.school_year
    name += "" if year is None else f" · {voice.say('teams.year', n=year)}"
    said = f"{one.place.position}. {voice.say(_LINES[one.awaiting], name=name)}"
    if for_staff and one.alike and one.awaiting is Awaiting.STAFF:
        names = listing([mention(known) for known in one.alike], voice)
        said += f" · {voice.say('teams.place_alike', names=names)}"
    return said


def questions(view: TeamView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """A row for each name of which it is not known who is meant."""
    return tuple(_question(one, voice) for one in view.awaiting(Awaiting.CAPTAIN)[:ASKED_AT_ONCE])


def who_leads(view: TeamView, voice: Voice) -> str:
    """To staff: whom the name of the captain can mean."""
    known = listing([mention(one) for one in view.leader_alike], voice)
    return voice.say("teams.leader_asked", name=quote(view.captain.name), known=known)


def leaders(view: TeamView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """A press for each of them, and one for somebody else; a row, or none."""
    if not view.leader_alike:
        return ()
    name, key = plain(view.captain.name, 24), view.entrant.entrant_id
    known = tuple(
        Press(f"team-leads:{key}.{one.person_id}", voice.say("teams.is_this", name=name, known=plain(one.name, 24)))
        for one in view.leader_alike
    )
    return ((*known, Press(f"team-leads-new:{key}", voice.say("teams.is_new", name=name))),)


def take_in(view: TeamView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Staff's yes for everybody who has no Discord; a row, or none."""
    if not view.awaiting(Awaiting.STAFF):
        return ()
    press = Press(f"team-take-in:{view.entrant.entrant_id}", voice.say("teams.take_in"), ButtonStyle.success, "🪪")
    return ((press,),)


def open_places_line(view: TeamView, voice: Voice) -> str:
    """What the open places mean for the team, and until when."""
    names = listing([_place_name(one) for one in view.places], voice)
    return voice.say("teams.awaits", names=names, close=_close(view))


def invites(view: TeamView, people: Sequence[Person], voice: Voice) -> Card:
    """In the channel: who is asked to play for the team, with the presses."""
    names = listing([mention(one) for one in people], voice)
    said = voice.say("teams.invites", names=names, close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),), pings=pings(people))


def letter(view: TeamView, voice: Voice) -> Card:
    """The same as a letter."""
    said = voice.say("teams.invite_letter", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),))


def invitation(view: TeamView, voice: Voice) -> Card:
    """To who looks at an invitation."""
    said = voice.say("teams.invite_own", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),))


def acceptance_receipt(view: TeamView, voice: Voice) -> Card:
    """To who has said yes."""
    return Card((voice.say("teams.joined", **_names(view)),))


def refusal_receipt(view: TeamView, voice: Voice) -> Card:
    """To who has said no."""
    said = voice.say("teams.refused", team=_team(view), captain=mention(view.captain))
    return Card((said,), controls=((_yes(view, voice),),))


def answer_letter(view: TeamView, person: Person, voice: Voice, *, accepted: bool) -> Card:
    """A letter to the captain: what somebody has answered, and what to do."""
    key = "teams.letter_yes" if accepted else "teams.letter_no"
    said = voice.say(key, person=mention(person), close=_close(view), **_names(view))
    more = (open_places_line(view, voice),) if view.places else ()
    return Card((said, *more), colour=ACCENT if accepted else WARNING)


def taken_off(view: TeamView, voice: Voice) -> Card:
    """A letter to the captain: too few had said yes at the close."""
    return Card((voice.say("teams.letter_taken_off", **_names(view)),), colour=WARNING)


def bar_letter(view: TeamView, person: Person, voice: Voice, *, is_out: bool, is_open: bool) -> Card:
    """A letter to the captain: a bar keeps a member from playing, or has taken the member out."""
    key, event = "teams.letter_barred", view.tournament.tournament_id
    if is_out:
        key = "teams.letter_barred_out" if is_open else "teams.letter_barred_started"
    change = Press(f"team-edit:{event}", voice.say("teams.change"), emoji="✏️")
    press = change if is_open else Press(f"players:{event}", voice.say("tournament.list"))
    said = voice.say(key, person=mention(person), close=_close(view), **_names(view))
    return Card((said,), controls=((press,),), colour=WARNING)


def drop_letter(view: TeamView, by: Person | None, voice: Voice) -> Card:
    """A letter to who is out of a team: by whom, or by a bar, and what is possible now."""
    if by is None:
        return Card((voice.say("teams.letter_out_by_bar", **_names(view)),), colour=WARNING)
    return Card((voice.say("teams.letter_dropped", who=mention(by), close=_close(view), **_names(view)),))


def _question(one: OpenPlace, voice: Voice) -> tuple[Press, ...]:
    name, key = plain(one.name, 24), one.place.place_id
    known = tuple(
        Press(f"team-is:{key}.{person.person_id}", voice.say("teams.is_this", name=name, known=plain(person.name, 24)))
        for person in one.alike
    )
    return (*known, Press(f"team-new:{key}", voice.say("teams.is_new", name=name)))


def _answers(view: TeamView, voice: Voice) -> tuple[Press, ...]:
    no = Press(f"team-no:{view.entrant.entrant_id}", voice.say("teams.no"), ButtonStyle.secondary)
    return (_yes(view, voice), no)


def _yes(view: TeamView, voice: Voice) -> Press:
    return Press(f"team-yes:{view.entrant.entrant_id}", voice.say("teams.yes"), ButtonStyle.success)


def _place_name(one: OpenPlace) -> str:
    return quote(one.name) if one.person is None else mention(one.person)


def _names(view: TeamView) -> dict[str, str]:
    return {"team": _team(view), "name": quote(view.tournament.name)}


def _team(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _close(view: TeamView) -> str:
    return moment(view.closes_at or view.tournament.start_at)
