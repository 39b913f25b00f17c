//! What a keyword finds, and in which order.

use serde_json::{Value, json};

use crate::support::client::{Call, encoded};
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
        // Another order of the same works.
        assert_eq!(t.numbers("keyword=AB-12&sort=pubTime").await, ["ZZ-1", "AB-123", "AB-12"]);
        let number_and_title = format!("keyword={}", encoded("AB-123 短夜"));
        assert_eq!(t.numbers(&number_and_title).await, ["AB-123"]);
        assert_eq!(t.numbers(&format!("{number_and_title}&sort=collects")).await, ["AB-123"]);
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

    async fn spelling_variants_find_the_same(t: &TestApp) {
        t.import(&[
            film("SPI-001", "Spider-Man: Home", json!({ "pubTime": "2020-01-01" })),
            film("WAL-002", "Wall·E", json!({ "pubTime": "2020-01-02" })),
            film("HUS-003", "Hustle & Flow", json!({ "pubTime": "2020-01-03" })),
            film("OCE-004", "Ocean's Eleven", json!({ "pubTime": "2020-01-04" })),
            film("SUN-005", "Sunflower 田野", json!({ "pubTime": "2020-01-05" })),
            film("ZHA-006", "第11章 归途", json!({ "pubTime": "2020-01-06", "directors": [{ "name": "约翰·史密斯" }] })),
            film("ZHA-007", "第一章 出发", json!({ "pubTime": "2020-01-07" })),
            film("NIA-008", "2012年的夏天", json!({ "pubTime": "2019-05-03" })),
        ]);
        for (keyword, found) in [
            ("spiderman", vec!["SPI-001"]),
            ("spider man", vec!["SPI-001"]),
            ("walle", vec!["WAL-002"]),
            ("wall e", vec!["WAL-002"]),
            ("hustle and flow", vec!["HUS-003"]),
            ("Hustle&Flow", vec!["HUS-003"]),
            ("oceans eleven", vec!["OCE-004"]),
            ("ocean’s eleven", vec!["OCE-004"]),
            ("sun flower", vec!["SUN-005"]),
            ("第十一章", vec!["ZHA-006"]),
            ("第11章", vec!["ZHA-006"]),
            ("第1章", vec!["ZHA-007"]),
            ("11", vec!["ZHA-006"]),
            ("约翰史密斯", vec!["ZHA-006"]),
            ("二〇一二年", vec!["NIA-008"]),
            ("2012", vec!["NIA-008"]),
        ] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, found, "{keyword}");
        }
    }

    async fn titles_are_found_by_pinyin_categories_by_name_and_dates_by_year(t: &TestApp) {
        t.import(&[
            film("DEN-101", "雪山下的灯塔", json!({ "pubTime": "2019-05-03", "tags": [{ "name": "剧情" }] })),
            film("DEN-102", "秋天", json!({ "pubTime": "2019-06-01", "tags": [{ "name": "剧情" }] })),
            film("ABC-2019", "冬天的剧情", json!({ "pubTime": "2018-01-01" })),
        ]);
        for (keyword, found) in [
            ("dengta", vec!["DEN-101"]),
            ("xueshan", vec!["DEN-101"]),
            ("deng ta", vec!["DEN-101"]),
            ("xuesh", vec!["DEN-101"]),
            ("剧情", vec!["ABC-2019", "DEN-102", "DEN-101"]),
            ("剧情 灯塔", vec!["DEN-101"]),
            ("2019", vec!["ABC-2019", "DEN-102", "DEN-101"]),
            ("2019年5月", vec!["DEN-101"]),
            ("2019-06-01", vec!["DEN-102"]),
            ("二〇一九年", vec!["DEN-102", "DEN-101"]),
            ("二〇一九年五月", vec!["DEN-101"]),
            ("en-101", vec!["DEN-101"]),
        ] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, found, "{keyword}");
        }
    }

    async fn a_keyword_that_finds_nothing_is_corrected(t: &TestApp) {
        t.import(&[
            film("MZU-017", "Inception", json!({ "pubTime": "2020-01-01", "performers": [{ "name": "雾峰灯里" }] })),
            film("MZU-018", "灯塔上的滑雪教练", json!({ "pubTime": "2020-01-02", "performers": [{ "name": "Harry Potter" }] })),
            film("MZU-020", "Amber Coast Tides", json!({ "pubTime": "2020-01-03" })),
            film("MZU-021", "The Cost of Time and Tides", json!({ "pubTime": "2020-01-04" })),
        ]);
        for (keyword, corrected, found) in [
            ("inceptoin", "inception", "MZU-017"),
            ("Harry Poter", "harry potter", "MZU-018"),
            ("雾峰登里", "雾峰灯里", "MZU-017"),
            ("雾峰大里", "雾峰灯里", "MZU-017"),
            ("灯搭", "灯塔", "MZU-018"),
            ("滑雪教练灯塔", "滑雪教练 灯塔", "MZU-018"),
            ("MZU-O17", "MZU-017", "MZU-017"),
            ("MUZ-018", "MZU-018", "MZU-018"),
            ("Amber Cost Tides", "amber coast tides", "MZU-020"),
        ] {
            let list = t.get(&format!("/works/detail/list?keyword={}", encoded(keyword))).await.json();
            assert_eq!(list["corrected"], corrected, "{keyword}: {list}");
            assert_eq!(list["rows"][0]["number"], found, "{keyword}");
            // Filters do not affect the correction.
            let list = t.get(&format!("/works/detail/list?modId=3&keyword={}", encoded(keyword))).await.json();
            assert_eq!((&list["corrected"], &list["total"]), (&json!(corrected), &json!(0)), "{keyword}");
        }
        for keyword in ["MZU-019", "xyzzyx", "灯", "inception", "雪山灯塔教练的夏天在哪里", "😀"] {
            let list = t.get(&format!("/works/detail/list?keyword={}", encoded(keyword))).await.json();
            assert_eq!(list["corrected"], Value::Null, "{keyword}");
        }
        for of_another_channel in ["cost tides", "harry potter"] {
            let list = t.get(&format!("/works/detail/list?modId=3&keyword={}", encoded(of_another_channel))).await.json();
            assert_eq!((&list["corrected"], &list["total"]), (&Value::Null, &json!(0)), "{of_another_channel}");
        }
    }

    async fn exact_numerals_come_before_longer_ones(t: &TestApp) {
        t.import(&[
            film("GEN-001", "Collection Vol.58", json!({ "pubTime": "2020-01-09" })),
            film("GEN-002", "Collection Vol.5", json!({ "pubTime": "2020-01-01" })),
            film("GEN-003", "海上35天", json!({ "pubTime": "2020-01-08" })),
            film("GEN-004", "海上3天", json!({ "pubTime": "2020-01-02" })),
            film("GEN-005", "海上300天", json!({ "pubTime": "2020-01-03" })),
        ]);
        for (keyword, numbers) in [
            ("vol.5", vec!["GEN-002", "GEN-001"]),
            ("collection 5", vec!["GEN-002", "GEN-001"]),
            ("3天", vec!["GEN-004", "GEN-003", "GEN-005"]),
            ("海上3", vec!["GEN-004", "GEN-003", "GEN-005"]),
        ] {
            assert_eq!(t.numbers(&format!("keyword={}", encoded(keyword))).await, numbers, "{keyword}");
        }
    }

    async fn a_correction_by_sound_prefers_the_name_of_most_works(t: &TestApp) {
        t.import(&[
            film("GEN-001", "屋原", json!({})),
            film("GEN-002", "雾原的夏天", json!({})),
            film("GEN-003", "雾原的冬天", json!({})),
            film("GEN-004", "海边", json!({ "performers": [{ "name": "务原" }] })),
            film("GEN-005", "勿元", json!({})),
            film("GEN-006", "武远武远", json!({})),
        ]);
        let list = t.get(&format!("/works/detail/list?keyword={}", encoded("物原"))).await.json();
        assert_eq!((&list["corrected"], &list["total"]), (&json!("雾原"), &json!(2)), "{list}");
    }

    async fn facets_of_a_corrected_search_count_its_results(t: &TestApp) {
        let magnet = json!([{ "name": "m", "infoHash": "a".repeat(40), "length": 1, "createTime": "2026-01-01" }]);
        t.import(&[
            film("MZU-017", "Inception", json!({ "pubTime": "2020-01-01", "magnets": magnet })),
            film("MZU-018", "Inception of Tides", json!({ "pubTime": "2021-01-01", "channel": "western" })),
            film("MZU-019", "灯塔", json!({ "pubTime": "2021-01-01" })),
        ]);
        for (search, total) in [
            ("inceptoin", 2),
            ("inceptoin&modId=3", 1),
            ("inceptoin&isDht=1", 1),
            ("inceptoin&from=2021&to=2021", 1),
            ("inceptoin&modId=3&isDht=1", 0),
            ("inception&modId=3&isDht=1", 0),
            ("xyzzyx", 0),
            ("xyzzyx&modId=3", 0),
        ] {
            // In any order: each may be the first to compute the correction.
            let facets = t.get(&format!("/works/detail/facets?keyword={search}")).await.json();
            let list = t.get(&format!("/works/detail/list?keyword={search}")).await.json();
            let random = t.get(&format!("/works/random?keyword={search}")).await;
            let feed = t.send_plain(Call::get(&format!("/feeds/works.atom?keyword={search}")).unsigned()).await.text();
            assert_eq!((&list["total"], &facets["data"]["total"]), (&json!(total), &json!(total)), "{search}: {facets}");
            assert_eq!(random.status, if total > 0 { 200 } else { 404 }, "{search}");
            assert_eq!(feed.matches("<entry>").count(), total, "{search}: {feed}");
            assert_eq!(feed.contains("“inception”"), search.starts_with("incept"), "{search}: {feed}");
        }
        let facets = t.get("/works/detail/facets?keyword=inceptoin&modId=3").await.json();
        let channels = json!([{ "modId": 1, "count": 1 }, { "modId": 3, "count": 1 }]);
        let counted = facets["data"]["channels"].as_array().unwrap();
        let counted: Vec<&Value> = counted.iter().filter(|channel| channel["count"] != 0).collect();
        assert_eq!(json!(counted), channels);
        // The correction is computed again once the index has changed.
        t.import(&[film("MZU-020", "Inceptoin", json!({ "pubTime": "2022-01-01" }))]);
        for (search, total) in [("inceptoin", 1), ("inceptoin&modId=3", 0)] {
            let facets = t.get(&format!("/works/detail/facets?keyword={search}")).await.json();
            assert_eq!(facets["data"]["total"], total, "{search}");
        }
    }

    async fn words_of_deleted_works_are_corrected_like_any_other(t: &TestApp) {
        let hidden = |hidden: bool| [
            film("GEN-017", "Lighthause", json!({ "hidden": hidden })),
            film("GEN-018", "雾峰登里", json!({ "hidden": hidden })),
            film("GEN-01O", "Other", json!({ "hidden": hidden })),
        ];
        let mut works = hidden(false).to_vec();
        works.extend([film("GEN-019", "Lighthouse", json!({})), film("GEN-010", "雾峰灯里", json!({}))]);
        t.import(&works);
        t.import(&hidden(true));
        for (keyword, corrected) in [("Lighthause", "lighthouse"), ("雾峰登里", "雾峰灯里"), ("GEN-01O", "GEN-010")] {
            let list = t.get(&format!("/works/detail/list?keyword={}", encoded(keyword))).await.json();
            assert_eq!((&list["corrected"], &list["total"]), (&json!(corrected), &json!(1)), "{keyword}: {list}");
        }
    }

    async fn a_search_gives_the_reason_of_each_match(t: &TestApp) {
        t.import(&catalogue());
        let why = async |keyword: &str| {
            let list = t.get(&format!("/works/detail/list?keyword={}", encoded(keyword))).await.json();
            list["rows"][0]["match"].clone()
        };
        assert_eq!(why("電影").await, json!({ "number": false, "date": false, "title": [{ "from": 0, "to": 2 }] }));
        assert_eq!(why("abc-123").await, json!({ "number": true, "date": false, "title": [] }));
        let alias = why("luna").await;
        assert_eq!((&alias["term"]["kind"], &alias["term"]["name"]), (&json!("performer"), &json!("Luna Lin")));
        assert_eq!(alias["term"]["parts"], json!([{ "from": 0, "to": 4 }]));
        let pinyin = why("lxy").await;
        assert_eq!((&pinyin["term"]["name"], &pinyin["term"]["parts"]), (&json!("林晓月"), &json!([])));
        for (pinyin, from) in [("siji", 4), ("si ji", 4), ("sij", 4), ("dianying", 0)] {
            assert_eq!(why(pinyin).await["title"], json!([{ "from": from, "to": from + 2 }]), "{pinyin}");
        }
        for date in ["2026", "2026年1月", "2026-01-05"] {
            assert_eq!(why(date).await, json!({ "number": false, "date": true, "title": [] }), "{date}");
        }
        assert!(t.rows("/works/detail/list").await[0].get("match").is_none());
    }

    async fn a_number_is_a_reason_only_in_searched_fields(t: &TestApp) {
        t.import(&[film("ABC-3124", "12 个月", json!({ "performers": [{ "name": "林晓月" }] }))]);
        let why = async |keyword: &str| {
            let rows = t.rows(&format!("/works/detail/list?keyword={}", encoded(keyword))).await;
            let found = &rows[0]["match"];
            (found["number"].clone(), found["title"].clone(), found["term"]["name"].clone())
        };
        let title = json!([{ "from": 0, "to": 2 }]);
        assert_eq!(why("12").await, (json!(false), title.clone(), Value::Null));
        assert_eq!(why("3124").await, (json!(true), json!([]), Value::Null));
        assert_eq!(why("abc-3124 12").await, (json!(true), title, Value::Null));
        assert_eq!(why("abc-3124 林晓月").await, (json!(true), json!([]), json!("林晓月")));
    }

    async fn search_text_is_literal_and_never_a_server_error(t: &TestApp) {
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
