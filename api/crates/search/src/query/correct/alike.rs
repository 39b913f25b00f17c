//! Names that a keyword sounds like, in whatever letters it was typed: spelled by other rules, or as pinyin of which
//! syllables are short.

use super::runs::of_syllable;
use crate::read::names::{Names, Scope};
use crate::text::alike::{Family, Spelling};
use crate::text::polyphones::syllables;
use crate::text::sounds;
use crate::text::tokenizer::{Piece, pieces, written};

/// Maximum number of candidates, each of which is a search.
const MAX_GUESSES: usize = 6;
/// Letters of a name in pinyin.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=20;
/// Fewer letters are no two syllables that mean a name.
const MIN_GIVEN: usize = 5;

/// Names that sound like a keyword of these spellings in one of these families.
pub(crate) fn sounding(names: &Names, keyword: &[Spelling], families: &[Family]) -> Vec<String> {
    let mut found = Vec::new();
    for family in families {
        found.extend(names.alike(keyword, *family));
    }
    found.truncate(MAX_GUESSES);
    found
}

/// Chinese names of which the keyword is pinyin: syllables in full or begun, the surname first or last, or without it.
pub(crate) fn in_pinyin(names: &Names, text: &str) -> Vec<String> {
    let words: Option<Vec<String>> = pieces(&written(text)).into_iter().map(letters).collect();
    let Some(words) = words.filter(|words| LETTERS.contains(&words.concat().len())) else {
        return Vec::new();
    };
    let in_order = words.concat();
    let swapped = words
        .split_last()
        .map(|(last, first)| format!("{last}{}", first.concat()));
    let mut found: Vec<String> = Vec::new();
    for letters in std::iter::once(in_order.clone()).chain(swapped.filter(|_| words.len() > 1)) {
        found.extend(names.runs_of_initials(&letters, |run| is_read(run, &letters)));
    }
    if found.is_empty() && in_order.len() >= MIN_GIVEN {
        found = given(names, &in_order);
    }
    found.truncate(MAX_GUESSES);
    found
}

fn letters(piece: Piece) -> Option<String> {
    match piece {
        Piece::Word(word) if word.bytes().all(|b| b.is_ascii_lowercase()) => Some(word),
        _ => None,
    }
}

/// Whether letters are the beginnings of the syllables of all these characters.
fn is_read(run: &[char], letters: &str) -> bool {
    let Some((first, rest)) = run.split_first() else {
        return letters.is_empty();
    };
    syllables(*first).any(|syllable| {
        let common = syllable.bytes().zip(letters.bytes());
        let most = common.take_while(|(one, other)| one == other).count();
        (1..=most).any(|length| {
            letters
                .get(length..)
                .is_some_and(|letters| is_read(rest, letters))
        })
    })
}

/// Pairs of characters in names that are read like this, those of most names first.
fn given(names: &Names, letters: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (first, second) in sounds::two_syllables(letters) {
        for one in of_syllable(first) {
            let seconds = names.followers(*one);
            let seconds = seconds.filter(|c| syllables(*c).any(|syllable| syllable == second));
            found.extend(seconds.map(|other| {
                let many = names.with_run(&[*one, other], Scope::ExceptTags);
                (many.len(), String::from_iter([*one, other]))
            }));
        }
    }
    found.sort_by(|one, other| (other.0, &one.1).cmp(&(one.0, &other.1)));
    found.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::term_word::text_of;
    use crate::text::alike::spellings;
    use crate::text::sounds::readings;
    use crate::text::tokenizer::folded;

    fn names() -> Names {
        let mut names = Names::default();
        let all = [
            "林婉清",
            "单雨薇",
            "欧阳若曦",
            "しのづか ちふみ",
            "박지훈",
            "Юлия Цветкова",
        ];
        for (id, name) in (0..).zip(all) {
            let readings = readings(name).into_iter().map(|one| (one.clone(), one));
            let named = std::iter::once((folded(name), written(name)));
            names.number(id, false, &text_of(named.chain(readings)));
        }
        names
    }

    #[test]
    fn begun_syllables_and_either_order_are_read() {
        let names = names();
        for (text, name) in [
            ("linwq", "林婉清"),
            ("lin wq", "林婉清"),
            ("lwanqing", "林婉清"),
            ("wanqing lin", "林婉清"),
            ("wanqing", "婉清"),
            ("shanyw", "单雨薇"),
            ("ouyangrx", "欧阳若曦"),
            ("ouyrx", "欧阳若曦"),
        ] {
            assert_eq!(
                in_pinyin(&names, text).first().map(String::as_str),
                Some(name),
                "{text}"
            );
        }
        for text in [
            "linwqx", "zhangwq", "linw2", "lin", "wanqin", "anqing", "林wq",
        ] {
            assert!(in_pinyin(&names, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn names_are_found_by_what_they_sound_like() {
        let names = names();
        for (text, name) in [
            ("sinoduka tihumi", "しのづか ちふみ"),
            ("tihumi sinozuka", "しのづか ちふみ"),
            ("sinozuka", "しのづか"),
            ("park jihoon", "박지훈"),
            ("jihun bak", "박지훈"),
            ("iuliia cvetkova", "юлия цветкова"),
            ("cvetkova", "цветкова"),
        ] {
            let keyword = spellings(&written(text));
            assert_eq!(sounding(&names, &keyword, &Family::ALL), [name], "{text}");
        }
        for text in ["sinozaki tihumi", "park jihan", "julia roth", "xyz", ""] {
            let keyword = spellings(&written(text));
            assert!(
                sounding(&names, &keyword, &Family::ALL).is_empty(),
                "{text}"
            );
        }
    }
}
