//! `yingku film add`, with scripts in place of ffmpeg and ffprobe. scripts/outside/films-from-files.sh
//! has the real ones.

use std::os::unix::fs::PermissionsExt as _;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
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
        self.film(&[&["add"], arguments].concat())
    }

    fn film(&self, arguments: &[&str]) -> CommandOutput {
        let path = format!("{}/bin:/usr/bin:/bin", self.program.path().display());
        let all = [&["film"], arguments].concat();
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

    /// The rows of films' jobs: file, number, state, problem and progress.
    fn jobs(&self) -> Vec<[Value; 5]> {
        let folder = self.program.path().join("tables");
        let _ = std::fs::remove_dir_all(&folder);
        let exported = self.program.run(&["export", "tables", "tables"]);
        assert_eq!(exported.code, 0, "{}", exported.err);
        let rows = std::fs::read_to_string(folder.join("film_jobs.ndjson")).unwrap();
        let row = |line: &str| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            let name = row["path"].as_str().unwrap().rsplit('/').next().unwrap();
            row["path"] = json!(name);
            ["path", "number", "state", "problem", "progress"].map(|column| row[column].take())
        };
        rows.lines().map(row).collect()
    }

    /// Changes the database in ways that time would.
    fn change(&self, statement: &str) {
        let file = self.program.path().join("data/yingku.db");
        let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
        conn.batch_execute(statement).unwrap();
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

/// Settings that allow streams of another host.
fn with_host(settings: &str) -> String {
    let others = settings
        .lines()
        .filter(|line| !line.starts_with("STREAM_HOSTS="));
    let lines: Vec<&str> = others.chain(["STREAM_HOSTS=films.example"]).collect();
    lines.join("\n")
}

#[test]
fn a_work_that_plays_from_another_host_stays_online_while_its_film_is_made() {
    let address = json!({ "isOnline": 1, "m3u8": "https://films.example/1.m3u8" });
    let cinema = Cinema::new(&[
        film("ABC-1", "甲", address.clone()),
        film("ABC-2", "乙", address),
    ]);
    let states = |cinema: &Cinema| {
        let tables = cinema.program.run(&["export", "tables", "tables"]);
        assert_eq!(tables.code, 0, "{}", tables.err);
        let path = cinema.program.path().join("tables/audit_log.ndjson");
        let log = std::fs::read_to_string(path).unwrap();
        std::fs::remove_dir_all(cinema.program.path().join("tables")).unwrap();
        let edits = log.lines().filter(|line| line.contains("works.edit"));
        edits.filter(|line| line.contains("isOnline")).count()
    };
    assert_eq!(cinema.add(&["film.mkv", "--work", "ABC-2"]).code, 0);
    assert_eq!(states(&cinema), 2, "to 2 and to 1: its host is not allowed");
    let settings = cinema.program.path().join(".env");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, with_host(&text)).unwrap();
    assert_eq!(cinema.add(&["film.mkv", "--work", "ABC-1"]).code, 0);
    assert_eq!(states(&cinema), 2, "it was online all the time");
    let work = cinema.work("ABC-1");
    assert_eq!(
        (&work["isOnline"], &work["m3u8"]),
        (&json!(1), &json!("https://films.example/1.m3u8"))
    );
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
            "ABC-1 在几个频道中都有（censored、western）",
        ),
        (&["film.mkv", "--work", "ABC-9"], "没有番号为 ABC-9 的作品"),
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
    assert!(ran.err.contains("abc-9.mkv: 没有番号为"), "{}", ran.err);
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
    cinema.fails(&["film.mkv"], "film 里没有番号：请指定作品");
    cinema.program.write("text.mp4", "text");
    let ran = cinema.add(&["text.mp4", "abc-9.mkv"]);
    assert_eq!(ran.err.matches("text.mp4").count(), 1, "{}", ran.err);
}

fn job(file: &str, number: &str, state: &str, problem: &str, progress: i16) -> [Value; 5] {
    [
        json!(file),
        json!(number),
        json!(state),
        json!(problem),
        json!(progress),
    ]
}

