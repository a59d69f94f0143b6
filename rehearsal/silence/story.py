"""What people do, and above all what they do not do: a cup, a Swiss and a vote in which they stop at every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Final

from rehearsal.acts import entering
from rehearsal.acts.called import new_cards, players_of
from rehearsal.cast import Cast, Character, Player, others
from rehearsal.committee.ballots import Chamber
from rehearsal.committee.ledger import Held, Ledger
from rehearsal.diary import Ending, EventDiary
from rehearsal.members import Member
from rehearsal.play import Agenda, Play, Stalled
from rehearsal.posts import Post
from rehearsal.script import Casting, Memory

CUP: Final = "Aurora"
SWISS: Final = "Bruma"
BALLOTS: Final = ("yes", "yes", "no", "null", "null")
"""Three of five count, and the quorum asks for 70 %."""
_PLAYERS: Final = 8
_ARBITERS: Final = (("Bela", "pt-BR"), ("Cora", "it"), ("Davi", "en-US"), ("Enzo", "es-ES"), ("Gil", "en-US"))
"""Beside the one whom every stage has; the vote is about the last."""
_IN_THE_SWISS: Final = 6
_A_MOMENT: Final = timedelta(seconds=2)
_LATER: Final = timedelta(minutes=30)
"""After the call of a match its players, who came, have a score."""
_MINUTES_APART: Final = timedelta(minutes=5)
_PATIENCE: Final = timedelta(days=2)


class Fate(StrEnum):
    """What becomes of a match of the cup's first round, in the order in which they are called."""

    NEITHER_COMES = "neither comes"
    ONE_COMES = "one comes"
    NO_REPORT = "nobody reports"
    DISPUTE = "nobody decides"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The organiser's word on the dispute: when, from which message, and what."""

    at: datetime
    call: Post
    games: tuple[int, int]


@dataclass(slots=True)
class Silence(Memory):
    """What people remember of it."""

    second: Member
    """Carries the organisers' role too, and has created nothing."""
    chamber: Chamber
    fates: dict[Fate, str] = field(default_factory=dict)
    """The matches of the first round by their ids."""
    disputed_at: datetime | None = None
    called_again_at: datetime | None = None
    """When a player called the organisers again."""
    agreed: list[tuple[datetime, int]] = field(default_factory=list)
    """Who agreed to end a match without a result, and when."""
    ruled: Ruled | None = None
    left_at: datetime | None = None
    """When the last press of the Swiss was made."""
    closed_at: datetime | None = None
    """When the leader closed the vote."""

    @property
    def cup(self) -> EventDiary:
        """The first event."""
        return self.play.diary.events[0]

    @property
    def swiss(self) -> EventDiary:
        """The second event."""
        return self.play.diary.events[1]

    @property
    def vote(self) -> Held:
        """The one vote."""
        (vote,) = self.chamber.ledger.votes
        return vote


def prepare(casting: Casting) -> Silence:
    """Eight players, six arbiters who sit on the committee alone, and a second organiser take their places."""
    stage = casting.stage
    second = stage.member("Odile", "it", roles=[stage.organisers])
    players = tuple(
        Player(stage.member(name, locale), Character.STEADY, strength, regular=False)
        for strength, (name, locale) in enumerate(others(_PLAYERS), start=1)
    )
    committee = [stage.arbiter, *(stage.member(name, locale) for name, locale in _ARBITERS)]
    play = casting.play(Cast(players, tuple(committee)))
    return Silence(play, second, Chamber(play, Ledger(committee, stage.leader, stage.president)))


async def the_cup(silence: Silence) -> None:
    """In the first round each match stops at another step; nine days later the organiser decides the dispute."""
    play = silence.play
    starts_at = entering.evening(play, days=2)
    event = await entering.announce(play, CUP, starts_at)
    await entering.register(play, event, play.cast.players)
    await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("The first round", "Each of four matches stops at another step.")
    cards = new_cards(play, event)
    silence.fates = dict(zip(Fate, (one.subject("here") for one in cards), strict=True))
    await _first_evening(silence, dict(zip(Fate, cards, strict=True)))
    await _ended_by_players(silence)
    await _decided_at_last(silence, cards[0].at + timedelta(days=9))
    await _final(silence)
    event.last_call = len(play.stage.calls)
    await play.wait(days=2)


async def _first_evening(silence: Silence, cards: dict[Fate, Post]) -> None:
    """Who comes, comes at once; one reports half an hour later, and the other side disputes it."""
    play, agenda = silence.play, Agenda(silence.play)
    for number, (fate, coming) in enumerate(((Fate.ONE_COMES, 1), (Fate.NO_REPORT, 2), (Fate.DISPUTE, 2)), start=1):
        for player in players_of(play, cards[fate])[:coming]:
            agenda.after(timedelta(seconds=20 * number), partial(_come, silence.cup, play, cards[fate], player))
    agenda.after(_LATER, partial(_quarrel, silence, cards[Fate.DISPUTE]))
    await agenda.all()


async def _come(event: EventDiary, play: Play, card: Post, player: Player) -> None:
    event.matches[card.subject("here")].arrivals[player.member.id] = play.stage.now
    play.note(player.member, "is here", await player.member.press(card, "here"))


async def _quarrel(silence: Silence, card: Post) -> None:
    """One reports a win that the other side does not remember."""
    play, (first, second) = silence.play, players_of(silence.play, card)
    play.note(first.member, "reports 2–0", await first.member.choose(card, "score", "2-0"))
    await play.wait(minutes=1)
    answer = await second.member.press(card, "dispute")
    silence.disputed_at = play.stage.now
    answer = await second.member.fill_text(answer, "I won both games.")
    play.note(second.member, "disputes the score", answer)


