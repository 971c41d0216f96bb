//! Statements: labels, directives, and instructions with their operands (facts C1 to C3).

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, suggest::suggest},
    source::{Diagnostic, Span},
};

use super::{
    super::{
        isa::{Arch, ArchId, Encoding, Instruction, Kind, Op, ROWS, Reach},
        rules::Rules,
    },
    chunks::Cutter,
    expression::evaluate,
    number::Number,
    object::{self, MAX_BYTES, Object, Reference},
    token::{Placed, Token, tokens},
};

/// What an immediate that waits for a name holds until then (facts C7).
const WAITING: i64 = 0xa5;

/// Reads one text, which begins at `start` of a row of texts. The object is there if nothing is an error.
pub fn assemble(text: &str, start: u32, id: ArchId, rules: &Rules) -> (Option<Object>, Vec<Diagnostic>) {
    let Some(arch) = id.complete() else {
        return (None, Vec::from([Diagnostic::error("harp::arch", Span::NONE, id.incomplete())]));
    };
    let (tokens, said) = tokens(text, start);
    let constants = OrdMap::from_iter([(String::from("__WORD"), i64::from(arch.word_bytes))]);
    let mut parser = Parser { arch, rules, tokens, at: 0, constants, cutter: Cutter::new(arch), said };
    while parser.at < parser.tokens.len() {
        parser.statement();
    }
    let object = Object { arch: id, ..parser.cutter.finish() };
    parser.said.extend(moved_labels(&object));
    let usable = !parser.said.iter().any(Diagnostic::is_error);
    (usable.then_some(object), parser.said)
}

pub(super) struct Parser<'t> {
    pub(super) arch: Arch,
    pub(super) rules: &'t Rules,
    tokens: Vec<Placed>,
    at: usize,
    pub(super) constants: OrdMap<String, i64>,
    pub(super) cutter: Cutter,
    said: Vec<Diagnostic>,
}

/// An operand as it is encoded.
enum Operand {
    Number(u8),
    Immediate(i64),
    Name(String),
}

