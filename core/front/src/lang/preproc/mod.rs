//! The preprocessor: tokens of the text to tokens without directives and macros.
//!
//! A token that a macro made carries the place of the macro's name in the text, so that every message points at
//! something that the person wrote; the tokens of an argument keep their own places. Options (`-D`) have places of their
//! own, behind all texts. Line markers say which file a line comes from. An `#include` reads another text of the program
//! (macros may make its name);
//! where there is none of the name, a header of the language is read, well-known headers are accepted silently and any other is a warning. Of pragmas `once`
//! keeps a text from being read again, and `unroll` before a loop becomes a token of its own. The others are accepted
//! (contraction is an option of the compiler).

pub mod assembly;
mod condition;
mod expand;
mod include;
mod options;
mod predefined;
mod spell;

use alloc::{format, string::String, sync::Arc, vec, vec::Vec};

use super::lexer::lex;
use super::library;
use super::names::{Names, Symbol};
use super::report::Report;
use super::token::{Dialect, Punct, Tok, Token};
use crate::base::suggest::suggest;
use crate::document::Define;
use crate::files::Files;
use crate::ir::Unroll;
use crate::source::{Diagnostic, Origins, Span};

/// Most tokens that the text may have after macro expansion (and that expansion may copy on the way).
pub const MAX_TOKENS: usize = 2_000_000;
/// Most bytes of text that `#` and `##` may make.
pub const MAX_BYTES: usize = 4 << 20;
/// How deep macros may expand to other macros.
pub const MAX_NESTING: usize = 1000;
/// How deep macro arguments may be nested in each other.
pub const MAX_DEPTH: usize = 64;

/// What comes out.
#[derive(Debug)]
pub struct Preprocessed {
    /// The tokens, closed by [`Tok::End`].
    pub tokens: Vec<Token>,
    /// Diagnostics that [`Tok::Bad`] tokens refer to.
    pub pending: Vec<Diagnostic>,
}

/// A macro.
#[derive(Debug)]
struct Macro {
    /// Names of the parameters of a function-like macro.
    params: Option<Vec<Symbol>>,
    /// Is the last parameter all the rest of the arguments?
    variadic: bool,
    body: Vec<Token>,
}

/// What a name is to the preprocessor.
#[derive(Clone, Debug, Default)]
enum Meaning {
    /// Not looked up yet: it may be a predefined macro.
    #[default]
    Unknown,
    /// An ordinary name.
    Plain,
    /// A macro.
    Macro(Arc<Macro>),
}

/// An open `#if`.
#[derive(Debug)]
struct Condition {
    span: Span,
    /// Is the text at this place read?
    active: bool,
    /// Has one of the groups been read (or must none be)?
    done: bool,
    seen_else: bool,
}

/// Tokens that are read before the text goes on.
#[derive(Debug)]
struct Frame {
    tokens: Vec<Token>,
    at: usize,
    /// The macro they come from: it is not expanded again inside.
    of: Option<Symbol>,
    /// Reading ends here (an argument that is expanded on its own).
    barrier: bool,
}

struct Preprocessor<'a> {
    files: &'a Files,
    dialect: Dialect,
    names: &'a mut Names,
    report: &'a mut Report,
    pending: Vec<Diagnostic>,
    /// The text that is being read.
    reading: Reading,
    /// The texts that go on behind it, the outermost first.
    outer: Vec<Reading>,
    /// The texts that are not read again.
    once: Vec<usize>,
    /// The headers of the language that were read.
    library: Vec<&'static str>,
    included_bytes: usize,
    frames: Vec<Frame>,
    meanings: Vec<Meaning>,
    active: Vec<Symbol>,
    conditions: Vec<Condition>,
    origins: Option<Origins>,
    copied: usize,
    /// Bytes that `#` and `##` made.
    spelt: usize,
    depth: usize,
    exhausted: bool,
    /// What a directive leaves in its place.
    left: Option<Token>,
    /// In assembly a `#` may begin a comment: what is noted of it.
    comments: Option<assembly::Comments>,
}

