//! The images of a launch: format, size, how they are read, and what is in them.
//!
//! Pixels lie row by row in memory, the channels of one behind the other, without gaps. The kernel is compiled for what a launch
//! says of its images: [`settle`] writes it into the parameters, and a pass ([`crate::opt::settle`]) from there into the code.
//!
//! Formats and samplers are numbers in kernels, with OpenCL's own digits: the last one of `CL_RGBA` and of `CL_UNORM_INT8`, and the bits of
//! `CLK_FILTER_LINEAR` and its like. Deliberately absent: three dimensions, arrays of images, mipmaps, packed formats.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    ArgValue, Init, Launch, Number,
    complete::{Sources, said},
    guess::image,
    header,
};
use crate::ir::{ImagePart, Kernel, Param, Type};

/// Most pixels of a row, and most rows. A row alone may have [`MOST_ROW`].
pub const MOST_SIDE: u32 = 16_384;
/// Most pixels of an image of one dimension.
pub const MOST_ROW: u32 = 1 << 27;

/// Which channels a pixel has, in the order of memory. (Links hold the number of a kind: new kinds go to the end.)
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelOrder {
    R,
    Rg,
    Rgba,
    Bgra,
}

/// Each with its name, its digit in OpenCL (`CL_R` is 0x10B0), and how many channels it has.
const ORDERS: [(ChannelOrder, &str, u32, u32); 4] = [
    (ChannelOrder::R, "r", 0, 1),
    (ChannelOrder::Rg, "rg", 2, 2),
    (ChannelOrder::Rgba, "rgba", 5, 4),
    (ChannelOrder::Bgra, "bgra", 6, 4),
];

/// What one channel is. (Links hold the number of a kind: new kinds go to the end.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Channel {
    /// 0 to 1 in 8 bits.
    Unorm8,
    /// 0 to 1 in 16 bits.
    Unorm16,
    /// -1 to 1 in 8 bits.
    Snorm8,
    /// -1 to 1 in 16 bits.
    Snorm16,
    /// A float of 16 bits.
    Half,
    /// A float of 32 bits.
    Float,
    /// A signed integer of 8 bits.
    Int8,
    /// A signed integer of 16 bits.
    Int16,
    /// A signed integer of 32 bits.
    Int32,
    /// An unsigned integer of 8 bits.
    UInt8,
    /// An unsigned integer of 16 bits.
    UInt16,
    /// An unsigned integer of 32 bits.
    UInt32,
}

/// Each with its name, its digit in OpenCL (`CL_SNORM_INT8` is 0x10D0), and its type in memory, which is unsigned or not.
const CHANNELS: [(Channel, &str, u32, Type, bool); 12] = [
    (Channel::Unorm8, "8", 2, Type::I8, true),
    (Channel::Unorm16, "16", 3, Type::I16, true),
    (Channel::Snorm8, "8s", 0, Type::I8, false),
    (Channel::Snorm16, "16s", 1, Type::I16, false),
    (Channel::Half, "16f", 13, Type::F16, false),
    (Channel::Float, "32f", 14, Type::F32, false),
    (Channel::Int8, "8i", 7, Type::I8, false),
    (Channel::Int16, "16i", 8, Type::I16, false),
    (Channel::Int32, "32i", 9, Type::I32, false),
    (Channel::UInt8, "8u", 10, Type::I8, true),
    (Channel::UInt16, "16u", 11, Type::I16, true),
    (Channel::UInt32, "32u", 12, Type::I32, true),
];

/// What a pixel is: `rgba8`, `r32f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format {
    /// Its channels.
    pub order: ChannelOrder,
    /// What each of them is.
    pub channel: Channel,
}

impl Format {
    /// Four channels of 8 bits from 0 to 1: of an image that says no other.
    pub const RGBA8: Format = Format { order: ChannelOrder::Rgba, channel: Channel::Unorm8 };

    /// Every format.
    pub fn all() -> impl Iterator<Item = Format> {
        let of = |(order, ..): (ChannelOrder, &str, u32, u32)| {
            CHANNELS.map(|(channel, ..)| Format { order, channel })
        };
        ORDERS.into_iter().flat_map(of)
    }

