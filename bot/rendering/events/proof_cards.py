"""The proof of a draw: its record for everybody, and what came of running it again."""

from __future__ import annotations

from bot.domain.events.draw_views import DrawCheck, DrawView, Revealed, Verification
from bot.domain.events.guessing import export as exported_guesses
from bot.domain.events.tournament import Tournament
from bot.i18n import Voice
from bot.rendering.events.draw_cards import LINES_IN_A_POST, draw_title
from bot.rendering.layout import ACCENT, DANGER, QUIET, WARNING, Card, Document, Press
from bot.rendering.people import mention
from bot.rendering.text import quote


def commitment(tournament: Tournament, voice: Voice) -> Card:
    """For the record, before anybody enters: what the draw is held against afterwards."""
    check = Press(f"verify:{tournament.tournament_id}", voice.say("tournament.verify"))
    said = voice.say("draw.sealed", name=quote(tournament.name), commitment=tournament.commitment)
    return Card((said,), controls=((check,),), colour=QUIET)


def record_draw(view: DrawView, exported: str | None, voice: Voice) -> Card:
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
    check = Press(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))
    return Card(tuple(paragraphs), controls=((check,),), colour=QUIET, documents=file)


def link_revealed(view: Revealed, voice: Voice) -> Card:
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
    verify = Press(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))
    return Card((title, proof), controls=((verify,),), colour=QUIET)


def verification(checked: Verification, voice: Voice) -> Card:
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


def _guess_lines(checked: Verification, voice: Voice) -> list[str]:
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


def _check_lines(check: DrawCheck, voice: Voice) -> str:
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
