//! From what has been read to the program: missing functions, the table of addresses, the reach of branches, and the numbers
//! that depend on addresses.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    Dialect,
    operand::{self, Wanted},
    parser::Parser,
    part::Part,
};
use crate::{
    asm::{
        Alignment, Expander, Fragment, Layout, Place, SectionKind, Value, Word, directive::check_width, shown,
    },
    base::{OrdMap, order},
    image::BASE,
    riscv::{
        encode::decode,
        isa::{Arg, Form, Inst, Isa, Op, Program, Symbol, TEXT, rounding},
        relax,
    },
    source::{Diagnostic, Span},
};

/// The section of functions that were linked, and that of the table of addresses.
const LIBRARY: &str = ".text#library";
const TABLE: &str = ".got";

/// Values of names that stand for other names that stand for values.
const MAX_NAMES: u32 = 16;

/// Makes the program. It is whole only if no diagnostic is an error.
pub(super) fn link<X: Dialect>(mut parser: Parser<X>, diagnostics: &mut Vec<Diagnostic>) -> Program<X> {
    leave_weak(&mut parser);
    link_library(&mut parser, diagnostics);
    add_table(&mut parser);
    let undefined = missing(&parser);
    for (name, span) in &undefined {
        diagnostics.push(match &parser.units {
            Some(units) => units.undefined(shown(name), *span),
            None => {
                let message = format!("`{}` is defined nowhere: a run that comes to it ends.", shown(name));
                Diagnostic::warning("asm::name", *span, message)
            }
        });
    }
    let undefined: Vec<String> = undefined.into_keys().collect();
    let linker = Linker { far: far(&parser, &undefined), undefined, parser };
    linker.finish(diagnostics)
}

/// Gives the value 0 to weak names that a single text does not define.
fn leave_weak<X: Dialect>(parser: &mut Parser<X>) {
    for name in core::mem::take(&mut parser.text.weak) {
        if !parser.text.labels.contains_key(&name) && !parser.text.names.values.contains_key(&name) {
            parser.text.names.values.insert(name, Value::number(0));
        }
    }
}

/// Names that are used and stand nowhere, with where they are used first.
fn missing<X: Dialect>(parser: &Parser<X>) -> OrdMap<String, Span> {
    let mut found: OrdMap<String, Span> = OrdMap::new();
    let wanted = parser.wanted.iter().map(|(_, wanted)| (&wanted.value, wanted.span));
    let words = parser.text.words.iter().map(|word| (&word.value, word.span));
    for (value, span) in wanted.chain(words) {
        for name in value.symbol.iter().chain(&value.minus) {
            let known = name == "."
                || parser.text.labels.contains_key(name)
                || parser.text.names.values.contains_key(name);
            if !known {
                found.entry(name.clone()).or_insert(span);
            }
        }
    }
    found
}

/// Reads the library's texts of functions that are missing, and of those that these call.
fn link_library<X: Dialect>(parser: &mut Parser<X>, diagnostics: &mut Vec<Diagnostic>) {
    // No numbered label of the library is one that the text asks for.
    for digit in 0..10 {
        *parser.text.names.numbered.entry(format!("{digit}")).or_default() += 1;
    }
    parser.text.sections.choose(LIBRARY, 0, SectionKind::Text);
    while let Some(text) = missing(parser).keys().find_map(|name| X::library(name)) {
        parser.read(Expander::made(&text, Span::NONE), diagnostics);
    }
}

/// Adds a double word for each name whose address is loaded from the table.
fn add_table<X: Dialect>(parser: &mut Parser<X>) {
    parser.text.sections.choose(TABLE, 0, SectionKind::Data);
    let mut entries: OrdMap<String, Value> = OrdMap::new();
    for (_, wanted) in parser.wanted.iter_mut().filter(|(_, wanted)| wanted.part == Part::TableHigh) {
        let key = format!("{TABLE}#{:?}", wanted.value);
        let value = core::mem::replace(&mut wanted.value, Value::address(&key));
        entries.insert(key, value);
    }
    for (name, value) in entries {
        parser.text.sections.align(Alignment::to(8), Span::NONE);
        parser.text.sections.add([], Span::NONE);
        let place = parser.text.sections.place();
        parser.text.labels.insert(name, (place, Span::NONE));
        parser.text.words.push(Word { place, bytes: 8, value, span: Span::NONE });
        parser.text.sections.add([0; 8], Span::NONE);
    }
}

