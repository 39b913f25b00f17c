//! The stream that all demo works share: a test picture with a beep each second, part of the program.

use std::path::Path;

/// What demo works have for their stream; below the folder of streams it is `demo`.
pub const STREAM: &str = "streams/demo/index.m3u8";
/// Its folder below that of streams.
pub(super) const FOLDER: &str = "demo";

macro_rules! files {
    ($($name:literal)+) => { [$(($name, include_bytes!(concat!("../../assets/test-stream/", $name)).as_slice())),+] };
}

/// Its files.
const FILES: [(&str, &[u8]); 11] = files!(
    "index.m3u8" "segment-00.ts" "segment-01.ts" "segment-02.ts" "segment-03.ts" "segment-04.ts"
    "segment-05.ts" "segment-06.ts" "segment-07.ts" "segment-08.ts" "segment-09.ts"
);

/// Puts its files into the folder of streams, where they are served like others.
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