#[test]
fn each_film_has_a_job_that_says_what_became_of_it() {
    let cinema = Cinema::new(&[
        film("ABC-001", "甲", json!({})),
        film("ABC-2", "乙", json!({})),
    ]);
    for name in ["abc001.mkv", "text.mp4", "none.mkv", "ABC-7.mkv"] {
        cinema.program.write(name, "film");
    }
    let files = ["abc001.mkv", "text.mp4", "ABC-7.mkv", "none.mkv"];
    assert_eq!(cinema.add(&files).code, 1);
    let jobs = cinema.jobs();
    assert_eq!(jobs[0], job("abc001.mkv", "ABC-001", "done", "", 100));
    assert_eq!(jobs[1], job("text.mp4", "", "failed", "不是影片文件", 0));
    assert_eq!(
        jobs[2],
        job("ABC-7.mkv", "ABC-7", "failed", "没有番号为 ABC-7 的作品", 0)
    );
    assert_eq!(
        jobs[3],
        job(
            "none.mkv",
            "",
            "failed",
            "none 里没有番号：请指定作品（命令行用 --work）",
            0
        )
    );
    // A file that failed keeps its job; one that is done has another.
    assert_eq!(cinema.add(&["none.mkv", "--work", "ABC-2"]).code, 0);
    cinema.fails(&["abc001.mkv"], "已有影片");
    let jobs = cinema.jobs();
    assert_eq!(jobs[3], job("none.mkv", "ABC-2", "done", "", 100));
    assert_eq!(
        jobs[4][2..4],
        [
            json!("failed"),
            json!("ABC-001 已有影片；要替换它，请加 --replace")
        ]
    );
    assert_eq!(jobs.len(), 5);
}

/// Kills the program when it has begun a film, as the machine does when memory is short.
fn killing() -> String {
    format!("case \"$*\" in *-progress*) kill -9 $PPID; exit 1;; esac\n{FFMPEG}")
}

#[test]
fn a_killed_run_is_recognised_and_its_job_can_be_run_again() {
    let cinema = Cinema::new(&[
        film("ABC-1", "甲", json!({})),
        film("ABC-2", "乙", json!({})),
    ]);
    cinema.program.write("ABC-1.mkv", "film");
    cinema.program.write("ABC-2.mkv", "film");
    cinema.install("ffmpeg", &killing());
    assert_eq!(cinema.add(&["ABC-1.mkv", "ABC-2.mkv"]).code, -1);
    cinema.install("ffmpeg", FFMPEG);
    let states = |jobs: &[[Value; 5]]| jobs.iter().map(|job| job[2].clone()).collect::<Vec<_>>();
    assert_eq!(states(&cinema.jobs()), ["running", "waiting"]);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 2);
    // Until it counts as dead it is left alone; what waits is run.
    assert_eq!(cinema.film(&["run"]).code, 0);
    assert_eq!(states(&cinema.jobs()), ["running", "done"]);
    cinema.change("UPDATE film_jobs SET beat_at = beat_at - 61");
    let ran = cinema.film(&["run"]);
    assert!(
        ran.code == 0 && ran.out.contains("0 of 0"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert_eq!(
        cinema.jobs()[0],
        job("ABC-1.mkv", "ABC-1", "failed", "处理它的进程中断了", 0)
    );
    assert_eq!(
        cinema.work("ABC-1")["isOnline"],
        Value::Null,
        "as it was before"
    );
    cinema.change("UPDATE film_jobs SET state = 'waiting' WHERE state = 'failed'");
    let ran = cinema.film(&["run"]);
    assert!(
        ran.code == 0 && ran.out.contains("1 of 1"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert_eq!(cinema.jobs()[0], job("ABC-1.mkv", "ABC-1", "done", "", 100));
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
}

#[test]
fn a_run_killed_after_its_film_took_its_place_is_completed() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    cinema.program.write("ABC-1.mkv", "film");
    assert_eq!(cinema.add(&["ABC-1.mkv"]).code, 0);
    cinema.change(
        "UPDATE works SET is_online = 2; \
         UPDATE film_jobs SET state = 'running', progress = 99, beat_at = beat_at - 61, online_before = 0",
    );
    assert_eq!(cinema.film(&["run"]).code, 0);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 2, "its film may be there");
    let added = cinema.add(&["ABC-1.mkv"]);
    assert_eq!(added.code, 0, "{}", added.err);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    assert_eq!(cinema.jobs().len(), 1);
}

#[test]
fn a_job_stops_when_an_operator_cancels_it() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    stopped_by(&cinema, "UPDATE film_jobs SET cancelling = 1");
    assert_eq!(cinema.work("ABC-1")["isOnline"], Value::Null);
}

