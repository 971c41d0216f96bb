//! What the text of a kernel says of a halt: which buffer an access was meant for, that data were made up, and whether
//! work-items that go on by themselves would come to an end.

use alloc::{format, string::String, vec::Vec};

use super::facade::Session;
use crate::{
    base::map::OrdSet,
    halt::{Halt, Place},
    image::{Fault, FaultKind},
    ir::{
        Code, Kernel, Op, Space, Value, ValueDef,
        interp::{Interpreter, Limits},
    },
    opt::meeting,
    source::Span,
};

/// The steps of a run of the reference, and its end.
pub(super) type Reference = (u64, Result<(), Halt>);

/// Steps of the reference within which a kernel is to end that a machine has found to be in a deadlock.
const STEPS: u64 = 1 << 24;

impl Session {
    /// Names the buffer that a fault out of bounds was meant for, if the kernel says it: what lies nearest may be another. One that stands for
    /// a work-item at another barrier than the others becomes what it is.
    pub(super) fn with_origin(&self, halt: &Halt, span_of: impl Fn(u32) -> Span) -> Halt {
        let named = || {
            let Halt::Fault { fault, at } = halt else { return None };
            if let Some(unmet) = self.unmet(fault, at, &span_of) {
                return Some(unmet);
            }
            if fault.kind != FaultKind::OutOfBounds || fault.space != Space::Global {
                return None;
            }
            let span = if at.span.is_none() { span_of(at.pc?) } else { at.span };
            // What the optimiser has made of it says more, if it has kept the place.
            let (written, optimised) = self.prepared.kernel.as_ref()?;
            let at_span = |kernel| origin(kernel, span, fault.write);
            let param = written.params.get(at_span(optimised).or_else(|| at_span(written))? as usize)?;
            let buffer = self.outcome()?.buffers().iter().find(|buffer| buffer.name == param.name)?;
            let near = Some((buffer.name.clone(), fault.address.wrapping_sub(buffer.base)));
            let fault = Fault { near, ..fault.clone() };
            Some(Halt::Fault { fault, at: at.clone() })
        };
        named().unwrap_or_else(|| halt.clone())
    }

    /// The halt of a work-item that waits at another barrier than others of its group, if a fault is one.
    fn unmet(&self, fault: &Fault, at: &Place, span_of: impl Fn(u32) -> Span) -> Option<Halt> {
        let (written, _) = self.prepared.kernel.as_ref()?;
        let span = if at.span.is_none() { span_of(at.pc?) } else { at.span };
        meeting::is_unmet(written, fault, span).then(|| {
            let others = "others of its group wait at another one";
            let reason = match self.reference() {
                Some((_, Err(Halt::Barrier { reason, .. }))) => {
                    format!("{others}. In the reference {reason}")
                }
                _ => others.into(),
            };
            Halt::Barrier { reason, at: at.clone() }
        })
    }

    /// What else there is to say of a halt.
    pub(super) fn reason(&self, halt: &Halt) -> Option<String> {
        match halt {
            Halt::Fault { .. } => {
                let names: Vec<String> =
                    self.prepared.filled.iter().map(|name| format!("`{name}`")).collect();
                let made = format!(
                    "Nothing says what is in {}: the laboratory has filled it in with numbers of its own, which may be none that the kernel expects.",
                    names.join(", ")
                );
                (!names.is_empty()).then_some(made)
            }
            Halt::Deadlock { .. } => Some(match self.ends()? {
                true => "In the reference, where each work-item goes on by itself, the kernel ends: so it is lock-step, or the order in which this machine takes work-items, that keeps back what the loop waits for (SIMT deadlock).".into(),
                false => format!(
                    "In the reference, where each work-item goes on by itself, it does not end either ({STEPS} steps): so nobody does what the loop waits for, and the machine is not to blame."
                ),
            }),
            Halt::Barrier { .. } | Halt::Lanes { .. } | Halt::Limit { .. } | Halt::Illegal { .. } => None,
        }
    }

    /// Does the reference come to an end within some steps? `None` if there is none, or it halts.
    fn ends(&self) -> Option<bool> {
        match self.reference()? {
            (_, Ok(())) => Some(true),
            (steps, Err(Halt::Limit { .. })) if *steps >= STEPS => Some(false),
            (_, Err(_)) => None,
        }
    }

    /// How a run of the reference ends, if there is one. It is made once.
    fn reference(&self) -> Option<&Reference> {
        self.ends.get_or_init(|| self.run_reference()).as_ref()
    }

    fn run_reference(&self) -> Option<Reference> {
        let (kernel, _) = self.prepared.kernel.as_ref()?;
        let (bound, _) = self.bind().ok()?;
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let mut run = Interpreter::new(kernel, &bound.launch, &bound.args, bound.memory, &limits).ok()?;
        let end = run.advance(u64::MAX).map(drop);
        Some((run.stats().steps, end))
    }
}

/// The parameter that the addresses of all accesses at a place of the text are made of; `None` if there are several, or if one
/// comes from elsewhere.
fn origin(kernel: &Kernel, span: Span, write: bool) -> Option<u32> {
    let codes: Vec<Code> = kernel.codes().collect();
    let mut work: Vec<(usize, Value)> = Vec::new();
    for (at, code) in codes.iter().enumerate() {
        let pointers = code.listed().filter(|inst| inst.span == span).filter_map(|inst| match &inst.op {
            Op::Load { ptr, .. } if !write => Some(*ptr),
            Op::Store { ptr, .. } if write => Some(*ptr),
            Op::Atomic(_, ptr, _) | Op::CompareExchange(ptr, ..) => Some(*ptr),
            _ => None,
        });
        work.extend(pointers.map(|ptr| (at, ptr)));
    }
    let (mut seen, mut found) = (OrdSet::default(), None);
    while let Some((at, value)) = work.pop() {
        if !seen.insert((at, value)) {
            continue;
        }
        match codes[at].values[value.index()].def {
            ValueDef::Inst(inst) => match &codes[at].inst(inst).op {
                Op::Arg(param) if found.is_none_or(|known| known == *param) => found = Some(*param),
                Op::PtrAdd(base, _) => work.push((at, *base)),
                Op::Select(_, a, b) => work.extend([(at, *a), (at, *b)]),
                Op::Param(param) => {
                    for (caller, code) in codes.iter().enumerate() {
                        let given = calls(*code, at).filter_map(|args| args.get(*param as usize));
                        work.extend(given.map(|value| (caller, *value)));
                    }
                }
                _ => return None,
            },
            ValueDef::BlockParam(block, param) => {
                let targets = codes[at].blocks.iter().flat_map(|block| block.term.targets());
                let given = targets.filter(|target| target.block == block);
                work.extend(given.filter_map(|target| target.args.get(param as usize)).map(|arg| (at, *arg)));
            }
        }
    }
    found
}

/// The arguments of the calls of a function, by its place among the codes.
fn calls<'k>(code: Code<'k>, function: usize) -> impl Iterator<Item = &'k [Value]> {
    code.listed().filter_map(move |inst| match &inst.op {
        Op::Call(callee, args) if callee.index() + 1 == function => Some(&args[..]),
        _ => None,
    })
}