impl Parser<'_> {
    pub(super) fn next(&mut self) -> Option<Placed> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// There is no such name; perhaps one of those that are `known` was meant.
    pub(super) fn unknown(
        &mut self,
        span: Span,
        message: String,
        name: &str,
        known: impl Iterator<Item = &'static str>,
    ) {
        let error = Diagnostic::error("harp::text", span, message);
        self.said.push(match suggest(name, known) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        });
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.said.push(Diagnostic::error("harp::text", span, message));
    }

    pub(super) fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.said.push(Diagnostic::warning(code, span, message));
    }

    /// Something is wrong: the rest of the line is left out.
    pub(super) fn skip(&mut self) {
        while !matches!(self.next(), None | Some((Token::Line, _))) {}
    }

    fn statement(&mut self) {
        let Some((token, span)) = self.next() else { return };
        match token {
            Token::Line | Token::Semicolon => {}
            Token::Label(name) => self.cutter.label(name),
            Token::Name(name) if name.starts_with('.') => self.directive(&name, span),
            Token::Name(name) => self.instruction(None, &name, span),
            Token::Predicate(guard) => self.guarded(guard, span),
            Token::Wrong => self.skip(),
            _ => {
                self.error(span, "an instruction, a directive or a label is missing here");
                self.skip();
            }
        }
    }

    /// A guard, whose question mark and mnemonic may stand on the next lines.
    fn guarded(&mut self, guard: u64, span: Span) {
        let mut parts = Vec::new();
        while parts.len() < 2 {
            match self.next() {
                Some((Token::Line, _)) => {}
                Some(part) => parts.push(part),
                None => break,
            }
        }
        let most = match self.arch.encoding {
            Encoding::Word => (1 << self.arch.guard_bits()) - 1,
            Encoding::Byte => 0xfe,
        };
        match &parts[..] {
            [(Token::Question, _), (Token::Name(_), _)] if guard > most => {
                self.error(span, format!("a guard is `@p0` to `@p{most}`, not `@p{guard}`"));
                self.skip();
            }
            [(Token::Question, _), (Token::Name(name), at)] => {
                let (name, at) = (name.clone(), *at);
                self.instruction(Some(guard as u8), &name, span.to(at));
            }
            _ => {
                self.error(span, "behind a guard stand `?` and an instruction");
                self.skip();
            }
        }
    }

    /// The number of a real or whole constant, as a word.
    pub(super) fn value(&self, number: Number) -> i64 {
        match number {
            Number::Whole(value) => value,
            Number::Real(value) if self.rules.tool_reals => self.arch.tool_word(value) as i64,
            Number::Real(value) => self.arch.nearest_word(value) as i64,
        }
    }

    fn instruction(&mut self, guard: Option<u8>, name: &str, span: Span) {
        let Some(op) = Op::named(name) else {
            self.unknown(span, format!("`{name}` is no instruction"), name, ROWS.iter().map(|row| row.name));
            return self.skip();
        };
        let kinds = op.row().format.operands();
        let mut one = Instruction { guard, ..Instruction::new(op) };
        let (mut given, mut reference, mut all) = (0, None, span);
        loop {
            let (token, at) = match self.next() {
                Some((Token::Line | Token::Semicolon, _)) => break,
                None if self.rules.last_line_ends => {
                    let message = "the last line does not end, so that its instruction does not count";
                    return self.warning("harp::last-line", all, message);
                }
                None => break,
                Some((Token::Name(name), _)) if name == "to" => continue,
                Some(placed) => placed,
            };
            all = all.to(at);
            let operand = match kinds.get(given) {
                None if token == Token::Wrong => return self.skip(),
                None => return self.too_many(op, kinds.len(), &token, at),
                Some(kind) => self.operand(*kind, token),
            };
            match operand {
                Ok(Operand::Number(number)) => one.registers[given] = number,
                Ok(Operand::Immediate(value)) => {
                    one.immediate = value;
                    self.check_reach(&one, at);
                }
                Ok(Operand::Name(name)) => {
                    one.immediate = WAITING;
                    self.check_reach(&one, at);
                    reference = Some((name, at));
                }
                Err(message) => {
                    if !message.is_empty() {
                        self.error(at, message);
                    }
                    return self.skip();
                }
            }
            given += 1;
        }
        if given < kinds.len() {
            let message =
                format!("`{name}` has {} operands, and {given} are given: the others are 0", kinds.len());
            self.warning("harp::operands", all, message);
        }
        self.emit_instruction(&one, given, reference, all);
    }

    /// Something stands behind the last operand of an instruction.
    fn too_many(&mut self, op: Op, operands: usize, token: &Token, span: Span) {
        let message = format!("`{}` has {operands} operands", op.row().name);
        let error = Diagnostic::error("harp::text", span, message);
        let is_another = matches!(token, Token::Name(name) if Op::named(name).is_some());
        let help = "another instruction begins on a new line, or behind a `;` that does not stand directly behind a register, a predicate or `#`";
        self.said.push(if is_another { error.help(help) } else { error });
        self.skip();
    }

    fn emit_instruction(
        &mut self,
        one: &Instruction,
        given: usize,
        name: Option<(String, Span)>,
        span: Span,
    ) {
        let row = one.op.row();
        let bytes = self.arch.encode_first(one, given);
        let is_linked =
            matches!(one.op, Op::Jalr | Op::Jalrs) && one.registers().first() == one.registers().last();
        if is_linked && !self.rules.link_first {
            let message =
                "the target is read before the link is written; the original tools do it the other way round";
            self.warning("harp::link-first", span, message);
        }
        let reference = name.map(|(name, span)| Reference {
            name,
            relative: row.is_relative(),
            next: bytes.len() as u64,
            at: match self.arch.encoding {
                Encoding::Word => 0,
                Encoding::Byte => (bytes.len() - usize::from(self.arch.word_bytes)) as u64,
            },
            bits: self.arch.immediate_bits(row.format).into(),
            span,
        });
        self.emit(object::Placed { at: 0, span, is_code: true, element: None }, &bytes, reference);
    }

    /// Does the immediate fit? The original lets one bit more in and cuts it off (facts C12).
    fn check_reach(&mut self, one: &Instruction, span: Span) {
        let bits = self.arch.immediate_bits(one.op.row().format);
        let value = one.immediate;
        match Reach::of(value, bits) {
            Reach::Fits => {}
            Reach::Cut if self.arch.encoding == Encoding::Byte => {}
            Reach::Cut if self.rules.cut_immediates => {
                let message =
                    format!("{value} has more than {bits} bits: the instruction gets another number");
                self.warning("harp::immediate", span, message);
            }
            Reach::Cut | Reach::TooWide => {
                self.error(span, format!("{value} does not fit into the {bits} bits of this immediate"));
            }
        }
    }

    /// An operand of a kind, or what is wrong with it (nothing if that has been said).
    fn operand(&mut self, kind: Kind, token: Token) -> Result<Operand, String> {
        match (kind, token) {
            (_, Token::Wrong) => Err(String::new()),
            (Kind::Immediate, Token::Immediate(number)) => Ok(Operand::Immediate(self.value(number))),
            (Kind::Immediate, Token::Name(name)) => match self.constants.get(&name) {
                Some(value) => Ok(Operand::Immediate(*value)),
                None => Ok(Operand::Name(name)),
            },
            (Kind::Immediate, Token::Expression(text)) => {
                evaluate(&text, &|name| self.constants.get(name).copied()).map(Operand::Immediate)
            }
            (Kind::Immediate, Token::Number(_)) => Err("a number stands behind `#`".into()),
            (kind, Token::Register(number)) if kind.is_register() => {
                self.numbered(number, "register").map(Operand::Number)
            }
            (kind, Token::NamedRegister(name)) if kind.is_register() => {
                let number = self.arch.named_register(&name);
                number
                    .map(Operand::Number)
                    .ok_or_else(|| format!("there are too few registers for `%{name}`"))
            }
            (kind, Token::Predicate(number)) if kind.is_predicate() => {
                self.numbered(number, "predicate").map(Operand::Number)
            }
            (kind, _) if kind.is_register() => Err("a register is missing here".into()),
            (kind, _) if kind.is_predicate() => Err("a predicate is missing here".into()),
            _ => {
                Err("an immediate is missing here: `#` and a number, a name, or an expression in parentheses"
                    .into())
            }
        }
    }

    /// A number of a register or predicate: what its bits hold, or in the byte encoding any (facts C11).
    fn numbered(&self, number: u64, what: &str) -> Result<u8, String> {
        let most = (1 << self.arch.field_bits()) - 1;
        match self.arch.encoding {
            Encoding::Word if number > most => {
                Err(format!("the highest {what} that fits is {most}, not {number}"))
            }
            _ => Ok(number as u8),
        }
    }

    /// Emits bytes if there is room.
    pub(super) fn emit(&mut self, placed: object::Placed, bytes: &[u8], reference: Option<Reference>) {
        if self.cutter.has_room(bytes.len() as u64) {
            self.cutter.emit(placed, bytes, reference);
        } else {
            self.error(placed.span, format!("an object has more than {MAX_BYTES} bytes"));
            self.at = self.tokens.len();
        }
    }
}

/// Warnings about labels that are not the addresses at which they stand, since another chunk has the same name (facts C5).
fn moved_labels(object: &Object) -> Vec<Diagnostic> {
    let mut counts: OrdMap<&str, u32> = OrdMap::default();
    let chunks = object.chunks.iter().filter(|chunk| chunk.bytes > 0);
    chunks.for_each(|chunk| *counts.entry(&chunk.name).or_default() += 1);
    let references = object.chunks.iter().flat_map(|chunk| &chunk.references);
    let moved = references.filter(|one| counts.get(one.name.as_str()).is_some_and(|count| *count > 1));
    let warning = |one: &Reference| {
        let message =
            format!("`{}` is the address of the last chunk behind its label, not of the label", one.name);
        let help = "a chunk ends at a directive, and where data follows instructions: give what follows a label of its own";
        Diagnostic::warning("harp::label", one.span, message).help(help)
    };
    moved.map(warning).collect()
}
