//! Reading a program line by line: sections, labels, annotations; then the names that jumps go to.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::{OrdMap, order::sort_by_key},
    files::Files,
    source::{Diagnostic, Severity, Span},
};

use super::{Options, cursor::Cursor, data, fold, instruction, number};
use crate::{
    isa::{Bound, Buffer, Instruction, Label, Op, Operand, OperandKind, Program},
    rules::{BadLines, Behaviour},
};

/// Most mistakes that are told; the others are counted.
const MAX_DIAGNOSTICS: usize = 200;

/// The mistake of a program that is too long.
const TOO_MANY: &str = "limit::instructions";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Data,
    Scratchpad,
    Text,
}

/// A program that is being read.
struct Parser {
    options: Options,
    section: Section,
    program: Program,
    /// What stands for a place, and where.
    places: OrdMap<String, u32>,
    /// Names in instructions: the instruction, its source, the name.
    wanted: Vec<(usize, usize, String, Span)>,
    /// Annotations that wait for their instruction: of a jump, of a value.
    branch: Option<(Bound, Span)>,
    value: Option<(Bound, Span)>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads a program. It is whole only if no diagnostic is an error.
pub fn assemble_files(files: &Files, options: Options) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser {
        options,
        section: Section::Data,
        program: Program::default(),
        places: OrdMap::new(),
        wanted: Vec::new(),
        branch: None,
        value: None,
        diagnostics: Vec::new(),
    };
    let mut at = 0;
    for line in files.main().split_inclusive('\n') {
        let read = parser.line(&mut Cursor::new(line.trim_end_matches(['\n', '\r']), at));
        if let Err(mistake) = read {
            parser.drop_line(mistake);
        }
        at += line.len() as u32;
    }
    parser.finish()
}

