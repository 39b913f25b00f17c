//! What is stored about members, feature by feature.

use yingku_access::audit;
use yingku_access::auth::personal_data::PersonalData;
use yingku_accounts as account;
use yingku_accounts::personal_data;
use yingku_catalogue as catalogue;
use yingku_catalogue::programs;
use yingku_commerce::pay;
use yingku_commerce::vip;
use yingku_community::library;
use yingku_community::moderation;
use yingku_community::support;

use super::admin::merge;

/// What each feature stores about a member, for export and erasure.
pub const PERSONAL_DATA: &[PersonalData] = &[
    personal_data::ACCOUNT,
    personal_data::SESSIONS,
    personal_data::PLACES,
    account::recovery::personal_data::RECOVERY,
    library::personal_data::COLLECTIONS,
    library::personal_data::LIKES,
    // After the likes: a member who has none left is in no new merge.
    merge::personal_data::MERGES,
    library::personal_data::FOLLOWS,
    library::personal_data::HIDDEN,
    library::personal_data::FILTERS,
    programs::keys::personal_data::KEYS,
    vip::personal_data::GRANTS,
    pay::personal_data::ORDERS,
    vip::personal_data::CODES,
    vip::personal_data::ATTEMPTS,
    catalogue::magnets::copies::PERSONAL_DATA,
    vip::downloads::PERSONAL_DATA,
    support::messages::PERSONAL_DATA,
    moderation::reports::PERSONAL_DATA,
    audit::PERSONAL_DATA,
];
