"""The judge of people who stop: who was reminded, asked and pinged at which moment, and how each thing ended.

What is due when stands in docs/nothing-rests.md. The numbers of an event come from its rulebook's file, the others are
the judge's own, and all that was said is told apart by its place, its buttons and whom it pings, in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from rehearsal import notified, regulation
from rehearsal.checks import confirming, matches, seen
from rehearsal.committee import count, record
from rehearsal.facts import Event, Pairing
from rehearsal.hearing import SOON, Hearing, on_time, same
from rehearsal.posts import Post
from rehearsal.silence.story import BALLOTS, Fate, Silence
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all
from rehearsal.witness import How

ANSWER_WITHIN: Final = timedelta(minutes=10)
"""How long who created an event may be silent, before the organisers' role is called."""
NO_TIME_TO_WAIT: Final = timedelta(minutes=15)
"""When something happens by itself this soon, the role is called without waiting."""
AGAIN: Final = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When who was asked is asked again; after the last time everything rests."""
A_MATCH_LASTS: Final = timedelta(minutes=49)
"""The longest best of three where no clock is told: three games of a quarter of an hour, and what is around them."""
CUP_MATCH: Final = 2
"""Games that both sides of a match of the cup lose by absence, and then it is over for them."""
SWISS_MATCH: Final = 1
_STEPS: Final = timedelta(seconds=30)
"""What the grace for clicks under way adds up to over two rounds."""
_MOST_PINGS: Final = {"creates the events": 18, "organises too": 12, "leads": 5, "votes": 2, "plays": 16, "others": 1}
"""In the four weeks of the rehearsal; an officer's are one more, as the server is told who holds an office."""


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    silence: Silence

    @cached_property
    def file(self) -> record.Record:
        """The decisions on record."""
        return record.read(self.silence.play.stage.path)

    @property
    def organiser(self) -> int:
        """Who created both events."""
        return self.silence.play.stage.organiser.id

    @property
    def role(self) -> int:
        """The organisers' role."""
        return int(self.silence.play.stage.organisers.id)

    def after(self, setting: str) -> timedelta:
        """A time from the rulebook's table of matches; the cup and the Swiss have the same ones."""
        return regulation.duration(regulation.tables(self.silence.play.rulebook)["matches"][setting])

    def posts(self, place: str, button: str | None = None) -> list[Post]:
        """What was posted there, as it looked when it came; with this `custom_id` alone, where one is given."""
        found = self.hearing.play.witness.posts_of(place)
        return [one for one in found if button is None or button in one.offered]

    def match(self, fate: Fate) -> Pairing:
        """The match of the cup's first round with this fate, as it stands on record."""
        wanted = self.silence.fates[fate]
        return next(one for one in self.hearing.facts.pairings if one.contest_id == wanted)

    def called_at(self, contest_id: str) -> datetime:
        """When the card came."""
        events = self.silence.play.diary.events
        card = next(one.matches[contest_id].called for one in events if contest_id in one.matches)
        assert card is not None
        return card.at

    def event(self, which: int) -> Event:
        """The cup, or the Swiss, as it stands on record."""
        _, event = self.hearing.events_held()[which]
        return event


Asked = Sequence[tuple[datetime, bool]]
"""When who runs the event has to be asked, and whether the role is called as well."""


def _as_asked(trial: Trial, what: str, contest_id: str, wanted: Asked) -> Iterator[str]:
    """The calls about the match: at these moments and no others, the creator by name each time."""
    found = trial.posts("committee", f"referee:{contest_id}")
    if len(found) != len(wanted):
        yield f"{what}: asked {len(found)} times instead of {len(wanted)}"
    for number, (post, (due, to_role)) in enumerate(zip(found, wanted, strict=False), start=1):
        yield from on_time(f"{what}, question {number}", post.at, due)
        yield from _names(trial, f"{what}, question {number}", post, to_role=to_role)


