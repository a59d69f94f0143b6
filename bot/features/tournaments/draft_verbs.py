"""Showing what will be done before it is done: drafts of tournaments, of their changes, and of what is told of them.

What was typed into a form is kept first, then read, and shown before anything is created or told. What the form of a
new cup has no room for, and who may enter, is chosen under its preview and kept in the draft. The start of an event
that is fixed moves once everybody registered agrees or an officer decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.tournaments import draft_store, facts_verbs, proposal_verbs, rulebook_verbs, store, verbs
from bot.features.tournaments.model import (
    ChosenRole,
    CupForm,
    Draft,
    EventProposal,
    Poster,
    StartChangeView,
    StartOutcome,
    is_stream,
    tidy,
)
from bot.i18n.names import checked_name
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    NotFoundByName,
    NotYours,
    Outdated,
    Refused,
    RefusedFor,
    RefusedNumber,
    RefusedText,
    UserError,
)
from bot.kernel.ids import Actor, GuildId, PersonId, RoleId, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.adjusting import (
    SEATS,
    Details,
    Shelf,
    details_of,
    has_lengths,
    is_offered,
    usual_length,
    with_details,
    with_details_of,
    with_length,
    with_seats,
)
from bot.play.entries import Tournament
from bot.play.format_checks import LONGEST_MATCH, ProblemCode, RulebookProblem
from bot.play.rulebook import ACCOUNT_AGES, HIGHEST_RATING, EntryRules, Rulebook, entry_of
from bot.rulebooks.library import ORDINARY, canonical, from_canonical, problems
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act

# --- drafts ---------------------------------------------------------------------------------------------------------


def of_new(tx: ActorTx, name: str, rules: Rulebook, starts: tuple[datetime, ...]) -> tuple[Draft, ...]:
    """A draft for each start that was meant (two where the local time comes twice); earlier drafts are forgotten."""
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    proposal_verbs.require_creator(tx, person)
    verbs.refuse_beacon(rules)
    verbs.refuse_seat_match(rules)
    verbs.refuse_more(tx, tx.guild_id)
    tidy = checked_name(name)
    made = tuple(
        Draft(
            draft_id=tx.new_id(),
            guild_id=tx.guild_id,
            person_id=person.person_id,
            drafted_at=tx.now,
            name=tidy,
            rulebook=canonical(rules),
            start_at=verbs.checked_start(start, tx.now, rules),
        )
        for start in starts
    )
    return _keep(tx, made)


def of_change(
    tx: ActorTx, tournament_id: TournamentId, name: str | None, starts: tuple[datetime, ...]
) -> tuple[Draft, ...]:
    """A draft for each start that was meant, or one where only the name changes."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.EDIT_TOURNAMENT)
    before = facts_verbs.find_unfinished(tx, tx.guild_id, tournament_id)
    wanted: tuple[datetime | None, ...] = starts or (None,)
    made = tuple(
        Draft(
            draft_id=tx.new_id(),
            guild_id=tx.guild_id,
            person_id=person.person_id,
            drafted_at=tx.now,
            tournament_id=tournament_id,
            name=checked_name(name) if name else None,
            start_at=verbs.movable_start(before, start, tx.now),
        )
        for start in wanted
    )
    return _keep(tx, made)


