"""Offices, titles and the roles that mirror them."""
