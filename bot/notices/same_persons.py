"""Notices about staff's word that two people are one."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying, ToMember, ToPlace
from bot.domain.community import Place
from bot.notices.notice import Composed, Notice
from bot.rendering.cases import same_person_cards
from bot.services.cases import same_person
from bot.storage import same_persons
from bot.storage.database import Work


def _recorded(work: Work, promise: Promise) -> Composed | None:
    link = same_persons.load(work, promise.subject)
    if link is None or link.undone_at is not None:
        return None
    view = same_person.view(work, link)
    if isinstance(promise.target, ToMember):
        return lambda voice: same_person_cards.letter(view, voice)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.recorded(view, voice, pinged=pinged)


def _undone(work: Work, promise: Promise) -> Composed | None:
    link = same_persons.load(work, promise.subject)
    if link is None or link.undone_at is None:
        return None
    view, pinged = same_person.view(work, link), promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.undone(view, voice, pinged=pinged)


NOTICES: Mapping[Saying, Notice] = {Saying.SAME_PERSON: _recorded, Saying.SAME_PERSON_UNDONE: _undone}
