"""What is said and asked at the board: adjourned games, warnings, and rulings on games that cannot go on.

Rulings are those of GO-17 and GO-20. Before a warning that loses a game the arbiter is asked once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from discord import ButtonStyle

from bot.features.playing.board_model import split_equally, written_used
from bot.features.playing.cards import situation
from bot.features.playing.match_views_model import (
    ArbiterAct,
    MatchView,
    Seats,
    WarningOption,
    WarningPage,
    WarningPreview,
)
from bot.features.playing.model import BoardChoice, BoardOutcome
from bot.features.playing.words_cards import (
    _price,
    answers,
    both,
    heading,
    judge,
    note_press,
    on_boards,
    person_meant,
    rules_in_short,
    used_times,
    warnings_in_force,
    where_it_stands,
    whose,
)
from bot.features.tournaments.sheet_cards import offence
from bot.i18n.catalogue import Translator
from bot.layout.cards import DANGER, WARNING, Button, Card, Choice
from bot.layout.sentences import listing, moment, moment_relative, plain, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.counts import Warned, in_game
from bot.play.rulebook import discipline_of

# --- adjourned games ------------------------------------------------------------------------------------------------


def adjournment(view: MatchView, translator: Translator) -> Card:
    """To both, and to the arbiter who notes the time used: the game rests, and until when."""
    pause = view.sessions.running
    when = "" if pause is None else moment(pause.goes_on_at)
    key = "adjournment.adjourned_by_rule" if pause and pause.adjourned_by is None else "adjournment.adjourned"
    said = [translator.say(key, names=both(view, translator), when=when)]
    if view.sessions.note is None:
        said.append(translator.say("adjournment.note_please", arbiter=judge(view, translator)))
    asked = () if view.arbiter is None else (view.arbiter,)
    controls = ((note_press(view, translator), _referee(view, translator)),)
    return Card(tuple(said), controls=controls, colour=WARNING, pings=pings((*view.players, *asked)))


def reminder(view: MatchView, translator: Translator) -> Card:
    """To both: the game goes on soon, and coming back late costs one's own time."""
    pause = view.sessions.running
    when = "" if pause is None else moment_relative(pause.goes_on_at)
    return Card(
        (translator.say("adjournment.soon", names=both(view, translator), when=when),), pings=pings(view.players)
    )


def goes_on(view: MatchView, translator: Translator) -> Card:
    """To both: play goes on, with the times of the note."""
    note = view.sessions.note
    said = [translator.say("adjournment.goes_on", names=both(view, translator))]
    said += [] if note is None else ["\n".join(used_times(view, note, translator))]
    return Card(tuple(said), pings=pings(view.players))


def time_note(view: MatchView, translator: Translator) -> Card:
    """To both: what each has used, and whether they are asked to confirm it."""
    note = view.sessions.note
    if note is None:
        return Card((translator.say("adjournment.note_please", arbiter=judge(view, translator)),))
    said = [translator.say(f"adjournment.told_{note.kind.value}", names=both(view, translator))]
    said.append("\n".join((*used_times(view, note, translator), where_it_stands(view, note, translator))))
    if note.reason is not None:
        said.append(quoted_block(note.reason))
    return Card(tuple(said), controls=answers(view, translator), colour=WARNING, pings=pings(view.players))


def doubt(view: MatchView, by: Person | None, translator: Translator) -> Card:
    """To the arbiter: a side finds the note wrong."""
    name = "" if by is None else mention(by)
    text = translator.say("adjournment.doubted", arbiter=judge(view, translator), name=name)
    asked = () if view.arbiter is None else (view.arbiter,)
    controls = ((note_press(view, translator), _referee(view, translator)),)
    return Card((text,), controls=controls, colour=DANGER, pings=pings(asked))


def confirmation(view: MatchView, translator: Translator) -> Card:
    """To who confirmed: whether the other has still to."""
    note = view.sessions.note
    done = note is not None and note.is_confirmed
    return Card((translator.say("adjournment.now_confirmed" if done else "adjournment.you_confirmed"),))


def clock_page(view: MatchView, played: timedelta, translator: Translator) -> Card:
    """To who decides on a clock that failed: by the note, split equally, or as they say (GO-12, GO-14)."""
    key, note = view.contest_id, view.sessions.note
    rule = Button(f"times-rule:{key}", translator.say("adjournment.rule_times"), emoji="⚖️")
    splits = Button(f"times-split:{key}.{int(played.total_seconds())}", translator.say("adjournment.split"), emoji="➗")
    if note is None:
        half, _ = split_equally(played)
        text = translator.say("adjournment.no_note", played=written_used(played), half=written_used(half))
        return Card((heading(view, translator), text), controls=((splits, rule),), colour=WARNING)
    text = translator.say("adjournment.by_note")
    by_note = Button(
        f"times-by-note:{key}.{note.entry}", translator.say("adjournment.go_by_note"), ButtonStyle.primary, "📝"
    )
    presses = (by_note, *((splits,) if view.tournament.rulebook.teams is not None else ()), rule)
    said = (heading(view, translator), text, "\n".join(used_times(view, note, translator)))
    return Card(said, controls=(presses,), colour=WARNING)


