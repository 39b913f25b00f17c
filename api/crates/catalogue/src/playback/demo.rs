//! The stream of all demo works, embedded in the binary: a test picture with a beep each second.

use std::path::Path;

/// The demo works' stream; its folder below the streams is `demo`.
pub const STREAM: &str = "streams/demo/index.m3u8";
/// Its folder below the streams.
pub(super) const FOLDER: &str = "demo";

macro_rules! files {
    ($($name:literal)+) => { [$(($name, include_bytes!(concat!("../../../../assets/test-stream/", $name)).as_slice())),+] };
}

/// Its files.
const FILES: [(&str, &[u8]); 11] = files!(
    "index.m3u8" "segment-00.ts" "segment-01.ts" "segment-02.ts" "segment-03.ts" "segment-04.ts"
    "segment-05.ts" "segment-06.ts" "segment-07.ts" "segment-08.ts" "segment-09.ts"
);

/// Copies its files into the folder of streams, where they are served like others.
pub fn prepare(streams: &Path) -> std::io::Result<()> {
    let folder = streams.join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    for (name, content) in FILES {
        let file = folder.join(name);
        if !file.exists() {
            std::fs::write(file, content)?;
        }
    }
    Ok(())
}
