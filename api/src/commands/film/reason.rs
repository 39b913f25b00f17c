//! Why a film failed, in words for the console.

use yingku_film::FilmError;

/// Longest reason, characters.
const MAX_CHARS: usize = 300;

/// Whether an error says that the work was stopped.
pub(super) fn is_stopped(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(FilmError::Interrupted)))
}

/// What an error says in Chinese; if nothing, what it says.
pub(super) fn reason(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let told: Vec<String> = causes.filter(|cause| is_chinese(cause)).collect();
    let all = match told.is_empty() {
        true => format!("处理失败：{error:#}"),
        false => told.join("："),
    };
    all.chars().take(MAX_CHARS).collect()
}

fn is_chinese(text: &str) -> bool {
    text.chars()
        .any(|sign| ('\u{4e00}'..='\u{9fff}').contains(&sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_chinese_and_bounded() {
        let empty = anyhow::Error::from(FilmError::Empty).context("film.mkv");
        assert_eq!(reason(&empty), "文件是空的");
        assert!(!is_stopped(&empty));
        let other = anyhow::anyhow!("disk error").context("reading");
        assert_eq!(reason(&other), "处理失败：reading: disk error");
        assert_eq!(
            reason(&anyhow::anyhow!("长".repeat(900))).chars().count(),
            MAX_CHARS
        );
        assert!(is_stopped(
            &anyhow::Error::from(FilmError::Interrupted).context("x")
        ));
    }
}
