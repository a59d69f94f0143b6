"""Rulebooks are called and found in each language, by everyday words."""

from dataclasses import replace

import pytest

from bot.features.tournaments.rulebook_cards import find_meant, fitting, label_of, summary_of, title_of
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.adjusting import Offered, Shelf
from bot.play.rulebook import Wording
from bot.rulebooks.library import ORDINARY, names, preset

PRESETS = [
    *(Offered(preset(name), Shelf.ORDINARY) for name in ORDINARY),
    *(Offered(preset(name), Shelf.REGULATION) for name in names() if name not in ORDINARY),
]
LONGEST_SUGGESTION = 100


def found(typed, locale="pt-BR", offered=PRESETS):
    return [one.name for one in fitting(offered, typed, Translator(locale))]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("single", "cup"),
        ("knockout", "cup"),
        ("mata-mata", "cup"),
        ("matamata", "cup"),
        ("MATA MATA", "cup"),
        ("eliminatória", "cup"),
        ("eliminatoria", "cup"),
        ("eliminacion directa", "cup"),
        ("eliminazione diretta", "cup"),
        ("copa", "cup"),
        ("chave", "cup"),
        ("double elimination", "double-elimination"),
        ("doble eliminación", "double-elimination"),
        ("dupla", "double-elimination"),
        ("repescagem", "double-elimination"),
        ("losers bracket", "double-elimination"),
        ("suíço", "swiss"),
        ("suico", "swiss"),
        ("suizo", "swiss"),
        ("svizzera", "swiss"),
        ("svizzero", "swiss"),
        ("suíço final", "swiss-cut"),
        ("todos contra todos", "round-robin"),
        ("pontos corridos", "round-robin"),
        ("liga", "round-robin"),
        ("round robin", "round-robin"),
        ("girone all'italiana", "round-robin"),
        ("grupos", "groups-cut"),
        ("gironi", "groups-cut"),
        ("times", "teams"),
        ("equipes", "teams"),
        ("squadre", "teams"),
        ("arena", "arena"),
        ("escada", "ladder"),
        ("escalera", "ladder"),
        ("desafios", "ladder"),
        ("jeek", "aije-open"),
        ("mundial", "groups-cut"),
        ("campeonato mundial", "aije-world"),
    ],
)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_rulebook_is_found_by_everyday_words_of_any_language(typed, first, locale):
    assert found(typed, locale)[0] == first


def test_ordinary_ones_come_before_those_of_regulations():
    listed = found("")
    assert tuple(listed[: len(ORDINARY)]) == ORDINARY
    assert found("suíço")[:2] == ["swiss", "swiss-cut"]
    assert "go-swiss" in found("suíço")[2:]


def test_what_fits_nothing_finds_nothing():
    assert found("xadrez chinês") == []
    assert find_meant(PRESETS, "xadrez chinês", Translator("pt-BR")) is None
    assert find_meant(PRESETS, "  ", Translator("pt-BR")) is None


def test_a_servers_own_comes_first_and_is_found_by_what_is_played():
    own = replace(preset("swiss"), name="sexta", title="Sexta à noite", titles=None, summaries=None)
    offered = [Offered(own, Shelf.OWN), *PRESETS]
    assert found("", offered=offered)[0] == "sexta"
    assert found("suico", offered=offered)[:2] == ["sexta", "swiss"]
    assert found("sexta a noite", offered=offered) == ["sexta"]


@pytest.mark.parametrize(
    ("typed", "name"), [("aije-open", "aije-open"), ("cup", "cup"), ("Suíço", "swiss"), ("Arena", "arena")]
)
def test_a_name_or_a_title_means_the_one_that_bears_it(typed, name):
    own = Offered(replace(preset("cup"), name="arenas", title="Arenas"), Shelf.OWN)
    meant = find_meant([own, *PRESETS], typed, Translator("it"))
    assert meant is not None
    assert meant.name == name


@pytest.mark.parametrize("locale", LOCALES)
def test_each_preset_has_a_title_and_a_line_of_its_own_in_each_language(locale):
    language = locale.partition("-")[0]
    for name in names():
        rulebook = preset(name)
        assert rulebook.titles is not None
        assert rulebook.summaries is not None
        assert getattr(rulebook.titles, language)
        assert getattr(rulebook.summaries, language)
    titles = [title_of(preset(name), Translator(locale)) for name in names()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_an_ordinary_preset_is_fits_a_suggestion(locale):
    labels = {name: label_of(preset(name), Translator(locale)) for name in ORDINARY}
    assert {name: label for name, label in labels.items() if len(label) > LONGEST_SUGGESTION} == {}


def test_without_a_line_of_its_own_the_settings_say_what_is_played():
    plain = replace(preset("cup"), summaries=None)
    assert summary_of(plain, Translator("en-US")) == "Single elimination · best of 3"
    one = replace(plain, knockout=replace(plain.knockout, best_of=1), summaries=Wording(it="Una sera"))
    seats = replace(one, registration=replace(one.registration, capacity=16))
    assert summary_of(seats, Translator("pt-BR")) == "Eliminatória simples · uma partida · 16 vagas"
    assert summary_of(seats, Translator("it")) == "Una sera"
    teams = replace(preset("teams"), summaries=None)
    assert summary_of(teams, Translator("es-ES")) == "Todos contra todos · por equipos · una partida · equipos de 3"
