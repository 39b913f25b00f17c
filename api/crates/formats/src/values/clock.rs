//! The time behind a day.

/// Words for the halves of a day, which stand before or behind the time, and whether they are of the second one.
const HALVES: [(&str, bool); 9] = [
    ("上午", false),
    ("午前", false),
    ("下午", true),
    ("午後", true),
    ("午后", true),
    ("a.m.", false),
    ("p.m.", true),
    ("am", false),
    ("pm", true),
];

/// A time as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Time<'a> {
    pub(super) text: &'a str,
    /// Whether it is of the second half of the day, if a word says it.
    is_late: Option<bool>,
}

/// The day and the time behind it, which has a colon.
pub(super) fn split_time(text: &str) -> (&str, Option<Time<'_>>) {
    let Some((head, _)) = text.split_once(':') else {
        return (text, None);
    };
    let hour = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_between = ['t', ' ', ','];
    let (before, is_late) = without_half(hour.trim_end_matches(is_between));
    let day = before.trim_end_matches(is_between);
    let is_behind = hour.len() < head.len() && day.len() < hour.len() && day.len() >= 6;
    match text.get(hour.len()..) {
        Some(time) if is_behind => {
            let (text, said_behind) = without_half(time.trim());
            let is_late = is_late.or(said_behind);
            (day, Some(Time { text, is_late }))
        }
        _ => (text, None),
    }
}

/// A text without the word for a half of a day at its end, and which half it is.
fn without_half(text: &str) -> (&str, Option<bool>) {
    let mut halves = HALVES.iter();
    let found = halves.find_map(|(word, is_late)| Some((text.strip_suffix(word)?, *is_late)));
    match found {
        Some((rest, is_late)) => (rest.trim_end(), Some(is_late)),
        None => (text, None),
    }
}

impl Time<'_> {
    /// Whether it is of the zone of London, as computers keep times.
    fn is_of_london(self) -> bool {
        ["z", "utc", "gmt"]
            .iter()
            .any(|zone| self.text.ends_with(zone))
    }

    /// Whether it is midnight of China as programs write it that keep times of London.
    pub(super) fn is_midnight_of_china(self) -> bool {
        self.text.starts_with("16:00:00") && self.is_of_london()
    }

    /// `HH:mm:ss`; `None` for midnight, and for a time of another zone, which is another day perhaps.
    pub(super) fn clock(self) -> Option<String> {
        if self.is_of_london() {
            return None;
        }
        let time = self.text.split('.').next().unwrap_or_default();
        let parts: Option<Vec<u32>> = time.split(':').map(|part| part.parse().ok()).collect();
        let (hour, minute, second) = match parts?.as_slice() {
            [hour, minute] => (*hour, *minute, 0),
            [hour, minute, second] => (*hour, *minute, *second),
            _ => return None,
        };
        let hour = match self.is_late {
            Some(false) if hour == 12 => 0,
            Some(true) if hour < 12 => hour + 12,
            _ => hour,
        };
        let is_time =
            hour < 24 && minute < 60 && second < 60 && (hour, minute, second) != (0, 0, 0);
        is_time.then(|| format!("{hour:02}:{minute:02}:{second:02}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_a_day_are_known() {
        for (text, day, clock) in [
            ("2026/1/5 下午 03:30:00", "2026/1/5", Some("15:30:00")),
            ("2026/1/5 上午 12:00:00", "2026/1/5", None),
            ("2026/1/5 下午 12:05", "2026/1/5", Some("12:05:00")),
            ("2026年1月5日 下午3:30", "2026年1月5日", Some("15:30:00")),
            ("2026年1月5日下午3:30", "2026年1月5日", Some("15:30:00")),
            ("2026/1/5 午後 3:30:00", "2026/1/5", Some("15:30:00")),
            ("2026-01-05 03:30:00 pm", "2026-01-05", Some("15:30:00")),
            ("1/5/2026 12:30 a.m.", "1/5/2026", Some("00:30:00")),
            ("2026-01-05 8:30:00am", "2026-01-05", Some("08:30:00")),
            ("2026-01-05 13:30 pm", "2026-01-05", Some("13:30:00")),
            ("2026-01-05 08:00:00 utc", "2026-01-05", None),
        ] {
            let (found, time) = split_time(text);
            assert_eq!(found, day, "{text}");
            assert_eq!(time.unwrap().clock().as_deref(), clock, "{text}");
        }
    }
}
