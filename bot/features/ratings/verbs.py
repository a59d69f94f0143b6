"""Ratings put right by hand: a new dated list, both numbers in the open, with a reason and a way of appeal.

An international arbiter has full access to ratings (AIJE-B01-AI), the President where there is none who may decide.
An event under way keeps its draw and is rated from the list that holds at its end, and so from the right number. A
rating for a forgotten player is given by leader and President together, in public. A file of right ratings is shown
first, kept, and put right by one press, as it was shown or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.features.entering import bars_store as entering_bars_store
from bot.features.ratings import store
from bot.features.ratings.model import (
    AmendmentReturned,
    AmendmentView,
    RatingAmended,
    RatingAmendment,
    RatingEntered,
    RatingEnteredTold,
    RatingsAmended,
    RatingWanted,
    SheetPreview,
    WrittenRating,
    heading_of,
    read_lines,
    read_rating,
)
from bot.features.ratings.store import RatingSheet
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import LIST_WAITS_FOR, Signature, SignatureView
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.i18n.names import checked_reason, look
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotAllowed, NotFound, Outdated, Refused, RefusedFor, RefusedText, Subject, UserError
from bot.kernel.ids import GuildId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import ArbiterTitle, Capacity, Person, Someone
from bot.people.ratings_store import Rated, RatingList
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act
from bot.server.speaking_verbs import promise_publicly, tell_member

# --- one rating -----------------------------------------------------------------------------------------------------


class RatingLineUnreadable(UserError):
    """A line of the file has no name, or no rating."""

    line: int
    given: str


class RefusedLine(Refused):
    """A line of the list cannot be taken; the sentence names it."""

    line: int
    name: str


def correct(tx: ActorTx, who: Someone, rating: str, reason: str) -> tuple[AmendmentView, ...]:
    """Puts one rating right. Raises RatingUnreadable, NotOnTheRatingList, NoRatingChanges, and what recusal raises."""
    after = read_rating(rating)
    if after is None:
        raise RefusedText("error.RatingUnreadable", text=rating)
    person = server_verbs.somebody(tx, tx.guild_id, who)
    return _amend(tx, {person.person_id: after}, reason)


def look_at(tx: ActorQuery, text: str) -> tuple[RatingWanted, ...]:
    """What a file would change, in its order; raises what `correct_list` raises."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    wanted = _right_ratings(tx, tx.guild_id, text)
    if person is None:
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))
    current = people_ratings_store.ratings(tx, tx.guild_id)
    people = people_store.by_ids(tx, list(wanted))
    moved = {one: after for one, after in wanted.items() if current[one] != after}
    _require(tx, person, tuple(moved))
    if not moved:
        raise Refused("error.NoRatingChanges")
    return tuple(RatingWanted(people[one], current[one], after) for one, after in moved.items())


def correct_list(tx: ActorTx, text: str, reason: str) -> tuple[AmendmentView, ...]:
    """Puts right what the lines of a file say, all or nothing.

    Raises RatingLineUnreadable, RatingLineUnknown, RatingLineTwins, RatingLineTwice, NoRatingChanges.
    """
    return _amend(tx, _right_ratings(tx, tx.guild_id, text), reason)


def give_back(tx: Tx, amendment: RatingAmendment, by: PersonId, reason: str) -> RatingAmendment | None:
    """Takes a correction back in a new list and says so; None where it was done before.

    What was played since stays counted. Whoever left the list meanwhile does not come back to it.
    """
    if not store.give_amendment_back(tx, amendment.amendment_id, by, reason, tx.now):
        return None
    current = people_ratings_store.current(tx, amendment.guild_id)
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
    for one in store.amendments_of_list(tx, list_id):
        give_back(tx, one, by, reason)


def view(tx: Query, amendment_id: str) -> AmendmentView | None:
    """One correction with its people, or None for an unknown id."""
    found = store.load_amendment(tx, amendment_id)
    return None if found is None else _views(tx, [found])[0]


def views_of_list(tx: Query, list_id: str) -> tuple[AmendmentView, ...]:
    """The corrections of one act, the highest new rating first."""
    return _views(tx, store.amendments_of_list(tx, list_id))


def views_of(tx: Query, person_id: PersonId) -> tuple[AmendmentView, ...]:
    """The corrections of a person's rating, latest first."""
    return _views(tx, store.amendments_of_person(tx, person_id))


def _views(tx: Query, some: Sequence[RatingAmendment]) -> tuple[AmendmentView, ...]:
    meant = {who for one in some for who in (one.person_id, one.made_by, one.returned_by) if who is not None}
    people = people_store.by_ids(tx, sorted(meant))
    return tuple(
        AmendmentView(one, people[one.person_id], people[one.made_by], people.get(one.returned_by or one.made_by))
        for one in some
    )