/// A text that is being read.
#[derive(Debug)]
struct Reading {
    tokens: Vec<Token>,
    at: usize,
    /// Conditions that were open when it began: it closes none of them.
    conditions: usize,
}

/// Reads the whole program.
pub fn preprocess(
    files: &Files,
    dialect: Dialect,
    defines: &[Define],
    names: &mut Names,
    report: &mut Report,
) -> Preprocessed {
    start(files, dialect, defines, names, report).run()
}

fn start<'a>(
    files: &'a Files,
    dialect: Dialect,
    defines: &[Define],
    names: &'a mut Names,
    report: &'a mut Report,
) -> Preprocessor<'a> {
    let mut pending = Vec::new();
    let tokens = lex(files.main(), names, &mut pending);
    let mut preprocessor = Preprocessor {
        files,
        dialect,
        names,
        report,
        pending,
        reading: Reading { tokens, at: 0, conditions: 0 },
        outer: vec![],
        once: vec![],
        library: vec![],
        included_bytes: 0,
        frames: vec![],
        meanings: vec![],
        active: vec![],
        conditions: vec![],
        origins: None,
        copied: 0,
        spelt: 0,
        depth: 0,
        exhausted: false,
        left: None,
        comments: None,
    };
    let mut place = files.text().len() as u32 + 1;
    for define in defines {
        place = preprocessor.define_from_outside(define, place);
    }
    preprocessor
}

