"""Who may do what."""

import pytest

from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import NotAllowed
from bot.layout.sentences import member_name as named_in
from bot.layout.sentences import sentence
from bot.people.model import ArbiterTitle, Capacity
from bot.server.model import Act, may, who_may, whom_to_ask

OWNER, ORGANISER, PRESIDENT = Capacity.SERVER_OWNER, Capacity.ORGANISER, Capacity.PRESIDENT
LEADER, ARBITER = Capacity.LEADER, Capacity.ARBITER
AJ, AI = Capacity.JEEK_ARBITER, Capacity.INTERNATIONAL_ARBITER
OF_MATCH, PLAYER = Capacity.MATCH_ARBITER, Capacity.PLAYER_OF_MATCH
CHIEF = Capacity.CHIEF_ARBITER


@pytest.mark.parametrize(
    ("act", "sufficient"),
    [
        (Act.NAME_OFFICERS, {OWNER}),
        (Act.SET_UP, {OWNER, ORGANISER}),
        pytest.param(Act.CREATE_TOURNAMENT, {OWNER, ORGANISER, AI}, marks=pytest.mark.rule("AIJE-B01-AI")),
        pytest.param(Act.PROPOSE_TOURNAMENT, {Capacity.NATIONAL_ARBITER}, marks=pytest.mark.rule("AIJE-B01-AN")),
        pytest.param(Act.APPROVE_TOURNAMENT, {PRESIDENT}, marks=pytest.mark.rule("AIJE-B01-AN")),
        (Act.REDRAW, {OWNER, ORGANISER, Capacity.CHIEF_ARBITER}),
        (Act.GO_ON_DUTY, {ORGANISER, OWNER, ARBITER}),
        (Act.REPORT_RESULT, {PLAYER, OF_MATCH}),
        (Act.ANSWER_REPORT, {PLAYER}),
        pytest.param(Act.RULE_RESULT, {OF_MATCH, CHIEF, OWNER, ORGANISER}, marks=pytest.mark.rule("GO-30")),
        pytest.param(Act.NAME_CHIEF, {OWNER, ORGANISER, AI}, marks=pytest.mark.rule("GO-30")),
        pytest.param(Act.RELIEVE_ARBITER, {OWNER, ORGANISER, CHIEF}, marks=pytest.mark.rule("GO-30")),
        pytest.param(Act.FILE_REPORT, {CHIEF}, marks=pytest.mark.rule("GO-30")),
        pytest.param(Act.RULE_BOARD, {CHIEF}, marks=pytest.mark.rule("GO-17.5", "GO-17.6")),
        (Act.REVIEW_CASE, {ARBITER, LEADER}),
        pytest.param(Act.LIFT_BAR, {LEADER, PRESIDENT}, marks=pytest.mark.rule("AIJE-D01-2")),
        pytest.param(Act.BAR_PLAYER, {Capacity.EVENT_ARBITER, AJ}, marks=pytest.mark.rule("AIJE-D01-2", "AIJE-B01-AJ")),
        pytest.param(Act.RECORD_EXAM, {LEADER, PRESIDENT, AJ}, marks=pytest.mark.rule("AIJE-B01-AJ")),
        pytest.param(Act.DECIDE_TITLE, {LEADER, PRESIDENT}, marks=pytest.mark.rule("AIJE-B01-3")),
        (Act.NAME_CHAMPION, {LEADER, PRESIDENT}),
        pytest.param(Act.ENTER_RATING, {LEADER, PRESIDENT}),
        pytest.param(
            Act.AMEND_RATINGS, {Capacity.INTERNATIONAL_ARBITER, PRESIDENT}, marks=pytest.mark.rule("AIJE-B01-AI")
        ),
    ],
)
def test_each_act_belongs_to_those_whom_the_rules_name(act, sufficient):
    assert {capacity for capacity in Capacity if may(act, frozenset({capacity}))} == sufficient


@pytest.mark.parametrize("act", Act)
def test_every_act_is_in_somebodys_power_and_in_nobodys_by_default(act):
    assert who_may(act)
    assert may(act, frozenset(Capacity))
    assert not may(act, frozenset())


@pytest.mark.parametrize(
    ("act", "named"),
    [
        (Act.NAME_OFFICERS, (OWNER,)),
        (Act.EDIT_TOURNAMENT, (ORGANISER, Capacity.INTERNATIONAL_ARBITER)),
        (Act.LIFT_BAR, (PRESIDENT, Capacity.LEADER)),
    ],
)
def test_a_refusal_names_everybody_who_may_and_the_owner_where_nobody_else(act, named):
    assert whom_to_ask(act) == named


@pytest.mark.parametrize("locale", LOCALES)
def test_a_refusal_says_both_offices_where_two_may_act(locale):
    said = sentence(NotAllowed(needed=whom_to_ask(Act.LIFT_BAR)), Translator(locale))
    for office in (PRESIDENT, Capacity.LEADER):
        assert named_in(office, Translator(locale)) in said


@pytest.mark.rule("AIJE-A01-1")
def test_arbiter_titles_are_ordered_from_provisional_to_international():
    assert [title.name for title in sorted(ArbiterTitle, key=lambda title: title.rank)] == ["ANP", "AN", "AJ", "AI"]
