//! Suggestions while a keyword is typed: works from the index, and the names of terms from [`directory`].

pub mod directory;
pub mod model;
pub mod names;
pub mod routes;
