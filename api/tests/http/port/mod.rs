//! The port itself: what happens on the wire before and around a call, and what everything it serves has in common.

mod connections;
mod documents;
mod responses;
mod site;
mod wire;
