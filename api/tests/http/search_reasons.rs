//! Why a search found a work: the highlights of its title, or the name of a term.

use serde_json::{Value, json};

use crate::support::client::encoded;
use crate::support::{TestApp, film};

/// The characters of `text` in each part.
fn cut(text: &Value, parts: &Value) -> Vec<String> {
    let chars: Vec<char> = text.as_str().unwrap_or_default().chars().collect();
    let at = |part: &Value, side: &str| usize::try_from(part[side].as_u64().unwrap()).unwrap();
    let parts = parts.as_array().into_iter().flatten();
    let cut = parts.map(|part| &chars[at(part, "from")..at(part, "to")]);
    cut.map(|part| part.iter().collect()).collect()
}

/// The number of the only work, the highlights of its title, and of the name of its term.
async fn why(t: &TestApp, keyword: &str) -> (String, Vec<String>, Vec<String>) {
    let path = format!("/works/detail/list?keyword={}", encoded(keyword));
    let rows = t.rows(&path).await;
    assert_eq!(rows.len(), 1, "{keyword}: {rows:?}");
    let (found, number) = (&rows[0]["match"], rows[0]["number"].as_str().unwrap());
    let term = &found["term"];
    (
        number.to_owned(),
        cut(&rows[0]["title"], &found["title"]),
        cut(&term["name"], &term["parts"]),
    )
}

both! {
    async fn every_spelling_gives_a_work_its_reason(t: &TestApp) {
        t.import(&[
            film("SPI-001", "Spider-Man: Home", json!({})),
            film("WAL-002", "WALL·E", json!({})),
            film("HUS-003", "Hustle & Flow", json!({})),
            film("OCE-004", "Ocean's Eleven", json!({})),
            film("SUN-005", "Sunflower 田野", json!({ "performers": [{ "name": "Luna Lin" }] })),
            film("ZHA-006", "归途：第11章", json!({ "directors": [{ "name": "约翰·史密斯" }] })),
            film("NIA-008", "那是2012年的夏天", json!({ "pubTime": "2019-05-03" })),
            film("HUA-009", "海邊計畫ｶﾞ", json!({})),
            film("WUF-010", "归来", json!({ "performers": [{ "name": "霧峰 あかり", "nameCn": "雾峰灯里" }] })),
        ]);
        for (keyword, number, title) in [
            ("spiderman", "SPI-001", "Spider-Man"),
            ("spider man", "SPI-001", "Spider-Man"),
            ("home spiderman", "SPI-001", "Spider-Man|Home"),
            ("walle", "WAL-002", "WALL·E"),
            ("wall e", "WAL-002", "WALL·E"),
            ("hustle and flow", "HUS-003", "Hustle & Flow"),
            ("Hustle&Flow", "HUS-003", "Hustle & Flow"),
            ("flow and", "HUS-003", "&|Flow"),
            ("oceans eleven", "OCE-004", "Ocean's Eleven"),
            ("ocean’s", "OCE-004", "Ocean's"),
            ("sun flower", "SUN-005", "Sunflower"),
            ("第11章", "ZHA-006", "第11章"),
            ("第十一章", "ZHA-006", "第11章"),
            ("11", "ZHA-006", "11"),
            ("2012年", "NIA-008", "2012年"),
            ("二〇一二年的", "NIA-008", "2012年的"),
            ("2012", "NIA-008", "2012"),
            ("计划", "HUA-009", "計畫"),
            ("計畫ガ", "HUA-009", "計畫ｶﾞ"),
        ] {
            let found = why(t, keyword).await;
            let title: Vec<String> = title.split('|').map(str::to_owned).collect();
            assert_eq!(found, (number.to_owned(), title, Vec::new()), "{keyword}");
        }
        for (keyword, number, name) in [
            ("约翰·史密斯", "ZHA-006", "约翰·史密斯"),
            ("约翰史密斯", "ZHA-006", "约翰·史密斯"),
            ("翰史", "ZHA-006", "翰·史"),
            ("lunalin", "SUN-005", "Luna Lin"),
            ("霧峰", "WUF-010", "雾峰"),
            ("あかり", "WUF-010", "あかり"),
        ] {
            let found = why(t, keyword).await;
            assert_eq!(found, (number.to_owned(), Vec::new(), vec![name.to_owned()]), "{keyword}");
        }
    }

    async fn a_term_is_named_when_the_title_does_not_match_fully(t: &TestApp) {
        t.import(&[
            film("MOU-001", "山谷与雪山", json!({ "performers": [{ "name": "林晓月" }] })),
            film("SEA-002", "小城四季海风", json!({ "series": [{ "name": "四季" }] })),
        ]);
        for (keyword, title, name) in [
            ("山 林晓月", vec!["山", "山"], vec!["林晓月"]),
            ("雪山 山谷", vec!["山谷", "雪山"], vec![]),
            ("小城 四季", vec!["小城四季"], vec![]),
            ("海风 四季", vec!["四季海风"], vec![]),
        ] {
            let (_, marked, named) = why(t, keyword).await;
            assert_eq!((marked, named), (title.iter().map(ToString::to_string).collect(), name.iter().map(ToString::to_string).collect()), "{keyword}");
        }
    }

    async fn a_year_in_chinese_numerals_is_a_reason(t: &TestApp) {
        t.import(&[film("DEN-101", "雪山下的灯塔", json!({ "pubTime": "2012-12-03" }))]);
        for keyword in ["二〇一二年", "二零一二", "二〇一二年十二月", "二〇一二年十二月三日", "2012年十二月"] {
            let rows = t.rows(&format!("/works/detail/list?keyword={}", encoded(keyword))).await;
            assert_eq!(rows[0]["match"]["date"], true, "{keyword}");
        }
        for other in ["二〇一一年", "二〇一二年一月", "二千年"] {
            assert!(t.numbers(&format!("keyword={}", encoded(other))).await.is_empty(), "{other}");
        }
    }
}
