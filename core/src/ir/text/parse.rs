//! Text to kernel: one statement a line, read twice, so that a value or block may be used before the line that
//! defines it.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use crate::{
    base::num,
    ir::{
        AtomicOp, Binary, Block, BlockId, Compare, Convert, Inst, InstId, Kernel, Math, Op, Param, Slot,
        SlotId, Space, Target, Terminator, Type, Unary, Unroll, Value, ValueDef, ValueInfo, WorkItem,
    },
    source::Span,
};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u32,
    /// A plain sentence.
    pub message: String,
}

type Result<T> = core::result::Result<T, String>;

/// Reads one kernel. What follows `#` on a line is a comment. The result is well formed, but only the verifier knows
/// whether it makes sense. Each instruction's span is the line's range of bytes in `text`.
///
/// # Errors
/// The first line that cannot be understood.
pub fn parse(text: &str) -> core::result::Result<Kernel, ParseError> {
    let lines: Vec<Statement> = statements(text).collect();
    let mut reader = Reader::default();
    for pass in [Reader::declare, Reader::read] {
        for line in &lines {
            pass(&mut reader, line).map_err(|message| ParseError { line: line.number, message })?;
        }
    }
    if reader.kernel.blocks.is_empty() {
        return Err(ParseError { line: 1, message: "a kernel needs a block".into() });
    }
    Ok(reader.kernel)
}

/// A line with something on it.
struct Statement<'t> {
    number: u32,
    words: Vec<&'t str>,
    span: Span,
}

fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let base = text.as_ptr() as usize;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let code = line.split('#').next().unwrap_or_default().trim();
        let start = (code.as_ptr() as usize - base) as u32;
        let words = words(code);
        (!words.is_empty()).then_some(Statement {
            number,
            words,
            span: Span::new(start, start + code.len() as u32),
        })
    })
}

/// Words and single marks.
fn words(code: &str) -> Vec<&str> {
    let is_mark = |c: char| "(){}:,=".contains(c);
    let mut words = vec![];
    for word in code.split_whitespace() {
        words.extend(word.split_inclusive(is_mark).flat_map(|part| {
            let at = part.len() - usize::from(part.ends_with(is_mark));
            let (word, mark) = part.split_at(at);
            [word, mark]
        }));
    }
    words.retain(|word| !word.is_empty());
    words
}

#[derive(Default)]
struct Reader {
    kernel: Kernel,
    /// Numbers in the text of values and blocks.
    values: BTreeMap<u32, Value>,
    blocks: BTreeMap<u32, BlockId>,
    current: Option<BlockId>,
    /// Instructions that the second reading has filled in.
    filled: usize,
}

impl Reader {
    /// First reading: what each line defines.
    fn declare(&mut self, line: &Statement) -> Result<()> {
        match line.words.as_slice() {
            ["kernel", rest @ ..] => self.header(rest, line.span),
            ["slot", rest @ ..] => self.slot(rest),
            ["}"] | ["jump" | "branch" | "return", ..] => Ok(()),
            [name, ..] if name.starts_with('b') && self.number('b', name).is_ok() => {
                self.block(line.words.as_slice(), line.span)
            }
            [name, ":", ty, "=", ..] => {
                let block = self.current.ok_or("an instruction needs a block before it")?;
                let inst = InstId(self.kernel.insts.len() as u32);
                let result = Some(self.define(name, parse_type(ty)?, ValueDef::Inst(inst))?);
                self.instruction(block, result, line.span);
                Ok(())
            }
            _ => {
                let block = self.current.ok_or("an instruction needs a block before it")?;
                self.instruction(block, None, line.span);
                Ok(())
            }
        }
    }

