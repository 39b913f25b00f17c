//! Resized copies of operators' pictures, in the widths that the site uses. A copy is created on first request and
//! cached in a hidden folder below the media folder. The cost that clients can cause is bounded: few widths, few
//! pictures at once, limits on file size and pixels that are checked before decoding, and limited disk space. When
//! there is no copy (too busy, too large, not a picture, not smaller), the original is served.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, anyhow, ensure};
use image::imageops::{FilterType, resize};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};
use img_parts::ImageICC as _;
use img_parts::webp::WebP;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use webp::{Encoder, PixelLayout};
use yingku_platform::storage::Found;
use yingku_signer::hex;

use super::metadata::is_whole_jpeg;
use super::on_disk::OnDisk;

/// Available widths, pixels; the same as in the site's `srcset`.
pub const WIDTHS: [u32; 5] = [240, 360, 480, 720, 1200];

/// Folder of the copies below the media folder. Hidden names are not served.
const FOLDER: &str = ".resized";
/// Disk space for copies; the least recently used is evicted first.
const CAPACITY_BYTES: u64 = 512 * 1024 * 1024;
/// Most copies created at once.
const MAX_AT_ONCE: usize = 2;
/// How long a request waits for a permit, and for its copy.
const PERMIT_TIMEOUT: Duration = Duration::from_millis(500);
const WORK: Duration = Duration::from_secs(3);
/// Larger files are not read, bytes.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;
/// Limits of decoding: the longer side, pixels, and memory, bytes.
const MAX_SIDE: u32 = 8_000;
const MAX_MEMORY: u64 = 160 * 1024 * 1024;
/// Version of the resizing; increment it when it gives other copies of the same picture.
const FORM: u8 = 2;
/// The default value of `gAMA`, and the deviation that is not visible.
const USUAL_GAMMA: u32 = 45_455;
const GAMMA_TOLERANCE: u32 = 2_000;
/// Bytes of a PNG that are searched for the chunks before its pixels; a huge profile may need more.
const HEAD_OF_PNG: u64 = 64 * 1024;
/// Position of the colour space in an ICC profile.
const SPACE_OF_PROFILE: std::ops::Range<usize> = 16..20;
/// WebP quality, 0 to 100. Below it, fine grain is lost.
const QUALITY: f32 = 78.0;

/// The cache of copies.
pub struct Resized {
    folder: PathBuf,
    /// Size of each copy on disk, by its file name.
    cache: Cache<String, u32>,
    permits: Arc<Semaphore>,
}

impl Resized {
    /// Opens the copies below a media folder, including those of earlier runs.
    pub fn open(media: &Path) -> Self {
        let folder = media.join(FOLDER);
        let of_evicted = folder.clone();
        let cache = Cache::builder()
            .max_capacity(CAPACITY_BYTES)
            .eviction_policy(EvictionPolicy::lru())
            .weigher(|_, bytes: &u32| *bytes)
            .eviction_listener(move |name: Arc<String>, _, cause| {
                // A replaced entry has the same file.
                if cause.was_evicted() {
                    let _ = std::fs::remove_file(of_evicted.join(name.as_str()));
                }
            })
            .build();
        for file in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            if let (Ok(name), Ok(meta)) = (file.file_name().into_string(), file.metadata()) {
                cache.insert(name, u32::try_from(meta.len()).unwrap_or(u32::MAX));
            }
        }
        Self {
            folder,
            cache,
            permits: Arc::new(Semaphore::new(MAX_AT_ONCE)),
        }
    }

    /// Where the copies are, for temporary files too.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a copy of `picture`, `width` pixels wide.
    pub async fn get(&self, picture: &Found, width: u32) -> Option<PathBuf> {
        let name = name_of(picture, width)?;
        if let Some(file) = self.find(&name) {
            return Some(file);
        }
        let permit =
            tokio::time::timeout(PERMIT_TIMEOUT, Arc::clone(&self.permits).acquire_owned());
        let permit = permit.await.ok()?.ok()?;
        // Another request may have created it meanwhile.
        if let Some(file) = self.find(&name) {
            return Some(file);
        }
        match tokio::time::timeout(WORK, self.make(picture, width, name, permit)).await {
            Ok(Ok(file)) => Some(file),
            Ok(Err(error)) => {
                tracing::debug!(event = "resize_failed", %error, "failed to resize a picture");
                None
            }
            Err(_) => None,
        }
    }

    async fn make(
        &self,
        picture: &Found,
        width: u32,
        name: String,
        permit: OwnedSemaphorePermit,
    ) -> anyhow::Result<PathBuf> {
        let (cache, file) = (self.cache.clone(), self.folder.join(&name));
        let picture = OnDisk::of(picture, &self.folder).await?;
        // The request may stop waiting: the permit is held until the work is done, and its result is cached.
        let task = spawn_blocking(move || {
            let _permit = permit;
            let bytes = make(picture.path(), width, &file)?;
            cache.insert(name, bytes);
            Ok(file)
        });
        task.await?
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        self.cache.get(name)?;
        // Another instance may have removed it.
        Some(self.folder.join(name)).filter(|file| file.is_file())
    }
}

