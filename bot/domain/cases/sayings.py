"""What is said of absences, bars, cases of misconduct and of who is who."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.ids import BarId, CaseId, FileId, PersonId, TournamentId
from bot.domain.sayings import AfterOutage, Notified, OfGuild, OfTournament, Saying


class AbsenceNotice(OfTournament):
    """Names the absentees; the delivery starts their time to justify."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("justify",)
    cases: tuple[CaseId, ...] = ()


class OfCase(Saying):
    """About the case of somebody who was absent."""

    case_id: CaseId


class AbsenceLetter(OfCase):
    """The direct message beside the notice, with the way to it: server, channel and message."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("justify",)
    notice: str


class AbsenceReminder(AfterOutage):
    """Whose time to justify runs out, or after an outage is longer."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("justify",)
    tournament_id: TournamentId
    cases: tuple[CaseId, ...] = ()
    extended: bool = False


class CaseForReview(OfCase):
    """To the committee; becomes its panel. A reminder names who reviews."""

    NOTIFIES = Notified.STAFF
    reminder: bool = False


class AbsencesUnjustified(OfTournament):
    """To the committee: who said nothing in time."""

    NOTIFIES = Notified.NOBODY
    cases: tuple[CaseId, ...] = ()


class CaseDecided(OfCase):
    """An absence case ended, and how."""

    NOTIFIES = Notified.READER


class Barred(Saying):
    """A bar; all of them, where one message tells of several."""

    NOTIFIES = Notified.CONCERNED
    bar_id: BarId
    bars: tuple[BarId, ...] | None = None


class BarLifted(Saying):
    """A bar was lifted."""

    NOTIFIES = Notified.READER
    bar_id: BarId


class OfSamePerson(Saying):
    """About staff's word that two are one."""

    link_id: str


class SamePersonRecorded(OfSamePerson):
    """Staff recorded that two people are one."""

    NOTIFIES = Notified.CONCERNED
    STORED_AS = "same_person"


class SamePersonUndone(OfSamePerson):
    """Staff took back that two people are one."""

    NOTIFIES = Notified.CONCERNED


class OfDiscordLink(Saying):
    """About a name that turned out to be a member."""

    link_id: str


class PersonLinked(OfDiscordLink):
    """Who was known by name has Discord from now on: to everybody, and to the member."""

    NOTIFIES = Notified.CONCERNED


class PersonUnlinked(OfDiscordLink):
    """That was a mistake, and is undone."""

    NOTIFIES = Notified.READER


class OfNameClaim(Saying):
    """About a member who says that they are somebody known by name."""

    claim_id: str


class NameClaimed(OfNameClaim):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.NOBODY


class NameClaimDecided(OfNameClaim):
    """To the member, whose claim was refused."""

    NOTIFIES = Notified.READER


class OfPoints(Saying):
    """About points of the rating that a vote took."""

    penalty_id: str


class BarThen(StrEnum):
    """What became of the bar whose place the points take."""

    FELL = "fell"
    NONE = "none"


class RatingPointsTaken(OfPoints):
    """The committee took rating points from somebody."""

    NOTIFIES = Notified.CONCERNED
    STORED_AS = "points_taken"
    bar: BarThen = BarThen.NONE


class PointsReturned(OfPoints):
    """Rating points that were taken were given back."""

    NOTIFIES = Notified.READER


class RatingsAmended(Saying):
    """Ratings were put right by hand, in one act."""

    NOTIFIES = Notified.NOBODY
    list_id: str


class OfAmendment(Saying):
    """About one rating that was put right by hand."""

    amendment_id: str


class RatingAmended(OfAmendment):
    """The letter to whose rating it is."""

    NOTIFIES = Notified.READER


class AmendmentReturned(OfAmendment):
    """The rating is as it was before, and what was played since stays counted."""

    NOTIFIES = Notified.READER


class OfFile(Saying):
    """About a case of misconduct."""

    file_id: FileId


class FileOpened(OfFile):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class CaseThread(OfFile):
    """Opens the private thread with the accused; the delivery starts the time to reply."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("file-reply",)


class FileLetter(OfFile):
    """To the accused; the delivery starts the time to reply where no thread could be made."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("file-reply",)


class FileNews(StrEnum):
    """What has happened in a case."""

    REMINDER = "reminder"
    OVER = "over"
    EVIDENCE = "evidence"
    NAMED = "named"
    PAUSED = "paused"
    RESUMED = "resumed"


class FileNote(OfFile):
    """To its thread, the accused or the committee."""

    NOTIFIES = Notified.CONCERNED
    what: FileNews
    reason: str | None = None

    @property
    def has_to_call(self) -> bool:
        """That the time to answer is over the committee reads, which decides when it likes."""
        return self.what is not FileNews.OVER


class FileForJudge(OfFile):
    """About a member of the committee: to each of the others who decides, by letter, and never in their channel."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("file",)
    what: FileNews | None = None


class JudgeWanted(OfGuild):
    """To the server's owner: nobody may decide a case about that member of the committee."""

    NOTIFIES = Notified.READER
    person: PersonId


class CaseRule(StrEnum):
    """What decides who reads cases and how long somebody is heard."""

    CHANNEL = "channel"
    TERMS = "terms"
    PROCEDURE = "procedure"
    COMMANDS = "commands"
    """Whether the server has the commands of a switch by which cases are heard; `name` is the switch."""
    ROLE = "role"
    """Which role of Discord's shows an office or a title; `name` is the office or the title."""


class CaseRulesChanged(OfGuild):
    """To the committee, in the channel that it had before: who reads cases, or how long one is heard, has changed."""

    NOTIFIES = Notified.NOBODY
    what: CaseRule
    before: str
    after: str
    by: PersonId
    name: str | None = None


class FileReader(StrEnum):
    """Who is told of a verdict in other words than everybody."""

    REPORTER = "reporter"


class FileDecided(OfFile):
    """The verdict of a misconduct case."""

    NOTIFIES = Notified.CONCERNED
    reader: FileReader | None = None


class OfAppeal(Saying):
    """A message about an appeal."""

    appeal_id: str


class AppealMade(OfAppeal):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class AppealDecided(OfAppeal):
    """It was granted or refused."""

    NOTIFIES = Notified.CONCERNED
