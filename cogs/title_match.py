"""A match for a title: the champion chooses colours, games are told one by one, pauses are taken (AIJE-D03)."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.title_match import cards as title_match_cards
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.holder_verbs import WhichGame
from bot.features.tournaments.facts_verbs import contest_subject
from bot.kernel.ids import ContestId, TournamentId
from bot.layout.cards import Card
from bot.people.verbs import one_meant
from bot.play.title_games import Colour, GameEnd
from bot.server.model import Act
from cogs.commands import KnownPerson, Member, OpenEvent, command
from cogs.refereeing import tell_everybody
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import (
    EVENT,
    MARKED,
    MATCH,
    NUMBER,
    WHY,
    WORD,
    Audience,
    among,
    matching,
    one_of,
    pair,
    quadruple,
    triple,
)

_GAMES: dict[str, WhichGame] = {"first": "first", "last": "last"}
_SIDES = {"0": 0, "1": 1, "d": None, "x": None}
"""What a press says of a game: a side that won it, drawn, annulled."""
AT_ONCE = matching(re.compile(r"0*[1-9][0-9]{0,8}"), int)
"""How many pauses are taken in one."""


@on_press(
    "title-colour",
    triple(EVENT, among(_GAMES), one_of(Colour)),
    Audience.PLAYERS,
    live=title_match_holder_verbs.title_subject,
)
async def title_colour(request: Request, tournament_id: TournamentId, game: WhichGame, colour: Colour) -> Card:
    """Takes the champion's colour of the first or of the last game."""
    return title_match_cards.choice_receipt(
        await request.do(title_match_holder_verbs.choose, tournament_id, game, colour), request.translator
    )


@on_press("title-colours", EVENT, Audience.EVERYBODY)
async def own_colours(request: Request, tournament_id: TournamentId) -> Card:
    """Leads from the list of things to do to the champion's card, with its buttons."""
    return replace(await colours(request, tournament_id), pings=frozenset())


@command("title holder", Act.NAME_HOLDER)
async def champion(
    request: Request, tournament: OpenEvent, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Names who holds the title, who is then asked for the colours."""
    named = await request.do(title_match_holder_verbs.name_champion, tournament, one_meant(member, person))
    return title_match_cards.naming_receipt(named, request.translator)


@command("title colours", Audience.EVERYBODY)
async def colours(request: Request, tournament: OpenEvent) -> Card:
    """Shows what the champion has chosen, with the buttons as long as they count."""
    return title_match_cards.holder_card(
        await request.look(title_match_holder_verbs.colours, tournament), request.translator
    )


@on_press("series-won", triple(MATCH, NUMBER, among(_SIDES)), Audience.PLAYERS, live=contest_subject, public=True)
async def series_won(request: Request, contest_id: ContestId, mark: int, side: int | None) -> Card:
    """Takes the end of the game under way."""
    told, translator = await request.do(title_match_verbs.tell, contest_id, mark, side), request.server_translator
    if told.over:
        return title_match_cards.over(
            playing_note_cards.settled_score(told.view, translator), told.view, told.winner, told.entry, translator
        )
    if told.waits:
        return title_match_cards.claim(told.view, translator, differs=told.differs)
    return title_match_cards.game_receipt(told.view, told.number, told.winner, translator, told.entry)


@on_press("series-how", MARKED, Audience.PLAYERS, update=True)
async def series_how(request: Request, contest_id: ContestId, entry: int) -> Card:
    """Takes how a game ended, from the menu under the word on it."""
    told = await request.do(title_match_verbs.tell_how, contest_id, entry, await request.read_choice(one_of(GameEnd)))
    translator = request.server_translator
    return title_match_cards.ended_so(
        told.view, told.word, playing_note_cards.settled_score(told.view, translator), translator
    )


@on_press("match-pause", triple(MATCH, NUMBER, AT_ONCE), Audience.PLAYERS, live=contest_subject, public=True)
async def match_pause(request: Request, contest_id: ContestId, mark: int, at_once: int) -> Card:
    """Takes a pause, or several in one."""
    return title_match_cards.stop_notice(
        await request.do(title_match_verbs.pause, contest_id, mark, at_once), request.server_translator
    )


@on_press("match-go-on", MARKED, Audience.PLAYERS, live=contest_subject, public=True)
async def match_go_on(request: Request, contest_id: ContestId, mark: int) -> Card:
    """Ends a pause early, or trouble."""
    return title_match_cards.stop_notice(
        await request.do(title_match_verbs.go_on, contest_id, mark), request.server_translator
    )


@on_press("match-trouble", MARKED, Act.STOP_MATCH)
async def match_trouble(request: Request, contest_id: ContestId, mark: int) -> None:
    """The arbiter notes technical trouble."""
    view = await request.do(title_match_verbs.trouble, contest_id, mark)
    await request.update(playing_arbiter_cards.desk(view, request.translator))
    await tell_everybody(request, view, title_match_cards.stop_notice(view, request.server_translator))


@on_press("series-decide", MARKED, Act.RULE_RESULT)
async def series_decide(request: Request, contest_id: ContestId, mark: int) -> None:
    """Asks why a game is annulled or awarded."""
    number, who = await request.read_choice(pair(NUMBER, WORD))
    await request.open_form(f"series-why:{contest_id}.{mark}.{number}.{who}", "title_match.decide_form", WHY)


@on_press("series-why", quadruple(MATCH, NUMBER, NUMBER, among(_SIDES)), Act.RULE_RESULT)
async def series_why(request: Request, contest_id: ContestId, mark: int, number: int, side: int | None) -> None:
    """Annuls or awards the game, and tells the players."""
    told = await request.do(title_match_verbs.decide, contest_id, mark, number, side, request.text("why"))
    translator = request.server_translator
    card = title_match_cards.decision(told.view, told.number, told.winner, told.reason, translator)
    await tell_everybody(
        request, told.view, playing_note_cards.settled_score(told.view, translator) if told.over else card
    )


@on_press("series-back", MARKED, Audience.PLAYERS)
async def series_back(request: Request, contest_id: ContestId, mark: int) -> None:
    """Takes back the last word on a game."""
    view = await request.do(title_match_verbs.take_back, contest_id, mark)
    await request.update(playing_arbiter_cards.desk(view, request.translator))
    await tell_everybody(request, view, title_match_cards.taken_back(view, request.server_translator))
