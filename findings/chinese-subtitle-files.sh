#!/usr/bin/env bash
# guessit 4.4.0 and subliminal 2.8.0 (PyPI): the language of a subtitle file beside a film, when it is Chinese.
#
# Such a file is named after the film, with the language (ISO 639, so zh, zho or chi) and words such as forced behind it (Jellyfin's
# documents, External files). guessit knows Chinese, but its list of 23 languages that it may find does not hold it: zh, chi and the word
# Chinese become an alternative title of the film, whereas fr, fre, ja and Korean are languages. allowed_languages brings it back.
# subliminal, which looks at what is there before it fetches subtitles, takes the letters for ISO 639-3 or BCP 47: zh, zho and zh-Hans are
# right; chi, the code that Matroska uses, is no language, nor is zh-Hant.forced, though en.sdh is one; and of the marks of Chinese groups
# chs is none, cht is Cholón, which was spoken in Peru, and sc is Sardinian.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet guessit==4.4.0 subliminal==2.8.0
mkdir films
touch films/film.mkv films/film.{zh,zho,zh-Hans,chi,chs,cht,sc,zh-Hant.forced,fr,en.sdh}.srt
cat >look.py <<'PY'
from guessit import guessit
from subliminal.core import search_external_subtitles


def guessed(name, **options):
    told = guessit(name, options)
    language = told.get("subtitle_language") or told.get("language")
    return language and str(language), told.get("alternative_title")


by_guessit = {mark: guessed(f"Film.2024.{mark}") for mark in ("fre.srt", "ja.srt", "zh.srt", "chi.srt", "Korean.mkv", "Chinese.mkv")}
allowed = guessed("Film.2024.chi.srt", allowed_languages=["zh"])
found = {
    name[len("film."):-len(".srt")]: subtitle.language.name if subtitle.language else None
    for name, subtitle in search_external_subtitles("films/film.mkv").items()
}
print(by_guessit, allowed)
print(found)
assert by_guessit == {
    "fre.srt": ("fr", None),
    "ja.srt": ("ja", None),
    "zh.srt": (None, "zh"),
    "chi.srt": (None, "chi"),
    "Korean.mkv": ("ko", None),
    "Chinese.mkv": (None, "Chinese"),
}
assert allowed == ("zh", None)
assert found == {
    "zh": "Chinese",
    "zho": "Chinese",
    "zh-Hans": "Chinese",
    "chi": None,
    "chs": None,
    "cht": "Cholón",
    "sc": "Sardinian",
    "zh-Hant.forced": None,
    "fr": "French",
    "en.sdh": "English",
}
PY
venv/bin/python look.py
