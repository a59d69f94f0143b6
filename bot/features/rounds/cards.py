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
from bot.layout.bracket_layout import bracket_text
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, WORDS_BEHIND_A_PICTURE, Button, Card, Document, Drawing
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


def draw_announcement(view: DrawView, voice: Translator) -> Card:
    """The draw for everyone: who meets whom, each bye with its reason, the bracket, and what comes next."""
    bracket = view.bracket
    if bracket is None:
        raise ValueError("a table is told by its first round")
    return opening(bracket, draw_title(view, voice), voice)


def opening(bracket: BracketView, title: str, voice: Translator) -> Card:
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


def round_over(view: BracketView, number: int, voice: Translator) -> Card:
    """A round is decided: the part of the bracket that matters now, and who plays next."""
    if view.tournament.rulebook.knockout.lives > 1:
        said = [course_cards.round_is_over(view, number, voice), course_cards.upcoming(view, voice)]
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


def _over(view: BracketView, number: int, voice: Translator) -> list[str]:
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


def bracket(view: BracketView, reader: EntrantId | None, page: int | None, voice: Translator) -> Card:
    """The bracket for one reader, from the page on which he stands, as pictures and in words."""
    known = pages(view, voice)
    first = _page_of(known, reader) if page is None else max(0, min(page, len(known) - 1))
    first = max(0, min(first, len(known) - PAGES_IN_AN_ANSWER))
    window = known[first : first + PAGES_IN_AN_ANSWER]
    texts = [_page_text(one) for one in window]
    if view.tournament.rulebook.knockout.lives > 1:
        texts.append(course_cards.upcoming(view, voice))
    text = f"## {quote(view.tournament.name)}\n" + "\n\n".join(texts)
    turning = _turning(view.tournament.tournament_id, first, len(known), voice)
    pictures = tuple(_drawing(view, one, voice) for one in window)
    whole = _whole(view, voice) if len(known) > 1 else ()
    verify = Button(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"), emoji="🔎")
    controls = ((*turning, verify),)
    return Card((_cut(text, voice),), controls=controls, pictures=pictures, attachments=whole)


def _page_text(page: BracketPage) -> str:
    """A page in words, under the name of its bracket where that is not the tree."""
    text = bracket_text(page.picture, quote).partition("\n\n")[2]
    return f"**{page.title}**\n{text}" if page.title else text


def _in_full(view: BracketView, voice: Translator) -> tuple[Document, ...]:
    """The whole bracket in words, each bye with its reason, where a message is too short for it."""
    text = "\n\n".join(bracket_text(page.picture) for page in pages(view, voice))
    return (Document(f"bracket-{view.tournament.tournament_id}.txt", text.encode()),)


def redrawn(name: str, voice: Translator) -> Card:
    """Done; the organiser sees where to look."""
    return Card((voice.say("draw.redrawn", name=quote(name)),))


def draw_title(view: DrawView, voice: Translator) -> str:
    """That it was drawn, or drawn again, by whom and why."""
    name = quote(view.tournament.name)
    if view.reason is None:
        return voice.say("draw.drawn", name=name)
    by = mention(view.by) if view.by else voice.say("capacity.organiser")
    return voice.say("draw.drawn_again", name=name, by=by) + "\n" + quoted_block(view.reason)


def _pairs(view: BracketView, number: int, pairs: Sequence[Contest], voice: Translator) -> str:
    title = f"**{round_name(number, len(view.facts.starters), voice)}**"
    lines = [f"{index}. {_names(view, one)}" for index, one in enumerate(pairs[:LINES_IN_A_POST], 1)]
    return "\n".join([title, *lines, *_more(len(pairs) - LINES_IN_A_POST, voice)])


def _byes(view: BracketView, byes: Sequence[Contest], most: int, voice: Translator) -> str:
    shown = max(1, most)
    lines = [f"- {_names(view, one)}: {voice.say(f'draw.why_{one.bye_reason}')}" for one in byes[:shown]]
    title = f"**{voice.count('draw.byes', len(byes))}**"
    return "\n".join([title, *lines, *_more(len(byes) - shown, voice)])


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)


