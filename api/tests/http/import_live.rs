//! `yingku import maccms URL` and `yingku import stash URL`, against a server in this process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::import_formats::{PICTURE, assert_prints, works};
use crate::support::command::Program;

/// A request: its first line, its key, and its body.
struct Request {
    line: String,
    key: String,
    body: Value,
}

/// A status and a body.
type Reply = (u16, Vec<u8>);

/// A site that answers one request after another, until the process ends.
struct Site {
    url: String,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn start(answer: impl Fn(&Request, usize) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&lines);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read(&stream);
                let count = {
                    let mut seen = seen.lock().unwrap();
                    seen.push(request.line.clone());
                    seen.iter().filter(|line| **line == request.line).count()
                };
                let (status, body) = answer(&request, count);
                let head = format!(
                    "HTTP/1.1 {status} x\r\ncontent-length: {}\r\nlocation: /other\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                stream
                    .write_all(&[head.as_bytes(), &body].concat())
                    .unwrap();
            }
        });
        Self { url, lines }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let header = |name: &str| {
        let mut headers = lines.iter().filter_map(|line| line.split_once(": "));
        let found = headers.find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.to_owned()).unwrap_or_default()
    };
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    Request {
        line: lines[0].clone(),
        key: header("apikey"),
        body: serde_json::from_slice(&body).unwrap_or_default(),
    }
}

fn page(page: u32, pages: u32) -> Vec<u8> {
    let film = json!({
        "vod_id": page, "vod_name": format!("MZU-00{page} 山谷"), "vod_pic": "https://img.example/a.jpg", "vod_pubdate": "2026-01-05",
    });
    json!({ "code": 1, "page": page, "pagecount": pages, "list": [film] })
        .to_string()
        .into_bytes()
}

#[actix_web::test]
async fn the_pages_of_a_site_are_read_one_after_another() {
    let site = Site::start(|request, count| match request.line.as_str() {
        line if line.contains("pg=1&") => (200, page(1, 3)),
        // A site that is busy for a moment is asked again.
        line if line.contains("pg=2&") && count == 1 => (503, Vec::new()),
        line if line.contains("pg=2&") => (200, page(2, 3)),
        line if line.contains("pg=3&h=24") => (200, page(3, 3)),
        _ => (404, Vec::new()),
    });
    let program = Program::new();
    let refused = program.run(&["import", "maccms", &site.url, "--channel", "western"]);
    assert_eq!(refused.code, 1);
    assert_prints(
        &refused,
        &["the address is of your own network: add --allow-private"],
    );
    assert!(site.lines().is_empty());
    let patient = ["--channel", "western", "--allow-private", "--pause", "0"];
    let arguments = [
        &["import", "maccms", &site.url, "--hours", "24"][..],
        &patient,
    ]
    .concat();
    let ran = program.run(&arguments);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_prints(
        &ran,
        &["3 pages", "3 new, 0 updated, 0 unchanged, 0 rejected"],
    );
    assert_eq!(works(&program)[2]["number"], "MZU-003");
    let first = "GET /api.php/provide/vod/?ac=videolist&pg=1&h=24 HTTP/1.1";
    assert_eq!((site.lines().len(), site.lines()[0].as_str()), (4, first));
    let rest = program.run(&[&arguments[..], &["--from-page", "3"]].concat());
    assert_prints(&rest, &["0 new, 0 updated, 1 unchanged, 0 rejected"]);
    assert_eq!(site.lines().len(), 5);
}

