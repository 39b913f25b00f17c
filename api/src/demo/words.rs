//! The words of titles. In a template, `%` and a letter are replaced by a word of a list.

pub(super) struct Tongue {
    pub(super) templates: &'static [&'static str],
    /// A template that always fits the bounds.
    pub(super) plain: &'static str,
    places: &'static [&'static str],
    times: &'static [&'static str],
    objects: &'static [&'static str],
    roles: &'static [&'static str],
    manners: &'static [&'static str],
    nouns: &'static [&'static str],
    deeds: &'static [&'static str],
}

impl Tongue {
    /// The list of a template's letter.
    pub(super) fn list(&self, letter: char) -> &'static [&'static str] {
        match letter {
            'P' => self.places,
            'T' => self.times,
            'O' => self.objects,
            'R' => self.roles,
            'A' => self.manners,
            'N' => self.nouns,
            'V' => self.deeds,
            'D' => &ORDINALS,
            'M' => &COUNTS,
            'L' => &EDITIONS,
            _ => &[],
        }
    }
}

/// Chinese in simplified script.
#[rustfmt::skip]
pub(super) const SIMPLIFIED: Tongue = Tongue {
    plain: "%P%N：%R的%O",
    templates: &[
        "%P%N：%R的%T", "%P%N：%R的%O", "%T，%R在%P%V", "%T的%P，%R%V", "%P的%R和%A的%O",
        "%R%V的%T", "%A的%R，%A的%O", "我在%P%V：%R的%N", "%P的%T，我们%V", "从%P到%P：%R的%N",
        "%P%N 第%D章 %A的%O", "留在%P的%O", "%T，遗落在%P的%O", "没有%O的%T：%P%N", "重返%P：%A的%O",
        "重返%P：%R的%N", "%P的%O Vol.%d", "%d天，%R在%P%V", "%P%N：%A的%R %L", "再见，%P：%R的%O",
        "%R的%O，%P的%N", "关于%P的%M段回忆：%R的%O", "如果%R在%T%V", "写给%R的%M封信：%P%N",
        "%T的%O与%P的%R", "%T的%P，%A的%R%V，直到%A的%O出现在门前", "听说%P的%R还在%V",
        "%O、%O与%P的%N", "%P %d号信箱：%R的%O", "一个%R决定%V，那是%P的%T",
    ],
    places: &[
        "山城", "北岸", "旧港", "雾岛", "江南", "漠北", "南屏街", "青石巷", "盐湖", "白桦林",
        "海边小镇", "高原", "渡口", "灯塔", "码头", "老火车站", "河谷", "竹林", "梯田", "雪山脚下",
        "边境小城", "运河", "旧书店", "天台", "植物园", "天文台", "修车铺", "面包房", "老剧场",
        "水库", "牧场", "茶园", "葡萄园", "芦苇荡", "石桥", "钟楼", "渔村", "峡谷", "沙洲", "半岛",
        "候车室", "旧影院", "电报局", "邮局", "缆车站", "图书馆", "音乐教室", "溜冰场", "游乐园",
        "果园", "山间驿站", "长堤", "环城路", "第七街区", "西郊", "东海岸", "云岭", "风车镇",
        "槐树胡同", "无名岛", "北岸灯塔", "松林镇", "月台", "海湾", "草原", "冰川", "温室", "城南",
        "渔港", "星野村", "鹿鸣谷", "银杏路", "桐花巷", "乌篷渡", "雁回关", "听风崖",
    ],
    times: &[
        "雨夜", "清晨", "黄昏", "初雪", "盛夏", "深秋", "午后", "梅雨季", "除夕", "元宵夜", "春分",
        "立冬", "冬至", "夏至", "秋分", "暮春", "早春", "残冬", "雨季", "旱季", "台风天", "大雪天",
        "黎明", "子夜", "九月", "十一月", "六月", "三月", "雷雨天", "周末", "假期最后一天",
        "开学前夜", "毕业那年", "停电之夜", "丰收时节", "候鸟归来时", "涨潮时分", "大雾清晨",
        "初霜", "长夜", "寒露", "谷雨", "二十岁那年", "搬家那天",
    ],
    objects: &[
        "末班车", "旧相机", "红雨伞", "口琴", "手风琴", "录音机", "收音机", "明信片", "怀表",
        "地图", "帆船", "热气球", "风筝", "旧单车", "旧钢琴", "望远镜", "陶罐", "信箱", "纸飞机",
        "胶卷", "磁带", "钥匙", "绿皮火车", "渡轮", "灯笼", "蓝围巾", "日记本", "航海图", "指南针",
        "留声机", "旧毛衣", "打字机", "缝纫机", "八音盒", "玻璃弹珠", "漂流瓶", "电影票", "菜谱",
        "棋盘", "小提琴", "石榴树", "木马", "雪橇", "野餐篮", "搪瓷杯", "铜铃", "煤油灯", "邮票",
        "长笛", "门牌", "相册", "风铃", "木吉他", "旧唱片", "羽毛笔", "贝壳", "手电筒", "暖水瓶",
    ],
    roles: &[
        "摄影师", "邮差", "钢琴师", "守灯人", "修表匠", "船长", "图书管理员", "厨师", "面包师",
        "列车员", "气象员", "天文学家", "木匠", "渔夫", "牧羊人", "放映员", "调音师", "植物学家",
        "裁缝", "花匠", "乡村医生", "老教师", "译者", "画家", "记者", "养蜂人", "茶农", "地质队员",
        "潜水员", "考古队员", "赛车手", "围棋手", "杂货店主", "夜班司机", "录音师", "剪辑师",
        "侦探", "救生员", "滑雪教练", "登山者", "信使", "园丁", "铁匠", "陶艺师", "鼓手", "吉他手",
        "说书人", "摆渡人", "消防员", "拳击手",
    ],
    manners: &[
        "沉默", "遥远", "无名", "最后", "迟到", "古老", "安静", "倔强", "陌生", "明亮", "孤独",
        "远去", "归来", "寻常", "小小", "漂泊", "失而复得", "不肯说话", "来自远方", "被遗忘",
    ],
    nouns: &[
        "旧事", "来信", "纪行", "物语", "回声", "往事", "手记", "日记", "传说", "歌谣", "夜话",
        "谜案", "档案", "四季", "晚风", "冬天", "夏天", "灯火", "归途", "假日", "来客", "约定",
        "奇遇", "练习曲", "协奏曲", "备忘录", "漫游", "风物志", "天气", "余晖", "星空", "潮汐",
        "春天", "秋天", "广播", "音乐会", "夜行", "远行", "重逢", "告别",
    ],
    deeds: &[
        "等一封信", "学骑自行车", "寻找旧友", "修一架钢琴", "守着一盏灯", "拍最后一卷胶片",
        "听一夜的雨", "煮一锅热汤", "种下一棵石榴树", "数星星", "写一本书", "等末班车",
        "等一场雪", "追赶日落", "沿着铁路往北走", "给远方打电话", "画一张地图", "收集风声",
        "开一家面馆", "下一盘残局", "学着道别", "过冬", "看海", "放风筝", "练习长跑",
        "寻找丢失的钥匙", "学着重新开始", "排一出戏", "修补旧船", "辨认候鸟",
    ],
};

