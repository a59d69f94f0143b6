"""Grades as cards: declared, waiting for who confirms them, decided, and in the rule sheet (GO-25.3)."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade, Kind
from bot.domain.registry.grade_views import GradeView
from bot.domain.registry.grades import GradeOrigin
from bot.domain.regulation.grade_rules import GradeRules
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing
from bot.rendering.text import quote


def declare_press(tournament: Tournament, voice: Voice) -> Press:
    """Opens the form for the grade that one has."""
    return Press(f"grade:{tournament.tournament_id}", voice.say("grades.declare"), emoji="🥋")


def declaration_receipt(view: GradeView, voice: Voice) -> Card:
    """To who declared it: it waits, and for whom."""
    key = f"grades.waits_for_{view.rules.confirmed_by}"
    said = voice.say("grades.declared", person=mention(view.person), grade=str(view.record.grade))
    return Card((f"{said} {voice.say(key)}",))


def waiting(view: GradeView, voice: Voice) -> Card:
    """To who confirms it: what was declared, or what the results propose."""
    record, name = view.record, quote(view.tournament.name)
    held = voice.say("grades.none_held") if view.held is None else voice.say("grades.held", grade=str(view.held))
    if record.origin is GradeOrigin.PROMOTION:
        key, place = "grades.proposed", str(view.place or "–")
        said = voice.say(key, person=mention(view.person), grade=str(record.grade), name=name, place=place)
    else:
        said = voice.say("grades.asked", person=mention(view.person), grade=str(record.grade), name=name)
    if not record.waits:
        return Card((said, _status(view, voice)), colour=QUIET)
    return Card((said, held), controls=(_deciding(view, voice),), colour=WARNING)


def decision(view: GradeView, voice: Voice) -> Card:
    """To the player, and of a promotion to everybody: what became of it."""
    name = mention(view.person)
    if view.record.confirmed_at is None:
        return Card((voice.say("grades.you_refused", person=name, grade=str(view.record.grade)),))
    key = "grades.promoted" if view.record.origin is GradeOrigin.PROMOTION else "grades.you_confirmed"
    event = quote(view.tournament.name)
    return Card((voice.say(key, person=name, grade=str(view.record.grade), name=event),))


def rule_lines(rules: GradeRules, voice: Voice) -> Iterator[str]:
    """Which grades count, who confirms them, what they order, and what they are proposed by (GO-25.3)."""
    lowest = str(Grade(Kind.KYU, rules.lowest_kyu) if rules.lowest_kyu else Grade(Kind.AMATEUR, 1))
    yield voice.say(f"format_sheet.grades_{rules.confirmed_by}", lowest=lowest)
    if rules.order_the_field:
        yield voice.say("format_sheet.grades_order")
    if rules.promotions:
        yield voice.say("format_sheet.promotions", names=listing([quote(one) for one in rules.promotions], voice))


def _status(view: GradeView, voice: Voice) -> str:
    return voice.say("grades.confirmed" if view.record.confirmed_at is not None else "grades.refused")


def _deciding(view: GradeView, voice: Voice) -> tuple[Press, ...]:
    key = view.record.grade_id
    return (
        Press(f"grade-confirm:{key}", voice.say("grades.confirm"), ButtonStyle.success, "✅"),
        Press(f"grade-refuse:{key}", voice.say("grades.refuse"), ButtonStyle.danger),
    )
