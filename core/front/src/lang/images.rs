//! Images of OpenCL C and texture objects of CUDA: objects of the launch that functions of the library read (`library`,
//! `image.h`).
//!
//! In a kernel an image is a struct of four members: where its pixels are, pixels of a row, rows, and a number that says what a pixel is,
//! and of a texture also how it is read (laid out in [`crate::launch::images`]). So it is passed to functions as a struct is. Deliberately
//! absent: images of three dimensions, arrays of images, surfaces, references to textures; each is an error that names a way around.

use alloc::{format, string::String, vec::Vec};

use super::{
    names::Names,
    token::Dialect,
    typed::Var,
    types::{self, Member, Pointer, Scalar, Space, Types, scalar},
};
use crate::ir::{ImagePart, Param, Type};

/// The types that are images: where they exist, and what the pixels of one are to the launch.
const IMAGES: [(&str, Dialect, ImagePart); 3] = [
    ("image2d_t", Dialect::OpenCl, ImagePart::Plane),
    ("image1d_buffer_t", Dialect::OpenCl, ImagePart::Row),
    ("cudaTextureObject_t", Dialect::Cuda, ImagePart::Texture),
];

/// What the type of this name is to the launch, if it is an image.
pub fn image(name: &str) -> Option<ImagePart> {
    IMAGES.iter().find(|(known, ..)| *known == name).map(|(.., part)| *part)
}

/// Is it the name of an image in a language?
pub fn is_image(name: &str, dialect: Dialect) -> bool {
    IMAGES.iter().any(|(known, place, _)| (*known, *place) == (name, dialect))
}

/// The members of an image.
pub fn members(types: &mut Types, names: &Names) -> Vec<Member> {
    let pixels = Pointer {
        to: scalar(Scalar::UChar),
        space: Some(Space::Global),
        is_const: false,
        is_volatile: false,
    };
    let of = [types.pointer(pixels), types::INT, types::INT, types::INT];
    let member = |(at, ty)| Some(Member::of(names.component(at)?, ty));
    (0..).zip(of).filter_map(member).collect()
}

/// The parameters that an image becomes.
pub fn params(name: &str, image: ImagePart, var: &Var) -> [Param; 4] {
    let of = |name: &str, ty, element, part| Param {
        image: Some(part),
        read_only: true,
        source_type: var.source_type.clone(),
        span: var.span,
        ..Param::new(name, ty, element)
    };
    let written =
        var.source_type.split(' ').any(|word| word.ends_with("write_only") || word.ends_with("read_write"));
    let pixels =
        Param { unsigned: true, read_only: !written, ..of(name, Type::Ptr(Space::Global), Type::I8, image) };
    let number = |what: &str, part| of(&format!("{name}.{what}"), Type::I32, Type::I32, part);
    [
        pixels,
        number("width", ImagePart::Width),
        number("height", ImagePart::Height),
        number("format", ImagePart::Format),
    ]
}

/// Does a parameter say how images are read?
pub fn is_sampler(var: &Var) -> bool {
    var.source_type.split(' ').any(|word| word == "sampler_t")
}

/// Is it, by its name, a function of images?
pub fn is_function(name: &str) -> bool {
    let starts = ["read_image", "write_image", "get_image_", "tex1D", "tex2D", "tex3D", "texCubemap", "surf"];
    starts.iter().any(|start| name.starts_with(start))
}

/// What is said of a type or function of images that is absent, and the way around.
pub fn absent(name: &str) -> (String, &'static str) {
    const WAYS: [(&[&str], &str, &str); 8] = [
        (
            &["image3d"],
            "Images of three dimensions",
            "Put the slices below each other in an `image2d_t`, or use a buffer.",
        ),
        (
            &["image1d_array", "image2d_array"],
            "Arrays of images",
            "Put the images below each other in an `image2d_t`, or use a buffer.",
        ),
        (
            &["image1d_t"],
            "Images of one dimension",
            "Use an `image2d_t` with one row, or an `image1d_buffer_t`.",
        ),
        (&["image"], "Images for samples and depths", "Use an `image2d_t`."),
        (
            &["texture"],
            "References to textures",
            "Give the kernel a `cudaTextureObject_t t`, and read it with `tex2D<float>(t, x, y)`.",
        ),
        (&["surf", "cudaSurface"], "Surfaces", "Write to a buffer, and compute the index: `y * width + x`."),
        (
            &["tex1D", "tex3D", "texCubemap", "tex2D"],
            "Textures of other forms than `tex2D` and `tex1Dfetch`",
            "Read a `cudaTextureObject_t t` with `tex2D<float>(t, x, y)` or `tex1Dfetch<float>(t, i)`; an image may have one row.",
        ),
        (
            &[""],
            "Functions of images",
            "The language page of the documentation lists those that are supported: `read_imagef`, `write_imagef` and their like.",
        ),
    ];
    let of = WAYS.iter().find(|(starts, ..)| starts.iter().any(|start| name.starts_with(start)));
    let (_, what, help) = of.unwrap_or(&WAYS[WAYS.len() - 1]);
    (format!("{what} such as `{name}` are not supported."), help)
}
