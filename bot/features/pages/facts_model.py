"""The table of public facts: which column of the schema may leave the server, as what, shown to whom, from when on.

A column that is in no row is private: nothing that is typed into it may ever be found on a page, in a feed or in an
answer. `tests/features/pages/test_secrets.py` plants a value in each of them and looks for it. A row that only decides
(whether, in which order, how many) and whose value is never shown names no field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Final

# --- to whom, and from when on --------------------------------------------------------------------------------------


class ShownTo(Enum):
    """Whose fact it has to be, to be shown to everybody who reads the page."""

    ANYBODYS = "anybodys"
    """Everybody's, whatever they chose: it says of nobody who they are."""
    AS_CHOSEN = "as_chosen"
    """As a name, as initials or not at all, as the person has chosen."""
    NAMED = "named"
    """Of who is shown by name in the event: it would tell that two events have the same person."""
    OWN_PAGE = "own_page"
    """Of who has switched on a page of their own."""
    IF_SERVER_SAYS = "if_server_says"
    """Off, unless the owner has switched it on (`shows_bars`)."""
    NOBODYS = "nobodys"
    """Read to decide what is shown, and never shown itself."""


class Moment(Enum):
    """From when on it is shown; nothing is before its event is announced, and its server's pages are on."""

    SWITCHED_ON = "switched_on"
    ANNOUNCED = "announced"
    """The announcement was delivered."""
    REGISTERED = "registered"
    CONFIRMED = "confirmed"
    DRAWN = "drawn"
    """The draw is made, and its link revealed."""
    PAIRED = "paired"
    CALLED = "called"
    AGREED = "agreed"
    DECIDED = "decided"
    ROUND_OVER = "round_over"
    """No match of the round is open."""
    ENDED = "ended"
    CALLED_OFF = "called_off"
    PAUSED = "paused"
    PUBLISHED = "published"
    """A rating list, or a series, was."""


@dataclass(frozen=True, slots=True)
class PublicFact:
    """One column, and where its value is seen."""

    column: str
    """`table.column` of the schema."""
    fields: tuple[str, ...]
    """`Class.field` of `public_model`; none where the value only decides."""
    moment: Moment
    to: ShownTo


def _of(table: str, moment: Moment, to: ShownTo = ShownTo.ANYBODYS, /, **columns: str) -> Iterator[PublicFact]:
    """The rows of one table that are shown alike; behind each column its fields, parted by spaces."""
    for column, fields in columns.items():
        yield PublicFact(f"{table}.{column}", tuple(fields.split()), moment, to)


def _deciding(table: str, moment: Moment, /, *columns: str) -> Iterator[PublicFact]:
    """The rows of one table that are read and never shown."""
    for column in columns:
        yield PublicFact(f"{table}.{column}", (), moment, ShownTo.NOBODYS)


# --- the table ------------------------------------------------------------------------------------------------------


