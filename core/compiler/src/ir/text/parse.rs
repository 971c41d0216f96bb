//! Text to kernel and functions: one statement a line, read twice, so that a value or block may be used before the line that
//! defines it.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use super::words::{Result, Statement, constant, integer, param, parse_space, parse_type, statements};
use crate::{
    base::OrdMap,
    ir::{
        AtomicOp, Binary, Block, BlockId, Compare, Convert, Function, FunctionId, Inst, InstId, Kernel,
        LaneOp, Math, Op, Slot, SlotId, Target, Terminator, Type, Unary, Unroll, Value, ValueDef, ValueInfo,
        WorkItem,
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

/// Reads one kernel. What follows `#` on a line is a comment. The result is well formed, but only the verifier knows
/// whether it makes sense. Each instruction's span is the line's range of bytes in `text`.
///
/// # Errors
/// The first line that cannot be understood.
pub fn parse(text: &str) -> core::result::Result<Kernel, ParseError> {
    let lines: Vec<Statement> = statements(text).collect();
    let mut reader = Reader::default();
    for pass in [Reader::declare, Reader::read] {
        reader.at = 0;
        for line in &lines {
            pass(&mut reader, line).map_err(|message| ParseError { line: line.number, message })?;
        }
    }
    let Reader { mut kernel, bodies, .. } = reader;
    if bodies.iter().any(|body| body.code.blocks.is_empty()) {
        return Err(ParseError { line: 1, message: "a kernel or function needs a block".into() });
    }
    let mut codes = bodies.into_iter().map(|body| body.code);
    if let Some(Function { blocks, insts, values, .. }) = codes.next() {
        (kernel.blocks, kernel.insts, kernel.values) = (blocks, insts, values);
    }
    kernel.functions = codes.collect();
    Ok(kernel)
}

struct Reader {
    kernel: Kernel,
    /// The kernel's own code, then that of each function.
    bodies: Vec<Body>,
    /// The one that is being read.
    at: usize,
}

/// The code of the kernel or of a function.
#[derive(Default)]
struct Body {
    code: Function,
    /// Numbers in the text of values and blocks.
    values: OrdMap<u32, Value>,
    blocks: OrdMap<u32, BlockId>,
    current: Option<BlockId>,
    /// Instructions that the second reading has filled in.
    filled: usize,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { kernel: Kernel::default(), bodies: vec![Body::default()], at: 0 }
    }
}

impl Reader {
    fn body(&mut self) -> &mut Body {
        &mut self.bodies[self.at]
    }

    /// First reading: what each line defines.
    fn declare(&mut self, line: &Statement) -> Result<()> {
        match line.words.as_slice() {
            ["kernel", rest @ ..] => self.header(rest, line.span),
            ["function", rest @ ..] => self.function(rest),
            ["slot", rest @ ..] => self.slot(rest),
            ["}"] | ["jump" | "branch" | "return", ..] => Ok(()),
            [name, ..] if name.starts_with('b') && self.number('b', name).is_ok() => {
                self.block(line.words.as_slice(), line.span)
            }
            [name, ":", ty, "=", ..] => {
                let block = self.body().current.ok_or("an instruction needs a block before it")?;
                let inst = InstId(self.body().code.insts.len() as u32);
                let result = Some(self.define(name, parse_type(ty)?, ValueDef::Inst(inst))?);
                self.instruction(block, result, line.span);
                Ok(())
            }
            _ => {
                let block = self.body().current.ok_or("an instruction needs a block before it")?;
                self.instruction(block, None, line.span);
                Ok(())
            }
        }
    }

    /// Second reading: what each line does.
    fn read(&mut self, line: &Statement) -> Result<()> {
        match line.words.as_slice() {
            ["kernel" | "slot", ..] | ["}"] => Ok(()),
            ["function", ..] => {
                self.at += 1;
                Ok(())
            }
            [name, ..] if name.starts_with('b') && self.number('b', name).is_ok() => {
                self.body().current = Some(self.block_id(name)?);
                Ok(())
            }
            [word @ ("jump" | "branch" | "return"), rest @ ..] => {
                let term = self.terminator(word, rest)?;
                let block = self.body().current.ok_or("a terminator needs a block before it")?;
                let block = &mut self.body().code.blocks[block.index()];
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
        let op = self.operation(op, words, ty)?;
        let body = self.body();
        body.code.insts[body.filled].op = op;
        body.filled += 1;
        Ok(())
    }

    fn header(&mut self, words: &[&str], span: Span) -> Result<()> {
        let Some((name, rest)) = named(words) else { return Err("expected `kernel NAME(`".into()) };
        self.kernel.name = name;
        let close = rest.iter().position(|word| *word == ")").ok_or("expected `)`")?;
        for words in rest[..close].split(|word| *word == ",").filter(|words| !words.is_empty()) {
            self.kernel.params.push(param(words, span)?);
        }
        let mut rest = &rest[close + 1..];
        if let ["local", x, y, z, more @ ..] = rest {
            self.kernel.required_local = Some([integer(x)?, integer(y)?, integer(z)?]);
            rest = more;
        }
        if let ["subgroup", lanes, more @ ..] = rest {
            self.kernel.subgroup = Some(integer(lanes)?);
            rest = more;
        }
        if rest != ["{"] {
            return Err("expected `{`, with `local X Y Z` and `subgroup N` in front of it or without".into());
        }
        Ok(())
    }

    /// The head of a function: the lines that follow are its own.
    fn function(&mut self, words: &[&str]) -> Result<()> {
        let found = words.split_first().and_then(|(id, rest)| Some((id, named(rest)?)));
        let Some((id, (name, rest))) = found else { return Err("expected `function fN NAME(`".into()) };
        self.at += 1;
        if self.number('f', id)? as usize + 1 != self.at {
            return Err(format!("functions are numbered from f0 on, `{id}` is out of turn"));
        }
        let close = rest.iter().position(|word| *word == ")").ok_or("expected `)`")?;
        let types = rest[..close].iter().filter(|word| **word != ",");
        let params = types.map(|word| parse_type(word)).collect::<Result<_>>()?;
        let result = match &rest[close + 1..] {
            ["{"] => None,
            ["->", ty, "{"] => Some(parse_type(ty)?),
            _ => return Err("expected `{` or `-> TYPE {`".into()),
        };
        let code = Function { name, params, result, ..Function::default() };
        self.bodies.push(Body { code, ..Body::default() });
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
        let id = BlockId(self.body().code.blocks.len() as u32);
        let number = self.number('b', words[0])?;
        if self.body().blocks.insert(number, id).is_some() {
            return Err(format!("block `{}` is there twice", words[0]));
        }
        self.body().current = Some(id);
        let (params, term) = (vec![], Terminator::Return(None));
        let end = words.iter().rposition(|word| *word == ":").unwrap_or(words.len());
        let unroll = match words.get(end + 1..).unwrap_or_default() {
            [] => None,
            ["unroll"] => Some(Unroll::Whole),
            ["unroll", n] => Some(Unroll::Times(integer(n)?)),
            _ => return Err("expected `unroll` or `unroll N`".into()),
        };
        self.body().code.blocks.push(Block { params, insts: vec![], term, term_span: span, unroll });
        for (at, words) in words[1..end]
            .split(|word| matches!(*word, "(" | "," | ")"))
            .filter(|words| words.len() > 1)
            .enumerate()
        {
            let [name, ":", ty] = words else { return Err("expected `vN: TYPE`".into()) };
            let value = self.define(name, parse_type(ty)?, ValueDef::BlockParam(id, at as u32))?;
            self.body().code.blocks[id.index()].params.push(value);
        }
        Ok(())
    }

    fn define(&mut self, name: &str, ty: Type, def: ValueDef) -> Result<Value> {
        let number = self.number('v', name)?;
        let body = self.body();
        let value = Value(body.code.values.len() as u32);
        body.code.values.push(ValueInfo { ty, def });
        match body.values.insert(number, value) {
            None => Ok(value),
            Some(_) => Err(format!("`{name}` is defined twice")),
        }
    }

    fn instruction(&mut self, block: BlockId, result: Option<Value>, span: Span) {
        let inst = InstId(self.body().code.insts.len() as u32);
        self.body().code.insts.push(Inst { op: Op::Fence, result, span });
        self.body().code.blocks[block.index()].insts.push(inst);
    }

    fn terminator(&self, word: &str, words: &[&str]) -> Result<Terminator> {
        match word {
            "return" => Ok(Terminator::Return(words.first().map(|word| self.value(word)).transpose()?)),
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
            "param" => return Ok(Op::Param(integer(first()?)?)),
            "call" => return self.call(words),
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
        if let Some(op) = name.strip_prefix("lane.").and_then(LaneOp::parse) {
            return Ok(Op::Lane(op, args));
        }
        let atomic = || name.strip_prefix("atomic.").and_then(AtomicOp::parse);
        let op = match args.as_slice() {
            [] => [("barrier", Op::Barrier), ("fence", Op::Fence), ("clock", Op::Clock)]
                .into_iter()
                .find(|op| op.0 == name)
                .map(|op| op.1),
            &[a] => match name {
                "prefetch" => Some(Op::Prefetch(a)),
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

    fn call(&self, words: &[&str]) -> Result<Op> {
        let [name, "(", args @ .., ")"] = words else { return Err("expected `call fN(vN, …)`".into()) };
        Ok(Op::Call(FunctionId(self.number('f', name)?), self.operands(args)?))
    }

    fn operands(&self, words: &[&str]) -> Result<Vec<Value>> {
        words.iter().filter(|word| **word != ",").map(|word| self.value(word)).collect()
    }

    fn value(&self, name: &str) -> Result<Value> {
        let value = self.bodies[self.at].values.get(&self.number('v', name)?);
        value.copied().ok_or_else(|| format!("`{name}` is not defined"))
    }

    fn block_id(&self, name: &str) -> Result<BlockId> {
        let block = self.bodies[self.at].blocks.get(&self.number('b', name)?);
        block.copied().ok_or_else(|| format!("there is no block `{name}`"))
    }

    /// The number in a name such as `v12`.
    fn number(&self, letter: char, name: &str) -> Result<u32> {
        let number = name.strip_prefix(letter).and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| format!("expected `{letter}` and a number, not `{name}`"))
    }
}

/// A name and what stands behind the `(` that follows it. The name of an instance of a template is several words.
fn named<'a, 't>(words: &'a [&'t str]) -> Option<(String, &'a [&'t str])> {
    let open = words.iter().position(|word| *word == "(").filter(|open| *open > 0)?;
    Some((words[..open].join(" ").replace(" ,", ","), &words[open + 1..]))
}