/// Which branches must be two instructions.
fn far<X: Dialect>(parser: &Parser<X>, undefined: &[String]) -> OrdMap<Place, bool> {
    let is_branch = |(_, wanted): &&(Place, Wanted<X>)| wanted.arg == Arg::Branch;
    let branches: Vec<&(Place, Wanted<X>)> = parser.wanted.iter().filter(is_branch).collect();
    let places = |far: &[bool]| branches.iter().map(|branch| branch.0).zip(far.iter().copied()).collect();
    let far = relax::far_branches(branches.len(), |far| {
        let layout = place_all(parser, &places(far));
        let addresses = Addresses { parser, undefined, layout };
        let distance = |(place, wanted): &&(Place, Wanted<X>)| {
            let here = addresses.layout.address(*place);
            addresses.value(&wanted.value, here).map_or(0, |to| to.wrapping_sub(here as i64))
        };
        branches.iter().map(distance).collect()
    });
    places(&far)
}

/// Where everything lies. `far` has the branches that are two instructions.
fn place_all<X: Dialect>(parser: &Parser<X>, far: &OrdMap<Place, bool>) -> Layout {
    let bytes = |place| if far.get(&place) == Some(&true) { 8 } else { 4 };
    Layout::new(&parser.text.sections, (TEXT, BASE), bytes)
}

/// Where everything is.
struct Addresses<'a, X: Dialect> {
    parser: &'a Parser<X>,
    /// Names that stand nowhere, in order. They have the addresses behind all code.
    undefined: &'a [String],
    layout: Layout,
}

impl<X: Dialect> Addresses<'_, X> {
    /// A value, for the place `here` in memory.
    fn value(&self, value: &Value, here: u64) -> Option<i64> {
        self.inner(value, here, MAX_NAMES)
    }

    fn inner(&self, value: &Value, here: u64, depth: u32) -> Option<i64> {
        let address = |name: &Option<String>| match name {
            Some(name) => self.name(name, here, depth),
            None => Some(0),
        };
        let difference = address(&value.symbol)?.wrapping_sub(address(&value.minus)?);
        Some(difference.wrapping_add(value.constant))
    }

    /// The address of a name.
    fn name(&self, name: &str, here: u64, depth: u32) -> Option<i64> {
        if name == "." {
            return Some(here as i64);
        }
        if let Some((place, _)) = self.parser.text.labels.get(name) {
            return Some(self.layout.address(*place) as i64);
        }
        if let Some(value) = self.parser.text.names.values.get(name) {
            return self.inner(value, here, depth.checked_sub(1)?);
        }
        let at = self.undefined.binary_search_by(|known| known.as_str().cmp(name)).ok()?;
        Some(self.behind(at) as i64)
    }

    /// The address in the place of a name that stands nowhere.
    fn behind(&self, at: usize) -> u64 {
        self.layout.text_end.next_multiple_of(4) + 4 * (at as u64 + 1)
    }
}

struct Linker<X: Dialect> {
    parser: Parser<X>,
    undefined: Vec<String>,
    far: OrdMap<Place, bool>,
}

impl<X: Dialect> Linker<X> {
    fn finish(self, diagnostics: &mut Vec<Diagnostic>) -> Program<X> {
        let layout = place_all(&self.parser, &self.far);
        let addresses = Addresses { parser: &self.parser, undefined: &self.undefined, layout };
        let numbers = self.numbers(&addresses, diagnostics);
        let bytes = self.bytes(&addresses, diagnostics);
        let mut program = Program { symbols: symbols(&addresses), ..Program::default() };
        let mut code = Code { program: &mut program, bytes: Vec::new(), span: Span::NONE };
        for section in self.parser.text.sections.order(SectionKind::Text) {
            if self.parser.text.sections.all[section].name == LIBRARY
                && !self.parser.text.sections.all[section].fragments.is_empty()
            {
                code.program.library = Some(code.program.code.len() as u32);
            }
            self.emit(section, &addresses.layout, &numbers, &bytes, &mut code, diagnostics);
        }
        code.pad(4);
        program.data = self.data(&addresses.layout, &bytes);
        program
    }

