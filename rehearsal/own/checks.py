"""The judge of staff who play: what they tried and were answered, held to who had a stake, and to the file.

Who has a stake in what is said by the scenes, and what follows by the document of the acts (docs/security.md, "Act by
act"); the bot's own table of stakes is not read. All is told apart by buttons, colours, moments and lines of the log,
in any language.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from rehearsal import regulation, rows
from rehearsal.checks import seen
from rehearsal.hearing import SOON, Hearing, on_time, same
from rehearsal.own import queries
from rehearsal.own.diary import WHY, OwnEvent, Scene, Try
from rehearsal.own.events import CUP, OFFICIAL
from rehearsal.own.go import NEXT
from rehearsal.own.presses import NO_POWER
from rehearsal.own.themselves import MINE
from rehearsal.posts import Post
from rehearsal.rows import moment, perhaps
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all

AGREE_WITHIN: Final = timedelta(minutes=15)
A_DAY: Final = timedelta(hours=24)
OBJECTIONS: Final = 2
"""Of eight players; one would do where fewer than six play."""
PAUSES: Final = 2
"""Of the cup."""
_CLICKS: Final = timedelta(seconds=2)
"""A press is on record a moment before its answer is written down."""
_OF_A_MATCH: Final = frozenset(
    {"rule_result", "stop_match", "assign_arbiter", "correct_result", "hand_match_on", "rule_board"}
)
"""What is refused without the event's name: it is the match that the decider has a stake in."""
ASKED: Final = "ask_others"
"""The line of the log by which those who can decide instead are asked."""
_ASKED_WITH_ANOTHER: Final = frozenset({"stop_match"})
"""Asked for by the same command as a ruling, for which the others were asked a moment before."""
_ABOUT_A_RIVAL: Final = frozenset({"take_out_player", "reprimand"})


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    own: OwnEvent

    @cached_property
    def file(self) -> rows.Rows:
        """The rows that say what was done."""
        return rows.read(self.own.play.stage.path, queries.OF_THE_JUDGE)

    def person(self, member: int) -> str:
        """The member's entry in the file."""
        return next(str(row["person_id"]) for row in self.file["people"] if row["discord_id"] == member)

    def event(self, name: str) -> sqlite3.Row:
        """The event as it is in the file."""
        return next(row for row in self.file["events"] if row["name"] == name)

    def tries(self, scene: Scene) -> list[Try]:
        """What was tried there."""
        return [one for one in self.own.tries if one.scene is scene]

    def decision(self, what: str) -> sqlite3.Row:
        """The act of that kind that was begun last before its reason was picked."""
        done = next(one for one in self.own.decided if one.what == what)
        asked = [
            row for row in self.file["acts"] if row["act"] == done.act and moment(row["asked_at"]) <= done.at + _CLICKS
        ]
        return asked[-1]


def _sentence(trial: Trial, one: Try) -> str:
    return f"{one.act}: {trial.hearing.name(one.member)} tried to {one.what}"


def _nothing_done(trial: Trial, one: Try, allowed: Iterable[str] = ()) -> Iterator[str]:
    if done := [line for line in one.lines if line not in set(allowed)]:
        yield f"{_sentence(trial, one)}, and the log says {', '.join(done)}"


def asked_for_a_reason(trial: Trial, scene: Scene) -> Iterator[str]:
    """Who is alone is asked to pick a reason, privately, and nothing is done before."""
    found = trial.tries(scene)
    if not found:
        yield "nothing was tried"
    for one in found:
        offered = [post for post in one.answer.posts if post.has(WHY)]
        if not offered or not one.answer.private:
            yield f"{_sentence(trial, one)}, and was not asked for a reason"
        yield from _nothing_done(trial, one)


def alone(trial: Trial) -> Iterator[str]:
    """In the own cup: a reason for each."""
    yield from asked_for_a_reason(trial, Scene.ALONE)


def officially(trial: Trial) -> Iterator[str]:
    """In the rated event: a reason too, before somebody is asked to sign."""
    yield from asked_for_a_reason(trial, Scene.OFFICIAL)


def refusals(trial: Trial, scene: Scene, allowed: Iterable[str] = ()) -> Iterator[str]:
    """Each is refused to the presser alone, and nothing of it is done."""
    found = trial.tries(scene)
    if not found:
        yield "nothing was tried"
    for one in found:
        if not one.answer.is_refusal:
            yield f"{_sentence(trial, one)}, and was not refused"
        yield from _nothing_done(trial, one, allowed)


def beside_others(trial: Trial) -> Iterator[str]:
    """Where somebody else can decide, who plays does not, and no more comes of it than that the others are asked."""
    yield from refusals(trial, Scene.OTHERS, {ASKED})


