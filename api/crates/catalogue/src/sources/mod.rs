//! What an import reads: lines of the import format, or another format that is made into such lines, with the pictures
//! beside its files. The same for the command line and for uploads.

mod input;
mod pictures;

pub use input::{Input, InputError, Row, open_stream};
pub use pictures::{PictureStore, Which};
