//! stub
#![allow(missing_docs)]
pub enum Size {
    Small,
    Big,
}
pub fn cover(_: u64, _: Size) -> String {
    String::new()
}
pub fn still(_: u64, _: u32, _: Size) -> String {
    String::new()
}
pub fn avatar(_: u64) -> String {
    String::new()
}
pub fn tint(_: u64) -> String {
    String::new()
}
