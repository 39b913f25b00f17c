//! `yingku film add`, with scripts in place of ffmpeg and ffprobe. scripts/outside/films-from-files.sh
//! has the real ones.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};

use crate::support::command::{CommandOutput, Program};
use crate::support::film;

/// Says that it can encode, makes a playlist and a segment of each output, and pictures.
const FFMPEG: &str = r#"
case "$*" in *-encoders*) echo 'V libx264'; echo 'A aac'; exit;; *-filters*) exit;; esac
for word in "$@"; do
  case $word in
    */index.m3u8)
      folder=${word%/*}
      printf '....avcC\001\144\000\050' >"$folder/init.mp4"
      echo segment >"$folder/00000.m4s"
      printf '#EXTM3U\n#EXTINF:5.0,\n00000.m4s\n#EXT-X-ENDLIST\n' >"$folder/index.m3u8" ;;
    *.jpg) echo picture >"$(printf "$word" 0)" ;;
  esac
done
"#;
/// Finds a picture in HEVC.
const FFPROBE: &str = r#"
case "$*" in *text*) echo 'Invalid data found when processing input' >&2; exit 1;; esac
cat <<'JSON'
{"streams": [{"index": 0, "codec_type": "video", "codec_name": "hevc", "width": 640, "height": 360, "pix_fmt": "yuv420p"}],
 "format": {"format_name": "matroska,webm", "duration": "5.0"}}
JSON
"#;

/// A site with a film file, the programs, and these works.
struct Cinema {
    program: Program,
}

impl Cinema {
    fn new(works: &[Value]) -> Self {
        let cinema = Self {
            program: Program::new(),
        };
        let lines: Vec<_> = works.iter().map(Value::to_string).collect();
        let file = cinema.program.write("works.ndjson", &lines.join("\n"));
        let imported = cinema.program.run(&["import", "--strict", &file]);
        assert_eq!(imported.code, 0, "{}", imported.err);
        cinema.program.write("film.mkv", "film");
        std::fs::create_dir(cinema.program.path().join("bin")).unwrap();
        cinema.install("ffmpeg", FFMPEG);
        cinema.install("ffprobe", FFPROBE);
        cinema
    }

    fn install(&self, name: &str, script: &str) {
        let name = self
            .program
            .write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}"));
        let file = self.program.path().join(name);
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn add(&self, arguments: &[&str]) -> CommandOutput {
        let path = format!("{}/bin:/usr/bin:/bin", self.program.path().display());
        let all = [&["film", "add"], arguments].concat();
        self.program.run_with("PATH", &path, &all)
    }

    fn work(&self, number: &str) -> Value {
        let exported = self.program.run(&["export", "works"]);
        let works = exported
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        works
            .into_iter()
            .find(|work: &Value| work["number"] == number)
            .unwrap()
    }

    /// The names below the folder of streams.
    fn streams(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.program.path().join("data/streams")) else {
            return Vec::new();
        };
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    fn fails(&self, arguments: &[&str], reason: &str) {
        let ran = self.add(arguments);
        assert!(
            ran.code == 1 && ran.err.contains(reason),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
fn a_film_puts_its_work_online_as_an_edit_does() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    let added = cinema.add(&["film.mkv", "--work", "abc-1"]);
    assert_eq!(added.code, 0, "{}", added.err);
    assert!(
        added
            .out
            .starts_with("ABC-1 can be watched: 360p; 0 audio tracks, 0 subtitles."),
        "{}",
        added.out
    );
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    let [folder] = cinema.streams().try_into().unwrap();
    let master = cinema
        .program
        .path()
        .join("data/streams")
        .join(&folder)
        .join("index.m3u8");
    assert!(
        std::fs::read_to_string(&master)
            .unwrap()
            .contains("RESOLUTION=640x360")
    );
    // An import leaves what an operator has set.
    let file = cinema.program.write(
        "again.ndjson",
        &film("ABC-1", "乙", json!({ "isOnline": 0 })).to_string(),
    );
    assert_eq!(cinema.program.run(&["import", &file]).code, 0);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    cinema.fails(&["film.mkv", "--work", "ABC-1"], "请加 --replace");
    let before = std::fs::read_to_string(&master).unwrap();
    assert_eq!(
        cinema
            .add(&["film.mkv", "--work", &folder, "--replace"])
            .code,
        0
    );
    assert_eq!(cinema.streams(), [folder]);
    assert!(std::fs::read_to_string(&master).unwrap().len() == before.len());
    let tables = cinema.program.run(&["export", "tables", "tables"]);
    assert_eq!(tables.code, 0, "{}", tables.err);
    let log =
        std::fs::read_to_string(cinema.program.path().join("tables/audit_log.ndjson")).unwrap();
    let states = log
        .lines()
        .filter(|line| line.contains("works.edit") && line.contains("isOnline"));
    assert_eq!(states.count(), 2, "to 2 and to 1: {log}");
}

#[test]
fn a_film_that_fails_leaves_its_work_as_it_was() {
    let cinema = Cinema::new(&[
        film("ABC-1", "甲", json!({})),
        film("ABC-2", "乙", json!({ "isOnline": 1 })),
    ]);
    cinema.install(
        "ffmpeg",
        &format!("case \"$*\" in *-progress*) echo broken >&2; exit 1;; esac\n{FFMPEG}"),
    );
    for (number, state) in [("ABC-1", Value::Null), ("ABC-2", json!(1))] {
        cinema.fails(&["film.mkv", "--work", number], "ffmpeg 失败：broken");
        assert_eq!(cinema.work(number)["isOnline"], state, "{number}");
        assert_eq!(cinema.streams(), [""; 0]);
    }
    // Its state is the import's again.
    let file = cinema.program.write(
        "again.ndjson",
        &film("ABC-1", "甲", json!({ "isOnline": 1 })).to_string(),
    );
    assert_eq!(cinema.program.run(&["import", &file]).code, 0);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
}

#[test]
fn invalid_additions_are_reported_before_anything_changes() {
    let western = json!({ "channel": "western" });
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({})), film("ABC-1", "甲", western)]);
    cinema.program.write("text.mp4", "text");
    cinema.program.write("a.srt", "");
    for (arguments, reason) in [
        (
            &["film.mkv", "--work", "ABC-1"][..],
            "请加 --channel：censored、western",
        ),
        (&["film.mkv", "--work", "ABC-9"], "没有编号为 ABC-9 的影片"),
        (
            &["text.mp4", "--work", "ABC-1", "--channel", "western"],
            "不是影片文件",
        ),
        (
            &["none.mp4", "--work", "ABC-1", "--channel", "western"],
            "找不到文件",
        ),
        (
            &["a.srt", "--work", "ABC-1", "--channel", "western"],
            "没有影片，只有字幕",
        ),
        (
            &["film.mkv", "text.mp4", "--work", "ABC-1"],
            "一次只能添加一部影片",
        ),
    ] {
        cinema.fails(arguments, reason);
    }
    let missing = cinema.program.run_with(
        "PATH",
        "/nowhere",
        &["film", "add", "film.mkv", "--work", "ABC-1"],
    );
    assert!(missing.err.contains("找不到 ffprobe"), "{}", missing.err);
    assert_eq!(cinema.streams(), [""; 0]);
    assert_eq!(
        cinema
            .add(&["film.mkv", "--work", "ABC-1", "--channel", "western"])
            .code,
        0
    );
}

#[test]
fn several_films_are_found_by_their_names_and_numbers_have_any_spelling() {
    let works = [
        film("ABC-001", "甲", json!({})),
        film("ABC-002", "乙", json!({})),
        film("ABC-003", "丙", json!({})),
    ];
    let cinema = Cinema::new(&works);
    for name in ["abc001.mkv", "ABC-002.mkv", "ABC-002.zh.srt", "abc-9.mkv"] {
        let text = "1\n00:00:00,000 --> 00:00:01,000\n山谷\n";
        cinema.program.write(name, text);
    }
    let ran = cinema.add(&["abc001.mkv", "ABC-002.mkv", "ABC-002.zh.srt", "abc-9.mkv"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("2 of 3 films added"), "{}", ran.out);
    assert!(ran.err.contains("abc-9.mkv: 没有编号为"), "{}", ran.err);
    assert!(
        ran.out.contains("ABC-002 can be watched: 360p"),
        "{}",
        ran.out
    );
    for number in ["ABC-001", "ABC-002"] {
        assert_eq!(cinema.work(number)["isOnline"], 1);
    }
    let ran = cinema.add(&["film.mkv", "--work", "abc 003"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    cinema.fails(&["film.mkv"], "film 里没有编号，请加 --work");
}
