"""The least that a page of aiohttp can be: the same bytes each time. `python -m benchmarks.pages.plain BYTES`."""

from __future__ import annotations

import asyncio
import sys

from aiohttp import web


async def _serve(many: int) -> None:
    body = b"x" * many

    async def page(_request: web.Request) -> web.Response:
        return web.Response(body=body, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