/// Chinese in traditional script.
#[rustfmt::skip]
pub(super) const TRADITIONAL: Tongue = Tongue {
    plain: "%P%N：%R的%O",
    templates: &[
        "%P%N：%R的%T", "%T，%R在%P%V", "%P的%R與%A的%O", "%A的%R，%A的%O", "%T的%P，%R%V",
        "從%P到%P：%R的%N", "%R的%O，%P的%N", "重返%P：%A的%O與%R", "寫給%R的信：%P%N",
    ],
    places: &[
        "山城", "舊港", "霧島", "雪國", "鹽湖", "燈塔", "碼頭", "舊書店", "鐘樓", "漁村", "峽谷",
        "舊戲院", "郵局", "圖書館", "遊樂園", "東海岸", "風車鎮", "無名島", "松林鎮", "雲嶺",
        "溫室", "銀杏路", "聽風崖", "運河",
    ],
    times: &[
        "雨夜", "清晨", "黃昏", "初雪", "盛夏", "深秋", "午後", "梅雨季", "冬至", "颱風天",
        "大雪天", "黎明", "雷雨天", "畢業那年", "漲潮時分", "長夜",
    ],
    objects: &[
        "末班車", "舊相機", "紅雨傘", "手風琴", "收音機", "明信片", "懷錶", "地圖", "熱氣球",
        "風箏", "舊鋼琴", "望遠鏡", "紙飛機", "鑰匙", "渡輪", "燈籠", "藍圍巾", "日記本", "留聲機",
        "電影票", "銅鈴", "郵票", "舊唱片", "風鈴",
    ],
    roles: &[
        "攝影師", "郵差", "鋼琴師", "守燈人", "船長", "廚師", "麵包師", "列車員", "漁夫", "放映員",
        "調音師", "裁縫", "畫家", "記者", "養蜂人", "說書人", "擺渡人", "氣象員", "譯者", "園丁",
    ],
    manners: &[
        "沉默", "遙遠", "無名", "最後", "遲到", "古老", "安靜", "陌生", "明亮", "歸來", "尋常",
        "失而復得",
    ],
    nouns: &[
        "舊事", "來信", "紀行", "物語", "回聲", "往事", "手記", "傳說", "歌謠", "夜話", "檔案",
        "歸途", "練習曲", "協奏曲", "潮汐", "重逢",
    ],
    deeds: &[
        "等一封信", "學騎自行車", "尋找舊友", "修一架鋼琴", "守著一盞燈", "聽一夜的雨",
        "煮一鍋熱湯", "數星星", "等末班車", "追趕日落", "沿著鐵路往北走", "畫一張地圖",
        "開一家麵館", "學著道別", "修補舊船",
    ],
};

