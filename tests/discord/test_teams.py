"""Teams and schools as their captains meet them in Discord, from the form to the podium."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.kernel.context import Tx
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.layout.sentences import quote
from bot.people import ratings_store as people_ratings_store
from bot.people.model import ArbiterTitle
from bot.people.ratings_store import Rated, RatingList
from bot.play.game_sheets import GameId
from bot.rulebooks.game_files import sheet as bundled_sheet
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from rehearsal import simcord_seam
from rehearsal.posts import NothingToPress
from tests.discord.entering import event_of
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.team_places import accept_outsiders, say_yes

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
TEAMS = ("Azul", "Verde", "Roxo", "Cinza")


async def rank(stage: Stage, *members: Member) -> None:
    """Publishes a list of the members, the best first."""

    def publish(tx: Tx) -> None:
        guild_id = GuildId(stage.guild.id)
        pressers = [Actor(guild_id, MemberId(one.id), one.name, "pt-BR", False, False, tx.now) for one in members]
        known = [server_verbs.recognise(tx.acting_as(one)).person_id for one in pressers]
        lines = {one: Rated(one, 2300.0 - 10 * place, 10) for place, one in enumerate(known)}
        people_ratings_store.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, lines))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(publish))


async def entered(captain: Member, post: Post, name: str, *members: str) -> Answer:
    """The captain's form is sent in."""
    asked = await captain.press(post, "register")
    return await captain.fill(asked, name=name, members="\n".join(members))


async def called(stage: Stage, post: Post, captains: list[Member]) -> Post:
    """Each captain enters a team of three and confirms it; the card of the first match that is called."""
    for captain, name in zip(captains, TEAMS, strict=False):
        own = f"{captain.name}; {captain.name}1"
        await entered(captain, post, name, own, f"{name} Dois; {name}2", f"{name} Tres; {name}3")
    await confirmed(stage, captains)
    return stage.latest("here", stage.matches)


async def confirmed(stage: Stage, captains: list[Member]) -> None:
    """Each captain confirms the team, and the event begins."""
    await accept_outsiders(stage)
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for captain in captains:
        await captain.press(stage.latest("check-in"), "check-in")
    await stage.arbiter.type("arbiter on")
    await stage.advance(minutes=29, seconds=5)


async def play(stage: Stage, captains: dict[int, Member], best: list[Member]) -> None:
    """Every match in play is played: both captains are there, one reports, the other confirms."""
    cards = [post for post in stage.posts_in(stage.matches) if post.has("here")]
    for card in cards:
        sides = sorted(
            (one for one in captains.values() if f"<@{one.id}>" in card.text),
            key=lambda one: card.text.index(f"<@{one.id}>"),
        )
        for captain in sides:
            await captain.press(card, "here")
        await stage.advance(seconds=1)
        first_wins = best.index(sides[0]) < best.index(sides[1])
        told = ("3-1", "2-2", "4-0") if first_wins else ("1-3", "2-2", "0-4")
        asked = await sides[0].press(stage.again(card), "team-boards")
        await sides[0].fill(asked, **{f"board{number}": text for number, text in enumerate(told, start=1)})
        await sides[1].press(stage.again(card), "agree")
        await stage.advance(seconds=5)


