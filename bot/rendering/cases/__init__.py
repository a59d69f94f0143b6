"""Cards of absences, case files, bars and appeals."""
