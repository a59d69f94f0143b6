"""What somebody who wants another's name and rating tries, and what a link must carry and give back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases.links_verbs import AlreadyOnePerson
from bot.features.cases.model import NameClaimDecided
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.jeek import verbs as jeek_verbs
from bot.features.jeek.games_model import GET_READY
from bot.features.jeek.model import JeekColour
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.pages import people_verbs as pages_people_verbs
from bot.features.pages import store as pages_store
from bot.features.pages.model import ShownAs
from bot.features.ratings import verbs as ratings_verbs
from bot.features.tournaments.facts_verbs import claim_subject, jeek_subject
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import IN_FAVOUR
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.ids import ChannelId, JeekId, MessageId
from bot.kernel.panel_store import Panel
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.lists_model import AllSame
from bot.people.model import ArbiterTitle, LinkMeans, Office, Person
from bot.server.model import Hanging
from tests.features.cases.test_discord_links import (
    MEMBER,
    claim,
    decide,
    last_act,
    link,
    outsider,
    promised,
    who,
)
from tests.features.jeek.test_jeek import opponent, play
from tests.features.past_events.test_past_events import final
from tests.hall.arrivals import brought_together
from tests.hall.chamber import COMMITTEE, open_chamber, start
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, open_court
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import ORGANISER, actor, bring, confirm, digest, look, person, send
from tests.refusals import refuses


def test_who_asked_for_letters_is_still_written_to_after_the_link_and_after_its_end(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.enter(event, MEMBER)
    before = who(hall)
    hall.act(hall.actor(MEMBER), entering_check_in_verbs.ask, event.tournament_id)
    link(hall, joao)
    assert [person for _, person in hall.ask(entering_store.reminders_of_unconfirmed, event.tournament_id)] == [
        joao.person_id
    ]
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert [person for _, person in hall.ask(entering_store.reminders_of_unconfirmed, event.tournament_id)] == [
        before.person_id
    ]


def test_a_link_stays_once_an_event_has_begun_with_the_place_that_went_over(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.enter(event, MEMBER, 8)
    link(hall, joao)
    line = last_act(hall)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    with pytest.raises(SomethingHangs) as refused:
        hall.act(hall.actor(1), undoing_verbs.undo, line)
    assert refused.value.what is Hanging.CLOSED


def test_a_term_of_office_that_ended_before_the_link_stays_whose_it_was(hall: Hall) -> None:
    joao = outsider(hall)
    hall.person(MEMBER)
    organiser = hall.person(1).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, joao.person_id, hall.now, organiser))
    hall.now += timedelta(days=1)
    member = who(hall).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, member, hall.now, organiser))
    hall.now += timedelta(days=1)
    link(hall, joao)
    assert terms(hall) == [joao.person_id, joao.person_id]
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert terms(hall) == [joao.person_id, member]


def terms(hall: Hall) -> list[str]:
    """Who held the leader's office, one term after the other."""
    found = hall.ask(lambda tx: tx.fetch_all("SELECT person_id FROM offices ORDER BY since", ()))
    return [row["person_id"] for row in found]


def test_the_entry_that_rests_after_a_link_is_nobody_elses_to_claim(hall: Hall) -> None:
    joao, resting = outsider(hall), hall.person(MEMBER)
    link(hall, joao)
    with refuses("error.HasDiscord", AlreadyOnePerson):
        claim(hall, resting, 8)
    with refuses("error.HasDiscord", AlreadyOnePerson):
        link(hall, resting, 8)


