//! The tags: every group with its names, the most common first.

use yingku_catalogue::import::record::{Channel, TermKind, TermRecord};

use super::dice::{Dice, size};

/// The group that depends on the duration.
const LENGTHS: &str = "篇幅";

/// A group, the maximum number of its tags in one work, and its names.
#[rustfmt::skip]
const GROUPS: [(&str, usize, &[&str]); 10] = [
    ("题材", 2, &[
        "剧情", "纪录", "悬疑", "家庭", "喜剧", "冒险", "历史", "科幻", "动画", "奇幻", "传记",
        "音乐", "体育", "美食", "自然", "推理", "校园", "职场", "童话", "武侠", "实验", "战争",
    ]),
    ("场景", 2, &[
        "海边", "山村", "老城区", "火车上", "书店", "雪原", "港口", "沙漠", "森林", "高原",
        "剧场", "车站", "岛屿", "厨房", "工厂", "图书馆", "草原", "河畔", "天台", "夜市",
        "灯塔", "太空站",
    ]),
    ("叙事", 2, &[
        "旅行", "成长", "重逢", "双线叙事", "群像", "单场景", "倒叙", "书信体", "开放结局",
        "多视角", "真实时间", "章节式", "旁白", "寓言", "追寻", "告别", "救援", "比赛",
    ]),
    ("画面", 2, &[
        "手持摄影", "黑白", "双机位", "长镜头", "航拍", "胶片颗粒", "广角", "水下摄影", "定格",
        "宽银幕", "方画幅", "逆光", "延时摄影", "高对比", "柔光", "显微摄影", "16毫米",
    ]),
    ("声音", 2, &[
        "同期声", "钢琴配乐", "无对白", "弦乐", "方言", "民谣", "环境声", "爵士", "手风琴",
        "现场录音", "电子乐", "合唱", "鼓点", "双语", "画外音",
    ]),
    ("人物", 2, &[
        "摄影师", "祖孙", "船员", "老师", "邻居", "兄弟", "姐妹", "厨师", "旅人", "医生",
        "邮差", "音乐家", "侦探", "运动员", "手艺人", "科学家", "农人", "新移民",
    ]),
    ("气质", 2, &[
        "治愈", "安静", "怀旧", "幽默", "紧张", "温暖", "诗意", "冷峻", "荒诞", "励志", "忧伤",
        "轻快", "神秘", "质朴", "热血",
    ]),
    ("季节", 1, &[
        "雪天", "盛夏", "雨季", "深秋", "早春", "除夕", "暴风雨", "初霜", "梅雨", "丰收季",
        "极昼", "清明",
    ]),
    ("年代", 1, &[
        "当代", "八十年代", "九十年代", "七十年代", "千禧年", "民国", "古代", "近未来",
        "六十年代", "五十年代",
    ]),
    (LENGTHS, 1, &["长片", "短片", "中篇", "超长片"]),
];

pub(super) struct Tags {
    /// The most common first, each with the index of its group and the maximum number of tags from it.
    ranked: Vec<(TermRecord, usize, usize)>,
    lengths: Vec<TermRecord>,
}

impl Tags {
    /// The tags of a channel. Channels share most names, and each lacks some.
    pub(super) fn new(channel: Channel) -> Self {
        let code = usize::from(channel.code().unsigned_abs());
        let max = GROUPS.iter().map(|group| group.2.len()).max();
        let mut tags = Self {
            ranked: Vec::new(),
            lengths: Vec::new(),
        };
        for rank in 0..max.unwrap_or(0) {
            for (number, (group, max, names)) in GROUPS.iter().enumerate() {
                let Some(name) = names.get(rank) else {
                    continue;
                };
                let tag = tag(group, name);
                if *group == LENGTHS {
                    tags.lengths.push(tag);
                } else if rank < 4 || (rank * 5 + number + code * 2) % 6 > 0 {
                    tags.ranked.push((tag, number, *max));
                }
            }
        }
        tags
    }

    /// Three to eight tags for a film of this duration.
    pub(super) fn choose(&self, minutes: i32, dice: &mut Dice, terms: &mut Vec<TermRecord>) {
        let mut counts = [0usize; GROUPS.len()];
        let mut chosen: Vec<u64> = Vec::with_capacity(8);
        let wanted = 3 + dice.below(3) + dice.below(4);
        let of_length = dice.chance(60).then(|| self.length(minutes)).flatten();
        let drawn = wanted - u64::from(of_length.is_some());
        while size(chosen.len()) < drawn {
            let rank = dice.zipf(size(self.ranked.len()), 2);
            let entry = self.ranked.get(super::dice::place(rank));
            let Some((tag, group, max)) = entry.filter(|_| !chosen.contains(&rank)) else {
                continue;
            };
            let Some(count) = counts.get_mut(*group).filter(|count| **count < *max) else {
                continue;
            };
            *count += 1;
            chosen.push(rank);
            terms.push(tag.clone());
        }
        terms.extend(of_length.cloned());
    }

    fn length(&self, minutes: i32) -> Option<&TermRecord> {
        let name = match minutes {
            0 => return None,
            1..=59 => "短片",
            60..=89 => "中篇",
            90..=179 => "长片",
            _ => "超长片",
        };
        self.lengths.iter().find(|tag| tag.name == name)
    }
}

fn tag(group: &str, name: &str) -> TermRecord {
    TermRecord {
        kind: TermKind::Tag,
        name: name.to_owned(),
        name_cn: String::new(),
        aliases: Vec::new(),
        group: group.to_owned(),
    }
}
