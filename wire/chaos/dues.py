"""From the facts of an evening, what should have been said: a row for each kind of message.

Each derives from rows of the database what ought to have been told, where, and who is named. Where it hangs on the very
second whether something is still told, as with a reminder that the answer overtakes, once is right and not at all too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from bot.i18n.catalogue import DEFAULT_LOCALE, read_sentences
from wire.chaos.recordings import LETTER, Heard, Recording

Row = dict[str, Any]

FELT_S: Final = 60.0
"""An outage that is shorter is told to nobody."""
SLACK_S: Final = 5.0
"""Between a press and a message that overtake each other."""
GATHERED_S: Final = 660.0
"""For so long those who never played are gathered, until one notice names them together."""
QUICK_S: Final = 30.0
"""What was over so soon after its cause may have been overtaken before it was said."""
HELD_S: Final = 300.0
"""For so long after a call of staff the next one of the same event is held."""
SILENCE_S: Final = 600.0
"""After so long without an answer staff is called once more, with the organisers' role."""
EVER: Final = float("inf")
HOLES: Final = re.compile(r"\{\w+\}|`/[^`]*`")
"""What of a sentence is read as something else: a placeholder, and a command, which Discord shows as a link."""
_MOMENT: Final = re.compile(r"<t:(\d+):F>")


def _always(_: Heard) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Due:
    """One message that a fact asks for, or forbids beyond a number."""

    why: str
    tells: tuple[str, ...] = ()
    """All of it stands in the text, or in the id of a button."""
    readers: tuple[tuple[str, float], ...] = ()
    """Who must be named, each in messages that were posted before the moment."""
    place: str = ""
    """Which of the kind's places; empty for any."""
    least: int = 1
    most: int = 1
    holds: Callable[[Heard], bool] = _always


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message: how it is known again, where it is said, and which facts ask for it."""

    name: str
    places: tuple[str, ...]
    signs: tuple[str, ...]
    """Keys of the catalogue, `control ` and the beginning of a button's id, or `card ` and that of an edited text."""
    dues: Callable[[Recording], Iterator[Due]]
    stored: tuple[str, ...] = field(default=())
    """By which names the outbox knows it; empty where it is said in answer to a press."""
    but: tuple[str, ...] = ()
    """Signs of messages that are of another kind all the same."""


def s(ms: int | None) -> float:
    """Seconds of a moment as the database keeps it; what never came lies behind everything."""
    return EVER if ms is None else ms / 1000


def mention(discord_id: int | str) -> str:
    """How a member is named."""
    return f"<@{discord_id}>"


@cache
def _sentences() -> Mapping[str, str | tuple[str, ...]]:
    return read_sentences(DEFAULT_LOCALE).by_key


def forms(key: str) -> tuple[str, ...]:
    """The sentences of a key with their placeholders; raises LookupError for an unknown key."""
    found = _sentences().get(key)
    if found is None:
        raise LookupError(f"{key} is no key of the catalogue")
    return (found,) if isinstance(found, str) else found


def fixed_words(key: str) -> tuple[str, ...]:
    """What of a sentence is read whatever its placeholders are filled with."""
    (sentence,) = forms(key)
    return tuple(filter(None, HOLES.split(sentence)))


@dataclass(frozen=True, slots=True)
class Gone:
    """An outage on record."""

    begin: float
    end: float
    cause: str

    @property
    def is_news(self) -> bool:
        """Whether it is told: where it was felt, and each time that the server has removed the bot."""
        return self.cause == "removed" or self.end - self.begin >= FELT_S


def spells(evening: Recording) -> list[Gone]:
    """Every recorded outage, with its cause."""
    found = evening.dicts("SELECT down_from, up_at, cause FROM outages")
    return [Gone(s(one["down_from"]), s(one["up_at"]), str(one["cause"])) for one in found]


def outages(evening: Recording) -> list[tuple[float, float]]:
    """Every recorded outage, from when to when."""
    return [(one.begin, one.end) for one in spells(evening)]


def time_lost(evening: Recording, begin: float, end: float) -> float:
    """Seconds of recorded outages between the two moments."""
    return sum(max(0.0, min(end, up) - max(begin, down)) for down, up in outages(evening))


