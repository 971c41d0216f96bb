//! Calls of `printf`: what they print, and whether the format fits it (C11 7.21.6.1, OpenCL C 1.2 6.12.13, CUDA C++ Programming Guide
//! "Formatted output"). What does not fit is a warning, since it prints something else than the person means.

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};

use super::super::ast::ExprKind as Syntax;
use super::super::builtins::Action;
use super::super::literal;
use super::super::typed::{Place, PlaceKind, Storage, Var};
use super::super::types::{BOOL, INT, Scalar, Space, TypeKind, UINT, VOID};
use super::*;
use crate::printed::{
    Call, Stored,
    format::{self, Conversion, Part, Size, Taken, Wrong},
};

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
    let parts = format::parts(bytes, dialect == Dialect::OpenCl).map_err(|wrong| match wrong {
        Wrong::Ends(text) => format!("the format ends in `{text}`"),
        Wrong::Components(text) => format!("`{text}` is no number of components of a vector"),
        Wrong::Unknown(text) => format!("`{text}` is no conversion of `printf`"),
    })?;
    let mut all = vec![];
    for part in parts {
        let Part::Conversion(conversion) = part else { continue };
        for size in [conversion.width, conversion.precision] {
            if size == Size::Argument {
                all.push(Wanted { text: "*".into(), kind: Kind::Integer(4), len: None });
            }
        }
        let kind = kind(&conversion)?;
        all.push(Wanted { kind, len: conversion.components, text: conversion.text });
    }
    Ok(all)
}

fn kind(conversion: &Conversion) -> Result<Kind, String> {
    let Conversion { text, length, components, .. } = conversion;
    Ok(match (conversion.takes(), components.is_some()) {
        (Some(Taken::Integer), in_vector) => Kind::Integer(match (&**length, in_vector) {
            ("hh", true) => 1,
            ("h", true) => 2,
            ("hl", true) | ("" | "h" | "hh", false) => 4,
            ("l", false) if conversion.kind == b'c' => 4,
            ("l", _) | ("ll" | "j" | "z" | "t", false) => 8,
            _ => {
                return Err(format!(
                    "`{text}` does not say how long the components are (`hh`, `h`, `hl`, `l`)"
                ));
            }
        }),
        (Some(Taken::Float), in_vector) => Kind::Float(match (&**length, in_vector) {
            ("h", true) => 2,
            // Without a length it is a `float` for OpenCL C 1.2's compilers.
            ("hl" | "", true) => 4,
            ("" | "l" | "L", _) => 8,
            _ => return Err(format!("`{text}` has a length that is none of a float")),
        }),
        (Some(Taken::Text), _) => Kind::Text,
        (Some(Taken::Pointer), _) => Kind::Pointer,
        (None, _) => return Err(format!("`{text}` is no conversion of `printf`")),
    })
}

/// Is it a string that stands here, or one of several that conditions choose?
fn is_text(arg: &ast::Expr) -> bool {
    match &arg.kind {
        Syntax::Text(_) => true,
        Syntax::Conditional(_, yes, no) => is_text(yes) && is_text(no),
        Syntax::Cast(_, inner) => is_text(inner),
        _ => false,
    }
}

/// An argument of `printf`: characters that stand there, some of several that a condition chooses, or a value.
enum Given {
    Text(Vec<u8>),
    Choice(Expr, Vec<Vec<u8>>),
    Value(Expr),
}

