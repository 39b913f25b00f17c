//! Invented names of people, a unique one for each number.

use yingku_catalogue::import::record::{Channel, TermKind, TermRecord};

use super::dice::{Dice, Shuffle, at, size};

type Piece = (&'static str, &'static str, &'static str);

/// First halves of Japanese family names: written form, reading, Chinese.
#[rustfmt::skip]
const FRONTS: [Piece; 26] = [
    ("霧", "Kiri", "雾"), ("月", "Tsuki", "月"), ("白", "Shira", "白"), ("青", "Ao", "青"),
    ("雪", "Yuki", "雪"), ("風", "Kaza", "风"), ("星", "Hoshi", "星"), ("森", "Mori", "森"),
    ("水", "Mizu", "水"), ("雨", "Ama", "雨"), ("霜", "Shimo", "霜"), ("潮", "Shio", "潮"),
    ("雲", "Kumo", "云"), ("朝", "Asa", "朝"), ("夕", "Yu", "夕"), ("鈴", "Suzu", "铃"),
    ("鶴", "Tsuru", "鹤"), ("柚", "Yuzu", "柚"), ("椿", "Tsubaki", "椿"), ("藍", "Ai", "蓝"),
    ("灯", "Tomo", "灯"), ("砂", "Suna", "砂"), ("楓", "Kaede", "枫"), ("葦", "Ashi", "苇"),
    ("桐", "Kiri", "桐"), ("氷", "Hi", "冰"),
];

/// Their second halves.
#[rustfmt::skip]
const BACKS: [Piece; 18] = [
    ("原", "hara", "原"), ("野", "no", "野"), ("城", "shiro", "城"), ("沢", "sawa", "泽"),
    ("浜", "hama", "滨"), ("岡", "oka", "冈"), ("峰", "mine", "峰"), ("瀬", "se", "濑"),
    ("里", "sato", "里"), ("谷", "tani", "谷"), ("戸", "to", "户"), ("島", "shima", "岛"),
    ("庭", "niwa", "庭"), ("坂", "saka", "坂"), ("畑", "hata", "畑"), ("路", "ji", "路"),
    ("渡", "watari", "渡"), ("井", "i", "井"),
];

/// Given names: kana, kanji, reading, Chinese.
#[rustfmt::skip]
const GIVEN: [(&str, &str, &str, &str); 48] = [
    ("あかり", "灯里", "Akari", "灯里"), ("しおり", "栞", "Shiori", "栞"),
    ("かなで", "奏", "Kanade", "奏"), ("みさき", "岬", "Misaki", "岬"),
    ("ひより", "日和", "Hiyori", "日和"), ("つむぎ", "紬", "Tsumugi", "䌷"),
    ("ちはる", "千春", "Chiharu", "千春"), ("なつめ", "棗", "Natsume", "枣"),
    ("いずみ", "泉", "Izumi", "泉"), ("まひろ", "真尋", "Mahiro", "真寻"),
    ("そうた", "奏太", "Sota", "奏太"), ("はるき", "春樹", "Haruki", "春树"),
    ("けんじ", "健司", "Kenji", "健司"), ("りく", "陸", "Riku", "陆"),
    ("みなと", "湊", "Minato", "凑"), ("ともや", "智也", "Tomoya", "智也"),
    ("ゆきの", "雪乃", "Yukino", "雪乃"), ("さくや", "朔也", "Sakuya", "朔也"),
    ("あおい", "葵", "Aoi", "葵"), ("ことね", "琴音", "Kotone", "琴音"),
    ("しずか", "静香", "Shizuka", "静香"), ("まこと", "誠", "Makoto", "诚"),
    ("ふみか", "文香", "Fumika", "文香"), ("たくみ", "匠", "Takumi", "匠"),
    ("のぞみ", "望", "Nozomi", "望"), ("かえで", "楓", "Kaede", "枫"),
    ("すみれ", "菫", "Sumire", "堇"), ("ひでお", "英生", "Hideo", "英生"),
    ("わたる", "渉", "Wataru", "涉"), ("あやね", "綾音", "Ayane", "绫音"),
    ("みつる", "満", "Mitsuru", "满"), ("かずま", "和真", "Kazuma", "和真"),
    ("ちさと", "千里", "Chisato", "千里"), ("れい", "玲", "Rei", "玲"),
    ("よしの", "吉乃", "Yoshino", "吉乃"), ("つばさ", "翼", "Tsubasa", "翼"),
    ("いぶき", "伊吹", "Ibuki", "伊吹"), ("しゅうじ", "修司", "Shuji", "修司"),
    ("なぎ", "凪", "Nagi", "凪"), ("ほたる", "蛍", "Hotaru", "萤"), ("あゆむ", "歩", "Ayumu", "步"),
    ("こはる", "小春", "Koharu", "小春"), ("てつや", "哲也", "Tetsuya", "哲也"),
    ("みどり", "翠", "Midori", "翠"), ("うみか", "海香", "Umika", "海香"),
    ("さとし", "聡", "Satoshi", "聪"), ("ゆうと", "悠斗", "Yuto", "悠斗"),
    ("まどか", "円", "Madoka", "圆"),
];

/// Western given names, with Chinese.
#[rustfmt::skip]
const FIRST: [(&str, &str); 40] = [
    ("Elowen", "埃洛温"), ("Maris", "玛丽丝"), ("Thessa", "特莎"), ("Orla", "奥拉"),
    ("Brenna", "布伦娜"), ("Isolde", "伊索尔德"), ("Corwin", "科温"), ("Tobin", "托宾"),
    ("Alaric", "阿拉里克"), ("Edric", "埃德里克"), ("Liora", "莉奥拉"), ("Niamh", "妮芙"),
    ("Sorrel", "索蕾尔"), ("Wilder", "怀尔德"), ("Anselm", "安塞姆"), ("Petra", "佩特拉"),
    ("Rowan", "罗恩"), ("Juniper", "朱妮珀"), ("Caspian", "卡斯宾"), ("Marlow", "马洛"),
    ("Ottilie", "奥蒂莉"), ("Hesper", "赫丝珀"), ("Linnea", "琳内娅"), ("Dorian", "多里安"),
    ("Fenella", "费内拉"), ("Gideon", "吉迪恩"), ("Ivo", "伊沃"), ("Jorun", "约伦"),
    ("Leif", "莱夫"), ("Mirabel", "米拉贝尔"), ("Nels", "内尔斯"), ("Odette", "奥黛特"),
    ("Perrin", "佩林"), ("Quill", "奎尔"), ("Rosalind", "罗莎琳德"), ("Silas", "赛拉斯"),
    ("Tamsin", "塔姆辛"), ("Ulric", "乌尔里克"), ("Vesper", "维斯珀"), ("Yara", "亚拉"),
];

/// Halves of western family names, with Chinese.
#[rustfmt::skip]
const HEADS: [(&str, &str); 24] = [
    ("Ash", "阿什"), ("Wren", "雷恩"), ("Hal", "哈尔"), ("Thorn", "索恩"), ("Elm", "埃尔姆"),
    ("Fair", "费尔"), ("Gray", "格雷"), ("Lark", "拉克"), ("Marsh", "马什"), ("North", "诺斯"),
    ("Oak", "奥克"), ("Penn", "彭"), ("Raven", "雷文"), ("Stone", "斯通"), ("Tarn", "塔恩"),
    ("Under", "安德"), ("Vale", "维尔"), ("Winter", "温特"), ("Yarrow", "亚罗"), ("Birch", "伯奇"),
    ("Cold", "科尔德"), ("Drift", "德里夫特"), ("Ever", "埃弗"), ("Fen", "芬"),
];
#[rustfmt::skip]
const TAILS: [(&str, &str); 20] = [
    ("ford", "福德"), ("low", "洛"), ("den", "登"), ("wick", "威克"), ("mere", "米尔"),
    ("brook", "布鲁克"), ("stead", "斯特德"), ("worth", "沃思"), ("field", "菲尔德"),
    ("gate", "盖特"), ("holm", "霍姆"), ("land", "兰"), ("more", "莫尔"), ("ridge", "里奇"),
    ("shaw", "肖"), ("ton", "顿"), ("well", "韦尔"), ("hurst", "赫斯特"), ("by", "比"),
    ("combe", "库姆"),
];

/// Number of eastern names with the given name in kana.
fn eastern_names() -> u64 {
    size(FRONTS.len() * BACKS.len() * GIVEN.len())
}

/// The order of a channel's names.
pub(super) fn order(channel: Channel) -> Shuffle {
    Shuffle::new(match channel {
        Channel::Western => size(FIRST.len() * HEADS.len() * TAILS.len()),
        Channel::Censored | Channel::Uncensored => eastern_names(),
    })
}

/// A person with a Japanese name. After the first round of names, given names are in kanji.
pub(super) fn eastern(kind: TermKind, number: u64, order: Shuffle, dice: &mut Dice) -> TermRecord {
    let place = order.at(number);
    let in_kanji = (number / eastern_names()) % 2 == 1;
    let given = at(&GIVEN, place);
    let family = place / size(GIVEN.len());
    let front = at(&FRONTS, family);
    let back = at(&BACKS, family / size(FRONTS.len()));
    let (kana, kanji, read, chinese) = given;
    let shown = if in_kanji { kanji } else { kana };
    let mut term = TermRecord {
        kind,
        name: format!("{}{} {shown}", front.0, back.0),
        name_cn: format!("{}{}{chinese}", front.2, back.2),
        aliases: Vec::new(),
        group: String::new(),
    };
    let latin = || format!("{}{} {read}", front.1, back.1);
    let former = dice.pick(&FRONTS);
    match dice.below(10) {
        0..5 => {}
        5..8 => add_alias(&mut term, latin()),
        8 => {
            add_alias(&mut term, latin());
            add_alias(&mut term, format!("{}{}{kanji}", front.0, back.0));
        }
        _ => {
            add_alias(&mut term, latin());
            add_alias(&mut term, format!("{}{} {kana}", former.0, back.0));
            add_alias(&mut term, kana.to_owned());
        }
    }
    term
}

/// A person with a western name.
pub(super) fn western(kind: TermKind, number: u64, order: Shuffle, dice: &mut Dice) -> TermRecord {
    let place = order.at(number);
    let first = at(&FIRST, place);
    let family = place / size(FIRST.len());
    let head = at(&HEADS, family);
    let tail = at(&TAILS, family / size(HEADS.len()));
    let mut term = TermRecord {
        kind,
        name: format!("{} {}{}", first.0, head.0, tail.0),
        name_cn: format!("{}·{}{}", first.1, head.1, tail.1),
        aliases: Vec::new(),
        group: String::new(),
    };
    if dice.chance(30) {
        let letter = first.0.chars().next().unwrap_or('X');
        add_alias(&mut term, format!("{letter}. {}{}", head.0, tail.0));
    }
    if dice.chance(10) {
        let former = dice.pick(&HEADS);
        add_alias(&mut term, format!("{} {}{}", first.0, former.0, tail.0));
    }
    term
}

/// Adds an alias unless it is redundant, like the import.
fn add_alias(term: &mut TermRecord, alias: String) {
    if alias != term.name && alias != term.name_cn && !term.aliases.contains(&alias) {
        term.aliases.push(alias);
    }
}
