"""Names that turn out to be members: what a link would do, what it did, and claims that wait for staff."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.domain.cases.discord_links import LinkMeans, LinkPlan, LinkView, NameClaimView
from bot.domain.community import Person
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, MemberChoice, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quote, quoted_block


def preview(found: LinkPlan, voice: Voice) -> Card:
    """What linking the two would do, with the press that asks why and does it."""
    title = voice.say("links.preview", name=quote(found.person.name), member=mention(found.member))
    subject = f"{found.person.person_id}.{found.member.person_id}"
    sure = Press(f"link-sure:{subject}", voice.say("links.sure"), ButtonStyle.success, "🔗")
    return Card((title, "\n".join(_meaning(found, voice))), controls=((sure,),), colour=WARNING)


def asked_member(person: Person, voice: Voice) -> Card:
    """Asks staff which member somebody known by name is."""
    menu = MemberChoice(f"link-member:{person.person_id}", voice.say("links.choose"))
    return Card((voice.say("links.who", name=quote(person.name)),), controls=(menu,))


def receipt(found: LinkPlan, voice: Voice) -> Card:
    """What whoever linked the two is told."""
    key = "links.told_linked" if found.means is LinkMeans.DISCORD else "links.told_same_person"
    return Card((voice.say(key, name=quote(found.person.name), member=mention(found.member)),))


def notice(view: LinkView, voice: Voice, *, pinged: bool) -> Card:
    """Tells everybody who turned out to be whom, who says so and why."""
    said = voice.say("links.linked", name=quote(view.name), member=mention(view.person), by=mention(view.by))
    lines = (f"{said}\n{quoted_block(view.link.reason)}", voice.say("links.linked_means"))
    return Card(lines, colour=ACCENT, pings=pings([view.person]) if pinged else frozenset())


def letter(view: LinkView, voice: Voice) -> Card:
    """Tells the member what is theirs from now on, and where to see it."""
    said = voice.say("links.you_linked", name=quote(view.name), by=mention(view.by))
    return Card((f"{said}\n{quoted_block(view.link.reason)}", voice.say("links.you_linked_means")), colour=ACCENT)


def undone(view: LinkView, voice: Voice) -> Card:
    """Tells that it was a mistake, and that each has what was theirs before."""
    by = mention(view.undone_by) if view.undone_by else "?"
    return Card((voice.say("links.unlinked", name=quote(view.name), member=mention(view.person), by=by),), colour=QUIET)


def claim(found: NameClaimView, voice: Voice) -> Card:
    """For the committee: who says to be whom, what would follow, and the two answers; once decided, the answer."""
    if found.claim.decided_at is not None:
        return _decision(found, voice)
    names = {"name": quote(found.name), "claimant": mention(found.claimant)}
    lines = [voice.say("links.claimed", **names), voice.say("claims.at", at=moment(found.claim.claimed_at))]
    lines += [voice.say("links.moot")] if found.plan is None else _meaning(found.plan, voice)
    grant = Press(f"name-grant:{found.claim.claim_id}", voice.say("links.grant"), ButtonStyle.success)
    refuse = Press(f"name-refuse:{found.claim.claim_id}", voice.say("links.refuse"), ButtonStyle.danger)
    presses = (refuse,) if found.plan is None else (grant, refuse)
    how = () if found.plan is None else (voice.say("links.how_to_decide", **names),)
    return Card(("\n".join(lines), *how), controls=(presses,), colour=WARNING)


def claim_receipt(found: NameClaimView, voice: Voice) -> Card:
    """What the claimant is told: who decides, and that nothing has changed yet."""
    return Card((voice.say("links.you_claimed", name=quote(found.name)),))


def refusal(found: NameClaimView, voice: Voice) -> Card:
    """Tells the claimant that staff did not confirm it, why, and what can be done."""
    said = voice.say("links.you_refused", name=quote(found.name))
    return Card((f"{said}\n{quoted_block(found.claim.reason or '')}", voice.say("links.you_refused_next")))


def _decision(found: NameClaimView, voice: Voice) -> Card:
    key = "links.granted" if found.claim.granted else "links.refused"
    by = mention(found.decided_by) if found.decided_by else "?"
    said = voice.say(key, name=quote(found.name), claimant=mention(found.claimant), by=by)
    return Card((f"{said}\n{quoted_block(found.claim.reason or '')}",), colour=QUIET)


def _meaning(found: LinkPlan, voice: Voice) -> Iterator[str]:
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