@PORTUGUESE
@pytest.mark.rule("AIJE-D05-1", "AIJE-D05-2", "AIJE-D05-3", "AIJE-D05-4")
async def test_a_cup_of_four_teams_from_the_form_to_the_podium(stage: Stage) -> None:
    captains = [stage.member(name, locale="pt-BR") for name in ("Ana", "Bia", "Caio", "Davi")]
    guest = stage.member("Eva", locale="pt-BR")
    await rank(stage, *captains)
    post = await event_of(stage, preset("aije-teams"), "Copa de Times")
    first = await entered(captains[0], post, "Azul", "Ana; ana1", "Rui; rui1")
    assert "**Azul**" in first.text
    assert "Falta 1 nome" in first.text
    picked = await captains[0].choose(first.post, "team-add", guest)
    assert "Eva" not in picked.text
    assert f"<@{guest.id}>" in picked.text
    assert "Ainda sem resposta" in picked.text
    stranger = await captains[1].press(stage.latest("team-yes", stage.announcements), "team-yes")
    assert "não convida você" in stranger.text
    await say_yes(stage, guest, "eva1")
    await accept_outsiders(stage)
    shown = await captains[0].type(
        "team show", tournament=str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0])
    )
    assert "confirme quando a confirmação abrir" in shown.text
    for captain, name in zip(captains[1:], TEAMS[1:], strict=True):
        own = f"{captain.name}; {captain.name}1"
        await entered(captain, post, name, own, f"{name} Dois; {name}2", f"{name} Tres; {name}3")
    await accept_outsiders(stage)
    await stage.restart()
    assert "4 equipes" in stage.again(post).text
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    check_in = stage.latest("check-in")
    await guest.press(check_in, "check-in")
    for captain in captains[1:]:
        await captain.press(check_in, "check-in")
    await stage.arbiter.type("arbiter on")
    await stage.advance(minutes=29, seconds=5)
    drawn = stage.latest("standings", stage.announcements)
    assert "Azul" in drawn.text
    await stage.restart()
    by_id = {one.id: one for one in captains}
    for _ in range(8):
        await play(stage, by_id, captains)
    podium = next(one for one in reversed(stage.posts_in(stage.announcements)) if "🥇" in one.text)
    assert f"🥇 Azul (<@{captains[0].id}>)" in podium.text
    table = await guest.type("standings", tournament=str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0]))
    listed = [line.partition(" (")[0] for line in table.text.splitlines()]
    assert [one for one in listed if one[:2] in {"1.", "2.", "3.", "4."}][:4] == [
        f"{place}. {name}" for place, name in enumerate(TEAMS, start=1)
    ]


@PORTUGUESE
@pytest.mark.rule("AIJE-D05-3")
async def test_a_match_of_teams_shows_its_boards_and_takes_no_impossible_one(stage: Stage) -> None:
    captains = [stage.member(name, locale="pt-BR") for name in ("Ana", "Bia")]
    await rank(stage, *captains)
    post = await event_of(stage, preset("aije-teams"), "Copa de Times")
    card = await called(stage, post, captains)
    assert "Azul Dois" in card.text
    assert "3 tabuleiros, 4 partidas em cada" in card.text
    calls = len(stage.calls)
    for captain in captains:
        await captain.press(card, "here")
    await stage.advance(seconds=1)
    asked = await captains[0].press(stage.again(card), "team-boards")
    refused = await captains[0].fill(asked, board1="3-1", board2="2-2", board3="4-1")
    assert "tabuleiro 3" in refused.text
    asked = await captains[0].press(stage.again(card), "team-boards")
    taken = await captains[0].fill(asked, board1="3-1", board2="2-2", board3="4-0")
    assert "**2–0**" in taken.text
    assert not taken.private
    await captains[1].press(stage.again(card), "dispute")
    with pytest.raises(NothingToPress):
        await captains[1].press(stage.again(card), "score")
    await stage.double_click(captains[1], stage.again(card), "agree")
    settled = stage.again(card).text
    assert "**2–0**" in settled
    assert "· **3–1**" in settled
    assert "🏆 Azul" in settled or "🏆 Verde" in settled
    # Two presses in the same moment are a crowd, whose card is brought up to date by one edit afterwards.
    assert len([one for one in stage.calls[calls:] if one.method == "PATCH" and str(card.message_id) in one.path]) <= 1


