//! Pictures next to NFO files, which become the site's own: checked, without metadata, named by their hash, as uploads
//! in the console.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use actix_web::web::Bytes;
use anyhow::Context as _;
use tokio::runtime::{Builder, Runtime};
use yingku_formats::{Note, Picture as Found, Work};
use yingku_platform::config::{MediaConfig, S3Config};
use yingku_platform::storage::Files;

use crate::media::{MAX_PICTURE_BYTES, Picture, PictureError};

/// Which pictures become the site's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// None.
    None,
    /// The large and the small cover.
    Covers,
    /// Covers and stills.
    All,
}

/// Takes pictures over into the site's files.
pub struct PictureStore {
    files: Files,
    runtime: Runtime,
    which: Which,
    /// Pictures are only checked.
    is_dry_run: bool,
    /// Whether the site shows relative paths from its own files.
    serves_files: bool,
    taken: u64,
    left: u64,
    rejected: u64,
}

impl PictureStore {
    /// For the pictures of a site.
    ///
    /// # Errors
    /// The settings of the store are wrong.
    pub fn open(
        media: &MediaConfig,
        s3: &S3Config,
        which: Which,
        is_dry_run: bool,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            files: Files::open(&media.dir, media.store.as_ref(), s3)?,
            runtime: Builder::new_current_thread().enable_all().build()?,
            which,
            is_dry_run,
            serves_files: media.serves_files(),
            taken: 0,
            left: 0,
            rejected: 0,
        })
    }

    /// Takes the pictures of a work, which replace addresses from its file. Returns what was rejected.
    ///
    /// # Errors
    /// A picture cannot be read or stored.
    pub fn take(&mut self, work: &mut Work, found: &[Found]) -> anyhow::Result<Vec<Note>> {
        let (mut notes, mut stills) = (Vec::new(), Vec::new());
        for picture in found {
            let is_wanted = match self.which {
                Which::None => false,
                Which::Covers => picture.field != "imageBig",
                Which::All => true,
            };
            if !is_wanted || !self.serves_files {
                self.left += 1;
                continue;
            }
            match self.keep(&picture.path)? {
                Ok(path) if picture.field == "imageBig" => stills.push(path),
                Ok(path) => work.replace(picture.field, path),
                Err(why) => {
                    self.rejected += 1;
                    let name = picture
                        .path
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy();
                    notes.push(Note::new(picture.field, format!("{why}：{name}")));
                }
            }
        }
        if !stills.is_empty() {
            work.replace("imageBig", stills);
        }
        Ok(notes)
    }

    /// The path of a stored picture, or why it is rejected.
    fn keep(&mut self, path: &Path) -> anyhow::Result<Result<String, &'static str>> {
        let Some(bytes) = read(path).with_context(|| format!("reading {}", path.display()))? else {
            return Ok(Err("图片大于 4 MiB，没有导入"));
        };
        let picture = match Picture::parse(bytes) {
            Ok(picture) => picture,
            Err(rejected) => return Ok(Err(reason(rejected))),
        };
        if !self.is_dry_run {
            let Picture {
                path,
                sha256,
                bytes,
                ..
            } = &picture;
            let kept = self.files.keep(path, bytes.clone(), sha256);
            self.runtime.block_on(kept).context("storing a picture")?;
        }
        self.taken += 1;
        Ok(Ok(picture.path))
    }

    /// What became of the pictures, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let counts = [
            (
                self.taken,
                if self.is_dry_run {
                    "would be imported"
                } else {
                    "imported"
                },
            ),
            (self.rejected, "rejected"),
            (self.left, "not imported"),
        ];
        let notes = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut notes: Vec<String> = notes
            .map(|(count, what)| format!("{count} pictures {what}"))
            .collect();
        if self.left > 0 {
            notes.push(match self.serves_files {
                true => "--pictures all also imports stills".to_owned(),
                false => "pictures come from another host (IMAGE_BASE)".to_owned(),
            });
        }
        notes
    }
}

fn reason(rejected: PictureError) -> &'static str {
    match rejected {
        PictureError::Kind => "不是 JPEG、PNG、WebP 或 AVIF，没有导入",
        PictureError::Size => "图片的边长最多 8000 像素，没有导入",
        PictureError::Damaged => "图片文件不完整，没有导入",
        PictureError::Metadata => "AVIF 文件里有拍摄信息，没有导入",
    }
}

/// The bytes of a file; `None` if it is larger than a picture may be.
fn read(path: &Path) -> io::Result<Option<Bytes>> {
    let max = u64::try_from(MAX_PICTURE_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_PICTURE_BYTES).then(|| bytes.into()))
}
