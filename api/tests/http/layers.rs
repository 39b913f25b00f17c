//! The layers described in `src/lib.rs`: base modules import no feature, features import neither `admin` nor the
//! server, and imports have no cycles. The graph is parsed from the source; tests in it do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

/// Modules that everything may import.
const GROUND: &[&str] = &[
    "audit",
    "auth",
    "config",
    "db",
    "ephemeral",
    "http",
    "mail",
    "state",
    "stats",
    "storage",
    "telemetry",
    "workers",
];
/// The wiring.
const WIRING: &[&str] = &["cli", "commands", "lib", "main", "server"];
/// Cross-feature views of operators: above the features, below the wiring.
const ACROSS: &str = "admin";

/// The folders of the search, and the facade that imports them all.
const SEARCH: &[&str] = &[
    "text",
    "keyword",
    "schema",
    "read",
    "query",
    "build",
    "works_index",
];

/// Which top-level modules each one uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

static INLINE_TESTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)#\[cfg\(test\)\]\s*(?:pub )?mod \w+ \{.*").unwrap());
static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new("//[^\n]*").unwrap());
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bcrate::(\w+)").unwrap());
static GROUP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bcrate::\{([^;]*)\};").unwrap());
static IN_GROUP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:^|,)\s*(\w+)").unwrap());

fn graph() -> Graph {
    graph_of("src")
}

/// The graph of a folder of sources.
fn graph_of(sources: &str) -> Graph {
    let mut graph = Graph::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(sources);
    read(&root, None, &mut graph);
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    for (module, used) in &mut graph {
        used.retain(|other| other != module && modules.contains(other));
    }
    graph
}

fn read(folder: &Path, top: Option<&str>, graph: &mut Graph) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let top = top.unwrap_or(&name);
        if path.is_dir() {
            read(&path, Some(top), graph);
        } else if !name.ends_with("tests") {
            let text = std::fs::read_to_string(&path).unwrap();
            graph.entry(top.to_owned()).or_default().extend(used(&text));
        }
    }
}

fn used(text: &str) -> BTreeSet<String> {
    let text = COMMENT.replace_all(text, "");
    let text = INLINE_TESTS.replace(&text, "");
    let groups = GROUP.captures_iter(&text).flat_map(|group| {
        let items = IN_GROUP.captures_iter(group.get(1).unwrap().as_str());
        items.map(|item| item[1].to_owned()).collect::<Vec<_>>()
    });
    let paths = PATH.captures_iter(&text).map(|path| path[1].to_owned());
    groups.chain(paths).collect()
}

#[test]
fn base_modules_import_no_feature() {
    let graph = graph();
    for ground in GROUND {
        let used = graph.get(*ground).expect(ground);
        let above: Vec<_> = used
            .iter()
            .filter(|other| !GROUND.contains(&other.as_str()))
            .collect();
        assert!(above.is_empty(), "{ground} uses {above:?}");
    }
}

#[test]
fn features_import_neither_admin_nor_server() {
    for (module, used) in graph() {
        if WIRING.contains(&module.as_str()) {
            continue;
        }
        for other in used {
            let below = !WIRING.contains(&other.as_str()) && other != ACROSS;
            assert!(below, "{module} uses {other}");
        }
    }
}

#[test]
fn modules_have_no_import_cycles() {
    let mut graph = graph();
    graph.retain(|module, _| !WIRING.contains(&module.as_str()));
    // Repeatedly removes modules that import no remaining one: what is left is a cycle, or imports one.
    loop {
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        let before = graph.len();
        graph.retain(|_, used| used.iter().any(|other| left.contains(other)));
        if graph.len() == before {
            break;
        }
    }
    assert!(graph.is_empty(), "in a cycle, or importing one: {graph:?}");
}

/// Cargo keeps a crate from using one above it; this keeps HTTP and SQL out of those that need neither.
#[test]
fn crates_without_http_and_database_depend_on_neither() {
    for (manifest, own) in [
        (include_str!("../../crates/artwork/Cargo.toml"), &[][..]),
        (include_str!("../../crates/film/Cargo.toml"), &[]),
        (include_str!("../../crates/formats/Cargo.toml"), &[]),
        (
            include_str!("../../crates/search/Cargo.toml"),
            &["yingku-base"],
        ),
    ] {
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        let names = dependencies
            .lines()
            .filter_map(|line| line.split(['.', ' ']).next());
        for name in names {
            let above = ["actix", "diesel", "utoipa", "reqwest", "ureq"];
            assert!(!above.iter().any(|above| name.starts_with(above)), "{name}");
            assert!(!name.starts_with("yingku") || own.contains(&name), "{name}");
        }
    }
}

#[test]
fn each_folder_of_the_search_uses_only_those_before_it() {
    let graph = graph_of("crates/search/src");
    for (at, folder) in SEARCH.iter().enumerate() {
        let used = graph.get(*folder).expect(folder);
        let later = &SEARCH[at..];
        let above: Vec<_> = used
            .iter()
            .filter(|other| later.contains(&other.as_str()))
            .collect();
        assert!(above.is_empty(), "{folder} uses {above:?}");
    }
}

#[test]
fn the_import_graph_is_parsed_correctly() {
    let text = "use crate::db::Conn;\n// crate::no\nuse crate::{auth, pay::Pay};\nfn f() { crate::stats::counters::new() }\n\
        #[cfg(test)]\nmod tests { use crate::server::App; }\n";
    let expected = ["auth", "db", "pay", "stats"].map(str::to_owned);
    assert_eq!(used(text), BTreeSet::from(expected));
}
