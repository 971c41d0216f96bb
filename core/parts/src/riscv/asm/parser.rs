//! Reading a program: statement by statement. Where all of it lies is found afterwards ([`super::link`]).

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    Dialect, link, names,
    operand::{self, Wanted},
    part::{self, Part},
    pseudo,
};
use crate::{
    asm::{
        Assembly, Expander, Names, Piece, Place, SectionKind, Statement, Units, Value, assignment, directive,
    },
    base::OrdMap,
    files::Files,
    riscv::isa::{Arg, Class, Inst, Program},
    source::{Diagnostic, Span},
};

/// Most mistakes that are told.
const MAX_DIAGNOSTICS: usize = 200;

/// A program that is being read.
pub struct Parser<X: Dialect> {
    /// All but the instructions' own.
    pub(super) text: Assembly<Inst<X>>,
    /// Instructions that need the address of a name.
    pub(super) wanted: Vec<(Place, Wanted<X>)>,
    /// What names mean in each text, where there are several.
    pub(super) units: Option<Units>,
    mnemonics: OrdMap<String, Inst<X>>,
}

/// Reads a program of one text; see [`assemble_files`].
pub fn assemble<X: Dialect>(text: &str) -> (Program<X>, Vec<Diagnostic>) {
    assemble_files(&Files::one(text))
}

/// Reads a program. It is whole only if no diagnostic is an error.
pub fn assemble_files<X: Dialect>(files: &Files) -> (Program<X>, Vec<Diagnostic>) {
    let text = Assembly::new(read_value, files.clone());
    let mut parser = Parser { text, wanted: Vec::new(), units: None, mnemonics: names::all() };
    let mut diagnostics = Vec::new();
    if files.units().len() > 1 {
        parser.read_units(files, &mut diagnostics);
    } else {
        let only = files.units().next().unwrap_or(0);
        parser.read(Expander::unit(files, only), &mut diagnostics);
    }
    (link::link(parser, &mut diagnostics), diagnostics)
}

/// Reads a datum, of which only a whole value fits.
fn read_value(names: &Names, piece: &Piece<'_>) -> Result<(bool, Value), Diagnostic> {
    part::read(names, piece).map(|(part, value)| (part == Part::Whole, value))
}

impl<X: Dialect> Parser<X> {
    /// Reads several texts, one after the other, and binds their names to each other.
    fn read_units(&mut self, files: &Files, diagnostics: &mut Vec<Diagnostic>) {
        let (mut units, mut wanted) = (Vec::new(), Vec::new());
        for (number, part) in files.units().enumerate() {
            if diagnostics.len() > MAX_DIAGNOSTICS {
                return;
            }
            let (words, first) = (self.text.words.len(), self.wanted.len());
            self.text.begin_unit(number);
            self.read(Expander::unit(files, part), diagnostics);
            units.push(self.text.end_unit(words));
            wanted.push(first..self.wanted.len());
        }
        // What the library adds is of no text.
        self.text.names.unit = wanted.len();
        self.text.names.numbered = OrdMap::new();
        let units = self.text.join(units, diagnostics);
        for (number, own) in wanted.into_iter().enumerate() {
            self.wanted[own].iter_mut().for_each(|(_, wanted)| units.bind(number, &mut wanted.value));
        }
        self.units = Some(units);
    }

