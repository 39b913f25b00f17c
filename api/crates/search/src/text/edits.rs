//! Edit distance 1: the edits of a word, and whether two words are one edit apart.

/// Every text one deletion, insertion, replacement or transposition away.
pub(crate) fn edits(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    let letters = || ('a'..='z').chain('0'..='9');
    let mut edits = Vec::new();
    for at in 0..=chars.len() {
        let (head, tail) = chars.split_at(at);
        let with = |middle: &[char], tail: &[char]| -> String {
            head.iter().chain(middle).chain(tail).collect()
        };
        edits.extend(letters().map(|letter| with(&[letter], tail)));
        let Some((first, rest)) = tail.split_first() else {
            continue;
        };
        edits.push(with(&[], rest));
        edits.extend(
            letters()
                .filter(|letter| letter != first)
                .map(|letter| with(&[letter], rest)),
        );
        if let Some((second, rest)) = rest.split_first() {
            edits.push(with(&[*second, *first], rest));
        }
    }
    edits
}

/// Letters and digits that look alike.
const LOOKALIKES: [(char, char); 8] = [
    ('o', '0'),
    ('i', '1'),
    ('l', '1'),
    ('s', '5'),
    ('b', '8'),
    ('z', '2'),
    ('g', '9'),
    ('g', '6'),
];

/// The number with one letter replaced by the digit that it looks like, or the other way round; and with digits for all
/// trailing letters.
pub(crate) fn lookalikes(key: &str) -> Vec<String> {
    let other = |c: char| {
        LOOKALIKES
            .iter()
            .filter_map(move |(letter, digit)| match c {
                c if c == *letter => Some(*digit),
                c if c == *digit => Some(*letter),
                _ => None,
            })
    };
    let chars: Vec<char> = key.chars().collect();
    let digit = |c: &char| match c {
        '0'..='9' => Some(*c),
        _ => LOOKALIKES
            .iter()
            .find(|(letter, _)| letter == c)
            .map(|at| at.1),
    };
    let ends = (1..chars.len()).filter_map(|at| {
        let (begin, end) = chars.split_at(at);
        let end: String = end.iter().map(digit).collect::<Option<_>>()?;
        Some(begin.iter().collect::<String>() + &end)
    });
    let replaced = chars.iter().enumerate().flat_map(|(at, c)| {
        let chars = &chars;
        other(*c).map(move |right| {
            let text = chars.iter().enumerate();
            text.map(|(place, c)| if place == at { right } else { *c })
                .collect()
        })
    });
    replaced.chain(ends).collect()
}

/// A number in display form: `ABC-123` for `abc123`.
pub(crate) fn display_number(key: &str) -> String {
    let letters = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = key.get(letters.len()..).unwrap_or_default();
    let parts = [letters, digits]
        .into_iter()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_uppercase()
}

/// A Japanese name in Latin letters with all vowels short: Ootori, Outori, Ohtori and Ōtori are `otori`.
pub(crate) fn with_short_vowels(word: &str) -> String {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let mut short = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(c) = letters.next() {
        let goes_on = match (short.chars().last(), c) {
            (Some('o'), 'u') => true,
            (Some('o'), 'h') => !letters.peek().is_some_and(|next| is_vowel(*next)),
            (Some(before), c) => before == c && is_vowel(c),
            (None, _) => false,
        };
        if !goes_on {
            short.push(c);
        }
    }
    short
}

/// Whether two texts are one edit apart.
pub(crate) fn is_one_edit(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > 1 || one == other {
        return false;
    }
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (
        one.get(same..).unwrap_or_default(),
        other.get(same..).unwrap_or_default(),
    );
    match (one, other) {
        ([_, rest @ ..], shorter) if rest == shorter => true,
        (shorter, [_, rest @ ..]) if rest == shorter => true,
        ([_, one @ ..], [_, other @ ..]) if one == other => true,
        ([a, b, one @ ..], [c, d, other @ ..]) => (a, b) == (d, c) && one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edit_is_one_letter_or_a_swap() {
        for (one, other) in [
            ("deng", "den"),
            ("ta", "da"),
            ("ab", "ba"),
            ("a", ""),
            ("abc", "abxc"),
        ] {
            assert!(
                is_one_edit(one, other) && is_one_edit(other, one),
                "{one} {other}"
            );
        }
        for (one, other) in [
            ("deng", "deng"),
            ("abcd", "badc"),
            ("ab", "cd"),
            ("abc", "a"),
        ] {
            assert!(!is_one_edit(one, other), "{one} {other}");
        }
    }

    #[test]
    fn generated_edits_are_one_edit_apart() {
        let all = edits("potr");
        assert!(all.contains(&"potter".to_owned()) || all.contains(&"potre".to_owned()));
        assert!(
            all.iter()
                .all(|edit| edit == "potr" || is_one_edit("potr", edit))
        );
    }

    #[test]
    fn long_vowels_have_several_romanizations() {
        for alike in [
            ["otori", "ootori", "ohtori", "outori"],
            ["shotaro", "shoutarou", "shootaroo", "shohtaroh"],
            ["yuko", "yuuko", "yuko", "yuukoo"],
        ] {
            for one in alike {
                assert_eq!(with_short_vowels(one), alike[0], "{one}");
            }
        }
        assert_eq!(with_short_vowels("ohara"), "ohara");
    }

    #[test]
    fn letters_typed_for_digits_are_corrected() {
        for (wrong, right) in [
            ("mzuo17", "mzu017"),
            ("mzuoi7", "mzu017"),
            ("kasaoo9", "kasa009"),
            ("oto01g", "oto016"),
        ] {
            assert!(lookalikes(wrong).contains(&right.to_owned()), "{wrong}");
        }
        assert_eq!(display_number("mzu017"), "MZU-017");
    }
}
