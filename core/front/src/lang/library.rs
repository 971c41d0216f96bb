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
    const WORK: &str = include_str!("library/cooperative_groups_work.h");
    const HEADERS: [(&str, &str); 18] = [
        ("algorithm", include_str!("library/algorithm.h")),
        ("array", include_str!("library/array.h")),
        ("cuda_fp16.h", include_str!("library/cuda_fp16.h")),
        ("cuda_fp16.hpp", include_str!("library/cuda_fp16.h")),
        ("cuda_bf16.h", include_str!("library/cuda_bf16.h")),
        ("cooperative_groups.h", include_str!("library/cooperative_groups.h")),
        ("cooperative_groups/memcpy_async.h", WORK),
        ("cooperative_groups/reduce.h", WORK),
        ("cooperative_groups/scan.h", WORK),
        ("hip/hip_cooperative_groups.h", include_str!("library/cooperative_groups.h")),
        ("cuda/atomic", include_str!("library/cuda_atomic.h")),
        ("hip/hip_fp16.h", include_str!("library/cuda_fp16.h")),
        ("helper_math.h", include_str!("library/helper_math.h")),
        // Clocks and random numbers bring the limits with them.
        ("chrono", include_str!("library/limits.h")),
        ("limits", include_str!("library/limits.h")),
        ("random", include_str!("library/limits.h")),
        ("type_traits", include_str!("library/type_traits.h")),
        ("utility", include_str!("library/utility.h")),
    ];
    let found = HEADERS.iter().find(|(known, _)| *known == name && dialect == Dialect::Cuda)?;
    Some(found.1)
}

/// The header of C++ that has something of this name in `std`.
pub(super) fn header_with(name: &str) -> Option<&'static str> {
    let all = ["algorithm", "array", "limits", "type_traits", "utility"];
    all.into_iter().find(|known| {
        let text = header(known, Dialect::Cuda).unwrap_or_default();
        let words = ["struct ", "T ", "void ", "&&", "> ", "bool ", "using "];
        words.iter().any(|before| {
            text.match_indices(&alloc::format!("{before}{name}")).any(|(at, found)| {
                let next = text[at + found.len()..].chars().next();
                !next.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric())
            })
        })
    })
}

/// A function of the library.
pub(super) struct Function {
    /// Its name.
    pub name: String,
    text: &'static str,
    words: Wording,
}

