"""Preview pictures: what each says, how it is set, how it is drawn."""
