"""Teams enter: captains fill in the form, are told what is wrong with a team, and put it right."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

from rehearsal.acts import entering
from rehearsal.cast import Character, Player
from rehearsal.cups.teams.diary import TeamCup, Wrong
from rehearsal.cups.teams.roster import Mate, Squad, of_character
from rehearsal.cups.teams.saying_yes import all_say_yes
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.play import Agenda

Scene = Callable[[TeamCup, EventDiary, Squad], Awaitable[None]]
_RANKED: Final = re.compile(r"^\D*(\d+)\D*<@(\d+)>", re.MULTILINE)
OTHERWISE: Final = frozenset({Character.LAST_MINUTE, Character.SILENT})
"""Whose team comes in otherwise than by a press of its captain."""
_CHOSEN: Final = 2
"""Members of the server whom the first captain takes from the menu."""


async def register(cup: TeamCup, event: EventDiary, star: Player | None) -> None:
    """One captain after the other, in the days before; what somebody tries in vain comes first."""
    early = [one for one in cup.squads if one.captain.character is not Character.LAST_MINUTE]
    ranked = await _ranking(cup) if cup.teams.asks_ratings else []
    scenes = _scenes(cup, early, ranked, star)
    agenda, moment = Agenda(cup.play), cup.play.stage.now
    for squad in early:
        moment += cup.play.seconds(600, 3 * 3600)
        agenda.at(moment, partial(_enter_after, cup, event, squad, scenes.get(squad.name, [])))
    await agenda.all()


async def _enter_after(cup: TeamCup, event: EventDiary, squad: Squad, scenes: list[Scene]) -> None:
    for scene in scenes:
        await scene(cup, event, squad)
    if squad.captain.member.id not in event.registered:
        await enter(cup, event, squad)


def _scenes(
    cup: TeamCup, early: list[Squad], ranked: list[tuple[int, int]], star: Player | None
) -> dict[str, list[Scene]]:
    """Who tries what, by the team's name; an event that has no such rule has no such scene."""
    found: dict[str, list[Scene]] = {one.name: [] for one in early}
    if not cup.teams.is_dispute:
        found[early[0].name].append(_chooses)
        found[early[2].name] += [_takes_a_member, _loses_a_member] if cup.teams.size > _CHOSEN else []
    found[early[1].name].append(_one_too_many)
    found[early[2].name].insert(0, _takes_a_name)
    found[early[3].name].append(_comes_alone)
    if cup.teams.oldest_year is not None:
        found[early[3].name].append(_names_the_years_wrong)
    if cup.teams.asks_ratings:
        found[early[1].name].append(leads_unrated)
    if star is not None:
        _plan_the_star(cup, early, ranked, star, found)
    return found


def _plan_the_star(
    cup: TeamCup, early: list[Squad], ranked: list[tuple[int, int]], star: Player, found: dict[str, list[Scene]]
) -> None:
    """The best of the ranking is wanted by two captains: by one of the first too, and by one who is none of them."""
    place = {member: at for at, member in ranked}
    top = cup.teams.top_ranked or 0
    free = [one for at, one in enumerate(early) if at not in {0, 2}]
    first = next((one for one in reversed(free) if place.get(one.captain.member.id, top + 1) <= top), None)
    other = next((one for one in free if place.get(one.captain.member.id, 0) > top), None)
    if first is not None and cup.teams.most_top_ranked == 1:
        words = (star.name, first.captain.name, str(top))
        found[first.name].append(partial(takes_the_star, star, Wrong.TWO_OF_THE_TOP, words))
    if other is not None and cup.teams.highest_leads:
        rivals = (star.name, other.captain.name)
        found[other.name].append(partial(takes_the_star, star, Wrong.NOT_HIGHEST, rivals))
        cup.due.add(Wrong.NOT_HIGHEST)


async def _ranking(cup: TeamCup) -> list[tuple[int, int]]:
    """The published ranking as a member reads it: places, and Discord ids."""
    reader = cup.squads[0].captain.member
    answer = cup.play.note(reader, "looks at the ranking", await reader.type("ranking"))
    return [(int(place), int(member)) for place, member in _RANKED.findall(answer.text)]


async def fill(event: EventDiary, captain: Member, name: str, typed: str, *, command: bool = False) -> Answer:
    """The captain opens the form and sends it in."""
    assert event.announcement is not None
    if command:
        asked = await captain.type("register", tournament=event.event_id)
    else:
        asked = await captain.press(event.announcement, "register")
    return await captain.fill(asked, name=name, members=typed)


async def enter(cup: TeamCup, event: EventDiary, squad: Squad) -> Answer:
    """The whole team by one form; an eighth of the captains opens it by command."""
    captain = squad.captain.member
    event.registered[captain.id] = cup.play.stage.now
    by_command = cup.squads.index(squad) % 8 == 3
    answer = await fill(event, captain, squad.name, squad.form_text(cup.teams), command=by_command)
    cup.play.note(captain, f"registers {squad.name}", answer)
    await all_say_yes(cup, event, squad, answer)
    return answer


