//! What is done to the tokens of a CUDA text before it is read: paths such as `a::b` become one token each, words such as `and`
//! become signs, and attributes in `[[…]]` are left out.

use alloc::{string::String, vec, vec::Vec};

use super::*;

/// Most tokens of an attribute.
const MAX_ATTRIBUTE: usize = 64;

/// The parts of a path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Does it begin with `::`?
    pub outermost: bool,
    pub parts: Vec<Symbol>,
}

/// Words of C++ that mean the same as a sign (C++17 5.5).
const WORDS: [(&str, Punct); 11] = [
    ("and", Punct::AndAnd),
    ("or", Punct::OrOr),
    ("not", Punct::Bang),
    ("bitand", Punct::Amp),
    ("bitor", Punct::Pipe),
    ("xor", Punct::Caret),
    ("compl", Punct::Tilde),
    ("and_eq", Punct::AmpAssign),
    ("or_eq", Punct::PipeAssign),
    ("xor_eq", Punct::CaretAssign),
    ("not_eq", Punct::Ne),
];

/// Leaves out attributes in `[[…]]`, which change nothing here, and writes words as the signs that they mean.
pub(super) fn plain(tokens: Vec<Token>, names: &Names) -> Vec<Token> {
    let words = WORDS.map(|(word, punct)| (names.find(word), punct));
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(behind) = behind_attribute(&tokens, at) {
            at = behind;
            continue;
        }
        let sign = words.iter().find(|(word, _)| word.is_some() && *word == token.name());
        kept.push(match sign {
            Some((_, punct)) => Token { kind: Tok::Punct(*punct), ..*token },
            None => *token,
        });
        at += 1;
    }
    kept
}

/// The place behind `[[…]]`, if it begins here. (A subscript that begins with a lambda has no name there.)
fn behind_attribute(tokens: &[Token], start: usize) -> Option<usize> {
    let is = |at: usize, punct| tokens.get(at).is_some_and(|token: &Token| token.is(punct));
    let opens = is(start, Punct::LBracket) && is(start + 1, Punct::LBracket);
    if !opens || tokens.get(start + 2)?.name().is_none() {
        return None;
    }
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(start).take(MAX_ATTRIBUTE) {
        match token.kind {
            Tok::Punct(Punct::LBracket | Punct::LParen) => depth += 1,
            Tok::Punct(Punct::RBracket | Punct::RParen) => depth = depth.checked_sub(1)?,
            Tok::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace) | Tok::End => return None,
            _ => {}
        }
        if depth == 0 {
            return is(at - 1, Punct::RBracket).then_some(at + 1);
        }
    }
    None
}

/// Joins the tokens of each path to one.
pub(super) fn with_paths(tokens: Vec<Token>, names: &mut Names) -> (Vec<Token>, OrdMap<Symbol, Path>) {
    let (mut kept, mut paths): (Vec<Token>, _) = (Vec::with_capacity(tokens.len()), OrdMap::new());
    let is_name = |token: &Token| token.name().is_some_and(|name| Keyword::of(name, Dialect::Cuda).is_none());
    let is_template = |token: &Token| {
        token.name().is_some_and(|name| Keyword::of(name, Dialect::Cuda) == Some(Keyword::Template))
    };
    let mut at = 0;
    while let Some(first) = tokens.get(at) {
        let closes = |last: &Token| last.is(Punct::Gt) || last.is(Punct::Shr);
        // `a > ::b` compares; at the beginning of a line `::` goes on with a type.
        let goes_on = !first.space || first.line_start;
        let behind_angle = goes_on && kept.last().is_some_and(closes);
        let outermost = first.is(Punct::Scope) && !behind_angle && tokens.get(at + 1).is_some_and(is_name);
        let mut next = at + usize::from(outermost);
        let (mut parts, mut last) = (vec![], next);
        // `a::template f` is `a::f`.
        while tokens.get(next).is_some_and(is_name) {
            parts.extend(tokens[next].name());
            last = next;
            let scope = tokens.get(next + 1).is_some_and(|token| token.is(Punct::Scope));
            let word = usize::from(scope && tokens.get(next + 2).is_some_and(is_template));
            next = if scope { next + 2 + word } else { tokens.len() };
        }
        if parts.len() + usize::from(outermost) < 2 {
            kept.push(*first);
            at += 1;
            continue;
        }
        let symbol = joined(outermost, &parts, names);
        paths.insert(symbol, Path { outermost, parts });
        let span = first.span.to(tokens[last].span);
        kept.push(Token { kind: Tok::Name(symbol), span, ..*first });
        at = last + 1;
    }
    (kept, paths)
}

/// The name that a path has.
pub(super) fn joined(outermost: bool, parts: &[Symbol], names: &mut Names) -> Symbol {
    let mut text = String::from(if outermost { "::" } else { "" });
    for (number, part) in parts.iter().enumerate() {
        text.push_str(if number == 0 { "" } else { "::" });
        text.push_str(names.text(*part));
    }
    names.intern(&text)
}
