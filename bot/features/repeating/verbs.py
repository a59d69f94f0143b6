"""Again on an event that is over; making, skipping, changing and stopping repeats; and the step that announces.

A repeat announces in the name of who made it: whether they are still there and may create events is asked of Discord
before each step (`worker.py`). A step that comes late announces while the next event still has its whole confirmation
before it. What could not be announced in time is left out, and told once however long the bot was away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta, tzinfo
from itertools import islice
from typing import Final

from bot.features.repeating import store
from bot.features.repeating.model import (
    MOST_DAYS_BEFORE,
    OFF_IN_A_ROW,
    AgainOffer,
    Dealt,
    NextDate,
    Repeat,
    RepeatDate,
    RepeatMissed,
    RepeatView,
    Rhythm,
    StopReason,
    a_week_later,
    announced_at,
    comes_too_late,
    dates_ahead,
    in_a_row,
    last_by_day,
    name_after,
    next_date,
    next_name,
    pattern_of,
)
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.hooks import EVENT_HOOKS, Asker, Found
from bot.features.tournaments.model import CupForm, Draft
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.i18n.countries import zone_named
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, Outdated, Refused, RefusedAt, RefusedFor
from bot.kernel.ids import Actor, GuildId, MemberId, TournamentId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.adjusting import has_lengths, usual_length
from bot.play.entries import Phase, Tournament, is_off_for_too_few, phase
from bot.play.rulebook import SEAT_MATCH, Rulebook, seats_of
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, may
from bot.server.speaking_verbs import tell_committee

# --- once more ------------------------------------------------------------------------------------------------------


def is_offered(tx: ActorQuery, tournament_id: TournamentId) -> bool:
    """Whether Again is offered to who looks at an event: of one that is over or off, to who makes events."""
    tournament, held = tournaments_store.load(tx, tournament_id), server_verbs.own_capacities(tx)
    if tournament is None or phase(tournament) not in {Phase.OVER, Phase.CANCELLED}:
        return False
    return may(Act.CREATE_TOURNAMENT, held) or may(Act.PROPOSE_TOURNAMENT, held)


def offer_again(tx: ActorQuery, tournament_id: TournamentId) -> AgainOffer:
    """What the form begins with: the same name, a week later by the server's clocks; raises as `play_again` does."""
    community = server_verbs.community(tx, tx.guild_id)
    tournament = tournaments_facts_verbs.find(tx, tx.guild_id, tournament_id)
    tournaments_proposal_verbs.require_creator(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id))
    start_at = a_week_later(tournament.start_at, tx.pressed_at, zone_named(community.time_zone))
    return AgainOffer(next_name(tournament.name), start_at)


def play_again(
    tx: ActorTx, tournament_id: TournamentId, name: str, typed: str, starts: tuple[datetime, ...]
) -> tuple[Draft, ...]:
    """A draft by the rules of the event, with its text, for each start that was meant.

    Raises what a new draft raises (`draft_verbs.of_new`): NotAllowed, what is wrong with the start or the name, and
    what keeps events by such rules from being created by hand.
    """
    tournament = tournaments_facts_verbs.find(tx, tx.guild_id, tournament_id)
    made = tournaments_draft_verbs.of_new(tx, name, tournament.rulebook, starts)
    for draft in made:
        tournaments_store.give_draft(tx, draft.draft_id, tournament.poster_id)
    # The form that the preview opens again shows what this event is, and not what was typed for another one.
    tournaments_draft_verbs.keep(tx, _as_typed(name, typed, tournament.rulebook))
    return tuple(replace(draft, poster_id=tournament.poster_id) for draft in made)


def _as_typed(name: str, start: str, rules: Rulebook) -> CupForm:
    length = str(usual_length(rules)) if has_lengths(rules) else ""
    seats = rules.registration.capacity
    return CupForm(name, rules.name, start, length, "" if seats is None else str(seats))


# --- making a repeat ------------------------------------------------------------------------------------------------


