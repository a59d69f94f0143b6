"""A match for the title: colours, the score, pauses, decisions, and who holds the title afterwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from rehearsal import rows
from rehearsal.cups.director import is_podium
from rehearsal.cups.title.diary import FIRST, SECOND, How, Lived, Shown, TitleCup
from rehearsal.cups.title.director import WHY
from rehearsal.facts import Pairing
from rehearsal.hearing import Hearing, same
from rehearsal.posts import Post

_PUBLISHED: Final = re.compile(r"^[^\d<\n]+(\d+)[^\d<\n]+<@(\d+)>[^<*\n]*\*\*(\w+)\*\*([^\d<*\n]+)$", re.MULTILINE)
"""A line with a game's number, who has which colour in it, and whether that was chosen."""
_COUNTS_DOWN: Final = re.compile(r"^⏸️.*<t:(\d+):R>", re.MULTILINE)
_AT_ONCE: Final = timedelta(seconds=2)
_GRACE: Final = timedelta(seconds=15)
TitleFinder = Callable[[Hearing, TitleCup], Iterable[str]]


def _match(hearing: Hearing) -> Pairing:
    _, event = hearing.events_held()[0]
    (found,) = hearing.pairings(event)
    return found


def _members(hearing: Hearing) -> list[int]:
    _, event = hearing.events_held()[0]
    entries = hearing.entries(event)
    return [entries[side].member or 0 for side in _match(hearing).sides]


def _other(colour: str) -> str:
    return FIRST if colour == SECOND else SECOND