def _more(number: int, voice: Translator) -> tuple[str, ...]:
    return (voice.count("draw.and_more", number),) if number > 0 else ()


def follows(tournament: Tournament, community: Community, voice: Translator) -> str:
    """What comes now: the calls, at once or at the start, each by itself or with an arbiter."""
    where, here = channel(community, voice), voice.say("matches.here")
    start, drawn_at = tournament.start_at, tournament.drawn_at
    if tournament.first_call_at is None and drawn_at is not None and drawn_at < start:
        return voice.say("draw.next_at_start", channel=where, start=moment(start), here=here)
    key = "draw.next" if tournament.rulebook.matches.matches_per_arbiter else "draw.next_unwatched"
    return voice.say(key, channel=where, here=here)


def channel(community: Community, voice: Translator) -> str:
    """Where matches are called, in words."""
    where = community.matches or community.announcements
    return f"<#{where}>" if where is not None else voice.say("draw.here")


def _presses(view: BracketView, voice: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    return (
        Button(f"bracket:{key}", voice.say("tournament.bracket"), ButtonStyle.primary),
        Button(f"verify:{key}", voice.say("tournament.verify")),
    )


def _pictures(
    view: BracketView, part: Sequence[BracketPage], voice: Translator
) -> tuple[tuple[Drawing, ...], tuple[Drawing, ...]]:
    """The pages where they are few, or the whole to open, from which everyone finds the own page by the button."""
    if len(part) <= PAGES_IN_A_POST:
        return tuple(_drawing(view, page, voice) for page in part), ()
    return (), _whole(view, voice)


def _drawing(view: BracketView, page: BracketPage, voice: Translator) -> Drawing:
    number, of = page.picture.page or (1, 1)
    said = voice.say("draw.alt", name=plain(view.tournament.name), page=number, pages=of)
    return Drawing(f"bracket-{number}.png", _with_matches(said, page), partial(draw_bracket, page.picture))


def _with_matches(said: str, page: BracketPage) -> str:
    """The words behind a picture, and as many of its matches as they hold, the latest round's first."""
    blocks = bracket_text(page.picture).split("\n\n")[1:]
    told = [f"{label}: {line.partition('. ')[2]}" for label, *lines in map(str.splitlines, blocks) for line in lines]
    for line in reversed(told):
        if len(said) + len(line) + 1 <= WORDS_BEHIND_A_PICTURE:
            said += f" {line}."
    return said[:WORDS_BEHIND_A_PICTURE]


def _whole(view: BracketView, voice: Translator) -> tuple[Drawing, ...]:
    if len(view.facts.starters) > BIGGEST_WHOLE:
        return ()
    said = voice.say("draw.alt_whole", name=plain(view.tournament.name))
    return (Drawing("bracket.png", said, partial(draw_whole, bracket_picture(view, voice))),)


def _turning(tournament_id: str, first: int, of: int, voice: Translator) -> tuple[Button, ...]:
    """The buttons that lead to the pages before and after those that are shown."""
    before, after = max(0, first - PAGES_IN_AN_ANSWER), first + PAGES_IN_AN_ANSWER
    back = Button(f"bracket-page:{tournament_id}/{before}", voice.say("draw.before"), emoji="⬅️")
    onward = Button(f"bracket-page:{tournament_id}/{after}", voice.say("draw.after"), emoji="➡️")
    return (*((back,) if first > 0 else ()), *((onward,) if after < of else ()))


def _page_of(known: Sequence[BracketPage], reader: EntrantId | None) -> int:
    """The latest page on which the reader stands, or the first."""
    mine = [index for index, page in enumerate(known) if reader in page.entrants]
    return mine[-1] if mine else 0


def _cut(text: str, voice: Translator) -> str:
    if len(text) <= TEXT_OF_A_BRACKET:
        return text
    return text[:TEXT_OF_A_BRACKET].rpartition("\n")[0] + "\n" + voice.say("draw.cut")


# --- what decides an event ------------------------------------------------------------------------------------------


LINES = 40


def pairings(view: DeciderView, voice: Translator) -> Card:
    """Contests that were just paired to decide something."""
    if view.bracket is not None:
        return opening(view.bracket, _begins(view.bracket, voice), voice)
    match view.decider:
        case Decider.PLAY_OFF:
            said = _play_off(view, voice)
        case Decider.PLACEMENT:
            said = _placement(view, voice)
        case _:
            said = _final(view, voice)
    what_follows = follows(view.table.tournament, view.table.community, voice)
    return Card((*said, what_follows), controls=(_decider_presses(view, voice),), colour=ACCENT)


def lot(view: LotView, voice: Translator) -> Card:
    """A lot within the event: who was level or had lost, what it gave, and how anybody checks it (GO-27.1)."""
    table = view.table
    name, rulebook = quote(table.tournament.name), table.tournament.rulebook
    if view.chosen is not None:
        both = listing([_name(table, one) for one in view.between], voice)
        said = [voice.say(_why_lot(view), name=name, names=both, chosen=_name(table, view.chosen))]
    else:
        lines = [line for tie in view.ties for line in (_level(table, tie, voice), _by_lot(table, tie, voice))]
        said = ["\n".join([voice.count("deciding.lot", decisive_places(rulebook), name=name), *lines])]
    verify = Button(f"verify:{table.tournament.tournament_id}", voice.say("tournament.verify"), ButtonStyle.primary)
    said.append(how_to_check(table, view.number, voice))
    if view.chosen is None:
        said.append(voice.say("deciding.after_lot_cut" if is_followed(rulebook) else "deciding.after_lot"))
    return Card(tuple(said), controls=((verify, _standings(table, voice)),), colour=ACCENT)


def _why_lot(view: LotView) -> str:
    """Why a lot decided between two: the key of its sentence."""
    if view.agreed:
        return "deciding.lot_agreed"
    if view.disputed:
        return "deciding.lot_disputed"
    return "deciding.lot_between_level" if view.level else "deciding.lot_between_two"


def _play_off(view: DeciderView, voice: Translator) -> list[str]:
    table, rulebook = view.table, view.table.tournament.rulebook
    name, number = quote(table.tournament.name), max(one.round for one in view.contests)
    if number == 1:
        title = voice.count("deciding.play_off", decisive_places(rulebook), name=name)
    else:
        title = voice.say("deciding.play_off_goes_on", name=name)
    lines = [_level(table, tie, voice) for tie in view.ties]
    length = _length(rulebook, view.contests[0], voice)
    pairs = (
        voice.say("deciding.pairs", round=number, length=length) + "\n" + _decider_pairs(table, view.contests, voice)
    )
    after = voice.say("deciding.after_play_off_cut" if is_followed(rulebook) else "deciding.after_play_off")
    return ["\n".join([title, *lines]), pairs, after]


def _length(rulebook: Rulebook, contest: Contest, voice: Translator) -> str:
    own = EVENT_CARD_STRATEGIES.of(rulebook).match_length(rulebook, contest, voice)
    return own or length_words(contest.best_of, contest.target, voice)


def _final(view: DeciderView, voice: Translator) -> list[str]:
    table, lives = view.table, view.table.tournament.rulebook.knockout.lives
    final = view.contests[-1]
    lost = losses(one for one in table.facts.contests if one.contest_id != final.contest_id)
    lines = [
        voice.count("deciding.lives", lives - lost[one], name=_name(table, one), lost=lost[one]) for one in final.sides
    ]
    others = {side for one in table.facts.contests for side in one.sides if lost[side] < lives} - {*final.sides}
    is_last = not others and all(lives - lost[one] == 1 for one in final.sides)
    title = voice.say(f"deciding.{view.decider.value}", name=quote(table.tournament.name))
    after = voice.say("deciding.after_last_final" if is_last else "deciding.after_final")
    return ["\n".join([title, *lines]), after]


def _placement(view: DeciderView, voice: Translator) -> list[str]:
    table = view.table
    said = [voice.say("deciding.placement", name=quote(table.tournament.name))]
    for place, some in groupby(view.contests, key=lambda one: one.group):
        contests = list(some)
        playing = {side for one in contests for side in one.sides}
        title = voice.say("deciding.places", first=place, last=place + len(playing) - 1)
        said.append(f"{title}\n{_decider_pairs(table, contests, voice)}")
    return [*said, voice.say("deciding.after_placement")]


def _begins(view: BracketView, voice: Translator) -> str:
    return voice.count("deciding.bracket", len(view.facts.starters), name=quote(view.tournament.name))


def _level(table: StandingsView, tie: Tie, voice: Translator) -> str:
    """Who is level, on which place, with every value of the chain that they have in common."""
    names = listing([_name(table, one) for one in tie.entrants], voice)
    row = table.row_of(tie.entrants[0])
    order = set(chain(table.tournament.rulebook))
    values = [] if row is None else [one for one in row.values if one.name in order and one.value is not None]
    told = listing([f"{tie_break_name(one.name, voice)} **{value_words(one, voice)}**" for one in values], voice)
    place = f"{tie.first}–{tie.last}"
    if tie.group:
        return voice.say("deciding.level_in_group", group=tie.group, place=place, names=names, values=told)
    return voice.say("deciding.level", place=place, names=names, values=told)


def _by_lot(table: StandingsView, tie: Tie, voice: Translator) -> str:
    """Those who were level, in the order of the lot."""
    lots = {entrant: at for at, entrant in enumerate(table.facts.lot)}
    order = sorted(tie.entrants, key=lambda one: lots.get(one, len(lots)))
    names = (f"**{place}.** {_name(table, one)}" for place, one in enumerate(order, start=tie.first))
    return voice.say("deciding.by_lot", names=" · ".join(names))


def _decider_pairs(table: StandingsView, contests: Sequence[Contest], voice: Translator) -> str:
    lines = [f"- {' – '.join(_name(table, side) for side in one.sides)}" for one in contests[:LINES]]
    left_out = len(contests) - len(lines)
    return "\n".join([*lines, *([voice.count("standings.and_more", left_out)] if left_out else [])])


def _decider_presses(view: DeciderView, voice: Translator) -> tuple[Button, ...]:
    return (_standings(view.table, voice),)


def _standings(table: StandingsView, voice: Translator) -> Button:
    return Button(f"standings:{table.tournament.tournament_id}", voice.say("standings.open"))


def _name(table: StandingsView, entrant: EntrantId) -> str:
    return mention(table.person(entrant))


# --- the proof of a draw --------------------------------------------------------------------------------------------


def record_draw(view: DrawView, exported: str | None, voice: Translator) -> Card:
    """The draw for the public record: everything that anyone needs to run it again."""
    record = view.record
    paragraphs = [
        draw_title(view, voice),
        voice.say(
            "draw.record",
            number=record.number,
            previous=view.previous,
            link=record.link,
            list_hash=record.list_hash,
            seed=record.seed,
        ),
        voice.say("draw.record_how"),
    ]
    file = () if exported is None else (_file(view.tournament.tournament_id, record.number, exported),)
    check = Button(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))
    return Card(tuple(paragraphs), controls=((check,),), colour=QUIET, documents=file)


