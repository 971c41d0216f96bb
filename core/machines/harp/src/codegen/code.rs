//! Code of a kernel before it is bytes: blocks of instructions on numbered values of two classes.
//!
//! There are no phis: a value may be written more than once, and edges hand on by moves. That is right on this machine because every
//! register belongs to a lane: a lane that waits on the stack, or whose guard is false, keeps what it has.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::OrdMap,
    ir::{self, BlockId, Terminator, cfg::Cfg},
    source::Span,
};

use super::super::{
    fences::Reach,
    isa::{Kind, Op},
};

/// A value: an index of [`Code::classes`], [`FRAME`] or [`STACK`].
pub type Reg = u32;
/// The register that holds the frame of the lane, or of a function. It is never given to a value.
pub const FRAME: Reg = u32::MAX;
/// The register that holds the end of the stack, where there is one. It is given to no value then.
pub const STACK: Reg = FRAME - 1;

/// Is it a register that is no value?
pub const fn is_pinned(reg: Reg) -> bool {
    reg >= STACK
}

/// Where a value lives (HARP 4.5, "classes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// In a register.
    Word = 0,
    /// In a predicate.
    Predicate = 1,
}

/// What an instruction does that no operation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Calls a function. The registers of the caller may be others behind it, and so may predicates.
    Call {
        /// Its number in the kernel.
        function: u32,
        /// So many of [`Code::passed`] it reads.
        arguments: u8,
    },
    /// Puts a register into the frame, where the number says.
    Save(u8),
    /// It becomes several instructions when values have registers.
    Pseudo(Pseudo),
}

/// An instruction that becomes several when values have registers (HARP 4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pseudo {
    /// A predicate as 0 or 1.
    Zext,
    /// One of two values of a class.
    Select(Class),
    /// A constant predicate.
    Truth(bool),
}

impl Pseudo {
    /// Instructions that it becomes, without a guard.
    pub const fn length(self) -> u64 {
        match self {
            Pseudo::Zext | Pseudo::Select(_) => 3,
            Pseudo::Truth(value) => 1 + value as u64,
        }
    }
}

/// An instruction on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The predicate that must be true in a lane.
    pub guard: Option<Reg>,
    /// What it does.
    pub op: Op,
    /// The values, in the order of the format.
    pub regs: [Reg; 3],
    /// The number.
    pub number: i64,
    /// The predicate that a pseudo-instruction asks.
    pub on: Option<Reg>,
    /// May the value be anything in lanes whose guard is false? Then its old value is not kept for them.
    pub fresh: bool,
    /// What it does that `op` does not say.
    pub special: Option<Special>,
    /// What it means, if it is an access of the kernel's.
    pub reach: Option<Reach>,
    /// The branch of the kernel whose side it is part of: the innermost one that is straight code.
    pub owner: Option<u32>,
    /// The text it comes from.
    pub span: Span,
}

impl Line {
    /// An instruction without guard that belongs to what stands at a place of the text.
    pub const fn plain(op: Op, regs: [Reg; 3], number: i64, span: Span) -> Line {
        let (guard, on, special, reach, owner) = (None, None, None, None, None);
        Line { guard, op, regs, number, on, fresh: false, special, reach, owner, span }
    }

    /// The function that it calls.
    pub const fn callee(&self) -> Option<u32> {
        if let Some(Special::Call { function, .. }) = self.special { Some(function) } else { None }
    }

