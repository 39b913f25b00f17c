//! The import into the database and the lists: identity, updates, terms, magnets, resuming.

use serde_json::{Value, json};

use crate::support::{TestApp, film};

async fn only(t: &TestApp) -> Value {
    let rows = t.rows("/works/detail/list?pageSize=100").await;
    assert_eq!(rows.len(), 1);
    rows[0].clone()
}

fn magnet(hash: char, name: &str) -> Value {
    json!({ "name": name, "infoHash": hash.to_string().repeat(40), "length": 1000, "createTime": "2026-09-01" })
}

both! {
    async fn the_same_line_again_changes_nothing(t: &TestApp) {
        let work = film("ABC-1", "雪线", json!({ "tags": [{ "name": "剧情", "group": "题材" }], "magnets": [magnet('a', "一")] }));
        let first = t.import(std::slice::from_ref(&work));
        assert_eq!((first.new, first.updated, first.unchanged), (1, 0, 0));
        let before = only(t).await;
        let generation = t.app.index.generation();
        let again = t.import(std::slice::from_ref(&work));
        assert_eq!((again.new, again.updated, again.unchanged), (0, 0, 1));
        assert_eq!(only(t).await, before);
        assert_eq!(t.app.index.generation(), generation);
    }

    async fn a_release_date_may_be_a_year_or_a_month(t: &TestApp) {
        for (line, shown, precision) in [
            ("2014", "2014-01-01 00:00:00", json!("year")),
            ("2014-00-00", "2014-01-01 00:00:00", json!("year")),
            ("2014-08", "2014-08-01 00:00:00", json!("month")),
            ("2014-08-01", "2014-08-01 00:00:00", json!(null)),
        ] {
            let work = film("ABC-1", "雪线", json!({ "pubTime": line }));
            t.import(std::slice::from_ref(&work));
            assert_eq!(t.import(&[work]).unchanged, 1, "{line}");
            let row = only(t).await;
            assert_eq!((&row["pubTime"], &row["pubPrecision"]), (&json!(shown), &precision), "{line}");
            let id = row["id"].as_str().unwrap();
            let detail = t.get(&format!("/works/detail/{id}")).await.json();
            assert_eq!(detail["data"]["pubPrecision"], precision, "{line}");
        }
        // A newly known day is a change, and an omitted one stays as it was.
        t.import(&[film("ABC-1", "雪线", json!({ "pubTime": "2014" }))]);
        assert_eq!(t.numbers("from=2014&to=2014").await, ["ABC-1"]);
    }

    async fn omitted_fields_stay_and_null_clears_them(t: &TestApp) {
        let fields = ["duration", "average", "evaluates", "isOnline", "picBig", "picSmall", "imageBig", "imageSmall", "mp4", "tags", "performers", "makers", "labels", "directors", "series", "items", "magnets", "hidden"];
        t.import(&[film("ABC-1", "雪线", json!({
            "duration": 90, "average": 4.5, "evaluates": 7, "isOnline": 1, "picBig": "a.jpg", "picSmall": "b.jpg",
            "imageBig": ["c.jpg"], "imageSmall": ["d.jpg"], "mp4": "e.mp4", "magnets": [magnet('a', "一")],
            "tags": [{ "name": "剧情", "group": "题材" }], "performers": [{ "name": "林晓月", "nameCn": "小月", "aliases": ["Wavelet"] }],
            "makers": [{ "name": "甲" }], "labels": [{ "name": "乙" }], "directors": [{ "name": "丙" }], "series": [{ "name": "丁" }], "items": [{ "name": "戊" }],
        }))]);
        let detail = async || {
            let id = only(t).await["id"].as_str().unwrap().to_owned();
            t.get(&format!("/works/detail/{id}")).await.json()
        };
        let before = detail().await;
        // A scraper that sends new ratings only.
        let summary = t.import(&[film("ABC-1", "雪线", json!({ "average": 3.5 }))]);
        assert_eq!((summary.new, summary.updated), (0, 1));
        let mut after = detail().await;
        assert_eq!(after["data"]["average"], 3.5);
        after["data"]["average"] = before["data"]["average"].clone();
        assert_eq!(after, before);
        assert_eq!(t.numbers("keyword=wavelet").await, ["ABC-1"]);
        assert_eq!(t.rows("/dht/list?keyword=ABC-1").await.len(), 1);
        assert_eq!(t.rows("/tag/list?tableName=series").await.len(), 1);
        // Hidden by a line, and still hidden by one that omits the field.
        t.import(&[film("ABC-1", "雪线", json!({ "hidden": true }))]);
        t.import(&[film("ABC-1", "新名", json!({}))]);
        assert!(t.rows("/works/detail/list").await.is_empty());
        t.import(&[film("ABC-1", "新名", json!({ "hidden": false }))]);
        assert_eq!(detail().await["maker"], before["maker"]);
        let nulls: serde_json::Map<String, Value> = fields.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
        t.import(&[film("ABC-1", "新名", Value::Object(nulls))]);
        let empty = detail().await;
        for list in ["tags", "performer", "maker", "label", "director", "series", "item"] {
            assert_eq!(before[list].as_array().unwrap().len(), 1, "{list}");
            assert_eq!(empty[list], json!([]), "{list}");
        }
        let work = &empty["data"];
        assert_eq!((&work["duration"], &work["average"], &work["isOnline"]), (&json!(0), &json!(0.0), &json!(0)));
        // A cover is drawn for a work without one.
        assert!(work["picBig"].as_str().unwrap().starts_with("covers/"), "{work}");
        assert!(t.rows("/dht/list?keyword=ABC-1").await.is_empty());
        assert!(t.rows("/tag/list?tableName=series").await.is_empty());
    }

    async fn an_update_keeps_the_id_and_replaces_what_it_names(t: &TestApp) {
        t.import(&[film("ABC-1", "旧名", json!({
            "duration": 90, "tags": [{ "name": "剧情" }], "series": [{ "name": "四季" }], "magnets": [magnet('a', "一"), magnet('b', "二")],
        }))]);
        let before = only(t).await;
        let changed = t.import(&[film("ABC-1", "新名", json!({ "duration": 0, "tags": [{ "name": "纪录" }], "series": [], "magnets": [magnet('b', "二改")] }))]);
        assert_eq!((changed.new, changed.updated), (0, 1));
        let after = only(t).await;
        assert_eq!(after["id"], before["id"]);
        assert_eq!((&after["title"], &after["duration"]), (&json!("新名"), &json!(0)));
        let id = after["id"].as_str().unwrap();
        let detail = t.get(&format!("/works/detail/{id}")).await.json();
        assert_eq!(detail["tags"][0]["name"], "纪录");
        assert_eq!(detail["series"], json!([]));
        let magnets = t.rows("/dht/list?keyword=ABC-1").await;
        assert_eq!((magnets.len(), &magnets[0]["name"]), (1, &json!("二改")));
        assert!(t.numbers("keyword=%E6%97%A7%E5%90%8D").await.is_empty());
        // No work has the old terms any more, so they are not listed.
        assert!(t.rows("/tag/list?tableName=series").await.is_empty());
    }

    async fn one_number_in_two_channels_is_two_works(t: &TestApp) {
        let western = film("ABC-1", "乙", json!({ "channel": "western" }));
        let summary = t.import(&[film("ABC-1", "甲", json!({})), western]);
        assert_eq!(summary.new, 2);
        assert_eq!(t.numbers("modName=western").await, ["ABC-1"]);
    }

    async fn a_number_repeated_in_one_file_is_the_same_work(t: &TestApp) {
        let summary = t.import(&[film("ABC-1", "甲", json!({}))]);
        assert_eq!(summary.new, 1);
        t.import(&[film("ABC-1", "乙", json!({}))]);
        assert_eq!(only(t).await["title"], "乙");
    }

    async fn a_term_is_unique_within_its_kind_and_channel_and_is_completed(t: &TestApp) {
        t.import(&[
            film("ABC-1", "甲", json!({ "performers": [{ "name": "林晓月" }] })),
            film("ABC-2", "乙", json!({ "performers": [{ "name": "林晓月", "nameCn": "小月", "aliases": ["Wavelet"] }] })),
            film("ABC-3", "丙", json!({ "channel": "western", "performers": [{ "name": "林晓月" }] })),
            film("ABC-4", "丁", json!({ "directors": [{ "name": "林晓月" }] })),
        ]);
        let performers = t.rows("/works/performer/list?pageSize=100").await;
        let censored: Vec<_> = performers.iter().filter(|row| row["nameCn"] == "小月").collect();
        assert_eq!(censored.len(), 1, "{performers:?}");
        assert_eq!(censored[0]["count"], 2);
        let mut found = t.numbers("keyword=wavelet").await;
        found.sort();
        assert_eq!(found, ["ABC-1", "ABC-2"]);
    }
}

