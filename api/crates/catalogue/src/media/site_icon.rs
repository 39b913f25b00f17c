//! The site's icons, drawn from its logo: what a browser shows in its tabs, and a phone once the site is installed.

use std::hash::Hash;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use anyhow::Context as _;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage, imageops};
use moka::sync::Cache;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Media;
use super::on_disk::OnDisk;
use super::resized::{decode, shrink_transparent};

/// The site's dark background, as in the manifest.
const BACKGROUND: Rgba<u8> = Rgba([0x0e, 0x10, 0x14, 0xff]);
/// A logo that could not be read or drawn is tried again after this.
const RETRY: Duration = Duration::from_secs(60);
/// Pages do not wait longer for the store; without a shape the name moves once.
const SHAPE_TIMEOUT: Duration = Duration::from_millis(200);
/// Of two logos, while instances change from one to the other.
const CAPACITY: u64 = 8;

/// An icon.
#[derive(Debug, PartialEq, Eq)]
pub struct SiteIcon {
    /// Its path below the site's root.
    pub path: &'static str,
    /// The built-in icon in its place.
    pub built_in: &'static str,
    /// Pixels of a side.
    side: u32,
    /// Whether phones cut their own shape out of it.
    is_masked: bool,
}

/// The icons.
pub const SITE_ICONS: [SiteIcon; 4] = [
    SiteIcon {
        path: "icons/site-180.png",
        built_in: "icons/apple-touch-180.png",
        side: 180,
        is_masked: false,
    },
    SiteIcon {
        path: "icons/site-192.png",
        built_in: "icons/icon-192.png",
        side: 192,
        is_masked: false,
    },
    SiteIcon {
        path: "icons/site-512.png",
        built_in: "icons/icon-512.png",
        side: 512,
        is_masked: false,
    },
    SiteIcon {
        path: "icons/site-maskable-512.png",
        built_in: "icons/maskable-512.png",
        side: 512,
        is_masked: true,
    },
];

/// What was read of the logo.
pub struct LogoCache {
    shapes: Cache<String, Option<(usize, usize)>>,
    icons: Cache<(String, &'static str), Option<Bytes>>,
    /// Icons are drawn one at a time.
    permit: Semaphore,
}

impl Default for LogoCache {
    fn default() -> Self {
        Self {
            shapes: cache(),
            icons: cache(),
            permit: Semaphore::new(1),
        }
    }
}

fn cache<K: Hash + Eq + Send + Sync + 'static, V: Clone + Send + Sync + 'static>() -> Cache<K, V> {
    Cache::builder()
        .max_capacity(CAPACITY)
        .time_to_live(RETRY)
        .build()
}

impl Media {
    /// Width and height of a logo, pixels, so that a page can leave it its room.
    pub async fn logo_shape(&self, logo: &str) -> Option<(usize, usize)> {
        if logo.is_empty() {
            return None;
        }
        if let Some(known) = self.logo.shapes.get(logo) {
            return known;
        }
        let shape = match timeout(SHAPE_TIMEOUT, self.logo_file(logo)).await {
            Ok(Ok(file)) => imagesize::size(file.path()).ok(),
            Ok(Err(_)) | Err(_) => None,
        };
        let shape = shape.map(|size| (size.width, size.height));
        self.logo.shapes.insert(logo.to_owned(), shape);
        shape
    }

    /// An icon with a logo, as PNG; none where the logo cannot be drawn, such as an AVIF.
    pub async fn site_icon(&self, logo: &str, icon: &'static SiteIcon) -> Option<Bytes> {
        let key = (logo.to_owned(), icon.path);
        let _permit = self.logo.permit.acquire().await.ok()?;
        if let Some(known) = self.logo.icons.get(&key) {
            return known;
        }
        let drawn = self.draw(logo, icon).await;
        let drawn = drawn.inspect_err(|error| {
            tracing::warn!(event = "site_icon_failed", %error, "failed to draw the site's icon");
        });
        let drawn = drawn.ok();
        self.logo.icons.insert(key, drawn.clone());
        drawn
    }

