"""`/desk`: what waits, and all that staff may do, for the server and event by event; and second signatures.

Discord hides commands by its own permissions, which know neither our titles nor the organisers' role: people who may
do an act by one of these do it from here, with its options asked for by menus and forms. The command itself is run,
so that all it asks and refuses is as ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from typing import Any, Final

from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.pages import cards as pages_cards
from bot.features.pages import verbs as pages_verbs
from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.signing import cards as signing_cards
from bot.features.signing import verbs as signing_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.i18n.catalogue import key_of, key_of_option
from bot.i18n.names import REASON_LIMIT
from bot.kernel.errors import Outdated
from bot.kernel.ids import Switch, TournamentId
from bot.layout.cards import Card
from bot.people.model import Capacity
from bot.play.entries import takes_entries
from bot.server import verbs as server_verbs
from bot.server.model import Act, may, needed_by
from cogs import commands
from cogs.commands import DECLARED, AnyCommand, OpenEvent, command
from cogs.health import around
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import CLAIM, EVENT, NOTHING, SIGNATURE, WORD, Audience, Text, Verbatim, is_there, maybe, pair

# --- commands from the desk -----------------------------------------------------------------------------------------


MOST_FIELDS: Final = 5
"""What Discord takes of a form."""
OPEN_TO_ALL: Final = (
    "undo",
    "arbiter list",
    "tournament verify",
    "tournament export",
    "rulebook show",
    "game list",
    "game show",
    "game copy",
)
"""What Discord hides although anybody may do it."""
FOR_SEVERAL: Final = {
    "tournament create": (Act.CREATE_TOURNAMENT, Act.PROPOSE_TOURNAMENT),
    # The procedure says who runs it: every one of staff runs some.
    "vote cancel": (Act.SEE_DESK,),
    "vote open": (Act.SEE_DESK,),
}
"""Commands whose service knows whom they are for: the rights of which one suffices."""
ASKS_ITSELF: Final = {"team enter", "tournament create"}
"""Open a form of their own, which cannot follow a form: what may be left out is."""
FIRST: Final = ("tournament", "match", "arbiter", "case", "vote", "bar", "title", "same-person", "link", "seats")
"""Groups in the order in which their acts are offered, before all others."""
OF_MATCHES: Final = ("match", "arbiter")
"""Groups about matches of running events: they are offered at an event's desk too."""
Beginning = Callable[[Request], Awaitable[Card]]
_BEGINNINGS: Final[dict[str, Beginning]] = {}


def begins(words: str) -> Callable[[Beginning], Beginning]:
    """Registers how a command begins from the desk whose form depends on a first choice."""

    def register(beginning: Beginning) -> Beginning:
        _BEGINNINGS[words] = beginning
        return beginning

    return register


def offer_acts(capacities: frozenset[Capacity], switches: Collection[Switch], *, of_event: bool) -> Iterator[str]:
    """The commands that the desk of an event, or of the server, offers to somebody of these capacities."""
    for words, declared in sorted(staff_commands(), key=_in_order):
        about_event = "tournament" in _needs(declared)
        fits = (about_event or words.startswith(OF_MATCHES)) if of_event else not about_event
        if fits and words != "desk" and is_there(words, switches) and _is_for(words, declared, capacities):
            yield words


async def begin_act(request: Request, words: str, event: TournamentId | None) -> Card | None:
    """Runs the command, or asks for its options first."""
    if words in _BEGINNINGS:
        return await _BEGINNINGS[words](request)
    declared = command_called(words)
    asked = _options(words, declared, event)
    if not asked:
        await commands.run(request, declared, _event_option(declared, event))
        return None
    if event is not None:
        request.choose_for("tournament", event)
    (first, *others) = asked
    if not others and first.autocomplete:
        return await choose(request, words, event)
    fields = [await commands.ask(request, words, declared, one) for one in asked[:MOST_FIELDS]]
    await request.open_form(f"desk-filled:{_subject_of(words)}/{event or ''}", Verbatim(f"/{words}"), *fields)
    return None


async def choose(request: Request, words: str, event: TournamentId | None, typed: str = "") -> Card:
    """A menu of what fits the letters typed, for the one option that the command asks for."""
    if event is not None:
        request.choose_for("tournament", event)
    name = option_chosen(words, event)
    pairs = await commands.suggest(request, command_called(words), name, typed)
    return desk_cards.choose(words, event, key_of_option(words, name), pairs, request.translator)


async def finish(request: Request, words: str, event: TournamentId | None, given: Mapping[str, Any]) -> None:
    """Runs the command with what was chosen or filled in; raises Outdated where something is missing."""
    declared = command_called(words)
    if event is not None:
        request.choose_for("tournament", event)
    values = _event_option(declared, event)
    for option in _options(words, declared, event):
        raw = given.get(option.name)
        if raw in (None, ""):
            if option.required:
                raise Outdated
            continue
        values[option.name] = raw
    await commands.run(request, declared, values)


