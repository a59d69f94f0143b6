"""What an appeal can be against: a verdict, a bar, points, a rating, a ruling, a word that two are one; until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.cases.misconduct import Appeal, FileState, MisconductCase, appeal_by, state
from bot.domain.cases.rating_amendments import RatingAmendment
from bot.domain.cases.rating_penalties import RatingPenalty
from bot.domain.cases.same_person import SamePerson
from bot.domain.entering.bars import Bar
from bot.domain.ids import BarId, ContestId, FileId, GuildId, PersonId
from bot.domain.outages import resume
from bot.domain.playing.rulings import APPEAL_RULING_WITHIN, Ruling
from bot.errors import NotFound, NotNow, Subject, UserError
from bot.services.cases.appeal_limits import bar_open_until, link_open_until, points_open_until, term_of
from bot.services.cases.misconduct_record import outages_of
from bot.services.playing import correcting
from bot.storage import (
    appeals,
    bars,
    cases,
    identities,
    misconduct_cases,
    outages,
    rating_amendments,
    rating_penalties,
    rulings,
    same_persons,
    teams,
    tournaments,
    votes,
)
from bot.storage.context import Query


class AppealedBefore(UserError):
    """There is one appeal against each decision, and it was made."""


class AppealTooLate(UserError):
    """The time to appeal is over."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Contested:
    """The decision that an appeal is against, one of the six; `concerned` may appeal."""

    guild_id: GuildId
    concerned: tuple[PersonId, ...]
    involved: frozenset[PersonId]
    """Who decided, reported, or is concerned, all members of the teams of a match among them."""
    file: MisconductCase | None = None
    bar: Bar | None = None
    points: RatingPenalty | None = None
    ruling: Ruling | None = None
    link: SamePerson | None = None
    amendment: RatingAmendment | None = None


def find_contested(tx: Query, guild_id: GuildId, against: str) -> Contested:
    """The decision by "file-ID", "bar-ID", "points-ID", "rating-ID" and so on; a case's bar stands for its verdict."""
    kind, _, key = against.partition("-")
    match kind:
        case "points":
            return _points(tx, guild_id, key)
        case "rating":
            return _amendment(tx, guild_id, key)
        case "match":
            return _ruling(tx, guild_id, ContestId(key))
        case "same":
            return _link(tx, guild_id, key)
        case _:
            return _file_or_bar(tx, guild_id, kind, key)


def key_of(made: Appeal) -> str:
    """How the decision that the appeal is against is named."""
    if made.against_file is not None:
        return f"file-{made.against_file}"
    if made.against_points is not None:
        return f"points-{made.against_points}"
    if made.against_link is not None:
        return f"same-{made.against_link}"
    if made.against_amendment is not None:
        return f"rating-{made.against_amendment}"
    return f"bar-{made.against_bar}" if made.against_match is None else f"match-{made.against_match}"


def keys_of_person(tx: Query, person_id: PersonId, at: datetime) -> list[str]:
    """Every decision against a person that an appeal may be open against."""
    keys = [f"file-{file.file_id}" for file in misconduct_cases.of_accused(tx, person_id)]
    held = bars.of_people(tx, identities.of_discord_account(tx, person_id), at)
    keys += [f"bar-{bar.bar_id}" for bar in held if misconduct_cases.of_bar(tx, bar.bar_id) is None]
    keys += [f"points-{one.penalty_id}" for one in rating_penalties.of_person(tx, person_id)]
    keys += [f"rating-{one.amendment_id}" for one in rating_amendments.of_person(tx, person_id)]
    ruled = rulings.of_person(tx, person_id, at - 2 * APPEAL_RULING_WITHIN)
    keys += [f"match-{one.contest_id}" for one in ruled]
    return keys + [f"same-{one.link_id}" for one in same_persons.of_person(tx, person_id)]


def open_until(tx: Query, found: Contested) -> datetime | None:
    """The last moment for an appeal against the decision, itself in time; None where no time runs."""
    if found.file is not None:
        return appeal_by(found.file, outages_of(tx, found.file))
    if found.bar is not None:
        return bar_open_until(tx, found.bar)
    if found.link is not None:
        return link_open_until(tx, found.link)
    if found.points is not None:
        return points_open_until(tx, found.points)
    if found.amendment is not None:
        within = misconduct_cases.terms(tx, found.guild_id, found.amendment.made_at).appeal_within
        return _end(tx, found.guild_id, found.amendment.made_at, within)
    if found.ruling is None:
        return None
    at = found.ruling.at
    return _end(tx, found.guild_id, at, term_of(tx, found.guild_id, at))


