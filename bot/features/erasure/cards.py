"""A person's own data: taken away as a file, and let go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.features.evidence import cards as evidence_cards
from bot.features.evidence.model import Proof
from bot.i18n.catalogue import Translator
from bot.kernel.ids import GuildId
from bot.layout.cards import DANGER, QUIET, Button, Card, Document
from bot.layout.sentences import listing, member_name, quote
from bot.people.model import Erasure

FILE_NAME = "arbiter-data.json"
FACE_NAME = "arbiter-face.jpg"
MOST_FILES: Final = 9
"""Files beside the text, of the ten that one message takes."""


def own_data(guild_id: GuildId, translator: Translator, *, hides: bool) -> Card:
    """What anybody may do about their own data, and whether pictures show their face."""
    take = Button(f"data-take:{guild_id}", translator.say("rights.take"), emoji="📦")
    erase = Button(f"data-ask:{guild_id}", translator.say("rights.erase"), ButtonStyle.danger, "🗑️")
    face = Button(f"face-hide:{guild_id}", translator.say("rights.hide_face"), emoji="🫥")
    if hides:
        face = Button(f"face-show:{guild_id}", translator.say("rights.show_face"), emoji="🙂")
    text = translator.say("rights.face_hidden" if hides else "rights.face_shown")
    return Card((translator.say("rights.own_data"), text), controls=((take, face, erase),))


def data_export(text: str, face: bytes | None, brought: Sequence[Proof], translator: Translator) -> Card:
    """All that is kept, as a file for the person alone, with the picture of them and the latest files of proof."""
    beside = [] if face is None else [Document(FACE_NAME, face)]
    controls = ((Button("data-ask:", translator.say("rights.erase"), ButtonStyle.danger, "🗑️"),),)
    kept = brought[-(MOST_FILES - len(beside)) :]
    latest = tuple(replace(one, number=number) for number, one in enumerate(kept, start=1))
    return Card(
        (translator.say("rights.exported"),),
        documents=(Document(FILE_NAME, text.encode()), *beside, *evidence_cards.texts(latest)),
        attachments=evidence_cards.pictures(latest),
        controls=controls,
    )


def erasure_question(meant: Erasure, translator: Translator) -> Card:
    """What goes and what stays, and the button that means it."""
    goes = [f"- {translator.say(key)}" for key in ("rights.goes_name", "rights.goes_words", "rights.goes_rating")]
    if meant.playing:
        names = listing([quote(name, 40) for name in meant.playing], translator)
        goes.append("- ⚠️ " + translator.say("rights.withdraws", names=names))
    held = [member_name(office, translator) for office in meant.offices] + ([meant.title.value] if meant.title else [])
    if held:
        goes.append("- ⚠️ " + translator.say("rights.lays_down", offices=listing(held, translator)))
    stays = [f"- {translator.say(key)}" for key in ("rights.stays_results", "rights.stays_log", "rights.stays_counts")]
    if meant.account_stays:
        stays.append("- ⚠️ " + translator.say("rights.stays_account"))
    press = Button("data-erase:", translator.say("rights.confirm"), ButtonStyle.danger, "🗑️")
    paragraphs = (
        translator.say("rights.asked"),
        "\n".join([translator.say("rights.goes"), *goes]),
        "\n".join([translator.say("rights.stays"), *stays]),
        translator.say("rights.export_first"),
    )
    first = Button("data-take:", translator.say("rights.take"), emoji="📦")
    return Card(paragraphs, controls=((press, first),), colour=DANGER)


def erasure_receipt(meant: Erasure, translator: Translator) -> Card:
    """It is done; what a later press would mean."""
    said = [translator.say("rights.erased")]
    if meant.account_stays:
        said.append(translator.say("rights.stays_account"))
    return Card(("\n".join(said),), colour=QUIET)
