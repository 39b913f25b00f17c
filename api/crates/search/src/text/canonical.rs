//! Unifies spelling variants: `&` and `and`, apostrophes, middle dots, full stops and hyphens in Chinese names, and numerals
//! in 第11章, 2号 and 2012年. It takes normalised text, of works and keywords alike.

use std::ops::Range;

/// The text in canonical spelling.
pub(crate) fn canonical(normalised: &str) -> String {
    if !normalised.chars().any(is_special) {
        return normalised.to_owned();
    }
    let chars: Vec<char> = normalised.chars().collect();
    let mut text = String::with_capacity(normalised.len());
    rewrite(&chars, |c, _| text.push(c));
    text
}

/// Passes each character of the canonical text to `write_char`, with the range of characters that it replaces.
pub(crate) fn rewrite(normalised: &[char], mut write_char: impl FnMut(char, Range<usize>)) {
    let mut at = 0;
    while let Some(c) = normalised.get(at).copied() {
        let next = at + 1;
        let rest = normalised.get(next..).unwrap_or_default();
        match c {
            '&' => " and ".chars().for_each(|c| write_char(c, at..next)),
            '\'' | '’' | '‘' | '`' => {}
            _ if is_dot(c) && is_between_han(normalised, at) => {}
            '第' => {
                write_char(c, at..next);
                let (length, number) = ordinal(rest);
                let places = next..next + length;
                match number {
                    Some(number) => write(number)
                        .chars()
                        .for_each(|c| write_char(c, places.clone())),
                    None => rest
                        .iter()
                        .zip(places)
                        .for_each(|(c, at)| write_char(*c, at..at + 1)),
                }
                at += length;
            }
            _ => match year(c, rest) {
                Some(digits) => {
                    let places = (at..).zip(digits);
                    places.for_each(|(at, digit)| write_char(han_digit(digit), at..at + 1));
                    at += 3;
                }
                None => match counted(normalised, at) {
                    Some((length, number)) => {
                        let places = at..at + length;
                        write(number)
                            .chars()
                            .for_each(|c| write_char(c, places.clone()));
                        at += length - 1;
                    }
                    None => write_char(c, at..next),
                },
            },
        }
        at += 1;
    }
}

/// The Arabic numbers of a normalised text that [`canonical`] writes in Chinese; indexed too, so that both forms are
/// found.
pub(crate) fn numbers(normalised: &str) -> impl Iterator<Item = &str> {
    let is_digits = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let has_numerals = normalised.contains(goes_with_numeral);
    normalised
        .split(|c: char| !c.is_ascii_digit())
        .filter(is_digits)
        .filter(move |_| has_numerals)
}

/// The same numbers, of characters with positions.
pub(crate) fn placed_numbers<T>(normalised: &[(char, T)]) -> impl Iterator<Item = &[(char, T)]> {
    let has_numerals = normalised.iter().any(|(c, _)| goes_with_numeral(*c));
    normalised
        .split(|(c, _)| !c.is_ascii_digit())
        .filter(move |number| has_numerals && !number.is_empty())
}

/// The digits of a year, Arabic or Chinese, as Arabic digits.
pub(crate) fn arabic_year(year: &str) -> Option<String> {
    let digits = year.chars().map(|c| char::from_digit(any_digit(c)?, 10));
    digits.collect()
}

/// The value of a Chinese numeral.
pub(crate) fn number(numeral: &str) -> Option<u32> {
    parse(&numeral.chars().collect::<Vec<_>>())
}

fn is_special(c: char) -> bool {
    matches!(c, '&' | '\'' | '’' | '‘' | '`') || goes_with_numeral(c) || is_dot(c)
}

fn goes_with_numeral(c: char) -> bool {
    matches!(c, '第' | '年') || is_counter(c)
}

/// What parts of a work, and things with a number, are counted by.
fn is_counter(c: char) -> bool {
    matches!(c, '号' | '季' | '部' | '集' | '话' | '卷' | '章' | '回')
}

/// A middle dot or a substitute, as in ジャン＝ポール and 安-玛丽. [`canonical`] drops it between Chinese characters.
pub(crate) fn is_dot(c: char) -> bool {
    matches!(
        c,
        '·' | '・' | '•' | '‧' | '∙' | '⋅' | '.' | '=' | '゠' | '-' | '‐' | '–'
    )
}

fn is_between_han(chars: &[char], at: usize) -> bool {
    let is_han = |at: Option<usize>| {
        at.and_then(|at| chars.get(at))
            .is_some_and(|c| super::normalise::is_cjk(*c))
    };
    is_han(at.checked_sub(1)) && is_han(Some(at + 1))
}

/// Length of the numeral at the start of `rest`, and its value, if it can be written in Chinese.
fn ordinal(rest: &[char]) -> (usize, Option<u32>) {
    let digits = length(rest, |c| c.is_ascii_digit());
    let (length, number) = if digits > 0 {
        let written: String = rest.iter().take(digits).collect();
        (digits, written.parse().ok())
    } else {
        let length = length(rest, |c| digit(c).is_some() || unit(c).is_some());
        (length, parse(rest.get(..length).unwrap_or_default()))
    };
    (length, number.filter(|number| *number < 10_000))
}

