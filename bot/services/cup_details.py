"""What the form of a new cup has no room for: chosen under its preview, and kept in the draft."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.events.drafts import Draft
from bot.domain.ids import PersonId
from bot.domain.regulation.details import Details, details_of, is_offered, with_details, with_details_of
from bot.domain.regulation.entry_rules import EntryRules
from bot.domain.rulebook import Rulebook
from bot.errors import NotFoundByName, Outdated
from bot.rulebooks.checks import problems
from bot.rulebooks.library import canonical, from_canonical
from bot.services.events import drafts as verbs
from bot.services.events import rulebooks, tournaments
from bot.storage import drafts
from bot.storage.context import ActorQuery, ActorTx, Query


def details_of_draft(tx: ActorQuery, draft_id: str) -> Details:
    """What stands in the draft; raises as `drafts.find` does, and Outdated where an event is changed, not made."""
    return details_of(rules_of(verbs.find(tx, draft_id)))


def choose(tx: ActorTx, draft_id: str, chosen: Details) -> Draft:
    """The draft with what was chosen in its rules; raises as `details_of_draft` does.

    Raises Outdated for what cannot be chosen, and StartInThePast where the start has passed by now.
    """
    draft = verbs.find(tx, draft_id)
    before = rules_of(draft)
    changed = with_details(before, chosen)
    if not is_offered(chosen, details_of(before)) or problems(changed):
        raise Outdated
    if draft.start_at is not None:
        tournaments.checked_start(draft.start_at, tx.now, changed)
    drafts.change_rules(tx, draft_id, canonical(changed))
    return replace(draft, rulebook=canonical(changed))


def from_before(tx: Query, person_id: PersonId, rules: Rulebook) -> Rulebook:
    """The rules with what the person chose under the last preview, where that was of the same kind.

    Conditions of entry that were chosen there go with a cup of another kind too: nobody who was to stay out comes in.
    """
    for draft in drafts.of_person(tx, person_id):
        if draft.rulebook is None:
            continue
        before, changed = from_canonical(draft.rulebook), rules
        if (before.name, before.version) == (rules.name, rules.version):
            changed = replace(with_details_of(rules, before), entry=before.entry)
        elif before.entry is not None and before.entry != _usual_entry(tx, draft, before):
            changed = replace(rules, entry=before.entry)
        return rules if problems(changed) else changed
    return rules


def _usual_entry(tx: Query, draft: Draft, rules: Rulebook) -> EntryRules | None:
    """The conditions that the kind has by itself."""
    try:
        return rulebooks.find(tx, draft.guild_id, rules.name).entry
    except NotFoundByName:
        return None


def rules_of(draft: Draft) -> Rulebook:
    """The rules in the draft; raises Outdated where an event is changed, not made."""
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)
