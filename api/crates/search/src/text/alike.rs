//! Names that sound alike: a key that is the same for all usual spellings of a name in Latin letters. `shinozuka` and
//! `sinozuka`, `yuliya` and `iuliia`, `park` and `bak` have the same key in their family of languages.

use std::collections::BTreeSet;

use any_ascii::any_ascii_char;

use super::edits::with_short_vowels;
use super::romanised::in_latin_letters;
use super::spelling_rules::{JAPANESE, KOREAN, SLAVIC};
use super::tokenizer::{Piece, pieces};

/// Shorter keys are of too many words.
const MIN_KEY: usize = 3;
/// Maximum number of words of a name that is compared.
const MAX_WORDS: usize = 6;

/// Languages whose names are spelled by the same rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Family {
    /// Hepburn, Kunrei and what is typed to write kana.
    Japanese,
    /// Cyrillic and Greek.
    Slavic,
    /// Revised, McCune and what passports have.
    Korean,
}

impl Family {
    pub(crate) const ALL: [Self; 3] = [Self::Japanese, Self::Slavic, Self::Korean];

    /// What letters become; the first that fits.
    const fn rules(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Japanese => &JAPANESE,
            Self::Slavic => &SLAVIC,
            Self::Korean => &KOREAN,
        }
    }
}

/// The key of a word in lower-case Latin letters.
fn key(family: Family, word: &str) -> String {
    let plain = match family {
        Family::Japanese => with_short_vowels(word),
        Family::Slavic => word.to_owned(),
        Family::Korean => without_silent_h(word),
    };
    let mut rest = plain.as_str();
    let mut key = String::with_capacity(rest.len());
    while let Some(first) = rest.chars().next() {
        let rules = family.rules().iter();
        let fits = rules.copied().find(|(from, _)| rest.starts_with(from));
        let after = match fits {
            Some((from, to)) => {
                key.push_str(to);
                from.len()
            }
            None => {
                key.push(first);
                first.len_utf8()
            }
        };
        rest = rest.get(after..).unwrap_or_default();
    }
    match family {
        Family::Korean if key.starts_with("li") => key.split_off(1),
        _ => key,
    }
}

/// A Korean word without each h that only marks the vowel before it: Seoah, Ahn, Noh.
fn without_silent_h(word: &str) -> String {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'w' | 'y');
    let mut letters = word.chars().peekable();
    let mut kept = String::with_capacity(word.len());
    while let Some(c) = letters.next() {
        let is_silent = c == 'h'
            && kept.ends_with(is_vowel)
            && !letters.peek().is_some_and(|next| is_vowel(*next));
        if !is_silent {
            kept.push(c);
        }
    }
    kept
}

/// The key of words in a row: no letter twice, because っ, ー and meeting syllables are spelled in both ways.
fn joined(keys: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut whole = String::new();
    for key in keys {
        for c in key.as_ref().chars() {
            if !whole.ends_with(c) {
                whole.push(c);
            }
        }
    }
    whole
}

/// A part of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spelling {
    /// As in the name.
    pub(crate) text: String,
    pub(crate) family: Family,
    /// The same for what sounds alike.
    pub(crate) key: String,
    /// Whether it is all of the name.
    pub(crate) whole: bool,
}

/// The words of a written name, and the whole name, also with its first word last or its last first; those with a key of some length.
pub(crate) fn spellings(written: &str) -> Vec<Spelling> {
    let pieces = pieces(written);
    if pieces.is_empty() || pieces.len() > MAX_WORDS {
        return Vec::new();
    }
    let mut spellings = Vec::new();
    for family in Family::ALL {
        let words: Vec<Option<(String, String)>> =
            pieces.iter().map(|piece| spelled(family, piece)).collect();
        let mut add = |text: &str, key: String, whole| {
            if key.len() >= MIN_KEY {
                let text = text.to_owned();
                spellings.push(Spelling {
                    text,
                    family,
                    key,
                    whole,
                });
            }
        };
        let all: Option<Vec<&(String, String)>> = words.iter().map(Option::as_ref).collect();
        if let Some(all) = all {
            let keys = || all.iter().map(|(_, key)| key);
            add(written, joined(keys()), true);
            for first in BTreeSet::from([1, all.len() - 1]) {
                let other = keys().skip(first).chain(keys().take(first));
                add(written, joined(other), true);
            }
        }
        if words.len() > 1 {
            let words = words.iter().flatten();
            words.for_each(|(text, key)| add(text, joined([key].into_iter()), false));
        }
    }
    spellings
}

