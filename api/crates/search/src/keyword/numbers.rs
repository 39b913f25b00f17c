//! Numbers of works as file names, shops and other sites have them: between names of sites, marks of quality and language.

use std::ops::Range;

use super::noise::{is_noise, without_mark};
use crate::text::number::{number_key, spelling};
use crate::text::tokenizer::{Piece, folded, pieces};

/// Maximum number of groups of words in a number next to other words: `FC2 PPV 123456`.
pub(crate) const MAX_GROUPS: usize = 3;
/// Minimum number of characters in one, so that `3D` and `S1` are none.
const MIN_CHARS: usize = 3;
/// Minimum number of digits in one without letters, so that a year is none.
const MIN_DIGITS: usize = 5;

/// Digits in the number of a work in shops: `1abc00123`.
const SHOP_DIGITS: usize = 5;
/// Digits of a series whose name is a letter and digits: T28.
const SERIES_DIGITS: usize = 2;
/// Maximum number of letters before the digits of a number in three words, or in shops.
const MAX_LETTERS: usize = 8;

/// Ends of the names of sites.
const DOMAINS: [&str; 16] = [
    "com", "net", "org", "cc", "tv", "me", "xyz", "vip", "top", "club", "info", "la", "app",
    "site", "co", "cn",
];

/// Words of a keyword that may be a work's number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct NumberPart {
    pub(crate) key: String,
    /// The number with all its zeros.
    pub(crate) spelling: String,
    /// Their indexes among the words.
    pub(crate) words: Range<usize>,
}

impl NumberPart {
    /// Whether it has letters and digits, and so is most likely a number.
    pub(crate) fn is_mixed(&self) -> bool {
        self.key.contains(|c: char| c.is_ascii_lowercase())
    }
}

/// Extensions of video files, whose names people paste.
const EXTENSIONS: [&str; 14] = [
    "mp4", "mkv", "avi", "wmv", "mov", "m4v", "flv", "ts", "rmvb", "iso", "webm", "torrent", "srt",
    "ass",
];

/// A pasted name without the site before it and the extension behind it, or any other text unchanged; and whether it was a
/// file name.
pub(crate) fn pasted_name(text: &str) -> (&str, bool) {
    let (name, is_file) = without_extension(text);
    (without_site(name).unwrap_or(name), is_file)
}

/// A number without the name of a site before it: `site.com@ABC-123`, `[site.com]ABC-123`.
fn without_site(text: &str) -> Option<&str> {
    // Every search comes here, and nearly none has a site.
    if !text.contains('.') {
        return None;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let begin = text.trim_start_matches(|c: char| c.is_whitespace() || "[(【（".contains(c));
    let lower = begin.to_ascii_lowercase();
    let (dot, end) = DOMAINS.iter().find_map(|end| {
        let at = lower.find(&format!(".{end}"))?;
        let after = begin.get(at + 1 + end.len()..)?.chars().next()?;
        (!after.is_alphanumeric() && after != '.').then_some((at, end))
    })?;
    let site = begin
        .get(..dot)
        .filter(|site| !site.is_empty() && site.chars().all(is_name))?;
    let rest = begin.get(site.len() + 1 + end.len()..)?;
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words_of(rest).collect();
    (1..=words.len())
        .find_map(|length| number_part(&words, 0..length))
        .map(|_| rest)
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    let pieces = pieces(&folded(text)).into_iter();
    pieces.map_while(|piece| match piece {
        Piece::Word(word) => Some(word),
        Piece::Cjk(_) => None,
    })
}

/// A file name without its extension, or any other text unchanged; and whether it was a file name.
fn without_extension(text: &str) -> (&str, bool) {
    let named = text.trim_end().rsplit_once('.');
    let known = named.filter(|(_, end)| EXTENSIONS.iter().any(|one| end.eq_ignore_ascii_case(one)));
    known.map_or((text, false), |(name, _)| (name, true))
}

/// Possible numbers within longer words: prefixes of their groups of letters and digits.
pub(super) fn numbers_pasted(spaced: &[&[Piece]], is_file: bool) -> Vec<NumberPart> {
    let numbers = spaced.iter().flat_map(|pieces| {
        let groups = pieces.chunk_by(|one, next| one.is_word() && next.is_word());
        let groups = groups.map(|group| {
            group
                .iter()
                .filter_map(Piece::word)
                .map(str::to_owned)
                .collect()
        });
        let whole = pieces.len();
        let numbers = groups.flat_map(move |group: Vec<String>| {
            let begins = (1..=group.len()).filter(move |length| is_file || *length < whole);
            begins.filter_map(move |length| number_part(&group, 0..length))
        });
        numbers.collect::<Vec<_>>()
    });
    let numbers = numbers.filter(NumberPart::is_mixed).take(MAX_GROUPS);
    numbers.chain(without_noise(spaced)).collect()
}

/// The numbers that a keyword may be: without noise ([`is_noise`], [`without_mark`]), if it has no other words, and as in shops ([`shop_numbers`]).
fn without_noise(spaced: &[&[Piece]]) -> Vec<NumberPart> {
    let (mut words, mut is_noisy) = (Vec::new(), false);
    for piece in spaced.iter().copied().flatten() {
        match piece {
            Piece::Word(word) => {
                let rest = without_mark(word);
                is_noisy |= rest.is_some();
                words.push(rest.unwrap_or(word));
            }
            Piece::Cjk(run) if is_noise(&run.iter().collect::<String>()) => is_noisy = true,
            Piece::Cjk(_) => return Vec::new(),
        }
    }
    words.retain(|word| !word.is_empty());
    let text = words.concat();
    let is_number = match words.as_slice() {
        // FC2 PPV 123456
        [first, second, last] => {
            first.len() + second.len() <= MAX_LETTERS && last.bytes().all(|b| b.is_ascii_digit())
        }
        words => words.len() < MAX_GROUPS,
    };
    let mut numbers = shop_numbers(&text);
    if is_noisy && is_number {
        numbers.push(text);
    }
    let numbers = numbers.into_iter();
    numbers
        .filter_map(|number| number_part(&[number], 0..1))
        .collect()
}

/// The number in the name that a shop has for a work: without the digits of its maker, `h_113abc00123`, and of a series
/// with digits also without zeros, `55t2800567` for T28-567. Some sites write the digits too: 300ABC-123.
fn shop_numbers(text: &str) -> Vec<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let begin = text
        .strip_prefix('h')
        .filter(|rest| rest.starts_with(is_digit));
    let number = begin.unwrap_or(text).trim_start_matches(is_digit);
    let letters = number.trim_end_matches(is_digit);
    let digits = number.get(letters.len()..).unwrap_or_default();
    let min = if letters.len() == 1 {
        SHOP_DIGITS
    } else {
        MIN_CHARS
    };
    let is_one = number.len() < text.len()
        && (1..=MAX_LETTERS).contains(&letters.len())
        && letters.bytes().all(|b| b.is_ascii_lowercase())
        && digits.len() >= min;
    if !is_one {
        return Vec::new();
    }
    let series = digits.split_at_checked(SERIES_DIGITS);
    let of_series = series.and_then(|(series, rest)| Some((series, rest.strip_prefix("00")?)));
    let of_series = of_series.filter(|(_, rest)| letters.len() == 1 && rest.len() == MIN_CHARS);
    let of_series = of_series.map(|(series, rest)| format!("{letters}{series}{rest}"));
    [number.to_owned()].into_iter().chain(of_series).collect()
}

