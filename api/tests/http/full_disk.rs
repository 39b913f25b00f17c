//! A small disk of its own that is filled and freed again. Without the privileges to mount one the tests are skipped.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use actix_web::http::Method;
use diesel::prelude::*;
use serde_json::json;
use yingku_base::role::Role;
use yingku_catalogue::indexer::{Comparison, compare};
use yingku_db::schema::imports;
use yingku_search::Storage;

use crate::operators::pictures::PNG;
use crate::pay::write;
use crate::support::client::Call;
use crate::support::{TestApp, films, responses};

/// A mounted file system in memory; unmounted when it is dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap().keep();
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&folder)
            .output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self(folder)),
            _ => {
                println!("skipped: this user may not mount a file system");
                None
            }
        }
    }

    /// Fills the disk.
    fn fill(&self) -> Filled {
        let path = self.0.join("filler");
        let mut file = File::create(&path).unwrap();
        let block = [1_u8; 4_096];
        while file.write_all(&block).is_ok() {}
        Filled(path)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        let _ = std::fs::remove_dir(&self.0);
    }
}

/// What fills the disk, until it is dropped.
struct Filled(PathBuf);

impl Drop for Filled {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn folder_on(disk: &Path) -> tempfile::TempDir {
    tempfile::tempdir_in(disk).unwrap()
}

#[actix_web::test]
async fn after_a_full_disk_everything_recovers_without_intervention() {
    let Some(disk) = Disk::mount(64) else { return };
    let t = TestApp::in_folder(folder_on(&disk.0)).await;
    t.import(&films("censored", 300));
    let ids: Vec<String> = t
        .rows("/works/detail/list?pageSize=100")
        .await
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect();
    let member = t.member("lin-xiaoyue").await;
    let like = async |id: &str| {
        let form = json!({ "status": 0, "dataId": id });
        member.post("/user/like", &form).await
    };
    for round in 0..3 {
        let filled = disk.fill();
        let mut rejected = 0;
        for id in ids.iter().skip(round * 30).take(20) {
            let answer = like(id).await;
            // SQLite works as long as its log has room.
            if answer.status != 200 {
                assert_eq!(
                    (answer.status.as_u16(), &answer.json()["error"]),
                    (503, &json!("disk_full"))
                );
                rejected += 1;
            }
            t.app.indexer.catch_up_now();
        }
        assert_eq!(t.numbers("").await.len(), 100, "lists are served");
        drop(filled);
        for id in ids.iter().skip(round * 30).take(30) {
            assert_eq!(like(id).await.status, 200, "after {rejected} rejections");
        }
        t.app.indexer.catch_up_now();
        let found = compare(&t.app.state.db, &t.app.index).unwrap();
        assert_eq!(
            found,
            Comparison {
                works: 300,
                ..Comparison::default()
            }
        );
        assert_eq!(t.app.indexer.condition().trouble, None);
    }
    assert_eq!(t.app.index.damage(), None);
    let t = t.restart_on(Storage::default(), |_, _| ()).await;
    assert_eq!(t.get("/works/detail/list").await.json()["total"], 300);
}

#[actix_web::test]
async fn an_upload_without_disk_space_is_rejected() {
    let t = TestApp::on_sqlite().await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let form = json!({ "name": "films.ndjson", "size": 10 });
    let announced = editor.admin_post("/imports", &form).await.json();
    let id = announced["data"]["id"].as_str().unwrap();
    // Writes there find no space.
    let file = t.folder.path().join("imports").join(id);
    std::os::unix::fs::symlink("/dev/full", file).unwrap();
    let target = format!("/prod-api/admin/imports/{id}/part?offset=0");
    let part = Call::new(Method::POST, &target)
        .header("content-type", "application/octet-stream")
        .body("0123456789");
    let answer = t.send(part.bearer(&editor.access)).await;
    answer.assert_fails(422, "storage_full");
    let kept = editor.admin_get(&format!("/imports/{id}")).await.json();
    assert_eq!(kept["data"]["received"], 0);
    // Larger than any disk: declared sizes of other uploads count as well.
    write(&t, |conn| {
        diesel::update(imports::table)
            .set(imports::size.eq(1_i64 << 60))
            .execute(conn)
    });
    let rejected = editor.admin_post("/imports", &form).await;
    rejected.assert_fails(422, "storage_full");
}

#[actix_web::test]
async fn a_picture_without_disk_space_is_rejected() {
    let Some(disk) = Disk::mount(1) else {
        responses::not_tried("POST /admin/pictures 422 storage_full");
        return;
    };
    let media = disk.0.display().to_string();
    let t = TestApp::with(&[("MEDIA_DIR", &media)]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let upload = || {
        Call::new(Method::POST, "/prod-api/admin/pictures")
            .header("content-type", "application/octet-stream")
            .body(PNG)
            .bearer(&editor.access)
    };
    let filled = disk.fill();
    let rejected = t.send(upload()).await;
    rejected.assert_fails(422, "storage_full");
    drop(filled);
    assert_eq!(t.send(upload()).await.status, 200);
}
