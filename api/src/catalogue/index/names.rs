//! The pinyin of names, in full and as initials.

use pinyin::ToPinyin as _;

use super::normalise::normalise;

/// The pinyin of a Chinese name: `linxiaoyue` and `lxy` for 林晓月. Empty if the name has other characters than Chinese
/// ones, spaces and dots.
pub(super) fn readings(name: &str) -> Vec<String> {
    let (mut full, mut initials) = (String::new(), String::new());
    for c in normalise(name)
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '·' | '・' | '-'))
    {
        let Some(reading) = c.to_pinyin() else {
            return Vec::new();
        };
        full.push_str(&reading.plain().replace('ü', "v"));
        initials.push_str(reading.first_letter());
    }
    if full.is_empty() {
        Vec::new()
    } else {
        vec![full, initials]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_names_are_read_in_full_and_by_initials() {
        assert_eq!(readings("林晓月"), ["linxiaoyue", "lxy"]);
        assert_eq!(readings("林曉月"), ["linxiaoyue", "lxy"]);
        assert!(readings("Nolan").is_empty());
        assert!(readings("").is_empty());
    }
}