    /// The numbers of the instructions that want some.
    fn numbers(&self, addresses: &Addresses<'_, X>, diagnostics: &mut Vec<Diagnostic>) -> OrdMap<Place, i32> {
        let high = |(place, wanted): &(Place, Wanted<X>)| {
            let relative = wanted.part.is_high() && wanted.part.is_relative();
            relative.then(|| (addresses.layout.address(*place), (*place, wanted.clone())))
        };
        let upper: OrdMap<u64, (Place, Wanted<X>)> = self.parser.wanted.iter().filter_map(high).collect();
        let mut numbers = OrdMap::new();
        for (place, wanted) in &self.parser.wanted {
            match number(addresses, *place, wanted, &upper) {
                Ok(number) => numbers.extend([(*place, number)]),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        numbers
    }

    /// The bytes of data that wait for addresses.
    fn bytes(
        &self,
        addresses: &Addresses<'_, X>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> OrdMap<Place, Vec<u8>> {
        let mut bytes = OrdMap::new();
        for word in &self.parser.text.words {
            let Some(value) = addresses.value(&word.value, addresses.layout.address(word.place)) else {
                diagnostics.push(unknown(&word.value, word.span));
                continue;
            };
            if word.value.minus.is_some() {
                diagnostics.extend(check_width(value, word.bytes, word.span).err());
            }
            bytes.insert(word.place, value.to_le_bytes()[..word.bytes].to_vec());
        }
        bytes
    }

    /// Writes a section of code.
    fn emit(
        &self,
        section: usize,
        layout: &Layout,
        numbers: &OrdMap<Place, i32>,
        bytes: &OrdMap<Place, Vec<u8>>,
        code: &mut Code<'_, X>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        code.pad(self.parser.text.sections.all[section].align);
        for (fragment, content) in self.parser.text.sections.all[section].fragments.iter().enumerate() {
            let place = Place { section, fragment, byte: 0 };
            match content {
                Fragment::Inst(inst) => {
                    if !layout.address(place).is_multiple_of(4) {
                        let message = "An instruction begins at a multiple of 4 bytes.";
                        let help = "Write `.balign 4` behind the data.";
                        diagnostics.push(Diagnostic::error("asm::align", inst.span, message).help(help));
                    }
                    let imm = numbers.get(&place).copied().unwrap_or(inst.imm);
                    match self.far.get(&place) {
                        Some(far) => code.extend(relax::branch(*inst, imm, *far)),
                        None => code.extend([Inst { imm, ..*inst }]),
                    }
                }
                Fragment::Bytes(content, span) => code.data(&filled(content, place, bytes), *span),
                Fragment::Align(alignment) => code.align(*alignment),
            }
        }
    }

    /// The data of all sections.
    fn data(&self, layout: &Layout, bytes: &OrdMap<Place, Vec<u8>>) -> Vec<u8> {
        let mut data = Vec::new();
        for section in self.parser.text.sections.order(SectionKind::Data) {
            let place = Place { section, fragment: 0, byte: 0 };
            data.resize((layout.address(place) - BASE) as usize, 0);
            for content in &self.parser.text.sections.all[section].fragments {
                if let Fragment::Bytes(content, _) = content {
                    data.extend(filled(content, place, bytes));
                }
            }
        }
        data
    }
}

/// The bytes of a fragment with those that waited.
fn filled(content: &[u8], place: Place, bytes: &OrdMap<Place, Vec<u8>>) -> Vec<u8> {
    let mut content = content.to_vec();
    let next = Place { fragment: place.fragment + 1, ..place };
    for (place, bytes) in bytes.range_from(&place).take_while(|(place, _)| **place < next) {
        if let Some(to) = content.get_mut(place.byte..place.byte + bytes.len()) {
            to.copy_from_slice(bytes);
        }
    }
    content
}

/// What an instruction wants, for its place. `upper` has the upper parts of distances, by address.
fn number<X: Dialect>(
    addresses: &Addresses<'_, X>,
    place: Place,
    wanted: &Wanted<X>,
    upper: &OrdMap<u64, (Place, Wanted<X>)>,
) -> Result<i32, Diagnostic> {
    let here = addresses.layout.address(place);
    let value = |of: &Wanted<X>, here: u64| {
        addresses.value(&of.value, here).ok_or_else(|| unknown(&of.value, of.span))
    };
    let value = match wanted.part {
        Part::RelativeLow => {
            let Some((place, high)) = upper.get(&(value(wanted, here)? as u64)) else {
                let message = "`%pcrel_lo` needs the label of an instruction with `%pcrel_hi`.";
                return Err(Diagnostic::error("asm::operand", wanted.span, message));
            };
            let there = addresses.layout.address(*place);
            value(high, there)?.wrapping_sub(there as i64)
        }
        part if part.is_relative() => value(wanted, here)?.wrapping_sub(here as i64),
        _ => value(wanted, here)?,
    };
    // A jump to a weak name that is defined nowhere, in front of which a program asks whether it is: its place is behind all code.
    let jumps = matches!(wanted.arg, Arg::Branch | Arg::Jump) && wanted.value.symbol.is_some();
    let to = if jumps && value == 0 { addresses.behind(addresses.undefined.len()) as i64 } else { value };
    let distance = to.wrapping_sub(here as i64);
    let mega = 1 << 20;
    match (wanted.arg, wanted.part) {
        (Arg::Branch | Arg::Jump, Part::Whole) => {
            if distance % 4 != 0 {
                let message = "This is no place of an instruction.";
                return Err(Diagnostic::error("asm::operand", wanted.span, message));
            }
            operand::within(distance, wanted.span, -mega, mega - 1)
        }
        (Arg::Branch | Arg::Jump, _) => {
            let message = "A jump goes to a whole address.";
            Err(Diagnostic::error("asm::operand", wanted.span, message))
        }
        (_, Part::Whole) => operand::within(value, wanted.span, -2048, 2047),
        (_, part) if part.is_high() => {
            operand::within(value, wanted.span, i32::MIN.into(), i32::MAX.into())?;
            Ok(part.of(value) as i32)
        }
        (_, part) => Ok(part.of(value) as i32),
    }
}

fn unknown(value: &Value, span: Span) -> Diagnostic {
    let name = value.symbol.as_deref().unwrap_or_default();
    Diagnostic::error("asm::name", span, format!("The value of `{}` is not known.", shown(name)))
}

/// All names with their addresses: those that the text does not show are left out.
fn symbols<X: Dialect>(addresses: &Addresses<'_, X>) -> Vec<Symbol> {
    let parser = addresses.parser;
    let global = |name: &str| parser.text.globals.contains(name);
    let labels = parser.text.labels.iter().filter(|(name, _)| !name.contains('#'));
    let element = |place: &Place| parser.text.elements.get(place).copied();
    let keys = parser.text.labels.keys().filter(|name| name.contains('@'));
    let mut names: OrdMap<&str, u32> = OrdMap::new();
    keys.for_each(|key| *names.entry(shown(key)).or_default() += 1);
    let name = |key: &String| {
        let name = shown(key);
        let is_alone = names.get(name).copied().unwrap_or(0) < 2 && !parser.text.labels.contains_key(name);
        // Of texts with the same name of their own each has the number of its text behind it, counted from 1.
        match key.split_once('@').and_then(|(_, unit)| unit.parse::<u32>().ok()) {
            Some(unit) if !is_alone => format!("{name}${}", unit + 1),
            _ => name.into(),
        }
    };
    let labels =
        labels.map(|(key, (place, _))| (name(key), addresses.layout.address(*place), element(place)));
    let undefined = addresses.undefined.iter().enumerate();
    let undefined = undefined.map(|(at, name)| (shown(name).to_string(), addresses.behind(at), None));
    let mut symbols: Vec<Symbol> = labels
        .chain(undefined)
        .map(|(name, address, element)| Symbol { global: global(&name), name, address, element })
        .collect();
    order::sort_by_key(&mut symbols, |symbol| symbol.address);
    symbols
}

/// Code that is written: instructions, and words of data among them.
struct Code<'a, X: Isa> {
    program: &'a mut Program<X>,
    /// The first bytes of a word.
    bytes: Vec<u8>,
    /// Where data was written.
    span: Span,
}

impl<X: Isa> Code<'_, X> {
    fn extend(&mut self, code: impl IntoIterator<Item = Inst<X>>) {
        self.program.code.extend(code);
    }

