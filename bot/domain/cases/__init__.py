"""Absence cases and misconduct cases: what happened, who may answer until when, and what follows."""
