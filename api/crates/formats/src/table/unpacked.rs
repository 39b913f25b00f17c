//! How much a packed workbook unpacks to.

use std::io::{self, Cursor, Read as _};

use super::limits::MAX_UNPACKED_BYTES;
use super::ods::CONTENT;
use super::reading::Kind;
use crate::error::Error;

/// A workbook may unpack to so many bytes, or so many times its own.
const FREE_BYTES: u64 = 64 << 20;
const MAX_TIMES: u64 = 100;

/// To how much a workbook may unpack. Of some parts all is in memory at once, and what packs too well is no table.
pub(super) fn most_unpacked(packed: &[u8]) -> u64 {
    let bytes = u64::try_from(packed.len()).unwrap_or(u64::MAX);
    let most = bytes.saturating_mul(MAX_TIMES).max(FREE_BYTES);
    most.min(MAX_UNPACKED_BYTES)
}

/// Unpacks everything once without keeping it: the sizes that a file states may be wrong.
pub(super) fn check_unpacked(bytes: Cursor<&Vec<u8>>, most: u64) -> Result<Kind, Error> {
    let damaged = |error: &dyn std::fmt::Display| {
        Error::damaged(format!("not a workbook: {error}"), "不是完整的工作簿")
    };
    let mut archive = zip::ZipArchive::new(bytes).map_err(|error| damaged(&error))?;
    let mut left = most;
    if archive.by_name("xl/workbook.bin").is_ok() {
        let text = "a binary workbook (.xlsb): save it as .xlsx or CSV";
        return Err(Error::damaged(
            text,
            "二进制工作簿（.xlsb），请另存为 .xlsx 或 CSV",
        ));
    }
    let kind = match archive.by_name(CONTENT) {
        Ok(_) => Kind::Ods,
        Err(_) => Kind::Xlsx,
    };
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| damaged(&error))?;
        let read = io::copy(&mut file.take(left + 1), &mut io::sink());
        let read = read.map_err(|error| damaged(&error))?;
        left = left.checked_sub(read).ok_or_else(|| {
            Error::too_large(
                format!("the workbook has more than {most} bytes, unpacked"),
                "工作簿解压后太大",
            )
        })?;
    }
    Ok(kind)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_workbook_that_unpacks_to_too_much_is_rejected() {
        let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a", "b"] {
            let options = zip::write::SimpleFileOptions::default();
            packed.start_file(name, options).unwrap();
            packed.write_all(&[b' '; 600_000]).unwrap();
        }
        let bytes = packed.finish().unwrap().into_inner();
        assert!(bytes.len() < 10_000);
        assert!(check_unpacked(Cursor::new(&bytes), 1_200_000).is_ok());
        let error = check_unpacked(Cursor::new(&bytes), 1_199_999).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }
}
