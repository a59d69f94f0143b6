"""Cards of a drawn event: the draw and its proof, the bracket as it grows, what decides, who left, who is kept apart.

Each picture has its words. A deciding match or lot says why it is played, between whom and on what they are level,
and what comes after it. Of a player who left it is told what it costs, and what it means for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from discord import ButtonStyle

from bot.features.course import cards as course_cards
from bot.features.course.cards import EVENT_CARD_STRATEGIES, length_words, round_name
from bot.features.course.model import (
    BracketView,
    ClubSaid,
    DeciderView,
    Departure,
    DrawCheck,
    DrawView,
    LotView,
    PairApart,
    PairsView,
    PairView,
    Revealed,
    RoundMissed,
    StandingsView,
    Verification,
)
from bot.features.rounds.bracket_cards import BracketPage, bracket_picture, pages
from bot.features.rounds.words_cards import how_to_check, results, value_words
from bot.features.tournaments.sheet_cards import tie_break_name
from bot.i18n.catalogue import Translator
from bot.kernel.ids import Community, EntrantId
from bot.layout.bracket_words import behind_picture, bracket_text
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Document, Drawing
from bot.layout.drawing import draw_bracket, draw_whole
from bot.layout.sentences import duration, listing, member_name, moment, number, plain, quote, quoted_block
from bot.people.cards import mention
from bot.play.contests import Contest, Stage
from bot.play.deciders import AfterLeaving, Decider, Tie, decisive_places, is_followed
from bot.play.draw import export_guesses as exported_guesses
from bot.play.entries import Tournament
from bot.play.formats.knockout import first_round
from bot.play.formats.lives import losses
from bot.play.ranking import chain
from bot.play.rulebook import Rulebook

# --- the draw and the bracket ---------------------------------------------------------------------------------------


PAGES_IN_A_POST = 4
PAGES_IN_AN_ANSWER = 3
LINES_IN_A_POST = 44
"""Pairs of mentions: Discord lets a message of this kind hold a hundred."""
BIGGEST_WHOLE = 128
"""Starters of a bracket that is also drawn in one piece."""
TEXT_OF_A_BRACKET = 3200
_TREE = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})


def draw_announcement(view: DrawView, translator: Translator) -> Card:
    """The draw for everyone: who meets whom, each bye with its reason, the bracket, and what comes next."""
    bracket = view.bracket
    if bracket is None:
        raise ValueError("a table is told by its first round")
    return opening(bracket, draw_title(view, translator), translator)


def opening(bracket: BracketView, title: str, translator: Translator) -> Card:
    """The first round of a bracket under a title: who meets whom, each bye with its reason, the picture, what is
    next."""
    first = first_round(bracket.facts.drawn_for)
    began = [contest for contest in bracket.facts.contests if contest.round == first]
    pairs = [one for one in began if len(one.sides) > 1]
    byes = [one for one in began if len(one.sides) == 1]
    paragraphs = [title, _pairs(bracket, first, pairs, translator)]
    if byes:
        paragraphs.append(_byes(bracket, byes, LINES_IN_A_POST - len(pairs), translator))
    paragraphs.append(follows(bracket.tournament, bracket.community, translator))
    known = pages(bracket, translator)
    shown, whole = _pictures(bracket, known, translator)
    in_full = _in_full(bracket, translator) if len(pairs) + len(byes) > LINES_IN_A_POST else ()
    return Card(
        tuple(paragraphs),
        controls=(_presses(bracket, len(known), translator),),
        pictures=shown,
        attachments=whole,
        documents=in_full,
    )


def round_over(view: BracketView, number: int, translator: Translator) -> Card:
    """A round is decided: the part of the bracket that matters now, and who plays next."""
    if view.tournament.rulebook.knockout.lives > 1:
        said = [course_cards.round_is_over(view, number, translator), course_cards.upcoming(view, translator)]
    else:
        said = _over(view, number, translator)
    of_round = [contest for contest in view.facts.contests if contest.round == number and contest.stage in _TREE]
    ended, documents = results(of_round, view.people, view.tournament.rulebook, translator)
    paragraphs = [*filter(None, (said[0], ended, *said[1:])), follows(view.tournament, view.community, translator)]
    known = pages(view, translator)
    part = tuple(page for page in known if number + 1 in page.rounds or page.is_played)
    shown, whole = _pictures(view, part, translator)
    return Card(
        tuple(paragraphs),
        controls=(_presses(view, len(known), translator),),
        pictures=shown,
        attachments=whole,
        documents=documents,
    )


def _over(view: BracketView, number: int, translator: Translator) -> list[str]:
    """Of a single bracket: the round by its name, and the pairs that are known of the next."""
    name, called = quote(view.tournament.name), round_name(number, view.facts.drawn_for, translator).lower()
    upcoming = _open_after(view, number)
    on_the_way = [one for one in upcoming if one.stage is not Stage.THIRD_PLACE]
    pairs = [_pairs(view, on_the_way[0].round, on_the_way, translator)] if on_the_way else []
    beside = (one for one in upcoming if one not in on_the_way)
    pairs += [f"**{member_name(one.stage, translator)}**\n1. {_names(view, one)}" for one in beside]
    return [translator.say("draw.round_over", name=name, round=called), *pairs]


def _open_after(view: BracketView, number: int) -> list[Contest]:
    """Pairs of later rounds that have still to play."""
    later = (contest for contest in view.facts.contests if contest.round > number)
    return [one for one in later if len(one.sides) > 1 and one.result is None]


def bracket(view: BracketView, reader: EntrantId | None, page: int | None, translator: Translator) -> Card:
    """The bracket for one reader, from the page on which he stands, as pictures and in words."""
    known = pages(view, translator)
    first = _page_of(known, reader) if page is None else max(0, min(page, len(known) - 1))
    first = max(0, min(first, len(known) - PAGES_IN_AN_ANSWER))
    window = known[first : first + PAGES_IN_AN_ANSWER]
    texts = [_page_text(one, translator) for one in window]
    if view.tournament.rulebook.knockout.lives > 1:
        texts.append(course_cards.upcoming(view, translator))
    text = f"## {quote(view.tournament.name)}\n" + "\n\n".join(texts)
    turning = _turning(view.tournament.tournament_id, first, len(known), translator)
    pictures = tuple(_drawing(view, one, translator) for one in window)
    whole = _whole(view, translator) if len(known) > 1 else ()
    verify = Button(f"verify:{view.tournament.tournament_id}", translator.say("tournament.verify"), emoji="🔎")
    mine = _to_own_part(view, translator) if len(known) > 1 else ()
    controls = ((*turning, *mine, verify),)
    return Card((_cut(text, translator),), controls=controls, pictures=pictures, attachments=whole)


def own_part(view: BracketView, reader: EntrantId | None, translator: Translator) -> Card:
    """The part of the bracket in which the reader is or was last; for who does not play, one that is being played."""
    known = pages(view, translator)
    page, plays = known[_page_of(known, reader)], any(reader in one.entrants for one in known)
    if not plays:
        page = next((one for one in known if one.is_played), known[-1])
    said = [f"## {quote(view.tournament.name)}", *(() if plays else (translator.say("draw.not_in_it"),))]
    text = "\n".join([*said, _page_text(page, translator)])
    controls = (_presses(view, 1, translator),)
    return Card((_cut(text, translator),), controls=controls, pictures=(_drawing(view, page, translator),))


def _page_text(page: BracketPage, translator: Translator) -> str:
    """A page in words, under the name of its bracket where that is not the tree."""
    text = bracket_text(page.picture, translator, quote).partition("\n\n")[2]
    return f"**{page.title}**\n{text}" if page.title else text


def _in_full(view: BracketView, translator: Translator) -> tuple[Document, ...]:
    """The whole bracket in words, each bye with its reason, where a message is too short for it."""
    text = "\n\n".join(bracket_text(page.picture, translator) for page in pages(view, translator))
    return (Document(f"bracket-{view.tournament.tournament_id}.txt", text.encode()),)


def redrawn(name: str, translator: Translator) -> Card:
    """Done; the organiser sees where to look."""
    return Card((translator.say("draw.redrawn", name=quote(name)),))


def draw_title(view: DrawView, translator: Translator) -> str:
    """That it was drawn, or drawn again, by whom and why."""
    name = quote(view.tournament.name)
    if view.reason is None:
        return translator.say("draw.drawn", name=name)
    by = mention(view.by) if view.by else translator.say("capacity.organiser")
    return translator.say("draw.drawn_again", name=name, by=by) + "\n" + quoted_block(view.reason)


def _pairs(view: BracketView, number: int, pairs: Sequence[Contest], translator: Translator) -> str:
    title = f"**{round_name(number, view.facts.drawn_for, translator)}**"
    lines = [f"{index}. {_names(view, one)}" for index, one in enumerate(pairs[:LINES_IN_A_POST], 1)]
    return "\n".join([title, *lines, *_more(len(pairs) - LINES_IN_A_POST, translator)])


def _byes(view: BracketView, byes: Sequence[Contest], most: int, translator: Translator) -> str:
    shown = max(1, most)
    lines = [f"- {_names(view, bye)}: {translator.say(f'draw.why_{bye.bye_reason}')}" for bye in byes[:shown]]
    title = f"**{translator.count('draw.byes', len(byes))}**"
    return "\n".join([title, *lines, *_more(len(byes) - shown, translator)])


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)


def _more(number: int, translator: Translator) -> tuple[str, ...]:
    return (translator.count("draw.and_more", number),) if number > 0 else ()


def follows(tournament: Tournament, community: Community, translator: Translator) -> str:
    """What comes now: the calls, at once or at the start, each by itself or with an arbiter."""
    where, here = channel(community, translator), translator.say("matches.here")
    start, drawn_at = tournament.start_at, tournament.drawn_at
    if tournament.first_call_at is None and drawn_at is not None and drawn_at < start:
        return translator.say("draw.next_at_start", channel=where, start=moment(start), here=here)
    key = "draw.next" if tournament.rulebook.matches.matches_per_arbiter else "draw.next_unwatched"
    return translator.say(key, channel=where, here=here)


def channel(community: Community, translator: Translator) -> str:
    """Where matches are called, in words."""
    where = community.matches or community.announcements
    return f"<#{where}>" if where is not None else translator.say("draw.here")


def _presses(view: BracketView, parts: int, translator: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    return (
        *(_to_own_part(view, translator) if parts > 1 else ()),
        Button(f"bracket:{key}", translator.say("tournament.bracket"), ButtonStyle.primary),
        Button(f"verify:{key}", translator.say("tournament.verify")),
    )


def _to_own_part(view: BracketView, translator: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    return (Button(f"my-bracket:{key}", translator.say("draw.my_part"), ButtonStyle.primary),)


def _pictures(
    view: BracketView, part: Sequence[BracketPage], translator: Translator
) -> tuple[tuple[Drawing, ...], tuple[Drawing, ...]]:
    """The pages on which anybody is already, where they are few; else the whole as a file, and each reader's own part
    by its button."""
    begun = tuple(page for page in part if page.entrants)
    if len(begun) <= PAGES_IN_A_POST:
        return tuple(_drawing(view, page, translator) for page in begun), ()
    return (), _whole(view, translator)


def _drawing(view: BracketView, page: BracketPage, translator: Translator) -> Drawing:
    number, of = page.picture.page or (1, 1)
    name = plain(view.tournament.name)
    text = translator.say("draw.alt_one", name=name)
    if of > 1:
        text = translator.say("draw.alt", name=name, page=number, pages=of)
    words = behind_picture(text, page.picture, translator)
    return Drawing(f"bracket-{number}.png", words, partial(draw_bracket, page.picture))


def _whole(view: BracketView, translator: Translator) -> tuple[Drawing, ...]:
    """The bracket in one piece, as a file: in a message its names would be four points high."""
    if len(view.facts.starters) > BIGGEST_WHOLE:
        return ()
    text = translator.say("draw.alt_whole", name=plain(view.tournament.name))
    picture = bracket_picture(view, translator)
    return (Drawing("bracket.png", text, partial(draw_whole, picture), as_file=True),)


def _turning(tournament_id: str, first: int, of: int, translator: Translator) -> tuple[Button, ...]:
    """The buttons that lead to the pages before and after those that are shown."""
    before, after = max(0, first - PAGES_IN_AN_ANSWER), first + PAGES_IN_AN_ANSWER
    back = Button(f"bracket-page:{tournament_id}/{before}", translator.say("draw.before"), emoji="⬅️")
    onward = Button(f"bracket-page:{tournament_id}/{after}", translator.say("draw.after"), emoji="➡️")
    return (*((back,) if first > 0 else ()), *((onward,) if after < of else ()))


def _page_of(known: Sequence[BracketPage], reader: EntrantId | None) -> int:
    """The latest page on which the reader stands, or the first."""
    mine = [index for index, page in enumerate(known) if reader in page.entrants]
    return mine[-1] if mine else 0


def _cut(text: str, translator: Translator) -> str:
    if len(text) <= TEXT_OF_A_BRACKET:
        return text
    return text[:TEXT_OF_A_BRACKET].rpartition("\n")[0] + "\n" + translator.say("draw.cut")


# --- what decides an event ------------------------------------------------------------------------------------------


LINES = 40


def pairings(view: DeciderView, translator: Translator) -> Card:
    """Contests that were just paired to decide something."""
    if view.bracket is not None:
        return opening(view.bracket, _begins(view.bracket, translator), translator)
    match view.decider:
        case Decider.PLAY_OFF:
            said = _play_off(view, translator)
        case Decider.PLACEMENT:
            said = _placement(view, translator)
        case _:
            said = _final(view, translator)
    what_follows = follows(view.table.tournament, view.table.community, translator)
    return Card((*said, what_follows), controls=(_decider_presses(view, translator),), colour=ACCENT)


def lot(view: LotView, translator: Translator) -> Card:
    """A lot within the event: who was level or had lost, what it gave, and how anybody checks it (GO-27.1)."""
    table = view.table
    name, rulebook = quote(table.tournament.name), table.tournament.rulebook
    if view.chosen is not None:
        both = listing([_name(table, one) for one in view.between], translator)
        said = [translator.say(_why_lot(view), name=name, names=both, chosen=_name(table, view.chosen))]
    else:
        lines = [
            line for tie in view.ties for line in (_level(table, tie, translator), _by_lot(table, tie, translator))
        ]
        said = ["\n".join([translator.count("deciding.lot", decisive_places(rulebook), name=name), *lines])]
    verify = Button(
        f"verify:{table.tournament.tournament_id}", translator.say("tournament.verify"), ButtonStyle.primary
    )
    said.append(how_to_check(table, view.number, translator))
    if view.chosen is None:
        said.append(translator.say("deciding.after_lot_cut" if is_followed(rulebook) else "deciding.after_lot"))
    return Card(tuple(said), controls=((verify, _standings(table, translator)),), colour=ACCENT)


def _why_lot(view: LotView) -> str:
    """Why a lot decided between two: the key of its sentence."""
    if view.agreed:
        return "deciding.lot_agreed"
    if view.disputed:
        return "deciding.lot_disputed"
    return "deciding.lot_between_level" if view.level else "deciding.lot_between_two"


def _play_off(view: DeciderView, translator: Translator) -> list[str]:
    table, rulebook = view.table, view.table.tournament.rulebook
    name, number = quote(table.tournament.name), max(contest.round for contest in view.contests)
    if number == 1:
        title = translator.count("deciding.play_off", decisive_places(rulebook), name=name)
    else:
        title = translator.say("deciding.play_off_goes_on", name=name)
    lines = [_level(table, tie, translator) for tie in view.ties]
    length = _length(rulebook, view.contests[0], translator)
    pairs = (
        translator.say("deciding.pairs", round=number, length=length)
        + "\n"
        + _decider_pairs(table, view.contests, translator)
    )
    after = translator.say("deciding.after_play_off_cut" if is_followed(rulebook) else "deciding.after_play_off")
    return ["\n".join([title, *lines]), pairs, after]


def _length(rulebook: Rulebook, contest: Contest, translator: Translator) -> str:
    own = EVENT_CARD_STRATEGIES.of(rulebook).match_length(rulebook, contest, translator)
    return own or length_words(contest.best_of, contest.target, translator)


def _final(view: DeciderView, translator: Translator) -> list[str]:
    table, lives = view.table, view.table.tournament.rulebook.knockout.lives
    final = view.contests[-1]
    lost = losses(contest for contest in table.facts.contests if contest.contest_id != final.contest_id)
    lines = [
        translator.count("deciding.lives", lives - lost[one], name=_name(table, one), lost=lost[one])
        for one in final.sides
    ]
    others = {side for contest in table.facts.contests for side in contest.sides if lost[side] < lives} - {*final.sides}
    is_last = not others and all(lives - lost[one] == 1 for one in final.sides)
    title = translator.say(f"deciding.{view.decider.value}", name=quote(table.tournament.name))
    after = translator.say("deciding.after_last_final" if is_last else "deciding.after_final")
    return ["\n".join([title, *lines]), after]


def _placement(view: DeciderView, translator: Translator) -> list[str]:
    table = view.table
    said = [translator.say("deciding.placement", name=quote(table.tournament.name))]
    for place, some in groupby(view.contests, key=lambda one: one.group):
        contests = list(some)
        playing = {side for contest in contests for side in contest.sides}
        title = translator.say("deciding.places", first=place, last=place + len(playing) - 1)
        said.append(f"{title}\n{_decider_pairs(table, contests, translator)}")
    return [*said, translator.say("deciding.after_placement")]


def _begins(view: BracketView, translator: Translator) -> str:
    return translator.count("deciding.bracket", len(view.facts.starters), name=quote(view.tournament.name))


def _level(table: StandingsView, tie: Tie, translator: Translator) -> str:
    """Who is level, on which place, with every value of the chain that they have in common."""
    names = listing([_name(table, entrant) for entrant in tie.entrants], translator)
    row = table.row_of(tie.entrants[0])
    order = set(chain(table.tournament.rulebook))
    values = [] if row is None else [one for one in row.values if one.name in order and one.value is not None]
    told = listing(
        [f"{tie_break_name(one.name, translator)} **{value_words(one, translator)}**" for one in values], translator
    )
    place = f"{tie.first}–{tie.last}"
    if tie.group:
        return translator.say("deciding.level_in_group", group=tie.group, place=place, names=names, values=told)
    return translator.say("deciding.level", place=place, names=names, values=told)


def _by_lot(table: StandingsView, tie: Tie, translator: Translator) -> str:
    """Those who were level, in the order of the lot."""
    lots = {entrant: at for at, entrant in enumerate(table.facts.lot)}
    order = sorted(tie.entrants, key=lambda one: lots.get(one, len(lots)))
    names = (f"**{place}.** {_name(table, one)}" for place, one in enumerate(order, start=tie.first))
    return translator.say("deciding.by_lot", names=" · ".join(names))


def _decider_pairs(table: StandingsView, contests: Sequence[Contest], translator: Translator) -> str:
    lines = [f"- {' – '.join(_name(table, side) for side in contest.sides)}" for contest in contests[:LINES]]
    left_out = len(contests) - len(lines)
    return "\n".join([*lines, *([translator.count("standings.and_more", left_out)] if left_out else [])])


def _decider_presses(view: DeciderView, translator: Translator) -> tuple[Button, ...]:
    return (_standings(view.table, translator),)


def _standings(table: StandingsView, translator: Translator) -> Button:
    return Button(f"standings:{table.tournament.tournament_id}", translator.say("standings.open"))


def _name(table: StandingsView, entrant: EntrantId) -> str:
    return mention(table.person(entrant))


# --- the proof of a draw --------------------------------------------------------------------------------------------


def record_draw(view: DrawView, exported: str | None, translator: Translator) -> Card:
    """The draw for the public record: everything that anyone needs to run it again."""
    record = view.record
    paragraphs = [
        draw_title(view, translator),
        translator.say(
            "draw.record",
            number=record.number,
            previous=view.previous,
            link=record.link,
            list_hash=record.list_hash,
            seed=record.seed,
        ),
        translator.say("draw.record_how"),
    ]
    file = () if exported is None else (_file(view.tournament.tournament_id, record.number, exported),)
    check = Button(f"verify:{view.tournament.tournament_id}", translator.say("tournament.verify"))
    return Card(tuple(paragraphs), controls=((check,),), colour=QUIET, documents=file)


def link_revealed(view: Revealed, translator: Translator) -> Card:
    """For the record: the link of a later draw, and what anyone needs to run it again."""
    key = "draw.lot_revealed" if view.is_lot else "draw.round_revealed"
    title = translator.say("draw.late_revealed" if view.is_late else key, name=quote(view.tournament.name))
    proof = translator.say(
        "draw.record",
        number=view.record.number,
        previous=view.previous,
        link=view.record.link,
        list_hash=view.record.list_hash,
        seed=view.record.seed,
    )
    verify = Button(f"verify:{view.tournament.tournament_id}", translator.say("tournament.verify"))
    return Card((title, proof), controls=((verify,),), colour=QUIET)


def verification(checked: Verification, translator: Translator) -> Card:
    """Whether the draw holds, every number of it, and who could have steered it."""
    name = quote(checked.tournament.name)
    if not checked.checks:
        return Card(
            (translator.say("draw.not_drawn", name=name, commitment=checked.tournament.commitment),), colour=QUIET
        )
    paragraphs = [translator.say("draw.holds" if checked.holds else "draw.broken", name=name)]
    paragraphs += [_check_lines(check, translator) for check in checked.checks[-3:]]
    paragraphs += _guess_lines(checked, translator)
    steered = any(check.record.host_could_steer for check in checked.checks)
    paragraphs.append(translator.say("draw.host_could_steer" if steered else "draw.nobody_could_steer"))
    paragraphs.append(translator.say("draw.run_it_yourself"))
    number = checked.checks[-1].record.number
    exported = checked.exported
    file = () if exported is None else (_file(checked.tournament.tournament_id, number, exported),)
    return Card(tuple(paragraphs), colour=_verdict(checked, steered=steered), documents=(*file, *_guess_file(checked)))


def _guess_lines(checked: Verification, translator: Translator) -> list[str]:
    """How many guesses of who begins hold, and each that does not; nothing where nobody guessed (GO-10)."""
    broken = [guess for guess in checked.guesses if guess.fault is not None]
    if not checked.guesses:
        return []
    said = [] if broken else [translator.count("draw.guesses_hold", len(checked.guesses))]
    for one in broken[:LINES_IN_A_POST]:
        names = " – ".join(mention(player) for player in one.players)
        said.append(translator.say(f"draw.guess_{one.fault}", names=names, hash=one.guess.commitment))
    return ["\n".join([*said, translator.say("draw.guess_how")])]


def _guess_file(checked: Verification) -> tuple[Document, ...]:
    if not checked.guesses:
        return ()
    text = exported_guesses(guess.guess for guess in checked.guesses)
    return (Document(f"guesses-{checked.tournament.tournament_id}.json", text.encode()),)


def _verdict(checked: Verification, *, steered: bool) -> int:
    """Red is for a draw that does not hold; a host who could have steered it is worth a warning."""
    if not checked.holds:
        return DANGER
    return WARNING if steered else ACCENT


def _check_lines(check: DrawCheck, translator: Translator) -> str:
    record = check.record
    text = translator.say(
        "draw.record",
        number=record.number,
        previous=check.previous,
        link=record.link,
        list_hash=record.list_hash,
        seed=record.seed,
    )
    wrong = [translator.say(f"draw.problem_{problem.value}") for problem in check.problems]
    if not check.same_bracket:
        wrong.append(translator.say("draw.problem_bracket"))
    verdict = [f"❌ {line}" for line in wrong] or [f"✅ {translator.say('draw.agrees')}"]
    return "\n".join([text, *verdict])


def _file(tournament_id: str, number: int, exported: str) -> Document:
    return Document(f"draw-{tournament_id}-{number}.json", exported.encode())


# --- who left -------------------------------------------------------------------------------------------------------


_LEFT = {
    AfterLeaving.REST_IS_LOST: "draw.left",
    AfterLeaving.PAIRED_NO_MORE: "draw.left_paired_no_more",
    AfterLeaving.ALL_IS_VOID: "draw.left_all_void",
    AfterLeaving.HANGS_ON_REPORT: "draw.left_hangs_on_report",
}
_LEAVES = {
    AfterLeaving.REST_IS_LOST: "draw.leave_now",
    AfterLeaving.PAIRED_NO_MORE: "draw.leave_now_paired_no_more",
    AfterLeaving.ALL_IS_VOID: "draw.leave_now_all_void",
    AfterLeaving.HANGS_ON_REPORT: "draw.leave_now_hangs_on_report",
}


def player_left(departure: Departure, translator: Translator) -> Card:
    """Somebody left after the close: organisers may draw again (GO-28.1), or everyone reads what it means (GO-28.4)."""
    key = "draw.left_before_start" if departure.may_redraw else _LEFT[departure.after]
    said = [translator.say(key, player=mention(departure.person), name=quote(departure.tournament.name))]
    if departure.reason is not None:
        said.append(quoted_block(departure.reason))
    again = (
        Button(
            f"redraw:{departure.tournament.tournament_id}", translator.say("draw.redraw"), ButtonStyle.primary, "🎲"
        ),
    )
    return Card(tuple(said), controls=(again,) if departure.may_redraw else (), colour=WARNING)


def leaving_asked(departure: Departure, translator: Translator) -> Card:
    """What leaving now would cost, with the button that does it."""
    key = "draw.leave_before_start" if departure.may_redraw else _LEAVES[departure.after]
    said = [translator.say(key, name=quote(departure.tournament.name))]
    if departure.person.is_team:
        said.append(translator.say("teams.leaves_whole", team=f"**{quote(departure.person.name)}**"))
    rules = departure.tournament.rulebook.absence
    if departure.counts_as_absent and rules.bar_when_unjustified:
        said.append(translator.say("draw.leave_is_absence", within=duration(rules.justify_within, translator)))
    verb = f"leave:{departure.tournament.tournament_id}/{departure.cost}"
    press = Button(verb, translator.say("draw.leave_yes"), ButtonStyle.danger)
    return Card(tuple(said), controls=((press,),), colour=WARNING)


def you_left(departure: Departure, translator: Translator) -> Card:
    """Done; what the person may still have to do."""
    return Card((translator.say("draw.you_left", name=quote(departure.tournament.name)),), colour=QUIET)


def taken_out(departure: Departure, translator: Translator) -> Card:
    """To staff: the person is out of the event, and everyone concerned is told."""
    return Card(
        (translator.say("draw.taken_out", player=mention(departure.person), name=quote(departure.tournament.name)),)
    )


# --- clubs and forbidden pairs --------------------------------------------------------------------------------------


_PAIRS_SHOWN = 20


def club_said(told: ClubSaid, translator: Translator) -> Card:
    """The club by now, and what it does."""
    name, person = quote(told.tournament.name), mention(told.person)
    if told.club is None:
        return Card((translator.say("apart.no_club" if told.own else "apart.no_club_of", name=name, person=person),))
    key = "apart.club_said" if told.own else "apart.club_said_of"
    return Card((translator.say(key, name=name, person=person, club=quote(told.club)),))


def pair_said(told: PairApart, translator: Translator) -> Card:
    """To the organiser: the pair is forbidden, or may meet again, and from which round on."""
    return Card(
        (_pair("apart.forbidden_now" if told.forbidden else "apart.allowed_now", told, translator),), colour=WARNING
    )


def pair_public(told: PairApart, translator: Translator) -> Card:
    """For the record: who is not paired, so that everybody can pair the rounds again."""
    return Card((_pair("apart.forbidden_public" if told.forbidden else "apart.allowed_public", told, translator),))


def pairs(view: PairsView, translator: Translator) -> Card:
    """All pairs that are not to meet; reasons for who may read them."""
    title = translator.say("apart.pairs", name=quote(view.tournament.name))
    if not view.pairs:
        return Card((title, translator.say("apart.no_pairs")), colour=QUIET)
    lines = [_line(pair, translator) for pair in view.pairs[:_PAIRS_SHOWN]]
    left_out = len(view.pairs) - len(lines)
    more = [translator.count("standings.and_more", left_out)] if left_out else []
    return Card((title, "\n".join([*lines, *more])), colour=QUIET)


def _line(one: PairView, translator: Translator) -> str:
    first, second = map(mention, one.people)
    said = f"- {translator.say('apart.pair', first=first, second=second)}"
    return said if one.reason is None else f"{said}: {quote(one.reason, 120)}"


def _pair(key: str, told: PairApart, translator: Translator) -> str:
    first, second = map(mention, told.people)
    return translator.say(key, first=first, second=second, name=quote(told.tournament.name), round=told.number)


# --- rounds to come -------------------------------------------------------------------------------------------------


_WAY_BACK = {True: ("round-play", "rounds.play"), False: ("round-miss", "rounds.miss")}
"""After an announcement the verb and the words that take it back, by whether the round is missed now."""
_OFFERED = {True: ("round-play", "rounds.play_round"), False: ("round-miss", "rounds.miss_round")}

_ROW = 5
"""Buttons in a row."""


def absence_receipt(told: RoundMissed, translator: Translator) -> Card:
    """What was announced, what it costs, and the way back."""
    key = "rounds.missed" if told.missed else "rounds.played"
    text = translator.say(
        key, round=told.number, name=quote(told.tournament.name), points=number(told.points, translator)
    )
    verb, label = _WAY_BACK[told.missed]
    back = Button(f"{verb}:{told.tournament.tournament_id}", translator.say(label))
    return Card((text,), controls=((back,),))


def presses(coming: RoundMissed | None, translator: Translator) -> tuple[Button, ...]:
    """The button to miss the round to come, or to play it after all; none where no round can be missed (GO-28.3)."""
    if coming is None:
        return ()
    verb, label = _OFFERED[coming.missed]
    emoji = "♟️" if coming.missed else "🛌"
    return (
        Button(f"{verb}:{coming.tournament.tournament_id}", translator.say(label, round=coming.number), emoji=emoji),
    )


def with_round_button(card: Card, coming: RoundMissed | None, translator: Translator) -> Card:
    """The card with the button among its last ones, where a player looks."""
    more = presses(coming, translator)
    if not more:
        return card
    *before, last = card.controls or ((),)
    if not isinstance(last, tuple) or len(last) + len(more) > _ROW:
        return replace(card, controls=(*card.controls, more))
    return replace(card, controls=(*before, (*last, *more)))
