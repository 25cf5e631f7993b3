"""The encoding of a text file: UTF-8 first, then the one whose words and letters a language knows;
it is said.
"""

from dataclasses import replace

import pytest

from rulebinder.problems import Severity
from rulebinder.reading.formats import conversion, encodings
from site_tests.reading.test_golden import GOLDEN
from site_tests.robustness.documents import content, document, run

RUSSIAN = (
    "Этот фонарь не горит, и вы не можете его зажечь. Если он горит, то он не гаснет до конца хода"
    " — так сказано на карте. "
)
CHINESE = "这盏灯不会亮，你也不能点燃它。如果它已经亮了，它在回合结束前不会熄灭。这是牌上的说明。"
TRADITIONAL = (
    "這盞燈不會亮，你也不能點燃它。如果它已經亮了，它在回合結束前不會熄滅。這是牌上的說明。"
)
KOREAN = (
    "이 등불은 켜지지 않습니다. 당신은 그것을 켤 수 없습니다. 그것이 켜져 있다면 이 턴이 끝날"
    " 때까지 꺼지지 않습니다. "
)
FRENCH = (
    "Le phare n’éclaire pas « la forêt » : si l’été revient, où êtes-vous ? Ça brûle — naïf, à"
    " Noël… L’œuvre d’un héros. "
)
SPANISH = (
    "El farol no alumbra: ¿dónde está el niño? Si él vuelve, la montaña arderá — ¡qué pingüino! Así"
    " es el “camino”. "
)
GERMAN = (
    "Die Laterne brennt nicht: „Grüße aus der Ödnis“ – die Größe des Häuschens überrascht, und Übel"
    " bleibt Übel. "
)
ENGLISH = (
    "The lantern doesn’t burn — “it’s the one that you can’t light”… That’s the rule of the marsh,"
    " and it’s the law™. "
)
OTHERS = {
    "ru": ("и не он вы его", RUSSIAN),
    "zh": ("的 不 是 你 它 这 在 了 上", CHINESE),
    "zht": ("的 不 是 你 它 這 在 了 上", TRADITIONAL),
    "ko": ("이 수 그것을 당신은", KOREAN),
}


@pytest.fixture(scope="module")
def spoken(languages):
    """The languages, and four more that have only a few words."""
    english = languages["en"]
    more = {
        lang: replace(
            english,
            lang=lang,
            reading=replace(english.reading, stopwords=tuple(words.split()), months=tuple(text)),
        )
        for lang, (words, text) in OTHERS.items()
    }
    return {**languages, **more}


CASES = [
    ("cp1252", "Windows-1252", FRENCH), ("cp1252", "Windows-1252", SPANISH),
    ("cp1252", "Windows-1252", GERMAN), ("cp1252", "Windows-1252", ENGLISH),
    ("latin-1", "Windows-1252", SPANISH), ("mac_roman", "Mac Roman", FRENCH),
    ("mac_roman", "Mac Roman", SPANISH),
    ("mac_roman", "Mac Roman", GERMAN), ("mac_roman", "Mac Roman", ENGLISH),
    ("cp1251", "Windows-1251", RUSSIAN), ("koi8_r", "KOI8-R", RUSSIAN), ("gbk", "GBK", CHINESE),
    ("big5", "Big5", TRADITIONAL),
    ("euc_kr", "EUC-KR", KOREAN),
    *[("utf-16-le", "UTF-16 (little endian)", text) for text in (FRENCH, RUSSIAN, CHINESE, KOREAN)],
    ("utf-16-be", "UTF-16 (big endian)", ENGLISH), ("utf-16-be", "UTF-16 (big endian)", CHINESE),
]  # fmt: skip


@pytest.mark.parametrize(("codec", "name", "text"), CASES)
def test_an_old_encoding_is_found(codec, name, text, spoken):
    data = f"{text}\n\n{{2}}{{U}}\n{text}\n".encode(codec, "ignore")
    found, [problem] = encodings.decode(data, "x.txt", spoken)
    assert found == data.decode(codec)
    assert str(problem).startswith(
        f"x.txt:1: warning: not UTF-8 text, so it is read as {name}; if letters"
    )


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "utf-16-le"])
def test_japanese_is_found(codec, spoken):
    data = (GOLDEN / "line-faq.ja.txt").read_text("utf-8").encode(codec, "ignore")
    assert encodings.decode(data, "x.txt", spoken)[0] == data.decode(codec)


@pytest.mark.parametrize("text", [FRENCH, RUSSIAN, CHINESE, KOREAN, ENGLISH])
def test_utf_8_is_preferred_and_nothing_is_assumed(text, spoken):
    assert encodings.decode(text.encode(), "x.txt", spoken) == (text, [])


@pytest.mark.parametrize("text", [FRENCH, RUSSIAN, CHINESE, KOREAN])
def test_utf_8_with_a_broken_byte_is_refused_and_not_garbled(text, spoken):
    data = text.encode() + b"\xff" + text.encode()
    found, [problem] = conversion.to_text(b"One\n" + data, "x.txt", spoken)
    assert found is None
    assert str(problem).startswith(
        f"x.txt:2: error: not UTF-8 text (byte {len(text.encode()) + 4});"
    )


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4, bytes(range(128, 256)) * 9],
)
def test_bytes_that_are_no_text_are_refused(data, spoken):
    assert encodings.decode(data, "x.txt", spoken)[0] is None


def test_a_web_page_says_its_charset(spoken):
    page = (
        "<!doctype html><html><head><meta"
        f' charset="ISO-8859-1"></head><body><p>{ENGLISH}</p></body></html>'
    )
    text, problems = conversion.to_text(page.encode("cp1252"), "x.html", spoken)
    assert problems == []
    assert text is not None
    assert "doesn’t burn — “it’s" in text


def test_an_import_says_what_it_assumed(tmp_path):
    known = content(tmp_path / "content")
    stored = {}
    for codec in ("utf-8", "mac_roman"):
        path = tmp_path / codec / "hol.en.md"
        path.parent.mkdir()
        path.write_bytes(document().replace("may still not", "mayn’t still").encode(codec))
        result = run("import", path, "--notes", tmp_path / codec, "--content", known)
        assert result.exit_code == 0
        warned = f"{path}:1: {Severity.WARNING}: not UTF-8 text, so it is read as Mac Roman"
        assert result.stderr.startswith(warned) is (codec != "utf-8")
        stored[codec] = (
            (path.with_suffix(".yml")).read_text("utf-8").partition("cards:")[2].partition("#")[0]
        )
    assert stored["utf-8"] == stored["mac_roman"]
