"""A server's pages and its events on them: switched on by the owner, shown or not, and which match is on stream.

What the owner decides is said in the server. An event is on the pages as its preview says, and whoever runs it may
change that at any time; the announcement follows. Switched off, nothing is shown from that moment on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.pages import store
from bot.features.pages.model import (
    PAST_EVENTS_AFTER,
    EventPages,
    OnWeb,
    PageSetting,
    PagesSwitched,
    ServerPages,
    event_address,
    is_for_pupils,
    is_meant,
    is_newer,
    name_on_pages,
    server_address,
    unasked,
)
from bot.features.pages.views_model import DraftOnWeb, EventOnWeb, PagesView, StreamChoice, StreamMatch
from bot.features.playing import store as playing_store
from bot.features.tournaments import draft_store as tournaments_draft_store
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import (
    find,
    people_shown,
    record,
    tournament_subject,
)
from bot.features.tournaments.model import Draft
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import Outdated, Refused
from bot.kernel.ids import ContestId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play.entries import Phase, Tournament, phase
from bot.rulebooks.library import from_canonical
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, may

# --- a server -------------------------------------------------------------------------------------------------------


NAME_LIMIT: Final = 100
PAGES: Final = "pages"
"""How deadlines name the pages of a server, before its id."""


def view(tx: ActorQuery) -> PagesView:
    """The pages of the server; raises NotAllowed for who runs no event here."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    held = server_verbs.require(tx, person, Act.SHOW_EVENT)
    return _view(tx, held)


def to_switch(tx: ActorQuery) -> PagesView:
    """As `view`, for the owner alone, where the installation has an address."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    held = server_verbs.require(tx, person, Act.SWITCH_PAGES)
    _refuse_without_site(tx)
    return _view(tx, held)


def to_switch_off(tx: ActorQuery) -> PagesView:
    """As `to_switch`, where the installation has no address (any more) as well."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return _view(tx, server_verbs.require(tx, person, Act.SWITCH_PAGES))


def switch_on(tx: ActorTx, name: str) -> PagesView:
    """Shows the server on the web under that name; on twice changes nothing. Raises NotAllowed and NoSite."""
    person, held = _owner(tx)
    known = store.of_server(tx, tx.guild_id)
    if known is None or not known.is_on:
        _log_change(tx, person, _switched_on(tx, person, known, name), "switch_pages_on")
        _follow(tx, is_on=True)
    return _view(tx, held)


def _switched_on(tx: ActorTx, person: Person, known: ServerPages | None, name: str) -> ServerPages:
    """What was chosen before holds; who enters from now on is told of the pages."""
    named = name_on_pages(name)[:NAME_LIMIT]
    if known is None:
        return ServerPages(tx.guild_id, tx.new_id(), named, True, tx.now, person.person_id)
    return replace(known, name=named, is_on=True, on_since=tx.now, switched_by=person.person_id)


def switch_off(tx: ActorTx) -> PagesView:
    """Shows nothing of the server any more; off twice changes nothing. Raises NotAllowed."""
    person, held = _owner(tx, anywhere=True)
    known = store.of_server(tx, tx.guild_id)
    if known is not None and known.is_on:
        _log_change(tx, person, replace(known, is_on=False, switched_by=person.person_id), "switch_pages_off")
        _follow(tx, is_on=False)
    return _view(tx, held)


def choose(tx: ActorTx, setting: PageSetting, *, is_on: bool) -> PagesView:
    """What the pages show besides, or whether search engines may list them; raises NotAllowed, and Outdated before."""
    person, held = _owner(tx)
    known = _known(tx)
    changed = _changed(known, setting, is_on=is_on)
    if changed != known:
        _log_change(tx, person, changed, "set_pages", setting=setting.value, is_on="yes" if is_on else "no")
    return _view(tx, held)


def _changed(known: ServerPages, setting: PageSetting, *, is_on: bool) -> ServerPages:
    match setting:
        case PageSetting.FINDABLE:
            return replace(known, is_findable=is_on)
        case PageSetting.BARS:
            return replace(known, shows_bars=is_on)


def rename(tx: ActorTx, name: str) -> PagesView:
    """Calls the server on its pages as Discord does now; raises NotAllowed, and Outdated before the switch."""
    person, held = _owner(tx)
    known, named = _known(tx), name_on_pages(name)[:NAME_LIMIT]
    if named != known.name:
        _log_change(tx, person, replace(known, name=named), "rename_pages")
    return _view(tx, held)


def _owner(tx: ActorTx, *, anywhere: bool = False) -> tuple[Person, frozenset[Capacity]]:
    """The owner; `anywhere`: where the installation has no address (any more) as well."""
    person = server_verbs.recognise(tx)
    held = server_verbs.require(tx, person, Act.SWITCH_PAGES)
    if not anywhere:
        _refuse_without_site(tx)
    return person, held


def _refuse_without_site(tx: Query) -> None:
    if store.address(tx) is None:
        raise Refused("error.NoSite")


def _known(tx: ActorQuery) -> ServerPages:
    known = store.of_server(tx, tx.guild_id)
    if known is None:
        raise Outdated
    return known


