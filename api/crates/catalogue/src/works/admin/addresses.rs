//! Checks the addresses of pictures, clips and streams: paths below the image host, and https URLs of allowed hosts. The
//! site's content security policy blocks all others.

use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::Config;

use super::form::WorkFields;
use crate::import::path::host_of;

/// Checks the addresses in a form; 422 with a host that is not allowed.
pub fn check(fields: &WorkFields, config: &Config) -> Result<(), ApiError> {
    let single = [&fields.pic_big, &fields.pic_small, &fields.mp4];
    let lists = [&fields.image_big, &fields.image_small];
    let all = single
        .into_iter()
        .flatten()
        .chain(lists.into_iter().flatten().flatten());
    for address in all {
        if let Some(host) = host_of(address)
            && !config.media.may_load_from(host)
        {
            let text = format!(
                "图片或视频的主机 {host} 未被允许，请上传图片，或在 IMAGE_HOSTS 中加入该主机"
            );
            return Err(ApiError::with_message(ErrorKind::WorkRefused, text));
        }
    }
    if let Some(host) = fields.m3u8.as_deref().and_then(host_of)
        && !config.streams.may_play_from(host)
    {
        let text = format!("播放地址的主机 {host} 未被允许，请在 STREAM_HOSTS 中加入该主机");
        return Err(ApiError::with_message(ErrorKind::WorkRefused, text));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn checked(fields: serde_json::Value) -> Result<(), String> {
        let settings = [
            ("IMAGE_BASE", "https://img.example/covers"),
            ("IMAGE_HOSTS", "other.example:8443"),
            ("STREAM_HOSTS", "films.example"),
        ];
        let config = Config::from_pairs(&settings).unwrap();
        let fields: WorkFields = serde_json::from_value(fields).unwrap();
        check(&fields, &config).map_err(|error| error.body("").msg)
    }

    #[test]
    fn paths_and_known_hosts_pass() {
        for good in [
            json!({}),
            json!({ "picBig": "a/b.jpg", "imageBig": ["a.jpg"] }),
            json!({ "picBig": "https://img.example/x.jpg", "mp4": " HTTPS://OTHER.example:8443/a.mp4" }),
            json!({ "m3u8": "https://films.example/a.m3u8" }),
            json!({ "m3u8": "" }),
        ] {
            assert_eq!(checked(good.clone()), Ok(()), "{good}");
        }
    }

    #[test]
    fn a_host_outside_the_content_security_policy_is_named() {
        for bad in [
            json!({ "picBig": "https://strange.example/x.jpg" }),
            json!({ "mp4": "https://strange.example?x" }),
            json!({ "m3u8": "https://strange.example/a.m3u8" }),
            json!({ "imageSmall": ["a.jpg", "https://strange.example/x.jpg"] }),
        ] {
            let text = checked(bad.clone()).unwrap_err();
            assert!(text.contains("strange.example"), "{bad}: {text}");
        }
        assert!(checked(json!({ "picBig": "https://other.example/x" })).is_err());
        // Hosts of pictures are no hosts of films, nor the other way round.
        assert!(checked(json!({ "m3u8": "https://img.example/a.m3u8" })).is_err());
        assert!(checked(json!({ "mp4": "https://films.example/a.mp4" })).is_err());
    }
}
