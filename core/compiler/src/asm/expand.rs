//! The expander: statement after statement of a text, with macros, repetitions and conditions carried out.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use super::{
    blanks::scrubbed,
    condition::Conditions,
    directive::{
        deeds::{Block, Does, Expand},
        table::{end_of, find},
    },
    lines::{Line, Piece, Statement, lines, made_lines},
    macros::{Arguments, Macro, filled, header, too_long},
};
use crate::{
    base::OrdMap,
    files::{Files, MAX_INCLUDED_BYTES, MAX_INCLUDES},
    source::{Diagnostic, Span},
};

/// Macros inside one another.
const MACRO_DEPTH: usize = 64;
/// Lines that macros and repetitions make of a text, and bytes of them.
const MACRO_LINES: u64 = 1 << 19;
const MACRO_BYTES: usize = 1 << 24;

/// What an assembler knows of names, as far as the text has been read.
pub trait Symbols {
    /// The value of an expression.
    ///
    /// # Errors
    /// It is none, or not known yet.
    fn value(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic>;

    /// Has this name been defined?
    fn is_defined(&self, name: &str) -> bool;
}

/// Lines that are being read: those of the text, of a macro, or of a repetition.
#[derive(Clone, Debug)]
struct Source<'a> {
    lines: Arc<[Line<'a>]>,
    next: usize,
    /// How often they are read again.
    turns: u64,
    /// Conditions that were open when it began.
    conditions: usize,
    made: bool,
    /// Is it an included text?
    included: bool,
}

/// Hands out the statements of a text.
#[derive(Clone, Debug)]
pub struct Expander<'a> {
    /// The texts that may be included.
    files: Option<&'a Files>,
    included_bytes: usize,
    sources: Vec<Source<'a>>,
    macros: OrdMap<String, Macro>,
    conditions: Conditions,
    /// Macros called so far.
    calls: u32,
    made_lines: u64,
    made_bytes: usize,
}

type Done = Result<(), Diagnostic>;

impl<'a> Expander<'a> {
    /// At the start of the main text of a program.
    pub fn new(files: &'a Files) -> Expander<'a> {
        Expander::unit(files, 0)
    }

    /// At the start of a text of a program, by its number.
    pub fn unit(files: &'a Files, part: usize) -> Expander<'a> {
        Expander::of(lines(files.text_of(part), files.parts()[part].span.start), Some(files))
    }

    /// At the start of a text that includes nothing.
    #[cfg(test)]
    pub fn text(text: &'a str) -> Expander<'a> {
        Expander::of(lines(text, 0), None)
    }

    /// At the start of a text that no person wrote: all of it has the place `span`.
    pub fn made(text: &str, span: Span) -> Expander<'a> {
        Expander::of(made_lines(text, span), None)
    }

    fn of(lines: Vec<Line<'a>>, files: Option<&'a Files>) -> Expander<'a> {
        let mut expander = Expander {
            files,
            included_bytes: 0,
            sources: Vec::new(),
            macros: OrdMap::new(),
            conditions: Conditions::default(),
            calls: 0,
            made_lines: 0,
            made_bytes: 0,
        };
        expander.enter(lines.into(), 1, false);
        expander
    }

    /// The next statement; `None` at the end of the text. An error is told in its place.
    pub fn next(&mut self, symbols: &impl Symbols) -> Option<Result<Statement<'a>, Diagnostic>> {
        loop {
            let line = match self.line() {
                Some(Ok(line)) => line,
                Some(Err(diagnostic)) => return Some(Err(diagnostic)),
                None => return None,
            };
            let floor = self.sources.last().map_or(0, |source| source.conditions);
            let read = self.conditions.read();
            let does = find(line.name()).map(|row| row.does);
            let condition = self.conditions.take(&line, does, floor, symbols);
            if condition.is_none() && !read {
                continue;
            }
            let statement = line.statement();
            let done = match condition {
                Some(done) => done,
                None => match self.carry_out(&line, does, symbols) {
                    Some(done) => done,
                    None => return Some(Ok(statement)),
                },
            };
            if let Err(diagnostic) = done {
                return Some(Err(diagnostic));
            }
            if read && !statement.labels.is_empty() {
                return Some(Ok(statement.only_labels()));
            }
        }
    }