# The event


def tournaments(evening: Recording) -> Iterator[Row]:
    """Every event, its rulebook read."""
    for one in evening.dicts("SELECT * FROM tournaments"):
        yield {**one, "rulebook": json.loads(one["rulebook"])}


def entrants(evening: Recording, tournament: Row) -> list[Row]:
    """Who registered, with the account."""
    sql = "SELECT * FROM entrants JOIN people USING (person_id) WHERE tournament_id = ?"
    return evening.dicts(sql, tournament["tournament_id"])


def announcement(evening: Recording) -> Iterator[Due]:
    """Every event has one; it is the event's card."""
    for one in tournaments(evening):
        yield Due("the event was created", (f"# {one['name']}\n",))


def commitment(evening: Recording) -> Iterator[Due]:
    """The draw is sealed before anybody enters."""
    for one in tournaments(evening):
        yield Due("the event was created, and its draw has to be sealed", (one["commitment"],))


def check_in_opened(evening: Recording) -> Iterator[Due]:
    """Everybody on the list is named who has not confirmed."""
    for one in tournaments(evening):
        if one["check_in_opened_at"] is None:
            continue
        opened = s(one["check_in_opened_at"])
        listed = [each for each in entrants(evening, one) if s(each["registered_at"]) < opened - SLACK_S]
        yield Due("check-in has opened", (one["name"],), readers=tuple(_until_confirmed(each) for each in listed))


def _until_confirmed(entrant: Row) -> tuple[str, float]:
    until = min(s(entrant["checked_in_at"]), s(entrant["withdrawn_at"]))
    return mention(entrant["discord_id"]), until - SLACK_S


def check_in_reminder(evening: Recording) -> Iterator[Due]:
    """Before the close, where somebody is missing; an outage over its moment may swallow it."""
    for one in tournaments(evening):
        before = [each / 1000 for each in one["rulebook"]["check_in"]["reminders_before_close"]]
        if not before or one["check_in_opened_at"] is None:
            continue
        closed, first = s(one["check_in_closed_at"]), s(one["start_at"]) - max(before)
        missing = [each for each in entrants(evening, one) if _is_missing(each, first, closed)]
        overtaken = s(one["check_in_opened_at"]) > first - SLACK_S
        swallowed = any(
            down <= closed - min(before) + SLACK_S and up >= closed - SLACK_S for down, up in outages(evening)
        )
        least = int(bool(missing) and closed < EVER and not overtaken and not swallowed)
        readers = tuple(_until_confirmed(each) for each in missing)
        why = f"{len(missing)} had not confirmed when the close came near"
        yield Due(why, (one["name"],), readers, least=least, most=len(before))


def _is_missing(entrant: Row, first: float, closed: float) -> bool:
    registered = s(entrant["registered_at"]) < first - SLACK_S and s(entrant["withdrawn_at"]) > closed
    return registered and s(entrant["checked_in_at"]) > closed


def check_in_closed(evening: Recording) -> Iterator[Due]:
    """Who is absent is named."""
    for one in tournaments(evening):
        if one["check_in_closed_at"] is not None:
            absent = [each for each in entrants(evening, one) if each["outcome"] == "absent"]
            yield Due("check-in has closed", (one["name"], *(mention(each["discord_id"]) for each in absent)))


def called_off(evening: Recording) -> Iterator[Due]:
    """An event that does not take place."""
    for one in tournaments(evening):
        if one["cancelled_at"] is not None:
            yield Due(f"the event was called off: {one['cancel_reason']}", (one["name"],))


def draws(evening: Recording) -> Iterator[Due]:
    """The draws of the field, each told once."""
    times = len(evening.rows("SELECT 1 FROM draws WHERE purpose = 'field'"))
    if times:
        yield Due("the field was drawn", least=times, most=times)


def draws_on_record(evening: Recording) -> Iterator[Due]:
    """Each with its seed."""
    for (seed,) in evening.rows("SELECT seed FROM draws WHERE purpose = 'field'"):
        yield Due("the field was drawn, and anyone may check it", (str(seed),))


