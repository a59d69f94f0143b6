"""`/help WORD` finds what the reader has, by the words that people type in four languages."""

from __future__ import annotations

import re

import pytest

from bot.i18n.catalogue import LOCALES, Translator, key_of
from rehearsal.members import Member
from tests.discord.harness import Answer, Stage

ORDINARY = {"switches": ()}
BOTH = pytest.mark.parametrize("stage_options", [ORDINARY, {}], indirect=True)
PLAYERS = {
    "en-US": """join: register; sign up: register; seed: bracket; screenshot: score; result: score; report: score
        drop: withdraw; leave: withdraw; quit: withdraw; reschedule: score; time: score; rules: events; elo: player
        check in: me; reslut: score; Results: score; profile: player; points: standings; i won: score""",
    "pt-BR": """resultado: score; placar: score; ganhei: score; perdi: score; inscrever: register; entrar: register
        sair: withdraw; desistir: withdraw; print: score; foto: score; chave: bracket; tabela: standings
        regras: events; inscricoes: register; horario: score; classificacao: standings; seed: bracket
        join: register""",
    "es-ES": """resultado: score; marcador: score; gane: score; perdí: score; apuntarme: register; inscripción: register
        salir: withdraw; retirarse: withdraw; captura: score; foto: score; cuadro: bracket; tabla: standings
        reglas: events; hora: score; clasificacion: standings; seed: bracket; join: register""",
    "it": """risultato: score; risultati: score; punteggio: score; ho vinto: score; iscriversi: register
        iscrizioni: register; ritirarsi: withdraw; screenshot: score; foto: score; tabellone: bracket
        classifica: standings; regole: events; orario: score; seed: bracket; join: register""",
}
"""What players type, and the first thing that they are told of, in a server with nothing switched on."""
MEMBERS = {
    "en-US": "ban: bar list; appeal: case appeal; captain: team show; roster: team edit; swap: team edit; elo: ranking",
    "pt-BR": "banidos: bar list; recorrer: case appeal; trocar: team edit; denunciar: conduct; capitao: team show",
    "es-ES": "baneados: bar list; recurrir: case appeal; cambiar: team edit; denunciar: conduct; mazo: deck show",
    "it": "bannati: bar list; ricorso: case appeal; sostituire: team edit; segnalare: conduct; mazzo: deck show",
}
"""The same where everything is switched on."""
STAFF = {
    "en-US": """dq: tournament remove; disqualify: tournament remove; swap: tournament enter
        replace: tournament replace; reschedule: tournament edit
        date: tournament edit; prize: tournament about; language: setup; ban: tournament
        remove; history: log; result: score; walkover: match rule; postpone: tournament edit; csv: tournament export""",
    "pt-BR": """desclassificar: tournament remove; wo: match rule; trocar: tournament enter; adiar: tournament edit
        data: tournament edit; prêmio: tournament about; idioma: setup; banir: tournament remove; histórico: log
        resultado: score; fuso: setup; intervalo: tournament pause; novo torneio: tournament create""",
    "es-ES": """descalificar: tournament remove; cambiar: tournament enter; aplazar: tournament edit
        fecha: tournament edit; premio: tournament about; idioma: setup; banear: tournament remove; historial: log
        resultado: score; incomparecencia: match rule; descanso: tournament pause; nuevo torneo: tournament create
        descargar: tournament export""",
    "it": """squalificare: tournament remove; sostituire: tournament replace; rinviare: tournament edit
        data: tournament edit; premio: tournament about; lingua: setup; bannare: tournament remove; cronologia: log
        risultato: score; intervallo: tournament pause; nuovo torneo: tournament create; fuso orario: setup""",
}
"""What the owner of a server with nothing switched on types."""


def pairs(table: str) -> list[tuple[str, str]]:
    found = [" ".join(one.split()).split(": ") for one in re.split(r";|\n(?=[^:;]*:)", table)]
    return [(typed, command) for typed, command in found]


