#!/usr/bin/env bash
# blurhash 2.0.5 (npm) and blurhash 1.1.5 (PyPI): the hash of a picture that gets brighter to the right or downwards.
#
# A BlurHash has the strength of its waves as one number, the largest of them, and each wave as a part of that (BlurHash, "Algorithm":
# the "maximum AC component value"). A wave that brightens to the right or downwards is negative. npm's encoder looks for the
# largest number and passes over the sign, so that in such a picture the strength is that of some weak wave and the strong one is cut
# off at it: of a cover that is black on the left and white on the right little but grey is left. Its mirror image comes out well, and
# so do most photographs, which are brighter above. PyPI's encoder takes the strength without the sign and keeps both.
#
# Seen: as asserted below; brightness of the left and the right edge, 0 to 255.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit blurhash@2.0.5
python3 -m venv venv
venv/bin/pip install --quiet blurhash==1.1.5
cat >hash.js <<'JS'
const assert = require("node:assert");
const { encode, decode } = require("blurhash");

const WIDTH = 64;
const HEIGHT = 16;
const picture = (level) => {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) pixels.set([...Array(3).fill(level(at % WIDTH)), 255], at * 4);
  return encode(pixels, WIDTH, HEIGHT, 4, 3);
};
const edges = (hash) => {
  const pixels = decode(hash, WIDTH, HEIGHT);
  return [pixels[0], pixels[(WIDTH - 1) * 4]];
};
const [theirs, mirrored] = process.argv.slice(2);
const own = { brighter: picture((x) => x * 4), darker: picture((x) => (WIDTH - 1 - x) * 4) };
console.log("npm:", own, edges(own.brighter), edges(own.darker), "PyPI:", theirs, edges(theirs));
assert.equal(own.darker, mirrored);
assert.notEqual(own.brighter, theirs);
const contrast = (hash) => Math.abs(edges(hash)[0] - edges(hash)[1]);
assert.ok(contrast(own.brighter) < 60, "npm, brighter to the right");
assert.ok(contrast(own.darker) > 180, "npm, darker to the right");
assert.ok(contrast(theirs) > 180, "PyPI, brighter to the right");
JS
venv/bin/python - >hashes <<'PY'
import blurhash

row = [[x * 4] * 3 for x in range(64)]
print(blurhash.encode([row] * 16, 4, 3), blurhash.encode([row[::-1]] * 16, 4, 3))
PY
read -r brighter darker <hashes
node hash.js "$brighter" "$darker"