def podium(evening: Recording) -> Iterator[Due]:
    """Who won the final is first."""
    for one in tournaments(evening):
        if one["ended_at"] is not None:
            finals = [each for each in contests(evening) if each["stage"] == "final" and each["winner"] is not None]
            yield Due("the event is over", (one["name"], *(f"🥇 {each['winner']}" for each in finals)))


def ratings(evening: Recording) -> Iterator[Due]:
    """A rated event in which a game was played."""
    for one in tournaments(evening):
        if one["ended_at"] is not None and one["rulebook"]["rating"]["rated"]:
            played = any(each["kind"] == "played" for each in contests(evening))
            yield Due("a rated event is over", (one["name"],), least=int(played))


def results_on_record(evening: Recording) -> Iterator[Due]:
    """All of them, once it is over."""
    for one in tournaments(evening):
        if one["ended_at"] is not None:
            yield Due("the event is over, and its results belong on the record", (one["name"],))


# Matches


def contests(evening: Recording) -> list[Row]:
    """Every contest with its sides, the result that stands, and who won."""
    sql = (
        "SELECT c.contest_id, c.stage, c.round, c.called_at, c.bye_reason, c.voided_at, r.score, r.kind, r.settled_at"
        " FROM contests c LEFT JOIN results r ON r.contest_id = c.contest_id AND r.superseded_at IS NULL"
    )
    sides = evening.dicts(
        "SELECT contest_id, side, discord_id, name FROM contest_sides"
        " JOIN entrants USING (entrant_id) JOIN people USING (person_id) ORDER BY side"
    )
    return [_with_sides(one, [each for each in sides if each["contest_id"] == one["contest_id"]]) for one in
            evening.dicts(sql)]  # fmt: skip


def _with_sides(contest: Row, sides: list[Row]) -> Row:
    members = [mention(each["discord_id"]) for each in sides]
    score = [int(one) for one in str(contest["score"]).split("-")] if contest["score"] else []
    winner = members[score.index(max(score))] if len(score) == len(members) == 2 and score[0] != score[1] else None
    return {**contest, "members": members, "names": [each["name"] for each in sides], "winner": winner}


def score_text(score: str) -> str:
    """A score as people read it."""
    return f"**{score.replace('-', '–')}**"


def called_matches(evening: Recording) -> list[Row]:
    """What was called to be played."""
    return [one for one in contests(evening) if one["called_at"] is not None and one["bye_reason"] is None]


def match_called(evening: Recording) -> Iterator[Due]:
    """Each by a card that names both."""
    for one in called_matches(evening):
        readers = tuple((each, EVER) for each in one["members"])
        why = f"the match {' and '.join(one['names'])} was called"
        yield Due(why, (f"match:{one['contest_id']}",), readers, least=int(one["voided_at"] is None))


def result(evening: Recording) -> Iterator[Due]:
    """The card of a match that is over shows the score that stands."""
    for one in called_matches(evening):
        if one["kind"] is not None and one["voided_at"] is None:
            score = (score_text(one["score"]),) if one["kind"] in {"played", "walkover"} else ()
            why = f"the match {' and '.join(one['names'])} ended {one['score']}"
            yield Due(why, (f"match:{one['contest_id']}", *score))


def round_over(evening: Recording) -> Iterator[Due]:
    """Every round but the last, once all its matches are over."""
    known = [one for one in contests(evening) if one["voided_at"] is None]
    last = max((one["round"] for one in known), default=0)
    for number in sorted({one["round"] for one in known} - {last}):
        round_ = [one for one in known if one["round"] == number and one["bye_reason"] is None]
        if round_ and all(one["kind"] is not None for one in round_):
            lines = [
                f"{one['names'][0]} {score_text(one['score'])} {one['names'][1]}" for one in round_ if one["winner"]
            ]
            yield Due(f"all matches of round {number} are over", tuple(lines))


def reports(evening: Recording) -> Iterator[tuple[Row, str, str]]:
    """Each report with who made it and who has to answer."""
    sql = "SELECT r.*, p.discord_id FROM reports r JOIN people p USING (person_id)"
    of = {one["contest_id"]: one for one in contests(evening)}
    for one in evening.dicts(sql):
        by = mention(one["discord_id"])
        yield one, by, next((each for each in of[one["contest_id"]]["members"] if each != by), "")


