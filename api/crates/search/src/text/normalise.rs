//! Normalises text: folds compatibility forms, case, accents, variants of Chinese characters, katakana and small kana, and
//! drops invisible characters.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, compose};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

use super::han;

/// The folded text.
pub fn normalise(text: &str) -> String {
    let folded = folded_chars(text);
    let mut written = String::with_capacity(text.len());
    write(folded.iter().copied(), |c, _| {
        let c = form(c);
        if c == TENG && written.ends_with(ZHAI) {
            written.pop();
            written.push(QI);
        }
        written.push(c);
    });
    written
}

/// The characters of the folded text, each with the range of its source characters.
pub(crate) fn with_places(text: &str) -> Vec<(char, Range<usize>)> {
    let mut placed = spoken_with_places(text);
    let mut before: Option<&mut char> = None;
    for (c, _) in &mut placed {
        *c = form(*c);
        match before {
            Some(before) if *c == TENG && *before == ZHAI => *before = QI,
            _ => {}
        }
        before = Some(c);
    }
    placed
}

/// What a character is compared as: a small kana as the large one, a Chinese character as its form in mainland China.
fn form(c: char) -> char {
    match c {
        'ぁ' => 'あ',
        'ぃ' => 'い',
        'ぅ' => 'う',
        'ぇ' => 'え',
        'ぉ' => 'お',
        'っ' => 'つ',
        'ゃ' => 'や',
        'ゅ' => 'ゆ',
        'ょ' => 'よ',
        'ゎ' => 'わ',
        _ => han::form(c),
    }
}

/// The surname Saitō is written 斎藤 and 齋藤, with the form 斋, and 斉藤 and 齊藤, with the form 齐. Before 藤 the first is
/// compared as the second; elsewhere they are two characters.
const ZHAI: char = '斋';
const QI: char = '齐';
const TENG: char = '藤';

/// The folded text with Chinese characters as written, for pinyin: 彷 in 彷徨 is not read like 仿.
pub(crate) fn spoken(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    write(folded_chars(text).into_iter(), |c, _| written.push(c));
    written
}

/// The characters of [`spoken`], each with the range of its source characters.
pub(crate) fn spoken_with_places(text: &str) -> Vec<(char, Range<usize>)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut folded, mut places) = (Vec::new(), Vec::new());
    let mut from = 0;
    for group in chars.chunk_by(|_, next| may_join(*next)) {
        let to = from + group.len();
        for c in fold(&String::from_iter(group)) {
            folded.push(c);
            places.push(from..to);
        }
        from = to;
    }
    let mut written = Vec::with_capacity(folded.len());
    write(folded.into_iter(), |c, of| {
        let begin = places.get(of.start).map(|place| place.start);
        let end = places.get(of.end - 1).map(|place| place.end);
        written.extend(begin.zip(end).map(|(begin, end)| (c, begin..end)));
    });
    written
}

/// Whether a character may compose or reorder with those before it, or is dropped.
fn may_join(c: char) -> bool {
    let is_joining =
        |c| canonical_combining_class(c) != 0 || is_nfc_quick([c].into_iter()) != IsNormalized::Yes;
    !is_composed_alone(c) && (is_ignored(c) || c.nfkd().next().is_some_and(is_joining))
}

fn folded_chars(text: &str) -> Vec<char> {
    if text.chars().all(is_composed_alone) {
        text.chars().map(|c| c.to_ascii_lowercase()).collect()
    } else {
        fold(text).collect()
    }
}

/// Decomposes, recomposes and lower-cases any text.
fn fold(text: &str) -> impl Iterator<Item = char> {
    let decomposed = text.chars().filter(|c| !is_ignored(*c)).nfkd();
    decomposed
        // Accents of Latin, Greek and Cyrillic; the voicing marks of kana (U+3099, U+309A) stay.
        .filter(|c| !matches!(c, '\u{300}'..='\u{36f}') && !is_ignored(*c))
        .nfc()
        .flat_map(char::to_lowercase)
        .flat_map(|c| match in_ascii(c) {
            "" => [Some(c), None],
            ascii => {
                let mut letters = ascii.chars();
                [letters.next(), letters.next()]
            }
        })
        .flatten()
}

/// Latin letters that are not base plus accent, in ASCII, as in CLDR's transliteration `Latin-ASCII`; empty for others.
fn in_ascii(c: char) -> &'static str {
    match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ŧ' => "t",
        'ı' => "i",
        'ŋ' => "n",
        'ĸ' => "q",
        _ => "",
    }
}

/// Invisible characters: joiners, soft hyphens, bidi controls, variation selectors. Unicode's
/// `Default_Ignorable_Code_Point`.
pub fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Passes each character of a folded text, resolved by its neighbours, to `write_char`, with the positions that it replaces.
fn write(folded: impl Iterator<Item = char>, mut write_char: impl FnMut(char, Range<usize>)) {
    let mut folded = folded.peekable();
    let (mut before, mut at) = (None, 0);
    while let Some(c) = folded.next() {
        let begin = at;
        at += 1;
        let mut resolved = resolve_by_neighbours(before, c, folded.peek().copied());
        if resolved == 'ゔ' {
            let syllable = folded.peek().and_then(|vowel| with_b(*vowel));
            if syllable.is_some() {
                folded.next();
                at += 1;
            }
            resolved = syllable.unwrap_or('ぶ');
        }
        write_char(resolved, begin..at);
        before = Some(resolved);
    }
}

