//! Reading a program.

mod declaration;
mod entry;
mod instruction;

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::{OrdMap, decimal},
    files::Files,
    ir::WARP,
    source::{Diagnostic, Span},
};

use super::{
    lexer::{Token, TokenKind, tokens},
    mnemonic::read,
    pointers::infer,
};
use crate::{
    Spec, codegen,
    isa::{
        Bank, Guard, Inst, Op, Operand, OperandType, ParamSlot, Program, Reg, Space, Special, Ty, Variable,
    },
};

/// Most instructions of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;

type Parse<T> = Result<T, Diagnostic>;

/// Reads every `.entry` of a text. Those with errors are left out.
#[cfg(test)]
pub fn assemble(text: &str, spec: &Spec) -> (Vec<Program>, Vec<Diagnostic>) {
    assemble_files(&Files::one(text), spec)
}

/// Reads every `.entry` of a program of several files, as its main text includes them. Those with errors are left out.
pub fn assemble_files(files: &Files, spec: &Spec) -> (Vec<Program>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(files, &mut diagnostics);
    let end = files.main().len() as u32;
    let end = Span::new(end, end);
    let mut parser = Parser { tokens, at: 0, end, diagnostics };
    let mut programs = Vec::new();
    while parser.find_entry() {
        let errors = parser.diagnostics.len();
        let entry = parser.entry();
        if parser.diagnostics.len() == errors {
            match entry.and_then(|entry| entry.finish(spec)) {
                Ok(program) => programs.push(program),
                Err(diagnostic) => parser.diagnostics.push(diagnostic),
            }
        } else if let Err(diagnostic) = entry {
            parser.diagnostics.push(diagnostic);
        }
    }
    if programs.is_empty() && parser.diagnostics.is_empty() {
        parser.diagnostics.push(
            Diagnostic::error("asm::no-entry", Span::new(0, 0), "There is no kernel in this text.").help(
                "A kernel starts with `.entry name(.param .u64 data)` and has its instructions in braces.",
            ),
        );
    }
    (programs, parser.diagnostics)
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    end: Span,
    diagnostics: Vec<Diagnostic>,
}

/// A kernel as far as it has been read.
#[derive(Default)]
struct Draft {
    program: Program,
    /// Families of registers, `%r<8>`: prefix, bank.
    families: Vec<(String, Bank)>,
    /// Registers by name.
    names: OrdMap<String, Reg>,
    labels: OrdMap<String, u32>,
    /// Branches and the names they go to.
    branches: Vec<(usize, String, Span)>,
    span: Span,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<TokenKind<'a>> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    fn next(&mut self) -> Option<TokenKind<'a>> {
        let kind = self.peek();
        self.at += 1;
        kind
    }

    fn eat(&mut self, kind: TokenKind<'a>) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: char) -> bool {
        self.eat(TokenKind::Mark(mark))
    }