def link_revealed(view: Revealed, voice: Translator) -> Card:
    """For the record: the link of a later draw, and what anyone needs to run it again."""
    key = "draw.lot_revealed" if view.is_lot else "draw.round_revealed"
    title = voice.say(key, name=quote(view.tournament.name))
    proof = voice.say(
        "draw.record",
        number=view.record.number,
        previous=view.previous,
        link=view.record.link,
        list_hash=view.record.list_hash,
        seed=view.record.seed,
    )
    verify = Button(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))
    return Card((title, proof), controls=((verify,),), colour=QUIET)


def verification(checked: Verification, voice: Translator) -> Card:
    """Whether the draw holds, every number of it, and who could have steered it."""
    name = quote(checked.tournament.name)
    if not checked.checks:
        return Card((voice.say("draw.not_drawn", name=name, commitment=checked.tournament.commitment),), colour=QUIET)
    paragraphs = [voice.say("draw.holds" if checked.holds else "draw.broken", name=name)]
    paragraphs += [_check_lines(check, voice) for check in checked.checks[-3:]]
    paragraphs += _guess_lines(checked, voice)
    steered = any(check.record.host_could_steer for check in checked.checks)
    paragraphs.append(voice.say("draw.host_could_steer" if steered else "draw.nobody_could_steer"))
    paragraphs.append(voice.say("draw.run_it_yourself"))
    number = checked.checks[-1].record.number
    exported = checked.exported
    file = () if exported is None else (_file(checked.tournament.tournament_id, number, exported),)
    return Card(tuple(paragraphs), colour=_verdict(checked, steered=steered), documents=(*file, *_guess_file(checked)))


