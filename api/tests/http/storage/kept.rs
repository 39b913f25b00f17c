//! Uploaded pictures go to the store, also to one with a private certificate authority.

use yingku_base::role::Role;

use super::{fetch, jpeg, smaller, stored, upload};
use crate::support::s3::{S3, env_var};

#[actix_web::test]
async fn an_uploaded_picture_is_stored_once() {
    let s3 = S3::new();
    let t = stored(&s3, &[]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let jpeg = jpeg();
    let mut paths = Vec::new();
    for _ in 0..2 {
        let answer = t.send(upload(&editor.access, &jpeg)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        paths.push(answer.json()["data"]["path"].as_str().unwrap().to_owned());
    }
    assert_eq!(paths[0], paths[1]);
    assert_eq!(s3.paths().await, [format!("media/{}", paths[0])]);
    assert_eq!(s3.get(&format!("media/{}", paths[0])).await.unwrap(), jpeg);
    assert!(!t.folder.path().join("media/uploads").exists());
    let copy = smaller(&t, &format!("/media/{}?w=240", paths[0])).await;
    assert_eq!(
        (copy.header("content-type"), copy.header("cache-control")),
        ("image/webp", "public, max-age=31536000, immutable")
    );
    // Another instance with the same store has it, too.
    let other = stored(&s3, &[]).await;
    let original = fetch(&other, &format!("/media/{}", paths[0])).await;
    assert_eq!(&original.body[..], &jpeg[..]);
    assert_eq!(
        original.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
}

#[actix_web::test]
async fn a_store_with_a_private_ca_is_trusted_when_configured() {
    let s3 = S3::new();
    s3.put("media/a.txt", b"one").await;
    let (url, file) = (env_var("TEST_S3_TLS_URL"), env_var("TEST_S3_CA_FILE"));
    let trusting = stored(&s3, &[("S3_ENDPOINT", &url), ("S3_CA_FILE", &file)]).await;
    let file = fetch(&trusting, "/media/a.txt").await;
    assert_eq!(&file.body[..], b"one");
    assert_eq!(file.header("cache-control"), "public, max-age=86400");
    let doubting = stored(&s3, &[("S3_ENDPOINT", &url)]).await;
    fetch(&doubting, "/media/a.txt")
        .await
        .assert_fails(503, "busy");
}
