//! The header of a kernel: comment lines that begin with `lanescope:` and say title, launch and data. Assembly may write
//! them with `#`.
//!
//! The syntax is described in `docs/howto/add-a-kernel.md`. A line that makes no sense is a warning at that line and is
//! otherwise ignored: a header never keeps a kernel from running.

use alloc::{format, string::String, vec::Vec};

use super::{
    Init, Number,
    images::{self, Image},
};
use crate::{
    image::Permission,
    ir::Type,
    source::{Diagnostic, Span},
};

/// What the header says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Name for people.
    pub title: String,
    /// What to look at.
    pub look: String,
    /// Which kernel is meant.
    pub kernel: Option<String>,
    /// The preset that shows it best.
    pub machine: Option<String>,
    /// Changed settings.
    pub changes: Vec<(String, String)>,
    /// Work-items in each dimension.
    pub global: Option<[u32; 3]>,
    /// Groups in each dimension (instead of `global`).
    pub groups: Option<[u32; 3]>,
    /// Work-items of a group.
    pub local: Option<[u32; 3]>,
    /// Bytes of dynamic work-group memory.
    pub dynamic_local: Option<u32>,
    /// Arguments.
    pub args: Vec<HeaderArg>,
    /// Sizes that the program names itself.
    pub sizes: Vec<(String, u64)>,
    /// Where buffers lie in memory.
    pub places: Vec<(String, u64)>,
    /// What programs may do with the memory of buffers.
    pub permissions: Vec<(String, Permission)>,
}

/// An argument as the header says it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderArg {
    /// Name of the parameter.
    pub name: String,
    /// Its value.
    pub value: HeaderValue,
    /// The line.
    pub span: Span,
}

/// The value of an argument, before the signature is known.
#[derive(Clone, Debug, PartialEq)]
pub enum HeaderValue {
    /// A number.
    Scalar(Number),
    /// A number of a type: `float 2.5`.
    Typed(Number, Type),
    /// A buffer.
    Buffer {
        /// Number of elements: scalars if `element` is given, else elements of the parameter's type.
        len: Option<u64>,
        /// Scalar type that overrides the signature's.
        element: Option<Type>,
        /// Contents; `None` is zeros (and the only possibility for work-group memory).
        init: Option<Init>,
    },
    /// An image.
    Image(Image),
}

const MARK: &str = "lanescope:";

/// Reads the header of a text, with a warning for each line that makes no sense.
pub fn parse(text: &str) -> (Header, Vec<Diagnostic>) {
    let mut header = Header::default();
    let mut diagnostics = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(body) = directive(line) {
            let start = at + (body.as_ptr() as usize - line.as_ptr() as usize);
            let span = Span::new(start as u32, (start + body.len()) as u32);
            if let Err(message) = header.take(body, span) {
                let help = "docs/howto/add-a-kernel.md lists the directives of a header";
                diagnostics.push(Diagnostic::warning("header::line", span, message).help(help));
            }
        }
        at += line.len();
    }
    (header, diagnostics)
}

/// What follows the mark in a line that is a comment with the mark (`//`, or `#` as in assembly).
fn directive(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix('#'))?;
    Some(comment.trim_start().strip_prefix(MARK)?.trim())
}

