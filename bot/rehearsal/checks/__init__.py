"""What has to hold, by area. Each module has `CHECKS`: the rule, the check in words, and the function that complains."""
