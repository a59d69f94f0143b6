"""What is refused around a series."""

from __future__ import annotations

from bot.errors import UserError


class SeriesClosed(UserError):
    """The series has ended: nothing is added to it or taken from it."""

    name: str


class SeriesEnough(UserError):
    """As many series go on in the server as may."""

    limit: int


class SeriesFull(UserError):
    """As many events count in the series as may."""

    name: str
    limit: int


class CountsAlready(UserError):
    """The event counts in a series, this one or another."""

    event: str
    series: str


class IsTheFinal(UserError):
    """The event is the final of a series, which counts in none."""

    event: str
    series: str


class DoesNotCount(UserError):
    """The series takes no events of this kind: teams, another format, or one that changes no rating."""

    event: str
    series: str


class NotInSeries(UserError):
    """The event does not count in the series."""

    event: str
    series: str


class FinalistsOutOfBounds(UserError):
    """No final is played by so few, or so many."""

    least: int
    most: int


class NoFinalByRules(UserError):
    """The rules of the series have no final, and nobody has said for how many one would be."""

    series: str


class FinalHasBegun(UserError):
    """The final has been drawn or is over: nobody is asked for it any more."""

    event: str


class FinalIsNamed(UserError):
    """Another event is the final, and was not called off."""

    event: str
    series: str


class FinalHasOthers(UserError):
    """People have entered the event who would have no seat in it."""

    event: str
    names: str


class NotInFinal(UserError):
    """Only who holds a seat plays the final of the series."""

    event: str
    series: str


class SeriesFormUnread(UserError):
    """A number of the form is none, or is out of its bounds."""

    typed: str
    limit: int


class NoStandingsYet(UserError):
    """No event of the series is over, so that there is nobody to ask for its final."""

    series: str


class PlacesRise(UserError):
    """A place gives more than the one before it."""

    place: int
    points: int
    before: int