    /// What it does to the values of [`Line::regs`].
    fn kinds(&self) -> &'static [Kind] {
        match self.special {
            None => self.op.row().format.operands(),
            Some(Special::Call { .. } | Special::Save(_)) => &[],
            Some(Special::Pseudo(Pseudo::Zext)) => &[Kind::To],
            Some(Special::Pseudo(Pseudo::Truth(_))) => &[Kind::PredicateTo],
            Some(Special::Pseudo(Pseudo::Select(Class::Word))) => &[Kind::To, Kind::From, Kind::From],
            Some(Special::Pseudo(Pseudo::Select(Class::Predicate))) => {
                &[Kind::PredicateTo, Kind::PredicateFrom, Kind::PredicateFrom]
            }
        }
    }

    /// Does it only what its operation says, or is it a pseudo-instruction, so that a guard may stop it?
    pub const fn is_plain(&self) -> bool {
        matches!(self.special, None | Some(Special::Pseudo(_)))
    }

    /// Instructions that it is.
    pub const fn length(&self) -> u64 {
        if let Some(Special::Pseudo(pseudo)) = self.special { pseudo.length() } else { 1 }
    }

    /// How many values of [`Line::regs`] it has.
    pub fn count(&self) -> usize {
        self.kinds().iter().filter(|kind| **kind != Kind::Immediate).count()
    }

    /// The values in it, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Reg> {
        let count = self.count();
        self.regs[..count].iter_mut().chain(&mut self.guard).chain(&mut self.on)
    }

    /// Its values with what it does to them.
    pub fn operands(&self) -> impl Iterator<Item = (Kind, Reg)> {
        let kinds = self.kinds().iter().copied().filter(|kind| *kind != Kind::Immediate);
        kinds.zip(self.regs).chain(self.on.map(|on| (Kind::PredicateFrom, on)))
    }

    /// The value that it writes.
    pub fn written(&self) -> Option<Reg> {
        self.operands().find(|(kind, _)| matches!(kind, Kind::To | Kind::PredicateTo)).map(|(_, reg)| reg)
    }

    /// The values that it reads. One that it writes in some lanes alone is among them.
    pub fn read(&self) -> impl Iterator<Item = Reg> {
        let sources = self
            .operands()
            .filter(|(kind, _)| matches!(kind, Kind::From | Kind::PredicateFrom))
            .map(|(_, reg)| reg);
        let kept = self.written().filter(|_| self.guard.is_some() && !self.fresh);
        sources.chain(self.guard).chain(kept).filter(|reg| !is_pinned(*reg))
    }
}

/// How lanes that disagree on a branch are kept apart (HARP 4.15, "decision").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Not at all: the lanes agree.
    None,
    /// By `split` and `join`.
    Split,
    /// By guards, or by `split` and `join` where that cannot be.
    Predicate,
}

/// A branch of the kernel in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its number among the branches of the kernel.
    pub number: u32,
    /// Does the predicate hold where the condition of the kernel does not?
    pub turned: bool,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Goes on at a block.
    Jump(usize),
    /// Goes on at the first block in lanes whose predicate is true, else at the second.
    Branch {
        /// The predicate.
        on: Reg,
        /// Where it is true.
        yes: usize,
        /// Where it is false.
        no: usize,
        /// What is done about lanes that disagree.
        choice: Choice,
        /// Which branch of the kernel it is; `None` if the kernel has no such branch.
        site: Option<Site>,
    },
    /// All lanes but the first end; that one goes on at the address in a register.
    Leave(Reg),
    /// Goes back to who has called, by the link register.
    Return {
        /// Is the first of [`Code::passed`] the result?
        result: bool,
    },
    /// Goes to a function, by its number, which goes back to who has called this one.
    Tail(u32),
}

impl End {
    /// Where it goes on.
    pub fn targets(&self) -> impl Iterator<Item = usize> + use<> {
        let (one, other) = match *self {
            End::Jump(to) => (Some(to), None),
            End::Branch { yes, no, .. } => (Some(yes), Some(no)),
            End::Leave(_) | End::Return { .. } | End::Tail(_) => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// The value that it reads.
    pub fn read(&self) -> impl Iterator<Item = Reg> + use<> {
        let read = match *self {
            End::Branch { on, .. } => Some(on),
            End::Leave(link) => Some(link),
            End::Jump(_) | End::Return { .. } | End::Tail(_) => None,
        };
        read.into_iter().filter(|reg| !is_pinned(*reg))
    }

    /// Goes to another block wherever it went to this one.
    pub fn redirect(&mut self, from: usize, to: usize) {
        let change = |target: &mut usize| *target = if *target == from { to } else { *target };
        match self {
            End::Jump(target) => change(target),
            End::Branch { yes, no, .. } => [yes, no].into_iter().for_each(change),
            End::Leave(_) | End::Return { .. } | End::Tail(_) => {}
        }
    }
}

/// A straight run of instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The block whose `split` the `join` at the beginning belongs to.
    pub join: Option<usize>,
    /// In order of execution.
    pub lines: Vec<Line>,
    /// How it ends.
    pub end: End,
    /// The branch of the kernel whose side it is, or whose `join` it is for.
    pub owner: Option<u32>,
    /// The text that the end comes from.
    pub span: Span,
}

impl Block {
    /// One that does nothing but go on.
    pub const fn empty(to: usize, span: Span) -> Block {
        Block { join: None, lines: Vec::new(), end: End::Jump(to), owner: None, span }
    }
}

/// The code of a kernel. It begins with block 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// The class of each value.
    pub classes: Vec<Class>,
    /// The branches of the kernel that lie in a side of another one, each with that.
    pub inside: OrdMap<u32, u32>,
    /// Entries of the stack that each function takes, by its number, as far as they are known.
    pub needs: Vec<usize>,
    /// The registers that calls may change, from register 0 on, as values that have them (HARP 3.1, "caller-saved"): arguments are passed in
    /// them, and a result in the first. Empty without calls.
    pub passed: Vec<Reg>,
    /// Registers that a function gives back as it found them, and where in the frame they wait.
    pub saved: Vec<(u8, i64)>,
    /// Bytes that a function puts on the stack, where there is one.
    pub pushed: Option<u64>,
    /// Does it write to the console?
    pub has_console: bool,
}

