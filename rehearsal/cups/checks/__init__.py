"""What has to hold of a cup: the judge's own count against the file and against what members saw."""
