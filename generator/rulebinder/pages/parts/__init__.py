"""The parts that several page kinds share."""