#[test]
fn what_an_operator_says_of_a_work_meanwhile_stays_when_its_film_fails() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({ "isOnline": 1 }))]);
    stopped_by(
        &cinema,
        "UPDATE works SET is_online = 0; UPDATE film_jobs SET cancelling = 1",
    );
    assert_eq!(cinema.work("ABC-1")["isOnline"], Value::Null);
}

/// Adds a film to ABC-1, and changes the database while it is made, so that it stops.
fn stopped_by(cinema: &Cinema, change: &str) {
    let begun = cinema.program.path().join("begun");
    let made = std::process::Command::new("mkfifo").arg(&begun).status();
    assert!(made.unwrap().success());
    // Says that it has begun, and then gets nowhere.
    let endless = "echo >begun; while :; do echo out_time_us=$((at += 1)); sleep 0.05; done";
    let endless = endless.replace("begun", &begun.display().to_string());
    cinema.install(
        "ffmpeg",
        &format!("case \"$*\" in *-progress*) {endless};; esac\n{FFMPEG}"),
    );
    let path = format!("{}/bin:/usr/bin:/bin", cinema.program.path().display());
    let mut command = cinema
        .program
        .command(&["film", "add", "film.mkv", "--work", "ABC-1"]);
    let mut adding = command.env("PATH", path).spawn().unwrap();
    std::fs::read(&begun).unwrap();
    cinema.change(change);
    assert_eq!(adding.wait().unwrap().code(), Some(1));
    assert_eq!(
        cinema.jobs()[0][..4],
        job("film.mkv", "ABC-1", "cancelled", "", 0)[..4]
    );
    assert_eq!(cinema.streams(), [""; 0]);
}

impl Cinema {
    /// Watches the folder `inbox` until everything in it is added.
    fn watch(&self) -> CommandOutput {
        let path = format!("{}/bin:/usr/bin:/bin", self.program.path().display());
        let arguments = ["film", "watch", "--once", "--settle", "0"];
        let mut command = self.program.command(&arguments);
        CommandOutput::of(command.env("PATH", path).env("FILM_INBOX", "inbox"))
    }

    /// Puts files into the watched folder.
    fn put(&self, names: &[&str]) {
        std::fs::create_dir_all(self.program.path().join("inbox")).unwrap();
        for name in names {
            self.program.write(&format!("inbox/{name}"), "film");
        }
    }

    /// The visible files of a folder, in order.
    fn files(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.program.path().join(folder)).unwrap();
        let files = entries
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_file());
        let mut names: Vec<_> = files
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn films_in_the_watched_folder_are_added_and_moved() {
    let cinema = Cinema::new(&[
        film("ABC-1", "甲", json!({})),
        film("ABC-2", "乙", json!({})),
    ]);
    cinema.put(&[
        "ABC-1.mkv",
        "ABC-1.zh.srt",
        "text.mp4",
        "ABC-2.mkv.part",
        "ABC-9.mkv",
    ]);
    let watched = cinema.watch();
    assert_eq!(watched.code, 0, "{}", watched.err);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    assert_eq!(cinema.files("inbox"), ["ABC-2.mkv.part"]);
    assert_eq!(cinema.files("inbox/done"), ["ABC-1.mkv", "ABC-1.zh.srt"]);
    assert_eq!(
        cinema.files("inbox/failed"),
        ["ABC-9.mkv", "ABC-9.mkv.txt", "text.mp4", "text.mp4.txt"]
    );
    let reason = |name: &str| {
        let file = cinema.program.path().join("inbox/failed").join(name);
        std::fs::read_to_string(file).unwrap()
    };
    assert_eq!(reason("ABC-9.mkv.txt"), "没有番号为 ABC-9 的作品\n");
    assert_eq!(reason("text.mp4.txt"), "不是影片文件\n");
    // It is run again where it is now, after the work was added.
    let file = cinema
        .program
        .write("more.ndjson", &film("ABC-9", "丙", json!({})).to_string());
    assert_eq!(cinema.program.run(&["import", &file]).code, 0);
    cinema.change("UPDATE film_jobs SET state = 'waiting' WHERE number = 'ABC-9'");
    assert_eq!(cinema.watch().code, 0);
    assert_eq!(cinema.work("ABC-9")["isOnline"], 1);
    assert_eq!(cinema.files("inbox/failed"), ["text.mp4", "text.mp4.txt"]);
    assert_eq!(
        cinema.files("inbox/done"),
        ["ABC-1.mkv", "ABC-1.zh.srt", "ABC-9.mkv"]
    );
    let unset = cinema.film(&["watch"]);
    assert!(
        unset.code == 1 && unset.err.contains("FILM_INBOX"),
        "{}",
        unset.err
    );
}

