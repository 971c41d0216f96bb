//! Forms of instructions: numbers, comparisons, choices, classes of branches, what is refused.

use lanescope_parts::{
    analysis::uniformity::Uniformity,
    codegen::classify::{Classes, Static},
    ir::{Terminator, cfg::Cfg},
    machines::{Halt, given::Given},
    source::Span,
};

use super::*;
use crate::{
    asm::print_instruction,
    codegen::emit::pieces,
    isa::{Arch, Decoded, Op},
};

#[test]
fn w22_large_immediates() {
    let arch = Arch::parse("4w8/8/16/16").expect("an ArchID");
    assert_eq!(pieces(arch, 0x1234_5678), [(Op::Ldi, 37282), (Op::Shli, 13), (Op::Ori, 0x1678)]);
    assert_eq!(pieces(arch, 0x40000), [(Op::Ldi, 32), (Op::Shli, 13)]);
    assert_eq!(pieces(arch, 0x3ffff), [(Op::Ldi, 0x3ffff)]);
    assert_eq!(pieces(arch, i64::from(i32::MIN)), [(Op::Ldi, -262_144), (Op::Shli, 13)]);
    let long = Arch::parse("8w32/32/16/16").expect("an ArchID");
    assert_eq!(pieces(long, i64::MIN), [(Op::Ldi, -(1 << 46)), (Op::Shli, 17)]);
}

/// The instructions of the kernel itself: what a text has more than one without its statement.
fn added(statement: &str, exact: bool) -> Vec<Op> {
    let ops = |statement: &str| {
        let source = format!(
            "__kernel void k(__global int *y, int a, int b) {{ uint u = a, v = b; y[0] = a; y[1] = b; {statement} }}"
        );
        let mut spec = spec("4w16/8/16/16", "sj");
        spec.set("exact_compare", if exact { "on" } else { "off" }).expect("a setting");
        let program = Harp::compile(&Given::new(&kernels(&source).1, &spec)).expect("a program");
        let arch = program.arch.complete().expect("an ArchID");
        let tests = program.places.iter().filter_map(|placed| {
            match arch.decode(&program.bytes[placed.at as usize..]) {
                Decoded::Instruction(one, _) => Some(one.op),
                _ => None,
            }
        });
        tests.collect::<Vec<Op>>()
    };
    let (with, mut without) = (ops(statement), ops(""));
    let is_new = |op: &Op| {
        let at = without.iter().position(|old| old == op);
        at.map(|at| without.remove(at)).is_none()
    };
    with.into_iter().filter(is_new).collect()
}

/// The instructions of a comparison beside the branch, which skips the body on the inverse: for `a < b` 2 as in the thesis, 6 and 7 where the
/// difference may overflow; `<=` needs no `notp`.
#[test]
fn w23_comparison_lowering_counts() {
    let tests = |condition: &str, exact| {
        let ops = added(&format!("if ({condition}) y[2] = a;"), exact);
        let around = [Op::Split, Op::Jmpi, Op::Join, Op::St];
        ops.into_iter()
            .filter(|op| !around.contains(op) && !matches!(op, Op::Ld | Op::Ldi | Op::Addi))
            .collect::<Vec<Op>>()
    };
    assert_eq!(tests("a == b", true), [Op::Sub, Op::Rtop]);
    assert_eq!(tests("a < b", false), [Op::Sub, Op::Isneg]);
    assert_eq!(tests("a <= b", false), [Op::Sub, Op::Isneg]);
    assert_eq!(tests("a < b", true).len(), 6);
    assert_eq!(tests("u < v", true).len(), 7);
}

/// The difference of 0x7fffffff and -1 is negative, and 0x7fffffff is not less than -1.
#[test]
fn w23_the_exact_form_is_right_where_the_difference_overflows() {
    let source = "__kernel void k(__global int *y, int a, int b) { y[0] = a < b; }";
    let (_, kernel) = kernels(source);
    let args = [ints([7]), Arg::Scalar(0x7fff_ffff), Arg::Scalar(0xffff_ffff)];
    let bound = bound(&kernel, [1, 1, 1], [1, 1, 1], &args);
    for (exact, found) in [("on", 0), ("off", 1)] {
        let mut spec = spec("4w8/8/16/16", "sj");
        spec.set("exact_compare", exact).expect("a setting");
        let run = run(&kernel, &bound, &spec).expect("a run");
        assert_eq!(run.memory().copy_out(0, 0, 4), [found, 0, 0, 0]);
    }
}

