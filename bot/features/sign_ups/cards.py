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


def heading(column: SignUpColumn, voice: Translator) -> str:
    """What the column is called first."""
    return names_in(voice.say(f"sign_ups.heading.{column}"))[0]


LINES_ON_A_PAGE: Final = 10
_LONGEST_NAME: Final = 32
_SIGNS: Final = {Effect.ENTERS: "✅", Effect.WAITS: "⏳", Effect.CHECKS_IN: "☑️", Effect.NOTHING: "▫️"}


def list_press(tournament_id: TournamentId, voice: Translator) -> Button:
    """Opens the form that takes a list for an event."""
    return Button(f"sign-ups:{tournament_id}", voice.say("sign_ups.button"), emoji="📋")


def takes_sign_ups(rulebook: Rulebook) -> bool:
    """Whether people enter by themselves or by organisers: no teams, and nobody who needs a seat of a season."""
    seats = by_invitation(rulebook) and not entered_by_organisers(rulebook)
    return kind_of(rulebook) in OF_PEOPLE and not seats


def preview(view: SignUpPreview, page: int, voice: Translator) -> Card:
    """What the list would do, faults first, with pages to turn and the way on."""
    shown, turns = turn(_rows(view, voice), page, LINES_ON_A_PAGE, f"sign-ups-page:{view.draft_id}", voice)
    title = voice.say("sign_ups.preview", file=quote(view.file_name, 60), name=quote(view.event))
    paragraphs = (f"### {title}", "\n".join(_summary(view, voice)), shown, _next(view, voice))
    controls = (*turns, tuple(_acts(view, voice)))
    return Card(tuple(filter(None, paragraphs)), controls=controls, colour=QUIET if view.is_settled else WARNING)


def _summary(view: SignUpPreview, voice: Translator) -> Iterator[str]:
    if view.has_moved:
        yield voice.say("sign_ups.moved")
    if view.brought_at is not None:
        yield voice.say("sign_ups.brought_before", at=moment(view.brought_at))
    counts = {
        "enters": len(view.of(Effect.ENTERS)),
        "waits": len(view.of(Effect.WAITS)),
        "new": sum(one.person is None for one in view.entering),
        "checks_in": len(view.of(Effect.CHECKS_IN)),
        "nothing": len(view.of(Effect.NOTHING)),
        "faults": len({one.line for one in view.faults}),
        "questions": len(view.questions),
    }
    yield from (voice.count(f"sign_ups.count_{what}", many) for what, many in counts.items() if many)
    yield from _notes(view, voice)


def _notes(view: SignUpPreview, voice: Translator) -> Iterator[str]:
    """What else of the list counts, and what does not."""
    if view.seeded:
        yield voice.count("sign_ups.seeded", len(view.seeded))
    if view.user_names:
        yield voice.count("sign_ups.user_names", view.user_names)
    if view.heading:
        name = heading(SignUpColumn.NAME, voice)
        yield voice.say("sign_ups.heading_taken", line=quote(view.heading, 40), name=name)
    if view.unread:
        yield voice.say("sign_ups.unread", names=unread(view, voice))


def _next(view: SignUpPreview, voice: Translator) -> str:
    if view.questions:
        return voice.say("opening.next_questions")
    if view.tournament_id is None:
        return voice.say("sign_ups.next_with_event")
    return voice.say("sign_ups.next_confirm" if view.can_be_confirmed else "sign_ups.next_nothing")


def _acts(view: SignUpPreview, voice: Translator) -> Iterator[Button]:
    draft = view.draft_id
    if view.questions:
        yield Button(f"sign-ups-who:{draft}", voice.say("opening.who_button"), ButtonStyle.primary)
    elif view.answered:
        yield Button(f"sign-ups-again:{draft}", voice.say("record.again"))
    if view.tournament_id is None:
        yield Button(f"sign-ups-event:{draft}", voice.say("sign_ups.to_event"), ButtonStyle.primary)
    elif view.can_be_confirmed:
        many = len(view.entering) or len(view.of(Effect.CHECKS_IN))
        label = voice.count("sign_ups.confirm", many) if many else voice.say("sign_ups.confirm_seeds")
        yield Button(f"sign-ups-confirm:{draft}.{view.seen}", label, ButtonStyle.success)
    yield Button(f"sign-ups-drop:{draft}", voice.say("opening.drop"))


def _rows(view: SignUpPreview, voice: Translator) -> list[str]:
    faults = [fault_row(one, heading, f"sign_ups.fault.{one.trouble}", voice) for one in view.faults]
    asked = [question_row(one, voice) for one in view.questions]
    return [*faults, *asked, *(_plan(one, voice) for one in view.plans)]


