//! Values as people write them. A function returns `None`, or the reason in Chinese, for what it cannot read for sure.

mod about;
pub mod address;
pub mod channel;
mod clock;
pub mod count;
pub mod date;
mod date_parts;
mod date_words;
pub mod day_number;
pub mod duration;
pub mod find;
pub mod list;
pub mod magnet;
pub(crate) mod markup;
pub mod number;
pub mod rating;

/// A number that is not negative, rounded to a whole one.
pub(crate) fn whole(number: f64) -> Option<u64> {
    let exact = 9_007_199_254_740_992.0;
    (number.is_finite() && (0.0..exact).contains(&number))
        .then(|| format!("{:.0}", number.round()).parse().ok())
        .flatten()
}

/// A decimal number with nothing after it.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
    let number: f64 = text.parse().ok().filter(|_| is_plain)?;
    number.is_finite().then_some(number)
}

/// A decimal number, also with a comma: `8,6`.
pub(crate) fn any_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.split_once(',') {
        Some((_, rest)) if rest.len() > 2 => None,
        Some((whole, rest)) => decimal(&format!("{whole}.{rest}")),
        None => decimal(text),
    }
}

/// A longer text says more than that there is nothing.
const MAX_WORD_BYTES: usize = 100;

fn is_line(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '-' | '—' | '/' | '.'))
}

/// Whether a text only says that there is nothing: `暂无`, `N/A`, `----`.
pub(crate) fn is_nothing(text: &str) -> bool {
    if text.len() > MAX_WORD_BYTES {
        return is_line(text);
    }
    let folded = crate::text::folded(text);
    is_missing(text)
        || matches!(
            folded.as_str(),
            "none"
                | "unknown"
                | "无"
                | "無"
                | "未知"
                | "不详"
                | "不詳"
                | "内详"
                | "內詳"
                | "未知演员"
                | "未知演員"
                | "佚名"
                | "不明"
                | "なし"
        )
}

/// Whether a text is what programs and people write into a cell that has no value, which nobody calls a film.
pub(crate) fn is_missing(text: &str) -> bool {
    // R; a person may be called Na.
    if text.trim() == "NA" {
        return true;
    }
    if text.len() > MAX_WORD_BYTES {
        return is_line(text);
    }
    let text = crate::text::folded(text);
    is_line(&text)
        || matches!(
            text.as_str(),
            "n/a" | "<na>" | "null" | "(null)" | "[null]" | "<null>" | "nan" | "\\n" | "undefined"
        )
        || ["暂无", "暫無", "尚无", "尚無"]
            .iter()
            .any(|word| text.strip_prefix(word).is_some_and(is_what_is_missing))
}

/// What there is none of: 暂无评分, 暂无简介.
fn is_what_is_missing(text: &str) -> bool {
    matches!(
        text,
        "" | "评分"
            | "評分"
            | "评价"
            | "評價"
            | "数据"
            | "數據"
            | "资料"
            | "資料"
            | "信息"
            | "演员"
            | "演員"
            | "图片"
            | "圖片"
            | "封面"
            | "标题"
            | "標題"
            | "日期"
            | "番号"
            | "番號"
            | "导演"
            | "導演"
            | "分类"
            | "标签"
            | "内容"
    )
}

#[cfg(test)]
mod tests {
    use super::{is_missing, is_nothing};

    #[test]
    fn some_words_say_that_there_is_nothing() {
        for text in ["----", "N/A", "NA", "暂无", " 未知 ", "NULL", "\\N", "/"] {
            assert!(is_nothing(text), "{text}");
        }
        for text in ["", "0", "Na", "无码", "山谷", "-1"] {
            assert!(!is_nothing(text), "{text}");
        }
        for text in [
            "nan",
            "NULL",
            "N/A",
            "-",
            "暂无",
            "(Null)",
            "NA",
            "暂无评分",
        ] {
            assert!(is_missing(text), "{text}");
        }
        for text in ["无", "None", "Unknown", "Na", "山谷", "暂无归期"] {
            assert!(!is_missing(text), "{text}");
        }
    }
}