def test_a_name_that_is_one_with_a_member_is_no_second_members(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.begin(event, MEMBER, 8)
    hall.arbiter(9, ArbiterTitle.AJ)
    late = claim(hall, joao, 20)
    assert link(hall, joao, by=9) is LinkMeans.SAME_PERSON
    with refuses("error.HasDiscord", AlreadyOnePerson):
        claim(hall, joao, 21)
    with refuses("error.HasDiscord", AlreadyOnePerson):
        decide(hall, late, granted=True, by=9)


def test_other_claims_are_refused_where_the_name_is_found_to_be_one_with_a_player(hall: Hall) -> None:
    joao, event = outsider(hall), hall.announce()
    hall.begin(event, MEMBER, 8)
    hall.arbiter(9, ArbiterTitle.AJ)
    true, false = claim(hall, joao), claim(hall, joao, 20)
    decide(hall, true, granted=True, by=9)
    assert len(hall.promised(NameClaimDecided, false.claim.claim_id)) == 1
    assert promised(hall, NameClaimDecided) == 1


def titled(hall: Hall) -> Person:
    """João, who has no Discord and an arbiter's title, and with it a say."""
    joao = outsider(hall)
    hall.do(lambda tx: people_store.give_title(tx, joao.person_id, ArbiterTitle.AJ, hall.now, joao.person_id))
    return joao


@pytest.mark.rule("AIJE-A02-6")
@pytest.mark.parametrize("votes_too", [True, False])
def test_a_link_stays_while_a_vote_runs_and_nothing_tells_whether_the_ballot_was_cast(
    hall: Hall, votes_too: bool
) -> None:
    open_chamber(hall)
    joao = titled(hall)
    hall.now += timedelta(days=1)
    vote = start(hall, "member-expulsion", COMMITTEE[1])
    link(hall, joao, by=PRESIDENT)
    hall.now += timedelta(minutes=1)
    if votes_too:
        hall.act(hall.actor(MEMBER), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    with pytest.raises(SomethingHangs) as refused:
        hall.act(hall.actor(PRESIDENT), undoing_verbs.undo, last_act(hall, PRESIDENT))
    assert refused.value.what is Hanging.ACTED


def test_a_link_stays_once_a_ballot_was_cast_by_it_and_is_taken_back_where_none_was(hall: Hall) -> None:
    open_chamber(hall)
    joao = titled(hall)
    hall.now += timedelta(days=1)
    start(hall, "member-expulsion", COMMITTEE[1])
    link(hall, joao, by=PRESIDENT)
    hall.now += timedelta(minutes=1)
    hall.do(lambda tx: tx.execute("UPDATE votes SET closed_at = 1, outcome = 'rejected'"))
    line = last_act(hall, PRESIDENT)
    cast = "INSERT INTO ballots SELECT vote_id, ?, 'yes', ? FROM votes"
    hall.do(lambda tx: tx.execute(cast, (joao.person_id, 9 * 10**12)))
    with pytest.raises(SomethingHangs):
        hall.act(hall.actor(PRESIDENT), undoing_verbs.undo, line)
    hall.do(lambda tx: tx.execute("DELETE FROM ballots"))
    hall.act(hall.actor(PRESIDENT), undoing_verbs.undo, line)


def test_the_card_of_a_claim_counts_the_bars_that_hold_when_it_is_looked_at(hall: Hall) -> None:
    open_court(hall)
    joao = outsider(hall)
    found = claim(hall, joao)
    card = claim_subject(found.claim.claim_id)
    hall.do(
        lambda tx: kernel_panel_store.save(tx, Panel(card, GUILD, ChannelId(3), MessageId(4), hall.now, hall.now, None))
    )
    hall.now += timedelta(days=1)
    bar = bar_by_verdict(hall, LEADER, joao.person_id, "Threats", hall.now + timedelta(days=9))
    assert bars_told(hall, found.claim.claim_id) == 1
    assert [one.panel for one in hall.ask(kernel_panel_store.stale)] == [card]
    hall.do(lambda tx: kernel_panel_store.mark_true(tx, card, hall.now, hall.now))
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "Mistaken")
    assert bars_told(hall, found.claim.claim_id) == 0
    assert [one.panel for one in hall.ask(kernel_panel_store.stale)] == [card]


def bars_told(hall: Hall, claim_id: str) -> int:
    plan = hall.ask_as(hall.actor(1), cases_links_verbs.decidable, claim_id).plan
    assert plan is not None
    return plan.bars


def test_the_old_name_means_the_member_in_a_list_that_comes_in_after_the_link(hall: Hall) -> None:
    hall.person(ORGANISER)
    bring(hall, "name;rating\nJoão Ninguém;2050\n", ORGANISER)
    joao = person(hall, "João Ninguém")
    found = hall.ask(people_store.load, joao)
    assert found is not None
    link(hall, found)
    draft = send(hall, "name;rating\nJoão Ninguém;2060\n", ORGANISER)
    (question,) = look(hall, draft, ORGANISER).questions
    assert question.same == joao
    hall.act(actor(hall, ORGANISER), opening_who_verbs.say_who, draft, AllSame(digest(look(hall, draft, ORGANISER))))
    confirm(hall, draft, ORGANISER)
    current = hall.ask(people_ratings_store.current, GUILD)
    assert current is not None
    assert {one: line.rating for one, line in current.rated.items()} == {joao: 2060.0}


def test_the_old_name_means_the_member_in_a_past_event_and_on_a_sheet_of_ratings(hall: Hall) -> None:
    hall.arbiter(80, ArbiterTitle.AI)
    hall.person(ORGANISER)
    bring(hall, "name;rating\nJoão Ninguém;2050\n", ORGANISER)
    joao = hall.ask(people_store.load, person(hall, "João Ninguém"))
    assert joao is not None
    link(hall, joao)
    brought_together(hall, final("Past", hall.now - timedelta(days=3), "João Ninguém", "Bia"))
    named = [one for one, name in hall.ask(people_store.names, GUILD) if name == "João Ninguém"]
    assert named == [joao.person_id]
    hall.do(lambda tx: tx.execute("UPDATE people SET name = 'P7' WHERE name = 'João Ninguém'"))
    hall.act(hall.actor(80), ratings_verbs.correct_list, "P7;2000", "The sheet of 2025")


def test_a_running_casual_game_goes_on_after_the_link_and_after_its_end(hall: Hall) -> None:
    joao, before = outsider(hall), hall.person(MEMBER)
    game_id = hall.act(actor(hall, MEMBER), jeek_verbs.challenge, opponent(8), "2+0", JeekColour.WHITE).game.game_id
    hall.act(hall.actor(8), jeek_verbs.accept, game_id, ChannelId(70), MessageId(700))
    hall.now += GET_READY
    link(hall, joao)
    assert play(hall, game_id, MEMBER, "A1").game.challenger == joao.person_id
    assert found_panel(hall, game_id).stale_at is not None
    play(hall, game_id, 8, "B2")
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert play(hall, game_id, MEMBER, "C3").game.challenger == before.person_id


def test_who_is_asked_to_a_casual_game_can_still_accept_it(hall: Hall) -> None:
    joao = outsider(hall)
    game_id = hall.act(hall.actor(8), jeek_verbs.challenge, opponent(MEMBER), "2+0", JeekColour.WHITE).game.game_id
    link(hall, joao)
    view = hall.act(hall.actor(MEMBER), jeek_verbs.accept, game_id, ChannelId(70), MessageId(700))
    assert view.game.challenged == joao.person_id


def test_nobody_is_linked_past_a_vote_about_them(hall: Hall) -> None:
    joao, before = outsider(hall), hall.person(MEMBER)
    hall.do(
        lambda tx: tx.execute(
            "INSERT INTO votes (vote_id, guild_id, kind, rules, question, subject_id, opened_at, closes_at, secret)"
            " VALUES ('v', ?, 'other', '{}', 'Who?', ?, 1, 2, ?)",
            (GUILD, before.person_id, bytes(32)),
        )
    )
    assert hall.ask(people_account_store.has_own_results, before.person_id)
    assert joao.discord_id is None


def found_panel(hall: Hall, game_id: JeekId) -> Panel:
    panel = hall.ask(kernel_panel_store.load, jeek_subject(game_id))
    assert panel is not None
    return panel


RESTS = """
    account_claims adjournments agreed_files annulments appeals ballots bars board_clocks bringings brought_ratings
    case_files ceremonies ceremony_attendance circuit_events circuit_forms circuit_invitations circuits
    closing_reports confirmed_results contest_sides cup_forms discord_links dispute_proofs drafts draws earlier_facts
    earlier_victories ending_wishes erasures event_pauses event_posters event_proposals event_rules expulsions
    faces file_pauses file_statements file_verdicts forbidden_pairs foundings game_claims game_sheets gone_staff
    guesses hidden_faces kept_accounts match_proposals match_stops match_thread_members match_times name_claims
    opening_acts opening_answers opening_drafts opening_lists own_act_objections own_acts page_events page_servers
    poster_forms
    procedures rating_amendments rating_penalties rating_sheets rating_terms record_draft_files record_drafts
    record_names recordings refused_cards rehearsals reliefs repeat_dates repeats reports reprimands results
    round_absences
    rulebook_approvals rulebooks same_persons seat_matches seat_rounds seed_forms series_games sign_up_answers
    staff_asks sign_up_drafts sign_up_lists signature_people signatures start_agreements start_changes stay_on_words
    substitutions suggestions table_absences team_outs time_note_confirmations time_notes title_proposals
    tournaments vote_drafts vote_excuses vote_recusals warnings
"""
"""What refers to who the member was, and may: it is found through the two being one (`storage/identities.py`), is a
fact of who acted, hangs on what counts as results of their own, or is a draft that is begun anew in a minute."""


def test_every_table_about_people_says_what_a_link_does_with_it(hall: Hall) -> None:
    """A table that is added later goes over, keeps the two apart, or is named among those that rest."""
    moves = {one.table for one in people_account_store._GOES_OVER.values()} | {
        "page_people",
        "reminders",
        "person_zones",
    }
    keeps_apart = {facts.split()[0] for facts in people_account_store._OWN_RESULTS}
    known = hall.ask(people_personal_store.columns_about_people)
    assert set(known) - set(people_personal_store.BESIDES) - moves - keeps_apart == set(RESTS.split())


def test_the_time_zone_that_a_member_chose_goes_over_and_comes_back(hall: Hall) -> None:
    joao, before = outsider(hall), hall.person(MEMBER)
    hall.do(lambda tx: people_store.choose_zone(tx, before.person_id, "Asia/Tokyo", tx.now))
    link(hall, joao)
    assert hall.ask(people_store.zone_of_person, joao.person_id) == "Asia/Tokyo"
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert hall.ask(people_store.zone_of_person, before.person_id) == "Asia/Tokyo"


def test_as_what_a_member_is_shown_on_the_web_goes_over_and_comes_back(hall: Hall) -> None:
    joao, before = outsider(hall), hall.person(MEMBER)
    hall.act(hall.actor(MEMBER), pages_people_verbs.choose, ShownAs.NOTHING)
    link(hall, joao)
    chosen = hall.ask(pages_store.of_people, [joao.person_id, before.person_id])
    assert {one.shown_as for one in chosen.values()} == {ShownAs.NOTHING}
    assert len(chosen) == 2, "what the resting entry has played is theirs too"
    hall.act(hall.actor(1), undoing_verbs.undo, last_act(hall))
    assert list(hall.ask(pages_store.of_people, [joao.person_id, before.person_id])) == [before.person_id]
