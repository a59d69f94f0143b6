"""The surface for everybody without an account: pages, overlays for streams, calendars, an API.

It is given `Public…` objects (`bot/features/pages/public_model.py`) and draws them; it knows nothing else of an event.
"""