    fn expect(&mut self, mark: char) -> Parse<()> {
        if self.mark(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("asm::expected", self.span(), format!("Expected {what} here."))
    }

    fn word(&mut self, what: &str) -> Parse<&'a str> {
        match self.peek() {
            Some(TokenKind::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn skip_ends(&mut self) {
        while self.eat(TokenKind::End) {}
    }

    /// Goes to the name of the next kernel. Other directives of a module are passed over.
    fn find_entry(&mut self) -> bool {
        while let Some(kind) = self.next() {
            match kind {
                TokenKind::Word(".entry") => return true,
                TokenKind::Word(".func") => {
                    let span = self.tokens[self.at - 1].span;
                    let message =
                        "Functions are not supported: write their instructions where they are called.";
                    self.diagnostics.push(Diagnostic::error("asm::function", span, message));
                }
                _ => {}
            }
        }
        false
    }

    fn entry(&mut self) -> Parse<Draft> {
        let span = self.span();
        let mut entry = Draft { span, ..Draft::default() };
        entry.program.name = self.word("the name of the kernel")?.to_owned();
        self.skip_ends();
        if self.mark('(') {
            self.params(&mut entry)?;
        }
        self.skip_ends();
        while let Some(TokenKind::Word(directive)) = self.peek() {
            self.entry_directive(directive, &mut entry)?;
        }
        self.expect('{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                None => return Err(self.expected("`}` at the end of the kernel")),
                Some(TokenKind::End) => self.at += 1,
                Some(TokenKind::Mark('{')) => {
                    depth += 1;
                    self.at += 1;
                }
                Some(TokenKind::Mark('}')) => {
                    depth -= 1;
                    self.at += 1;
                }
                Some(TokenKind::Word(".entry")) => return Err(self.expected("`}` at the end of the kernel")),
                Some(_) => {
                    if let Err(diagnostic) = self.statement(&mut entry) {
                        self.diagnostics.push(diagnostic);
                        self.skip_statement();
                    }
                }
            }
        }
        for (at, name, span) in core::mem::take(&mut entry.branches) {
            match entry.labels.get(&name) {
                Some(pc) => entry.program.code[at].target = *pc,
                None => {
                    let message = format!("There is no label `{name}`.");
                    self.diagnostics.push(Diagnostic::error("asm::label", span, message));
                }
            }
        }
        Ok(entry)
    }

    fn skip_statement(&mut self) {
        while !matches!(self.peek(), None | Some(TokenKind::End | TokenKind::Mark('}'))) {
            self.at += 1;
        }
    }

    /// `.reqntid` and the like, between parameters and body.
    fn entry_directive(&mut self, directive: &str, entry: &mut Draft) -> Parse<()> {
        let span = self.span();
        self.at += 1;
        let mut numbers = Vec::new();
        while let Some(TokenKind::Number(_)) = self.peek() {
            numbers.push(self.integer()? as u32);
            self.mark(',');
        }
        if directive == ".reqntid" {
            let at = |d: usize| numbers.get(d).copied().unwrap_or(1);
            entry.program.required_local = Some([at(0), at(1), at(2)]);
        }
        if directive == ".subgroup" {
            let lanes = numbers.first().copied().unwrap_or(0);
            if !lanes.is_power_of_two() || lanes > WARP {
                let message = format!("`.subgroup` takes a power of two up to {WARP}, not {lanes}.");
                return Err(Diagnostic::error("asm::subgroup", span, message));
            }
            entry.program.subgroup = Some(lanes);
        }
        self.skip_ends();
        Ok(())
    }

    fn params(&mut self, entry: &mut Draft) -> Parse<()> {
        let mut end = 0u32;
        loop {
            self.skip_ends();
            if self.mark(')') {
                return Ok(());
            }
            let (mut ty, mut space) = (None, None);
            let name = loop {
                let span = self.span();
                match self.word("a parameter such as `.param .u32 n`")? {
                    ".param" | ".ptr" => {}
                    ".align" => {
                        self.integer()?;
                    }
                    word if word.starts_with('.') => {
                        let word = &word[1..];
                        match (Ty::parse(word), Space::parse(word)) {
                            (Some(found), _) => ty = Some(found),
                            (_, Some(found)) => space = Some(found),
                            _ => return Err(unknown("type", word, span)),
                        }
                    }
                    name => break name,
                }
            };
            let ty = ty
                .filter(|ty| *ty != Ty::Pred)
                .ok_or_else(|| self.expected("a type in front of the parameter's name, such as `.u64`"))?;
            if self.peek() == Some(TokenKind::Mark('[')) {
                return Err(
                    self.expected("a parameter of a plain type: arrays cannot be passed, so `,` or `)`")
                );
            }
            let offset = end.next_multiple_of(ty.bytes());
            end = offset + ty.bytes();
            entry.program.params.push(ParamSlot { name: name.to_owned(), ty, offset, space, element: None });
            self.skip_ends();
            if !self.mark(',') {
                self.skip_ends();
                self.expect(')')?;
                return Ok(());
            }
        }
    }

    fn statement(&mut self, entry: &mut Draft) -> Parse<()> {
        let start = self.at;
        match self.peek() {
            Some(TokenKind::Word(directive)) if directive.starts_with('.') => {
                self.at += 1;
                self.declaration(directive, entry)?;
            }
            Some(TokenKind::Word(label))
                if self.tokens.get(start + 1).map(|t| t.kind) == Some(TokenKind::Mark(':')) =>
            {
                let span = self.span();
                self.at += 2;
                let pc = entry.program.code.len() as u32;
                if entry.labels.insert(label.to_owned(), pc).is_some() {
                    let message = format!("The label `{label}` is there twice.");
                    return Err(Diagnostic::error("asm::label", span, message));
                }
                entry.program.labels.push((pc, label.to_owned()));
                return Ok(());
            }
            _ => self.instruction(entry)?,
        }
        match self.peek() {
            None | Some(TokenKind::End | TokenKind::Mark('}')) => Ok(()),
            _ => Err(self.expected("the end of the statement (`;`)")),
        }
    }
}

fn unknown(what: &str, word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("asm::unknown", span, format!("There is no {what} `{word}`."))
}