/// The file name of a copy; it changes with the picture. `None` for what is not resized.
fn name_of(picture: &Found, width: u32) -> Option<String> {
    let (path, bytes, version) = match picture {
        Found::File(file) => {
            let changed = file.modified()?.duration_since(SystemTime::UNIX_EPOCH);
            let version = changed.ok()?.as_nanos().to_be_bytes();
            (file.path(), file.metadata().len(), version.to_vec())
        }
        Found::Object(object) => {
            let version = object.etag.clone()?.into_bytes();
            (Path::new(&object.path), object.size, version)
        }
    };
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    if !matches!(ending.as_str(), "jpg" | "jpeg" | "png" | "webp") || bytes > MAX_FILE_BYTES {
        return None;
    }
    let digest = Sha256::new()
        .chain_update(path.as_os_str().as_encoded_bytes())
        .chain_update(bytes.to_be_bytes())
        .chain_update(version)
        .chain_update([FORM])
        .finalize();
    let digest = hex(digest.get(..16)?);
    Some(format!("{digest}-{width}.webp"))
}

/// Writes the copy, and returns its size in bytes.
fn make(picture: &Path, width: u32, file: &Path) -> anyhow::Result<u32> {
    let bytes = shrink(picture, width)?;
    let folder = file.parent().context("a copy without a folder")?;
    std::fs::create_dir_all(folder)?;
    let part = folder.join(format!(".{}", uuid::Uuid::new_v4().simple()));
    let written = std::fs::write(&part, &bytes).and_then(|()| std::fs::rename(&part, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written?;
    Ok(u32::try_from(bytes.len())?)
}

/// Resizes a picture to a WebP `width` pixels wide, keeping transparency.
fn shrink(picture: &Path, width: u32) -> anyhow::Result<Vec<u8>> {
    let (whole, colours) = decode(picture)?;
    ensure!(whole.width() > width, "it is no wider");
    let high = u64::from(whole.height()) * u64::from(width) / u64::from(whole.width());
    let high = u32::try_from(high.max(1))?;
    let plain = match whole.color().has_alpha() {
        true => {
            let small = shrink_transparent(whole.into_rgba8(), width, high);
            encode(&small, PixelLayout::Rgba, width, high)?
        }
        false => {
            let small = whole.resize_exact(width, high, FilterType::Triangle);
            encode(&small.into_rgb8(), PixelLayout::Rgb, width, high)?
        }
    };
    let Some(colours) = colours else {
        return Ok(plain);
    };
    let mut file = WebP::from_bytes(plain.into())?;
    file.set_icc_profile(Some(colours.into()));
    Ok(file.encoder().bytes().to_vec())
}

/// The pixels of a picture, upright, and its colour profile.
///
/// # Errors
/// It is too large, truncated, or a browser would show other colours.
pub(super) fn decode(picture: &Path) -> anyhow::Result<(DynamicImage, Option<Vec<u8>>)> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader =
        ImageReader::new(BufReader::new(File::open(picture)?)).with_guessed_format()?;
    reader.limits(limits.clone());
    let format = reader.format();
    ensure!(
        format != Some(ImageFormat::Png) || !has_own_gamma(picture)?,
        "its colours have a gamma of their own"
    );
    let mut decoder = reader.into_decoder()?;
    let (wide, high) = decoder.dimensions();
    ensure!(
        decoder.total_bytes() <= MAX_MEMORY,
        "{wide} by {high} pixels are too many"
    );
    ensure!(
        format != Some(ImageFormat::Jpeg) || is_whole_jpeg(&std::fs::read(picture)?.into()),
        "it is truncated"
    );
    let orientation = match format {
        // Browsers rotate only JPEG and PNG.
        Some(ImageFormat::WebP) => Orientation::NoTransforms,
        _ => decoder.orientation()?,
    };
    let colours = colours_of(decoder.icc_profile()?.as_deref())?;
    let mut whole = DynamicImage::from_decoder(decoder)?;
    whole.apply_orientation(orientation);
    Ok((whole, colours))
}

/// Whether a PNG has an unusual gamma, which the decoder ignores; browsers show the original correctly.
fn has_own_gamma(picture: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    File::open(picture)?
        .take(HEAD_OF_PNG)
        .read_to_end(&mut head)?;
    let mut chunks = head.get(8..).unwrap_or_default();
    let mut gamma = None;
    while let Some((length, rest)) = chunks.split_first_chunk::<4>() {
        let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
        let Some((kind, rest)) = rest.split_first_chunk::<4>() else {
            break;
        };
        match kind {
            b"IDAT" => break,
            // These take precedence.
            b"sRGB" | b"iCCP" | b"cICP" => return Ok(false),
            b"gAMA" => gamma = rest.first_chunk().map(|value| u32::from_be_bytes(*value)),
            _ => {}
        }
        // A checksum follows.
        chunks = rest.get(length.saturating_add(4)..).unwrap_or_default();
    }
    Ok(gamma.is_some_and(|gamma| gamma.abs_diff(USUAL_GAMMA) > GAMMA_TOLERANCE))
}

/// The ICC profile of a copy. Decoded pixels are always RGB.
///
/// # Errors
/// It is a CMYK or grey profile, which the decoder ignores; browsers show the original correctly.
fn colours_of(profile: Option<&[u8]>) -> anyhow::Result<Option<Vec<u8>>> {
    let space = profile.and_then(|profile| profile.get(SPACE_OF_PROFILE));
    let is_foreign = matches!(space, Some(b"CMYK" | b"GRAY"));
    ensure!(!is_foreign, "its colours are of inks or greys");
    Ok(profile
        .filter(|_| space == Some(b"RGB "))
        .map(<[u8]>::to_vec))
}

/// Resizes with premultiplied alpha: colours of transparent pixels would otherwise darken the edges.
pub(super) fn shrink_transparent(mut whole: RgbaImage, width: u32, high: u32) -> RgbaImage {
    let scale = |of: u8, by: u16, to: u16| {
        let scaled = u16::from(of) * by / to.max(1);
        u8::try_from(scaled).unwrap_or(u8::MAX)
    };
    for Rgba([red, green, blue, alpha]) in whole.pixels_mut() {
        for colour in [red, green, blue] {
            *colour = scale(*colour, u16::from(*alpha), 255);
        }
    }
    let mut small = resize(&whole, width, high, FilterType::Triangle);
    for Rgba([red, green, blue, alpha]) in small.pixels_mut() {
        for colour in [red, green, blue] {
            *colour = scale(*colour, 255, u16::from(*alpha));
        }
    }
    small
}

fn encode(pixels: &[u8], layout: PixelLayout, width: u32, high: u32) -> anyhow::Result<Vec<u8>> {
    let encoded = Encoder::new(pixels, layout, width, high).encode_simple(false, QUALITY);
    Ok(encoded.map_err(|error| anyhow!("{error:?}"))?.to_vec())
}

#[cfg(test)]
#[path = "resized_tests.rs"]
mod tests;
