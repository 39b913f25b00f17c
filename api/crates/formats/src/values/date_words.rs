//! Words and digits of dates that are not the usual ones.

/// Eras of Japan, as spreadsheets there also write them (R8.1.5), and that of Taiwan, with the year before the first.
const ERAS: [(&str, u32); 8] = [
    ("令和", 2_018),
    ("平成", 1_988),
    ("昭和", 1_925),
    ("民國", 1_911),
    ("民国", 1_911),
    ("r", 2_018),
    ("h", 1_988),
    ("s", 1_925),
];

/// A day with the year that stands behind its time, as Java writes it: `Mon Jan 5 00:00:00 CST 2026`.
pub(super) fn with_year_behind(day: &str, time: Option<&str>) -> Option<String> {
    let (_, year) = time?.rsplit_once(' ')?;
    let is_year = year.len() == 4 && year.parse::<u32>().is_ok();
    is_year.then(|| format!("{day} {year}"))
}

/// The number of a day such as `5th`.
pub(super) fn without_ordinal(part: &str) -> &str {
    let ends = ["st", "nd", "rd", "th"].iter();
    let mut bare = ends.filter_map(|end| part.strip_suffix(end));
    bare.find(|day| day.parse::<u32>().is_ok()).unwrap_or(part)
}

/// A date with Chinese digits, `二〇二六年一月五日`, or with the name of a Japanese era, `令和8年1月5日`, in western digits and years.
pub(super) fn western_digits(text: &str) -> String {
    let years = ERAS.iter().find_map(|(era, before)| {
        let rest = text.strip_prefix(era)?;
        let (year, rest) = rest.split_once(['年', '.', '/', '-'])?;
        let year = match year.trim() {
            "元" => 1,
            year => year.parse::<u32>().ok()?,
        };
        Some(format!("{}年{rest}", before + year))
    });
    if let Some(years) = years {
        return years;
    }
    if !text.contains('年') || text.contains(|c: char| c.is_ascii_digit()) {
        return text.to_owned();
    }
    without_chinese_digits(text)
}

/// Whether a text has the name of an era.
pub(super) fn is_era(text: &str) -> bool {
    let names = ["令和", "平成", "昭和", "大正", "明治", "民國", "民国"];
    names.iter().any(|name| text.contains(name))
}

/// Chinese numbers below a hundred, and digits in a row, in western digits: `三十八`, `二〇二六`.
pub(super) fn without_chinese_digits(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let digit = "〇一二三四五六七八九".chars().position(|digit| digit == c);
        match (c, digit) {
            ('零' | '○', _) => plain.push('0'),
            // 十, 十五, 三十, 三十一
            ('十', _) => {
                let has_tens = plain.ends_with(|c: char| c.is_ascii_digit());
                let has_ones = rest
                    .peek()
                    .is_some_and(|next| "一二三四五六七八九".contains(*next));
                plain.push_str(if has_tens { "" } else { "1" });
                plain.push_str(if has_ones { "" } else { "0" });
            }
            (_, Some(digit)) => plain.push_str(&digit.to_string()),
            (other, None) => plain.push(other),
        }
    }
    plain
}

/// Whether a day says itself that its month comes first: `1月5日2026年`.
pub(super) fn month_leads(day: &str) -> bool {
    day.contains('月') && day.find('月') < day.find(['日', '号'])
}

/// The year that a spreadsheet takes two digits for.
pub(super) fn whole_year(year: &str) -> String {
    let century = if year < "30" { "20" } else { "19" };
    format!("{century}{year}")
}

/// 星期一, 周一, 月曜, mon, and the words for the halves of a day.
pub(super) fn is_weekday(part: &str) -> bool {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let is_english = names.iter().any(|name| part.starts_with(name)) && part.is_ascii();
    let chinese = part
        .strip_prefix("星期")
        .or_else(|| part.strip_prefix("周"))
        .or_else(|| part.strip_suffix("曜"));
    is_english
        || chinese.is_some_and(|day| day.chars().count() <= 1)
        || matches!(part, "上午" | "下午")
}