def _plan(one: SignUpPlan, voice: Translator) -> str:
    new = f" · {voice.say('sign_ups.is_new')}" if one.person is None else ""
    done = "" if one.effect is Effect.ENTERS else f" · {voice.say(f'sign_ups.effect_{one.effect}')}"
    return f"{_SIGNS[one.effect]} {line_of(one.line, one.person, voice)}{new}{done}"


def who_is_who(view: SignUpPreview, voice: Translator) -> Card:
    """Whom names of the list mean; the preview once all is said."""
    if not view.questions:
        return preview(view, 0, voice)
    return people_cards.who_is_who(view.questions, "sign-ups", view.draft_id, voice)


def receipt(done: SignUpsBrought, voice: Translator) -> Card:
    """The people are entered; what comes next, and how to take it back."""
    lines = [voice.count("sign_ups.done", done.entered, name=quote(done.event))] if done.entered else []
    if done.waiting:
        lines.append(voice.count("sign_ups.done_waiting", done.waiting))
    if done.confirmed:
        lines.append(voice.count("sign_ups.done_confirmed", done.confirmed))
    lines.append(voice.say("sign_ups.done_next" if done.entered or done.confirmed else "sign_ups.done_seeds"))
    return Card(("\n".join(lines),))


def with_sign_ups(
    card: Card, draft_id: str, rulebook: Rulebook, waiting: SignUpPreview | None, voice: Translator
) -> Card:
    """The preview of a new event of single players with whom will be entered, and the button for a list."""
    if not takes_sign_ups(rulebook):
        return card
    press = Button(f"sign-ups-new:{draft_id}", voice.say("sign_ups.button"), emoji="📋")
    first, second, *rest = card.controls
    second = (*second, press) if isinstance(second, tuple) else second
    said = "" if waiting is None else "\n".join(_waiting_lines(waiting, voice))
    event, *stops = card.paragraphs
    paragraphs = (event, said, *stops) if said else card.paragraphs
    return replace(card, paragraphs=paragraphs, controls=(first, second, *rest))


def _waiting_lines(waiting: SignUpPreview, voice: Translator) -> Iterator[str]:
    yield "📋 " + voice.count("sign_ups.with_event", len(waiting.entering))
    if waiting.questions:
        yield voice.count("opening.count_questions", len(waiting.questions))
    if waiting.faults:
        yield voice.count("sign_ups.count_faults", len({one.line for one in waiting.faults}))


def with_brought(card: Card, tournament: Tournament, brought: SignUpsBrought | None, voice: Translator) -> Card:
    """The receipt of a created event with what came of its list, and the button for another one."""
    if not takes_sign_ups(tournament.rulebook):
        return card
    told = () if brought is None else receipt(brought, voice).paragraphs
    row = (list_press(tournament.tournament_id, voice),)
    return replace(card, paragraphs=(*card.paragraphs, *told), controls=(*card.controls, row))


def refusal(error: UserError, again: str, voice: Translator) -> Card:
    """Why the list was not read, with the button that opens the form again."""
    press = Button(again, voice.say("sign_ups.again"), ButtonStyle.primary, "📋")
    return Card((sentence(error, voice),), controls=((press,),), colour=DANGER)


def farewell(tournament_id: TournamentId | None, voice: Translator) -> Card:
    """Nothing of it is left."""
    again = () if tournament_id is None else ((list_press(tournament_id, voice),),)
    return Card((voice.say("sign_ups.dropped"),), controls=again, colour=QUIET)


def entry_post(tournament: Tournament, named: Sequence[Listed], voice: Translator) -> Card:
    """To everybody: who was put on the list by organisers, who can leave it again."""
    withdraw = Button(f"withdraw:{tournament.tournament_id}", voice.say("tournament.withdraw"), ButtonStyle.danger)
    said = voice.say(
        "sign_ups.told",
        name=quote(tournament.name),
        start=moment(tournament.start_at),
        button=withdraw.label,
        check_in=voice.say("checkin.button"),
    )
    return Card(
        (said,),
        controls=((withdraw,),),
        opening=_names_of(named),
        pings=pings(one.person for one in named),
    )


def taken_back(tournament: Tournament, named: Sequence[Listed], voice: Translator) -> Card:
    """To everybody: who is off the list again, since the organisers took their list back."""
    register = Button(f"register:{tournament.tournament_id}", voice.say("tournament.register"), ButtonStyle.success)
    said = voice.say(
        "sign_ups.told_taken_back", name=quote(tournament.name), names=_names_of(named), button=register.label
    )
    called = pings(one.person for one in named)
    return Card((said,), controls=((register,),), colour=WARNING, pings=called)


def _names_of(some: Sequence[Listed]) -> str:
    return ", ".join(short_mention(one.person, _LONGEST_NAME) for one in some)
