"""`/desk` as the one way to all that staff may do: by role or by title, in at most four presses."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest

from bot.app import COGS
from bot.features.desk import cards as desk_cards
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.voting import procedures_model as voting_procedures_model
from bot.kernel.ids import ALL
from bot.people.model import ArbiterTitle, Capacity
from bot.server.model import Act, who_may
from cogs import desk, voting
from cogs.commands import DECLARED
from cogs.routing import VERBS
from cogs.subjects import OFFERS
from tests.discord.harness import Stage, an_event, enter, rows

ORGANISER = frozenset({Capacity.ORGANISER})
ARBITER = frozenset(
    {Capacity.ARBITER, Capacity.NATIONAL_ARBITER, Capacity.JEEK_ARBITER, Capacity.INTERNATIONAL_ARBITER}
)
LEADER, PRESIDENT = frozenset({Capacity.LEADER}), frozenset({Capacity.PRESIDENT})
BEHIND = {
    Act.APPROVE_EVENT_RULES: ("desk", "rules-approve"),
    Act.CHANGE_FORMAT: ("desk", "round-robin"),
    Act.CUT_CHECK_IN_SHORT: ("desk", "close-now"),
    Act.EXTEND_CHECK_IN: ("desk", "close-more"),
    Act.OPEN_AGAIN: ("desk", "open-again"),
    Act.CONFIRM_GRADE: ("grade-show", None),
    Act.CONFIRM_GRADE_AS_ORGANISER: ("grade-show", None),
    Act.ENTER_LATE: ("tournament enter", None),
    Act.MOVE_START: ("tournament edit", None),
    Act.SEED_BY_HAND: ("desk", "seeds"),
    Act.ANSWER_SUGGESTION: ("suggestion", "suggestion-approve"),
    Act.ANSWER_BY_NAME: ("name-desk", None),
    Act.BAR_PLAYER: ("bar player", None),
    Act.BRING_PROOF: ("match", None),
    Act.BRING_TITLES_AND_BARS: ("association import", None),
    Act.HAND_MATCH_ON: ("match rule", "hand-over"),
    Act.LINK_OFFICER: ("link", None),
    Act.CHOOSE_STREAM: ("pages", "stream-here"),
    Act.REPRIMAND: ("ceremony-desk", "reprimand"),
    Act.REVIEW_CASE: ("case", "case-accept"),
    Act.STOP_MATCH: ("match rule", "suspend"),
}
"""Rights asked for by a button of a card to which an act or a duty of the desk leads, or by the service behind one."""
NOT_HIDDEN = {
    Act.DECLARE_COUNTRY: "title country",
    Act.SET_RATING_TERMS: "rating terms",
    Act.SOLVE_JEEK: "jeek check",
}
"""Rights of commands that Discord shows to everybody of a server that has them."""


def steps(held: frozenset[Capacity]) -> set[str]:
    """What the desk shows to press: its own acts, and the buttons of duties and of an event's rows."""
    for name in COGS:
        import_module(f"cogs.{name}")
    words = [words for event in (True, False) for words in desk.offer_acts(held, ALL, of_event=event)]
    return {*words, *desk_cards.VERBS_OF_TASKS.values(), *tournaments_words_cards.verbs()}


def asked_by(step: str) -> set[object]:
    """The rights that a step asks for."""
    known = dict(desk.staff_commands())
    if step in known:
        return {*desk.FOR_SEVERAL.get(step, ()), getattr(known[step].callback, "requires")}  # noqa: B009
    return {VERBS[step].requires}


@pytest.mark.parametrize("held", [ORGANISER, ARBITER, LEADER, PRESIDENT])
def test_every_right_of_staff_leads_somewhere_from_the_desk(held: frozenset[Capacity]) -> None:
    there = steps(held)
    reached = {right for step in there for right in asked_by(step)}
    behind = {
        act for act, (step, verb) in BEHIND.items() if step in there and (not verb or VERBS[verb].requires is act)
    }
    rights = {act for act in Act if not who_may(act).isdisjoint(held)}
    assert sorted(rights - reached - behind - set(NOT_HIDDEN)) == []


def test_what_the_desk_leaves_to_typing_is_hidden_from_nobody() -> None:
    there = {words for declared in DECLARED.values() for words, _ in declared}
    assert {words for words in NOT_HIDDEN.values() if words not in there or OFFERS[words.split()[0]].shown_to} == set()


async def test_nobody_else_has_a_desk(stage: Stage) -> None:
    await an_event(stage)
    assert "These can: **" in (await stage.member("Zoe").type("desk")).text


async def test_an_organiser_cancels_an_event_from_the_desk(stage: Stage) -> None:
    await an_event(stage)
    home = await stage.organiser.type("desk")
    assert home.private
    event = await stage.organiser.choose(home.post, "desk-event", "Open 1")
    await stage.restart()
    asked = await stage.organiser.choose(event.post, "desk-act", "tournament+cancel")
    done = await stage.organiser.fill_text(asked, "No hall")
    assert "Open 1" in done.text
    assert rows(stage, "SELECT 1 FROM tournaments WHERE cancelled_at IS NOT NULL")


