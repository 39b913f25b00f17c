//! Why a film was not made, in words for operators.

use std::io;
use std::path::PathBuf;

/// Why a film was not made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// A program is not installed.
    #[error("找不到 {0}，请先安装 ffmpeg（Debian：apt-get install ffmpeg）")]
    NoTool(&'static str),
    /// The installed ffmpeg lacks something.
    #[error("这个 ffmpeg 缺少编码器 {0}")]
    NoEncoder(&'static str),
    /// No such file.
    #[error("找不到文件：{}", .0.display())]
    NoFile(PathBuf),
    /// A folder, or a device.
    #[error("不是普通文件：{}", .0.display())]
    NotAFile(PathBuf),
    /// Zero bytes.
    #[error("文件是空的")]
    Empty,
    /// No container that films come in.
    #[error("不是影片文件")]
    NotAFilm,
    /// Sound alone, or a cover.
    #[error("没有画面")]
    NoPicture,
    /// It is truncated, or cannot be decoded.
    #[error("文件损坏：{0}")]
    Damaged(String),
    /// It would not fit.
    #[error("磁盘空间不足：约需 {need} MB，剩余 {free} MB")]
    NoRoom {
        /// Estimated megabytes.
        need: u64,
        /// Free megabytes.
        free: u64,
    },
    /// The disk became full.
    #[error("磁盘空间不足")]
    Full,
    /// A program made no progress.
    #[error("{program} 超过 {seconds} 秒没有进展，已终止")]
    Hung {
        /// Which one.
        program: String,
        /// The limit.
        seconds: u64,
    },
    /// The command was stopped.
    #[error("已中断")]
    Interrupted,
    /// A program failed, with the end of its standard error.
    #[error("{program} 失败：{stderr}")]
    Failed {
        /// Which one.
        program: String,
        /// The last lines.
        stderr: String,
    },
    /// Another process works on the same film.
    #[error("另一个进程正在处理这部影片")]
    Taken,
    /// The system rejected something.
    #[error("{0}")]
    Io(io::Error),
}

impl From<io::Error> for FilmError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull => Self::Full,
            _ => Self::Io(error),
        }
    }
}
