//! Removes metadata from uploaded pictures: author, location, camera, and thumbnails from before cropping, because
//! uploads are published. Colour profiles and the orientation are kept. A truncated file is rejected.

use actix_web::web::Bytes;
use image::metadata::Orientation;
use img_parts::jpeg::{Jpeg, JpegSegment, markers};
use img_parts::png::{Png, PngChunk};
use img_parts::riff::RiffContent;
use img_parts::webp::WebP;
use img_parts::{DynImage, ImageEXIF as _};

use super::uploads::PictureError;

/// JPEG application markers without metadata.
const PLAIN_APPS: [u8; 2] = [markers::APP0, markers::APP14];
/// PNG chunks that affect how a picture looks.
const PNG_CHUNKS: [&[u8; 4]; 19] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT", b"hIST",
];
const WEBP_CHUNKS: [&[u8; 4]; 7] = [
    b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];
/// The flags of EXIF and XMP in a WebP header.
const WEBP_METADATA: u8 = 0x08 | 0x04;
/// The AVIF box that describes items, and the item types that are metadata.
const AVIF_ITEMS: &[u8; 4] = b"meta";
const AVIF_METADATA: [&[u8]; 2] = [b"Exif", b"application/rdf+xml"];

/// Removes a picture's metadata.
///
/// # Errors
/// The file is truncated, or it is an AVIF with metadata, which cannot be removed.
pub(super) fn without_metadata(bytes: Bytes) -> Result<Bytes, PictureError> {
    match DynImage::from_bytes(bytes.clone()) {
        Ok(Some(DynImage::Jpeg(jpeg))) => clean_jpeg(jpeg, &bytes),
        Ok(Some(DynImage::Png(png))) => clean_png(png),
        Ok(Some(DynImage::WebP(webp))) => Ok(clean_webp(webp)),
        Ok(_) => check_avif(&bytes).map(|()| bytes),
        Err(_) => Err(PictureError::Damaged),
    }
}

fn clean_jpeg(mut jpeg: Jpeg, bytes: &Bytes) -> Result<Bytes, PictureError> {
    let turned = orientation(jpeg.exif());
    let is_app = |marker: u8| (markers::APP0..=markers::APP15).contains(&marker);
    jpeg.segments_mut().retain(|segment| {
        let marker = segment.marker();
        let is_profile =
            marker == markers::APP2 && segment.contents().starts_with(b"ICC_PROFILE\0");
        let is_plain = !is_app(marker) && marker != markers::COM;
        is_plain || is_profile || PLAIN_APPS.contains(&marker)
    });
    let scan = jpeg
        .segments_mut()
        .last_mut()
        .ok_or(PictureError::Damaged)?;
    let picture = scanned(scan, bytes).ok_or(PictureError::Damaged)?;
    *scan = JpegSegment::new_with_entropy(scan.marker(), scan.contents().clone(), picture);
    if let Some(turned) = turned {
        jpeg.set_exif(Some(turned));
    }
    Ok(jpeg.encoder().bytes())
}

/// Whether a JPEG is complete. Decoding a truncated one fills the rest with grey.
pub(super) fn is_whole_jpeg(bytes: &Bytes) -> bool {
    let jpeg = Jpeg::from_bytes(bytes.clone());
    jpeg.is_ok_and(|jpeg| {
        let scan = jpeg.segments().last();
        scan.is_some_and(|scan| scanned(scan, bytes).is_some())
    })
}

/// The image data from the first scan on; `None` if truncated.
fn scanned(scan: &JpegSegment, bytes: &Bytes) -> Option<Bytes> {
    // The last segment includes everything after its header.
    let rest = scan.len_with_entropy() - scan.len();
    let picture = bytes.slice(bytes.len().checked_sub(rest)?..);
    let end = end_of_picture(&picture)?;
    Some(picture.slice(..end))
}

