"""A drawn event: its bracket and proof, standings and rounds, who is kept apart, seeds, and leaving after the close.

A round robin for few players takes the place of a Swiss (GO-26.2).
"""

from __future__ import annotations

from typing import Annotated

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import standings_cards as rounds_standings_cards
from bot.features.rounds import words_cards as rounds_words_cards
from bot.features.title_match import cards as title_match_cards
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.kernel.errors import Outdated, UserError
from bot.kernel.ids import EntrantId, PersonId, TournamentId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import AnyEvent, OpenEvent, Option, Pairs, Player, as_typed, command, suggests, tournament_before
from cogs.request import Request
from cogs.routing import live_verb, on_press, with_pages
from cogs.subjects import ENTRANT, EVENT, NUMBER, PAGE, PERSON, WORD, Audience, Text, Verbatim, pair

# --- the draw -------------------------------------------------------------------------------------------------------


@command("tournament verify", Audience.EVERYBODY)
@on_press("verify", EVENT, Audience.EVERYBODY)
async def verify(request: Request, tournament: AnyEvent) -> Card:
    """Runs the draw again from its public record, and says whether it holds."""
    return rounds_cards.verification(
        await request.look(rounds_drawing_verbs.verify_draws, tournament), request.translator
    )


@command("bracket", Audience.EVERYBODY)
@on_press("bracket", EVENT, Audience.EVERYBODY)
async def bracket(request: Request, tournament: AnyEvent) -> Card:
    """Shows the bracket as it stands, from the reader's own place in it; of a match for a title, its two sides."""
    if holder := await request.look(title_match_holder_verbs.holder_of, tournament):
        return title_match_cards.holder_card(holder, request.translator)
    return await _bracket(request, tournament, None)


@on_press("bracket-page", pair(EVENT, PAGE, "/"), Audience.EVERYBODY, update=True)
async def turn(request: Request, tournament_id: TournamentId, page: int) -> Card:
    """Turns to other pages, in the message that was pressed."""
    return await _bracket(request, tournament_id, page)


