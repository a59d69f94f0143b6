"""The organiser who plays: alone in a cup, and then beside another organiser."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.acts import entering, opening
from rehearsal.acts.called import new_cards
from rehearsal.acts.opening import TIME_ZONE
from rehearsal.diary import Ending, EventDiary
from rehearsal.members import Answer, Member
from rehearsal.own import presses
from rehearsal.own.bodies import ELSEWHERE
from rehearsal.own.deciding import ask_to_agree, decide, object_to
from rehearsal.own.diary import WHY, Deed, OwnEvent, Scene
from rehearsal.own.go import NEXT, SERIES, before_it_begins
from rehearsal.own.rounds import A_MOMENT, come, next_own_card, own_card, play_out, players, score_for
from rehearsal.play import Play
from rehearsal.posts import Post

CUP: Final = "Aurora"
_IN_THE_CUP: Final = ("Otto", "Marta", "Nico", "Olivia", "Pedro", "Quim", "Rosa", "Sergio")
ABROAD: Final = "Zeno"
"""Has no Discord account, and no rating: nothing hangs on the name but who it is."""
RATED: Final = 2000
OF_A_MASTER: Final = 2350
"""So much is enough for a title, once the last year's event is in."""
_SWITCHES: Final = ("go", "series", "cases", "association")


async def bring_people_in(own: OwnEvent) -> None:
    """The owner brings the players in with their ratings, an arbiter's title, and somebody without Discord."""
    await opening.switch_on(own.play, *_SWITCHES)
    known = [one.member for one in own.play.cast.players if one.member is not own.play.stage.leader]
    titled = {own.play.stage.arbiter.id: "AJ"}
    rated = {own.play.stage.president.id: OF_A_MASTER}
    lines = [f"{one.name};{one.id};{rated.get(one.id, RATED)};{titled.get(one.id, '')}" for one in known]
    text = "\n".join(("name;discord;rating;arbiter", *lines, f"{ABROAD};;;", f"{ELSEWHERE};;{RATED};"))
    await opening.bring_list(own.play, own.play.stage.owner, ("players.csv", text.encode()))


def start_as_typed(play: Play, days: int) -> str:
    """Eight in the evening, in so many days, as an organiser types it."""
    return entering.evening(play, days).astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")


async def before_the_start(own: OwnEvent) -> EventDiary:
    """The only organiser registers for the own cup, and decides about it again and again; two players undo each."""
    play, otto = own.play, own.play.stage.organiser
    own.moments[CUP] = entering.evening(play, 3)
    event = await entering.announce(play, CUP, own.moments[CUP], "cup")
    await entering.register(play, event, players(own, *_IN_THE_CUP))
    play.narrator.act("Alone", "The only organiser plays, and decides about the own cup in public, for a reason.")
    cup, marta, nico = event.event_id, play.stage.members["Marta"], play.stage.members["Nico"]
    tries: tuple[tuple[str, str, str, Deed], ...] = (
        ("move_start", "move the start", "place_or_time", partial(presses.move, otto, cup, start_as_typed(play, 5))),
        ("cancel_tournament", "call it off", "few_players", partial(presses.cancel, otto, cup)),
        ("seed_by_hand", "seed by hand", "players_asked", partial(presses.seed, otto, cup)),
    )
    for act, what, ground, deed in tries:
        asked = await own.attempt(Scene.ALONE, act, what, otto, deed)
        done = await decide(own, act, what, asked, ground)
        await object_to(own, done, (marta, nico), (otto, play.stage.leader))
    return event


async def name_chief(member: Member, event: str, arbiter: Member) -> Answer:
    """Names the chief arbiter of the event."""
    return await member.type("chief name", tournament=event, arbiter=arbiter)


async def the_own_match(own: OwnEvent, event: EventDiary) -> None:
    """In the own match the organiser's word waits for the opponent, and lapses, and counts once they agree."""
    play, otto = own.play, own.play.stage.organiser
    await entering.check_in(play, event, players(own, *_IN_THE_CUP), own.moments[CUP])
    play.narrator.act("The own match", "What the organiser would decide in it waits for the opponent.")
    cards = new_cards(play, event)
    card, opponent = own_card(own, event, cards)
    for one in cards:
        await come(play, event, one)
    match = card.subject("here")
    score = score_for(event, match, otto)
    await own.attempt(Scene.ALONE, "stop_match", "suspend the own match", otto, partial(presses.stop, otto, match))
    asked = await own.attempt(
        Scene.ALONE, "rule_result", "decide the own match", otto, partial(presses.rule, otto, match, score)
    )
    await ask_to_agree(own, asked, "lapses")
    await play.wait(minutes=16)
    await _pause(own, event, "pause it")
    asked = await own.attempt(
        Scene.ALONE, "rule_result", "decide the own match again", otto, partial(presses.rule, otto, match, score)
    )
    await ask_to_agree(own, asked, "agreed")
    await _agrees(own, event, opponent, match, score)
    await _pause(own, event, "pause it again")
    await play_out(play, event, [one for one in cards if one is not card])


