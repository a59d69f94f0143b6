"""Seats: who is asked, where a place passes to, what a match gives, and who is let in with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Final

from rehearsal.cups.seats.answering import WITHIN
from rehearsal.cups.seats.count import Due, due, with_winners
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.seats.facts import invitations, seats_on_record
from rehearsal.cups.seats.standing import mentions, standings, won_by
from rehearsal.hearing import Hearing, same
from rehearsal.posts import Post

_GRACE: Final = timedelta(minutes=1)
SeatFinder = Callable[[Hearing, SeatCup], Iterable[str]]


def what_is_due(cup: SeatCup) -> Due:
    """What follows from both standings and from who has refused by the end."""
    league, opened = standings(cup)
    return due(league, opened, cup.champion, cup.has_declined)


def stages(cup: SeatCup) -> list[Due]:
    """What followed at first, after the first who declined, and after the silence."""
    league, opened = standings(cup)

    def nobody(member: int, _: str) -> bool:
        return member == cup.barred

    def who_spoke(member: int, what: str) -> bool:
        return member != cup.silent and cup.has_declined(member, what)

    return [due(league, opened, cup.champion, refusing) for refusing in (nobody, who_spoke, cup.has_declined)]


def proposal(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """After the League the organisers are shown all who would be asked, and nobody is asked before they confirm."""
    posts = [post for post in hearing.play.witness.posts_of("committee") if post.has("seats-confirm")]
    if not posts:
        yield "nothing is proposed"
        return
    first = due(*standings(cup), cup.champion, lambda _, __: False)
    line = next((one for one in cup.proposal.splitlines() if f"<@{cup.barred}>" in one), "")
    if "🚫" not in line:
        yield f"the proposal does not mark {hearing.name(cup.barred or 0)} as barred"
    missing = {member for member, _ in first.questions_due()} - mentions(posts[-1].text)
    if missing:
        yield f"the proposal leaves out {hearing.names(missing)}"
    early = [one for one in _offers(hearing) if cup.confirmed_at is None or one.at < cup.confirmed_at]
    if early:
        yield "somebody is asked before the organisers have confirmed"


def _offers(hearing: Hearing) -> list[Post]:
    return [post for post in hearing.play.witness.posts_of("announcements") if post.has("seat-answer")]


def questions(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """Everybody is asked who follows from both standings, and after each refusal the next; nobody else."""
    wanted = {one for stage in stages(cup) for one in stage.questions_due()}
    found = {(one.member, one.asked) for one in invitations(hearing.play.stage.path) if one.answer != "shut_out"}
    yield from same("asked", _name_each(hearing, found), _name_each(hearing, wanted))


def pings(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """Whoever is asked is pinged by it, and nobody else."""
    wanted = {one for stage in stages(cup) for one in stage.questions_due()}
    pinged = {member for post in _offers(hearing) for member in post.pinged}
    yield from same("pinged", map(hearing.name, pinged), map(hearing.name, {member for member, _ in wanted}))


def _name_each(hearing: Hearing, found: Iterable[tuple[int, str]]) -> list[str]:
    return [f"{hearing.name(member)}: {what}" for member, what in found]


def passed_over(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """Who is barred is asked nothing and has no seat; that the place passes on is said in public and in a letter."""
    name = hearing.name(cup.barred or 0)
    answers = {one.answer for one in invitations(hearing.play.stage.path) if one.member == cup.barred}
    if answers != {"shut_out"}:
        yield f"{name}: {sorted(map(str, answers))} instead of passed over"
    if any(member == cup.barred for _, member in seats_on_record(hearing.play.stage.path)):
        yield f"{name} holds a seat"
    witness = hearing.play.witness
    said = [post for post in witness.posts_of("announcements") if cup.barred in mentions(post.text)]
    letters = witness.written_to(name)
    for where, posts in (("in public", said), ("in a letter", letters)):
        if not any(f"🪑 <@{cup.barred}>" in post.text for post in posts):
            yield f"nobody is told {where} that {name} cannot take the place"


def silence(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """Who says nothing lets the place pass when the time is over; the others' answers are as they gave them."""
    given = {(one.member, one.asked): one.accepted for one in cup.replied}
    still = what_is_due(cup).questions_due()
    for one in invitations(hearing.play.stage.path):
        if one.member == cup.barred:
            continue
        if (one.member, one.asked) not in {*given, *still} and one.member != cup.silent:
            # Asked to play for a seat, and given a sure one before the answer: nothing has to be said any more.
            continue
        name = f"{hearing.name(one.member)}, {one.asked}"
        if one.member == cup.silent:
            end = one.made_at + WITHIN
            if one.answer != "silent" or one.answered_at is None or not end <= one.answered_at <= end + _GRACE:
                yield f"{name}: {one.answer} at {one.answered_at} instead of silent at {end}"
        elif one.answer != {True: "accepted", False: "declined", None: None}[given.get((one.member, one.asked))]:
            yield f"{name}: {one.answer}"


