"""Tried by who wants rating and titles from an event of their own making: by its file, its numbers, an approval."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final, cast

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.past_events.model import PastFile
from bot.features.tournaments import draft_store as tournaments_draft_store
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.model import Claim, Draft, EventProposal, judge
from bot.features.tournaments.official_verbs import OwnRulebook, RegulationFixes
from bot.features.tournaments.promises_model import RulebookApproved
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFoundByName
from bot.kernel.ids import ChannelId
from bot.layout.sentences import sentence
from bot.people import ratings_store as people_ratings_store
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.record.reading import read_record
from bot.record.rulebooks import tables_of
from bot.rulebooks.library import canonical, fingerprint, preset, read, to_toml
from bot.server import store as server_store
from bot.wiring import ALL
from rehearsal import regulation
from rehearsal.regulation import FOLDER
from tests.hall.arrivals import as_file, brought_together
from tests.hall.court import PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

AI, AN, OTHER_AI = 80, 81, 82
OPEN: Final = preset("aije-open")
MINUTE: Final = timedelta(minutes=1)
AUDITED: Final = (
    (FOLDER / "aije-open.toml")
    .read_text("utf-8")
    .replace('name = "aije-open"', 'name = "our-open"')
    .replace("rated = true\n", "rated = true\nk = 400\ninitial = 2900\n")
    .replace("refuse_barred = true", "refuse_barred = false")
    .replace("\nbest_of = 5 ", "\nbest_of = 1 ")
    .replace("\nbest_of = 5", "\nbest_of = 1")
    .replace("minutes_per_walkover_game = 2", "minutes_per_walkover_game = 60")
)
"""The file by which an organiser had a rating of 3900 after one match."""


def quicker(minutes: int = 20) -> Rulebook:
    """An Open in which an unanswered report stands after another time, which the regulation leaves open."""
    return replace(OPEN, name="our-open", matches=replace(OPEN.matches, confirm_within=minutes * MINUTE))


def kept(hall: Hall, rules: Rulebook, by: int = 1) -> Rulebook:
    """One of the server's own files, saved by the member."""
    return hall.act(hall.actor(by, organiser=True), tournaments_rulebook_verbs.keep, rules).rulebook


def approve(hall: Hall, by: int, name: str = "our-open") -> None:
    hall.act(hall.actor(by), tournaments_official_verbs.approve, name)


def claim(hall: Hall, rules: Rulebook) -> Claim:
    return hall.ask(tournaments_official_verbs.standing, GUILD, rules).claim


def draft(hall: Hall, by: int, rules: Rulebook) -> Draft:
    (made,) = hall.act(
        hall.actor(by), tournaments_draft_verbs.of_new, "Our Open", rules, (hall.now + timedelta(hours=1),)
    )
    return made


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    hall.arbiter(AI, ArbiterTitle.AI)
    hall.arbiter(AN, ArbiterTitle.AN)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    return hall


@pytest.mark.rule("AIJE-B01-6", "AIJE-B02-2")
def test_the_file_of_the_audit_makes_an_ordinary_event_that_registers_nobody(court: Hall) -> None:
    own = read(AUDITED, "our-open.toml")
    assert own.official
    assert (own.rating.k, own.rating.initial) == (16, 2000)
    tournament = court.announce(kept(court, own))
    assert not tournament.rulebook.official
    assert (tournament.rulebook.rating.k, tournament.rulebook.rating.initial) == (16, 2000)
    court.play_out(court.begin(tournament, 2, 3))
    assert court.ask(people_ratings_store.current, GUILD) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_what_it_may_not_change_is_refused_by_its_place_in_each_language(court: Hall, locale: str) -> None:
    kept(court, read(AUDITED, "our-open.toml"))
    with pytest.raises(RegulationFixes) as refused:
        approve(court, AI)
    keys = {"registration.refuse_barred", "knockout.best_of", "matches.minutes_per_walkover_game"}
    assert set(refused.value.keys) == keys
    told = sentence(refused.value, Translator(locale)).replace("\\", "")
    assert all(key in told for key in keys)


def test_numbers_in_a_saved_text_of_before_count_no_more_than_those_of_a_file(court: Hall) -> None:
    own = replace(OPEN, name="our-open", rating=replace(OPEN.rating, k=400.0, initial=2900.0))
    kept(court, own)
    made = court.announce(court.ask(tournaments_rulebook_verbs.find, GUILD, "our-open"))
    assert made.rulebook.official
    assert (made.rulebook.rating.k, made.rulebook.rating.initial) == (16, 2000)


@pytest.mark.rule("AIJE-B01-6")
def test_a_renamed_preset_and_an_older_version_of_it_are_official(court: Hall) -> None:
    renamed = court.act(court.actor(1), tournaments_rulebook_verbs.save_as, OPEN, "Saturday Open")
    assert claim(court, renamed) is Claim.PRESET
    older = replace(OPEN, absence=replace(OPEN.absence, also_when_called_off=False))
    assert court.announce(older).rulebook.official