/// English, for some western titles.
#[rustfmt::skip]
pub(super) const ENGLISH: Tongue = Tongue {
    plain: "The %A %O",
    templates: &[
        "The %R and the %A %O", "%T in %P: The %R", "The %R's %O, %P", "The %A %O of %P",
        "The %R of %P", "%P %N: The %A %O", "%d Days in %P: The %R's %O", "Return to %P: The %A %R",
    ],
    places: &[
        "North Harbor", "Cedar Valley", "Salt Lake Road", "Pine Street", "Lighthouse Bay",
        "Willow Creek", "Stone Bridge", "Foxglove Lane", "Copper Canyon", "Marsh Island",
        "Windmill Hill", "Juniper Falls", "Old Station", "Amber Coast", "Quiet Fjord",
        "Heron Point", "Maple Junction", "Silver Prairie", "Snowfield", "Orchard Row",
    ],
    times: &[
        "Autumn", "Midsummer", "First Snow", "Rainy Season", "Late Winter", "Early Spring",
        "Sunday Morning", "A Long Night", "September", "High Tide", "November", "Dusk",
    ],
    objects: &[
        "Ferry", "Lantern", "Postcard", "Compass", "Accordion", "Kite", "Typewriter", "Notebook",
        "Sailboat", "Radio", "Piano", "Telescope", "Map", "Train", "Bicycle", "Music Box",
    ],
    roles: &[
        "Photographer", "Postman", "Pianist", "Lighthouse Keeper", "Watchmaker", "Captain",
        "Librarian", "Baker", "Conductor", "Astronomer", "Carpenter", "Fisherman", "Beekeeper",
        "Cartographer", "Projectionist", "Gardener", "Shepherd", "Violinist",
    ],
    manners: &[
        "Last", "Silent", "Distant", "Forgotten", "Paper", "Wandering", "Quiet", "Nameless", "Late",
        "Painted", "Lost", "Winter",
    ],
    nouns: &[
        "Letters", "Stories", "Echoes", "Nights", "Notes", "Seasons", "Archive", "Road", "Lights",
        "Weather", "Sketches", "Tides",
    ],
    deeds: &[],
};

/// Before 章.
#[rustfmt::skip]
const ORDINALS: [&str; 12] = [
    "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
];

/// Before a measure word.
#[rustfmt::skip]
const COUNTS: [&str; 12] = [
    "一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
];

#[rustfmt::skip]
const EDITIONS: [&str; 10] = [
    "16mm", "4K修复版", "Live", "B面", "FM 97.4", "导演剪辑版", "Super 8", "DV手记", "Remix",
    "胶片版",
];