/// Where a JPEG ends in what follows its first scan header; other pictures may come after it. `None` if truncated.
fn end_of_picture(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += rest
            .get(at..)?
            .iter()
            .position(|byte| *byte == markers::P)?;
        match *rest.get(at + 1)? {
            markers::EOI => return Some(at + 2),
            // Part of the image data.
            0 | 0xD0..=0xD7 => at += 2,
            markers::P => at += 1,
            _ => {
                let length = rest.get(at + 2..at + 4)?;
                at += 2 + usize::from(u16::from_be_bytes(length.try_into().ok()?));
            }
        }
    }
}

fn clean_png(mut png: Png) -> Result<Bytes, PictureError> {
    let turned = orientation(png.exif());
    let is_whole = png
        .chunks()
        .last()
        .is_some_and(|end| end.kind() == *b"IEND");
    if !is_whole {
        return Err(PictureError::Damaged);
    }
    png.chunks_mut()
        .retain(|chunk| PNG_CHUNKS.contains(&&chunk.kind()));
    if let Some(turned) = turned {
        png.chunks_mut().insert(1, PngChunk::new(*b"eXIf", turned));
    }
    Ok(png.encoder().bytes())
}

fn clean_webp(mut webp: WebP) -> Bytes {
    webp.chunks_mut()
        .retain(|chunk| WEBP_CHUNKS.contains(&&chunk.id()));
    let mut chunks = webp.chunks_mut().iter_mut();
    let header = chunks.find(|chunk| chunk.id() == *b"VP8X");
    if let Some(RiffContent::Data(data)) = header.map(|chunk| chunk.content_mut()) {
        let mut content = data.to_vec();
        if let Some(flags) = content.first_mut() {
            *flags &= !WEBP_METADATA;
        }
        *data = content.into();
    }
    webp.encoder().bytes()
}

/// Checks the boxes of an AVIF, each of which begins with its length.
fn check_avif(bytes: &[u8]) -> Result<(), PictureError> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let (head, _) = rest.split_at_checked(8).ok_or(PictureError::Damaged)?;
        let (length, kind) = head.split_at(4);
        let length = u32::from_be_bytes(length.try_into().unwrap_or_default());
        let length = match (length, rest.get(8..16)) {
            // To the end of the file.
            (0, _) => rest.len(),
            (1, Some(long)) => {
                let long = u64::from_be_bytes(long.try_into().unwrap_or_default());
                usize::try_from(long).unwrap_or(usize::MAX)
            }
            (short, _) => usize::try_from(short).unwrap_or(usize::MAX),
        };
        let (whole, after) = match length {
            8.. => rest.split_at_checked(length).ok_or(PictureError::Damaged)?,
            _ => return Err(PictureError::Damaged),
        };
        let has = |word: &[u8]| whole.windows(word.len()).any(|part| part == word);
        if kind == AVIF_ITEMS && AVIF_METADATA.into_iter().any(has) {
            return Err(PictureError::Metadata);
        }
        rest = after;
    }
    Ok(())
}

