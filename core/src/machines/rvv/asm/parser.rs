//! Reading a program: statement by statement, then the addresses of names.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    directive::{self, DataWord},
    expression::{Names, Part, Value},
    lines::{Piece, Statement, is_name, statements},
    names,
    operand::{self, Wanted},
    pseudo,
};
use crate::{
    image::BASE,
    machines::rvv::isa::{Arg, Class, Csr, Inst, Program, Symbol, registers},
    source::{Diagnostic, Span},
};

/// Most instructions of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// What may be added to a name that the textbook writes without it.
const SUFFIXES: [&str; 9] = [".v", ".vv", ".vx", ".vf", ".vi", ".vs", ".mm", ".m", ".wv"];

/// Where statements go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Text,
    Data,
    /// Notes and tables for debuggers: not in memory, and not read.
    NotLoaded,
}

/// A program that is being read.
pub(super) struct Parser {
    pub program: Program,
    pub section: Section,
    pub names: Names,
    pub globals: BTreeSet<String>,
    pub words: Vec<DataWord>,
    mnemonics: BTreeMap<String, Inst>,
    /// Instructions that need the address of a name.
    wanted: Vec<(usize, Wanted)>,
    /// Addresses of labels, with their place in the text.
    labels: BTreeMap<String, (u64, Span)>,
}

/// Reads a text. The program is whole only if no diagnostic is an error.
pub fn assemble(text: &str) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser {
        program: Program::default(),
        section: Section::Text,
        names: Names::default(),
        globals: BTreeSet::new(),
        words: Vec::new(),
        mnemonics: names::all(),
        wanted: Vec::new(),
        labels: BTreeMap::new(),
    };
    let mut diagnostics = Vec::new();
    for statement in statements(text) {
        diagnostics.extend(parser.statement(&statement).err());
    }
    parser.resolve(&mut diagnostics);
    (parser.finish(), diagnostics)
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

