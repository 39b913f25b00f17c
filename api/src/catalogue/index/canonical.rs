//! Brings different ways of writing the same to one: `&` and `and`, apostrophes, middle dots in Chinese names, and numerals in
//! 第11章 and 2012年. It works on normalised text, of works and keywords alike.

/// The text with one way of writing.
pub(super) fn canonical(normalised: &str) -> String {
    if !normalised.chars().any(is_special) {
        return normalised.to_owned();
    }
    let chars: Vec<char> = normalised.chars().collect();
    let mut text = String::with_capacity(normalised.len());
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        at += 1;
        match c {
            '&' => text.push_str(" and "),
            '\'' | '’' | '‘' | '`' => {}
            _ if is_dot(c) && is_between_han(&chars, at - 1) => {}
            '第' => {
                text.push(c);
                at += push_ordinal(&mut text, chars.get(at..).unwrap_or_default());
            }
            _ => at += push_year(&mut text, chars.get(at - 1..).unwrap_or_default()),
        }
    }
    text
}

/// The Arabic numbers of a normalised text that [`canonical`] writes in Chinese, so that they are found by themselves too.
pub(super) fn numbers(normalised: &str) -> impl Iterator<Item = &str> {
    let is_digits = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let has_numerals = normalised.contains(['第', '年']);
    normalised
        .split(|c: char| !c.is_ascii_digit())
        .filter(is_digits)
        .filter(move |_| has_numerals)
}

fn is_special(c: char) -> bool {
    matches!(c, '&' | '\'' | '’' | '‘' | '`' | '第' | '年') || is_dot(c)
}

fn is_dot(c: char) -> bool {
    matches!(c, '·' | '・' | '•' | '‧')
}

fn is_between_han(chars: &[char], at: usize) -> bool {
    let is_han = |at: Option<usize>| {
        at.and_then(|at| chars.get(at))
            .is_some_and(|c| super::normalise::is_cjk(*c))
    };
    is_han(at.checked_sub(1)) && is_han(Some(at + 1))
}

/// Writes the numeral that `rest` begins with in Chinese; returns how many characters it had.
fn push_ordinal(text: &mut String, rest: &[char]) -> usize {
    let digits = length(rest, |c| c.is_ascii_digit());
    let (length, number) = if digits > 0 {
        let written: String = rest.iter().take(digits).collect();
        (digits, written.parse().ok())
    } else {
        let length = length(rest, |c| digit(c).is_some() || unit(c).is_some());
        (length, parse(rest.get(..length).unwrap_or_default()))
    };
    match number.filter(|number| *number < 10_000) {
        Some(number) => text.push_str(&write(number)),
        None => text.extend(rest.iter().take(length)),
    }
    length
}

/// Writes a year of four digits before 年 in Chinese digits; else the first character. Returns how many further characters were
/// consumed.
fn push_year(text: &mut String, rest: &[char]) -> usize {
    let year = rest.get(..4).filter(|_| rest.get(4) == Some(&'年'));
    let digits: Option<Vec<u32>> =
        year.and_then(|year| year.iter().map(|c| any_digit(*c)).collect());
    match digits {
        Some(digits) => {
            text.extend(digits.iter().map(|digit| han_digit(*digit)));
            3
        }
        None => {
            text.extend(rest.first());
            0
        }
    }
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
            // 七十九二 is no number: of two digits one would be lost.
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
    fn ways_to_write_the_same_are_one() {
        for (one, other) in [
            ("hustle & flow", "hustle  and  flow"),
            ("ocean's eleven", "oceans eleven"),
            ("ocean’s eleven", "oceans eleven"),
            ("约翰·史密斯", "约翰史密斯"),
            ("第11章", "第十一章"),
            ("第120章", "第一百二十章"),
            ("第一二〇章", "第120章"),
            ("第0章", "第零章"),
            ("第1005夜", "第一千零五夜"),
            ("2012年的夏天", "二〇一二年的夏天"),
            ("二零一二年", "2012年"),
        ] {
            assert_eq!(canonical(one), canonical(other), "{one}");
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "三国",
            "wall·e",
            "第一",
            "2012",
            "第",
            "年",
            "第123456789012章",
            "第七十九二章",
            "一天",
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
    fn arabic_numbers_are_kept_for_themselves() {
        assert_eq!(numbers("第11章 2012年").collect::<Vec<_>>(), ["11", "2012"]);
        assert_eq!(numbers("room 11").count(), 0);
    }
}
