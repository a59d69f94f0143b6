"""Cards of proof: how it is brought, and what there is."""

from __future__ import annotations

from discord import ButtonStyle

from bot.features.evidence.model import Proof, ProofCount, ProofsView
from bot.features.playing.match_views_model import MatchView
from bot.i18n.catalogue import Translator
from bot.layout.cards import QUIET, Button, Card, Document, Drawing
from bot.layout.sentences import moment
from bot.people.cards import mention


def bring_press(view: MatchView, translator: Translator) -> Button:
    """Opens the form that takes a file."""
    return Button(f"proof-bring:{view.contest_id}", translator.say("proofs.bring"), ButtonStyle.primary, "📎")


def look_press(view: MatchView, found: ProofCount, translator: Translator) -> Button:
    """Shows what was brought to whoever may see it."""
    return Button(f"proof-look:{view.contest_id}", translator.count("proofs.look", found.count), emoji="🔎")


def receipt(view: MatchView, translator: Translator) -> Card:
    """To who brought a file."""
    return Card((translator.say("proofs.kept"),), controls=((bring_press(view, translator),),))


def proof_listing(found: ProofsView, translator: Translator) -> Card:
    """All that there is, each file with who brought it and when."""
    if not found.proofs:
        return Card((translator.say("proofs.none"),), colour=QUIET)
    lines = [_line(proof, found, translator) for proof in found.proofs]
    said = (translator.say("proofs.title"), "\n".join(lines))
    return Card(said, attachments=pictures(found.proofs), documents=texts(found.proofs))


def pictures(proofs: tuple[Proof, ...]) -> tuple[Drawing, ...]:
    """Those that are shown."""
    return tuple(_drawing(proof) for proof in proofs if proof.file.is_picture)


def texts(proofs: tuple[Proof, ...]) -> tuple[Document, ...]:
    """Those that are opened."""
    return tuple(Document(proof.name, proof.file.data) for proof in proofs if not proof.file.is_picture)


def _drawing(proof: Proof) -> Drawing:
    return Drawing(proof.name, proof.name, lambda _: proof.file.data)


def _line(proof: Proof, found: ProofsView, translator: Translator) -> str:
    by = found.people.get(proof.person_id)
    who = "–" if by is None else mention(by)
    return translator.say("proofs.line", file=proof.name, who=who, when=moment(proof.added_at))
