//! A restored or moved site responds to every public request like the original.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::json;
use yingku::transfer::archive::{Part, verify};
use yingku::transfer::restore::{finish, missing_files, restore_database};

use super::calls::{SITE, Walk, ask, is_counted};
use super::{as_many_as, compared, moved, site};
use crate::operators::pictures::PNG;
use crate::support::app::config;
use crate::support::db::{TestDb, options};
use crate::support::{TestApp, film};
use crate::transfer::{back_up, fill};

/// Requests per run; `PUBLIC_CALLS=1000` sends more.
const CALLS: usize = 150;
const SEED: u64 = 20_261_125;
const SETTINGS: [(&str, &str); 1] = [("PUBLIC_URL", SITE)];

/// A response.
type ComparedResponse = (u16, String, String, String);

/// A site with everything: a catalogue, a library, orders, messages, reports, an uploaded picture and a custom page.
async fn live(t: &TestApp) {
    let media = &t.app.state.config.media.dir;
    fs::create_dir_all(media.join("covers")).unwrap();
    fs::write(media.join("covers/own.png"), PNG).unwrap();
    let pages = &t.app.state.config.site.pages_dir;
    fs::create_dir_all(pages).unwrap();
    fs::write(pages.join("contact.md"), "# 联系我们\n\n电话在这里。\n").unwrap();
    let own = json!({ "picSmall": "covers/own.png", "picBig": "covers/own.png", "pubTime": "2026-09-20" });
    t.import(&[film("OWN-1", "自己的封面", own)]);
    site::fill(t).await;
    fill(t).await;
    t.app.indexer.catch_up_now();
    t.app.directory.catch_up_now();
}

/// The site restored from a backup, on `db`.
async fn restored(backup: &Path, db: TestDb, folder: tempfile::TempDir) -> TestApp {
    let description = verify(backup).unwrap();
    let config = config(folder.path(), &db.url, &SETTINGS);
    let parts = BTreeSet::from([Part::Media, Part::Pages]);
    let files = missing_files(&config, backup, &description, &parts).unwrap();
    assert!(files.len() >= 2, "{}", files.len());
    let restored = restore_database(&options(&db.url), backup, &description, &mut |_, _| ());
    files.iter().for_each(|file| file.put().unwrap());
    finish(&restored.unwrap()).unwrap();
    let t = TestApp::start(folder, db, &SETTINGS).await;
    t.app.directory.catch_up_now();
    t
}

async fn responses(original: &TestApp, t: &TestApp, calls: &[String]) -> Vec<ComparedResponse> {
    let mut all = Vec::new();
    for target in calls {
        let answer = ask(original, t, target).await;
        let (status, mut etag, body) = compared(&answer);
        let kind = answer.header("content-type").to_owned();
        // The etag of an operator's file depends on the file's path and time.
        if target.starts_with("/media/") && kind != "image/svg+xml" {
            etag.clear();
        }
        all.push((status, etag, kind, body));
    }
    all
}

fn assert_equal(
    copy: &str,
    calls: &[String],
    original: &[ComparedResponse],
    responses: &[ComparedResponse],
) {
    for (target, (one, other)) in calls.iter().zip(original.iter().zip(responses)) {
        assert!(one == other, "{copy}: {target}\n{one:?}\n{other:?}");
    }
}

fn sqlite() -> (TestDb, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (TestDb::sqlite(folder.path()), folder)
}

fn postgres() -> (TestDb, tempfile::TempDir) {
    (TestDb::postgres(), tempfile::tempdir().unwrap())
}

async fn every_copy_answers_like_the_original(original: &TestApp, (here, there): (Place, Place)) {
    live(original).await;
    let count = as_many_as("PUBLIC_CALLS", CALLS);
    let mut calls = Walk::new(SEED).calls(original, count).await;
    calls.sort_by_key(|target| is_counted(target));
    // Everything has been counted: repeated requests change nothing.
    original.app.views.write_now().unwrap();
    original.app.searches.write_now().unwrap();
    original.app.indexer.catch_up_now();
    original.app.response_cache.clear();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("backup");
    back_up(original, &folder, &[Part::Media, Part::Pages]);
    let expected = responses(original, original, &calls).await;
    let good = expected.iter().filter(|response| response.0 == 200).count();
    assert!(good * 20 > count * 19, "{good} of {count}");
    for (name, place) in [
        ("restored to the same engine", here),
        ("restored to the other engine", there),
    ] {
        let (db, folder_of_copy) = place();
        let copy = restored(&folder, db, folder_of_copy).await;
        assert_equal(
            name,
            &calls,
            &expected,
            &responses(original, &copy, &calls).await,
        );
    }
    // A move covers the database alone: the files stay where they are.
    let [media, pages] = [
        &original.app.state.config.media.dir,
        &original.app.state.config.site.pages_dir,
    ]
    .map(|path| path.display().to_string());
    let settings = [SETTINGS[0], ("MEDIA_DIR", &media), ("PAGES_DIR", &pages)];
    let gone = moved(original, there(), &settings).await;
    let back = moved(&gone, here(), &settings).await;
    for (name, copy) in [("moved", gone), ("moved back", back)] {
        assert_equal(
            name,
            &calls,
            &expected,
            &responses(original, &copy, &calls).await,
        );
    }
}

/// Creates a database and a folder.
type Place = fn() -> (TestDb, tempfile::TempDir);

#[actix_web::test]
async fn every_copy_of_a_site_on_sqlite_responds_alike() {
    let (db, folder) = sqlite();
    let original = TestApp::start(folder, db, &SETTINGS).await;
    every_copy_answers_like_the_original(&original, (sqlite, postgres)).await;
}

#[actix_web::test]
async fn every_copy_of_a_site_on_postgres_responds_alike() {
    let (db, folder) = postgres();
    let original = TestApp::start(folder, db, &SETTINGS).await;
    every_copy_answers_like_the_original(&original, (postgres, sqlite)).await;
}
