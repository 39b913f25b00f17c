#!/usr/bin/env bash
# What fast2s 0.3.1 (crates.io) does to text that is simplified already, and to names.
#
# It is made to turn traditional text into simplified, and takes no text for finished: words that are the same in both scripts become
# others (彷徨; 呱呱 becomes 哌哌), and of the two simplified forms of 瀋 it takes 渖 even in the name of a city that is written with 沈.
# Read as pinyin or compared afterwards, such words are lost.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cargo init --quiet --name look .
cargo add --quiet fast2s@=0.3.1
cat >src/main.rs <<'RS'
fn main() {
    for word in ["彷徨", "呱呱", "瞭望", "乾坤", "乾杯", "瀋陽", "電影"] {
        println!("{word} {}", fast2s::convert(word));
    }
}
RS
seen=$(cargo run --quiet)
echo "$seen"
test "$seen" = "彷徨 仿徨
呱呱 哌哌
瞭望 瞭望
乾坤 乾坤
乾杯 干杯
瀋陽 渖阳
電影 电影"
