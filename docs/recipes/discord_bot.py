"""Answers `!ruling name` on Discord with the rulings of a card, from the data of a Rulebinder site.

Written for discord.py 2.7.1.
"""

import asyncio
import functools
import json
import os
import unicodedata
from datetime import date
from urllib.request import urlopen

import discord

SITE, LANG, LIMIT = os.environ.get("RULINGS_SITE", "https://example.org/"), "en", 2000
MARKUP = str.maketrans({mark: f"\\{mark}" for mark in r"\*_~`|<>#[]"} | {"\n": "\n  - "})


def plain(name):
    """Return a name without case, accents, punctuation and spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("æ", "ae").replace("œ", "oe"))
    return "".join(filter(str.isalnum, letters))


@functools.lru_cache(maxsize=1)
def data(_day):
    """Return the cards by their names, and the rulings of each.

    They are read once a day, so a new build is noticed.
    """
    named, rulings = {}, {}
    for card in json.load(urlopen(SITE + "data/cards.json", timeout=60))["cards"]:
        for names in (card["names"].values(), *card["also"].values(), *card["faces"].values()):
            for name in names:
                named.setdefault(plain(name), {})[card["slug"]] = card
    for ruling in map(json.loads, urlopen(SITE + "data/rulings.ndjson", timeout=60)):
        rulings.setdefault(ruling["card"], []).append(ruling)
    return named, rulings


def shown(ruling):
    """Return a ruling with its permanent link, and the site's verdict if it has one.

    Nothing in its text is markup.
    """
    verdict = ruling["verdict"] or {"still": "", "edition": None}
    by = f", by the rules of {verdict['edition']}" if verdict["edition"] else ""
    today = {"": "", "correct": "still correct", "no longer": "no longer true"}[verdict["still"]]
    mark = f" **(verdict of this site{by}: {today})**" * bool(today)
    return (
        f"\n- {ruling['comment'].translate(MARKUP)}{mark}"
        f" <{ruling['url'] or SITE + ruling['address']}>"
    )


def answer(name):
    """Return what is said to somebody who asks for the card ``name``."""
    named, rulings = data(date.today())
    asked = plain(name)
    found = named.get(asked) or {
        slug: card
        for each in named
        if asked and asked in each
        for slug, card in named[each].items()
    }
    titles = sorted(card["names"].get(LANG, slug) for slug, card in found.items())
    if len(titles) != 1:
        return (
            f"Which one? {'; '.join(titles[:10])}{' …' * (len(titles) > 10)}"
            if titles
            else "I know no card of that name."
        )
    ((slug, card),) = found.items()
    mine = rulings.get(slug, [])
    lines = [shown(each) for each in mine if each["language"] == LANG] or [
        shown(each) for each in mine
    ]
    said = f"**{titles[0]}** <{card['url'] or SITE + card['address']}>, rulings: {len(lines)}"
    while lines and len(said + lines[0]) <= LIMIT - 30:  # the last line takes less
        said += lines.pop(0)
    return said + f"\n… and {len(lines)} more." * bool(lines)


intents = discord.Intents.default()
intents.message_content = True  # allow it in Discord's developer portal, too
client = discord.Client(intents=intents, allowed_mentions=discord.AllowedMentions.none())


@client.event
async def on_message(message):
    """Answer a question of a person."""
    command, _, name = message.content.partition(" ")
    if command == "!ruling" and not message.author.bot:
        await message.channel.send(await asyncio.to_thread(answer, name))


if __name__ == "__main__":
    client.run(os.environ["DISCORD_TOKEN"])
