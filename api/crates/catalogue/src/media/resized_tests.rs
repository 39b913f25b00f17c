//! Resized copies: created once, in the right colours, and not of everything.

use std::future::Future as _;
use std::task::Poll;

use actix_files::NamedFile;
use image::{Rgb, RgbImage};
use img_parts::png::{Png, PngChunk};
use img_parts::riff::{RiffChunk, RiffContent};

use super::*;

fn picture(folder: &Path, name: &str, wide: u32, high: u32) -> Found {
    let file = folder.join(name);
    let colour = |x: u32, y: u32| Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], 90]);
    RgbImage::from_fn(wide, high, colour).save(&file).unwrap();
    found(&file)
}

fn found(file: &Path) -> Found {
    Found::File(NamedFile::open(file).unwrap())
}

#[actix_web::test]
async fn a_copy_is_made_once_and_again_when_the_picture_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = picture(folder.path(), "a.png", 900, 600);
    let resized = Resized::open(folder.path());
    let copy = resized.get(&file, 240).await.unwrap();
    assert_eq!(image::image_dimensions(&copy).unwrap(), (240, 160));
    let made = copy.metadata().unwrap().modified().unwrap();
    // A later run finds existing copies.
    for resized in [&resized, &Resized::open(folder.path())] {
        assert_eq!(resized.get(&file, 240).await.as_ref(), Some(&copy));
    }
    assert_eq!(copy.metadata().unwrap().modified().unwrap(), made);
    std::fs::remove_file(&copy).unwrap();
    assert!(resized.get(&file, 240).await.unwrap().is_file());
    let file = picture(folder.path(), "a.png", 1000, 500);
    let other = resized.get(&file, 240).await.unwrap();
    assert_eq!(image::image_dimensions(&other).unwrap(), (240, 120));
}

#[actix_web::test]
async fn a_copy_that_nobody_waits_for_is_finished_and_stored() {
    let folder = tempfile::tempdir().unwrap();
    let file = picture(folder.path(), "a.png", 900, 600);
    let resized = Resized::open(folder.path());
    let mut request = Box::pin(resized.get(&file, 240));
    // The first poll starts the work, then the client disconnects.
    let begun = std::future::poll_fn(|context| Poll::Ready(request.as_mut().poll(context)));
    assert!(begun.await.is_pending());
    drop(request);
    let _all = resized.permits.acquire_many(2).await.unwrap();
    assert!(resized.find(&name_of(&file, 240).unwrap()).is_some());
}

#[actix_web::test]
async fn a_copy_is_a_webp_that_keeps_transparency_and_colours() {
    let folder = tempfile::tempdir().unwrap();
    let resized = Resized::open(folder.path());
    let clear = folder.path().join("clear.png");
    // White next to transparent pixels, which are black.
    RgbaImage::from_fn(500, 500, |x, _| {
        if x < 250 {
            Rgba([0; 4])
        } else {
            Rgba([255; 4])
        }
    })
    .save(&clear)
    .unwrap();
    let copy = resized.get(&found(&clear), 240).await.unwrap();
    let copy = image::open(copy).unwrap();
    assert_eq!((copy.width(), copy.height()), (240, 240));
    let pixels = copy.to_rgba8();
    let column = |x: u32| *pixels.get_pixel(x, 120);
    assert_eq!((column(20)[3], column(220)[3]), (0, 255));
    let edge = (0..240).map(column).filter(|Rgba(it)| it[3] > 32);
    assert!(
        edge.map(|Rgba(it)| it[0]).min().unwrap() > 230,
        "it has a dark edge"
    );
}

/// A JPEG with a profile of this colour space.
fn with_profile(file: &Path, colours: &[u8], grey: bool) -> Vec<u8> {
    let mut profile = vec![7; 200];
    profile[16..20].copy_from_slice(colours);
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut bytes);
    image::ImageEncoder::set_icc_profile(&mut encoder, profile.clone()).unwrap();
    let picture = DynamicImage::from(RgbImage::from_pixel(600, 300, Rgb([9, 99, 9])));
    match grey {
        true => encoder.encode_image(&picture.into_luma8()).unwrap(),
        false => encoder.encode_image(&picture.into_rgb8()).unwrap(),
    }
    std::fs::write(file, bytes).unwrap();
    profile
}

