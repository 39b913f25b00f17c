//! What members pay for: VIP and activation codes ([`vip`]), orders and payments ([`pay`]).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod pay;
pub mod vip;
