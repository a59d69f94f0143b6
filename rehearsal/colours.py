"""What players of each language call the two colours of a game: the first one begins in Jeek, the second in Go."""

from __future__ import annotations

from typing import Final

COLOURS: Final = {
    "en-US": ("White", "Black"),
    "pt-BR": ("Brancas", "Pretas"),
    "es-ES": ("Blancas", "Negras"),
    "it": ("Bianco", "Nero"),
}