/// `if (a != b)` skips its body by one jump where `a - b` is zero; there is no second one over it.
#[test]
fn a_branch_jumps_over_its_body() {
    let ops = added("if (a != b) y[2] = a;", true);
    assert_eq!(ops.iter().filter(|op| **op == Op::Jmpi).count(), 1, "{ops:?}");
    assert!(ops.contains(&Op::Iszero), "{ops:?}");
}

/// Classes of the only branch of a kernel whose condition is given. The place of a warp is that of a group of its size.
fn class(condition: &str) -> Static {
    let source = format!(
        "__kernel void k(__global int *y, __global const int *a, int n) {{ int l = get_local_id(0), w = get_group_id(0);
         if ({condition}) y[get_global_id(0)] = 1; }}"
    );
    let (_, kernel) = kernels(&source);
    let classes = Classes::new(&kernel, Uniformity::new(&kernel, &Cfg::new(&kernel)));
    let branches = kernel
        .block_ids()
        .filter(|block| matches!(kernel.blocks[block.index()].term, Terminator::Branch(..)));
    let found: Vec<Static> = branches.map(|block| classes.of(&kernel, block)).collect();
    assert_eq!(found.len(), 1, "{condition}");
    found[0]
}

/// Rows 1 to 3, 5 to 7 and 9. A load at an address that is the same for the group is the same for its lanes, so that row 4 is
/// unanimous here: the analysis of the IR proves more than Algorithm 6.
#[test]
fn w24_static_classification() {
    use Static::{Indeterminate, Nonunanimous, Unanimous};
    for (condition, expected) in [
        ("w < 4", Unanimous),
        ("l == 0", Nonunanimous),
        ("a[l] > 0", Indeterminate),
        ("a[w] > 0", Unanimous),
        ("n > 10", Unanimous),
        ("w * 16 + l < n", Nonunanimous),
        ("l < 100", Nonunanimous),
        ("a[l] > l", Indeterminate),
    ] {
        assert_eq!(class(condition), expected, "{condition}");
    }
}

/// What a closure has captured is known as it is where it was captured: a branch on it is one on which lanes agree.
#[test]
fn captured_variables_are_classified_by_what_they_hold() {
    let source = "__global__ void k(int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, m = n;
    auto f = [&](int v) { if (m > 3) v += y[m]; m++; return v; };
    for (int t = 0; t < n; t++) y[i] = f(y[i]);
}";
    let (_, kernel) = kernels(source);
    let program = Harp::compile(&Given::new(&kernel, &spec("4w8/8/16/16", "static"))).expect("a program");
    let branches = &program.entry.as_deref().expect("a kernel").branches;
    assert!(branches.len() >= 2 && branches.iter().all(|one| one.class == Static::Unanimous), "{branches:?}");
}

/// Executed `split`s show the choice: `static` has none where lanes agree or their place decides, `sj` has one at each branch.
#[test]
fn policies_choose_between_splitting_and_guarding() {
    let source = "__kernel void k(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), l = get_local_id(0), r = 0;
        if (n > 3) r += x[0] * 3 + y[i]; 
        if (l < 7) r += y[i] * 5 + x[1]; else r -= x[2] ^ y[i];
        if (x[i] > 0) r ^= x[i] + y[i];
        y[i] = r;
    }";
    let args = [ints(0..32), ints((0..32).map(|at| at % 3 - 1)), Arg::Scalar(9)];
    let splits = |policy| {
        core(&same(source, ([32, 1, 1], [16, 1, 1]), &args, "4w8/8/16/16", policy)).executed(Op::Split)
    };
    assert_eq!(["sj", "static", "pred"].map(splits), [6, 2, 0]);
}

/// Without divergence management a branch on which lanes agree runs, and one on which they do not is interrupt 4.
#[test]
fn the_policy_none_traps_where_lanes_disagree() {
    let source = |condition: &str| {
        format!(
            "__kernel void k(__global int *y, int n) {{ int i = get_global_id(0); if ({condition}) y[i] = 5 * i + n; }}"
        )
    };
    let args = [ints(0..32), Arg::Scalar(9)];
    same(&source("n > 3"), ([32, 1, 1], [16, 1, 1]), &args, "4w8/8/16/16", "none");
    let (_, kernel) = kernels(&source("i > 3"));
    let bound = bound(&kernel, [32, 1, 1], [16, 1, 1], &args);
    let error = run(&kernel, &bound, &spec("4w8/8/16/16", "none")).expect_err("a trap");
    assert!(error.contains("interrupt 4 (divergent branch)"), "{error}");
}

