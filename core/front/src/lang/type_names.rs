//! Types that are known by a name without being keywords: OpenCL C's and CUDA's short names, vectors, and what is not
//! supported.

use alloc::{format, string::String};

use super::images::is_image;
use super::records::record;
use super::token::Dialect;
use super::types::{LENGTHS, Scalar, TypeId, Vector, scalar, vector};

/// What a type name that is no keyword stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// Another name of a scalar.
    Scalar(Scalar),
    /// A vector of OpenCL C.
    Vector(Vector),
    /// A struct that needs no declaration: CUDA's `float4` and its like, and images.
    Record,
    /// A type that is known but not supported.
    Unsupported(Unsupported),
}

/// Families of types that are not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// Images, textures and surfaces of other forms than [`super::images`] has.
    Image,
    /// CUDA's `half` types.
    Half,
    /// Handles of cooperative groups.
    Group,
    /// Events, pipes, queues, random generators of libraries.
    Object,
}

/// The meaning of a predefined type name.
pub fn type_name(text: &str, dialect: Dialect) -> Option<TypeName> {
    let scalar = match text {
        "uchar" | "uint8_t" => Scalar::UChar,
        "int8_t" if dialect == Dialect::OpenCl => Scalar::Char,
        "int8_t" => Scalar::SChar,
        "ushort" | "uint16_t" => Scalar::UShort,
        "int16_t" => Scalar::Short,
        "uint" | "uint32_t" => Scalar::UInt,
        "int32_t" => Scalar::Int,
        "ulong" | "uint64_t" | "size_t" | "uintptr_t" => Scalar::ULong,
        "int64_t" | "ptrdiff_t" | "intptr_t" => Scalar::Long,
        "intmax_t" | "int_fast16_t" | "int_fast32_t" | "int_fast64_t" | "int_least64_t"
            if dialect == Dialect::Cuda =>
        {
            Scalar::Long
        }
        "clock_t" if dialect == Dialect::Cuda => Scalar::Long,
        "uintmax_t" | "uint_fast16_t" | "uint_fast32_t" | "uint_fast64_t" | "uint_least64_t"
            if dialect == Dialect::Cuda =>
        {
            Scalar::ULong
        }
        "int_least16_t" if dialect == Dialect::Cuda => Scalar::Short,
        "uint_least16_t" if dialect == Dialect::Cuda => Scalar::UShort,
        "int_least32_t" if dialect == Dialect::Cuda => Scalar::Int,
        "uint_least32_t" if dialect == Dialect::Cuda => Scalar::UInt,
        "cl_mem_fence_flags" => Scalar::UInt,
        "sampler_t" if dialect == Dialect::OpenCl => Scalar::UInt,
        "event_t" | "atomic_int" | "atomic_flag" | "memory_order" | "memory_scope"
            if dialect == Dialect::OpenCl =>
        {
            Scalar::Int
        }
        "atomic_uint" if dialect == Dialect::OpenCl => Scalar::UInt,
        "atomic_long" if dialect == Dialect::OpenCl => Scalar::Long,
        "atomic_ulong" | "atomic_size_t" if dialect == Dialect::OpenCl => Scalar::ULong,
        "atomic_float" if dialect == Dialect::OpenCl => Scalar::Float,
        "atomic_double" if dialect == Dialect::OpenCl => Scalar::Double,
        _ if is_image(text, dialect) => return Some(TypeName::Record),
        _ => {
            let row = match dialect {
                Dialect::OpenCl => vector_named(text).map(TypeName::Vector),
                Dialect::Cuda => record(text).map(|_| TypeName::Record),
            };
            return row.or_else(|| unsupported(text).map(TypeName::Unsupported));
        }
    };
    Some(TypeName::Scalar(scalar))
}

/// The scalar that OpenCL C calls so, alone or in the names of vectors and conversions.
fn scalar_named(name: &str) -> Option<Scalar> {
    Scalar::ALL.iter().copied().find(|scalar| scalar.name() == name && *scalar != Scalar::Bool)
}

/// The vector of this name: `float4`.
fn vector_named(name: &str) -> Option<Vector> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let (of, digits) = (scalar_named(stem)?, &name[stem.len()..]);
    let len = digits.parse().ok().filter(|len| LENGTHS.contains(len) && !digits.starts_with('0'))?;
    Some(Vector { of, len })
}

/// The names of OpenCL C's vectors.
pub fn vector_names() -> impl Iterator<Item = String> {
    let scalars = Scalar::ALL.iter().filter(|of| **of != Scalar::Bool && **of == of.in_opencl());
    scalars.flat_map(|of| LENGTHS.into_iter().map(move |len| format!("{}{len}", of.name())))
}

/// The scalar or vector of this name, as in `convert_float4`.
pub fn number_named(name: &str) -> Option<TypeId> {
    scalar_named(name).map(scalar).or_else(|| vector_named(name).map(vector))
}

fn unsupported(text: &str) -> Option<Unsupported> {
    match text {
        "half" | "half2" | "__half" | "__half2" | "__nv_bfloat16" | "__nv_bfloat162" => {
            Some(Unsupported::Half)
        }
        "cudaSurfaceObject_t" | "texture" | "surface" => Some(Unsupported::Image),
        "pipe"
        | "queue_t"
        | "clk_event_t"
        | "ndrange_t"
        | "reserve_id_t"
        | "curandState"
        | "curandState_t"
        | "curandStateXORWOW_t" => Some(Unsupported::Object),
        "thread_group" | "thread_block" | "thread_block_tile" | "grid_group" | "coalesced_group" => {
            Some(Unsupported::Group)
        }
        _ if text.starts_with("image") && text.ends_with("_t") => Some(Unsupported::Image),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types() {
        let named = |text| type_name(text, Dialect::OpenCl);
        assert_eq!(named("uint"), Some(TypeName::Scalar(Scalar::UInt)));
        assert_eq!(named("ushort16"), Some(TypeName::Vector(Vector { of: Scalar::UShort, len: 16 })));
        assert_eq!(type_name("float4", Dialect::Cuda), Some(TypeName::Record));
        for none in ["float5", "float1", "float04", "bool2", "float", "float4294967298"] {
            assert_eq!(named(none), None, "{none}");
        }
        assert_eq!(type_name("float8", Dialect::Cuda), None);
        assert_eq!(named("image2d_t"), Some(TypeName::Record));
        assert_eq!(named("image3d_t"), Some(TypeName::Unsupported(Unsupported::Image)));
    }
}