#[actix_web::test]
async fn a_site_that_fails_is_explained() {
    let site = Site::start(|request, _| match request.line.as_str() {
        line if line.contains("/moved") => (302, Vec::new()),
        line if line.contains("/closed") => (
            200,
            json!({ "code": 0, "msg": "closed" })
                .to_string()
                .into_bytes(),
        ),
        line if line.contains("pg=1") => (200, page(1, 2)),
        _ => (404, Vec::new()),
    });
    let program = Program::new();
    let run = |url: &str| {
        let arguments = [
            "import",
            "maccms",
            url,
            "--channel",
            "western",
            "--allow-private",
            "--pause",
            "0",
        ];
        program.run(&arguments)
    };
    let broken = run(&site.url);
    assert_eq!(broken.code, 1);
    assert_prints(
        &broken,
        &["page 2: status 404", "To go on there: --from-page 2"],
    );
    for (path, message) in [
        ("/moved/api.php", "it redirects to /other"),
        ("/closed/api.php", "has no \"list\" of films: closed"),
    ] {
        let ran = run(&format!("{}{path}", site.url));
        assert_eq!(ran.code, 1);
        assert_prints(&ran, &[message]);
    }
    let ran = program.run(&["import", "films", &site.url]);
    assert_prints(&ran, &["import maccms URL, import stash URL"]);
    let ran = program.run(&["import", "maccms", "films.example"]);
    assert_prints(&ran, &["films.example is not an address"]);
}

fn scene(id: u32) -> Value {
    json!({
        "id": id.to_string(), "title": "山谷里的四季", "code": format!("MZU-{id:03}"), "date": "2026-01-05", "rating100": 90,
        "files": [{ "basename": "a.mkv", "duration": 5700.0 }], "paths": { "screenshot": format!("http://elsewhere.example/scene/{id}/screenshot") },
        "studio": { "name": "四季社", "aliases": ["Seasons"] }, "performers": [{ "name": "林晓月", "alias_list": ["Wavelet"] }],
        "tags": [{ "name": "剧情" }], "groups": [],
    })
}

#[actix_web::test]
async fn the_scenes_of_stash_are_imported_with_their_covers() {
    let site = Site::start(|request, _| {
        if request.key != "secret" {
            return (401, Vec::new());
        }
        match request.line.as_str() {
            "POST /graphql HTTP/1.1" => {
                let page = request.body["variables"]["page"].as_u64().unwrap();
                let scenes = if page == 1 {
                    vec![scene(1), scene(2)]
                } else {
                    vec![scene(3)]
                };
                let found = json!({ "data": { "findScenes": { "count": 51, "scenes": scenes } } });
                (200, found.to_string().into_bytes())
            }
            "GET /scene/2/screenshot HTTP/1.1" => (404, Vec::new()),
            _ => (200, PICTURE.to_vec()),
        }
    });
    let program = Program::new();
    let arguments = [
        "import",
        "stash",
        &site.url,
        "--channel",
        "western",
        "--allow-private",
        "--pause",
        "0",
    ];
    let closed = program.run(&arguments);
    assert_prints(&closed, &["status 401: the site wants a key"]);
    let dry = program.run_with(
        "STASH_API_KEY",
        "secret",
        &[&arguments[..], &["--dry-run"]].concat(),
    );
    assert_prints(
        &dry,
        &[
            "2 pages",
            "3 new, 0 updated, 0 unchanged, 0 rejected",
            "Nothing was written.",
        ],
    );
    let ran = program.run_with("STASH_API_KEY", "secret", &arguments);
    assert_prints(
        &ran,
        &[
            "2 pictures imported",
            "entry 2: imported, picBig: 封面没有下载：status 404",
            "3 new, 0 updated",
        ],
    );
    let all = works(&program);
    let cover = all[0]["picBig"].as_str().unwrap();
    assert!(
        program.path().join("data/media").join(cover).exists(),
        "{cover}"
    );
    assert_eq!(all[1].get("picBig"), None);
    assert_eq!(
        (&all[0]["performers"], &all[0]["makers"], &all[0]["average"]),
        (
            &json!([{ "name": "林晓月", "aliases": ["Wavelet"] }]),
            &json!([{ "name": "四季社", "aliases": ["Seasons"] }]),
            &json!(4.5)
        )
    );
}
