"""The numbers of the rating list: what holds, what held, and that they have changed."""

from __future__ import annotations

from typing import Final

from bot.domain.rating_terms import DatedTerms, RatingTerms
from bot.domain.registry.rating_terms import TermsView, TermsWish
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, Card
from bot.rendering.people import mention
from bot.rendering.sentences import moment, number

MOST_LINES: Final = 15


def numbers(terms: RatingTerms, voice: Voice) -> dict[str, str]:
    """Both numbers as the sentences take them."""
    return {"k": number(terms.k, voice), "initial": number(terms.initial, voice)}


def card(view: TermsView, voice: Voice) -> Card:
    """The present numbers, those of before, and who changes them."""
    said = [voice.say("rating_terms.present", **numbers(view.present, voice))]
    if view.dated:
        said.append("\n".join(_line(one, view, voice) for one in view.dated[:MOST_LINES]))
    else:
        said.append(voice.say("rating_terms.first"))
    said.append(voice.say("rating_terms.by_officers" if view.has_officers else "rating_terms.by_owner"))
    return Card(tuple(said), colour=QUIET)


def announcement(view: TermsView, dated: DatedTerms, voice: Voice) -> Card:
    """To everybody: the new numbers, those of before, who chose them, and from when they count."""
    old = {f"{name}_before": value for name, value in numbers(view.before(dated), voice).items()}
    told = voice.say("rating_terms.changed", **numbers(dated.terms, voice), **old)
    return Card((told, _by(dated, view, voice)), colour=ACCENT)


def wish_words(wish: TermsWish, voice: Voice) -> str:
    """What is asked for, beside what held then."""
    old = {f"{name}_before": value for name, value in numbers(wish.before, voice).items()}
    return voice.say("rating_terms.wished", **numbers(wish.wanted, voice), **old)


def receipt_of_wish(voice: Voice) -> Card:
    """To who asked: it waits for a second person."""
    return Card((voice.say("rating_terms.asked"),), colour=ACCENT)


def _line(dated: DatedTerms, view: TermsView, voice: Voice) -> str:
    told = voice.say("rating_terms.line", **numbers(dated.terms, voice), since=moment(dated.since))
    return f"{told} {_by(dated, view, voice)}"


def _by(dated: DatedTerms, view: TermsView, voice: Voice) -> str:
    chosen, signed = view.person(dated.chosen_by), view.person(dated.signed_by)
    if chosen is None:
        return voice.say("rating_terms.by_last_event")
    if signed is None:
        return voice.say("rating_terms.by_one", by=mention(chosen))
    return voice.say("rating_terms.by_both", by=mention(chosen), signer=mention(signed))
