"""What must come out of each rule, held against presets, domain and rehearsals."""
