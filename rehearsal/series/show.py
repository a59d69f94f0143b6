"""`--rulebook series`: cups of a server that count together, one that is taken out again, and the final."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from rehearsal.acts import entering, opening
from rehearsal.cast import Character, Player, gather_for_a_cup
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.cup import Cup
from rehearsal.cups.director import CupDirector
from rehearsal.diary import EventDiary
from rehearsal.script import Casting, Script
from rehearsal.series.diary import BEST, FINALISTS, PLACES, PLAYED, Season
from rehearsal.series.diary import NAME as SERIES
from rehearsal.series.judge import judge

NAME: Final = "series"
RULEBOOK: Final = "cup"
"""By which its events are played."""
_PLAYERS: Final = 9
_SCENES: Final = frozenset({Character.FORGETS, Character.CLAIMS_TOO_MUCH, Character.VANISHES})
_A_WHILE: Final = timedelta(minutes=30)


def prepare(casting: Casting) -> Season:
    """Everybody takes their place; one of them forgets every check-in, one never comes to a match."""
    cast = gather_for_a_cup(casting.stage, _PLAYERS, casting.seed, among=_SCENES)
    return Season(casting.play(cast))


async def perform(season: Season) -> None:
    """All acts, one after the other."""
    play = season.play
    await opening.opening(play)
    await the_series(season)
    everybody = play.cast.players
    season.counted.append(await _cup(season, "Alba", everybody))
    season.counted.append(await _cup(season, "Bruma", everybody[:-2]))
    season.guest = await _cup(season, "Cometa", everybody[2:7])
    await taken_out(season)
    season.counted.append(await _cup(season, "Duna", everybody[1:]))
    await looks(season, "before the final")
    await the_final(season)


async def the_series(season: Season) -> None:
    """The organiser fills in a form of five fields."""
    play, organiser = season.play, season.play.stage.organiser
    await opening.switch_on(play, "series")
    play.narrator.act("The series", f"The best {BEST} cups of each count; the first {FINALISTS} play a final.")
    form = play.note(organiser, "types /series create", await organiser.type("series create"))
    numbers = {"played": str(PLAYED), "best": str(BEST), "finalists": str(FINALISTS)}
    given = {"name": SERIES, "places": " ".join(map(str, PLACES)), **numbers}
    play.note(organiser, "fills in the form", await organiser.fill(form, **given))


async def _cup(season: Season, name: str, players: Sequence[Player]) -> EventDiary:
    """A cup that counts from its announcement on."""
    play, organiser = season.play, season.play.stage.organiser
    play.narrator.act(name, f"{len(players)} members want to play; it counts in the series.")
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, name, starts_at)
    added = await organiser.type("series add", series=SERIES, tournament=event.event_id)
    play.note(organiser, f"lets {name} count", added)
    await entering.register(play, event, players)
    await _to_the_podium(season, event, players, starts_at)
    return event


async def _to_the_podium(season: Season, event: EventDiary, players: Sequence[Player], starts_at: datetime) -> None:
    play = season.play
    await entering.check_in(play, event, players, starts_at)
    cup = season.cups[event.event_id] = Cup(play, cup_rules.read(play.rulebook))
    cup.restarted_at = play.stage.now
    await CupDirector(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + _A_WHILE)


async def taken_out(season: Season) -> None:
    """The organiser takes a cup out again, which had counted."""
    play, organiser, guest = season.play, season.play.stage.organiser, season.guest
    assert guest is not None
    play.narrator.act("Taken out", "A cup that was meant for fun counts no more.")
    await looks(season, "with the guest")
    answer = await organiser.type("series remove", series=SERIES, tournament=guest.event_id)
    play.note(organiser, f"takes {guest.name} out", answer)
    await looks(season, "without the guest")


async def looks(season: Season, when: str) -> None:
    """Somebody looks at the standings."""
    reader = season.play.cast.players[-1].member
    answer = await reader.type("series standings", series=SERIES)
    season.looked[when] = season.play.note(reader, "looks at the standings", answer)


async def the_final(season: Season) -> None:
    """The first are asked, one declines and the next is asked, and they play."""
    play, organiser = season.play, season.play.stage.organiser
    play.narrator.act("The final", f"The first {FINALISTS} are asked; one leaves the seat to the next.")
    for player in play.cast.players[:3]:
        asked = await player.member.type("me")
        season.asked_me[player.member.id] = play.note(player.member, "types /me", asked)
    starts_at = entering.evening(play, days=5)
    event = season.final = await entering.announce(play, "Estrela", starts_at)
    shown = await organiser.type("series final", series=SERIES, tournament=event.event_id)
    play.note(organiser, "looks who would play the final", shown)
    named = await organiser.press(shown.post, "series-final-name")
    play.note(organiser, "lets the invitations go out", named)
    await play.wait(minutes=1)
    await _answers(season, decline=True)
    await play.wait(minutes=1)
    await _answers(season, decline=False)
    assert event.announcement is not None
    stranger = next(one.member for one in play.cast.players if one.member.id not in _invitees(season))
    answer = await entering.ask_for_a_place(stranger, event.announcement)
    season.outside = play.note(stranger, "wants to play the final without a seat", answer)
    players = [one for one in play.cast.players if one.member.id in _invitees(season) - {season.declined}]
    for player in players:
        event.registered[player.member.id] = play.stage.now
    await _to_the_podium(season, event, players, starts_at)
    reader = play.cast.players[0].member
    taken = await reader.type("series export", series=SERIES)
    play.note(reader, "takes the series away as a file", taken)


async def _answers(season: Season, *, decline: bool) -> None:
    """Those who were asked last answer; the second of them declines where that is wanted."""
    play, post = season.play, season.play.stage.latest("series-answer", season.play.stage.announcements)
    for number, member_id in enumerate(sorted(post.pinged)):
        member = play.stage.by_id(member_id)
        own = play.note(member, "looks at the invitation", await member.press(post, "series-answer"))
        says_no = decline and number == 1
        if says_no:
            season.declined = member_id
        verb = "series-no" if says_no else "series-yes"
        play.note(member, "declines" if says_no else "accepts", await member.press(own.post, verb))


def _invitees(season: Season) -> set[int]:
    posts = [one for one in season.play.witness.posts_of("announcements") if one.has("series-answer")]
    return {member for post in posts for member in post.pinged}


SCRIPT: Final = Script(
    "{players} members whose cups count together, to a final for the first of them",
    prepare,
    perform,
    judge,
    subject="a series of cups",
)
