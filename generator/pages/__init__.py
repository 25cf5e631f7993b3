"""What the site's pages hold: one view a kind of page. ``paths`` alone knows URLs and anchors."""

from . import audit, card, cards, home, mechanic, mechanics, rule, rules, set, sets

KINDS = (home, sets, set, cards, card, mechanics, mechanic, rules, rule, audit)
"""Every kind of page; each has ``pages(edition)``."""