def _names(trial: Trial, what: str, post: Post, *, to_role: bool) -> Iterator[str]:
    yield from same(f"{what}, pinged", map(trial.hearing.name, post.pinged), [trial.hearing.name(trial.organiser)])
    roles = frozenset({trial.role} if to_role else ())
    if post.pinged_roles != roles:
        yield f"{what}: the organisers' role is {'not called' if to_role else 'called too early'}"


def neither_comes(trial: Trial) -> Iterator[str]:
    """The creator at once; the role once so little time is left that waiting makes no sense."""
    contest_id = trial.silence.fates[Fate.NEITHER_COMES]
    lost_at = trial.called_at(contest_id) + CUP_MATCH * timedelta(minutes=trial.hearing.rules.minutes_per_game)
    left = trial.after("double_absence_after") - NO_TIME_TO_WAIT
    wanted = [(lost_at, False), (lost_at + min(left, ANSWER_WITHIN), True)]
    yield from _as_asked(trial, "neither came", contest_id, wanted)


def double_walkover(trial: Trial) -> Iterator[str]:
    """It comes by itself when the rulebook's time is over, and not before."""
    one, rules = trial.match(Fate.NEITHER_COMES), trial.hearing.rules
    lost_at = trial.called_at(one.contest_id) + CUP_MATCH * timedelta(minutes=rules.minutes_per_game)
    yield from _both_lost(one, lost_at + trial.after("double_absence_after"))


def _both_lost(one: Pairing, due: datetime, kind: str = "double_walkover") -> Iterator[str]:
    """Both lost the match at the moment, by nobody's word; a double walkover where neither came."""
    outcome, title = one.outcome, f"round {one.round}, match {one.position}"
    if outcome is None or outcome.kind != kind or outcome.settled_by is not None:
        yield f"{title} ended as {outcome}"
        return
    yield from on_time(title, outcome.settled_at, due, SOON)


def one_comes(trial: Trial) -> Iterator[str]:
    """Who came goes on by the clock, and nobody is asked."""
    one, entries = trial.match(Fate.ONE_COMES), trial.hearing.entries(trial.event(0))
    (came,) = trial.silence.cup.matches[one.contest_id].arrivals
    due = trial.called_at(one.contest_id) + CUP_MATCH * timedelta(minutes=trial.hearing.rules.minutes_per_game)
    if one.outcome is None or one.outcome.kind != "walkover" or one.outcome.winner is None:
        yield f"it ended as {one.outcome}"
    elif entries[one.sides[one.outcome.winner]].member != came:
        yield f"{trial.hearing.name(came)} came and does not go on"
    else:
        yield from on_time("the walkover", one.outcome.settled_at, due)
    yield from _as_asked(trial, "one side came", one.contest_id, ())


def _both_there(trial: Trial, fate: Fate) -> datetime:
    return max(trial.silence.cup.matches[trial.silence.fates[fate]].arrivals.values())


def reminders(trial: Trial) -> Iterator[str]:
    """Both players, once, when the longest match of that length would be over; nobody who has told a score."""
    contest_id = trial.silence.fates[Fate.NO_REPORT]
    found = [one for one in trial.posts("matches") if one.has("score") and not one.has("here")]
    about = [one for one in found if any(each.partition(":")[2] == contest_id for each in one.offered)]
    if len(found) != 1 or len(about) != 1:
        yield f"{len(found)} reminders, {len(about)} of them to the players without a score, instead of one"
    for post in about[:1]:
        yield from on_time("the reminder", post.at, _both_there(trial, Fate.NO_REPORT) + A_MATCH_LASTS)
        yield from _to_players(trial, "the reminder", contest_id, post)


def _to_players(trial: Trial, what: str, contest_id: str, post: Post) -> Iterator[str]:
    players = trial.silence.cup.matches[contest_id].players
    yield from same(f"{what}, pinged", map(trial.hearing.name, post.pinged), map(trial.hearing.name, players))