    /// Second reading: what each line does.
    fn read(&mut self, line: &Statement) -> Result<()> {
        match line.words.as_slice() {
            ["kernel" | "slot", ..] | ["}"] => Ok(()),
            [name, ..] if name.starts_with('b') && self.number('b', name).is_ok() => {
                self.current = Some(self.block_id(name)?);
                Ok(())
            }
            [word @ ("jump" | "branch" | "return"), rest @ ..] => {
                let term = self.terminator(word, rest)?;
                let block = self.current.ok_or("a terminator needs a block before it")?;
                let block = &mut self.kernel.blocks[block.index()];
                (block.term, block.term_span) = (term, line.span);
                Ok(())
            }
            [_, ":", ty, "=", op, rest @ ..] => self.fill(op, rest, parse_type(ty)?),
            [op, rest @ ..] => self.fill(op, rest, Type::I32),
            [] => Ok(()),
        }
    }

    /// Gives the next instruction, made by the first reading, its operation.
    fn fill(&mut self, op: &str, words: &[&str], ty: Type) -> Result<()> {
        self.kernel.insts[self.filled].op = self.operation(op, words, ty)?;
        self.filled += 1;
        Ok(())
    }

    fn header(&mut self, words: &[&str], span: Span) -> Result<()> {
        let [name, "(", rest @ ..] = words else { return Err("expected `kernel NAME(`".into()) };
        self.kernel.name = name.to_string();
        let close = rest.iter().position(|word| *word == ")").ok_or("expected `)`")?;
        for words in rest[..close].split(|word| *word == ",").filter(|words| !words.is_empty()) {
            self.kernel.params.push(param(words, span)?);
        }
        match &rest[close + 1..] {
            ["{"] => {}
            ["local", x, y, z, "{"] => {
                self.kernel.required_local = Some([integer(x)?, integer(y)?, integer(z)?]);
            }
            _ => return Err("expected `{` or `local X Y Z {`".into()),
        }
        Ok(())
    }

    fn slot(&mut self, words: &[&str]) -> Result<()> {
        let [id, name, ":", space, size, "align", align, element, init @ ..] = words else {
            return Err("expected `slot sN NAME: SPACE BYTES align BYTES TYPE`".into());
        };
        if *id != format!("s{}", self.kernel.slots.len()) {
            return Err(format!("slots are numbered from s0 on, `{id}` is out of turn"));
        }
        let bytes = |word: &&str| u8::from_str_radix(word, 16).map_err(|_| format!("`{word}` is no byte"));
        let dynamic = *size == "dynamic";
        self.kernel.slots.push(Slot {
            name: name.to_string(),
            space: parse_space(space)?,
            bytes: if dynamic { 0 } else { integer(size)? },
            align: integer(align)?,
            element: parse_type(element)?,
            dynamic,
            init: init.iter().skip(1).map(bytes).collect::<Result<_>>()?,
        });
        Ok(())
    }

    fn block(&mut self, words: &[&str], span: Span) -> Result<()> {
        let id = BlockId(self.kernel.blocks.len() as u32);
        if self.blocks.insert(self.number('b', words[0])?, id).is_some() {
            return Err(format!("block `{}` is there twice", words[0]));
        }
        self.current = Some(id);
        let (params, term) = (vec![], Terminator::Return);
        let end = words.iter().rposition(|word| *word == ":").unwrap_or(words.len());
        let unroll = match words.get(end + 1..).unwrap_or_default() {
            [] => None,
            ["unroll"] => Some(Unroll::Whole),
            ["unroll", n] => Some(Unroll::Times(integer(n)?)),
            _ => return Err("expected `unroll` or `unroll N`".into()),
        };
        self.kernel.blocks.push(Block { params, insts: vec![], term, term_span: span, unroll });
        for (at, words) in words[1..end]
            .split(|word| matches!(*word, "(" | "," | ")"))
            .filter(|words| words.len() > 1)
            .enumerate()
        {
            let [name, ":", ty] = words else { return Err("expected `vN: TYPE`".into()) };
            let value = self.define(name, parse_type(ty)?, ValueDef::BlockParam(id, at as u32))?;
            self.kernel.blocks[id.index()].params.push(value);
        }
        Ok(())
    }

