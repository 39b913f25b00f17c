//! Draws pictures on request, on the blocking pool with a limit on concurrency, and caches them.

use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use yingku_artwork::pictures::{self, Size};
use yingku_base::threads;
use yingku_base::values::parse_id;
use yingku_http_kit::cached_body::CachedBody;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::seed;

/// Most stills of a work.
const MAX_STILLS: u32 = 100;
/// Capacity of the cache.
const CAPACITY_BYTES: u64 = 16 * 1024 * 1024;
/// Most pictures drawn at once. One core stays free.
const MAX_AT_ONCE: usize = 4;
/// How long a request waits for a permit.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A picture to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The cover of a work.
    Cover(u64, Size),
    /// A still of a work.
    Still(u64, u32, Size),
    /// The avatar of a member.
    Avatar(u64),
}

impl Picture {
    /// The picture of a path such as `covers/1-small.svg`.
    pub fn from_path(path: &str) -> Option<Self> {
        let (folder, name) = path.split_once('/')?;
        let name = name.strip_suffix(".svg")?;
        match folder {
            "covers" => {
                let (id, size) = name.split_once('-')?;
                Some(Self::Cover(seed(parse_id(id)?), size_of(size)?))
            }
            "stills" => {
                let (id, rest) = name.split_once('-')?;
                let (number, size) = rest.split_once('-')?;
                let number = number
                    .parse::<u32>()
                    .ok()
                    .filter(|number| *number <= MAX_STILLS)?;
                Some(Self::Still(seed(parse_id(id)?), number, size_of(size)?))
            }
            "avatars" => Some(Self::Avatar(seed(parse_id(name)?))),
            _ => None,
        }
    }

    fn draw(self) -> String {
        match self {
            Self::Cover(seed, size) => pictures::cover(seed, size),
            Self::Still(seed, number, size) => pictures::still(seed, number, size),
            Self::Avatar(seed) => pictures::avatar(seed),
        }
    }
}

fn size_of(name: &str) -> Option<Size> {
    match name {
        "small" => Some(Size::Small),
        "big" => Some(Size::Big),
        _ => None,
    }
}

/// The cache of drawn pictures.
pub struct Drawings {
    cache: Cache<Picture, CachedBody>,
    permits: Semaphore,
}

fn at_once() -> usize {
    (threads::processors() - 1).clamp(1, MAX_AT_ONCE)
}

impl Default for Drawings {
    fn default() -> Self {
        let weight =
            |drawing: &CachedBody| u32::try_from(drawing.weight() + 128).unwrap_or(u32::MAX);
        Self {
            cache: Cache::builder()
                .max_capacity(CAPACITY_BYTES)
                .weigher(move |_, drawing| weight(drawing))
                .build(),
            permits: Semaphore::new(at_once()),
        }
    }
}

impl Drawings {
    /// Gets the picture from the cache, or draws it.
    pub async fn get(&self, picture: Picture) -> Result<CachedBody, ApiError> {
        if let Some(cached) = self.cache.get(&picture) {
            return Ok(cached);
        }
        let busy = || ApiError::new(ErrorKind::Busy).retry_after(1);
        let Ok(Ok(_permit)) = tokio::time::timeout(PERMIT_TIMEOUT, self.permits.acquire()).await
        else {
            return Err(busy());
        };
        // Another request may have drawn it meanwhile.
        if let Some(cached) = self.cache.get(&picture) {
            return Ok(cached);
        }
        let draw = move || CachedBody::new(picture.draw().into_bytes());
        let drawn = spawn_blocking(draw).await.map_err(|_| busy())?;
        self.cache.insert(picture, drawn.clone());
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::MessageBody as _;
    use actix_web::test::TestRequest;

    use super::*;

    #[actix_web::test]
    async fn a_picture_is_drawn_once() {
        let drawings = Drawings::default();
        let request = TestRequest::default().to_http_request();
        let mut drawn = Vec::new();
        for _ in 0..2 {
            let cached = drawings.get(Picture::Cover(7, Size::Small)).await.unwrap();
            let answer = cached.respond(&request, "image/svg+xml", &[]);
            drawn.push(answer.into_body().try_into_bytes().unwrap());
        }
        // The same bytes, not a copy of them.
        assert_eq!(drawn[0].as_ptr(), drawn[1].as_ptr());
    }

    #[test]
    fn only_names_of_the_generated_kind_are_drawn() {
        assert!(Picture::from_path("covers/910000000000000001-small.svg").is_some());
        assert!(Picture::from_path("stills/910000000000000001-3-big.svg").is_some());
        assert!(Picture::from_path("avatars/910000000000000001.svg").is_some());
        for bad in [
            "covers/abc-small.svg",
            "covers/1-huge.svg",
            "covers/1-small.png",
            "../x",
            "stills/1-999-big.svg",
        ] {
            assert!(Picture::from_path(bad).is_none(), "{bad}");
        }
    }
}
