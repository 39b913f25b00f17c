//! The programs: ffmpeg and ffprobe as installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::error::FilmError;
use crate::process::{Line, Stop, last_lines, run, too_much};

/// How long they may take to say what they can.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long ffmpeg may go without progress.
const IDLE: Duration = Duration::from_secs(300);
/// The demuxers of films. A playlist or a script in a file named .mp4 would have ffmpeg read other files and hosts.
pub(crate) const CONTAINERS: &str = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,rm,mxf,\
    h264,hevc,ivf,obu,wtv,dv,vc1,m4v,nut";

/// ffmpeg and ffprobe.
#[derive(Debug, Clone)]
pub struct Tools {
    pub(crate) ffmpeg: PathBuf,
    pub(crate) ffprobe: PathBuf,
    /// Whether children can be killed with this process.
    pub(crate) has_guard: bool,
    /// Whether HDR can be shown with its brightness.
    pub(crate) tone_maps: bool,
    /// How long ffmpeg may go without progress.
    pub(crate) idle: Duration,
}

impl Tools {
    /// Looks for them in the path, and checks that they have the encoders.
    ///
    /// # Errors
    /// One is missing, or lacks an encoder.
    pub fn find(stop: &Stop) -> Result<Self, FilmError> {
        let mut tools = Self {
            ffmpeg: "ffmpeg".into(),
            ffprobe: "ffprobe".into(),
            has_guard: false,
            tone_maps: false,
            idle: IDLE,
        };
        tools.output_of(&tools.ffprobe, "ffprobe", &["-version"], stop)?;
        let encoders =
            tools.output_of(&tools.ffmpeg, "ffmpeg", &["-v", "error", "-encoders"], stop)?;
        for encoder in ["libx264", "aac"] {
            if !encoders.split_whitespace().any(|word| word == encoder) {
                return Err(FilmError::NoEncoder(encoder));
            }
        }
        let filters =
            tools.output_of(&tools.ffmpeg, "ffmpeg", &["-v", "error", "-filters"], stop)?;
        tools.tone_maps = ["zscale", "tonemap"]
            .iter()
            .all(|name| filters.split_whitespace().any(|word| word == *name));
        let guarded = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "--", "true"])
            .output();
        tools.has_guard = guarded.is_ok_and(|ran| ran.status.success());
        Ok(tools)
    }

    fn output_of(
        &self,
        program: &Path,
        name: &'static str,
        arguments: &[&str],
        stop: &Stop,
    ) -> Result<String, FilmError> {
        let mut stderr = String::new();
        let ran = run(
            Command::new(program).args(arguments),
            stop,
            TIMEOUT,
            |line| {
                stderr.push_str(line);
                stderr.push('\n');
                if stderr.len() > 1024 * 1024 {
                    too_much(name)
                } else {
                    Line::Progress
                }
            },
        );
        match ran {
            Ok(ended) if ended.status.success() => Ok(stderr),
            Ok(ended) => Err(failed(name, &ended.stderr)),
            Err(FilmError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(FilmError::NoTool(name))
            }
            Err(fault) => Err(fault),
        }
    }

    /// A command that is killed with this process, if util-linux (setpriv) is installed. Without it, an orphan ends when
    /// the next run removes its folder.
    fn command(&self, program: &Path) -> Command {
        if !self.has_guard {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "--"]).arg(program);
        command
    }

    pub(crate) fn ffmpeg(&self) -> Command {
        let mut command = self.command(&self.ffmpeg);
        command.args([
            "-hide_banner",
            "-nostdin",
            "-v",
            "error",
            "-progress",
            "pipe:1",
        ]);
        command
    }

    pub(crate) fn ffprobe(&self) -> Command {
        let mut command = self.command(&self.ffprobe);
        command.args(["-v", "error"]);
        command
    }
}

/// What makes any path a plain file to ffmpeg, whatever colons, quotes or dashes it has.
pub(crate) fn address_of(path: &Path) -> std::ffi::OsString {
    let mut address = std::ffi::OsString::from("file:");
    address.push(path);
    address
}

/// Makes ffmpeg read a film, and nothing else, from a file.
pub(crate) fn input(command: &mut Command, file: &Path) {
    command
        .args([
            "-protocol_whitelist",
            "file,pipe",
            "-format_whitelist",
            CONTAINERS,
            "-i",
        ])
        .arg(address_of(file));
}

/// A program's failure, by what it said.
pub(crate) fn failed(program: &str, stderr: &str) -> FilmError {
    if stderr.contains("No space left on device") {
        return FilmError::Full;
    }
    FilmError::Failed {
        program: program.to_owned(),
        stderr: last_lines(stderr),
    }
}

/// Adds arguments without blanks of their own.
pub(crate) fn words(command: &mut Command, words: &str) {
    command.args(words.split_whitespace());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a31_only_films_are_read_and_only_from_files() {
        let mut command = Command::new("ffprobe");
        input(&mut command, Path::new("-i http:x.mp4"));
        let given: Vec<_> = command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        assert_eq!(
            given,
            [
                "-protocol_whitelist",
                "file,pipe",
                "-format_whitelist",
                CONTAINERS,
                "-i",
                "file:-i http:x.mp4"
            ]
        );
        for leads_elsewhere in ["hls", "concat", "dash", "lavfi", "image2", "sdp", "tty"] {
            assert!(!CONTAINERS.split(',').any(|name| name == leads_elsewhere));
        }
    }
}
