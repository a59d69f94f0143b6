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


def preview(found: LinkPlan, voice: Translator) -> Card:
    """What linking the two would do, with the press that asks why and does it."""
    title = voice.say("links.preview", name=quote(found.person.name), member=mention(found.member))
    subject = f"{found.person.person_id}.{found.member.person_id}"
    sure = Button(f"link-sure:{subject}", voice.say("links.sure"), ButtonStyle.success, "🔗")
    return Card((title, "\n".join(_meaning(found, voice))), controls=((sure,),), colour=WARNING)


def asked_member(person: Person, voice: Translator) -> Card:
    """Asks staff which member somebody known by name is."""
    menu = MemberChoice(f"link-member:{person.person_id}", voice.say("links.choose"))
    return Card((voice.say("links.who", name=quote(person.name)),), controls=(menu,))


def receipt(found: LinkPlan, voice: Translator) -> Card:
    """What whoever linked the two is told."""
    key = "links.told_linked" if found.means is LinkMeans.DISCORD else "links.told_same_person"
    return Card((voice.say(key, name=quote(found.person.name), member=mention(found.member)),))


def notice(view: LinkView, voice: Translator, *, pinged: bool) -> Card:
    """Tells everybody who turned out to be whom, who says so and why."""
    said = voice.say("links.linked", name=quote(view.name), member=mention(view.person), by=mention(view.by))
    lines = (f"{said}\n{quoted_block(view.link.reason)}", voice.say("links.linked_means"))
    return Card(lines, colour=ACCENT, pings=pings([view.person]) if pinged else frozenset())


def letter(view: LinkView, voice: Translator) -> Card:
    """Tells the member what is theirs from now on, and where to see it."""
    said = voice.say("links.you_linked", name=quote(view.name), by=mention(view.by))
    return Card((f"{said}\n{quoted_block(view.link.reason)}", voice.say("links.you_linked_means")), colour=ACCENT)


def undone(view: LinkView, voice: Translator) -> Card:
    """Tells that it was a mistake, and that each has what was theirs before."""
    by = mention(view.undone_by) if view.undone_by else "?"
    return Card((voice.say("links.unlinked", name=quote(view.name), member=mention(view.person), by=by),), colour=QUIET)


def claim(found: NameClaimView, voice: Translator) -> Card:
    """For the committee: who says to be whom, what would follow, and the two answers; once decided, the answer."""
    if found.claim.decided_at is not None:
        return _decision(found, voice)
    names = {"name": quote(found.name), "claimant": mention(found.claimant)}
    lines = [voice.say("links.claimed", **names), voice.say("claims.at", at=moment(found.claim.claimed_at))]
    lines += [voice.say("links.moot")] if found.plan is None else _meaning(found.plan, voice)
    grant = Button(f"name-grant:{found.claim.claim_id}", voice.say("links.grant"), ButtonStyle.success)
    refuse = Button(f"name-refuse:{found.claim.claim_id}", voice.say("links.refuse"), ButtonStyle.danger)
    presses = (refuse,) if found.plan is None else (grant, refuse)
    how = () if found.plan is None else (voice.say("links.how_to_decide", **names),)
    return Card(("\n".join(lines), *how), controls=(presses,), colour=WARNING)


def claim_receipt(found: NameClaimView, voice: Translator) -> Card:
    """What the claimant is told: who decides, and that nothing has changed yet."""
    return Card((voice.say("links.you_claimed", name=quote(found.name)),))


def refusal(found: NameClaimView, voice: Translator) -> Card:
    """Tells the claimant that staff did not confirm it, why, and what can be done."""
    said = voice.say("links.you_refused", name=quote(found.name))
    return Card((f"{said}\n{quoted_block(found.claim.reason or '')}", voice.say("links.you_refused_next")))


def _decision(found: NameClaimView, voice: Translator) -> Card:
    key = "links.granted" if found.claim.granted else "links.refused"
    by = mention(found.decided_by) if found.decided_by else "?"
    said = voice.say(key, name=quote(found.name), claimant=mention(found.claimant), by=by)
    return Card((f"{said}\n{quoted_block(found.claim.reason or '')}",), colour=QUIET)


