"""Five play, one of them runs the cup alone: one objection, `/undo`, and an own match that nobody agrees about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.acts import entering, opening
from rehearsal.acts.called import new_cards
from rehearsal.cast import Cast, Character, Player
from rehearsal.diary import Ending, EventDiary
from rehearsal.members import Answer, Member
from rehearsal.own import presses
from rehearsal.own.deciding import ask_to_agree, decide, object_to
from rehearsal.own.diary import Scene, Tries
from rehearsal.own.few.checks import CUP, NAMES, RULINGS, judge
from rehearsal.own.rounds import A_MOMENT, come, enter_now, own_card, play_out, players, score_for
from rehearsal.posts import Post
from rehearsal.script import Casting, Script

NAME: Final = "own-few"
RULEBOOK: Final = "cup"
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")


def prepare(casting: Casting) -> Tries:
    """Whoever owns the server runs the cup and plays in it with four others."""
    stage = casting.stage
    stage.organiser = stage.owner
    others = [stage.member(name, _LOCALES[at % 4]) for at, name in enumerate(NAMES)]
    cast = tuple(Player(one, Character.STEADY, at, regular=False) for at, one in enumerate((stage.owner, *others), 1))
    return Tries(casting.play(Cast(cast, ())))


async def perform(own: Tries) -> None:
    """All acts, one after the other."""
    play = own.play
    await opening.quick_start(play, opening.TIME_ZONE)
    own.moments[CUP] = entering.evening(play, 2)
    event = await entering.announce(play, CUP, own.moments[CUP], RULEBOOK)
    await enter_now(own, event, play.stage.owner.name, *NAMES)
    await before_the_start(own, event)
    await entering.check_in(play, event, players(own, play.stage.owner.name, *NAMES), own.moments[CUP])
    await the_own_match(own, event)
    await to_the_end(own, event)


async def before_the_start(own: Tries, event: EventDiary) -> None:
    """A rival is taken off and comes back by one objection; another start is taken back for a reason of its own."""
    play, organiser = own.play, own.play.stage.organiser
    play.narrator.act("Few", "With fewer than six players one objection is enough.")
    rival, objects = (play.stage.members[name] for name in NAMES[:2])
    remove = partial(presses.remove, organiser, event.event_id, rival)
    asked = await own.attempt(Scene.ALONE, "take_out_player", "take a rival off", organiser, remove)
    await object_to(own, await decide(own, "take_out_player", "take a rival off", asked, "players_asked"), (objects,))
    typed = entering.evening(play, 4).astimezone(ZoneInfo(opening.TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    move = partial(presses.move, organiser, event.event_id, typed)
    asked = await own.attempt(Scene.ALONE, "move_start", "move the start", organiser, move)
    await decide(own, "move_start", "move the start", asked, "place_or_time")
    asked = await own.attempt(Scene.ALONE, "move_start", "take that back", organiser, partial(_undo, organiser))
    await decide(own, "move_start", "take that back", asked, "slip")


async def _undo(member: Member) -> Answer:
    shown = await member.type("undo")
    return await member.press(shown.post, "undo")


async def the_own_match(own: Tries, event: EventDiary) -> None:
    """The two disagree, twice; the organiser would decide, and the opponent says nothing to it."""
    play, organiser = own.play, own.play.stage.organiser
    cards = new_cards(play, event)
    while not any(f"<@{organiser.id}>" in one.text for one in cards):
        await _play(own, event, cards)
        cards = new_cards(play, event)
    card, opponent = own_card(own, event, cards)
    others = [one for one in cards if one is not card]
    for one in others:
        await come(play, event, one)
    play.narrator.act("The own match", "Nobody agrees: it is played again, and then a lot decides.")
    match = card.subject("here")
    score = score_for(event, match, organiser)
    for name in RULINGS:
        card = _card_of(own, match)
        await come(play, event, card)
        play.note(organiser, f"reports {score}", await organiser.choose(card, "score", score))
        await play.wait_until(play.stage.now + A_MOMENT)
        told = await opponent.press(card, "dispute")
        filled = told if told.result.modal is None else await opponent.fill_text(told, "I have won")
        play.note(opponent, "disputes it", filled)
        rule = partial(presses.rule, organiser, match, score)
        asked = await own.attempt(Scene.ALONE, "rule_result", f"decide the own match: {name}", organiser, rule)
        await ask_to_agree(own, asked, name)
        await play.wait(minutes=16)
    event.matches[match].ending = Ending.RULED
    await play_out(play, event, others)


async def _play(own: Tries, event: EventDiary, cards: Sequence[Post]) -> None:
    for card in cards:
        await come(own.play, event, card)
    await play_out(own.play, event, cards)


def _card_of(own: Tries, match: str) -> Post:
    """The match's card as it was called last."""
    stage = own.play.stage
    return [one for one in stage.posts_in(stage.matches) if f"here:{match}" in one.offered][-1]


async def to_the_end(own: Tries, event: EventDiary) -> None:
    """The others' matches, and whatever follows."""
    for _ in event.starters:
        await _play(own, event, new_cards(own.play, event))
    event.last_call = len(own.play.stage.calls)
    await own.play.wait(minutes=1)


SCRIPT: Final = Script(
    "a cup of five whose only organiser plays, decides about it, and cannot agree with the opponent",
    prepare,
    perform,
    judge,
    subject="a small cup whose only organiser plays",
)
