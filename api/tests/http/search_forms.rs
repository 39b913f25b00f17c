//! Names and titles as people type them: variants of Chinese characters, signs, accents, pinyin, numbers in file names.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::schema::terms;

use crate::support::client::encoded;
use crate::support::{TestApp, film};

fn work(number: &str, title: &str, performer: &str) -> Value {
    let others = json!({ "performers": [{ "name": performer }] });
    film(number, title, others)
}

async fn found(t: &TestApp, keyword: &str) -> Vec<String> {
    let query = format!("keyword={}", encoded(keyword));
    t.numbers(&query).await
}

/// The names of suggested and of listed performers.
async fn performers(t: &TestApp, keyword: &str) -> [Vec<String>; 2] {
    t.app.directory.catch_up_now();
    t.app.mover.0.finish();
    let keyword = encoded(keyword);
    let names = |rows: &Value| -> Vec<String> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let suggested = t.get(&format!("/search/suggest?keyword={keyword}")).await;
    let list = "/works/performer/list?modName=censored&pageNum=1&pageSize=32";
    let listed = t.get(&format!("{list}&keyword={keyword}")).await;
    [
        names(&suggested.json()["data"]["terms"]),
        names(&listed.json()["rows"]),
    ]
}

both! {
    async fn every_variant_of_a_character_finds_all(t: &TestApp) {
        let classes = [
            ["滝沢", "瀧澤", "泷泽"], ["黒沢", "黑澤", "黑泽"], ["広瀬", "廣瀨", "广濑"], ["浜辺", "濱邊", "滨边"],
            ["塩沢", "鹽澤", "盐泽"], ["渋沢", "澁澤", "涩泽"], ["亀沢", "龜澤", "龟泽"], ["円", "圓", "圆"],
            ["山﨑", "山嵜", "山崎"], ["髙橋", "高橋", "高桥"], ["渡邉", "渡邊", "渡辺"], ["𠮷", "吉\u{e0100}", "吉"],
            ["瀋陽", "沈陽", "沈阳"], ["鎌倉", "镰仓", "鐮倉"], ["闇", "暗", "暗\u{200b}"], ["薫", "薰", "熏"],
            ["羣峯", "群峰", "羣峰"], ["佐々木", "佐佐木", "佐〻木"], ["星ヶ丘", "星ケ丘", "星が丘"],
        ];
        let of_class = |(class, forms): (usize, &[&str; 3])| {
            let work = |(at, form): (usize, &&str)| work(&format!("FRM-{}", class * 3 + at + 1), &format!("{form}之影"), "塔白");
            forms.iter().enumerate().map(work).collect::<Vec<_>>()
        };
        let works: Vec<Value> = classes.iter().enumerate().flat_map(of_class).collect();
        t.import(&works);
        for (class, forms) in classes.iter().enumerate() {
            let all: Vec<String> = (1..=3).map(|at| format!("FRM-{}", class * 3 + at)).collect();
            for (at, form) in forms.iter().enumerate() {
                let found = found(t, form).await;
                let mut sorted = found.clone();
                sorted.sort_by_key(|number| (number.len(), number.clone()));
                assert_eq!(sorted, all, "{form}");
                // A variation selector is invisible.
                let same = forms.iter().filter(|other| other.trim_end_matches(['\u{e0100}', '\u{200b}']) == form.trim_end_matches(['\u{e0100}', '\u{200b}'])).count();
                if same == 1 && !form.contains(['々', '〻', 'ヶ', 'ケ', 'が']) && class != 17 {
                    assert_eq!(found[0], all[at], "{form}: what is typed exactly comes first");
                }
            }
        }
    }

    async fn every_variant_of_a_name_finds_all_its_people(t: &TestApp) {
        t.import(&[
            work("NAM-1", "灯塔", "滝沢月子"),
            work("NAM-2", "雪山", "泷泽月子"),
            work("NAM-3", "河岸", "佐々木塔白"),
            work("NAM-4", "海边", "万俟月"),
            work("NAM-5", "集市", "Søren Łuk"),
            work("NAM-6", "车站", "Weiß Đinh"),
            work("NAM-7", "山谷", "星ヶ丘の坂"),
        ]);
        for (keyword, names, works) in [
            ("泷泽", vec!["泷泽月子", "滝沢月子"], vec!["NAM-2", "NAM-1"]),
            ("滝沢", vec!["滝沢月子", "泷泽月子"], vec!["NAM-1", "NAM-2"]),
            ("瀧澤", vec!["滝沢月子", "泷泽月子"], vec!["NAM-2", "NAM-1"]),
            ("佐佐木", vec!["佐々木塔白"], vec!["NAM-3"]),
            ("zuozuomu", vec!["佐々木塔白"], vec!["NAM-3"]),
            ("moqi", vec!["万俟月"], vec!["NAM-4"]),
            ("soren luk", vec!["Søren Łuk"], vec!["NAM-5"]),
            ("weiss", vec!["Weiß Đinh"], vec!["NAM-6"]),
            ("dinh", vec!["Weiß Đinh"], vec!["NAM-6"]),
            ("星が丘", vec!["星ヶ丘の坂"], vec!["NAM-7"]),
            ("星ケ丘", vec!["星ヶ丘の坂"], vec!["NAM-7"]),
        ] {
            let [suggested, listed] = performers(t, keyword).await;
            let sorted = |names: &[String]| { let mut names = names.to_vec(); names.sort(); names };
            let expected: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(sorted(&listed), sorted(&expected), "{keyword}");
            assert_eq!(sorted(&suggested), sorted(&expected), "{keyword}");
            if keyword != "瀧澤" {
                assert_eq!(suggested, expected, "{keyword}: what is typed exactly comes first");
                assert_eq!(found(t, keyword).await, works, "{keyword}");
            }
        }
    }

    async fn kana_hyphens_and_numerals_are_found_in_each_spelling(t: &TestApp) {
        t.import(&[
            work("KAN-1", "ヴァイオリンの丘", "斎藤の道"),
            work("KAN-2", "ショップ街", "安-玛丽"),
            work("KAN-3", "灯塔2号", "ファン坂"),
        ]);
        for (keyword, work) in [
            ("バイオリン", "KAN-1"), ("ばいおりん", "KAN-1"), ("ヴァイオリン", "KAN-1"),
            ("斉藤", "KAN-1"), ("齊藤の道", "KAN-1"), ("斋藤", "KAN-1"), ("齋藤", "KAN-1"),
            ("シヨツプ", "KAN-2"), ("しょっぷ", "KAN-2"), ("安玛丽", "KAN-2"), ("安·玛丽", "KAN-2"), ("anmali", "KAN-2"),
            ("灯塔二号", "KAN-3"), ("灯塔2号", "KAN-3"), ("灯塔 2", "KAN-3"), ("フアン坂", "KAN-3"),
        ] {
            assert_eq!(found(t, keyword).await, [work], "{keyword}");
        }
    }

    async fn names_in_other_scripts_are_found_in_latin_letters(t: &TestApp) {
        t.import(&[work("LAT-1", "灯塔", "桜井さくら"), work("LAT-2", "雪山", "ゆうこ"), work("LAT-3", "河岸", "Ирина Волкова")]);
        let names = [("sakura", "LAT-1", "桜井さくら"), ("yuko", "LAT-2", "ゆうこ"), ("yuuko", "LAT-2", "ゆうこ"), ("irina volkova", "LAT-3", "Ирина Волкова"), ("volk", "LAT-3", "Ирина Волкова")];
        for (keyword, number, name) in names {
            assert_eq!(found(t, keyword).await, [number], "{keyword}");
            let [suggested, listed] = performers(t, keyword).await;
            assert_eq!((suggested, listed), (vec![name.to_owned()], vec![name.to_owned()]), "{keyword}");
        }
    }

    async fn pinyin_is_that_of_the_text_itself(t: &TestApp) {
        t.import(&[
            work("PIN-1", "彷徨的信", "塔白"),
            work("PIN-2", "呱呱坠地", "塔白"),
            work("PIN-3", "乾坤袋", "塔白"),
            work("PIN-4", "瞭望塔", "塔白"),
        ]);
        for (keyword, works) in [
            ("panghuang", vec!["PIN-1"]), ("fanghuang", vec![]), ("guagua", vec!["PIN-2"]), ("paipai", vec![]),
            ("乾", vec!["PIN-3"]), ("乾坤", vec!["PIN-3"]), ("qiankun", vec!["PIN-3"]), ("瞭", vec!["PIN-4"]),
        ] {
            assert_eq!(found(t, keyword).await, works, "{keyword}");
        }
    }

    async fn a_number_in_pasted_text_comes_first(t: &TestApp) {
        t.import(&[work("MZU-017", "灯塔", "塔白"), work("MZU-018", "雪山", "塔白"), work("AB-1", "中字之歌", "塔白")]);
        for keyword in ["MZUー017", "MZU-017-C.mp4", "MZU-017中字", "mzu017.MKV", "ＭＺＵ－０１７", "不知所云-MZU-017-UC.torrent"] {
            assert_eq!(found(t, keyword).await.first().map(String::as_str), Some("MZU-017"), "{keyword}");
        }
    }

    async fn lookalike_names_and_numbers_are_one(t: &TestApp) {
        t.import(&[
            work("ＵＮＩ－００１", "E\u{301}te\u{301} 之影", "E\u{301}telle"),
            work("UNI-002", "灯塔\u{200b}下", "\u{feff}Étel\u{ad}le"),
        ]);
        t.import(&[work("UNI-001", "Été 之影", "Étel\u{2060}le")]);
        assert_eq!(t.numbers("").await.len(), 2);
        let [suggested, listed] = performers(t, "etelle").await;
        assert_eq!((suggested, listed), (vec!["Ételle".to_owned()], vec!["Ételle".to_owned()]));
        for (keyword, works) in [("灯塔下", vec!["UNI-002"]), ("ete 之影", vec!["UNI-001"]), ("灯\u{200b}塔下", vec!["UNI-002"])] {
            assert_eq!(found(t, keyword).await, works, "{keyword}");
        }
    }

    async fn existing_lookalike_terms_are_merged(t: &TestApp) {
        t.import(&[work("OLD-1", "灯塔", "Ételle"), work("OLD-2", "雪山", "另一位"), work("OLD-3", "河岸", "塔白")]);
        t.app.mover.0.finish();
        crate::pay::write(t, |conn| {
            for (name, old) in [("另一位", "E\u{301}telle"), ("塔白", "塔\u{200b}白")] {
                let forget = (terms::initial.eq(None::<String>), terms::read_by.eq(0));
                let term = terms::table.filter(terms::name.eq(name));
                diesel::update(term).set((terms::name.eq(old), forget)).execute(conn)?;
            }
            Ok(())
        });
        t.app.mover.0.finish();
        t.app.indexer.catch_up_now();
        let counts = t.rows("/works/performer/list?modName=censored&pageNum=1&pageSize=32").await;
        let counts: Vec<_> = counts.iter().map(|row| (row["name"].as_str().unwrap(), row["count"].as_i64().unwrap())).collect();
        assert_eq!(counts, [("Ételle", 2), ("塔白", 1)]);
        assert_eq!(found(t, "ételle").await.len(), 2);
    }
}
