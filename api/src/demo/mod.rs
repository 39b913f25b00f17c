//! stub
#![allow(missing_docs)]
pub struct DemoCatalogue;
impl DemoCatalogue {
    pub fn new(_: u64, _: u64, _: i64) -> Self {
        Self
    }
}
impl Iterator for DemoCatalogue {
    type Item = crate::catalogue::import::record::WorkRecord;
    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}
