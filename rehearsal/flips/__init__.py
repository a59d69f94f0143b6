"""Every setting of every preset set otherwise: each file is refused with the place, or played to its end and judged."""
