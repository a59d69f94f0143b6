"""A list of sign-ups before it comes in: what each line would do, what is wrong, who is meant; its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from discord import ButtonStyle

from bot.features.sign_ups.model import Effect, SignUpColumn, SignUpPlan, SignUpPreview, SignUpsBrought
from bot.features.tournaments.model import Listed
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import TournamentId
from bot.layout.cards import DANGER, QUIET, WARNING, Button, Card
from bot.layout.sentences import moment, quote, sentence
from bot.people import cards as people_cards
from bot.people.cards import (
    fault_row,
    line_of,
    name_parts,
    names_in,
    pings,
    question_row,
    short_mention,
    turn,
    unread,
    words_of,
)
from bot.play.entries import Tournament
from bot.play.points import OF_PEOPLE, kind_of
from bot.play.rulebook import Rulebook, by_invitation, entered_by_organisers


@cache
def known_headings() -> dict[str, str]:
    """Which words mean which column, in every language at once."""
    return name_parts() | words_of(SignUpColumn, lambda one: f"sign_ups.heading.{one}")


def heading(column: SignUpColumn, translator: Translator) -> str:
    """What the column is called first."""
    return names_in(translator.say(f"sign_ups.heading.{column}"))[0]


LINES_ON_A_PAGE: Final = 10
_LONGEST_NAME: Final = 32
_SIGNS: Final = {Effect.ENTERS: "✅", Effect.WAITS: "⏳", Effect.CHECKS_IN: "☑️", Effect.NOTHING: "▫️"}


def list_press(tournament_id: TournamentId, translator: Translator) -> Button:
    """Opens the form that takes a list for an event."""
    return Button(f"sign-ups:{tournament_id}", translator.say("sign_ups.button"), emoji="📋")


def takes_sign_ups(rulebook: Rulebook) -> bool:
    """Whether people enter by themselves or by organisers: no teams, and nobody who needs a seat of a season."""
    seats = by_invitation(rulebook) and not entered_by_organisers(rulebook)
    return kind_of(rulebook) in OF_PEOPLE and not seats


def preview(view: SignUpPreview, page: int, translator: Translator) -> Card:
    """What the list would do, faults first, with pages to turn and the way on."""
    shown, turns = turn(_rows(view, translator), page, LINES_ON_A_PAGE, f"sign-ups-page:{view.draft_id}", translator)
    title = translator.say("sign_ups.preview", file=quote(view.file_name, 60), name=quote(view.event))
    paragraphs = (f"### {title}", "\n".join(_summary(view, translator)), shown, _next(view, translator))
    controls = (*turns, tuple(_acts(view, translator)))
    return Card(tuple(filter(None, paragraphs)), controls=controls, colour=QUIET if view.is_settled else WARNING)


def _summary(view: SignUpPreview, translator: Translator) -> Iterator[str]:
    if view.has_moved:
        yield translator.say("sign_ups.moved")
    if view.brought_at is not None:
        yield translator.say("sign_ups.brought_before", at=moment(view.brought_at))
    counts = {
        "enters": len(view.of(Effect.ENTERS)),
        "waits": len(view.of(Effect.WAITS)),
        "new": sum(one.person is None for one in view.entering),
        "checks_in": len(view.of(Effect.CHECKS_IN)),
        "nothing": len(view.of(Effect.NOTHING)),
        "faults": len({fault.line for fault in view.faults}),
        "questions": len(view.questions),
    }
    yield from (translator.count(f"sign_ups.count_{what}", many) for what, many in counts.items() if many)
    yield from _notes(view, translator)


def _notes(view: SignUpPreview, translator: Translator) -> Iterator[str]:
    """What else of the list counts, and what does not."""
    if view.seeded:
        yield translator.count("sign_ups.seeded", len(view.seeded))
    if view.user_names:
        yield translator.count("sign_ups.user_names", view.user_names)
    if view.heading:
        name = heading(SignUpColumn.NAME, translator)
        yield translator.say("sign_ups.heading_taken", line=quote(view.heading, 40), name=name)
    if view.unread:
        yield translator.say("sign_ups.unread", names=unread(view, translator))


def _next(view: SignUpPreview, translator: Translator) -> str:
    if view.questions:
        return translator.say("opening.next_questions")
    if view.tournament_id is None:
        return translator.say("sign_ups.next_with_event")
    return translator.say("sign_ups.next_confirm" if view.can_be_confirmed else "sign_ups.next_nothing")


def _acts(view: SignUpPreview, translator: Translator) -> Iterator[Button]:
    draft = view.draft_id
    if view.questions:
        yield Button(f"sign-ups-who:{draft}", translator.say("opening.who_button"), ButtonStyle.primary)
    elif view.answered:
        yield Button(f"sign-ups-again:{draft}", translator.say("record.again"))
    if view.tournament_id is None:
        yield Button(f"sign-ups-event:{draft}", translator.say("sign_ups.to_event"), ButtonStyle.primary)
    elif view.can_be_confirmed:
        many = len(view.entering) or len(view.of(Effect.CHECKS_IN))
        label = translator.count("sign_ups.confirm", many) if many else translator.say("sign_ups.confirm_seeds")
        yield Button(f"sign-ups-confirm:{draft}.{view.seen}", label, ButtonStyle.success)
    yield Button(f"sign-ups-drop:{draft}", translator.say("opening.drop"))


def _rows(view: SignUpPreview, translator: Translator) -> list[str]:
    faults = [fault_row(fault, heading, f"sign_ups.fault.{fault.trouble}", translator) for fault in view.faults]
    asked = [question_row(question, translator) for question in view.questions]
    return [*faults, *asked, *(_plan(plan, translator) for plan in view.plans)]


def _plan(one: SignUpPlan, translator: Translator) -> str:
    new = f" · {translator.say('sign_ups.is_new')}" if one.person is None else ""
    done = "" if one.effect is Effect.ENTERS else f" · {translator.say(f'sign_ups.effect_{one.effect}')}"
    return f"{_SIGNS[one.effect]} {line_of(one.line, one.person, translator)}{new}{done}"


def who_is_who(view: SignUpPreview, translator: Translator) -> Card:
    """Whom names of the list mean; the preview once all is said."""
    if not view.questions:
        return preview(view, 0, translator)
    return people_cards.who_is_who(view.questions, "sign-ups", view.draft_id, translator)


def receipt(done: SignUpsBrought, translator: Translator) -> Card:
    """The people are entered; what comes next, and how to take it back."""
    lines = [translator.count("sign_ups.done", done.entered, name=quote(done.event))] if done.entered else []
    if done.waiting:
        lines.append(translator.count("sign_ups.done_waiting", done.waiting))
    if done.confirmed:
        lines.append(translator.count("sign_ups.done_confirmed", done.confirmed))
    lines.append(translator.say("sign_ups.done_next" if done.entered or done.confirmed else "sign_ups.done_seeds"))
    return Card(("\n".join(lines),))


def with_sign_ups(
    card: Card, draft_id: str, rulebook: Rulebook, waiting: SignUpPreview | None, translator: Translator
) -> Card:
    """The preview of a new event of single players with whom will be entered, and the button for a list."""
    if not takes_sign_ups(rulebook):
        return card
    press = Button(f"sign-ups-new:{draft_id}", translator.say("sign_ups.button"), emoji="📋")
    first, second, *rest = card.controls
    second = (*second, press) if isinstance(second, tuple) else second
    said = "" if waiting is None else "\n".join(_waiting_lines(waiting, translator))
    event, *stops = card.paragraphs
    paragraphs = (event, said, *stops) if said else card.paragraphs
    return replace(card, paragraphs=paragraphs, controls=(first, second, *rest))


def _waiting_lines(waiting: SignUpPreview, translator: Translator) -> Iterator[str]:
    yield "📋 " + translator.count("sign_ups.with_event", len(waiting.entering))
    if waiting.questions:
        yield translator.count("opening.count_questions", len(waiting.questions))
    if waiting.faults:
        yield translator.count("sign_ups.count_faults", len({fault.line for fault in waiting.faults}))


def with_brought(card: Card, tournament: Tournament, brought: SignUpsBrought | None, translator: Translator) -> Card:
    """The receipt of a created event with what came of its list, and the button for another one."""
    if not takes_sign_ups(tournament.rulebook):
        return card
    told = () if brought is None else receipt(brought, translator).paragraphs
    row = (list_press(tournament.tournament_id, translator),)
    return replace(card, paragraphs=(*card.paragraphs, *told), controls=(*card.controls, row))


def refusal(error: UserError, again: str, translator: Translator) -> Card:
    """Why the list was not read, with the button that opens the form again."""
    press = Button(again, translator.say("sign_ups.again"), ButtonStyle.primary, "📋")
    return Card((sentence(error, translator),), controls=((press,),), colour=DANGER)


def farewell(tournament_id: TournamentId | None, translator: Translator) -> Card:
    """Nothing of it is left."""
    again = () if tournament_id is None else ((list_press(tournament_id, translator),),)
    return Card((translator.say("sign_ups.dropped"),), controls=again, colour=QUIET)


def entry_post(tournament: Tournament, named: Sequence[Listed], translator: Translator) -> Card:
    """To everybody: who was put on the list by organisers, who can leave it again."""
    withdraw = Button(f"withdraw:{tournament.tournament_id}", translator.say("tournament.withdraw"), ButtonStyle.danger)
    text = translator.say(
        "sign_ups.told",
        name=quote(tournament.name),
        start=moment(tournament.start_at),
        button=withdraw.label,
        check_in=translator.say("checkin.button"),
    )
    return Card(
        (text,),
        controls=((withdraw,),),
        opening=_names_of(named),
        pings=pings(one.person for one in named),
    )


def taken_back(tournament: Tournament, named: Sequence[Listed], translator: Translator) -> Card:
    """To everybody: who is off the list again, since the organisers took their list back."""
    register = Button(
        f"register:{tournament.tournament_id}", translator.say("tournament.register"), ButtonStyle.success
    )
    text = translator.say(
        "sign_ups.told_taken_back", name=quote(tournament.name), names=_names_of(named), button=register.label
    )
    called = pings(one.person for one in named)
    return Card((text,), controls=((register,),), colour=WARNING, pings=called)


def _names_of(some: Sequence[Listed]) -> str:
    return ", ".join(short_mention(one.person, _LONGEST_NAME) for one in some)
