#!/bin/sh
# Rewrites `work, occasion, presser` to `tx` in this tree; run it on a clean checkout of main with this folder in it.
set -eu
cd "$(dirname "$0")/../.."
PYTHON=.venv/bin/python
$PYTHON tools/one_context/codemod.py
cp tools/one_context/new/context.py bot/storage/context.py
git add bot/storage/context.py
.venv/bin/ruff check --quiet --select F401,I001 --fix bot cogs tests tools rehearsal benchmarks wire || true
.venv/bin/ruff format --quiet
git add -u
if [ "${1:-}" != "--only-codemod" ] && [ -s tools/one_context/hand.patch ]; then
    git apply --3way tools/one_context/hand.patch || echo "Resolve the conflicts above, then run ruff format." >&2
    .venv/bin/ruff check --quiet --select F401,I001 --fix bot cogs tests tools rehearsal benchmarks wire || true
    .venv/bin/ruff format --quiet
fi