impl Parser {
    /// Says something, if not too much has been said.
    fn say(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() || self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A line with a mistake is left out. Without one of its buffers a program is another one: that is an error always.
    fn drop_line(&mut self, mistake: Diagnostic) {
        self.program.dropped += 1;
        let wanted = match self.section {
            Section::Text => self.options.bad_lines,
            Section::Data | Section::Scratchpad => BadLines::Errors,
        };
        let said = self.diagnostics.len() < MAX_DIAGNOSTICS;
        match wanted {
            BadLines::Errors if said || !self.diagnostics.iter().any(Diagnostic::is_error) => {
                self.diagnostics.push(mistake);
            }
            BadLines::Warnings if said => {
                let message = format!("This line is left out. {}", mistake.message);
                let help =
                    "The original assembler goes on without such a line; set `bad_lines` to `errors` to stop";
                let warning = Diagnostic { severity: Severity::Warning, message, ..mistake };
                self.diagnostics.push(warning.help(help));
            }
            BadLines::Errors | BadLines::Warnings => {}
        }
    }

    fn line(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        if cursor.at_end() {
            return Ok(());
        }
        if cursor.take_char('.') {
            self.section(cursor);
            return Ok(());
        }
        match self.section {
            Section::Data | Section::Scratchpad => self.buffer(data::read(cursor)?),
            Section::Text if cursor.rest().starts_with('#') => return self.directive(cursor),
            Section::Text => return self.text(cursor),
        }
        Ok(())
    }

    fn section(&mut self, cursor: &mut Cursor<'_>) {
        let (name, span) = cursor.word();
        self.section = match name {
            "data" => Section::Data,
            "sp_data" => Section::Scratchpad,
            "sp" if self.options.behaviour == Behaviour::Thesis => Section::Scratchpad,
            "text" => Section::Text,
            _ => {
                let message = format!("There is no section `.{name}`; the one before goes on.");
                return self.say(Diagnostic::warning("asm::section", span, message));
            }
        };
    }

    /// Adds a buffer, in the place of one with the same number.
    fn buffer(&mut self, buffer: Buffer) {
        let list = match self.section {
            Section::Scratchpad => &mut self.program.scratchpads,
            Section::Data | Section::Text => &mut self.program.buffers,
        };
        let before = list.iter().position(|other| other.id == buffer.id).map(|at| list.remove(at));
        let end = |one: &Buffer| u64::from(one.address) + 4 * one.words();
        let overlaps =
            |one: &&Buffer| u64::from(one.address) < end(&buffer) && u64::from(buffer.address) < end(one);
        let overlapped = list.iter().find(overlaps).map(|one| one.id);
        let (id, span) = (buffer.id, buffer.span);
        list.push(buffer);
        sort_by_key(list, |buffer| buffer.id);
        if before.is_some() {
            let message = format!("Buffer {id} is declared again: this is what counts.");
            self.say(Diagnostic::warning("asm::data", span, message));
        }
        if let Some(other) = overlapped {
            self.say(Diagnostic::warning("asm::data", span, format!("Buffers {id} and {other} overlap.")));
        }
    }

    /// An annotation.
    fn directive(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let start = *cursor;
        cursor.take_char('#');
        let wrong = || {
            let help = "An annotation is `#bound value N` or `#bound branchcycle TAKEN NOT_TAKEN [START]`";
            Diagnostic::error("asm::directive", start.span(), "There is no such annotation.").help(help)
        };
        let (name, _) = cursor.word();
        cursor.skip_blanks();
        let (kind, _) = cursor.word();
        let mut numbers = Vec::new();
        while !cursor.at_end() {
            if numbers.len() == 3 || !cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
                return Err(wrong());
            }
            let value = number::unsigned(cursor).and_then(|value| u32::try_from(value).ok());
            numbers.push(value.ok_or_else(wrong)?);
        }
        let span = start.span();
        match (name, kind, numbers.as_slice()) {
            ("bound", "value", [most]) => self.value = Some((Bound::Value(*most), span)),
            ("bound", "branchcycle", [taken, not_taken, start @ ..]) if start.len() <= 1 => {
                let start = start.first().copied().unwrap_or(0);
                self.branch = Some((Bound::Branch { taken: *taken, not_taken: *not_taken, start }, span));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// A line of the text section: labels, an instruction.
    fn text(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let (word, span) = cursor.word();
        if word.is_empty() {
            return Err(cursor.mistake("Here should be a label or an instruction.".into()));
        }
        let mut behind = *cursor;
        behind.skip_blanks();
        if !behind.take_char(':') {
            return self.instruction((word, span), cursor);
        }
        self.label(word, span);
        if behind.at_end() {
            return Ok(());
        }
        if self.options.behaviour == Behaviour::Thesis {
            return self.text(&mut behind);
        }
        let message = "What stands behind a label on its line is not read.";
        Err(Diagnostic::error("asm::label", behind.span(), message))
    }

    fn label(&mut self, name: &str, span: Span) {
        let at = self.program.instructions.len() as u32;
        let mistake = if name.starts_with(|c: char| c.is_ascii_digit()) {
            Some(format!("`{name}` is no name: it begins with a digit."))
        } else {
            let known = self.places.insert(name.to_string(), at).is_some();
            known.then(|| format!("There are two places `{name}`."))
        };
        match mistake {
            Some(message) => self.say(Diagnostic::error("asm::label", span, message)),
            None => self.program.labels.push(Label { name: name.to_string(), at }),
        }
    }

    fn instruction(&mut self, name: (&str, Span), cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let read = instruction::read(name, cursor, self.options.behaviour)?;
        let mut one = read.instruction;
        one.bound = self.bound_of(&one);
        if let Some(diagnostic) = instruction::check(&one) {
            self.say(diagnostic);
        }
        if let Some(span) = read.unread {
            let message = "This is not read: the instruction has all its operands.";
            self.say(Diagnostic::warning("asm::operand", span, message));
        }
        let at = self.program.instructions.len();
        let most = self.options.instructions;
        if at < most as usize {
            self.wanted.extend(read.label.map(|(source, name, span)| (at, source, name, span)));
            self.program.instructions.push(one);
        } else if !self.diagnostics.iter().any(|said| said.code == TOO_MANY) {
            let message = format!("The program has more than {most} instructions, the limit.");
            let help = "raise the setting `instruction_memory`";
            self.say(Diagnostic::error(TOO_MANY, one.span, message).help(help));
        }
        Ok(())
    }

    /// The annotation that belongs to an instruction.
    fn bound_of(&mut self, one: &Instruction) -> Option<Bound> {
        if let Some((bound, span)) = self.branch.take() {
            if one.op == Op::Sicj {
                return Some(bound);
            }
            let message = "This says nothing: the next instruction is no conditional jump.";
            self.say(Diagnostic::warning("asm::directive", span, message));
        }
        let copies = one.source_register(0).is_some_and(|register| register.kind == OperandKind::Scalar);
        let value = self.value.take_if(|_| one.op == Op::Smovssp && copies);
        value.map(|(bound, _)| bound)
    }

    /// Finds the places of names, and what groups end with.
    fn finish(mut self) -> (Program, Vec<Diagnostic>) {
        for (at, source, name, span) in core::mem::take(&mut self.wanted) {
            match self.places.get(&name) {
                Some(to) => self.program.instructions[at].sources[source] = Some(Operand::Target(*to)),
                None => {
                    self.say(Diagnostic::error("asm::label", span, format!("There is no place `{name}`.")))
                }
            }
        }
        for (_, span) in [self.branch.take(), self.value.take()].into_iter().flatten() {
            let message = "This says nothing: no instruction follows that it could belong to.";
            self.say(Diagnostic::warning("asm::directive", span, message));
        }
        fold::fold_exits(&mut self.program.instructions);
        (self.program, self.diagnostics)
    }
}