@on_press("my-bracket", EVENT, Audience.EVERYBODY)
async def own_part(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the reader's own part of a bracket that is too large for one picture."""
    view, reader = await request.look(course_reading_verbs.bracket_for, tournament_id, request.member_id)
    return rounds_cards.own_part(view, reader, request.translator)


async def _bracket(request: Request, tournament_id: TournamentId, page: int | None) -> Card:
    view, reader = await request.look(course_reading_verbs.bracket_for, tournament_id, request.member_id)
    return rounds_cards.bracket(view, reader, page, request.translator)


@command("tournament redraw", Act.REDRAW)
@on_press("redraw", EVENT, Act.REDRAW)
async def ask_why_redrawn(request: Request, tournament: OpenEvent) -> None:
    """Asks why the event is to be drawn again, before the first call only; everyone will read it."""
    await request.ask(rounds_drawing_verbs.redrawable, tournament)
    reason = Text("reason", "draw.redraw_reason", "draw.redraw_why", long=True, limit=500)
    await request.open_form(f"redraw-confirm:{tournament}", "draw.redraw_title", reason)


@on_press("redraw-confirm", EVENT, Act.REDRAW)
async def redraw(request: Request, tournament_id: TournamentId) -> Card:
    """Draws again for the reason that was typed."""
    done = await request.do(rounds_drawing_verbs.redraw, tournament_id, request.text("reason"))
    return rounds_cards.redrawn(done.name, request.translator)


@on_press("leave", pair(EVENT, WORD, "/"), Audience.PLAYERS)
async def leave(request: Request, tournament_id: TournamentId, told: str) -> Card | None:
    """Leaves an event that is under way, after having been told what it costs; asks anew where that has changed."""
    try:
        left = await request.do(rounds_drawing_verbs.leave, tournament_id, None, None, told or None)
    except Outdated:
        return await what_leaving_costs(request, tournament_id)
    return rounds_cards.you_left(left, request.translator)


async def what_leaving_costs(request: Request, tournament_id: TournamentId) -> Card | None:
    """Where confirmation is closed, says what leaving costs and offers the button; None while leaving is free."""
    left = await request.ask(rounds_drawing_verbs.leavable, tournament_id)
    return None if left is None else rounds_cards.leaving_asked(left, request.translator)


async def ask_why_taken_out(request: Request, tournament: TournamentId, player: EntrantId) -> None:
    """Asks staff why somebody has to leave an event that is under way."""
    left = await request.ask(rounds_drawing_verbs.removable, tournament, player)
    reason = Text("reason", "draw.take_out_reason", "draw.take_out_why", long=True, limit=300)
    await request.open_form(f"take-out:{tournament}/{left.person.person_id}", "draw.take_out_title", reason)


@on_press("take-out", pair(EVENT, PERSON, "/"), Act.TAKE_OUT_PLAYER)
async def take_out(request: Request, tournament_id: TournamentId, person_id: PersonId) -> Card:
    """Takes somebody out of an event that is under way, for the reason that staff typed."""
    left = await request.do(rounds_drawing_verbs.leave, tournament_id, person_id, request.text("reason"))
    return rounds_cards.taken_out(left, request.translator)


# --- standings and rounds -------------------------------------------------------------------------------------------


@on_press("standings", EVENT, Audience.EVERYBODY)
@with_pages("standings-page", Audience.EVERYBODY, EVENT)
async def table(request: Request, tournament_id: TournamentId, page: int) -> Card:
    """Shows the table as it stands."""
    view, reader = await request.look(course_reading_verbs.standings_for, tournament_id, request.member_id)
    card = rounds_standings_cards.standings(view, reader, page, request.translator)
    return rounds_cards.with_round_button(
        card, await request.ask(course_rounds_verbs.coming_for, tournament_id), request.translator
    )


@command("standings", Audience.EVERYBODY)
async def standings(request: Request, tournament: AnyEvent, player: Player | None = None) -> Card:
    """Shows the table, or explains every value of a player, round by round."""
    if player is None:
        return await table(request, tournament)
    return rounds_standings_cards.explanation(
        await request.look(course_reading_verbs.why, tournament, player), request.translator
    )


@on_press("standings-why", EVENT, Audience.EVERYBODY)
async def why_chosen(request: Request, tournament_id: TournamentId) -> Card:
    """Explains the place of whoever was chosen."""
    player: EntrantId = await request.read_choice(ENTRANT)
    return await standings(request, tournament_id, player)


@on_press("pairings", EVENT, Audience.EVERYBODY)
async def last_round(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the last round of a Swiss with the reason of each board."""
    return rounds_words_cards.looked_up(
        await request.look(rounds_drawing_verbs.reasons, tournament_id), request.translator
    )


@on_press("pairings-of", pair(EVENT, NUMBER, "/"), Audience.EVERYBODY, update=True)
async def other_round(request: Request, tournament_id: TournamentId, number: int) -> Card:
    """Turns to another round, in the message that was pressed."""
    return rounds_words_cards.looked_up(
        await request.look(rounds_drawing_verbs.reasons, tournament_id, number), request.translator
    )


@on_press("round-miss", EVENT, Audience.PLAYERS)
async def miss(request: Request, tournament_id: TournamentId) -> Card:
    """Announces that the presser misses the round to come."""
    return rounds_cards.absence_receipt(await request.do(course_rounds_verbs.miss, tournament_id), request.translator)


@on_press("round-play", EVENT, Audience.PLAYERS)
async def play(request: Request, tournament_id: TournamentId) -> Card:
    """Takes back that the presser misses the round."""
    return rounds_cards.absence_receipt(
        await request.do(course_rounds_verbs.play_after_all, tournament_id), request.translator
    )


# --- clubs and forbidden pairs --------------------------------------------------------------------------------------


@on_press("club", EVENT, Audience.PLAYERS)
async def club(request: Request, tournament_id: TournamentId) -> None:
    """Asks for the club."""
    asked = Text("club", "apart.club", "apart.club_hint", limit=course_rounds_verbs.CLUB_LIMIT, required=False)
    await request.open_form(f"club-said:{tournament_id}", "apart.say_club", asked)


@on_press("club-said", EVENT, Audience.PLAYERS)
async def club_said(request: Request, tournament_id: TournamentId) -> None:
    """Keeps the club that was typed."""
    panel = tournament_subject(tournament_id)
    await live_verb(
        request, panel, rounds_cards.club_said, course_rounds_verbs.say_club, tournament_id, request.text("club")
    )


@suggests(Audience.EVERYBODY)
async def known_clubs(request: Request) -> Pairs:
    """Clubs that others of the event have said, so that one club has one name."""
    chosen = await tournament_before(request)
    return [] if chosen is None else [(one, one) for one in await request.look(course_rounds_verbs.clubs, chosen)]


Club = Annotated[str, Option(as_typed, known_clubs)]


@command("entrant club", Audience.EVERYBODY)
async def say_club(request: Request, tournament: OpenEvent, club: Club = "", player: Player | None = None) -> Card:
    """Says the own club, or by staff another's."""
    return rounds_cards.club_said(
        await request.do(course_rounds_verbs.say_club, tournament, club, player), request.translator
    )


@command("entrant forbid", Act.KEEP_APART)
async def forbid(request: Request, tournament: OpenEvent, player: Player, other: Player, reason: str) -> Card:
    """Forbids a pair."""
    return rounds_cards.pair_said(
        await request.do(course_rounds_verbs.forbid, tournament, (player, other), reason), request.translator
    )


@command("entrant allow", Act.KEEP_APART)
async def allow(request: Request, tournament: OpenEvent, player: Player, other: Player) -> Card:
    """Lets a pair meet again."""
    return rounds_cards.pair_said(
        await request.do(course_rounds_verbs.allow, tournament, (player, other)), request.translator
    )


@command("entrant pairs", Act.KEEP_APART)
async def pairs(request: Request, tournament: OpenEvent) -> Card:
    """Shows the pairs that are not to meet."""
    return rounds_cards.pairs(await request.ask(course_rounds_verbs.listing, tournament), request.translator)


# --- seeds by hand --------------------------------------------------------------------------------------------------


@on_press("seeds", EVENT, Act.SEED_BY_HAND)
async def open_form(request: Request, tournament_id: TournamentId) -> None:
    """Opens the form with the present order, or with what was typed and could not be taken."""
    found = await request.ask(entering_list_verbs.form, tournament_id)
    part = request.translator.count("seeds.form_hint_part", found.field, shown=found.shown)
    field = Text(
        "order",
        "seeds.form_order",
        Verbatim(part) if found.shown < found.field else "seeds.form_hint",
        long=True,
        limit=entering_list_verbs.LONGEST,
        required=False,
        default=found.text or None,
    )
    await request.open_form(f"seeds-typed:{tournament_id}.{found.order}", "seeds.form_title", field)


@on_press("seeds-typed", pair(EVENT, WORD), Act.SEED_BY_HAND)
async def take_order(request: Request, tournament_id: TournamentId, order: str) -> Card:
    """Seeds the field as the lines say; what cannot be taken is kept for the form to be opened again."""
    text = request.text("order")
    await request.do(entering_list_verbs.keep_typed, tournament_id, text)
    try:
        done = await request.do(entering_list_verbs.arrange, tournament_id, text, order)
    except AloneInEvent:
        # Who is alone may still do it: a card asks for the reason (`cogs/own_events.py`).
        raise
    except UserError as error:
        return entering_cards.refusal(error, tournament_id, request.translator)
    return entering_cards.order(done.tournament.name, done.seeded, done.others, request.translator)


# --- a round robin for a small Swiss --------------------------------------------------------------------------------


@on_press("round-robin", EVENT, Act.CHANGE_FORMAT, update=True)
async def take(request: Request, tournament_id: TournamentId) -> Card:
    """Takes it; everybody is told in the announcements."""
    return tournaments_draft_cards.change_of_format(
        await request.do(course_rounds_verbs.take, tournament_id), request.panel_translator
    )


@on_press("round-robin-now", EVENT, Act.CHANGE_FORMAT)
async def take_called(request: Request, tournament_id: TournamentId) -> Card:
    """Takes it from a call, which stays as it is."""
    return await take(request, tournament_id)
