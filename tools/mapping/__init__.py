"""The map of the house to come: where each module of today goes, what that breaks, and how it is carried out."""
