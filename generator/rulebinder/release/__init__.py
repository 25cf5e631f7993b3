"""The weight of a site, and showing it on this machine."""