    /// Adds data. Words that are instructions can be executed.
    fn data(&mut self, bytes: &[u8], span: Span) {
        self.span = span;
        for byte in bytes {
            self.bytes.push(*byte);
            if let Ok(word) = <[u8; 4]>::try_from(self.bytes.as_slice()) {
                let word = u32::from_le_bytes(word);
                self.bytes.clear();
                self.program.words.insert(self.program.code.len() as u32, word);
                let inst = decode(word).unwrap_or(Inst::NO_INSTRUCTION);
                self.program.code.push(Inst { span, ..inst });
            }
        }
    }

    /// Goes on at a multiple of so many bytes: zeros up to a whole word, then instructions that do nothing.
    fn pad(&mut self, bytes: u64) {
        self.align(Alignment::to(bytes));
    }

    /// As an alignment says.
    fn align(&mut self, alignment: Alignment) {
        let length = 4 * self.program.code.len() as u64 + self.bytes.len() as u64;
        let mut missing = alignment.missing(length);
        if let Some(fill) = alignment.fill {
            return self.data(&alloc::vec![fill; missing as usize], self.span);
        }
        while missing > 0 && (!self.bytes.is_empty() || missing < 4) {
            self.data(&[0], self.span);
            missing -= 1;
        }
        let nop = Inst { rounding: rounding::DYNAMIC, ..Inst::new(Op::Addi, Form::I, Span::NONE) };
        self.extend(core::iter::repeat_n(nop, missing as usize / 4));
    }
}