def repeat_subject(repeat_id: str) -> str:
    """How deadlines, calls and the log name a repeat."""
    return f"repeat:{repeat_id}"


def make(
    tx: ActorTx,
    tournament_id: TournamentId,
    rhythm: Rhythm,
    days_before: int,
    until: date | None = None,
    times: int | None = None,
) -> RepeatView:
    """Has the event come back in that rhythm, until a day or so many times, or until somebody stops it.

    Raises NeverRepeats for what the association's own regulation holds, RepeatsAlready, ServerFull and RepeatIsOver
    where the end leaves no date.
    """
    by = _organiser(tx)
    model = tournaments_facts_verbs.find(tx, tx.guild_id, tournament_id)
    _refuse_model(tx, model)
    pattern = pattern_of(rhythm, model.start_at, _zone(tx, tx.guild_id))
    made = Repeat(
        repeat_id=tx.new_id(),
        guild_id=tx.guild_id,
        model_id=tournament_id,
        made_by=by.person_id,
        made_at=tx.now,
        pattern=pattern,
        days_before=min(days_before, MOST_DAYS_BEFORE),
        from_number=1,
    )
    made = _bounded(tx, made, model, until, times)
    store.save(tx, made)
    _record(tx, made, "make_repeat", by)
    _schedule(tx, made)
    return _view(tx, made)


def _bounded(tx: Tx, repeat: Repeat, model: Tournament, until: date | None, times: int | None) -> Repeat:
    """From the first date whose event can still be announced to the end that was chosen, the earlier of two."""
    zone = _zone(tx, repeat.guild_id)
    ahead = dates_ahead(repeat, {}, zone)
    first = next(one for one in ahead if not comes_too_late(one.start_at, model, tx.now))
    ends = [first.number + times - 1] if times is not None else []
    ends += [last_by_day(repeat.pattern, until)] if until is not None else []
    last = min(ends, default=None)
    if last is not None and last < first.number:
        raise RefusedAt("error.RepeatIsOver", at=first.start_at)
    return replace(repeat, from_number=first.number, last_number=last)


def _refuse_model(tx: ActorTx, model: Tournament) -> None:
    rules = model.rulebook
    if rules.official or seats_of(rules) is not None or rules.name == SEAT_MATCH or rules.registration.invited_only:
        raise RefusedFor("error.NeverRepeats", name=model.name)
    known = [*store.of_model(tx, model.tournament_id), store.of_event(tx, model.tournament_id)]
    if any(one is not None and one.is_running for one in known):
        raise RefusedFor("error.RepeatsAlready", name=model.name)
    bounds_verbs.take_room(tx, model.guild_id, Bounded.RUNNING_REPEATS)
    bounds_verbs.take_room(tx, model.guild_id, Bounded.REPEATS)


# --- one date, and the whole ----------------------------------------------------------------------------------------


def skip(tx: ActorTx, repeat_id: str, number: int) -> RepeatView:
    """Leaves out one date that is not announced yet; the others stay. Raises RepeatAnnounced, and AlreadyDone."""
    repeat, by = _running(tx, repeat_id), _organiser(tx)
    known = _date(tx, repeat, number)
    if known.skipped_by is not None:
        raise AlreadyDone
    store.save_date(tx, replace(known, skipped_by=by.person_id))
    _record(tx, repeat, "skip_repeat", by, number)
    _schedule(tx, repeat)
    return _view(tx, repeat)


def hold(tx: ActorTx, repeat_id: str, number: int) -> RepeatView:
    """Holds a date after all that was skipped; raises as `skip` does, and RepeatTooLate."""
    repeat, by = _running(tx, repeat_id), _organiser(tx)
    known = _date(tx, repeat, number)
    if known.skipped_by is None:
        raise AlreadyDone
    model, start_at = _model(tx, repeat), known.start_at or repeat.pattern.start(number, _zone(tx, repeat.guild_id))
    if comes_too_late(start_at, model, tx.now):
        raise RefusedAt("error.RepeatTooLate", at=start_at)
    store.save_date(tx, replace(known, skipped_by=None))
    _record(tx, repeat, "hold_repeat", by, number)
    _schedule(tx, repeat)
    return _view(tx, repeat)


