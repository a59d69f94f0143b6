"""`--rulebook bad-evening`: a cup of thirteen on which all goes wrong at once, and each thing ends as it should."""
