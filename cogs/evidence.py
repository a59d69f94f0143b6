"""Proof in a dispute: a file is brought, and looked at by the two sides and whoever decides."""

from __future__ import annotations

from typing import Final

from bot.features.evidence import cards as evidence_cards
from bot.features.evidence import verbs as evidence_verbs
from bot.features.evidence.model import ProofFile
from bot.kernel.errors import Outdated
from bot.kernel.ids import ContestId
from bot.layout.cards import Card
from bot.living.apart_child import PROOF
from cogs.press import Request
from cogs.routing import on_press
from cogs.subjects import MATCH, Audience, File

PROOF_FILE: Final = File("proof", "proofs.form_file", "proofs.form_file_hint")


@on_press("proof-bring", MATCH, Audience.ADDRESSED)
async def ask_for_proof(press: Request, contest_id: ContestId) -> None:
    """Asks for a file."""
    await press.ask(evidence_verbs.refuse_more, contest_id)
    needed = File("proof", "proofs.form_file", "proofs.form_file_hint", required=True)
    await press.open_form(f"proof-brought:{contest_id}", "proofs.form_title", needed)


@on_press("proof-brought", MATCH, Audience.ADDRESSED)
async def take_proof(press: Request, contest_id: ContestId) -> Card:
    """Keeps the file; who may not bring one is refused before it is fetched."""
    await press.ask(evidence_verbs.refuse_more, contest_id)
    given = await read_proof(press)
    if given is None:
        raise Outdated
    return evidence_cards.receipt(await press.do(evidence_verbs.bring, contest_id, given), press.voice)


@on_press("proof-look", MATCH, Audience.ADDRESSED)
async def show_proof(press: Request, contest_id: ContestId) -> Card:
    """Shows what was brought."""
    return evidence_cards.proof_listing(await press.ask(evidence_verbs.look, contest_id), press.voice)


async def read_proof(press: Request) -> ProofFile | None:
    """What was put into a form as proof, read apart; None where nothing was."""
    file = press.file("proof")
    if file is None:
        return None
    found: ProofFile = await press.read(PROOF, file)
    return found
