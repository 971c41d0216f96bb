//! The expressions of `#if`: integers of 64 bits, `defined`, and all operators of C that make sense there.

use alloc::{string::String, vec::Vec};

use super::Preprocessor;
use crate::lang::builtins::builtin;
use crate::lang::literal;
use crate::lang::names::Symbol;
use crate::lang::token::{Punct, Tok, Token};
use crate::source::{Diagnostic, Span};

/// How deep the parentheses and operators may be nested.
const MAX_DEPTH: usize = 64;

impl Preprocessor<'_> {
    /// Does the condition hold? A condition that cannot be read is reported and does not.
    pub(super) fn condition(&mut self, span: Span, line: &[Token]) -> bool {
        match self.evaluate(span, line) {
            Ok(value) => value.bits != 0,
            Err((place, message)) => {
                let place = if place.is_none() { span } else { place };
                self.report.push(Diagnostic::error("preproc::condition", place, message));
                false
            }
        }
    }

    /// The value of a constant, if it is one.
    pub(super) fn number(&mut self, span: Span, line: &[Token]) -> Option<i64> {
        self.evaluate(span, line).ok().map(|value| value.bits)
    }

    fn evaluate(&mut self, span: Span, line: &[Token]) -> Read {
        let replaced = self.replace_defined(line);
        let tokens = self.expand_alone(&replaced, span);
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0, unevaluated: 0, preprocessor: self };
        reader.conditional().and_then(|value| match tokens.get(reader.at) {
            None => Ok(value),
            Some(extra) => Err((extra.span, "This does not belong to the condition.".into())),
        })
    }

    /// `defined X` and `defined(X)` as 1 or 0.
    fn replace_defined(&mut self, line: &[Token]) -> Vec<Token> {
        let mut out = Vec::with_capacity(line.len());
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            let operand = match token.name() {
                Some(name) if self.names.text(name) == "defined" => defined_operand(&line[at..]),
                _ => None,
            };
            if let Some((yes, length)) = token.name().and_then(|name| self.answer(name, &line[at..])) {
                at += length;
                let text = if yes { "1" } else { "0" };
                out.push(Token { kind: Tok::Number(self.names.intern(text)), ..*token });
                continue;
            }
            match operand {
                Some((name, length)) => {
                    at += length;
                    let text = if self.is_defined(name) { "1" } else { "0" };
                    out.push(Token { kind: Tok::Number(self.names.intern(text)), ..*token });
                }
                None => out.push(*token),
            }
        }
        out
    }
}

/// What a text can ask besides macros: whether the compiler has something.
const QUESTIONS: [&str; 7] = [
    "__has_attribute",
    "__has_builtin",
    "__has_cpp_attribute",
    "__has_extension",
    "__has_feature",
    "__has_include",
    "__has_warning",
];

/// The attributes that have an effect or need none.
const ATTRIBUTES: [&str; 12] = [
    "aligned",
    "always_inline",
    "fallthrough",
    "harp_kernel",
    "lane_id",
    "maybe_unused",
    "nodiscard",
    "noinline",
    "overloadable",
    "reqd_work_group_size",
    "unused",
    "warp_id",
];

/// Is it a question that `#if` can ask?
pub(super) fn is_question(word: &str) -> bool {
    QUESTIONS.contains(&word)
}

impl Preprocessor<'_> {
    /// The answer to `__has_builtin(x)` and its like, and how many tokens the operand has.
    fn answer(&self, name: Symbol, rest: &[Token]) -> Option<(bool, usize)> {
        let question = self.names.text(name);
        if !is_question(question) || !rest.first()?.is(Punct::LParen) {
            return None;
        }
        let close = rest.iter().position(|token| token.is(Punct::RParen))?;
        let asked = &rest[1..close];
        let word = asked.first().and_then(Token::name).map_or("", |name| self.names.text(name));
        let yes = match question {
            "__has_builtin" => builtin(word, self.dialect).is_some(),
            "__has_attribute" | "__has_cpp_attribute" => ATTRIBUTES.contains(&word.trim_matches('_')),
            "__has_include" => self.has_header(&self.line_text(asked)),
            _ => false,
        };
        Some((yes, close + 1))
    }
}

fn defined_operand(rest: &[Token]) -> Option<(crate::lang::names::Symbol, usize)> {
    match rest {
        [open, name, close, ..] if open.is(Punct::LParen) && close.is(Punct::RParen) => {
            Some((name.name()?, 3))
        }
        [name, ..] => Some((name.name()?, 1)),
        [] => None,
    }
}

#[derive(Clone, Copy)]
struct Number {
    bits: i64,
    unsigned: bool,
}

type Read = Result<Number, (Span, String)>;

struct Reader<'r, 'p, 'a> {
    tokens: &'r [Token],
    at: usize,
    depth: usize,
    /// How many operators around this place leave it unevaluated.
    unevaluated: u32,
    preprocessor: &'p mut Preprocessor<'a>,
}

