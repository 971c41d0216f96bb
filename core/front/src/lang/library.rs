//! What the language has in its own words: headers of CUDA, and functions of both languages.
//!
//! A header is read where an `#include` asks for it, as if it were a file of the program, once. A function is read in front of
//! a text that has its name (and no declaration of its own). Tokens of both have no place, so that what their functions do
//! counts where they are called. Deliberately absent: host code, and what needs more than the language has.

use alloc::{string::String, vec::Vec};

use super::names::{Names, Symbol};
use super::token::{Dialect, Keyword, Punct, Token};

/// A header by its name, as it is written between `<` and `>`.
pub(super) fn header(name: &str, dialect: Dialect) -> Option<&'static str> {
    const HEADERS: [(&str, &str); 5] = [
        ("cuda_fp16.h", include_str!("library/cuda_fp16.h")),
        ("cuda_fp16.hpp", include_str!("library/cuda_fp16.h")),
        ("cuda_bf16.h", include_str!("library/cuda_bf16.h")),
        ("cooperative_groups.h", include_str!("library/cooperative_groups.h")),
        ("hip/hip_fp16.h", include_str!("library/cuda_fp16.h")),
    ];
    let found = HEADERS.iter().find(|(known, _)| *known == name && dialect == Dialect::Cuda)?;
    Some(found.1)
}

/// The functions of a language, by name and text, each behind those that it calls. Overloads follow each other.
pub(super) fn functions(dialect: Dialect) -> impl DoubleEndedIterator<Item = (&'static str, &'static str)> {
    let (text, begins) = match dialect {
        Dialect::OpenCl => (include_str!("library/opencl.h"), "\ninline "),
        Dialect::Cuda => (include_str!("library/cuda.h"), "\n__device__ "),
    };
    let starts: Vec<usize> = text.match_indices(begins).map(|(at, _)| at + 1).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(move |(start, end)| (named(&text[start..end]), &text[start..end]))
}

/// The word before the parameters.
fn named(function: &str) -> &str {
    let head = function.strip_prefix("inline __attribute__((overloadable))").unwrap_or(function);
    let (before, _) = head.split_once('(').unwrap_or_default();
    before.rsplit(' ').next().unwrap_or_default()
}

/// The functions that a text asks for, in their order.
pub(super) fn wanted(tokens: &[Token], dialect: Dialect, names: &Names) -> String {
    let mut chosen: Vec<&str> = Vec::new();
    for (name, text) in functions(dialect).rev() {
        let is_wanted = names.find(name).is_some_and(|name| is_called(tokens, name, dialect));
        if is_wanted || chosen.iter().any(|later| calls(later, name)) {
            chosen.push(text);
        }
    }
    chosen.reverse();
    chosen.concat()
}

/// Has a text this name, but no declaration of it (a name behind the name of a type)?
fn is_called(tokens: &[Token], name: Symbol, dialect: Dialect) -> bool {
    use Keyword::{Case, Do, Else, Return};
    let mut found = false;
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| token.name() == Some(name)) {
        let before = at.checked_sub(1).and_then(|before| tokens[before].name());
        let is_type = |word| !matches!(Keyword::of(word, dialect), Some(Case | Do | Else | Return));
        if before.is_some_and(is_type) && tokens.get(at + 1).is_some_and(|next| next.is(Punct::LParen)) {
            return false;
        }
        found = true;
    }
    found
}

/// Does a function of the library call another one?
fn calls(text: &str, name: &str) -> bool {
    let in_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(in_word) && text[at + name.len()..].starts_with('('))
}