def no_report(trial: Trial) -> Iterator[str]:
    """As long after the reminder as the reminder came; then the role; after a day both; and when a player calls."""
    called_again_at = trial.silence.called_again_at
    assert called_again_at is not None
    first = _both_there(trial, Fate.NO_REPORT) + 2 * A_MATCH_LASTS
    wanted = [(first, False), (first + ANSWER_WITHIN, True), (first + AGAIN[0], True)]
    by_player = [(called_again_at, False), (called_again_at + ANSWER_WITHIN, True)]
    yield from _as_asked(trial, "nobody reports", trial.silence.fates[Fate.NO_REPORT], (*wanted, *by_player))


def players_can_end_it(trial: Trial) -> Iterator[str]:
    """A day after the first question the players read of two ways, once: call again, or end it."""
    assert trial.silence.disputed_at is not None
    asked = {
        trial.silence.fates[Fate.NO_REPORT]: _both_there(trial, Fate.NO_REPORT) + 2 * A_MATCH_LASTS,
        trial.silence.fates[Fate.DISPUTE]: trial.silence.disputed_at + trial.after("escalate_dispute_after"),
    }
    offers = [one for one in trial.posts("matches") if one.has("end-match")]
    about = [one.subject("end-match") for one in offers]
    yield from same("offered", about, asked)
    if len(about) > len(set(about)):
        yield f"offered {len(about)} times instead of {len(asked)}"
    for post, contest_id in zip(offers, about, strict=True):
        if contest_id in asked:
            yield from _as_offered(trial, contest_id, post, asked[contest_id] + AGAIN[0])


def _as_offered(trial: Trial, contest_id: str, post: Post, due: datetime) -> Iterator[str]:
    yield from on_time("the offer", post.at, due)
    yield from _to_players(trial, "the offer", contest_id, post)
    if f"call-arbiter:{contest_id}" not in post.offered:
        yield "the organisers cannot be called from the offer"


def ended_by_players(trial: Trial) -> Iterator[str]:
    """It ends with the second press and not with the first: both lose, and neither was absent."""
    one, agreed = trial.match(Fate.NO_REPORT), trial.silence.agreed
    yield from same("who agreed", (who for _, who in agreed), trial.silence.cup.matches[one.contest_id].players)
    yield from _both_lost(one, agreed[-1][0], "both_lost")


def dispute(trial: Trial) -> Iterator[str]:
    """At once, as no arbiter follows the match; the role after ten minutes; both again while the dispute waits.

    The days count from when the rulebook's own time for a decision was over.
    """
    at = trial.silence.disputed_at
    assert at is not None
    later = at + trial.after("escalate_dispute_after")
    wanted = [(at, False), (at + ANSWER_WITHIN, True), *((later + after, True) for after in AGAIN)]
    yield from _as_asked(trial, "nobody decides", trial.silence.fates[Fate.DISPUTE], wanted)


def no_clock_decides(trial: Trial) -> Iterator[str]:
    """The disputed score is the organiser's, from the moment of the press on the call."""
    one, ruled = trial.match(Fate.DISPUTE), trial.silence.ruled
    person = trial.file.people.get(trial.organiser)
    claims = [claim.answer for claim in trial.hearing.claims(one)]
    if one.outcome is None or ruled is None:
        yield f"it ended as {one.outcome}, decided: {ruled is not None}"
        return
    if one.outcome.settled_by is None or one.outcome.settled_by != person or one.outcome.settled_at < ruled.at:
        yield f"decided by {one.outcome.settled_by} at {one.outcome.settled_at:%d %b %H:%M:%S}"
    if set(claims) != {"overruled"}:
        yield f"the report was {claims}"


def buttons(trial: Trial) -> Iterator[str]:
    """Who runs an event or a vote can settle what they are asked from the message that asks."""
    leader = trial.silence.play.stage.leader.id
    for post in trial.posts("committee"):
        if (trial.organiser in post.pinged or trial.role in post.pinged_roles) and not _asks_who_runs(post):
            yield f"{post.at:%d %b %H:%M}: no button to decide it"
        if leader in post.pinged and not (post.has("vote-close") and post.has("vote-end")):
            yield f"{post.at:%d %b %H:%M}: no button to end the vote"


