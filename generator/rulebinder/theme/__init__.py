"""What every page of a site loads and shows: the theme's parts, styles and scripts, templates and
the Content-Security-Policy.
"""