def to_change(tx: ActorQuery, repeat_id: str, number: int) -> NextDate:
    """The date as it is now, for who may change it; raises before a time is asked."""
    server_verbs.refuse_without(tx, Act.REPEAT_TOURNAMENT)
    repeat = _running(tx, repeat_id)
    zone = _zone(tx, repeat.guild_id)
    _date(tx, repeat, number)
    return next(one for one in dates_ahead(repeat, store.dates(tx, repeat_id), zone) if one.number == number)


def change(tx: ActorTx, repeat_id: str, number: int, start_at: datetime) -> RepeatView:
    """Moves one date that is not announced yet; the pattern stays. A date that was skipped is held again by it.

    Raises as `skip` does, RepeatTooLate, and RepeatOutOfOrder for a time that is not before the next date.
    """
    repeat, by = _running(tx, repeat_id), _organiser(tx)
    known, model, zone = _date(tx, repeat, number), _model(tx, repeat), _zone(tx, repeat.guild_id)
    tournaments_verbs.checked_start(start_at, tx.now, model.rulebook)
    if comes_too_late(start_at, model, tx.now):
        raise RefusedAt("error.RepeatTooLate", at=start_at)
    following = repeat.pattern.start(number + 1, zone)
    if start_at >= following:
        raise RefusedAt("error.RepeatOutOfOrder", at=following)
    moved = replace(known, start_at=start_at, changed_by=by.person_id, skipped_by=None)
    store.save_date(tx, moved)
    _record(tx, repeat, "change_repeat", by, number)
    _schedule(tx, repeat)
    return _view(tx, repeat)


def stop(tx: ActorTx, repeat_id: str) -> RepeatView:
    """Ends a repeat, or agrees that it stopped by itself: the event that is announced already stays."""
    repeat, by = _find(tx, repeat_id), _organiser(tx)
    if repeat.heeded_by is not None:
        raise AlreadyDone
    if repeat.is_running:
        repeat = replace(repeat, stop=StopReason.BY_HAND, stopped_at=tx.now)
    stopped = replace(repeat, heeded_by=by.person_id)
    store.save(tx, stopped)
    _record(tx, stopped, "stop_repeat", by)
    _settle(tx, stopped)
    return _view(tx, stopped)


def go_on(tx: ActorTx, repeat_id: str) -> RepeatView:
    """Lets a repeat go on that has stopped, in the name of who presses; raises RepeatEnded after its last date."""
    before, by = _find(tx, repeat_id), _organiser(tx)
    if before.is_running:
        raise AlreadyDone
    model, zone = _model(tx, before), _zone(tx, before.guild_id)
    _refuse_model(tx, model)
    dealt = store.dates(tx, repeat_id)
    fresh = (one for one in dates_ahead(before, dealt, zone) if not comes_too_late(one.start_at, model, tx.now))
    first = next(fresh, None)
    if first is None:
        raise RefusedFor("error.RepeatEnded", name=model.name)
    after = replace(before, made_by=by.person_id, from_number=first.number, stop=None, stopped_at=None, heeded_by=None)
    store.save(tx, after)
    _record(tx, after, "go_on_repeat", by)
    _settle(tx, after)
    _schedule(tx, after)
    return _view(tx, after)


FURTHEST_NUMBER: Final = 5000
"""Beyond it lie no dates of a calendar that anybody plans by: a forged press can name any number."""


def _date(tx: Query, repeat: Repeat, number: int) -> RepeatDate:
    """What is known of a date that lies ahead; raises RepeatAnnounced, and Outdated for one that is over or is none."""
    known = store.dates(tx, repeat.repeat_id).get(number) or RepeatDate(repeat.repeat_id, number)
    if known.tournament_id is not None:
        raise Refused("error.RepeatAnnounced")
    is_date = number <= FURTHEST_NUMBER and next(repeat.numbers(number), None) == number
    if known.missed_at is not None or not is_date:
        raise Outdated
    return known


