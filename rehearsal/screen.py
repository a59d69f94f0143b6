"""What a rehearsal comes to on one screen of a terminal: one language, the server's clock, all else on the page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Final

from bot.i18n.catalogue import LOCALES
from rehearsal.play import Play
from rehearsal.stage import CHANNELS
from rehearsal.verdict import Verdict
from rehearsal.witness import How, Sight

WIDTH: Final = 100
LINES: Final = 40
_ANNOUNCED: Final = 20
"""Announcements that are shown; of more the first and the last."""
_BROKEN: Final = 8
"""Findings that are shown; the page has all."""
_FEW: Final = 4
"""Where fewer was announced, the other channels are shown too."""


@dataclass(frozen=True, slots=True)
class Words:
    """The frame around what the bot itself said."""

    title: str
    seen: str
    announced: str
    more: str
    holds: str
    fails: str
    page: str
    site: str
    no_site: str
    watch: str
    stays: str
    rest: str


@dataclass(frozen=True, slots=True)
class Left:
    """What a rehearsal leaves on the disk."""

    report: Path
    site: Path | None = None
    """The page of its last event, where there is one."""
    trouble: str = ""
    """Why the pages could not be written."""


_WORDS: Final[Mapping[str, Words]] = {
    "en-US": Words(
        "Rehearsed: {subject} · days on a pretend Discord: {days} · seconds here: {seconds}",
        "Members: {members} · messages in channels: {posted} · private answers: {told} · direct messages: {wrote}",
        "What was announced, by the server's clock ({zone}):",
        "… {number} more on the page …",
        "✔ As the rulebook says: {held} of {checks} checks hold.",
        "✘ Not as the rulebook says: {held} of {checks} checks hold.",
        "Every message, picture and table: {page}",
        "The pages that spectators read: {site}",
        "The pages that spectators read could not be written: {why}",
        "Watch it in the browser for a few minutes: {address}",
        "The pages stay open until Ctrl-C: {address}",
        "More here: --all. Act in it: --serve. Watch its pages: --web. Another language: --language.",
    ),
    "pt-BR": Words(
        "Ensaio: {subject} · dias num Discord de mentira: {days} · segundos aqui: {seconds}",
        "Membros: {members} · mensagens nos canais: {posted} · respostas privadas: {told} · mensagens diretas: {wrote}",
        "O que foi anunciado, no relógio do servidor ({zone}):",
        "… mais {number} na página …",
        "✔ Como diz o regulamento: {held} de {checks} verificações passam.",
        "✘ Não é o que diz o regulamento: {held} de {checks} verificações passam.",
        "Todas as mensagens, imagens e tabelas: {page}",
        "As páginas que o público lê: {site}",
        "Não foi possível gravar as páginas que o público lê: {why}",
        "Assista no navegador por alguns minutos: {address}",
        "As páginas ficam abertas até Ctrl-C: {address}",
        "Mais aqui: --all. Participe: --serve. Veja as páginas: --web. Outro idioma: --language.",
    ),
    "es-ES": Words(
        "Ensayo: {subject} · días en un Discord de mentira: {days} · segundos aquí: {seconds}",
        "Miembros: {members} · mensajes en canales: {posted} · respuestas privadas: {told} · directos: {wrote}",
        "Lo que se ha anunciado, con el reloj del servidor ({zone}):",
        "… {number} más en la página …",
        "✔ Como dice el reglamento: se cumplen {held} de {checks} comprobaciones.",
        "✘ No es lo que dice el reglamento: se cumplen {held} de {checks} comprobaciones.",
        "Todos los mensajes, imágenes y tablas: {page}",
        "Las páginas que lee el público: {site}",
        "No se han podido escribir las páginas que lee el público: {why}",
        "Míralo en el navegador durante unos minutos: {address}",
        "Las páginas siguen abiertas hasta Ctrl-C: {address}",
        "Más aquí: --all. Participa: --serve. Mira sus páginas: --web. Otro idioma: --language.",
    ),
    "it": Words(
        "Prova: {subject} · giorni su un Discord finto: {days} · secondi qui: {seconds}",
        "Membri: {members} · messaggi nei canali: {posted} · risposte private: {told} · messaggi diretti: {wrote}",
        "Che cosa è stato annunciato, con l'orologio del server ({zone}):",
        "… altri {number} nella pagina …",
        "✔ Come dice il regolamento: {held} controlli su {checks} riescono.",
        "✘ Non come dice il regolamento: {held} controlli su {checks} riescono.",
        "Tutti i messaggi, le immagini e le tabelle: {page}",
        "Le pagine che legge il pubblico: {site}",
        "Non è stato possibile scrivere le pagine che legge il pubblico: {why}",
        "Guardalo nel browser per qualche minuto: {address}",
        "Le pagine restano aperte fino a Ctrl-C: {address}",
        "Di più qui: --all. Partecipa: --serve. Guarda le pagine: --web. Un'altra lingua: --language.",
    ),
}


def language_here(environment: Mapping[str, str] = os.environ) -> str:
    """The language of who sits at this machine, where the bot speaks it; English otherwise."""
    said = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    spoken = said.replace("_", "-").partition(".")[0].partition("-")[0].lower()
    return next((one for one in LOCALES if one.partition("-")[0] == spoken), LOCALES[0])


def lines(play: Play, verdict: Verdict, subject: str, left: Left, seconds: float) -> Iterator[str]:
    """The screen, line by line; what is too long for a line is cut, the way to the page never."""
    words, zone = _WORDS[play.stage.language], play.narrator.zone()
    days = (play.stage.now - play.began).days
    seen = [one.how for one in play.witness.sights]
    yield words.title.format(subject=subject, days=days, seconds=round(seconds))
    counts = {how.value: seen.count(how) for how in How}
    yield words.seen.format(members=len(play.stage.members), **counts)
    yield ""
    yield words.announced.format(zone=zone)
    yield from (_cut(line) for line in _announced(play, zone, words))
    yield ""
    yield from end(play, verdict, left)


def end(play: Play, verdict: Verdict, left: Left) -> Iterator[str]:
    """Whether it went by the rules, what did not, and where all of it can be read."""
    words = _WORDS[play.stage.language]
    broken = [f"  {check.title} ({check.rule}): {one}" for check in verdict.checks for one in check.problems]
    held = sum(not check.problems for check in verdict.checks)
    yield (words.holds if verdict.holds else words.fails).format(held=held, checks=len(verdict.checks))
    yield from (_cut(" ".join(line.split()), "  ") for line in broken[:_BROKEN])
    if len(broken) > _BROKEN:
        yield f"  {words.more.format(number=len(broken) - _BROKEN)}"
    yield words.page.format(page=left.report)
    if left.site is not None:
        yield words.site.format(site=left.site)
    if left.trouble:
        yield words.no_site.format(why=left.trouble)
    yield words.rest


def watch(language: str, address: str) -> str:
    """Where it can be watched while it is played."""
    return _WORDS[language].watch.format(address=address)


def stays(language: str, address: str) -> str:
    """Where it can be looked at after its end, and how that ends."""
    return _WORDS[language].stays.format(address=address)


def _announced(play: Play, zone: tzinfo, words: Words) -> Iterator[str]:
    posted = [one for one in play.witness.sights if one.how is How.POSTED]
    announced = [one for one in posted if one.place == CHANNELS[0]]
    shown = announced if len(announced) >= _FEW else posted
    left_out = len(shown) - _ANNOUNCED
    if left_out <= 0:
        yield from (_line(play, one, zone) for one in shown)
        return
    half = _ANNOUNCED // 2
    yield from (_line(play, one, zone) for one in shown[:half])
    yield f"  {words.more.format(number=left_out)}"
    yield from (_line(play, one, zone) for one in shown[-half:])


def _line(play: Play, sight: Sight, zone: tzinfo) -> str:
    return f"  {_clock(sight.at, zone)}  {play.narrator.first_words(sight.post.text, zone)}"


def _clock(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def _cut(line: str, before: str = "") -> str:
    whole = before + line
    return whole if len(whole) <= WIDTH else f"{whole[: WIDTH - 1]}…"
