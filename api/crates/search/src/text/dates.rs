//! Dates in a keyword: `2012`, `2012年`, `2012-05`, `2012年5月3日`, `二〇一二年五月`.

use yingku_base::time::period;

use super::canonical;

/// First and last second (in Shanghai) of the year, month or day in the normalised text; `None` if it is something
/// else.
pub(crate) fn span(normalised: &str) -> Option<(i64, i64)> {
    let parts: Vec<&str> = normalised
        .trim_end_matches(['年', '月', '日', '号'])
        .split(['-', '/', '.', '年', '月'])
        .collect();
    let two_digits = |part: &str| match canonical::number(part) {
        Some(number) => format!("{number:02}"),
        None => format!("{part:0>2}"),
    };
    let (year, rest) = parts.split_first()?;
    let year = canonical::arabic_year(year)?;
    let is_year = year.starts_with("19") || year.starts_with("20");
    let rest: Vec<String> = rest.iter().map(|part| two_digits(part)).collect();
    let text = std::iter::once(year).chain(rest).collect::<Vec<_>>();
    let (begin, end) = is_year.then(|| period(&text.join("-")))??;
    Some((begin, end - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_base::time::format_shanghai;

    #[test]
    fn years_months_and_days_are_spans() {
        for (text, from, to) in [
            ("2012", "2012-01-01 00:00:00", "2012-12-31 23:59:59"),
            ("2012年", "2012-01-01 00:00:00", "2012-12-31 23:59:59"),
            ("2012-02", "2012-02-01 00:00:00", "2012-02-29 23:59:59"),
            ("2012年12月", "2012-12-01 00:00:00", "2012-12-31 23:59:59"),
            ("2012/5/3", "2012-05-03 00:00:00", "2012-05-03 23:59:59"),
            ("2012年5月3日", "2012-05-03 00:00:00", "2012-05-03 23:59:59"),
            ("二〇一二", "2012-01-01 00:00:00", "2012-12-31 23:59:59"),
            (
                "二零一二年十二月",
                "2012-12-01 00:00:00",
                "2012-12-31 23:59:59",
            ),
            (
                "二〇一二年五月二十三日",
                "2012-05-23 00:00:00",
                "2012-05-23 23:59:59",
            ),
        ] {
            let (begin, end) = span(text).unwrap();
            assert_eq!(
                (
                    format_shanghai(begin).as_str(),
                    format_shanghai(end).as_str()
                ),
                (from, to),
                "{text}"
            );
        }
        for text in [
            "",
            "300",
            "1899",
            "2100",
            "2012-13",
            "2012-02-30",
            "abc-2012",
            "2012-1-1-1",
            "2012--1",
            "年",
            "二千年",
            "二〇一二年十三月",
            "一二年",
        ] {
            assert_eq!(span(text), None, "{text}");
        }
    }
}
