"""Offices and titles: who may hold them, and what each asks for."""
