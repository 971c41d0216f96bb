//! The lines of a text and the words in them that stand for types and numbers.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use crate::{
    base::{decimal, num},
    ir::{Param, Space, Type},
    source::Span,
};

pub(super) type Result<T> = core::result::Result<T, String>;

/// A line with something on it.
pub(super) struct Statement<'t> {
    pub number: u32,
    pub words: Vec<&'t str>,
    pub span: Span,
}

pub(super) fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let base = text.as_ptr() as usize;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let code = line.split('#').next().unwrap_or_default().trim();
        let start = (code.as_ptr() as usize - base) as u32;
        let words = words(code);
        (!words.is_empty()).then_some(Statement {
            number,
            words,
            span: Span::new(start, start + code.len() as u32),
        })
    })
}

/// Words and single marks.
fn words(code: &str) -> Vec<&str> {
    let is_mark = |c: char| "(){}:,=".contains(c);
    let mut words = vec![];
    for word in code.split_whitespace() {
        words.extend(word.split_inclusive(is_mark).flat_map(|part| {
            let at = part.len() - usize::from(part.ends_with(is_mark));
            let (word, mark) = part.split_at(at);
            [word, mark]
        }));
    }
    words.retain(|word| !word.is_empty());
    words
}

pub(super) fn param(words: &[&str], span: Span) -> Result<Param> {
    let [name, ":", ty, rest @ ..] = words else { return Err("expected `NAME: TYPE`".into()) };
    let ty = parse_type(ty)?;
    let (element, mut rest) = match (ty.space(), rest) {
        (Some(_), [element, rest @ ..]) => (parse_type(element)?, rest),
        (Some(_), []) => return Err("a pointer parameter needs the type of its elements".into()),
        (None, rest) => (ty, rest),
    };
    let mut param = Param { source_type: ty.to_string(), span, ..Param::new(name, ty, element) };
    loop {
        rest = match rest {
            [] => return Ok(param),
            ["unsigned", rest @ ..] => {
                param.unsigned = true;
                rest
            }
            ["const", rest @ ..] => {
                param.read_only = true;
                rest
            }
            ["len", len, rest @ ..] => {
                param.len = Some(integer(len)?);
                rest
            }
            [word, rest @ ..] => {
                let components = word.strip_prefix('x').ok_or_else(|| format!("what is `{word}`?"))?;
                param.components = integer(components)?;
                rest
            }
        }
    }
}

pub(super) fn parse_type(name: &str) -> Result<Type> {
    let scalars = [Type::Bool, Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];
    if let Some(space) = name.strip_prefix("ptr.") {
        return Ok(Type::Ptr(parse_space(space)?));
    }
    let found = scalars.into_iter().find(|ty| ty.to_string() == name);
    found.ok_or_else(|| format!("there is no type `{name}`"))
}

pub(super) fn parse_space(name: &str) -> Result<Space> {
    let found =
        [Space::Global, Space::Constant, Space::Local, Space::Private].into_iter().find(|s| s.name() == name);
    found.ok_or_else(|| format!("there is no space `{name}`"))
}

pub(super) fn integer<T: core::str::FromStr>(word: &str) -> Result<T> {
    word.parse().map_err(|_| format!("`{word}` is no number that fits"))
}

/// A constant of a type: `0x` and bits, or a number.
pub(super) fn constant(word: &str, ty: Type) -> Result<u64> {
    let wrong = || format!("`{word}` is no constant of type {ty}");
    if let Some(hex) = word.strip_prefix("0x") {
        let bits = u64::from_str_radix(hex, 16).map_err(|_| wrong())?;
        return Ok(bits & ty.mask());
    }
    match ty {
        Type::Bool => word.parse::<bool>().map(u64::from).map_err(|_| wrong()),
        Type::F32 => decimal::f32(word).map(|x| x.to_bits().into()).ok_or_else(wrong),
        Type::F64 => decimal::f64(word).map(f64::to_bits).ok_or_else(wrong),
        Type::F16 => decimal::f64(word).map(|x| num::f16_from_f64(x).into()).ok_or_else(wrong),
        _ => word.parse().map(|x: i128| x as u64 & ty.mask()).map_err(|_| wrong()),
    }
}
