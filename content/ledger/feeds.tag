tag:example.org,2006-09-22:
