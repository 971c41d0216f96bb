//! Parameters of a program that does not say them, such as assembly by hand: those that the launch names, in its order
//! (the document's launch, else the header in the text).
//!
//! A buffer is a pointer to global memory. If it has no type and its list has floats in it, they are single precision. A number has the type that the launch says. If it says none, a whole number has 64
//! bits, and one with a fraction the width of the first buffer with float elements; it is double without such a buffer.

use alloc::{string::String, vec::Vec};

use super::{
    ArgValue, Init, Launch, Number,
    header::{Header, HeaderValue},
};
use crate::{
    ir::{ImagePart, Param, Space, Type},
    source::Span,
};

/// What a launch says of an argument: a scalar, a buffer of elements, an image of such channels, or work-group memory.
enum Said {
    Scalar(Number, Option<Type>),
    Buffer(Option<Type>),
    Image(Type),
    Local,
}

/// The parameters.
pub fn params(launch: Option<&Launch>, header: &Header) -> Vec<Param> {
    let said: Vec<(&String, Said, Span)> = match launch.filter(|launch| !launch.args.is_empty()) {
        Some(launch) => {
            let said = |value: &ArgValue| match value {
                ArgValue::Scalar(number) => Said::Scalar(*number, None),
                ArgValue::Typed(number, ty) => Said::Scalar(*number, Some(*ty)),
                ArgValue::Buffer { element, init, .. } => Said::Buffer(element.or_else(|| floats_of(init))),
                ArgValue::Image(image) => Said::Image(image.format.element()),
                ArgValue::Local(_) => Said::Local,
            };
            launch.args.iter().map(|arg| (&arg.name, said(&arg.value), Span::NONE)).collect()
        }
        None => {
            let said = |value: &HeaderValue| match value {
                HeaderValue::Scalar(number) => Said::Scalar(*number, None),
                HeaderValue::Typed(number, ty) => Said::Scalar(*number, Some(*ty)),
                HeaderValue::Buffer { element, .. } => Said::Buffer(*element),
                HeaderValue::Image(image) => Said::Image(image.format.element()),
            };
            header.args.iter().map(|arg| (&arg.name, said(&arg.value), arg.span)).collect()
        }
    };
    let floats = said.iter().find_map(|(_, said, _)| match said {
        Said::Buffer(Some(element)) if element.is_float() => Some(*element),
        _ => None,
    });
    let float = floats.unwrap_or(Type::F64);
    said.iter().map(|(name, said, span)| param(name, said, float, *span)).collect()
}

/// The type of numbers of which some are floats.
fn floats_of(init: &Init) -> Option<Type> {
    let Init::List(list) = init else { return None };
    list.iter().any(|number| matches!(number, Number::Float(_))).then_some(Type::F32)
}

fn param(name: &str, said: &Said, float: Type, span: Span) -> Param {
    let (ty, element) = match said {
        Said::Scalar(_, Some(ty)) if ty.is_float() => (*ty, *ty),
        // Narrower ones are the same in 64 bits, with a sign as well as without.
        Said::Scalar(_, Some(Type::I32)) => (Type::I32, Type::I32),
        Said::Scalar(Number::Float(_), None) => (float, float),
        Said::Scalar(..) => (Type::I64, Type::I64),
        Said::Buffer(element) => (Type::Ptr(Space::Global), element.unwrap_or(Type::I32)),
        Said::Image(element) => (Type::Ptr(Space::Global), *element),
        Said::Local => (Type::Ptr(Space::Local), Type::I8),
    };
    let source_type = match said {
        Said::Scalar(..) => alloc::format!("{element}"),
        Said::Buffer(_) | Said::Image(_) | Said::Local => alloc::format!("{element} *"),
    };
    // Of a whole number of 32 bits either reading is taken.
    let unsigned = ty == Type::I32 && matches!(said, Said::Scalar(Number::Int(0..), _));
    // A program by hand is given the address of the pixels.
    let image = matches!(said, Said::Image(_)).then_some(ImagePart::Texture);
    Param { source_type, span, unsigned, image, ..Param::new(name, ty, element) }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::launch::Arg;

    #[test]
    fn floats_are_as_wide_as_the_first_float_buffer() {
        let arg = |name: &str, value| Arg::new(name, value);
        let buffer = |element| ArgValue::Buffer { len: 8, element, init: Init::Zeros };
        let args = Vec::from([
            arg("a", ArgValue::Scalar(Number::Float(2.0))),
            arg("i", buffer(Some(Type::I32))),
            arg("x", buffer(Some(Type::F32))),
            arg("n", ArgValue::Scalar(Number::Int(8))),
        ]);
        let launch = Launch { args, ..Launch::default() };
        let types = |launch: &Launch| {
            params(Some(launch), &Header::default()).iter().map(|param| param.ty).collect::<Vec<_>>()
        };
        let pointer = Type::Ptr(Space::Global);
        assert_eq!(types(&launch), [Type::F32, pointer, pointer, Type::I64]);
        let typed = |ty| arg("b", ArgValue::Typed(Number::Float(1.0), ty));
        let both = Launch {
            args: [vec![typed(Type::F64), typed(Type::F32)], launch.args.clone()].concat(),
            ..launch.clone()
        };
        assert_eq!(types(&both)[..3], [Type::F64, Type::F32, Type::F32]);
        let scalar = Launch { args: launch.args[..1].to_vec(), ..Launch::default() };
        assert_eq!(types(&scalar), [Type::F64]);
    }
}
