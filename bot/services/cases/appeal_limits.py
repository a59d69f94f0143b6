"""Until when a bar, a word that two are one, or a ruling on a match can be appealed against (GO-16.4)."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.cases.rating_penalties import RatingPenalty
from bot.domain.cases.same_person import SamePerson
from bot.domain.entering.bars import Bar
from bot.domain.ids import GuildId
from bot.domain.outages import resume
from bot.domain.playing.matches import Beside
from bot.domain.playing.rulings import APPEAL_RULING_WITHIN
from bot.services.playing.followed import Followed
from bot.storage import appeals, confirmed_results, expulsions, misconduct_cases, outages, rulings
from bot.storage.context import Query


def term_of(tx: Query, guild_id: GuildId, at: datetime) -> timedelta:
    """How long an appeal against a ruling can be made: a day, or for a community's shorter term."""
    return min(APPEAL_RULING_WITHIN, misconduct_cases.terms(tx, guild_id, at).appeal_within)


def bar_open_until(tx: Query, bar: Bar) -> datetime:
    """The last moment for an appeal against a bar, outages not counted."""
    within = misconduct_cases.terms(tx, bar.guild_id, bar.since).appeal_within
    return resume(bar.since, within, outages.since(tx, bar.guild_id, bar.since))


def points_open_until(tx: Query, penalty: RatingPenalty) -> datetime:
    """The last moment for an appeal against the loss of points: as long as against a bar."""
    within = misconduct_cases.terms(tx, penalty.guild_id, penalty.taken_at).appeal_within
    return resume(penalty.taken_at, within, outages.since(tx, penalty.guild_id, penalty.taken_at))


def link_open_until(tx: Query, link: SamePerson) -> datetime:
    """The last moment for an appeal against the word that two are one: as long as against a bar."""
    within = misconduct_cases.terms(tx, link.guild_id, link.recorded_at).appeal_within
    return resume(link.recorded_at, within, outages.since(tx, link.guild_id, link.recorded_at))


def may_appeal_bar(tx: Query, bar: Bar) -> bool:
    """Whether an appeal can be made against the bar: once, while it holds; an expulsion is decided for a year."""
    if bar.lifted_at is not None or expulsions.of_bar(tx, bar.bar_id) is not None:
        return False
    return appeals.of_bar(tx, bar.bar_id) is None


def appeal_by(tx: Query, followed: Followed, now: datetime) -> datetime | None:
    """The last moment for an appeal against the result that stands, outages not counted.

    None where it was no ruling, where it is final, or it is too late.
    """
    match, result, contest_id = followed.match, followed.match.contest.result, followed.contest_id
    if result is None or followed.tournament.cancelled_at is not None or match.voided_at is not None:
        return None
    ruling = None if Beside.APPEAL in match.beside else rulings.load(tx, contest_id)
    if ruling is None or not ruling.stands:
        return None
    if Beside.CONFIRMED in match.beside and confirmed_results.is_confirmed(tx, contest_id, result.settled_at):
        return None
    limit = resume(ruling.at, term_of(tx, followed.tournament.guild_id, ruling.at), followed.outages)
    return limit if now <= limit else None
