"""Who may give which sanction: every title and office, every sanction, in an event of the own and in another's."""

from __future__ import annotations

from functools import partial

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.barring_verbs import BarTakesMore
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import FileLetter
from bot.features.cases.verdict_verbs import SanctionTakesMore
from bot.features.voting.model import Ground
from bot.kernel.context import Tx
from bot.kernel.errors import NotAllowed, UserError
from bot.kernel.ids import ContestId, MemberId, PersonId
from bot.people.model import ArbiterTitle, Capacity, Penalty
from bot.server.model import HARDEST, givers
from tests.hall.court import LEADER, PRESIDENT, deliver, open_court
from tests.hall.hall import Hall
from tests.refusals import refuses

JUDGE = 60
BY_LAW = {
    ArbiterTitle.ANP: Penalty.BOTH_LOST,
    ArbiterTitle.AN: Penalty.BOTH_LOST,
    ArbiterTitle.AJ: Penalty.BARRED,
    ArbiterTitle.AI: Penalty.BARRED,
    LEADER: Penalty.BARRED,
    PRESIDENT: Penalty.BARRED,
}
"""The hardest that each may give alone where the event is not the own."""


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def seat(hall: Hall, judge: ArbiterTitle | int) -> int:
    """The member who judges."""
    if not isinstance(judge, ArbiterTitle):
        return judge
    hall.arbiter(JUDGE, judge)
    return JUDGE


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-D01-2")
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("judge", BY_LAW)
def test_who_may_give_a_sanction_may_give_each_milder_one(hall: Hall, judge: ArbiterTitle | int, own: bool) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    match, who = hall.open_contests(tournament)[0], seat(hall, judge)
    if own:
        hall.do(_referees, match.contest_id, hall.person(who).person_id)
    accused, _ = hall.people_of(tournament, match)
    hall.settle(match, (match.target, 0))
    file = hall.act(
        hall.actor(9),
        cases_misconduct_verbs.report,
        MisconductReport(accused, Ground.FIXED_GAME, "Seen", contest_id=match.contest_id),
    )
    deliver(hall, FileLetter)
    (number,) = [one for one in range(2, 6) if hall.person(one).person_id == accused]
    hall.act(hall.actor(number), cases_misconduct_verbs.reply, file.file_id, "No")
    hardest = max(BY_LAW[judge], Penalty.DISQUALIFIED if own else Penalty.WARNED, key=lambda one: one.severity)
    found = hall.ask(cases_verdict_verbs.options, file)
    assert {Penalty.DISQUALIFIED, Penalty.SUSPENDED, Penalty.BARRED} <= set(found)
    for penalty in found:
        if penalty.severity <= hardest.severity:
            assert hall.ask_as(hall.actor(who), cases_verdict_verbs.may_decide, file.file_id, penalty)
            continue
        with pytest.raises(SanctionTakesMore) as refused:
            hall.ask_as(hall.actor(who), cases_verdict_verbs.may_decide, file.file_id, penalty)
        assert refused.value.able == tuple(one for one in found if one.severity <= hardest.severity)


def _referees(tx: Tx, contest_id: ContestId, person_id: PersonId) -> None:
    tx.execute("UPDATE contests SET arbiter_id = ? WHERE contest_id = ?", (person_id, contest_id))


REFUSED: dict[ArbiterTitle | int, str | type[UserError] | None] = {
    ArbiterTitle.ANP: BarTakesMore,
    ArbiterTitle.AN: BarTakesMore,
    ArbiterTitle.AJ: None,
    ArbiterTitle.AI: None,
    LEADER: "error.HeardFirst",
    PRESIDENT: "error.HeardFirst",
}


@pytest.mark.rule("AIJE-B01-AJ")
@pytest.mark.parametrize(("judge", "refused"), REFUSED.items())
def test_aj_and_ai_bar_for_a_rule_and_officers_by_a_case(
    hall: Hall, judge: ArbiterTitle | int, refused: str | type[UserError] | None
) -> None:
    who, bar = hall.actor(seat(hall, judge)), partial(cases_barring_verbs.bar_player, rule="AIJE-A02-1")
    if refused is None:
        with refuses("error.RuleMissing"):
            hall.act(who, cases_barring_verbs.bar_player, (MemberId(2), "P2"), "fixed a game")
        assert hall.act(who, bar, (MemberId(2), "P2"), "fixed a game").rule == "AIJE-A02-1"
    else:
        with refuses(refused):
            hall.act(who, bar, (MemberId(2), "P2"), "fixed a game")
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), cases_barring_verbs.bar_player, (MemberId(2), "P2"), "fixed a game")


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-A02-1")
def test_each_harder_sanction_is_in_fewer_hands_and_none_alone_expels() -> None:
    for milder, harder in zip(Penalty, list(Penalty)[1:], strict=False):
        assert givers(harder) <= givers(milder)
    assert not givers(Penalty.EXPELLED)
    assert Capacity.ORGANISER not in HARDEST