#[actix_web::test]
async fn a_killed_import_leaves_whole_works_and_finishes_when_run_again() {
    use std::io::{BufRead as _, Write as _};
    use std::process::Stdio;

    use crate::support::command::Program;

    let program = Program::new();
    let lines: Vec<String> = (0..6_500)
        .map(|at| {
            film(
                &format!("KILL-{at:05}"),
                "断点",
                json!({ "tags": [{ "name": "剧情" }], "magnets": [magnet('a', "一")] }),
            )
            .to_string()
        })
        .collect();
    // A rejected line is reported at once, and the pipe stays open: the kill hits a running import.
    let mut child = program
        .command(&["import", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(lines[..5_500].join("\n").as_bytes())
        .unwrap();
    pipe.write_all(b"\nrefused\n").unwrap();
    let mut message = String::new();
    std::io::BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut message)
        .unwrap();
    assert!(message.starts_with("line 5501: "), "{message}");
    child.kill().unwrap();
    child.wait().unwrap();
    let file = program.write("works.ndjson", &lines.join("\n"));
    let again = program.run(&["import", &file]);
    assert_eq!(again.code, 0, "{}", again.out);
    let numbers: Vec<u64> = again
        .out
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse().ok())
        .collect();
    assert_eq!(numbers[0] + numbers[2], 6_500, "{}", again.out);
    let verified = program.run(&["index", "verify"]);
    assert_eq!(
        (verified.code, verified.out.trim()),
        (0, "6500 works in the database, 0 differences.")
    );
}

