#!/usr/bin/env bash
# Five payment SDKs, both ways: their merchant with the sandbox (order, pay, query, close, and the notifications), and our
# merchant with notifications that they sign. The sandbox has no refunds, so none is requested; refund notifications are tested.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

outside_site site <<<'PAY_MODE=sandbox'
serve
# Alipay's own SDK and the other one for Python unpack into one module: each has an environment of its own.
venv python-alipay-sdk python-alipay-sdk==3.4.0
venv alipay-sdk-python alipay-sdk-python==3.7.1411
venv wechatpayv3 wechatpayv3==2.0.4
npm_packages alipay-sdk@4.14.0 wechatpay-axios-plugin@0.9.6
in_folder payments
python3 "$outside/payments/walk.py" "$origin" "$site/data/sandbox" "$folder"
