"""The announcement of a tournament, which becomes its panel, and what organisers and anyone can look up.

Short messages around confirmation are here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from discord import ButtonStyle

from bot.features.tournaments import draft_cards, rulebook_cards, words_cards
from bot.features.tournaments.arbiters_model import Provisional
from bot.features.tournaments.draft_cards import offered_at_creation, take_press
from bot.features.tournaments.model import KEPT_FOR, NO_CLAIM, Draft, Listed, Standing, TournamentView
from bot.features.tournaments.rulebook_cards import games_of, quoted_label
from bot.features.tournaments.sheet_cards import pages
from bot.features.tournaments.tasks_model import Foresight, Obstacle
from bot.features.tournaments.words_cards import seed_list
from bot.i18n.catalogue import Translator, city_name
from bot.i18n.countries import suggest_zones
from bot.kernel.ids import MemberId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, MOST_OPTIONS, QUIET, WARNING, Button, Card, Choice, Control
from bot.layout.sentences import clock_moment, listing, member_name, moment, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings, short_mention
from bot.people.model import Person
from bot.play.adjusting import has_lengths, usual_length
from bot.play.course import has_table
from bot.play.deciders import is_followed
from bot.play.entries import TOO_FEW, Phase, Tournament, excuses_the_unconfirmed, phase
from bot.play.format_checks import has_bracket
from bot.play.rulebook import Rulebook

_LONGEST_IN_LINE = 32
"""Characters of a name that is written out among many."""
# --- the announcement -----------------------------------------------------------------------------------------------


_ROOM_FOR_NAMES = 2500
_ROW = 5
"""Buttons that stand beside each other."""
SEEDS_SHOWN = 16
"""Seeds by hand that the card names."""


def announcement(view: TournamentView, translator: Translator, running: str | None = None) -> Card:
    """The panel of the phase, with what organisers tell of the event until it is over.

    Who looks it up reads too how far the running rounds are, in the words of `running`.
    """
    card = _phase_card(view, translator) if running is None else _in_progress(_phase_card(view, translator), running)
    poster = None if view.phase in {Phase.CANCELLED, Phase.OVER} else view.poster
    told = words_cards.with_address(card, view.address, translator)
    return words_cards.with_poster(told, poster, view.tournament.name, translator)


def opening(view: TournamentView, translator: Translator) -> Card:
    """The announcement as it is posted: above it the role that hears of the event."""
    return _calling(announcement(view, translator), view)


def tomorrow(view: TournamentView, translator: Translator) -> Card:
    """To the role: the event begins in a day, and one can still register."""
    name, start = quote(view.tournament.name), moment(view.tournament.start_at)
    text = translator.say("tournament.tomorrow", name=name, start=start)
    return _calling(Card((text, _counts(view, translator)), controls=(_before(view, translator)[0],)), view)


def _calling(card: Card, view: TournamentView) -> Card:
    """The card with the role above it, before any names."""
    if view.called_role is None:
        return card
    named = " ".join(filter(None, (f"<@&{view.called_role}>", card.opening)))
    return replace(card, opening=named, role_pings=frozenset({view.called_role}))


def _phase_card(view: TournamentView, translator: Translator) -> Card:
    """What, when, how many and who may enter, the buttons of the phase, and below them how to verify the draw."""
    tournament = view.tournament
    title = f"# {quote(tournament.name)}\n-# {_label(view, translator)}"
    match view.phase:
        case Phase.CANCELLED:
            return Card(
                (title, translator.say("tournament.panel_cancelled", reason=_reason(view, translator))), colour=QUIET
            )
        case Phase.OVER:
            return Card(
                (title, translator.say("tournament.panel_over")), controls=(_after(view, translator),), colour=QUIET
            )
        case Phase.RUNNING:
            text = translator.say("tournament.panel_running", players=_starters(view, translator))
            return Card((title, text, _draw(translator)), controls=(_after(view, translator),))
        case Phase.DRAWING:
            text = translator.say("tournament.panel_drawing", players=_starters(view, translator))
            return Card(
                (title, text, _draw(translator)), controls=((*_lists(view, translator), _verify(view, translator)),)
            )
    told = (title, _announced_times(view, translator), _counts(view, translator), *_conditions(view, translator))
    return Card(
        told,
        controls=_before(view, translator),
        below=(*_seeds(view, translator), _draw(translator)),
        colour=WARNING if _open(view) else ACCENT,
    )


def _label(view: TournamentView, translator: Translator) -> str:
    """The rulebook, and who hosts the event."""
    label = quoted_label(view.tournament.rulebook, translator)
    if view.host is None:
        return label
    return f"{label} · {translator.say('tournament.hosted_by', host=mention(view.host))}"


def _conditions(view: TournamentView, translator: Translator) -> tuple[str, ...]:
    """Who may enter, where not everybody may."""
    entry = view.tournament.rulebook.entry
    return () if entry is None else (draft_cards.conditions_line(entry, translator),)


def check_in_opened(view: TournamentView, named: Sequence[Listed], translator: Translator) -> Card:
    """Confirmation has begun: names those whom it waits for.

    Where everybody is confirmed already, as in a seat match, nobody is asked to.
    """
    count = view.headcount
    if 0 < count.registered <= count.checked_in:
        values = {"close": moment(view.check_in_closes_at), "start": moment(view.tournament.start_at)}
        everybody = translator.say("checkin.opened_confirmed", name=quote(view.tournament.name), **values)
        return Card((everybody,), controls=((_withdraw(view, translator),),), colour=WARNING)
    text = translator.say("checkin.opened", name=quote(view.tournament.name), close=moment(view.check_in_closes_at))
    return Card(
        (text,),
        controls=((_check_in(view, translator), _withdraw(view, translator)),),
        colour=WARNING,
        opening=_asked(named, translator) if named else None,
        pings=pings(listed.person for listed in named),
    )


def check_in_opened_to_all(view: TournamentView, named: Sequence[Listed], translator: Translator) -> Card:
    """As `check_in_opened`, with the role that hears of the event above the names, and a button to register."""
    card = check_in_opened(view, named, translator)
    if view.called_role is None:
        return card
    register = Button(f"register:{view.tournament.tournament_id}", translator.say("tournament.register"))
    return _calling(replace(card, controls=(*card.controls, (register,))), view)


def check_in_reminder(view: TournamentView, missing: Sequence[Listed], translator: Translator) -> Card:
    """Names those who have not confirmed, and only them."""
    text = translator.say("checkin.reminder", name=quote(view.tournament.name), close=moment(view.check_in_closes_at))
    return Card(
        (text,),
        controls=((_check_in(view, translator), _withdraw(view, translator)),),
        colour=WARNING,
        opening=_asked(missing, translator),
        pings=_called(missing),
    )


def check_in_extended(
    view: TournamentView, closes_at: datetime, missing: Sequence[Listed], by: Person | None, translator: Translator
) -> Card:
    """Until when check-in is open now, and by whose word; names those who have not confirmed."""
    name, close = quote(view.tournament.name), moment(closes_at)
    if by is None:
        least = view.tournament.rulebook.minimum_entrants
        text = translator.count("checkin.extended_too_few", least, name=name, close=close)
    else:
        text = translator.say("checkin.extended", by=mention(by), name=name, close=close)
    ask = translator.say("checkin.extended_press", button=translator.say("checkin.button"))
    return Card(
        (f"{text} {ask}",),
        controls=((_check_in(view, translator), _withdraw(view, translator)),),
        colour=WARNING,
        opening=_asked(missing, translator) if missing else None,
        pings=_called(missing),
    )


def check_in_cut_short(tournament: Tournament, by: Person, translator: Translator) -> Card:
    """Who begins with those who are there."""
    return Card((translator.say("checkin.cut_short", by=mention(by), name=quote(tournament.name)),), colour=WARNING)


def extension_receipt(tournament: Tournament, closes_at: datetime, translator: Translator) -> Card:
    """To who left it open: until when, and that all know."""
    return Card((translator.say("checkin.extension_done", name=quote(tournament.name), close=moment(closes_at)),))


def cut_short_receipt(tournament: Tournament, translator: Translator) -> Card:
    """To who closed it: what comes in a moment."""
    return Card((translator.say("checkin.cut_short_done", name=quote(tournament.name)),))


def check_in_closed(view: TournamentView, starters: int, absent: Sequence[Listed], translator: Translator) -> Card:
    """Who starts and who was missing, and what comes next. The absent hear of it by a notice of their own."""
    called_off = view.phase is Phase.CANCELLED
    lines = [translator.say("checkin.closed", name=quote(view.tournament.name))]
    counted = "checkin.starters" if view.tournament.rulebook.teams is None else "teams.start"
    lines.append(translator.say("checkin.too_few") if called_off else translator.count(counted, starters))
    if absent:
        key = "checkin.absent" if _asks_absent(view.tournament) else "checkin.absent_unasked"
        if called_off and not _asks_absent(view.tournament):
            key = "checkin.absent_off"
        lines.append(translator.say(key, names=_as_many_as_fit(absent, translator)))
    if not called_off:
        lines.append(translator.say("checkin.next_draw"))
    return Card(("\n".join(lines),))


def _asks_absent(tournament: Tournament) -> bool:
    """Whether who did not confirm is asked why: not where the event is off without that, nor where it began early."""
    excused = excuses_the_unconfirmed(tournament) or tournament.close_called_at is not None
    return tournament.rulebook.absence.ask_why and not excused


def tournament_changed(view: TournamentView, named: Sequence[Listed], translator: Translator, *, moved: bool) -> Card:
    """The name or the start is another; a start that moves names those on the list, who may have to confirm again."""
    key = "tournament.moved" if moved else "tournament.renamed"
    return Card(
        (translator.say(key, name=quote(view.tournament.name)), _announced_times(view, translator)),
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def tournament_cancelled(
    view: TournamentView, named: Sequence[Listed], reopens_until: datetime | None, translator: Translator
) -> Card:
    """The tournament is off, and why, told to whoever would have played.

    Of one that too few confirmed the rulebook says what that means for who did not, and staff can open it again.
    """
    too_few = view.tournament.cancel_reason == TOO_FEW
    name = quote(view.tournament.name)
    text = translator.say("tournament.cancelled_too_few" if too_few else "tournament.cancelled", name=name)
    asked = view.tournament.rulebook.absence.ask_why
    is_excused = asked and excuses_the_unconfirmed(view.tournament)
    excused = (translator.say("tournament.unconfirmed_excused"),) if is_excused else ()
    again: tuple[str, ...] = ()
    if reopens_until is not None:
        again = (translator.say("tournament.can_open_again", until=moment(reopens_until)),)
    return Card(
        (text, _reason(view, translator), *excused, *again),
        controls=((open_again_press(view.tournament, translator),),) if again else (),
        colour=QUIET,
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def open_again_press(tournament: Tournament, translator: Translator) -> Button:
    """Asks for the new start of an event that is off."""
    return Button(f"open-again:{tournament.tournament_id}", translator.say("tournament.open_again"), emoji="🔁")


def tournament_reopened(view: TournamentView, by: Person, named: Sequence[Listed], translator: Translator) -> Card:
    """It is on again, by whose word, and when: who is on the list reads that the place stands."""
    text = translator.say("tournament.reopened", by=mention(by), name=quote(view.tournament.name))
    return Card(
        (text, _announced_times(view, translator), translator.say("tournament.reopened_next")),
        colour=WARNING,
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def reopening_receipt(tournament: Tournament, translator: Translator) -> Card:
    """To who opened it again: when it begins, and that all know."""
    values = {"name": quote(tournament.name), "start": moment(tournament.start_at)}
    return Card((translator.say("tournament.opened_again", **values),))


def _reason(view: TournamentView, translator: Translator) -> str:
    reason = view.tournament.cancel_reason or ""
    if reason == TOO_FEW:
        return translator.count("tournament.too_few", view.tournament.rulebook.minimum_entrants)
    return quoted_block(reason)


def _announced_times(view: TournamentView, translator: Translator) -> str:
    return translator.say(
        "tournament.times",
        start=moment(view.tournament.start_at),
        opens=moment(view.check_in_opens_at),
        closes=moment(view.check_in_closes_at),
    )


def _counts(view: TournamentView, translator: Translator) -> str:
    capacity, count = view.tournament.rulebook.registration.capacity, view.headcount
    players = _headcount(view, _n(view), translator)
    if capacity is not None:
        players = translator.say("tournament.players_of", players=players, capacity=capacity)
        if count.registered > capacity:
            players += " · " + translator.count("tournament.waiting", count.registered - capacity)
    if _open(view):
        players += "\n" + translator.say("tournament.checked_in", n=count.checked_in, of=count.registered)
    return players


def _seeds(view: TournamentView, translator: Translator) -> tuple[str, ...]:
    """The order that organisers gave by hand, as far as there is room."""
    return (
        (translator.say("seeds.on_card", names=seed_list(view.seeded, translator, SEEDS_SHOWN)),) if view.seeded else ()
    )


def _n(view: TournamentView) -> int:
    capacity = view.tournament.rulebook.registration.capacity
    registered = view.headcount.registered
    return registered if capacity is None else min(registered, capacity)


def _starters(view: TournamentView, translator: Translator) -> str:
    """How many play: the confirmed, as far as there are seats, since the wait list moves up."""
    capacity, confirmed = view.tournament.rulebook.registration.capacity, view.headcount.checked_in
    return _headcount(view, confirmed if capacity is None else min(confirmed, capacity), translator)


def _headcount(view: TournamentView, n: int, translator: Translator) -> str:
    """So many players, or teams where those enter."""
    return translator.count("tournament.players" if view.tournament.rulebook.teams is None else "teams.count", n)


def _open(view: TournamentView) -> bool:
    return view.phase is Phase.CHECK_IN


def _draw(translator: Translator) -> str:
    return "-# " + translator.say("tournament.commitment", button=translator.say("tournament.verify"))


def _before(view: TournamentView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    key = view.tournament.tournament_id
    register = Button(f"register:{key}", translator.say("tournament.register"), ButtonStyle.success)
    first = (_check_in(view, translator), register) if _open(view) else (register,)
    presses = (*first, _withdraw(view, translator), *_lists(view, translator), _verify(view, translator))
    return tuple(presses[start : start + _ROW] for start in range(0, len(presses), _ROW))


def _after(view: TournamentView, translator: Translator) -> tuple[Button, ...]:
    return (
        *_where_it_stands(view, translator),
        *_lists(view, translator),
        _verify(view, translator),
    )


def _verify(view: TournamentView, translator: Translator) -> Button:
    return Button(f"verify:{view.tournament.tournament_id}", translator.say("tournament.verify"))


def _where_it_stands(view: TournamentView, translator: Translator) -> tuple[Button, ...]:
    """The table, where the event has one, and the bracket, where it has one or one follows."""
    key, rulebook = view.tournament.tournament_id, view.tournament.rulebook
    table = Button(f"standings:{key}", translator.say("standings.open"), ButtonStyle.primary)
    bracket = Button(f"bracket:{key}", translator.say("tournament.bracket"), ButtonStyle.primary)
    has_bracket = rulebook.traits.is_bracket or is_followed(rulebook)
    return (*((table,) if has_table(rulebook) else ()), *((bracket,) if has_bracket else ()))


def _in_progress(card: Card, running: str) -> Card:
    title, said, *rest = card.paragraphs
    return replace(card, paragraphs=(title, said, running, *rest))


def _lists(view: TournamentView, translator: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    return (
        Button(f"players:{key}", translator.say("tournament.list")),
        Button(f"rules:{key}", translator.say("tournament.rules")),
    )


def _check_in(view: TournamentView, translator: Translator) -> Button:
    return Button(
        f"check-in:{view.tournament.tournament_id}", translator.say("checkin.button"), ButtonStyle.success, "✅"
    )


def _withdraw(view: TournamentView, translator: Translator) -> Button:
    return Button(
        f"withdraw:{view.tournament.tournament_id}", translator.say("tournament.withdraw"), ButtonStyle.danger
    )


def _names(some: Sequence[Listed]) -> str:
    """Everyone by name: whoever promised the message has seen to it that they fit."""
    return ", ".join(short_mention(listed.person, _LONGEST_IN_LINE) for listed in some)


def _asked(some: Sequence[Listed], translator: Translator) -> str:
    """As `_names`, of those who are to press: for players without Discord who answers for them is named."""
    own = [listed for listed in some if listed.answered_by is None]
    by_name: dict[Person, list[str]] = {}
    for listed in some:
        if listed.answered_by is not None:
            by_name.setdefault(listed.answered_by, []).append(short_mention(listed.person, _LONGEST_IN_LINE))
    answering = [
        translator.say("by_name.for", who=mention(who), players=", ".join(names)) for who, names in by_name.items()
    ]
    return ", ".join(part for part in (_names(own), *answering) if part)


def _called(some: Sequence[Listed]) -> frozenset[MemberId]:
    """Whom a reminder of these calls."""
    return pings(listed.answered_by or listed.person for listed in some)


def _as_many_as_fit(some: Sequence[Listed], translator: Translator) -> str:
    """As many names as a message has room for beside its own words, and how many more there are."""
    shown, room = 0, _ROOM_FOR_NAMES
    for listed in some:
        room -= len(short_mention(listed.person, _LONGEST_IN_LINE)) + 2
        if room < 0:
            break
        shown += 1
    more = len(some) - shown
    return f"{_names(some[:shown])} {translator.count('tournament.and_more', more)}" if more else _names(some)


# --- what can be looked up ------------------------------------------------------------------------------------------


LINES_IN_A_LIST = 20
OBSTACLES_SHOWN = 4
"""Discord takes forty pieces a message: these leave room for the buttons."""
ARBITERS_NAMED = 10
_LONGEST_NAME = 40
"""Characters of a name that stands among twenty."""


def preview(
    draft: Draft,
    rulebook: Rulebook,
    before: Tournament | None,
    ahead: Foresight,
    translator: Translator,
    standing: Standing = NO_CLAIM,
) -> Card:
    """The event as it will be, or what changes in it, with Confirm and Not now; a new one can be changed once more.

    `standing` says why a new one is not official although its file says so.
    """
    name = quote(draft.name or (before.name if before else ""))
    start = draft.start_at or (before.start_at if before else draft.drafted_at)
    lines = [
        translator.say("tournament.preview_change" if before else "tournament.preview", name=name),
        _times(start, rulebook, translator),
    ]
    if before is None:
        title, version = quoted_label(rulebook, translator), quote(rulebook.version)
        lines.append(translator.say("tournament.preview_rules", title=title, version=version))
        lines += [_size(rulebook, translator), *draft_cards.detail_lines(rulebook, translator)]
        lines += rulebook_cards.lines_why_not(standing, translator)
        if ahead.events_left is not None:
            lines.append("⚠️ " + translator.count("tournament.preview_left", ahead.events_left))
    elif draft.start_at is not None and before.start_at != draft.start_at:
        lines.append(translator.say("tournament.preview_moved", before=moment(before.start_at)))
    lines += _ahead(ahead, translator)
    lines += _clocks(start, ahead, translator)
    controls = (
        *_draft_presses(draft, translator, look_again=bool(ahead.obstacles)),
        *_zone_controls(draft, ahead, translator),
    )
    return _with_obstacles(Card(("\n".join(lines),), controls=controls, colour=WARNING), ahead, translator)


def _with_obstacles(card: Card, ahead: Foresight, translator: Translator) -> Card:
    """The card with what would stop the event, each with the button that mends it."""
    rows = ahead.obstacles[:OBSTACLES_SHOWN]
    if not rows:
        return card
    counted = translator.count("tournament.preview_obstacles", len(rows))
    return replace(
        card, paragraphs=(*card.paragraphs, counted), lines=layout_cards.lines(rows, words_cards.line, translator)
    )


def _clocks(start: datetime, ahead: Foresight, translator: Translator) -> Iterator[str]:
    """By which city's clocks the start was read, as long as that was only guessed."""
    if ahead.guessed_zone is not None:
        wall = clock_moment(start.astimezone(ZoneInfo(ahead.guessed_zone)), translator)
        yield translator.say("cups.zone_guessed", city=city_name(ahead.guessed_zone, translator.locale), clock=wall)
        yield translator.say("cups.zone_wrong" if ahead.may_choose_zone else "cups.zone_wrong_ask")
    yield translator.say("tournament.preview_next")


