"""The hosts that may take a site, and showing it on this machine."""
