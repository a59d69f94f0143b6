"""What commands were called before: whoever remembers an old name is led to the new one."""

from __future__ import annotations

from typing import Final

RENAMED: Final = {
    "bars": "bar list",
    "champion": "title champion",
    "chief redraw": "tournament redraw",
    "country": "title country",
    "draw bracket": "bracket",
    "draw redraw": "tournament redraw",
    "draw verify": "tournament verify",
    "draw withdraw": "tournament remove",
    "enter": "tournament enter",
    "exam record": "title exam",
    "file appeal": "case appeal",
    "file list": "case list",
    "file pause": "case pause",
    "file reporter": "case reporter",
    "file resume": "case resume",
    "file show": "case show",
    "file terms": "case terms",
    "match mine": "score",
    "mydata erase": "me",
    "mydata export": "me",
    "proposals": "title proposals",
    "remove": "tournament remove",
    "report": "conduct",
    "round miss": "standings",
    "round pairing": "standings",
    "round play": "standings",
    "standings show": "standings",
    "standings why": "standings",
    "suggest": "committee suggest",
    "suggestions": "committee suggestions",
    "title-match champion": "title holder",
    "title-match colours": "title colours",
    "titles": "title show",
    "tournament bracket": "bracket",
    "tournament desk": "desk",
    "tournament list": "events",
    "tournament show": "events",
}
"""The old words, and the command that does today what they did."""