async def _ended_by_players(silence: Silence) -> None:
    """A day after who runs the event was asked the players read what they can do: one calls again, then both end it."""
    play, contest = silence.play, silence.fates[Fate.NO_REPORT]
    offer = await _offer(play, f"end-match:{contest}")
    play.narrator.act("A day without a word", "The players of a match without a score end it by themselves.")
    pair = [play.stage.by_id(one) for one in silence.cup.matches[contest].players]
    silence.called_again_at = play.stage.now
    play.note(pair[0], "calls the organisers again", await pair[0].press(offer, f"call-arbiter:{contest}"))
    await play.wait_until(play.stage.now + 3 * _MINUTES_APART)
    for member in pair:
        await play.wait_until(play.stage.now + _MINUTES_APART)
        answer = await member.press(offer, f"end-match:{contest}")
        silence.agreed.append((play.stage.now, member.id))
        play.note(member, "would end the match without a result", answer)


async def _offer(play: Play, button: str) -> Post:
    """The first message with the button; hours pass until it comes. Raises Stalled when it does not."""
    until = play.stage.now + _PATIENCE
    while play.stage.now < until:
        for post in play.witness.posts_of():
            if button in post.offered:
                return post
        await play.wait(hours=1)
    raise Stalled(f"no message offers {button.partition(':')[0]}")


async def _decided_at_last(silence: Silence, moment: datetime) -> None:
    """The organiser is asked for a week, and decides two days after the last time, from the button of the call."""
    play, contest = silence.play, silence.fates[Fate.DISPUTE]
    await play.wait_until(moment)
    play.narrator.act("The organiser is back", "A dispute that no clock decides is decided by who was asked.")
    organiser = play.stage.organiser
    call = _last_call(play, f"referee:{contest}")
    desk = play.note(organiser, "opens the dispute from the call", await organiser.press(call, f"referee:{contest}"))
    answer = await organiser.choose(desk.post, "rule", "0-2")
    if answer.result.modal is not None:
        answer = await organiser.fill_text(answer, "I asked both of them.")
    silence.ruled = Ruled(play.stage.now, call, (0, 2))
    first, second = silence.cup.matches[contest].players
    played = silence.cup.matches[contest]
    played.games, played.ending = {first: 0, second: 2}, Ending.RULED
    play.note(organiser, "decides 0–2", answer)
    await play.wait_until(play.stage.now + _A_MOMENT)


def _last_call(play: Play, button: str) -> Post:
    """The newest message that asks staff and has the button; raises Stalled where there is none."""
    found = [one for one in play.witness.posts_of("committee") if button in one.offered]
    if not found:
        raise Stalled(f"staff were sent no button {button.partition(':')[0]}")
    return found[-1]


async def _final(silence: Silence) -> None:
    """Who was left over from either half plays it."""
    play, event = silence.play, silence.cup
    await _play_out(play, event, new_cards(play, event))


async def _play_out(play: Play, event: EventDiary, cards: Sequence[Post]) -> None:
    """All come; in each match the first player wins every game and reports it, and the second confirms."""
    for card in cards:
        for player in players_of(play, card):
            await play.wait_until(play.stage.now + _A_MOMENT)
            await _come(event, play, card, player)
    await play.wait(minutes=8)
    for card in cards:
        first, second = players_of(play, card)
        score = next(iter(play.stage.again(card).options("score")))
        won, lost, *_ = map(int, score.split("-"))
        played = event.matches[card.subject("here")]
        played.games, played.ending = {first.member.id: won, second.member.id: lost}, Ending.CONFIRMED
        answer = await first.member.choose(card, "score", score)
        play.note(first.member, f"reports {won}–{lost}", answer)
        await play.wait_until(play.stage.now + _A_MOMENT)
        play.note(second.member, "confirms", await second.member.press(card, "agree"))


async def the_swiss(silence: Silence, rulebook: str) -> None:
    """Everybody plays the first round, and then nobody presses anything any more."""
    play, players = silence.play, silence.play.cast.players[:_IN_THE_SWISS]
    starts_at = entering.evening(play, days=2)
    event = await entering.announce(play, SWISS, starts_at, rulebook)
    await entering.register(play, event, players)
    await entering.check_in(play, event, players, starts_at)
    play.narrator.act("A round, and then nothing", "All stop after round 1.")
    await _play_out(play, event, new_cards(play, event))
    silence.left_at = play.stage.now
    await play.wait(days=1)
    new_cards(play, event)
    event.last_call = len(play.stage.calls)
    await play.wait(days=1)


async def the_vote(silence: Silence) -> None:
    """All five vote, two of them null: the leader is asked for a week, and closes it two days later."""
    play, chamber = silence.play, silence.chamber
    play.narrator.act("A vote below its quorum", "All have voted, and no clock ends it (AIJE-A02-4).")
    leader, (*electors, gil) = play.stage.leader, chamber.ledger.committee
    question = "Shall Gil leave the committee?"
    vote = await chamber.opens(leader, "member-expulsion", question, electors, {gil: "concerned"}, subject=gil)
    for member, ballot in zip(electors, BALLOTS, strict=True):
        await play.wait(minutes=10)
        await chamber.votes(vote, member, ballot)
    await play.wait(days=9)
    call = _last_call(play, f"vote-close:{vote.vote_id}")
    asked = play.note(leader, "wants to close the vote", await leader.press(call, "vote-close"))
    answer = await leader.press(asked.post, "vote-close-now")
    silence.closed_at = play.stage.now
    play.note(leader, "closes it", answer)
    await play.wait(days=4)
