//! Surnames whose characters have another reading than in other words.

/// A surname and its syllables, as in pinyin-pro 3.29 and 《现代汉语词典》.
const SURNAMES: [(&str, &[&str]); 47] = [
    ("万俟", &["mo", "qi"]),
    ("单于", &["chan", "yu"]),
    ("尉迟", &["yu", "chi"]),
    ("澹台", &["tan", "tai"]),
    ("乐正", &["yue", "zheng"]),
    ("子车", &["zi", "ju"]),
    ("长孙", &["zhang", "sun"]),
    ("乐", &["yue"]),
    ("卜", &["bu"]),
    ("缪", &["miao"]),
    ("解", &["xie"]),
    ("单", &["shan"]),
    ("隗", &["wei"]),
    ("仇", &["qiu"]),
    ("薄", &["bo"]),
    ("能", &["nai"]),
    ("翟", &["zhai"]),
    ("都", &["du"]),
    ("阚", &["kan"]),
    ("曾", &["zeng"]),
    ("乜", &["nie"]),
    ("查", &["zha"]),
    ("盖", &["ge"]),
    ("区", &["ou"]),
    ("覃", &["qin"]),
    ("员", &["yun"]),
    ("召", &["shao"]),
    ("繁", &["po"]),
    ("折", &["she"]),
    ("朴", &["piao"]),
    ("尉", &["wei"]),
    ("种", &["chong"]),
    ("秘", &["bi"]),
    ("黑", &["he"]),
    ("洗", &["xian"]),
    ("祭", &["zhai"]),
    ("佴", &["nai"]),
    ("晟", &["cheng"]),
    ("莘", &["shen"]),
    ("么", &["yao"]),
    ("谌", &["shen"]),
    ("适", &["kuo"]),
    ("句", &["gou"]),
    ("且", &["ju"]),
    ("六", &["lu"]),
    ("颉", &["xie"]),
    ("贾", &["jia"]),
];

/// The length in characters and the syllables of the surname of a name; `None` if it has no special reading.
pub fn read(name: &[char]) -> Option<(usize, &'static [&'static str])> {
    let begins = |surname: &str| {
        let mut chars = name.iter().map(|c| super::han::form(*c));
        surname.chars().all(|c| chars.next() == Some(c))
    };
    let found = SURNAMES.iter().find(|(surname, _)| begins(surname));
    found.map(|(surname, read)| (surname.chars().count(), *read))
}