    /// Carries out what is for the expander. `None`: it is for the assembler.
    fn carry_out(&mut self, line: &Line<'a>, does: Option<Does>, symbols: &impl Symbols) -> Option<Done> {
        let (name, rest) = (line.name(), line.rest());
        let wrong = |code, what: String| Err(Diagnostic::error(code, line.span(), what));
        let Some(Does::Expand(does)) = does else {
            return self.macros.contains_key(name).then(|| self.call(name, &rest, line.span()));
        };
        let said = || rest.text.trim_matches('"').to_string();
        Some(match does {
            Expand::Macro => self.define(&rest),
            Expand::Repeat => self.repeat(&rest, symbols),
            Expand::ForEach(parts) => self.for_each(&rest, parts),
            Expand::End(_) => wrong("asm::macro", format!("There is nothing that `{name}` ends.")),
            Expand::Leave => self.leave(line.span()),
            Expand::Stop => self.stop(),
            Expand::Forget => self.forget(&rest),
            Expand::Include => self.include(&rest),
            Expand::Refuse => wrong("asm::error", "The text says that this is an error.".into()),
            Expand::Error => wrong("asm::error", said()),
            Expand::Warning => Err(Diagnostic::warning("asm::warning", line.span(), said())),
        })
    }

    /// The next line. Sources that are through go away.
    fn line(&mut self) -> Option<Result<Line<'a>, Diagnostic>> {
        loop {
            let source = self.sources.last_mut()?;
            if let Some(line) = source.lines.get(source.next).cloned() {
                source.next += 1;
                self.made_lines += u64::from(source.made);
                if self.made_lines > MACRO_LINES {
                    self.sources.clear();
                    return Some(Err(too_long("macro_lines", line.span())));
                }
                return Some(Ok(line));
            }
            let open = self.conditions.close_to(source.conditions);
            if source.turns > 1 && !source.lines.is_empty() {
                (source.turns, source.next) = (source.turns - 1, 0);
            } else {
                self.sources.pop();
            }
            if let Some(span) = open {
                return Some(Err(open_condition(span)));
            }
        }
    }

    fn enter(&mut self, lines: Arc<[Line<'a>]>, turns: u64, made: bool) {
        if turns > 0 {
            let conditions = self.conditions.depth();
            self.sources.push(Source { lines, next: 0, turns, conditions, made, included: false });
        }
    }

    /// `.include "name"`: the statements of another text, each time anew.
    fn include(&mut self, rest: &Piece<'a>) -> Done {
        let found = quoted(&rest.text).zip(self.files);
        let found = found.and_then(|(name, files)| Some((files, files.find(name, rest.span.start)?)));
        let Some((files, part)) = found else { return Err(no_file(rest)) };
        let text = files.text_of(part);
        self.included_bytes = self.included_bytes.saturating_add(text.len());
        let depth = self.sources.iter().filter(|source| source.included).count();
        let passed = [
            (depth >= MAX_INCLUDES, "limit::include-depth", MAX_INCLUDES),
            (self.included_bytes > MAX_INCLUDED_BYTES, "limit::included-bytes", MAX_INCLUDED_BYTES),
        ];
        if let Some((_, code, most)) = passed.into_iter().find(|(passed, ..)| *passed) {
            self.sources.clear();
            let name = code.trim_start_matches("limit::");
            let message = format!("Included files pass limit {name} ({most}).");
            return Err(Diagnostic::error(code, rest.span, message));
        }
        self.enter(lines(text, files.parts()[part].span.start).into(), 1, false);
        if let Some(source) = self.sources.last_mut() {
            source.included = true;
        }
        Ok(())
    }

    /// Begins with lines that were made, if there is room.
    fn enter_made(&mut self, lines: Arc<[Line<'a>]>, turns: u64, span: Span) -> Done {
        if self.sources.len() > MACRO_DEPTH {
            self.sources.clear();
            return Err(too_long("macro_depth", span));
        }
        self.enter(lines, turns, true);
        Ok(())
    }

    /// The lines up to the end of a block whose first line has been read.
    fn block(&mut self, kind: Block, span: Span) -> Result<Vec<Line<'a>>, Diagnostic> {
        let (mut found, mut depth) = (Vec::new(), 0);
        // A block ends in the source in which it begins.
        if let Some(source) = self.sources.last_mut() {
            while let Some(line) = source.lines.get(source.next) {
                source.next += 1;
                let does = find(line.name()).map(|row| row.does);
                let (begins, ends) = match does {
                    Some(Does::Expand(does)) => (does.begins() == Some(kind), does.ends() == Some(kind)),
                    _ => (false, false),
                };
                if ends && depth == 0 {
                    return Ok(found);
                }
                depth = depth + u32::from(begins) - u32::from(ends);
                found.push(line.clone());
            }
        }
        let message = format!("This has no `{}`.", end_of(kind));
        Err(Diagnostic::error("asm::macro", span, message))
    }

    fn define(&mut self, rest: &Piece<'a>) -> Done {
        let body = self.block(Block::Macro, rest.span)?;
        let (name, params) = header(rest)?;
        if self.macros.contains_key(&name) {
            let message = format!("There is a macro `{name}` already.");
            return Err(Diagnostic::error("asm::macro", rest.span, message).help("`.purgem` takes one away."));
        }
        self.macros.insert(name, Macro { params, body: joined(&body) });
        Ok(())
    }

    fn forget(&mut self, rest: &Piece<'a>) -> Done {
        match self.macros.remove(&*rest.text) {
            Some(_) => Ok(()),
            None => {
                let message = format!("There is no macro `{}`.", rest.text);
                Err(Diagnostic::error("asm::macro", rest.span, message))
            }
        }
    }

    fn repeat(&mut self, rest: &Piece<'a>, symbols: &impl Symbols) -> Done {
        let body = self.block(Block::Repetition, rest.span)?;
        let turns = symbols.value(rest)?;
        self.enter_made(body.into(), u64::try_from(turns).unwrap_or(0), rest.span)
    }

    /// `.irp` and `.irpc`: the block once for each text of a list; an empty list has one empty text.
    fn for_each(&mut self, rest: &Piece<'a>, list: fn(&str) -> Vec<String>) -> Done {
        let body = joined(&self.block(Block::Repetition, rest.span)?);
        let end = rest.text.find([',', ' ', '\t']).unwrap_or(rest.text.len());
        let (name, values) = rest.text.split_at(end);
        let values = values.trim_start();
        let values = scrubbed(values.strip_prefix(',').unwrap_or(values));
        let values = if values.trim().is_empty() { Vec::from([String::new()]) } else { list(&values) };
        let name = name.trim_start_matches('\\');
        let mut text = String::new();
        for value in values {
            let arguments = Arguments::from_iter([(name.to_string(), value)]);
            text += &self.filled(&body, &arguments, rest.span)?;
            text.push('\n');
        }
        self.enter_made(made_lines(&text, rest.span).into(), 1, rest.span)
    }

    fn call(&mut self, name: &str, rest: &Piece<'a>, span: Span) -> Done {
        let Some(called) = self.macros.get(name).cloned() else { return Ok(()) };
        let arguments = called.arguments(name, rest)?;
        let text = self.filled(&called.body, &arguments, span)?;
        self.calls = self.calls.wrapping_add(1);
        self.enter_made(made_lines(&text, span).into(), 1, span)
    }

    /// A body with its arguments, if there is room for it.
    fn filled(&mut self, body: &str, arguments: &Arguments, span: Span) -> Result<String, Diagnostic> {
        let most = MACRO_BYTES - self.made_bytes.min(MACRO_BYTES);
        let text = filled(body, arguments, self.calls, most);
        let Some(text) = text else {
            self.sources.clear();
            return Err(too_long("macro_bytes", span));
        };
        self.made_bytes += text.len();
        Ok(text)
    }

    /// `.end`: nothing more is read, also of texts that include this one.
    fn stop(&mut self) -> Done {
        self.sources.clear();
        match self.conditions.close_to(0) {
            Some(span) => Err(open_condition(span)),
            None => Ok(()),
        }
    }

    /// `.exitm`: the rest of the lines that were made last is not read.
    fn leave(&mut self, span: Span) -> Done {
        match self.sources.pop_if(|source| source.made) {
            Some(source) => {
                self.conditions.close_to(source.conditions);
                Ok(())
            }
            None => Err(Diagnostic::error("asm::macro", span, "`.exitm` stands in no macro.")),
        }
    }
}

/// A condition that begins here has no end.
fn open_condition(span: Span) -> Diagnostic {
    Diagnostic::error("asm::condition", span, "This condition has no `.endif`.")
}

/// The text between quotation marks.
pub(super) fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// There is no such file.
pub(super) fn no_file(name: &Piece<'_>) -> Diagnostic {
    let message = format!("No file of this program has the name {}.", name.text);
    let help = "Write it in quotes, and add the file (a tab of the page; the terminal looks beside the text and in the \
                folders of -I).";
    Diagnostic::error("asm::file", name.span, message).help(help)
}

/// Lines as one text.
fn joined(lines: &[Line<'_>]) -> String {
    lines.iter().map(|line| line.whole().text.into_owned() + "\n").collect()
}