def _guess_lines(checked: Verification, voice: Translator) -> list[str]:
    """How many guesses of who begins hold, and each that does not; nothing where nobody guessed (GO-10)."""
    broken = [one for one in checked.guesses if one.fault is not None]
    if not checked.guesses:
        return []
    said = [] if broken else [voice.count("draw.guesses_hold", len(checked.guesses))]
    for one in broken[:LINES_IN_A_POST]:
        names = " – ".join(mention(player) for player in one.players)
        said.append(voice.say(f"draw.guess_{one.fault}", names=names, hash=one.guess.commitment))
    return ["\n".join([*said, voice.say("draw.guess_how")])]


def _guess_file(checked: Verification) -> tuple[Document, ...]:
    if not checked.guesses:
        return ()
    text = exported_guesses(one.guess for one in checked.guesses)
    return (Document(f"guesses-{checked.tournament.tournament_id}.json", text.encode()),)


def _verdict(checked: Verification, *, steered: bool) -> int:
    """Red is for a draw that does not hold; a host who could have steered it is worth a warning."""
    if not checked.holds:
        return DANGER
    return WARNING if steered else ACCENT


def _check_lines(check: DrawCheck, voice: Translator) -> str:
    record = check.record
    said = voice.say(
        "draw.record",
        number=record.number,
        previous=check.previous,
        link=record.link,
        list_hash=record.list_hash,
        seed=record.seed,
    )
    wrong = [voice.say(f"draw.problem_{problem.value}") for problem in check.problems]
    if not check.same_bracket:
        wrong.append(voice.say("draw.problem_bracket"))
    verdict = [f"❌ {line}" for line in wrong] or [f"✅ {voice.say('draw.agrees')}"]
    return "\n".join([said, *verdict])


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


