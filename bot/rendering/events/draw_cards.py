"""The draw, its proof, the bracket as it grows, and who left: as messages, each picture with its words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from discord import ButtonStyle

from bot.domain.community import Community
from bot.domain.contests import Contest, Stage
from bot.domain.events.draw_views import BracketView, DrawView
from bot.domain.events.tournament import Tournament
from bot.domain.formats.knockout import first_round
from bot.domain.ids import EntrantId
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.events.bracket_places import round_name
from bot.rendering.events.bracket_view import Page, bracket_picture, pages
from bot.rendering.events.round_results import results
from bot.rendering.layout import WORDS_BEHIND_A_PICTURE, Card, Document, Drawing, Press
from bot.rendering.people import mention
from bot.rendering.pictures.bracket_pages import bracket_text
from bot.rendering.pictures.drawing import draw_bracket, draw_whole
from bot.rendering.sentences import member_name, moment
from bot.rendering.text import plain, quote, quoted_block

PAGES_IN_A_POST = 4
PAGES_IN_AN_ANSWER = 3
LINES_IN_A_POST = 44
"""Pairs of mentions: Discord lets a message of this kind hold a hundred."""
BIGGEST_WHOLE = 128
"""Starters of a bracket that is also drawn in one piece."""
TEXT_OF_A_BRACKET = 3200
_TREE = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})


def draw_announcement(view: DrawView, voice: Voice) -> Card:
    """The draw for everyone: who meets whom, each bye with its reason, the bracket, and what comes next."""
    bracket = view.bracket
    if bracket is None:
        raise ValueError("a table is told by its first round")
    return opening(bracket, draw_title(view, voice), voice)


def opening(bracket: BracketView, title: str, voice: Voice) -> Card:
    """The first round of a bracket under a title: who meets whom, each bye with its reason, the picture, what is
    next."""
    first = first_round(len(bracket.facts.starters))
    began = [one for one in bracket.facts.contests if one.round == first]
    pairs = [one for one in began if len(one.sides) > 1]
    byes = [one for one in began if len(one.sides) == 1]
    paragraphs = [title, _pairs(bracket, first, pairs, voice)]
    if byes:
        paragraphs.append(_byes(bracket, byes, LINES_IN_A_POST - len(pairs), voice))
    paragraphs.append(follows(bracket.tournament, bracket.community, voice))
    shown, whole = _pictures(bracket, pages(bracket, voice), voice)
    in_full = _in_full(bracket, voice) if len(pairs) + len(byes) > LINES_IN_A_POST else ()
    return Card(
        tuple(paragraphs), controls=(_presses(bracket, voice),), pictures=shown, attachments=whole, documents=in_full
    )


def round_over(view: BracketView, number: int, voice: Voice) -> Card:
    """A round is decided: the part of the bracket that matters now, and who plays next."""
    if view.tournament.rulebook.knockout.lives > 1:
        said = [lives_words.round_is_over(view, number, voice), lives_words.upcoming(view, voice)]
    else:
        said = _over(view, number, voice)
    of_round = [one for one in view.facts.contests if one.round == number and one.stage in _TREE]
    ended, documents = results(of_round, view.people, view.tournament.rulebook, voice)
    paragraphs = [*filter(None, (said[0], ended, *said[1:])), follows(view.tournament, view.community, voice)]
    part = tuple(page for page in pages(view, voice) if number + 1 in page.rounds or page.is_open)
    shown, whole = _pictures(view, part, voice)
    return Card(
        tuple(paragraphs),
        controls=(_presses(view, voice),),
        pictures=shown,
        attachments=whole,
        documents=documents,
    )


def _over(view: BracketView, number: int, voice: Voice) -> list[str]:
    """Of a single bracket: the round by its name, and the pairs that are known of the next."""
    name, called = quote(view.tournament.name), round_name(number, len(view.facts.starters), voice).lower()
    upcoming = _open_after(view, number)
    on_the_way = [one for one in upcoming if one.stage is not Stage.THIRD_PLACE]
    pairs = [_pairs(view, on_the_way[0].round, on_the_way, voice)] if on_the_way else []
    beside = (one for one in upcoming if one not in on_the_way)
    pairs += [f"**{member_name(one.stage, voice)}**\n1. {_names(view, one)}" for one in beside]
    return [voice.say("draw.round_over", name=name, round=called), *pairs]


def _open_after(view: BracketView, number: int) -> list[Contest]:
    """Pairs of later rounds that have still to play."""
    later = (one for one in view.facts.contests if one.round > number)
    return [one for one in later if len(one.sides) > 1 and one.result is None]


def bracket(view: BracketView, reader: EntrantId | None, page: int | None, voice: Voice) -> Card:
    """The bracket for one reader, from the page on which he stands, as pictures and in words."""
    known = pages(view, voice)
    first = _page_of(known, reader) if page is None else max(0, min(page, len(known) - 1))
    first = max(0, min(first, len(known) - PAGES_IN_AN_ANSWER))
    window = known[first : first + PAGES_IN_AN_ANSWER]
    texts = [_page_text(one) for one in window]
    if view.tournament.rulebook.knockout.lives > 1:
        texts.append(lives_words.upcoming(view, voice))
    text = f"## {quote(view.tournament.name)}\n" + "\n\n".join(texts)
    turning = _turning(view.tournament.tournament_id, first, len(known), voice)
    pictures = tuple(_drawing(view, one, voice) for one in window)
    whole = _whole(view, voice) if len(known) > 1 else ()
    verify = Press(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"), emoji="🔎")
    controls = ((*turning, verify),)
    return Card((_cut(text, voice),), controls=controls, pictures=pictures, attachments=whole)


def _page_text(page: Page) -> str:
    """A page in words, under the name of its bracket where that is not the tree."""
    text = bracket_text(page.picture, quote).partition("\n\n")[2]
    return f"**{page.title}**\n{text}" if page.title else text


def _in_full(view: BracketView, voice: Voice) -> tuple[Document, ...]:
    """The whole bracket in words, each bye with its reason, where a message is too short for it."""
    text = "\n\n".join(bracket_text(page.picture) for page in pages(view, voice))
    return (Document(f"bracket-{view.tournament.tournament_id}.txt", text.encode()),)


def redrawn(name: str, voice: Voice) -> Card:
    """Done; the organiser sees where to look."""
    return Card((voice.say("draw.redrawn", name=quote(name)),))


def draw_title(view: DrawView, voice: Voice) -> str:
    """That it was drawn, or drawn again, by whom and why."""
    name = quote(view.tournament.name)
    if view.reason is None:
        return voice.say("draw.drawn", name=name)
    by = mention(view.by) if view.by else voice.say("capacity.organiser")
    return voice.say("draw.drawn_again", name=name, by=by) + "\n" + quoted_block(view.reason)


def _pairs(view: BracketView, number: int, pairs: Sequence[Contest], voice: Voice) -> str:
    title = f"**{round_name(number, len(view.facts.starters), voice)}**"
    lines = [f"{index}. {_names(view, one)}" for index, one in enumerate(pairs[:LINES_IN_A_POST], 1)]
    return "\n".join([title, *lines, *_more(len(pairs) - LINES_IN_A_POST, voice)])


def _byes(view: BracketView, byes: Sequence[Contest], most: int, voice: Voice) -> str:
    shown = max(1, most)
    lines = [f"- {_names(view, one)}: {voice.say(f'draw.why_{one.bye_reason}')}" for one in byes[:shown]]
    title = f"**{voice.count('draw.byes', len(byes))}**"
    return "\n".join([title, *lines, *_more(len(byes) - shown, voice)])


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)


def _more(number: int, voice: Voice) -> tuple[str, ...]:
    return (voice.count("draw.and_more", number),) if number > 0 else ()


def follows(tournament: Tournament, community: Community, voice: Voice) -> str:
    """What comes now: the calls, at once or at the start, each by itself or with an arbiter."""
    where, here = channel(community, voice), voice.say("matches.here")
    start, drawn_at = tournament.start_at, tournament.drawn_at
    if tournament.first_call_at is None and drawn_at is not None and drawn_at < start:
        return voice.say("draw.next_at_start", channel=where, start=moment(start), here=here)
    key = "draw.next" if tournament.rulebook.matches.matches_per_arbiter else "draw.next_unwatched"
    return voice.say(key, channel=where, here=here)


def channel(community: Community, voice: Voice) -> str:
    """Where matches are called, in words."""
    where = community.matches or community.announcements
    return f"<#{where}>" if where is not None else voice.say("draw.here")


def _presses(view: BracketView, voice: Voice) -> tuple[Press, ...]:
    key = view.tournament.tournament_id
    return (
        Press(f"bracket:{key}", voice.say("tournament.bracket"), ButtonStyle.primary),
        Press(f"verify:{key}", voice.say("tournament.verify")),
    )


def _pictures(view: BracketView, part: Sequence[Page], voice: Voice) -> tuple[tuple[Drawing, ...], tuple[Drawing, ...]]:
    """The pages where they are few, or the whole to open, from which everyone finds the own page by the button."""
    if len(part) <= PAGES_IN_A_POST:
        return tuple(_drawing(view, page, voice) for page in part), ()
    return (), _whole(view, voice)


def _drawing(view: BracketView, page: Page, voice: Voice) -> Drawing:
    number, of = page.picture.page or (1, 1)
    said = voice.say("draw.alt", name=plain(view.tournament.name), page=number, pages=of)
    return Drawing(f"bracket-{number}.png", _with_matches(said, page), partial(draw_bracket, page.picture))


def _with_matches(said: str, page: Page) -> str:
    """The words behind a picture, and as many of its matches as they hold, the latest round's first."""
    blocks = bracket_text(page.picture).split("\n\n")[1:]
    told = [f"{label}: {line.partition('. ')[2]}" for label, *lines in map(str.splitlines, blocks) for line in lines]
    for line in reversed(told):
        if len(said) + len(line) + 1 <= WORDS_BEHIND_A_PICTURE:
            said += f" {line}."
    return said[:WORDS_BEHIND_A_PICTURE]


