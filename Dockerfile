FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /app

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-deps --require-hashes -r requirements/run.txt

COPY bot bot
COPY cogs cogs
COPY web web
COPY migrations migrations
RUN python -m compileall -q bot cogs web

# The bot writes nowhere but into /data, and needs no right beyond that.
RUN useradd --system --no-create-home arbiter && install -d -o arbiter /data
USER arbiter
VOLUME /data
ENV ARBITER_DATABASE=/data/arbiter.db

# SIGTERM reaches Python itself, which closes the database before it ends.
CMD ["python", "-m", "bot"]
