//! Words and numbers in common passwords of Chinese speakers; `zxcvbn` has only English ones.

/// Attackers try each of them, and any two in a row: "I love you" and numbers that sound like it, greetings, "my
/// password", places, sites, names, and fillers.
const PARTS: &str = "
    woaini aini woai wo ai ni woaiwojia woaiwoziji 520 521 1314 5201314 1314520 1314521 584520 5845201314 7758521 7758258
    3344520 3344521 201314 52013145 laopo laogong baobei baobao qinaide xiaobao tiantian kuaile xingfu pingan
    nihao hello mima wodemima woshishui woshishei woshiwo zhongguo china beijing shanghai taobao baidu weixin qq dearbook
    wang zhang liu chen yang zhao huang zhou xiao
    a aa q w z l abc asd qwe zxc 0 1 8 00 88 66 123 1234 12345 123456 1234567 12345678 123456789 321 654321 111 1111
    111111 666 666666 888 888888 168 000
";

fn is_part(text: &str) -> bool {
    PARTS.split_whitespace().any(|part| part == text)
}

/// Whether `text` is one of the parts, or two.
pub(super) fn consists_of_common_words(text: &str) -> bool {
    let text = text.to_lowercase();
    let cuts = text.char_indices().map(|(at, _)| at).skip(1);
    let mut pairs = cuts.filter_map(|at| text.split_at_checked(at));
    is_part(&text) || pairs.any(|(first, second)| is_part(first) && is_part(second))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::password::MIN_GUESSES;
    use super::*;

    #[test]
    fn the_list_is_no_longer_than_the_allowed_guesses() {
        let all: Vec<_> = PARTS.split_whitespace().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(PARTS, PARTS.to_lowercase());
        let tried = u64::try_from(all.len() * (all.len() + 1)).unwrap();
        assert!(tried < MIN_GUESSES, "{tried}");
    }

    #[test]
    fn one_part_or_two() {
        for common in [
            "woaini1314",
            "WoAiNi520",
            "5845201314",
            "qq5201314",
            "nihao123",
            "a5201314",
        ] {
            assert!(consists_of_common_words(common), "{common}");
        }
        for other in [
            "",
            "woaini1314x",
            "woaini-1314",
            "woaini520520a",
            "quiet-river-27",
            "山谷里的四季很美",
        ] {
            assert!(!consists_of_common_words(other), "{other}");
        }
    }
}