    /// Its name.
    pub fn name(self) -> String {
        format!("{}{}", self.order().1, self.channel().1)
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    fn order(self) -> (ChannelOrder, &'static str, u32, u32) {
        ORDERS[self.order as usize]
    }

    fn channel(self) -> (Channel, &'static str, u32, Type, bool) {
        CHANNELS[self.channel as usize]
    }

    /// How many channels a pixel has.
    pub fn channels(self) -> u32 {
        self.order().3
    }

    /// The type of a channel in memory.
    pub fn element(self) -> Type {
        self.channel().3
    }

    /// Is a channel an unsigned integer in memory?
    pub fn unsigned(self) -> bool {
        self.channel().4
    }

    /// Bytes of a pixel.
    pub fn bytes(self) -> u32 {
        self.channels() * self.element().bytes()
    }

    /// Its number in kernels: the channel in the lowest four bits, the order in the next.
    fn number(self) -> u32 {
        self.channel().2 | self.order().2 << 4
    }
}

/// Where the sampler of a texture begins in the number of its format.
const SAMPLER_SHIFT: u32 = 8;

/// The words for how an image is read: the bits that each replaces, and those that it sets.
const SAMPLER_WORDS: [(&str, u32, u32); 9] = [
    ("nearest", 0x30, 0x10),
    ("linear", 0x30, 0x20),
    ("none", 0xe, 0),
    ("clamp_to_edge", 0xe, 2),
    ("clamp", 0xe, 4),
    ("repeat", 0xe, 6),
    ("mirrored_repeat", 0xe, 8),
    ("unnormalized", 1, 0),
    ("normalized", 1, 1),
];

/// How an image is read if nobody says it: the nearest pixel, at the edge where there is none, by coordinates that count pixels.
pub const SAMPLER: u32 = 0x12;

/// The sampler that these words say, one behind the other; of each kind one may be left out.
///
/// # Errors
/// A sentence that names the word and those that there are, or two words that contradict each other.
pub fn sampler(words: &str) -> Result<u32, String> {
    let mut said = Vec::new();
    words.split_whitespace().try_fold(SAMPLER, |sampler, word| {
        with_word(sampler, word, &mut said)?.ok_or_else(|| {
            let known = SAMPLER_WORDS.map(|(word, ..)| word).join(", ");
            format!("`{word}` says nothing of how an image is read (words: {known})")
        })
    })
}

/// A sampler with one more word, which must say nothing else than those before it; `None` if it is no word for one.
fn with_word<'w>(sampler: u32, word: &'w str, said: &mut Vec<&'w str>) -> Result<Option<u32>, String> {
    let find = |word: &str| SAMPLER_WORDS.iter().find(|(known, ..)| *known == word);
    let Some((_, all, set)) = find(word) else { return Ok(None) };
    let other =
        said.iter().find(|before| find(before).is_some_and(|(_, its, value)| its == all && value != set));
    if let Some(other) = other {
        return Err(format!("`{other}` and `{word}` contradict each other: an image is read in one way"));
    }
    said.push(word);
    Ok(Some(sampler & !all | set))
}

/// A sampler in words, as [`sampler`] reads them.
pub fn show_sampler(sampler: u32) -> String {
    let said = SAMPLER_WORDS.iter().filter(|(_, all, set)| sampler & all == *set);
    said.map(|(word, ..)| *word).collect::<Vec<_>>().join(" ")
}

/// An image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// What a pixel is.
    pub format: Format,
    /// Pixels of a row.
    pub width: u32,
    /// Rows; 1 in one dimension.
    pub height: u32,
    /// How it is read, if it is a texture.
    pub sampler: u32,
    /// What its channels hold, in the order of memory.
    pub init: Init,
}