@pytest.mark.rule("AIJE-D01-2", "AIJE-D05-1")
async def test_a_barred_captain_sits_out_from_the_next_match_and_the_next_one_leads(stage: Stage) -> None:
    captains, guest = [stage.member(name) for name in ("Ana", "Bia", "Caio", "Davi")], stage.member("Eva")
    await rank(stage, *captains, stage.member("Fia"), guest)
    post = await event_of(stage, preset("aije-teams"), "Cup")
    entry = await entered(captains[0], post, "Azul", "Ana; ana1", "Rui; rui1")
    await captains[0].choose(entry.post, "team-add", guest)
    await say_yes(stage, guest, "eva1")
    for captain, name in zip(captains[1:], TEAMS[1:], strict=True):
        own = f"{captain.name}; {captain.name}1"
        await entered(captain, post, name, own, f"{name} Dois; {name}2", f"{name} Tres; {name}3")
    await confirmed(stage, captains)
    leads = {one.id: one for one in (*captains[1:], guest)}
    while not (card := _of_azul(stage)):
        await play(stage, leads, captains)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    assert "Done" in (await judge.type("bar player", member=captains[0], reason="Threats", rule="AIJE-A02-1")).text
    assert any("You sit out from the next match" in one.text for one in captains[0].inbox)
    assert any(f"<@{guest.id}> now leads **Azul**" in one.text for one in guest.inbox)
    going_on = _board_one(stage.again(card))
    assert f"<@{captains[0].id}>" in going_on
    assert f"Azul (<@{guest.id}>)" in stage.again(card).text
    await play(stage, leads, [guest, *captains])
    while not (card := _of_azul(stage)):
        await play(stage, leads, captains)
    assert f"<@{captains[0].id}>" not in card.text
    assert "no one" in _board_one(card)
    sides = [guest, *(one for one in captains[1:] if f"<@{one.id}>" in card.text)]
    for side in sides:
        await side.press(card, "here")
    await stage.advance(seconds=1)
    asked = await guest.press(stage.again(card), "team-boards")
    assert "write" in (await guest.fill(asked, board1="2-2", board2="4-0", board3="4-0")).text
    mark = "-+" if _board_one(card).startswith("1. nobody") else "+-"
    asked = await guest.press(stage.again(card), "team-boards")
    await guest.fill(asked, board1=mark, board2="4-0", board3="4-0")
    settled = await sides[1].press(stage.again(card), "agree")
    assert "wins the match" in settled.text


def _board_one(card: Post) -> str:
    return next(line for line in card.text.splitlines() if line.startswith("1. "))


def _of_azul(stage: Stage) -> Post | None:
    """The card of Azul's match that is called and waits for the captains."""
    cards = (post for post in stage.posts_in(stage.matches) if post.has("here"))
    return next((post for post in cards if "Azul" in post.text), None)


@pytest.mark.rule("AIJE-D05-3", "AIJE-D01-6")
async def test_the_arbiter_rules_board_by_board_and_puts_it_right_later(stage: Stage) -> None:
    captains = [stage.member(name) for name in ("Ana", "Bia", "Caio")]
    await rank(stage, *captains)
    post = await event_of(stage, preset("aije-teams"), "Team Cup")
    assert "We start with 2 teams or more." in (await captains[0].press(post, "rules")).text
    card = await called(stage, post, captains)
    assert "Round 1 · match" in card.text
    for captain in (one for one in captains if f"<@{one.id}>" in card.text):
        await captain.press(card, "here")
    await stage.advance(seconds=1)
    desk = await stage.arbiter.press(stage.again(card), "referee")
    asked = await stage.arbiter.press(desk.post, "team-rule")
    await stage.arbiter.fill(asked, board1="3-1", board2="2-2", board3="+-", why="Nobody came to board 3")
    await stage.advance(seconds=5)
    assert "**2–0**" in stage.again(card).text
    contest = str(rows(stage, "SELECT contest_id FROM results")[0][0])
    asked = await stage.arbiter.type("match correct", match=contest)
    done = await stage.arbiter.fill(asked, board1="1-3", board2="2-2", board3="0-4", why="The sides were mixed up")
    await stage.advance(seconds=5)
    assert done.private
    assert "**0–2**" in stage.again(card).text


@PORTUGUESE
async def test_a_wrong_team_is_refused_with_the_person_and_the_reason(stage: Stage) -> None:
    ana, bia = stage.member("Ana", locale="pt-BR"), stage.member("Bia", locale="it")
    await rank(stage, ana, bia)
    post = await event_of(stage, preset("aije-teams"), "Copa de Times")
    team = await entered(ana, post, "Azul", "Ana; ana1")
    refused = await ana.choose(team.post, "team-add", bia)
    assert "Bia** está em 2º no ranking" in refused.text
    await entered(bia, post, "Verde", "Bia; bia1", "b; b1", "c; c1", "d; d1")
    overfull = await entered(bia, post, "Verde", "Bia; bia1", "b; b1", "c; c1", "d; d1")
    assert "**d** è di troppo" in overfull.text
    alone = await stage.organiser.type(
        "tournament enter", tournament=str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0]), name="Zoe"
    )
    assert "é para equipes" in alone.text


def line_up(name: str) -> dict[str, str]:
    pupils = [f"{name}{number}" for number in range(10)]
    return {
        "board1": pupils[0],
        "board2": pupils[1],
        "board3": pupils[2],
        "board4": ", ".join(pupils[3:5]),
        "board5": ", ".join(pupils[5:]),
    }


