//! The order of instructions: fewer chimes, and nothing else changes.

use lanescope_kit::kernels::{of_gallery, prepared};

use super::*;
use crate::isa::ArgNames;
use crate::{
    exec::Uses,
    isa::{Arg, Class, ClassNames, Form, VectorClass, Vtype},
    spec::{Chaining, Schedule},
    timing::{Record, convoys::convoys},
};

/// The program of a text.
fn program(source: &str, spec: &Spec) -> Program {
    generate(&prepared("test", source).0, spec, Patience::ENDLESS).unwrap()
}

fn both(source: &str, spec: &Spec) -> [Program; 2] {
    [Schedule::Program, Schedule::Convoys].map(|schedule| program(source, &Spec { schedule, ..spec.clone() }))
}

/// The vector instructions of each block, as the timing models see them with full vectors.
fn blocks(program: &Program) -> Vec<Vec<Record>> {
    let code = &program.code;
    let jumps = |form: Form| matches!(form, Form::Branch | Form::Jump);
    let mut starts: Vec<usize> = Vec::from([0, code.len()]);
    for (at, inst) in code.iter().enumerate().filter(|(_, inst)| jumps(inst.form)) {
        starts.extend([at + 1, at.wrapping_add_signed(inst.imm as isize / 4)]);
    }
    starts.sort_unstable();
    starts.dedup();
    let mut vtype = None;
    let mut record = |inst: &crate::isa::Inst| {
        if inst.has(Arg::Type11) {
            vtype = Vtype::from_bits(inst.imm as u64);
        }
        Record::new(inst.class(), 8, Uses::of(inst, vtype))
    };
    starts.windows(2).map(|range| code[range[0]..range[1]].iter().map(&mut record).collect()).collect()
}

fn chimes(program: &Program, spec: &Spec) -> Vec<usize> {
    blocks(program)
        .iter()
        .map(|records| convoys(records, spec).iter().filter(|c| !c.is_empty()).count())
        .collect()
}

/// The classes of the vector instructions.
fn classes(program: &Program) -> Vec<Class> {
    program.code.iter().map(|inst| inst.class()).filter(|class| class.is_vector()).collect()
}

const FOUR_PRODUCTS: &str = "__kernel void k(__global const float *a, __global float *c, float s, int n) {
    int i = get_global_id(0);
    float p = a[i], q = a[i + n], r = a[i + 2 * n], t = a[i + 3 * n];
    c[i] = p * s + q * s + r * s + t * s;
}";

/// As in exercise 4.6: with one unit of each kind every load goes along with a product, and then a sum, and no order has
/// fewer chimes than there are accesses: five. In the order of the text the loads come first, and only the last of them
/// goes along with a product; the three other products, with a sum each, are chimes of their own.
#[test]
fn reordering_pairs_each_load_with_its_computation() {
    let spec = Spec::default();
    let [before, after] = both(FOUR_PRODUCTS, &spec);
    let sum = |program: &Program| chimes(program, &spec).iter().sum::<usize>();
    assert_eq!(classes(&before)[..4], [Class::VLoad; 4]);
    assert_eq!(sum(&before), 3 + 4);
    let pairs = [
        Class::VFpMul,
        Class::VLoad,
        Class::VFpMul,
        Class::VFpAdd,
        Class::VLoad,
        Class::VFpMul,
        Class::VFpAdd,
        Class::VLoad,
        Class::VFpMul,
        Class::VFpAdd,
        Class::VStore,
    ];
    assert_eq!(classes(&after)[0], Class::VLoad);
    assert_eq!(classes(&after)[1..], pairs);
    assert_eq!(sum(&after), 5);
}

/// Without chaining the second load could go along with the first product, if it may pass the store.
#[test]
fn a_load_passes_a_store_only_in_another_kind_of_memory() {
    let text = |space: &str| {
        format!(
            "__kernel void k(__global const float *a, __global float *b, {space} float *c, float s) {{
                int i = get_global_id(0);
                c[i] = a[i] * s;
                b[i] = b[i] * s;
            }}"
        )
    };
    let spec = Spec { chaining: Chaining::None, ..Spec::default() };
    let order = |space| {
        let accesses = classes(&program(&text(space), &spec)).into_iter();
        accesses.filter(|class| *class != Class::VFpMul).take(4).collect::<Vec<_>>()
    };
    assert_eq!(order("__global"), [Class::VLoad, Class::VStore, Class::VLoad, Class::VStore]);
    assert_eq!(order("__local"), [Class::VLoad, Class::VLoad, Class::VStore, Class::VStore]);
}

/// Machines whose convoys differ.
fn machines() -> Vec<Spec> {
    Vec::from([
        Spec::default(),
        Spec { chaining: Chaining::None, ..Spec::default() },
        Spec { chaining: Chaining::Fixed, ..Spec::default() },
        Spec { memory_units: 3, fp_add_units: 2, ..Spec::default() },
        Spec { lmul: 1, ..Spec::default() },
    ])
}

/// Every block of every kernel of the gallery has no more chimes than in program order, no more stack and no shorter vectors.
#[test]
fn no_block_of_the_gallery_gets_more_chimes() {
    let mut saved = 0;
    for (name, source) in of_gallery() {
        for spec in machines() {
            let [before, after] = both(source, &spec);
            let stack = |program: &Program| program.kernel.as_ref().map(|needs| needs.stack_bytes);
            assert!(stack(&after) <= stack(&before), "{name}");
            let lmul = |program: &Program| {
                let types = program.code.iter().filter(|inst| inst.has(Arg::Type11));
                types.map(|inst| inst.imm).collect::<alloc::collections::BTreeSet<_>>()
            };
            assert_eq!(lmul(&after), lmul(&before), "{name}");
            let (before, after) = (chimes(&before, &spec), chimes(&after, &spec));
            assert_eq!(before.len(), after.len(), "{name}");
            for (block, (before, after)) in before.iter().zip(&after).enumerate() {
                assert!(after <= before, "{name}, block {block}: {after} chimes, not {before}");
                saved += before - after;
            }
        }
    }
    assert!(saved > 0);
}

/// Who compiles may be stopped: at the beginning, and in front of each piece that is scheduled.
#[test]
fn a_compiler_that_is_stopped_says_so() {
    let (kernel, _) = prepared("test", FOUR_PRODUCTS);
    let asked = core::cell::Cell::new(0);
    let after = |most: u32| {
        asked.set(0);
        let go_on = || asked.replace(asked.get() + 1) < most;
        let spec = Spec { schedule: Schedule::Convoys, ..Spec::default() };
        generate(&kernel, &spec, Patience(&go_on)).map(|_| ()).map_err(|error| error.code.into_owned())
    };
    assert_eq!(after(u32::MAX), Ok(()));
    let all = asked.get();
    assert!(all > 2, "{all}");
    for most in 0..all {
        assert_eq!(after(most), Err("limit::stopped".into()), "{most}");
    }
}
