//! Small kernels, one for each rule.

use super::*;
use crate::{
    image::Memory,
    ir::{
        Inst, InstId, Op, Space, Type, ValueDef, ValueInfo, interp, tests::random::program, text,
        verify::verify,
    },
    launch::Launch,
    opt,
    source::Span,
};

fn analyse(body: &str) -> (Kernel, Uniformity) {
    let kernel = text::parse(&alloc::format!("kernel k(x: ptr.global i32, n: i32) {{\n{body}\n}}")).unwrap();
    verify(&kernel).unwrap();
    let uniformity = Uniformity::new(&kernel, &Cfg::new(&kernel));
    (kernel, uniformity)
}

const V: fn(u32) -> Value = Value;
const B: fn(u32) -> BlockId = BlockId;

#[test]
fn c08_strides_follow_from_index_arithmetic() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 3
          v3: i32 = mul v0, v2
          v4: i32 = sub v1, v3
          v5: i64 = sext v4
          v6: i64 = const 2
          v7: i64 = shl v5, v6
          v8: ptr.global = arg 0
          v9: ptr.global = ptradd v8, v7
          v10: i32 = mul v0, v1
          v11: i32 = mul v0, v0
          v12: i32 = local_id 1
          v13: i32 = add v12, v1
          v14: i32 = xor v13, v1
          v15: i32 = load v9
          v16: i32 = load v8
          v17: i32 = group_id 0
          v18: bool = lt.s v0, v1
          return",
    );
    let shapes = (0..19).map(|v| u.shape(V(v)));
    let (uniform, varying, by) = (Shape::Uniform, Shape::Varying, |s| Shape::Affine(Some(s)));
    let expected = [
        by(1),
        uniform,
        uniform,
        by(3),
        by(-3),
        by(-3),
        uniform,
        by(-12),
        uniform,
        by(-12),
        Shape::Affine(None),
        varying,
        by(0),
        by(0),
        by(0),
        varying,
        uniform,
        uniform,
        varying,
    ];
    assert_eq!(shapes.collect::<Vec<_>>(), expected);
}

/// Behind the meeting point of a divergent branch everything is together again, but for what the ways have brought.
#[test]
fn c06_phi_rule() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = local_id 0
          v1: i32 = arg 1
          v2: i32 = const 1
          v3: bool = lt.s v0, v1
          branch v3, b1, b2
        b1:
          jump b3(v1, v1)
        b2:
          jump b3(v2, v1)
        b3(v4: i32, v5: i32):
          v6: i32 = add v5, v2
          v7: bool = lt.s v6, v2
          branch v7, b4, b5
        b4:
          jump b5
        b5:
          return",
    );
    assert_eq!(
        [u.shape(V(4)), u.shape(V(5)), u.shape(V(6))],
        [Shape::Varying, Shape::Uniform, Shape::Uniform]
    );
    assert_eq!([u.diverges(B(0)), u.diverges(B(3))], [true, false]);
    let convergent = [0, 1, 2, 3, 4, 5].map(|b| u.is_convergent(B(b)));
    assert_eq!(convergent, [true, false, false, true, true, true]);
}

/// A uniform branch chooses for all: the parameter stays uniform.
#[test]
fn uniform_branches_bring_uniform_values() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = arg 1
          v1: i32 = const 1
          v2: i32 = global_id 0
          v3: bool = lt.s v0, v1
          branch v3, b1, b2
        b1:
          jump b3(v0, v0)
        b2:
          jump b3(v1, v2)
        b3(v4: i32, v5: i32):
          return",
    );
    assert_eq!([u.shape(V(4)), u.shape(V(5))], [Shape::Uniform, Shape::Affine(None)]);
}

/// `for (i = 0; i < gid; i++)`: in each turn the counter is the same in all that are still there; behind the loop it is
/// not. Then a loop with a uniform end, whose counter is uniform behind it too.
#[test]
fn loops_that_are_left_in_different_turns() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 0
          v3: i32 = const 1
          jump b1(v2)
        b1(v4: i32):
          v5: bool = lt.s v4, v0
          branch v5, b2, b3
        b2:
          v6: i32 = add v4, v3
          v7: i32 = mul v6, v6
          jump b1(v6)
        b3:
          v8: i32 = add v4, v3
          jump b4(v2)
        b4(v9: i32):
          v10: bool = lt.s v9, v1
          branch v10, b5, b6
        b5:
          v11: i32 = add v9, v3
          jump b4(v11)
        b6:
          v12: i32 = add v9, v3
          return",
    );
    assert_eq!(u.shape(V(4)), Shape::Varying, "used behind the loop");
    assert_eq!(u.shape(V(8)), Shape::Varying);
    assert_eq!([u.shape(V(9)), u.shape(V(12))], [Shape::Uniform, Shape::Uniform]);
    assert_eq!([u.diverges(B(1)), u.diverges(B(4))], [true, false]);
    assert_eq!([1, 2, 3, 4, 5].map(|b| u.is_convergent(B(b))), [false, false, true, true, true]);
}

