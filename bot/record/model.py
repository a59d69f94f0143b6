"""The shape of a record file and of a series file, from which their JSON Schemas are made: keys and kinds only.

What the values mean together is judged by `reading` and `checking`. Importing pydantic takes a tenth of a second, so
this module is imported only when a record is read or its schema is asked for.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic_core import PydanticCustomError

from bot.play.contests import ResultKind, Stage
from bot.play.draw import CHAIN_LENGTH, Parity, WhyHides
from bot.play.format_checks import MOST_GAMES
from bot.play.rulebook import read_grade
from bot.play.series import MOST_EVENTS
from bot.play.title_games import Colour, GameFate

# --- a record -------------------------------------------------------------------------------------------------------


VERSION = 1
ID_LENGTH = 64
MOST_COUNTED = 1_000_000
MOST_ROUNDS = 10_000
MOST_SIDES = 64

Text = Annotated[StrictStr, Field(min_length=1, max_length=ID_LENGTH)]
Count = Annotated[StrictInt, Field(ge=0, le=MOST_COUNTED)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Round = Annotated[StrictInt, Field(ge=0, le=MOST_ROUNDS)]
Rating = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-50_000, le=50_000)]
"""Elo between players further apart is beyond what a float holds."""
Counts = tuple[Count, ...]


def _grade(value: object) -> object:
    if isinstance(value, str) and read_grade(value) is None:
        raise PydanticCustomError("grade", "no grade")
    return value


Grade = Annotated[StrictStr, BeforeValidator(_grade)]


def _words(value: object) -> object:
    if not isinstance(value, str | datetime):
        raise PydanticCustomError("moment_type", "no moment")
    return value


Moment = Annotated[AwareDatetime, BeforeValidator(_words, json_schema_input_type=AwareDatetime)]


class FilePart(BaseModel):
    """A part of the file: no key more, none less."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class EventOnFile(FilePart):
    """Which event it was."""

    id: Text = Field(default="record", description="the event's own id; the seed of a draw is made with it")
    name: Text = "Record"
    began_at: Moment | None = Field(default=None, description="the start, or the first call; an arena counts from it")
    ended_at: Moment | None = None
    now: Moment | None = Field(default=None, description="the moment that the next pairing of an arena is asked for")


class Choices(FilePart):
    """The colours that the holder of a title chose for the first and the last game."""

    first: Colour | None = None
    last: Colour | None = None


class MemberOnFile(FilePart):
    """A member of a team."""

    id: Text
    name: Text | None = None
    rating: Rating | None = None


def _name_as_object(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class EntrantObject(FilePart):
    """An entrant: a player or a team."""

    id: Text
    name: Text | None = Field(default=None, description="as it is shown; the id where it is missing")
    rating: Rating | None = Field(default=None, description="of the list that the event began with")
    seed: Annotated[Round, Field(ge=1)] | None = Field(
        default=None, description="the place that organisers gave by hand before the draw, from 1"
    )
    club: Text | None = None
    grade: Grade | None = Field(default=None, description='of Go, "5d", "2p" or "3k"; it orders the field')
    members: tuple[
        Annotated[MemberOnFile, BeforeValidator(_name_as_object, json_schema_input_type=Text | MemberOnFile)], ...
    ] = ()
    withdrawn: StrictBool = False
    withdrawn_at: Moment | None = None
    enters_in: Annotated[Round, Field(ge=1)] = 1
    absent_in: tuple[Annotated[Round, Field(ge=1)], ...] = ()
    warnings: Count = 0
    holder: StrictBool = Field(default=False, description="holds the title that is played for")
    choices: Choices = Choices()


Entrant = Annotated[EntrantObject, BeforeValidator(_name_as_object, json_schema_input_type=Text | EntrantObject)]
"""An entrant's name alone is an entrant too."""


class ListedEntry(FilePart):
    """A line of the list that a draw was made over."""

    id: Text
    rating: StrictStr | None = Field(default=None, description="six decimals, as published, or null")
    seed: Annotated[Round, Field(ge=1)] | None = Field(default=None, description="by hand, where there is one")


class DrawOnFile(FilePart):
    """A draw with its proof (docs/fair-draw.md)."""

    number: Annotated[StrictInt, Field(ge=1, le=CHAIN_LENGTH)]
    purpose: Literal["field", "round", "lot", "late"] = "field"
    link: StrictStr
    entrants: tuple[ListedEntry, ...]
    list_hash: StrictStr
    salt: StrictStr = ""
    seed: StrictStr
    drawn_at: Moment | None = None


class BoardOnFile(FilePart):
    """One board of a contest of teams, or one game of a dispute."""

    board: Annotated[Round, Field(ge=1)]
    players: tuple[tuple[Text, ...], ...] = Field(default=(), description="who sat there, side by side")
    score: StrictStr | Counts
    draws: Count = 0
    walkover_games: Counts = (0, 0)
    weight: Annotated[Number, Field(ge=0, le=MOST_COUNTED)] = 1.0
    modality: StrictStr = ""
    kind: Literal["both_lost", "no_result"] | None = Field(
        default=None, description="where nobody has won the board and nothing was drawn"
    )
    count: Annotated[Number, Field(ge=0, le=MOST_COUNTED)] | None = Field(
        default=None, description="of a counted game, the number of the side that began"
    )


class GameOnFile(FilePart):
    """One game of a match for a title, in the order in which the games ended."""

    game: Annotated[Round, Field(ge=1)] = Field(description="its number; an annulled one is played again with the same")
    first: Text | None = Field(default=None, description="who had the first colour")
    winner: Text | None = Field(default=None, description="nobody of a drawn or an annulled game")
    how: GameFate | None = Field(default=None, description="how it ended, as far as it was said")


class GuessOnFile(FilePart):
    """A guess of who has the first colour (docs/fair-draw.md): the hash was shown first, the secret afterwards."""

    hider: Text
    why: WhyHides
    hash: StrictStr
    secret: Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]
    said: Parity
    opened_at: Moment


