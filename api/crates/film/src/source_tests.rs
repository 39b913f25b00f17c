//! What answers of ffprobe become.

use super::*;
use crate::testing::{answer, audio_track, video};
use serde_json::json;

#[test]
fn sizes_are_as_shown() {
    let size = |more| {
        let picture = Source::parse(&answer(&[video(more)])).unwrap().picture;
        (picture.width, picture.height, picture.is_plain)
    };
    assert_eq!(size(json!({})), (1920, 1080, true));
    assert_eq!(
        size(json!({ "side_data_list": [{}, { "rotation": -90 }] })),
        (1080, 1920, false)
    );
    assert_eq!(
        size(json!({ "side_data_list": [{ "rotation": 180 }] })),
        (1920, 1080, false)
    );
    assert_eq!(
        size(json!({ "width": 720, "height": 576, "sample_aspect_ratio": "64:45" })),
        (1024, 576, false)
    );
    assert_eq!(
        size(json!({ "sample_aspect_ratio": "0:1" })),
        (1920, 1080, true)
    );
    assert_eq!(
        size(json!({ "sample_aspect_ratio": "4000000000:1" })),
        (1920, 1080, true)
    );
}

#[test]
fn unsupported_files_get_reasons() {
    let fault = |json: &str| Source::parse(json).unwrap_err().to_string();
    assert_eq!(fault("{}"), "不是影片文件");
    assert_eq!(fault("no json"), "不是影片文件");
    assert_eq!(fault(&answer(&[audio_track(json!({}))])), "没有画面");
    assert_eq!(
        fault(&answer(&[
            video(json!({ "disposition": { "attached_pic": 1 } })),
            audio_track(json!({}))
        ])),
        "没有画面"
    );
    assert_eq!(
        fault(&answer(&[video(json!({ "width": 0 }))])),
        "文件损坏：无法识别画面"
    );
    let endless = answer(&[video(json!({}))]).replace("\"60.000000\"", "\"99999999.0\"");
    assert_eq!(fault(&endless), "文件损坏：没有有效的时长");
}

#[test]
fn a_rate_that_varies_becomes_a_usual_one() {
    for (own, mean, expected) in [
        ("24/1", "24/1", (24, 1)),
        ("24000/1001", "24000/1001", (24_000, 1_001)),
        ("90000/1", "2997/100", (30_000, 1_001)),
        ("1000/1", "23976/1000", (24_000, 1_001)),
        ("120/1", "119/1", (60, 1)),
        ("0/0", "0/0", (25, 1)),
        ("1/1", "1/1", (10, 1)),
    ] {
        let rate = rate(own, mean);
        assert_eq!((rate.frames, rate.seconds), expected, "{own} {mean}");
    }
}

#[test]
fn tracks_have_languages_and_clean_titles() {
    let source = Source::parse(&answer(&[
        video(json!({})),
        audio_track(json!({ "index": 1, "tags": { "language": "chi", "title": "国\"语\n" } })),
        audio_track(json!({ "index": 2, "codec_name": "ac3", "channels": 6 })),
        json!({ "index": 3, "codec_type": "subtitle", "codec_name": "ass", "tags": { "language": "eng" }, "disposition": { "forced": 1 } }),
        json!({ "index": 4, "codec_type": "subtitle", "codec_name": "hdmv_pgs_subtitle" }),
    ]))
    .unwrap();
    let [first, second] = source.audio.as_slice() else {
        panic!()
    };
    assert_eq!(
        (first.language.as_str(), first.title.as_str(), first.is_fit),
        ("zh", "国语", true)
    );
    assert!(!second.is_fit);
    assert!(source.subtitles[0].is_forced && source.subtitles[0].language == "en");
    assert_eq!(source.left_out, ["字幕 4 (hdmv_pgs_subtitle)"]);
}
