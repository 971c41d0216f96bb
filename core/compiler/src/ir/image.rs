//! What a parameter of a kernel has to do with images. An image is memory whose elements are pixels, row by row, and numbers that say
//! what they are: in the source it is one object, in the IR a few parameters in a row.

use serde::{Deserialize, Serialize};

use super::Param;

/// The part that a parameter is of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImagePart {
    /// The pixels of an image of two dimensions; the parameter is called as the image.
    Plane,
    /// The pixels of an image of one dimension, called so, too.
    Row,
    /// The same of a texture of either kind, whose [`Format`](ImagePart::Format) says how it is read.
    Texture,
    /// Pixels of a row: `i32`.
    Width,
    /// Rows: `i32`.
    Height,
    /// What a pixel is, and how a texture is read: `i32`, laid out in [`crate::launch::images`].
    Format,
    /// How images are read, an argument by itself: `i32`.
    Sampler,
}

impl Param {
    /// Is it the pixels of an image, which stand for the whole?
    pub fn is_image(&self) -> bool {
        matches!(self.image, Some(ImagePart::Plane | ImagePart::Row | ImagePart::Texture))
    }

    /// The image that it says something of, if it follows from that: nobody gives it a value.
    pub fn part_of(&self) -> Option<&str> {
        let is_part = matches!(self.image, Some(ImagePart::Width | ImagePart::Height | ImagePart::Format));
        self.name.rsplit_once('.').filter(|_| is_part).map(|(image, _)| image)
    }
}
