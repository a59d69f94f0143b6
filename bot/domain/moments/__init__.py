"""Moments as people say them in four languages: "tomorrow 8pm", "sex 20h", "viernes a las 20", "tra 2 ore".

Our own reading and no library: those that know four languages load for a fifth of a second and tens of megabytes, guess
where a text is unclear, and know neither our clear questions nor an hour that the clocks skip. Here every word that
counts stands in one table (`words.py`), whatever is not in it is asked back, and all that was understood is shown to
the person as Discord's own timestamp before anything hangs on it.
"""
