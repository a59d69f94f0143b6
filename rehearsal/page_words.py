"""The page's own words in the four languages of the bot, and moments by the clock of the rehearsed server.

What people do and what the judge asks is told in English: these are the rehearsal's own, and no texts of the bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from html import escape
from typing import Final

from babel.dates import format_date, format_skeleton, format_time, format_timedelta, get_datetime_format

from bot.i18n.catalogue import LOCALES, gettext_name

SAID: Final[Mapping[str, tuple[str, ...]]] = {
    "title": ("A rehearsal of {subject}", "Ensaio: {subject}", "Ensayo: {subject}", "Prova: {subject}"),
    "about": (
        "The real bot on a pretend Discord, with a clock that jumps. Below is all that it said, as its readers saw it.",
        "O bot de verdade num Discord de mentira, com um relógio que salta. Abaixo está tudo o que ele disse.",
        "El bot de verdad en un Discord de mentira, con un reloj que salta. Abajo está todo lo que dijo.",
        "Il bot vero su un Discord finto, con un orologio che salta. Qui sotto c'è tutto quello che ha detto.",
    ),
    "by_the_clock": (
        "All times are by the server's clock ({zone}).",
        "Os horários são do relógio do servidor ({zone}).",
        "Las horas son del reloj del servidor ({zone}).",
        "Le ore sono dell'orologio del server ({zone}).",
    ),
    "in_english": (
        "",
        "O que as pessoas fazem e o que o juiz verifica está em inglês.",
        "Lo que hace la gente y lo que comprueba el juez está en inglés.",
        "Quello che fa la gente e quello che controlla il giudice è in inglese.",
    ),
    "holds": ("As the rulebook says", "Como diz o regulamento", "Como dice el reglamento", "Come dice il regolamento"),
    "fails": (
        "Not as the rulebook says",
        "Não é o que diz o regulamento",
        "No es lo que dice el reglamento",
        "Non come dice il regolamento",
    ),
    "site": (
        "The pages that spectators read",
        "As páginas que o público lê",
        "Las páginas que lee el público",
        "Le pagine che legge il pubblico",
    ),
    "skip": ("To the story", "Ir para a história", "Ir a la historia", "Vai alla storia"),
    "podium.png": (
        "The podium, as the bot posts it",
        "O pódio, como o bot publica",
        "El podio, como lo publica el bot",
        "Il podio, come lo pubblica il bot",
    ),
    "table.png": (
        "The table as it was last posted",
        "A última classificação publicada",
        "La última clasificación publicada",
        "L'ultima classifica pubblicata",
    ),
    "ratings.png": (
        "The ratings after the event",
        "Os ratings depois do evento",
        "Los ratings tras el evento",
        "I rating dopo l'evento",
    ),
    "story": ("The story", "A história", "La historia", "La storia"),
    "sift": ("Sift the story", "Filtrar a história", "Filtrar la historia", "Filtra la storia"),
    "person": ("Person", "Pessoa", "Persona", "Persona"),
    "everybody": ("everybody", "todos", "todos", "tutti"),
    "channel": ("Channel", "Canal", "Canal", "Canale"),
    "everywhere": ("everywhere", "todos", "todos", "tutti"),
    "what": ("What", "O quê", "Qué", "Che cosa"),
    "everything": ("everything", "tudo", "todo", "tutto"),
    "post": ("messages in channels", "mensagens nos canais", "mensajes en canales", "messaggi nei canali"),
    "deed": ("what people do", "o que as pessoas fazem", "lo que hace la gente", "quello che fa la gente"),
    "told": ("private answers", "respostas privadas", "respuestas privadas", "risposte private"),
    "letter": ("direct messages", "mensagens diretas", "mensajes directos", "messaggi diretti"),
    "edit": ("edits", "edições", "ediciones", "modifiche"),
    "words": ("Words", "Palavras", "Palabras", "Parole"),
    "words_hint": ("a name, a word", "um nome, uma palavra", "un nombre, una palabra", "un nome, una parola"),
    "show_all": ("Show all", "Mostrar tudo", "Mostrar todo", "Mostra tutto"),
    "open_all": ("Open all", "Abrir tudo", "Abrir todo", "Apri tutto"),
    "fold_all": ("Fold all", "Fechar tudo", "Cerrar todo", "Chiudi tutto"),
    "found": ("{shown} of {all} lines", "{shown} de {all} linhas", "{shown} de {all} líneas", "{shown} righe su {all}"),
    "nothing_fits": (
        "Nothing fits. Take one of the filters back.",
        "Nada encontrado. Tire um dos filtros.",
        "No hay nada. Quita uno de los filtros.",
        "Nessun risultato. Togli uno dei filtri.",
    ),
    "timeline": ("Time line", "Linha do tempo", "Línea de tiempo", "Linea del tempo"),
    "checks": (
        "What the judge held it to",
        "O que o juiz verificou",
        "Lo que comprobó el juez",
        "Che cosa ha controllato il giudice",
    ),
    "checks_hold": (
        "{held} of {checks} checks hold",
        "{held} de {checks} verificações passam",
        "se cumplen {held} de {checks} comprobaciones",
        "{held} controlli su {checks} riescono",
    ),
    "check_holds": ("holds", "passa", "se cumple", "riesce"),
    "check_fails": ("does not hold", "não passa", "no se cumple", "non riesce"),
    "figures": ("Figures", "Números", "Cifras", "Numeri"),
    "one_post": ("1 message", "1 mensagem", "1 mensaje", "1 messaggio"),
    "many_post": ("{n} messages", "{n} mensagens", "{n} mensajes", "{n} messaggi"),
    "one_deed": ("1 act", "1 ação", "1 acción", "1 azione"),
    "many_deed": ("{n} acts", "{n} ações", "{n} acciones", "{n} azioni"),
    "one_letter": ("1 letter", "1 mensagem direta", "1 mensaje directo", "1 messaggio diretto"),
    "many_letter": ("{n} letters", "{n} mensagens diretas", "{n} mensajes directos", "{n} messaggi diretti"),
    "one_edit": ("1 edit", "1 edição", "1 edición", "1 modifica"),
    "many_edit": ("{n} edits", "{n} edições", "{n} ediciones", "{n} modifiche"),
    "before": ("Before", "Antes", "Antes", "Prima"),
    "before_lead": (
        "What had been said when the story began.",
        "O que já tinha sido dito quando a história começou.",
        "Lo que ya se había dicho cuando empezó la historia.",
        "Quello che era già stato detto all'inizio della storia.",
    ),
    "only": ("only {who} sees this", "só {who} vê isto", "solo {who} ve esto", "lo vede solo {who}"),
    "to": ("to {who}", "para {who}", "para {who}", "a {who}"),
    "letters_of": (
        "direct messages of {who}",
        "mensagens diretas de {who}",
        "mensajes directos de {who}",
        "messaggi diretti di {who}",
    ),
    "alone": ("of {who} alone", "só de {who}", "solo de {who}", "solo di {who}"),
    "edited": ("edited", "editada", "editado", "modificato"),
    "version": ("version {number}", "versão {number}", "versión {number}", "versione {number}"),
    "edited_once": ("edited once", "editada uma vez", "editado una vez", "modificato una volta"),
    "edited_times": ("edited {n} times", "editada {n} vezes", "editado {n} veces", "modificato {n} volte"),
    "the_edit": ("the edit", "a edição", "la edición", "la modifica"),
    "first_edit": ("first edit", "primeira edição", "primera edición", "prima modifica"),
    "last_edit": ("last edit", "última edição", "última edición", "ultima modifica"),
    "next": ("next", "próxima", "siguiente", "successiva"),
    "previous": ("before", "anterior", "anterior", "precedente"),
    "same_words": (
        "The words are the same.",
        "O texto é o mesmo.",
        "El texto es el mismo.",
        "Il testo è lo stesso.",
    ),
    "only_looks": (
        "only its colour or its order",
        "só a cor ou a ordem",
        "solo el color o el orden",
        "solo il colore o l'ordine",
    ),
    "lines_as_before": (
        "{n} lines as before",
        "{n} linhas como antes",
        "{n} líneas como antes",
        "{n} righe come prima",
    ),
    "as_it_came": (
        "the message as it came",
        "a mensagem como chegou",
        "el mensaje como llegó",
        "il messaggio com'è arrivato",
    ),
}


class PageWords:
    """Says the page's words in one language, and moments by one clock."""

    def __init__(self, language: str, zone: tzinfo) -> None:
        self.language, self.zone = language, zone
        self._at, self._locale = LOCALES.index(language), gettext_name(language)

    def say(self, key: str, **values: object) -> str:
        """The words of a key."""
        return SAID[key][self._at].format(**values)

    def number_of(self, kind: str, n: int) -> str:
        """How many of a kind of line: "1 edit", "3 edits"."""
        return self.say(f"one_{kind}") if n == 1 else self.say(f"many_{kind}", n=n)

    def local(self, moment: datetime) -> datetime:
        """The moment on the server's clock."""
        return moment.astimezone(self.zone)

    def hour(self, moment: datetime) -> str:
        """The hour and minute of a moment, without its day."""
        return f"{self.local(moment):%H:%M}"

    def day(self, moment: datetime) -> str:
        """The day of a moment, spelled out."""
        return format_date(self.local(moment), "full", locale=self._locale)

    def short_day(self, moment: datetime) -> str:
        """The day and month of a moment."""
        return format_skeleton("MMMd", self.local(moment), locale=self._locale)

    def day_and_hour(self, moment: datetime) -> str:
        """The short day of a moment with its weekday, and the hour."""
        return f"{format_skeleton('MMMEd', self.local(moment), locale=self._locale)}, {self.hour(moment)}"

    def clock(self, moment: datetime) -> str:
        """The hour of a moment as a mark of time, with the whole of it where one points at it."""
        whole = f"{self.day(moment)}, {self.local(moment):%H:%M:%S} ({self.zone})"
        return self._time(moment, self.hour(moment), whole)

    def as_discord(self, seconds: int, style: str, now: datetime) -> str:
        """A timestamp in one of Discord's styles, as of a moment."""
        at = datetime.fromtimestamp(seconds, UTC)
        if style == "R":
            return self._time(at, format_timedelta(at - now, add_direction=True, locale=self._locale))
        hour = format_time(self.local(at), "short", locale=self._locale)
        if style in "tT":
            return self._time(at, hour)
        day = format_date(self.local(at), "full" if style == "F" else "long", locale=self._locale)
        joined = str(get_datetime_format("long", locale=self._locale)).replace("'", "")
        return self._time(at, day if style in "dD" else joined.format(hour, day))

    def _time(self, moment: datetime, said: str, whole: str | None = None) -> str:
        title = whole or f"{self.local(moment):%Y-%m-%d %H:%M:%S} ({self.zone})"
        at = moment.astimezone(UTC)
        return f'<time datetime="{at:%Y-%m-%dT%H:%M:%SZ}" title="{escape(title)}">{escape(said)}</time>'