def _log_change(tx: ActorTx, person: Person, pages: ServerPages, act: str, **details: str) -> None:
    """Writes what the owner has decided, and that they have."""
    store.save_server(tx, pages)
    tx.log(tx.guild_id, act, f"guild:{tx.guild_id}", actor=person.person_id, details=details)


def _follow(tx: ActorTx, *, is_on: bool) -> None:
    """Says it in the server, and has the announcements of events that are not over follow, now and in a week."""
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, PagesSwitched(tx.guild_id, is_on), silent=True)
    rows = ((Step.SHOW_PAST, tx.now + PAST_EVENTS_AFTER),) if is_on else ()
    kernel_time_store.rewrite_deadlines(tx, f"{PAGES}:{tx.guild_id}", rows)
    redraw(tx, tx.guild_id)


def take(tx: Tx, subject: str, step: Step) -> None:
    """Events of before the switch are on the web from now on, and their announcements say where."""
    del step
    redraw(tx, GuildId(int(subject)))


OVER_REDRAWN: Final = 25
"""Events that are over whose announcements follow the switch: Discord takes about one edit a second."""


def redraw(tx: Tx, guild_id: GuildId) -> None:
    """Has announcements say anew where the events are read: of all that are not over, and of the latest that are."""
    coming = len(tournaments_store.all_unfinished(tx, guild_id))
    for one in tournaments_store.of_guild(tx, guild_id, limit=coming + OVER_REDRAWN):
        tx.touch(tournament_subject(one.tournament_id))


def _view(tx: ActorQuery, held: frozenset[Capacity]) -> PagesView:
    site, pages = store.address(tx), store.of_server(tx, tx.guild_id)
    address, past_from = None, None
    if site is not None and pages is not None:
        address = server_address(site, language_of(tx, tx.guild_id), pages.page_id)
    if pages is not None and tx.now < pages.on_since + PAST_EVENTS_AFTER:
        past_from = pages.on_since + PAST_EVENTS_AFTER
    return PagesView(tx.guild_id, pages, address, site is not None, may(Act.SWITCH_PAGES, held), past_from)


def language_of(tx: Query, guild_id: GuildId) -> str:
    """In which language everybody reads the server's cards."""
    community = server_store.load(tx, guild_id)
    return "en-US" if community is None else community.language


def switched(tx: Query, said: PagesSwitched) -> tuple[ServerPages, str | None] | None:
    """The pages and their address as they were switched; None where they have been switched again since."""
    pages, site = store.of_server(tx, said.guild_id), store.address(tx)
    if pages is None or pages.is_on is not said.is_on or (said.is_on and site is None):
        return None
    return pages, None if site is None else server_address(site, language_of(tx, said.guild_id), pages.page_id)


# --- events ---------------------------------------------------------------------------------------------------------


def address_of(tx: Query, tournament: Tournament) -> str | None:
    """Where the event is read on the web once it is announced; None where it is not."""
    site = store.address(tx)
    if site is None:
        return None
    pages = store.of_server(tx, tournament.guild_id)
    event = store.of_event(tx, tournament.tournament_id)
    if pages is None or not is_meant(pages, event, tournament, tx.now):
        return None
    return event_address(site, language_of(tx, tournament.guild_id), pages.page_id, tournament.tournament_id)


def for_entrants(tx: Query, tournament: Tournament) -> OnWeb | None:
    """What who enters is told; nothing of an event that is not on the web."""
    address = address_of(tx, tournament)
    pages = None if address is None else store.of_server(tx, tournament.guild_id)
    return None if address is None or pages is None else OnWeb(tournament.guild_id, address, unasked(pages, tournament))


def of_draft(tx: Query, guild_id: GuildId, draft: Draft) -> DraftOnWeb | None:
    """What becomes of a new event; None where the server has no pages, or an event is changed."""
    if draft.tournament_id is not None or draft.rulebook is None or not has_pages(tx, guild_id):
        return None
    for_pupils = is_for_pupils(from_canonical(draft.rulebook))
    return DraftOnWeb(draft.draft_id, not for_pupils if draft.on_web is None else draft.on_web, for_pupils)


def has_pages(tx: Query, guild_id: GuildId) -> bool:
    """Whether the server is on the web."""
    if store.address(tx) is None:
        return False
    pages = store.of_server(tx, guild_id)
    return pages is not None and pages.is_on


def choose_for_draft(tx: ActorTx, draft_id: str, *, is_on: bool) -> Draft:
    """The draft of a new event, which is to be on the web or not; raises Outdated and NotYours."""
    draft = tournaments_draft_verbs.find(tx, draft_id)
    if draft.tournament_id is not None:
        raise Outdated
    tournaments_draft_store.choose_on_web(tx, draft_id, on_web=is_on)
    return replace(draft, on_web=is_on)


def note_created(tx: Tx, tournament: Tournament, by: PersonId, *, on_web: bool) -> None:
    """Writes what the author of the draft chose."""
    store.save_event(tx, EventPages(tournament.tournament_id, on_web, by, tx.now))