pub(crate) fn number_part(words: &[String], part: Range<usize>) -> Option<NumberPart> {
    let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let written = words.get(part.clone())?;
    let text = written.concat();
    let key = number_key(&text);
    let is_mixed = key.contains(|c: char| c.is_ascii_lowercase());
    let min = if is_mixed { MIN_CHARS } else { MIN_DIGITS };
    let is_number = key.is_ascii() && key.len() >= min && has_digits(written.last()?);
    is_number.then(|| NumberPart {
        key,
        spelling: spelling(&text),
        words: part,
    })
}

#[cfg(test)]
mod tests {
    use crate::keyword::Keyword;

    fn has(keyword: &str, key: &str) -> bool {
        let parsed = Keyword::parse(keyword);
        let parts = parsed.pasted.iter().chain(&parsed.number_candidates);
        parsed.number.as_deref() == Some(key) || parts.map(|part| &part.key).any(|one| one == key)
    }

    #[test]
    fn numbers_are_found_among_what_sites_and_files_add() {
        for (keyword, key) in [
            ("qxa123 中字", "qxa123"),
            ("QXA-123 第一集", "qxa123"),
            ("QXA-123 第2集", "qxa123"),
            ("qxa-123 uncensored leak", "qxa123"),
            ("QXA 123 HD", "qxa123"),
            ("qxa-123hd", "qxa123"),
            ("qxa-123ch", "qxa123"),
            ("qxa123uc", "qxa123"),
            ("1qxa00123", "qxa123"),
            ("118qxa00123", "qxa123"),
            ("h_113qxa00123", "qxa123"),
            ("[site.com]QXA-123", "qxa123"),
            ("hhd800.com@QXA-123", "qxa123"),
            ("site.com_qxa-123", "qxa123"),
            ("www.site.com-QXA-123-C.mp4", "qxa123"),
            ("番号：QXA-123", "qxa123"),
            ("fc2 ppv 1234567 中字", "fc2ppv1234567"),
            ("fc2-ppv 1234567 4k", "fc2ppv1234567"),
            ("carib 010112 345", "10112345"),
            ("010112-345-carib", "10112345"),
            ("caribbeancom 010112-345", "10112345"),
            ("1pondo_010112_345", "10112345"),
            ("Caribbeancom-010112-345-FHD", "10112345"),
            ("heyzo_hd_0456", "heyzo456"),
            ("55t28567", "t28567"),
            ("55t2800567", "t28567"),
            ("300QXA-123", "qxa123"),
            ("300qxa123 中字", "qxa123"),
            ("QXA-123-C", "qxa123"),
            ("【QXA-123】", "qxa123"),
            ("「QXA-123」中字", "qxa123"),
            ("tokyo hot n0789", "n789"),
            ("tokyo-hot-n0789", "n789"),
        ] {
            assert!(
                has(keyword, key),
                "{keyword}: {:?}",
                Keyword::parse(keyword).pasted
            );
        }
    }

    #[test]
    fn titles_are_no_numbers() {
        for keyword in [
            "tokyo hot spring",
            "full moon 2",
            "hd 2019",
            "amazon.com 2",
            "the land girls 1998 hd",
            "1080p",
            "7 days",
            "24h 99",
            "山谷 12 hd",
        ] {
            assert!(Keyword::parse(keyword).pasted.is_empty(), "{keyword}");
        }
    }
}
