"""All that a site publishes besides its pages. The build lists the modules that are outputs."""
