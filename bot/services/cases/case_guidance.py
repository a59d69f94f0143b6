"""What absences and bars ask of a person: to justify one's own, to judge another's."""

from __future__ import annotations

from bot.domain.cases.absence import CaseState
from bot.domain.cases.case_views import CaseView
from bot.domain.entering.bars import bar_in_force
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.services.asked import Asked, Found
from bot.services.cases import case_reading
from bot.services.entering.eligibility import bars_of
from bot.storage import cases
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """The cases of who asks and the bar against them, then the cases that wait for them."""
    if asked.person is not None:
        for view in case_reading.cases_of_person(tx, asked.person.person_id, asked.now):
            yield from _own_case(view)
        bar = bar_in_force(bars_of(tx, asked.person.person_id, asked.now), asked.now)
        if bar is not None:
            yield Prospect(Outlook.BARRED, None, bar.until)
    if asked.may(Act.REVIEW_CASE):
        yield from _to_review(tx, asked)


def _own_case(view: CaseView) -> Found:
    if view.case.closed_at is not None:
        return
    if view.state in {CaseState.OPEN, CaseState.AWAITING_NOTICE}:
        yield DutyItem(Duty.JUSTIFY, view.tournament.tournament_id, view.tournament, view.justify_by)
    elif view.state is CaseState.UNDER_REVIEW:
        yield Prospect(Outlook.CASE_IS_REVIEWED, view.tournament)


def _to_review(tx: Query, asked: Asked) -> Found:
    """Nobody decides in a matter of their own."""
    waiting = [case.case_id for case in cases.open_of_guild(tx, asked.presser.guild_id)]
    for view in case_reading.views(tx, waiting, asked.now):
        if view.state is CaseState.UNDER_REVIEW and not asked.is_me(view.person):
            yield DutyItem(Duty.REVIEW_CASE, view.case.case_id, view.tournament, None, view.person)
