//! Derives the quality of a copy from its magnet's name: subtitles, 4K, lossless (R5.11).
//!
//! Names come from anywhere, so only whole words count: `SUB-017` is a number, `14k` is not 4K, and 无字幕 negates. `-C`
//! after a number means subtitles, unless the work also has `-A` or `-B`: then it is the third disc.

pub use yingku_base::kinds::Mark;

/// Chinese phrases that contain a significant one but mean something else.
const DENIALS: [&str; 7] = [
    "无字幕",
    "無字幕",
    "无中字",
    "無中字",
    "无损坏",
    "无损失",
    "無損壞",
];

/// A Latin word of a name, in lower case, and the text between it and the previous word.
struct Word<'a> {
    gap: &'a str,
    text: &'a str,
}

/// Context from the names of all magnets of a work.
#[derive(Debug, Default, Clone, Copy)]
pub struct Siblings {
    has_discs: bool,
}

impl Siblings {
    /// Of all magnets of a work.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            has_discs: names.into_iter().any(is_first_disc),
        }
    }
}

/// Whether a name has `-A` or `-B` after a number.
fn is_first_disc(name: &str) -> bool {
    let small = plain(name).to_lowercase();
    let words = words(&small);
    let mut pairs = words.iter().zip(words.iter().skip(1));
    pairs.any(|(before, word)| {
        matches!(word.text, "a" | "b") && word.gap == "-" && is_digits(before.text)
    })
}

fn plain(name: &str) -> String {
    name.replace("<em>", "").replace("</em>", "")
}

/// The marks of a magnet with this name among its siblings, in declaration order.
pub fn marks(name: &str, siblings: Siblings) -> Vec<Mark> {
    let plain = plain(name);
    let small = DENIALS.iter().fold(plain.to_lowercase(), |text, denial| {
        text.replace(denial, " ")
    });
    let words = words(&small);
    let says = |mark| has_phrase(&small, mark) || has_word(&words, mark, siblings);
    Mark::ALL.into_iter().filter(|mark| says(*mark)).collect()
}

/// The union of the marks of magnets with these names, in declaration order.
pub fn marks_of<'a>(names: impl IntoIterator<Item = &'a str, IntoIter: Clone>) -> Vec<Mark> {
    let names = names.into_iter();
    let siblings = Siblings::of(names.clone());
    let all: Vec<Mark> = names.flat_map(|name| marks(name, siblings)).collect();
    let offered = Mark::ALL.into_iter();
    offered.filter(|mark| all.contains(mark)).collect()
}

/// Whether a Chinese phrase has the mark; Chinese has no word boundaries.
fn has_phrase(text: &str, mark: Mark) -> bool {
    let telling: &[&str] = match mark {
        Mark::Subtitle => &["字幕", "中字"],
        Mark::FourK => &[],
        Mark::Lossless => &["无损", "無損", "原盘", "原盤"],
    };
    telling.iter().any(|phrase| text.contains(phrase))
}

/// Whether a Latin word has the mark, unless it is negated or is the letters of a work's number.
fn has_word(words: &[Word], mark: Mark, siblings: Siblings) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let denied = before.is_some_and(|before| matches!(before.text, "no" | "without"));
        let stated = match mark {
            Mark::Subtitle => is_subtitle(word, before, siblings),
            Mark::FourK => is_four_k(word.text),
            Mark::Lossless => {
                is_lossless(word, before, at.checked_sub(2).and_then(|at| words.get(at)))
            }
        };
        stated && !denied && !is_letters_of_number(word, words.get(at + 1))
    })
}

fn is_subtitle(word: &Word, before: Option<&Word>, siblings: Siblings) -> bool {
    let after_number = before.is_some_and(|before| is_digits(before.text)) && word.gap == "-";
    match word.text {
        "sub" | "subs" | "subbed" | "subtitle" | "subtitles" | "subtitled" => true,
        // By convention `ABCD-123-C` has Chinese subtitles, and `-UC` is also uncut.
        "c" => after_number && !siblings.has_discs,
        "uc" => after_number,
        _ => false,
    }
}

/// `4k`, also joined with the frame rate, and its synonyms.
fn is_four_k(word: &str) -> bool {
    let frames = |rest: &str| rest.is_empty() || is_digits(rest.trim_end_matches("fps"));
    matches!(word, "2160p" | "2160i" | "uhd" | "3840x2160")
        || word.strip_prefix("4k").is_some_and(frames)
}

