"""Each message to people who did not act says whether somebody invites them by it; an invitation is counted."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from bot.kernel.promises import Message, Notified, OfTournament
from tests.house.reading import planted, tree, walked
from tests.house.rooms import DECIDING, modules_of
from tests.house.test_notices import kinds

TO_PEOPLE: Final = frozenset({Notified.READER, Notified.ASKED, Notified.CONCERNED, Notified.PLAYERS})
"""Whom a message reaches who may have done nothing for it."""
INVITES: Final = frozenset(
    ["ChiefNamed", "EnteredByStaff", "EnteredFromList", "OfficeChanged", "PlaceTaken", "PlayerReplaced", "SeatByHand"]
) | {"TeamInvitation", "TeamInvites"}
"""One person picks another and asks them in, or puts them in: a team, an event, an office, a seat. A member of a
community could do it sixty times an evening, so the same account is heard once a day in one matter."""
COUNTED_BESIDE: Final = {
    "bot/features/entering/check_in_verbs.py": "a bar ends once, and the place comes back with it",
}
"""Modules that send one without counting, and why nobody can repeat it."""
ANSWERS: Final = """
    AmendmentReturned AppealDecided BarLifted CaseDecided ClaimDecided ConfirmReminder DraftWaits EventDecided
    EventReminder GradeDecided MatchLetter MemberDropped MemberLeft NameClaimDecided OpeningListWaits PastEventsAgreed
    PlaceAnswered ProposalDeclined ProposalWaits RehearsalCutOff RulesDecided ScoreWanted SignatureEnded StaffWritten
    SuggestionDecided TeamTakenOff TimeProposed OwnRulingEnded AgreementAsked DisputeWaits
"""
"""To whom something of their own is answered, or the other side of a match, as often as its rules allow."""
DECISIONS: Final = """
    AbsenceLetter AbsenceNotice AbsenceReminder AppointmentUndone ArbiterRelieved Barred CardRefused CaseThread
    ChampionNamed EntriesTakenBack Expelled FileDecided FileForJudge FileLetter FileNote JudgeWanted LeaderElected
    MemberBarred OffCommittee OfficersNamed OthersAsked PersonLinked PersonUnlinked PointsReturned RatingAmended
    PlaceGiven RatingPointsTaken
    RemovedByStaff Reprimanded SamePersonRecorded SamePersonUndone SeatsLost SignatureLetter SignatureWanted
    TitleChanged TitleMoved TitleNotGiven VoteLetter
"""
"""A decision about the person, or one that waits for theirs: on the log, with its reason, by somebody of staff."""
BY_RULE: Final = """
    CaptainChanged MemberSitsOut TeamUnfit TeamUnfitAtClose TeamsUnfit TriedInVain
    Adjourned AdjournmentOver AdjournmentReminder ArenaAwaited ArenaPaired BothAbsent ByNameAsked CeremonyReminder
    ChallengeVoided
    CheckInExtended CheckInOpened CheckInReminder
    ClocksSet ColoursAsked ContestVoided DaysProlonged EntryRoleDeleted FinalOffered
    FoundingEnds JeekBoard LetInLate LineUpsOpen LotOffered MatchCalled MatchNote MatchOpened MatchSoon
    PlayGoesOn ResultCorrected ResultWanted
    SeatPassedOver SeatsOffered ShutOutAtClose SilentSideLost StaffSilent StartChangeAsked StillCalled
    TimeFixed TimeLifted TimeMissed TimesNoted TimeWanted TitleOffered TournamentCancelled TournamentChanged
    TournamentReopened VoteExcuse WaitIsOver
    VotesMissed
"""
"""The course of an event, a vote or a title brings it, to those who are in it; nobody picks whom it reaches."""
OTHERWISE: Final = frozenset(f"{ANSWERS} {DECISIONS} {BY_RULE}".split())


def undeclared(some: list[type[Message]]) -> list[str]:
    """The kinds to people that stand under no word."""
    return sorted(one.__name__ for one in some if one.NOTIFIES in TO_PEOPLE and one.__name__ not in INVITES | OTHERWISE)


COUNTING: Final = {"server_verbs.invite", "server_verbs.rings"}
"""What counts an invitation."""


def uncounted() -> Iterator[str]:
    """The modules that send an invitation, and count none."""
    for file in modules_of(*DECIDING):
        called = {ast.unparse(node.func) for node in walked(tree(file)) if isinstance(node, ast.Call)}
        if (
            called & INVITES
            and called.isdisjoint({"server_verbs.invite", "server_verbs.rings"})
            and file not in COUNTED_BESIDE
        ):
            yield f"{file}: {', '.join(sorted(called & INVITES))}"


def test_each_kind_of_message_to_people_says_whether_it_is_an_invitation() -> None:
    every = list(kinds())
    assert undeclared(every) == []
    assert INVITES.isdisjoint(OTHERWISE)
    assert {one.__name__ for one in every if one.NOTIFIES in TO_PEOPLE} == INVITES | OTHERWISE


def test_every_invitation_is_counted_where_it_is_sent() -> None:
    assert list(uncounted()) == []


@pytest.mark.plants
def test_an_invitation_that_nobody_declared_or_counts_is_found() -> None:
    class PartnerAsked(OfTournament):
        """A kind whose author forgot."""

        NOTIFIES = Notified.ASKED

    assert undeclared([PartnerAsked]) == ["PartnerAsked"]
    source = '"""Planted."""\ndef ask(tx, at, guild, who):\n    write_to(tx, at, guild, who, TeamInvitation("e"))\n'
    with planted({"bot/features/planted/verbs.py": source}):
        assert list(uncounted()) == ["bot/features/planted/verbs.py: TeamInvitation"]
