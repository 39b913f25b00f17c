//! What a keyword finds, and in which order.

use serde_json::{Value, json};

use crate::support::{TestApp, film};

fn catalogue() -> Vec<Value> {
    vec![
        film(
            "ABC-00123",
            "山谷里的四季",
            json!({ "pubTime": "2026-01-01" }),
        ),
        film("ABC-124", "电影之夜", json!({ "pubTime": "2026-01-02" })),
        film(
            "XY-7",
            "海边的カメラ",
            json!({ "pubTime": "2026-01-03", "performers": [
            { "name": "林晓月", "nameCn": "林晓月", "aliases": ["Luna Lin"] }] }),
        ),
        film(
            "XY-8",
            "Café 日记 Mockingbird",
            json!({ "pubTime": "2026-01-04", "directors": [{ "name": "山谷" }] }),
        ),
        film("QQ-123", "一百二十三", json!({ "pubTime": "2026-01-05" })),
    ]
}

both! {
    async fn pieces_of_titles_are_found_in_any_script(t: &TestApp) {
        t.import(&catalogue());
        for (keyword, found) in [
            ("山", vec!["ABC-00123", "XY-8"]),
            ("山谷", vec!["ABC-00123", "XY-8"]),
            ("谷里的", vec!["ABC-00123"]),
            ("里的四季", vec!["ABC-00123"]),
            ("四山", vec![]),
            ("電影", vec!["ABC-124"]),
            ("かめら", vec!["XY-7"]),
            ("ｶﾒﾗ", vec!["XY-7"]),
            ("cafe", vec!["XY-8"]),
            ("mock", vec!["XY-8"]),
            ("bird", vec![]),
            ("日记 mock", vec!["XY-8"]),
            ("日记 四季", vec![]),
        ] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, found, "{keyword}");
        }
    }

    async fn numbers_are_found_however_they_are_written(t: &TestApp) {
        t.import(&catalogue());
        for keyword in ["ABC-123", "abc123", "abc 123", "ＡＢＣ－１２３", "ABC-00123", "abc0123"] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, ["ABC-00123"], "{keyword}");
        }
        assert_eq!(t.numbers("keyword=abc12").await, ["ABC-124", "ABC-00123"]);
        assert_eq!(t.numbers("keyword=ABC").await, ["ABC-124", "ABC-00123"]);
        assert_eq!(t.numbers("keyword=123").await, ["QQ-123", "ABC-00123"]);
    }

    async fn people_are_found_by_name_alias_and_pinyin(t: &TestApp) {
        t.import(&catalogue());
        for keyword in ["林晓月", "林曉月", "晓月", "linxiaoyue", "lin xiao yue", "linxiao", "lxy", "luna", "Luna Lin"] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, ["XY-7"], "{keyword}");
        }
    }

    async fn the_best_match_comes_first(t: &TestApp) {
        t.import(&[
            film("ZZ-1", "长夜 AB-12", json!({ "pubTime": "2026-03-03" })),
            film("AB-123", "短夜", json!({ "pubTime": "2026-02-02" })),
            film("AB-12", "白夜", json!({ "pubTime": "2026-01-01" })),
            film("ZZ-2", "其他", json!({ "pubTime": "2026-04-04", "makers": [{ "name": "白夜" }] })),
        ]);
        assert_eq!(t.numbers("keyword=AB-12").await, ["AB-12", "AB-123", "ZZ-1"]);
        assert_eq!(t.numbers(&format!("keyword={}", encoded("白夜"))).await, ["AB-12", "ZZ-2"]);
        // Another order is another order, of the same works.
        assert_eq!(t.numbers("keyword=AB-12&sort=pubTime").await, ["ZZ-1", "AB-123", "AB-12"]);
        let second = t.rows("/works/detail/list?keyword=AB-12&pageNum=2&pageSize=1").await;
        assert_eq!(second[0]["number"], "AB-123");
    }

    async fn the_work_of_an_exact_number_is_found_without_magnet_links_too(t: &TestApp) {
        let magnet = json!([{ "name": "m", "infoHash": "a".repeat(40), "length": 1, "createTime": "2026-01-01" }]);
        t.import(&[
            film("TGM-008", "甲", json!({ "pubTime": "2026-01-01" })),
            film("TGM-0081", "乙", json!({ "pubTime": "2026-02-02", "magnets": magnet })),
            film("TGM-0082", "丙", json!({ "pubTime": "2026-03-03" })),
            film("TGM-009", "丁", json!({ "channel": "western", "pubTime": "2026-03-03" })),
        ]);
        for keyword in ["TGM-008", "tgm8"] {
            assert_eq!(t.numbers(&format!("keyword={keyword}&isDht=1")).await, ["TGM-008", "TGM-0081"], "{keyword}");
            assert_eq!(t.numbers(&format!("keyword={keyword}&isDht=1&sort=pubTime")).await, ["TGM-0081", "TGM-008"]);
            assert_eq!(t.numbers(&format!("keyword={keyword}")).await, ["TGM-008", "TGM-0082", "TGM-0081"]);
        }
        assert_eq!(t.numbers("keyword=TGM-00&isDht=1").await, ["TGM-0081"]);
        assert!(t.numbers("keyword=TGM-009&isDht=1&modName=censored").await.is_empty());
        let list = t.get("/works/detail/list?keyword=TGM-008&isDht=1&pageSize=1").await.json();
        assert_eq!(list["total"], 2);
    }

    async fn whatever_is_typed_is_literal_and_never_fails(t: &TestApp) {
        t.import(&catalogue());
        for keyword in [
            "%", "_", "\\", "'", "\"", "*", "title:山", "山 OR 海", "(", "😀", "\u{202e}山", "e\u{301}", "AND", "a*", "-山",
        ] {
            let answer = t.get(&format!("/works/detail/list?keyword={}", encoded(keyword))).await;
            assert_eq!(answer.status, 200, "{keyword}: {}", answer.text());
        }
        assert!(t.numbers(&format!("keyword={}", encoded("😀"))).await.is_empty());
        let most = t.get(&format!("/works/detail/list?keyword={}", encoded(&"😀".repeat(32)))).await;
        assert_eq!(most.status, 200);
    }
}

/// Percent-encoded, as a browser does.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
