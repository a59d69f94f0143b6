"""A member who was known by name alone: linked by staff, or by their own claim, on cards that survive a restart."""

from __future__ import annotations

from tests.discord.harness import Member, Stage, enter, rows
from tests.discord.test_people_by_name import known_by_name


def whom(stage: Stage, member: Member) -> str:
    """Whom the member is in the registry."""
    return str(rows(stage, "SELECT person_id FROM people WHERE discord_id = ?", member.id)[0][0])


async def test_staff_links_a_name_to_a_member_by_the_command(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    shown = await stage.organiser.type("link", person=person_id, member=ana)
    assert shown.private
    assert shown.post.has("link-sure")
    form = await stage.organiser.press(shown.post, "link-sure")
    done = await stage.organiser.fill(form, reason="We have met")
    assert "João Ninguém" in done.text
    assert whom(stage, ana) == person_id
    assert "João Ninguém" in stage.latest("now", stage.announcements).text
    assert "João Ninguém" in ana.inbox[-1].text
    assert "Open of João Ninguém" in (await ana.type("me")).text


async def test_staff_links_from_the_persons_card(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    card = await stage.organiser.type("player", name=person_id)
    menu = await stage.organiser.press(card.post, "link-who")
    shown = await stage.organiser.choose(menu.post, "link-member", ana)
    form = await stage.organiser.press(shown.post, "link-sure")
    await stage.organiser.fill(form, reason="We have met")
    assert whom(stage, ana) == person_id
    refused = await stage.organiser.press(card.post, "link-who")
    assert refused.private
    assert refused.result.modal is None


async def test_a_member_claims_the_name_and_staff_confirms_after_a_restart(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    told = await ana.type("claim", name=person_id)
    assert told.private
    await stage.restart()
    card = stage.latest("name-grant", stage.committee)
    form = await stage.organiser.press(card, "name-grant")
    await stage.organiser.fill(form, reason="Showed the account")
    assert whom(stage, ana) == person_id


async def test_that_is_me_on_a_card_is_declined_with_a_reason(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    card = await ana.type("player", name=person_id)
    await ana.press(card.post, "name-mine")
    again = await ana.press(card.post, "name-mine")
    assert again.private
    desk = (await stage.leader.type("me")).post
    opened = await stage.leader.press(desk, "name-card")
    form = await stage.leader.press(opened.post, "name-refuse")
    await stage.leader.fill(form, reason="João is somebody else")
    assert "João is somebody else" in ana.inbox[-1].text
    assert whom(stage, ana) != person_id


async def test_who_registers_under_a_like_name_is_asked(stage: Stage) -> None:
    person_id = await known_by_name(stage, "Joao Ninguem")
    joao = stage.member("João Ninguém")
    form = await joao.press(stage.latest("register", stage.announcements), "register")
    answer = await joao.fill(form, account="other_account")
    assert answer.post.has("name-mine")
    await joao.press(answer.post, "name-mine")
    await stage.arbiter.fill(
        await stage.arbiter.press(stage.latest("name-grant", stage.committee), "name-grant"), reason="Known for years"
    )
    assert whom(stage, joao) == person_id
    assert [row[0] for row in rows(stage, "SELECT person_id FROM entrants WHERE withdrawn_at IS NULL")] == [person_id]


async def test_a_stranger_links_nobody(stage: Stage) -> None:
    person_id, ana, bia = await known_by_name(stage), stage.member("Ana"), stage.member("Bia")
    for answer in (
        await bia.type("link", person=person_id, member=ana),
        await bia.press((await bia.type("player", name=person_id)).post, "link-who"),
    ):
        assert answer.private
        assert answer.result.modal is None
        assert not answer.post.has("link-sure")
    assert not rows(stage, "SELECT 1 FROM discord_links")


async def test_undo_takes_the_link_back(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    shown = await stage.organiser.type("link", person=person_id, member=ana)
    await stage.organiser.fill(await stage.organiser.press(shown.post, "link-sure"), reason="We have met")
    await stage.organiser.press((await stage.organiser.type("undo")).post, "undo")
    assert whom(stage, ana) != person_id
    assert "João Ninguém" in stage.latest("now", stage.announcements).text


async def test_who_is_linked_plays_the_running_match_at_once(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    post = stage.latest("register", stage.announcements)
    bia = stage.member("Bia")
    await enter(stage, post, bia)
    await stage.arbiter.type("arbiter on")
    await stage.advance(hours=1, minutes=31)
    await stage.organiser.type(
        "tournament enter", tournament="Open of João Ninguém", name="João Ninguém", account="João Ninguém"
    )
    await bia.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=30)
    shown = await stage.organiser.type("link", person=person_id, member=ana)
    await stage.organiser.fill(await stage.organiser.press(shown.post, "link-sure"), reason="We have met")
    assert (await ana.type("me")).post.has("here")