#[actix_web::test]
async fn warnings_of_imported_lines_are_reported() {
    use crate::support::command::Program;

    let program = Program::new();
    let v2 = json!({ "name": "二", "infoHash": "ab".repeat(32), "length": 1, "createTime": "2026-09-01" });
    let lines = [
        film("ABC-1", "甲", json!({ "magnets": [magnet('a', "一"), v2] })),
        film(
            "ABC-1",
            "乙",
            json!({ "picBig": "https://cdn.example/a.jpg" }),
        ),
        film("ABC-2", "丙", json!({ "pubTime": "9999-12-31" })),
        film("ABC-3", "丁", json!({})),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    let file = program.write("works.ndjson", &text);
    let ran = program.run(&["import", &file]);
    for message in [
        "line 1: imported, magnets[1].infoHash: ",
        "line 2: imported, picBig: 网站不会显示 cdn.example ",
        "line 2: imported, number: 文件里另一部影片也用这个番号，已被本行替换",
        "line 3: pubTime: 最晚为 ",
        "3 warnings about works that were imported",
        "2 new, 1 updated, 0 unchanged, 1 rejected",
    ] {
        assert!(ran.out.contains(message), "{message}: {}", ran.out);
    }
    let both = program.run(&["import", "--keep-both", &file]);
    assert!(both.out.contains("导入为 ABC-1 (b)"), "{}", both.out);
    assert!(
        both.out
            .contains("1 new, 1 updated, 1 unchanged, 1 rejected"),
        "{}",
        both.out
    );
}

#[actix_web::test]
async fn a_file_that_is_not_an_import_gets_a_one_line_error() {
    use crate::support::command::Program;

    let program = Program::new();
    for (name, content) in [
        ("list.json", &b"[\"ABC-1\"]"[..]),
        ("page.xml", b"<?xml version=\"1.0\"?>"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("wide.ndjson", b"\xff\xfe{\0\"\0"),
    ] {
        let path = program.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let ran = program.run(&["import", path.to_str().unwrap()]);
        assert_eq!(ran.code, 1, "{name}: {}", ran.out);
        let output = format!("{}{}", ran.out, ran.err);
        assert!(
            output.contains("its first line is not a JSON object"),
            "{name}: {output}"
        );
        assert!(!output.contains("line 1: "), "{name}: {output}");
    }
}

#[actix_web::test]
async fn an_import_survives_a_broken_pipe() {
    use std::process::Stdio;

    use crate::support::command::Program;

    let program = Program::new();
    let lines: Vec<String> = (0..300)
        .flat_map(|at| {
            [
                film(&format!("HEAD-{at:03}"), "山谷", json!({})).to_string(),
                "{}".to_owned(),
            ]
        })
        .collect();
    let file = program.write("works.ndjson", &lines.join("\n"));
    let mut child = program
        .command(&["import", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // As `| head` ends before the import does.
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{message}");
    assert!(!message.contains("panicked"), "{message}");
    let verified = program.run(&["index", "verify"]);
    assert_eq!(
        verified.out.trim(),
        "300 works in the database, 0 differences."
    );
}