def _zone_controls(draft: Draft, ahead: Foresight, translator: Translator) -> tuple[Control, ...]:
    """The menu of time zones, which reads the start anew."""
    if ahead.guessed_zone is None or not ahead.may_choose_zone:
        return ()
    zones = tuple((zone, zone) for zone in dict.fromkeys([ahead.guessed_zone, *suggest_zones("")]))
    another = Button(f"draft-city:{draft.draft_id}", translator.say("setup.another_zone"), emoji="🌍")
    return Choice(f"draft-zone:{draft.draft_id}", translator.say("cups.choose_zone"), zones), (another,)


def _ahead(ahead: Foresight, translator: Translator) -> Iterator[str]:
    if ahead.lasting is not None:
        yield words_cards.of_sizes(ahead.lasting, translator)
    if ahead.provisional is not None and not any(
        obstacle.obstacle is Obstacle.TOO_LARGE for obstacle in ahead.obstacles
    ):
        yield "⚠️ " + shut_out(ahead.provisional, translator)


def draft_letter(draft: Draft, translator: Translator) -> Card:
    """By letter to its author: what was begun and not confirmed, the way back to it, and when it goes."""
    look = Button(f"draft:{draft.draft_id}", translator.say("tournament.draft_look"), ButtonStyle.primary, "👀")
    goes = moment_relative(draft.drafted_at + KEPT_FOR)
    key = "tournament.draft_waits" if draft.name else "tournament.draft_waits_unnamed"
    text = translator.say(key, name=quote(draft.name or ""), button=look.label, until=goes)
    return Card((text,), controls=((look,),), colour=WARNING)


