"""`--rulebook moving-alone`: one owner alone moves in, and waits in public for what is about the own person."""
