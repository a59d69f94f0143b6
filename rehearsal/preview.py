"""SimCord's clickable page under our own address: called Arbiter, with our bar above it, and open to nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from aiohttp import ClientSession, DummyCookieJar, web

NAME: Final = "Arbiter"
_THEIR_NAME: Final = "SimCord"
_OWN: Final = {"bar.js": "application/javascript", "bar.css": "text/css"}
_HERE: Final = Path(__file__).parent
_LARGEST: Final = 32 * 1024 * 1024
"""Bytes of what a browser may send, files of a form among it."""
_BETWEEN_HOPS: Final = frozenset(
    {"connection", "content-length", "content-encoding", "transfer-encoding", "server", "date"}
)
_FONT: Final = re.compile(r"@font-face \{[^}]*\}\n?")
_KEPT_FONTS: Final = ("noto-sans-latin-v", "noto-color-emoji")
"""Of thirty megabytes of fonts seven: a browser asks for six files at a time, and a press waits behind all of them."""
_ASKS_HOW_WIDE: Final = ("observe: () => {", "observe: () => { return;")
"""Their script tells its server how wide the window is, and lets nothing be pressed meanwhile; our style fits any."""
_NOT_PASSED_ON: Final = frozenset({"host", "origin", "referer", "content-length", "connection", "accept-encoding"})


def bar(jumps: tuple[tuple[str, str], ...], paces: tuple[tuple[str, str], ...]) -> str:
    """What stands above the channel; which channels there are its script asks for."""
    buttons = "".join(f'<button value="{name}">{escape(label)}</button>' for name, label in jumps)
    buttons += "".join(f'<button value="{name}" aria-pressed="false">{escape(label)}</button>' for name, label in paces)
    head = f'<div id="arbiter-bar" role="region" aria-label="The clock of the rehearsal"><strong>{NAME}</strong> '
    said = '<output aria-live="polite"></output></div><script src="/arbiter/bar.js"></script>'
    return f'{head}<time></time>{buttons}<select aria-label="Channel"></select>{said}'


class Door:
    """Hands requests on to the page that is open now, and its answers back under our name."""

    def __init__(self, above: str, target: Callable[[], str]) -> None:
        self._changes = (
            ("</head>", '<link rel="stylesheet" href="/arbiter/bar.css"></head>'),
            ("<body>", f"<body>{above}"),
            ("<small>Preview</small>", "<small>Rehearsal</small>"),
            ('aria-hidden="true">S</span>', f'aria-hidden="true">{NAME[0]}</span>'),
        )
        self._target = target
        self._client: ClientSession | None = None
        self.port = 0

    async def close(self) -> None:
        """Lets go of the connections."""
        if self._client is not None:
            await self._client.close()

    async def own(self, request: web.Request) -> web.Response:
        """What our bar is made of."""
        self.refuse_strangers(request)
        name = request.match_info["name"]
        if name not in _OWN:
            raise web.HTTPNotFound
        text = (_HERE / f"serve{Path(name).suffix}").read_text(encoding="utf-8")
        return web.Response(text=text, content_type=_OWN[name], headers={"Cache-Control": "no-store"})

    async def no_icon(self, _: web.Request) -> web.Response:
        """What browsers ask for unasked."""
        return web.Response(status=204)

    async def hand_on(self, request: web.Request) -> web.Response:
        """Any other request."""
        self.refuse_strangers(request)
        if self._client is None:
            self._client = ClientSession(cookie_jar=DummyCookieJar())
        target = self._target()
        given = {name: value for name, value in request.headers.items() if name.lower() not in _NOT_PASSED_ON}
        if "Origin" in request.headers:
            given["Origin"] = target
        body = await request.read()
        asked = self._client.request(request.method, target + request.path_qs, headers=given, data=body or None)
        async with asked as answer:
            data = await answer.read()
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in _BETWEEN_HOPS}
            if request.path.endswith(".ttf"):
                # Each channel is a page of its own: it need not fetch the letters anew.
                kept["Cache-Control"] = "max-age=86400"
            return web.Response(body=self._under_our_name(request.path, data), status=answer.status, headers=kept)

    def refuse_strangers(self, request: web.Request) -> None:
        """Raises HTTPForbidden for another site's page, also where it gives this machine a name of its own."""
        hosts = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            raise web.HTTPForbidden

    def _under_our_name(self, path: str, data: bytes) -> bytes:
        if path.startswith("/api/") or path.endswith(".ttf"):
            return data
        text = data.decode().replace(f"{_THEIR_NAME} Preview", f"{NAME}: a rehearsal").replace(_THEIR_NAME, NAME)
        for before, after in self._changes if path == "/" else ():
            text = text.replace(before, after, 1)
        if path == "/presentation.js":
            text = text.replace(*_ASKS_HOW_WIDE, 1)
        return (_fewer_fonts(text) if path.endswith(".css") else text).encode()


def _fewer_fonts(style: str) -> str:
    """Their style without the fonts that no rehearsal needs; until a font is there, words stand in the reader's own."""
    found = _FONT.sub(lambda rule: rule[0] if any(name in rule[0] for name in _KEPT_FONTS) else "", style)
    return found.replace("font-display: block", "font-display: swap")


def application(door: Door, act: Callable[[web.Request], object]) -> web.Application:
    """Our own routes, and all others handed on."""
    app = web.Application(client_max_size=_LARGEST)
    app.router.add_get("/arbiter/{name}", door.own)
    app.router.add_post("/arbiter/{what}", act)  # type: ignore[arg-type]
    app.router.add_get("/favicon.ico", door.no_icon)
    app.router.add_route("*", "/{path:.*}", door.hand_on)
    return app