/// The loop of W36: lanes turn 3, 1, 4 and 2 times, the warp as often as the slowest, and asks once more.
#[test]
fn w36_a_loop_runs_as_often_as_its_slowest_lane() {
    let source = "__kernel void k(__global int *y, __global const int *x) {
        int i = get_global_id(0), r = 0;
        for (int k = 0; k < x[i]; k++) r += 10 + k;
        y[i] = r;
    }";
    let run = same(source, ([4, 1, 1], [4, 1, 1]), &[ints([0; 4]), ints([3, 1, 4, 2])], "4w8/8/4/1", "sj");
    // `lane_or` reads the word of the warp once in each turn: those of the four turns, and the one in which nobody is left.
    let turns = core(&run).executed(Op::Split);
    assert_eq!(turns, 2 * 5, "the turn for lanes that are in it, and the test whether one leaves");
}

#[test]
fn what_cannot_be_compiled_is_refused_by_name() {
    let refused = |source: &str, arch: &str, policy: &str| {
        let error = Harp::compile(&Given::new(&kernels(source).1, &spec(arch, policy))).expect_err(source);
        let at = error.labels.first().map_or(Span::NONE, |label| label.span);
        (error.message, source.get(at.start as usize..at.end as usize).unwrap_or_default().to_string())
    };
    let plain = "__kernel void k(__global int *y) { y[0] = 1; }";
    let cases = [
        (
            "__kernel void k(__global int *y) { atomic_add(y, 1); }",
            "4w8/8/16/16",
            "sj",
            "atomics",
            "atomic_add",
        ),
        ("__kernel void k(__global double *y) { y[0] = y[1] * y[2]; }", "4w8/8/16/16", "sj", "double", "y["),
        (
            "__kernel void k(__global double *y, int n) { y[0] = (float)n; }",
            "4w8/8/16/16",
            "sj",
            "`f64`",
            "n",
        ),
        (
            "__kernel void k(__global double *y, __global float *x) { y[0] = x[1]; }",
            "4w8/8/16/16",
            "sj",
            "`f64`",
            "",
        ),
        (plain, "4w6/8/16/16", "sj", "at least 8 registers", ""),
        (plain, "3b16/8/16/16", "sj", "words of 4 or 8 bytes", ""),
    ];
    for (source, arch, policy, part, place) in cases {
        let (message, at) = refused(source, arch, policy);
        assert!(message.contains(part) && at.contains(place), "{message} at `{at}`");
    }
    let deep = "__kernel void k(__global int *y) { int i = get_global_id(0);
        if (y[i]) if (y[i + 1]) if (y[i + 2]) if (y[i + 3]) y[i] = 5; }";
    let mut shallow = spec("4w8/8/16/16", "sj");
    shallow.set("ipdom_entries", "4").expect("a setting");
    // One for each but the last, and two for that.
    let error = Harp::compile(&Given::new(&kernels(deep).1, &shallow)).expect_err("five entries");
    assert!(error.message.contains("5 entries") && error.help.is_some(), "{error:?}");
}

#[test]
fn launches_that_do_not_fit_are_refused_by_name() {
    let refused = |source: &str, arch: &str, group: u32| {
        let (_, kernel) = kernels(source);
        let bound = bound(&kernel, [64, 1, 1], [group, 1, 1], &[ints(0..64), Arg::Scalar(64)]);
        run(&kernel, &bound, &spec(arch, "sj")).err().unwrap_or_default()
    };
    let large =
        refused("__kernel void k(__global int *y, int n) { y[get_global_id(0)] = n; }", "4w8/8/4/4", 64);
    assert!(large.contains("takes 16 warps of 4 lanes"), "{large}");
}

/// The chain at the head of each program is code that runs: it starts warps and lanes.
#[test]
fn programs_begin_with_the_start_up_chain() {
    let source = "__kernel void k(__global int *y) { y[get_global_id(0)] = get_group_id(0); }";
    let args = [ints(0..96)];
    // Five groups of 12 lanes at a time on 15 of 16 warps of 4; the other three follow.
    let run = same(source, ([96, 1, 1], [12, 1, 1]), &args, "4w8/8/4/16", "sj");
    let executed = |op| core(&run).executed(op);
    assert_eq!([Op::Wspawn, Op::Clone, Op::Jalis, Op::Jmprt, Op::Halt].map(executed), [14, 45, 15, 15, 15]);
    let (_, kernel) = kernels(source);
    let program = Harp::compile(&Given::new(&kernel, &spec("4w8/8/4/16", "sj"))).expect("a program");
    let first = &Harp::listing(&program).lines[0].text;
    assert!(first.starts_with("ldi %r3"), "{first}");
    let arch = program.arch.complete().expect("an ArchID");
    let one = crate::isa::Instruction { registers: [0, 2, 0], ..crate::isa::Instruction::new(Op::Wspawn) };
    let text = print_instruction(arch, &one, None);
    assert!(Harp::listing(&program).lines.iter().any(|line| line.text == text), "{text}");
}

