"""The season fails, and the right check complains, when the bot breaks a rule of voting, of titles or of openness."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.entering.model import Bar
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.voting import cards as voting_cards
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import model as voting_model
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMinutes
from bot.features.voting.model import Presence, closes_at
from bot.features.voting.model import attendance as counted_attendance
from bot.i18n.catalogue import Translator
from bot.kernel.context import Tx
from bot.kernel.ids import GuildId, Place
from bot.kernel.promises import Message, Target
from bot.layout import sentences
from bot.living import notifier
from bot.server import speaking_verbs as server_speaking_verbs
from rehearsal.committee import season
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()


COUNTS = "Each vote came to what an independent count says"
CLOSES = "Votes close when they should, and are extended without quorum"
SECRET = "A ballot is secret until the close"
EXPULSION = "Who is on the committee is put off it by those and as many as the text says"
MINUTES = "Minutes say who could vote, how it was counted and by which rule"
APPEALS = "A successful appeal undoes bar, result and ratings"
PRESSED = "No title comes or goes without a person's press"


@FAULTS.fault(CLOSES)
def any_ballot_is_a_quorum(patch: Patch) -> None:
    patch.setattr(voting_model, "has_quorum", lambda vote, count: True)


@FAULTS.fault(CLOSES)
def null_ballots_make_a_quorum(patch: Patch) -> None:
    def has_quorum(vote: voting_model.Vote, count: voting_model.VoteCount) -> bool:
        return vote.kind.quorum is None or vote.kind.quorum.is_met(count.cast, count.entitled)

    patch.setattr(voting_model, "has_quorum", has_quorum)


@FAULTS.fault("Whoever may vote is called when it opens")
def a_vote_opens_and_calls_nobody(patch: Patch) -> None:
    real = voting_cards.opening
    patch.setattr(voting_cards, "opening", lambda view, translator: replace(real(view, translator), pings=frozenset()))


@FAULTS.fault("Whoever may vote is called when it opens")
def a_vote_allows_its_electors_and_names_none_of_them(patch: Patch) -> None:
    patch.setattr(notifier, "first_message", lambda card: (card, ()))


@FAULTS.fault(COUNTS)
def a_refusal_is_no_veto(patch: Patch) -> None:
    real = voting_model.in_favour
    patch.setattr(voting_model, "in_favour", lambda vote, count: real(vote, replace(count, against=0, in_favour=2)))


@FAULTS.fault(COUNTS)
def half_of_the_committee_is_enough_for_a_petition(patch: Patch) -> None:
    real = voting_model.in_favour

    def in_favour(vote: Any, count: Any) -> bool:
        signed = vote.kind.form is voting_model.BallotForm.SIGNATURES and 2 * count.in_favour >= count.entitled
        return signed or real(vote, count)

    patch.setattr(voting_model, "in_favour", in_favour)


@FAULTS.fault(COUNTS)
def the_host_chooses_the_lot(patch: Patch) -> None:
    real = voting_model.lots
    patch.setattr(voting_model, "lots", lambda secret, vote, candidates: real(secret, vote, candidates)[::-1])


@FAULTS.fault("Who may vote is who the rule names")
def the_concerned_may_vote(patch: Patch) -> None:
    real = voting_electorate_verbs.freeze
    patch.setattr(
        voting_electorate_verbs,
        "freeze",
        lambda tx, guild, kind, *asked: real(tx, guild, replace(kind, recuse_subject=False), *asked),
    )


@FAULTS.fault(EXPULSION)
def the_leader_votes_on_an_expulsion(patch: Patch) -> None:
    real = voting_electorate_verbs.freeze
    patch.setattr(
        voting_electorate_verbs,
        "freeze",
        lambda tx, guild, kind, *asked: real(
            tx, guild, replace(kind, electorate=voting_model.ElectorateRule.COMMITTEE), *asked
        ),
    )


@FAULTS.fault(EXPULSION)
def one_against_stops_an_expulsion(patch: Patch) -> None:
    real = voting_model.in_favour
    patch.setattr(voting_model, "in_favour", lambda vote, count: real(vote, count) and not count.against)


@FAULTS.fault(EXPULSION)
def who_is_put_off_the_committee_keeps_the_rating(patch: Patch) -> None:
    patch.setattr(cases_verdict_verbs, "erase_rating", lambda *given: False)


@FAULTS.fault("A player goes by two signatures, and for a year at least")
def an_expelled_player_may_be_back_tomorrow(patch: Patch) -> None:
    patch.setattr(cases_verdict_verbs, "Bar", lambda **told: Bar(**told, until=told["since"] + timedelta(days=1)))


@FAULTS.fault("Who may not is refused, alone and with the reason")
def a_ballot_a_second_late_counts(patch: Patch) -> None:
    real = closes_at
    patch.setattr(voting_verbs, "closes_at", lambda vote, outages: real(vote, outages) + timedelta(seconds=2))


@FAULTS.fault("Everybody's last press counts, nobody else's")
def a_change_of_heart_is_forgotten(patch: Patch) -> None:
    real = voting_store.cast

    def cast(tx: Any, vote_id: Any, ballot: Any) -> bool:
        return voting_store.ballot_of(tx, vote_id, ballot.person_id) is not None or real(tx, vote_id, ballot)

    patch.setattr(voting_store, "cast", cast)


@FAULTS.fault(SECRET)
def the_card_shows_how_it_stands(patch: Patch) -> None:
    real, view = voting_cards._fine_print, voting_desk_verbs.view
    patch.setattr(
        voting_desk_verbs,
        "view",
        lambda tx, vote_id, now: (
            (found := view(tx, vote_id, now))
            and replace(found, tally=voting_model.tally(found.vote, voting_store.ballots(tx, vote_id)))
        ),
    )

    def fine_print(found: Any, translator: Translator) -> Any:
        yield from real(found, translator)
        yield translator.say("votes.tally", yes=found.tally.in_favour, no=found.tally.against, null=0, absent=0)

    patch.setattr(voting_cards, "_fine_print", fine_print)


@FAULTS.fault(SECRET)
def the_number_of_ballots_leaves_null_ballots_out(patch: Patch) -> None:
    view = voting_desk_verbs.view

    def without_nulls(tx: Any, vote_id: Any, now: Any) -> Any:
        found = view(tx, vote_id, now)
        if found is None:
            return None
        return replace(found, cast=voting_model.tally(found.vote, voting_store.ballots(tx, vote_id)).not_null)

    patch.setattr(voting_desk_verbs, "view", without_nulls)


@FAULTS.fault(MINUTES)
def the_minutes_miscount(patch: Patch) -> None:
    view = voting_desk_verbs.view

    def wrong(tx: Any, vote_id: Any, now: Any) -> Any:
        found = view(tx, vote_id, now)
        if found is None or found.tally is None:
            return found
        return replace(found, tally=replace(found.tally, against=found.tally.against + 1))

    patch.setattr(voting_desk_verbs, "view", wrong)


@FAULTS.fault(MINUTES)
def the_minutes_hide_recusals(patch: Patch) -> None:
    view = voting_desk_verbs.view

    def without(tx: Any, vote_id: Any, now: Any) -> Any:
        found = view(tx, vote_id, now)
        if found is None or found.vote.closed_at is None:
            return found
        return replace(found, vote=replace(found.vote, recused=()))

    patch.setattr(voting_desk_verbs, "view", without)


@FAULTS.fault(MINUTES)
def the_minutes_are_written_twice(patch: Patch) -> None:
    real = server_speaking_verbs.promise

    def twice(tx: Tx, guild: GuildId, target: Target | Place, message: Message) -> None:
        for _ in range(2 if isinstance(message, VoteMinutes) else 1):
            real(tx, guild, target, message)

    patch.setattr(voting_closing_verbs, "promise", twice)


@FAULTS.fault("Who is called has not voted, and nobody else is")
def everybody_is_called(patch: Patch) -> None:
    real = voting_desk_verbs.view

    def view(tx: Any, vote_id: Any, at: Any) -> Any:
        found = real(tx, vote_id, at)
        electors = [elector.person_id for elector in found.vote.electors] if found else []
        return found and replace(found, waiting=tuple(found.people[one] for one in electors))

    patch.setattr(voting_desk_verbs, "view", view)


@FAULTS.fault("Whoever was elected leads, from the close on")
def an_elected_leader_takes_no_office(patch: Patch) -> None:
    patch.setitem(registry_exams_verbs.EFFECTS, voting_model.VoteEffect.ELECT_LEADER, lambda *given: None)


@FAULTS.fault("Each bar is there once, as long as was decided")
def a_penalty_is_applied_twice(patch: Patch) -> None:
    real = cases_verdict_verbs.EFFECTS[voting_model.VoteEffect.PENALTY_BAR]

    def twice(*given: Any) -> None:
        real(*given)
        real(*given)

    patch.setitem(cases_verdict_verbs.EFFECTS, voting_model.VoteEffect.PENALTY_BAR, twice)


@FAULTS.fault("Three unjustified absences are offered for a removal, and no fewer")
def no_reason_justifies(patch: Patch) -> None:
    real = counted_attendance

    def harsh(*given: Any) -> Any:
        found = real(*given)
        turned = {Presence.EXCUSED: Presence.UNJUSTIFIED}
        return replace(found, votes=tuple((vote, turned.get(one, one)) for vote, one in found.votes))

    patch.setattr(voting_record_verbs, "count", harsh)


@FAULTS.fault(APPEALS)
def a_granted_appeal_undoes_nothing(patch: Patch) -> None:
    patch.setattr(cases_verdict_verbs, "undo", lambda *given: None)


@FAULTS.fault(APPEALS)
def a_result_comes_back_and_the_ratings_do_not(patch: Patch) -> None:
    real, calls = cases_verdict_verbs._put_right, []

    def once(*given: Any) -> None:
        calls.append(given)
        if len(calls) == 1:
            real(*given)

    patch.setattr(cases_verdict_verbs, "_put_right", once)


@FAULTS.fault(PRESSED)
def a_title_needs_no_confirmation(patch: Patch) -> None:
    real = registry_titles_verbs._add

    def add(tx: Any, guild: Any, person: Any, kind: Any, title: Any, event: Any) -> bool:
        added = real(tx, guild, person, kind, title, event)
        for one in registry_store.open_proposals_of_guild(tx, guild):
            registry_titles_verbs._carry_out(tx, one, person, person)
        return added

    patch.setattr(registry_titles_verbs, "_add", add)


@FAULTS.fault(PRESSED)
def a_new_arbiter_stays_a_master(patch: Patch) -> None:
    real = registry_titles_verbs.take_up

    def take_up(*given: Any) -> None:
        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(registry_store, "end_title", lambda *ended: True)
            real(*given)

    patch.setattr(registry_titles_verbs, "take_up", take_up)


@FAULTS.fault("Between two exams lie 21 days")
def exams_follow_each_other(patch: Patch) -> None:
    patch.setattr(registry_exams_verbs, "may_be_examined_from", lambda last, rules: None)


@FAULTS.fault("Roles mirror the registry, and are put right")
def roles_are_left_as_they_are(patch: Patch) -> None:
    patch.setattr(registry_roles_verbs, "difference", lambda *given: None)


@FAULTS.fault("A vacant office is named with what it holds up")
def a_vacancy_holds_nothing_up(patch: Patch) -> None:
    patch.setattr("bot.features.registry.cards.blocked_by", lambda office: ())


@FAULTS.fault("Everybody is spoken to in their own language")
def everybody_is_spoken_to_in_english(patch: Patch) -> None:
    patch.setattr(Translator, "for_discord", staticmethod(lambda *given: Translator("en-US")))


@FAULTS.fault("What was typed formats nothing and calls nobody")
def what_is_typed_is_taken_as_it_is(patch: Patch) -> None:
    sentences.quote.cache_clear()
    patch.setattr(sentences, "_escape", lambda line: line)


@FAULTS.fault("Who is let go is nowhere named any more")
def who_is_let_go_keeps_the_name(patch: Patch) -> None:
    patch.setattr(cases_verdict_verbs, "bury", lambda *given: None)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_season_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    verdict = (await played_in(tmp_path, season.NAME, seed=1)).verdict
    sentences.quote.cache_clear()
    failed = {check.title: check.problems for check in verdict.checks if check.problems}
    assert complaint in failed
    assert not all("cannot be checked" in problem for problem in failed[complaint])