impl Code {
    /// A new value.
    pub fn value(&mut self, class: Class) -> Reg {
        self.classes.push(class);
        self.classes.len() as Reg - 1
    }

    /// Has a value its register already?
    pub fn is_passed(&self, reg: Reg) -> bool {
        self.passed.contains(&reg)
    }

    /// A new block; its number.
    pub fn add(&mut self, block: Block) -> usize {
        self.blocks.push(block);
        self.blocks.len() - 1
    }

    /// The functions that it goes to, by their numbers.
    pub fn callees(&self) -> impl Iterator<Item = u32> {
        let tail = |block: &Block| if let End::Tail(function) = block.end { Some(function) } else { None };
        self.blocks
            .iter()
            .flat_map(move |block| block.lines.iter().filter_map(Line::callee).chain(tail(block)))
    }

    /// The branch of the kernel at the end of a block.
    pub fn site(&self, block: usize) -> Option<u32> {
        if let End::Branch { site, .. } = self.blocks[block].end {
            site.map(|site| site.number)
        } else {
            None
        }
    }

    /// A line is part of a side of a branch; if it is so of an inner one already, that lies in the side.
    pub fn own(&mut self, line: &mut Line, branch: u32) {
        match line.owner {
            None => line.owner = Some(branch),
            Some(inner) if inner != branch => _ = self.inside.entry(inner).or_insert(branch),
            Some(_) => {}
        }
    }

    /// The blocks as the analyses of the IR see them: their control flow alone.
    pub fn shape(&self) -> Vec<ir::Block> {
        let target = |block: usize| ir::Target { block: BlockId(block as u32), args: vec![] };
        let shape = |block: &Block| ir::Block {
            params: vec![],
            insts: vec![],
            term: match block.end {
                End::Jump(to) => Terminator::Jump(target(to)),
                End::Branch { yes, no, .. } => Terminator::Branch(ir::Value(0), target(yes), target(no)),
                End::Leave(_) | End::Return { .. } | End::Tail(_) => Terminator::Return(None),
            },
            term_span: block.span,
            unroll: None,
        };
        self.blocks.iter().map(shape).collect()
    }

    /// Its control flow.
    pub fn flow(&self) -> Cfg {
        Cfg::of(&self.shape())
    }

    /// The blocks that can be reached, in the order in which they are laid out: one goes on where its predicate is false, so that of two
    /// sides that meet again at once that one comes first (HARP 4.14, "if-else").
    pub fn order(&self) -> Vec<usize> {
        let mut shape = self.shape();
        for (shape, block) in shape.iter_mut().zip(&self.blocks) {
            if let (Terminator::Branch(_, yes, no), End::Branch { yes: first, no: second, .. }) =
                (&mut shape.term, block.end)
                && first != second
                && matches!((self.blocks[first].end, self.blocks[second].end), (End::Jump(a), End::Jump(b)) if a == b)
            {
                core::mem::swap(yes, no);
            }
        }
        Cfg::of(&shape).rpo.iter().map(|block| block.index()).collect()
    }

    /// Leads edges to blocks that do nothing on to where those lead, but where both ways of a branch would be one.
    pub fn skip(&mut self) {
        for at in 0..self.blocks.len() {
            let mut end = self.blocks[at].end;
            for target in end.targets() {
                let to = self.leads(target);
                let mut new = end;
                new.redirect(target, to);
                if !matches!(new, End::Branch { yes, no, .. } if yes == no) {
                    end = new;
                }
            }
            self.blocks[at].end = end;
        }
    }

    /// The first block from this one on that does something. Blocks that go round in a circle lead nowhere.
    fn leads(&self, block: usize) -> usize {
        let mut at = block;
        for _ in 0..self.blocks.len() {
            match self.blocks[at] {
                Block { join: None, ref lines, end: End::Jump(to), .. } if at != 0 && lines.is_empty() => {
                    at = to
                }
                _ => return at,
            }
        }
        block
    }
}
