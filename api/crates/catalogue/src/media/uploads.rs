//! Pictures that operators upload. A file is named after its hash, so identical pictures are stored once and a file
//! never changes.

use actix_web::web::Bytes;
use sha2::{Digest as _, Sha256};
use yingku_signer::hex;

use super::metadata::without_metadata;

/// Largest picture, bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// Longest side of a picture, pixels.
const MAX_PIXELS: usize = 8_000;
/// Their folder below the media folder.
const FOLDER: &str = "uploads";

/// Why a file is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureError {
    /// Not a JPEG, PNG, WebP or AVIF.
    Kind,
    /// A side is empty or longer than [`MAX_PIXELS`].
    Size,
    /// The file is truncated.
    Damaged,
    /// It has metadata that cannot be removed.
    Metadata,
}

/// A validated picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its path below the media folder.
    pub path: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
    /// The file without metadata.
    pub bytes: Bytes,
}

impl Picture {
    /// Validates a file and removes its metadata.
    ///
    /// # Errors
    /// It is not a picture that the site takes.
    pub fn parse(bytes: Bytes) -> Result<Self, PictureError> {
        let ending = match imagesize::image_type(&bytes) {
            Ok(imagesize::ImageType::Jpeg) => "jpg",
            Ok(imagesize::ImageType::Png) => "png",
            Ok(imagesize::ImageType::Webp) => "webp",
            Ok(imagesize::ImageType::Heif(imagesize::Compression::Av1)) => "avif",
            Ok(_) | Err(_) => return Err(PictureError::Kind),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| PictureError::Kind)?;
        let fits = |side: usize| (1..=MAX_PIXELS).contains(&side);
        if !fits(size.width) || !fits(size.height) {
            return Err(PictureError::Size);
        }
        let bytes = without_metadata(bytes)?;
        let sha256 = hex(&Sha256::digest(&bytes));
        let (first, rest) = sha256.split_at_checked(2).unwrap_or_default();
        Ok(Self {
            path: format!("{FOLDER}/{first}/{rest}.{ending}"),
            sha256,
            width: size.width,
            height: size.height,
            bytes,
        })
    }
}

/// Whether a path is one that an uploaded picture gets.
pub fn is_upload(path: &str) -> bool {
    let parts = path
        .strip_prefix(FOLDER)
        .and_then(|rest| rest.strip_prefix('/'));
    let Some((hash, ending)) = parts.and_then(|rest| rest.rsplit_once('.')) else {
        return false;
    };
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hash = |(first, rest): (&str, &str)| {
        first.len() == 2 && rest.len() == 62 && first.bytes().chain(rest.bytes()).all(is_hex)
    };
    hash.split_once('/').is_some_and(is_hash) && ["jpg", "png", "webp", "avif"].contains(&ending)
}

#[cfg(test)]
mod tests {
    use img_parts::png::PngChunk;

    use super::*;

    /// The head and the end of a PNG of this size.
    fn png(width: u32, height: u32) -> Bytes {
        let head = [
            &width.to_be_bytes()[..],
            &height.to_be_bytes(),
            &[8, 2, 0, 0, 0],
        ]
        .concat();
        let chunk = |kind, content: Vec<u8>| PngChunk::new(kind, content.into()).encoder().bytes();
        let chunks = [chunk(*b"IHDR", head), chunk(*b"IEND", vec![])].concat();
        [b"\x89PNG\r\n\x1a\n", &chunks[..]].concat().into()
    }

    #[test]
    fn a_picture_is_detected_by_its_content() {
        let picture = Picture::parse(png(300, 200)).unwrap();
        assert_eq!((picture.width, picture.height), (300, 200));
        assert!(picture.path.starts_with("uploads/") && picture.path.ends_with(".png"));
        assert!(is_upload(&picture.path), "{}", picture.path);
        assert_eq!(Picture::parse(png(300, 200)), Ok(picture));
    }

    #[test]
    fn other_paths_are_no_uploads() {
        let hash = "ab".repeat(31);
        assert!(is_upload(&format!("uploads/ab/{hash}.webp")));
        for bad in [
            format!("uploads/ab/{hash}.svg"),
            format!("uploads/ab/{hash}"),
            format!("uploads/{hash}.png"),
            format!("uploads/AB/{hash}.png"),
            format!("/uploads/ab/{hash}.png"),
            format!("uploads/../{hash}.png"),
            "uploads".to_owned(),
            String::new(),
        ] {
            assert!(!is_upload(&bad), "{bad}");
        }
    }

    #[test]
    fn nothing_else_is_a_picture() {
        for bad in [
            &b""[..],
            b"GIF89a\x01\0\x01\0",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"<html>",
            b"\x89PNG\r\n\x1a\n",
        ] {
            assert_eq!(
                Picture::parse(Bytes::from_static(bad)),
                Err(PictureError::Kind),
                "{bad:?}"
            );
        }
        for (width, height) in [(8_001, 10), (10, 8_001), (0, 5)] {
            assert_eq!(Picture::parse(png(width, height)), Err(PictureError::Size));
        }
    }
}