/// Length and value of the Arabic number of a counter that begins at a position: 2号. One that continues a word is part
/// of a work's number.
fn counted(chars: &[char], at: usize) -> Option<(usize, u32)> {
    let before = at.checked_sub(1).and_then(|at| chars.get(at));
    let rest = chars.get(at..)?;
    if before.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '-')
        || !rest.first()?.is_ascii_digit()
    {
        return None;
    }
    let (length, number) = ordinal(rest);
    let number = number.filter(|_| rest.get(length).is_some_and(|c| is_counter(*c)));
    number.map(|number| (length, number))
}

/// The digits of a year before 年.
fn year(first: char, rest: &[char]) -> Option<Vec<u32>> {
    let others = rest.get(..3).filter(|_| rest.get(3) == Some(&'年'))?;
    let year = std::iter::once(&first).chain(others);
    year.map(|c| any_digit(*c)).collect()
}

fn length(chars: &[char], belongs: impl Fn(char) -> bool) -> usize {
    chars.iter().take_while(|c| belongs(**c)).count()
}

fn any_digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| digit(c))
}

fn digit(c: char) -> Option<u32> {
    let at = "〇一二三四五六七八九".chars().position(|digit| digit == c);
    match c {
        '零' => Some(0),
        '两' => Some(2),
        _ => at.and_then(|at| u32::try_from(at).ok()),
    }
}

fn unit(c: char) -> Option<u32> {
    match c {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1_000),
        _ => None,
    }
}

fn han_digit(digit: u32) -> char {
    let at = usize::try_from(digit).unwrap_or(0);
    "〇一二三四五六七八九".chars().nth(at).unwrap_or('〇')
}

/// The number of a Chinese numeral below 10,000: 一百二十, or digit by digit 一二〇.
fn parse(chars: &[char]) -> Option<u32> {
    if chars.is_empty() || chars.len() > 8 {
        return None;
    }
    if chars.iter().all(|c| digit(*c).is_some()) {
        let digits = chars.iter().filter_map(|c| digit(*c));
        return digits
            .take(5)
            .try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit));
    }
    let (mut sum, mut last) = (0, None);
    for c in chars {
        match (digit(*c), unit(*c)) {
            // 七十九二 is not a number: one of two digits would be lost.
            (Some(digit), _) if last.is_none_or(|before| before == 0) => last = Some(digit),
            (Some(_), _) => return None,
            (_, Some(unit)) => sum += last.take().unwrap_or(1) * unit,
            _ => return None,
        }
    }
    Some(sum + last.unwrap_or(0))
}

/// A number below 10,000 as a Chinese numeral: 十一, 一百二十, 一千零五.
fn write(number: u32) -> String {
    if number == 0 {
        return "〇".to_owned();
    }
    let mut text = String::new();
    let mut gap = false;
    for (unit, name) in [(1_000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = number / unit % 10;
        if digit == 0 {
            gap = !text.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push('零');
        }
        // 十一, but 一百一十.
        if !(digit == 1 && unit == 10 && text.is_empty()) {
            text.push(han_digit(digit));
        }
        text.push_str(name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_variants_have_one_canonical_form() {
        for (one, other) in [
            ("hustle & flow", "hustle  and  flow"),
            ("ocean's eleven", "oceans eleven"),
            ("ocean’s eleven", "oceans eleven"),
            ("约翰·史密斯", "约翰史密斯"),
            ("约翰.史密斯", "约翰⋅史密斯"),
            ("じゃん=ぽーる", "じゃん・ぽーる"),
            ("じゃん゠ぽーる", "じゃんぽーる"),
            ("第11章", "第十一章"),
            ("第120章", "第一百二十章"),
            ("第一二〇章", "第120章"),
            ("第0章", "第零章"),
            ("第1005夜", "第一千零五夜"),
            ("2012年的夏天", "二〇一二年的夏天"),
            ("二零一二年", "2012年"),
            ("灯塔2号", "灯塔二号"),
            ("12集", "十二集"),
            ("安-玛丽", "安玛丽"),
            ("安‐玛丽", "安·玛丽"),
        ] {
            assert_eq!(canonical(one), canonical(other), "{one}");
        }
    }

    #[test]
    fn other_text_is_unchanged() {
        for text in [
            "三国",
            "wall·e",
            "vol.5",
            "约翰.d",
            "第一",
            "2012",
            "第",
            "年",
            "第123456789012章",
            "第七十九二章",
            "一天",
            "mzu-017号",
            "山谷-mzu-017",
            "2天",
            "12345号",
        ] {
            assert_eq!(canonical(text), text, "{text}");
        }
        assert_ne!(canonical("第11章"), canonical("第1章"));
    }

    #[test]
    fn numerals_below_ten_thousand_are_read_as_they_are_written() {
        for number in 0..10_000 {
            let written: Vec<char> = write(number).chars().collect();
            assert_eq!(parse(&written), Some(number), "{}", write(number));
        }
    }

    #[test]
    fn arabic_numbers_are_extracted() {
        assert_eq!(numbers("第11章 2012年").collect::<Vec<_>>(), ["11", "2012"]);
        assert_eq!(numbers("room 11").count(), 0);
    }
}
