//! Durations, as minutes.

use super::about::exactly;
use super::date_words::without_chinese_digits;
use super::{any_decimal, decimal, whole};
use crate::text::folded;

const UNITS: [(&[&str], f64); 3] = [
    (
        &[
            "小时", "小時", "時間", "时", "時", "hours", "hour", "hrs", "hr", "h",
        ],
        60.0,
    ),
    (
        &[
            "分钟", "分鐘", "分鍾", "分間", "分", "minutes", "minute", "mins", "min", "m", "'", "′",
        ],
        1.0,
    ),
    (
        &[
            "秒钟", "秒", "seconds", "second", "secs", "sec", "s", "\"", "″",
        ],
        1.0 / 60.0,
    ),
];

/// Words before a length.
const LABELS: [&str; 9] = [
    "片长", "片長", "时长", "時長", "每集", "单集", "單集", "全长", "runtime",
];
/// Longest film, in minutes. Longer ones are seconds without their unit.
const MAX_MINUTES: u64 = 6_000;

/// Minutes of `120`, `约120分钟`, `2h 5min`, `2:00:00` or `PT2H5M`.
pub fn minutes(text: &str) -> Option<u64> {
    read(text).filter(|minutes| *minutes <= MAX_MINUTES)
}

/// Minutes of a number of seconds, which may have decimals.
pub fn of_seconds(text: &str) -> Option<u64> {
    whole(decimal(text.trim())? / 60.0).filter(|minutes| *minutes <= MAX_MINUTES)
}

/// Minutes of a whole number of milliseconds.
pub fn of_milliseconds(text: &str) -> Option<u64> {
    whole(decimal(text.trim())? / 60_000.0).filter(|minutes| *minutes <= MAX_MINUTES)
}

fn read(text: &str) -> Option<u64> {
    let text = folded(text);
    // What stands behind in brackets is another version: 118分 (HD版：118分).
    let text = match text.split_once('(') {
        Some((head, _)) => head.trim().to_owned(),
        None => text,
    };
    // As pandas writes it: 0 days 01:58:00.
    let text = of_film(&text);
    let text = text.strip_prefix("0 days ").unwrap_or(text);
    if text.contains(':') {
        return of_clock(text);
    }
    let whole_text = chinese_words(text);
    let text = ["pt", "p0dt"]
        .iter()
        .find_map(|begin| whole_text.strip_prefix(begin));
    let text = text.unwrap_or(&whole_text);
    let mut rest = text.trim_end_matches('.').trim();
    let (mut total, mut last) = (0.0, f64::INFINITY);
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','))
            .unwrap_or(rest.len());
        let (number, behind) = rest.split_at_checked(end)?;
        let number = any_decimal(number)?;
        let (unit, behind) = unit_of(behind.trim_start(), last)?;
        // Units get smaller: "5分2小时" is something else.
        if unit >= last {
            return None;
        }
        (total, last, rest) = (total + number * unit, unit, behind.trim_start());
    }
    last.is_finite().then(|| whole(total)).flatten()
}

/// The length without the words before it, and without what comes with the film: `120分+特典10分`, `每集45分钟`, `45分钟/集`.
fn of_film(text: &str) -> &str {
    let label = LABELS.iter().find_map(|label| text.strip_prefix(label));
    let text = label.unwrap_or(text).trim_start_matches([':', ' ']);
    let is_other = |rest: &&str| !rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let ends = text.match_indices(['+', '/']);
    let mut ends = ends.filter(|(at, _)| text.get(at + 1..).as_ref().is_some_and(is_other));
    let end = ends.next().map_or(text.len(), |(at, _)| at);
    exactly(text.get(..end).unwrap_or(text))
}

/// Chinese numbers and halves of an hour in digits: `一小时三十八分`, `两个半小时`.
fn chinese_words(text: &str) -> String {
    let text = text.replace(['两', '兩'], "二").replace(" and ", " ");
    let text = without_chinese_digits(&without_hundreds(&text));
    let half = text.replace("个半", ".5").replace("個半", ".5");
    let whole = half.replace(['个', '個'], "");
    match whole.strip_prefix('半') {
        Some(hour) => format!("0.5{hour}"),
        None => whole,
    }
}

