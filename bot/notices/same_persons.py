"""Notices about staff's word that two people are one."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise, ToMember, ToPlace
from bot.domain.cases.sayings import SamePersonRecorded, SamePersonUndone
from bot.domain.community import Place
from bot.notices.notice import Composed, on
from bot.rendering.cases import same_person_cards
from bot.services.cases import same_person
from bot.storage import same_persons
from bot.storage.database import Work


def _recorded(work: Work, promise: Promise[SamePersonRecorded]) -> Composed | None:
    link = same_persons.load(work, promise.saying.link_id)
    if link is None or link.undone_at is not None:
        return None
    view = same_person.view(work, link)
    if isinstance(promise.target, ToMember):
        return lambda voice: same_person_cards.letter(view, voice)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.recorded(view, voice, pinged=pinged)


def _undone(work: Work, promise: Promise[SamePersonUndone]) -> Composed | None:
    link = same_persons.load(work, promise.saying.link_id)
    if link is None or link.undone_at is None:
        return None
    view, pinged = same_person.view(work, link), promise.target != ToPlace(Place.RECORD)
    return lambda voice: same_person_cards.undone(view, voice, pinged=pinged)


NOTICES: Final = dict(
    (
        on(SamePersonRecorded, _recorded),
        on(SamePersonUndone, _undone),
    )
)
