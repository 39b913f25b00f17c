//! Names in kana, and in alphabets other than the Latin one, as people type them in Latin letters: `sakura` for さくら.

use any_ascii::any_ascii_char;
use unicode_normalization::UnicodeNormalization as _;
use wana_kana::ConvertJapanese as _;

use super::edits::with_short_vowels;

/// Fewer kana in a row are a particle or a letter, not a name.
const MIN_KANA: usize = 2;

/// The spellings in Latin letters of the words of a name that are not written in them: each word alone, and all words
/// joined if the whole name has no others. Long vowels of kana also as short ones: `yuuko` and `yuko` for ゆうこ.
pub(crate) fn romanised(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.nfkc().collect();
    let mut words: Vec<[String; 2]> = Vec::new();
    let mut is_whole = true;
    for word in chars.chunk_by(|one, next| script(*one) == script(*next)) {
        match word.first().and_then(|c| script(*c)) {
            Some(Script::Kana) if word.len() >= MIN_KANA => words.push(spellings(of_kana(word))),
            Some(Script::Alphabet) => words.push(spellings(of_alphabet(word))),
            _ => is_whole &= word.iter().all(|c| !c.is_alphanumeric()),
        }
    }
    let mut found: Vec<String> = Vec::new();
    if is_whole && words.len() > 1 {
        let joined = |at: usize| {
            words
                .iter()
                .filter_map(|word| word.get(at))
                .cloned()
                .collect()
        };
        found.extend([joined(0), joined(1)]);
    }
    found.extend(words.into_iter().flatten());
    found.sort_unstable();
    found.dedup();
    found.retain(|word| !word.is_empty());
    found
}

/// How a character is turned into Latin letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Kana,
    /// Cyrillic, Greek or Hangul: each character for itself.
    Alphabet,
}

fn script(c: char) -> Option<Script> {
    match c {
        '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | 'ー' => Some(Script::Kana),
        '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{ac00}'..='\u{d7a3}' => {
            Some(Script::Alphabet)
        }
        _ => None,
    }
}

/// A spelling, and the same with short vowels.
fn spellings(word: String) -> [String; 2] {
    let short = with_short_vowels(&word);
    [word, short]
}

/// A word in kana, or in an alphabet other than the Latin one, in Latin letters; `None` for other words.
pub(crate) fn in_latin_letters(word: &[char]) -> Option<String> {
    let is_all = |wanted| word.iter().all(|c| script(*c) == Some(wanted));
    if word.len() >= MIN_KANA && is_all(Script::Kana) {
        return Some(of_kana(word));
    }
    is_all(Script::Alphabet).then(|| of_alphabet(word))
}

fn of_alphabet(word: &[char]) -> String {
    let mut letters = String::new();
    let mut before = None;
    for c in word {
        // The library reads each letter alone; the second of ου is u and not y.
        let is_u = matches!(c, 'υ' | 'ύ' | 'Υ') && matches!(before, Some('ο' | 'Ο'));
        let read = if is_u { "u" } else { any_ascii_char(*c) };
        letters.extend(read.chars().filter(char::is_ascii_alphanumeric));
        before = Some(*c);
    }
    letters.make_ascii_lowercase();
    letters
}

/// Hepburn's spelling. The library reads a small vowel as a large one; after a consonant it replaces the vowel: フィ is `fi`.
fn of_kana(word: &[char]) -> String {
    let mut letters = String::new();
    let mut from = 0;
    for (at, c) in word.iter().enumerate() {
        let Some(vowel) = small_vowel(*c).filter(|_| at > 0) else {
            continue;
        };
        letters.push_str(&hepburn(word.get(from..at).unwrap_or_default()));
        if let Some(before) = letters.pop() {
            let stem = if letters.ends_with(is_consonant) {
                None
            } else {
                stem_of(before)
            };
            letters.extend(stem);
        }
        letters.push(vowel);
        from = at + 1;
    }
    letters.push_str(&hepburn(word.get(from..).unwrap_or_default()));
    letters
}

/// What a vowel without a consonant becomes before a small one: ウィ is `wi`; others stay, as in アァ.
fn stem_of(vowel: char) -> Option<char> {
    Some(if vowel == 'u' { 'w' } else { vowel })
}

fn is_consonant(c: char) -> bool {
    !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

fn small_vowel(c: char) -> Option<char> {
    match c {
        'ぁ' | 'ァ' => Some('a'),
        'ぃ' | 'ィ' => Some('i'),
        'ぅ' | 'ゥ' => Some('u'),
        'ぇ' | 'ェ' => Some('e'),
        'ぉ' | 'ォ' => Some('o'),
        _ => None,
    }
}

fn hepburn(word: &[char]) -> String {
    let mut letters = String::from_iter(word).to_romaji();
    letters.retain(|c| c.is_ascii_lowercase());
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_kana_and_other_alphabets_are_spelled_in_latin_letters() {
        for (name, spellings) in [
            ("さくら", vec!["sakura"]),
            ("サクラ", vec!["sakura"]),
            ("ゆうこ", vec!["yuko", "yuuko"]),
            ("しょうこ", vec!["shoko", "shouko"]),
            ("キャット", vec!["kyatto"]),
            ("まっちゃ", vec!["matcha"]),
            ("しんいち", vec!["shinichi"]),
            ("ティナ", vec!["tina"]),
            ("ヴァイオレット", vec!["vaioretto"]),
            ("フィオナ", vec!["fiona"]),
            ("シェリー", vec!["sheri", "sherii"]),
            ("ウィリアム", vec!["wiriamu"]),
            ("チェロ", vec!["chero"]),
            ("桜井さくら", vec!["sakura"]),
            ("山の声", vec![]),
            ("ﾊﾅ", vec!["hana"]),
            ("Ирина Волкова", vec!["irina", "irinavolkova", "volkova"]),
            ("Наталья", vec!["natalya"]),
            ("Ψαρού", vec!["psaro", "psarou"]),
            ("김민지", vec!["gimminji"]),
            ("Ann", vec![]),
            ("林晓月", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(romanised(name), spellings, "{name}");
        }
    }
}