impl Header {
    fn take(&mut self, body: &str, span: Span) -> Result<(), String> {
        let (word, rest) = split_word(body);
        match word {
            "title" => self.title = rest.into(),
            "look" => {
                let gap = if self.look.is_empty() { "" } else { " " };
                self.look = format!("{}{gap}{rest}", self.look);
            }
            // The name of an instance of a template has spaces: `k<float, 4>`.
            "kernel" if rest.contains('<') => self.kernel = Some(rest.into()),
            "kernel" => self.kernel = Some(one_word(word, rest)?),
            "machine" => self.machine = Some(one_word(word, rest)?),
            "set" => {
                let (id, value) = split_word(rest);
                self.changes.push((one_word(word, id)?, one_word(word, value)?));
            }
            "global" => self.global = Some(size(word, rest)?),
            "groups" => self.groups = Some(size(word, rest)?),
            "local" => self.local = Some(size(word, rest)?),
            "dynamic" => {
                let bytes = count(rest).and_then(|n| u32::try_from(n).ok());
                self.dynamic_local = Some(bytes.ok_or("`dynamic` takes a number of bytes")?);
            }
            "arg" => {
                let (name, value) = split_word(rest);
                let value = value.strip_prefix('=').unwrap_or(value).trim();
                self.args.push(HeaderArg { name: one_word(word, name)?, value: value_of(value)?, span });
            }
            "size" | "at" => {
                let (name, number) = split_word(rest);
                let number = count(number).ok_or_else(|| format!("`{word}` takes a name and a number"))?;
                let list = if word == "size" { &mut self.sizes } else { &mut self.places };
                list.push((one_word(word, name)?, number));
            }
            "permission" => {
                let (name, permission) = split_word(rest);
                let words = Permission::NAMES.map(|(_, word)| word).join("` or `");
                let permission = Permission::named(permission)
                    .ok_or_else(|| format!("`permission` takes a name and `{words}`"))?;
                self.permissions.push((one_word(word, name)?, permission));
            }
            "" => return Err("an empty header line".into()),
            _ => return Err(format!("there is no header directive `{word}`")),
        }
        Ok(())
    }
}

/// The first word of a text, and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

fn one_word(directive: &str, text: &str) -> Result<String, String> {
    match split_word(text) {
        ("", _) => Err(format!("`{directive}` takes a word")),
        (word, "") => Ok(word.into()),
        (_, rest) => Err(format!("`{rest}` is too much after `{directive}`")),
    }
}

/// One to three sizes of at least 1, with blanks, commas or `x` between them.
fn size(directive: &str, text: &str) -> Result<[u32; 3], String> {
    let parts: Vec<_> =
        text.split(|c: char| c.is_whitespace() || c == ',' || c == 'x').filter(|p| !p.is_empty()).collect();
    let error = || format!("`{directive}` takes one to three sizes from 1 to {}, not `{text}`", u32::MAX);
    if parts.is_empty() || parts.len() > 3 {
        return Err(error());
    }
    let mut size = [1; 3];
    for (to, part) in size.iter_mut().zip(parts) {
        *to = count(part).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0).ok_or_else(error)?;
    }
    Ok(size)
}

/// A whole number that is not negative, or a product of such.
fn count(text: &str) -> Option<u64> {
    text.split('*').try_fold(1u64, |product, factor| match Number::parse(factor)? {
        Number::Int(n) => product.checked_mul(u64::try_from(n).ok()?),
        Number::Float(_) => None,
    })
}

/// The value of an argument: a number, a type and a number, an image, words for how images are read, or `[type][length] data`.
pub fn value_of(text: &str) -> Result<HeaderValue, String> {
    if let Some(number) = Number::parse(text) {
        return Ok(HeaderValue::Scalar(number));
    }
    if let Some((ty, number)) = typed(text) {
        return Ok(HeaderValue::Typed(number, ty));
    }
    match split_word(text) {
        ("image1d" | "image2d", _) => return Image::read(text).map(HeaderValue::Image),
        ("sampler", words) => {
            let number = Number::Int(images::sampler(words)?.into());
            return Ok(HeaderValue::Scalar(number));
        }
        _ => {}
    }
    let (shape, init) = match text.split_once(']') {
        Some((shape, init)) if shape.contains('[') && !shape.contains(['(', '{']) => {
            (Some(shape), init.trim())
        }
        _ => (None, text),
    };
    let (element, len) = shape.map_or(Ok((None, None)), read_shape)?;
    let init = if init.is_empty() { None } else { Some(read_init(init)?) };
    if shape.is_none() && init.is_none() {
        return Err("an argument takes a value".into());
    }
    Ok(HeaderValue::Buffer { len, element, init })
}

/// `type number`.
fn typed(text: &str) -> Option<(Type, Number)> {
    let (name, number) = text.rsplit_once(char::is_whitespace)?;
    let (ty, number) = (scalar_type(name.trim())?, Number::parse(number)?);
    Some((ty, number.of(ty)))
}