    /// Reads all statements of a text.
    pub(super) fn read(&mut self, mut expander: Expander<'_>, diagnostics: &mut Vec<Diagnostic>) {
        while let Some(statement) = expander.next(&self.text) {
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
        let kind = self.text.sections.here().kind;
        if kind == SectionKind::NotLoaded && !directive::chooses_section(statement) {
            return Ok(());
        }
        for label in &statement.labels {
            self.text.label(label)?;
        }
        let head: &str = &statement.head.text;
        if head.is_empty() {
            Ok(())
        } else if let Some((name, value)) = assignment(statement) {
            self.text.set(&name, &value)
        } else if head.starts_with('.') {
            directive::run(&mut self.text, statement)
        } else if kind == SectionKind::Data {
            let message = "Instructions cannot stand among data.";
            Err(Diagnostic::error("asm::section", statement.span(), message)
                .help("Write `.text` before them."))
        } else {
            self.instruction(statement).map_err(|error| match self.has_another(statement) {
                true => error.help("A statement ends at the end of its line, or at `;`."),
                false => error,
            })
        }
    }

    /// Does the name of an instruction stand among the operands of another one?
    fn has_another(&self, statement: &Statement<'_>) -> bool {
        let mut words = statement.operands.iter().flat_map(|piece| piece.text.split_whitespace());
        words.any(|word| self.mnemonics.contains_key(word) || pseudo::is_known::<X>(word))
    }

    /// Reads an instruction or pseudo-instruction.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        if let Some(done) = X::instruction(self, statement) {
            return done;
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
        if let Some(plain) = pseudo::expand::<X>(statement) {
            return plain.iter().try_for_each(|plain| self.instruction(plain));
        }
        match (&*statement.head.text, &*statement.operands) {
            ("li", [register, number]) => {
                let value = self.text.value_so_far(number)?;
                self.load_number(register, value, statement)
            }
            ("la" | "lla", [register, name]) => self.load_address(register, name, statement),
            ("fence", [_, ..]) => self.built(statement, "fence", &[]),
            _ => self.plain(statement),
        }
    }

    /// Does an operand begin like a number, or is it a name of one?
    fn is_number(&self, piece: &Piece<'_>) -> bool {
        let named = self.text.names.values.contains_key(&*piece.text);
        named || piece.text.starts_with(|c: char| c.is_ascii_digit() || "+-~('%".contains(c))
    }

    /// Reads an instruction of another name with the place of this one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn built(
        &mut self,
        of: &Statement<'_>,
        name: &str,
        operands: &[Piece<'_>],
    ) -> Result<(), Diagnostic> {
        let head = Piece::new(name.to_string(), of.head.span);
        self.plain(&Statement { labels: Vec::new(), head, operands: operands.to_vec() })
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
            None if pseudo::is_known::<X>(name) => {
                let message = format!("`{name}` does not take {} operands.", statement.operands.len());
                Err(Diagnostic::error("asm::operand", statement.span(), message))
            }
            None => {
                let message = format!("There is no instruction `{name}`.");
                Err(Diagnostic::error("asm::mnemonic", statement.head.span, message))
            }
        }
    }

    /// The instruction of this name; where the suffix is left out, the first one that has such operands.
    pub fn find(&self, statement: &Statement<'_>) -> Option<Inst<X>> {
        let name: &str = &statement.head.text;
        if let Some(inst) = self.mnemonics.get(name) {
            return Some(*inst);
        }
        let forms = X::SUFFIXES.iter().filter_map(|suffix| self.mnemonics.get(&format!("{name}{suffix}")));
        let forms: Vec<Inst<X>> = forms.copied().collect();
        let fitting = forms.iter().find(|inst| {
            operand::read(&mut (**inst).clone(), &statement.operands, &self.text.names, statement.span())
                .is_ok()
        });
        fitting.or(forms.first()).copied()
    }

    /// A load from or store to a name: its upper part goes through a register, which an integer load has itself.
    fn through_register(&mut self, inst: Inst<X>, of: &Statement<'_>) -> Option<Result<(), Diagnostic>> {
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

    fn push(&mut self, mut inst: Inst<X>, statement: &Statement<'_>) -> Result<(), Diagnostic> {
        inst.span = statement.span();
        let wanted = operand::read(&mut inst, &statement.operands, &self.text.names, statement.span())?;
        self.text.take_room(1, inst.span)?;
        let place = self.text.sections.place();
        // Behind bytes an instruction is a fragment of its own.
        let fragment = self.text.sections.here().fragments.len();
        let open = wanted.as_ref().is_some_and(|wanted| wanted.arg == Arg::Branch);
        self.wanted.extend(wanted.map(|wanted| (Place { fragment, byte: 0, ..place }, wanted)));
        self.text.sections.add_inst(inst, 4, open);
        Ok(())
    }
}
