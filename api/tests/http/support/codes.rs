//! Activation codes for tests.

use yingku_commerce::vip::codes::code::ActivationCode;
use yingku_commerce::vip::codes::store::{self, CodeRow};
use yingku_http_kit::error::ApiError;

use super::TestApp;

/// Stores a code of thirty days, as the command does, and returns it.
pub fn code(t: &TestApp, seed: u8, change: impl FnOnce(&mut CodeRow)) -> String {
    let code = ActivationCode::new([seed; 15]);
    let mut row = CodeRow {
        id: t.app.state.ids.next(&*t.app.state.clock),
        code_hash: t.app.codes.hash(&code),
        last4: code.last4(),
        batch: "test".to_owned(),
        order_no: None,
        plan_id: None,
        level_id: 2,
        days: 30,
        created_at: t.app.state.now(),
        expires_at: None,
        revoked_at: None,
        used_at: None,
        used_by: None,
        used_network: String::new(),
        mode: yingku_platform::config::OrderMode::Live,
    };
    change(&mut row);
    t.app
        .state
        .db
        .write_now::<_, ApiError, _>(|conn| Ok(store::add(conn, &[row])?))
        .unwrap();
    code.to_string()
}