/// A kernel that goes astray ends where it does, and says the work-item, the buffer and the line; nothing beside it is read or written.
#[test]
fn an_access_that_goes_astray_names_its_work_item() {
    let line = |body: &str| {
        format!(
            "__kernel void k(__global int *y, __global const int *x) {{ int i = get_global_id(0); {body} }}"
        )
    };
    let cases = [
        ("y[i == 37 ? i + 27 : i] = i;", "write of 4 bytes out of bounds", "byte 256 of `y`"),
        ("if (i == 37) y[i] = x[i * 1000];", "read of 4 bytes out of bounds", "of `x`"),
        (
            "char *b = (char *)x; y[i] = *(int *)(b + (i == 37 ? 6 : 4));",
            "read of 4 bytes misaligned",
            "byte 6 of `x`",
        ),
        ("((__global int *)x)[i == 37 ? 0 : i] = 1;", "to read-only memory", "of `x`"),
        (
            "int a[4] = {i, 1, 2, 3}; a[i == 37 ? 4 : i & 3] = 5; y[i] = a[i & 3] + a[0];",
            "private address 0x10",
            "byte 16 of `a`",
        ),
        (
            "__local int t[8]; t[i == 37 ? 9 : i & 7] = i; barrier(1); y[i] = t[0];",
            "local address 0x24",
            "byte 36 of `t`",
        ),
        (
            "__global char *b = (__global char *)y; b[i == 37 ? 256 : i] = 1;",
            "write of 1 bytes out of bounds",
            "byte 256 of `y`",
        ),
    ];
    for (body, what, near) in cases {
        let source = line(body);
        let (_, kernel) = kernels(&source);
        for arch in ["4w8/8/16/16", "8w32/32/4/16"] {
            let mut bound = bound(&kernel, [64, 1, 1], [16, 1, 1], &[ints([0; 64])]);
            bound.memory = Memory::default();
            let at = ["y", "x"].map(|name| bound.memory.allocate(name, 256, Type::I32, false, name == "y"));
            bound.memory.close_launch();
            bound.args = at.map(|at| bound.memory.buffers()[at].base).into();
            let program = Harp::compile(&Given::new(&kernel, &spec(arch, "sj"))).expect(body);
            let mut run = Harp::untimed(&program, &spec(arch, "sj"), bound).expect(body);
            let Err(Halt::Fault { fault, at }) = run.advance(1_000_000) else { panic!("{body} on {arch}") };
            let said = format!("{fault}");
            assert!(said.contains(what) && said.contains(near), "{body} on {arch}: {said}");
            assert!(at.item[0] == 37 || what.contains("read-only"), "{body} on {arch}: {at:?}");
            assert!(at.span != Span::NONE, "{body} on {arch}");
        }
    }
}

/// HARP 4.11: an instruction without a guard is printed without one, whatever stands for that in the machine's own form; and what is printed is the
/// program: assembled, it gives the same bytes.
#[test]
fn printed_code_has_guards_where_it_is_guarded() {
    let source = "__kernel void k(__global int *y, int n) { int i = get_global_id(0); if (y[i] > n) y[i] -= n; else y[i] *= 3; }";
    for arch in ["4w8/8/16/16", "4b16/8/4/16", "8w32/32/16/16"] {
        let program = Harp::compile(&Given::new(&kernels(source).1, &spec(arch, "pred"))).expect("a program");
        let machine = program.arch.complete().expect("an ArchID");
        let (mut text, mut guarded) = (String::from(".perm x\n"), 0);
        for (line, placed) in
            Harp::listing(&program).lines.iter().zip(&program.places).filter(|(_, placed)| placed.is_code)
        {
            let Decoded::Instruction(one, _) = machine.decode(&program.bytes[placed.at as usize..]) else {
                panic!("{}", line.text)
            };
            assert_eq!(line.text.starts_with('@'), one.guard.is_some(), "{}", line.text);
            guarded += usize::from(one.guard.is_some());
            text += &line.text;
            text.push('\n');
        }
        assert!(guarded > 4, "{arch}: {guarded}");
        let mut settings = spec(arch, "pred");
        settings.set("harptool_exact", "off").expect("a setting");
        let (again, said) = Harp::assemble(&lanescope_parts::files::Files::one(&text), &settings);
        let again = again.first().unwrap_or_else(|| panic!("{said:?}\n{text}"));
        let start = program.entry.as_ref().expect("a kernel").start as usize;
        assert_eq!(again.bytes[..program.bytes.len() - start], program.bytes[start..], "{arch}");
    }
}
