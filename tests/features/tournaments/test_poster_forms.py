"""What is told of an event: by its organisers alone, changed on record, and gone once nothing tells it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.model import CupForm, Draft, Poster
from bot.kernel.errors import NotAllowed, NotFound, NotYours, Outdated, UserError
from bot.kernel.ids import GuildId
from bot.play.entries import Tournament
from tests.hall.hall import PLAYERLESS, Hall
from tests.refusals import refuses

TOLD = Poster("Bring friends.", "A cake", "https://a.tv", b"\xff\xd8picture")


def drafted(hall: Hall) -> Draft:
    form, start = CupForm("Friday Cup", "cup"), hall.now + timedelta(days=1)
    (made,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.draft, form, (start,))
    return made


def change(hall: Hall, event: Tournament, name: str | None = None) -> Draft:
    (made,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.of_change, event.tournament_id, name, ())
    return made


def fill_in(hall: Hall, draft: Draft, poster: Poster = TOLD) -> Draft:
    actor = hall.actor(PLAYERLESS)
    hall.act(actor, tournaments_draft_verbs.keep_poster, draft.draft_id, poster, drops_picture=True)
    if poster.picture is not None:
        hall.act(actor, tournaments_draft_verbs.keep_picture, draft.draft_id, poster.picture)
    return hall.act(actor, tournaments_draft_verbs.take, draft.draft_id)


def confirm(hall: Hall, draft: Draft) -> Tournament:
    done = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.confirm, draft.draft_id)
    assert isinstance(done, Tournament)
    return done


def shown(hall: Hall, event: Tournament) -> Poster | None:
    return hall.ask(entering_list_verbs.of_server, event.guild_id, event.tournament_id).poster


def kept(hall: Hall, table: str = "event_posters") -> int:
    return len(hall.ask(lambda tx: tx.fetch_all(f"SELECT * FROM {table}")))


def lines(hall: Hall) -> int:
    return len(hall.ask(lambda tx: tx.fetch_all("SELECT * FROM log WHERE act = 'describe_event'")))


def test_each_change_is_on_record_and_what_is_told_no_more_is_gone(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    assert shown(hall, event) == TOLD
    assert lines(hall) == 0
    confirm(hall, fill_in(hall, change(hall, event)))
    assert (lines(hall), kept(hall)) == (0, 1)
    confirm(hall, fill_in(hall, change(hall, event), replace(TOLD, prize="Two cakes")))
    assert shown(hall, event) == replace(TOLD, prize="Two cakes")
    assert (lines(hall), kept(hall), kept(hall, "poster_forms")) == (1, 1, 0)


def test_a_new_name_leaves_what_is_told_as_it_is(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    confirm(hall, change(hall, event, "Saturday Cup"))
    assert shown(hall, event) == TOLD
    assert lines(hall) == 0


def test_another_organiser_takes_the_place_of_what_the_first_told(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    other = hall.actor(7, organiser=True)
    (draft,) = hall.act(other, tournaments_draft_verbs.of_change, event.tournament_id, None, ())
    assert hall.ask_as(other, tournaments_draft_verbs.offer_poster, draft.draft_id) == TOLD
    hall.act(
        other, tournaments_draft_verbs.keep_poster, draft.draft_id, replace(TOLD, prize="Tea"), drops_picture=False
    )
    hall.act(other, tournaments_draft_verbs.take, draft.draft_id)
    hall.act(other, tournaments_draft_verbs.confirm, draft.draft_id)
    assert shown(hall, event) == replace(TOLD, prize="Tea")
    assert kept(hall) == 1


@pytest.mark.parametrize(
    "stream", ["http://a.tv", "ftp://a.tv", "https://", "https://me@a.tv", "https://a.tv>x", "a.tv"]
)
def test_an_address_that_hides_where_it_leads_is_refused_and_kept_in_the_form(hall: Hall, stream: str) -> None:
    draft = drafted(hall)
    with refuses("error.NotAStream"):
        fill_in(hall, draft, Poster("Text", stream=stream))
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.offer_poster, draft.draft_id) == Poster(
        "Text", stream=stream
    )
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.find, draft.draft_id) == draft


def test_nothing_told_of_a_new_event_is_nothing(hall: Hall) -> None:
    assert fill_in(hall, drafted(hall), Poster(" \n ")).poster_id is None
    assert kept(hall) == 0


def test_only_its_author_fills_in_the_form_while_they_organise_and_before_the_end(hall: Hall) -> None:
    event = confirm(hall, drafted(hall))
    draft = change(hall, event)

    def refusals(member: int, refused: str | type[UserError], *, organiser: bool = True) -> None:
        actor = hall.actor(member, organiser=organiser)
        with refuses(refused):
            hall.ask_as(actor, tournaments_draft_verbs.offer_poster, draft.draft_id)
        with refuses(refused):
            hall.act(actor, tournaments_draft_verbs.keep_poster, draft.draft_id, TOLD, drops_picture=False)
        with refuses(refused):
            hall.act(actor, tournaments_draft_verbs.keep_picture, draft.draft_id, b"p")
        with refuses(refused):
            hall.act(actor, tournaments_draft_verbs.take, draft.draft_id)

    refusals(7, NotYours)
    refusals(PLAYERLESS, NotAllowed, organiser=False)
    hall.act(hall.actor(PLAYERLESS), course_ending_verbs.cancel, event.tournament_id, "no hall")
    refusals(PLAYERLESS, "error.TournamentIsOver")
    elsewhere = replace(hall.actor(PLAYERLESS), guild_id=GuildId(99))
    with pytest.raises((Outdated, NotFound)):
        hall.ask_as(elsewhere, tournaments_draft_verbs.offer_poster, draft.draft_id)
    assert kept(hall) == 0


def test_what_an_erased_organiser_told_stays_until_the_event_is_over(hall: Hall) -> None:
    running = confirm(hall, fill_in(hall, drafted(hall)))
    over = confirm(hall, fill_in(hall, drafted(hall), replace(TOLD, prize="Tea")))
    hall.act(hall.actor(PLAYERLESS), course_ending_verbs.cancel, over.tournament_id, "no hall")
    fill_in(hall, drafted(hall))
    with refuses("error.NotAStream"):
        fill_in(hall, drafted(hall), replace(TOLD, stream="soon"))
    assert kept(hall) == 4
    hall.act(hall.actor(PLAYERLESS), erasure_verbs.erase)
    assert shown(hall, running) == TOLD
    assert shown(hall, over) is None
    assert (kept(hall), kept(hall, "poster_forms"), kept(hall, "cup_forms")) == (1, 0, 0)


def test_who_told_it_takes_their_words_along_and_nobody_else_does(hall: Hall) -> None:
    confirm(hall, fill_in(hall, drafted(hall)))
    hall.person(7)
    assert "Bring friends." in hall.ask_as(hall.actor(PLAYERLESS), erasure_verbs.export)
    assert "Bring friends." not in hall.ask_as(hall.actor(7), erasure_verbs.export)


def test_what_stands_in_a_form_of_one_event_is_not_in_that_of_another(hall: Hall) -> None:
    event = confirm(hall, drafted(hall))
    with refuses("error.NotAStream"):
        fill_in(hall, change(hall, event), Poster("Of the first", stream="soon"))
    new = drafted(hall)
    assert hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.offer_poster, new.draft_id) == Poster()
    again = change(hall, event)
    assert (
        hall.ask_as(hall.actor(PLAYERLESS), tournaments_draft_verbs.offer_poster, again.draft_id).description
        == "Of the first"
    )


def test_a_picture_that_is_dropped_and_sent_anew_is_the_new_one(hall: Hall) -> None:
    event = confirm(hall, fill_in(hall, drafted(hall)))
    draft, actor = change(hall, event), hall.actor(PLAYERLESS)
    hall.act(actor, tournaments_draft_verbs.keep_poster, draft.draft_id, TOLD, drops_picture=True)
    assert hall.ask_as(actor, tournaments_draft_verbs.offer_poster, draft.draft_id).picture is None
    hall.act(actor, tournaments_draft_verbs.keep_picture, draft.draft_id, b"\xff\xd8other")
    confirm(hall, hall.act(actor, tournaments_draft_verbs.take, draft.draft_id))
    assert shown(hall, event) == replace(TOLD, picture=b"\xff\xd8other")
