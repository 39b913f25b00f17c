//! Values as people write them. A function returns `None`, or the reason in Chinese, for what it cannot read for sure.

pub mod address;
pub mod channel;
pub mod count;
pub mod date;
pub mod duration;
pub mod list;
pub mod magnet;
pub mod number;
pub mod rating;

/// A number that is not negative, rounded to a whole one.
pub(crate) fn whole(number: f64) -> Option<u64> {
    let exact = 9_007_199_254_740_992.0;
    (number.is_finite() && (0.0..exact).contains(&number))
        .then(|| format!("{:.0}", number.round()).parse().ok())
        .flatten()
}

/// A decimal number with nothing after it.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
    let number: f64 = text.parse().ok().filter(|_| is_plain)?;
    number.is_finite().then_some(number)
}
