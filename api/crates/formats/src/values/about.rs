//! Words that say that a number is not exact.

/// Before a number.
const BEFORE: [&str; 12] = [
    "大约", "大約", "约为", "约", "約", "接近", "近", "approx.", "about", "ca.", "~", "≈",
];
/// Behind a number, with its unit.
const BEHIND: [&str; 6] = ["左右", "上下", "以上", "多", "余", "+"];

/// A text in lower case without these words: `约120分钟`, `3万+`.
pub(super) fn exactly(text: &str) -> &str {
    let text = text.trim();
    let behind = BEFORE.iter().find_map(|word| text.strip_prefix(word));
    let text = behind.unwrap_or(text).trim_start();
    let before = BEHIND.iter().find_map(|word| text.strip_suffix(word));
    before.unwrap_or(text).trim_end()
}
