//! Numbers of sequels: 2 or II, 11 or eleven.

/// The numbers from 2 on, Roman and in English.
const NUMERALS: [(&str, &str); 19] = [
    ("II", "two"),
    ("III", "three"),
    ("IV", "four"),
    ("V", "five"),
    ("VI", "six"),
    ("VII", "seven"),
    ("VIII", "eight"),
    ("IX", "nine"),
    ("X", "ten"),
    ("XI", "eleven"),
    ("XII", "twelve"),
    ("XIII", "thirteen"),
    ("XIV", "fourteen"),
    ("XV", "fifteen"),
    ("XVI", "sixteen"),
    ("XVII", "seventeen"),
    ("XVIII", "eighteen"),
    ("XIX", "nineteen"),
    ("XX", "twenty"),
];

/// The other spellings of a folded numeral; `None` if it is not the number of a sequel.
pub(crate) fn other_numerals(word: &str) -> Option<[String; 2]> {
    let numbers = (2..).zip(NUMERALS);
    let ways = numbers.map(|(number, (roman, english))| (format!("{number}"), roman, english));
    ways.into_iter().find_map(|(digits, roman, english)| {
        if word == digits {
            Some([roman.to_owned(), english.to_owned()])
        } else if word.eq_ignore_ascii_case(roman) {
            Some([digits, english.to_owned()])
        } else if word == english {
            Some([digits, roman.to_owned()])
        } else {
            None
        }
    })
}

/// Whether a folded word is unambiguously a Roman numeral: `xi` is also a name, and `v` a letter.
pub(crate) fn is_roman(word: &str) -> bool {
    let is_it = |roman: &str| word.eq_ignore_ascii_case(roman);
    word.len() > 1 && word != "xi" && NUMERALS.iter().any(|(roman, _)| is_it(roman))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_have_three_spellings() {
        for (word, others) in [
            ("2", Some(["II", "two"])),
            ("iv", Some(["4", "four"])),
            ("eleven", Some(["11", "XI"])),
            ("20", Some(["XX", "twenty"])),
            ("1", None),
            ("21", None),
            ("017", None),
            ("i", None),
            ("", None),
        ] {
            let found = other_numerals(word);
            assert_eq!(found, others.map(|ways| ways.map(str::to_owned)), "{word}");
        }
        for (word, expected) in [
            ("ii", true),
            ("xi", false),
            ("x", false),
            ("xx", true),
            ("2", false),
        ] {
            assert_eq!(is_roman(word), expected, "{word}");
        }
    }
}