async def _agrees(own: OwnEvent, event: EventDiary, opponent: Member, match: str, score: str) -> None:
    """The opponent presses, and the score counts."""
    play, otto = own.play, own.play.stage.organiser
    await play.wait(minutes=2)
    request = play.stage.latest("own-agree")
    own.moments["agreed"] = play.stage.now
    play.note(opponent, "agrees", await opponent.press(request, "own-agree"))
    played = event.matches[match]
    won, lost = (int(one) for one in max(score, score[::-1]).split("-"))
    played.games = {otto.id: won, opponent.id: lost}
    played.ending = Ending.RULED
    await play.wait_until(play.stage.now + A_MOMENT)


async def _pause(own: OwnEvent, event: EventDiary, what: str) -> None:
    """A pause that players end; the second one another organiser ends, so that the objections come too late."""
    play, otto = own.play, own.play.stage.organiser
    asked = await own.attempt(Scene.ALONE, "pause_tournament", what, otto, partial(presses.pause, otto, event.event_id))
    done = await decide(own, "pause_tournament", what, asked, "trouble")
    if what == "pause it again":
        await play.wait(minutes=1)
        resumed = await own.second.type("tournament resume", tournament=event.event_id)
        play.note(own.second, "lets it go on", resumed)
        own.moments["too late"] = play.stage.now
    await object_to(own, done, [play.stage.members[name] for name in ("Marta", "Nico")])


async def beside_another(own: OwnEvent, event: EventDiary) -> None:
    """The second organiser has run something here: who plays decides nothing any more, and is told who does."""
    play, otto, cup = own.play, own.play.stage.organiser, event.event_id
    play.narrator.act("Somebody else is there", "Who plays is told who decides instead.")
    card, other = sorted(new_cards(play, event), key=lambda one: f"<@{otto.id}>" not in one.text)
    for one in (card, other):
        await come(play, event, one)
    match = card.subject("here")
    before = next(one for one, played in event.matches.items() if otto.id in played.players)
    score = score_for(event, match, otto)
    # The same winner: of another one the match that is on now would hang on it.
    closer = score_for(event, before, otto).replace("0", "1")
    for act, what, deed in (
        ("pause_tournament", "pause it", partial(presses.pause, otto, cup)),
        ("cancel_tournament", "call it off", partial(presses.cancel, otto, cup)),
        ("rule_result", "decide the own match", partial(presses.rule, otto, match, score)),
        ("stop_match", "suspend the own match", partial(presses.stop, otto, match)),
        ("assign_arbiter", "have a friend follow the own match", partial(_assign, otto, match, own.arbiter)),
        ("correct_result", "put the own result right", partial(presses.correct, otto, before, closer)),
        ("take_out_player", "take a rival out", partial(presses.remove, otto, cup, play.stage.members["Marta"])),
    ):
        await own.attempt(Scene.OTHERS, act, what, otto, deed)
    await _the_rest_of_the_cup(own, event, card, other)


async def _the_rest_of_the_cup(own: OwnEvent, event: EventDiary, card: Post, other: Post) -> None:
    """The organiser goes on to the final, may not decide who comes there, and the cup is played to its end."""
    play, otto, rivals = own.play, own.play.stage.organiser, other.subject("here")
    await play_out(play, event, [card], winner=otto)
    what, deed = "decide the match of whom one meets next", partial(presses.rule, otto, rivals, "2-0")
    await own.attempt(Scene.OTHERS, "rule_result", what, otto, deed)
    await play_out(play, event, [other])
    final = new_cards(play, event)
    for one in final:
        await come(play, event, one)
    await play_out(play, event, final)
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=1)


async def _assign(member: Member, match: str, friend: Member) -> Answer:
    return await member.type("arbiter assign", match=match, arbiter=friend)


async def _count(member: Member, event: str) -> Answer:
    return await member.type("series add", series=SERIES, tournament=event)


async def the_next_one(own: OwnEvent, cup: EventDiary) -> None:
    """The next event, of Go: what its organiser would arrange before it begins is for the other one to do."""
    play, otto = own.play, own.play.stage.organiser
    await _a_series(own, cup)
    event = await entering.announce(play, NEXT, entering.evening(play, 4), "go-swiss")
    await entering.register(play, event, players(own, *_IN_THE_CUP, "Abel"))
    play.narrator.act("The next event", "Before it begins who plays arranges nothing of it.")
    number, marta, nico = event.event_id, play.stage.members["Marta"], play.stage.members["Nico"]
    named = await name_chief(own.second, number, own.arbiter)
    play.note(own.second, "names the chief", named)
    for act, what, deed in (
        ("move_start", "move the start", partial(presses.move, otto, number, start_as_typed(play, 5))),
        ("cancel_tournament", "call it off", partial(presses.cancel, otto, number)),
        ("keep_apart", "keep two apart", partial(presses.keep_apart, otto, number, marta, nico)),
        ("relieve_arbiter", "relieve the chief", partial(_relieve, otto, number, own.arbiter)),
        ("name_chief", "name the chief", partial(name_chief, otto, number, own.second)),
        ("count_in_series", "have it count in a series", partial(_count, otto, number)),
    ):
        await own.attempt(Scene.OTHERS, act, what, otto, deed)
    await before_it_begins(own, event)
    play.note(own.second, "calls it off", await presses.cancel(own.second, number))
    own.moments["called off by another"] = play.stage.now
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=1)


