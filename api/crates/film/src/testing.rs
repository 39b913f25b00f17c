//! Answers of ffprobe for tests.

use serde_json::{Value, json};

fn with(mut stream: Value, more: Value) -> Value {
    if let (Some(stream), Value::Object(more)) = (stream.as_object_mut(), more) {
        stream.extend(more);
    }
    stream
}

/// A picture in H.264, 1920 × 1080.
pub(crate) fn video(more: Value) -> Value {
    let stream = json!({
        "index": 0, "codec_type": "video", "codec_name": "h264", "profile": "High", "level": 40, "width": 1920, "height": 1080,
        "pix_fmt": "yuv420p", "sample_aspect_ratio": "1:1", "field_order": "progressive", "r_frame_rate": "24/1",
        "avg_frame_rate": "24/1", "start_time": "0.000000", "duration": "60.000000",
    });
    with(stream, more)
}

/// Stereo sound in AAC.
pub(crate) fn audio_track(more: Value) -> Value {
    let stream = json!({
        "index": 1, "codec_type": "audio", "codec_name": "aac", "profile": "LC", "channels": 2, "sample_rate": "48000",
        "start_time": "0.000000", "disposition": { "default": 1 },
    });
    with(stream, more)
}

/// An answer with these streams: a minute in MP4, 20 MB.
pub(crate) fn answer(streams: &[Value]) -> String {
    let format = json!({ "format_name": "mov,mp4,m4a,3gp,3g2,mj2", "start_time": "0.000000", "duration": "60.000000", "size": "20000000" });
    json!({ "streams": streams, "format": format }).to_string()
}