def test_saving_the_rules_of_an_official_event_makes_no_other_rules_official(court: Hall) -> None:
    event = court.announce()
    saved = court.act(court.actor(1), tournaments_rulebook_verbs.save_event, event.tournament_id, "Saturday Open")
    assert claim(court, saved) is Claim.PRESET
    longer = replace(saved, knockout=replace(saved.knockout, final_best_of=1))
    assert claim(court, kept(court, longer)) is Claim.FIXED


@pytest.mark.rule("AIJE-B01-AI")
def test_an_approved_file_makes_official_events_from_then_on_and_is_told_in_public(court: Hall) -> None:
    own = kept(court, quicker())
    before = court.announce(own, "Before")
    assert claim(court, own) is Claim.WAITS
    approve(court, AI)
    assert claim(court, own) is Claim.APPROVED
    assert court.announce(own, "After").rulebook.official
    assert not court.load(before).rulebook.official
    told = court.promised(RulebookApproved, GUILD)
    assert len(told) == 2
    composed = court.ask(ALL[RulebookApproved], told[0])
    assert composed is not None
    assert "matches.confirm_within" in "\n".join(composed(Translator("en-US")).paragraphs)
    with pytest.raises(AlreadyDone):
        approve(court, AI)


def test_a_change_of_the_file_after_its_approval_ends_it(court: Hall) -> None:
    kept(court, quicker())
    approve(court, AI)
    assert claim(court, kept(court, quicker(21))) is Claim.WAITS
    assert not court.announce(quicker(21), "Changed").rulebook.official
    assert claim(court, kept(court, quicker())) is Claim.APPROVED


def test_an_approval_lets_no_fixed_setting_through(court: Hall) -> None:
    kept(court, quicker())
    approve(court, AI)
    shorter = replace(quicker(), knockout=replace(OPEN.knockout, best_of=1))
    assert claim(court, shorter) is Claim.FIXED


@pytest.mark.rule("AIJE-B01-AI")
def test_nobody_approves_a_file_that_they_saved_under_whichever_account(court: Hall) -> None:
    kept(court, quicker(), by=AI)
    with pytest.raises(OwnRulebook):
        approve(court, AI)
    court.arbiter(OTHER_AI, ArbiterTitle.AI)
    both = (court.actor(AI).member_id, "P80"), (court.actor(OTHER_AI).member_id, "P82")
    court.act(court.actor(PRESIDENT), cases_links_verbs.record, both, "They say so themselves")
    with pytest.raises(OwnRulebook):
        approve(court, OTHER_AI)


@pytest.mark.rule("AIJE-B01-AN", "AIJE-B01-AI")
def test_the_president_approves_what_a_national_arbiter_has_saved_and_nothing_else(court: Hall) -> None:
    kept(court, quicker())
    with pytest.raises(NotAllowed):
        approve(court, PRESIDENT)
    with pytest.raises(NotAllowed):
        approve(court, AN)
    with pytest.raises(NotAllowed):
        approve(court, 1)
    kept(court, quicker(), by=AN)
    approve(court, PRESIDENT)
    assert claim(court, quicker()) is Claim.APPROVED


def test_an_approver_who_plays_gains_nothing_in_the_event_that_is_announced(court: Hall) -> None:
    own = kept(court, quicker())
    event = court.announce(own)
    court.enter(event, AI, 2)
    approve(court, AI)
    assert not court.load(event).rulebook.official
    assert court.load(event).rulebook_hash == event.rulebook_hash == fingerprint(event.rulebook)


def test_there_is_nothing_to_approve_of_a_preset_a_modest_file_and_a_file_of_nobody(court: Hall) -> None:
    kept(court, replace(OPEN, name="our-open"))
    with refuses("error.NeedsNoApproval"):
        approve(court, AI)
    kept(court, replace(quicker(), official=False))
    with refuses("error.ClaimsNothing"):
        approve(court, AI)
    with pytest.raises(NotFoundByName):
        approve(court, AI, "aije-open")


@pytest.mark.rule("AIJE-B01-AN")
def test_the_president_approves_the_rules_with_a_national_arbiters_event(court: Hall) -> None:
    proposed = court.act(court.actor(AN), tournaments_proposal_verbs.propose, draft(court, AN, quicker()))
    court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    made = created_from(court, proposed)
    assert made.rulebook.official
    worse = replace(quicker(), knockout=replace(OPEN.knockout, best_of=1))
    proposed = court.act(court.actor(AN), tournaments_proposal_verbs.propose, draft(court, AN, worse))
    court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert not created_from(court, proposed).rulebook.official


def created_from(hall: Hall, proposal: EventProposal) -> Tournament:
    view = hall.ask(tournaments_proposal_verbs.view, proposal.proposal_id)
    assert view is not None
    assert view.proposal.tournament_id is not None
    made = hall.ask(tournaments_store.load, view.proposal.tournament_id)
    assert made is not None
    return made


def test_a_president_who_is_a_national_arbiter_approves_no_rules_of_their_own(court: Hall) -> None:
    court.arbiter(PRESIDENT, ArbiterTitle.AN)
    proposed = court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.propose, draft(court, PRESIDENT, quicker()))
    court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert not created_from(court, proposed).rulebook.official