def report_lines(evening: Recording) -> Iterator[Due]:
    """A public line, in answer to the press, and a reminder where nobody says a word to it.

    Both read alike once the report is answered, so they are counted together, and what may be the reminder for itself.
    A death or a refusal between the press and the line may take the line away.
    """
    for one, by, other in reports(evening):
        tells, reported = (by, other, score_text(one["score"])), s(one["reported_at"])
        due = reported + _rulebook(evening)["matches"]["remind_confirm_after"] / 1000 - 1
        line, stood, late = int(evening.is_calm), int(one["answer"] == "stood"), s(one["answered_at"]) >= due
        yield Due(f"{by} reported {one['score']}", tells, least=line + stood, most=1 + late, holds=_from(reported - 1))
        if late:
            # On a busy machine the line may come as late as the reminder.
            why = f"{other} said nothing to the score that {by} reported"
            yield Due(why, tells, least=stood, most=2, holds=_from(due))


def _rulebook(evening: Recording) -> Row:
    found: Row = next(tournaments(evening))["rulebook"]
    return found


def _from(begin: float) -> Callable[[Heard], bool]:
    """Two may report the same score against each other twice in an evening."""
    return lambda message: message.at >= begin


def disputes(evening: Recording) -> Iterator[Due]:
    """Told beside the match, in answer to the press."""
    for one, by, other in reports(evening):
        if one["dispute"] is not None:
            why = f"{other} disputed the score that {by} reported"
            yield Due(why, (by, other, str(one["dispute"])), least=int(evening.is_calm))


def rulings(evening: Recording) -> Iterator[Due]:
    """To both sides, in answer to the press of who decides."""
    decided = {row[0] for row in evening.rows("SELECT contest_id FROM reports WHERE dispute IS NOT NULL")}
    for one in contests(evening):
        if one["contest_id"] in decided and one["kind"] is not None:
            why = f"the match {' and '.join(one['names'])} was decided by staff"
            yield Due(why, tuple(one["members"]), least=int(evening.is_calm))


# Who runs the event


def matters(evening: Recording) -> Iterator[Row]:
    """What who runs an event was called to, with how long it waited while the bot was there."""
    for one in evening.dicts("SELECT * FROM matters"):
        asked, over = s(one["called_at"]), min(s(one["settled_at"]), evening.ended_at)
        yield {**one, "waited": over - asked - time_lost(evening, asked, over)}


def staff_calls(evening: Recording) -> Iterator[Due]:
    """Who runs the event reads of each dispute that no arbiter follows, and of what else needs a human."""
    yield from _calls_to_disputes(evening)
    for one in matters(evening):
        if one["kind"] != "dispute":
            times = max(one["times"], _times_refused(evening) if one["kind"] == "cannot_speak" else 0)
            why = f"{one['kind']} of {one['subject']} waited for {one['waited']:.0f} s"
            least = int(one["waited"] > HELD_S + QUICK_S)
            yield Due(why, fixed_words(f"staff.matter_{one['kind']}"), least=least, most=2 * times)


def _calls_to_disputes(evening: Recording) -> Iterator[Due]:
    """At once, unless another call was just made; and with the role, where it waits in silence."""
    creator, role = _who_runs(evening)
    for one, by, other in reports(evening):
        if one["dispute"] is None:
            continue
        asked, over = s(one["answered_at"]), min(s(one["closed_at"]), evening.ended_at)
        waited = over - asked - time_lost(evening, asked, over)
        held = HELD_S if _was_called_before(evening, asked) else 0.0
        tells = (by, other, *fixed_words("staff.matter_dispute"))
        why = f"{by} and {other} disagreed for {waited:.0f} s, and no arbiter follows them"
        yield Due(why, tells, ((creator, EVER),), least=int(waited > held + QUICK_S), most=2)
        silent = waited > held + SILENCE_S + QUICK_S and not _was_heeded(evening, one["contest_id"])
        yield Due(f"{why}, and nobody answered", (role, *tells), least=int(silent))


