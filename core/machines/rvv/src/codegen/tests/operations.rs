//! Every operation of the IR on every type that the verifier lets pass, with operands that are the same in all elements,
//! that grow from element to element, that are constant, and that are anything.

use alloc::{string::ToString, vec};

use lanescope_parts::{
    base::rng::Rng,
    ir::{
        AtomicOp, Binary, Compare, Convert, Math, Op, Param, Space, Terminator, Type, Unary, Value, WorkItem,
        build::Builder,
    },
    source::Span,
};

use super::*;

const PTR: Type = Type::Ptr(Space::Global);
const TYPES: [Type; 9] =
    [Type::Bool, Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64, PTR];
/// Bytes of each work-item: operands, then results.
const ITEM: u64 = 512;
const RESULTS: u64 = 64;
const LAUNCH: [u32; 3] = [20, 1, 1];

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operand {
    Any,
    Same,
    Growing,
    Constant,
}

/// Makes an operation of its operands.
type Make = alloc::boxed::Box<dyn Fn(&[Value]) -> Op>;

/// An operation with the types of its operands and its result.
struct Case {
    name: String,
    make: Make,
    operands: Vec<Type>,
    result: Type,
}

fn case(name: &str, operands: &[Type], result: Type, make: impl Fn(&[Value]) -> Op + 'static) -> Case {
    let name = format!("{name} {operands:?} -> {result:?}");
    Case { name, make: alloc::boxed::Box::new(make), operands: operands.to_vec(), result }
}

/// Every operation on values with every choice of types, whether there is such a thing or not.
fn cases() -> Vec<Case> {
    let mut cases = vec![];
    for ty in TYPES {
        for op in Unary::ALL {
            cases.push(case(op.name(), &[ty], ty, |v| Op::Unary(*op, v[0])));
        }
        for op in Binary::ALL {
            cases.push(case(op.name(), &[ty; 2], ty, |v| Op::Binary(*op, v[0], v[1])));
        }
        for op in Compare::ALL {
            cases.push(case(op.name(), &[ty; 2], Type::Bool, |v| Op::Compare(*op, v[0], v[1])));
        }
        for op in Math::ALL {
            cases.push(case(op.name(), &vec![ty; op.arity()], ty, |v| Op::Math(*op, v.to_vec())));
        }
        for op in Convert::ALL {
            cases.extend(TYPES.map(|to| case(op.name(), &[ty], to, |v| Op::Convert(*op, v[0]))));
        }
        for op in AtomicOp::ALL.iter().filter(|op| (**op == AtomicOp::FAdd) == ty.is_float()) {
            if matches!(ty, Type::I32 | Type::I64 | Type::F32 | Type::F64) {
                cases.push(case(op.name(), &[PTR, ty], ty, |v| Op::Atomic(*op, v[0], v[1])));
            }
        }
        if matches!(ty, Type::I32 | Type::I64) {
            cases.push(case("cmpxchg", &[PTR, ty, ty], ty, |v| Op::CompareExchange(v[0], v[1], v[2])));
        }
        cases.push(case("select", &[Type::Bool, ty, ty], ty, |v| Op::Select(v[0], v[1], v[2])));
        cases.push(case("fma", &[ty; 3], ty, |v| Op::Fma(v[0], v[1], v[2])));
        cases.push(case("ptradd", &[PTR, Type::I64], PTR, |v| Op::PtrAdd(v[0], v[1])));
        cases.push(case("load", &[PTR], ty, |v| Op::Load { ptr: v[0], volatile: false }));
    }
    cases
}

fn param(name: &str) -> Param {
    Param::new(name, PTR, Type::I64)
}

/// Writes the kernel of a case.
struct Author {
    builder: Builder,
    /// The work-item's part of the buffer, and what all read.
    part: Value,
    common: Value,
    id: Value,
}

impl Author {
    fn new() -> Author {
        let kernel =
            Kernel { name: "k".into(), params: vec![param("data"), param("common")], ..Kernel::default() };
        let mut builder = Builder::new(kernel);
        let data = builder.emit(Op::Arg(0), PTR, Span::NONE);
        let common = builder.emit(Op::Arg(1), PTR, Span::NONE);
        let id = builder.emit(Op::WorkItem(WorkItem::GlobalId, 0), Type::I32, Span::NONE);
        let wide = builder.emit(Op::Convert(Convert::SExt, id), Type::I64, Span::NONE);
        let size = builder.constant(ITEM, Type::I64, Span::NONE);
        let offset = builder.emit(Op::Binary(Binary::Mul, wide, size), Type::I64, Span::NONE);
        let part = builder.emit(Op::PtrAdd(data, offset), PTR, Span::NONE);
        Author { builder, part, common, id }
    }

    fn emit(&mut self, op: Op, ty: Type) -> Value {
        self.builder.emit(op, ty, Span::NONE)
    }

    fn at(&mut self, base: Value, offset: u64) -> Value {
        let offset = self.builder.constant(offset, Type::I64, Span::NONE);
        self.emit(Op::PtrAdd(base, offset), PTR)
    }

    /// A value of memory: an address lies in the same part, at a multiple of 8.
    fn load(&mut self, base: Value, offset: u64, ty: Type) -> Value {
        let ptr = self.at(base, offset);
        let load = Op::Load { ptr, volatile: false };
        match ty {
            Type::Bool => {
                let (byte, one) = (self.emit(load, Type::I8), self.builder.constant(1, Type::I8, Span::NONE));
                let bit = self.emit(Op::Binary(Binary::And, byte, one), Type::I8);
                self.emit(Op::Compare(Compare::Eq, bit, one), Type::Bool)
            }
            PTR => {
                let (any, mask) =
                    (self.emit(load, Type::I64), self.builder.constant(56, Type::I64, Span::NONE));
                let offset = self.emit(Op::Binary(Binary::And, any, mask), Type::I64);
                self.emit(Op::PtrAdd(base, offset), PTR)
            }
            ty => self.emit(load, ty),
        }
    }

    /// An operand; `None` if there is none of this shape.
    fn operand(&mut self, at: usize, ty: Type, shape: Operand) -> Option<Value> {
        let offset = 8 * at as u64;
        match shape {
            Operand::Any => Some(self.load(self.part, offset, ty)),
            Operand::Same => Some(self.load(self.common, offset, ty)),
            Operand::Growing => match ty {
                Type::I8 | Type::I16 => Some(self.emit(Op::Convert(Convert::Trunc, self.id), ty)),
                Type::I32 => Some(self.id),
                Type::I64 => Some(self.emit(Op::Convert(Convert::SExt, self.id), ty)),
                PTR => Some(self.part),
                _ => None,
            },
            Operand::Constant => {
                let bits = match ty {
                    PTR => return None,
                    Type::Bool => 1,
                    Type::F16 => 0x4100,
                    Type::F32 => 0x4020_0000,
                    Type::F64 => 0x4004_0000_0000_0000,
                    _ => 5,
                };
                Some(self.builder.constant(bits, ty, Span::NONE))
            }
        }
    }

    /// Keeps a result at the next place.
    fn keep(&mut self, value: Value, ty: Type, place: &mut u64) {
        let value = match ty {
            Type::Bool => self.emit(Op::Convert(Convert::ZExt, value), Type::I8),
            _ => value,
        };
        let ptr = self.at(self.part, RESULTS + 8 * *place);
        self.builder.effect(Op::Store { ptr, value, volatile: false }, Span::NONE);
        *place += 1;
    }
}

/// The kernel of a case; `None` if there is no such operation.
fn kernel(case: &Case) -> Option<Kernel> {
    use self::Operand::*;
    let touches = case.operands.first() == Some(&PTR) && !case.name.starts_with("ptradd");
    let mut author = Author::new();
    let mut place = 0;
    let shapes: &[Operand] =
        if case.operands.len() < 3 { &[Any, Same, Growing, Constant] } else { &[Any, Same, Constant] };
    for choice in 0..shapes.len().pow(case.operands.len() as u32) {
        let shape = |at: usize| shapes[choice / shapes.len().pow(at as u32) % shapes.len()];
        // Atomics go to the work-item's own part: nobody else changes it.
        if touches && shape(0) == Same && !case.name.starts_with("load") {
            continue;
        }
        let operands = case.operands.iter().enumerate().map(|(at, ty)| author.operand(at, *ty, shape(at)));
        let Some(operands) = operands.collect::<Option<Vec<Value>>>() else { continue };
        let result = author.emit((case.make)(&operands), case.result);
        author.keep(result, case.result, &mut place);
    }
    author.builder.terminate(Terminator::Return(None), Span::NONE);
    let kernel = author.builder.kernel;
    verify(&kernel).is_ok().then_some(kernel)
}

/// Numbers of all sizes, small ones more often.
fn fill(rng: &mut Rng, bytes: u64) -> Vec<u8> {
    let mut number = || match rng.below(4) {
        0 => rng.below(8),
        1 => rng.next_u64() >> rng.below(64),
        2 => (rng.next_u64() as i64 >> rng.below(64)) as u64,
        // Floats that other types of floats and integers can hold.
        _ => 0x4060_0000_0000_0000 + (rng.below(256) << 45),
    };
    (0..bytes / 8).flat_map(|_| number().to_le_bytes()).collect()
}

#[test]
fn every_operation_on_every_type_is_that_of_the_interpreter() {
    let launch = Launch { global: LAUNCH, local: [10, 1, 1], ..Launch::default() };
    let mut rng = Rng::new(1);
    let mut names = alloc::collections::BTreeSet::new();
    for case in cases() {
        let Some(kernel) = kernel(&case) else { continue };
        names.extend(case.name.split(' ').next().map(ToString::to_string));
        let mut memory = Memory::default();
        let sizes = [("data", u64::from(LAUNCH[0]) * ITEM), ("common", RESULTS)];
        let args = sizes.map(|(name, bytes)| {
            let buffer = memory.allocate(name, bytes, Type::I64, false, true);
            memory.copy_in(buffer, &fill(&mut rng, bytes));
            memory.buffers()[buffer].base
        });
        let start = Start { launch: &launch, args: &args, local_args: &[false; 2], memory: &memory };
        differ(&case.name, &kernel, &start);
    }
    let operations =
        [Unary::ALL.len(), Binary::ALL.len(), Compare::ALL.len(), Math::ALL.len(), Convert::ALL.len()];
    // And select, fma, ptradd, load, cmpxchg, and the atomics whose names are not those of other operations.
    assert!(names.len() > operations.iter().sum::<usize>() + 5, "{names:?}");
}