    fn define(&mut self, name: &str, ty: Type, def: ValueDef) -> Result<Value> {
        let value = Value(self.kernel.values.len() as u32);
        self.kernel.values.push(ValueInfo { ty, def });
        match self.values.insert(self.number('v', name)?, value) {
            None => Ok(value),
            Some(_) => Err(format!("`{name}` is defined twice")),
        }
    }

    fn instruction(&mut self, block: BlockId, result: Option<Value>, span: Span) {
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.insts.push(Inst { op: Op::Fence, result, span });
        self.kernel.blocks[block.index()].insts.push(inst);
    }

    fn terminator(&self, word: &str, words: &[&str]) -> Result<Terminator> {
        match word {
            "return" => Ok(Terminator::Return),
            "jump" => {
                let (target, _) = self.target(words)?;
                Ok(Terminator::Jump(target))
            }
            _ => {
                let [condition, ",", rest @ ..] = words else {
                    return Err("expected `branch vN, bN, bN`".into());
                };
                let (yes, rest) = self.target(rest)?;
                let (no, _) = self.target(rest.strip_prefix(&[","]).unwrap_or(rest))?;
                Ok(Terminator::Branch(self.value(condition)?, yes, no))
            }
        }
    }

    /// A target, and the words behind it.
    fn target<'w>(&self, words: &'w [&'w str]) -> Result<(Target, &'w [&'w str])> {
        let [name, rest @ ..] = words else { return Err("expected a block".into()) };
        let block = self.block_id(name)?;
        let Some(rest) = rest.strip_prefix(&["("]) else { return Ok((Target { block, args: vec![] }, rest)) };
        let close = rest.iter().position(|word| *word == ")").ok_or("expected `)`")?;
        Ok((Target { block, args: self.operands(&rest[..close])? }, &rest[close + 1..]))
    }

    fn operation(&self, name: &str, words: &[&str], ty: Type) -> Result<Op> {
        let first = || words.first().copied().ok_or_else(|| format!("`{name}` needs an operand"));
        match name {
            "const" => return Ok(Op::Const(constant(first()?, ty)?)),
            "arg" => return Ok(Op::Arg(integer(first()?)?)),
            "slot" => return Ok(Op::Slot(SlotId(self.number('s', first()?)?))),
            _ => {}
        }
        if let Some(what) = WorkItem::parse(name) {
            return Ok(Op::WorkItem(what, integer(first()?)?));
        }
        let args = self.operands(words)?;
        if let Some(function) = name.strip_prefix("math.").and_then(Math::parse) {
            return Ok(Op::Math(function, args));
        }
        let atomic = || name.strip_prefix("atomic.").and_then(AtomicOp::parse);
        let op = match args.as_slice() {
            [] => [("barrier", Op::Barrier), ("fence", Op::Fence)]
                .into_iter()
                .find(|op| op.0 == name)
                .map(|op| op.1),
            &[a] => match name {
                "load" => Some(Op::Load { ptr: a, volatile: false }),
                "load.volatile" => Some(Op::Load { ptr: a, volatile: true }),
                _ => Unary::parse(name)
                    .map(|op| Op::Unary(op, a))
                    .or_else(|| Convert::parse(name).map(|op| Op::Convert(op, a))),
            },
            &[a, b] => match name {
                "ptradd" => Some(Op::PtrAdd(a, b)),
                "store" => Some(Op::Store { ptr: a, value: b, volatile: false }),
                "store.volatile" => Some(Op::Store { ptr: a, value: b, volatile: true }),
                _ => Binary::parse(name)
                    .map(|op| Op::Binary(op, a, b))
                    .or_else(|| Compare::parse(name).map(|op| Op::Compare(op, a, b)))
                    .or_else(|| atomic().map(|op| Op::Atomic(op, a, b))),
            },
            &[a, b, c] => match name {
                "select" => Some(Op::Select(a, b, c)),
                "fma" => Some(Op::Fma(a, b, c)),
                "cmpxchg" => Some(Op::CompareExchange(a, b, c)),
                _ => None,
            },
            _ => None,
        };
        op.ok_or_else(|| format!("there is no operation `{name}` with {} operands", args.len()))
    }

    fn operands(&self, words: &[&str]) -> Result<Vec<Value>> {
        words.iter().filter(|word| **word != ",").map(|word| self.value(word)).collect()
    }

    fn value(&self, name: &str) -> Result<Value> {
        let value = self.values.get(&self.number('v', name)?);
        value.copied().ok_or_else(|| format!("`{name}` is not defined"))
    }

    fn block_id(&self, name: &str) -> Result<BlockId> {
        let block = self.blocks.get(&self.number('b', name)?);
        block.copied().ok_or_else(|| format!("there is no block `{name}`"))
    }

    /// The number in a name such as `v12`.
    fn number(&self, letter: char, name: &str) -> Result<u32> {
        let number = name.strip_prefix(letter).and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| format!("expected `{letter}` and a number, not `{name}`"))
    }
}