def results_wanted(evening: Recording) -> Iterator[Due]:
    """A match that lasts longer than any of its length, as amid outages, is asked for its score once."""
    for one in called_matches(evening):
        why = f"the match {' and '.join(one['names'])} went on for long"
        yield Due(why, (f"match:{one['contest_id']}",), least=0)


def staff_letters(evening: Recording) -> Iterator[Due]:
    """To who created the event: each call that Discord refused in the channel, or whose role it does not ping."""
    ((creator,),) = evening.rows("SELECT discord_id FROM people JOIN tournaments ON person_id = created_by LIMIT 1")
    refused = _times_refused(evening, "staff_called")
    calls = sum(len(str(one["calls"]).split()) for one in matters(evening))
    if calls:
        why = f"{refused} of {calls} calls of staff were refused in their channel"
        yield Due(why, place=f"{LETTER}{creator}", least=min(1, refused), most=calls)


def _who_runs(evening: Recording) -> tuple[str, str]:
    """Who created the event, and the organisers' role, as they are named."""
    (created_by,) = evening.rows("SELECT discord_id FROM people JOIN tournaments ON person_id = created_by LIMIT 1")
    ((role,),) = evening.rows("SELECT organiser_role FROM guilds")
    return mention(str(created_by[0])), f"<@&{role}>"


def _was_called_before(evening: Recording, asked: float) -> bool:
    """Whether another call was made so shortly before that the next one was held."""
    told = [s(one[each]) for one in matters(evening) for each in ("called_at", "said_at", "role_at") if one[each]]
    return any(asked - HELD_S < at < asked - 1 for at in told)


def _was_heeded(evening: Recording, contest_id: str) -> bool:
    sql = "SELECT 1 FROM matters WHERE subject = ? AND kind = 'dispute' AND heeded_at IS NOT NULL"
    return bool(evening.rows(sql, f"contest:{contest_id}"))


def _times_refused(evening: Recording, kind: str = "") -> int:
    """How often Discord refused a message, or one of a kind."""
    refused = evening.rows("SELECT details FROM log WHERE act = 'cannot_say'")
    return sum(kind in {"", json.loads(str(details))["saying"]} for (details,) in refused)


# Absences


def cases(evening: Recording) -> Iterator[Row]:
    """Every case of an absence, with who was absent."""
    for one in evening.dicts("SELECT * FROM absence_cases JOIN people USING (person_id)"):
        yield {**one, "who": mention(one["discord_id"]), "letter": f"{LETTER}{one['discord_id']}"}


UNJUSTIFIED: Final = ("barred", "no_penalty")


def absence_notice(evening: Recording) -> Iterator[Due]:
    """Names everybody whose absence has to be justified."""
    for one in cases(evening):
        dropped = one["noticed_at"] is None and one["closed_at"] is not None
        by_now = s(one["opened_at"]) + (0 if one["reason"] == "not_confirmed" else GATHERED_S) + QUICK_S
        least = int(one["noticed_at"] is not None or (not dropped and by_now < evening.ended_at))
        yield Due(f"{one['who']} was absent", (one["who"],), least=least)


def absence_letter(evening: Recording) -> Iterator[Due]:
    """The same by letter, unless the answer was quicker."""
    for one in cases(evening):
        noticed, over = s(one["noticed_at"]), min(s(one["justified_at"]), s(one["closed_at"]))
        due = noticed < evening.ended_at - QUICK_S and over > noticed + QUICK_S
        yield Due(f"{one['who']} was named as absent", place=one["letter"], least=int(due))


def absence_reminder(evening: Recording) -> Iterator[Due]:
    """Who said nothing at all was reminded before the time to justify ran out."""
    for one in cases(evening):
        yield Due(_silent(one), (one["who"],), least=_was_silent(one), most=_most_reminders(evening, one))


def absence_reminder_letter(evening: Recording) -> Iterator[Due]:
    """The same by letter."""
    for one in cases(evening):
        why, most = _silent(one), _most_reminders(evening, one)
        yield Due(why, place=one["letter"], least=_was_silent(one), most=most)