def note_repeated(tx: Tx, tournament: Tournament, before: Tournament) -> None:
    """What was decided of an event holds for the one that follows it."""
    known = store.of_event(tx, before.tournament_id)
    if known is not None and known.is_shown is not None:
        store.save_event(tx, replace(known, tournament_id=tournament.tournament_id, stream_id=None))


def event_view(tx: ActorQuery, tournament_id: TournamentId) -> EventOnWeb:
    """Whether the event is on the web, for who runs it; raises NotAllowed, NotFound, and NoPages."""
    server_verbs.refuse_without(tx, Act.SHOW_EVENT)
    return _event_view(tx, find(tx, tx.guild_id, tournament_id))


def for_desk(tx: ActorQuery, tournament_id: TournamentId) -> tuple[EventOnWeb | None, StreamChoice | None]:
    """What the desk of an event shows of the web to its reader; nothing where they may not or there is none."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not may(Act.SHOW_EVENT, server_verbs.capacities(tx, person)) or not has_pages(tx, tx.guild_id):
        return None, None
    return _event_view(tx, find(tx, tx.guild_id, tournament_id)), streamable(tx, tournament_id)


def _event_view(tx: ActorQuery, tournament: Tournament) -> EventOnWeb:
    if not has_pages(tx, tx.guild_id):
        raise Refused("error.NoPages")
    known, pages = store.of_event(tx, tournament.tournament_id), store.of_server(tx, tx.guild_id)
    is_chosen = known is not None and known.is_shown is not None
    address, comes_at = address_of(tx, tournament), None
    if pages is not None and not is_chosen and address is None and not is_for_pupils(tournament.rulebook):
        comes_at = None if is_newer(pages, tournament) else pages.on_since + PAST_EVENTS_AFTER
    by = None if known is None or known.decided_by is None else people_store.load(tx, known.decided_by)
    return EventOnWeb(tournament, address, is_chosen, comes_at, by)


def show_event(tx: ActorTx, tournament_id: TournamentId, *, is_shown: bool) -> EventOnWeb:
    """Puts the event on the web, or takes it off at once; raises as `event_view` does."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SHOW_EVENT)
    tournament = find(tx, tx.guild_id, tournament_id)
    known = store.of_event(tx, tournament_id) or EventPages(tournament_id)
    _event_view(tx, tournament)
    if known.is_shown is not is_shown:
        decided = replace(known, is_shown=is_shown, decided_by=person.person_id, decided_at=tx.now)
        store.save_event(tx, decided)
        record(tx, tournament, "show_on_web" if is_shown else "hide_from_web", person)
        tx.touch(tournament_subject(tournament_id))
    return _event_view(tx, tournament)


# --- the stream -----------------------------------------------------------------------------------------------------


MOST_MATCHES: Final = 24
"""In one menu, beside the line for none."""


def streamable(tx: ActorQuery, tournament_id: TournamentId) -> StreamChoice | None:
    """What can be on stream of an event that is under way and on the web, for who runs it."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not may(Act.CHOOSE_STREAM, server_verbs.capacities(tx, person)):
        return None
    tournament = find(tx, tx.guild_id, tournament_id)
    if phase(tournament) is not Phase.RUNNING or address_of(tx, tournament) is None:
        return None
    known = store.of_event(tx, tournament_id)
    return _choice(tx, tournament, None if known is None else known.stream_id)


def _choice(tx: Query, tournament: Tournament, present: ContestId | None) -> StreamChoice:
    open_now = playing_store.undecided_contests(tx, tournament.tournament_id)
    some = list(islice((one for one in open_now if one.contest_id != present), MOST_MATCHES))
    shown = [one for one in open_now if one.contest_id == present]
    some = [*shown, *some][:MOST_MATCHES]
    sides = entering_store.by_ids(tx, [side for one in some for side in one.sides])
    people = people_shown(tx, sides)
    matches = tuple(
        StreamMatch(one.contest_id, tuple(people[side] for side in one.sides if side in people), one.round)
        for one in some
    )
    return StreamChoice(tournament.tournament_id, matches, present if shown else None)


def put_on_stream(tx: ActorTx, tournament_id: TournamentId, contest_id: ContestId | None) -> None:
    """Shows the match on stream, in place of the one before; None: shows none. Raises NotAllowed and Outdated."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.CHOOSE_STREAM)
    tournament = find(tx, tx.guild_id, tournament_id)
    known = store.of_event(tx, tournament_id) or EventPages(tournament_id)
    if contest_id is not None:
        _refuse_closed(tx, tournament_id, contest_id)
    if known.stream_id == contest_id:
        return
    store.save_event(tx, replace(known, stream_id=contest_id))
    record(tx, tournament, "choose_stream", person, contest_id=contest_id)


def _refuse_closed(tx: Query, tournament_id: TournamentId, contest_id: ContestId) -> None:
    """Raises Outdated for a match of another event, and for one that is decided by now."""
    if contest_id not in {one.contest_id for one in playing_store.undecided_contests(tx, tournament_id)}:
        raise Outdated
