//! Keywords of many kinds: from a catalogue, as people type them, and absent from any.

use yingku_search::readings;

use super::shown::Shown;
use crate::support::dice::Dice;

/// The maximum code points of a keyword.
const MAX_KEYWORD_CHARS: usize = 32;

/// Words that are not from a catalogue.
const OTHERS: [&str; 26] = [
    "没有这样的词",
    "zzzzqqq",
    "%",
    "_",
    "\\",
    "'",
    "\"",
    "*",
    "title:山",
    "山 OR 海",
    "(",
    "😀",
    "e\u{301}",
    "AND",
    "a*",
    "-山",
    "電影",
    "龍門",
    "ＧＥＮ－００１",
    "istanbul",
    "STRASSE",
    "fin",
    "山谷",
    "  灯塔 ",
    "a",
    "同名 同一天",
];

/// A keyword.
pub fn keyword(dice: &mut Dice, shown: &Shown) -> String {
    let work = dice.one(&shown.works);
    let term = dice.one(&shown.terms);
    let word = match dice.below(12) {
        0 | 1 => part(dice, &work.title),
        2 => work.number.clone(),
        3 => work.number.replace('-', "").to_lowercase(),
        4 => work.number.split('-').next().unwrap().to_owned(),
        5 => term.name.clone(),
        6 => part(dice, &term.name),
        7 => readings(&term.name).into_iter().next().unwrap_or_default(),
        8 => readings(&term.name).pop().unwrap_or_default(),
        9 => format!("{} {}", part(dice, &work.title), term.name),
        10 => mistyped(dice, &work.title),
        _ => (*dice.one(&OTHERS)).to_owned(),
    };
    let word: String = word.chars().take(MAX_KEYWORD_CHARS).collect();
    if word.trim().is_empty() {
        return "灯塔".to_owned();
    }
    word
}

/// A random substring.
fn part(dice: &mut Dice, text: &str) -> String {
    let length = text.chars().count();
    let start = dice.below(length);
    let max = 1 + dice.below(6);
    text.chars().skip(start).take(max).collect()
}

/// A random substring with one character replaced, removed or moved.
fn mistyped(dice: &mut Dice, text: &str) -> String {
    let mut letters: Vec<char> = part(dice, text).chars().collect();
    let at = dice.below(letters.len());
    match dice.below(3) {
        0 => letters[at] = '之',
        1 => letters.insert(at, '的'),
        _ => letters.swap(0, at),
    }
    letters.into_iter().collect()
}