def read_form(request: Request, words: str, event: TournamentId | None) -> dict[str, Any]:
    """What was filled into the form, as the command's options take it."""
    return {
        option.name: commands.read(request, option)
        for option in _options(words, command_called(words), event)[:MOST_FIELDS]
    }


def option_chosen(words: str, event: TournamentId | None) -> str:
    """The one option that a menu asks for."""
    asked = _options(words, command_called(words), event)
    if len(asked) != 1:
        raise Outdated
    return asked[0].name


def find_words(written: str) -> str:
    """The command that a subject names; raises Outdated for one that the desk does not offer."""
    words = written.replace("+", " ")
    if words not in {known for known, _ in staff_commands()}:
        raise Outdated
    return words


def _subject_of(words: str) -> str:
    return words.replace(" ", "+")


def staff_commands() -> Iterator[tuple[str, AnyCommand]]:
    """Every command that the desk can run, by its words."""
    for words, declared in (one for of_module in DECLARED.values() for one in of_module):
        requires = getattr(declared.callback, "requires")  # noqa: B009 - no type knows the attribute
        if isinstance(requires, Act) or words in OPEN_TO_ALL or words in FOR_SEVERAL:
            yield words, declared


def _in_order(one: tuple[str, AnyCommand]) -> tuple[int, str]:
    """What is done most often comes first, then by the alphabet."""
    words, _ = one
    group = words.partition(" ")[0]
    return (FIRST.index(group) if group in FIRST else len(FIRST), words)


def _is_for(words: str, declared: AnyCommand, capacities: frozenset[Capacity]) -> bool:
    requires = getattr(declared.callback, "requires")  # noqa: B009 - no type knows the attribute
    if isinstance(requires, Audience):
        return words in OPEN_TO_ALL or any(may(act, capacities) for act in FOR_SEVERAL[words])
    of_matches = frozenset({Capacity.MATCH_ARBITER} if Capacity.ARBITER in capacities else ())
    return may(requires, capacities | of_matches)


def command_called(words: str) -> AnyCommand:
    """The command of these words, which is one that the desk offers."""
    return dict(staff_commands())[words]


def _needs(declared: AnyCommand) -> set[str]:
    return {parameter.name for parameter in declared.parameters if parameter.required}


def _options(words: str, declared: AnyCommand, event: TournamentId | None) -> list[commands.CommandOption]:
    known = _event_option(declared, event)
    left_out = words in ASKS_ITSELF
    return [
        parameter
        for parameter in declared.parameters
        if parameter.name not in known and (parameter.required or not left_out)
    ]


def _event_option(declared: AnyCommand, event: TournamentId | None) -> dict[str, Any]:
    takes = event is not None and any(parameter.name == "tournament" for parameter in declared.parameters)
    return {"tournament": event} if takes else {}


# --- the desk -------------------------------------------------------------------------------------------------------


COMMAND_AND_EVENT = pair(WORD, maybe(EVENT), "/")


@command("desk", Act.SEE_DESK)
async def desk_meant(request: Request, tournament: OpenEvent | None = None) -> Card:
    """Shows the desk of the server, or that of the event that was chosen."""
    return await (home(request) if tournament is None else desk(request, tournament))


@on_press("desk-home", NOTHING, Act.SEE_DESK)
async def home(request: Request) -> Card:
    """Shows what waits for the presser, the server's events, and what the presser may do."""
    found = await request.ask(guidance_verbs.duties_of_staff)
    events = await request.look(entering_list_verbs.unfinished_tournaments)
    acts = offer_acts(await request.ask(server_verbs.own_capacities), request.switches, of_event=False)
    return desk_cards.home(found, events, list(acts), request.translator)


@on_press("desk-event", NOTHING, Act.SEE_DESK)
async def desk_chosen(request: Request) -> Card:
    """Shows the desk of the event that was chosen from the list."""
    return await desk(request, await request.read_choice(EVENT))


@on_press("desk", EVENT, Act.SEE_DESK)
@on_press("desk-again", EVENT, Act.SEE_DESK, update=True)
async def desk(request: Request, tournament_id: TournamentId) -> Card:
    """Shows what holds up the next step of the tournament, and all that the presser may do for it."""
    card = desk_cards.desk(await request.ask(desk_verbs.desk_view, tournament_id, around(request)), request.translator)
    found = await request.look(tournaments_facts_verbs.find, tournament_id)
    switches = request.switches & (needed_by(found.rulebook) | {Switch.GO})
    acts = list(
        offer_acts(await request.ask(tournaments_facts_verbs.capacities_there, tournament_id), switches, of_event=True)
    )
    enters = "tournament enter" in acts and takes_entries(found) and sign_ups_cards.takes_sign_ups(found.rulebook)
    more = (sign_ups_cards.list_press(tournament_id, request.translator),) if enters else ()
    if "tournament edit" in acts and takes_entries(found) and found.rulebook.registration.seeds_by_hand:
        more = (*more, entering_cards.seeds_press(tournament_id, request.translator))
    whole = desk_cards.with_acts(card, tournament_id, acts, request.translator, more)
    web, stream = await request.ask(pages_verbs.for_desk, tournament_id)
    return pages_cards.with_event(whole, web, stream, request.translator)