class OutcomeOnFile(FilePart):
    """What was played: the keys of a result."""

    score: StrictStr | Counts | None = Field(
        default=None, description='games won, "3-1" or [3, 1]; "+:-" for a walkover'
    )
    draws: Count = 0
    kind: ResultKind | None = None
    walkover_games: Counts | None = Field(default=None, description="those of the score that nobody played")
    moves: Count | None = Field(default=None, description="of a drawn game, where the rulebook asks for it")
    influence: tuple[Annotated[StrictInt, Field(ge=-MOST_COUNTED, le=MOST_COUNTED)], ...] = ()
    absent: Counts = Field(default=(), description="sides of a table that stayed away, from 0")
    boards: tuple[BoardOnFile, ...] = ()
    count: Annotated[Number, Field(ge=0, le=MOST_COUNTED)] | None = Field(
        default=None, description="of a counted game, the first colour's side, in stones"
    )
    paired_as_winner: Count | None = None
    settled_at: Moment | None = None
    reported_at: Moment | None = None
    ruled: StrictBool = Field(default=False, description="an arbiter's word, whatever the games say")


class ContestOnFile(OutcomeOnFile):
    """A contest: one side is a bye, two or more meet. Without a score it is not decided."""

    id: Text | None = None
    stage: Stage | None = None
    group: Count = 0
    round: Round | None = Field(default=None, description="from 1; the preliminary round of a knock-out is round 0")
    position: Count | None = Field(default=None, description="in its round, from 0 at the top")
    sides: Annotated[tuple[Text, ...], Field(min_length=1, max_length=MOST_SIDES)]
    best_of: Annotated[StrictInt, Field(ge=1, le=MOST_GAMES)] | None = None
    play_all: StrictBool | None = None
    drawable: StrictBool | None = None
    first_side: Literal[0, 1] = Field(default=0, description="who has the first colour, where it was guessed")
    bye: StrictStr | None = Field(default=None, description="why the one side has nobody to meet")
    draw: Count | None = Field(default=None, description="the number of the draw that led to it")
    created_at: Moment | None = None
    games: tuple[GameOnFile, ...] = Field(default=(), description="of a match for a title; they give its score")
    guess: GuessOnFile | None = Field(
        default=None, description="where the first colour was guessed; it gives first_side"
    )
    earlier: tuple[OutcomeOnFile, ...] = Field(
        default=(), description="results that were corrected since, oldest first"
    )


class Voided(ContestOnFile):
    """A contest that was taken back; it shows why later pairings are as they are."""

    voided_at: Moment
    why: StrictStr = ""


class AnnulmentOnFile(FilePart):
    """A result that counts no more for one side."""

    contest: Text
    entrant: Text


class SanctionGiven(FilePart):
    """What a verdict did to somebody's place in the final order."""

    entrant: Text
    what: Literal["lowered", "prize_withheld"]


class WarningGiven(FilePart):
    """A warning on record; an entrant whose own number is left out has as many as stand here."""

    contest: Text
    entrant: Text
    offence: StrictStr
    game: Count = 1