def others_are_asked(trial: Trial) -> Iterator[str]:
    """Those who can decide instead are asked in public and by letter, for each act and match once in an event.

    About somebody beside whom they play the presser is refused for good: only what they may do later is asked.
    """
    found = trial.tries(Scene.OTHERS)
    asked = {one.act for one in found if ASKED in one.lines}
    yield from same("asked for", asked, {one.act for one in found} - _ASKED_WITH_ANOTHER - _ABOUT_A_RIVAL)
    public, letters = trial.own.play.witness.posts_of("announcements"), _letters(trial)
    for one in found:
        if one.lines.count(ASKED) > 1:
            yield f"{_sentence(trial, one)}, and the others were asked {one.lines.count(ASKED)} times"
        for where, posts in (("public", public), ("a letter", letters)):
            if ASKED in one.lines and not _is_asked(one, posts):
                yield f"{_sentence(trial, one)}, and the others were not asked in {where}"


def _is_asked(one: Try, posts: Iterable[Post]) -> bool:
    """Whether one of the posts, at the time, names who asks and pings nobody."""
    told = (post for post in posts if one.at - _CLICKS <= post.at <= one.at + SOON)
    return any(f"<@{one.member}>" in post.text and not post.pinged for post in told)


def about_themselves(trial: Trial) -> Iterator[str]:
    """No officer decides about themself, or about a rival."""
    yield from refusals(trial, Scene.SELF)


def _letters(trial: Trial) -> list[Post]:
    """To those who can decide: the organiser and the arbiter who do not play."""
    return [*trial.own.second.inbox, *trial.own.arbiter.inbox]


def told_which_event(trial: Trial) -> Iterator[str]:
    """The refusal names the event in which they play."""
    events = [one.name for one in trial.own.play.diary.events if one.name != OFFICIAL]
    for one in trial.tries(Scene.OTHERS):
        if one.act not in _OF_A_MATCH and not any(f"**{name}**" in one.answer.text for name in events):
            yield f"{_sentence(trial, one)}, and was not told of which event"


def others_can(trial: Trial) -> Iterator[str]:
    """What who plays may not do, the other organiser does at once."""
    called_off, at = trial.event(NEXT)["cancelled_at"], trial.own.moments["called off by another"]
    yield from on_time(f"{NEXT} is called off by who does not play", perhaps(called_off), at - _CLICKS)


def done_in_public(trial: Trial) -> Iterator[str]:
    """What was decided for a reason is done at once; everybody reads it with a button to object, unpinged."""
    wanted = {"move the start", "call it off", "seed by hand", "pause it", "pause it again"}
    yield from same("decided in public", (one.what for one in trial.own.decided), wanted)
    for done in trial.own.decided:
        row = trial.decision(done.what)
        if row["ground"] is None:
            yield f"{done.act}: no reason is on record"
        yield from on_time(f"{done.act}: done", perhaps(row["done_at"]), done.at - _CLICKS)
        yield from on_time(f"{done.act}: told to everybody", done.public.at, done.at - _CLICKS)
        if done.public.subject("own-object") != row["act_id"]:
            yield f"{done.act}: the public message is about another act"
        if done.public.pinged or done.public.pinged_roles:
            yield f"{done.act}: the public message pings somebody"


def only_players_object(trial: Trial) -> Iterator[str]:
    """Who did it, and who does not play, are refused."""
    answers = [answer for done in trial.own.decided for answer in done.refused]
    if not answers:
        yield "nobody tried"
    yield from ("somebody objected who may not" for answer in answers if not answer.is_refusal)


def undone_by_two(trial: Trial) -> Iterator[str]:
    """The second objection ends it, and the first does not."""
    for done in trial.own.decided:
        row, presses = trial.decision(done.what), [at for at, _ in done.objected]
        if len(presses) != OBJECTIONS:
            yield f"{done.act}: {len(presses)} objections"
            continue
        yield from on_time(f"{done.act}: ended by objections", perhaps(row["ended_at"]), presses[-1] - _CLICKS)
        wanted = "stands" if done.what == "pause it again" else "objected"
        if row["ending"] != wanted:
            yield f"{done.act}: {done.what} ended as {row['ending']} instead of {wanted}"


def as_before(trial: Trial) -> Iterator[str]:
    """What players undid is as it was: the start, the event, the order, the clocks."""
    cup = trial.event(CUP)
    if moment(cup["start_at"]) != trial.own.moments[CUP]:
        yield f"{CUP} starts at {moment(cup['start_at']):%d %b %H:%M}"
    if cup["cancelled_at"] is not None:
        yield f"{CUP} is called off"
    if any(row["tournament_id"] == cup["tournament_id"] for row in trial.file["seeds"]):
        yield f"{CUP} is seeded by hand"
    yield from _pauses_ended(trial)


