"""`python -m bot.living.companion COMMAND`: a command that the bot has begun, which ends with it from its first moment.

What the command needs takes seconds to import, on a busy machine a minute: the bot may be killed meanwhile.
"""

from __future__ import annotations

import os
import runpy
import threading


def end_with_the_bot() -> None:
    """Ends this process as soon as its standard input does, which only the bot holds open, however the bot ended."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    """Nothing is ever written to it: what comes is its end."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    end_with_the_bot()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