def find(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of who pressed; raises Outdated when it is gone and NotYours for a stranger."""
    draft = draft_store.load_draft(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    author = people_store.load(tx, draft.person_id)
    if author is None or author.discord_id != tx.actor.member_id:
        raise NotYours
    return draft


def rules_to_save(tx: ActorQuery, draft_id: str) -> Rulebook:
    """The rules of the draft, for whoever may save them; raises NotAllowed, and Outdated where the draft is gone."""
    server_verbs.refuse_without(tx, Act.MANAGE_RULEBOOKS)
    draft = find(tx, draft_id)
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)


def save_rules(tx: ActorTx, draft_id: str, name: str) -> Rulebook:
    """Saves the rules of the draft as one of the server's own presets; raises PresetNameTaken."""
    return rulebook_verbs.save_as(tx, rules_to_save(tx, draft_id), name)


def confirm(tx: ActorTx, draft_id: str) -> Tournament | EventProposal:
    """Does what the draft says, or brings it before the President; a second press finds nothing left to do."""
    draft = find(tx, draft_id)
    draft_store.drop_of_person(tx, draft.person_id)
    store.drop_form(tx, draft.person_id)
    done = _create(tx, draft) if draft.tournament_id is None else _change(tx, draft, draft.tournament_id)
    store.drop_unused(tx, draft.person_id)
    return done


def _change(tx: ActorTx, draft: Draft, tournament_id: TournamentId) -> Tournament:
    before = facts_verbs.find(tx, tx.guild_id, tournament_id)
    start = _start_to_set(tx, before, draft.start_at)
    after = verbs.edit(tx, tournament_id, draft.name, start)
    if draft.poster_id is not None:
        verbs.change_poster(tx, after, draft.poster_id, draft.person_id, calendar_knows=after != before)
    return after


def _start_to_set(tx: ActorTx, before: Tournament, wanted: datetime | None) -> datetime | None:
    """The start that was drafted; None where it is fixed, and was put to everybody registered instead."""
    person = server_verbs.recognise(tx)
    start = verbs.movable_start(before, wanted, tx.now)
    moves = start not in {None, before.start_at}
    if start is None or not moves or verbs.may_decide(tx, person, before):
        return start
    if not verbs.is_fixed(tx, before):
        return start
    server_verbs.require(tx, person, Act.EDIT_TOURNAMENT)
    verbs.ask(tx, person, before, start)
    return None


def _create(tx: ActorTx, draft: Draft) -> Tournament | EventProposal:
    if draft.name is None or draft.rulebook is None or draft.start_at is None:
        raise Outdated
    draft_store.drop_cup_form(tx, draft.person_id)
    # The preview of a new event says by whose clocks its start was read.
    server_verbs.confirm(tx)
    person = people_store.load(tx, draft.person_id)
    if not proposal_verbs.require_creator(tx, person):
        return proposal_verbs.propose(tx, draft)
    rules = from_canonical(draft.rulebook)
    created = verbs.create(tx, draft.name, rules, draft.start_at)
    if draft.poster_id is not None:
        verbs.give_poster(tx, created, draft.poster_id)
    verbs.tell_created(tx, created, draft.person_id, draft.on_web)
    return created


def drop(tx: ActorTx, draft_id: str) -> None:
    """Forgets the draft; nothing was done."""
    draft = find(tx, draft_id)
    draft_store.take_draft(tx, draft.draft_id)
    draft_store.drop_cup_form(tx, draft.person_id)
    store.drop_form(tx, draft.person_id)
    store.drop_unused(tx, draft.person_id)


def _keep(tx: Tx, made: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Writes the drafts in place of earlier ones; what was told under the preview of the same event stays with them."""
    if not made:
        return made
    person_id = made[0].person_id
    poster_id, on_web = verbs.of_earlier_draft(tx, made[0])
    draft_store.drop_of_person(tx, person_id)
    bounds_verbs.take_room(tx, made[0].guild_id, Bounded.EVENT_DRAFTS, len(made))
    kept = tuple(replace(draft, poster_id=poster_id, on_web=on_web) for draft in made)
    for draft in kept:
        draft_store.add_draft(tx, draft)
    # Of two moments that were meant one is chosen: a letter about the first is enough.
    proposal_verbs.look_at_preview(tx, kept[0].draft_id)
    store.drop_unused(tx, person_id)
    return kept


# --- what is told of an event ---------------------------------------------------------------------------------------


def offer_poster(tx: ActorQuery, draft_id: str) -> Poster:
    """What stands in the form: what was filled in and not taken, else what the event tells or would tell.

    Raises as `drafts.find` does, NotAllowed for who may not create or change events by now, and TournamentIsOver.
    """
    return _standing(tx, _own(tx, draft_id))


def keep_poster(tx: ActorTx, draft_id: str, typed: Poster, *, drops_picture: bool) -> None:
    """Keeps what was typed, whatever may be wrong with it, with the picture of before; raises as `offer` does."""
    draft = _own(tx, draft_id)
    standing = _standing(tx, draft)
    picture = None if drops_picture else standing.picture
    _keep_poster(tx, draft, replace(tidy(typed), picture=picture, role_id=standing.role_id))


def keep_picture(tx: ActorTx, draft_id: str, picture: bytes) -> None:
    """Keeps the picture with what was typed; raises as `offer` does."""
    draft = _own(tx, draft_id)
    standing = _standing(tx, draft)
    if standing.picture is None:
        bounds_verbs.take_room(tx, draft.guild_id, Bounded.EVENT_PICTURES)
    _keep_poster(tx, draft, replace(standing, picture=picture))


def choose_role(tx: ActorTx, draft_id: str, role: ChosenRole | None) -> Draft:
    """The draft with the role that hears of the event, or with none; raises as `offer` does.

    A role that not everybody may ping is for organisers: the bot's right is not lent to others. Raises Outdated for a
    role that the server has not; the one that everybody has calls nobody.
    """
    draft = _own(tx, draft_id)
    told = _role(tx.actor, None if role is None else role.role_id)
    organises = tx.actor.is_organiser or tx.actor.is_owner
    if role is not None and told is not None and not (role.by_all or (role.by_bot and organises)):
        raise RefusedFor("error.RoleNotPinged", name=role.name)
    known = store.load_poster(tx, draft.poster_id or _told_before(tx, draft)) or Poster()
    changed = replace(known, role_id=None if told is None else RoleId(int(told)))
    poster_id = None
    if changed != Poster() or _told_before(tx, draft) is not None:
        poster_id = tx.new_id()
        store.add_poster(tx, poster_id, draft.person_id, changed, tx.now)
    store.give_draft(tx, draft_id, poster_id)
    store.drop_unused(tx, draft.person_id)
    return replace(draft, poster_id=poster_id)


def take(tx: ActorTx, draft_id: str) -> Draft:
    """The draft with what was filled in last; raises NotAStream, Outdated where nothing was, and as `offer` does."""
    draft = _own(tx, draft_id)
    poster_id = store.form_of(tx, draft.person_id, draft.tournament_id)
    poster = store.load_poster(tx, poster_id)
    if poster is None:
        raise Outdated
    if poster.stream and not is_stream(poster.stream):
        raise RefusedText("error.NotAStream", text=poster.stream)
    if poster == Poster() and _told_before(tx, draft) is None:
        poster_id = None
    store.give_draft(tx, draft_id, poster_id)
    store.drop_form(tx, draft.person_id)
    store.drop_unused(tx, draft.person_id)
    return replace(draft, poster_id=poster_id)


def _own(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of who pressed, who may still do what it says."""
    draft = find(tx, draft_id)
    author = people_store.load(tx, draft.person_id)
    if draft.tournament_id is None:
        proposal_verbs.require_creator(tx, author)
    else:
        server_verbs.require(tx, author, Act.EDIT_TOURNAMENT)
        facts_verbs.find_unfinished(tx, tx.guild_id, draft.tournament_id)
    return draft


def _standing(tx: ActorQuery, draft: Draft) -> Poster:
    filled_in = store.form_of(tx, draft.person_id, draft.tournament_id)
    known = filled_in or draft.poster_id or _told_before(tx, draft)
    return store.load_poster(tx, known) or Poster()


def _told_before(tx: ActorQuery, draft: Draft) -> str | None:
    """What the event tells so far; a new one tells nothing yet."""
    if draft.tournament_id is None:
        return None
    return facts_verbs.find(tx, tx.guild_id, draft.tournament_id).poster_id


def _keep_poster(tx: Tx, draft: Draft, poster: Poster) -> None:
    poster_id = tx.new_id()
    store.add_poster(tx, poster_id, draft.person_id, poster, tx.now)
    store.keep_form(tx, draft.person_id, draft.tournament_id, poster_id)
    store.drop_unused(tx, draft.person_id)


# --- what the form has no room for ----------------------------------------------------------------------------------


def details_of_draft(tx: ActorQuery, draft_id: str) -> Details:
    """What stands in the draft; raises as `drafts.find` does, and Outdated where an event is changed, not made."""
    return details_of(rules_of(find(tx, draft_id)))


def choose_details(tx: ActorTx, draft_id: str, chosen: Details) -> Draft:
    """The draft with what was chosen in its rules; raises as `details_of_draft` does.

    Raises Outdated for what cannot be chosen, and StartInThePast where the start has passed by now.
    """
    draft = find(tx, draft_id)
    before = rules_of(draft)
    changed = with_details(before, chosen)
    if not is_offered(chosen, details_of(before)) or problems(changed):
        raise Outdated
    if draft.start_at is not None:
        verbs.checked_start(draft.start_at, tx.now, changed)
    draft_store.change_rules(tx, draft_id, canonical(changed))
    return replace(draft, rulebook=canonical(changed))


def from_before(tx: Query, person_id: PersonId, rules: Rulebook) -> Rulebook:
    """The rules with what the person chose under the last preview, where that was of the same kind.

    Conditions of entry that were chosen there go with a cup of another kind too: nobody who was to stay out comes in.
    """
    for draft in draft_store.drafts_of_person(tx, person_id):
        if draft.rulebook is None:
            continue
        before, changed = from_canonical(draft.rulebook), rules
        if (before.name, before.version) == (rules.name, rules.version):
            changed = replace(with_details_of(rules, before), entry=before.entry)
        elif before.entry is not None and before.entry != _usual_entry(tx, draft, before):
            changed = replace(rules, entry=before.entry)
        return rules if problems(changed) else changed
    return rules


def _usual_entry(tx: Query, draft: Draft, rules: Rulebook) -> EntryRules | None:
    """The conditions that the kind has by itself."""
    try:
        return rulebook_verbs.find(tx, draft.guild_id, rules.name).entry
    except NotFoundByName:
        return None


def rules_of(draft: Draft) -> Rulebook:
    """The rules in the draft; raises Outdated where an event is changed, not made."""
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)


# --- a new cup from one form ----------------------------------------------------------------------------------------


MOST_KINDS: Final = 25
"""What a menu of a form holds."""
LONGEST_FIELD: Final = 200
_NUMBER: Final = re.compile(r"\D*(\d{1,6})\D*", re.ASCII)


class LengthNotOdd(UserError):
    """A match of an even number of games can end level."""

    given: int
    below: int
    above: int


class LengthOutOfBounds(UserError):
    """No match is as long as that, or has no game at all."""

    given: int
    longest: int


class SeatsBelowMinimum(UserError):
    """With so few the kind of event cannot be played."""

    given: int
    minimum: int


class SeatsOutOfBounds(UserError):
    """More seats than an event can have."""

    given: int
    limit: int


@dataclass(frozen=True, slots=True)
class FormOffer:
    """What the form offers, in the order of offering, and what stands in it from before."""

    kinds: tuple[Rulebook, ...]
    form: CupForm

    @property
    def chosen(self) -> str:
        """The kind that stands there at first: what was typed before, else the plainest cup."""
        known = [kind.name for kind in self.kinds]
        return self.form.kind if self.form.kind in known else next(one for one in ORDINARY if one in known)


def offer(tx: ActorQuery) -> FormOffer:
    """The form for who may create or propose events; raises NotAllowed for others and NotSetUp before `/setup`."""
    server_verbs.community(tx, tx.guild_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    proposal_verbs.require_creator(tx, person)
    typed = (None if person is None else draft_store.cup_form_of_person(tx, person.person_id)) or CupForm()
    return FormOffer(_kinds(tx, tx.guild_id, typed.kind), typed)


def _kinds(tx: Query, guild_id: GuildId, typed: str) -> tuple[Rulebook, ...]:
    """As many of the server's own as the menu holds beside ordinary cups, those, and what was typed before."""
    offered = rulebook_verbs.to_announce(tx, guild_id)
    ordinary = [one for one in offered if one.shelf is Shelf.ORDINARY]
    before = [one for one in offered if one.shelf is Shelf.REGULATION and one.name == typed]
    own = [one for one in offered if one.shelf is Shelf.OWN][: MOST_KINDS - len(ordinary) - len(before)]
    return tuple(one.rulebook for one in (*own, *ordinary, *before))


def keep(tx: ActorTx, form: CupForm) -> None:
    """Keeps what was typed, whatever may be wrong with it; raises as `offer` does."""
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    proposal_verbs.require_creator(tx, person)
    fields = (form.name, form.kind, form.start, form.best_of, form.seats)
    draft_store.save_cup_form(tx, person.person_id, CupForm(*(field[:LONGEST_FIELD] for field in fields)), tx.now)


def draft(tx: ActorTx, form: CupForm, starts: tuple[datetime, ...]) -> tuple[Draft, ...]:
    """A draft for each start that was meant, by the kind's rules with the length and the seats that were typed.

    What was chosen beside the form, under the preview that this one replaces, is chosen in it too.
    Raises NotFoundByName for a kind that is not there, one of the errors above, or what `drafts.of_new` raises.
    """
    rules = rules_for(rulebook_verbs.find(tx, tx.guild_id, form.kind), form)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None:
        rules = from_before(tx, person.person_id, rules)
    return of_new(tx, form.name, rules, starts)


def rules_for(kind: Rulebook, form: CupForm) -> Rulebook:
    """The kind's rules with what was typed; raises one of the errors above where that cannot be played."""
    length, seats = _length(form.best_of, kind), _seats(form.seats)
    changed = kind if length is None else with_length(kind, length)
    changed = changed if seats is None else with_seats(changed, seats)
    for problem in problems(changed):
        raise _refusal(problem, kind, length, seats)
    return changed


def _length(text: str, kind: Rulebook) -> int | None:
    if not text.strip():
        return None
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise RefusedText("error.LengthUnread", text=text)
    length = int(found[1])
    if length == usual_length(kind):
        return None
    if not has_lengths(kind):
        raise Refused("error.LengthFixed")
    if not 1 <= length <= LONGEST_MATCH:
        raise LengthOutOfBounds(given=length, longest=LONGEST_MATCH)
    return length


def _seats(text: str) -> int | None:
    if not text.strip():
        return None
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise RefusedText("error.SeatsUnread", text=text)
    return int(found[1])


def _refusal(problem: RulebookProblem, kind: Rulebook, length: int | None, seats: int | None) -> UserError:
    """What the form's author reads of a fault that their number has made."""
    if length is not None and length % 2 == 0 and problem.key != SEATS:
        return LengthNotOdd(given=length, below=length - 1, above=length + 1)
    if seats is not None and problem.code is ProblemCode.TOO_HIGH and problem.key == SEATS:
        return SeatsOutOfBounds(given=seats, limit=int(problem.limit))
    if seats is not None and SEATS in {problem.key, problem.other}:
        return SeatsBelowMinimum(given=seats, minimum=_fewest(kind))
    return Refused("error.KindUnsuited")


def _fewest(kind: Rulebook) -> int:
    """How many seats the kind takes at the least."""
    rounds = kind.swiss.rounds if kind.swiss is not None else None
    places = (kind.cut.players if kind.cut else 0, kind.ranking.decisive_places if kind.ranking else 0)
    return max(kind.minimum_entrants, *places, 0 if rounds is None else rounds + 1)


_ONLY_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)


# --- who may enter a new cup ----------------------------------------------------------------------------------------


class RatingsCrossed(UserError):
    """Nobody has a rating that is at least the one and below the other."""

    least: int
    below: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was filled into the form."""

    role: RoleId | None
    rating_from: str
    rating_below: str
    account_age: timedelta


def of_draft(tx: ActorQuery, draft_id: str) -> EntryRules:
    """The conditions that stand in the draft; raises as `drafts.find` does, and Outdated where an event is changed."""
    return rules_of(find(tx, draft_id)).entry or EntryRules()


def choose_conditions(tx: ActorTx, draft_id: str, chosen: Chosen) -> Draft:
    """The draft with these conditions in its rules; raises as `of_draft` does, and what is wrong with a rating.

    Raises Outdated for a role that the server has not, and for an age that is not offered.
    """
    draft = find(tx, draft_id)
    before = rules_of(draft)
    standing = before.entry or EntryRules()
    if chosen.account_age not in {*ACCOUNT_AGES, standing.account_age}:
        raise Outdated
    role = _role(tx.actor, chosen.role)
    bounds = _rating(chosen.rating_from), _rating(chosen.rating_below)
    changed = replace(before, entry=entry_of(EntryRules(role, *bounds, chosen.account_age)))
    for problem in problems(changed):
        if problem.code is ProblemCode.NOT_BELOW:
            raise RatingsCrossed(least=bounds[0] or 0, below=bounds[1] or 0)
        raise RefusedNumber("error.RatingOutOfBounds", number=HIGHEST_RATING)
    draft_store.change_rules(tx, draft_id, canonical(changed))
    return replace(draft, rulebook=canonical(changed))


def _role(actor: Actor, role: RoleId | None) -> str | None:
    """The role's id as rules have it; the one that everybody has asks for nothing."""
    if role is None or int(role) == actor.guild_id:
        return None
    if actor.server_roles is not None and role not in actor.server_roles:
        raise Outdated
    return str(role)


def _rating(text: str) -> int | None:
    typed = text.strip()
    if not typed:
        return None
    if _ONLY_NUMBER.fullmatch(typed) is None:
        raise RefusedText("error.RatingUnread", text=typed)
    return int(typed)


# --- moving a fixed start -------------------------------------------------------------------------------------------


def agree(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> StartChangeView:
    """One more agrees; with the last one the event moves, unless an officer decides for who has no Discord."""
    view = verbs.agree(tx, tournament_id, start_at)
    if view.is_unanimous:
        _move(tx, view.tournament, start_at, view.by, StartOutcome.AGREED)
    return view


def allow(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> Tournament:
    """An officer who does not play lets it move."""
    tournament, _ = verbs.find_open(tx, tournament_id, start_at)
    person = server_verbs.recognise(tx)
    verbs.require_officer(tx, person, tournament)
    return _move(tx, tournament, start_at, person, StartOutcome.DECIDED)


def _move(tx: Tx, tournament: Tournament, start_at: datetime, by: Person, outcome: StartOutcome) -> Tournament:
    draft_store.end_start_change(tx, tournament.tournament_id, outcome, by.person_id, tx.now)
    return verbs.change(tx, by, tournament, None, start_at)
