"""What pages cost: by themselves, beside the presses of an evening, and as files."""
