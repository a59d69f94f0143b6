"""A ladder rehearsed: members challenge those above them, and the judge counts the places itself."""
