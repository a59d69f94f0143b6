"""`--rulebook moving-in`: forty people and last year's events come in, and a whole season is played to the title."""

from __future__ import annotations

from typing import Final

from bot.features.past_events.model import RatingsTaken
from rehearsal.acts import opening
from rehearsal.cast import Cast, Character, Player
from rehearsal.moving import linking, papers, season, teams, title
from rehearsal.moving.diary import Move
from rehearsal.moving.judge import judge
from rehearsal.script import Casting, Script

NAME: Final = "moving-in"
EVENTS: Final = season.OPEN
"""By which rulebook its Open is played."""
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")


def prepare(casting: Casting) -> Move:
    """Fifteen of the forty are in the server, two of them under names that the list does not know."""
    stage = casting.stage
    stage.member(papers.NAMESAKE, "it")
    names = (*papers.HERE, *papers.JOINS_AS.values())
    here = {name: stage.member(name, _LOCALES[at % 4]) for at, name in enumerate(names)}
    players = tuple(
        Player(member, Character.STEADY, strength, regular=False) for strength, member in enumerate(here.values(), 1)
    )
    return Move(casting.play(Cast(players, (stage.arbiter, stage.member("Raul", "pt-BR")))), here)


async def perform(move: Move) -> None:
    """All acts, one after the other."""
    await opening.opening(move.play)
    await the_list(move)
    await the_past(move)
    await linking.staff_links(move)
    await teams.the_team_cup(move)
    await season.the_first_open(move)
    await season.invitations(move)
    await season.seat_matches(move)
    await season.a_rating_put_right(move)
    await season.the_league(move)
    await season.the_candidates(move)
    await title.invitations(move)
    await title.play_for_it(move)


async def the_list(move: Move) -> None:
    """The owner sends the list in and confirms it; the President says who is world champion."""
    play, president = move.play, move.play.stage.president
    play.narrator.act("The list", f"{papers.PEOPLE} people come in at once, most of whom have no Discord.")
    await opening.bring_list(play, play.stage.owner, papers.opening_list(move.people))
    champion = move.people[papers.CHAMPION]
    named = await president.type("title champion", member=champion, event="World Championship of before")
    play.note(president, f"records {champion.name} as world champion", named)


async def the_past(move: Move) -> None:
    """Three files at once, the latest first; their people are those of the list, whose ratings stay."""
    play, organiser = move.play, move.play.stage.organiser
    play.narrator.act("Last year", "League, Open and Candidates come in from three files.")
    files = papers.past_events(play.stage.now)
    given = {"file" if number == 1 else f"file_{number}": file for number, file in enumerate(files, 1)}
    shown = await organiser.type("tournament import", **given)
    play.note(organiser, "sends three past events in", shown)
    for pressed in ("record-same", f"record-ratings:{RatingsTaken.LEFT}", "record-bring"):
        play.note(organiser, f"presses {pressed}", await organiser.press(shown.post, pressed))
    await play.wait(minutes=1)
    # Official events are the committee's matter: somebody of it who does not play in them signs.
    president, stage = play.stage.president, play.stage
    play.note(president, "signs", await president.press(stage.latest("sign", stage.announcements), "sign"))
    await play.wait(minutes=1)


SCRIPT: Final = Script(
    "an association of forty that moves in with last year's events and plays a whole season to the title",
    prepare,
    perform,
    judge,
    subject="moving in",
)