def set_by_note(view: MatchView, translator: Translator) -> Card:
    """To both: a clock failed, and the clocks are set by the note."""
    note = view.sessions.note
    said = [translator.say("adjournment.set_by_note", names=both(view, translator))]
    said += [] if note is None else ["\n".join(used_times(view, note, translator))]
    return Card(tuple(said), colour=WARNING, pings=pings(view.players))


def _referee(view: MatchView, translator: Translator) -> Button:
    return Button(f"referee:{view.contest_id}", translator.say("matches.for_arbiter"), emoji="⚖️")


# --- warnings in words ----------------------------------------------------------------------------------------------


def latest_warning(view: MatchView, side: int, translator: Translator) -> Card:
    """To the players: the latest that the side was given, what it costs, and what comes next."""
    latest = [
        warning for warning in view.warnings if warning.stands and warning.entrant_id == view.contest.sides[side]
    ][-1]
    text = translator.say(
        "warnings.told_lost" if latest.lost_game else "warnings.told",
        name=whose(view, latest),
        offence=offence(latest.offence, translator),
        price=_price(latest, translator),
    )
    paragraphs = (text, quoted_block(latest.note) if latest.note else "", _what_follows(view, latest, translator))
    concerned = view.players if latest.lost_game else (view.players[side],)
    return Card(
        tuple(filter(None, paragraphs)),
        colour=DANGER if latest.lost_game else WARNING,
        pings=pings((person_meant(view, latest), *concerned)),
    )


def _what_follows(view: MatchView, latest: Warned, translator: Translator) -> str:
    if latest.lost_game:
        return situation(view, translator)
    return " ".join(_consequences(view, latest, translator)) if latest.price.warns else ""


def taken_back(view: MatchView, side: int, reason: str | None, translator: Translator) -> Card:
    """To the players: the one that was taken back last counts no more."""
    own = [
        warning for warning in view.warnings if warning.taken_back_at and warning.entrant_id == view.contest.sides[side]
    ]
    latest = max(own, key=lambda one: one.taken_back_at or one.given_at)
    name, what = whose(view, latest), offence(latest.offence, translator)
    paragraphs = [translator.say("warnings.told_back", name=name, offence=what)]
    why = reason or latest.why
    if why:
        paragraphs.append(quoted_block(why))
    if latest.lost_game and view.contest.result is None:
        paragraphs.append(translator.say("warnings.game_goes_on"))
    return Card(tuple(paragraphs), pings=pings((person_meant(view, latest), view.players[side])))


def _consequences(view: MatchView, latest: Warned, translator: Translator) -> list[str]:
    rules = discipline_of(view.tournament.rulebook)
    lines = []
    if rules.warning_costs:
        lines.append(translator.count("warnings.costs", rules.warning_costs))
    if rules.warnings_that_lose is not None:
        had = in_game(view.warnings, latest.entrant_id, latest.game, view.contest.called_at)
        lines.append(translator.count("warnings.left", rules.warnings_that_lose - had))
    return lines


def warning_page(shown: WarningPage, translator: Translator) -> Card:
    """A menu of offences for each side, and one of what can be taken back."""
    view = shown.view
    event = "\n".join(
        translator.count("warnings.in_event", n, name=mention(player))
        for player, n in zip(view.players, shown.in_event, strict=True)
    )
    menus = [_menu(shown, side, translator) for side, options in enumerate(shown.options) if options]
    menus += [_whose(shown, side, translator) for side in range(len(view.players)) if shown.asks_board]
    if shown.in_force:
        menus.append(_back(shown, translator))
    rules = _small(rules_in_short(view, translator))
    paragraphs = (
        heading(view, translator),
        warnings_in_force(view, translator),
        event,
        _hint(shown, translator),
        rules,
    )
    return Card(tuple(paragraph for paragraph in paragraphs if paragraph), controls=tuple(menus), colour=WARNING)


# --- giving a warning -----------------------------------------------------------------------------------------------


def sure(found: WarningPreview, translator: Translator) -> Card:
    """The warning would lose the game: what that comes to, with the button that gives it."""
    view, choice = found.view, found.choice
    name, what = mention(view.players[choice.side]), offence(found.offence, translator)
    key = "warnings.loses_match" if found.ends_match else "warnings.loses_game"
    key = "warnings.loses_board" if choice.board else key
    subject = f"{view.contest_id}.{seat_of(choice.side, choice.board)}.{choice.number}.{choice.price.value}.1"
    button = Button(f"warn-sure:{subject}", translator.say("warnings.give_it"), ButtonStyle.danger, "🟥")
    text = translator.say(key, name=name, offence=what, board=choice.board)
    return Card((heading(view, translator), text), controls=((button,),), colour=DANGER)