impl Parser {
    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        if self.section == Section::NotLoaded && !directive::chooses_section(statement) {
            return Ok(());
        }
        for label in &statement.labels {
            self.label(label)?;
        }
        let head: &str = &statement.head.text;
        if head.is_empty() {
            Ok(())
        } else if let Some((name, value)) = assignment(statement) {
            let value = self.value_so_far(&value)?;
            self.names.constants.insert(name, value);
            Ok(())
        } else if head.starts_with('.') {
            directive::run(self, statement)
        } else if self.section == Section::Data {
            let message = "Instructions cannot stand among data.";
            Err(Diagnostic::error("asm::section", statement.span(), message)
                .help("Write `.text` before them."))
        } else {
            self.instruction(statement)
        }
    }

    /// The address where the next statement goes.
    fn here(&self) -> u64 {
        match self.section {
            Section::Text => Program::address(self.program.code.len() as u32),
            Section::Data | Section::NotLoaded => BASE + self.program.data.len() as u64,
        }
    }

    pub(super) fn label(&mut self, piece: &Piece<'_>) -> Result<(), Diagnostic> {
        let name = if piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
            *self.names.numbered.entry(piece.text.to_string()).or_default() += 1;
            self.names.numbered(&piece.text, 0)
        } else {
            piece.text.to_string()
        };
        match self.labels.insert(name, (self.here(), piece.span)) {
            None => Ok(()),
            Some((_, first)) => {
                let message = format!("The label `{}` stands twice.", piece.text);
                Err(Diagnostic::error("asm::label", piece.span, message).label(first, "first here"))
            }
        }
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
                let value = self.names.constant(number)?;
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
        let named = self.names.constants.contains_key(&*piece.text);
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

    fn push(&mut self, mut inst: Inst, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        inst.span = statement.span();
        let wanted = operand::read(&mut inst, &statement.operands, &self.names, statement.span())?;
        if self.program.code.len() >= MAX_INSTRUCTIONS {
            let message = format!("The program has more than {MAX_INSTRUCTIONS} instructions.");
            return Err(Diagnostic::error("limit::instructions", inst.span, message));
        }
        self.wanted.extend(wanted.map(|wanted| (self.program.code.len(), wanted)));
        self.program.code.push(inst);
        Ok(())
    }

    /// Puts addresses where names are.
    fn resolve(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        let wanted = core::mem::take(&mut self.wanted);
        for (at, one) in &wanted {
            let place = match one.value.part {
                Part::RelativeLow => self.upper_part(&wanted, one),
                _ => Ok((*at, one)),
            };
            match place.and_then(|(place, whole)| self.operand(place, whole, one.value.part)) {
                Ok(number) => self.program.code[*at].imm = number,
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        for word in core::mem::take(&mut self.words) {
            let value = self.value(&word.value, BASE + word.at as u64, word.span);
            let value = value.and_then(|value| match word.value.minus {
                Some(_) => directive::check_width(value, word.bytes, word.span).map(|()| value),
                None => Ok(value),
            });
            match value {
                Ok(address) => self.program.data[word.at..word.at + word.bytes]
                    .copy_from_slice(&address.to_le_bytes()[..word.bytes]),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
    }

    /// The value of an expression of names that have stood before.
    pub(super) fn value_so_far(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        self.value(&self.names.read(piece)?, self.here(), piece.span)
    }

    /// A value, for the place `here` in memory.
    fn value(&self, value: &Value, here: u64, span: Span) -> Result<i64, Diagnostic> {
        let address = |name: &Option<String>| match name {
            Some(name) => self.address(name, here, span),
            None => Ok(0),
        };
        let difference = address(&value.symbol)?.wrapping_sub(address(&value.minus)?);
        Ok(difference.wrapping_add(value.constant))
    }

    /// The address of a name.
    fn address(&self, name: &str, here: u64, span: Span) -> Result<i64, Diagnostic> {
        let label = self.labels.get(name).map(|label| label.0);
        let address = label.or((name == ".").then_some(here)).map(|address| address as i64);
        let address = address.or_else(|| self.names.constants.get(name).copied());
        let shown = name.split('#').next().unwrap_or(name);
        address.ok_or_else(|| Diagnostic::error("asm::name", span, format!("There is no label `{shown}`.")))
    }

    /// The instruction that has the upper part of the distance whose lower part is wanted, and what it wants.
    fn upper_part<'a>(
        &self,
        all: &'a [(usize, Wanted)],
        lower: &Wanted,
    ) -> Result<(usize, &'a Wanted), Diagnostic> {
        let address = self.value(&lower.value, 0, lower.span)?;
        let upper = all.iter().find(|(at, wanted)| {
            wanted.value.part == Part::RelativeHigh && Program::address(*at as u32) as i64 == address
        });
        upper.map(|(at, wanted)| (*at, wanted)).ok_or_else(|| {
            let message = "`%pcrel_lo` needs the label of an instruction with `%pcrel_hi`.";
            Diagnostic::error("asm::operand", lower.span, message)
        })
    }

    /// The number in the instruction at `at` for what it wants.
    fn operand(&self, at: usize, wanted: &Wanted, part: Part) -> Result<i32, Diagnostic> {
        let here = Program::address(at as u32);
        let value = self.value(&wanted.value, here, wanted.span)?;
        let distance = value.wrapping_sub(here as i64);
        let value = if part.is_relative() { distance } else { value };
        match wanted.arg {
            Arg::Branch => operand::within(distance, wanted.span, -4096, 4095),
            Arg::Jump => operand::within(distance, wanted.span, -(1 << 20), (1 << 20) - 1),
            _ if matches!(part, Part::High | Part::RelativeHigh) && i64::from(value as i32) != value => {
                operand::within(value, wanted.span, i32::MIN.into(), i32::MAX.into())
            }
            _ => Ok(part.of(value) as i32),
        }
    }

    fn finish(self) -> Program {
        let mut program = self.program;
        let named = self.labels.into_iter().filter(|(name, _)| !name.contains('#'));
        program.symbols = named
            .map(|(name, (address, _))| Symbol { global: self.globals.contains(&name), name, address })
            .collect();
        program.symbols.sort_by_key(|symbol| symbol.address);
        program
    }
}