def player_left(left: Departure, voice: Translator) -> Card:
    """Somebody left after the close: organisers may draw again (GO-28.1), or everyone reads what it means (GO-28.4)."""
    key = "draw.left_before_start" if left.may_redraw else _LEFT[left.after]
    said = [voice.say(key, player=mention(left.person), name=quote(left.tournament.name))]
    if left.reason is not None:
        said.append(quoted_block(left.reason))
    again = (Button(f"redraw:{left.tournament.tournament_id}", voice.say("draw.redraw"), ButtonStyle.primary, "🎲"),)
    return Card(tuple(said), controls=(again,) if left.may_redraw else (), colour=WARNING)


def leaving_asked(left: Departure, voice: Translator) -> Card:
    """What leaving now would cost, with the button that does it."""
    key = "draw.leave_before_start" if left.may_redraw else _LEAVES[left.after]
    said = [voice.say(key, name=quote(left.tournament.name))]
    if left.person.is_team:
        said.append(voice.say("teams.leaves_whole", team=f"**{quote(left.person.name)}**"))
    rules = left.tournament.rulebook.absence
    if left.counts_as_absent and rules.bar_when_unjustified:
        said.append(voice.say("draw.leave_is_absence", within=duration(rules.justify_within, voice)))
    verb = f"leave:{left.tournament.tournament_id}/{left.cost}"
    press = Button(verb, voice.say("draw.leave_yes"), ButtonStyle.danger)
    return Card(tuple(said), controls=((press,),), colour=WARNING)


def you_left(left: Departure, voice: Translator) -> Card:
    """Done; what the person may still have to do."""
    return Card((voice.say("draw.you_left", name=quote(left.tournament.name)),), colour=QUIET)