/// A piece and its key, if names of the family are written like that.
fn spelled(family: Family, piece: &Piece) -> Option<(String, String)> {
    match piece {
        Piece::Word(word) if word.is_ascii() => Some((word.clone(), key(family, word))),
        Piece::Word(word) if family == Family::Slavic => Some((
            word.clone(),
            key(
                family,
                &in_latin_letters(&word.chars().collect::<Vec<_>>())?,
            ),
        )),
        Piece::Cjk(run) if family == Family::Japanese => {
            Some((run.iter().collect(), key(family, &in_latin_letters(run)?)))
        }
        Piece::Cjk(run) if family == Family::Korean && run.iter().all(|c| is_hangul(*c)) => {
            // Syllable by syllable: 조은 is not joe and un.
            let syllables = run
                .iter()
                .map(|c| key(family, &any_ascii_char(*c).to_lowercase()));
            Some((run.iter().collect(), syllables.collect()))
        }
        _ => None,
    }
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenizer::written;

    /// A name, and other spellings of it.
    const SPELLINGS: [[&str; 4]; 20] = [
        [
            "しのづか ちふみ",
            "shinoduka chifumi",
            "sinozuka tihumi",
            "Chifumi Shinozuka",
        ],
        ["つじい じゅん", "tuzii zyun", "tsujii jyunn", "juntsujii"],
        [
            "なんば せんぱち",
            "namba sempachi",
            "nambasempachi",
            "nanba senpati",
        ],
        [
            "こっとん みっちー",
            "kotton mitchi",
            "kotton micchii",
            "kotton mitti",
        ],
        [
            "ふじしろ しゃな",
            "huzisiro syana",
            "fujishiro shana",
            "フジシロシャナ",
        ],
        ["Yūna Ōtori", "yuuna ootori", "otori yuna", "ohtori yuuna"],
        [
            "Юлия Цветкова",
            "julia cvetkova",
            "iuliia tsvetkova",
            "Yulia Tsvetkova",
        ],
        [
            "Дмитрий Соловьёв",
            "dmitry soloviev",
            "dmitriy solovyov",
            "dmitrii solovev",
        ],
        [
            "Алёна Хохлова",
            "alyona khokhlova",
            "alena hohlova",
            "Алена Хохлова",
        ],
        [
            "Евгения Зайцева",
            "yevgenia zaitseva",
            "evgenia zaiceva",
            "zaytseva evgeniya",
        ],
        [
            "Χρύσα Ψαρού",
            "chrysa psarou",
            "hrisa psaru",
            "khrysa psarou",
        ],
        ["이수빈", "lee subin", "yi soobin", "subin lee"],
        ["박지훈", "park ji-hoon", "bak jihun", "pak chihun"],
        ["최민정", "choi minjung", "choe minjeong", "chwe min-jung"],
        ["정현우", "jung hyunwoo", "jeong hyeon-u", "chung hyunwoo"],
        ["김영희", "kim younghee", "gim yeonghui", "kim yŏnghŭi"],
        ["조은경", "cho eunkyung", "jo eun-gyeong", "eunkyung cho"],
        ["임나라", "lim nara", "rim nara", "im nala"],
        ["안서현", "ahn seohyun", "an seo-hyeon", "seohyun ahn"],
        ["노아인", "noh ah-in", "no a-in", "ah-in noh"],
    ];

    /// Whether all of the name has a key of all of the other.
    fn alike(one: &str, other: &str) -> bool {
        let whole = |name: &str| {
            let all = spellings(&written(name)).into_iter();
            let all = all.filter(|spelling| spelling.whole);
            all.map(|spelling| (spelling.family, spelling.key))
                .collect::<Vec<_>>()
        };
        let others = whole(other);
        whole(one).iter().any(|key| others.contains(key))
    }

    #[test]
    fn usual_spellings_of_a_name_are_alike() {
        for name in SPELLINGS {
            for other in &name[1..] {
                assert!(alike(name[0], other), "{} {other}", name[0]);
            }
        }
    }

    #[test]
    fn other_names_are_not_alike() {
        for (one, other) in [
            ("Yuna Ōtori", "Yuno Otori"),
            ("Shinozuka Chifumi", "Shinozaki Chifumi"),
            ("이수빈", "이수민"),
            ("Алёна Хохлова", "Алина Хохлова"),
            ("林晓月", "lin xiao yue"),
            ("박지훈", "park jihan"),
            ("Ирина", "Арина"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