/// A text with hundreds as digits: `一百一十八` is `1一十八`, as `一十八` is read as 18.
fn without_hundreds(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('百') {
        plain.push_str(before);
        let digits = behind
            .chars()
            .take_while(|c| "零〇一二三四五六七八九十".contains(*c));
        // 一百, 一百零五; 一百一十八 has two more digits by itself.
        plain.push_str(match digits.collect::<String>().as_str() {
            "" => "00",
            digits if digits.starts_with('十') => "1",
            digits if !digits.contains(['十', '零', '〇']) => "0",
            _ => "",
        });
        rest = behind;
    }
    plain + rest
}

/// The minutes of the unit that the text begins with, and the rest. A last number without one is of the next smaller.
fn unit_of(text: &str, last: f64) -> Option<(f64, &str)> {
    if text.is_empty() {
        return Some((if last > 1.0 { 1.0 } else { 1.0 / 60.0 }, text));
    }
    UNITS.into_iter().find_map(|(names, minutes)| {
        let rest = names.iter().find_map(|name| text.strip_prefix(name))?;
        let is_whole = !rest.starts_with(|c: char| c.is_ascii_alphabetic());
        is_whole.then_some((minutes, rest))
    })
}

/// `2:00:00`, `2:00` (hours, as nothing is that short) or `90:30` (minutes).
fn of_clock(text: &str) -> Option<u64> {
    let parts: Option<Vec<f64>> = text.split(':').map(|part| decimal(part.trim())).collect();
    match parts?.as_slice() {
        [hours, minutes, seconds] if *minutes < 60.0 && *seconds < 60.0 => {
            whole(hours * 60.0 + minutes + seconds / 60.0)
        }
        [hours, minutes] if *hours < 10.0 && *minutes < 60.0 => whole(hours * 60.0 + minutes),
        [minutes, seconds] if *seconds < 60.0 => whole(minutes + seconds / 60.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_minutes() {
        for (text, read) in [
            ("120", Some(120)),
            ("0 days 01:58:00", Some(118)),
            ("120.0", Some(120)),
            ("120分钟", Some(120)),
            ("１２０ 分", Some(120)),
            ("95 min", Some(95)),
            ("95 min.", Some(95)),
            ("2:00:00", Some(120)),
            ("01:35:40", Some(96)),
            ("2:05", Some(125)),
            ("90:30", Some(91)),
            ("2小时", Some(120)),
            ("1小时59分", Some(119)),
            ("1h 30m", Some(90)),
            ("1h30", Some(90)),
            ("1.5小时", Some(90)),
            ("1,5 h", Some(90)),
            ("一小时三十八分", Some(98)),
            ("两个半小时", Some(150)),
            ("2个小时", Some(120)),
            ("半小时", Some(30)),
            ("九十分钟", Some(90)),
            ("个", None),
            ("1,234", None),
            ("PT1H59M", Some(119)),
            ("P0DT1H58M0S", Some(118)),
            ("118分（HD版：119分）", Some(118)),
            ("(118分)", None),
            ("约120分钟", Some(120)),
            ("約90分", Some(90)),
            ("~120", Some(120)),
            ("120分钟+", Some(120)),
            ("120分钟左右", Some(120)),
            ("120分+特典10分", Some(120)),
            ("1小时+30分", None),
            ("每集45分钟", Some(45)),
            ("45分钟/集", Some(45)),
            ("片长：118分钟", Some(118)),
            ("一百一十八分钟", Some(118)),
            ("一百二十分钟", Some(120)),
            ("一百十五分", Some(115)),
            ("一百零五分钟", Some(105)),
            ("一百分钟", Some(100)),
            ("两百一十分钟", Some(210)),
            ("1 hour and 58 minutes", Some(118)),
            ("一部", None),
            ("120 mice", None),
            ("5分2小时", None),
            ("", None),
            ("分", None),
            ("2:70", None),
            ("7080秒", Some(118)),
            ("7080", None),
        ] {
            assert_eq!(minutes(text), read, "{text}");
        }
        assert_eq!(of_seconds("2212.69"), Some(37));
        assert_eq!(of_seconds("long"), None);
    }
}