def plan(cup: TeamCup, event: EventDiary, agenda: Agenda, opens_at: datetime, closes_at: datetime) -> None:
    """What only teams do while check-in is open: one enters then, and of one a member confirms."""
    window = closes_at - opens_at
    for player in cup.play.cast.players:
        if player.character is Character.LAST_MINUTE:
            agenda.at(opens_at + window * 2 / 3, partial(come_late, cup, event, player))
        elif player.character is Character.SILENT:
            agenda.at(opens_at + window / 4, partial(confirm_by_a_mate, cup, event, player))


async def come_late(cup: TeamCup, event: EventDiary, player: Player) -> None:
    """Registers while check-in is open, a name short; a team that is not whole cannot confirm."""
    squad, captain = cup.squad(player.member.id), player.member
    await _begin(cup, event, squad, len(squad.people) - cup.teams.substitutes - 1)
    await _confirm_in_vain(cup, event, captain)
    await _complete(cup, event, squad, whole=True)
    await entering.confirm(cup.play, event, player)


async def _confirm_in_vain(cup: TeamCup, event: EventDiary, captain: Member) -> None:
    assert event.announcement is not None
    answer = await captain.press(event.announcement, "check-in")
    cup.refuse(Wrong.TOO_SMALL, captain.name, answer, "1", str(cup.teams.size))
    cup.play.note(captain, "wants to check in without a whole team", answer)


async def confirm_by_a_mate(cup: TeamCup, event: EventDiary, player: Player) -> None:
    """Somebody of the team confirms it where one of them is in the server, else the captain."""
    members = (one.member for one in cup.squad(player.member.id).people)
    mate = next((one for one in members if one is not None and one is not player.member), None)
    if mate is None:
        await entering.confirm(cup.play, event, player)
        return
    assert event.announcement is not None
    event.confirmed[player.member.id] = cup.play.stage.now
    cup.play.note(mate, f"checks the team of {player.name} in", await mate.press(event.announcement, "check-in"))


async def _begin(cup: TeamCup, event: EventDiary, squad: Squad, number: int) -> Answer:
    """The team with its first members alone; the others follow."""
    captain = squad.captain.member
    event.registered[captain.id] = cup.play.stage.now
    names = "\n".join(one.line(cup.teams) for one in squad.people[:number])
    answer = await fill(event, captain, squad.name, names)
    cup.play.note(captain, f"registers {squad.name} with {number} names", answer)
    await all_say_yes(cup, event, squad, answer)
    return answer


async def _complete(cup: TeamCup, event: EventDiary, squad: Squad, *, whole: bool) -> None:
    """The form once more, with everybody's names and accounts."""
    captain = squad.captain.member
    asked = await captain.type("team edit", tournament=event.event_id)
    answer = await captain.fill(asked, name=squad.name, members=squad.form_text(cup.teams))
    cup.play.note(captain, "completes the team" if whole else "adds what is missing", answer)
    await all_say_yes(cup, event, squad, answer)