def seats_held(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """In the end the seats are theirs to whom they come, in the League and in the Candidates."""
    known = seats_on_record(hearing.play.stage.path)
    league, candidates = with_winners(what_is_due(cup), won_by(cup, hearing.facts), cup.champion)
    for event, wanted in (("aije-champions-league", league), ("aije-candidates", candidates)):
        found = {member for name, member in known if name == event}
        yield from same(event, map(hearing.name, found), map(hearing.name, wanted))


def seat_matches(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """A match for a seat is best of five, between the League's and the Open's next, and is not arranged twice."""
    wanted = what_is_due(cup).matches
    for number, event_id in cup.matches.items():
        entries = hearing.facts.of(event_id)
        pairings = [one for one in hearing.facts.pairings if one.event_id == event_id]
        found = {entry.member for entry in entries.values() if entry.outcome == "starter"}
        yield from same(f"match {number}", map(hearing.name, found), map(hearing.name, wanted[number]))
        yield from (f"match {number} is best of {one.best_of}" for one in pairings if one.best_of != 5)
        if len(pairings) != 1 or pairings[0].outcome is None:
            yield f"match {number} has {len(pairings)} contests"
    yield from same("matches", cup.matches, (number for number, sides in wanted.items() if len(sides) > 1))


def final_announcement(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """Once every seat has its player everybody is told who plays, once; `/seats show` says the same."""
    league, candidates = with_winners(what_is_due(cup), won_by(cup, hearing.facts), cup.champion)
    last = max((one.settled_at for pairing in hearing.facts.pairings if (one := pairing.outcome)), default=None)
    posts = [post for post in hearing.play.witness.posts_of("announcements") if last and post.at >= last]
    full = [post for post in posts if league | candidates <= mentions(post.text) and not post.has("seat-answer")]
    if len(full) != 1:
        yield f"{len(full)} posts tell who plays"
    if cup.shown is None or not league | candidates <= mentions(cup.shown.text):
        yield "/seats show leaves somebody out"
    said = Counter((post.text, *post.offered) for post in hearing.play.witness.posts_of("announcements"))
    yield from (f"{times} times: {words[0].splitlines()[0]}" for words, times in said.items() if times > 1)
    if cup.restarted_at is None:
        yield "the bot was never started anew"


def let_in(hearing: Hearing, cup: SeatCup) -> Iterator[str]:
    """The Candidates take who holds a seat, and tell whoever has none how seats come about."""
    for what in (
        "a player's confirmation",
        "a stranger's look",
        "a match arranged twice",
        "registration without a seat",
    ):
        answer = cup.refused.get(what)
        if answer is None or not answer.posts or not answer.private:
            yield f"{what} is not refused in private"
    outside = cup.refused.get("registration without a seat")
    if outside is not None and "/seats show" not in outside.text:
        yield "whoever has no seat is not told where seats are shown"
    entered = {entry.member for entry in hearing.facts.entries if entry.event_id not in _earlier(cup)}
    yield from same("in the Candidates", map(hearing.name, entered), map(hearing.name, cup.admitted))


def _earlier(cup: SeatCup) -> set[str]:
    return {cup.opened, cup.league, *cup.matches.values()}


CHECKS: Final[tuple[tuple[str, str, SeatFinder], ...]] = (
    ("AIJE-D04-1", "What follows from both standings is shown to the organisers first", proposal),
    ("AIJE-D02-1, AIJE-D04-1", "Who is asked follows from both standings and from who declined", questions),
    ("the house", "Who is asked is pinged, and nobody else", pings),
    ("AIJE-D01-2, AIJE-D04-1", "Who is barred is passed over in public", passed_over),
    ("AIJE-D04-1", "Silence lets a place pass when the time is over", silence),
    ("AIJE-D02-1, AIJE-D04-1", "The seats are theirs to whom they come", seats_held),
    ("AIJE-D04-1", "Matches for a seat are best of five between the next of both", seat_matches),
    ("the house", "Everybody is told once who plays", final_announcement),
    ("AIJE-B03-1", "Only who has a seat is let in", let_in),
)