impl Reader<'_, '_, '_> {
    fn take(&mut self, punct: Punct) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    fn place(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(Span::NONE, |token| token.span)
    }

    fn conditional(&mut self) -> Read {
        let condition = self.binary(0)?;
        if !self.take(Punct::Question) {
            return Ok(condition);
        }
        self.enter()?;
        let yes = self.evaluated(condition.bits != 0, Self::conditional)?;
        if !self.take(Punct::Colon) {
            return Err((self.place(), "`:` is expected here.".into()));
        }
        let no = self.evaluated(condition.bits == 0, Self::conditional)?;
        self.depth -= 1;
        Ok(if condition.bits != 0 { yes } else { no })
    }

    /// Reads something whose value counts only if `counts`: what cannot be computed is no error then.
    fn evaluated(&mut self, counts: bool, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.unevaluated += u32::from(!counts);
        let value = read(self);
        self.unevaluated -= u32::from(!counts);
        value
    }

    fn enter(&mut self) -> Result<(), (Span, String)> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err((self.place(), "The condition is nested too deep (limit condition-depth).".into()));
        }
        Ok(())
    }

    fn binary(&mut self, lowest: u8) -> Read {
        let mut left = self.unary()?;
        while let Some((punct, level)) = self.tokens.get(self.at).and_then(operator) {
            if level < lowest {
                break;
            }
            let span = self.place();
            self.at += 1;
            self.enter()?;
            let decided = match punct {
                Punct::OrOr => left.bits != 0,
                Punct::AndAnd => left.bits == 0,
                _ => false,
            };
            let right = self.evaluated(!decided, |this| this.binary(level + 1))?;
            self.depth -= 1;
            left = match apply(punct, left, right) {
                Some(value) => value,
                None if self.unevaluated > 0 => truth(false),
                None => return Err((span, "This divides by zero.".into())),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read {
        self.enter()?;
        let value = if self.take(Punct::Minus) {
            let value = self.unary()?;
            Number { bits: value.bits.wrapping_neg(), ..value }
        } else if self.take(Punct::Plus) {
            self.unary()?
        } else if self.take(Punct::Bang) {
            truth(self.unary()?.bits == 0)
        } else if self.take(Punct::Tilde) {
            let value = self.unary()?;
            Number { bits: !value.bits, ..value }
        } else if self.take(Punct::LParen) {
            let value = self.conditional()?;
            if !self.take(Punct::RParen) {
                return Err((self.place(), "`)` is expected here.".into()));
            }
            value
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self) -> Read {
        let Some(token) = self.tokens.get(self.at).copied() else {
            return Err((self.place(), "The condition is not complete.".into()));
        };
        self.at += 1;
        let names = &self.preprocessor.names;
        match token.kind {
            Tok::Name(name) => Ok(truth(names.text(name) == "true")),
            Tok::Number(text) => match literal::number(names.text(text)) {
                Ok(literal::Literal::Int { value, ty }) => {
                    Ok(Number { bits: value as i64, unsigned: !ty.is_signed() })
                }
                _ => Err((token.span, "An integer is expected here.".into())),
            },
            Tok::Char(text) => match literal::character(names.text(text)) {
                Some(value) => Ok(Number { bits: i64::from(value), unsigned: false }),
                None => Err((token.span, "This is not one character.".into())),
            },
            _ => Err((token.span, "An integer or a name is expected here.".into())),
        }
    }
}

fn truth(value: bool) -> Number {
    Number { bits: i64::from(value), unsigned: false }
}

fn operator(token: &Token) -> Option<(Punct, u8)> {
    let Tok::Punct(punct) = token.kind else { return None };
    let level = match punct {
        Punct::OrOr => 1,
        Punct::AndAnd => 2,
        Punct::Pipe => 3,
        Punct::Caret => 4,
        Punct::Amp => 5,
        Punct::EqEq | Punct::Ne => 6,
        Punct::Lt | Punct::Gt | Punct::Le | Punct::Ge => 7,
        Punct::Shl | Punct::Shr => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    };
    Some((punct, level))
}

/// `None` for a division by zero.
fn apply(punct: Punct, left: Number, right: Number) -> Option<Number> {
    let (a, b) = (left.bits, right.bits);
    let unsigned = left.unsigned || right.unsigned;
    let less = |a: i64, b: i64| if unsigned { (a as u64) < b as u64 } else { a < b };
    let number = |bits| Some(Number { bits, unsigned });
    match punct {
        Punct::OrOr => Some(truth(a != 0 || b != 0)),
        Punct::AndAnd => Some(truth(a != 0 && b != 0)),
        Punct::EqEq => Some(truth(a == b)),
        Punct::Ne => Some(truth(a != b)),
        Punct::Lt => Some(truth(less(a, b))),
        Punct::Gt => Some(truth(less(b, a))),
        Punct::Le => Some(truth(!less(b, a))),
        Punct::Ge => Some(truth(!less(a, b))),
        Punct::Pipe => number(a | b),
        Punct::Caret => number(a ^ b),
        Punct::Amp => number(a & b),
        Punct::Shl => number(a.wrapping_shl(b as u32)),
        Punct::Shr if unsigned => number((a as u64).wrapping_shr(b as u32) as i64),
        Punct::Shr => number(a.wrapping_shr(b as u32)),
        Punct::Plus => number(a.wrapping_add(b)),
        Punct::Minus => number(a.wrapping_sub(b)),
        Punct::Star => number(a.wrapping_mul(b)),
        _ if b == 0 => None,
        Punct::Slash if unsigned => number((a as u64 / b as u64) as i64),
        Punct::Slash => number(a.wrapping_div(b)),
        _ if unsigned => number((a as u64 % b as u64) as i64),
        _ => number(a.wrapping_rem(b)),
    }
}
