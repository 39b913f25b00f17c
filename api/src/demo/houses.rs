//! Tables for the names of makers, labels, series and items.

/// Japanese, Chinese, Latin letters.
type Word = (&'static str, &'static str, &'static str);

#[rustfmt::skip]
pub(super) const ROOTS: [Word; 26] = [
    ("青嵐", "青岚", "Seiran"), ("北岸", "北岸", "Hokugan"), ("白樺", "白桦", "Shirakaba"),
    ("港町", "港町", "Minatomachi"), ("遠雷", "远雷", "Enrai"), ("夕凪", "夕凪", "Yunagi"),
    ("銀河堂", "银河堂", "Gingado"), ("灯台", "灯台", "Todai"), ("朝霧", "朝雾", "Asagiri"),
    ("雲海", "云海", "Unkai"), ("風見", "风见", "Kazami"), ("月舟", "月舟", "Tsukifune"),
    ("星屑", "星屑", "Hoshikuzu"), ("木漏日", "木漏日", "Komorebi"), ("潮騒", "潮骚", "Shiosai"),
    ("雪明", "雪明", "Yukiakari"), ("渡鳥", "渡鸟", "Wataridori"), ("蒼穹", "苍穹", "Sokyu"),
    ("紙風船", "纸风船", "Kamifusen"), ("時計坂", "时计坂", "Tokeizaka"),
    ("水鏡", "水镜", "Mizukagami"), ("千草", "千草", "Chigusa"), ("山鳩", "山鸠", "Yamabato"),
    ("霧笛", "雾笛", "Muteki"), ("麦秋", "麦秋", "Bakushu"), ("汽笛", "汽笛", "Kiteki"),
];

/// Their suffixes.
#[rustfmt::skip]
pub(super) const TRADES: [Word; 5] = [
    ("映像", "映像", "Eizo"), ("フィルム", "胶片", "Film"), ("シネマ", "影业", "Cinema"),
    ("制作所", "制作所", "Works"), ("スタジオ", "工作室", "Studio"),
];

/// Words of eastern labels; the Latin form is also the prefix of numbers.
#[rustfmt::skip]
pub(super) const LABELS: [Word; 75] = [
    ("雲", "云", "KUMO"), ("波", "波", "NAMI"), ("星", "星", "HOSHI"), ("風", "风", "KAZE"),
    ("森", "森", "MORI"), ("川", "川", "KAWA"), ("青空", "蓝天", "AOZ"), ("鳥", "鸟", "TORI"),
    ("町", "町", "MACHI"), ("橋", "桥", "HASHI"), ("霧", "雾", "KIRI"), ("霜", "霜", "SHIMO"),
    ("岬", "岬", "MSK"), ("灯", "灯", "TMSB"), ("汽車", "火车", "KISHA"), ("窓", "窗", "MADO"),
    ("旅", "旅", "TABI"), ("道", "道路", "MICHI"), ("音", "声音", "OTO"), ("笛", "笛", "FUE"),
    ("砂", "砂", "SUNA"), ("紙", "纸", "KAMI"), ("時計", "时钟", "TOKEI"),
    ("地図", "地图", "CHIZU"), ("影", "影", "KAGE"), ("光", "光", "HKR"), ("朝", "清晨", "ASA"),
    ("冬", "冬", "FUYU"), ("秋", "秋", "AKI"), ("夏", "夏", "NTSU"), ("春", "春", "HARU"),
    ("島", "岛", "SHIMA"), ("船", "船", "FUNE"), ("港", "港", "MNT"), ("駅", "车站", "EKI"),
    ("石", "石", "ISHI"), ("竹", "竹", "TAKE"), ("松", "松", "MATSU"), ("梅", "梅", "UME"),
    ("桐", "桐", "KIRB"), ("鈴", "铃", "SUZU"), ("琴", "琴", "KOTO"), ("凧", "风筝", "TAKO"),
    ("傘", "伞", "KASA"), ("手紙", "来信", "TGM"), ("茶", "茶", "CHA"), ("麦", "麦", "MUGI"),
    ("米", "米", "KOME"), ("馬", "马", "UMA"), ("鹿", "鹿", "SHIKA"), ("狐", "狐", "KTSN"),
    ("兎", "兔", "USAGI"), ("鶴", "鹤", "TSRU"), ("亀", "龟", "KAME"), ("鯨", "鲸", "KJR"),
    ("虹", "虹", "NIJI"), ("雷", "雷", "RAI"), ("氷", "冰", "KORI"), ("滝", "瀑布", "TAKI"),
    ("湖", "湖", "MZU"), ("谷", "山谷", "TANI"), ("峠", "山口", "TOGE"), ("畑", "田", "HTK"),
    ("庭", "庭院", "NIWA"), ("門", "门", "MON"), ("塔", "塔", "TOH"), ("絵", "画", "EGA"),
    ("文", "文", "FUMI"), ("歌", "歌", "UTA"), ("夢", "梦", "YUME"), ("羽", "羽", "HANE"),
    ("錨", "锚", "IKARI"), ("帆", "帆", "HOH"), ("楓", "枫", "KAED"), ("苔", "苔", "KOKE"),
];

#[rustfmt::skip]
pub(super) const LINES: [(&str, &str); 6] = [
    ("FILM", "胶片"), ("HOUSE", "之家"), ("NOTE", "手记"), ("LINE", "航线"), ("ROOM", "放映室"),
    ("LIGHT", "之光"),
];

/// Western makers: name, Chinese, prefix of numbers.
#[rustfmt::skip]
pub(super) const SITES: [Word; 20] = [
    ("NorthLight", "北光", "NLT"), ("BlueHarbor", "蓝港", "BHR"), ("PaperKite", "纸鸢", "PKT"),
    ("StoneBridge", "石桥", "SBG"), ("RedCedar", "红雪松", "RCD"), ("SaltRoad", "盐路", "SRD"),
    ("QuietFjord", "静峡湾", "QFJ"), ("AmberCoast", "琥珀海岸", "AMC"),
    ("LongMeadow", "长草甸", "LMW"), ("WindmillHill", "风车山", "WMH"),
    ("OldStation", "旧车站", "OST"), ("HeronPoint", "鹭角", "HPT"),
    ("SilverPrairie", "银草原", "SVP"), ("MapleJunction", "枫树站", "MPJ"),
    ("CopperCanyon", "铜峡谷", "CPC"), ("LanternHouse", "灯笼屋", "LTH"),
    ("TinRooster", "锡公鸡", "TRS"), ("GlassOrchard", "玻璃果园", "GOR"),
    ("HarvestLane", "丰收巷", "HVL"), ("CloudLedger", "云簿", "CLG"),
];

/// Suffixes of their labels: name, Chinese, prefix of numbers.
pub(super) const SHELVES: [Word; 2] = [("Originals", "原创", ""), ("Shorts", "短片", "S")];

/// First words of series: Japanese, Chinese, English.
#[rustfmt::skip]
pub(super) const SERIES_HEADS: [Word; 30] = [
    ("港町", "港町", "Harbor"), ("北岸", "北岸", "North Shore"), ("雨の夜", "雨夜", "Rainy Night"),
    ("雪国", "雪国", "Snowland"), ("灯台", "灯塔", "Lighthouse"), ("山小屋", "山间小屋", "Cabin"),
    ("終電", "末班车", "Last Train"), ("古書店", "旧书店", "Bookshop"), ("運河", "运河", "Canal"),
    ("坂道", "坡道", "Hillside"), ("水車", "水车", "Watermill"), ("離島", "离岛", "Far Island"),
    ("湖畔", "湖畔", "Lakeside"), ("無人駅", "无人车站", "Empty Station"),
    ("風車", "风车", "Windmill"), ("月夜", "月夜", "Moonlit"), ("朝市", "早市", "Morning Market"),
    ("夜行列車", "夜行列车", "Night Train"), ("天文台", "天文台", "Observatory"),
    ("茶畑", "茶园", "Tea Garden"), ("路地裏", "小巷", "Back Lane"), ("温室", "温室", "Greenhouse"),
    ("映画館", "旧影院", "Old Cinema"), ("渡し船", "渡船", "Ferryboat"),
    ("峠", "山口", "Mountain Pass"), ("時計店", "钟表店", "Clockshop"), ("海辺", "海边", "Seaside"),
    ("竹林", "竹林", "Bamboo Grove"), ("郵便局", "邮局", "Post Office"),
    ("草原", "草原", "Prairie"),
];

/// Second words of series.
#[rustfmt::skip]
pub(super) const SERIES_TAILS: [Word; 24] = [
    ("手紙", "来信", "Letters"), ("物語", "物语", "Stories"), ("記録", "纪事", "Chronicle"),
    ("四季", "四季", "Seasons"), ("日記", "日记", "Diary"), ("旅", "之旅", "Journey"),
    ("灯り", "灯火", "Lights"), ("歌", "之歌", "Songs"), ("約束", "约定", "Promise"),
    ("休日", "假日", "Holiday"), ("謎", "之谜", "Mystery"), ("友人", "友人", "Friends"),
    ("夏", "之夏", "Summer"), ("冬", "之冬", "Winter"), ("食卓", "餐桌", "Table"),
    ("写真帖", "影集", "Album"), ("音楽会", "音乐会", "Concert"), ("散歩", "漫步", "Walks"),
    ("番人", "守望者", "Keeper"), ("記憶", "记忆", "Memory"), ("訪問者", "来客", "Visitors"),
    ("教室", "教室", "Classroom"), ("地図", "地图", "Maps"), ("風景", "风景", "Views"),
];

/// Items combine a place and a moment.
#[rustfmt::skip]
pub(super) const ITEM_PLACES: [&str; 24] = [
    "渔村", "山城", "老街", "码头", "高原", "书店", "车站", "海岛", "果园", "剧场", "牧场", "运河",
    "灯塔", "竹林", "天台", "港口", "小镇", "雪山", "茶园", "草原", "湖畔", "古桥", "厨房", "操场",
];
#[rustfmt::skip]
pub(super) const ITEM_MOMENTS: [&str; 16] = [
    "夏天", "初雪", "清晨", "黄昏", "雨夜", "秋日", "春天", "冬天", "灯火", "午后", "节日", "星空",
    "晚风", "假期", "歌声", "来客",
];
