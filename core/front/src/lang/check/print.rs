//! The format of `printf` (C11 7.21.6.1, OpenCL C 1.2 6.12.13, CUDA C++ Programming Guide "Formatted output"): each conversion wants an
//! argument of its kind. What does not fit is a warning, since it would print something else than the person means.

use alloc::{format, string::String, vec, vec::Vec};

use super::super::ast::ExprKind as Syntax;
use super::super::literal;
use super::super::types::{Scalar, TypeKind};
use super::*;

/// What an argument is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An integer of so many bytes (4 or 8; in a vector also 1 and 2).
    Integer(u32),
    /// A float of so many bytes in a vector; else a `double`.
    Float(u32),
    Text,
    Pointer,
}

/// Something that a format asks for: as it is written, what it is, and how many components a vector has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    text: String,
    kind: Kind,
    len: Option<u8>,
}

/// What a format asks for, in the order of the arguments; or what is wrong with it.
fn wanted(bytes: &[u8], dialect: Dialect) -> Result<Vec<Wanted>, String> {
    let (mut all, mut at) = (vec![], 0);
    while let Some(start) = bytes[at..].iter().position(|byte| *byte == b'%').map(|found| at + found) {
        at = start + 1;
        if bytes.get(at) == Some(&b'%') {
            at += 1;
            continue;
        }
        let skip = |at: &mut usize, known: &[u8]| {
            while bytes.get(*at).is_some_and(|byte| known.contains(byte)) {
                *at += 1;
            }
        };
        skip(&mut at, b"-+ #0");
        let number = |at: &mut usize, all: &mut Vec<Wanted>| match bytes.get(*at) {
            Some(b'*') => {
                *at += 1;
                all.push(Wanted { text: "*".into(), kind: Kind::Integer(4), len: None });
            }
            _ => skip(at, b"0123456789"),
        };
        number(&mut at, &mut all);
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            number(&mut at, &mut all);
        }
        let mut len = None;
        if bytes.get(at) == Some(&b'v') && dialect == Dialect::OpenCl {
            let from = at + 1;
            at = from;
            skip(&mut at, b"0123456789");
            let count = core::str::from_utf8(&bytes[from..at]).ok().and_then(|count| count.parse().ok());
            len = count.filter(|count| [2u8, 3, 4, 8, 16].contains(count));
            if len.is_none() {
                return Err(format!("`{}` is no number of components of a vector", shown(bytes, start, at)));
            }
        }
        let from = at;
        skip(&mut at, b"hljztL");
        let length = &bytes[from..at];
        let Some(conversion) = bytes.get(at) else {
            return Err(format!("the format ends in `{}`", shown(bytes, start, at)));
        };
        at += 1;
        let text = shown(bytes, start, at);
        let kind = match (conversion, len.is_some()) {
            (b'd' | b'i' | b'o' | b'u' | b'x' | b'X', in_vector) => {
                Kind::Integer(match (length, in_vector) {
                    (b"hh", true) => 1,
                    (b"h", true) => 2,
                    (b"hl", true) | (b"" | b"h" | b"hh", false) => 4,
                    (b"l", _) | (b"ll" | b"j" | b"z" | b"t", false) => 8,
                    _ => {
                        return Err(format!(
                            "`{text}` does not say how long the components are (`hh`, `h`, `hl`, `l`)"
                        ));
                    }
                })
            }
            (b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G', in_vector) => {
                Kind::Float(match (length, in_vector) {
                    (b"h", true) => 2,
                    // Without a length it is a `float` for OpenCL C 1.2's compilers.
                    (b"hl" | b"", true) => 4,
                    (b"" | b"l" | b"L", _) => 8,
                    _ => return Err(format!("`{text}` has a length that is none of a float")),
                })
            }
            (b'c', false) if matches!(length, b"" | b"l") => Kind::Integer(4),
            (b's', false) if length.is_empty() => Kind::Text,
            (b'p', false) if length.is_empty() => Kind::Pointer,
            _ => return Err(format!("`{text}` is no conversion of `printf`")),
        };
        all.push(Wanted { text, kind, len });
    }
    Ok(all)
}

fn shown(bytes: &[u8], start: usize, end: usize) -> String {
    String::from_utf8_lossy(&bytes[start..end.min(bytes.len())]).into_owned()
}

