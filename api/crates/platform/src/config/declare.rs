//! How settings are declared: [`settings!`] makes the struct of a group and its reading from one list.

/// Declares a group. Each setting is
///
/// ```text
/// /// Description in English, for .env.example and the documents
/// "Description in Chinese, for the console"
/// NAME = "default" => field: Type, rule, Kind;
/// ```
///
/// where the rule is a function of [`super::rule`], which holds the bounds, and the kind is a [`super::shown::Kind`],
/// `Open` by default. Fields after `and` are no settings.
macro_rules! settings {
    (
        $(#[$about:meta])*
        $visible:vis struct $Group:ident {$(
            $(#[doc = $help:literal])+
            $help_zh:literal
            $NAME:ident = $default:literal => $field:ident: $Type:ty, $rule:expr $(, $kind:ident)?;
        )+}
        $(and {$($(#[$other_about:meta])* $other:ident: $Other:ty = $value:expr;)+})?
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        $visible struct $Group {
            $($(#[doc = $help])+ $visible $field: $Type,)+
            $($($(#[$other_about])* $visible $other: $Other,)+)?
        }

        impl $Group {
            /// Reads each setting. One that cannot be used is reported, and its default stands in for it.
            pub(super) fn read(source: &mut $crate::config::source::Source) -> Self {
                Self {
                    $($field: source.read($crate::config::shown::Setting {
                        name: stringify!($NAME),
                        default: $default,
                        // A doc comment begins with a space.
                        help: concat!($($help),+).split_at(1).1,
                        help_zh: $help_zh,
                        kind: $crate::config::declare::settings!(@kind $($kind)?),
                    }, $rule),)+
                    $($($other: $value,)+)?
                }
            }
        }
    };
    (@kind) => { $crate::config::shown::Kind::Open };
    (@kind $kind:ident) => { $crate::config::shown::Kind::$kind };
}

pub(super) use settings;