/// `do { while (…) f--; f--; } while (f > 0)` with one header: who has left the inner loop waits for the others with an older value.
#[test]
fn loops_that_begin_in_one_block_are_left_in_different_turns() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = const 0
          v2: i32 = const 1
          v3: i32 = const 24
          jump b1(v3, v1)
        b1(v4: i32, v5: i32):
          v6: bool = lt.s v5, v0
          v7: i32 = sub v4, v2
          branch v6, b2, b3
        b2:
          v8: i32 = add v5, v2
          jump b1(v7, v8)
        b3:
          v9: bool = lt.s v1, v7
          branch v9, b1(v7, v1), b4
        b4:
          v10: i32 = add v7, v2
          return",
    );
    assert_eq!([u.shape(V(7)), u.shape(V(9)), u.shape(V(10))], [Shape::Varying; 3]);
    assert_eq!([u.diverges(B(1)), u.diverges(B(3))], [true, true]);
}

/// `for (;;) { if (a) continue; …; if (b) break; }`: a stack of masks lets all come to `b` together, code under masks lets only those
/// come that do not go on.
#[test]
fn who_goes_on_is_waited_for_by_a_stack_and_not_by_a_mask() {
    const TEXT: &str = "b0:
          v0: i32 = global_id 0
          v1: i32 = const 0
          v2: i32 = const 1
          jump b1(v1, v1)
        b1(v3: i32, v4: i32):
          v5: bool = lt.s v4, v0
          v6: i32 = add v3, v2
          branch v5, b2, b3
        b2:
          v7: i32 = add v4, v2
          jump b4(v7)
        b3:
          v8: bool = lt.s v6, v2
          branch v8, b5, b6
        b5:
          jump b4(v1)
        b4(v9: i32):
          jump b1(v6, v9)
        b6:
          v10: i32 = add v6, v2
          return";
    let (kernel, stack) = analyse(TEXT);
    assert_eq!(stack.shape(V(9)), Shape::Uniform);
    assert_eq!((stack.shape(V(6)), stack.diverges(B(3))), (Shape::Varying, true), "of different turns");
    let mask = Uniformity::waiting(&kernel, &Cfg::new(&kernel), Waiting::ForTheTurn);
    assert_eq!(mask.shape(V(9)), Shape::Varying);
    assert_eq!((mask.shape(V(10)), mask.is_convergent(B(6))), (Shape::Varying, true));
}

/// What has no operands is the same in every turn: behind the loop too.
#[test]
fn a_constant_of_a_loop_is_uniform_behind_it() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v2: i32 = const 0
          jump b1(v2)
        b1(v4: i32):
          v1: i32 = arg 1
          v3: i32 = const 1
          v5: i32 = global_id 0
          v6: i32 = add v4, v3
          v7: bool = lt.s v6, v0
          branch v7, b1(v6), b2
        b2:
          v8: i32 = add v1, v3
          v9: i32 = add v5, v3
          return",
    );
    assert!(u.diverges(B(1)));
    assert_eq!([1, 3, 8].map(|value| u.shape(V(value))), [Shape::Uniform; 3]);
    assert_eq!([5, 9].map(|value| u.shape(V(value))), [Shape::Affine(Some(1)); 2]);
}

/// The same loop, but nobody looks at the counter afterwards: it stays uniform.
#[test]
fn a_counter_stays_uniform_among_those_that_count() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v2: i32 = const 0
          v3: i32 = const 1
          jump b1(v2)
        b1(v4: i32):
          v5: bool = lt.s v4, v0
          branch v5, b2, b3
        b2:
          v6: i32 = add v4, v3
          jump b1(v6)
        b3:
          return",
    );
    assert_eq!(u.shape(V(3)), Shape::Uniform);
    assert_eq!(u.shape(V(4)), Shape::Varying, "v5, the condition");
    assert!(u.diverges(B(1)));
}