impl Checker<'_> {
    /// A call of `printf`: its values go to the [buffer](crate::printed) as they are, without C's promotion of a `float` to `double`,
    /// which a machine may lack.
    pub(super) fn print(&mut self, name: Symbol, args: &[ast::Expr], place: Span, span: Span) -> Expr {
        let given: Vec<Given> = args.iter().map(|arg| self.printed(arg)).collect();
        for one in &given {
            let Given::Value(value) = one else { continue };
            if self.unknown_list(value) || value.ty.is_error() {
                return self.nothing(span);
            }
            if !self.is_printable(value.ty) {
                let message = format!("This is {}, which cannot be printed.", self.show(value.ty));
                self.hint("type::arguments", value.span, message, "Print its members.");
                return self.nothing(span);
            }
        }
        let types: Vec<Option<TypeId>> = given
            .iter()
            .map(|one| match one {
                Given::Value(value) => Some(value.ty),
                _ => None,
            })
            .collect();
        self.check_print(args, &types, place);
        // CUDA's counts the values that it prints, that of OpenCL C says that all went well.
        let count = if self.dialect == Dialect::Cuda { args.len().saturating_sub(1) as u64 } else { 0 };
        let count = Expr { kind: ExprKind::Const(count), ty: INT, span };
        if !matches!(given.first(), Some(Given::Text(_))) {
            // Nothing is printed, but everything is evaluated.
            let values = given.into_iter().filter_map(|one| match one {
                Given::Text(_) => None,
                Given::Choice(value, _) | Given::Value(value) => Some(value),
            });
            let done = Expr { kind: ExprKind::Builtin(Action::Nothing, values.collect()), ty: VOID, span };
            return Expr { kind: ExprKind::Comma(vec![done], Box::new(count)), ty: INT, span };
        }
        let mut given = given.into_iter();
        let Some(Given::Text(format)) = given.next() else { return count };
        let mut call = Call { format, vectors: self.dialect == Dialect::OpenCl, values: vec![] };
        let mut values = vec![self.printer(name, span)];
        for one in given {
            match one {
                Given::Text(text) => call.values.push(Stored::Text(text)),
                Given::Choice(which, texts) => {
                    call.values.push(Stored::Choice(texts));
                    values.push(which);
                }
                Given::Value(value) => {
                    let stored = self.stored(value.ty);
                    let count = self.as_vector(value.ty).map_or(1, |of| of.len.into());
                    call.values.extend(core::iter::repeat_n(stored, count));
                    values.push(value);
                }
            }
        }
        let kind = ExprKind::Builtin(Action::Print(self.number_of(call)), values);
        let done = Expr { kind, ty: VOID, span };
        Expr { kind: ExprKind::Comma(vec![done], Box::new(count)), ty: INT, span }
    }

    /// The number of a call in the text.
    fn number_of(&mut self, call: Call) -> u32 {
        if let Some(number) = self.prints.get(&call) {
            return *number;
        }
        let number = self.program.prints.len() as u32;
        let longest = &mut self.program.print_words.1;
        *longest = call.words().max(*longest);
        self.program.prints.push(call.clone());
        self.prints.insert(call, number);
        number
    }

    fn printed(&mut self, arg: &ast::Expr) -> Given {
        if !is_text(arg) {
            return Given::Value(self.expr(arg));
        }
        let mut texts = vec![];
        let which = self.which_text(arg, &mut texts);
        match which.kind {
            ExprKind::Const(at) => Given::Text(texts.swap_remove(at as usize)),
            _ => Given::Choice(which, texts),
        }
    }

    /// The number of the string that is meant, and all that may be.
    fn which_text(&mut self, arg: &ast::Expr, texts: &mut Vec<Vec<u8>>) -> Expr {
        match &arg.kind {
            Syntax::Conditional(condition, yes, no) => {
                let condition = self.asked(condition);
                let condition = self.convert(condition, BOOL);
                let (yes, no) = (self.which_text(yes, texts), self.which_text(no, texts));
                self.conditional(condition, yes, no, arg.span)
            }
            Syntax::Cast(_, inner) => self.which_text(inner, texts),
            kind => {
                let text = match kind {
                    Syntax::Text(text) => literal::string(self.text(*text)),
                    _ => None,
                };
                texts.push(text.unwrap_or_default());
                Expr { kind: ExprKind::Const(texts.len() as u64 - 1), ty: INT, span: arg.span }
            }
        }
    }

    fn is_printable(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.kind(ty),
            TypeKind::Scalar(_) | TypeKind::Pointer(_) | TypeKind::Vector(_)
        )
    }

    /// How a value of a type, or a component of it, lies in a record.
    fn stored(&self, ty: TypeId) -> Stored {
        let scalar = match self.program.types.kind(ty) {
            TypeKind::Scalar(of) => of,
            TypeKind::Vector(of) => of.of,
            _ => return Stored::Long,
        };
        match (scalar.is_float(), scalar.bytes()) {
            (true, 8) => Stored::Double,
            (true, _) => Stored::Float,
            (false, 8) => Stored::Long,
            _ => Stored::Word,
        }
    }

    /// The address of the buffer, a variable that the host supplies.
    fn printer(&mut self, name: Symbol, span: Span) -> Expr {
        let at = match self.program.printer {
            Some(at) => at,
            None => {
                let at = self.program.globals.len() as u32;
                let storage = Storage::Supplied(Space::Global, vec![]);
                self.program.globals.push(Var { storage, ..Var::private(name, UINT, span) });
                self.program.printer = Some(at);
                at
            }
        };
        if !self.here.uses.contains(&at) {
            self.here.uses.push(at);
        }
        let kind = PlaceKind::Var(VarRef::Global(at));
        let place = Place { kind, ty: UINT, is_const: false, is_volatile: false, span };
        self.address(place, UINT, span)
    }

    /// Says what does not fit in a call of `printf`, whose arguments have these types (`None` of a string).
    pub(super) fn check_print(&mut self, args: &[ast::Expr], types: &[Option<TypeId>], place: Span) {
        let Some(format) = args.first() else {
            return self.print_warning(place, "`printf` takes a format first.".into());
        };
        let Syntax::Text(text) = format.kind else {
            return self.print_warning(
                format.span,
                "The format of `printf` must be a string that stands here: this call prints nothing.".into(),
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
