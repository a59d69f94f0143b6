"""Rulebooks: the presets as TOML files, and reading and writing any (`library.py`).

`model.py` is the shape of a file, read strictly. `game_files.py` reads game sheets, `series_files.py` the rules of a
series, `strict_tables.py` other small files. What a file may say stands in `bot/rulebooks/README.md`.
"""

from __future__ import annotations
