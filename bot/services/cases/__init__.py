"""Absences and case files, from the first fact to the last appeal."""