_SERVER: Final = (
    _of("guilds", Moment.SWITCHED_ON, language="PublicEvent.language", time_zone="PublicEvent.time_zone"),
    _of(
        "page_servers",
        Moment.SWITCHED_ON,
        page_id="PublicEvent.server PublicServer.key",
        name="PublicEvent.server_name PublicServer.name",
        is_findable="PublicEvent.is_findable PublicServer.is_findable",
    ),
    _deciding("page_servers", Moment.SWITCHED_ON, "guild_id", "is_on", "on_since", "shows_bars"),
)
_PEOPLE: Final = (
    _of(
        "people",
        Moment.REGISTERED,
        ShownTo.AS_CHOSEN,
        name="PublicEntrant.name PublicSide.name PublicRow.name PublicMember.name PublicBoard.names PublicStep.name"
        " PublicEventLine.winner PublicRankingLine.name PublicPlayer.name PublicPlayed.other PublicRival.name",
    ),
    # Who a name was told apart from; the mark behind the name is taken off.
    _deciding("people", Moment.REGISTERED, "person_id", "discord_id", "user_name"),
    _of("page_people", Moment.REGISTERED, ShownTo.AS_CHOSEN, shown_as="PublicEntrant.shown_as"),
    _of(
        "page_people", Moment.REGISTERED, ShownTo.OWN_PAGE, page_id="PublicEntrant.page PublicRow.page PublicPlayer.key"
    ),
    # The print of a secret: it opens a calendar and is in none.
    _deciding("page_people", Moment.SWITCHED_ON, "person_id", "calendar"),
    _deciding("tombstones", Moment.REGISTERED, "name"),
)
_EVENT: Final = (
    _of(
        "tournaments",
        Moment.ANNOUNCED,
        tournament_id="PublicEvent.key PublicEventLine.key",
        name="PublicEvent.name PublicEventLine.name PublicMatch.event_name",
        rulebook="PublicEvent.rules PublicEvent.kind PublicEvent.seats PublicMatch.length PublicTable.note",
        start_at="PublicEvent.start_at PublicEvent.check_in_opens_at"
        " PublicEventLine.start_at PublicAppointment.ends_at",
        created_at="PublicEvent.created_at",
        commitment="PublicEvent.commitment PublicDraw.previous",
        check_in_opened_at="PublicEvent.state",
        check_in_closed_at="PublicEvent.check_in_closes_at",
        close_called_at="PublicEvent.check_in_closes_at",
        close_extensions="PublicEvent.check_in_closes_at",
        drawn_at="PublicEvent.state",
        first_call_at="PublicEvent.progress PublicRace.ticks",
        ended_at="PublicEvent.ended_at PublicEventLine.ended_at",
    ),
    # Of the reason only that too few confirmed, which the event's own rule says; what staff typed stays in Discord.
    _of("tournaments", Moment.CALLED_OFF, cancelled_at="PublicEvent.state PublicEvent.ended_at"),
    _deciding("tournaments", Moment.ANNOUNCED, "guild_id", "announced_at", "draw_number", "poster_id"),
    _of(
        "event_posters",
        Moment.ANNOUNCED,
        description="PublicEvent.text",
        prize="PublicEvent.text",
        stream="PublicLink.address",
    ),
    _of("event_pauses", Moment.PAUSED, paused_at="PublicEvent.is_paused", resumed_at="PublicEvent.is_paused"),
    _of("circuits", Moment.PUBLISHED, circuit_id="PublicEvent.series", name="PublicEvent.series PublicSeries.name"),
    _of("circuits", Moment.PUBLISHED, rules="PublicSeries.rules PublicSeries.table"),
    _of("circuits", Moment.ENDED, closed_at="PublicSeries.is_closed PublicSeriesLine.is_closed"),
    _deciding("circuits", Moment.PUBLISHED, "guild_id", "final_id", "created_at"),
    _deciding("circuit_events", Moment.PUBLISHED, "circuit_id", "tournament_id"),
    _deciding("page_events", Moment.ANNOUNCED, "tournament_id", "is_shown"),
    _of("page_events", Moment.CALLED, stream_id="PublicEvent.on_stream PublicMatch.is_on_stream"),
)
_FIELD: Final = (
    _of(
        "entrants",
        Moment.REGISTERED,
        entrant_id="PublicEntrant.key PublicSide.entrant PublicRow.entrant",
        number="PublicEntrant.number",
        team_name="PublicEntrant.name PublicSide.name PublicRow.name",
        withdrawn_at="PublicEntrant.state PublicRow.mark",
    ),
    _of("entrants", Moment.REGISTERED, ShownTo.NAMED, club="PublicEntrant.club", grade="PublicEntrant.grade"),
    _of("entrants", Moment.CONFIRMED, checked_in_at="PublicEntrant.state", outcome="PublicEntrant.state"),
    _deciding("entrants", Moment.REGISTERED, "tournament_id", "person_id", "enters_in", "registered_at"),
    _of("team_members", Moment.DRAWN, ShownTo.AS_CHOSEN, person_id="PublicEntrant.members PublicStep.members"),
    # Where the order is the same in each match; a line-up that is named for one is read off its result alone.
    _of("team_members", Moment.DRAWN, board="PublicMember.board"),
    _deciding("team_members", Moment.DRAWN, "entrant_id"),
    _of("hand_seeds", Moment.REGISTERED, seed="PublicEntrant.seed"),
    _deciding("hand_seeds", Moment.REGISTERED, "entrant_id"),
    _deciding("ratings", Moment.PUBLISHED, "person_id", "list_id"),
    _of("grades", Moment.CONFIRMED, ShownTo.NAMED, grade="PublicEntrant.grade PublicPlayer.titles"),
    _deciding("grades", Moment.CONFIRMED, "person_id"),
    _of("substitutions", Moment.DRAWN, ShownTo.AS_CHOSEN, left_id="PublicEntrant.came_in_for"),
    _deciding("substitutions", Moment.DRAWN, "entrant_id", "undone_at"),
)
_DECKS: Final = (
    # Until the round is over in which they are played, or the event, as its rulebook says (`deck.shown`).
    _of(
        "decks",
        Moment.ROUND_OVER,
        ShownTo.NAMED,
        list="PublicCard.number PublicCard.name PublicCard.copies PublicDeck.size PublicDeck.left_out",
        entrant_id="PublicDeck.entrant",
    ),
    _deciding("decks", Moment.ROUND_OVER, "number", "submitted_at"),
)
_LISTS: Final = (
    # A list is published as a whole: whoever stands on it has a line, under the name, initials or none. In an event,
    # and against the list before, a rating is told of who is named alone.
    _of(
        "ratings",
        Moment.PUBLISHED,
        rating="PublicRankingLine.rating PublicRankingLine.moved PublicPlayer.curve PublicEntrant.rating",
    ),
    _of("ratings", Moment.PUBLISHED, games="PublicRankingLine.games"),
    _of(
        "rating_lists",
        Moment.PUBLISHED,
        list_id="PublicRanking.key",
        published_at="PublicRanking.published_at PublicRanking.others",
    ),
    # The event after which it was published, where that is on the pages.
    _of("rating_lists", Moment.PUBLISHED, tournament_id="PublicRanking.because_of"),
    _deciding("rating_lists", Moment.PUBLISHED, "guild_id", "sequence", "taken_back_at"),
    _of("master_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE, title="PublicPlayer.titles"),
    _of("arbiter_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE, title="PublicPlayer.titles"),
    _of("world_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE, event="PublicPlayer.titles"),
    _deciding("master_titles", Moment.PUBLISHED, "person_id", "until"),
    _deciding("arbiter_titles", Moment.PUBLISHED, "person_id", "until"),
    _deciding("world_titles", Moment.PUBLISHED, "guild_id", "person_id", "tournament_id", "won_at", "lost_at"),
)
_CALENDARS: Final = (
    # How often an event was moved, renamed or called off, and when last; nothing of who did it and why.
    _of("log", Moment.ANNOUNCED, at="PublicAppointment.changed_at"),
    _deciding("log", Moment.ANNOUNCED, "act", "subject"),
    _of("match_times", Moment.AGREED, number="PublicAppointment.sequence", fixed_at="PublicAppointment.changed_at"),
    _of("match_times", Moment.AGREED, ended_at="PublicAppointment.changed_at"),
)
_DRAWS: Final = (
    _of(
        "draws",
        Moment.DRAWN,
        number="PublicDraw.number",
        purpose="PublicDraw.what",
        link="PublicDraw.link PublicDraw.previous",
        list_hash="PublicDraw.list_hash",
        salt="PublicDraw.salt",
        seed="PublicDraw.seed",
        drawn_at="PublicDraw.drawn_at",
    ),
    _of("draws", Moment.DRAWN, ShownTo.NAMED, entrants_list="PublicDraw.entrants PublicDraw.listed PublicEntrant.seed"),
    _deciding("draws", Moment.DRAWN, "tournament_id"),
)
_PLAY: Final = (
    _of(
        "contests",
        Moment.PAIRED,
        contest_id="PublicMatch.key PublicPlace.match PublicMeeting.match",
        stage="PublicMatch.stage PublicRound.label",
        round="PublicMatch.round PublicRound.number",
        group_number="PublicMatch.group",
        position="PublicMatch.position PublicMatch.label",
        best_of="PublicMatch.best_of PublicMatch.length",
        bye_reason="PublicMatch.note PublicPlace.note",
    ),
    _of("contests", Moment.CALLED, assigned_at="PublicMatch.state", called_at="PublicMatch.called_at"),
    _deciding("contests", Moment.PAIRED, "tournament_id", "draw_number", "play_all", "drawable", "voided_at"),
    _deciding("contests", Moment.PAIRED, "created_at"),
    _of("contest_sides", Moment.PAIRED, side="PublicMatch.sides", entrant_id="PublicSide.entrant"),
    _of("contest_sides", Moment.DECIDED, ShownTo.AS_CHOSEN, played_by="PublicSide.name"),
    _deciding("contest_sides", Moment.PAIRED, "contest_id"),
    _of("match_times", Moment.AGREED, play_at="PublicMatch.agreed_at PublicAppointment.begins_at"),
    _deciding("match_times", Moment.AGREED, "contest_id", "ending"),
    _of(
        "results",
        Moment.DECIDED,
        score="PublicMatch.score PublicSide.score PublicRow.cells",
        walkover_games="PublicRow.mark",
        kind="PublicMatch.note PublicMatch.state",
        draws="PublicMatch.score",
        settled_at="PublicMatch.decided_at PublicPlayed.at",
        reported_at="PublicClimb.climbs",
        paired_as_winner="PublicSide.won",
    ),
    # Boards with who sat there, after the round where line-ups are named for each match; influence at tables of three.
    _of("results", Moment.ROUND_OVER, ShownTo.AS_CHOSEN, particulars="PublicMatch.boards PublicSide.score"),
    _deciding("results", Moment.DECIDED, "contest_id", "superseded_at"),
    _of("series_games", Moment.DECIDED, game="PublicBoard.label", winner="PublicBoard.score"),
    _deciding("series_games", Moment.DECIDED, "contest_id", "decision", "how", "taken_back_at"),
    # How often, never for what: a count among what separates equal points.
    _of("warnings", Moment.DECIDED, entrant_id="PublicRow.cells"),
    _of("round_absences", Moment.DECIDED, round="PublicRow.mark"),
    _of("annulments", Moment.DECIDED, contest_id="PublicRow.cells", entrant_id="PublicRow.cells"),
    _of("file_verdicts", Moment.ENDED, ShownTo.IF_SERVER_SAYS, penalty="PublicRow.mark"),
    _deciding("forbidden_pairs", Moment.PAIRED, "first_id", "second_id"),
    _deciding("title_holders", Moment.PAIRED, "person_id"),
)
FACTS: Final = tuple(chain(*_SERVER, *_PEOPLE, *_EVENT, *_FIELD, *_DECKS, *_LISTS, *_CALENDARS, *_DRAWS, *_PLAY))
"""Every column that is public, and those that only decide what is."""