def _running(tx: ActorQuery, repeat_id: str) -> Repeat:
    repeat = _find(tx, repeat_id)
    if not repeat.is_running:
        raise RefusedFor("error.RepeatStopped", name=_model(tx, repeat).name)
    return repeat


def _find(tx: ActorQuery, repeat_id: str) -> Repeat:
    found = store.load(tx, repeat_id)
    if found is None or found.guild_id != tx.guild_id:
        raise Outdated
    return found


def _organiser(tx: ActorTx) -> Person:
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.REPEAT_TOURNAMENT)
    return person


def _record(tx: Tx, repeat: Repeat, act: str, by: Person | None, number: int | None = None) -> None:
    told = {} if number is None else {"number": str(number)}
    actor = None if by is None else by.person_id
    tx.log(
        repeat.guild_id,
        act,
        repeat_subject(repeat.repeat_id),
        actor=actor,
        tournament_id=repeat.model_id,
        details={"repeat": repeat.repeat_id, **told},
    )


# --- what comes by itself -------------------------------------------------------------------------------------------


def take(tx: Tx, repeat_id: str, _: Step) -> None:
    """Announces the next event where its time has come; a step that comes too early writes its row again."""
    repeat = store.load(tx, repeat_id)
    if repeat is None or not repeat.is_running:
        return
    maker = people_store.load(tx, repeat.made_by)
    if maker is None or maker.discord_id is None:
        _stop_by_itself(tx, repeat, StopReason.MAKER_GONE)
    else:
        _go_on(tx, repeat, maker)


def after_calling_off(tx: Tx, tournament: Tournament) -> None:
    """An event was called off: the next may be announced, unless so many in a row were off for too few players."""
    repeat = store.of_event(tx, tournament.tournament_id)
    for one in [*store.of_model(tx, tournament.tournament_id), *([] if repeat is None else [repeat])]:
        if not one.is_running:
            continue
        events = _events(tx, one, store.dates(tx, one.repeat_id))
        off = in_a_row(events, {event.tournament_id: is_off_for_too_few(event) for event in events})
        if off >= OFF_IN_A_ROW:
            _stop_by_itself(tx, one, StopReason.TOO_FEW)
        else:
            _schedule(tx, one)


def after_other_clocks(tx: Tx, guild_id: GuildId) -> None:
    """The server goes by other clocks: what is due by them moves."""
    for repeat in store.of_guild(tx, guild_id):
        if repeat.is_running:
            _schedule(tx, repeat)


def maker_of(tx: Query, repeat_id: str) -> tuple[Repeat, Person | None] | None:
    """Of a repeat that goes on, who made it, as far as they have Discord; None for one that does not."""
    repeat = store.load(tx, repeat_id)
    if repeat is None or not repeat.is_running:
        return None
    maker = people_store.load(tx, repeat.made_by)
    return repeat, maker if maker is not None and maker.discord_id is not None else None


def note_maker(tx: Tx, repeat_id: str, *, is_there: bool, organises: bool) -> None:
    """What Discord says of who made it: where they are gone or may create events no more, the repeat stops.

    Who holds a title by which events are created needs no right of Discord's.
    """
    repeat = store.load(tx, repeat_id)
    if repeat is None or not repeat.is_running:
        return
    if not is_there:
        _stop_by_itself(tx, repeat, StopReason.MAKER_GONE)
    elif not organises and not _may_by_title(tx, repeat):
        _stop_by_itself(tx, repeat, StopReason.NO_RIGHT)


def _may_by_title(tx: Tx, repeat: Repeat) -> bool:
    maker = people_store.load(tx, repeat.made_by)
    if maker is None:
        return False
    plain = Actor(repeat.guild_id, maker.discord_id or MemberId(0), maker.name, "", False, False, tx.now)
    return may(Act.REPEAT_TOURNAMENT, server_verbs.capacities(tx.acting_as(plain), maker))


