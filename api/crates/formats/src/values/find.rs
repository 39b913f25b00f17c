//! Finds a catalogue number in a title, or in the name of a file.

use super::number::normalised;
use crate::text::{clean, folded};

/// What stands before a hyphen and digits without being the label of a number.
const NO_LABELS: [&str; 46] = [
    "cd", "dvd", "bd", "part", "pt", "disc", "disk", "vol", "volume", "ep", "episode", "season",
    "series", "chapter", "act", "scene", "track", "no", "top", "extra", "sample", "trailer",
    "test", "dts", "aac", "ac3", "dd", "ddp", "eac3", "hevc", "avc", "av1", "x264", "x265", "h264",
    "h265", "hdr", "uhd", "web", "mp", "covid", "movie", "video", "clip", "img", "dsc",
];
/// Sites that number their films by the day; they are written before or behind the number.
const SITES_OF_DAYS: [&str; 9] = [
    "carib",
    "caribbeancom",
    "caribpr",
    "1pon",
    "1pondo",
    "10mu",
    "10musume",
    "paco",
    "pacopacomama",
];
/// Labels of sites whose numbers are also written with a space.
const LABELS_WITH_SPACE: [&str; 4] = ["FC2-PPV", "FC2PPV", "FC2", "HEYZO"];
/// What writers append to a number: subtitles, uncut, leaked, the part.
const SUFFIXES: [&str; 11] = ["", "c", "ch", "u", "uc", "a", "b", "d", "r", "hd", "4k"];

/// The first word of a text that looks like a number: `ABC-123`, `FC2-PPV-1234567`, `010126-001`. Its letters are capital, as
/// files are also called `abc-123`.
pub fn find(text: &str) -> Option<String> {
    let words = words(text);
    let behind = words.iter().skip(1).map(Some).chain([None]);
    words
        .iter()
        .zip(behind)
        .find_map(|(word, next)| of_word(word, false).or_else(|| of_two_words(word, next?)))
}

/// A number with a space between: `FC2-PPV 1234567`.
fn of_two_words(label: &str, digits: &str) -> Option<String> {
    let label = label.to_ascii_uppercase();
    let is_known = LABELS_WITH_SPACE.contains(&label.as_str());
    (is_known && is_digits(digits, 4..=8)).then(|| format!("{label}-{digits}"))
}

/// The number in the name of a file or folder, which may be one with a single digit and in lower case: `abc-1`.
pub fn find_in_name(name: &str) -> Option<String> {
    find(name).or_else(|| of_word(&normalised(name), true))
}

/// The number that a name is without its hyphen: `abc123`, `abc00123`.
pub fn joined(name: &str) -> Option<String> {
    let name = normalised(name);
    let (label, digits) = name.split_at_checked(name.find(|c: char| c.is_ascii_digit())?)?;
    let is_label = (2..=6).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphabetic())
        && is_label(label);
    if !is_label || !is_digits(digits, 3..=6) {
        return None;
    }
    let short = digits.trim_start_matches('0');
    Some(format!("{}-{short:0>3}", label.to_uppercase()))
}

/// Words of ASCII letters, digits, hyphens and underscores: all other characters end a word.
fn words(text: &str) -> Vec<String> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    normalised(text)
        .split(|c| !is_of_word(c))
        .map(|word| word.trim_matches(['-', '_']).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn of_word(word: &str, is_name: bool) -> Option<String> {
    let parts: Vec<&str> = word.split(['-', '_']).collect();
    let sign = if word.contains('_') { '_' } else { '-' };
    of_day(&parts, sign).or_else(|| {
        // A date may stand before it.
        let dated = parts.iter().take_while(|part| is_digits(part, 1..=8));
        let parts = parts.get(dated.count()..).unwrap_or_default();
        of_label(parts, is_name)
    })
}

/// `010126-001`, perhaps behind the name of the site.
fn of_day(parts: &[&str], sign: char) -> Option<String> {
    let is_site = |part: &str| SITES_OF_DAYS.contains(&part.to_ascii_lowercase().as_str());
    let parts = match parts {
        [site, rest @ ..] if is_site(site) => rest,
        all => all,
    };
    match parts {
        [day, film, ..] if is_digits(day, 6..=6) && is_digits(film, 2..=4) => {
            Some(format!("{day}{sign}{film}"))
        }
        _ => None,
    }
}

fn of_label(parts: &[&str], is_name: bool) -> Option<String> {
    match parts {
        [site, shop, film, ..]
            if site.eq_ignore_ascii_case("heydouga")
                && is_digits(shop, 4..=4)
                && is_digits(film, 3..=4) =>
        {
            Some(format!("{}-{shop}-{film}", site.to_uppercase()))
        }
        [site, quality, film, ..]
            if site.eq_ignore_ascii_case("heyzo")
                && quality.eq_ignore_ascii_case("hd")
                && is_digits(film, 4..=4) =>
        {
            Some(format!("{}-{film}", site.to_uppercase()))
        }
        [first, second, third, ..]
            if is_label(first) && is_label(second) && is_digits(third, 5..=8) =>
        {
            let (first, second) = (first.to_uppercase(), second.to_uppercase());
            Some(format!("{first}-{second}-{third}"))
        }
        [label, digits, rest @ ..] if is_label(label) => {
            let digits = without_suffix(digits);
            let is_sure = match digits.len() {
                1 => is_capital(label) || (is_name && rest.is_empty()),
                2 => !is_word(label),
                4 => !is_word(label) || !matches!(digits.get(..2), Some("19" | "20")),
                _ => true,
            };
            let is_film = is_digits(digits.trim_end_matches(['z', 'Z']), 1..=8);
            (is_film && is_sure).then(|| format!("{}-{digits}", label.to_uppercase()))
        }
        _ => None,
    }
}

/// Digits without the letters that writers append to them: `123ch`.
fn without_suffix(digits: &str) -> &str {
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    match digits.split_at_checked(end) {
        Some((plain, rest))
            if plain.len() > 2 && SUFFIXES.contains(&rest.to_ascii_lowercase().as_str()) =>
        {
            plain
        }
        _ => digits,
    }
}

fn is_digits(part: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// What may stand before the digits of a number: not `1080p`, `S01E02` and the like.
fn is_label(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    let is_size = lower
        .strip_suffix(['p', 'i', 'k'])
        .is_some_and(|size| is_digits(size, 1..=4));
    let is_episode = lower.strip_prefix(['s', 'e']).is_some_and(|rest| {
        rest.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'e')
    });
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && (1..=10).contains(&part.len())
        && part.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !is_size
        && !(is_episode && lower.len() > 1)
        && !NO_LABELS.contains(&lower.as_str())
}

/// Only capital letters, so that a single digit behind it is no part of a title.
fn is_capital(label: &str) -> bool {
    (2..=6).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Written as a word: `Apollo`.
fn is_word(label: &str) -> bool {
    let mut letters = label.bytes();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_uppercase())
        && label.len() > 2
        && letters.all(|byte| byte.is_ascii_lowercase())
}

/// A title without the number at its beginning, unless nothing else is left.
pub fn without_number(title: &str, number: &str) -> String {
    let title = clean(title);
    let bare = title.trim_start_matches(['[', '【']);
    let head = bare.get(..number.len()).unwrap_or_default();
    if number.is_empty() || folded(head) != folded(number) {
        return title;
    }
    let rest = bare.get(number.len()..).unwrap_or_default();
    if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return title;
    }
    let rest = match rest.strip_prefix('-').and_then(|rest| rest.split_once(' ')) {
        Some((suffix, rest)) if is_suffix(suffix, rest) => rest,
        _ => rest,
    };
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "]】-_:：".contains(c));
    match rest.is_empty() {
        true => title,
        false => rest.to_owned(),
    }
}

