//! Reading a program: statement by statement. Where all of it lies is found afterwards ([`super::link`]).

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    directive, link, names,
    operand::{self, Wanted},
    pseudo,
    sections::{Kind, Place, Sections},
};
use crate::{
    asm::{Expander, Names, Piece, Statement, Symbols, Value, is_name},
    machines::rvv::isa::{Arg, Class, Csr, Inst, Program, registers},
    source::{Diagnostic, Span},
};

/// Most instructions of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// Most mistakes that are told.
const MAX_DIAGNOSTICS: usize = 200;

/// What may be added to a name that the textbook writes without it.
const SUFFIXES: [&str; 9] = [".v", ".vv", ".vx", ".vf", ".vi", ".vs", ".mm", ".m", ".wv"];

/// Bytes whose value is known only at the end.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub place: Place,
    pub bytes: usize,
    pub value: Value,
    pub span: Span,
}

/// A program that is being read.
pub(super) struct Parser {
    pub sections: Sections,
    pub names: Names,
    pub globals: BTreeSet<String>,
    pub words: Vec<Word>,
    /// Instructions that need the address of a name.
    pub wanted: Vec<(Place, Wanted)>,
    /// Labels, with their place in the text.
    pub labels: BTreeMap<String, (Place, Span)>,
    mnemonics: BTreeMap<String, Inst>,
    instructions: usize,
    /// Places that expressions of later use call `.`.
    places: u32,
}

/// Reads a text. The program is whole only if no diagnostic is an error.
pub fn assemble(text: &str) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser {
        sections: Sections::new(),
        names: Names::default(),
        globals: BTreeSet::new(),
        words: Vec::new(),
        wanted: Vec::new(),
        labels: BTreeMap::new(),
        mnemonics: names::all(),
        instructions: 0,
        places: 0,
    };
    let mut diagnostics = Vec::new();
    parser.read(Expander::new(text), &mut diagnostics);
    (link::link(parser, &mut diagnostics), diagnostics)
}

/// A vector register and the element at which it begins as an operand: `v8(t1)`.
fn beginning(operand: &str) -> Option<(&str, &str)> {
    let (register, element) = operand.strip_suffix(')')?.split_once('(')?;
    registers::vector(register.trim())?;
    Some((register.trim(), element.trim()))
}

/// `name = value`.
fn assignment<'a>(statement: &Statement<'a>) -> Option<(String, Piece<'a>)> {
    let text = match &*statement.operands {
        [] => statement.head.text.to_string(),
        [only] => format!("{} {}", statement.head.text, only.text),
        _ => return None,
    };
    let (name, value) = text.split_once('=')?;
    let name = name.trim_end();
    let named = !name.is_empty() && name.chars().all(is_name);
    named.then(|| (name.to_string(), Piece::new(value.to_string(), statement.span())))
}

impl Symbols for Parser {
    fn value(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        self.value_so_far(piece)
    }

    fn is_defined(&self, name: &str) -> bool {
        self.labels.contains_key(name) || self.names.values.contains_key(name)
    }
}

impl Parser {
    /// Reads all statements of a text.
    pub(super) fn read(&mut self, mut expander: Expander<'_>, diagnostics: &mut Vec<Diagnostic>) {
        while let Some(statement) = expander.next(self) {
            let done = statement.and_then(|statement| self.statement(&statement));
            diagnostics.extend(done.err());
            if diagnostics.len() > MAX_DIAGNOSTICS {
                let message =
                    format!("The text has more than {MAX_DIAGNOSTICS} mistakes: the rest is not read.");
                let span = diagnostics.last().map_or(Span::NONE, Diagnostic::span);
                diagnostics.push(Diagnostic::error("limit::diagnostics", span, message));
                return;
            }
        }
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        let kind = self.sections.here().kind;
        if kind == Kind::NotLoaded && !directive::chooses_section(statement) {
            return Ok(());
        }
        for label in &statement.labels {
            self.label(label)?;
        }
        let head: &str = &statement.head.text;
        if head.is_empty() {
            Ok(())
        } else if let Some((name, value)) = assignment(statement) {
            self.set(&name, &value)
        } else if head.starts_with('.') {
            directive::run(self, statement)
        } else if kind == Kind::Data {
            let message = "Instructions cannot stand among data.";
            Err(Diagnostic::error("asm::section", statement.span(), message)
                .help("Write `.text` before them."))
        } else {
            self.instruction(statement)
        }
    }

