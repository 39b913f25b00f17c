//! Files of a public folder, and never one outside it.

use std::path::{Path, PathBuf};

use actix_files::NamedFile;

/// The file at a relative path below `folder`. Hidden names and links that lead out of the folder are refused.
pub fn inside(folder: &Path, path: &str) -> Option<NamedFile> {
    let safe = path.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
    });
    let file: PathBuf = safe
        .then(|| folder.join(path))
        .filter(|file| file.is_file())?;
    let inside = file
        .canonicalize()
        .ok()?
        .starts_with(folder.canonicalize().ok()?);
    if !inside {
        return None;
    }
    NamedFile::open(file).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_leads_out_of_the_folder() {
        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("open");
        std::fs::create_dir_all(folder.join("a")).unwrap();
        std::fs::write(folder.join("a/good.ts"), "good").unwrap();
        std::fs::write(folder.join(".hidden"), "hidden").unwrap();
        std::fs::write(all.path().join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(all.path().join("secret"), folder.join("link.ts")).unwrap();
        assert!(inside(&folder, "a/good.ts").is_some());
        for bad in [
            "",
            "a",
            "/a/good.ts",
            "a//good.ts",
            "../secret",
            "a/../../secret",
            "a/./good.ts",
            "..",
            ".hidden",
            "link.ts",
            "a\\good.ts",
            "a/good.ts\0",
            "a/%2e%2e/secret",
            "missing",
        ] {
            assert!(inside(&folder, bad).is_none(), "{bad}");
        }
    }
}
