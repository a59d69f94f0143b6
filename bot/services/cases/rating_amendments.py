"""Ratings put right by hand: a new dated list, both numbers in the open, with a reason and a way of appeal.

An international arbiter has full access to ratings (AIJE-B01-AI), the President where there is none who may decide. An
event under way keeps its draw and is rated from the list that holds at its end, and so from the right number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.cases.rating_amendments import (
    AmendmentView,
    RatingAmendment,
    RatingWanted,
    WrittenRating,
    read_lines,
    read_rating,
)
from bot.domain.cases.sayings import AmendmentReturned, RatingAmended, RatingsAmended
from bot.domain.community import Person, Someone
from bot.domain.ids import GuildId, PersonId
from bot.domain.likeness import look
from bot.domain.permissions import Act, ArbiterTitle, Capacity
from bot.domain.typed_text import checked_reason
from bot.errors import NotAllowed, UserError
from bot.services import access, known_people, rating_lists, recusal
from bot.services.speaking import promise_publicly, tell_member
from bot.storage import identities, people, rating_amendments, ratings
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.ratings import Rated, RatingList


class RatingUnreadable(UserError):
    """What was typed is no rating."""

    given: str


class NotOnTheRatingList(UserError):
    """Only a first official tournament registers somebody (AIJE-B03-1); a correction does not."""

    name: str


class NoRatingChanges(UserError):
    """The ratings are the very ones that hold."""


class RatingFileUnreadable(UserError):
    """The file is no text."""


class RatingLineUnreadable(UserError):
    """A line of the file has no name, or no rating."""

    line: int
    given: str


class RatingLineUnknown(UserError):
    """Nobody on the rating list bears the name of the line."""

    line: int
    name: str


class RatingLineTwins(UserError):
    """Several people on the rating list bear the name of the line."""

    line: int
    name: str


class RatingLineTwice(UserError):
    """The person of the line stands in the file before."""

    line: int
    name: str


def correct(tx: ActorTx, who: Someone, rating: str, reason: str) -> tuple[AmendmentView, ...]:
    """Puts one rating right. Raises RatingUnreadable, NotOnTheRatingList, NoRatingChanges, and what recusal raises."""
    after = read_rating(rating)
    if after is None:
        raise RatingUnreadable(given=rating)
    person = access.somebody(tx, tx.guild_id, who)
    return _amend(tx, {person.person_id: after}, reason)


def look_at(tx: ActorQuery, text: str) -> tuple[RatingWanted, ...]:
    """What a file would change, in its order; raises what `correct_list` raises."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    wanted = _right_ratings(tx, tx.guild_id, text)
    if person is None:
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))
    current = ratings.ratings(tx, tx.guild_id)
    known = people.by_ids(tx, list(wanted))
    moved = {one: after for one, after in wanted.items() if current[one] != after}
    _require(tx, person, tuple(moved))
    if not moved:
        raise NoRatingChanges
    return tuple(RatingWanted(known[one], current[one], after) for one, after in moved.items())


def correct_list(tx: ActorTx, text: str, reason: str) -> tuple[AmendmentView, ...]:
    """Puts right what the lines of a file say, all or nothing.

    Raises RatingLineUnreadable, RatingLineUnknown, RatingLineTwins, RatingLineTwice, NoRatingChanges.
    """
    return _amend(tx, _right_ratings(tx, tx.guild_id, text), reason)


def give_back(tx: Tx, amendment: RatingAmendment, by: PersonId, reason: str) -> RatingAmendment | None:
    """Takes a correction back in a new list and says so; None where it was done before.

    What was played since stays counted. Whoever left the list meanwhile does not come back to it.
    """
    if not rating_amendments.give_back(tx, amendment.amendment_id, by, reason, tx.now):
        return None
    current = ratings.current(tx, amendment.guild_id)
    if current is not None and amendment.person_id in current.rated:
        line = current.rated[amendment.person_id]
        back = replace(line, rating=line.rating + amendment.before - amendment.after)
        _publish(tx, current, {line.person_id: back})
    returned = replace(amendment, returned_at=tx.now, returned_by=by, return_reason=reason)
    _note(tx, returned, "return_rating", by, reason)
    said = AmendmentReturned(amendment.amendment_id)
    promise_publicly(tx, amendment.guild_id, said)
    tell_member(tx, amendment.guild_id, amendment.person_id, said)
    return returned


def take_back(tx: Tx, list_id: str, by: PersonId, reason: str) -> None:
    """Takes back every correction of one act."""
    for one in rating_amendments.of_list(tx, list_id):
        give_back(tx, one, by, reason)


def view(tx: Query, amendment_id: str) -> AmendmentView | None:
    """One correction with its people, or None for an unknown id."""
    found = rating_amendments.load(tx, amendment_id)
    return None if found is None else _views(tx, [found])[0]


def views_of_list(tx: Query, list_id: str) -> tuple[AmendmentView, ...]:
    """The corrections of one act, the highest new rating first."""
    return _views(tx, rating_amendments.of_list(tx, list_id))


def views_of(tx: Query, person_id: PersonId) -> tuple[AmendmentView, ...]:
    """The corrections of a person's rating, latest first."""
    return _views(tx, rating_amendments.of_person(tx, person_id))


