//! Keywords of several words: what each contributes, and what is found when no work has all of them.

use serde_json::{Value, json};

use crate::support::client::{Call, encoded};
use crate::support::{TestApp, film};

async fn list(t: &TestApp, keyword: &str, filters: &str) -> Value {
    let query = format!("/works/detail/list?keyword={}{filters}", encoded(keyword));
    t.get(&query).await.json()
}

fn numbers(list: &Value) -> Vec<&str> {
    let rows = list["rows"].as_array().unwrap().iter();
    rows.map(|row| row["number"].as_str().unwrap()).collect()
}

fn with_magnet(mut film: Value) -> Value {
    film["magnets"] = json!([{ "name": "m", "infoHash": "a".repeat(40), "length": 1, "createTime": "2026-01-01" }]);
    film
}

fn tagged(number: &str, channel: &str, title: &str, day: &str) -> Value {
    film(
        number,
        title,
        json!({ "channel": channel, "pubTime": day, "tags": [{ "name": "剧情" }] }),
    )
}

both! {
    async fn the_name_of_a_channel_filters_by_it(t: &TestApp) {
        t.import(&[
            tagged("GEN-001", "censored", "山谷", "2026-01-01"),
            tagged("GEN-002", "uncensored", "没有木头的冬天", "2026-01-02"),
            tagged("GEN-003", "western", "剧情有木", "2026-01-03"),
            film("GEN-004", "海风", json!({ "channel": "western", "pubTime": "2026-01-04" })),
            film("GEN-005", "一部欧美片的诞生", json!({ "pubTime": "2026-01-05" })),
        ]);
        for (keyword, found) in [
            ("有码 剧情", vec!["GEN-001"]),
            ("剧情 有碼", vec!["GEN-001"]),
            ("无码 剧情", vec!["GEN-002"]),
            ("無碼 剧情", vec!["GEN-002"]),
            ("欧美　剧情", vec!["GEN-003"]),
            ("歐美電影 剧情", vec!["GEN-003"]),
            ("欧美", vec!["GEN-005", "GEN-004", "GEN-003"]),
            ("欧美片", vec!["GEN-005", "GEN-004", "GEN-003"]),
            ("2026-01-03 欧美", vec!["GEN-003"]),
        ] {
            let list = list(t, keyword, "").await;
            assert_eq!((numbers(&list), &list["corrected"]), (found, &Value::Null), "{keyword}");
        }
        let together = list(t, "有码剧情", "").await;
        assert_eq!((numbers(&together), &together["corrected"]), (vec!["GEN-001"], &json!("有码 剧情")));
        let other_order = list(t, "欧美 剧情", "&sort=views").await;
        assert_eq!((numbers(&other_order), &other_order["total"]), (vec!["GEN-003"], &json!(1)));
        let facets = t.get(&format!("/works/detail/facets?keyword={}", encoded("欧美 剧情"))).await.json();
        assert_eq!(facets["data"]["total"], 1);
    }

    async fn a_site_word_or_a_name_is_not_corrected(t: &TestApp) {
        t.import(&[
            film("GEN-001", "研员的女友", json!({ "performers": [{ "name": "林晓月" }] })),
            film("GEN-002", "Lune and Tides", json!({})),
            film("GEN-003", "海风", json!({ "performers": [{ "name": "Luna Lin" }] })),
        ]);
        for (keyword, corrected, left_out) in [
            ("演员 林晓月", "林晓月", "演员"),
            ("luna tides", "tides", "luna"),
        ] {
            let list = list(t, keyword, "").await;
            assert_eq!((&list["corrected"], &list["leftOut"]), (&json!(corrected), &json!(left_out)), "{keyword}");
        }
    }

    async fn a_date_among_other_words_is_recognized(t: &TestApp) {
        t.import(&[
            film("GEN-001", "悬疑之夜", json!({ "pubTime": "2019-05-03" })),
            film("GEN-002", "海风", json!({ "pubTime": "2019-06-01", "tags": [{ "name": "悬疑" }] })),
            film("GEN-003", "悬疑之夜", json!({ "pubTime": "2020-05-03" })),
            film("GEN-004", "悬疑2019", json!({ "pubTime": "2018-05-03" })),
        ]);
        for (keyword, found) in [
            ("2019 悬疑", vec!["GEN-004", "GEN-002", "GEN-001"]),
            ("悬疑 2019年", vec!["GEN-002", "GEN-001"]),
            ("悬疑 2019年5月", vec!["GEN-001"]),
            ("二〇一九年 悬疑", vec!["GEN-002", "GEN-001"]),
            ("2019-06 悬疑", vec!["GEN-002"]),
        ] {
            let list = list(t, keyword, "").await;
            assert_eq!((numbers(&list), &list["corrected"]), (found, &Value::Null), "{keyword}");
        }
        let why = list(t, "2019年5月 悬疑", "").await;
        let expected = json!({ "number": false, "date": true, "title": [{ "from": 0, "to": 2 }] });
        assert_eq!(why["rows"][0]["match"], expected);
    }

    async fn short_words_are_not_pinyin_prefixes(t: &TestApp) {
        let starring = |number: &str, one: &str, other: &str| with_magnet(film(number, "海风", json!({
            "performers": [{ "name": one }, { "name": other }] })));
        t.import(&[
            starring("MON-001", "徐晓", "孟雪"),
            starring("MON-002", "何月", "马南"),
            film("GEN-001", "X-Men", json!({ "pubTime": "2020-01-01" })),
            film("GEN-002", "X战警 The Men", json!({ "pubTime": "2020-01-02" })),
            with_magnet(film("GEN-003", "冬天", json!({ "performers": [{ "name": "Luna Menn" }, { "name": "周明" }] }))),
        ]);
        let all = list(t, "x men", "").await;
        assert_eq!(numbers(&all), ["GEN-002", "GEN-001"]);
        for (keyword, found) in [
            ("x men", vec![]),
            ("x-men", vec![]),
            ("he ma", vec![]),
            ("menn l", vec!["GEN-003"]),
            ("zm menn", vec!["GEN-003"]),
            ("menn zhoum", vec!["GEN-003"]),
            ("xu", vec!["MON-001"]),
        ] {
            let list = list(t, keyword, "&isDht=1").await;
            assert_eq!((numbers(&list), &list["corrected"]), (found, &Value::Null), "{keyword}");
        }
        let beside_characters = list(t, "x 海风", "").await;
        assert_eq!((&beside_characters["corrected"], &beside_characters["leftOut"]), (&json!("海风"), &json!("x")));
    }

    async fn when_no_work_has_all_words_one_is_dropped(t: &TestApp) {
        t.import(&[
            film("GEN-001", "The Godfather", json!({ "pubTime": "1972-01-01" })),
            film("GEN-002", "Ocean's Twelve", json!({ "pubTime": "2004-01-01" })),
            film("GEN-003", "雪山灯塔", json!({ "pubTime": "2019-01-01", "tags": [{ "name": "悬疑" }] })),
            film("GEN-004", "教父", json!({ "pubTime": "2020-01-01" })),
            film("GEN-005", "海风", json!({ "pubTime": "2021-01-01", "performers": [{ "name": "林晓月" }] })),
        ]);
        for (keyword, corrected, left_out, found) in [
            ("Godfather 2", "Godfather", "2", vec!["GEN-001"]),
            ("godfather II", "godfather", "II", vec!["GEN-001"]),
            ("the godfather 1990", "the godfather", "1990", vec!["GEN-001"]),
            ("ocean 11", "ocean", "11", vec!["GEN-002"]),
            ("2017 悬疑", "悬疑", "2017", vec!["GEN-003"]),
            ("无码 悬疑", "悬疑", "无码", vec!["GEN-003"]),
            ("林晓月 雪山", "林晓月", "雪山", vec!["GEN-005"]),
            ("雪山 qxzvwj 灯塔", "雪山 灯塔", "qxzvwj", vec!["GEN-003"]),
            ("龘靐齉 雪山 qxzvwj", "雪山", "龘靐齉 qxzvwj", vec!["GEN-003"]),
            ("教父2", "教父", "2", vec!["GEN-004"]),
        ] {
            let list = list(t, keyword, "").await;
            let notes = (&list["corrected"], &list["leftOut"]);
            assert_eq!((notes, numbers(&list)), ((&json!(corrected), &json!(left_out)), found), "{keyword}");
        }
        for nothing in ["GEN-006", "gen 006", "GEN-005 雪山", "GEN-999 教父", "qxzvwj 2", "qxzvwj 无码", "qxzvwj 2019", "龘靐齉 qxzvwj", "灯 qxzvwj", "qxzvwj"] {
            let list = list(t, nothing, "").await;
            assert_eq!((&list["total"], &list["corrected"], &list["leftOut"]), (&json!(0), &Value::Null, &Value::Null), "{nothing}");
        }
    }

    async fn facets_of_a_search_for_fewer_words_count_its_results(t: &TestApp) {
        t.import(&[
            with_magnet(film("GEN-001", "The Godfather", json!({ "pubTime": "1972-01-01" }))),
            film("GEN-002", "Godfather of Tides", json!({ "pubTime": "2004-01-01" })),
        ]);
        for (filters, total) in [("", 2), ("&isDht=1", 1), ("&modId=3", 0)] {
            let search = format!("{}{filters}", encoded("godfather 5"));
            let list = list(t, "godfather 5", filters).await;
            let facets = t.get(&format!("/works/detail/facets?keyword={search}")).await.json();
            let feed = t.send_plain(Call::get(&format!("/feeds/works.atom?keyword={search}")).unsigned()).await.text();
            assert_eq!((&list["total"], &facets["data"]["total"]), (&json!(total), &json!(total)), "{filters}");
            assert_eq!(feed.matches("<entry>").count(), total, "{filters}");
        }
        let suggested = t.get(&format!("/search/suggest?keyword={}", encoded("godfather 5"))).await.json();
        assert_eq!(suggested["data"]["corrected"], "godfather");
        // A match of all words in another channel needs no word dropped.
        let elsewhere = list(t, "godfather tides", "&modId=3").await;
        assert_eq!((&elsewhere["total"], &elsewhere["corrected"]), (&json!(0), &Value::Null));
    }

    async fn numbers_of_sequels_are_roman_arabic_or_words(t: &TestApp) {
        t.import(&[
            film("GEN-001", "The Godfather: Part II", json!({ "pubTime": "1974-01-01" })),
            film("GEN-002", "The Godfather: Part III", json!({ "pubTime": "1990-01-01" })),
            film("GEN-003", "Star Wars Ep. IV: A New Hope", json!({ "pubTime": "1977-01-01" })),
            film("GEN-004", "Ocean's Eleven", json!({ "pubTime": "2001-01-01" })),
            film("GEN-005", "Rocky 4", json!({ "pubTime": "1985-01-01" })),
            film("GEN-006", "教父Ⅱ", json!({ "pubTime": "1985-01-01" })),
        ]);
        for (keyword, corrected, found) in [
            ("godfather 2", "godfather II", "GEN-001"),
            ("Godfather part 3", "godfather part III", "GEN-002"),
            ("star wars 4", "star wars IV", "GEN-003"),
            ("ocean 11", "ocean eleven", "GEN-004"),
            ("oceans XI", "oceans eleven", "GEN-004"),
            ("rocky iv", "rocky 4", "GEN-005"),
            ("教父2", "教父 II", "GEN-006"),
        ] {
            let list = list(t, keyword, "").await;
            assert_eq!((&list["corrected"], &list["leftOut"]), (&json!(corrected), &Value::Null), "{keyword}");
            assert_eq!(numbers(&list)[0], found, "{keyword}");
        }
        let exact = list(t, "godfather ii", "").await;
        assert_eq!((numbers(&exact), &exact["corrected"]), (vec!["GEN-001", "GEN-002"], &Value::Null));
    }

    async fn long_vowels_of_names_match_in_any_spelling(t: &TestApp) {
        t.import(&[
            film("GEN-001", "甲", json!({ "performers": [{ "name": "大野翔太郎", "aliases": ["Ōno Shōtarō"] }] })),
            film("GEN-002", "乙", json!({ "performers": [{ "name": "Yuuko Ootori" }] })),
            film("GEN-003", "丙", json!({ "performers": [{ "name": "ジャン＝ポール・ベル" }] })),
            film("GEN-004", "丁", json!({ "makers": [{ "name": "いすゞ屋" }] })),
        ]);
        for (keyword, found) in [
            ("Ono Shotaro", "GEN-001"),
            ("oono shoutarou", "GEN-001"),
            ("Ohno Shohtaroh", "GEN-001"),
            ("shoutarou", "GEN-001"),
            ("yuko otori", "GEN-002"),
            ("Yūko Ōtori", "GEN-002"),
            ("yuko ohtori", "GEN-002"),
            ("ジャンポール", "GEN-003"),
            ("ジャン・ポール", "GEN-003"),
            ("ｼﾞｬﾝ=ﾎﾟｰﾙ", "GEN-003"),
            ("いすず屋", "GEN-004"),
            ("イスズ屋", "GEN-004"),
        ] {
            assert_eq!(numbers(&list(t, keyword, "").await), [found], "{keyword}");
        }
    }

    async fn a_name_found_by_pinyin_among_other_words_is_named(t: &TestApp) {
        t.import(&[film("GEN-001", "雪山灯塔", json!({ "performers": [{ "name": "林晓月" }] }))]);
        for keyword in ["灯塔 lxy", "linxiao 雪山"] {
            let list = list(t, keyword, "").await;
            assert_eq!(list["rows"][0]["match"]["term"]["name"], "林晓月", "{keyword}");
        }
    }
}
