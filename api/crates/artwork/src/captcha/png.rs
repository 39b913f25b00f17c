//! Writes a PNG of 16 greys: signature, header, one block of compressed rows, end (ISO/IEC 15948).

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::picture::{HEIGHT, Picture, WIDTH};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Four bits a pixel, grey, and the standard's only compression, filter set and order of rows.
const FORM: [u8; 5] = [4, 0, 0, 0, 0];

/// The file; two pixels share a byte.
pub(super) fn write(picture: &Picture) -> io::Result<Vec<u8>> {
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in picture {
        let pair = |pair: &[u8]| match pair {
            [left, right] => left << 4 | right,
            [left] => left << 4,
            _ => 0,
        };
        let unfiltered = 0;
        let bytes: Vec<u8> = std::iter::once(unfiltered)
            .chain(row.chunks(2).map(pair))
            .collect();
        rows.write_all(&bytes)?;
    }
    let header = [&WIDTH.to_be_bytes()[..], &HEIGHT.to_be_bytes(), &FORM].concat();
    let mut file = SIGNATURE.to_vec();
    for (name, data) in [
        (b"IHDR", header),
        (b"IDAT", rows.finish()?),
        (b"IEND", Vec::new()),
    ] {
        let mut crc = flate2::Crc::new();
        crc.update(name);
        crc.update(&data);
        let length = u32::try_from(data.len()).map_err(io::Error::other)?;
        file.extend(length.to_be_bytes());
        file.extend(name);
        file.extend(data);
        file.extend(crc.sum().to_be_bytes());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_rows_decode() {
        let picture = super::super::picture::draw("ABCD", 5);
        let file = write(&picture).unwrap();
        let at = file.windows(4).position(|name| name == b"IDAT").unwrap();
        let length = u32::from_be_bytes(file[at - 4..at].try_into().unwrap());
        let data = &file[at + 4..at + 4 + usize::try_from(length).unwrap()];
        let mut rows = Vec::new();
        flate2::read::ZlibDecoder::new(data)
            .read_to_end(&mut rows)
            .unwrap();
        let read: Picture = rows
            .chunks(61)
            .map(|row| {
                row[1..]
                    .iter()
                    .flat_map(|byte| [byte >> 4, byte & 15])
                    .collect()
            })
            .collect();
        assert_eq!(read, picture);
    }
}