/// `type[length` (the closing bracket is gone).
fn read_shape(shape: &str) -> Result<(Option<Type>, Option<u64>), String> {
    let (name, len) = shape.split_once('[').unwrap_or((shape, ""));
    let element = match name.trim() {
        "" => None,
        name => Some(scalar_type(name).ok_or_else(|| format!("`{name}` is no element type"))?),
    };
    let len = count(len).ok_or_else(|| format!("`{}` is no length", len.trim()))?;
    Ok((element, Some(len)))
}

/// A scalar type by its C name.
pub fn scalar_type(name: &str) -> Option<Type> {
    let words: Vec<_> =
        name.split_whitespace().filter(|word| !matches!(*word, "unsigned" | "signed")).collect();
    Some(match words.join(" ").as_str() {
        "char" | "uchar" | "int8_t" | "uint8_t" | "i8" | "u8" => Type::I8,
        "short" | "ushort" | "int16_t" | "uint16_t" | "i16" | "u16" => Type::I16,
        "int" | "uint" | "int32_t" | "uint32_t" | "i32" | "u32" => Type::I32,
        "" if !name.trim().is_empty() => Type::I32,
        "long" | "ulong" | "long long" | "int64_t" | "uint64_t" | "size_t" | "i64" | "u64" => Type::I64,
        "half" | "f16" => Type::F16,
        "float" | "f32" => Type::F32,
        "double" | "f64" => Type::F64,
        _ => return None,
    })
}

/// A description of data: `zeros`, `iota(0, 1)`, `random(1, 0, 9)`, `{1, 2}` and so on.
///
/// # Errors
/// A sentence that says what was expected.
pub fn read_init(text: &str) -> Result<Init, String> {
    let text = text.trim();
    if let Some(list) = text.strip_prefix('{') {
        let list = list.strip_suffix('}').ok_or("a list ends with `}`")?;
        return Ok(Init::List(numbers(list)?));
    }
    let (name, rest) = text.split_once('(').map_or((text, None), |(name, rest)| (name.trim(), Some(rest)));
    let args = match rest {
        None => Vec::new(),
        Some(rest) => numbers(rest.trim_end().strip_suffix(')').ok_or("a `)` is missing")?)?,
    };
    match (name, args.as_slice()) {
        ("zeros", []) => Ok(Init::Zeros),
        ("fill", [value]) => Ok(Init::Fill(*value)),
        ("iota", []) => Ok(Init::Iota { start: Number::Int(0), step: Number::Int(1) }),
        ("iota", [start, step]) => Ok(Init::Iota { start: *start, step: *step }),
        ("random", []) => Ok(random(1, None)),
        ("random", [Number::Int(seed)]) => Ok(random(*seed as u64, None)),
        ("random", [Number::Int(seed), low, high]) => Ok(random(*seed as u64, Some((*low, *high)))),
        ("permutation", []) => Ok(Init::Permutation { seed: 1 }),
        ("permutation", [Number::Int(seed)]) => Ok(Init::Permutation { seed: *seed as u64 }),
        ("list", [_, ..]) => Ok(Init::List(args)),
        ("zeros" | "fill" | "iota" | "random" | "permutation" | "list", _) => {
            Err(format!("`{name}` does not take `{text}`: see the table of data"))
        }
        _ => Err(format!("`{name}` is no kind of data (zeros, fill, iota, random, permutation, list)")),
    }
}

fn random(seed: u64, range: Option<(Number, Number)>) -> Init {
    let (low, high) = range.unwrap_or((Number::Int(0), Number::Int(1)));
    Init::Random { seed, low, high }
}

fn numbers(text: &str) -> Result<Vec<Number>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| Number::parse(part).ok_or_else(|| format!("`{part}` is no number"))).collect()
}