def _amend(tx: ActorTx, wanted: Mapping[PersonId, float], reason: str) -> tuple[AmendmentView, ...]:
    """Publishes a list in which these ratings differ, and tells everybody, and each of them by letter."""
    by = server_verbs.recognise(tx)
    # Before it is told who is on the list; of a sheet only the lines that change are anybody's case.
    server_verbs.require(tx, by, Act.AMEND_RATINGS)
    why, current = checked_reason(reason), people_ratings_store.current(tx, tx.guild_id)
    moved = _moved_lines(tx, current, wanted)
    _require(tx, by, tuple(moved))
    if current is None or not moved:
        raise Refused("error.NoRatingChanges")
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.RATING_LISTS)
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.ALL_RATING_LISTS)
    list_id = _publish(tx, current, moved)
    for one, line in moved.items():
        numbers = (current.rated[one].rating, line.rating)
        made = RatingAmendment(tx.new_id(), tx.guild_id, one, *numbers, why, list_id, by.person_id, tx.now)
        store.add_amendment(tx, made)
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
            known = people_store.load(tx, one)
            # Only a first official tournament registers somebody (AIJE-B03-1); a correction does not.
            raise RefusedFor("error.NotOnTheRatingList", name="?" if known is None else known.name)
    return {one: replace(lines[one], rating=after) for one, after in wanted.items() if lines[one].rating != after}


def _note_act(tx: Tx, by: Person, list_id: str, concerned: Sequence[PersonId], why: str) -> None:
    """The line by which the whole act is taken back; beside it each rating has one of its own."""
    details = {"list": list_id} | ({"person": concerned[0]} if len(concerned) == 1 else {})
    subject = f"ratings:{list_id}"
    tx.log(by.guild_id, "amend_ratings", subject, actor=by.person_id, why=why, details=details)


def _require(tx: ActorQuery, person: Person, moved: Sequence[PersonId]) -> None:
    """Raises OwnCase, and NotAllowed, for a President while an international arbiter may decide any of the lines."""
    capacities = server_verbs.require(tx, person, Act.AMEND_RATINGS)
    tournaments_recusal_verbs.refuse(tx, person.person_id, Act.AMEND_RATINGS, *moved)
    if Capacity.INTERNATIONAL_ARBITER in capacities:
        return
    titles = people_store.arbiters(tx, tx.guild_id)
    arbiters = {one for one, title in titles.items() if title is ArbiterTitle.AI}
    if any(arbiters - set(people_store.same_person_ids(tx, one)) for one in moved):
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))


def _right_ratings(tx: Query, guild_id: GuildId, text: str) -> dict[PersonId, float]:
    """The right rating of each person in the file."""
    current = people_ratings_store.ratings(tx, guild_id)
    # Whoever was known by another name before is there by both, and by the two as one.
    named: dict[str, dict[PersonId, None]] = {}
    for person_id, name in people_store.names(tx, guild_id):
        if person_id in current:
            named.setdefault(look(name), {})[person_id] = None
    found: dict[PersonId, float] = {}
    for one in read_lines(text):
        if one.rating is None or not one.name:
            raise RatingLineUnreadable(line=one.line, given=one.given or one.name)
        person_id = _person_of_line(tx, guild_id, named, one)
        if person_id not in current:
            raise RefusedLine("error.RatingLineUnknown", line=one.line, name=one.name)
        if person_id in found:
            raise RefusedLine("error.RatingLineTwice", line=one.line, name=one.name)
        found[person_id] = one.rating
    if not found:
        raise Refused("error.NoRatingChanges")
    return found


def _person_of_line(
    tx: Query, guild_id: GuildId, named: Mapping[str, Mapping[PersonId, None]], one: WrittenRating
) -> PersonId:
    mentioned = people_verbs.find_mentioned(tx, guild_id, one.name)
    if mentioned is not None:
        return mentioned.person_id
    bearing = list(named.get(look(one.name), ()))
    if len(bearing) > 1:
        raise RefusedLine("error.RatingLineTwins", line=one.line, name=one.name)
    if not bearing:
        raise RefusedLine("error.RatingLineUnknown", line=one.line, name=one.name)
    return bearing[0]


def _publish(tx: Tx, current: RatingList, moved: Mapping[PersonId, Rated]) -> str:
    """A new dated list in which these lines differ; answers its id."""
    fresh = tx.new_id()
    people_ratings_verbs.publish(tx, RatingList(fresh, current.guild_id, None, tx.now, {**current.rated, **moved}))
    return fresh


