#!/usr/bin/env bash
# alipay-sdk-python 3.7.1018 (Alipay's own) and python-alipay-sdk 3.4.0 (the one most projects use), both on PyPI.
#
# Two distributions of different names unpack into one package, `alipay`, and both bring alipay/__init__.py. pip installs them side
# by side without a word, and both can be imported. Uninstalling either takes the file that they share, and the one that stays is
# broken: `from alipay import AliPay` fails after Alipay's own SDK has gone.
#
# Seen: import good, then "cannot import name 'AliPay'".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
pip=$work/venv/bin/pip
"$pip" install --quiet alipay-sdk-python==3.7.1018
"$pip" install --quiet python-alipay-sdk==3.4.0
try() { (cd "$work" && "$work/venv/bin/python" -c 'from alipay import AliPay' 2>&1 | tail -n 1) || true; }
before=$(try)
"$pip" uninstall --quiet --yes alipay-sdk-python
after=$(try)
printf 'both installed: %s\none removed:    %s\n' "${before:-import good}" "${after:-import good}"
[ -z "$before" ]
grep -q 'AliPay' <<<"$after"
