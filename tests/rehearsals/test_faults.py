"""The rehearsal fails, and says why, when the bot does not do what the rulebook says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import model as cases_model
from bot.features.cases.model import AbsenceLetter, VerdictKind
from bot.features.entering import store as entering_store
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.tournaments.arbiters_model import assignments
from bot.living.notifier import Notifier, _moot
from bot.play import rating
from bot.play.formats import protocol
from tests.rehearsals.conftest import Rehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()


@FAULTS.fault("Absence costs a game for each full stretch, and no more")
def a_walkover_game_takes_three_minutes(patch: Patch) -> None:
    patch.setattr("bot.play.matches._price", lambda rules: timedelta(minutes=3))


@FAULTS.fault("Pairs and byes are as many as needed, and the highest rated pass")
def the_lowest_rated_pass(patch: Patch) -> None:
    real = protocol._strength
    patch.setattr(protocol, "_strength", lambda starter: tuple(-part for part in real(starter)))


@FAULTS.fault("Everyone who did not appear has a case")
def no_case_is_opened(patch: Patch) -> None:
    patch.setattr("bot.features.cases.verbs.open_for_absentees", lambda *given: None)


@FAULTS.fault("Who justified in time is not barred")
def an_accepted_justification_bars_all_the_same(patch: Patch) -> None:
    real = cases_justifying_verbs.review

    def review(tx: Any, case_id: Any, *given: Any, **more: Any) -> Any:
        return real(tx, case_id, VerdictKind.DECLINED, "no")

    patch.setattr(cases_justifying_verbs, "review", review)


@FAULTS.fault("Nothing counts unconfirmed")
def a_report_stands_at_once(patch: Patch) -> None:
    real = playing_reporting_verbs.report

    def report(tx: Any, contest_id: Any, score: Any) -> Any:
        taken = real(tx, contest_id, score)
        playing_reporting_verbs.let_stand(tx, playing_verbs.find(tx, tx.guild_id, contest_id))
        return taken

    patch.setattr(playing_reporting_verbs, "report", report)


@FAULTS.fault("Ratings are what the games make of them")
def a_game_moves_twice_as_much(patch: Patch) -> None:
    real = rating.after_match
    patch.setattr(rating, "after_match", lambda one, other, won, lost, k: real(one, other, won, lost, 2 * k))


@FAULTS.fault("Ratings are what the games make of them")
def games_by_absence_are_rated(patch: Patch) -> None:
    patch.setattr("bot.play.rating.rated_games", lambda result: result.score)


@FAULTS.fault("Reminders name those who are missing, and nobody else")
def everybody_is_reminded(patch: Patch) -> None:
    patch.setattr(
        "bot.features.entering.check_in_verbs.missing",
        lambda tx, event: entering_store.of_tournament(tx, event.tournament_id),
    )


@FAULTS.fault("Nobody gets in after the close")
def a_late_check_in_is_accepted(patch: Patch) -> None:
    patch.setattr("bot.features.entering.check_in_verbs._refuse_outside_window", lambda _, tournament, at: at)


@FAULTS.fault("Each of them is asked, and told until when")
def letters_are_never_sent(patch: Patch) -> None:
    real = Notifier._say

    async def say(self: Notifier, promise: Any) -> None:
        if isinstance(promise.message, AbsenceLetter):
            await self._units.do(_moot, promise)
        else:
            await real(self, promise)

    patch.setattr(Notifier, "_say", say)


@FAULTS.fault("The bracket is shown")
def the_picture_is_missing(patch: Patch) -> None:
    patch.setattr("bot.features.rounds.cards._pictures", lambda *given: ((), ()))


@FAULTS.fault("Pictures are pictures")
def no_words_stand_behind_a_picture(patch: Patch) -> None:
    patch.setattr("bot.features.rounds.cards.behind_picture", lambda *given: "")


@FAULTS.fault("Each match has its own arbiter")
def arbiters_follow_two_matches(patch: Patch) -> None:
    real = assignments
    patch.setattr(
        "bot.features.course.calling_verbs.assignments",
        lambda *given, **more: real(*given, **{**more, "per_arbiter": 2}),
    )


@FAULTS.fault("Bars come after the 72 hours, at once")
def the_72_hours_are_an_hour_short(patch: Patch) -> None:
    real = cases_model.justify_by

    def short(*given: Any) -> Any:
        limit = real(*given)
        return limit and limit - timedelta(hours=1)

    for place in ("bot.features.cases.model.justify_by", "bot.features.cases.model.justify_by"):
        patch.setattr(place, short)


@FAULTS.fault("Bars are public")
def nobody_reads_who_is_barred(patch: Patch) -> None:
    patch.setattr("bot.features.cases.barring_verbs.promise_publicly", lambda *given: None)


@FAULTS.fault("Bars are public")
def who_is_barred_gets_no_letter(patch: Patch) -> None:
    patch.setattr("bot.features.cases.barring_verbs.tell_member", lambda *given: None)


@FAULTS.fault("The draw can be run again from what is public")
def nothing_is_left_to_chance(patch: Patch) -> None:
    patch.setattr("bot.play.draw.Stream.shuffle", lambda self, items: list(items))


@FAULTS.fault("Everybody is spoken to in their own language")
def a_letter_is_in_the_servers_language(patch: Patch) -> None:
    patch.setattr("bot.living.notifier._language", lambda _, promise, community: community.language)


def test_there_are_ten_faults_and_more() -> None:
    assert len(FAULTS) > 10


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_fails_when(name: str, rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await rehearsal()
    failed = {check.title for check in verdict.checks if check.problems}
    assert complaint in failed