def _go_on(tx: Tx, repeat: Repeat, maker: Person) -> None:
    """Announces what is due, leaves out what comes too late, and writes when the next one is due."""
    model, zone = _model(tx, repeat), _zone(tx, repeat.guild_id)
    missed: list[int] = []
    while (ahead := _due(tx, repeat, zone)) is not None and ahead[1] <= tx.now:
        if comes_too_late(ahead[0].start_at, model, tx.now):
            store.save_date(tx, replace(_known(tx, repeat, ahead[0].number), missed_at=tx.now))
            missed.append(ahead[0].number)
        else:
            _announce(tx, repeat, ahead[0], maker)
    if missed:
        _record(tx, repeat, "miss_repeat", None, missed[0])
        tell_committee(tx, repeat.guild_id, RepeatMissed(repeat.repeat_id, missed[0], len(missed)))
    _schedule(tx, repeat)


def _schedule(tx: Tx, repeat: Repeat) -> None:
    """Writes when the next event is announced; the step does it, once Discord has said that its maker is there."""
    ahead = _due(tx, repeat, _zone(tx, repeat.guild_id))
    rows = () if ahead is None else ((Step.ANNOUNCE_NEXT, ahead[1]),)
    kernel_time_store.rewrite_deadlines(tx, repeat_subject(repeat.repeat_id), rows)


def _due(tx: Query, repeat: Repeat, zone: tzinfo) -> tuple[NextDate, datetime] | None:
    """The next date to be held, and when its event is announced; None after the last."""
    dealt = store.dates(tx, repeat.repeat_id)
    ahead = next_date(repeat, dealt, zone)
    if ahead is None:
        return None
    events = _events(tx, repeat, dealt, since=0)
    before = events[-1] if events else _model(tx, repeat)
    return ahead, announced_at(repeat, ahead, before, zone)


def _announce(tx: Tx, repeat: Repeat, ahead: NextDate, maker: Person) -> None:
    """Creates the event of the date, in the name of who made the repeat, with the text of the one that it follows."""
    model = _model(tx, repeat)
    before = [model, *_events(tx, repeat, store.dates(tx, repeat.repeat_id), since=0)]
    created = tournaments_verbs.created_by(tx, maker, name_after(before), model.rulebook, ahead.start_at)
    if model.poster_id is not None:
        tournaments_verbs.give_poster(tx, created, model.poster_id)
    for hook in EVENT_HOOKS.of(created.rulebook):
        hook.repeated(tx, created, before[-1])
    dealt = replace(_known(tx, repeat, ahead.number), tournament_id=created.tournament_id)
    store.save_date(tx, dealt)


def _stop_by_itself(tx: Tx, repeat: Repeat, why: StopReason) -> None:
    stopped = replace(repeat, stop=why, stopped_at=tx.now)
    store.save(tx, stopped)
    _record(tx, stopped, "stop_repeat", None)
    kernel_time_store.rewrite_deadlines(tx, repeat_subject(repeat.repeat_id), ())
    matter = Matter(_MATTERS[why], repeat_subject(repeat.repeat_id), None)
    tournaments_summons_verbs.call(tx, repeat.guild_id, matter)


_MATTERS: Final = {
    StopReason.TOO_FEW: MatterKind.REPEAT_TOO_FEW,
    StopReason.MAKER_GONE: MatterKind.REPEAT_LOST_MAKER,
    StopReason.NO_RIGHT: MatterKind.REPEAT_LOST_MAKER,
}


def _settle(tx: Tx, repeat: Repeat) -> None:
    """Somebody has said what becomes of it: nothing waits any more, and nothing is due unless it goes on."""
    tournaments_summons_verbs.settle(tx, repeat_subject(repeat.repeat_id))
    if not repeat.is_running:
        kernel_time_store.rewrite_deadlines(tx, repeat_subject(repeat.repeat_id), ())


def _known(tx: Query, repeat: Repeat, number: int) -> RepeatDate:
    return store.dates(tx, repeat.repeat_id).get(number) or RepeatDate(repeat.repeat_id, number)


