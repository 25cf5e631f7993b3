"""What the site's pages hold: one view a kind of page. ``paths`` alone knows URLs and anchors."""

from . import audit, card, cards, document, home, mechanic, mechanics, rule, rules, search, set, sets, sheet

KINDS = (home, sets, set, document, sheet, cards, card, mechanics, mechanic, rules, rule, search, audit)
"""Every kind of page; each has ``pages(edition)``."""