impl Preprocessor<'_> {
    fn run(mut self) -> Preprocessed {
        let mut tokens = Vec::with_capacity(self.reading.tokens.len() + 1);
        loop {
            let token = self.next_expanded();
            if tokens.last().is_some_and(Token::is_unroll) && !self.begins_loop(&token) {
                tokens.pop();
            }
            if token.name().is_some_and(|name| self.names.text(name) == "_Pragma") {
                tokens.extend(self.pragma_operator(token.span));
                continue;
            }
            tokens.push(token);
            if token.kind == Tok::End {
                break;
            }
        }
        if self.exhausted {
            // A limit was passed and reported: what was read so far would only cause more messages.
            tokens.drain(..tokens.len() - 1);
        }
        let library = library::wanted(&tokens, self.dialect, self.names);
        if !library.is_empty() {
            tokens.splice(0..0, self.without_places(&library));
        }
        Preprocessed { tokens, pending: self.pending }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report.push(Diagnostic::error(code, span, message));
    }

    fn end(&self) -> Token {
        let at = self.files.main().len() as u32;
        Token { kind: Tok::End, span: Span::new(at, at), line_start: true, space: true, painted: false }
    }

    /// The next token of the texts themselves, after the directives before it.
    fn next_source(&mut self) -> Token {
        while !self.exhausted {
            let Some(token) = self.reading.tokens.get(self.reading.at).copied() else {
                if self.leave() { continue } else { break }
            };
            self.reading.at += 1;
            if token.line_start && token.is(Punct::Hash) {
                let line = self.rest_of_line();
                self.directive(token.span, &line);
                self.note_activity(token.span);
                if let Some(token) = self.left.take() {
                    return token;
                }
            } else if self.active() {
                return token;
            }
        }
        self.end()
    }

    /// Is the text at this place read, and not left out by a condition?
    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.active)
    }

    /// The tokens up to the end of the line, which are consumed.
    fn rest_of_line(&mut self) -> Vec<Token> {
        let rest = &self.reading.tokens[self.reading.at..];
        let length = rest.iter().position(|token| token.line_start).unwrap_or(rest.len());
        self.reading.at += length;
        rest[..length].to_vec()
    }

    fn directive(&mut self, hash: Span, line: &[Token]) {
        let Some(first) = line.first() else { return };
        let span = hash.to(first.span);
        let name = first.name().map_or(String::new(), |symbol| self.names.text(symbol).into());
        if matches!(first.kind, Tok::Number(_)) {
            // A line marker, which `Origins` reads.
            return;
        }
        self.obey(&name, span, first.span, &line[1..]);
    }

    fn obey(&mut self, name: &str, span: Span, word: Span, rest: &[Token]) {
        match name {
            "if" => self.open(span, |this| this.condition(span, rest)),
            "ifdef" => self.open(span, |this| this.defined_operand(span, rest)),
            "ifndef" => self.open(span, |this| !this.defined_operand(span, rest)),
            "elif" => self.elif(span, rest),
            "else" => self.otherwise(span),
            "endif" if self.innermost().is_none() => {
                self.error("preproc::unbalanced", span, "There is no `#if` for this `#endif`.");
            }
            "endif" => drop(self.conditions.pop()),
            _ if !self.active() => {}
            "define" => self.define(span, rest),
            "undef" => self.undef(span, rest),
            "include" => self.include(span, rest),
            "error" => {
                let text = self.line_text(rest);
                self.error("preproc::error", span, format!("#error: {text}"));
            }
            "warning" => {
                let text = self.line_text(rest);
                let warning = Diagnostic::warning("preproc::warning", span, format!("#warning: {text}"));
                self.report.push(warning);
            }
            "pragma" => self.pragma(span, rest),
            "line" if !matches!(rest, [Token { kind: Tok::Number(_), .. }, ..]) => {
                self.error("preproc::expected", span, "A line number is expected after `#line`.");
            }
            "line" | "ident" => {}
            _ => self.unknown_directive(name, span, word, rest),
        }
    }

    /// Says that there is no such directive, and goes on as if the nearest one were there.
    fn unknown_directive(&mut self, name: &str, span: Span, word: Span, rest: &[Token]) {
        if self.note_comment(word) {
            return;
        }
        const KNOWN: [&str; 12] = [
            "if", "ifdef", "ifndef", "elif", "else", "endif", "define", "undef", "include", "error",
            "pragma", "warning",
        ];
        let error = Diagnostic::error("preproc::directive", word, "This is not a preprocessor directive.");
        match suggest(name, KNOWN.into_iter()) {
            Some(known) => {
                self.report.push(error.help(format!("Did you mean `#{known}`?")));
                // What the nearest one would say only follows from that.
                self.report.mute();
                self.obey(known, span, word, rest);
                self.report.unmute();
            }
            None => self.report.push(error),
        }
    }

    /// The text of a directive as the person wrote it.
    fn line_text(&self, line: &[Token]) -> String {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { return String::new() };
        let range = first.span.start as usize..last.span.end as usize;
        self.files.text().get(range).unwrap_or_default().into()
    }

    fn open(&mut self, span: Span, condition: impl FnOnce(&mut Self) -> bool) {
        let reading = self.active();
        let active = reading && condition(self);
        self.conditions.push(Condition { span, active, done: active || !reading, seen_else: false });
    }

    /// The innermost condition that this text has opened.
    fn innermost(&mut self) -> Option<&mut Condition> {
        self.conditions.get_mut(self.reading.conditions..)?.last_mut()
    }

    fn elif(&mut self, span: Span, rest: &[Token]) {
        let Some(Condition { done, seen_else, .. }) = self.innermost() else {
            return self.error("preproc::unbalanced", span, "There is no `#if` for this `#elif`.");
        };
        let (done, seen_else) = (*done, *seen_else);
        if seen_else {
            self.error("preproc::unbalanced", span, "`#elif` cannot follow `#else`.");
        }
        let active = !done && !seen_else && self.condition(span, rest);
        if let Some(condition) = self.innermost() {
            condition.active = active;
            condition.done |= active;
        }
    }

    fn otherwise(&mut self, span: Span) {
        let Some(condition) = self.innermost() else {
            return self.error("preproc::unbalanced", span, "There is no `#if` for this `#else`.");
        };
        let twice = core::mem::replace(&mut condition.seen_else, true);
        condition.active = !condition.done && !twice;
        condition.done = true;
        if twice {
            self.error("preproc::unbalanced", span, "This `#if` already has an `#else`.");
        }
    }

    fn defined_operand(&mut self, span: Span, rest: &[Token]) -> bool {
        match rest.first().and_then(Token::name) {
            Some(symbol) => self.is_defined(symbol),
            None => {
                self.error("preproc::expected", span, "A macro name is expected here.");
                false
            }
        }
    }

    /// `#pragma once`, `#pragma unroll`, `#pragma unroll N` and `#pragma unroll(N)`, where N may be any constant. (With 1 nothing is
    /// unrolled.)
    fn pragma(&mut self, span: Span, rest: &[Token]) {
        let Some((first, count)) = rest.split_first() else { return };
        match first.name().map(|name| self.names.text(name)) {
            Some("once") => return self.once.push(self.files.part_at(span.start)),
            Some("unroll") => {}
            _ => return,
        }
        let name = match count {
            [name] => name.name(),
            [open, name, close] if open.is(Punct::LParen) && close.is(Punct::RParen) => name.name(),
            _ => None,
        };
        if let Some(name) = name.filter(|name| !self.is_defined(*name)) {
            let kind = Tok::UnrollBy(name);
            self.left = Some(Token { kind, span, line_start: true, space: true, painted: false });
            return;
        }
        let unroll = match count {
            [] => Some(Unroll::Whole),
            count => self.number(span, count).and_then(|n| u32::try_from(n).ok()).map(Unroll::Times),
        };
        if unroll.is_none() {
            let message = "The number of `#pragma unroll` is no constant: the loop stays as it is.";
            self.report.push(Diagnostic::warning("preproc::unroll", span, message));
        }
        if let Some(unroll) = unroll.filter(|unroll| !matches!(unroll, Unroll::Times(0 | 1))) {
            let kind = Tok::Unroll(unroll);
            self.left = Some(Token { kind, span, line_start: true, space: true, painted: false });
        }
    }

    /// `_Pragma("…")` behind its first word.
    fn pragma_operator(&mut self, span: Span) -> Option<Token> {
        let [_, text, _] = core::array::from_fn(|_| self.next_expanded());
        let Tok::Text(text) = text.kind else { return None };
        let line: String = self.names.text(text).trim_matches('"').into();
        let mut rest = lex(&line, self.names, &mut Vec::new());
        rest.iter_mut().for_each(|token| token.span = span);
        self.pragma(span, &rest);
        self.left.take()
    }

    fn begins_loop(&self, token: &Token) -> bool {
        token.name().is_some_and(|name| matches!(self.names.text(name), "for" | "while" | "do"))
    }

    /// An option `-D`. Its tokens have places behind the text, from `place` on; returns the first place behind them.
    fn define_from_outside(&mut self, define: &Define, place: u32) -> u32 {
        let option = match &define.value {
            Some(value) => format!("-D {}={value}", define.name),
            None => format!("-D {}", define.name),
        };
        let line = format!("{} {}", define.name, define.value.as_deref().unwrap_or("1"));
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let span = Span::new(place, place.saturating_add(length).min(u32::MAX - 2));
        if line.contains(['\n', '\r']) {
            let option: String = option.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
            self.report.add_option(place, option);
            self.error("preproc::define", span, "A macro's text is one line: it cannot have a line break.");
            return span.end + 1;
        }
        self.report.add_option(place, option);
        let known = self.pending.len();
        let mut tokens = lex(&line, self.names, &mut self.pending);
        self.pending[known..]
            .iter_mut()
            .flat_map(|bad| &mut bad.labels)
            .for_each(|label| label.span = label.span.behind(place));
        tokens.iter_mut().for_each(|token| token.span = token.span.behind(place));
        match tokens.first().and_then(Token::name) {
            Some(_) => self.define(span, &tokens),
            None => self.error("preproc::define", span, "This does not name a macro."),
        }
        span.end + 1
    }

    /// The number of the line that a place is in, as line markers count.
    fn line_number(&mut self, span: Span) -> u32 {
        let files = self.files;
        self.origins.get_or_insert_with(|| files.origins(true)).place(files.text(), span.start).line
    }
}