def seat_of(side: int, board: int) -> str:
    """How a press names whom it is about: a side, and in a match of teams the board too."""
    return f"{side}_{board}" if board else str(side)


def _hint(shown: WarningPage, translator: Translator) -> str:
    """What to choose: whose offence it was, then which one; and for which game it counts."""
    if shown.asks_board:
        return translator.say("warnings.choose_whose")
    if not any(shown.options):
        return translator.say("warnings.nothing_more")
    of_teams = on_boards(shown.view)
    return translator.say("warnings.choose_board" if of_teams else "warnings.choose", game=shown.game, board=shown.game)


def _whose(shown: WarningPage, side: int, translator: Translator) -> Choice:
    """The boards of a team with who sits there: an offence is one of a player."""
    name, boards = plain(shown.view.players[side].name, 60), shown.view.part(Seats)
    options = tuple(
        (str(board), f"{board}. {listing([plain(who.name, 30) for who in seats[side]], translator) or '…'}")
        for board, seats in ({} if boards is None else boards.by_board).items()
    )
    return Choice(f"warn-whose:{shown.view.contest_id}.{side}", translator.say("warnings.whose", name=name), options)


def _menu(shown: WarningPage, side: int, translator: Translator) -> Choice:
    board = shown.game if on_boards(shown.view) else 0
    name = plain(shown.view.players[side].name, 60)
    options = tuple((f"{one.number}.{one.price.value}", _warning_label(one, translator)) for one in shown.options[side])
    return Choice(
        f"warn:{shown.view.contest_id}.{seat_of(side, board)}", translator.say("warnings.what_did", name=name), options
    )


def _warning_label(option: WarningOption, translator: Translator) -> str:
    price = translator.say(f"warnings.price.{option.price.value}")
    what = plain(offence(option.offence, translator), 50)
    if option.loses and option.price.warns:
        price = f"{price}, {translator.say('warnings.by_number')}"
    return f"{'🟥' if option.loses else '🟨'} {what}: {price}"


def _back(shown: WarningPage, translator: Translator) -> Choice:
    sides = shown.view.contest.sides
    options = tuple(
        (
            one.warning_id,
            f"{plain(shown.view.players[sides.index(one.entrant_id)].name, 40)}: {_short(one.offence, translator)}",
        )
        for one in shown.in_force
    )
    return Choice(f"unwarn:{shown.view.contest_id}", translator.say("warnings.take_back"), options)


def _short(name: str, translator: Translator) -> str:
    return plain(offence(name, translator), 50)


def _small(text: str) -> str:
    return f"-# {text}" if text else ""


# --- rulings on a game ----------------------------------------------------------------------------------------------


TOLD = {
    BoardOutcome.FAIR_POINT: ArbiterAct.FAIR_POINT,
    BoardOutcome.AS_IT_IS: ArbiterAct.AS_IT_IS,
    BoardOutcome.PLAYED_AGAIN: ArbiterAct.GAME_ANNULLED,
}
"""What the players are told of a ruling after which the match goes on; any other is told with its result."""


def page(view: MatchView, offered: Sequence[BoardChoice], translator: Translator) -> Card:
    """A menu of causes with what is ruled for each."""
    options = tuple((str(number), _label(view, choice, translator)) for number, choice in enumerate(offered))
    menu = Choice(f"board:{view.contest_id}", translator.say("board.choose"), options)
    return Card((heading(view, translator), translator.say("board.first_agree")), controls=(menu,), colour=WARNING)


def buttons(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """The ways to these rulings, for the arbiter's desk; none where the rulebook says nothing of them."""
    rules, key = discipline_of(view.tournament.rulebook), view.contest_id
    found = []
    if rules.when_disturbed or rules.when_broken_off or rules.endless_repetition is not None:
        found.append(Button(f"board-page:{key}", translator.say("board.button"), emoji="🧩"))
    if rules.colours_right_until_move is not None:
        found.append(Button(f"colours:{key}", translator.say("board.colours"), emoji="🔄"))
    return tuple(found)


def _label(view: MatchView, choice: BoardChoice, translator: Translator) -> str:
    name = "" if choice.side is None else plain(view.players[choice.side].name, 40)
    cause = translator.say(f"board.cause.{choice.cause.value}", name=name)
    outcome = translator.say(f"board.outcome.{choice.outcome.value}", name=name)
    return f"{cause}: {outcome}"
