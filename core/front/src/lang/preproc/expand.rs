//! Macro definitions and their expansion.
//!
//! Tokens are read from a stack of frames: the replacement of a macro is pushed as a frame, and while its frame is on
//! the stack the macro is not expanded (its name is painted for ever). Arguments are expanded on their own, behind a
//! barrier, before they are put into the replacement, except next to `#` and `##`.

use alloc::{format, string::String, string::ToString, sync::Arc, vec, vec::Vec};

use super::{Frame, MAX_DEPTH, MAX_NESTING, MAX_TOKENS, Macro, Meaning, Preprocessor, predefined};
use crate::lang::lexer::lex;
use crate::lang::names::Symbol;
use crate::lang::token::{Punct, Tok, Token};
use crate::source::{Diagnostic, Span};

/// Parameters, "is the last variadic?", body.
type Definition<'t> = (Option<Vec<Symbol>>, bool, &'t [Token]);

impl Preprocessor<'_> {
    /// `#define` with what follows it.
    pub(super) fn define(&mut self, span: Span, line: &[Token]) {
        let Some((first, rest)) = line.split_first() else {
            return self.error("preproc::expected", span, "A macro name is expected after `#define`.");
        };
        let Some(name) = first.name() else {
            return self.error("preproc::expected", first.span, "A macro name must be an identifier.");
        };
        let function_like = rest.first().is_some_and(|token| token.is(Punct::LParen) && !token.space);
        let definition = if function_like { self.function_like(rest) } else { Some((None, false, rest)) };
        let Some((params, variadic, body)) = definition else {
            return self.error(
                "preproc::parameters",
                first.span,
                "The parameter list of this macro is not complete.",
            );
        };
        let meaning = Meaning::Macro(Arc::new(Macro { params, variadic, body: body.to_vec() }));
        *self.meaning_mut(name) = meaning;
    }

    /// Splits `(a, b, ...) body`.
    fn function_like<'t>(&mut self, line: &'t [Token]) -> Option<Definition<'t>> {
        let close = line.iter().position(|token| token.is(Punct::RParen))?;
        let (mut params, mut variadic) = (vec![], false);
        for part in line[1..close].split(|token| token.is(Punct::Comma)) {
            match part {
                [one] if one.is(Punct::Ellipsis) => {
                    params.push(self.names.intern("__VA_ARGS__"));
                    variadic = true;
                }
                [one, dots] if dots.is(Punct::Ellipsis) => {
                    params.push(one.name()?);
                    variadic = true;
                }
                [one] => params.push(one.name()?),
                [] if close == 1 => {}
                _ => return None,
            }
        }
        Some((Some(params), variadic, &line[close + 1..]))
    }

    pub(super) fn undef(&mut self, span: Span, line: &[Token]) {
        match line.first().and_then(Token::name) {
            Some(name) => *self.meaning_mut(name) = Meaning::Plain,
            None => self.error("preproc::expected", span, "A macro name is expected after `#undef`."),
        }
    }

    fn meaning_mut(&mut self, name: Symbol) -> &mut Meaning {
        if name.index() >= self.meanings.len() {
            self.meanings.resize(self.names.count().max(name.index() + 1), Meaning::Unknown);
        }
        &mut self.meanings[name.index()]
    }

    fn lookup(&mut self, name: Symbol) -> Option<Arc<Macro>> {
        if matches!(self.meaning_mut(name), Meaning::Unknown) {
            let meaning = match predefined::predefined(self.names.text(name), self.dialect) {
                Some(text) => {
                    let body = lex(text, self.names, &mut Vec::new());
                    Meaning::Macro(Arc::new(Macro { params: None, variadic: false, body }))
                }
                None => Meaning::Plain,
            };
            *self.meaning_mut(name) = meaning;
        }
        match self.meaning_mut(name) {
            Meaning::Macro(found) => Some(found.clone()),
            _ => None,
        }
    }

    pub(super) fn is_defined(&mut self, name: Symbol) -> bool {
        self.lookup(name).is_some() || super::condition::is_question(self.names.text(name))
    }

    /// The next token before expansion: from the frames, then from the text.
    fn next_raw(&mut self) -> Token {
        if self.exhausted {
            return self.end();
        }
        while let Some(frame) = self.frames.last_mut() {
            if let Some(token) = frame.tokens.get(frame.at) {
                frame.at += 1;
                return *token;
            }
            if frame.barrier {
                return self.end();
            }
            if frame.of.is_some() {
                self.active.pop();
            }
            self.frames.pop();
        }
        self.next_source()
    }

    fn push_frame(&mut self, tokens: Vec<Token>, of: Option<Symbol>) {
        self.copied += tokens.len() + 1;
        self.active.extend(of);
        self.frames.push(Frame { tokens, at: 0, of, barrier: false });
    }

    /// The next token after expansion.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let token = self.next_raw();
            let Some(name) = token.name() else { return token };
            if token.painted {
                return token;
            }
            let Some(definition) = self.lookup(name) else {
                return if self.names.text(name) == "__LINE__" { self.line_token(token) } else { token };
            };
            if self.active.contains(&name) {
                return Token { painted: true, ..token };
            }
            if self.copied > MAX_TOKENS {
                return self.too_many_tokens(token.span);
            }
            if self.active.len() > MAX_NESTING {
                let message = format!(
                    "Macros expand to each other more than {MAX_NESTING} deep (limit macro-nesting)."
                );
                return self.give_up("limit::macro-nesting", token.span, message);
            }
            if !self.expand(token, name, &definition) {
                return token;
            }
        }
    }

    fn line_token(&mut self, token: Token) -> Token {
        let line = self.line_number(token.span).to_string();
        Token { kind: Tok::Number(self.names.intern(&line)), ..token }
    }

    fn too_many_tokens(&mut self, span: Span) -> Token {
        let message = format!("Macro expansion makes more than {MAX_TOKENS} tokens (limit macro-expansion).");
        self.give_up("limit::macro-expansion", span, message)
    }

    /// Ends the text here: a limit was passed.
    pub(super) fn give_up(&mut self, code: &'static str, span: Span, message: String) -> Token {
        if !self.exhausted {
            self.error(code, span, message);
        }
        self.exhausted = true;
        self.end()
    }

    /// Pushes the replacement of a macro; `false` if it is a function-like macro without arguments here.
    fn expand(&mut self, token: Token, name: Symbol, definition: &Arc<Macro>) -> bool {
        let arguments = match &definition.params {
            None => vec![],
            Some(_) => {
                let next = self.next_raw();
                if !next.is(Punct::LParen) {
                    if next.kind != Tok::End {
                        self.push_frame(vec![next], None);
                    }
                    return false;
                }
                match self.arguments(token, definition) {
                    Ok(arguments) => arguments,
                    Err(bad) => {
                        self.push_frame(vec![bad], None);
                        return true;
                    }
                }
            }
        };
        let mut body = self.substitute(definition, &arguments, token.span);
        if let Some(first) = body.first_mut() {
            (first.line_start, first.space) = (token.line_start, token.space);
        }
        self.push_frame(body, Some(name));
        true
    }

    /// Reads the arguments of a call up to its closing parenthesis.
    fn arguments(&mut self, call: Token, definition: &Macro) -> Result<Vec<Vec<Token>>, Token> {
        let params = definition.params.as_ref().map_or(0, Vec::len);
        let (mut arguments, mut depth) = (vec![vec![]], 0usize);
        loop {
            let token = self.next_raw();
            match token.kind {
                Tok::End => return Err(self.bad_call(call, "The arguments of this macro are never closed.")),
                Tok::Punct(Punct::RParen) if depth == 0 => break,
                Tok::Punct(Punct::Comma)
                    if depth == 0 && !(definition.variadic && arguments.len() == params) =>
                {
                    arguments.push(vec![]);
                    continue;
                }
                Tok::Punct(Punct::LParen) => depth += 1,
                Tok::Punct(Punct::RParen) => depth -= 1,
                _ => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
        if params == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if definition.variadic && arguments.len() + 1 == params {
            arguments.push(vec![]);
        }
        if arguments.len() == params {
            return Ok(arguments);
        }
        let plural = if params == 1 { "" } else { "s" };
        let text = format!("This macro takes {params} argument{plural}, not {}.", arguments.len());
        Err(self.bad_call(call, &text))
    }

    fn bad_call(&mut self, call: Token, message: &str) -> Token {
        self.pending.push(Diagnostic::error("preproc::arguments", call.span, String::from(message)));
        Token { kind: Tok::Bad(self.pending.len() as u32 - 1), ..call }
    }

    /// The replacement with the arguments in the place of the parameters.
    fn substitute(&mut self, definition: &Macro, arguments: &[Vec<Token>], span: Span) -> Vec<Token> {
        let chosen = self.without_options(definition, arguments, span);
        let body = chosen.as_ref().unwrap_or(&definition.body);
        let param = |token: &Token| {
            let name = token.name()?;
            definition.params.as_ref()?.iter().position(|param| *param == name)
        };
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut out: Vec<Token> = Vec::with_capacity(body.len());
        // Is what stands left of `##` an argument without tokens?
        let mut nothing = false;
        let mut at = 0;
        while let Some(token) = body.get(at) {
            at += 1;
            let pasted = body.get(at).is_some_and(|next| next.is(Punct::HashHash));
            let here = Token { span, ..*token };
            match (token.kind, param(token)) {
                (Tok::Punct(Punct::Hash), _) if definition.params.is_some() => {
                    if let Some(index) = body.get(at).and_then(param) {
                        out.push(self.stringize(&arguments[index], here));
                        at += 1;
                    } else {
                        out.push(here);
                    }
                }
                (Tok::Punct(Punct::HashHash), _) if at > 1 && at < body.len() => {
                    let right = match param(&body[at]) {
                        Some(index) => arguments[index].clone(),
                        None => vec![Token { span, ..body[at] }],
                    };
                    at += 1;
                    let variadic = definition.variadic
                        && param(&body[at - 1]) == definition.params.as_ref().map(|params| params.len() - 1);
                    if nothing {
                        nothing = right.is_empty();
                        out.extend(right);
                    } else {
                        self.paste(&mut out, right, variadic, span);
                    }
                }
                (_, Some(index)) if pasted => {
                    nothing = arguments[index].is_empty();
                    out.extend(&arguments[index]);
                }
                (_, Some(index)) => {
                    let tokens = match &expanded[index] {
                        Some(tokens) => tokens.clone(),
                        None => self.expand_alone(&arguments[index], span),
                    };
                    let begin = out.len();
                    out.extend(&tokens);
                    // The blank in front of a parameter stands in front of what takes its place.
                    if let Some(first) = out.get_mut(begin) {
                        (first.line_start, first.space) = (here.line_start, here.space);
                    }
                    expanded[index] = Some(tokens);
                }
                (_, None) => {
                    nothing = false;
                    out.push(here);
                }
            }
            if self.copied + out.len() > MAX_TOKENS {
                self.too_many_tokens(span);
                break;
            }
        }
        out
    }

    /// Expands an argument as if nothing followed it.
    pub(super) fn expand_alone(&mut self, tokens: &[Token], span: Span) -> Vec<Token> {
        if self.depth >= MAX_DEPTH {
            let message =
                format!("Macro arguments are nested more than {MAX_DEPTH} deep (limit macro-depth).");
            self.give_up("limit::macro-depth", span, message);
            return vec![];
        }
        self.depth += 1;
        self.copied += tokens.len();
        let outer = self.frames.len();
        self.frames.push(Frame { tokens: tokens.to_vec(), at: 0, of: None, barrier: true });
        let mut out = vec![];
        loop {
            let token = self.next_expanded();
            if token.kind == Tok::End {
                break;
            }
            out.push(token);
        }
        self.frames.truncate(outer);
        self.depth -= 1;
        out
    }
}
