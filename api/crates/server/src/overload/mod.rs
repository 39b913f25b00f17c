//! What protects the service from too much work. The README of this folder says what each part is for.

pub(crate) mod event_loop_lag;
pub mod port;
pub mod visits;
pub(crate) mod workloads;