def _asks_who_runs(post: Post) -> bool:
    """A match is to be decided, or check-in closes while somebody is missing."""
    return post.has("referee") or post.has("close-more")


def cup_is_over(trial: Trial) -> Iterator[str]:
    """The final is played as soon as the dispute is decided, and the podium follows."""
    event, ruled = trial.event(0), trial.silence.ruled
    assert ruled is not None
    finals = [one for one in trial.hearing.pairings(event) if one.stage == "final"]
    for one in finals:
        yield from on_time("the final is called", one.called_at, ruled.at)
    if len(finals) != 1 or event.ended_at is None:
        yield f"{len(finals)} finals, ended at {event.ended_at}"


def _rounds_of_nobody(trial: Trial) -> dict[int, list[Pairing]]:
    """The matches of the Swiss that nobody came to, by round."""
    late = [one for one in trial.hearing.pairings(trial.event(1)) if one.round > 1]
    return {number: [one for one in late if one.round == number] for number in sorted({one.round for one in late})}


def swiss_ends(trial: Trial) -> Iterator[str]:
    """Two rounds of nobody: each costs its absence and the time for staff, and then the event is over by itself."""
    left_at, waits, left = trial.silence.left_at, _swiss_waits(trial), _rounds_of_nobody(trial)
    assert left_at is not None
    yield from same("rounds that nobody played", left, {2, 3})
    for one in (one for some in left.values() for one in some):
        yield from _both_lost(one, trial.called_at(one.contest_id) + waits)
    yield from on_time("the Swiss ends", trial.event(1).ended_at, left_at + 2 * waits, _STEPS)
    podiums = [one for one in trial.posts("announcements") if one.has("ranking") and one.has("standings")]
    if len(podiums) != 1:
        yield f"{len(podiums)} podiums"


def _swiss_waits(trial: Trial) -> timedelta:
    """How long a round of the Swiss takes to which nobody comes."""
    absence = SWISS_MATCH * timedelta(minutes=trial.hearing.rules.minutes_per_game)
    return absence + trial.after("double_absence_after")


def swiss_asks(trial: Trial) -> Iterator[str]:
    """In each round two messages: the creator at once, and the role with all that waits five minutes later."""
    for number, some in _rounds_of_nobody(trial).items():
        wanted = {f"referee:{one.contest_id}" for one in some}
        posts = [one for one in trial.posts("committee") if wanted.intersection(one.offered)]
        ends = min(trial.called_at(one.contest_id) for one in some) + _swiss_waits(trial)
        due = ((ends - trial.after("double_absence_after"), False), (ends - NO_TIME_TO_WAIT, True))
        if len(posts) != len(due):
            yield f"round {number}: asked {len(posts)} times instead of {len(due)}"
        for post, (moment, to_role) in zip(posts, due, strict=False):
            yield from on_time(f"round {number}", post.at, moment)
            yield from _names(trial, f"round {number}", post, to_role=to_role)
        yield from same(f"round {number}, asked with the role", wanted.intersection(posts[-1].offered), wanted)


def vote_opens(trial: Trial) -> Iterator[str]:
    """The card pings those who vote, all of them and nobody else."""
    vote = trial.silence.vote
    yield from same("pinged", map(trial.hearing.name, vote.card.pinged), map(trial.hearing.name, vote.entitled))


def leader_is_asked(trial: Trial) -> Iterator[str]:
    """At once when the last ballot is cast, after a day, three days and a week, and never again."""
    vote, leader = trial.silence.vote, trial.hearing.name(trial.silence.play.stage.leader.id)
    first, found = vote.pressed[-1].at, trial.posts("committee", f"vote-close:{vote.vote_id}")
    wanted = [first, *(first + after for after in AGAIN)]
    if len(found) != len(wanted):
        yield f"asked {len(found)} times instead of {len(wanted)}"
    for number, (post, due) in enumerate(zip(found, wanted, strict=False), start=1):
        yield from on_time(f"question {number}", post.at, due)
        yield from same(f"question {number}, pinged", map(trial.hearing.name, post.pinged), [leader])


