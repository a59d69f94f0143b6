"""Teams in a knock-out and in a sum of their members' points, as captains meet them from the file to the podium."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.play.format_rules import LevelMatch, ScoringRules, TeamEncounter
from bot.play.rulebook import FormatName, KnockoutRules, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.rulebooks.library import preset, to_toml
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.team_places import accept_outsiders

ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
TEAMS = {"Ana": "Azul", "Bia": "Verde", "Caio": "Roxo", "Davi": "Cinza"}
DRAWN = {"board1": "½-½", "board2": "½-½", "board3": "½-½"}


def of_three(name: str) -> Rulebook:
    """Go teams of three without arbiters, warnings, or anything to wait for."""
    known = preset("go-teams")
    assert known.teams is not None
    assert known.games is not None
    return replace(
        known,
        name=name,
        minimum_entrants=2,
        teams=replace(
            known.teams, size=3, substitutes=0, level_match=(LevelMatch.BOARDS_IN_ORDER, LevelMatch.EXTRA_GAME)
        ),
        games=replace(known.games, best_of=3),
        matches=replace(known.matches, matches_per_arbiter=0),
        discipline=None,
        adjournment=None,
    )


def knockout() -> Rulebook:
    cup = KnockoutRules(best_of=3, final_best_of=3, third_place_match=True, third_place_best_of=3)
    return replace(
        of_three("coppa-go"),
        format=FormatName.KNOCKOUT,
        knockout=cup,
        scoring=None,
        ranking=None,
        round_robin=None,
        swiss=None,
    )


def summed() -> Rulebook:
    known = of_three("soma-go")
    assert known.teams is not None
    scoring = ScoringRules(win=2, draw=1, loss=0, bye=2, absence=0, by_games=True)
    return replace(known, teams=replace(known.teams, encounter=TeamEncounter.SUM), scoring=scoring)


async def opened(stage: Stage, rulebook: Rulebook) -> Post:
    """The organiser brings the rulebook as a file and creates the event with it."""
    await stage.organiser.type("rulebook upload", file=(f"{rulebook.name}.toml", to_toml(rulebook).encode()))
    start = f"{stage.now + timedelta(days=1):%Y-%m-%d} 20:00"
    draft = await stage.organiser.type("tournament create", rulebook=rulebook.name, name="Coppa", start=start)
    await stage.organiser.press(draft.post, "draft-confirm")
    return stage.latest("register", stage.announcements)


async def begun(stage: Stage, rulebook: Rulebook, *names: str) -> dict[str, Member]:
    """Every captain enters a team and confirms it, and the draw is made; the captains by their teams."""
    post = await opened(stage, rulebook)
    captains = {TEAMS[name]: stage.member(name, locale=stage.language) for name in names}
    for team, captain in captains.items():
        asked = await captain.press(post, "register")
        await captain.fill(asked, name=team, members="\n".join((captain.name, f"{team} 2", f"{team} 3")))
    await accept_outsiders(stage)
    start = datetime.fromtimestamp(int(rows(stage, "SELECT start_at FROM tournaments")[0]["start_at"]) / 1000, UTC)
    await stage.advance_to(start - timedelta(minutes=20))
    for captain in captains.values():
        await captain.press(stage.latest("check-in"), "check-in")
    await stage.advance_to(start + timedelta(seconds=5))
    return captains


def sides(card: Post, captains: dict[str, Member]) -> list[tuple[str, Member]]:
    """The teams of a match, the first colour first."""
    named = [(team, one) for team, one in captains.items() if f"<@{one.id}>" in card.text]
    return sorted(named, key=lambda one: card.text.index(f"<@{one[1].id}>"))


async def told(stage: Stage, card: Post, captain: Member, **boards: str) -> Answer:
    """The captain's report."""
    asked = await captain.press(stage.again(card), "team-boards")
    return await captain.fill(asked, **boards)


async def there(stage: Stage, card: Post, captains: dict[str, Member]) -> list[tuple[str, Member]]:
    both = sides(card, captains)
    for _, captain in both:
        await captain.press(card, "here")
    await stage.advance(seconds=1)
    return both


async def replays(stage: Stage, by: Member) -> None:
    """The record that anybody takes away is worked out again, and agrees."""
    answer = await by.type("tournament export", tournament="Coppa")
    file = next(file for file in answer.post.pictures if file.name.endswith(".json"))
    assert replay(read_record(stage.picture(file.url), file.name)).agrees


def waiting(stage: Stage) -> list[Post]:
    return [post for post in stage.posts_in(stage.matches) if post.has("here")]


async def agreed(stage: Stage, card: Post, captains: dict[str, Member], *boards: str) -> str:
    """A match from the presence of both captains to its end; the team that had the first colour."""
    (first, one), (_, other) = await there(stage, card, captains)
    await told(stage, card, one, **{f"board{number}": text for number, text in enumerate(boards, start=1)})
    await other.press(stage.again(card), "agree")
    await stage.advance(seconds=5)
    return first