def _ends_of_pauses(trial: Trial) -> list[datetime]:
    undone = [one.objected[-1][0] for one in trial.own.decided if one.what == "pause it" and one.objected]
    return [*undone, *(at for name, at in trial.own.moments.items() if name == "too late")]


def _pauses_ended(trial: Trial) -> Iterator[str]:
    """The first by the players' objections, the second by the other organiser."""
    due = _ends_of_pauses(trial)
    # A call-off that was taken back rests in the same table, with the reason that was typed for it.
    paused = [row for row in trial.file["pauses"] if row["name"] == CUP and row["reason"] == NO_POWER]
    if len(paused) != PAUSES or len(due) != len(paused):
        yield f"{len(paused)} pauses, of which {len(due)} were to end"
        return
    for row, end in zip(paused, due, strict=True):
        yield from on_time("the pause ends", perhaps(row["resumed_at"]), end - _CLICKS - SOON, SOON + SOON)


def _rulings(trial: Trial) -> list[sqlite3.Row]:
    return [row for row in trial.file["acts"] if row["act"] == "rule_result" and row["ground"] is not None]


def waits_for_opponent(trial: Trial) -> Iterator[str]:
    """In the own match the word waits 15 minutes for the opponent: it lapses without them, and counts with them."""
    found = _rulings(trial)
    if [row["ending"] for row in found] != ["lapsed", "agreed"]:
        yield f"the rulings ended as {[row['ending'] for row in found]}"
        return
    (lapsed, agreed), moments = found, trial.own.moments
    yield from on_time("it lapses", perhaps(lapsed["ended_at"]), moments["asked: lapses"] + AGREE_WITHIN)
    yield from on_time("it counts", perhaps(agreed["done_at"]), moments["agreed"] - _CLICKS)
    if lapsed["done_at"] is not None:
        yield "what lapsed was done"
    one = next(each for each in trial.hearing.facts.pairings if each.contest_id == agreed["contest_id"])
    settled_at = None if one.outcome is None else one.outcome.settled_at
    yield from on_time("the match is settled", settled_at, moments["agreed"] - _CLICKS)


def opponent_is_asked(trial: Trial) -> Iterator[str]:
    """Each time the opponent is pinged, and nobody else."""
    otto = trial.own.play.stage.organiser.id
    posts = [post for post in trial.own.play.witness.posts_of() if post.has("own-agree")]
    if len({post.message_id for post in posts}) != len(_rulings(trial)):
        yield f"{len(posts)} messages ask to agree"
    for post in posts:
        contest = next(r["contest_id"] for r in _rulings(trial) if r["act_id"] == post.subject("own-agree"))
        wanted = set(trial.own.play.diary.events[0].matches[contest].players) - {otto}
        yield from same("asked to agree", map(trial.hearing.name, post.pinged), map(trial.hearing.name, wanted))


def waits_for_signature(trial: Trial) -> Iterator[str]:
    """Of the wishes in the rated event one is declined, one lapses after a day, one is signed, one cannot be done."""
    found = [row for row in trial.file["signatures"] if row["kind"] == "own_event"]
    if [row["outcome"] for row in found] != ["declined", "lapsed", "signed", None]:
        yield f"they ended as {[row['outcome'] for row in found]}"
        return
    signer = trial.person(trial.own.arbiter.id)
    for row, ended_by in zip(found, (signer, None, signer, None), strict=True):
        if row["ended_by"] != ended_by:
            yield f"the one that is {row['outcome']} was ended by {row['ended_by']}"
        if row["in_public"]:
            yield "one of them waits in public, although somebody can sign"
    asked = trial.own.moments["lapsed"]
    yield from on_time("it lapses", perhaps(found[1]["ended_at"]), asked + A_DAY - _CLICKS)


def event_goes_on(trial: Trial) -> Iterator[str]:
    """What was declined or lapsed changed nothing; what was signed is done in that moment."""
    if trial.event(OFFICIAL)["cancelled_at"] is not None:
        yield f"{OFFICIAL} is called off"
    pauses = [row for row in trial.file["pauses"] if row["name"] == OFFICIAL]
    if len(pauses) != 1:
        yield f"{len(pauses)} pauses instead of the one that was signed"
    for row in pauses[:1]:
        yield from on_time("the pause that was signed", moment(row["paused_at"]), trial.own.moments["signed"])


def signed_in_vain(trial: Trial) -> Iterator[str]:
    """The asker, an officer who plays, and a signature under what can no longer be done are refused.

    So is the wish that was declined a moment ago.
    """
    if len(trial.own.in_vain) != len(("the asker", "the President", "the same again", "the pause")):
        yield f"{len(trial.own.in_vain)} tried"
    yield from ("somebody signed who may not" for answer in trial.own.in_vain if not answer.is_refusal)


