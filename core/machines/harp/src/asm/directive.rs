//! Directives, each on a line of its own (facts C2).

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{ir::Type, source::Span};

use super::{
    super::isa::Encoding,
    number::Number,
    object::{EXECUTE, MAX_BYTES, Placed, READ, WRITE},
    parser::Parser,
    stand_in::KINDS,
    token::Token,
};

/// The directive of bytes that count as instructions: they go on with the chunk that they stand in.
pub(super) const RAW: &str = ".raw";

impl Parser<'_> {
    /// Reads the rest of the line and does what it says.
    pub(super) fn directive(&mut self, name: &str, span: Span) {
        let mut rest = Vec::new();
        while let Some((token, at)) = self.next() {
            match token {
                Token::Line => break,
                Token::Wrong => return self.skip(),
                token => rest.push((token, at)),
            }
        }
        let all = rest.last().map_or(span, |(_, last)| span.to(*last));
        let operands: Vec<Token> = rest.into_iter().map(|(token, _)| token).collect();
        if let Err(wrong) = self.direct(name, &operands, all) {
            self.error(all, wrong);
        }
    }

    /// Does what a directive says (facts C2).
    fn direct(&mut self, name: &str, operands: &[Token], span: Span) -> Result<(), String> {
        let takes = |what: &str| Err(format!("`{name}` takes {what}"));
        let word = usize::from(self.arch.word_bytes);
        match (name, operands) {
            (".def", [Token::Name(constant), Token::Number(number)]) => {
                let value = self.value(*number);
                self.constants.insert(constant.clone(), value);
            }
            (".def", _) => return takes("a name and a number"),
            (".word", numbers) => {
                let Some(values) = whole_row(numbers) else { return takes("numbers, separated by blanks") };
                let element = element(word, &values);
                for value in values {
                    let bytes = self.value(value).to_le_bytes();
                    self.emit_data(element, &bytes[..word], span);
                }
            }
            (".byte", [Token::Number(number)]) => {
                let bytes = self.value(*number).to_le_bytes();
                self.emit_data(Some(Type::I8), &bytes[..1], span);
            }
            (".byte", _) => return takes("one number"),
            (RAW, numbers) => {
                let Some(values) = whole_row(numbers) else { return takes("bytes, separated by blanks") };
                let bytes: Vec<u8> = values.into_iter().map(|value| self.value(value) as u8).collect();
                // Where instructions are words, so is what counts as one.
                let each = if self.arch.encoding == Encoding::Word { word } else { 1 };
                for bytes in bytes.chunks(each) {
                    self.emit(Placed { at: 0, span, is_code: true, element: None }, bytes, None);
                }
            }
            (".string", [Token::Text(text)]) => {
                let bytes: Vec<u8> = text.iter().copied().chain([0]).collect();
                self.emit_data(Some(Type::I8), &bytes, span);
            }
            (".string", _) => return takes("a text in quotes"),
            (".space", numbers) => {
                let Some(values) = whole_row(numbers) else {
                    return takes("numbers of words, separated by blanks");
                };
                for value in values {
                    let bytes = u64::try_from(self.value(value))
                        .ok()
                        .and_then(|words| words.checked_mul(word as u64));
                    match bytes.filter(|bytes| self.cutter.has_room(*bytes)) {
                        Some(bytes) => {
                            self.emit_data(element(word, &[]), &alloc::vec![0; bytes as usize], span)
                        }
                        None => {
                            return Err(format!(
                                "`.space` takes 0 words or more, and an object has at most {MAX_BYTES} bytes"
                            ));
                        }
                    }
                }
            }
            (".align", [Token::Number(number)]) => match self.value(*number) {
                value @ 0.. => self.cutter.align(value as u64),
                _ => return takes("a number that is not negative"),
            },
            (".align", _) => return takes("a number"),
            (".perm", letters) => {
                let Some(permission) = permission(letters) else {
                    return takes("some of the letters r, w and x");
                };
                self.cutter.permit(permission);
            }
            (".entry", []) => self.cutter.entry(),
            (".global", []) => self.cutter.global(),
            (".entry" | ".global", _) => return takes("nothing"),
            _ if KINDS.iter().any(|(_, known)| *known == name) => {
                return Err(format!(
                    "`{name}` takes the name of a file in quotes, and nothing else stands in its text"
                ));
            }
            _ => return Err(format!("`{name}` is no directive")),
        }
        Ok(())
    }

    /// Emits data of numbers of a type.
    fn emit_data(&mut self, element: Option<Type>, bytes: &[u8], span: Span) {
        self.emit(Placed { at: 0, span, is_code: false, element }, bytes, None);
    }
}

/// What words of so many bytes are that hold these numbers: real if all of them are. No type has 3, 5, 6 or 7 bytes.
fn element(word: usize, values: &[Number]) -> Option<Type> {
    let is_real = !values.is_empty() && values.iter().all(|value| matches!(value, Number::Real(_)));
    let types =
        if is_real { &[Type::F32, Type::F64][..] } else { &[Type::I8, Type::I16, Type::I32, Type::I64] };
    types.iter().copied().find(|known| known.bytes() as usize == word)
}

/// The numbers of a row in which nothing else is.
fn whole_row(tokens: &[Token]) -> Option<Vec<Number>> {
    let number = |token: &Token| if let Token::Number(number) = token { Some(*number) } else { None };
    tokens.iter().map(number).collect()
}

/// The permission that some letters are.
fn permission(tokens: &[Token]) -> Option<u64> {
    let mut permission = 0;
    for token in tokens {
        let Token::Name(letters) = token else { return None };
        for letter in letters.bytes() {
            permission |= match letter {
                b'r' => READ,
                b'w' => WRITE,
                b'x' => EXECUTE,
                _ => return None,
            };
        }
    }
    Some(permission)
}
