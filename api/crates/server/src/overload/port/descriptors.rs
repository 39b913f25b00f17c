//! The limit on open files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Assumed where the system sets no limit.
const NO_LIMIT: u64 = 1 << 20;

/// Raises the soft limit to the hard one and returns it.
pub fn raise() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(event = "file_limit_unchanged", %error, "failed to raise the limit of open files");
    }
    getrlimit(Resource::Nofile).current.unwrap_or(NO_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limit_becomes_the_hard_one() {
        let max = raise();
        assert_eq!(getrlimit(Resource::Nofile).maximum.unwrap_or(NO_LIMIT), max);
        assert!(max > 0);
    }
}