def no_clock_ends_a_vote(trial: Trial) -> Iterator[str]:
    """It lapses by the leader's word, below the quorum by the judge's own count."""
    vote, closed_at = trial.silence.vote, trial.silence.closed_at
    row, rules = trial.file.votes[vote.vote_id], count.procedure(vote.kind)
    counted = count.count(rules, len(vote.entitled), dict(enumerate(BALLOTS)), second=False)
    if row.outcome != counted.outcome or counted.outcome != "no_quorum":
        yield f"{row.outcome} instead of {counted.outcome}"
    if closed_at is None or row.closed_at is None:
        yield f"closed at {row.closed_at}, by the leader at {closed_at}"
    else:
        yield from on_time("the close", row.closed_at, closed_at)


def quiet(trial: Trial) -> Iterator[str]:
    """After the last question nothing is said until somebody acts, and nothing once an event is over."""
    for what, since, until in _quiet_times(trial):
        for sight in trial.hearing.play.witness.sights:
            if sight.how in {How.POSTED, How.WROTE} and since + SOON < sight.at < until:
                yield f"{what}: something was said in {sight.place} at {sight.at:%d %b %H:%M:%S}"


def _quiet_times(trial: Trial) -> Iterator[tuple[str, datetime, datetime]]:
    silence, ends = trial.silence, [event.ended_at for _, event in trial.hearing.events_held()]
    ruled, first = silence.ruled, silence.disputed_at
    assert first is not None
    if ruled is not None:
        yield "the dispute rests", first + trial.after("escalate_dispute_after") + AGAIN[-1], ruled.at
    if ends[0] is not None and silence.swiss.announcement is not None:
        yield "the cup is over", ends[0], silence.swiss.announcement.at
    if ends[1] is not None:
        yield "the Swiss is over", ends[1], silence.vote.card.at
    if silence.closed_at is not None:
        yield "the vote rests", silence.vote.pressed[-1].at + AGAIN[-1], silence.closed_at
        yield "all is over", silence.closed_at, silence.play.stage.now


def _parts(silence: Silence) -> dict[str, list[int]]:
    """Who is what in it."""
    stage, everybody = silence.play.stage, {one.id for one in silence.play.stage.members.values()}
    parts = {
        "creates the events": [stage.organiser.id],
        "organises too": [silence.second.id],
        "leads": [stage.leader.id],
        "votes": sorted(silence.vote.entitled),
        "plays": [one.member.id for one in silence.play.cast.players],
    }
    return {**parts, "others": sorted(everybody.difference(*parts.values()))}


def not_too_often(trial: Trial) -> Iterator[str]:
    """No more pings for each than the part asks for, and a letter to nobody, as all could be pinged."""
    found = notified.count(trial.silence.play.stage)
    for part, some in _parts(trial.silence).items():
        for one in some:
            if found.pings[one] > _MOST_PINGS[part]:
                yield f"{trial.hearing.name(one)}, who {part}, was pinged {found.pings[one]} times"
            if found.letters[one]:
                yield f"{trial.hearing.name(one)} was written to {found.letters[one]} times"


def organisers_are_reached(trial: Trial) -> Iterator[str]:
    """The creator has each call, who carries the role those to the role, and neither anything else."""
    found, posts = notified.count(trial.silence.play.stage), trial.posts("committee")
    for who, calls in (
        (trial.organiser, sum(map(_asks_who_runs, posts))),
        (trial.silence.second.id, sum(trial.role in one.pinged_roles for one in posts)),
    ):
        if not calls or found.pings[who] != calls:
            yield f"{trial.hearing.name(who)} was pinged {found.pings[who]} times by {calls} calls"


