"""What has to hold of an event of teams: its rosters, its boards, its table, its record."""
