"""What the form of a new cup has no room for: chosen under its preview, and kept in the draft."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Presser
from bot.domain.events.drafts import Draft
from bot.domain.ids import Occasion, PersonId
from bot.domain.regulation.details import Details, details_of, is_offered, with_details, with_details_of
from bot.domain.rulebook import Rulebook
from bot.errors import Outdated
from bot.rulebooks.checks import problems
from bot.rulebooks.library import canonical, from_canonical
from bot.services.events import drafts as verbs
from bot.services.events import tournaments
from bot.storage import drafts
from bot.storage.database import Work


def details_of_draft(work: Work, presser: Presser, draft_id: str) -> Details:
    """What stands in the draft; raises as `drafts.find` does, and Outdated where an event is changed, not made."""
    return details_of(_rules(verbs.find(work, presser, draft_id)))


def choose(work: Work, occasion: Occasion, presser: Presser, draft_id: str, chosen: Details) -> Draft:
    """The draft with what was chosen in its rules; raises as `details_of_draft` does.

    Raises Outdated for what cannot be chosen, and StartInThePast where the start has passed by now.
    """
    draft = verbs.find(work, presser, draft_id)
    before = _rules(draft)
    changed = with_details(before, chosen)
    if not is_offered(chosen, details_of(before)) or problems(changed):
        raise Outdated
    if draft.start_at is not None:
        tournaments.checked_start(draft.start_at, occasion.now, changed)
    drafts.change_rules(work, draft_id, canonical(changed))
    return replace(draft, rulebook=canonical(changed))


def from_before(work: Work, person_id: PersonId, rules: Rulebook) -> Rulebook:
    """The rules with what the person chose under the last preview, where that was of the same kind."""
    for draft in drafts.of_person(work, person_id):
        if draft.rulebook is None:
            continue
        before = from_canonical(draft.rulebook)
        if (before.name, before.version) == (rules.name, rules.version):
            changed = with_details_of(rules, before)
            return rules if problems(changed) else changed
    return rules


def _rules(draft: Draft) -> Rulebook:
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)
