"""The organiser's desk, the desk of a server, and the list of what one person has to do now.

A row is a sentence and a button. The desk of a server has all that its reader may do by their capacities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.features.course.cards import EVENT_CARD_STRATEGIES, OpponentFinding
from bot.features.entering import cards as entering_cards
from bot.features.playing.match_views_model import DeskView, Guidance, NameHint, count_by_kind
from bot.features.repeating.cards import again_press
from bot.features.rounds import cards as rounds_cards
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.cards import open_again_press, shut_out
from bot.features.tournaments.draft_cards import new_cup_press, ways_at_the_close
from bot.features.tournaments.sheet_cards import in_one_line
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.i18n.catalogue import Translator, key_of
from bot.kernel.ids import TournamentId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, WARNING, Button, Card, Choice, Line
from bot.layout.sentences import listing, member_name, moment, plain, quote
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.course import has_table
from bot.play.entries import Phase, Tournament
from bot.play.rulebook import EntryRules

# --- the organiser's desk, and what a person has to do --------------------------------------------------------------


LINES_ON_A_CARD: Final = 10
ROWS_ON_A_DESK: Final = 8
"""Discord takes forty pieces a message, three a row: these leave room for the buttons and for two menus of acts."""
PROSPECTS_SHOWN: Final = 6
HINTS_SHOWN: Final = 5
ROUNDS_OFFERED: Final = 2
REMINDERS_OFFERED: Final = 2
_ROW: Final = 5
ON_DUTY_SHOWN: Final = 20

VERBS_OF_TASKS: Final[Mapping[Task, str]] = {
    Task.COME: "here",
    Task.MOVE_IN_JEEK: "jeek-find",
    Task.ANSWER_REPORT: "match",
    Task.CONFIRM_GAME: "match",
    Task.RULE: "referee",
    Task.DECIDE_ABSENCE: "referee",
    Task.DECIDE_PASSED_UP: "referee",
    Task.NAME_LINE_UP: "line-up",
    Task.ANSWER_TIME: "time-mine",
    Task.PROPOSE_TIME: "time-propose",
    Task.REPORT: "match",
    Task.CONFIRM_TIMES: "match",
    Task.RESUME: "referee",
    Task.COMPLETE_TEAM: "team-edit",
    Task.ANSWER_TEAM: "team-asked",
    Task.HAND_IN_DECK: "deck-form",
    Task.CORRECT_DECK: "deck-form",
    Task.CHOOSE_COLOURS: "title-colours",
    Task.ATTEND_CEREMONY: "ceremony-here",
    Task.CHECK_IN: "check-in",
    Task.CONFIRM_RESULT: "confirm-result",
    Task.GO_ON_DUTY: "duty-on",
    Task.DESK: "desk",
    Task.JUSTIFY: "justify",
    Task.FOLLOW: "match",
    Task.DECIDE_CLAIM: "claim",
    Task.DECIDE_NAME: "name-card",
    Task.REVIEW_CASE: "case",
    Task.REPLY_IN_FILE: "file",
    Task.JUDGE_FILE: "file",
    Task.RESUME_FILE: "file",
    Task.DECIDE_APPEAL: "appeal-card",
    Task.APPROVE_EVENT: "event-proposal",
    Task.APPROVE_RULEBOOK: "rulebook-waits",
    Task.CONFIRM_OPENING: "opening-open",
    Task.SIGN: "signature",
    Task.DECIDE_TITLE: "title-proposal",
    Task.DECIDE_GRADE: "grade-show",
    Task.ANSWER_OFFER: "title-offer",
    Task.NAME_COUNTRY: "country-form",
    Task.APPEAL: "appeal",
    Task.SAY_CLUB: "club",
    Task.REGISTER: "register",
    Task.ANSWER_INVITATION: "seat-answer",
    Task.ANSWER_FINAL: "series-answer",
    Task.VOTE: "vote-show",
    Task.EXCUSE_VOTE: "vote-excuse",
    Task.SETTLE_VOTE: "vote-settle",
    Task.ANSWER_EXCUSE: "excuse-show",
    Task.PROPOSE_REMOVAL: "vote-remove",
    Task.ANSWER_SUGGESTION: "suggestion",
    Task.CONFIRM_SEATS: "seats-show",
    Task.ANSWER_FOR_OTHER: "seat-answer",
    Task.ANSWER_BY_NAME: "name-desk",
    Task.ARRANGE_SEAT_MATCH: "seats-show",
    Task.FILL_FINAL: "series-final",
    Task.NAME_FOR_TITLE: "seats-show",
    Task.NAME_CHAMPION: "title-colours",
    Task.NOTE_CEREMONY: "ceremony-desk",
    Task.FILE_REPORT: "closing-report",
    Task.SET_UP: "setup",
    Task.NAME_OFFICERS: "setup-officers",
    Task.FINISH_FOUNDING: "founding",
    Task.SEE_REPEAT: "repeat",
    Task.FINISH_DRAFT: "draft",
}
_AT_ONCE: Final = frozenset(
    {
        Task.COME,
        Task.MOVE_IN_JEEK,
        Task.ANSWER_REPORT,
        Task.CONFIRM_GAME,
        Task.RULE,
        Task.DECIDE_ABSENCE,
        Task.DECIDE_PASSED_UP,
        Task.NAME_LINE_UP,
        Task.CHECK_IN,
        Task.ANSWER_BY_NAME,
    }
)
_ITSELF: Final = frozenset({Task.COME, Task.CHECK_IN, Task.FIND_OPPONENT, Task.REGISTER})


def guidance(found: Guidance, translator: Translator, most: int = LINES_ON_A_CARD) -> Card:
    """All that the person has to do, the most urgent first, each with its button; and what comes by itself."""
    shown = found.tasks[:most]
    more = len(found.tasks) - len(shown)
    title = translator.count("now.things", len(found.tasks)) if found.tasks else translator.say("now.nothing")
    paragraphs = [title, *([translator.count("now.more", more)] if more else []), *_ahead(found, translator)]
    again = Button(f"now-again:{found.guild_id or 'me'}", translator.say("now.again"), emoji="🔄")
    data = Button(f"my-data:{found.guild_id or 'me'}", translator.say("now.my_data"))
    urgent = any(item.task in _AT_ONCE for item in shown)
    rounds = (press for one in found.rounds[:ROUNDS_OFFERED] for press in rounds_cards.presses(one, translator))
    return Card(
        tuple(paragraphs),
        lines=layout_cards.lines(shown, _duty, translator),
        controls=((again, data, *rounds, *_reminders(found, translator), *_new_cup(found, translator))[:_ROW],),
        colour=WARNING if urgent else ACCENT,
    )


def decisions(items: Sequence[TaskItem], deciders: Sequence[Person], translator: Translator) -> Card:
    """Names who holds an office, with what waits for them and a button each; a letter names its reader alone."""
    shown = items[:LINES_ON_A_CARD]
    names = listing([mention(decider) for decider in deciders], translator)
    said = [translator.say("now.decisions", names=names) if deciders else translator.say("now.decisions_letter")]
    if len(items) > len(shown):
        said.append(translator.count("now.more", len(items) - len(shown)))
    return Card(
        tuple(said), lines=tuple(_duty(one, translator) for one in shown), colour=WARNING, pings=pings(deciders)
    )


def _reminders(found: Guidance, translator: Translator) -> tuple[Button, ...]:
    """The choice of letters for the next events; a card full of duties has no room for it."""
    if len(found.tasks) >= LINES_ON_A_CARD:
        return ()
    named = len(found.reminders) > 1
    offered = found.reminders[:REMINDERS_OFFERED]
    return tuple(
        entering_cards.remind_press(one.tournament, translator, wanted=one.wanted, named=named) for one in offered
    )


def _new_cup(found: Guidance, translator: Translator) -> tuple[Button, ...]:
    """The form of a new cup, for who may begin one; a card full of duties has no room for it."""
    has_room = found.may_create and len(found.tasks) < LINES_ON_A_CARD
    return (new_cup_press(translator),) if has_room else ()


def desk(view: DeskView, translator: Translator) -> Card:
    """First what the reader can settle, then what others have to; players who have not pressed are one line a kind."""
    mine = [row for row in view.rows if row.needs(view.reader)]
    rows, more = _to_show(view, mine)
    return Card(
        (
            f"{_state(view, translator)}\n\n➡️ {_next(view, translator)}{_end(view, translator)}",
            _waits(view, len(mine), more, translator),
        ),
        lines=layout_cards.lines(rows, tournaments_words_cards.line, translator),
        controls=tuple(filter(None, (_at_the_close(view, translator), _presses(view, translator)))),
        colour=WARNING if mine else ACCENT,
    )


def _at_the_close(view: DeskView, translator: Translator) -> tuple[Button, ...]:
    """The other answers to the question before the close, whose row has the first."""
    return ways_at_the_close(view.tournament.tournament_id, view.at_the_close, translator)


def _waits(view: DeskView, mine: int, more: int, translator: Translator) -> str:
    """What the reader is needed for, and what is known beside the rows."""
    said = [translator.count("desk.waiting", mine) if mine else translator.say("desk.clear")]
    if view.provisional is not None and not any(row.obstacle is Obstacle.TOO_LARGE for row in view.rows):
        said.append("-# " + shut_out(view.provisional, translator))
    if more:
        said.append(translator.count("desk.more", more))
    hints = layout_cards.row_texts(view.hints[:HINTS_SHOWN], _hint, translator)
    return "\n".join((*said, *("-# " + hint for hint in hints)))


def _to_show(view: DeskView, mine: Sequence[DeskRow]) -> tuple[list[DeskRow], int]:
    """The rows in the order in which they are read, and how many there are beyond them."""
    rest = [row for row in view.rows if row not in mine]
    players = count_by_kind((row for row in rest if row.waits_for_players), view.tournament.tournament_id)
    rows = [*mine, *(row for row in rest if not row.waits_for_players)]
    room = ROWS_ON_A_DESK - len(players)
    return [*rows[:room], *players], max(0, len(rows) - room)


def pending(view: DeskView, translator: Translator) -> Card:
    """Each player who has only to press, with the button that staff have for them."""
    rows = [row for row in view.rows if row.waits_for_players]
    shown = rows[:LINES_ON_A_CARD]
    said = [translator.say("desk.pending" if rows else "desk.pending_none")]
    if len(rows) > len(shown):
        said.append(translator.count("desk.more", len(rows) - len(shown)))
    back = Button(f"desk:{view.tournament.tournament_id}", translator.say("now.press_desk"))
    return Card(
        tuple(said), lines=layout_cards.lines(shown, tournaments_words_cards.line, translator), controls=((back,),)
    )


def _end(view: DeskView, translator: Translator) -> str:
    return "" if view.estimate is None else "\n" + tournaments_words_cards.lines(view.estimate, translator)


def _duty(item: TaskItem, translator: Translator) -> Line:
    name = quote(item.tournament.name) if item.tournament else ""
    other = mention(item.other) if item.other else ""
    asked = _duty_sentences(item)
    said = translator.say(_said_of_duty(item, asked.name), name=name, other=other, n=item.n, called=quote(item.called))
    if item.until is not None:
        said += "\n-# ⏳ " + moment(item.until)
    style = ButtonStyle.success if item.task in _ITSELF else ButtonStyle.primary
    press = Button(f"{asked.verb}:{item.subject}", translator.say(f"now.press_{asked.name}"), style)
    return Line(said, press)


def _duty_sentences(item: TaskItem) -> OpponentFinding:
    """The verb and the sentences of the duty; how an opponent is found, the kind of event says."""
    if item.task is Task.FIND_OPPONENT and item.tournament is not None:
        found = EVENT_CARD_STRATEGIES.of(item.tournament.rulebook).finding()
        if found is not None:
            return found
    return OpponentFinding(VERBS_OF_TASKS[item.task], item.task.value)


def _said_of_duty(item: TaskItem, name: str) -> str:
    """At a table of three no clock costs games, and the others are several."""
    key = f"now.do_{name}"
    if item.called and item.task in {Task.ANSWER_INVITATION, Task.APPEAL, Task.GO_ON_DUTY}:
        return f"{key}_{item.called}"
    at_table = item.tournament is not None and item.tournament.rulebook.traits.at_tables
    return f"{key}_at_table" if at_table and item.task in {Task.COME, Task.REPORT} else key


def _said_of_outlook(prospect: Upcoming) -> str:
    key = f"now.wait_{prospect.outlook.value}"
    if prospect.outlook is UpcomingKind.MATCH_IS_CALLED and prospect.tournament is not None:
        rulebook = prospect.tournament.rulebook
        key += "_in_round" if prospect.n and has_table(rulebook) else ""
        return key if rulebook.matches.matches_per_arbiter else f"{key}_unwatched"
    if prospect.outlook is UpcomingKind.TAKEN_OUT and not prospect.called:
        return f"{key}_untold"
    if prospect.outlook is UpcomingKind.NO_MORE_MATCHES and prospect.tournament is not None:
        return f"{key}_of_bracket" if prospect.tournament.rulebook.traits.is_bracket else key
    at_table = prospect.tournament is not None and prospect.tournament.rulebook.traits.at_tables
    waits = prospect.outlook in {UpcomingKind.OPPONENT_COMES, UpcomingKind.OPPONENT_ANSWERS}
    return f"{key}_at_table" if at_table and waits else key


def _ahead(found: Guidance, translator: Translator) -> list[str]:
    if not found.prospects:
        return [] if found.tasks else [translator.say("now.nothing_ahead")]
    lines = layout_cards.row_texts(found.prospects[:PROSPECTS_SHOWN], _prospect, translator)
    return ["\n".join([translator.say("now.ahead"), *lines])]


def _prospect(prospect: Upcoming, translator: Translator) -> str:
    name = quote(prospect.tournament.name) if prospect.tournament else ""
    other = mention(prospect.other) if prospect.other else ""
    if prospect.outlook is UpcomingKind.BARRED and prospect.at is not None:
        return "- " + translator.say("now.barred_until", until=moment(prospect.at))
    called, key = quote(prospect.called), _said_of_outlook(prospect)
    if prospect.outlook is UpcomingKind.NOT_FOR_ME and prospect.tournament is not None:
        called = in_one_line(prospect.tournament.rulebook.entry or EntryRules(), translator)
    said = "- " + translator.say(key, name=name, other=other, n=prospect.n, called=called, left=prospect.left)
    return said if prospect.at is None else f"{said} 🕒 {moment(prospect.at)}"


def _state(view: DeskView, translator: Translator) -> str:
    title = f"## {quote(view.tournament.name)}\n**{member_name(view.phase, translator)}**"
    if view.phase in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        count = view.headcount
        return f"{title} · {translator.say('desk.entries', registered=count.registered, checked_in=count.checked_in)}"
    if view.phase is not Phase.RUNNING:
        return title
    key = "desk.matches" if view.in_play else "desk.matches_to_finish"
    matches = translator.count(key, view.to_play, in_play=view.in_play)
    if not _wants_arbiters(view):
        return f"{title} · {matches}"
    names = listing([mention(person) for person in view.on_duty[:ON_DUTY_SHOWN]], translator)
    duty = translator.say("desk.on_duty", names=names) if names else translator.say("desk.nobody_on_duty")
    return f"{title} · {matches}\n{duty}"


def _wants_arbiters(view: DeskView) -> bool:
    """Whether matches are followed; elsewhere nobody is told of arbiters who are not there."""
    return view.tournament.rulebook.matches.matches_per_arbiter > 0


def _next(view: DeskView, translator: Translator) -> str:
    """What comes next by itself, or what the staff can do for it."""
    match view.phase:
        case Phase.ANNOUNCED:
            return translator.say("desk.next_check_in", at=moment(view.opens_at))
        case Phase.CHECK_IN:
            return translator.say("desk.next_close", at=moment(view.closes_at))
        case Phase.DRAWING:
            return translator.say("desk.next_draw")
        case Phase.RUNNING:
            return _next_call(view, translator)
        case Phase.OVER:
            return translator.say("desk.next_nothing" if view.tournament.rulebook.rating.rated else "desk.next_unrated")
        case Phase.CANCELLED:
            return translator.say("desk.next_cancelled")


def _next_call(view: DeskView, translator: Translator) -> str:
    wanted = _wants_arbiters(view)
    if view.tournament.start_at > view.now:
        at = moment(view.tournament.start_at)
        return translator.say("desk.next_start", at=at) if wanted else translator.say("desk.next_start_alone", at=at)
    if not view.to_play:
        return translator.say("desk.next_end")
    return translator.say("desk.next_calls") if wanted else translator.say("desk.next_calls_alone")


def _hint(found: NameHint, translator: Translator) -> str:
    names = {"person": mention(found.person), "barred": mention(found.barred)}
    return translator.say("desk.name_hint", account=quote(found.account, 40), **names)


def _presses(view: DeskView, translator: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    again = Button(f"desk-again:{key}", translator.say("now.again"), emoji="🔄")
    players = Button(f"players:{key}", translator.say("tournament.list"))
    new = (new_cup_press(translator),) if view.may_create else ()
    if view.may_create and view.phase in {Phase.OVER, Phase.CANCELLED}:
        new = (again_press(key, translator), *new)
    if view.opens_again:
        return again, players, open_again_press(view.tournament, translator), *new
    if view.phase is not Phase.RUNNING:
        return again, players, *new
    bracket = Button(f"bracket:{key}", translator.say("tournament.bracket"))
    return again, Button(f"call:{key}", translator.say("desk.press_call"), emoji="📣"), bracket, players, *new


# --- the desk of a server -------------------------------------------------------------------------------------------


THINGS_SHOWN: Final = 5
_LABEL: Final = 100
"""Characters of an entry of a menu."""


def home(found: Guidance, events: Sequence[Tournament], acts: Sequence[str], translator: Translator) -> Card:
    """What waits for the reader, the events to go on with, and what can be done for the server as a whole."""
    card = guidance(found, translator, most=THINGS_SHOWN)
    choices = []
    if events:
        options = tuple((event.tournament_id, plain(event.name, _LABEL)) for event in events)
        choices.append(Choice("desk-event:", translator.say("desk.choose_event"), options))
    if acts:
        choices.append(Choice("desk-act:", translator.say("desk.choose_act"), act_options(acts, translator)))
    new = ((new_cup_press(translator),),) if "tournament create" in acts else ()
    return replace(card, paragraphs=(translator.say("desk.home"), *card.paragraphs[:1]), controls=(*choices, *new))


def with_acts(
    card: Card, event: TournamentId, acts: Sequence[str], translator: Translator, more: tuple[Button, ...] = ()
) -> Card:
    """The desk of an event with all that the reader may do there, and the way back to the server's desk."""
    home = Button("desk-home:", translator.say("desk.press_home"), emoji="🗂️")
    choice = (
        (Choice(f"desk-act:{event}", translator.say("desk.choose_act"), act_options(acts, translator)),) if acts else ()
    )
    return replace(card, controls=(*card.controls, *choice, (home, *more)))


def act_options(acts: Sequence[str], translator: Translator) -> tuple[tuple[str, str], ...]:
    """Each act by what its command does, in the reader's language."""
    return tuple((act.replace(" ", "+"), plain(translator.say(key_of(act)), _LABEL)) for act in acts)


def choose(
    words: str, event: TournamentId | None, key: str, pairs: Sequence[tuple[str, str]], translator: Translator
) -> Card:
    """Asks which one is meant, by a menu; says so where there is none."""
    title = f"## {translator.say(key_of(words))}"
    back = Button("desk-home:", translator.say("desk.press_home"), emoji="🗂️")
    if not pairs:
        return Card((title, translator.say("desk.nothing_to_choose")), controls=((back,),))
    subject = f"{words.replace(' ', '+')}/{event or ''}"
    menu = Choice(f"desk-picked:{subject}", plain(translator.say(key), _LABEL), tuple(pairs))
    find = Button(f"desk-find:{subject}", translator.say("desk.find"), emoji="🔎")
    return Card((title,), controls=(menu, (find, back)))