impl Image {
    /// How many channels all its pixels have.
    pub fn scalars(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height) * u64::from(self.format.channels())
    }

    /// What is wrong with its size: the rest of a sentence.
    pub fn wrong_size(&self) -> Option<String> {
        let Image { width, height, .. } = self;
        let most = if *height == 1 { MOST_ROW } else { MOST_SIDE };
        if *width == 0 || *height == 0 {
            return Some("no side of an image may be 0".into());
        }
        let large = *width > most || *height > MOST_SIDE;
        large.then(|| {
            format!(
                "an image has at most {MOST_SIDE} x {MOST_SIDE} pixels, or {MOST_ROW} in one row, not {width} x {height} \
                 (limit image-size)"
            )
        })
    }

    /// The number that a part of it is in kernels.
    pub fn part(&self, part: ImagePart) -> u32 {
        match part {
            ImagePart::Width => self.width,
            ImagePart::Height => self.height,
            _ => self.format.number() | self.sampler << SAMPLER_SHIFT,
        }
    }

    /// As a header says it, without its contents: `image2d rgba8 64x64`.
    pub fn shape(&self, part: Option<ImagePart>) -> String {
        let Image { width, height, .. } = self;
        let (kind, size) = match height {
            1 if part != Some(ImagePart::Plane) => ("image1d", format!("{width}")),
            _ => ("image2d", format!("{width}x{height}")),
        };
        let words = match part {
            Some(ImagePart::Texture) => format!(" {}", show_sampler(self.sampler)),
            _ => String::new(),
        };
        format!("{kind} {} {size}{words}", self.format.name())
    }

    /// From what [`shape`](Image::shape) writes, words for a sampler, and contents (zeros, if there are none).
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn read(text: &str) -> Result<Image, String> {
        let (kind, rest) = header::split_word(text);
        let (format, rest) = header::split_word(rest);
        let (size, mut rest) = header::split_word(rest);
        let format = Format::named(format).ok_or_else(|| no_format(format))?;
        let sides: Vec<Option<u32>> = size.split('x').map(|side| side.parse().ok()).collect();
        let (width, height) = match (kind, &sides[..]) {
            ("image1d", [Some(width)]) => (*width, 1),
            ("image2d", [Some(width), Some(height)]) => (*width, *height),
            ("image1d", _) => return Err(format!("`{size}` is no length of an image, such as `256`")),
            _ => return Err(format!("`{size}` is no size of an image, such as `256x256`")),
        };
        let (mut sampler, mut said) = (SAMPLER, Vec::new());
        while let (word, behind) = header::split_word(rest)
            && let Some(more) = with_word(sampler, word, &mut said)?
        {
            (sampler, rest) = (more, behind);
        }
        let init = if rest.is_empty() { Init::Zeros } else { header::read_init(rest)? };
        Ok(Image { format, width, height, sampler, init })
    }
}

/// Said of a word that is no format.
pub fn no_format(word: &str) -> String {
    let orders = ORDERS.map(|(_, name, ..)| name).join(", ");
    let channels = CHANNELS.map(|(_, name, ..)| name).join(", ");
    format!("`{word}` is no format of an image: one of {orders}, and behind it one of {channels}")
}

/// Does the image fit the parameter? One of two dimensions may be of one row.
pub(super) fn fits(param: &Param, image: &Image) -> bool {
    match param.image {
        Some(ImagePart::Row) => image.height == 1,
        _ => param.is_image(),
    }
}

/// Gives the parameters that follow from images their values.
pub(super) fn follow(params: &[Param], values: &mut [ArgValue]) {
    let of = |name: &str, values: &[ArgValue]| {
        let at = params.iter().position(|param| param.is_image() && param.name == name)?;
        if let ArgValue::Image(image) = values.get(at)? { Some(image.clone()) } else { None }
    };
    for (at, param) in params.iter().enumerate() {
        if let Some(image) = param.part_of().and_then(|name| of(name, values))
            && let (Some(value), Some(part)) = (values.get_mut(at), param.image)
        {
            *value = ArgValue::Scalar(Number::Int(image.part(part).into()));
        }
    }
}

