"""Answers `!ruling name` on Discord with the rulings of a card, or with what a mechanic is and what
documents say of it, from the data of a Rulebinder site.

Written for discord.py 2.7.1.
"""

import asyncio
import difflib
import functools
import itertools
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
    """Return cards and mechanics by their names, and the rulings of each card and section.

    They are read once a day, so a new build is noticed.
    """
    named, rulings = {}, {}
    for kind in ("cards", "mechanics"):
        for it in json.load(urlopen(f"{SITE}data/{kind}.json", timeout=60))[kind]:
            it["title"] = it["names"].get(LANG, it["slug"]) + " (mechanic)" * ("cards" not in kind)
            lists = (*it["also"].values(), *it.get("faces", {}).values())
            for name in (it["title"], *it["names"].values(), *itertools.chain(*lists)):
                named.setdefault(plain(name), {})[it["address"]] = it
    for ruling in map(json.loads, urlopen(SITE + "data/rulings.ndjson", timeout=60)):
        rulings.setdefault(ruling["card"] or ruling["section"], []).append(ruling)
    return named, rulings


def find(name, named):
    """Return the cards and mechanics that have this name, or else those that may be meant: first by
    a part of a name, then by one that looks like it. Also return whether that is certain.
    """
    asked = plain(name)
    names = [asked] if asked in named else [each for each in named if asked and asked in each]
    close = names or difflib.get_close_matches(asked, named, n=10, cutoff=0.75)
    sure = names or difflib.get_close_matches(asked, close, n=10, cutoff=0.9)
    found = {place: it for each in sure or close for place, it in named[each].items()}
    return list(found.values()), bool(sure)


def show(ruling):
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
    """Return what is said to somebody who asks for the card or the mechanic ``name``."""
    named, rulings = data(date.today())
    found, is_certain = find(name, named)
    titles = sorted(it["title"] for it in found)
    if not found:
        return "I know no card or mechanic of that name."
    if len(found) > 1 or not is_certain:
        listed = "; ".join(titles[:10]) + " …" * (len(titles) > 10)
        return f"Which one? {listed}" if is_certain else f"Did you mean {listed}?"
    (it,) = found
    mine = [each for key in it.get("sections", [it["slug"]]) for each in rulings.get(key, [])]
    lines = [show(each) for each in mine if each["language"] == LANG] or [*map(show, mine)]
    said = f"**{titles[0]}** <{it['url'] or SITE + it['address']}>, rulings: {len(lines)}"
    explanation = "\n" + it.get("explanation", {}).get(LANG, "").translate(MARKUP)
    said += explanation.rstrip() * (len(said + explanation) <= LIMIT - 30)
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
