"""What changed in the release notes, in the rules and in their terms."""