/// EXIF with only the orientation; `None` for a picture that is not rotated.
fn orientation(exif: Option<Bytes>) -> Option<Bytes> {
    let turned = Orientation::from_exif_chunk(&exif?)?;
    if turned == Orientation::NoTransforms {
        return None;
    }
    // A header, one entry (orientation, one SHORT) and no further directory: TIFF 6.0, sections 2 and 8.
    let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([turned.to_exif(), 0, 0, 0, 0, 0, 0]);
    Some(exif.into())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat, RgbImage};
    use img_parts::riff::RiffChunk;

    use super::*;

    const SECRET: &[u8] = b"Somebody, somewhere";

    fn picture(format: ImageFormat) -> Bytes {
        let pixels = RgbImage::from_fn(40, 30, |x, y| {
            [
                u8::try_from(x * 5).unwrap(),
                u8::try_from(y * 5).unwrap(),
                90,
            ]
            .into()
        });
        let mut file = Cursor::new(Vec::new());
        DynamicImage::from(pixels)
            .write_to(&mut file, format)
            .unwrap();
        file.into_inner().into()
    }

    fn exif(turned: u8) -> Bytes {
        let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend([turned, 0, 0, 0, 0, 0, 0]);
        exif.extend(SECRET);
        exif.into()
    }

    fn reveals(bytes: &[u8]) -> bool {
        bytes.windows(SECRET.len()).any(|part| part == SECRET)
    }

    fn pixels(bytes: &[u8]) -> DynamicImage {
        image::load_from_memory(bytes).unwrap()
    }

    #[test]
    fn a_jpeg_keeps_only_what_is_needed_to_show_it() {
        let plain = picture(ImageFormat::Jpeg);
        let mut jpeg = Jpeg::from_bytes(plain.clone()).unwrap();
        for marker in [markers::COM, markers::APP13, markers::APP2] {
            let secret = JpegSegment::new_with_contents(marker, SECRET.into());
            jpeg.segments_mut().insert(1, secret);
        }
        jpeg.set_exif(Some(exif(6)));
        let mut file = jpeg.encoder().bytes().to_vec();
        // Phones append further pictures to the first one.
        file.extend(SECRET);
        assert!(reveals(&file));
        let clean = without_metadata(file.into()).unwrap();
        assert!(!reveals(&clean));
        assert_eq!(pixels(&clean), pixels(&plain));
        let kept = Jpeg::from_bytes(clean).unwrap().exif().unwrap();
        assert_eq!(
            Orientation::from_exif_chunk(&kept),
            Some(Orientation::Rotate90)
        );
        assert_eq!(without_metadata(plain.clone()), Ok(plain));
    }

    #[test]
    fn a_png_keeps_only_what_is_needed_to_show_it() {
        let plain = picture(ImageFormat::Png);
        let mut png = Png::from_bytes(plain.clone()).unwrap();
        for kind in [*b"tEXt", *b"iTXt", *b"prVt", *b"tIME"] {
            png.chunks_mut()
                .insert(1, PngChunk::new(kind, SECRET.into()));
        }
        png.set_exif(Some(exif(1)));
        let file = png.encoder().bytes();
        assert!(reveals(&file));
        let clean = without_metadata(file).unwrap();
        assert_eq!(clean, plain);
    }

    #[test]
    fn a_webp_keeps_only_what_is_needed_to_show_it() {
        let plain = picture(ImageFormat::WebP);
        let mut webp = WebP::from_bytes(plain.clone()).unwrap();
        let header = vec![WEBP_METADATA, 0, 0, 0, 39, 0, 0, 29, 0, 0];
        let chunk = |id, content: Bytes| RiffChunk::new(id, RiffContent::Data(content));
        webp.chunks_mut().insert(0, chunk(*b"VP8X", header.into()));
        webp.chunks_mut().push(chunk(*b"EXIF", exif(6)));
        webp.chunks_mut().push(chunk(*b"XMP ", SECRET.into()));
        let file = webp.encoder().bytes();
        assert!(reveals(&file));
        let clean = without_metadata(file).unwrap();
        assert!(!reveals(&clean));
        assert_eq!(pixels(&clean), pixels(&plain));
    }

    #[test]
    fn truncated_pictures_are_rejected() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let whole = picture(format);
            for length in [whole.len() / 2, whole.len() - 2] {
                let cut = without_metadata(whole.slice(..length));
                assert_eq!(cut, Err(PictureError::Damaged), "{format:?} {length}");
            }
        }
    }

    #[test]
    fn an_avif_has_to_be_whole_and_without_metadata() {
        let part = |kind: &[u8; 4], content: &[u8]| {
            let length = u32::try_from(8 + content.len()).unwrap();
            [&length.to_be_bytes()[..], kind, content].concat()
        };
        let file = |items: &[u8]| {
            let parts = [
                part(b"ftyp", b"avif\0\0\0\0"),
                part(b"meta", items),
                part(b"mdat", b"pixels"),
            ];
            Bytes::from(parts.concat())
        };
        let whole = file(b"infe av01");
        assert_eq!(without_metadata(whole.clone()), Ok(whole.clone()));
        assert_eq!(
            without_metadata(whole.slice(..whole.len() - 1)),
            Err(PictureError::Damaged)
        );
        for item in [&b"infe Exif"[..], b"infe mime application/rdf+xml"] {
            assert_eq!(without_metadata(file(item)), Err(PictureError::Metadata));
        }
    }
}
