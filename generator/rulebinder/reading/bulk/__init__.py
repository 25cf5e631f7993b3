"""Published rulings out of bulk files, as Scryfall and MTGJSON offer them: one document for each
day.
"""