impl Checker<'_> {
    /// Says what does not fit in a call of `printf`, whose arguments have these types (`None` of a string).
    pub(super) fn check_print(&mut self, args: &[ast::Expr], types: &[Option<TypeId>], place: Span) {
        let Some(format) = args.first() else {
            return self.print_warning(place, "`printf` takes a format first.".into());
        };
        let Syntax::Text(text) = format.kind else {
            return self.print_warning(
                format.span,
                "The format of `printf` must be a string that stands here.".into(),
            );
        };
        let Some(bytes) = literal::string(self.text(text)) else { return };
        let wanted = match wanted(&bytes, self.dialect) {
            Ok(wanted) => wanted,
            Err(wrong) => return self.print_warning(format.span, format!("In this format {wrong}.")),
        };
        let given = args.iter().zip(types).skip(1);
        for (wanted, (arg, ty)) in wanted.iter().zip(given) {
            if ty.is_none_or(|ty| !ty.is_error()) && !self.is_printed(wanted, *ty) {
                let what = ty.map_or("a string".into(), |ty| self.show(ty));
                let as_what = match (wanted.kind, wanted.len) {
                    (_, Some(len)) => format!("a vector of {len} such components"),
                    (Kind::Integer(8), _) => "an integer of 64 bits".into(),
                    (Kind::Integer(_), _) => "an `int`".into(),
                    (Kind::Float(_), _) => "a `double`".into(),
                    (Kind::Text, _) => "a string".into(),
                    (Kind::Pointer, _) => "a pointer".into(),
                };
                self.print_warning(
                    arg.span,
                    format!("`{}` prints {as_what}, but this is {what}.", wanted.text),
                );
            }
        }
        let (asked, count) = (wanted.len(), args.len() - 1);
        if asked != count {
            let plural = if asked == 1 { "" } else { "s" };
            self.print_warning(
                format.span,
                format!("This format asks for {asked} value{plural}, but there are {count}."),
            );
        }
    }

    /// Is a value of this type printed as it is meant?
    fn is_printed(&self, wanted: &Wanted, ty: Option<TypeId>) -> bool {
        let Some(ty) = ty else { return wanted.kind == Kind::Text };
        let types = &self.program.types;
        let fits = |of: Scalar, size: u32| match wanted.kind {
            Kind::Integer(bytes) => !of.is_float() && size == bytes,
            Kind::Float(bytes) => of.is_float() && size == bytes,
            Kind::Text | Kind::Pointer => false,
        };
        match (types.kind(ty), wanted.len) {
            (TypeKind::Vector(of), Some(len)) => of.len == len && fits(of.of, of.of.bytes()),
            // What is smaller than an `int`, or a `float`, is passed as an `int`, or a `double`.
            (TypeKind::Scalar(of), None) if of.is_float() => fits(of, 8),
            (TypeKind::Scalar(of), None) => fits(of, of.bytes().max(4)),
            (TypeKind::Pointer(to), None) => {
                let is_text = types.as_scalar(to.to).is_some_and(|of| of.bytes() == 1);
                wanted.kind == Kind::Pointer || wanted.kind == Kind::Text && is_text
            }
            _ => false,
        }
    }

    fn print_warning(&mut self, span: Span, message: String) {
        self.report.push(Diagnostic::warning("builtin::printf", span, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a format wants, in short: the size of an integer, `f` with that of a float, `s`, `p`; with the components of a vector.
    fn said(format: &str, dialect: Dialect) -> String {
        match wanted(format.as_bytes(), dialect) {
            Err(wrong) => wrong,
            Ok(all) => {
                let one = |wanted: Wanted| {
                    let kind = match wanted.kind {
                        Kind::Integer(bytes) => format!("{bytes}"),
                        Kind::Float(bytes) => format!("f{bytes}"),
                        Kind::Text => "s".into(),
                        Kind::Pointer => "p".into(),
                    };
                    wanted.len.map_or(kind.clone(), |len| format!("{kind}x{len}"))
                };
                all.into_iter().map(one).collect::<Vec<_>>().join(" ")
            }
        }
    }

    #[test]
    fn formats_ask_for_what_c_says() {
        for (format, asked) in [
            ("", ""),
            ("100%%\n", ""),
            ("%d %i %u %x %X %o %c", "4 4 4 4 4 4 4"),
            ("%-5d|%+.3d|% 08x|%#o", "4 4 4 4"),
            ("%*d %.*f %-*.*e", "4 4 4 f8 4 4 f8"),
            ("%hhd %hd %ld %lld %zu %td %jd", "4 4 8 8 8 8 8"),
            ("%f %F %e %E %g %G %a %A %lf", "f8 f8 f8 f8 f8 f8 f8 f8 f8"),
            ("%s %p %%%d", "s p 4"),
            ("%q", "`%q` is no conversion of `printf`"),
            ("%n", "`%n` is no conversion of `printf`"),
            ("50%", "the format ends in `%`"),
            ("%-3l", "the format ends in `%-3l`"),
        ] {
            assert_eq!(said(format, Dialect::Cuda), asked, "{format}");
            assert_eq!(said(format, Dialect::OpenCl), asked, "{format}");
        }
    }

    /// OpenCL C 1.2, 6.12.13.2: vectors, with the lengths of their components.
    #[test]
    fn vectors_have_components_of_a_length() {
        let of = |format| said(format, Dialect::OpenCl);
        assert_eq!(of("%v4hlf %v2f %v8lf %v3hf"), "f4x4 f4x2 f8x8 f2x3");
        assert_eq!(of("%v4hhd %v4hx %v4hlu %v16ld"), "1x4 2x4 4x4 8x16");
        assert_eq!(of("%5.2v4hlf"), "f4x4");
        assert_eq!(of("%v5f"), "`%v5` is no number of components of a vector");
        assert!(of("%v4d").starts_with("`%v4d` does not say how long"));
        assert_eq!(said("%v4hlf", Dialect::Cuda), "`%v` is no conversion of `printf`");
    }
}