#[test]
fn a_watch_that_was_killed_goes_on_with_its_film() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    cinema.put(&["ABC-1.mkv"]);
    cinema.install("ffmpeg", &killing());
    assert_eq!(cinema.watch().code, -1);
    assert_eq!(cinema.files("inbox"), [""; 0]);
    cinema.install("ffmpeg", FFMPEG);
    cinema.change("UPDATE film_jobs SET beat_at = beat_at - 61");
    let watched = cinema.watch();
    assert_eq!(watched.code, 0, "{}", watched.err);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    assert_eq!(cinema.files("inbox/done"), ["ABC-1.mkv"]);
    assert_eq!(cinema.jobs(), [job("ABC-1.mkv", "ABC-1", "done", "", 100)]);
    assert_eq!(cinema.files("inbox/.work"), ["lock"]);
    // Killed after the film was stored, before its file was moved.
    let taken = cinema.program.path().join("inbox/.work/1");
    std::fs::create_dir(&taken).unwrap();
    std::fs::rename(
        cinema.program.path().join("inbox/done/ABC-1.mkv"),
        taken.join("ABC-1.mkv"),
    )
    .unwrap();
    cinema.change(&format!(
        "UPDATE film_jobs SET path = '{}'",
        taken.join("ABC-1.mkv").display()
    ));
    assert_eq!(cinema.watch().code, 0);
    assert_eq!(cinema.files("inbox/done"), ["ABC-1.mkv"]);
    assert_eq!(cinema.jobs().len(), 1);
}

#[test]
fn a_film_that_kills_its_process_twice_fails() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    cinema.put(&["ABC-1.mkv"]);
    cinema.install("ffmpeg", &killing());
    for _ in 0..2 {
        assert_eq!(cinema.watch().code, -1);
        cinema.change("UPDATE film_jobs SET beat_at = beat_at - 61");
    }
    cinema.install("ffmpeg", FFMPEG);
    cinema.put(&["ABC-2.mkv"]);
    let watched = cinema.watch();
    assert_eq!(watched.code, 0, "{}", watched.err);
    let failed = ["ABC-1.mkv", "ABC-1.mkv.txt", "ABC-2.mkv", "ABC-2.mkv.txt"];
    assert_eq!(cinema.files("inbox/failed"), failed);
    assert_eq!(cinema.jobs()[0][3], "处理它的进程中断了");
}

#[test]
fn hidden_files_beside_a_taken_film_do_not_stop_the_watch() {
    let cinema = Cinema::new(&[film("ABC-1", "甲", json!({}))]);
    for (folder, name) in [("1", "ABC-1.mkv"), ("2", "ABC-1.srt")] {
        let taken = format!("inbox/.work/{folder}");
        std::fs::create_dir_all(cinema.program.path().join(&taken)).unwrap();
        cinema.program.write(&format!("{taken}/{name}"), "film");
        cinema.program.write(&format!("{taken}/.hidden"), "");
    }
    let watched = cinema.watch();
    assert_eq!(watched.code, 0, "{}", watched.err);
    assert_eq!(cinema.work("ABC-1")["isOnline"], 1);
    assert_eq!(cinema.files("inbox"), ["ABC-1.srt"]);
    assert_eq!(cinema.files("inbox/done"), ["ABC-1.mkv"]);
}
