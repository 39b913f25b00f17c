//! Characters with several readings in everyday words and names: 长 in 长江 and 成长, 乐 in 音乐 and 快乐. Dictionaries list many
//! more, most of them archaic; with those a keyword would match titles that nobody reads like that.

use std::collections::HashMap;
use std::sync::LazyLock;

use pinyin::ToPinyin as _;

use super::han;

/// Readings in addition to the pinyin crate's first one, without tones.
const OTHERS: [(char, &[&str]); 107] = [
    ('乐', &["yue"]),
    ('了', &["liao"]),
    ('什', &["shi"]),
    ('仇', &["qiu"]),
    ('仔', &["zi"]),
    ('会', &["kuai"]),
    ('传', &["zhuan"]),
    ('似', &["si"]),
    ('佛', &["fo"]),
    ('便', &["pian"]),
    ('塞', &["se"]),
    ('刹', &["cha"]),
    ('削', &["xiao"]),
    ('剥', &["bao"]),
    ('劲', &["jing"]),
    ('勒', &["le"]),
    ('匙', &["chi"]),
    ('区', &["ou"]),
    ('单', &["shan"]),
    ('卜', &["bu"]),
    ('卡', &["qia"]),
    ('厦', &["xia"]),
    ('参', &["shen", "cen"]),
    ('呢', &["ni"]),
    ('呱', &["gua"]),
    ('咖', &["ga"]),
    ('和', &["huo"]),
    ('嚼', &["jiao"]),
    ('圈', &["juan"]),
    ('地', &["de"]),
    ('埋', &["man"]),
    ('壳', &["qiao"]),
    ('大', &["dai"]),
    ('娜', &["nuo"]),
    ('宓', &["fu"]),
    ('宿', &["xiu"]),
    ('尉', &["yu"]),
    ('尾', &["yi"]),
    ('屏', &["bing"]),
    ('差', &["chai", "ci"]),
    ('弄', &["long"]),
    ('强', &["jiang"]),
    ('弹', &["tan"]),
    ('得', &["dei"]),
    ('恶', &["wu"]),
    ('扁', &["pian"]),
    ('扎', &["za"]),
    ('折', &["she"]),
    ('拓', &["ta"]),
    ('择', &["zhai"]),
    ('曾', &["zeng"]),
    ('朝', &["zhao"]),
    ('朴', &["piao"]),
    ('柏', &["bo"]),
    ('查', &["zha"]),
    ('栖', &["xi"]),
    ('校', &["jiao"]),
    ('模', &["mu"]),
    ('殷', &["yan"]),
    ('没', &["mo"]),
    ('泊', &["bo"]),
    ('番', &["pan"]),
    ('熟', &["shou"]),
    ('牟', &["mu"]),
    ('率', &["shuai"]),
    ('畜', &["xu"]),
    ('的', &["di"]),
    ('盖', &["ge"]),
    ('盛', &["cheng"]),
    ('省', &["xing"]),
    ('禅', &["shan"]),
    ('称', &["chen"]),
    ('着', &["zhao", "zhuo"]),
    ('粘', &["nian"]),
    ('系', &["ji"]),
    ('给', &["ji"]),
    ('绿', &["lu"]),
    ('翟', &["zhai"]),
    ('脉', &["mo"]),
    ('茄', &["qie"]),
    ('茜', &["xi"]),
    ('莎', &["suo"]),
    ('落', &["la"]),
    ('蔓', &["wan"]),
    ('薄', &["bo"]),
    ('藏', &["zang"]),
    ('血', &["xie"]),
    ('行', &["hang"]),
    ('裳', &["chang"]),
    ('覃', &["qin"]),
    ('觉', &["jiao"]),
    ('角', &["jue"]),
    ('解', &["xie"]),
    ('调', &["tiao"]),
    ('谁', &["shei"]),
    ('车', &["ju"]),
    ('还', &["huan"]),
    ('郗', &["chi"]),
    ('都', &["du"]),
    ('重', &["chong"]),
    ('长', &["chang"]),
    ('降', &["xiang"]),
    ('隽', &["jun"]),
    ('露', &["lou"]),
    ('靓', &["liang"]),
    ('颤', &["zhan"]),
    ('伽', &["jia"]),
];

static OTHERS_OF: LazyLock<HashMap<char, &[&str]>> = LazyLock::new(|| OTHERS.into());

/// The readings of a character, without tones, the dictionary's first one first; empty without pinyin. A variant also
/// has the readings of its folded form: 浜 those of 滨.
pub(crate) fn syllables(c: char) -> impl Iterator<Item = &'static str> + Clone {
    let form = han::form(c);
    let own = first(c);
    let usual = first(form).filter(|usual| Some(*usual) != own);
    let others = OTHERS_OF.get(&form).copied().unwrap_or_default();
    let others = others.iter().copied();
    let known = [own, usual];
    known
        .into_iter()
        .flatten()
        .chain(others.filter(move |other| !known.contains(&Some(*other))))
}

fn first(c: char) -> Option<&'static str> {
    c.to_pinyin().map(|reading| match reading.plain() {
        "lü" => "lv",
        "nü" => "nv",
        "lüe" => "lve",
        "nüe" => "nve",
        plain => plain,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pinyin::ToPinyinMulti as _;

    use super::*;

    #[test]
    fn alternative_readings_come_from_a_dictionary_and_are_unique() {
        assert_eq!(OTHERS_OF.len(), OTHERS.len());
        for (c, others) in OTHERS {
            let known = c.to_pinyin_multi().unwrap().into_iter();
            let known: HashSet<&str> = known.map(pinyin::Pinyin::plain).collect();
            let mut read: Vec<&str> = syllables(c).collect();
            assert!(
                others.iter().all(|other| known.contains(other)),
                "{c}: {known:?}"
            );
            read.sort_unstable();
            read.dedup();
            assert_eq!(read.len(), others.len() + 1, "{c}");
        }
    }

    #[test]
    fn every_syllable_is_ascii_letters() {
        let all = ('\u{4e00}'..='\u{9fff}').flat_map(syllables);
        let odd: HashSet<&str> = all.filter(|syllable| !syllable.is_ascii()).collect();
        assert!(odd.is_empty(), "{odd:?}");
    }
}
