//! Macros: their parameters, the arguments of a call, and the body with these in place.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    blanks::{parts, quoted_letter, scrubbed},
    lines::{Piece, is_name},
};
use crate::{
    base::OrdMap,
    source::{Diagnostic, Span},
};

/// A parameter of a macro.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Param {
    name: String,
    /// What it is in a call that does not say it.
    missing: String,
    /// Must a call say it?
    required: bool,
    /// Does it take all that is left of a call?
    rest: bool,
}

impl Param {
    pub(super) fn new(name: &str) -> Param {
        Param { name: name.into(), missing: String::new(), required: false, rest: false }
    }
}

/// A macro.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Macro {
    pub params: Vec<Param>,
    pub body: String,
}

/// The texts for the parameters, by name.
pub(super) type Arguments = OrdMap<String, String>;

/// `name first, second=default, third:req, rest:vararg`.
pub(super) fn header(piece: &Piece<'_>) -> Result<(String, Vec<Param>), Diagnostic> {
    let wrong = |what: String| Diagnostic::error("asm::macro", piece.span, what);
    let text: &str = &piece.text;
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong(format!("`{text}` does not begin with the name of a macro.")));
    }
    let rest = rest.trim();
    if rest.ends_with(',') {
        return Err(wrong(format!("Behind the last comma of the macro `{name}` a parameter is missing.")));
    }
    let mut params: Vec<Param> = Vec::new();
    for text in separated(rest.strip_prefix(',').unwrap_or(rest)) {
        let param = param(&text).ok_or_else(|| wrong(format!("`{text}` is no parameter of a macro.")))?;
        if params.iter().any(|other| other.name == param.name) {
            return Err(wrong(format!("The parameter `{}` stands twice.", param.name)));
        }
        params.push(param);
    }
    Ok((name.to_string(), params))
}

fn param(text: &str) -> Option<Param> {
    let (head, missing) = text.split_once('=').unwrap_or((text, ""));
    let (name, kind) = head.split_once(':').unwrap_or((head, ""));
    let (name, kind) = (name.trim().trim_start_matches('\\'), kind.trim());
    let named = !name.is_empty() && name.chars().all(is_name) && ["", "req", "vararg"].contains(&kind);
    named.then(|| Param {
        missing: unquoted(missing.trim()),
        required: kind == "req",
        rest: kind == "vararg",
        ..Param::new(name)
    })
}

impl Macro {
    /// The arguments of a call.
    pub(super) fn arguments(&self, name: &str, call: &Piece<'_>) -> Result<Arguments, Diagnostic> {
        let wrong = |what: String| Diagnostic::error("asm::macro", call.span, what);
        let mut found = Arguments::new();
        let mut next = 0;
        let said = scrubbed(&call.text);
        for (at, text) in parts(&said) {
            if let Some((param, value)) = self.by_name(text) {
                found.insert(param.name.clone(), unquoted(value));
                continue;
            }
            let Some(param) = self.params.get(next) else {
                return Err(wrong(format!("The macro `{name}` does not take so many arguments.")));
            };
            next += 1;
            if param.rest {
                found.insert(param.name.clone(), said[at..].to_string());
                break;
            }
            found.insert(param.name.clone(), unquoted(text));
        }
        for param in &self.params {
            let said = found.get(&param.name).is_some_and(|text| !text.is_empty());
            if param.required && !said {
                return Err(wrong(format!("The macro `{name}` needs its argument `{}`.", param.name)));
            }
            if !said {
                found.insert(param.name.clone(), param.missing.clone());
            }
        }
        Ok(found)
    }

    /// `parameter=value`.
    fn by_name<'t>(&self, text: &'t str) -> Option<(&Param, &'t str)> {
        let (name, value) = text.split_once('=')?;
        let param = self.params.iter().find(|param| param.name == name.trim())?;
        Some((param, value.trim()))
    }
}

/// The parts of a list, at commas, or at blanks that part two words. A comma at the end has no part behind it.
pub(super) fn separated(text: &str) -> Vec<String> {
    parts(&scrubbed(text)).into_iter().map(|(_, text)| text.to_string()).collect()
}

/// As [`separated`]; a text in quotes stands for itself without them.
pub(super) fn texts(list: &str) -> Vec<String> {
    separated(list).iter().map(|text| unquoted(text)).collect()
}

/// A text in quotes stands for itself without them.
fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.map_or_else(|| text.to_string(), |inside| inside.replace("\\\"", "\""))
}

/// A body with its parameters replaced: `\name`, `\@` (which call it is), and `\()`, which is nothing. A letter behind a quotation mark stays, though it be
/// `\n`, but where it stands in quotes. `None`: it would have more than `most` bytes.
pub(super) fn filled(body: &str, arguments: &Arguments, call: u32, most: usize) -> Option<String> {
    let (mut text, mut rest, mut in_quotes) = (String::new(), body, false);
    while let Some(at) = rest.find(['\\', '"', '\'', '\n']) {
        text += &rest[..at];
        rest = &rest[at..];
        let length = match rest.as_bytes()[0] {
            b'\\' => {
                let (value, length) = stands_for(&rest[1..], arguments, call, in_quotes);
                text += &value;
                rest = &rest[1 + length..];
                0
            }
            b'\'' if !in_quotes => quoted_letter(rest).max(1),
            b'\'' => 1,
            mark => {
                in_quotes = mark == b'"' && !in_quotes;
                1
            }
        };
        text += &rest[..length];
        rest = &rest[length..];
        if text.len() > most {
            return None;
        }
    }
    text += rest;
    (text.len() <= most).then_some(text)
}

/// What a backslash stands for, and how many bytes behind it belong to it.
fn stands_for<'a>(
    after: &str,
    arguments: &'a Arguments,
    call: u32,
    in_quotes: bool,
) -> (Cow<'a, str>, usize) {
    let end = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
    if let Some(value) = arguments.get(&after[..end]) {
        return (value.as_str().into(), end);
    }
    match after.as_bytes().first() {
        Some(b'@') => (call.to_string().into(), 1),
        Some(b'(') if after.starts_with("()") => ("".into(), 2),
        // It ends no quotes.
        Some(b'"') if in_quotes => ("\\\"".into(), 1),
        _ => ("\\".into(), 0),
    }
}

/// What is said when texts grow without end.
pub(super) fn too_long(limit: &str, span: Span) -> Diagnostic {
    let message = format!("Macros make more of this text than limit `{limit}` allows.");
    Diagnostic::error("limit::macro", span, message)
}
