"""Planting in the house: what a guard must find is put before it, and the guard has to fail over it."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from unittest.mock import patch

from babel.messages.catalog import Catalog

from bot.i18n.catalogue import LOCALES
from tests.house import catalogue_reading
from tests.house.reading import planted

Forms = str | tuple[str, ...]
Sentences = Mapping[tuple[str, str, str], Forms]
"""By language, catalogue and key."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A fault of the house, the test that must find it, and what the test then names."""

    guard: Callable[..., Any]
    names: str
    """A pattern of what the failure says."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Files that are new, or stand so, by their paths."""
    sentences: Sentences = field(default_factory=dict)
    given: Sequence[Any] = ()
    """What the guard is called with."""
    replaced: Mapping[str, Any] = field(default_factory=dict)
    """Names of the guard's own module that mean something else meanwhile."""
    gone: Sequence[tuple[str, str, str]] = ()
    """Sentences that are missing."""

    @property
    def name(self) -> str:
        """The guard's name."""
        return str(self.guard.__name__)


def failure(plant: Plant) -> str | None:
    """What the guard says over the plant; None where it does not fail."""
    with ExitStack() as stack:
        stack.enter_context(planted(plant.files))
        stack.enter_context(spoken(plant.sentences, plant.gone))
        stack.enter_context(forgetful(plant.guard))
        for name, value in plant.replaced.items():
            stack.enter_context(patch.object(_module_of(plant.guard), name, value))
        try:
            answer = plant.guard(*plant.given)
            if asyncio.iscoroutine(answer):
                asyncio.run(answer)
        except AssertionError as found:
            return str(found)
    return None


def is_found(plant: Plant) -> bool:
    """Whether the guard fails, and names it."""
    said = failure(plant)
    return said is not None and re.search(plant.names, said) is not None


def _module_of(guard: Callable[..., Any]) -> ModuleType:
    import sys

    return sys.modules[guard.__module__]


@contextmanager
def forgetful(guard: Callable[..., Any]) -> Iterator[None]:
    """What the guard's module remembers is forgotten before and after."""
    remembering = [one for one in vars(_module_of(guard)).values() if hasattr(one, "cache_clear")]
    remembering = [one for one in remembering if one.__module__ == guard.__module__]
    for one in remembering:
        one.cache_clear()
    try:
        yield
    finally:
        for one in remembering:
            one.cache_clear()


@contextmanager
def spoken(sentences: Sentences, gone: Sequence[tuple[str, str, str]] = ()) -> Iterator[None]:
    """Inside, the catalogues say this as well, or otherwise, and do not say what is gone."""
    if not sentences and not gone:
        yield
        return
    real = catalogue_reading.catalogues
    said = {locale: _said(real(locale), locale, sentences, gone) for locale in LOCALES}
    reading = catalogue_reading
    remembering = (reading.entries, reading.by_key, reading.keys, reading.beginnings)
    for one in remembering:
        one.cache_clear()
    try:
        with patch.object(catalogue_reading, "catalogues", said.__getitem__):
            yield
    finally:
        for one in remembering:
            one.cache_clear()


def _said(
    real: Mapping[str, Catalog], locale: str, sentences: Sentences, gone: Sequence[tuple[str, str, str]]
) -> dict[str, Catalog]:
    touched = {name for language, name, _ in (*sentences, *gone) if language == locale}
    found = {name: copy.deepcopy(read) if name in touched else read for name, read in real.items()}
    for (language, name, key), forms in sentences.items():
        if language == locale:
            found[name].delete(key)
            found[name].add(key if isinstance(forms, str) else (key, key), forms)
    for language, name, key in gone:
        if language == locale:
            found[name].delete(key)
    return found
