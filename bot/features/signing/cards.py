"""The card of an act that waits for a second person, with what the act would do, and what is said of its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.features.signing.model import SignatureView
from bot.i18n.catalogue import Translator
from bot.layout.cards import QUIET, WARNING, Button, Card
from bot.layout.sentences import moment, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.plugs import Hooks, Joined, first

# --- what features add ------------------------------------------------------------------------------------------


class WishCards(Hooks):
    """The words of one feature's wishes."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Paragraphs that say what would be done; None for what another feature tells."""
        return None


WISH_CARDS: Final = Joined(WishCards)


def words_of(told: object, translator: Translator) -> Sequence[str]:
    """What would be done, in words; raises LookupError where no feature says it."""
    found = first(wish_card.wish(told, translator) for wish_card in WISH_CARDS)
    if found is None:
        raise LookupError(f"nobody tells of {told}")
    return found


# --- the card -------------------------------------------------------------------------------------------------------


_REASON_SHOWN = 500


def card(view: SignatureView, translator: Translator) -> Card:
    """What is asked for, by whom, who can sign and until when, with its buttons; or how it ended."""
    if view.signature.outcome is not None:
        return outcome(view, translator)
    controls = (_presses(view, translator),)
    return Card(
        (*_request(view, translator), _next_step(view, translator)),
        controls=controls,
        colour=WARNING,
        pings=pings(view.signers),
    )


def letter(view: SignatureView, translator: Translator) -> Card:
    """To who can sign: the same, and why it comes to them."""
    text = translator.say("signing.letter")
    return Card(
        (*_request(view, translator), text, _next_step(view, translator)),
        controls=(_presses(view, translator),),
        colour=WARNING,
    )


def outcome(view: SignatureView, translator: Translator) -> Card:
    """How it ended, and by whom."""
    found = view.signature
    by = "–" if view.ended_by is None else mention(view.ended_by)
    text = translator.say(f"signing.ended_{found.outcome}", by=by, asker=mention(view.asker))
    paragraphs = [*_request(view, translator), text]
    if found.reason is not None:
        paragraphs.append(quoted_block(found.reason, _REASON_SHOWN))
    return Card(tuple(paragraphs), colour=QUIET, pings=pings([view.asker]))


def _request(view: SignatureView, translator: Translator) -> tuple[str, ...]:
    title = "signing.in_public" if view.signature.in_public else "signing.wanted"
    return translator.say(title, asker=mention(view.asker)), *words_of(view.told, translator)


def _next_step(view: SignatureView, translator: Translator) -> str:
    until = moment(view.ends_at)
    if view.signature.in_public:
        return translator.say("signing.object_until", until=until)
    said = [translator.say("signing.nobody_yet", until=until)]
    if view.signers:
        said = [translator.say("signing.sign_until", who=_names(view.signers), until=until)]
    if view.passes_at is not None:
        said.append(translator.say("signing.passes_on", who=_names(view.following), at=moment(view.passes_at)))
    return " ".join(said)


def passed_on(view: SignatureView, fresh: Sequence[Person], translator: Translator) -> Card:
    """To everybody: who can sign now besides, and until when."""
    text = translator.say("signing.passed_on", who=_names(fresh), until=moment(view.ends_at))
    return Card((*_request(view, translator), text), colour=WARNING)


def _names(some: Sequence[Person]) -> str:
    return ", ".join(mention(one) for one in some)


def _presses(view: SignatureView, translator: Translator) -> tuple[Button, ...]:
    key = view.signature.signature_id
    back = Button(f"sign-withdraw:{key}", translator.say("signing.withdraw"))
    if view.signature.in_public:
        return Button(f"sign-object:{key}", translator.say("signing.object"), ButtonStyle.danger, "✋"), back
    sign = Button(f"sign:{key}", translator.say("signing.sign"), ButtonStyle.success, "✍️")
    return sign, Button(f"sign-decline:{key}", translator.say("signing.decline"), ButtonStyle.danger), back