@ITALIAN
@pytest.mark.rule("GO-26.1", "GO-27.2", "GO-27.3")
async def test_a_knock_out_of_teams_from_the_file_to_the_podium(stage: Stage) -> None:
    captains = await begun(stage, knockout(), *TEAMS)
    first, second = waiting(stage)
    assert "3 scacchiere, 1 partita su ognuna" in first.text
    assert "in quest'ordine: i punti sulla scacchiera 1" in first.text
    loser = await agreed(stage, first, captains, "0-1", "½-½", "1-0")
    (winner,) = {team for team, _ in sides(first, captains)} - {loser}
    settled = stage.again(first).text
    assert "⚖️ Le scacchiere sono in parità. Decide: i punti sulla scacchiera 1." in settled
    assert f"🏆 {winner}" in settled
    (extra, one), (_, other) = await there(stage, second, captains)
    refused = await told(stage, second, one, **DRAWN)
    assert "gioca un'altra partita" in refused.text
    await stage.restart()
    await told(stage, second, one, **DRAWN, extra="1-0")
    await stage.double_click(other, stage.again(second), "agree")
    await stage.advance(seconds=5)
    settled = stage.again(second).text
    assert "Decide: la partita extra sulla scacchiera 1." in settled
    assert f"🏆 {extra}" in settled
    await stage.restart()
    for card in waiting(stage):
        await agreed(stage, card, captains, "1-0", "1-0", "½-½")
    podium = next(post for post in reversed(stage.posts_in(stage.announcements)) if "🥇" in post.text)
    assert {line.split()[1] for line in podium.text.splitlines() if line[:1] in {"🥇", "🥈"}} == {winner, extra}
    assert f"⚖️ {extra}" in stage.posts_in(stage.record)[-1].text
    await replays(stage, one)


@PORTUGUESE
@pytest.mark.rule("GO-26.1", "AIJE-D01-6")
async def test_a_semi_final_of_teams_is_put_right_and_the_final_is_played_anew(stage: Stage) -> None:
    captains = await begun(stage, knockout(), *TEAMS)
    for card in waiting(stage):
        await agreed(stage, card, captains, "1-0", "1-0", "0-1")
    semi = str(rows(stage, "SELECT contest_id FROM results ORDER BY settled_at")[0][0])
    asked = await stage.organiser.type("match correct", match=semi)
    right = {"board1": "0-1", "board2": "0-1", "board3": "1-0", "why": "Lados trocados"}
    seen = await stage.organiser.fill(asked, **right)
    assert "2 disputas posteriores deixariam de contar" in seen.text
    again = await stage.organiser.press(seen.post, "team-right-again")
    done = await stage.organiser.fill(again, **right)
    await stage.advance(seconds=5)
    assert done.private
    assert len(rows(stage, "SELECT 1 FROM contests WHERE voided_at IS NOT NULL")) == 2
    assert len(waiting(stage)) == 2


@PORTUGUESE
@pytest.mark.rule("GO-28.4")
async def test_a_captain_who_leaves_a_knock_out_takes_the_team_along_and_the_opponent_goes_on(stage: Stage) -> None:
    captains = await begun(stage, knockout(), *TEAMS)
    first, second = waiting(stage)
    await agreed(stage, first, captains, "1-0", "1-0", "0-1")
    (gone, captain), (stays, _) = await there(stage, second, captains)
    asked = await captain.type("withdraw", tournament="Coppa")
    assert "Seus resultados continuam valendo" in asked.text
    assert f"**{gone}** sai inteira" in asked.text
    await captain.press(asked.post, "leave")
    await stage.advance(seconds=5)
    assert any(f"🚪 {gone} (<@{captain.id}>)" in post.text for post in stage.posts_in(stage.matches))
    assert f"🏆 {stays}" in stage.again(second).text
    assert any(stays in post.text for post in waiting(stage))


@PORTUGUESE
@pytest.mark.rule("GO-25.1", "GO-26.2")
async def test_a_sum_of_members_points_from_the_file_to_the_podium(stage: Stage) -> None:
    captains = await begun(stage, summed(), "Ana", "Bia", "Caio")
    scores = {frozenset(("Azul", "Verde")): ("1-0", "½-½", "0-1")}
    for _ in range(3):
        await stage.restart()
        (card,) = waiting(stage)
        both = await there(stage, card, captains)
        names = frozenset(name for name, _ in both)
        boards = scores.get(names) or (("1-0", "1-0", "½-½") if both[0][0] == "Azul" else ("0-1", "½-½", "½-½"))
        taken = await told(stage, card, both[0][1], **{f"board{at}": one for at, one in enumerate(boards, start=1)})
        assert not taken.private
        await stage.double_click(both[1][1], stage.again(card), "agree")
        await stage.advance(seconds=5)
    podium = next(post for post in reversed(stage.posts_in(stage.announcements)) if "🥇" in post.text)
    assert f"🥇 Azul (<@{captains['Azul'].id}>)" in podium.text
    table = await captains["Azul"].type("standings", tournament="Coppa")
    points = [
        int(line.split("**")[1]) for line in table.text.splitlines() if line[:2] in {"1.", "2.", "3."} and "**" in line
    ]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 3 * 3 * 2
    await replays(stage, captains["Azul"])