async def _chooses(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """The first captain takes members of the server from the menu instead of writing them."""
    number = min(_CHOSEN, cup.teams.size - 1)
    chosen = [_guest(cup, name) for name in ("Nadia", "Nuno")[:number]]
    squad.people = squad.people[: len(squad.people) - number]
    answer = await _begin(cup, event, squad, len(squad.people))
    squad.people += chosen
    members = [one.member for one in chosen if one.member is not None]
    captain = squad.captain.member
    picked = cup.play.note(captain, "chooses members", await captain.choose(answer.post, "team-add", *members))
    assert picked.posts
    if cup.teams.account is not None:
        await _complete(cup, event, squad, whole=False)
    else:
        await all_say_yes(cup, event, squad, picked)


def _guest(cup: TeamCup, name: str) -> Mate:
    member = cup.play.stage.members.get(name) or cup.play.stage.member(name, "pt-BR")
    cup.play.narrator.names = {**cup.play.narrator.names, member.id: member.name}
    return Mate(name, member)


async def _takes_a_member(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """Somebody who plays for another team is refused, with the name of that team."""
    other = cup.squads[0]
    answer = await _begin(cup, event, squad, len(squad.people) - 1)
    captain, wanted = squad.captain.member, other.people[-1]
    refused = await captain.choose(answer.post, "team-add", wanted.member)
    cup.refuse(Wrong.IN_ANOTHER, captain.name, refused, wanted.name, other.name)
    cup.play.note(captain, f"chooses {wanted.name}, who plays for {other.name}", refused)


async def _loses_a_member(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """A member joins and leaves again; the captain names somebody else."""
    captain, guest = squad.captain.member, _guest(cup, "Olga B")
    assert guest.member is not None
    shown = await captain.type("team show", tournament=event.event_id)
    chosen = cup.play.note(captain, "chooses Olga B", await captain.choose(shown.post, "team-add", guest.member))
    squad.people.append(guest)
    await all_say_yes(cup, event, squad, chosen)
    squad.people.remove(guest)
    left = await guest.member.type("team leave", tournament=event.event_id)
    cup.play.note(guest.member, f"leaves {squad.name}", left)
    await _complete(cup, event, squad, whole=True)


async def _one_too_many(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    captain, extra = squad.captain.member, f"Zita {squad.name}"
    behind = "" if cup.teams.oldest_year is None else f"; {cup.teams.oldest_year}"
    typed = f"{squad.form_text(cup.teams)}\n{extra}{behind}"
    refused = await fill(event, captain, squad.name, typed)
    cup.refuse(Wrong.OVERFULL, captain.name, refused, extra, str(cup.teams.most), str(cup.teams.most + 1))
    cup.play.note(captain, f"names {cup.teams.most + 1} members", refused)


async def _takes_a_name(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    captain, taken = squad.captain.member, cup.squads[0].name
    refused = await fill(event, captain, taken.upper(), squad.form_text(cup.teams))
    cup.refuse(Wrong.NAME_TAKEN, captain.name, refused, taken.upper())
    cup.play.note(captain, "wants a name that another team has", refused)


async def _names_the_years_wrong(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """A pupil of an older category, then one whose year is not told (OLY-1)."""
    captain, pupil, oldest = squad.captain.member, squad.people[1], cup.teams.oldest_year or 0
    kept, pupil.year = pupil.year, oldest + 1
    refused = await fill(event, captain, squad.name, squad.form_text(cup.teams))
    cup.refuse(Wrong.TOO_OLD, captain.name, refused, pupil.name, str(oldest + 1), str(oldest))
    cup.play.note(captain, "names a pupil of an older category", refused)
    pupil.year = None
    refused = await fill(event, captain, squad.name, squad.form_text(cup.teams))
    cup.refuse(Wrong.NO_YEAR, captain.name, refused, pupil.name)
    cup.play.note(captain, "forgets a pupil's school year", refused)
    pupil.year = kept


async def _comes_alone(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """An organiser wants to enter somebody who has no team."""
    organiser = cup.play.stage.organiser
    refused = await organiser.type("tournament enter", tournament=event.event_id, name="Zora")
    cup.refuse(Wrong.ALONE, organiser.name, refused, event.name)
    cup.play.note(organiser, "wants to enter somebody alone", refused)
    del squad


async def leads_unrated(cup: TeamCup, event: EventDiary, squad: Squad) -> None:
    """Whoever has no rating leads no team (AIJE-D05-1)."""
    captain = _guest(cup, "Mara").member
    assert captain is not None
    typed = "\n".join(Mate(name).line(cup.teams) for name in ("Mara", *(f"{one} Mara" for one in ("Ivo", "Lia"))))
    refused = await fill(event, captain, "Unrated", typed)
    cup.refuse(Wrong.NO_RATING, captain.name, refused, "Mara")
    cup.play.note(captain, "wants to lead a team without a rating", refused)
    del squad


async def takes_the_star(
    star: Player, wrong: Wrong, words: tuple[str, ...], cup: TeamCup, event: EventDiary, squad: Squad
) -> None:
    """The best of the ranking is wanted for the team, and refused with the reason (AIJE-D05-1)."""
    captain = squad.captain.member
    answer = await _begin(cup, event, squad, len(squad.people) - 1)
    refused = await captain.choose(answer.post, "team-add", star.member)
    cup.refuse(wrong, captain.name, refused, *words)
    cup.play.note(captain, f"wants {star.name} for the team", refused)
    await _complete(cup, event, squad, whole=True)


def expected_offences(cup: TeamCup) -> set[Wrong]:
    """What has to be tried at the registration, by the rulebook."""
    found = {Wrong.OVERFULL, Wrong.NAME_TAKEN, Wrong.ALONE}
    if of_character(cup.squads, Character.LAST_MINUTE) is not None:
        found.add(Wrong.TOO_SMALL)
    if cup.teams.oldest_year is not None:
        return found | {Wrong.TOO_OLD, Wrong.NO_YEAR}
    if cup.teams.size > _CHOSEN:
        found |= {Wrong.IN_ANOTHER} if cup.teams.stays_on else {Wrong.IN_ANOTHER, Wrong.NOT_A_CAPTAIN}
    if cup.teams.top_ranked is not None and cup.teams.most_top_ranked == 1:
        found.add(Wrong.TWO_OF_THE_TOP)
    return found | ({Wrong.NO_RATING} if cup.teams.highest_leads else set())