fn param(words: &[&str], span: Span) -> Result<Param> {
    let [name, ":", ty, rest @ ..] = words else { return Err("expected `NAME: TYPE`".into()) };
    let ty = parse_type(ty)?;
    let (element, mut rest) = match (ty.space(), rest) {
        (Some(_), [element, rest @ ..]) => (parse_type(element)?, rest),
        (Some(_), []) => return Err("a pointer parameter needs the type of its elements".into()),
        (None, rest) => (ty, rest),
    };
    let mut param = Param { source_type: ty.to_string(), span, ..Param::new(name, ty, element) };
    loop {
        rest = match rest {
            [] => return Ok(param),
            ["unsigned", rest @ ..] => {
                param.unsigned = true;
                rest
            }
            ["const", rest @ ..] => {
                param.read_only = true;
                rest
            }
            ["len", len, rest @ ..] => {
                param.len = Some(integer(len)?);
                rest
            }
            [word, rest @ ..] => {
                let components = word.strip_prefix('x').ok_or_else(|| format!("what is `{word}`?"))?;
                param.components = integer(components)?;
                rest
            }
        }
    }
}

fn parse_type(name: &str) -> Result<Type> {
    let scalars = [Type::Bool, Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];
    if let Some(space) = name.strip_prefix("ptr.") {
        return Ok(Type::Ptr(parse_space(space)?));
    }
    let found = scalars.into_iter().find(|ty| ty.to_string() == name);
    found.ok_or_else(|| format!("there is no type `{name}`"))
}

fn parse_space(name: &str) -> Result<Space> {
    let found =
        [Space::Global, Space::Constant, Space::Local, Space::Private].into_iter().find(|s| s.name() == name);
    found.ok_or_else(|| format!("there is no space `{name}`"))
}

fn integer<T: core::str::FromStr>(word: &str) -> Result<T> {
    word.parse().map_err(|_| format!("`{word}` is no number that fits"))
}

/// A constant of a type: `0x` and bits, or a number.
fn constant(word: &str, ty: Type) -> Result<u64> {
    let wrong = || format!("`{word}` is no constant of type {ty}");
    if let Some(hex) = word.strip_prefix("0x") {
        let bits = u64::from_str_radix(hex, 16).map_err(|_| wrong())?;
        return Ok(bits & ty.mask());
    }
    match ty {
        Type::Bool => word.parse::<bool>().map(u64::from).map_err(|_| wrong()),
        Type::F32 => word.parse().map(|x: f32| x.to_bits().into()).map_err(|_| wrong()),
        Type::F64 => word.parse().map(f64::to_bits).map_err(|_| wrong()),
        Type::F16 => word.parse().map(|x: f64| num::f16_from_f64(x).into()).map_err(|_| wrong()),
        _ => word.parse().map(|x: i128| x as u64 & ty.mask()).map_err(|_| wrong()),
    }
}