@on_press("desk-pending", EVENT, Act.SEE_DESK)
async def pending(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the players who have only to press, one by one."""
    return desk_cards.pending(await request.ask(desk_verbs.desk_view, tournament_id), request.translator)


@on_press("desk-act", maybe(EVENT), Act.SEE_DESK)
async def begin(request: Request, tournament_id: TournamentId | None) -> Card | None:
    """Begins what was chosen: at once, or with a menu or a form for what it has to know."""
    return await begin_act(request, find_words(request.choice()), tournament_id)


@on_press("desk-enter", EVENT, Act.ENTER_OTHER_PERSON)
async def begin_entry(request: Request, tournament_id: TournamentId) -> Card | None:
    """Asks whom staff enters, a person or a team."""
    words = "team enter" if await request.ask(teams_verbs.is_for_teams, tournament_id) else "tournament enter"
    return await begin_act(request, words, tournament_id)


@on_press("desk-picked", COMMAND_AND_EVENT, Act.SEE_DESK)
async def take_picked(request: Request, written: str, tournament_id: TournamentId | None) -> None:
    """Does it with the one that was chosen in the menu."""
    words = find_words(written)
    chosen = {option_chosen(words, tournament_id): request.choice()}
    await finish(request, words, tournament_id, chosen)


@on_press("desk-find", COMMAND_AND_EVENT, Act.SEE_DESK)
async def ask_for_name(request: Request, written: str, tournament_id: TournamentId | None) -> None:
    """Asks for a part of the name, where more can be chosen than a menu holds."""
    words = find_words(written)
    part = Text("name", "desk.find_part", limit=100)
    await request.open_form(f"desk-found:{written}/{tournament_id or ''}", key_of(words), part)


@on_press("desk-found", COMMAND_AND_EVENT, Act.SEE_DESK)
async def look_for_name(request: Request, written: str, tournament_id: TournamentId | None) -> Card:
    """Offers what fits the part of the name."""
    return await choose(request, find_words(written), tournament_id, request.text("name"))


@on_press("desk-filled", COMMAND_AND_EVENT, Act.SEE_DESK)
async def take_filled(request: Request, written: str, tournament_id: TournamentId | None) -> None:
    """Does it with what was filled into the form."""
    words = find_words(written)
    given = read_form(request, words, tournament_id)
    await finish(request, words, tournament_id, given)


@on_press("call", EVENT, Act.SEE_DESK)
async def call(request: Request, tournament_id: TournamentId) -> Card:
    """Takes the event as far as it goes, and shows the desk as it is then."""
    await request.do(desk_verbs.call_again, tournament_id)
    return await desk(request, tournament_id)


@on_press("claim", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def show_claim(request: Request, claim_id: str) -> Card:
    """Shows who names whose account, to those who may decide it."""
    return entering_cards.claim(await request.ask(entering_accounts_verbs.decidable, claim_id), request.translator)


# --- second signatures ----------------------------------------------------------------------------------------------

_WHY_NOT: Final = Text("reason", "signing.form_reason", "signing.form_reason_why", long=True, limit=REASON_LIMIT)


@on_press("signature", SIGNATURE, Audience.EVERYBODY)
async def show_signature(request: Request, signature_id: str) -> Card:
    """Shows the act that waits, or how it ended, to the presser alone."""
    return signing_cards.card(await request.ask(signing_verbs.find_view, signature_id), request.translator)


@on_press("sign", SIGNATURE, Audience.ADDRESSED)
async def sign(request: Request, signature_id: str) -> Card:
    """Signs, and the act is done."""
    return signing_cards.card(await request.do(signing_verbs.sign, signature_id), request.translator)


@on_press("sign-decline", SIGNATURE, Audience.ADDRESSED)
async def ask_to_decline(request: Request, signature_id: str) -> None:
    """Asks why."""
    await request.open_form(f"sign-declined:{signature_id}", "signing.form_decline", _WHY_NOT)


@on_press("sign-declined", SIGNATURE, Audience.ADDRESSED)
async def decline(request: Request, signature_id: str) -> Card:
    """Takes the refusal."""
    return signing_cards.card(
        await request.do(signing_verbs.decline, signature_id, request.text("reason")), request.translator
    )


@on_press("sign-object", SIGNATURE, Audience.EVERYBODY)
async def ask_to_object(request: Request, signature_id: str) -> None:
    """Asks why."""
    await request.open_form(f"sign-objected:{signature_id}", "signing.form_object", _WHY_NOT)


@on_press("sign-objected", SIGNATURE, Audience.EVERYBODY)
async def object_to(request: Request, signature_id: str) -> Card:
    """Takes the objection, which ends it."""
    return signing_cards.card(
        await request.do(signing_verbs.object_to, signature_id, request.text("reason")), request.translator
    )


@on_press("sign-withdraw", SIGNATURE, Audience.ADDRESSED)
async def take_wish_back(request: Request, signature_id: str) -> Card:
    """Takes back what the presser asked for."""
    return signing_cards.card(await request.do(signing_verbs.withdraw, signature_id), request.translator)
