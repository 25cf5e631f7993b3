"""Published rulings that the release notes have too."""