def _views(tx: Query, some: Sequence[RatingAmendment]) -> tuple[AmendmentView, ...]:
    meant = {who for one in some for who in (one.person_id, one.made_by, one.returned_by) if who is not None}
    known = people.by_ids(tx, sorted(meant))
    return tuple(
        AmendmentView(one, known[one.person_id], known[one.made_by], known.get(one.returned_by or one.made_by))
        for one in some
    )


def _amend(tx: ActorTx, wanted: Mapping[PersonId, float], reason: str) -> tuple[AmendmentView, ...]:
    """Publishes a list in which these ratings differ, and tells everybody, and each of them by letter."""
    by = access.recognise(tx)
    # Before it is told who is on the list; of a sheet only the lines that change are anybody's case.
    access.require(tx, by, Act.AMEND_RATINGS)
    why, current = checked_reason(reason), ratings.current(tx, tx.guild_id)
    moved = _moved_lines(tx, current, wanted)
    _require(tx, by, tuple(moved))
    if current is None or not moved:
        raise NoRatingChanges
    list_id = _publish(tx, current, moved)
    for one, line in moved.items():
        numbers = (current.rated[one].rating, line.rating)
        made = RatingAmendment(tx.new_id(), tx.guild_id, one, *numbers, why, list_id, by.person_id, tx.now)
        rating_amendments.add(tx, made)
        _note(tx, made, "amend_rating", by.person_id, why)
        tell_member(tx, tx.guild_id, one, RatingAmended(made.amendment_id))
    _note_act(tx, by, list_id, tuple(moved), why)
    promise_publicly(tx, tx.guild_id, RatingsAmended(list_id))
    return views_of_list(tx, list_id)


def _moved_lines(tx: Query, current: RatingList | None, wanted: Mapping[PersonId, float]) -> dict[PersonId, Rated]:
    """The lines of the list that change; raises NotOnTheRatingList."""
    lines: Mapping[PersonId, Rated] = {} if current is None else current.rated
    for one in wanted:
        if one not in lines:
            known = people.load(tx, one)
            raise NotOnTheRatingList(name="?" if known is None else known.name)
    return {one: replace(lines[one], rating=after) for one, after in wanted.items() if lines[one].rating != after}


def _note_act(tx: Tx, by: Person, list_id: str, concerned: Sequence[PersonId], why: str) -> None:
    """The line by which the whole act is taken back; beside it each rating has one of its own."""
    details = {"list": list_id} | ({"person": concerned[0]} if len(concerned) == 1 else {})
    subject = f"ratings:{list_id}"
    tx.log(by.guild_id, "amend_ratings", subject, actor=by.person_id, why=why, details=details)


def _require(tx: ActorQuery, person: Person, moved: Sequence[PersonId]) -> None:
    """Raises OwnCase, and NotAllowed, for a President while an international arbiter may decide any of the lines."""
    held = access.require(tx, person, Act.AMEND_RATINGS)
    recusal.refuse(tx, person.person_id, Act.AMEND_RATINGS, *moved)
    if Capacity.INTERNATIONAL_ARBITER in held:
        return
    titles = people.arbiters(tx, tx.guild_id)
    arbiters = {one for one, title in titles.items() if title is ArbiterTitle.AI}
    if any(arbiters - set(identities.selves(tx, one)) for one in moved):
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))


def _right_ratings(tx: Query, guild_id: GuildId, text: str) -> dict[PersonId, float]:
    """The right rating of each person in the file."""
    current = ratings.ratings(tx, guild_id)
    # Whoever was known by another name before is there by both, and by the two as one.
    named: dict[str, dict[PersonId, None]] = {}
    for person_id, name in people.names(tx, guild_id):
        if person_id in current:
            named.setdefault(look(name), {})[person_id] = None
    found: dict[PersonId, float] = {}
    for one in read_lines(text):
        if one.rating is None or not one.name:
            raise RatingLineUnreadable(line=one.line, given=one.given or one.name)
        person_id = _person_of_line(tx, guild_id, named, one)
        if person_id not in current:
            raise RatingLineUnknown(line=one.line, name=one.name)
        if person_id in found:
            raise RatingLineTwice(line=one.line, name=one.name)
        found[person_id] = one.rating
    if not found:
        raise NoRatingChanges
    return found


def _person_of_line(
    tx: Query, guild_id: GuildId, named: Mapping[str, Mapping[PersonId, None]], one: WrittenRating
) -> PersonId:
    mentioned = known_people.find_mentioned(tx, guild_id, one.name)
    if mentioned is not None:
        return mentioned.person_id
    bearing = list(named.get(look(one.name), ()))
    if len(bearing) > 1:
        raise RatingLineTwins(line=one.line, name=one.name)
    if not bearing:
        raise RatingLineUnknown(line=one.line, name=one.name)
    return bearing[0]


def _publish(tx: Tx, current: RatingList, moved: Mapping[PersonId, Rated]) -> str:
    """A new dated list in which these lines differ; answers its id."""
    fresh = tx.new_id()
    rating_lists.publish(tx, RatingList(fresh, current.guild_id, None, tx.now, {**current.rated, **moved}))
    return fresh


def _note(tx: Tx, one: RatingAmendment, act: str, by: PersonId, why: str) -> None:
    details = {"person": one.person_id, "before": f"{one.before:.6f}", "after": f"{one.after:.6f}"}
    subject = f"amendment:{one.amendment_id}"
    tx.log(one.guild_id, act, subject, actor=by, why=why, details=details)