def _draft_presses(draft: Draft, translator: Translator, *, look_again: bool) -> tuple[tuple[Button, ...], ...]:
    """Two rows of buttons under a preview: what becomes of it, and what goes with the event beside its first form."""
    confirm = Button(f"draft-confirm:{draft.draft_id}", translator.say("tournament.confirm"), ButtonStyle.success)
    drop = Button(f"draft-drop:{draft.draft_id}", translator.say("tournament.not_now"))
    again = (Button(f"draft:{draft.draft_id}", translator.say("now.again"), emoji="🔄"),) if look_again else ()
    about = words_cards.poster_press(draft.draft_id, translator)
    role = words_cards.role_press(draft.draft_id, translator)
    if draft.tournament_id is not None:
        # The rules of an announced event stay as they are, and with them who may enter.
        return ((confirm, drop, *again), (about, role))
    change = Button("cup-again:", translator.say("cups.change"), emoji="✏️")
    keep = Button(f"preset-name:{draft.draft_id}", translator.say("rulebooks.save"), emoji="💾")
    more = Button(f"cup-details:{draft.draft_id}", translator.say("cups.details"), emoji="🔧")
    who = Button(f"cup-who:{draft.draft_id}", translator.say("conditions.title"), emoji="🚪")
    return ((confirm, change, keep, drop, *again), (more, who, about, role))


