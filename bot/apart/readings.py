"""What can be read apart: of each kind its steps, the seconds that each may take, and the modules they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from bot.domain.file_bounds import FileKind

if TYPE_CHECKING:
    from bot.domain.circuit.rules import CircuitRules
    from bot.domain.game_sheets import Draft
    from bot.domain.opening.lines import OpeningFile
    from bot.domain.voting.votes import ProcedureKind
    from bot.features.evidence.model import ProofFile
    from bot.features.sign_ups.model import SignUpFile
    from bot.record.replaying import Replay
    from bot.rulebooks.library import FileRead

T = TypeVar("T")
SECONDS: Final = 5
"""For reading and checking."""
REPLAY_SECONDS: Final = 30
"""For an event worked out anew, its pairings among it."""
PIECE: Final = 50


@dataclass(frozen=True, slots=True)
class Step:
    """A function by its module and name, so that whoever only asks for it does not import it."""

    module: str
    function: str
    seconds: float = SECONDS

    def load(self) -> Callable[..., Any]:
        """Imports the step's function."""
        return cast("Callable[..., Any]", getattr(import_module(self.module), self.function))


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A way to read a file: the first step takes its bytes and its name, each later one what the last has made."""

    kind: FileKind
    steps: tuple[Step, ...]


RULEBOOK: Final[Reading[FileRead]] = Reading(FileKind.RULEBOOK, (Step("bot.rulebooks.library", "read_file"),))
PROCEDURE: Final[Reading[ProcedureKind]] = Reading(FileKind.PROCEDURE, (Step("bot.rulebooks.procedure_files", "read"),))
SERIES: Final[Reading[CircuitRules]] = Reading(FileKind.SERIES, (Step("bot.rulebooks.circuit_files", "read"),))
SHEET: Final[Reading[Draft]] = Reading(FileKind.SHEET, (Step("bot.rulebooks.game_files", "read"),))
PICTURE: Final[Reading[bytes]] = Reading(FileKind.PICTURE, (Step("bot.rendering.pictures.uploads", "read"),))
FACE: Final[Reading[bytes]] = Reading(FileKind.PICTURE, (Step("bot.rendering.pictures.face_files", "read"),))
"""What a member shows of themselves on Discord."""
PROOF: Final[Reading[ProofFile]] = Reading(FileKind.PROOF, (Step("bot.features.evidence.pictures_cards", "read"),))
OPENING: Final[Reading[OpeningFile]] = Reading(FileKind.OPENING, (Step("bot.domain.opening.reading", "read"),))
SIGN_UPS: Final[Reading[SignUpFile]] = Reading(FileKind.SIGN_UPS, (Step("bot.features.sign_ups.model", "read"),))
RECORD: Final[Reading[Replay]] = Reading(
    FileKind.RECORD,
    (
        Step("bot.record.trf_reading", "read_either"),
        Step("bot.record.replaying", "replay", REPLAY_SECONDS),
    ),
)


def pieces(value: object) -> Iterator[object]:
    """The value, with its longest parts before it: each is taken in by itself, so that none holds up the others."""
    record = getattr(value, "record", None)
    if record is not None:
        contests = iter(record.contests)
        while some := list(islice(contests, PIECE)):
            yield some
    yield value