@PORTUGUESE
@pytest.mark.rule("OLY-1", "OLY-2", "OLY-3", "OLY-4", "OLY-7")
async def test_two_schools_meet_in_a_dispute(stage: Stage) -> None:
    teachers = {name: stage.member(f"Prof {name}", locale="pt-BR") for name in ("Norte", "Sul")}
    rules = preset("olympiad-school")
    post = await event_of(stage, replace(rules, minimum_entrants=2), "Olimpíada")
    old = await entered(
        teachers["Norte"], post, "Norte", *(f"Norte{number}; {10 if number == 4 else 7}" for number in range(10))
    )
    assert "**Norte4** está no 10º ano" in old.text
    for name, teacher in teachers.items():
        await entered(teacher, post, name, *(f"{name}{number}; 8" for number in range(10)))
    await accept_outsiders(stage)
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for teacher in teachers.values():
        await teacher.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=29, seconds=5)
    card = stage.latest("here", stage.matches)
    assert "Cenário" in card.text
    assert "9 pontos" in card.text
    dispute = rules.dispute
    assert dispute is not None
    scene = dispute.scene_1 if "Cenário 1" in card.text else dispute.scene_2
    assert all(f"**{quote(bundled_sheet(GameId(one), 'pt-BR').title)}**" in card.text for one in scene)
    for teacher in teachers.values():
        await teacher.press(card, "here")
    await stage.advance(seconds=1)
    first, second = teachers.items()
    twice = {**line_up(first[0]), "board1": f"{first[0]}9"}
    refused = await first[1].fill(await first[1].press(stage.again(card), "line-up"), **twice)
    assert f"**{first[0]}9**" in refused.text
    kept = await first[1].fill(await first[1].press(stage.again(card), "line-up"), **line_up(first[0]))
    assert "segredo" in kept.text
    assert f"{first[0]}0" not in stage.again(card).text
    await stage.restart()
    await second[1].fill(await second[1].press(stage.again(card), "line-up"), **line_up(second[0]))
    assert f"{first[0]}0" in stage.again(card).text
    sheet = await second[1].press(stage.again(card), "game")
    assert sheet.private
    games = dict(zip((f"board{number}" for number in range(1, 6)), ("1-0", "1-0", "½-½", "1-1", "0-2"), strict=True))
    asked = await first[1].press(stage.again(card), "team-boards")
    await first[1].fill(asked, **games)
    await second[1].press(stage.again(card), "agree")
    await stage.advance(seconds=5)
    settled = stage.again(card).text
    assert "**3½–5½**" in settled or "**5½–3½**" in settled
    assert any("🥇" in one.text for one in stage.posts_in(stage.announcements))


@pytest.mark.rule("GO-24")
async def test_an_arbiter_warns_the_player_of_a_board(stage: Stage) -> None:
    captains = [stage.member(name) for name in ("Ana", "Bia")]
    post = await event_of(stage, replace(preset("go-teams"), minimum_entrants=2), "Go Cup")
    for captain, name in zip(captains, TEAMS, strict=False):
        await entered(captain, post, name, captain.name, *(f"{name} {number}" for number in ("Dois", "Tres", "Quatro")))
    await confirmed(stage, captains)
    card = stage.latest("here", stage.matches)
    for captain in captains:
        await captain.press(card, "here")
    contest = str(rows(stage, "SELECT contest_id FROM contests")[0][0])
    for loses in (False, True):
        asked = await stage.arbiter.type("match warn", match=contest)
        whose = await stage.arbiter.choose(asked.post, f"warn-whose:{contest}.0", "2")
        assert "board 2" in whose.text
        asked = await stage.arbiter.choose(whose.post, f"warn:{contest}.0_2", "0.warning")
        if loses:
            assert "The other boards play on" in asked.text
            asked = await stage.arbiter.press(asked.post, "warn-sure")
        told = await stage.arbiter.fill_text(asked, "A second move")
        assert "Dois" in told.text
        await stage.advance(seconds=5)
    assert "board 2" in stage.again(card).text
    told = await captains[0].press(stage.again(card), "team-boards")
    refused = await captains[0].fill(told, board1="1-0", board2="½-½", board3="1-0", board4="1-0")
    assert "lost by an offence" in refused.text
