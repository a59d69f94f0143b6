"""Notices of teams: who is asked to play, what they answered, who has left, and line-ups (GO-26.6)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.playing.reading_verbs import match_view
from bot.features.teams import cards, staff_verbs, stay_on_cards, verbs
from bot.features.teams.model import (
    CaptainChanged,
    LeadVacant,
    LineUpsOpen,
    MemberBarred,
    MemberDropped,
    MemberLeft,
    MemberSitsOut,
    PlaceAnswered,
    TeamInvitation,
    TeamInvites,
    TeamsUnfit,
    TeamTakenOff,
    TeamUnfit,
    TeamUnfitAtClose,
    TeamView,
)
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import outages_of
from bot.kernel.context import Query
from bot.kernel.ids import Place
from bot.kernel.promises import OfEntrant, Promise, ToMember, ToPlace
from bot.layout.cards import Composed, on
from bot.people import store as people_store
from bot.play.entries import Entrant, Phase, check_in_closes_at, phase


def _invites(tx: Query, promise: Promise[TeamInvites]) -> Composed | None:
    """Nothing for who has answered since; nothing at all where nobody is left to answer."""
    view, named = _open(tx, promise), promise.saying.people
    asked = [] if view is None else [one.place.person_id for one in view.places]
    waiting = [one for one in people_store.by_ids(tx, named).values() if one.person_id in asked]
    return None if view is None or not waiting else lambda voice: cards.invites(view, waiting, voice)


def _invitation(tx: Query, promise: Promise[TeamInvitation]) -> Composed | None:
    """Nothing for who is asked no more."""
    view = _open(tx, promise)
    asked = () if view is None else tuple(one.person for one in view.places if one.person is not None)
    still = any(ToMember(one.discord_id) == promise.target for one in asked if one.discord_id is not None)
    return None if view is None or not still else lambda voice: cards.place_letter(view, voice)


def _answer(tx: Query, promise: Promise[PlaceAnswered]) -> Composed | None:
    view, person = _open(tx, promise), people_store.load(tx, promise.saying.person)
    if view is None or person is None:
        return None
    accepted = promise.saying.answer
    return lambda voice: cards.answer_letter(view, person, voice, accepted=accepted)


def _taken_off(tx: Query, promise: Promise[TeamTakenOff]) -> Composed | None:
    view = _view(tx, promise)
    return None if view is None else lambda voice: cards.taken_off(view, voice)


def _member_left(tx: Query, promise: Promise[MemberLeft]) -> Composed | None:
    """Nothing once the list is closed: what the captain could still do is over."""
    view, person = _open(tx, promise), people_store.load(tx, promise.saying.person)
    if view is None or person is None:
        return None
    close = check_in_closes_at(view.tournament, outages_of(tx, view.tournament))
    return lambda voice: cards.member_left(view.tournament, view.entrant, person, close, voice)


def _member_barred(tx: Query, promise: Promise[MemberBarred]) -> Composed | None:
    """That a member may not play, while the member can be replaced; and that the member is out."""
    view, person = _view(tx, promise), people_store.load(tx, promise.saying.person)
    if view is None or person is None or view.entrant.withdrawn_at is not None:
        return None
    is_out, is_open = promise.saying.is_out, view.tournament.check_in_closed_at is None
    if not is_out and (not is_open or all(one.person.person_id != person.person_id for one in view.members)):
        return None
    return lambda voice: cards.bar_letter(view, person, voice, is_out=is_out, is_open=is_open)


def _member_dropped(tx: Query, promise: Promise[MemberDropped]) -> Composed | None:
    """Nothing for who plays for the team again."""
    view, person_id = _view(tx, promise), promise.saying.person
    if view is None or any(one.person.person_id == person_id for one in view.members):
        return None
    by = people_store.load(tx, promise.saying.by) if promise.saying.by is not None else None
    return lambda voice: cards.drop_letter(view, by, voice)


def _teams_unfit(tx: Query, promise: Promise[TeamsUnfit]) -> Composed | None:
    """Nothing of teams that fit by now or have left, and nothing once registration is over."""
    found = (entering_store.load(tx, one) for one in promise.saying.entrants)
    views = [view for one in found if one is not None and (view := _still_unfit(tx, one, promise.promised_at))]
    return (lambda voice: cards.in_channel(views, voice)) if views else None


def _team_unfit(tx: Query, promise: Promise[TeamUnfit]) -> Composed | None:
    entrant = entering_store.load(tx, promise.saying.entrant_id)
    view = None if entrant is None else _still_unfit(tx, entrant, promise.promised_at)
    return None if view is None else lambda voice: cards.unfit_letter(view, voice)


def _still_unfit(tx: Query, entrant: Entrant, at: datetime) -> TeamView | None:
    tournament = tournaments_store.load(tx, entrant.tournament_id)
    if tournament is None or entrant.withdrawn_at is not None or tournament.cancelled_at is not None:
        return None
    view = verbs.view(tx, tournament, entrant, at)
    return None if tournament.check_in_closed_at is not None or view.fit.is_whole else view


def _unfit_at_close(tx: Query, promise: Promise[TeamUnfitAtClose]) -> Composed | None:
    view = _view(tx, promise)
    if view is None:
        return None
    found = staff_verbs.as_closed(tx, view, promise.promised_at)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: cards.off_at_close(found, voice, for_staff=for_staff)


def _captain_changed(tx: Query, promise: Promise[CaptainChanged]) -> Composed | None:
    view, before = _view(tx, promise), people_store.load(tx, promise.saying.before)
    if view is None or before is None or view.entrant.withdrawn_at is not None:
        return None
    of_close, by_bar = promise.saying.at_close, promise.saying.by_bar
    return lambda voice: cards.captain_replaced(view, before, voice, of_close=of_close, by_bar=by_bar)


def _lead_vacant(tx: Query, promise: Promise[LeadVacant]) -> Composed | None:
    """Nothing once somebody else leads the team."""
    view = _playing(tx, promise)
    if view is None or view.captain.person_id != promise.saying.person:
        return None
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: cards.lead_vacant(view, voice, for_staff=for_staff)


def _sits_out(tx: Query, promise: Promise[MemberSitsOut]) -> Composed | None:
    view, person = _playing(tx, promise), people_store.load(tx, promise.saying.person)
    if view is None or person is None:
        return None
    for_member = person.discord_id is not None and promise.target == ToMember(person.discord_id)
    is_back = promise.saying.is_back
    return lambda voice: cards.sits_out(view, person, voice, for_member=for_member, is_back=is_back)


def _playing(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    """The team while its event goes on."""
    view = _view(tx, promise)
    if view is None or view.entrant.withdrawn_at is not None or phase(view.tournament) is Phase.OVER:
        return None
    return view


def _open(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    """The team while something can still be done about it."""
    view = _view(tx, promise)
    if view is None or view.entrant.withdrawn_at is not None or view.tournament.cancelled_at is not None:
        return None
    return None if view.tournament.check_in_closed_at is not None else view


def _view(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    entrant = entering_store.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    return verbs.view(tx, tournament, entrant, promise.promised_at)


def _opening(tx: Query, promise: Promise[LineUpsOpen]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda voice: stay_on_cards.opening(view, promise.saying.sides, voice)


NOTICES: Final = dict(
    (
        on(TeamInvites, _invites),
        on(TeamInvitation, _invitation),
        on(PlaceAnswered, _answer),
        on(TeamTakenOff, _taken_off),
        on(MemberLeft, _member_left),
        on(MemberBarred, _member_barred),
        on(MemberDropped, _member_dropped),
        on(LineUpsOpen, _opening),
        on(TeamsUnfit, _teams_unfit),
        on(TeamUnfit, _team_unfit),
        on(TeamUnfitAtClose, _unfit_at_close),
        on(CaptainChanged, _captain_changed),
        on(LeadVacant, _lead_vacant),
        on(MemberSitsOut, _sits_out),
    )
)