def taken_out(left: Departure, voice: Translator) -> Card:
    """To staff: the person is out of the event, and everyone concerned is told."""
    return Card((voice.say("draw.taken_out", player=mention(left.person), name=quote(left.tournament.name)),))


# --- clubs and forbidden pairs --------------------------------------------------------------------------------------


_PAIRS_SHOWN = 20


def club_said(told: ClubSaid, voice: Translator) -> Card:
    """The club by now, and what it does."""
    name, person = quote(told.tournament.name), mention(told.person)
    if told.club is None:
        return Card((voice.say("apart.no_club" if told.own else "apart.no_club_of", name=name, person=person),))
    key = "apart.club_said" if told.own else "apart.club_said_of"
    return Card((voice.say(key, name=name, person=person, club=quote(told.club)),))


def pair_said(told: PairApart, voice: Translator) -> Card:
    """To the organiser: the pair is forbidden, or may meet again, and from which round on."""
    return Card((_pair("apart.forbidden_now" if told.forbidden else "apart.allowed_now", told, voice),), colour=WARNING)


def pair_public(told: PairApart, voice: Translator) -> Card:
    """For the record: who is not paired, so that everybody can pair the rounds again."""
    return Card((_pair("apart.forbidden_public" if told.forbidden else "apart.allowed_public", told, voice),))


def pairs(view: PairsView, voice: Translator) -> Card:
    """All pairs that are not to meet; reasons for who may read them."""
    title = voice.say("apart.pairs", name=quote(view.tournament.name))
    if not view.pairs:
        return Card((title, voice.say("apart.no_pairs")), colour=QUIET)
    lines = [_line(one, voice) for one in view.pairs[:_PAIRS_SHOWN]]
    left_out = len(view.pairs) - len(lines)
    more = [voice.count("standings.and_more", left_out)] if left_out else []
    return Card((title, "\n".join([*lines, *more])), colour=QUIET)


def _line(one: PairView, voice: Translator) -> str:
    first, second = map(mention, one.people)
    said = f"- {voice.say('apart.pair', first=first, second=second)}"
    return said if one.reason is None else f"{said}: {quote(one.reason, 120)}"


def _pair(key: str, told: PairApart, voice: Translator) -> str:
    first, second = map(mention, told.people)
    return voice.say(key, first=first, second=second, name=quote(told.tournament.name), round=told.number)


# --- rounds to come -------------------------------------------------------------------------------------------------


_WAY_BACK = {True: ("round-play", "rounds.play"), False: ("round-miss", "rounds.miss")}
"""After an announcement the verb and the words that take it back, by whether the round is missed now."""
_OFFERED = {True: ("round-play", "rounds.play_round"), False: ("round-miss", "rounds.miss_round")}

_ROW = 5
"""Buttons in a row."""


def absence_receipt(told: RoundMissed, voice: Translator) -> Card:
    """What was announced, what it costs, and the way back."""
    key = "rounds.missed" if told.missed else "rounds.played"
    said = voice.say(key, round=told.number, name=quote(told.tournament.name), points=number(told.points, voice))
    verb, label = _WAY_BACK[told.missed]
    back = Button(f"{verb}:{told.tournament.tournament_id}", voice.say(label))
    return Card((said,), controls=((back,),))


def presses(coming: RoundMissed | None, voice: Translator) -> tuple[Button, ...]:
    """The button to miss the round to come, or to play it after all; none where no round can be missed (GO-28.3)."""
    if coming is None:
        return ()
    verb, label = _OFFERED[coming.missed]
    emoji = "♟️" if coming.missed else "🛌"
    return (Button(f"{verb}:{coming.tournament.tournament_id}", voice.say(label, round=coming.number), emoji=emoji),)


def with_round_button(card: Card, coming: RoundMissed | None, voice: Translator) -> Card:
    """The card with the button among its last ones, where a player looks."""
    more = presses(coming, voice)
    if not more:
        return card
    *before, last = card.controls or ((),)
    if not isinstance(last, tuple) or len(last) + len(more) > _ROW:
        return replace(card, controls=(*card.controls, more))
    return replace(card, controls=(*before, (*last, *more)))