async def test_an_arbiter_takes_a_player_off_the_list_from_the_desk(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    home = await stage.arbiter.type("desk")
    event = await stage.arbiter.choose(home.post, "desk-event", "Open 1")
    which = await stage.arbiter.choose(event.post, "desk-act", "tournament+remove")
    asked = await stage.arbiter.choose(which.post, "desk-picked", "Ana")
    await stage.arbiter.fill_text(asked, "Asked me to")
    assert rows(stage, "SELECT 1 FROM entrants WHERE withdrawn_at IS NOT NULL")


async def test_an_arbiter_bars_somebody_from_the_desk_by_a_form_and_a_leader_lifts_it(stage: Stage) -> None:
    await an_event(stage)
    ana = stage.member("Ana")
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    home = await judge.type("desk")
    asked = await judge.choose(home.post, "desk-act", "bar+player")
    told = await judge.fill(asked, reason="Threats", member=[ana.actor], rule=["AIJE-D01-6"])
    assert told.private
    assert rows(stage, "SELECT explanation FROM bars")[0][0] == "Threats"
    home = await stage.leader.type("desk")
    asked = await stage.leader.choose(home.post, "desk-act", "bar+lift")
    (bar,) = [row[0] for row in rows(stage, "SELECT bar_id FROM bars")]
    await stage.leader.fill(asked, bar=[bar], reason="Settled")
    assert rows(stage, "SELECT 1 FROM bars WHERE lifted_at IS NOT NULL")


async def test_who_may_not_is_not_offered_it_and_is_refused_all_the_same(stage: Stage) -> None:
    await an_event(stage, starts_at=stage.now + timedelta(hours=2))
    home = await stage.arbiter.type("desk")
    values = {str(one["value"]) for one in home.post.find("desk-act")["options"]}
    assert "arbiter+on" in values
    assert "setup" not in values
    assert "bar+lift" not in values


async def test_a_file_is_handed_in_from_the_desk_and_refused_in_the_commands_own_words(stage: Stage) -> None:
    await an_event(stage)
    home = await stage.organiser.type("desk")
    asked = await stage.organiser.choose(home.post, "desk-act:~2", "rulebook+upload")
    told = await stage.organiser.fill(asked, file=("mine.toml", b"format = 7"))
    assert told.private
    assert "mine.toml" in told.text
    assert not rows(stage, "SELECT 1 FROM rulebooks")


async def test_an_organiser_enters_somebody_by_name_and_finds_who_is_far_down_a_list(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(27)
    await enter(stage, post, *crowd)
    event = await stage.organiser.choose((await stage.organiser.type("desk")).post, "desk-event", "Open 1")
    asked = await stage.organiser.choose(event.post, "desk-act", "tournament+enter")
    await stage.organiser.fill(asked, name="Old Joe", account="joe")
    which = await stage.organiser.choose(event.post, "desk-act", "tournament+remove")
    part = await stage.organiser.press(which.post, "desk-find")
    found = await stage.organiser.fill(part, name="Old")
    asked = await stage.organiser.choose(found.post, "desk-picked", "Old Joe")
    await stage.organiser.fill_text(asked, "Cannot come")
    assert [row[0] for row in rows(stage, "SELECT count(*) FROM entrants WHERE withdrawn_at IS NOT NULL")] == [1]


async def test_a_form_without_what_the_command_needs_and_a_forged_command_are_refused(stage: Stage) -> None:
    await an_event(stage)
    home = await stage.leader.type("desk")
    asked = await stage.leader.choose(home.post, "desk-act", "bar+player")
    told = await stage.leader.fill(asked, reason="Threats")
    assert told.private
    assert not rows(stage, "SELECT 1 FROM bars")


@pytest.mark.rule("AIJE-A02-1")
async def test_the_leader_opens_an_expulsion_from_the_desk_by_a_form_of_what_it_takes(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    home = await stage.leader.type("desk")
    kinds = await stage.leader.choose(home.post, "desk-act", "vote+open")
    await stage.restart()
    asked = await stage.leader.choose(kinds.post, "vote-kind", "player-expulsion")
    proof = "https://example.org/seen"
    told = await stage.leader.fill(asked, question="Threats", subject=[ana.actor], ground=["conduct"], proof=proof)
    assert told.private
    assert "open until" in told.text
    assert rows(stage, "SELECT ground FROM votes")[0][0] == "conduct"


async def test_an_arbiter_is_offered_only_the_procedures_that_arbiters_open(stage: Stage) -> None:
    await an_event(stage)
    home = await stage.arbiter.type("desk")
    kinds = await stage.arbiter.choose(home.post, "desk-act", "vote+open")
    assert [one["value"] for one in kinds.post.find("vote-kind")["options"]] == ["petition"]


def test_the_form_of_a_vote_asks_at_most_what_a_form_holds_and_a_length_only_of_bars() -> None:
    asked = {
        name: set(voting.options_of(voting_procedures_model.preset(name))) for name in voting_procedures_model.names()
    }
    assert max(map(len, asked.values())) <= desk.MOST_FIELDS
    assert {name for name, options in asked.items() if "lasts" in options} == {"absence-penalty"}
    assert {name for name, options in asked.items() if "ground" in options} == {"player-expulsion"}
    assert asked["open-question"] == {"question"}


def test_who_may_put_ratings_right_is_offered_it_and_nobody_else() -> None:
    acts = set(desk.offer_acts(ARBITER, ALL, of_event=False))
    assert {"rating correct", "rating list"} <= acts
    assert not {"rating correct", "rating list"} & set(desk.offer_acts(ORGANISER, ALL, of_event=False))


async def test_staff_sees_one_by_one_who_has_not_checked_in(stage: Stage) -> None:
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    for name in ("Ana", "Bruno"):
        await enter(stage, post, stage.member(name))
    await stage.advance(minutes=31)
    tournament = post.find("players")["custom_id"].partition(":")[2]
    desk = await stage.organiser.type("desk", tournament=tournament)
    shown = await stage.organiser.press(desk.post, "desk-pending")
    assert shown.post.text.count("❓") == 2
    assert shown.post.has("desk-remove")
