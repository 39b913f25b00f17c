//! `yingku move-files`: copies operators' files into the store, or out of it.

use std::process::ExitCode;

use yingku_platform::config::Config;

use super::progress::Progress;
use crate::cli::MoveFilesArgs;
use crate::transfer::move_files::CopyDirection;

pub(super) fn run(config: &Config, args: &MoveFilesArgs) -> anyhow::Result<ExitCode> {
    let way = CopyDirection::parse(&args.from, &args.to, &config.s3)?;
    let (files, left_out) = way.list()?;
    for link in &left_out.links {
        eprintln!("skipped, a symbolic link: {link}");
    }
    for hidden in &left_out.hidden {
        eprintln!("skipped, a hidden name, which is never served: {hidden}");
    }
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    say!(
        "{} files, {} kB, from {} to {}",
        files.len(),
        bytes.div_ceil(1_000),
        args.from,
        args.to
    );
    // Each is copied, then read again and compared.
    let mut progress = Progress::new("kB", Some(bytes / 1_000 * 2));
    let moved = way.run(&files, &mut |done| progress.at(done / 1_000, done / 1_000))?;
    progress.finish();
    say!(
        "{} files are equal in both places, {} of them copied now. Nothing was deleted. {} restart the service, and run this \
         once more for what came meanwhile.",
        moved.files,
        moved.copied,
        match way {
            CopyDirection::FolderToStore(..) => "Now set MEDIA_STORE or STREAM_STORE,",
            CopyDirection::StoreToFolder(..) =>
                "Now empty MEDIA_STORE or STREAM_STORE, set the folder,",
        }
    );
    Ok(ExitCode::SUCCESS)
}
