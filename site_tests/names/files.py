"""Small bulk files of invented cards, in each supported form."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LANTERN_ID = "00000000-0000-4000-8000-000000000001"
WISP_ID = "00000000-0000-4000-8000-000000000002"

Card = dict[str, Any]


def printing(name: str, lang: str = "en", printed_name: object = None, **more: Any) -> Card:
    """Return a printing in Scryfall's form."""
    printed = {"printed_name": printed_name} if printed_name else {}
    return {
        "object": "card",
        "lang": lang,
        "name": name,
        "layout": "normal",
        "released_at": "2031-02-07",
        **printed,
        **more,
    }


def mtgjson_card(
    name: str, foreign: Mapping[str, str], oracle_id: str = LANTERN_ID, **more: Any
) -> Card:
    """Return a card or a face in MTGJSON's form."""
    names = [
        {"faceName": None, "language": language, "name": each, "text": "It glows."}
        for language, each in foreign.items()
    ]
    return {
        "foreignData": names,
        "identifiers": {"scryfallOracleId": oracle_id},
        "name": name,
        "number": "1",
        **more,
    }


SCRYFALL: Sequence[Card] = (
    printing("Mire Lantern", oracle_id=LANTERN_ID),
    printing("Mire Lantern", "es", "Farol del fango", oracle_id=LANTERN_ID),
    printing("Mire Lantern", "pt", "Lanterna do Lodo", oracle_id=LANTERN_ID),
    printing("Mire Lantern", "zhs", "泥沼提灯", oracle_id=LANTERN_ID),
    printing(
        "Sink // Surface",
        "es",
        layout="split",
        card_faces=[
            {"name": "Sink", "printed_name": "Hundirse"},
            {"name": "Surface", "printed_name": "Emerger"},
        ],
    ),
    printing("Wisp of the Fen", "es", "Fuego fatuo del pantano", oracle_id=WISP_ID),
)

FOREIGN = {
    "Spanish": "Farol del fango",
    "Portuguese (Brazil)": "Lanterna do Lodo",
    "Chinese Simplified": "泥沼提灯",
}
HALVES = {"Spanish": "Hundirse // Emerger", "French": "Sombrer // Surface", "German": "Sinken"}

ALL_PRINTINGS = {
    "meta": {"date": "2031-02-07", "version": "5"},
    "data": {
        "LOM": {
            "booster": {"draft": {"sheets": {"common": {"cards": {"x": 1}}}}},
            "cards": [
                mtgjson_card("Mire Lantern", FOREIGN),
                mtgjson_card("Sink // Surface", HALVES, faceName="Sink", side="a"),
                mtgjson_card("Sink // Surface", HALVES, faceName="Surface", side="b"),
                mtgjson_card("Wisp of the Fen", {"Spanish": "Fuego fatuo del pantano"}, WISP_ID),
            ],
            "code": "LOM",
            "releaseDate": "2031-02-07",
            "tokens": [mtgjson_card("Frog", {"Spanish": "Rana"})],
        },
        "FOG": {"cards": [], "code": "FOG", "releaseDate": "2032-01-01"},
    },
}

ATOMIC = {
    "meta": {"date": "2031-02-07", "version": "5"},
    "data": {
        "Mire Lantern": [mtgjson_card("Mire Lantern", FOREIGN)],
        "Sink // Surface": [
            mtgjson_card("Sink // Surface", HALVES, faceName="Sink"),
            mtgjson_card("Sink // Surface", HALVES, faceName="Surface"),
        ],
        "Wisp of the Fen": [
            mtgjson_card("Wisp of the Fen", {"Spanish": "Fuego fatuo del pantano"}, WISP_ID)
        ],
    },
}


def written(path: Path, data: object) -> Path:
    """Write ``data`` to ``path`` in the usual layout (Scryfall's has one card on each line), and
    return the path.
    """
    if isinstance(data, Sequence):
        text = "[\n" + ",\n".join(json.dumps(card, ensure_ascii=False) for card in data) + "\n]\n"
    else:
        text = json.dumps(data, ensure_ascii=False)
    path.write_text(text, "utf-8")
    return path
