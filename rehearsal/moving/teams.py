"""The team cup, played before anybody has a rating from here: the opening list says who may lead whom (AIJE-D05-1)."""

from __future__ import annotations

from typing import Final

from rehearsal import regulation
from rehearsal.acts import entering as acts
from rehearsal.cast import Player
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.teams import entering, trial
from rehearsal.cups.teams import rules as team_rules
from rehearsal.cups.teams.diary import TeamCup, Wrong
from rehearsal.cups.teams.director import TeamDirector
from rehearsal.cups.teams.roster import Mate, Squad
from rehearsal.diary import EventDiary
from rehearsal.moving import papers
from rehearsal.moving.diary import Move
from rehearsal.show import arbiters_come

RULEBOOK: Final = "aije-teams"
_NAMES: Final = ("Amber", "Birch", "Coral")
_TEAMS: Final = len(_NAMES)


async def the_team_cup(move: Move) -> None:
    """Three captains of the list, each with two of it who have no Discord, meet each other once."""
    play, path = move.play, regulation.find(RULEBOOK)
    play.narrator.act("The team cup", "The list says who may lead: nobody here has played a game under the bot.")
    play.rules, rules = regulation.read(path), team_rules.read(path)
    captains = [player for player in play.cast.players if player.name in papers.CAPTAINS]
    starts_at = acts.evening(play, days=2)
    event = await acts.announce(play, "Team cup", starts_at)
    cup = move.teams = TeamCup(play, cup_rules.read(path), teams=rules, squads=_squads(captains))
    cup.points = trial.points(cup)
    await _enter(move, cup, event)
    await arbiters_come(play)
    await acts.check_in(play, event, captains, starts_at)
    # Once in a season is enough: the bot is stopped in the middle of the League.
    cup.restarted_at = play.stage.now
    await TeamDirector(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


def _squads(captains: list[Player]) -> list[Squad]:
    """Two each of those who are on the list by name alone, all of them rated below the captains."""
    mates = [Mate(name) for name in papers.others()]
    return [
        Squad(captain, team, [Mate(captain.name, captain.member), *mates[at::_TEAMS][:2]])
        for at, (captain, team) in enumerate(zip(captains, _NAMES, strict=True))
    ]


async def _enter(move: Move, cup: TeamCup, event: EventDiary) -> None:
    """Whoever is not on the list leads nobody, and whoever is rated higher than the captain plays for another."""
    await entering.leads_unrated(cup, event, cup.squads[0])
    for squad in cup.squads[:-1]:
        await entering.enter(cup, event, squad)
    last, first = cup.squads[-1], next(player for player in move.play.cast.players if player.name == papers.LEAGUE[0])
    words = (first.name, last.captain.name)
    await entering.takes_the_star(first, Wrong.NOT_HIGHEST, words, cup, event, last)