def _events(tx: Query, repeat: Repeat, dealt: Dealt, since: int | None = None) -> list[Tournament]:
    """The events that were announced since it goes on, or since a date, in the order of the dates."""
    first = repeat.from_number if since is None else since
    ids = [one.tournament_id for number, one in dealt.items() if number >= first and one.tournament_id is not None]
    return [event for one in ids if (event := tournaments_store.load(tx, one)) is not None]


def _model(tx: Query, repeat: Repeat) -> Tournament:
    model = tournaments_store.load(tx, repeat.model_id)
    if model is None:
        raise LookupError(repeat.model_id)
    return model


def _zone(tx: Query, guild_id: GuildId) -> tzinfo:
    """The clocks of the server as they are set now."""
    community = server_store.load(tx, guild_id)
    return zone_named("UTC" if community is None else community.time_zone)


# --- what people look at --------------------------------------------------------------------------------------------


DATES_SHOWN: Final = 4
STOPPED_SHOWN_FOR: Final = timedelta(days=30)
"""So long a repeat that has stopped is still on the list, where it can go on."""


def running(tx: Query, guild_id: GuildId, at: datetime) -> list[RepeatView]:
    """The repeats of the server that go on, and those that have stopped lately."""
    return [_view(tx, one) for one in store.of_guild(tx, guild_id) if _is_listed(one, at)]


def _is_listed(repeat: Repeat, at: datetime) -> bool:
    return repeat.stopped_at is None or repeat.stopped_at + STOPPED_SHOWN_FOR > at


def of_server(tx: Query, guild_id: GuildId, repeat_id: str) -> RepeatView:
    """One repeat of the server; raises Outdated."""
    found = view(tx, repeat_id)
    if found is None or found.repeat.guild_id != guild_id:
        raise Outdated
    return found


def view(tx: Query, repeat_id: str) -> RepeatView | None:
    """One repeat with its next dates; None for an unknown id."""
    repeat = store.load(tx, repeat_id)
    return None if repeat is None else _view(tx, repeat)


def _view(tx: Query, repeat: Repeat) -> RepeatView:
    community, dealt = server_store.load(tx, repeat.guild_id), store.dates(tx, repeat.repeat_id)
    zone = _zone(tx, repeat.guild_id)
    maker = people_store.by_ids(tx, [repeat.made_by])[repeat.made_by]
    ahead = tuple(islice(dates_ahead(repeat, dealt, zone), DATES_SHOWN)) if repeat.is_running else ()
    due = _due(tx, repeat, zone) if repeat.is_running else None
    return RepeatView(
        repeat=repeat,
        model=_model(tx, repeat),
        maker=maker,
        ahead=ahead,
        announced=_still_to_come(_events(tx, repeat, dealt, since=0)),
        zone="UTC" if community is None else community.time_zone,
        announces_at=None if due is None else due[1],
    )


def _still_to_come(events: Iterable[Tournament]) -> Tournament | None:
    to_come = [one for one in events if phase(one) in {Phase.ANNOUNCED, Phase.CHECK_IN}]
    return to_come[-1] if to_come else None


def called(tx: Query, subject: str) -> str:
    """The name of the event that a repeat is of, by how calls name the repeat."""
    kind, _, repeat_id = subject.partition(":")
    repeat = store.load(tx, repeat_id) if kind == "repeat" else None
    return "" if repeat is None else _model(tx, repeat).name


def guide(tx: Query, asker: Asker) -> Found:
    """Repeats that have stopped by themselves, for who can let them go on."""
    if asker.may(Act.REPEAT_TOURNAMENT):
        yield from _waiting(tx, asker.actor.guild_id, asker.now)


def _waiting(tx: Query, guild_id: GuildId, at: datetime) -> Iterator[TaskItem]:
    for found in running(tx, guild_id, at):
        if found.waits:
            yield TaskItem(Task.SEE_REPEAT, found.repeat.repeat_id, called=found.model.name)
