"""`/case`: the cases of both kinds, absences and misconduct, in one list and behind one choice."""

from __future__ import annotations

from typing import Annotated

from bot.domain.ids import CaseId, FileId
from bot.domain.permissions import Act
from bot.rendering.cases import case_cards, misconduct_cards
from bot.rendering.layout import Card
from bot.services.cases import case_reading, misconduct_reading
from cogs.audience import Audience
from cogs.cases import show_case
from cogs.commands import command
from cogs.misconduct import show_file
from cogs.options import Option, Pairs, suggests, taking
from cogs.pages import with_pages
from cogs.press import Press
from cogs.subjects import ANY_CASE


@suggests(Audience.ADDRESSED)
async def any_cases(press: Press) -> Pairs:
    """The cases of misconduct that concern the presser, and for those at the desk the absences."""
    files = await press.ask(misconduct_reading.choosable)
    absences = await press.ask(case_reading.listed_for)
    return [
        *((misconduct_cards.file_name(one, press.voice), f"file-{one.file_id}") for one in files),
        *((f"{view.person.name} · {view.tournament.name}", f"case-{view.case.case_id}") for view in absences),
    ]


AnyCase = Annotated[tuple[str, str], Option(taking(ANY_CASE), any_cases)]


@command("case list", Act.SEE_DESK)
@with_pages("cases", Act.SEE_DESK)
async def list_cases(press: Press, page: int) -> Card:
    """Shows the open cases of absence, and the way to those of misconduct."""
    card = case_cards.case_list(await press.ask(case_reading.open_cases), page, press.voice)
    return misconduct_cards.with_files(card, await press.ask(misconduct_reading.waiting_for), press.voice)


@command("case show", Audience.ADDRESSED)
async def show(press: Press, case: AnyCase) -> Card:
    """Shows one case of either kind, open or closed, as far as it is for the presser."""
    kind, key = case
    return await (show_file(press, FileId(key)) if kind == "file" else show_case(press, CaseId(key)))