/// Writes into the parameters of a kernel what its launch will say of images and samplers, so that it is compiled for them.
pub fn settle(from: Sources, kernel: &mut Kernel) {
    if kernel.params.iter().all(|param| param.image.is_none()) {
        return;
    }
    let value = |(at, param): (usize, &Param)| {
        let said =
            said(from, param, &Launch::default(), &mut Vec::new()).filter(|_| param.part_of().is_none());
        said.unwrap_or_else(|| image(from, at, param))
    };
    let mut values: Vec<ArgValue> = from.params.iter().enumerate().map(value).collect();
    follow(from.params, &mut values);
    for (param, value) in kernel.params.iter_mut().zip(values) {
        let is_number = param.part_of().is_some() || param.image == Some(ImagePart::Sampler);
        param.fixed = match value.number() {
            Some(Number::Int(number)) if is_number => Some(number as u64 & param.ty.mask()),
            _ => None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits of `CL/cl.h`: `CL_RGBA` 0x10B5, `CL_BGRA` 0x10B6, `CL_UNORM_INT8` 0x10D2, `CL_FLOAT` 0x10DE, `CL_UNSIGNED_INT32` 0x10DC.
    #[test]
    fn formats_have_names_and_opencl_s_digits() {
        assert_eq!(Format::all().count(), 48);
        for format in Format::all() {
            assert_eq!(Format::named(&format.name()), Some(format));
            assert_eq!(
                (ORDERS[format.order as usize].0, CHANNELS[format.channel as usize].0),
                (format.order, format.channel)
            );
        }
        let number = |name: &str| Format::named(name).map(Format::number);
        assert_eq!(
            ["rgba8", "bgra8", "r32f", "rg32u", "rgba9"].map(number),
            [Some(0x52), Some(0x62), Some(0x0e), Some(0x2c), None]
        );
        assert_eq!(["rgba8", "rg16f", "r32i"].map(|name| Format::named(name).unwrap().bytes()), [4, 4, 4]);
    }

    #[test]
    fn samplers_are_words_in_any_order() {
        assert_eq!(sampler(""), Ok(0x12));
        assert_eq!(sampler("linear repeat normalized"), Ok(0x20 | 6 | 1));
        assert_eq!(sampler("normalized mirrored_repeat"), Ok(0x10 | 8 | 1));
        assert!(sampler("cubic").unwrap_err().starts_with("`cubic` says nothing"));
        for (words, said) in [
            ("linear nearest", "`linear` and `nearest` contradict"),
            ("repeat normalized clamp", "`repeat` and `clamp` contradict"),
            ("normalized unnormalized", "`normalized` and `unnormalized` contradict"),
        ] {
            assert!(sampler(words).unwrap_err().starts_with(said), "{words}");
            let image = Image::read(&format!("image2d rgba8 4x4 {words}"));
            assert!(image.unwrap_err().starts_with(said), "{words}");
        }
        assert_eq!(sampler("linear linear"), Ok(0x22));
        for words in ["nearest none unnormalized", "linear clamp normalized"] {
            assert_eq!(show_sampler(sampler(words).unwrap()), words);
        }
    }

    #[test]
    fn an_image_is_a_shape_and_contents() {
        let image = Image::read("image2d rgba8 16x8 linear repeat iota(1, 2)").unwrap();
        assert_eq!((image.width, image.height, image.sampler, image.scalars()), (16, 8, 0x26, 512));
        assert_eq!(image.init, Init::Iota { start: Number::Int(1), step: Number::Int(2) });
        assert_eq!(image.shape(Some(ImagePart::Plane)), "image2d rgba8 16x8");
        assert_eq!(image.shape(Some(ImagePart::Texture)), "image2d rgba8 16x8 linear repeat unnormalized");
        let row = Image::read("image1d r32f 100").unwrap();
        assert_eq!((row.shape(Some(ImagePart::Row)).as_str(), row.init), ("image1d r32f 100", Init::Zeros));
        for (text, part) in [
            ("image2d rgb8 4x4", "`rgb8` is no format"),
            ("image2d rgba8 4", "`4` is no size"),
            ("image1d rgba8 4x4", "`4x4` is no length"),
            ("image2d rgba8 4x4 cubic", "`cubic` is no kind of data"),
        ] {
            assert!(Image::read(text).unwrap_err().starts_with(part), "{text}");
        }
        let sized = |width, height| Image { width, height, ..image.clone() }.wrong_size().is_some();
        assert_eq!([sized(16_384, 16_384), sized(1 << 27, 1)], [false; 2]);
        assert_eq!([sized(16_385, 2), sized(1, 16_385), sized(0, 4), sized((1 << 27) + 1, 1)], [true; 4]);
    }
}
