//! `yingku import` of what people have: tables, NFO folders, pages; dry run, mapping and report.

use serde_json::{Value, json};

use crate::support::command::{CommandOutput, Program};
use crate::support::film;

const TABLE: &str = "番号,标题,发行日期,时长,演员,评分,备注\n\
    MZU-001,山谷里的四季,2026/1/5,120分钟,林晓月、江白,8.6,借来的\n\
    MZU-002,河流,2026年2月11日,1:35:00,何青,9,\n\
    1.23E+11,坏的番号,2026-01-06,,,,\n";

/// The works of the catalogue, as lines.
pub fn works(program: &Program) -> Vec<Value> {
    let exported = program.run(&["export", "works"]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let mut works: Vec<Value> = exported
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    works.sort_by_key(|work| work["number"].as_str().unwrap().to_owned());
    works
}

pub fn assert_prints(ran: &CommandOutput, sentences: &[&str]) {
    for sentence in sentences {
        assert!(
            ran.out.contains(sentence) || ran.err.contains(sentence),
            "{sentence}: {}{}",
            ran.out,
            ran.err
        );
    }
}

#[actix_web::test]
async fn a_table_is_compared_and_then_imported() {
    let program = Program::new();
    let table = program.write("films.csv", TABLE);
    let arguments = ["import", &table, "--channel", "censored"];
    let dry = program.run(&[&arguments[..], &["--dry-run", "--report", "dry.csv"]].concat());
    assert_eq!(dry.code, 1, "{}", dry.err);
    assert_prints(
        &dry,
        &[
            "a table in UTF-8, separated by ','",
            "番号 → number; 标题 → title; 发行日期 → pubTime; 时长 → duration; 演员 → performers; 评分 → average; 备注 → not used",
            "ratings: 0 to 10",
            "new censored MZU-001: 山谷里的四季",
            "line 4: number: 像是被表格软件改成了科学计数法",
            "2 new, 0 updated, 0 unchanged, 1 rejected",
            "Nothing was written.",
        ],
    );
    assert!(works(&program).is_empty());
    let report = std::fs::read_to_string(program.path().join("dry.csv")).unwrap();
    assert!(report.starts_with("\u{feff}位置,结果,"), "{report}");
    assert!(
        report.contains(",新增,censored,MZU-001,title,,山谷里的四季\n"),
        "{report}"
    );
    assert!(report.contains("line 4,拒绝,,,number,,"), "{report}");

    let ran = program.run(&arguments);
    assert_prints(&ran, &["2 new, 0 updated, 0 unchanged, 1 rejected"]);
    let all = works(&program);
    assert_eq!(all.len(), 2);
    assert_eq!(
        (
            &all[0]["duration"],
            &all[0]["average"],
            &all[0]["performers"]
        ),
        (
            &json!(120),
            &json!(4.3),
            &json!([{ "name": "林晓月" }, { "name": "江白" }])
        )
    );
    let again = program.run(&arguments);
    assert_prints(&again, &["0 new, 0 updated, 2 unchanged, 1 rejected"]);
    assert_eq!(program.run(&["index", "verify"]).code, 0);
}

#[actix_web::test]
async fn a_dry_run_shows_each_field_now_and_then() {
    let program = Program::new();
    let stored = film(
        "MZU-001",
        "旧名",
        json!({ "duration": 90, "tags": [{ "name": "剧情" }] }),
    );
    let file = program.write("works.ndjson", &stored.to_string());
    assert_eq!(program.run(&["import", &file]).code, 0);
    let line = film(
        "MZU-001",
        "新名",
        json!({ "duration": 95, "tags": null, "hidden": true }),
    );
    let same = film("MZU-002", "别的", json!({}));
    let file = program.write("works.ndjson", &format!("{line}\n{same}"));
    let dry = program.run(&["import", "--dry-run", &file, "--report", "dry.csv"]);
    assert_eq!(dry.code, 0, "{}", dry.err);
    assert_prints(
        &dry,
        &[
            "changed censored MZU-001: title \"旧名\" → \"新名\"; duration \"90\" → \"95\"; tags \"剧情\" → \"\"; hidden \"false\" → \"true\"",
            "title: 1 change it (MZU-001 \"旧名\" → \"新名\")",
            "tags: 1 lose it (MZU-001 \"剧情\" → \"\")",
            "hidden: 1 change it (MZU-001 \"false\" → \"true\")",
            "1 new, 1 updated, 0 unchanged, 0 rejected",
        ],
    );
    let report = std::fs::read_to_string(program.path().join("dry.csv")).unwrap();
    assert!(
        report.contains(",修改,censored,MZU-001,duration,90,95\n"),
        "{report}"
    );
    assert_eq!(works(&program)[0]["title"], "旧名");
}

#[actix_web::test]
async fn a_mapping_is_written_edited_and_used() {
    let program = Program::new();
    let table = program.write(
        "films.csv",
        "番号,标题,日期,心情\nMZU-001,山谷,5/1/2026,平静\n",
    );
    let arguments = [
        "import",
        &table,
        "--channel",
        "western",
        "--mapping",
        "map.json",
    ];
    let first = program.run(&[&arguments[..], &["--dry-run"]].concat());
    assert_prints(
        &first,
        &[
            "wrote the mapping to map.json",
            "line 2: pubTime: 分不清月和日",
        ],
    );
    let file = program.path().join("map.json");
    let mapping = std::fs::read_to_string(&file).unwrap();
    let mapping = mapping
        .replace("\"心情\": null", "\"心情\": \"tags:心情\"")
        .replace(
            "\"ratingScale\"",
            "\"dateOrder\": \"dmy\",\n  \"ratingScale\"",
        );
    std::fs::write(&file, mapping).unwrap();
    let ran = program.run(&arguments);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let work = &works(&program)[0];
    assert_eq!(work["pubTime"], "2026-01-05 00:00:00");
    assert_eq!(work["tags"], json!([{ "name": "平静", "group": "心情" }]));
    std::fs::write(&file, "{}").unwrap();
    let wrong = program.run(&arguments);
    assert_eq!(wrong.code, 1);
    assert_prints(&wrong, &["map.json", "missing field `columns`"]);
}

#[actix_web::test]
async fn a_table_that_names_no_channel_is_rejected() {
    let program = Program::new();
    let table = program.write("films.csv", TABLE);
    let ran = program.run(&["import", &table]);
    assert_eq!(ran.code, 1);
    assert_prints(&ran, &["opening films.csv", "add --channel censored"]);
    let read = program.run_reading(
        TABLE,
        &["import", "-", "--format", "csv", "--channel", "western"],
    );
    assert_prints(&read, &["2 new, 0 updated, 0 unchanged, 1 rejected"]);
    let strict = program.run(&["import", &table, "--channel", "western", "--strict"]);
    assert_prints(&strict, &["line 4: number: ", "Nothing was changed."]);
}

/// A PNG of one pixel.
pub const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

#[actix_web::test]
async fn a_zip_file_of_nfo_files_is_a_folder() {
    let program = Program::new();
    std::fs::write(
        program.path().join("films.zip"),
        include_bytes!("operators/films.zip"),
    )
    .unwrap();
    for format in [&[][..], &["--format", "nfo"]] {
        let args = [&["import", "films.zip", "--dry-run"], format].concat();
        let dry = program.run(&args);
        assert_prints(
            &dry,
            &[
                "new western MZU-017: 山谷里的四季",
                "1 pictures would be imported",
            ],
        );
    }
}

#[actix_web::test]
async fn a_folder_of_nfo_files_is_imported_with_its_covers() {
    let program = Program::new();
    let folder = program.path().join("films/MZU-001");
    std::fs::create_dir_all(folder.join("extrafanart")).unwrap();
    let nfo = "<movie><title>MZU-001 山谷</title><premiered>2026-01-05</premiered><genre>有码</genre><plot>河。</plot></movie>";
    std::fs::write(folder.join("MZU-001.nfo"), nfo).unwrap();
    std::fs::write(folder.join("poster.png"), PICTURE).unwrap();
    std::fs::write(folder.join("fanart.jpg"), "not a picture").unwrap();
    std::fs::write(folder.join("extrafanart/1.png"), PICTURE).unwrap();
    std::fs::write(program.path().join("films/broken.nfo"), "nothing").unwrap();
    let dry = program.run(&["import", "films", "--dry-run"]);
    assert_prints(
        &dry,
        &[
            "2 NFO files",
            "new censored MZU-001: 山谷",
            "broken.nfo: file: 不是 XML",
            "1 pictures would be imported",
        ],
    );
    assert!(!program.path().join("data/media/uploads").exists());
    let ran = program.run(&["import", "films", "--report", "report.csv"]);
    assert_prints(
        &ran,
        &[
            "MZU-001/MZU-001.nfo: imported, picBig: 不是 JPEG、PNG、WebP 或 AVIF，没有导入：fanart.jpg",
            "elements that are not used, with the number of files: plot (1)",
            "1 pictures imported",
            "1 pictures rejected",
            "1 pictures not imported",
            "1 new, 0 updated, 0 unchanged, 1 rejected",
        ],
    );
    let work = &works(&program)[0];
    let small = work["picSmall"].as_str().unwrap();
    assert!(
        small.starts_with("uploads/") && small.ends_with(".png"),
        "{work}"
    );
    assert!(program.path().join("data/media").join(small).exists());
    let again = program.run(&["import", "films", "--pictures", "covers"]);
    assert_prints(&again, &["0 new, 0 updated, 1 unchanged, 1 rejected"]);
    let all = program.run(&["import", "films", "--pictures", "all"]);
    assert_prints(&all, &["2 pictures imported", "0 new, 1 updated"]);
    assert_eq!(works(&program)[0]["imageBig"], json!([small]));
}

#[actix_web::test]
async fn a_page_of_maccms_is_imported() {
    let program = Program::new();
    let page = json!({ "code": 1, "page": 1, "list": [{
        "vod_id": 21, "vod_name": "山谷", "vod_pic": "", "vod_year": "2026", "vod_actor": "林晓月,江白", "vod_time": "2026-02-01 08:00:00",
    }] });
    let file = program.write("page.json", &page.to_string());
    let ran = program.run(&["import", &file, "--channel", "western"]);
    assert_prints(&ran, &["a page of MacCMS with 1 films", "1 new, 0 updated"]);
    assert_eq!(works(&program)[0]["number"], "vod-21");
}

#[actix_web::test]
async fn films_of_maccms_play_from_their_hosts_once_these_are_allowed() {
    let program = Program::new();
    let film = |id: u32, play: &str| {
        json!({
            "vod_id": id, "vod_name": "山谷", "vod_pic": "", "vod_year": "2026", "vod_time": "2026-02-01 08:00:00",
            "vod_play_url": play,
        })
    };
    let page = json!({ "code": 1, "list": [
        film(1, "HD$https://films.example/share/1$$$HD$https://films.example/1.m3u8"),
        film(2, "1$https://films.example/2.m3u8#2$https://films.example/3.m3u8"),
        film(3, "HD$http://films.example/4.m3u8"),
        film(4, "HD$https://cdn.example/5.m3u8"),
    ]});
    let file = program.write("page.json", &page.to_string());
    let ran = program.run(&["import", &file, "--channel", "western"]);
    assert_prints(
        &ran,
        &[
            "4 new",
            "m3u8: 网站不会播放 films.example 的影片，除非在 STREAM_HOSTS 中加入该主机",
            "m3u8: 有 2 集，只导入第一集的播放地址",
            "m3u8: 播放地址不是 https，没有导入",
        ],
    );
    let online = || {
        let mut works = works(&program);
        works.sort_by_key(|work| work["number"].to_string());
        let of = |work: &Value| (work["m3u8"].clone(), work["isOnline"].clone());
        works.iter().map(of).collect::<Vec<_>>()
    };
    let first = json!("https://films.example/1.m3u8");
    assert_eq!(online()[0], (first.clone(), Value::Null));
    let allowed = |arguments: &[&str]| program.run_with("STREAM_HOSTS", "films.example", arguments);
    let ran = allowed(&["import", &file, "--channel", "western"]);
    assert_prints(&ran, &["2 updated", "网站不会播放 cdn.example 的影片"]);
    assert!(
        !ran.out.contains("网站不会播放 films.example"),
        "{}",
        ran.out
    );
    assert_eq!(
        online(),
        [
            (first, json!(1)),
            (json!("https://films.example/2.m3u8"), json!(1)),
            (Value::Null, Value::Null),
            (json!("https://cdn.example/5.m3u8"), Value::Null),
        ]
    );
    // Nothing is missing of a film that plays from there, until its host is not allowed any more.
    assert_eq!(allowed(&["check", "--only", "files"]).code, 0);
    let checked = program.run(&["check", "--only", "files"]);
    assert_prints(&checked, &["2 with pictures or a stream that do not exist"]);
}

#[actix_web::test]
async fn warnings_beyond_those_printed_are_counted_by_what_they_say() {
    let program = Program::new();
    let line = |number: u32| {
        let host = if number < 100 {
            "films.example"
        } else {
            "cdn.example"
        };
        let address = format!("https://{host}/{number}.m3u8");
        let more = json!({ "m3u8": address, "picBig": "https://img.example/a.jpg" });
        film(&format!("ABC-{number}"), "甲", more).to_string()
    };
    let lines: Vec<String> = (0..103).map(line).collect();
    let file = program.write("works.ndjson", &lines.join("\n"));
    let ran = program.run(&["import", &file]);
    assert_prints(
        &ran,
        &[
            "206 warnings about works that were imported",
            "       103 times picBig: 网站不会显示 img.example 的图片和视频",
            "       100 times m3u8: 网站不会播放 films.example 的影片，除非在 STREAM_HOSTS 中加入该主机",
            "         3 times m3u8: 网站不会播放 cdn.example 的影片",
        ],
    );
    assert_eq!(ran.out.matches(": imported, ").count(), 100);
}

/// A demo catalogue, and a work with names that have separators and aliases, a month for its day, and two pictures.
fn catalogue() -> Program {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "60"]).code, 0);
    let awkward = film(
        "00123",
        "=山谷, \"四季\"",
        json!({
            "pubTime": "2014-08", "hidden": true, "tags": [{ "name": "甲、乙", "group": "题材" }],
            "performers": [{ "name": "Lin, Xiaoyue", "nameCn": "林晓月", "aliases": ["小月", "Wavelet"] }],
        }),
    );
    let file = program.write("awkward.ndjson", &awkward.to_string());
    assert_eq!(program.run(&["import", &file]).code, 0);
    let folder = program.path().join("nfo");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(
        folder.join("MZU-777.nfo"),
        "<movie><title>河流</title><premiered>2026-01-05</premiered></movie>",
    )
    .unwrap();
    for name in ["MZU-777-poster.png", "MZU-777-fanart.png"] {
        std::fs::write(folder.join(name), PICTURE).unwrap();
    }
    let ran = program.run(&["import", "nfo", "--channel", "western"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    program
}

#[actix_web::test]
async fn an_exported_table_is_imported_as_it_was() {
    let program = catalogue();
    for arguments in [&["export", "csv"][..], &["export", "csv", "--excel"][..]] {
        let table = program.run(arguments);
        assert_eq!(table.code, 0, "{}", table.err);
        let again = program.run_reading(&table.out, &["import", "--strict", "-"]);
        assert_prints(&again, &["0 new, 0 updated, 62 unchanged, 0 rejected"]);
        let other = Program::new();
        let ran = other.run_reading(&table.out, &["import", "--strict", "-"]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        assert_eq!(works(&other), works(&program));
    }
}

#[actix_web::test]
async fn exported_nfo_files_are_imported_as_they_were() {
    let program = catalogue();
    let ran = program.run(&["export", "nfo", "library"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_prints(&ran, &["62 works, 2 pictures written to library"]);
    let library = program.path().join("library");
    let film = library.join("western/MZU-777");
    let text = std::fs::read_to_string(film.join("MZU-777.nfo")).unwrap();
    assert!(text.contains("<title>河流</title>"), "{text}");
    assert!(film.join("MZU-777-poster.png").exists());
    assert_eq!(program.run(&["export", "nfo", "library"]).code, 1);
    let again = program.run(&["import", "library"]);
    assert_prints(&again, &["0 new, 0 updated, 62 unchanged, 0 rejected"]);
    let other = Program::new();
    let ran = other.run(&["import", library.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(works(&other), works(&program));
    let covers = works(&other)
        .into_iter()
        .find(|work| work["number"] == "MZU-777");
    let cover = covers.unwrap()["picBig"].as_str().unwrap().to_owned();
    assert!(
        other.path().join("data/media").join(&cover).exists(),
        "{cover}"
    );
}

#[actix_web::test]
async fn a_check_counts_what_works_lack() {
    let program = Program::new();
    let works = [
        film("A-1", "甲", json!({ "pubTime": "2014-08", "duration": 95 })),
        film(
            "A-2",
            "乙",
            json!({ "isOnline": 1, "picBig": "uploads/gone.jpg", "performers": [{ "name": "林晓月" }] }),
        ),
        film("A-3", "丙", json!({ "hidden": true })),
    ];
    let lines: Vec<String> = works.iter().map(Value::to_string).collect();
    let file = program.write("works.ndjson", &lines.join("\n"));
    assert_eq!(program.run(&["import", &file]).code, 0);
    let ran = program.run(&["check"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_prints(
        &ran,
        &[
            "2 works, 33% complete on average",
            "2 without a big and a small cover: A-1, A-2",
            "1 without the day of release: A-1",
            "1 without a length: A-2",
            "1 without performers: A-1",
            "1 not online: A-1",
            "1 with pictures or a stream that do not exist: A-2",
        ],
    );
    let one = program.run(&["check", "--only", "cast,length", "--examples", "0"]);
    assert!(!one.out.contains("cover"), "{}", one.out);
    std::fs::create_dir_all(program.path().join("data/media/uploads")).unwrap();
    std::fs::write(program.path().join("data/media/uploads/gone.jpg"), PICTURE).unwrap();
    assert_eq!(program.run(&["check", "--only", "files"]).code, 1);
    let complete = film("A-2", "乙", json!({ "isOnline": 0 }));
    let file = program.write("works.ndjson", &complete.to_string());
    assert_eq!(program.run(&["import", &file]).code, 0);
    assert_eq!(program.run(&["check", "--only", "files"]).code, 0);
}