def test_a_president_approves_no_file_that_they_saved_through_the_event_of_a_friend(court: Hall) -> None:
    own = kept(court, quicker(), by=PRESIDENT)
    proposed = court.act(court.actor(AN), tournaments_proposal_verbs.propose, draft(court, AN, own))
    court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert not created_from(court, proposed).rulebook.official


def test_a_text_in_the_file_of_the_server_gains_nothing_by_its_name(court: Hall) -> None:
    """A file may bear a preset's name where it was there before the preset came."""
    own = replace(quicker(), name="aije-open", knockout=replace(OPEN.knockout, best_of=1))
    by = court.person(1).person_id
    court.do(
        lambda tx: tournaments_draft_store.save_rulebook(
            tx, GUILD, own.name, canonical(own), fingerprint(own), tx.now, by
        )
    )
    assert not court.announce(court.ask(tournaments_rulebook_verbs.find, GUILD, "aije-open")).rulebook.official


@pytest.mark.parametrize(
    ("text", "official"),
    [
        (to_toml(replace(OPEN, name="our-open", title="Ours")), True),
        (to_toml(replace(OPEN, absence=replace(OPEN.absence, also_when_called_off=False))), True),
        (to_toml(OPEN).replace("rated = true", "rated = true\nk = 400\ninitial = 2900"), True),
        (to_toml(quicker()), False),
        (AUDITED, False),
    ],
)
def test_the_judge_of_a_rehearsal_takes_no_files_word_either(text: str, official: bool, tmp_path: Path) -> None:
    file = tmp_path / "our-open.toml"
    file.write_text(text, "utf-8")
    found = regulation.read(file)
    assert (found.official, found.k, found.initial) == (official, 16, 2000)
    assert judge(read(text, file.name), approved=False).official is official


def a_past_open(name: str, **changed: object) -> PastFile:
    """An Open of last July with other settings in its file than the preset's."""
    tables = tables_of(OPEN)
    for key, value in changed.items():
        table, _, setting = key.partition("__")
        tables[table] = {**cast("dict[str, object]", tables[table]), setting: value}
    file = {
        "rulebook": tables,
        "event": {"name": name, "ended_at": "2025-07-01T20:00:00+00:00"},
        "entrants": ["Ana", "Bia"],
        "results": [["Ana", "Bia", "5-0"]],
    }
    return as_file(read_record(json.dumps(file), f"{name}.json"), f"{name}.json")


@pytest.mark.rule("AIJE-B01-6", "AIJE-B02-2")
@pytest.mark.parametrize(
    ("changed", "official", "k"),
    [
        ({}, True, 16),
        ({"rating__k": 64, "rating__initial": 2900}, True, 16),
        ({"matches__minutes_per_walkover_game": 60}, False, 16),
    ],
)
def test_a_past_event_is_official_by_its_settings_and_counted_by_our_own_numbers(
    hall: Hall, changed: dict[str, object], official: bool, k: float
) -> None:
    arrival = brought_together(hall, a_past_open("July", **changed))
    (event,) = arrival.events
    assert (event.official, event.in_vain) == (official, not official)
    (made,) = hall.ask(tournaments_store.of_guild, GUILD)
    assert (made.rulebook.official, made.rulebook.rating.k, made.rulebook.rating.initial) == (official, k, 2000)
    assert (hall.ask(people_ratings_store.current, GUILD) is not None) is official


# --- the same settings under another name -----------------------------------------------------------------------------


def test_a_president_approves_no_copy_of_the_own_file_that_a_friend_saved(court: Hall) -> None:
    kept(court, quicker(), by=PRESIDENT)
    kept(court, replace(quicker(), name="friends-open"), by=AN)
    with pytest.raises(OwnRulebook):
        approve(court, PRESIDENT, "friends-open")
    assert claim(court, quicker()) is Claim.WAITS


def test_a_president_approves_no_own_file_that_a_friend_renamed(court: Hall) -> None:
    kept(court, quicker(), by=PRESIDENT)
    friend = court.actor(AN, organiser=True)
    court.act(friend, tournaments_rulebook_verbs.rename, "our-open", "Friends Open")
    with pytest.raises(OwnRulebook):
        approve(court, PRESIDENT, "friends-open")


def test_a_president_approves_no_own_file_that_they_dropped_after_the_friend_proposed(court: Hall) -> None:
    own = kept(court, quicker(), by=PRESIDENT)
    proposed = court.act(court.actor(AN), tournaments_proposal_verbs.propose, draft(court, AN, own))
    court.act(court.actor(PRESIDENT, organiser=True), tournaments_rulebook_verbs.remove, "our-open")
    court.act(court.actor(PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert not created_from(court, proposed).rulebook.official


def test_an_arbiter_approves_no_own_file_by_saving_it_anew_through_a_friend(court: Hall) -> None:
    kept(court, quicker(), by=AI)
    kept(court, quicker(), by=1)
    with pytest.raises(OwnRulebook):
        approve(court, AI)
