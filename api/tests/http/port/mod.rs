//! The port itself: what happens on the wire before and around a request, and properties common to all responses.

mod connections;
mod documents;
mod responses;
mod site;
mod wire;
