"""What is said of who is who: names that turn out to be members, and staff's word that two people are one.

A link shows what it would do and did; a claim waits for staff. The word is told to everybody, to the two, and to who
recorded it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.features.cases.cards import paging
from bot.i18n.catalogue import Translator
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, MemberChoice
from bot.layout.sentences import listing, moment, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import LinkMeans, LinkPlan, LinkView, NameClaimView, Person, SamePersonView

# --- names that turn out to be members ------------------------------------------------------------------------------


def preview(plan: LinkPlan, translator: Translator) -> Card:
    """What linking the two would do, with the press that asks why and does it."""
    title = translator.say("links.preview", name=quote(plan.person.name), member=mention(plan.member))
    subject = f"{plan.person.person_id}.{plan.member.person_id}"
    sure = Button(f"link-sure:{subject}", translator.say("links.sure"), ButtonStyle.success, "🔗")
    return Card((title, "\n".join(_meaning(plan, translator))), controls=((sure,),), colour=WARNING)


def asked_member(person: Person, translator: Translator) -> Card:
    """Asks staff which member somebody known by name is."""
    menu = MemberChoice(f"link-member:{person.person_id}", translator.say("links.choose"))
    return Card((translator.say("links.who", name=quote(person.name)),), controls=(menu,))


def receipt(plan: LinkPlan, translator: Translator) -> Card:
    """What whoever linked the two is told."""
    key = "links.told_linked" if plan.means is LinkMeans.DISCORD else "links.told_same_person"
    return Card((translator.say(key, name=quote(plan.person.name), member=mention(plan.member)),))


def notice(view: LinkView, translator: Translator, *, pinged: bool) -> Card:
    """Tells everybody who turned out to be whom, who says so and why."""
    text = translator.say("links.linked", name=quote(view.name), member=mention(view.person), by=mention(view.by))
    lines = (f"{text}\n{quoted_block(view.link.reason)}", translator.say("links.linked_means"))
    return Card(lines, colour=ACCENT, pings=pings([view.person]) if pinged else frozenset())


def letter(view: LinkView, translator: Translator) -> Card:
    """Tells the member what is theirs from now on, and where to see it."""
    text = translator.say("links.you_linked", name=quote(view.name), by=mention(view.by))
    return Card((f"{text}\n{quoted_block(view.link.reason)}", translator.say("links.you_linked_means")), colour=ACCENT)


def undone(view: LinkView, translator: Translator) -> Card:
    """Tells that it was a mistake, and that each has what was theirs before."""
    by = mention(view.undone_by) if view.undone_by else "?"
    return Card(
        (translator.say("links.unlinked", name=quote(view.name), member=mention(view.person), by=by),), colour=QUIET
    )


def claim(found: NameClaimView, translator: Translator) -> Card:
    """For the committee: who says to be whom, what would follow, and the two answers; once decided, the answer."""
    if found.claim.decided_at is not None:
        return _decision(found, translator)
    names = {"name": quote(found.name), "claimant": mention(found.claimant)}
    lines = [translator.say("links.claimed", **names), translator.say("claims.at", at=moment(found.claim.claimed_at))]
    lines += [translator.say("links.moot")] if found.plan is None else _meaning(found.plan, translator)
    grant = Button(f"name-grant:{found.claim.claim_id}", translator.say("links.grant"), ButtonStyle.success)
    refuse = Button(f"name-refuse:{found.claim.claim_id}", translator.say("links.refuse"), ButtonStyle.danger)
    presses = (refuse,) if found.plan is None else (grant, refuse)
    how = () if found.plan is None else (translator.say("links.how_to_decide", **names),)
    return Card(("\n".join(lines), *how), controls=(presses,), colour=WARNING)


def claim_receipt(found: NameClaimView, translator: Translator) -> Card:
    """What the claimant is told: who decides, and that nothing has changed yet."""
    return Card((translator.say("links.you_claimed", name=quote(found.name)),))


def refusal(found: NameClaimView, translator: Translator) -> Card:
    """Tells the claimant that staff did not confirm it, why, and what can be done."""
    text = translator.say("links.you_refused", name=quote(found.name))
    return Card((f"{text}\n{quoted_block(found.claim.reason or '')}", translator.say("links.you_refused_next")))


def _decision(found: NameClaimView, translator: Translator) -> Card:
    key = "links.granted" if found.claim.granted else "links.refused"
    by = mention(found.decided_by) if found.decided_by else "?"
    text = translator.say(key, name=quote(found.name), claimant=mention(found.claimant), by=by)
    return Card((f"{text}\n{quoted_block(found.claim.reason or '')}",), colour=QUIET)


def _meaning(plan: LinkPlan, translator: Translator) -> Iterator[str]:
    """What it would do, line by line."""
    names = {"name": quote(plan.person.name), "member": mention(plan.member)}
    yield translator.say(f"links.means_{plan.means}", **names)
    if plan.rating is not None:
        yield "- " + translator.say("links.has_rating", rating=round(plan.rating))
    held = [translator.say(f"people.office_{office}") for office in plan.offices]
    held += [translator.say("people.arbiter", title=plan.title.value)] if plan.title is not None else []
    if held:
        yield "- " + translator.say("links.holds", what=listing(held, translator))
    if plan.bars:
        yield "- " + translator.count("links.bars", plan.bars)
    if plan.moves:
        yield "- " + translator.say("links.moves", names=listing([quote(one) for one in plan.moves], translator))
    if plan.leaves:
        yield "- " + translator.say("links.leaves", names=listing([quote(one) for one in plan.leaves], translator))


# --- two people who are one -----------------------------------------------------------------------------------------


LINKS_ON_A_PAGE: Final = 10


def link_notice(view: SamePersonView, translator: Translator, *, pinged: bool) -> Card:
    """Tells everybody that the two are one, who says so and why, and what follows."""
    said = f"{translator.say('same_person.recorded', **_names(view))}\n{quoted_block(view.link.reason)}"
    return Card(
        (said, translator.say("same_person.means"), translator.say("same_person.may_be_appealed")),
        colour=WARNING,
        pings=pings(view.people) if pinged else frozenset(),
    )


def same_person_letter(view: SamePersonView, translator: Translator) -> Card:
    """Tells either of the two the same, what it has led to, and how to have it undone."""
    said = [f"{translator.say('same_person.you_recorded', **_names(view))}\n{quoted_block(view.link.reason)}"]
    said.append(translator.say("same_person.means"))
    said += _led_to(view, translator)
    if view.appeal_by is None:
        return Card(tuple(said), colour=WARNING)
    appeal = Button(f"appeal:same-{view.link.link_id}", translator.say("files.appeal"), ButtonStyle.primary)
    said.append(translator.say("same_person.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=WARNING)


def same_person_undone(view: SamePersonView, translator: Translator, *, pinged: bool) -> Card:
    """Tells that the two are two people after all, and why."""
    by = mention(view.undone_by) if view.undone_by else "?"
    text = translator.say("same_person.undone", **{**_names(view), "by": by})
    return Card(
        (f"{text}\n{quoted_block(view.link.undo_reason or '')}",),
        colour=ACCENT,
        pings=pings(view.people) if pinged else frozenset(),
    )


def told_recorded(view: SamePersonView, translator: Translator) -> Card:
    """What who recorded it is told: what it has led to, what is left to decide, and the way back."""
    return Card((translator.say("same_person.told_recorded", **_names(view)), *_led_to(view, translator)))


def told_undone(view: SamePersonView, translator: Translator) -> Card:
    """What the officer is told, with what became of the places."""
    places = [translator.say(f"undo.place_{one.state}", name=quote(one.event)) for one in view.back]
    return Card((translator.say("same_person.told_undone", **_names(view)), *places))


def link_list(views: Sequence[SamePersonView], page: int, translator: Translator) -> Card:
    """Who is recorded as one person with whom, by whom and why; `page` counts from 0."""
    title = translator.say("same_person.list_title")
    if not views:
        return Card((title, translator.say("same_person.list_none")))
    last = (len(views) - 1) // LINKS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = views[page * LINKS_ON_A_PAGE : (page + 1) * LINKS_ON_A_PAGE]
    lines = "\n".join(layout_cards.row_texts(shown, _line, translator))
    return Card((title, lines), controls=paging("same-persons", page, last, translator))


def _line(view: SamePersonView, translator: Translator) -> str:
    since = f"<t:{int(view.link.recorded_at.timestamp())}:D>"
    return (
        f"{translator.say('same_person.list_line', since=since, **_names(view))}\n{quoted_block(view.link.reason, 150)}"
    )


def _led_to(view: SamePersonView, translator: Translator) -> list[str]:
    said = []
    if view.is_barred:
        said.append(translator.say("same_person.barred"))
    if view.places:
        said.append(
            translator.say("same_person.places", names=listing([quote(name) for name in view.places], translator))
        )
    if view.both_play_in:
        names = listing([quote(name) for name in view.both_play_in], translator)
        said.append(translator.say("same_person.both_play", names=names))
    return said


def _names(view: SamePersonView) -> dict[str, str]:
    one, other = map(mention, view.people)
    return {"one": one, "other": other, "by": mention(view.recorded_by)}