/// What the words in capitals of a text stand for.
#[derive(Clone, Copy)]
enum Wording {
    /// There are none.
    Plain,
    Real(&'static Real),
    Image(Dialect),
    /// For elements of this type, and of vectors of so many.
    Each(&'static str, &'static str),
    /// For numbers of this type in this memory, and this operation.
    Atomic(&'static str, &'static str, &'static str),
}

impl Function {
    /// What it says.
    pub fn text(&self) -> String {
        match self.words {
            Wording::Plain => self.text.into(),
            Wording::Real(real) => real.written(self.text),
            Wording::Image(dialect) => image_text(self.text, dialect),
            Wording::Each(of, count) => {
                let head = "inline __attribute__((overloadable)) int";
                self.text.replacen(EACH, head, 1).replace("TYPE", &alloc::format!("{of}{count}"))
            }
            Wording::Atomic(of, space, operation) => {
                let word = self.text.split(' ').next().unwrap_or_default();
                let text = self.text.replacen(word, "inline __attribute__((overloadable))", 1);
                text.replace("TYPE", of).replace("SPACE", space).replace("OP", operation)
            }
        }
    }
}

/// What the words of a text that holds for `float` and `double` stand for in a language.
struct Real {
    dialect: Dialect,
    /// The letter behind names of functions, and behind constants.
    letters: [&'static str; 2],
    words: [&'static str; WORDS.len()],
}

const WORDS: [&str; 15] = [
    "QUALIFIED",
    "REAL",
    "WHOLE",
    "AS_REAL",
    "AS_WHOLE",
    "ZEROS",
    "SIGN",
    "INFINITE",
    "LEAST",
    "BELOW",
    "PLACES",
    "BIAS",
    "MOST",
    "TINY",
    "LARGE",
];

#[rustfmt::skip]
const CUDA_FLOAT: [&str; WORDS.len()] = [
    "__device__ inline", "float", "int", "__int_as_float", "__float_as_int", "__clz", "0x80000000", "0x7f800000", "0x800000",
    "-118", "23", "127", "0x1.fffffep126f", "0x1p-125f", "1e9f",
];

/// In CUDA a name without a letter takes both.
#[rustfmt::skip]
const REALS: [Real; 5] = [
    Real { dialect: Dialect::Cuda, letters: ["f", "f"], words: CUDA_FLOAT },
    Real { dialect: Dialect::Cuda, letters: ["", "f"], words: CUDA_FLOAT },
    Real { dialect: Dialect::Cuda, letters: ["", ""], words: [
        "__device__ inline", "double", "long long", "__longlong_as_double", "__double_as_longlong", "__clzll",
        "0x8000000000000000", "0x7ff0000000000000", "0x10000000000000", "-1011", "52", "1023", "0x1.fffffffffffffp1022",
        "0x1p-1021", "1e18"] },
    Real { dialect: Dialect::OpenCl, letters: ["", "f"], words: [
        "inline __attribute__((overloadable))", "float", "int", "as_float", "as_int", "clz", "0x80000000", "0x7f800000",
        "0x800000", "-118", "23", "127", "0x1.fffffep126f", "0x1p-125f", "1e9f"] },
    Real { dialect: Dialect::OpenCl, letters: ["", ""], words: [
        "inline __attribute__((overloadable))", "double", "long", "as_double", "as_long", "clz", "0x8000000000000000",
        "0x7ff0000000000000", "0x10000000000000", "-1011", "52", "1023", "0x1.fffffffffffffp1022", "0x1p-1021", "1e18"] },
];

impl Real {
    fn written(&self, text: &str) -> String {
        let in_word = |c: char| c == '_' || c.is_ascii_uppercase();
        let mut out = String::with_capacity(text.len() * 2);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (word, behind) = rest.split_at(length);
            out += match (word, WORDS.iter().position(|known| *known == word)) {
                ("@", _) => self.letters[0],
                ("$", _) => self.letters[1],
                (_, Some(at)) => self.words[at],
                (word, None) => word,
            };
            rest = behind;
        }
        out
    }
}

/// The first word of a text that holds for elements of every type.
const EACH: &str = "EACH";

/// The numbers of OpenCL C, and how many make a vector.
const NUMBERS: [&str; 11] =
    ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double"];
const COUNTS: [&str; 6] = ["", "2", "3", "4", "8", "16"];

/// The first words of texts that hold for atomics of every type and memory, and for flags.
const ATOMIC: &str = "ATOMIC";
const FLAG: &str = "FLAG";

/// The numbers that atomic operations change, the memories that they lie in, and the operations.
const CHANGED: [&str; 4] = ["int", "uint", "long", "ulong"];
const SPACES: [&str; 2] = ["__global", "__local"];
const OPERATIONS: [&str; 7] = ["add", "sub", "and", "or", "xor", "min", "max"];

/// The words of functions of images: in OpenCL C and in CUDA.
const IMAGE_WORDS: [(&str, [&str; 2]); 4] = [
    (WORDS[0], ["inline __attribute__((overloadable))", "__device__ inline"]),
    ("GLOBAL", ["__global", ""]),
    ("AS_FLOAT", ["as_float", "__uint_as_float"]),
    ("@", ["", "f"]),
];

fn image_text(text: &str, dialect: Dialect) -> String {
    let of = |words: [&'static str; 2]| words[usize::from(dialect == Dialect::Cuda)];
    IMAGE_WORDS.iter().fold(text.into(), |text, (word, words)| text.replace(word, of(*words)))
}

/// The functions of a language, each behind those that it calls. Overloads follow each other.
pub(super) fn functions(dialect: Dialect) -> Vec<Function> {
    let own = match dialect {
        Dialect::OpenCl => include_str!("library/opencl.h"),
        Dialect::Cuda => include_str!("library/cuda.h"),
    };
    let images = match dialect {
        Dialect::OpenCl => include_str!("library/image_opencl.h"),
        Dialect::Cuda => include_str!("library/image_cuda.h"),
    };
    let mut all = Vec::new();
    for text in pieces(include_str!("library/image.h")).chain(pieces(images)) {
        all.push(Function { name: named(text).into(), text, words: Wording::Image(dialect) });
    }
    for text in [include_str!("library/reals.h"), own] {
        for text in pieces(text) {
            let name = named(text);
            if text.starts_with(EACH) {
                let types = NUMBERS.iter().flat_map(|of| COUNTS.iter().map(move |count| (*of, *count)));
                all.extend(types.map(|(of, count)| Function {
                    name: name.into(),
                    text,
                    words: Wording::Each(of, count),
                }));
                continue;
            }
            if text.starts_with(ATOMIC) || text.starts_with(FLAG) {
                let types = if text.starts_with(FLAG) { &CHANGED[..1] } else { &CHANGED };
                let operations = if name.contains("OP") { &OPERATIONS[..] } else { &[""] };
                for (of, space) in types.iter().flat_map(|of| SPACES.map(|space| (*of, space))) {
                    all.extend(operations.iter().map(|operation| Function {
                        name: name.replace("OP", operation),
                        text,
                        words: Wording::Atomic(of, space, operation),
                    }));
                }
                continue;
            }
            if !text.starts_with(WORDS[0]) {
                all.push(Function { name: name.into(), text, words: Wording::Plain });
                continue;
            }
            for real in REALS.iter().filter(|real| real.dialect == dialect) {
                all.push(Function {
                    name: name.replace('@', real.letters[0]),
                    text,
                    words: Wording::Real(real),
                });
            }
        }
    }
    all
}

/// The functions of a text: each begins a line.
fn pieces(text: &'static str) -> impl Iterator<Item = &'static str> {
    let begins = |line: &str| {
        [WORDS[0], EACH, ATOMIC, FLAG, "__device__ ", "inline ", "template "]
            .iter()
            .any(|first| line.starts_with(first))
    };
    let starts = text.match_indices('\n').map(|(at, _)| at + 1).filter(move |at| begins(&text[*at..]));
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    (1..starts.len()).map(move |at| &text[starts[at - 1]..starts[at]])
}

/// The word before the parameters.
fn named(function: &str) -> &str {
    let head = function.strip_prefix("inline __attribute__((overloadable))").unwrap_or(function);
    let (before, _) = head.split_once('(').unwrap_or_default();
    before.rsplit(' ').next().unwrap_or_default().trim_start_matches('*')
}

/// The functions that a text asks for, in their order.
pub(super) fn wanted(tokens: &[Token], dialect: Dialect, names: &Names) -> String {
    let mut chosen: Vec<String> = Vec::new();
    // The texts that tell which others are asked for: of those that differ in types alone one does.
    let mut callers: Vec<(&str, usize)> = Vec::new();
    let mut last = (String::new(), false);
    for function in functions(dialect).into_iter().rev() {
        if function.name != last.0 {
            let name = function.name.as_str();
            let is_wanted = names.find(name).is_some_and(|name| is_called(tokens, name, dialect));
            let is_asked = is_wanted || callers.iter().any(|(_, at)| calls(&chosen[*at], name));
            last = (function.name.clone(), is_asked);
        }
        if last.1 {
            let by_type = matches!(function.words, Wording::Each(..) | Wording::Atomic(..));
            if !by_type || callers.iter().all(|(text, _)| *text != function.text) {
                callers.push((function.text, chosen.len()));
            }
            chosen.push(function.text());
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