def _note(tx: Tx, one: RatingAmendment, act: str, by: PersonId, why: str) -> None:
    details = {"person": one.person_id, "before": f"{one.before:.6f}", "after": f"{one.after:.6f}"}
    subject = f"amendment:{one.amendment_id}"
    tx.log(one.guild_id, act, subject, actor=by, why=why, details=details)


# --- a forgotten player ---------------------------------------------------------------------------------------------


def ask(tx: ActorTx, who: Someone, rating: str, reason: str) -> SignatureView:
    """The leader or the President asks for it, and the other signs. Raises what refuses it."""
    by = server_verbs.recognise(tx)
    server_verbs.require(tx, by, Act.ENTER_RATING)
    wanted, why = read_rating(rating), checked_reason(reason)
    if wanted is None:
        raise RefusedText("error.RatingUnreadable", text=rating)
    person = server_verbs.somebody(tx, tx.guild_id, who)
    tournaments_recusal_verbs.refuse(tx, by.person_id, Act.ENTER_RATING, person.person_id)
    wish = RatingEntered(person.person_id, wanted, why)
    _refuse_known(tx, wish)
    concerned = [person.person_id]
    asked = signing_verbs.ask(tx, by, wish, concerned=concerned, lapses=LIST_WAITS_FOR)
    return signing_verbs.find_view(tx, asked.signature_id)


def carry_out(tx: ActorTx, signature: Signature, wish: RatingEntered) -> None:
    """Publishes a list with the person on it; raises what `ask` raises where that does not hold any more."""
    asker, asking = signing_verbs.asker_presser(tx, signature, tx.now)
    server_verbs.require(tx.acting_as(asking), asker, Act.ENTER_RATING)
    tournaments_recusal_verbs.refuse(tx.acting_as(asking), asker.person_id, Act.ENTER_RATING, wish.person_id)
    _refuse_known(tx, wish)
    guild_id, current = signature.guild_id, people_ratings_store.current(tx, signature.guild_id)
    rated = {} if current is None else current.rated
    line = Rated(wish.person_id, wish.rating, 0)
    fresh = RatingList(tx.new_id(), guild_id, None, tx.now, {**rated, wish.person_id: line})
    people_ratings_verbs.publish(tx, fresh)
    details = {"rating": f"{wish.rating:.6f}"}
    subject, by = f"person:{wish.person_id}", signature.asked_by
    tx.log(guild_id, "enter_rating", subject, actor=by, why=wish.reason, details=details)


def tell(tx: Query, signature: Signature, wish: RatingEntered) -> RatingEnteredTold:
    """Who, which rating, and why."""
    del signature
    person = people_store.load(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return RatingEnteredTold(person, wish.rating, wish.reason)


def about(_: Query, wish: RatingEntered) -> str:
    """Another number for the same person is no other wish."""
    return wish.person_id


def _refuse_known(tx: Query, wish: RatingEntered) -> None:
    person, same_person_ids = people_store.load(tx, wish.person_id), people_store.same_person_ids(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    if not people_ratings_store.ratings(tx, person.guild_id).keys().isdisjoint(same_person_ids):
        raise RefusedFor("error.RatedAlready", name=person.name)
    if not entering_bars_store.all_expelled(tx, person.guild_id).isdisjoint(same_person_ids):
        # Who was expelled begins anew, and no rating of before comes back (AIJE-A02-2).
        raise RefusedFor("error.BeginsAnew", name=person.name)


# --- a file of ratings ----------------------------------------------------------------------------------------------


def keep(tx: ActorTx, text: str, reason: str) -> SheetPreview:
    """Keeps the file in place of the last one and answers what it would change; raises what `look_at` raises."""
    why = checked_reason(reason)
    found = SheetPreview(look_at(tx, text), why, heading=heading_of(text))
    person = server_verbs.recognise(tx)
    store.keep_sheet(tx, person.person_id, RatingSheet(text, why), tx.now)
    return found


def confirm(tx: ActorTx, seen: str) -> tuple[AmendmentView, ...] | SheetPreview:
    """Puts the ratings right as the card showed; where something has changed since, shows it anew and writes nothing.

    Raises Outdated for a second press, and what `look_at` raises.
    """
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    sheet = None if person is None else store.sheet_of_person(tx, person.person_id)
    if person is None or sheet is None:
        raise Outdated
    wanted = look_at(tx, sheet.content)
    found = SheetPreview(wanted, sheet.reason, has_moved=True, heading=heading_of(sheet.content))
    if found.seen != seen:
        return found
    store.drop_sheet(tx, person.person_id)
    return correct_list(tx, sheet.content, sheet.reason)
