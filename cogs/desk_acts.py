"""What the desk does of itself: any staff command, its options asked for by menus and forms instead of typed.

Discord hides commands by its own permissions, which know neither our titles nor the organisers' role: whoever may do an
act by one of these does it from here. The command itself is run, so that all it asks and refuses is as ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from typing import Any, Final

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act, Capacity, may
from bot.domain.switches import Switch
from bot.errors import Outdated
from bot.i18n.commands import key_of_option
from bot.rendering import desk_home_cards
from bot.rendering.layout import Card
from cogs import command_runs
from cogs.audience import Audience
from cogs.commands import DECLARED, AnyCommand
from cogs.forms import Verbatim
from cogs.offers import is_there
from cogs.press import Press

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
Beginning = Callable[[Press], Awaitable[Card]]
_BEGINNINGS: Final[dict[str, Beginning]] = {}


def begins(words: str) -> Callable[[Beginning], Beginning]:
    """Registers how a command begins from the desk whose form depends on a first choice."""

    def register(beginning: Beginning) -> Beginning:
        _BEGINNINGS[words] = beginning
        return beginning

    return register


def offer_acts(held: frozenset[Capacity], switches: Collection[Switch], *, of_event: bool) -> Iterator[str]:
    """The commands that the desk of an event, or of the server, offers to somebody of these capacities."""
    for words, declared in sorted(staff_commands(), key=_in_order):
        about_event = "tournament" in _needs(declared)
        fits = (about_event or words.startswith(OF_MATCHES)) if of_event else not about_event
        if fits and words != "desk" and is_there(words, switches) and _is_for(words, declared, held):
            yield words


async def begin(press: Press, words: str, event: TournamentId | None) -> Card | None:
    """Runs the command, or asks for its options first."""
    if words in _BEGINNINGS:
        return await _BEGINNINGS[words](press)
    declared = command_called(words)
    asked = _options(words, declared, event)
    if not asked:
        await command_runs.run(press, declared, _event_option(declared, event))
        return None
    if event is not None:
        press.choose_for("tournament", event)
    (first, *others) = asked
    if not others and first.autocomplete:
        return await choose(press, words, event)
    fields = [await command_runs.ask(press, words, declared, one) for one in asked[:MOST_FIELDS]]
    await press.open_form(f"desk-filled:{_subject_of(words)}/{event or ''}", Verbatim(f"/{words}"), *fields)
    return None


async def choose(press: Press, words: str, event: TournamentId | None, typed: str = "") -> Card:
    """A menu of what fits the letters typed, for the one option that the command asks for."""
    if event is not None:
        press.choose_for("tournament", event)
    name = option_chosen(words, event)
    pairs = await command_runs.suggest(press, command_called(words), name, typed)
    return desk_home_cards.choose(words, event, key_of_option(words, name), pairs, press.voice)


async def finish(press: Press, words: str, event: TournamentId | None, given: Mapping[str, Any]) -> None:
    """Runs the command with what was chosen or filled in; raises Outdated where something is missing."""
    declared = command_called(words)
    if event is not None:
        press.choose_for("tournament", event)
    values = _event_option(declared, event)
    for one in _options(words, declared, event):
        raw = given.get(one.name)
        if raw in (None, ""):
            if one.required:
                raise Outdated
            continue
        values[one.name] = raw
    await command_runs.run(press, declared, values)


def read_form(press: Press, words: str, event: TournamentId | None) -> dict[str, Any]:
    """What was filled into the form, as the command's options take it."""
    return {
        one.name: command_runs.read(press, one) for one in _options(words, command_called(words), event)[:MOST_FIELDS]
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
        sees = getattr(declared.callback, "sees")  # noqa: B009 - no type knows the attribute
        if isinstance(sees, Act) or words in OPEN_TO_ALL or words in FOR_SEVERAL:
            yield words, declared


def _in_order(one: tuple[str, AnyCommand]) -> tuple[int, str]:
    """What is done most often comes first, then by the alphabet."""
    words, _ = one
    group = words.partition(" ")[0]
    return (FIRST.index(group) if group in FIRST else len(FIRST), words)


def _is_for(words: str, declared: AnyCommand, held: frozenset[Capacity]) -> bool:
    sees = getattr(declared.callback, "sees")  # noqa: B009 - no type knows the attribute
    if isinstance(sees, Audience):
        return words in OPEN_TO_ALL or any(may(act, held) for act in FOR_SEVERAL[words])
    of_matches = frozenset({Capacity.MATCH_ARBITER} if Capacity.ARBITER in held else ())
    return may(sees, held | of_matches)


def command_called(words: str) -> AnyCommand:
    """The command of these words, which is one that the desk offers."""
    return dict(staff_commands())[words]


def _needs(declared: AnyCommand) -> set[str]:
    return {one.name for one in declared.parameters if one.required}


def _options(words: str, declared: AnyCommand, event: TournamentId | None) -> list[command_runs.CommandOption]:
    known = _event_option(declared, event)
    left_out = words in ASKS_ITSELF
    return [one for one in declared.parameters if one.name not in known and (one.required or not left_out)]


def _event_option(declared: AnyCommand, event: TournamentId | None) -> dict[str, Any]:
    takes = event is not None and any(one.name == "tournament" for one in declared.parameters)
    return {"tournament": event} if takes else {}
