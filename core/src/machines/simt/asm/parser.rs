//! Reading a program.

use alloc::{
    borrow::ToOwned,
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    lexer::{Kind, Token, tokens},
    mnemonic::read,
    pointers::infer,
};
use crate::{
    machines::simt::{
        Spec, codegen,
        isa::{
            Bank, Guard, Inst, Op, Operand, OperandType, ParamSlot, Program, Reg, Space, Special, Ty,
            Variable,
        },
    },
    source::{Diagnostic, Span},
};

/// Most instructions of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;
/// Most bytes of one declared variable.
const MAX_VARIABLE: u64 = 1 << 24;
/// Most bytes of all declared variables of a space.
const MAX_VARIABLES: u64 = 1 << 26;

type Parse<T> = Result<T, Diagnostic>;

/// Reads every `.entry` of a text. Those with errors are left out.
pub fn assemble(text: &str, spec: &Spec) -> (Vec<Program>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(text, &mut diagnostics);
    let end = Span::new(text.len() as u32, text.len() as u32);
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
struct Entry {
    program: Program,
    /// Families of registers, `%r<8>`: prefix, bank.
    families: Vec<(String, Bank)>,
    /// Registers by name.
    names: BTreeMap<String, Reg>,
    labels: BTreeMap<String, u32>,
    /// Branches and the names they go to.
    branches: Vec<(usize, String, Span)>,
    span: Span,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Kind<'a>> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    fn next(&mut self) -> Option<Kind<'a>> {
        let kind = self.peek();
        self.at += 1;
        kind
    }

    fn eat(&mut self, kind: Kind<'a>) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: char) -> bool {
        self.eat(Kind::Mark(mark))
    }

    fn expect(&mut self, mark: char) -> Parse<()> {
        if self.mark(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("asm::expected", self.span(), format!("Expected {what} here."))
    }

    fn word(&mut self, what: &str) -> Parse<&'a str> {
        match self.peek() {
            Some(Kind::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn skip_ends(&mut self) {
        while self.eat(Kind::End) {}
    }

    /// Goes to the name of the next kernel. Other directives of a module are passed over.
    fn find_entry(&mut self) -> bool {
        while let Some(kind) = self.next() {
            match kind {
                Kind::Word(".entry") => return true,
                Kind::Word(".func") => {
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

    fn entry(&mut self) -> Parse<Entry> {
        let span = self.span();
        let mut entry = Entry { span, ..Entry::default() };
        entry.program.name = self.word("the name of the kernel")?.to_owned();
        self.skip_ends();
        if self.mark('(') {
            self.params(&mut entry)?;
        }
        self.skip_ends();
        while let Some(Kind::Word(directive)) = self.peek() {
            self.entry_directive(directive, &mut entry)?;
        }
        self.expect('{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                None => return Err(self.expected("`}` at the end of the kernel")),
                Some(Kind::End) => self.at += 1,
                Some(Kind::Mark('{')) => {
                    depth += 1;
                    self.at += 1;
                }
                Some(Kind::Mark('}')) => {
                    depth -= 1;
                    self.at += 1;
                }
                Some(Kind::Word(".entry")) => return Err(self.expected("`}` at the end of the kernel")),
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
        while !matches!(self.peek(), None | Some(Kind::End | Kind::Mark('}'))) {
            self.at += 1;
        }
    }

    /// `.reqntid` and the like, between parameters and body.
    fn entry_directive(&mut self, directive: &str, entry: &mut Entry) -> Parse<()> {
        self.at += 1;
        let mut numbers = Vec::new();
        while let Some(Kind::Number(_)) = self.peek() {
            numbers.push(self.integer()? as u32);
            self.mark(',');
        }
        if directive == ".reqntid" {
            let at = |d: usize| numbers.get(d).copied().unwrap_or(1);
            entry.program.required_local = Some([at(0), at(1), at(2)]);
        }
        self.skip_ends();
        Ok(())
    }

    fn params(&mut self, entry: &mut Entry) -> Parse<()> {
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
            if self.peek() == Some(Kind::Mark('[')) {
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

    fn statement(&mut self, entry: &mut Entry) -> Parse<()> {
        let start = self.at;
        match self.peek() {
            Some(Kind::Word(directive)) if directive.starts_with('.') => {
                self.at += 1;
                self.declaration(directive, entry)?;
            }
            Some(Kind::Word(label))
                if self.tokens.get(start + 1).map(|t| t.kind) == Some(Kind::Mark(':')) =>
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
            None | Some(Kind::End | Kind::Mark('}')) => Ok(()),
            _ => Err(self.expected("the end of the statement (`;`)")),
        }
    }

    fn declaration(&mut self, directive: &str, entry: &mut Entry) -> Parse<()> {
        match directive {
            ".reg" => self.registers(entry),
            ".shared" => self.variable(Space::Shared, false, entry),
            ".local" => self.variable(Space::Local, false, entry),
            ".const" => self.variable(Space::Const, false, entry),
            ".extern" => {
                self.word("`.shared`")?;
                self.variable(Space::Shared, true, entry)
            }
            ".loc" | ".pragma" | ".file" | ".align" => {
                self.skip_statement();
                Ok(())
            }
            other => {
                let span = self.tokens[self.at - 1].span;
                Err(unknown("directive", other, span))
            }
        }
    }

    /// `.reg .b32 %a, %r<8>;`
    fn registers(&mut self, entry: &mut Entry) -> Parse<()> {
        let span = self.span();
        let word = self.word("a type such as `.b32`")?;
        let ty = word.strip_prefix('.').and_then(Ty::parse).ok_or_else(|| unknown("type", word, span))?;
        loop {
            let name = self.word("the name of a register")?.to_owned();
            if self.mark('<') {
                self.integer()?;
                self.expect('>')?;
                entry.families.push((name, ty.bank()));
            } else {
                entry.declare(name, ty.bank());
            }
            if !self.mark(',') {
                return Ok(());
            }
        }
    }

    /// `.align 4 .b8 tile[1024] = {…};`
    fn variable(&mut self, space: Space, dynamic: bool, entry: &mut Entry) -> Parse<()> {
        let (mut ty, mut align) = (Ty::B8, 0);
        let name = loop {
            let span = self.span();
            match self.word("the name of a variable")? {
                ".align" => align = self.integer()? as u32,
                word if word.starts_with('.') => {
                    ty = Ty::parse(&word[1..]).ok_or_else(|| unknown("type", word, span))?;
                }
                name => break name.to_owned(),
            }
        };
        let span = self.span();
        let mut count = 1;
        while self.mark('[') {
            count = match self.peek() {
                Some(Kind::Mark(']')) => 0,
                _ => (self.integer()? as u64).saturating_mul(count),
            };
            self.expect(']')?;
        }
        let bytes = count.saturating_mul(ty.bytes().into());
        if bytes > MAX_VARIABLE {
            let message = format!("`{name}` is larger than {MAX_VARIABLE} bytes, the limit of one variable.");
            return Err(Diagnostic::error("limit::variable", span, message));
        }
        let align = align.max(ty.bytes()).clamp(1, 1 << 15);
        let end = match space {
            Space::Shared => &mut entry.program.shared_bytes,
            Space::Local => &mut entry.program.local_bytes,
            _ => &mut (entry.program.constants.len() as u32),
        };
        if u64::from(*end) + u64::from(align) + bytes > MAX_VARIABLES {
            let message =
                format!("The kernel declares more than {MAX_VARIABLES} bytes, the limit of all variables.");
            return Err(Diagnostic::error("limit::variable", span, message));
        }
        let offset = end.next_multiple_of(align);
        if !dynamic {
            *end = offset + bytes as u32;
        }
        let bytes = if dynamic { 0 } else { bytes as u32 };
        entry.program.variables.push(Variable { name, space, offset, bytes });
        if space == Space::Const {
            entry.program.constants.resize((offset + bytes) as usize, 0);
            if self.mark('=') {
                self.initial_values(ty, offset as usize, bytes as usize, entry)?;
            }
        }
        Ok(())
    }

    fn initial_values(&mut self, ty: Ty, offset: usize, bytes: usize, entry: &mut Entry) -> Parse<()> {
        self.expect('{')?;
        let size = ty.bytes() as usize;
        for at in 0.. {
            self.skip_ends();
            if self.mark('}') {
                break;
            }
            let value = self.constant(ty)?.to_le_bytes();
            if let Some(place) =
                entry.program.constants[offset..offset + bytes].chunks_exact_mut(size).nth(at)
            {
                place.copy_from_slice(&value[..size]);
            }
            self.mark(',');
        }
        Ok(())
    }

    fn instruction(&mut self, entry: &mut Entry) -> Parse<()> {
        let start = self.span();
        let guard = if self.mark('@') { Some(self.guard(entry)?) } else { None };
        let span = self.span();
        let name = self.word("an instruction")?;
        let mut inst = read(name, span).map_err(|(message, help)| {
            let diagnostic = Diagnostic::error("asm::instruction", span, message);
            if let Some(help) = help { diagnostic.help(help) } else { diagnostic }
        })?;
        inst.guard = guard;
        let types = inst.operand_types();
        let mut first = true;
        if let Some(ty) = types.dst {
            self.separator(&mut first)?;
            let reg = self.register(ty.bank(), entry)?;
            inst.dst = Operand::Reg(reg);
        }
        for (at, operand_type) in types.src.into_iter().enumerate() {
            match operand_type {
                Some(OperandType::Value(ty)) => {
                    self.separator(&mut first)?;
                    inst.src[at] = self.operand(ty, inst.op, entry)?;
                }
                Some(OperandType::Address) => {
                    self.separator(&mut first)?;
                    (inst.src[at], inst.offset) = self.address(inst.space, entry)?;
                }
                None => {}
            }
        }
        if inst.is_branch() {
            let span = self.span();
            let label = self.word("a label")?.to_owned();
            entry.branches.push((entry.program.code.len(), label, span));
        }
        if types.barrier {
            inst.offset = if let Some(Kind::Number(_)) = self.peek() { self.integer()? as i32 } else { 0 };
        }
        inst.span = self.tokens.get(self.at - 1).map_or(start, |last| start.to(last.span));
        if entry.program.code.len() >= MAX_INSTRUCTIONS {
            let message = format!("The program has more than {MAX_INSTRUCTIONS} instructions, the limit.");
            return Err(Diagnostic::error("limit::instructions", inst.span, message));
        }
        entry.program.code.push(inst);
        Ok(())
    }

    fn guard(&mut self, entry: &mut Entry) -> Parse<Guard> {
        let negate = self.mark('!');
        Ok(Guard { pred: self.register(Bank::P, entry)?.index, negate })
    }

    fn separator(&mut self, first: &mut bool) -> Parse<()> {
        if core::mem::take(first) { Ok(()) } else { self.expect(',') }
    }

    fn register(&mut self, bank: Bank, entry: &mut Entry) -> Parse<Reg> {
        let span = self.span();
        let name = self.word("a register")?;
        let reg = entry.register(name).ok_or_else(|| {
            let message = format!("The register `{name}` is not declared.");
            Diagnostic::error("asm::register", span, message).help("Declare it: `.reg .b32 %name;`")
        })?;
        if reg.bank != bank {
            let (has, wants) = (reg.bank.bits(), bank.bits());
            let message = format!("`{name}` has {has} bit(s); a register with {wants} is needed here.");
            return Err(Diagnostic::error("asm::register", span, message));
        }
        Ok(reg)
    }

    fn operand(&mut self, ty: Ty, op: Op, entry: &mut Entry) -> Parse<Operand> {
        match self.peek() {
            Some(Kind::Number(_) | Kind::Mark('-')) => Ok(Operand::Imm(self.constant(ty)?)),
            Some(Kind::Word(word)) => {
                if let Some(special) = Special::parse(word) {
                    if op != Op::Mov || ty.bank() != Bank::R {
                        return Err(
                            self.expected("an ordinary register (only `mov.u32` reads special registers)")
                        );
                    }
                    self.at += 1;
                    return Ok(Operand::Special(special));
                }
                if let Some(variable) = entry.program.variables.iter().find(|v| v.name == word) {
                    self.at += 1;
                    return Ok(Operand::Imm(variable.offset.into()));
                }
                Ok(Operand::Reg(self.register(ty.bank(), entry)?))
            }
            _ => Err(self.expected("a register or a number")),
        }
    }

    /// `[name]`, `[name+4]`, `[%rd1-8]`, `[16]`.
    fn address(&mut self, space: Space, entry: &mut Entry) -> Parse<(Operand, i32)> {
        self.expect('[')?;
        let span = self.span();
        let (base, mut offset) = match self.peek() {
            Some(Kind::Word(word)) => {
                let param = entry.program.params.iter().find(|p| p.name == word).map(|p| p.offset);
                let variable = entry.program.variables.iter().find(|v| v.name == word && v.space == space);
                let fixed = if space == Space::Param { param } else { variable.map(|v| v.offset) };
                match fixed {
                    Some(at) => {
                        self.at += 1;
                        (Operand::Imm(0), i64::from(at))
                    }
                    None if space == Space::Param => return Err(unknown("parameter", word, span)),
                    None => {
                        let bank = entry.register(word).map_or(Bank::D, |reg| reg.bank);
                        let bank = if bank == Bank::P { Bank::D } else { bank };
                        (Operand::Reg(self.register(bank, entry)?), 0)
                    }
                }
            }
            _ => (Operand::Imm(0), self.integer()? as i64),
        };
        while let Some(Kind::Mark(sign @ ('+' | '-'))) = self.peek() {
            self.at += 1;
            let more = self.integer()? as i64;
            offset = if sign == '+' { offset.wrapping_add(more) } else { offset.wrapping_sub(more) };
        }
        self.expect(']')?;
        match (i32::try_from(offset), base) {
            (Ok(offset), base) => Ok((base, offset)),
            (Err(_), Operand::Imm(0)) => Ok((Operand::Imm(offset as u64), 0)),
            (Err(_), _) => {
                Err(Diagnostic::error("asm::offset", span, "An offset must fit into 32 bits, with its sign."))
            }
        }
    }

    /// A whole number, as 64 bits in two's complement.
    fn integer(&mut self) -> Parse<i128> {
        let negative = self.mark('-');
        let expected = self.expected("a whole number");
        let Some(Kind::Number(text)) = self.next() else { return Err(expected) };
        let text = text.trim_end_matches(['U', 'u']);
        let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => text.parse(),
        };
        let value = i128::from(value.map_err(|_| expected)?);
        Ok(if negative { -value } else { value })
    }

    /// The bits of a number of a type.
    fn constant(&mut self, ty: Ty) -> Parse<u64> {
        let negative = self.peek() == Some(Kind::Mark('-'));
        let at = self.at + usize::from(negative);
        let Some(Kind::Number(text)) = self.tokens.get(at).map(|token| token.kind) else {
            return Err(self.expected("a number"));
        };
        let coded =
            |prefix: &str| text.strip_prefix(prefix).and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let is_hex = text.starts_with("0x") || text.starts_with("0X");
        if let Some(bits) =
            coded("0f").or_else(|| coded("0F")).or_else(|| coded("0d")).or_else(|| coded("0D"))
        {
            self.at = at + 1;
            return Ok(bits & ty.mask());
        }
        if ty.is_float() && !is_hex {
            let sign = if negative { "-" } else { "" };
            let value: Option<f64> = format!("{sign}{text}").parse().ok();
            let single: Option<f32> = format!("{sign}{text}").parse().ok();
            let (Some(value), Some(single)) = (value, single) else { return Err(self.expected("a number")) };
            self.at = at + 1;
            return Ok(match ty {
                Ty::F64 => value.to_bits(),
                Ty::F16 => crate::base::num::f16_from_f64(value).into(),
                _ => single.to_bits().into(),
            });
        }
        let span = self.span();
        let value = self.integer()?;
        let fits = value >= -(1i128 << (ty.bits().max(2) - 1)) && value <= i128::from(ty.mask());
        if !fits {
            let message = format!("{value} does not fit into `.{ty}`.");
            return Err(Diagnostic::error("asm::number", span, message));
        }
        Ok(value as u64 & ty.mask())
    }
}

impl Entry {
    fn declare(&mut self, name: String, bank: Bank) -> Reg {
        let index = self.names.values().filter(|reg| reg.bank == bank).count() as u32;
        *self.names.entry(name).or_insert(Reg { bank, index })
    }

    /// The register with a name: a declared one, one of a declared family, or one whose prefix says what it is.
    fn register(&mut self, name: &str) -> Option<Reg> {
        if let Some(reg) = self.names.get(name) {
            return Some(*reg);
        }
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let declared = self.families.iter().find(|family| family.0 == prefix).map(|family| family.1);
        let implied = match prefix {
            "%r" | "%f" | "%h" | "%rs" => Some(Bank::R),
            "%rd" | "%fd" => Some(Bank::D),
            "%p" => Some(Bank::P),
            _ => None,
        };
        let bank = declared.or(implied).filter(|_| prefix.len() < name.len())?;
        Some(self.declare(name.to_string(), bank))
    }

    /// The numbers that the names say, if all of them are names of the machine's own registers.
    fn own_numbers(&self) -> Option<BTreeMap<Reg, u32>> {
        let number = |(name, reg): (&String, &Reg)| {
            let digits = name.strip_prefix(reg.bank.prefix())?;
            let number: u32 = digits.parse().ok()?;
            (number.to_string() == digits).then_some((*reg, number))
        };
        self.names.iter().map(number).collect()
    }

    fn finish(mut self, spec: &Spec) -> Parse<Program> {
        let dynamic = self.program.shared_bytes.next_multiple_of(16);
        for variable in &mut self.program.variables {
            if variable.bytes == 0 && variable.space == Space::Shared {
                variable.offset = dynamic;
            }
        }
        infer(&mut self.program);
        let own = self.own_numbers();
        let limits = codegen::limits(spec);
        let name = self.program.name.clone();
        let span = self.span;
        let failed =
            |message| Diagnostic::error("limit::registers", span, format!("Kernel `{name}`: {message}."));
        if let Some(numbers) = own {
            let mut program = self.program.clone();
            rename(&mut program.code, &numbers);
            if let Some(program) = codegen::as_written(program, limits) {
                return Ok(program);
            }
        }
        codegen::finish(self.program, limits, false).map_err(failed)
    }
}

fn rename(code: &mut [Inst], numbers: &BTreeMap<Reg, u32>) {
    let number = |reg: Reg| numbers.get(&reg).copied().unwrap_or(reg.index);
    for inst in code {
        for operand in inst.src.iter_mut().chain([&mut inst.dst]) {
            if let Operand::Reg(reg) = operand {
                reg.index = number(*reg);
            }
        }
        if let Some(guard) = &mut inst.guard {
            guard.pred = number(Reg { bank: Bank::P, index: guard.pred });
        }
    }
}

fn unknown(what: &str, word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("asm::unknown", span, format!("There is no {what} `{word}`."))
}