def _silent(case: Row) -> str:
    return f"{case['who']} did not justify the absence"


def _was_silent(case: Row) -> int:
    return int(case["justified_at"] is None and case["close_reason"] in UNJUSTIFIED)


def _most_reminders(evening: Recording, case: Row) -> int:
    """One, and one more for each outage that was felt while the time ran."""
    begin, end = s(case["noticed_at"]), min(s(case["closed_at"]), evening.ended_at)
    return 1 + sum(one.is_news and one.end > begin and one.begin < end for one in spells(evening))


def case_for_review(evening: Recording) -> Iterator[Due]:
    """What somebody wrote is shown to those who decide, by name, and once more where they let it lie."""
    decides = _who_runs(evening)[0]
    for one in cases(evening):
        if one["justified_at"] is not None:
            most = 1 + int(one["review_reminded_at"] is not None)
            yield Due(f"{one['who']} justified the absence", (one["who"],), ((decides, EVER),), most=most)


def absences_unjustified(evening: Recording) -> Iterator[Due]:
    """The committee reads who said nothing."""
    for one in cases(evening):
        if _was_silent(one):
            yield Due(_silent(one), (one["who"],))


def bars(evening: Recording) -> Iterator[Row]:
    """Every bar, with who is barred."""
    for one in evening.dicts("SELECT * FROM bars JOIN people USING (person_id)"):
        yield {**one, "who": mention(one["discord_id"]), "letter": f"{LETTER}{one['discord_id']}"}


def bar_notices(evening: Recording) -> Iterator[Due]:
    """In public and on the record."""
    for one in bars(evening):
        least = int(s(one["lifted_at"]) > s(one["since"]) + QUICK_S)
        for place in ("announcements", "record"):
            yield Due(f"{one['who']} was barred", (one["who"],), place=place, least=least)


def barred_letter(evening: Recording) -> Iterator[Due]:
    """And by letter."""
    for one in bars(evening):
        least = int(s(one["lifted_at"]) > s(one["since"]) + QUICK_S)
        yield Due(f"{one['who']} was barred", place=one["letter"], least=least)


# The house


def outage(evening: Recording) -> Iterator[Due]:
    """Every outage that is news while an event is on, told once: while it grows its message is edited."""
    for one in tournaments(evening):
        opens = max(s(one["start_at"]) - one["rulebook"]["check_in"]["opens_before"] / 1000, s(one["created_at"]))
        over = min(s(one["ended_at"]), s(one["cancelled_at"]))
        for each in spells(evening):
            on = each.end > opens + SLACK_S and each.end < min(over, evening.ended_at) - SLACK_S
            if each.is_news and opens < each.end < over:
                length = f"for {each.end - each.begin:.0f} s"
                why = f"{length} no press could be taken ({each.cause}), from {each.begin:.0f} on"
                beginning = fixed_words(_OUTAGES.get(each.cause, "house.outage"))[:1]
                yield Due(why, beginning, least=int(on), holds=_shows(each, whole=on))


def _shows(outage: Gone, *, whole: bool) -> Callable[[Heard], bool]:
    """Whether the message is of the outage; `whole`: it shows how long it was in the end."""

    def is_told(message: Heard) -> bool:
        told = [int(one) for one in _MOMENT.findall(message.text)][:2]
        if len(told) != 2 or abs(told[0] - outage.begin) > 1:
            return False
        return abs(told[1] - outage.end) <= 1 if whole else told[1] <= outage.end + 1

    return is_told


def clock_wrong(evening: Recording) -> Iterator[Due]:
    """Once for each time that the clock was set wrong; where much else goes wrong it may be right again unseen."""
    if evening.clock_steps:
        why = f"the machine's clock was set wrong {evening.clock_steps} times"
        yield Due(why, least=evening.clock_steps if evening.is_calm else 0, most=evening.clock_steps)


