//! The channels and kinds of terms of the catalogue, and the parameter that names a channel.

pub use yingku_base::kinds::{Channel, TermKind};

use yingku_http_kit::param_types::Number;

/// The number of a channel: 1 censored, 2 uncensored, 3 western.
pub type ModId = Number<1, 3>;

/// The channel of a parameter.
pub fn channel_of(id: ModId) -> Option<Channel> {
    Channel::from_code(id.small())
}