Row = tuple[str, str, Callable[[Trial], Iterable[str]]]
_ASK: Final = "nothing rests"
CHECKS: Final[tuple[Row, ...]] = (
    ("AIJE-D01-5.4", "Neither came: the creator is asked at once, and the role while there is time", neither_comes),
    ("AIJE-D01-5.4", "Neither came and nobody decides: both lose when the time is over", double_walkover),
    ("AIJE-D01-5.4", "One came: the clock decides, and nobody is asked", one_comes),
    (_ASK, "Both there and no score: both are reminded, once", reminders),
    (_ASK, "Still no score: who runs the event is asked by name, and asked again", no_report),
    (_ASK, "After a day the players read what they can do themselves", players_can_end_it),
    (_ASK, "A match ends without a result when both have pressed", ended_by_players),
    ("AIJE-D01-6", "A dispute is asked about at once, after a day, three days, a week, and no more", dispute),
    ("AIJE-D01-6", "No clock decides a disputed score", no_clock_decides),
    (_ASK, "Each call carries the button that settles it", buttons),
    (_ASK, "The cup goes on as soon as the dispute is decided", cup_is_over),
    (_ASK, "A Swiss that everybody leaves ends by itself", swiss_ends),
    (_ASK, "Who runs the Swiss is asked in each round, and not more often than needed", swiss_asks),
    ("AIJE-A02-3", "A vote that opens pings those who vote", vote_opens),
    ("AIJE-A02-4", "The leader is asked to end a vote below its quorum, and then left alone", leader_is_asked),
    ("AIJE-A02-4", "No clock ends a vote below its quorum", no_clock_ends_a_vote),
    (_ASK, "What rests is quiet", quiet),
    (_ASK, "Nobody is notified more often than the part asks for", not_too_often),
    (_ASK, "Who organises is pinged by each call and by nothing else", organisers_are_reached),
)
_OF_ENTERING: Final = frozenset(
    {confirming.announcements, confirming.window, confirming.button, confirming.starters, confirming.reminders}
)
_OF_MATCHES: Final = frozenset({matches.calls, matches.scores, matches.reports})


def judge(silence: Silence, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, silence)
    found = [
        *judge_all(CHECKS, trial),
        *judge_all((row for row in confirming.CHECKS if row[2] in _OF_ENTERING), hearing),
        *judge_all((row for row in matches.CHECKS if row[2] in _OF_MATCHES), hearing),
        # Each question is a call of its own, and a look at who is there before it: the events cost more than others.
        *judge_all(but(seen.CHECKS, {seen.calls}), hearing),
    ]
    return Verdict(tuple(found), tuple(_tables(trial)))


def _tables(trial: Trial) -> Iterator[Table]:
    """Who was notified how often, how each thing ended, the matches, the calls."""
    silence = trial.silence
    if silence.chamber.ledger.votes:
        told = tuple(notified.lines(notified.count(silence.play.stage), _parts(silence)))
        yield "Who was notified", ("Who", "People", "Pings each", "Letters each"), told
    yield "How it ended", ("What", "Asked", "Ended", "As"), tuple(_ends(trial))
    yield of_matches(trial.hearing)
    yield calls_spent(trial.hearing, ("Event", "Matches", "Calls"))


def _ends(trial: Trial) -> Iterator[tuple[object, ...]]:
    for fate, contest_id in trial.silence.fates.items():
        outcome = trial.match(fate).outcome
        asked = len(trial.posts("committee", f"referee:{contest_id}"))
        ended = ("", "") if outcome is None else (f"{outcome.settled_at:%Y-%m-%d %H:%M}", outcome.kind)
        yield f"a match: {fate}", asked, *ended
    for event in trial.hearing.facts.events:
        yield event.name, "", "" if event.ended_at is None else f"{event.ended_at:%Y-%m-%d %H:%M}", ""
    for vote in trial.silence.chamber.ledger.votes:
        row = trial.file.votes[vote.vote_id]
        asked = len(trial.posts("committee", f"vote-close:{vote.vote_id}"))
        yield "the vote", asked, "" if row.closed_at is None else f"{row.closed_at:%Y-%m-%d %H:%M}", row.outcome