def _meaning(found: LinkPlan, voice: Translator) -> Iterator[str]:
    """What it would do, line by line."""
    names = {"name": quote(found.person.name), "member": mention(found.member)}
    yield voice.say(f"links.means_{found.means}", **names)
    if found.rating is not None:
        yield "- " + voice.say("links.has_rating", rating=round(found.rating))
    held = [voice.say(f"people.office_{office}") for office in found.offices]
    held += [voice.say("people.arbiter", title=found.title.value)] if found.title is not None else []
    if held:
        yield "- " + voice.say("links.holds", what=listing(held, voice))
    if found.bars:
        yield "- " + voice.count("links.bars", found.bars)
    if found.moves:
        yield "- " + voice.say("links.moves", names=listing([quote(one) for one in found.moves], voice))
    if found.leaves:
        yield "- " + voice.say("links.leaves", names=listing([quote(one) for one in found.leaves], voice))


# --- two people who are one -----------------------------------------------------------------------------------------


LINKS_ON_A_PAGE: Final = 10


def link_notice(view: SamePersonView, voice: Translator, *, pinged: bool) -> Card:
    """Tells everybody that the two are one, who says so and why, and what follows."""
    said = f"{voice.say('same_person.recorded', **_names(view))}\n{quoted_block(view.link.reason)}"
    return Card(
        (said, voice.say("same_person.means"), voice.say("same_person.may_be_appealed")),
        colour=WARNING,
        pings=pings(view.people) if pinged else frozenset(),
    )


def same_person_letter(view: SamePersonView, voice: Translator) -> Card:
    """Tells either of the two the same, what it has led to, and how to have it undone."""
    said = [f"{voice.say('same_person.you_recorded', **_names(view))}\n{quoted_block(view.link.reason)}"]
    said.append(voice.say("same_person.means"))
    said += _led_to(view, voice)
    if view.appeal_by is None:
        return Card(tuple(said), colour=WARNING)
    appeal = Button(f"appeal:same-{view.link.link_id}", voice.say("files.appeal"), ButtonStyle.primary)
    said.append(voice.say("same_person.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=WARNING)


def same_person_undone(view: SamePersonView, voice: Translator, *, pinged: bool) -> Card:
    """Tells that the two are two people after all, and why."""
    by = mention(view.undone_by) if view.undone_by else "?"
    said = voice.say("same_person.undone", **{**_names(view), "by": by})
    return Card(
        (f"{said}\n{quoted_block(view.link.undo_reason or '')}",),
        colour=ACCENT,
        pings=pings(view.people) if pinged else frozenset(),
    )


def told_recorded(view: SamePersonView, voice: Translator) -> Card:
    """What who recorded it is told: what it has led to, what is left to decide, and the way back."""
    return Card((voice.say("same_person.told_recorded", **_names(view)), *_led_to(view, voice)))


def told_undone(view: SamePersonView, voice: Translator) -> Card:
    """What the officer is told, with what became of the places."""
    places = [voice.say(f"undo.place_{one.state}", name=quote(one.event)) for one in view.back]
    return Card((voice.say("same_person.told_undone", **_names(view)), *places))


def link_list(views: Sequence[SamePersonView], page: int, voice: Translator) -> Card:
    """Who is recorded as one person with whom, by whom and why; `page` counts from 0."""
    title = voice.say("same_person.list_title")
    if not views:
        return Card((title, voice.say("same_person.list_none")))
    last = (len(views) - 1) // LINKS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = views[page * LINKS_ON_A_PAGE : (page + 1) * LINKS_ON_A_PAGE]
    lines = "\n".join(layout_cards.row_texts(shown, _line, voice))
    return Card((title, lines), controls=paging("same-persons", page, last, voice))


def _line(view: SamePersonView, voice: Translator) -> str:
    since = f"<t:{int(view.link.recorded_at.timestamp())}:D>"
    return f"{voice.say('same_person.list_line', since=since, **_names(view))}\n{quoted_block(view.link.reason, 150)}"


def _led_to(view: SamePersonView, voice: Translator) -> list[str]:
    said = []
    if view.is_barred:
        said.append(voice.say("same_person.barred"))
    if view.places:
        said.append(voice.say("same_person.places", names=listing([quote(name) for name in view.places], voice)))
    if view.both_play_in:
        names = listing([quote(name) for name in view.both_play_in], voice)
        said.append(voice.say("same_person.both_play", names=names))
    return said


def _names(view: SamePersonView) -> dict[str, str]:
    one, other = map(mention, view.people)
    return {"one": one, "other": other, "by": mention(view.recorded_by)}