PUBLIC: Final = ("announcements",)
MATCHES: Final = ("matches",)
COMMITTEE: Final = ("committee",)
RECORD: Final = ("record",)
BY_LETTER: Final = ("letter",)
_BARS: Final = ("absence", "declined", "voted", "voted_absence", "disqualified")
_ABSENCES: Final = ("not_confirmed", "confirmed_never_played", "called_off")
_OUTAGES: Final = {"unavailable": "house.outage_unavailable", "removed": "house.outage_removed"}
"""What is said of an outage that was not the bot's own, by its cause."""
_REMINDED: Final = ("cases.reminder", "cases.extended")

_WANTED: Final = ("matches.result_wanted",)
KINDS: Final = (
    Kind("announcement", PUBLIC, ("card # ",), announcement, ("tournament_announced",)),
    Kind("sealed draw", RECORD, ("draw.sealed",), commitment, ("commitment_recorded",)),
    Kind("check-in opened", PUBLIC, ("checkin.opened", "checkin.opened_confirmed"), check_in_opened,
         ("check_in_opened",)),
    Kind("check-in reminder", PUBLIC, ("checkin.reminder",), check_in_reminder, ("check_in_reminder",)),
    Kind("check-in closed", PUBLIC, ("checkin.closed",), check_in_closed, ("check_in_closed",)),
    Kind("call-off", PUBLIC, ("tournament.cancelled", "tournament.cancelled_too_few"), called_off,
         ("tournament_cancelled",)),
    Kind("draw", PUBLIC, ("draw.drawn",), draws, ("drawn",)),
    Kind("draw on record", RECORD, ("draw.record",), draws_on_record, ("record_draw",)),
    Kind("match called", MATCHES, ("control match:",), match_called, ("match_called",), _WANTED),
    Kind("result", MATCHES, ("control match:",), result, but=_WANTED),
    Kind("report", MATCHES, ("matches.please_answer", "matches.reported", "matches.reminder"), report_lines,
         ("confirm_reminder",)),
    Kind("dispute", MATCHES, ("matches.disputed",), disputes),
    Kind("staff called", COMMITTEE, ("staff.called", "staff.called_done"), staff_calls, ("staff_called",)),
    Kind("ruling", MATCHES, ("matches.ruled",), rulings, ("match_note",)),
    Kind("round over", PUBLIC, ("draw.round_over",), round_over, ("round_over",)),
    Kind("podium", PUBLIC, ("ending.podium",), podium, ("podium",)),
    Kind("ratings", PUBLIC, ("ending.ratings",), ratings, ("ratings_published",)),
    Kind("results on record", RECORD, ("ending.record",), results_on_record, ("record_results",)),
    Kind("absence notice", PUBLIC, tuple(f"cases.notice_{one}" for one in _ABSENCES), absence_notice,
         ("absence_notice",)),
    Kind("absence letter", BY_LETTER, tuple(f"cases.letter_{one}" for one in _ABSENCES), absence_letter,
         ("absence_letter",)),
    Kind("absence reminder", PUBLIC, _REMINDED, absence_reminder, ("absence_reminder",)),
    Kind("absence reminder by letter", BY_LETTER, _REMINDED, absence_reminder_letter, ("absence_reminder",)),
    Kind("justification", COMMITTEE, ("cases.review_title",), case_for_review, ("case_for_review",)),
    Kind("unjustified absences", COMMITTEE, ("cases.unjustified",), absences_unjustified, ("absences_unjustified",)),
    Kind("bar", ("announcements", "record"), tuple(f"bars.{one}" for one in _BARS), bar_notices, ("barred",)),
    Kind("bar by letter", BY_LETTER, tuple(f"bars.you_{one}" for one in _BARS), barred_letter, ("barred",)),
    Kind("outage", ("announcements", "matches"), ("house.outage", *_OUTAGES.values()), outage, ("outage",)),
    Kind("wrong clock", COMMITTEE, ("house.clock_fast", "house.clock_slow"), clock_wrong, ("clock_wrong",)),
)  # fmt: skip
"""Every kind that the recorded evening says."""
OF_TROUBLE: Final = (
    Kind("result wanted", MATCHES, _WANTED, results_wanted, ("result_wanted",)),
    Kind("staff called by letter", BY_LETTER, ("staff.called_by_letter",), staff_letters, ("staff_written",)),
)
"""What is said only where Discord refuses a message of the bot's, which it does not in the recorded evening."""
