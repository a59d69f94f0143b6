from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bot.kernel.errors import complete


class Root:
    def __new__(cls, *_: object) -> Root:
        complete(cls, Root, slowly)
        return super().__new__(cls)


class Named(Root):
    name: str


class Counted(Named):
    number: int


def slowly(kind: type) -> None:
    time.sleep(0.01)
    dataclass(frozen=True)(kind)


def test_threads_that_make_the_first_of_a_class_at_once_all_make_whole_ones() -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda number: Counted("a", number), range(4)))
    assert repr(made[3]) == "Counted(name='a', number=3)"
    assert "__dataclass_fields__" not in vars(Root)
