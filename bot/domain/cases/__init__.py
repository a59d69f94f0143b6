"""Absences and case files: what happened, who may answer until when, and what follows."""
