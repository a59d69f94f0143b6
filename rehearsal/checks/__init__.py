"""What has to hold, by area. Each module has `CHECKS`: the rule, the check in words, the function that complains."""