/// `lossless`, a remux, `flac` with or without its channels, and `bluray raw`.
fn is_lossless(word: &Word, before: Option<&Word>, second: Option<&Word>) -> bool {
    let is = |word: Option<&Word>, text| word.is_some_and(|word| word.text == text);
    let is_disc = is(before, "bluray") || (is(second, "blu") && is(before, "ray"));
    let channels = |rest: &str| rest.is_empty() || is_digits(rest);
    match word.text {
        "lossless" | "remux" | "bdremux" => true,
        "raw" => is_disc,
        other => other.strip_prefix("flac").is_some_and(channels),
    }
}

/// `sub` in `SUB-017`.
fn is_letters_of_number(word: &Word, next: Option<&Word>) -> bool {
    word.text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && next.is_some_and(|next| next.gap == "-" && is_digits(next.text))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The runs of ASCII letters and digits.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|one: char| one.is_ascii_alphanumeric()) {
        let (gap, from) = rest.split_at(start);
        let end = from
            .find(|one: char| !one.is_ascii_alphanumeric())
            .unwrap_or(from.len());
        let (text, after) = from.split_at(end);
        found.push(Word { gap, text });
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Mark::{FourK, Lossless, Subtitle};
    use super::*;

    #[test]
    fn qualities_are_read_from_the_name() {
        let table: &[(&str, &[Mark])] = &[
            ("<em>ABCD-123</em> 1080p", &[]),
            ("", &[]),
            // Subtitles.
            ("ABCD-123 1080p 中文字幕", &[Subtitle]),
            ("ABCD-123中字", &[Subtitle]),
            ("ABCD-123 双语字幕", &[Subtitle]),
            ("<em>ABCD-123</em>-C", &[Subtitle]),
            ("abcd-123-c.mp4", &[Subtitle]),
            ("ABCD-123-UC", &[Subtitle]),
            ("Some.Film.2019.Subbed.1080p", &[Subtitle]),
            ("Some Film [SUB]", &[Subtitle]),
            ("Some Film with subtitles", &[Subtitle]),
            ("ABCD-123 无字幕", &[]),
            ("ABCD-123 無中字", &[]),
            ("Some Film no subs", &[]),
            ("Some Film without subtitles", &[]),
            ("SUB-017 1080p", &[]),
            ("SUB-017-C", &[Subtitle]),
            ("The Subway", &[]),
            ("Suburbia unsubbed", &[]),
            ("ABCD-123-CD1", &[]),
            ("ABC-C-123", &[]),
            ("ABCD-123 C", &[]),
            ("C-123", &[]),
            // 4K.
            ("ABCD-123 4K HDR", &[FourK]),
            ("ABCD-123_4k60fps", &[FourK]),
            ("ABCD-123 4K60", &[FourK]),
            ("蓝色港湾4K修复", &[FourK]),
            ("Some.Film.2160p.x265", &[FourK]),
            ("Some Film UHD", &[FourK]),
            ("Some Film 3840x2160", &[FourK]),
            ("UHD-042 720p", &[]),
            ("Some Film 14K", &[]),
            ("Some Film 4Kids", &[]),
            ("ABCD-2160 1080p", &[]),
            // Lossless.
            ("ABCD-123 无损", &[Lossless]),
            ("ABCD-123 無損音軌", &[Lossless]),
            ("ABCD-123 蓝光 原盘", &[Lossless]),
            ("Some Film Lossless", &[Lossless]),
            ("Some.Film.BluRay.REMUX", &[Lossless]),
            ("Some Film BDRemux", &[Lossless]),
            ("Some Film Blu-ray RAW", &[Lossless]),
            ("Some Film BluRay raw", &[Lossless]),
            ("Some Film FLAC", &[Lossless]),
            ("Some Film FLAC2.0", &[Lossless]),
            ("Some Film BluRay 1080p", &[]),
            ("Raw Deal 1080p", &[]),
            ("Some Film flacon", &[]),
            ("ABCD-123 文件无损坏", &[]),
            ("ABCD-123 有损", &[]),
            // Together, in declaration order.
            ("<em>ABCD-123</em>-C 无损 4K", &[Subtitle, FourK, Lossless]),
            ("UHD.Remux.FLAC.中字", &[Subtitle, FourK, Lossless]),
        ];
        for (name, expected) in table {
            assert_eq!(marks(name, Siblings::default()), *expected, "{name}");
        }
    }

    #[test]
    fn a_third_disc_has_no_subtitles() {
        let discs = ["<em>PRT-010</em>-A.mp4", "PRT-010-B", "PRT-010-C"];
        assert_eq!(marks_of(discs), []);
        assert_eq!(marks("PRT-010-C", Siblings::of(discs)), []);
        assert_eq!(marks("PRT-010-UC", Siblings::of(discs)), [Subtitle]);
        assert_eq!(
            marks_of(["PRT-010-C", "PRT-010 1080p", "A-010"]),
            [Subtitle]
        );
    }
}