def own_clock_runs(trial: Trial) -> Iterator[str]:
    """The match to which the organiser did not come is lost when its minutes are over, whatever was asked for."""
    one = next(each for each in trial.hearing.facts.pairings if each.contest_id == trial.own.own_match)
    minutes = regulation.read(regulation.find("aije-open")).minutes_per_game
    if one.outcome is None or one.outcome.kind != "walkover" or one.called_at is None:
        yield f"it ended as {one.outcome}"
        return
    yield from on_time("the walkover", one.outcome.settled_at, one.called_at + one.target * timedelta(minutes=minutes))


def officers_sign(trial: Trial) -> Iterator[str]:
    """What an officer asks for about themself waits for another's signature, and is not done."""
    for one in trial.tries(Scene.SIGNED):
        if one.lines.count("ask_signature") != 1:
            yield f"{_sentence(trial, one)}, and no signature was asked for"
        yield from _nothing_done(trial, one, {"ask_signature", "bring_opening_list"})
    kinds = [row["kind"] for row in trial.file["signatures"] if row["kind"] != "own_event"]
    yield from same("waiting", kinds, ("opening_list", "past_events", "rating_terms"))


def nothing_gained(trial: Trial) -> Iterator[str]:
    """In the file nobody holds what they tried to give themself, and no rival has lost anything by it."""
    for what in ("crowned", "exams", "seats", "lifted", "terms", "unlinked", "tied", "titles", "grades", "approved"):
        if trial.file[what]:
            yield f"{what}: {len(trial.file[what])} rows"
    for what in ("bars", "links"):
        if len(trial.file[what]) != 1:
            yield f"{what}: {len(trial.file[what])} instead of the one that another made"
    yield from (f"rated: {row['person_id']} has {MINE}" for row in trial.file["rated"] if row["rating"] == MINE)


def all_on_the_log(trial: Trial) -> Iterator[str]:
    """Each decision, objection, request, signature, refusal and lapse is a line of the log."""
    found = [str(row["act"]) for row in trial.file["log"]]
    for act, wanted in (
        ("decide_own_event", len(trial.own.decided)),
        ("object_to_act", sum(len(done.objected) for done in trial.own.decided)),
        ("ask_to_agree", 2),
        ("agree_to_ruling", 1),
        ("ask_signature", 7),
    ):
        if found.count(act) != wanted:
            yield f"{act}: {found.count(act)} lines instead of {wanted}"


Row = tuple[str, str, Callable[[Trial], Iterable[str]]]
_E: Final = "even hands"
CHECKS: Final[tuple[Row, ...]] = (
    (_E, "Who is alone is asked for a reason, and nothing is done before", alone),
    (_E, "With a reason it is done in public", done_in_public),
    (_E, "Only players object, and not who did it", only_players_object),
    (_E, "Two objections end it, and one too late changes nothing", undone_by_two),
    (_E, "What players undid is as it was", as_before),
    ("AIJE-D01-6", "In the own match a ruling waits for the opponent", waits_for_opponent),
    ("AIJE-D01-6", "The opponent is asked, and nobody else", opponent_is_asked),
    (_E, "Where somebody else can decide, who plays does not", beside_others),
    (_E, "Who can decide instead is asked, in public and by letter", others_are_asked),
    (_E, "Who is refused reads in which event they play", told_which_event),
    (_E, "Who does not play does it at once", others_can),
    (_E, "Where ratings move, a reason is asked for too", officially),
    ("AIJE-A02-1", "A wish in a rated event is signed, declined, or lapses after a day", waits_for_signature),
    ("AIJE-A02-1", "The asker and who plays sign nothing", signed_in_vain),
    (_E, "A rated event goes on as if nobody had asked", event_goes_on),
    ("AIJE-D01-5.4", "The own clock runs, whatever is asked for", own_clock_runs),
    ("AIJE-D01-6", "No officer decides about themself or a rival", about_themselves),
    ("AIJE-A02-1", "What officers ask for themselves waits for another", officers_sign),
    (_E, "Nobody holds what they tried to give themself", nothing_gained),
    (_E, "Every step is a line of the log", all_on_the_log),
)


def judge(own: OwnEvent, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, own)
    found = (*judge_all(CHECKS, trial), *judge_all(but(seen.CHECKS, {seen.calls}), hearing))
    return Verdict(found, (_tries(trial), of_matches(hearing)))


def _tries(trial: Trial) -> Table:
    lines = tuple(
        (trial.hearing.name(one.member), one.what, one.scene.value, _answer_in_words(one)) for one in trial.own.tries
    )
    return "What was tried", ("Who", "To", "Scene", "Answer"), lines


def _answer_in_words(one: Try) -> str:
    if one.answer.is_refusal:
        return "refused"
    return "pick a reason" if any(post.has(WHY) for post in one.answer.posts) else ", ".join(one.lines) or "nothing"
