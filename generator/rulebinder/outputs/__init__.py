"""All that a site publishes besides its pages. Each module is an output."""