def _times(start: datetime, rulebook: Rulebook, translator: Translator) -> str:
    opens, closes = start - rulebook.check_in.opens_before, start - rulebook.check_in.closes_before
    return translator.say("tournament.times", start=moment(start), opens=moment(opens), closes=moment(closes))


def _size(rulebook: Rulebook, translator: Translator) -> str:
    """How long a match is, and for how many there are seats."""
    seats = rulebook.registration.capacity
    said = translator.say("cups.seats_any") if seats is None else translator.count("cups.seats", seats)
    if not has_lengths(rulebook):
        return said
    length, final = usual_length(rulebook), rulebook.knockout.final_best_of
    longer = has_bracket(rulebook) and rulebook.teams is None and final != length
    text = translator.say("cups.length", length=games_of(length, translator))
    return f"{text}{translator.say('cups.final', length=games_of(final, translator)) if longer else ''} · {said}"


def which_moment(drafts: Sequence[Draft], offsets: Sequence[str], translator: Translator) -> Card:
    """The local time comes twice that night: which of the two is meant?"""
    presses = tuple(
        Button(
            f"draft:{draft.draft_id}", translator.say(f"tournament.moment_{order}", offset=offset), ButtonStyle.primary
        )
        for order, draft, offset in zip(("first", "second"), drafts, offsets, strict=True)
    )
    moments = "\n".join(moment(draft.start_at) for draft in drafts if draft.start_at is not None)
    return Card((translator.say("tournament.which_moment") + "\n" + moments,), controls=(presses,), colour=WARNING)


