"""The figures by which the house is measured: how large it is, how its parts hang together, what a press costs."""