/// Whether this is appended to a number, and not the first word of a title behind it: `A Summer Day`.
fn is_suffix(suffix: &str, behind: &str) -> bool {
    let is_word = suffix.len() == 1 && behind.starts_with(|c: char| c.is_ascii_alphabetic());
    SUFFIXES.contains(&suffix.to_ascii_lowercase().as_str()) && !is_word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_a_name() {
        for (text, found) in [
            ("[MZU-017] 山谷", Some("MZU-017")),
            ("mzu-017-cd1", Some("MZU-017")),
            ("MZU-017-C", Some("MZU-017")),
            ("FC2-PPV-1234567", Some("FC2-PPV-1234567")),
            ("010126-001", Some("010126-001")),
            ("010126_001", Some("010126_001")),
            ("MZU-5 山谷", Some("MZU-5")),
            ("山谷MZU-017里的四季", Some("MZU-017")),
            ("ＭＺＵ－０１７ 山谷", Some("MZU-017")),
            ("MZU-017ch", Some("MZU-017")),
            ("films.example@mzu-017.1080p", Some("MZU-017")),
            ("2026-01-05_MZU-017", Some("MZU-017")),
            ("carib-010126-001", Some("010126-001")),
            ("1pondo_010126_001", Some("010126_001")),
            ("010126-001-carib", Some("010126-001")),
            ("FC2-PPV 1234567 山谷", Some("FC2-PPV-1234567")),
            ("HEYZO 0123", Some("HEYZO-0123")),
            ("heyzo_hd_0123_full", Some("HEYZO-0123")),
            ("FC2 Valley 1234567", None),
            ("heydouga-4017-123", Some("HEYDOUGA-4017-123")),
            ("The Land Girls (1998)", None),
            ("Valley.S01E02-03.1080p-60.DTS-5.x265-10", None),
            ("Apollo-13", None),
            ("Land-1998", None),
            ("Part-2 山谷", None),
            ("CD-1", None),
            ("Season-12", None),
            ("2026-01-05", None),
            ("山谷里的四季", None),
            ("", None),
        ] {
            assert_eq!(find(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_name_may_be_the_number() {
        assert_eq!(find_in_name("mzu-5").as_deref(), Some("MZU-5"));
        assert_eq!(find_in_name("山谷 mzu-5"), None);
        assert_eq!(find_in_name("MZU-017-cd1").as_deref(), Some("MZU-017"));
        assert_eq!(joined("mzu017").as_deref(), Some("MZU-017"));
        assert_eq!(joined("MZU00034").as_deref(), Some("MZU-034"));
        for name in ["movie001", "valley", "mzu12", "1998", "s01e02"] {
            assert_eq!(joined(name), None, "{name}");
        }
    }

    #[test]
    fn a_title_loses_its_number() {
        for (title, bare) in [
            ("MZU-017 山谷", "山谷"),
            ("[mzu-017] 山谷", "山谷"),
            ("MZU-017", "MZU-017"),
            ("MZU-0171 山谷", "MZU-0171 山谷"),
            ("MZU-017-C 山谷", "山谷"),
            ("MZU-017-Cat", "Cat"),
            ("MZU-017-A Summer Day", "A Summer Day"),
            ("MZU-017-UC Summer Day", "Summer Day"),
            ("山谷 MZU-017", "山谷 MZU-017"),
            ("山", "山"),
        ] {
            assert_eq!(without_number(title, "MZU-017"), bare);
        }
    }
}