async def _a_series(own: OwnEvent, cup: EventDiary) -> None:
    """The second organiser has the cup count in it."""
    organiser = own.second
    form = await organiser.type("series create")
    given = {"name": SERIES, "places": "10 6 4", "played": "1", "best": "2", "finalists": "2"}
    own.play.note(organiser, "makes a series", await organiser.fill(form, **given))
    added = await organiser.type("series add", series=SERIES, tournament=cup.event_id)
    own.play.note(organiser, "lets the cup count", added)


async def _relieve(member: Member, event: str, arbiter: Member) -> Answer:
    return await member.type("chief relieve", tournament=event, arbiter=arbiter, reason="Too strict")


OFFICIAL: Final = "Carmo"
_IN_THE_OFFICIAL: Final = ("Otto", "Odile", "Abel", "Paula", "Lena", "Marta", "Nico", "Olivia")


async def the_official_one(own: OwnEvent) -> EventDiary:
    """All who organise or hold an office play in an Open: what its organiser wants waits for who does not play."""
    play, otto = own.play, own.play.stage.organiser
    own.moments[OFFICIAL] = entering.evening(play, 6)
    event = await entering.announce(play, OFFICIAL, own.moments[OFFICIAL], "aije-open")
    await entering.register(play, event, players(own, *_IN_THE_OFFICIAL))
    play.narrator.act("Ratings move", "What the organiser wants waits a day for somebody who does not play.")
    number = event.event_id
    call_off = partial(presses.cancel, otto, number)
    asked = await own.attempt(Scene.OFFICIAL, "cancel_tournament", "call it off", otto, call_off)
    await _to_be_signed(own, asked, "declined")
    card = play.stage.latest("sign", play.stage.announcements)
    for member in (otto, play.stage.president):
        own.in_vain.append(play.note(member, "would sign", await member.press(card, "sign")))
    form = await own.arbiter.press(card, "sign-decline")
    play.note(own.arbiter, "declines", await own.arbiter.fill(form, reason="It can be played"))
    asked = await own.attempt(Scene.OFFICIAL, "cancel_tournament", "call it off again", otto, call_off)
    own.in_vain.append(await _to_be_signed(own, asked, "declined before"))
    name = partial(name_chief, otto, number, own.arbiter)
    asked = await own.attempt(Scene.OFFICIAL, "name_chief", "name the chief", otto, name)
    await _to_be_signed(own, asked, "lapsed")
    await play.wait(hours=25)
    return event


async def _to_be_signed(own: OwnEvent, asked: Answer, name: str) -> Answer:
    """The organiser picks a reason, and somebody else is asked to sign; answers what the organiser is told."""
    play, otto, told = own.play, own.play.stage.organiser, asked
    if any(post.has(WHY) for post in asked.posts):
        own.moments[name] = play.stage.now
        told = play.note(otto, "picks a reason", await otto.choose(asked.post, WHY, "few_players"))
    await play.wait_until(play.stage.now + A_MOMENT)
    return told


async def the_own_clock(own: OwnEvent, event: EventDiary) -> None:
    """A pause is signed; and when the organiser does not come to the next match, the clock runs whatever they ask."""
    play, otto = own.play, own.play.stage.organiser
    await entering.check_in(play, event, players(own, *_IN_THE_OFFICIAL), own.moments[OFFICIAL])
    on_duty = await own.arbiter.type("arbiter on")
    play.note(own.arbiter, "goes on duty", on_duty)
    await play.wait_until(play.stage.now + A_MOMENT)
    cards = new_cards(play, event)
    for one in cards:
        await come(play, event, one)
    until = (play.stage.now + timedelta(minutes=20)).astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    await _pause_officially(own, event, "pause it", "signed", until)
    await play.wait(minutes=25)
    await play_out(play, event, cards, winner=otto)
    play.narrator.act("The own clock", "A pause that waits for a signature stops nothing.")
    card, opponent = await next_own_card(own, event)
    played = event.matches[card.subject("here")]
    played.arrivals[opponent.id] = play.stage.now
    play.note(opponent, "is here", await opponent.press(card, "here"))
    await _pause_officially(own, event, "pause it while the own clock runs", "own clock", "")
    played.ending, own.own_match = Ending.WALKOVER, card.subject("here")
    await play.wait(minutes=30)


async def _pause_officially(own: OwnEvent, event: EventDiary, what: str, name: str, until: str) -> None:
    """The organiser asks for a pause, and who does not play signs it."""
    play, otto = own.play, own.play.stage.organiser
    deed = partial(presses.pause, otto, event.event_id, until)
    await _to_be_signed(own, await own.attempt(Scene.OFFICIAL, "pause_tournament", what, otto, deed), name)
    card = play.stage.latest("sign", play.stage.announcements)
    signed = play.note(own.arbiter, "signs", await own.arbiter.press(card, "sign"))
    if name == "own clock":
        own.in_vain.append(signed)
