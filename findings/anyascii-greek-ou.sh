#!/usr/bin/env bash
# anyascii 0.3.3 and Unidecode 1.4.0 (PyPI): Greek names in Latin letters.
#
# ISO 843 and passports write ου as ou, ευ as ev or ef, and γγ as ng: Papadopoulou, Evangelia. anyascii reads each letter alone: the
# second letter of ου is y there, so Papadopoulou is Papadopoyloy, which nobody would search for, and γγ is gg. Unidecode
# writes u for that letter, also after ε, and gg. A name found by the one is not found by the other.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet anyascii==0.3.3 Unidecode==1.4.0
"$work/venv/bin/python" - <<'PY'
from anyascii import anyascii
from unidecode import unidecode

SEEN = {
    "Παπαδοπούλου": ("Papadopoyloy", "Papadopoulou"),
    "Ευαγγελία": ("Eyaggelia", "Euaggelia"),
    "Юлия": ("Yuliya", "Iuliia"),
}
for name, expected in SEEN.items():
    seen = (anyascii(name), unidecode(name))
    print(name, *seen)
    assert seen == expected
PY