def _whole(view: BracketView, voice: Voice) -> tuple[Drawing, ...]:
    if len(view.facts.starters) > BIGGEST_WHOLE:
        return ()
    said = voice.say("draw.alt_whole", name=plain(view.tournament.name))
    return (Drawing("bracket.png", said, partial(draw_whole, bracket_picture(view, voice))),)


def _turning(tournament_id: str, first: int, of: int, voice: Voice) -> tuple[Press, ...]:
    """The buttons that lead to the pages before and after those that are shown."""
    before, after = max(0, first - PAGES_IN_AN_ANSWER), first + PAGES_IN_AN_ANSWER
    back = Press(f"bracket-page:{tournament_id}/{before}", voice.say("draw.before"), emoji="⬅️")
    onward = Press(f"bracket-page:{tournament_id}/{after}", voice.say("draw.after"), emoji="➡️")
    return (*((back,) if first > 0 else ()), *((onward,) if after < of else ()))


def _page_of(known: Sequence[Page], reader: EntrantId | None) -> int:
    """The latest page on which the reader stands, or the first."""
    mine = [index for index, page in enumerate(known) if reader in page.entrants]
    return mine[-1] if mine else 0


def _cut(text: str, voice: Voice) -> str:
    if len(text) <= TEXT_OF_A_BRACKET:
        return text
    return text[:TEXT_OF_A_BRACKET].rpartition("\n")[0] + "\n" + voice.say("draw.cut")
