//! Generates the magnets of a work.

use yingku_catalogue::import::record::MagnetRecord;

use super::dice::{Dice, mix};

/// The quality of a copy, and its smallest and largest size in units of 10 MB.
type Quality = (&'static str, u64, u64);

const QUALITIES: [Quality; 8] = [
    ("1080p 高清", 220, 900),
    ("720p", 60, 300),
    ("1080p 中文字幕", 240, 950),
    ("4K HDR", 1200, 4000),
    ("高清 字幕", 150, 620),
    ("1080p 双语字幕", 260, 980),
    ("480p", 30, 110),
    ("蓝光 原盘", 1500, 3800),
];
const MAX: usize = 6;
const UNIT: u64 = 10_000_000;
const DAY: u64 = 24 * 60;

/// The magnets of a work published at `published`, none later than `latest`.
pub(super) fn magnets(
    key: u64,
    number: &str,
    published: i64,
    latest: i64,
    dice: &mut Dice,
) -> Vec<MagnetRecord> {
    let count = dice.zipf(6, 2) + 1;
    let first = dice.roll();
    let mut found = Vec::with_capacity(MAX);
    for copy in 0..count {
        let (quality, min, max) = super::dice::at(&QUALITIES, (first >> 8) + copy * 3);
        let after = i64::try_from(dice.zipf(60 * DAY, 4)).unwrap_or(0) * 60;
        let length = dice.between(min, max) * UNIT + dice.below(UNIT);
        found.push(MagnetRecord {
            name: format!("{number} {quality}"),
            info_hash: hash(key.wrapping_mul(8).wrapping_add(copy), dice),
            length: i64::try_from(length).unwrap_or(0),
            create_time: (published + after).min(latest.max(published)),
        });
    }
    found
}

/// 40 hex digits. The first 16 are unique.
fn hash(copy: u64, dice: &mut Dice) -> String {
    let (middle, end) = (dice.roll(), dice.roll() >> 32);
    format!("{:016x}{middle:016x}{end:08x}", mix(copy))
}
