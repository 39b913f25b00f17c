//! What sites and file names add to the number of a work.

use crate::text::canonical;

/// What file names and visitors add to a number: marks of quality, language and parts, and names of sites.
const NOISE: [&str; 41] = [
    "4k",
    "8k",
    "hd",
    "fhd",
    "uhd",
    "hq",
    "sd",
    "720p",
    "1080p",
    "2160p",
    "60fps",
    "h264",
    "h265",
    "x264",
    "x265",
    "hevc",
    "c",
    "ch",
    "cn",
    "u",
    "uc",
    "sub",
    "subs",
    "cd1",
    "cd2",
    "cd3",
    "leak",
    "leaked",
    "uncensored",
    "carib",
    "caribbean",
    "caribbeancom",
    "1pondo",
    "1pon",
    "10musume",
    "paco",
    "pacopacomama",
    "tokyo",
    "hot",
    "tokyohot",
    "vr",
];

/// The same in Chinese.
const HAN_NOISE: [&str; 24] = [
    "中字",
    "中文",
    "字幕",
    "中文字幕",
    "无码",
    "有码",
    "无码破解",
    "无码流出",
    "破解",
    "破解版",
    "流出",
    "高清",
    "超清",
    "蓝光",
    "全集",
    "上集",
    "下集",
    "完整版",
    "在线",
    "下载",
    "番号",
    "磁力",
    "种子",
    "字幕版",
];

/// Whether Chinese text says which part of a work a file is, or how it was made.
pub(super) fn is_noise(run: &str) -> bool {
    let part = run
        .strip_prefix('第')
        .and_then(|part| part.strip_suffix(['集', '部', '话']));
    part.is_some_and(|part| canonical::number(part).is_some()) || HAN_NOISE.contains(&run)
}

/// A word without the mark joined to its digits: `123` of `123hd`, nothing of `hd`. `None` if it has no mark.
pub(super) fn without_mark(word: &str) -> Option<&str> {
    if NOISE.contains(&word) {
        return Some("");
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let mark = word.get(digits.len()..)?;
    (NOISE.contains(&mark) && digits.ends_with(|c: char| c.is_ascii_digit())).then_some(digits)
}
