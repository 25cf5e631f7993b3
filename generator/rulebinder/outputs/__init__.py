"""All that a site publishes besides its pages. ``publishing/make.py`` lists them."""
