//! The address of a bucket.

use std::fmt;
use std::str::FromStr;

/// Scheme of a bucket's address.
const SCHEME: &str = "s3://";

/// A bucket, or a folder in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketPlace {
    /// Its name.
    pub bucket: String,
    /// The folder, without slashes around it; empty for the whole bucket.
    pub prefix: String,
}

impl BucketPlace {
    /// Whether `other` is inside this place or equal to it.
    pub(super) fn contains(&self, other: &Self) -> bool {
        let rest = other.prefix.strip_prefix(&self.prefix);
        let below = rest
            .is_some_and(|rest| rest.is_empty() || self.prefix.is_empty() || rest.starts_with('/'));
        self.bucket == other.bucket && below
    }
}

impl FromStr for BucketPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "must be s3://bucket or s3://bucket/folder, of letters, digits, -, _ and .";
        let rest = text.strip_prefix(SCHEME).ok_or(wrong)?;
        let mut parts = rest.trim_end_matches('/').split('/');
        let bucket = parts.next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let good =
            |part: &str| !part.starts_with('.') && !part.is_empty() && part.chars().all(plain);
        let prefix: Vec<&str> = parts.collect();
        if !good(bucket) || !prefix.iter().all(|part| good(part)) {
            return Err(wrong);
        }
        Ok(Self {
            bucket: bucket.to_owned(),
            prefix: prefix.join("/"),
        })
    }
}

impl fmt::Display for BucketPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.bucket)?;
        if !self.prefix.is_empty() {
            write!(f, "/{}", self.prefix)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_bucket_with_an_optional_prefix() {
        let place: BucketPlace = "s3://films/a/b/".parse().unwrap();
        assert_eq!((&*place.bucket, &*place.prefix), ("films", "a/b"));
        assert_eq!(place.to_string(), "s3://films/a/b");
        let whole: BucketPlace = "s3://films".parse().unwrap();
        assert_eq!(whole.to_string(), "s3://films");
        for bad in [
            "films",
            "s3://",
            "s3:///a",
            "s3://a//b",
            "s3://a/../b",
            "s3://a/.b",
            "s3://a b",
            "https://a/b",
        ] {
            assert!(bad.parse::<BucketPlace>().is_err(), "{bad}");
        }
    }
}
