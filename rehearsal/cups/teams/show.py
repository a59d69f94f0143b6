"""One event of teams, from the invitation to the record."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal import regulation
from rehearsal.acts import entering as acts
from rehearsal.acts import opening, playing
from rehearsal.cast import Cast, Character, Player, gather_for_a_cup
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.cup import NAME
from rehearsal.cups.director import curtain
from rehearsal.cups.rules import CupRules
from rehearsal.cups.teams import entering, trial
from rehearsal.cups.teams import rules as team_rules
from rehearsal.cups.teams.diary import TeamCup
from rehearsal.cups.teams.director import TeamDirector
from rehearsal.cups.teams.judge import judge
from rehearsal.cups.teams.roster import gather
from rehearsal.cups.teams.rules import TeamRules
from rehearsal.cups.teams.stay_on import STAY_ON, StayOnDirector
from rehearsal.diary import Diary
from rehearsal.script import Casting, Script
from rehearsal.show import arbiters_come
from rehearsal.turnout import usual

OPENER: Final = "aije-open"
STAR: Final = "Zelda"
_STRONG: Final = 60
FEW: Final = 6
"""Captains of a challenge, whose matches have many games each."""
IN_A_BRACKET: Final = 13
"""Captains of a knock-out, in which half of them play once."""


def prepare(casting: Casting) -> TeamCup:
    """Every captain takes their place; each has a team."""
    rules, teams = cup_rules.read(casting.rulebook), team_rules.read(casting.rulebook)
    number, among = casting.players or _usual(rules, teams), STAY_ON if teams.stays_on else None
    cast = gather_for_a_cup(casting.stage, number, casting.seed, among=among)
    cup = TeamCup(casting.play(cast), rules, teams=teams, squads=gather(cast.players, teams, casting.seed))
    cup.points = trial.points(cup)
    return cup


def _usual(rules: CupRules, teams: TeamRules) -> int:
    """Captains where no number is asked for."""
    if rules.format == "knockout":
        return IN_A_BRACKET
    return FEW if teams.stays_on else usual(rules)


async def perform(cup: TeamCup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    star = await the_opener(cup) if cup.teams.asks_ratings else None
    await the_teams(cup, star)
    if star is None:
        await arbiters_come(play)
    event = cup.event
    play.narrator.act("The matches", "Board by board; a team leaves, one result is put right, and the bot starts anew.")
    director = StayOnDirector if cup.teams.stays_on else TeamDirector
    await director(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + timedelta(minutes=30))
    await curtain(cup)


async def the_opener(cup: TeamCup) -> Player:
    """An Open in which all captains play, and one who is stronger: it makes the ranking that teams are held to."""
    play = cup.play
    play.narrator.act("The opener", "All captains play an Open: the ranking says later who may be in one team.")
    member = play.stage.member(STAR, "it")
    star = Player(member, Character.STEADY, len(play.cast.players) + _STRONG, regular=False)
    play.narrator.names = {**play.narrator.names, member.id: member.name}
    steady = tuple(replace(one, character=Character.STEADY) for one in play.cast.players)
    path = regulation.find(OPENER)
    opener = replace(
        play,
        cast=Cast((*steady, star), play.cast.referees[:2]),
        rules=regulation.read(path),
        rulebook=path,
        diary=Diary(),
    )
    starts_at = acts.evening(opener, days=2)
    event = await acts.announce(opener, "Open 1", starts_at)
    await acts.register(opener, event, opener.cast.players)
    await acts.check_in(opener, event, opener.cast.players, starts_at)
    await arbiters_come(play)
    await playing.Director(opener, event).until_podium()
    await play.wait(minutes=30)
    return star


async def the_teams(cup: TeamCup, star: Player | None) -> None:
    """From the announcement to the close of check-in."""
    play = cup.play
    play.narrator.act(NAME, f"{len(cup.squads)} captains enter a team; not all of them get it right at once.")
    starts_at = acts.evening(play, days=3)
    event = await acts.announce(play, NAME, starts_at)
    await entering.register(cup, event, star)
    await acts.check_in(
        play,
        event,
        [one for one in play.cast.players if one.character not in entering.OTHERWISE],
        starts_at,
        also=partial(entering.plan, cup, event),
    )


SCRIPT: Final = Script(
    "{players} captains who enter teams by the form, name line-ups, and tell matches board by board",
    prepare,
    perform,
    judge,
)