    pub(super) fn label(&mut self, piece: &Piece<'_>) -> Result<(), Diagnostic> {
        let name = if piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
            *self.names.numbered.entry(piece.text.to_string()).or_default() += 1;
            self.names.numbered(&piece.text, 0)
        } else {
            piece.text.to_string()
        };
        match self.labels.insert(name, (self.sections.place(), piece.span)) {
            None => Ok(()),
            Some((_, first)) => {
                let message = format!("The label `{}` stands twice.", piece.text);
                Err(Diagnostic::error("asm::label", piece.span, message).label(first, "first here"))
            }
        }
    }

    /// Gives a name a value, which may depend on addresses.
    pub(super) fn set(&mut self, name: &str, value: &Piece<'_>) -> Result<(), Diagnostic> {
        let read = self.names.read_with(value, &|value| self.known(value))?;
        let known = self.known(&read).map(Value::number);
        let value = known.unwrap_or_else(|| self.pinned(read));
        self.names.values.insert(name.into(), value);
        Ok(())
    }

    /// As [`Parser::set`], for a name that has no value yet.
    pub(super) fn set_once(&mut self, name: &Piece<'_>, value: &Piece<'_>) -> Result<(), Diagnostic> {
        if self.is_defined(&name.text) {
            let message = format!("The name `{}` has a value already.", name.text);
            return Err(Diagnostic::error("asm::label", name.span, message));
        }
        self.set(&name.text, value)
    }

    /// A value in which `.` is this place, wherever it is used.
    fn pinned(&mut self, value: Value) -> Value {
        self.places += 1;
        let here = format!(".#{}", self.places);
        let uses = |name: &Option<String>| name.as_deref() == Some(".");
        if uses(&value.symbol) || uses(&value.minus) {
            self.labels.insert(here.clone(), (self.sections.place(), Span::NONE));
        }
        let pin = |name: Option<String>| name.map(|name| if name == "." { here.clone() } else { name });
        Value { symbol: pin(value.symbol), minus: pin(value.minus), ..value }
    }

    /// The value of an expression that is known as far as the text has been read.
    pub(super) fn value_so_far(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        let value = self.names.read_with(piece, &|value| self.known(value))?;
        self.known(&value).ok_or_else(|| {
            let message = format!("A number is needed here, and `{}` is not known as one yet.", piece.text);
            let help = "A distance is known if no branch and no alignment of code lies between.";
            Diagnostic::error("asm::constant", piece.span, message).help(help)
        })
    }

    /// The number that a value is, if that is known.
    fn known(&self, value: &Value) -> Option<i64> {
        let place = |name: &str| match name {
            "." => Some(self.sections.place()),
            _ => self.labels.get(name).map(|label| label.0),
        };
        let distance = match (&value.symbol, &value.minus) {
            (None, None) => 0,
            (Some(to), Some(from)) => self.sections.distance(place(from)?, place(to)?)?,
            _ => return None,
        };
        Some(distance.wrapping_add(value.constant))
    }

    /// Reads an instruction or pseudo-instruction.
    pub(super) fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        if let Some(place) = statement.operands.iter().position(|piece| beginning(&piece.text).is_some()) {
            return self.begin_at_element(statement, place);
        }
        let address = |piece: &Piece<'_>| piece.text.ends_with(')');
        let zero = |span| Piece::new("zero", span);
        match (&*statement.head.text, &*statement.operands) {
            ("jr", [place]) if address(place) => {
                return self.built(statement, "jalr", &[zero(place.span), place.clone()]);
            }
            ("jalr", [place]) if address(place) => {
                return self.built(statement, "jalr", &[Piece::new("ra", place.span), place.clone()]);
            }
            ("jalr", [link, register]) if !address(register) => {
                let place = Piece::new(format!("0({})", register.text), register.span);
                return self.built(statement, "jalr", &[link.clone(), place]);
            }
            (name, [_, _, last]) if self.is_number(last) => {
                if let Some(numbered) = pseudo::numbered(name) {
                    return self.built(statement, numbered, &statement.operands);
                }
            }
            _ => {}
        }
        if let Some(plain) = pseudo::expand(statement) {
            return plain.iter().try_for_each(|plain| self.instruction(plain));
        }
        match (&*statement.head.text, &*statement.operands) {
            ("li", [register, number]) => {
                let value = self.value_so_far(number)?;
                self.load_number(register, value, statement)
            }
            ("la" | "lla", [register, name]) => self.load_address(register, name, statement),
            ("fence", [_, ..]) => self.built(statement, "fence", &[]),
            ("vsetvl", [_, _, kind, ..]) if kind.text.starts_with('e') => {
                self.built(statement, "vsetvli", &statement.operands)
            }
            _ => self.plain(statement),
        }
    }

    /// Does an operand begin like a number, or is it a name of one?
    fn is_number(&self, piece: &Piece<'_>) -> bool {
        let named = self.names.values.contains_key(&*piece.text);
        named || piece.text.starts_with(|c: char| c.is_ascii_digit() || "+-~('%".contains(c))
    }

    /// Reads an instruction of another name with the place of this one.
    fn built(&mut self, of: &Statement<'_>, name: &str, operands: &[Piece<'_>]) -> Result<(), Diagnostic> {
        let head = Piece::new(name.to_string(), of.head.span);
        self.plain(&Statement { labels: Vec::new(), head, operands: operands.to_vec() })
    }

    /// An operand `v8(t1)` or `v8(16)` begins at an element: the control register of that operand is written first.
    fn begin_at_element(&mut self, statement: &Statement<'_>, place: usize) -> Result<(), Diagnostic> {
        let mut plain = statement.clone();
        let Some((register, element)) = beginning(&statement.operands[place].text) else { return Ok(()) };
        let span = statement.operands[place].span;
        plain.operands[place] = Piece::new(register, span);
        let arg = self.find(&plain).and_then(|inst| inst.form.row().args.get(place).copied());
        let csr = match arg {
            Some(Arg::Vd) => Csr::Vdfrom,
            Some(Arg::V1) => Csr::Vs1from,
            Some(Arg::V2) => Csr::Vs2from,
            _ => {
                let message = "Only a vector operand of an instruction can begin at an element.";
                return Err(Diagnostic::error("asm::operand", span, message));
            }
        };
        let write = if registers::integer(element).is_some() { "csrrw" } else { "csrrwi" };
        let operands = ["zero", csr.name(), element].map(|text| Piece::new(text, span));
        self.built(statement, write, &operands)?;
        self.instruction(&plain)
    }

    fn load_number(
        &mut self,
        register: &Piece<'_>,
        value: i64,
        of: &Statement<'_>,
    ) -> Result<(), Diagnostic> {
        let zero = Piece::new("zero", register.span);
        for (at, (name, number)) in pseudo::load_number(value).into_iter().enumerate() {
            let number = Piece::new(number.to_string(), of.span());
            let source = if at == 0 { &zero } else { register };
            let operands = [register.clone(), source.clone(), number.clone()];
            match name {
                "lui" => self.built(of, name, &[register.clone(), number])?,
                _ => self.built(of, name, &operands)?,
            }
        }
        Ok(())
    }

    fn load_address(
        &mut self,
        register: &Piece<'_>,
        name: &Piece<'_>,
        of: &Statement<'_>,
    ) -> Result<(), Diagnostic> {
        let part = |part: &str| Piece::new(format!("%{part}({})", name.text), name.span);
        self.built(of, "lui", &[register.clone(), part("hi")])?;
        self.built(of, "addi", &[register.clone(), register.clone(), part("lo")])
    }

    fn plain(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        let name: &str = &statement.head.text;
        if let Some(inst) = self.mnemonics.get(name).copied() {
            return match self.through_register(inst, statement) {
                Some(done) => done,
                None => self.push(inst, statement),
            };
        }
        match self.find(statement) {
            Some(inst) => self.push(inst, statement),
            None => {
                let message = format!("There is no instruction `{name}`.");
                Err(Diagnostic::error("asm::mnemonic", statement.head.span, message))
            }
        }
    }

    /// The instruction of this name; where the suffix is left out, the first one that has such operands.
    fn find(&self, statement: &Statement<'_>) -> Option<Inst> {
        let name: &str = &statement.head.text;
        if let Some(inst) = self.mnemonics.get(name) {
            return Some(*inst);
        }
        let forms = SUFFIXES.iter().filter_map(|suffix| self.mnemonics.get(&format!("{name}{suffix}")));
        let forms: Vec<Inst> = forms.copied().collect();
        let fitting = forms.iter().find(|inst| {
            operand::read(&mut (**inst).clone(), &statement.operands, &self.names, statement.span()).is_ok()
        });
        fitting.or(forms.first()).copied()
    }

    /// A load from or store to a name: its upper part goes through a register, which an integer load has itself.
    fn through_register(&mut self, inst: Inst, of: &Statement<'_>) -> Option<Result<(), Diagnostic>> {
        let (value, name, register) = match (inst.class(), &*of.operands) {
            (Class::Load, [value, name]) if inst.has(Arg::Xd) => (value, name, value),
            (Class::Load | Class::Store, [value, name, register]) => (value, name, register),
            _ => return None,
        };
        if name.text.contains('(') {
            return None;
        }
        let high = Piece::new(format!("%hi({})", name.text), name.span);
        let low = Piece::new(format!("%lo({})({})", name.text, register.text), name.span);
        let upper = self.built(of, "lui", &[register.clone(), high]);
        Some(upper.and_then(|()| self.built(of, &of.head.text, &[value.clone(), low])))
    }

    /// Counts words of code.
    pub(super) fn take_room(&mut self, words: usize, span: Span) -> Result<(), Diagnostic> {
        self.instructions = self.instructions.saturating_add(words);
        if self.instructions <= MAX_INSTRUCTIONS {
            return Ok(());
        }
        let message = format!("The program has more than {MAX_INSTRUCTIONS} instructions.");
        Err(Diagnostic::error("limit::instructions", span, message))
    }

    fn push(&mut self, mut inst: Inst, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        inst.span = statement.span();
        let wanted = operand::read(&mut inst, &statement.operands, &self.names, statement.span())?;
        self.take_room(1, inst.span)?;
        let place = self.sections.place();
        // Behind bytes an instruction is a fragment of its own.
        let fragment = self.sections.here().fragments.len();
        let open = wanted.as_ref().is_some_and(|wanted| wanted.arg == Arg::Branch);
        self.wanted.extend(wanted.map(|wanted| (Place { fragment, byte: 0, ..place }, wanted)));
        self.sections.add_inst(inst, open);
        Ok(())
    }
}
