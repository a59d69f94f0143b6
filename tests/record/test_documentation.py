"""docs/record.md is true: each of its examples is a record, agrees, and fits the schema beside it."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bot.play.contests import Contest, Result
from bot.play.formats.protocol import Starter
from bot.record.model import ContestOnFile as ToldContest
from bot.record.model import EntrantObject, OutcomeOnFile
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.record.playing import RULEBOOKS, played
from tools.record_schema import FILE, text

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SCHEMA = Draft202012Validator(json.loads(FILE.read_text(encoding="utf-8")))


def test_there_is_an_example_for_each_kind_of_contest() -> None:
    assert len(EXAMPLES) == 26


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_is_a_record_that_agrees(example: str) -> None:
    record = read_record(example, "example.json")
    found = replay(record)
    assert found.agrees, found.difference
    assert found.derived.champion == record.claims.champion


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_fits_the_schema(example: str) -> None:
    assert list(SCHEMA.iter_errors(json.loads(example))) == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_that_is_written_in_full_has_the_same_table(example: str) -> None:
    record = read_record(example, "example.json")
    again = read_record(write_record(record), "example.json")
    assert replay(again).derived.standings == replay(record).derived.standings


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_the_bot_writes_fits_the_schema(name: str) -> None:
    event = played(name, 2 if name == "title_match" else 6, 1)
    assert list(SCHEMA.iter_errors(json.loads(write_record(event.record())))) == []


def test_the_schema_on_the_page_is_the_one_of_the_code() -> None:
    assert FILE.read_text(encoding="utf-8") == text()


def test_no_fact_of_a_result_a_contest_or_a_starter_is_left_out_of_the_file() -> None:
    """A field that comes to the domain later has to come to the file too."""
    elsewhere = {"contest_id", "bye_reason", "arbiter", "called_at", "result", "entrant_id", "group"}
    for kind, told in ((Result, OutcomeOnFile), (Contest, ToldContest), (Starter, EntrantObject)):
        assert {one.name for one in fields(kind)} - elsewhere <= set(told.model_fields)