def told_of(answer: Answer) -> str:
    """The first command of the answer, whether it is explained or one of several."""
    found = re.search(r"(?:- |## )`/([a-z -]+)`", answer.text)
    return found[1] if found else answer.text


async def misled(reader: Member, table: str) -> dict[str, str]:
    """What was typed and led elsewhere."""
    told = {typed: told_of(await reader.type("help", name=typed)) for typed, _ in pairs(table)}
    return {typed: told[typed] for typed, command in pairs(table) if told[typed] != command}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage_options", [ORDINARY], indirect=True)
async def test_what_people_type_leads_them_to_what_they_have(stage: Stage, locale: str) -> None:
    assert min(len(pairs(table[locale])) for table in (PLAYERS, STAFF)) >= 12
    stage.owner.locale = locale
    assert await misled(stage.member("Ana", locale), PLAYERS[locale]) == {}
    assert await misled(stage.owner, STAFF[locale]) == {}


@pytest.mark.parametrize("locale", LOCALES)
async def test_what_is_switched_on_is_found_too(stage: Stage, locale: str) -> None:
    assert await misled(stage.member("Ana", locale), MEMBERS[locale]) == {}


async def test_staff_from_whom_discord_hides_it_are_told_the_act_of_the_desk(stage: Stage) -> None:
    told = await stage.arbiter.type("help", name="swap")
    act = Translator().say(key_of("tournament enter"))
    assert f"- `/desk`, then **{act}**" in told.text
    assert "`/tournament enter`" not in told.text


@pytest.mark.parametrize("stage_options", [ORDINARY], indirect=True)
async def test_what_others_do_is_named_with_whom_to_ask(stage: Stage) -> None:
    told = await stage.member("Ana").type("help", name="dq")
    assert Translator().say(key_of("tournament remove")) in told.text
    assert "Ask an organiser" in told.text
    assert "`/" not in told.text


@pytest.mark.parametrize("stage_options", [ORDINARY], indirect=True)
@pytest.mark.parametrize("typed", ["team show", "/deck submit", "/report", "ranking", "jeek play", "bar list"])
async def test_what_is_switched_off_keeps_its_name_and_what_is_there_instead_says_its_own(
    stage: Stage, typed: str
) -> None:
    told = await stage.member("Ana").type("help", name=typed)
    assert "switched off" in told.text
    named = dict(re.findall(r"- `/([a-z -]+)`: (.+)", told.text))
    assert len(named) == 1
    assert all(does == Translator().say(key_of(words)) for words, does in named.items())
    assert "desk" not in named


@BOTH
@pytest.mark.parametrize("locale", LOCALES)
async def test_every_line_has_a_command_with_its_own_text(stage: Stage, locale: str) -> None:
    ana = stage.member("Ana", locale)
    for typed in ("seed", "team", "elo", "appeal", "tournament", "report", "jeek", "join", "vote", "name"):
        told = (await ana.type("help", name=typed)).text
        for words, does in re.findall(r"- `/([a-z -]+)`: (.+)", told):
            assert does == Translator(locale).say(key_of(words)), (typed, words)


@pytest.mark.parametrize("stage_options", [ORDINARY], indirect=True)
async def test_what_is_switched_off_is_not_offered(stage: Stage) -> None:
    ana = stage.member("Ana")
    for typed in ("", "team", "roster", "deck", "ranking", "report", "ban"):
        offered = (await ana.suggestions("help", "name", typed)).values()
        assert not {one.split()[0] for one in offered} & {"team", "deck", "ranking", "conduct", "/report", "bar", "log"}
    assert "score" in (await ana.suggestions("help", "name", "resu")).values()


async def test_at_most_five_are_told_and_an_unknown_word_leads_to_the_pages(stage: Stage) -> None:
    told = await stage.owner.type("help", name="tournament")
    assert len(re.findall(r"^- ", told.text, re.MULTILINE)) == 5
    lost = await stage.member("Ana").type("help", name="xyzzy <@1> **")
    assert lost.private
    assert lost.post.has("help-page")
    assert lost.post.has("help-now")
    assert "Ask an organiser" in lost.text