/// Two ways of a divergent branch that both jump back: they meet at the loop's header.
#[test]
fn ways_may_meet_at_a_header() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 0
          v3: i32 = const 1
          v4: bool = lt.s v0, v1
          jump b1(v2, v2)
        b1(v5: i32, v6: i32):
          v7: bool = lt.s v5, v1
          branch v7, b2, b5
        b2:
          v8: i32 = add v5, v3
          branch v4, b3, b4
        b3:
          jump b1(v8, v3)
        b4:
          jump b1(v8, v1)
        b5:
          return",
    );
    assert_eq!(u.shape(V(6)), Shape::Varying);
    assert!(u.diverges(B(2)));
}

#[test]
fn memory_is_uniform_only_where_all_read_it_together() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = local_id 0
          v1: i32 = arg 1
          v2: ptr.global = arg 0
          v3: i32 = load v2
          v4: i32 = load.volatile v2
          v5: i32 = atomic.add v2, v1
          v6: bool = lt.s v0, v1
          branch v6, b1, b2
        b1:
          v7: i32 = load v2
          jump b2
        b2:
          v8: i32 = load v2
          return",
    );
    let shapes = [3, 4, 5, 7, 8].map(|v| u.is_uniform(V(v)));
    assert_eq!(shapes, [true, false, false, false, true]);
}

/// Makes every work-item store `value`, as soon as it has it, in its own word of the buffer.
fn watch(kernel: &Kernel, value: Value) -> Kernel {
    let mut kernel = kernel.clone();
    let (block, at) = match kernel.values[value.index()].def {
        ValueDef::BlockParam(block, _) => (block, 0),
        ValueDef::Inst(inst) => {
            let has = |block: &BlockId| kernel.blocks[block.index()].insts.contains(&inst);
            let block = kernel.block_ids().find(has).unwrap();
            let at = kernel.blocks[block.index()].insts.iter().position(|id| *id == inst).unwrap();
            (block, at + 1)
        }
    };
    let mut new = vec![];
    let mut add = |op: Op, ty: Option<Type>| {
        let inst = InstId(kernel.insts.len() as u32);
        let result = ty.map(|ty| {
            kernel.values.push(ValueInfo { ty, def: ValueDef::Inst(inst) });
            Value(kernel.values.len() as u32 - 1)
        });
        kernel.insts.push(Inst { op, result, span: Span::NONE });
        new.push(inst);
        result.unwrap_or(value)
    };
    let id = add(Op::WorkItem(crate::ir::WorkItem::GlobalId, 0), Some(Type::I32));
    let id = add(Op::Convert(crate::ir::Convert::ZExt, id), Some(Type::I64));
    let eight = add(Op::Const(8), Some(Type::I64));
    let bytes = add(Op::Binary(crate::ir::Binary::Mul, id, eight), Some(Type::I64));
    let out = add(Op::Arg(0), Some(Type::Ptr(Space::Global)));
    let ptr = add(Op::PtrAdd(out, bytes), Some(Type::Ptr(Space::Global)));
    add(Op::Store { ptr, value, volatile: false }, None);
    // The program's own output does not get in the way.
    for block in &mut kernel.blocks {
        let is_output = |op: &Op| match op {
            Op::Store { ptr, .. } => kernel.values[ptr.index()].ty == Type::Ptr(Space::Global),
            _ => false,
        };
        block.insts.retain(|id| !is_output(&kernel.insts[id.index()].op) || new.contains(id));
    }
    let insts = &mut kernel.blocks[block.index()].insts;
    let at = at.min(insts.len());
    insts.splice(at..at, new);
    kernel
}

/// What each of eight work-items in two groups has stored last.
fn last_values(kernel: &Kernel) -> Vec<u8> {
    verify(kernel).unwrap_or_else(|error| panic!("{error}"));
    let launch = Launch { global: [8, 1, 1], local: [4, 1, 1], ..Launch::default() };
    let mut memory = Memory::default();
    memory.allocate("out", 64, Type::I64, false, true);
    let args = [memory.buffers()[0].base];
    interp::run(kernel, &launch, &args, &mut memory, &interp::Limits::default()).unwrap();
    memory.copy_out(0, 0, 64)
}

