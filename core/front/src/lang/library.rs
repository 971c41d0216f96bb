//! Headers that come with the language: what CUDA says in its own headers, written in the language of kernels.
//!
//! An `#include` of one reads it as if it were a file of the program, once. Its tokens have no place, so that what its functions
//! do counts where they are called. Deliberately absent: host code, and what needs more than the language has.

use super::token::Dialect;

/// A header by its name, as it is written between `<` and `>`.
pub(super) fn header(name: &str, dialect: Dialect) -> Option<&'static str> {
    const HEADERS: [(&str, &str); 4] = [
        ("cuda_fp16.h", include_str!("library/cuda_fp16.h")),
        ("cuda_fp16.hpp", include_str!("library/cuda_fp16.h")),
        ("cuda_bf16.h", include_str!("library/cuda_bf16.h")),
        ("hip/hip_fp16.h", include_str!("library/cuda_fp16.h")),
    ];
    let found = HEADERS.iter().find(|(known, _)| *known == name && dialect == Dialect::Cuda)?;
    Some(found.1)
}
