"""Two accounts that staff recorded as one person, as officers, the two and everybody else meet it."""

from __future__ import annotations

from bot.people.model import ArbiterTitle
from tests.discord.harness import Stage, an_event, enter, rows

PROOF = "Both wrote me the same word"


async def test_staff_records_it_everybody_reads_it_and_the_later_place_is_free(stage: Stage) -> None:
    ana, sock = stage.member("Ana"), stage.member("Sock")
    await enter(stage, await an_event(stage), ana, sock)
    told = await stage.leader.type("same-person record", one=ana, other=sock, reason=PROOF)
    assert "count as one person now" in told.text
    assert "the earlier place stays" in told.text
    assert PROOF in stage.posts_in(stage.announcements)[-1].text
    for member in (ana, sock):
        assert PROOF in member.inbox[-1].text
        assert "You can appeal" in (await member.type("me")).text
    assert f"<@{sock.id}>" in (await ana.type("same-person list")).text
    assert rows(stage, "SELECT 1 FROM entrants WHERE withdrawn_at IS NULL") != []


async def test_an_appeal_that_is_granted_makes_two_people_of_them_again(stage: Stage) -> None:
    ana, sock = stage.member("Ana"), stage.member("Sock")
    await enter(stage, await an_event(stage), ana, sock)
    await stage.leader.type("same-person record", one=ana, other=sock, reason=PROOF)
    (key,) = (await sock.suggestions("case appeal", "against")).values()
    await sock.fill(await sock.type("case appeal", against=key), text="I am her sister")
    card = stage.posts_in(stage.committee)[-1]
    assert f"<@{ana.id}> and <@{sock.id}> are one person" in card.text
    await stage.president.fill(await stage.president.press(card, "appeal-grant"), reason="They came both")
    assert "two people after all" in sock.inbox[-1].text or "two people after all" in sock.inbox[-2].text
    assert len(rows(stage, "SELECT 1 FROM entrants WHERE withdrawn_at IS NULL")) == 2


async def test_an_officer_undoes_it_by_command_and_others_may_not(stage: Stage) -> None:
    ana, sock = stage.member("Ana"), stage.member("Sock")
    assert "These can" in (await ana.type("same-person record", one=ana, other=sock, reason=PROOF)).text
    await stage.leader.type("same-person record", one=ana, other=sock, reason=PROOF)
    (link,) = (await stage.president.suggestions("same-person undo", "link")).values()
    for typed in (link, "no_such_word"):
        assert "These can" in (await ana.type("same-person undo", link=typed, reason="x")).text
    assert (
        "can't find this here" in (await stage.president.type("same-person undo", link="no_such_word", reason="x")).text
    )
    assert "two people again" in (await stage.president.type("same-person undo", link=link, reason="A slip")).text
    assert "No one" in (await ana.type("same-person list")).text
    assert "undid the record that two people are one" in (await stage.leader.type("log", member=sock)).text


async def test_who_is_barred_keeps_the_account_and_another_claims_it_from_staff(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    post = await an_event(stage)
    await enter(stage, post, ana)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    await judge.type("bar player", member=ana, reason="Threats", rule="AIJE-A02-1")
    name = rows(stage, "SELECT account_name FROM accounts")[0]["account_name"]
    assert "stays with you" in (await ana.type("account", name="another_name")).text
    await bob.type("account", name=name)
    assert "stays with them until you decide" in stage.posts_in(stage.committee)[-2].text