/// What is said to be uniform where all run together has the same bits in all work-items of a group.
#[test]
fn random_programs_agree() {
    let mut checked = 0;
    for seed in 0..40 {
        let mut kernel = program(seed);
        (opt::promote::PASS.run)(&mut kernel);
        let cfg = Cfg::new(&kernel);
        let uniformity = Uniformity::new(&kernel, &cfg);
        for id in cfg.rpo.iter().copied().filter(|id| uniformity.is_convergent(*id)) {
            let block = &kernel.blocks[id.index()];
            let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
            for value in results.chain(block.params.iter().copied()) {
                let constant = kernel.constant(value).is_some();
                let ty = kernel.ty(value);
                if constant || ty == Type::Bool || !uniformity.is_uniform(value) {
                    continue;
                }
                let last = last_values(&watch(&kernel, value));
                let same = last.chunks(32).all(|group| group.chunks(8).all(|word| *word == group[..8]));
                assert!(same, "seed {seed}: v{} differs\n{}", value.0, text::print(&kernel));
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "only {checked} values to look at");
}

/// The ways of a divergent branch bring one value, a way of another branch brings another.
#[test]
fn c06_ways_that_bring_one_value_bring_nothing_of_themselves() {
    let body = |second: &str| {
        alloc::format!(
            "b0:
              v0: i32 = local_id 0
              v1: i32 = arg 1
              v2: i32 = const 2
              v3: bool = lt.s v1, v2
              branch v3, b1, b4(v1)
            b1:
              v4: bool = lt.s v0, v2
              branch v4, b2, b3
            b2:
              jump b4(v2)
            b3:
              jump b4({second})
            b4(v5: i32):
              return"
        )
    };
    let (_, same) = analyse(&body("v2"));
    assert_eq!((same.diverges(B(1)), same.shape(V(5))), (true, Shape::Uniform));
    let (_, other) = analyse(&body("v1"));
    assert_eq!(other.shape(V(5)), Shape::Varying);
}

/// A search: some leave the loop when they have found something, the others at its end, all with a constant.
#[test]
fn c06_ways_out_of_a_loop_meet_behind_it() {
    let body = |found: &str, next: &str| {
        alloc::format!(
            "b0:
              v0: i32 = local_id 0
              v1: i32 = arg 1
              v2: i32 = const 2
              v3: i32 = const 0
              jump b1(v3)
            b1(v4: i32):
              v5: bool = lt.s v4, v1
              branch v5, b2, b4(v3)
            b2:
              v6: bool = lt.s v0, v4
              branch v6, {found}, b3
            b3:
              v7: i32 = add v4, v2
              jump b1(v7)
            b4(v8: i32):
              return{next}"
        )
    };
    let (_, straight) = analyse(&body("b4(v2)", ""));
    assert_eq!((straight.diverges(B(1)), straight.shape(V(8))), (false, Shape::Varying));
    let (_, same) = analyse(&body("b4(v3)", ""));
    assert_eq!(same.shape(V(8)), Shape::Uniform);
    let (_, later) = analyse(&body("b5", "\nb5:\njump b4(v2)"));
    assert_eq!(later.shape(V(8)), Shape::Varying);
}

/// `for (;;) { k++; if (…) break; if (a) continue; barrier; if (k & 1 < n) break; }`: on a stack of masks those that have come to the barrier
/// wait there while others take more turns, so that what they count is of different turns behind it. Without the barrier each part of
/// them goes on by itself.
#[test]
fn c06_work_items_wait_at_barriers_too() {
    let body = |barrier: &str| {
        alloc::format!(
            "b0:
              v0: i32 = local_id 0
              v1: i32 = arg 1
              v2: i32 = const 1
              jump b1(v2)
            b1(v3: i32):
              v4: i32 = add v3, v2
              v5: bool = lt.s v1, v4
              branch v5, b5, b2
            b2:
              v6: bool = lt.s v0, v4
              branch v6, b1(v4), b3
            b3:
              {barrier}
              v7: i32 = and v4, v2
              v8: bool = lt.s v7, v1
              branch v8, b4, b5
            b4:
              jump b1(v4)
            b5:
              return"
        )
    };
    let (_, alone) = analyse(&body(""));
    assert_eq!(
        (alone.shape(V(7)), alone.diverges(B(2)), alone.diverges(B(3))),
        (Shape::Uniform, true, false)
    );
    let (_, met) = analyse(&body("barrier"));
    assert_eq!((met.shape(V(7)), met.diverges(B(3))), (Shape::Varying, true));
}