def creation_receipt(tournament: Tournament, translator: Translator) -> Card:
    """It is announced; what the organiser does next."""
    watched = tournament.rulebook.matches.matches_per_arbiter > 0
    text = translator.say(
        "tournament.created" if watched else "tournament.created_unwatched", name=quote(tournament.name)
    )
    if not (offered := offered_at_creation(tournament, translator)):
        return Card((text,))
    return Card((text, offered), controls=((take_press(tournament, translator),),))


def change_receipt(tournament: Tournament, translator: Translator) -> Card:
    """It is changed, and everyone is told."""
    return Card((translator.say("tournament.edited", name=quote(tournament.name)),))


def drop_receipt(translator: Translator) -> Card:
    """Confirms that a draft was dropped and nothing done."""
    return Card((translator.say("tournament.dropped"),), colour=QUIET)


def called_off(tournament: Tournament, translator: Translator) -> Card:
    """It is called off, and everyone is told why."""
    return Card((translator.say("tournament.called_off", name=quote(tournament.name)),), colour=QUIET)


def listing_of(tournaments: Sequence[Tournament], translator: Translator) -> Card:
    """The server's tournaments: those to come and running first."""
    if not tournaments:
        return Card((translator.say("tournament.none_yet"),))
    lines = [
        f"- **{quote(tournament.name, _LONGEST_NAME)}** · {member_name(phase(tournament), translator)}"
        f" · {moment(tournament.start_at)}"
        for tournament in tournaments[:LINES_IN_A_LIST]
    ]
    more = len(tournaments) - LINES_IN_A_LIST
    if more > 0:
        lines.append(translator.count("tournament.and_more", more))
    options = tuple((one.tournament_id, plain(one.name, 100)) for one in tournaments)
    choice = Choice("event-chosen:", translator.say("tournament.choose"), options[:MOST_OPTIONS])
    return Card((translator.say("tournament.all"), "\n".join(lines)), controls=(choice,))


def rules(rulebook: Rulebook, name: str, translator: Translator) -> tuple[Card, ...]:
    """The whole rule sheet in the reader's language, message by message."""
    first, *more = pages(rulebook, translator)
    return Card((translator.say("tournament.rules_of", name=quote(name)), *first)), *map(Card, more)


def shut_out(found: Provisional, translator: Translator) -> str:
    """Says before an event who gets no match of it by its size, and what the staff can do (AIJE-B01-ANP)."""
    names = listing([mention(person) for person in found.people[:ARBITERS_NAMED]], translator)
    return translator.say("arbiters.shut_out", names=names, limit=found.limit)