class ForbiddenObject(FilePart):
    """Two entrants who were not to meet, from when to when."""

    sides: tuple[Text, Text]
    since: Moment | None = Field(default=None, description="from the beginning where it is missing")
    until: Moment | None = None


def _sides_as_object(value: object) -> object:
    return {"sides": value} if isinstance(value, list | tuple) else value


Forbidden = Annotated[
    ForbiddenObject, BeforeValidator(_sides_as_object, json_schema_input_type=tuple[Text, Text] | ForbiddenObject)
]
"""Two ids alone are a pair that was never to meet."""


class WaitingOnFile(FilePart):
    """Somebody in the lobby of an arena."""

    entrant: Text
    since: Moment


class StandingLine(FilePart):
    """A line of the table; values are exact fractions, "13/2"."""

    entrant: Text
    rank_from: Count
    rank_to: Count
    reached: Stage | None = None
    round: Round | None = None
    values: dict[str, StrictStr | StrictInt | None] = {}
    played: Count | None = None
    won: Count | None = None
    drawn: Count | None = None
    lost: Count | None = None


class RatingOnFile(FilePart):
    """A rating before and after the event, in full precision."""

    player: Text
    before: Rating | None = None
    after: Rating


class RecordFile(FilePart):
    """The facts of one tournament, and, at the end, what was derived from them."""

    model_config = ConfigDict(title="Arbiter record")

    arbiter_record: StrictInt = Field(default=VERSION, description="the version of this format")
    event: EventOnFile = EventOnFile()
    rulebook: dict[str, Any] = Field(
        description='{"preset": NAME}, or the tables of a rulebook; whatever is left out has its default'
    )
    rulebook_sha256: StrictStr | None = None
    entrants: tuple[Entrant, ...]
    commitment: StrictStr | None = None
    draws: Annotated[tuple[DrawOnFile, ...], Field(max_length=CHAIN_LENGTH)] = ()
    contests: tuple[ContestOnFile, ...] = ()
    results: tuple[tuple[StrictInt | StrictStr, ...], ...] = Field(
        default=(),
        description='contests in short: [round if you like, side, side, "3-1"], or [side, "bye"]; '
        '[round, side, "½"] is a round off that was asked for, worth half a point',
    )
    voided: tuple[Voided, ...] = ()
    annulled: tuple[AnnulmentOnFile, ...] = ()
    sanctions: tuple[SanctionGiven, ...] = Field(
        default=(), description="in the order of the verdicts: a place lower, or the prize withheld"
    )
    warnings: tuple[WarningGiven, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    lot: tuple[Text, ...] = Field(default=(), description="an order by lot; draws of that purpose say it by themselves")
    waiting: tuple[WaitingOnFile, ...] = ()
    standings: tuple[StandingLine, ...] | None = None
    ratings: tuple[RatingOnFile, ...] | None = None
    champion: Text | None = None


def schema() -> dict[str, Any]:
    """The JSON Schema of a record, as docs/record.schema.json holds it."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **RecordFile.model_json_schema()}


# --- a series -------------------------------------------------------------------------------------------------------


class SeriesEvent(FilePart):
    """An event that counts, with its record in it or beside it."""

    id: Text = Field(description="as the event's own record has it")
    name: Text | None = None
    ended_at: Moment | None = Field(default=None, description="where the record does not say it")
    people: dict[str, Text] = Field(
        default={}, description="who is behind each entrant; whoever is left out is known by the entrant's name"
    )
    record: dict[str, Any] | None = Field(default=None, description="the event's record; else it is a file of its own")


class SeriesLine(FilePart):
    """A line of the standings; points are exact fractions, "49/2"."""

    who: Text
    name: Text | None = None
    rank_from: Count
    rank_to: Count
    points: StrictStr
    gave: dict[str, StrictStr] = Field(default={}, description="what each event gave, by its id")
    dropped: tuple[Text, ...] = Field(default=(), description="the events that do not count for this person")


class SeriesFile(FilePart):
    """A series: its rules, its events, and the standings that it claims."""

    model_config = ConfigDict(title="Arbiter series")

    arbiter_series: StrictInt = Field(default=VERSION, description="the version of this format")
    name: Text = "Series"
    rules: StrictStr = Field(description="the text of the series' own file (TOML)")
    rules_sha256: StrictStr | None = None
    events: Annotated[tuple[SeriesEvent, ...], Field(max_length=MOST_EVENTS)]
    standings: tuple[SeriesLine, ...] | None = None


def series_schema() -> dict[str, Any]:
    """The JSON Schema of a series, as docs/series.schema.json holds it."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **SeriesFile.model_json_schema()}
