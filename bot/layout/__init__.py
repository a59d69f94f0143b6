"""Pictures as PNG bytes from frozen data: brackets, podiums, tables. Pure but for reading fonts; draw in a thread."""

from __future__ import annotations