def the_two(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """The two who were given a place play, and nobody else is on the list."""
    seated = {player.member.id for player in cup.play.cast.players}
    listed = {entry.member for entry in hearing.entries(hearing.facts.events[0]).values()}
    if listed != seated:
        yield f"on the list are {sorted(map(str, listed))} instead of {sorted(map(str, seated))}"


def colour_questions(_: Hearing, cup: TitleCup) -> Iterator[str]:
    """The champion alone is asked for colours, and nobody else's press chooses one; nor does one after the draw."""
    if not cup.numbers.chooses:
        return
    if cup.question is None or cup.question.pinged != {cup.champion.member.id}:
        yield "the champion is not asked, or not alone"
    for what in ("a challenger's colour", "a colour after the draw"):
        answer = cup.refused.get(what)
        if answer is None or not answer.posts or not answer.private:
            yield f"{what} is not refused in private"


def colours_published(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """At the start it is said which colours the champion has in the first and the last game, chosen or by lot."""
    said = [_PUBLISHED.findall(post.text) for post in hearing.play.witness.posts_of("announcements")]
    found: list[tuple[str, str, str, str]] = next((lines for lines in reversed(said) if len(lines) == 2), [])
    if not found:
        yield "no colours are published at the start"
    for number, member, word, _ in found:
        if int(member) != cup.champion.member.id or int(number) not in {1, cup.numbers.best_of}:
            yield f"game {number} is published for {hearing.name(int(member))}"
        wanted, colour = cup.chosen.get("first" if int(number) == 1 else "last"), cup.colour(word)
        if not colour or (wanted or colour) != colour:
            yield f"game {number}: {word}, and the champion chose {wanted}"
    if len({why for *_, why in found}) != len({which in cup.chosen for which in ("first", "last")}):
        yield "what was chosen and what the lot gave are told alike"
    (kept,) = rows.read(hearing.play.stage.path, rows.TITLES)["chosen"]
    yield from same("chosen", ((which, kept[which]) for which in cup.chosen), cup.chosen.items())


def alternate(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """Colours alternate from the first game, also past an annulled one, and in the last are as published."""
    first = next((one.colours for one in cup.shown if one.number == 1), {})
    champion, last = cup.champion.member.id, cup.numbers.best_of
    at_last = {number: cup.colour(word) for number, _, word, _ in _published_lines(hearing)}.get(str(last))
    for one in cup.shown:
        begun = first.get(champion, FIRST)
        wanted = at_last if one.number == last and at_last else begun if one.number % 2 else _other(begun)
        if one.colours.get(champion) != wanted or set(one.colours.values()) != {FIRST, SECOND}:
            yield f"game {one.number}: {_colours_named(hearing, one)}, and the champion has {wanted}"


def _published_lines(hearing: Hearing) -> list[tuple[str, str, str, str]]:
    posts = hearing.play.witness.posts_of("announcements")
    return [found for post in posts for found in _PUBLISHED.findall(post.text)]


def _colours_named(hearing: Hearing, one: Shown) -> str:
    return ", ".join(f"{hearing.name(member)} {colour}" for member, colour in one.colours.items())


def game_numbers(_: Hearing, cup: TitleCup) -> Iterator[str]:
    """Games are numbered on; one that counts for nothing keeps its number for the next."""
    wanted, counted = [], 0
    for one in cup.lived:
        if one.how is not How.TAKEN_BACK:
            wanted.append(counted + 1)
            counted += one.how is not How.ANNULLED
    found = [one.number for one in cup.shown]
    if found != wanted:
        yield f"the card counts {found} instead of {wanted}"


def first_to_win(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """The match ends when somebody has won more than half of its games, and no game earlier or later."""
    match, members = _match(hearing), _members(hearing)
    if match.outcome is None:
        yield "there is no result"
        return
    wanted = tuple(cup.score(member) for member in members)
    if match.outcome.score != wanted:
        yield f"{match.outcome.score} stands instead of {wanted}"
    if max(wanted) != cup.numbers.needed or min(wanted) >= cup.numbers.needed:
        yield f"the match ended at {wanted}"
    last = cup.games_that_count()[-1].at
    if abs(match.outcome.settled_at - last) > _GRACE:
        yield f"settled at {match.outcome.settled_at:%H:%M:%S}, the last game was at {last:%H:%M:%S}"


def decisions(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """Of a game that an arbiter annuls or awards both players are told; a winner's word alone asks the other."""
    both = _members(hearing)
    posts = [post for post in hearing.play.witness.posts_of("matches") if post.text.startswith("⚖️")]
    for one in cup.lived:
        if one.how not in WHY:
            continue
        told = [post for post in posts if _tells(post, one, both)]
        if len(told) != 1 or not told[0].pinged >= set(both):
            yield f"game {one.number} was {one.how}, and {len(told)} messages tell both"
    waits = cup.refused.get("a winner's word alone")
    if waits is None or len(waits.post.pinged) != 1:
        yield "the winner's word alone asks nobody"


def _tells(post: Post, decided: Lived, both: list[int]) -> bool:
    """Whether it says which game, whose it is now, if anybody's, and why: who has it is named beside the two."""
    named = Counter(int(found) for found in re.findall(r"<@(\d+)>", post.text))
    number = re.search(rf"(?<!\d){decided.number}(?!\d)", post.text)
    to_whom = [*both, *([] if decided.winner is None else [decided.winner])]
    soon = abs(post.at - decided.at) < _AT_ONCE
    return soon and named == Counter(to_whom) and number is not None and WHY[decided.how] in post.text


def pauses(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """Each pause ends by itself at its time and is told once; one too many is refused; trouble is nobody's pause."""
    posts = hearing.play.witness.posts_of("matches")
    both = set(_members(hearing))
    told = [post for post in posts if post.text.startswith("▶️") and post.pinged == both]
    yield from _told_as_over(hearing, cup, told)
    taken = Counter[int]()
    for one in cup.pauses:
        taken[one.member] += one.at_once
    for who, times in taken.items():
        if times > cup.numbers.pauses:
            yield f"{hearing.name(who)} took {times} pauses"
    if cup.numbers.pauses > 1:
        yield from _pauses_not_refused(cup)


def _told_as_over(hearing: Hearing, cup: TitleCup, told: list[Post]) -> Iterator[str]:
    """Pauses that ended by themselves, and are not told as over at their time, once each."""
    by_themselves = [one for one in cup.pauses if one.ended_at is None]
    for one in by_themselves:
        there = [post for post in told if one.at < post.at and abs(post.at - one.until) <= _GRACE]
        if len(there) != 1:
            yield f"{hearing.name(one.member)}'s pause to {one.until:%H:%M:%S} is told as over {len(there)} times"
    left_alone = _unanswered_pauses(told, cup)
    if len(left_alone) != len(by_themselves):
        yield f"{len(by_themselves)} pauses ended by themselves, and {len(left_alone)} messages say so"


def _pauses_not_refused(cup: TitleCup) -> Iterator[str]:
    for what in ("a pause too many", "a player's word that it goes on"):
        answer = cup.refused.get(what)
        if answer is None or not answer.private:
            yield f"{what} is not refused in private"


def _unanswered_pauses(told: list[Post], cup: TitleCup) -> list[Post]:
    """Those since the first pause that tell of one which nobody ended."""
    first = cup.pauses[0].at if cup.pauses else datetime.max.replace(tzinfo=UTC)
    early = [one.ended_at for one in cup.pauses if one.ended_at is not None]
    since = [post for post in told if post.at > first]
    return [post for post in since if not any(abs(post.at - moment) < _AT_ONCE for moment in early)]


def countdown(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """While a pause runs, the card counts down to its end by Discord's own clock."""
    shown = [sight.post.text for sight in hearing.play.witness.sights]
    ends = {int(moment) for text in shown for moment in _COUNTS_DOWN.findall(text)}
    for one in cup.pauses:
        planned = one.at + one.at_once * cup.numbers.pause_lasts
        if not any(abs(moment - planned.timestamp()) <= 2 for moment in ends):
            yield f"no countdown to {planned:%H:%M:%S}"


def title_holder(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """Who won holds the title from the last game on, by the registry, the podium and the own page."""
    held = rows.read(hearing.play.stage.path, rows.TITLES)["crowned"]
    titles = [(int(row["discord_id"]), row["event"]) for row in held]
    best = max(_members(hearing), key=cup.score)
    _, event = hearing.events_held()[0]
    if titles != [(best, event.name)]:
        yield f"the registry says {titles}, and {hearing.name(best)} won"
    posts = [post for post in hearing.play.witness.posts_of("announcements") if is_podium(post)]
    if len(posts) != 1 or not re.search(rf"^🥇.*<@{best}>", posts[0].text, re.MULTILINE):
        yield f"{len(posts)} podiums, or another champion on it"
    crown = re.findall(r"^👑.*$", "" if cup.profile is None else cup.profile.text, re.MULTILINE)
    if len(crown) != 1 or event.name not in crown[0]:
        yield "the new champion's page does not say so"


def once(hearing: Hearing, cup: TitleCup) -> Iterator[str]:
    """The match is called once, and a restart makes nothing said twice."""
    if cup.restarted_at is None:
        yield "the bot was never started anew"
    cards = [
        one for post in hearing.play.witness.posts_of("matches") for one in post.offered if one.startswith("here:")
    ]
    yield from same("called", Counter(cards).values(), [1])
    said = Counter((post.text, *post.offered) for post in hearing.play.witness.posts_of("announcements"))
    yield from (f"{times} times: {words[0].splitlines()[0]}" for words, times in said.items() if times > 1)


CHECKS: Final[tuple[tuple[str, str, TitleFinder], ...]] = (
    ("AIJE-D03-1", "The two with a place play, and nobody else", the_two),
    ("AIJE-D03-2", "The champion alone is asked for colours", colour_questions),
    ("AIJE-D03-2", "What was chosen and what the lot gave is published at the start", colours_published),
    ("AIJE-D03-2", "Colours alternate from the first game", alternate),
    ("AIJE-D03-5", "A game that counts for nothing keeps its number", game_numbers),
    ("AIJE-D03-1", "The first to win more than half of the games has won", first_to_win),
    ("AIJE-D03-5", "Arbiters annul and award games, and both are told why", decisions),
    ("AIJE-D03-4", "Pauses end in time, are told once, and are no more than there are", pauses),
    ("AIJE-D03-4", "A pause counts down on the card", countdown),
    ("AIJE-D03-1", "The winner holds the title from then on", title_holder),
    ("the house", "A restart makes nothing said twice", once),
)