#[actix_web::test]
async fn a_copy_carries_a_profile_that_fits_its_pixels_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let resized = Resized::open(folder.path());
    let file = folder.path().join("profile.jpg");
    for (colours, grey) in [(b"RGB ", false), (b"Lab ", false)] {
        let profile = with_profile(&file, colours, grey);
        let copy = resized.get(&found(&file), 360).await.unwrap();
        let mut decoder = ImageReader::open(copy).unwrap().into_decoder().unwrap();
        let carried = decoder.icc_profile().unwrap();
        assert_eq!(carried, (colours == b"RGB ").then_some(profile));
        assert_eq!(DynamicImage::from_decoder(decoder).unwrap().width(), 360);
    }
    // Browsers convert CMYK and grey profiles better.
    for (colours, grey) in [(b"CMYK", false), (b"GRAY", true)] {
        with_profile(&file, colours, grey);
        assert_eq!(resized.get(&found(&file), 360).await, None);
    }
}

#[actix_web::test]
async fn a_png_with_a_gamma_of_its_own_is_shown_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let resized = Resized::open(folder.path());
    for (name, gamma, more, is_copied) in [
        ("usual.png", 45_455_u32, &b""[..], true),
        ("linear.png", 100_000, b"", false),
        ("both.png", 100_000, b"sRGB", true),
    ] {
        picture(folder.path(), name, 600, 300);
        let file = folder.path().join(name);
        let mut png = Png::from_bytes(std::fs::read(&file).unwrap().into()).unwrap();
        let gamma = gamma.to_be_bytes().to_vec();
        png.chunks_mut()
            .insert(1, PngChunk::new(*b"gAMA", gamma.into()));
        if let Ok(kind) = more.try_into() {
            png.chunks_mut()
                .insert(1, PngChunk::new(kind, vec![0].into()));
        }
        std::fs::write(&file, png.encoder().bytes()).unwrap();
        let copy = resized.get(&found(&file), 240).await;
        assert_eq!(copy.is_some(), is_copied, "{name}");
    }
}

#[actix_web::test]
async fn a_webp_is_not_rotated_because_browsers_do_not_rotate_it() {
    let folder = tempfile::tempdir().unwrap();
    let resized = Resized::open(folder.path());
    let file = folder.path().join("turned.webp");
    picture(folder.path(), "turned.webp", 600, 300);
    let mut webp = WebP::from_bytes(std::fs::read(&file).unwrap().into()).unwrap();
    // TIFF with one entry: orientation 6, to be turned by 90 degrees.
    let exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let header = vec![8, 0, 0, 0, 87, 2, 0, 43, 1, 0];
    let chunk = |id, content: Vec<u8>| RiffChunk::new(id, RiffContent::Data(content.into()));
    webp.chunks_mut().insert(0, chunk(*b"VP8X", header));
    webp.chunks_mut().push(chunk(*b"EXIF", exif.to_vec()));
    std::fs::write(&file, webp.encoder().bytes()).unwrap();
    let mut decoder = ImageReader::open(&file).unwrap().into_decoder().unwrap();
    assert_eq!(decoder.orientation().unwrap(), Orientation::Rotate90);
    let copy = resized.get(&found(&file), 240).await.unwrap();
    assert_eq!(image::image_dimensions(copy).unwrap(), (240, 120));
}

#[actix_web::test]
async fn a_truncated_jpeg_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let whole = picture(folder.path(), "whole.jpg", 900, 600);
    let resized = Resized::open(folder.path());
    assert!(resized.get(&whole, 240).await.is_some());
    let bytes = std::fs::read(folder.path().join("whole.jpg")).unwrap();
    for part in [2, 3, 4] {
        let file = folder.path().join(format!("{part}.jpg"));
        std::fs::write(&file, &bytes[..bytes.len() * (part - 1) / part]).unwrap();
        assert!(resized.get(&found(&file), 240).await.is_none(), "{part}");
    }
}

#[actix_web::test]
async fn small_broken_and_huge_pictures_have_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let resized = Resized::open(folder.path());
    let small = picture(folder.path(), "small.jpg", 240, 160);
    let clear = folder.path().join("clear.png");
    RgbaImage::from_pixel(500, 500, Rgba([1, 2, 3, 4]))
        .save(&clear)
        .unwrap();
    let broken = folder.path().join("broken.jpg");
    std::fs::write(&broken, b"\xff\xd8\xff\xe0 not a picture").unwrap();
    let text = folder.path().join("a.txt");
    std::fs::write(&text, b"text").unwrap();
    // A header that declares more pixels than fit in memory.
    let bomb = folder.path().join("bomb.png");
    let mut bytes = std::fs::read(&clear).unwrap();
    bytes.splice(16..24, [0, 0, 0x1f, 0x40, 0, 0, 0x1f, 0x40]);
    std::fs::write(&bomb, bytes).unwrap();
    assert_eq!(resized.get(&small, 240).await, None);
    for none in [&broken, &text, &bomb] {
        let copy = resized.get(&found(none), 240).await;
        assert_eq!(copy, None, "{}", none.display());
    }
}