    async fn draw(&self, logo: &str, icon: &'static SiteIcon) -> anyhow::Result<Bytes> {
        let file = self.logo_file(logo).await?;
        spawn_blocking(move || icon_with(file.path(), icon)).await?
    }

    async fn logo_file(&self, logo: &str) -> anyhow::Result<OnDisk> {
        let found = self.files.find(logo).await?.context("there is no logo")?;
        OnDisk::of(&found, self.resized.folder()).await
    }
}

fn icon_with(logo: &Path, icon: &SiteIcon) -> anyhow::Result<Bytes> {
    let logo = decode(logo)?.0.into_rgba8();
    let (width, height) = size_in(icon, &logo);
    let small = shrink_transparent(logo, width, height);
    let mut drawn = RgbaImage::from_pixel(icon.side, icon.side, BACKGROUND);
    let middle = |side: u32| i64::from((icon.side - side.min(icon.side)) / 2);
    imageops::overlay(&mut drawn, &small, middle(width), middle(height));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(drawn).write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner().into())
}

/// Size of a logo within an icon. One without transparency fills it, others keep a margin. What phones cut out of is seen
/// at least in a circle of four fifths.
fn size_in(icon: &SiteIcon, logo: &RgbaImage) -> (u32, u32) {
    let (width, height) = (u64::from(logo.width()), u64::from(logo.height()));
    let is_opaque = logo.pixels().all(|Rgba([.., alpha])| *alpha == u8::MAX);
    let inner = u64::from(icon.side) * 4 / 5;
    let (room, longest) = match (icon.is_masked, is_opaque) {
        (true, _) => (inner, (width.pow(2) + height.pow(2)).isqrt() + 1),
        (false, true) => (u64::from(icon.side), width.max(height)),
        (false, false) => (inner, width.max(height)),
    };
    let scaled = |side: u64| u32::try_from((side * room / longest.max(1)).max(1));
    (
        scaled(width).unwrap_or(icon.side),
        scaled(height).unwrap_or(icon.side),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgba<u8> = Rgba([200, 0, 0, 255]);

    fn drawn(logo: &RgbaImage, icon: &SiteIcon) -> RgbaImage {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("logo.png");
        logo.save(&file).unwrap();
        let bytes = icon_with(&file, icon).unwrap();
        image::load_from_memory(&bytes).unwrap().into_rgba8()
    }

    #[test]
    fn a_wide_logo_is_in_the_middle_of_a_square() {
        let mut logo = RgbaImage::from_pixel(300, 100, RED);
        logo.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
        for icon in &SITE_ICONS {
            let drawn = drawn(&logo, icon);
            let side = icon.side;
            assert_eq!(drawn.dimensions(), (side, side));
            assert_eq!(drawn.get_pixel(side / 2, side / 2), &RED, "{}", icon.path);
            // A tenth of margin at each side, and nothing above.
            for (x, y) in [(side / 12, side / 2), (side / 2, side / 4), (0, 0)] {
                assert_eq!(drawn.get_pixel(x, y), &BACKGROUND, "{} {x} {y}", icon.path);
            }
        }
    }

    #[test]
    fn an_opaque_square_fills_the_icon_unless_phones_cut_it() {
        let logo = RgbaImage::from_pixel(64, 64, RED);
        for icon in &SITE_ICONS {
            let corner = if icon.is_masked { BACKGROUND } else { RED };
            let drawn = drawn(&logo, icon);
            assert_eq!(drawn.get_pixel(0, 0), &corner, "{}", icon.path);
            // A circle of four fifths has the corners of the logo.
            let in_circle = icon.side * 21 / 100;
            assert_eq!(
                drawn.get_pixel(in_circle + icon.side / 20, icon.side / 2),
                &RED
            );
        }
    }
}