/// The syllable with b of a small vowel after ヴ: バイオリン is also written ヴァイオリン.
fn with_b(vowel: char) -> Option<char> {
    match vowel {
        'ァ' | 'ぁ' => Some('ば'),
        'ィ' | 'ぃ' => Some('び'),
        'ェ' | 'ぇ' => Some('べ'),
        'ォ' | 'ぉ' => Some('ぼ'),
        _ => None,
    }
}

/// Resolves a character by its neighbours: an iteration mark is the character before it, voiced or not, ケ in a name
/// like 星ケ丘 is が, and a long vowel mark between letters and digits is a hyphen. Katakana become hiragana.
fn resolve_by_neighbours(before: Option<char>, c: char, next: Option<char>) -> char {
    match (before, c) {
        (Some(before), '々' | '〻') if han::is_han(before) => before,
        (Some(before), 'ゝ' | 'ヽ') if is_kana(before) => before,
        (Some(before), 'ゞ' | 'ヾ') if is_kana(before) => {
            compose(before, '\u{3099}').unwrap_or(before)
        }
        (Some(before), 'ー') if before.is_ascii_alphanumeric() => '-',
        (_, 'ヶ' | 'ゖ') => 'が',
        (Some(before), 'ケ') if han::is_han(before) && !next.is_some_and(is_kana) => 'が',
        (_, 'ァ'..='ヵ') => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        _ => c,
    }
}

/// Characters that normalisation leaves unchanged, in any sequence, and of which only ASCII has case: most text of a
/// catalogue.
fn is_composed_alone(c: char) -> bool {
    c.is_ascii()
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3005}' | '\u{3008}'..='\u{3011}' | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}' | 'ー' | '\u{4e00}'..='\u{9fff}')
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | 'ー')
}

/// Characters that are indexed one by one and in pairs, because their script has no spaces.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '々' | '〆' | '〇' | 'ー' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}'
        | '\u{3105}'..='\u{312f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn folding_with_offsets_gives_the_same_text(text in "[\\PC]{0,12}|[가각각かカｶ゙゚ﾞﾟe\u{301}\u{323}計畫乾隆Ａﬁ㍿佐々ケヶーヴァヴッ斎藤\u{200b}\u{e0100}ßøＭ1]{0,12}") {
            let placed = with_places(&text);
            let folded: String = placed.iter().map(|(c, _)| *c).collect();
            prop_assert_eq!(folded, normalise(&text));
            let ends: Vec<usize> = placed.iter().map(|(_, of)| of.end).collect();
            prop_assert!(ends.is_sorted() && ends.last().is_none_or(|end| *end <= text.chars().count()));
        }
    }

    #[test]
    fn the_ascii_fast_path_gives_the_same_result() {
        let alone: String = ('\0'..=char::MAX)
            .filter(|c| is_composed_alone(*c))
            .collect();
        assert_eq!(folded_chars(&alone), fold(&alone).collect::<Vec<_>>());
    }

    #[test]
    fn spelling_variants_fold_to_one() {
        for (text, folded) in [
            ("ＡＢＣ－１２３", "abc-123"),
            ("電影《山谷》", "电影《山谷》"),
            ("カタカナ", "かたかな"),
            ("ｶﾞ", "が"),
            ("Café ÉTÉ", "cafe ete"),
            ("ẞ", "ss"),
        ] {
            assert_eq!(normalise(text), folded, "{text}");
        }
        for alike in [
            ["台灣", "台湾", "臺灣"],
            ["滝沢月子", "瀧澤月子", "泷泽月子"],
            ["広瀬", "廣瀨", "广濑"],
            ["円気伝対芸", "圓氣傳對藝", "圆气传对艺"],
            ["図児従徳歩穂", "圖兒從德步穗", "图儿从德步穗"],
            ["薫", "薰", "熏"],
            ["山﨑", "山嵜", "山崎"],
            ["渡邉", "渡邊", "渡辺"],
            ["濵", "濱", "浜"],
            ["髙𠮷", "高吉", "髙\u{e0100}吉"],
            ["重疊", "重叠", "重疊\u{200b}"],
            ["瀋陽", "沈阳", "沈\u{feff}陽"],
            ["鎌倉", "镰仓", "鎌仓"],
            ["闇峯羣", "暗峰群", "暗峯群"],
            ["品嚐", "品尝", "品嘗"],
            ["捜査", "搜查", "搜査"],
            ["佐々木", "佐佐木", "佐〻木"],
            ["星ヶ丘の坂", "星ケ丘の坂", "星が丘の坂"],
            ["Søren Łuk", "soren luk", "sören łuk"],
            ["Weiß", "weiss", "WEISS"],
            ["Đinh", "dinh", "đi\u{ad}nh"],
            ["いすゞ屋", "イスヾ屋", "いすず屋"],
            ["こゝろ", "コヽロ", "こころ"],
            ["斎藤の道", "齊藤の道", "斉藤の道"],
            ["齋藤", "斋藤", "齐藤"],
            ["ヴァイオリン", "バイオリン", "ばいおりん"],
            ["ヴォーグ", "ボーグ", "ぼーぐ"],
            ["ファン", "フアン", "ふぁん"],
            ["ショップ", "シヨツプ", "しょっぷ"],
            ["MZUー017", "mzu-017", "ＭＺＵ－０１７"],
        ] {
            let [one, other, third] = alike.map(normalise);
            assert_eq!((&one, &one), (&other, &third), "{alike:?}");
        }
        assert_eq!(normalise("ケーキ酒ケーキ"), "けーき酒けーき");
        assert_ne!(normalise("彷徨"), normalise("仿徨"));
        assert_ne!(normalise("书斋"), normalise("书齐"));
        assert_eq!(spoken("乾坤・瀋陽・佐々木"), "乾坤・瀋陽・佐佐木");
    }
}
