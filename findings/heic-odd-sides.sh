#!/usr/bin/env bash
# image-size 2.1.0 and probe-image-size 7.5.0 (npm), and imagesize 2.0.1 (PyPI): HEIC pictures whose sides are odd. pillow-heif 1.8.1 and Pillow
# 13.0.0 (PyPI) make and open them.
#
# HEVC stores colours for two by two pixels, so that a picture of 301 × 203 is encoded as 302 × 204 and has a clean aperture of 301 × 203 beside that
# (clap; ISO 14496-12, and 23008-12 for pictures). What a program shows is the latter. probe-image-size and imagesize say what is encoded, one more for
# each odd side. image-size knows clap, but takes one from the width alone, whichever side is odd: 301 × 204 for 301 × 203 and for 302 × 203,
# so that the latter is wrong in both. Only an odd width with an even height is right. AVIF of the same size has no clap, and all three
# are right: tests of the two formats with one picture of 640 × 360 pass as well.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pillow-heif==1.8.1 pillow==13.0.0 imagesize==2.0.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund image-size@2.1.0 probe-image-size@7.5.0
venv/bin/python - <<'PY'
import imagesize
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
for width, height in ((640, 360), (301, 203), (301, 204), (302, 203)):
    for ending in ("heic", "avif"):
        name = f"{width}x{height}.{ending}"
        Image.new("RGB", (width, height), (20, 90, 160)).save(name)
        with Image.open(name) as opened:
            assert opened.size == (width, height)
        found = imagesize.get(name)
        print("imagesize       ", name, *found)
        assert found == ((width + width % 2, height + height % 2) if ending == "heic" else (width, height))
PY
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { imageSize } from "image-size";
import probe from "probe-image-size";

const found = {};
for (const name of ["640x360", "301x203", "301x204", "302x203"]) {
  for (const ending of ["heic", "avif"]) {
    const bytes = fs.readFileSync(`${name}.${ending}`);
    const sizes = [imageSize(bytes), probe.sync(bytes)].map((size) => `${size.width}x${size.height}`);
    console.log("image-size, probe", `${name}.${ending}`, sizes.join(" "));
    if (ending === "avif") assert.deepEqual(sizes, [name, name]);
    else found[name] = sizes;
  }
}
assert.deepEqual(found, {
  "640x360": ["640x360", "640x360"],
  "301x203": ["301x204", "302x204"],
  "301x204": ["301x204", "302x204"],
  "302x203": ["301x204", "302x204"],
});
JS
node check.mjs