impl Header {
    /// `global`, or `groups` times `local`.
    pub fn size(&self, local: [u32; 3]) -> Option<[u32; 3]> {
        let from_groups = |groups: [u32; 3]| core::array::from_fn(|d| groups[d].saturating_mul(local[d]));
        self.global.or_else(|| self.groups.map(from_groups))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn reads_every_directive() {
        let text = "// lanescope: title SAXPY with a guard\n  //lanescope: look First.\n// lanescope: look Second.\n\
                    // lanescope: kernel saxpy\n// lanescope: machine simt/teaching\n// lanescope: set scheduler gto\n\
                    // lanescope: groups 8\n// lanescope: local 16x2\n// lanescope: dynamic 4*64\n\
                    // lanescope: arg a 2.5\n// lanescope: arg x = float[10*100] random(1, -1, 1)\n\
                    __kernel void saxpy() {}";
        let (header, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        assert_eq!((header.title.as_str(), header.look.as_str()), ("SAXPY with a guard", "First. Second."));
        assert_eq!(
            (header.kernel.as_deref(), header.machine.as_deref()),
            (Some("saxpy"), Some("simt/teaching"))
        );
        assert_eq!(header.changes, [("scheduler".into(), "gto".into())]);
        assert_eq!((header.groups, header.local), (Some([8, 1, 1]), Some([16, 2, 1])));
        assert_eq!(header.size([16, 2, 1]), Some([128, 2, 1]));
        assert_eq!(header.dynamic_local, Some(256));
        assert_eq!(header.args[0].value, HeaderValue::Scalar(Number::Float(2.5)));
        let init = Init::Random { seed: 1, low: Number::Int(-1), high: Number::Int(1) };
        let value = HeaderValue::Buffer { len: Some(1000), element: Some(Type::F32), init: Some(init) };
        assert_eq!(header.args[1].value, value);
    }

    #[test]
    fn a_bad_line_is_a_warning_at_its_place() {
        let text = "int x;\n// lanescope: permission x write\n// lanescope: glubal 64\n// lanescope: local 0.5\n// lanescope: arg x [3] {1, b}\n";
        let (header, diagnostics) = parse(text);
        assert_eq!(header, Header::default());
        let said: Vec<_> = diagnostics.iter().map(|d| (d.message.as_str(), d.is_error())).collect();
        assert_eq!(
            said,
            [
                ("`permission` takes a name and `read` or `read-write`", false),
                ("there is no header directive `glubal`", false),
                ("`local` takes one to three sizes from 1 to 4294967295, not `0.5`", false),
                ("`b` is no number", false),
            ]
        );
        let span = diagnostics[1].span();
        assert_eq!(&text[span.start as usize..span.end as usize], "glubal 64");
    }

    #[test]
    fn data_are_read_as_they_are_written() {
        let inits = [
            ("zeros", Init::Zeros),
            ("iota(0.5, -2)", Init::Iota { start: Number::Float(0.5), step: Number::Int(-2) }),
            ("random(7, 0, 9)", Init::Random { seed: 7, low: Number::Int(0), high: Number::Int(9) }),
            ("permutation(3)", Init::Permutation { seed: 3 }),
            ("fill(1e-7)", Init::Fill(Number::Float(1e-7))),
            ("{1, -2.0}", Init::List(vec![Number::Int(1), Number::Float(-2.0)])),
        ];
        for (text, init) in inits {
            assert_eq!(read_init(text), Ok(init), "{text}");
        }
    }

    #[test]
    fn work_group_memory_has_a_length_only() {
        let value = HeaderValue::Buffer { len: Some(32), element: None, init: None };
        assert_eq!(value_of("[32]"), Ok(value));
        assert!(value_of("").is_err());
    }

    #[test]
    fn numbers_as_in_c() {
        let cases = [
            ("12", Some(Number::Int(12))),
            ("-0x10", Some(Number::Int(-16))),
            ("0xFFFFFFFFu", Some(Number::Int(0xFFFF_FFFF))),
            ("0xFFFFFFFFFFFFFFFF", Some(Number::Int(u64::MAX.into()))),
            ("18446744073709551615UL", Some(Number::Int(u64::MAX.into()))),
            ("-9223372036854775808", Some(Number::Int(i64::MIN.into()))),
            ("18446744073709551616", None),
            ("-9223372036854775809", None),
            ("2.5f", Some(Number::Float(2.5))),
            ("-1e-3", Some(Number::Float(-1e-3))),
            (".5", Some(Number::Float(0.5))),
            ("inf", None),
            ("99999999999999999999", None),
            ("", None),
            ("-", None),
        ];
        for (text, number) in cases {
            assert_eq!(Number::parse(text), number, "{text}");
        }
    }
}
