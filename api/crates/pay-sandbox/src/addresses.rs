//! The paths of the sandbox that payers open.

/// The checkout page of a trade.
pub(super) fn checkout_page_path(token: &str) -> String {
    format!("/sandbox/cashier/{token}")
}

/// WeChat's URL for phones: it checks the Referer and redirects to the checkout page.
pub(super) fn phone_path(token: &str) -> String {
    format!("/sandbox/weixin-h5/{token}")
}
