"""Acts that need a second person: what is wanted, who signs it, and how that ends."""
