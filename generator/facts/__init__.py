"""What people write down: YAML files with the line of every value, languages, the catalogue, corrections."""