def refuse_closed(tx: Query, found: Contested, at: datetime) -> None:
    """Raises AppealedBefore, AppealTooLate, or NotNow where there is nothing to undo any more."""
    if found.file is not None:
        _refuse_file(tx, found.file, at)
        return
    appealed, stands = _state_of(tx, found)
    if appealed is not None:
        raise AppealedBefore
    if not stands:
        raise NotNow
    limit = open_until(tx, found)
    if limit is not None and at > limit:
        raise AppealTooLate(until=limit)
    if found.ruling is not None:
        correcting.refuse_unchangeable(tx, found.guild_id, found.ruling.contest_id, at)


def _state_of(tx: Query, found: Contested) -> tuple[Appeal | None, bool]:
    """The appeal against a decision other than a case's verdict, and whether the decision still stands."""
    if found.bar is not None:
        return appeals.of_bar(tx, found.bar.bar_id), found.bar.lifted_at is None
    if found.link is not None:
        return appeals.of_link(tx, found.link.link_id), found.link.undone_at is None
    if found.points is not None:
        return appeals.of_points(tx, found.points.penalty_id), found.points.returned_at is None
    if found.amendment is not None:
        return appeals.of_amendment(tx, found.amendment.amendment_id), found.amendment.returned_at is None
    if found.ruling is not None:
        return appeals.of_match(tx, found.ruling.contest_id), found.ruling.stands
    raise LookupError("an appeal is against one of six decisions")


def _file_or_bar(tx: Query, guild_id: GuildId, kind: str, key: str) -> Contested:
    bar = bars.load(tx, BarId(key)) if kind == "bar" else None
    file = misconduct_cases.of_bar(tx, bar.bar_id) if bar else misconduct_cases.load(tx, FileId(key))
    if file is not None and file.verdict is not None and file.guild_id == guild_id:
        parties = {file.accused, file.verdict.by, *([file.reporter] if file.reporter else [])}
        own = identities.of_discord_account(tx, file.accused)
        return Contested(guild_id, tuple(own), frozenset(parties), file=file)
    if bar is None or bar.guild_id != guild_id:
        raise NotFound(what=Subject.BAR if kind == "bar" else Subject.CASE)
    own = identities.of_discord_account(tx, bar.person_id)
    return Contested(guild_id, tuple(own), _deciders(tx, bar), bar=bar)


def _deciders(tx: Query, bar: Bar) -> frozenset[PersonId]:
    """Who is party to a bar: the person, and whoever imposed it or decided the absence behind it."""
    case = cases.load(tx, bar.case_id) if bar.case_id else None
    judge = None if case is None or case.verdict is None else case.verdict.by
    return frozenset(one for one in (bar.person_id, bar.barred_by, judge) if one)


def _points(tx: Query, guild_id: GuildId, key: str) -> Contested:
    """Points that a vote took: whoever opened the vote does not decide the appeal."""
    penalty = rating_penalties.load(tx, key)
    if penalty is None or penalty.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    vote = votes.load(tx, penalty.vote_id)
    deciders = {penalty.person_id, *([vote.opened_by] if vote is not None and vote.opened_by else [])}
    return Contested(guild_id, (penalty.person_id,), frozenset(deciders), points=penalty)


def _amendment(tx: Query, guild_id: GuildId, key: str) -> Contested:
    """A rating put right by hand: whoever did it does not decide the appeal."""
    found = rating_amendments.load(tx, key)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return Contested(guild_id, (found.person_id,), frozenset((found.person_id, found.made_by)), amendment=found)


def _ruling(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Contested:
    ruling = rulings.load(tx, contest_id)
    tournament = tournaments.load(tx, ruling.tournament_id) if ruling else None
    if ruling is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.MATCH)
    everybody = (*ruling.players, *teams.members_in(tx, contest_id), ruling.by)
    return Contested(guild_id, ruling.players, frozenset(everybody), ruling=ruling)


def _link(tx: Query, guild_id: GuildId, link_id: str) -> Contested:
    """Staff's word that two are one: either may appeal, and who recorded it does not decide."""
    link = same_persons.load(tx, link_id)
    if link is None or link.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return Contested(guild_id, link.both, frozenset((*link.both, link.recorded_by)), link=link)


def _refuse_file(tx: Query, file: MisconductCase, at: datetime) -> None:
    known = outages_of(tx, file)
    if file.appeal is not None:
        raise AppealedBefore
    limit = appeal_by(file, known)
    if state(file, at, known) is not FileState.DECIDED:
        if limit is None:
            raise NotNow
        raise AppealTooLate(until=limit)


def _end(tx: Query, guild_id: GuildId, since: datetime, within: timedelta) -> datetime:
    return resume(since, within, outages.since(tx, guild_id, since))
