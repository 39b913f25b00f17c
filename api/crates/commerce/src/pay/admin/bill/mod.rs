//! A provider's bill file, compared with what is stored here (R11.20): [`parse`] reads both providers' files, [`compare`]
//! lists the differences. Nothing of the file is stored.

pub mod compare;
pub mod parse;
mod refunds;
pub mod routes;
