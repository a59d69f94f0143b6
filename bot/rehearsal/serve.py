"""Stub"""


async def keep_open(play, console): ...
