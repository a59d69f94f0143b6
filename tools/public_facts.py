"""Writes the table of public facts into docs/pages.md: what is shown, from when on, and of whom.

`python -m tools.public_facts`; a house test holds the page to the table in `bot/features/pages/facts_model.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.features.pages.facts_model import FACTS, Moment, ShownTo

FILE: Final = Path(__file__).parents[1] / "docs" / "pages.md"
BEGIN: Final = "<!-- facts: python -m tools.public_facts -->\n"
END: Final = "<!-- end of facts -->\n"

_SINCE: Final[Mapping[Moment, str]] = MappingProxyType(
    {
        Moment.SWITCHED_ON: "the server is on the web",
        Moment.ANNOUNCED: "the event is announced",
        Moment.REGISTERED: "a player registers",
        Moment.CONFIRMED: "a player confirms",
        Moment.DRAWN: "the draw is made",
        Moment.PAIRED: "a match is paired",
        Moment.CALLED: "a match is called",
        Moment.AGREED: "a time is agreed",
        Moment.DECIDED: "a result counts",
        Moment.ROUND_OVER: "the round is over",
        Moment.ENDED: "the event is over",
        Moment.CALLED_OFF: "the event is cancelled",
        Moment.PAUSED: "the event is paused",
        Moment.PUBLISHED: "it is published",
    }
)
_OF: Final[Mapping[ShownTo, str]] = MappingProxyType(
    {
        ShownTo.ANYBODYS: "",
        ShownTo.AS_CHOSEN: "as each player has chosen: ",
        ShownTo.NAMED: "of players who are shown by name: ",
        ShownTo.OWN_PAGE: "on a player's own page: ",
        ShownTo.IF_SERVER_SAYS: "once the owner switched it on: ",
    }
)
_WHAT: Final[Mapping[tuple[str, Moment, ShownTo], str]] = MappingProxyType(
    {
        ("guilds", Moment.SWITCHED_ON, ShownTo.ANYBODYS): "the server's language and time zone",
        ("page_servers", Moment.SWITCHED_ON, ShownTo.ANYBODYS): "its name",
        ("tournaments", Moment.ANNOUNCED, ShownTo.ANYBODYS): "the event's name, rules, start and state",
        ("event_posters", Moment.ANNOUNCED, ShownTo.ANYBODYS): "its description, prize and stream",
        ("log", Moment.ANNOUNCED, ShownTo.ANYBODYS): "when it was moved or renamed",
        ("entrants", Moment.REGISTERED, ShownTo.ANYBODYS): "entries, withdrawals, names of teams",
        ("hand_seeds", Moment.REGISTERED, ShownTo.ANYBODYS): "seeds",
        ("people", Moment.REGISTERED, ShownTo.AS_CHOSEN): "names",
        ("page_people", Moment.REGISTERED, ShownTo.AS_CHOSEN): "the choice itself",
        ("entrants", Moment.REGISTERED, ShownTo.NAMED): "club and grade",
        ("page_people", Moment.REGISTERED, ShownTo.OWN_PAGE): "the way to it",
        ("entrants", Moment.CONFIRMED, ShownTo.ANYBODYS): "who confirmed or did not",
        ("grades", Moment.CONFIRMED, ShownTo.NAMED): "the grade that counts",
        ("draws", Moment.DRAWN, ShownTo.ANYBODYS): "the proof of the draw",
        ("team_members", Moment.DRAWN, ShownTo.ANYBODYS): "boards of a team",
        ("team_members", Moment.DRAWN, ShownTo.AS_CHOSEN): "members of teams",
        ("substitutions", Moment.DRAWN, ShownTo.AS_CHOSEN): "who came in for whom",
        ("draws", Moment.DRAWN, ShownTo.NAMED): "the list that was drawn, with ratings",
        ("contests", Moment.PAIRED, ShownTo.ANYBODYS): "stage, round, length and byes",
        ("contest_sides", Moment.PAIRED, ShownTo.ANYBODYS): "who meets whom",
        ("contests", Moment.CALLED, ShownTo.ANYBODYS): "that it is played now",
        ("page_events", Moment.CALLED, ShownTo.ANYBODYS): "which match is on stream",
        ("match_times", Moment.AGREED, ShownTo.ANYBODYS): "the time of the match",
        ("results", Moment.DECIDED, ShownTo.ANYBODYS): "scores, walkovers, tables",
        ("series_games", Moment.DECIDED, ShownTo.ANYBODYS): "games of a long match",
        ("warnings", Moment.DECIDED, ShownTo.ANYBODYS): "how many warnings (where they decide a place)",
        ("round_absences", Moment.DECIDED, ShownTo.ANYBODYS): "rounds that were missed",
        ("annulments", Moment.DECIDED, ShownTo.ANYBODYS): "results that were annulled",
        ("contest_sides", Moment.DECIDED, ShownTo.AS_CHOSEN): "who played for a side",
        ("results", Moment.ROUND_OVER, ShownTo.AS_CHOSEN): "line-ups, and scores of boards",
        ("decks", Moment.ROUND_OVER, ShownTo.NAMED): "decks (or after the event, as its rules say)",
        ("circuits", Moment.ENDED, ShownTo.ANYBODYS): "that a series is over",
        ("file_verdicts", Moment.ENDED, ShownTo.IF_SERVER_SAYS): "what a penalty did to a place",
        ("tournaments", Moment.CALLED_OFF, ShownTo.ANYBODYS): "that it was, and when",
        ("event_pauses", Moment.PAUSED, ShownTo.ANYBODYS): "that it is",
        ("circuits", Moment.PUBLISHED, ShownTo.ANYBODYS): "a series and its table",
        ("rating_lists", Moment.PUBLISHED, ShownTo.ANYBODYS): "dates of rating lists",
        ("ratings", Moment.PUBLISHED, ShownTo.ANYBODYS): "the lists with ratings and games",
        ("master_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE): "master titles",
        ("arbiter_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE): "arbiter titles",
        ("world_titles", Moment.PUBLISHED, ShownTo.OWN_PAGE): "world titles",
    }
)


def kinds() -> set[tuple[str, Moment, ShownTo]]:
    """What is shown: a table of the schema, from when on, of whom."""
    return {(one.column.partition(".")[0], one.moment, one.to) for one in FACTS if one.fields}


def table() -> str:
    """The table as the page has it."""
    return "\n".join(("| once | what is shown |", "| --- | --- |", *_rows(), ""))


def _rows() -> Iterator[str]:
    shown = kinds()
    for moment in Moment:
        found = {to: [what for kind, what in _WHAT.items() if kind in shown and kind[1:] == (moment, to)] for to in _OF}
        said = "; ".join(f"{_OF[to]}{', '.join(whats)}" for to, whats in found.items() if whats)
        yield f"| {_SINCE[moment]} | {said} |"


def described() -> set[tuple[str, Moment, ShownTo]]:
    """What the table has words for."""
    return set(_WHAT)


def put_into(page: str) -> str:
    """The page with the table of today."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    FILE.write_text(put_into(FILE.read_text(encoding="utf-8")), encoding="utf-8")
