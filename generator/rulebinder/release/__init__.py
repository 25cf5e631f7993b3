"""The publication of a site: its promises, its weight, and showing it on this machine."""
