//! Names of the parts of a film, which Kodi calls stacks: `abc-123-cd1`, `abc-123_part2`, `abc-123-A`.

const WORDS: [&str; 6] = ["cd", "dvd", "part", "pt", "disc", "disk"];
const SEPARATORS: [char; 4] = ['-', '_', '.', ' '];

/// What the name of a file says of the part that it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// The film's name.
    pub(super) film: &'a str,
    /// From 1.
    pub(super) number: u32,
    /// A letter alone says it, which may also say that there are subtitles: `abc-123-C`.
    pub(super) is_letter: bool,
}

/// The part that a file is by its name.
pub(super) fn part(stem: &str) -> Option<Part<'_>> {
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = stem.get(name.len()..).unwrap_or_default();
    let (name, number) = match digits.parse() {
        Ok(number) if digits.len() <= 2 => (name, number),
        _ => {
            let (name, letter) = stem.split_at_checked(stem.len().checked_sub(1)?)?;
            (name, number_of(letter)?)
        }
    };
    let word = name.trim_end_matches(SEPARATORS);
    let film = WORDS.iter().find_map(|known| {
        let (film, end) = word.split_at_checked(word.len().checked_sub(known.len())?)?;
        end.eq_ignore_ascii_case(known).then_some(film)
    });
    // Without such a word only a letter behind a hyphen is a part: `abc-123-2` may be anything.
    let (film, is_letter) = match film {
        Some(film) if film.ends_with(SEPARATORS) => (film, false),
        None if name.ends_with('-') && digits.is_empty() => (name, true),
        _ => return None,
    };
    let film = film.trim_end_matches(SEPARATORS);
    (!film.is_empty() && number > 0).then_some(Part {
        film,
        number,
        is_letter,
    })
}

/// The part that a letter names.
fn number_of(letter: &str) -> Option<u32> {
    let at = "abcd".find(&letter.to_ascii_lowercase())?;
    u32::try_from(at + 1).ok()
}

/// A film's name without that of a part, unless a letter alone says it.
pub(super) fn without_part(stem: &str) -> &str {
    match part(stem) {
        Some(part) if !part.is_letter => part.film,
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_of_many_forms() {
        for (stem, read) in [
            ("abc-123-cd1", Some(("abc-123", 1))),
            ("ABC-123 CD2", Some(("ABC-123", 2))),
            ("abc-123_part_2", Some(("abc-123", 2))),
            ("abc-123.pt3", Some(("abc-123", 3))),
            ("abc-123-disc-b", Some(("abc-123", 2))),
            ("abc-123-A", Some(("abc-123", 1))),
            ("abc-123-c", Some(("abc-123", 3))),
            ("abc-123", None),
            ("abc-2", None),
            ("abcd-1", None),
            ("abc-123-2", None),
            ("abc-123a", None),
            ("cd1", None),
            ("", None),
            ("山谷", None),
        ] {
            let part = part(stem).map(|part| (part.film, part.number));
            assert_eq!(part, read, "{stem}");
        }
        assert_eq!(without_part("abc-123-cd1"), "abc-123");
        assert_eq!(without_part("abc-123-disc-b"), "abc-123");
        assert_eq!(without_part("abc-123-C"), "abc-123-C");
    }

    proptest::proptest! {
        #[test]
        fn no_name_panics(stem in "[a-dpt1-9 ._山-]{0,12}") {
            let _ = part(&stem);
            let _ = without_part(&stem);
        }
    }
}
