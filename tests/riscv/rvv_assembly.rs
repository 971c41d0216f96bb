//! Assembly as compilers and people write it for RISC-V, run on every preset of the vector machine: what the assembler, the
//! start of a program and the hart owe to the manuals.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    runs,
    shorthand::{buffer, doubles, finish, function, int, iota, started},
};

fn presets() -> Vec<String> {
    runs::presets().into_iter().filter(|preset| preset.starts_with("rvv/")).collect()
}

/// Runs a text on every preset and gives what the buffer `out` of so many long numbers holds, the same on all.
fn longs(text: &str, len: u64, args: &[(&str, ArgValue)]) -> Vec<u64> {
    let mut found = Vec::new();
    for preset in presets() {
        let all = [&[("out", buffer(len, Type::I64, Init::Zeros))], args].concat();
        let mut session = function(text, &preset, &[], &all);
        finish(&mut session);
        let bytes = session.dump("out").unwrap();
        let values: Vec<u64> = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        assert!(found.is_empty() || found == values, "{preset}");
        found = values;
    }
    found
}

/// How a run ends that does not reach its end.
fn halt(text: &str, changes: &[(&str, &str)], args: &[(&str, ArgValue)]) -> String {
    let mut session = started(text, (Language::Assembly, 1), "rvv/textbook", changes, args);
    session.advance(u64::MAX, 1_000_000).halt.expect("it goes wrong").message
}

#[test]
fn whole_registers_need_the_alignment_of_their_elements_only() {
    for preset in presets() {
        for (load, store, align) in [
            ("vl1re8.v", "vs1r.v", 1),
            ("vl2re16.v", "vs2r.v", 2),
            ("vl4re32.v", "vs4r.v", 4),
            ("vl1re32.v", "vs1r.v", 12),
            ("vl8re64.v", "vs8r.v", 8),
        ] {
            let text =
                format!("addi a0, a0, {align}\n{load} v8, (a0)\naddi a1, a1, 3\n{store} v8, (a1)\nret");
            let bytes = 8 * 65_536 / 8 + 64;
            let args = [("x", iota(bytes, Type::I8)), ("y", buffer(bytes, Type::I8, Init::Zeros))];
            let mut session = function(&text, &preset, &[], &args);
            finish(&mut session);
            let (x, y) = (session.dump("x").unwrap(), session.dump("y").unwrap());
            assert_eq!(y[3..19], x[align..align + 16], "{load} on {preset}");
        }
    }
    let args = [("x", iota(64, Type::I64))];
    assert!(halt("addi a0, a0, 2\nvl1re32.v v8, (a0)\nret", &[], &args).contains("misaligned"));
}

#[test]
fn a_reserved_change_of_the_ratio_makes_the_type_illegal() {
    let text = "
        vsetivli t0, 2, e32, m1, ta, ma
        vsetvli zero, zero, e64, m2, ta, ma   # the same ratio: vl stays
        csrr t1, vl
        sd t1, 0(a0)
        csrr t1, vtype
        sd t1, 8(a0)
        vsetvli zero, zero, e64, m1, ta, ma   # another ratio
        csrr t1, vl
        sd t1, 16(a0)
        csrr t1, vtype
        sd t1, 24(a0)
        vsetvli zero, zero, e64, m1, ta, ma   # from an illegal type
        csrr t1, vtype
        sd t1, 32(a0)
        vsetivli zero, 1, e8, m1, ta, ma
        csrr t1, vl
        sd t1, 40(a0)
        ret";
    let e64m2 = 0b11_011_001;
    assert_eq!(longs(text, 6, &[]), [2, e64m2, 0, 1 << 63, 1 << 63, 1]);
}

/// Branches over more than 4 KiB, forwards, backwards, and over one another.
#[test]
fn conditional_branches_reach_as_far_as_the_program() {
    let text = format!(
        "    li t0, 0
             li t1, 3
         1:  addi t0, t0, 1
             bgeu t0, t1, 2f
             {nops}
             bltu t0, t1, 1b
             li t0, 99
         2:  sd t0, 0(a0)
             beqz t0, 3f
             {nops}
             bnez t0, 4f
         3:  sd zero, 0(a0)
         4:  ret",
        nops = ".rept 3000\nnop\n.endr"
    );
    assert_eq!(longs(&text, 1, &[]), [3]);
}

#[test]
fn scalars_have_the_type_that_the_launch_says() {
    let text = "
        fcvt.d.s fa0, fa0
        fadd.d fa0, fa0, fa1
        fsd fa0, 0(a0)
        sd a1, 8(a0)
        ret";
    let args = |float: ArgValue, double: ArgValue, n: ArgValue| {
        [("y", buffer(2, Type::F64, Init::Zeros)), ("a", float), ("b", double), ("n", n)]
    };
    let typed = |number, ty| ArgValue::Typed(number, ty);
    for preset in presets() {
        let args = args(
            typed(Number::Float(0.1), Type::F32),
            typed(Number::Float(2.5), Type::F64),
            typed(Number::Int(0xFFFF_FFFE), Type::I32),
        );
        let mut session = function(text, &preset, &[], &args);
        finish(&mut session);
        assert_eq!(doubles(&session, "y")[0], f64::from(0.1f32) + 2.5, "{preset}");
        // The calling convention extends 32 bits by their sign, whether the type has one or not.
        assert_eq!(session.dump("y").unwrap()[8..], (-2i64).to_le_bytes(), "{preset}");
        // The same from the text's own header.
        let header = "# lanescope: arg y double[2] zeros\n# lanescope: arg a float 0.1\n# lanescope: arg b double 2.5\n\
                      # lanescope: arg n uint 4294967294\n";
        let document = Document { source: format!("{header}{text}"), launch: None, ..session.document() };
        let mut session = Session::open(document, Limits::default());
        session.start().expect("it starts");
        finish(&mut session);
        assert_eq!(doubles(&session, "y")[0], f64::from(0.1f32) + 2.5, "{preset}");
    }
}

#[test]
fn assembly_without_a_size_runs_on_one_hart() {
    for preset in presets() {
        let source = "# lanescope: arg out long[1] zeros\nli t0, 1\namoadd.d zero, t0, (a0)\nret";
        let document = Document { language: Language::Assembly, ..runs::document(source, &preset) };
        let mut session = Session::open(document, Limits::default());
        assert_eq!(session.compiled().launch.global, [1; 3]);
        session.start().expect("it starts");
        finish(&mut session);
        assert_eq!(session.dump("out").unwrap(), 1u64.to_le_bytes(), "{preset}");
    }
}

/// A function that calls itself `a0` times with a frame of 64 bytes.
const DEEP: &str = "
    .globl deep
    deep:
        addi sp, sp, -64
        sd ra, 56(sp)
        beqz a0, 1f
        addi a0, a0, -1
        call deep
    1:  ld ra, 56(sp)
        addi sp, sp, 64
        ret";

#[test]
fn the_stack_has_the_size_of_its_setting_and_its_overflow_a_name() {
    for (depth, bytes, fits) in
        [(60, "4096", true), (70, "4096", false), (1000, "65536", true), (1100, "65536", false)]
    {
        let run = || {
            started(
                DEEP,
                (Language::Assembly, 1),
                "rvv/textbook",
                &[("stack_bytes", bytes)],
                &[("n", int(depth))],
            )
        };
        if fits {
            finish(&mut run());
        } else {
            let message = run().advance(u64::MAX, 1_000_000).halt.expect("the stack is full").message;
            assert!(message.contains("stack overflow") && message.contains("`stack_bytes`"), "{message}");
        }
    }
    // What lies below the stack because of an index is no overflow, nor is an access past a buffer.
    let x = [("x", iota(4, Type::I64))];
    assert!(halt("sd zero, 2000(a0)\nret", &[], &x).contains("byte 2000 of `x`"));
    // One large frame goes past it as well.
    assert!(halt("li t0, -100000\nadd sp, sp, t0\nsd ra, 0(sp)\nret", &[], &x).contains("stack overflow"));
}

#[test]
fn what_is_not_defined_matters_only_where_a_run_comes() {
    let text = |n: i64| {
        format!("li t0, {n}\nbeqz t0, 1f\ncall printf\nla t1, stdout\nld t1, 0(t1)\n1: sd t0, 0(a0)\nret")
    };
    let out = [("out", iota(1, Type::I64))];
    for preset in presets() {
        let mut session = started(&text(0), (Language::Assembly, 1), &preset, &[], &out);
        let codes: Vec<_> = session
            .compiled()
            .diagnostics
            .iter()
            .map(|found| (found.severity, found.code.to_string()))
            .collect();
        assert_eq!(codes, vec![(Severity::Warning, "asm::name".to_string()); 2]);
        finish(&mut session);
    }
    assert!(halt(&text(1), &[], &out).contains("goes to `printf`, which is defined nowhere"));
    let reads = halt("la t1, stdout\nld t1, 0(t1)\nret", &[], &out);
    assert!(reads.contains("out of bounds") && reads.contains("byte 0 of `stdout`"), "{reads}");
}

#[test]
fn macros_write_loops() {
    let text = "
        .equ UNROLL, 4
        .macro step at, by=1
        li t0, \\at * \\by
        sd t0, 8*\\at(a0)
        .endm
        .set i, 0
        .rept UNROLL
        step i, 10
        .set i, i + 1
        .endr
        .irp n, 4, 5
        .if \\n & 1
        step \\n
        .else
        step \\n, by=2
        .endif
        .endr
        ret";
    assert_eq!(longs(text, 6, &[]), [0, 10, 20, 30, 8, 5]);
}

/// A jump table and constants among the code, as compilers place them, and the table of addresses of shared code.
#[test]
fn data_among_the_code_is_read_as_it_stands() {
    let text = "
        .text
    main:
        li t3, 0
    1:  la t0, table
        slli t1, t3, 2
        add t1, t0, t1
        lw t1, 0(t1)
        add t1, t1, t0
        jr t1
        .balign 4
    table:
        .word one - table, two - table, three - table
    one:
        li t2, 11
        j 2f
    two:
        li t2, 22
        j 2f
    three:
        lla t2, number
        ld t2, 0(t2)
    2:  slli t1, t3, 3
        add t1, a0, t1
        sd t2, 0(t1)
        addi t3, t3, 1
        li t1, 3
        bltu t3, t1, 1b
    .Lgot:
        auipc t0, %got_pcrel_hi(shared)
        ld t0, %pcrel_lo(.Lgot)(t0)
        ld t0, 0(t0)
        sd t0, 24(a0)
        vsetivli zero, 2, e32, m1, ta, ma
        la t0, main
        vle32.v v8, (t0)
        addi t1, a0, 32
        vse32.v v8, (t1)
        ret
        .balign 8
    number:
        .dword 33
        .pushsection .data
    shared:
        .dword 44
        .popsection";
    // `li t3, 0` is addi t3, zero, 0; the next is the upper part of `la`.
    let out = longs(text, 5, &[]);
    assert_eq!(out[..4], [11, 22, 33, 44]);
    assert_eq!((out[4] & 0xFFFF_FFFF, out[4] >> 32 & 0xFFF), (0x0000_0E13, 0x2B7));
}

#[test]
fn data_is_not_executed() {
    let message = halt("nop\n.word 0\nret", &[], &[]);
    assert!(message.contains("data"), "{message}");
    assert!(halt("unimp", &[], &[]).contains("no instruction"));
    let x = [("x", iota(1, Type::I64))];
    assert!(halt("t: la t0, t\nsw t0, 0(t0)\nret", &[], &x).contains("byte 0 of `t`"));
}

/// Bytes moved between places that overlap in every way.
#[test]
fn memory_is_moved_as_in_c() {
    let bytes: Vec<u8> = (0..600u32).map(|at| (at * 7 + at / 256) as u8).collect();
    for preset in presets() {
        for (name, from, to, count) in [
            ("memcpy", 0, 300, 300),
            ("memcpy", 5, 400, 0),
            ("memmove", 0, 7, 500),
            ("memmove", 7, 0, 500),
            ("memmove", 3, 3, 50),
            ("memmove", 1, 590, 10),
        ] {
            let text = format!(
                "mv s0, ra\nmv a4, a0\nadd a0, a4, {to}\nadd a1, a4, {from}\nli a2, {count}\ncall {name}\njr s0"
            );
            let x = ArgValue::Buffer { len: 600, element: Some(Type::I8), init: Init::Bytes(bytes.clone()) };
            let mut session = function(&text, &preset, &[], &[("x", x)]);
            finish(&mut session);
            let mut wanted = bytes.clone();
            wanted.copy_within(from..from + count, to);
            assert_eq!(session.dump("x").unwrap(), wanted, "{name} {from} {to} {count} on {preset}");
        }
    }
    let text = "
        mv s0, ra
        mv s1, a0
        mv s2, a1
        mv a0, s2
        call strlen
        sd a0, 0(s1)
        mv a0, s2
        li a1, 0x155
        li a2, 77
        call memset
        sub a0, a0, s2
        sd a0, 8(s1)
        mv a0, s2
        addi a1, s2, 50
        li a2, 50
        call memcmp
        sd a0, 16(s1)
        mv a0, s2
        mv a1, s2
        li a2, 100
        call memcmp
        sd a0, 24(s1)
        jr s0";
    let x = ArgValue::Buffer {
        len: 120,
        element: Some(Type::I8),
        init: Init::Bytes((1..=100).chain([0; 20]).collect()),
    };
    // Then 77 bytes are 0x55; the byte behind them is 78.
    assert_eq!(longs(text, 4, &[("x", x)]), [100, 0, 0x55 - 78, 0]);
}

#[test]
fn bytes_are_turned_round() {
    let text = "
        mv s0, ra
        mv s1, a0
        li a0, 0x0102030405060788
        call __bswapdi2
        sd a0, 0(s1)
        li a0, 0x11223381
        call __bswapsi2
        sd a0, 8(s1)
        jr s0";
    let word = i64::from(0x1122_3381u32.swap_bytes() as i32) as u64;
    assert_eq!(longs(text, 2, &[]), [0x0102_0304_0506_0788u64.swap_bytes(), word]);
}

/// What gcc calls for its builtins that count bits: those of 0 that it leaves open are not asked for.
#[test]
fn bits_are_counted() {
    type Count = (&'static str, fn(u64) -> u64, fn(u32) -> u32);
    let counts: [Count; 5] = [
        ("popcount", |x| x.count_ones().into(), u32::count_ones),
        ("parity", |x| (x.count_ones() % 2).into(), |x| x.count_ones() % 2),
        ("clz", |x| x.leading_zeros().into(), u32::leading_zeros),
        ("ctz", |x| x.trailing_zeros().into(), u32::trailing_zeros),
        (
            "ffs",
            |x| (x != 0) as u64 * (x.trailing_zeros() as u64 + 1),
            |x| (x != 0) as u32 * (x.trailing_zeros() + 1),
        ),
    ];
    for (name, long, int) in counts {
        for x in [
            1u64,
            0x8000_0000,
            0xFFFF_FFFF,
            0x1_0000_0000,
            0x8000_0000_0000_0000,
            0x0123_4567_89AB_CDE0,
            u64::MAX,
            0,
        ] {
            // A function of 32 bits is given them with the sign above.
            let low = x as u32;
            let text = format!(
                "mv s0, ra\nmv s1, a0\nli a0, {}\ncall __{name}di2\nsd a0, 0(s1)\nli a0, {}\ncall __{name}si2\nsd a0, 8(s1)\njr s0",
                x as i64, low as i32
            );
            let open = matches!(name, "clz" | "ctz");
            let found = longs(&text, 2, &[]);
            assert!(open && x == 0 || found[0] == long(x), "__{name}di2({x:#x}): {}", found[0]);
            assert!(open && low == 0 || found[1] == int(low).into(), "__{name}si2({low:#x}): {}", found[1]);
        }
    }
}

/// A function as Rust has it.
type Function = fn(f64) -> f64;

/// One call of a function of the C library with doubles, by name: arguments in, result out.
#[test]
fn functions_of_the_c_library_are_linked() {
    let one: [(&str, Function); 12] = [
        ("sqrt", f64::sqrt),
        ("fabs", f64::abs),
        ("sin", f64::sin),
        ("cos", f64::cos),
        ("exp", f64::exp),
        ("log", f64::ln),
        ("tanh", f64::tanh),
        ("floor", f64::floor),
        ("ceil", f64::ceil),
        ("trunc", f64::trunc),
        ("round", f64::round),
        ("rint", f64::round_ties_even),
    ];
    for x in [0.5, 2.5, 3.75] {
        for (name, f) in one {
            let text = format!("mv s0, ra\nmv s1, a0\ncall {name}\nfsd fa0, 0(s1)\njr s0");
            let close = |found: f64| (found - f(x)).abs() <= f(x).abs() * 1e-15;
            for preset in ["rvv/textbook", "rvv/short-vector", "rvv/sx-9"] {
                let args =
                    [("y", buffer(1, Type::F64, Init::Zeros)), ("x", ArgValue::Scalar(Number::Float(x)))];
                let mut session = function(&text, preset, &[], &args);
                finish(&mut session);
                assert!(close(doubles(&session, "y")[0]), "{name}({x}) on {preset}");
            }
        }
    }
}

/// Results in the bits of floats, of functions with several arguments or results.
#[test]
fn functions_with_more_arguments_and_results() {
    let text = "
        mv s0, ra
        mv s1, a0
        call fmaf
        fsw fa0, 0(s1)
        fmv.s fa0, fs0
        jr s0";
    let value = |text: &str, args: &[f64]| {
        let mut all = vec![("y", buffer(4, Type::F32, Init::Zeros))];
        let names = ["a", "b", "c"];
        all.extend(
            names
                .into_iter()
                .zip(args)
                .map(|(name, x)| (name, ArgValue::Typed(Number::Float(*x), Type::F32))),
        );
        let mut session = function(text, "rvv/textbook", &[], &all);
        finish(&mut session);
        let bytes = session.dump("y").unwrap();
        bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect::<Vec<f32>>()
    };
    assert_eq!(value(text, &[1.5, 2.0, 0.25])[0], 3.25);
    let call = |name: &str| format!("mv s0, ra\nmv s1, a0\ncall {name}\nfsw fa0, 0(s1)\njr s0");
    for (name, args, wanted) in [
        ("sqrtf", vec![6.25], 2.5),
        ("powf", vec![2.0, 10.0], 1024.0),
        ("hypotf", vec![3.0, 4.0], 5.0),
        ("fmodf", vec![7.5, 2.0], 1.5),
        ("fdimf", vec![5.0, 3.0], 2.0),
        ("fdimf", vec![3.0, 5.0], 0.0),
        ("copysignf", vec![3.0, -0.0], -3.0),
        ("fminf", vec![3.0, -1.0], -1.0),
        ("cbrtf", vec![27.0], 3.0),
    ] {
        assert_eq!(value(&call(name), &args)[0], wanted, "{name}");
    }
    let with_number =
        |name: &str, n: i32| format!("mv s0, ra\nmv s1, a0\nli a0, {n}\ncall {name}\nfsw fa0, 0(s1)\njr s0");
    for (name, x, n, wanted) in [
        ("ldexpf", 0.75, 4, 12.0),
        ("ldexpf", 1.0, -149, f32::from_bits(1)),
        ("scalbnf", 1.0, -1000, 0.0),
        ("__powisf2", 2.0, 10, 1024.0),
        ("__powisf2", 2.0, -2, 0.25),
    ] {
        assert_eq!(value(&with_number(name, n), &[x])[0], wanted, "{name} {n}");
    }
    let two = "mv s0, ra\nmv s1, a0\naddi a1, a0, 4\ncall sincosf\njr s0";
    let both = value(two, &[0.0]);
    assert_eq!(both[..2], [0.0, 1.0]);
    let parts = "mv s0, ra\nmv s1, a0\ncall modff\nfsw fa0, 4(s1)\njr s0";
    assert_eq!(value(parts, &[-2.75])[..2], [-2.0, -0.75]);
    let apart = "mv s0, ra\nmv s1, a0\naddi a0, a0, 4\ncall frexpf\nfsw fa0, 0(s1)\nlw t0, 4(s1)\nfcvt.s.w fa0, t0\nfsw fa0, 4(s1)\njr s0";
    assert_eq!(value(apart, &[12.0])[..2], [0.75, 4.0]);
    assert_eq!(value(apart, &[f64::from(f32::from_bits(1))])[..2], [0.5, -148.0]);
    assert_eq!(value(apart, &[0.0])[..2], [0.0, 0.0]);
    let double = "mv s0, ra\nmv s1, a0\nfcvt.d.s fa0, fa0\nli a0, -1074\ncall ldexp\nfsd fa0, 0(s1)\njr s0";
    assert_eq!(value(double, &[1.5])[..2].iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn linked_functions_are_shown_as_such() {
    let session = function("main: tail memset", "rvv/textbook", &[], &[("x", iota(1, Type::I8))]);
    let lines = &session.compiled().assembly.lines;
    let mark = lines.iter().position(|line| line.text.contains("Linked")).expect("the listing says so");
    assert!(lines[mark + 1].text.starts_with("memset:") && lines[mark].pc.is_none());
    assert!(lines[mark + 2..].iter().all(|line| line.span.is_none()), "they stand in no text");
}

#[test]
fn misaligned_accesses_are_a_setting() {
    let text = "ld a2, 1(a0)\nsd a2, 0(a0)\nret";
    let args = [("x", iota(16, Type::I8))];
    assert!(halt(text, &[], &args).contains("misaligned"));
    let mut session = function(text, "rvv/textbook", &[("misaligned", "split")], &args);
    finish(&mut session);
    assert_eq!(session.dump("x").unwrap()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 8]);
}

#[test]
fn a_program_measures_its_own_time() {
    let text = "rdcycle a1\nnop\nnop\nrdcycle a2\nrdtime a3\nsub a2, a2, a1\nsd a2, 0(a0)\nsd a3, 8(a0)\nret";
    let args = [("x", buffer(2, Type::I64, Init::Zeros))];
    let mut session = function(text, "rvv/textbook", &[("clock_mhz", "500")], &args);
    finish(&mut session);
    let bytes = session.dump("x").unwrap();
    // The fifth instruction issues in cycle 4, each cycle takes two nanoseconds.
    assert_eq!([bytes[0], bytes[8]], [3, 8]);
}

/// What `agnostic_ones` overwrites, by V 1.0: 5.4 (what is agnostic; nothing if there are no elements), 7.4 (the tail of `vlm.v`
/// always is), 15.4 to 15.6 (masks), 16.3.1 (below the amount of a slide all stays). Each case leaves 16 bytes of `v2`, which were
/// 0x11, after an instruction on 8 elements of 8 bits with mask 0x55 and policies `ta, ma`.
#[test]
fn v_1_0_5_4_agnostic_elements_become_ones_in_every_kind_of_instruction() {
    const M: u8 = 0xFF;
    const K: u8 = 0x11;
    // Memory from a1 on is 0, 1, 2, ….
    let cases: &[(&str, [u8; 16])] = &[
        ("vadd.vi v2, v2, 1, v0.t", [0x12, M, 0x12, M, 0x12, M, 0x12, M, M, M, M, M, M, M, M, M]),
        ("vle8.v v2, (a1), v0.t", [0, M, 2, M, 4, M, 6, M, M, M, M, M, M, M, M, M]),
        ("vlse8.v v2, (a1), a2, v0.t", [0, M, 4, M, 8, M, 12, M, M, M, M, M, M, M, M, M]),
        ("vluxei8.v v2, (a1), v3, v0.t", [0, M, 2, M, 4, M, 6, M, M, M, M, M, M, M, M, M]),
        ("vlseg2e8.v v2, (a1), v0.t", [0, M, 4, M, 8, M, 12, M, M, M, M, M, M, M, M, M]),
        ("vle8ff.v v2, (a1), v0.t", [0, M, 2, M, 4, M, 6, M, M, M, M, M, M, M, M, M]),
        ("vlm.v v2, (a3)", [1, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmsof.m v2, v1, v0.t", [0xAA | 0x04, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmsbf.m v2, v1, v0.t", [0xAA | 0x01, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmsif.m v2, v1, v0.t", [0xAA | 0x05, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmseq.vi v2, v3, 4, v0.t", [0xAA | 0x10, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmand.mm v2, v1, v1", [0x0C, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vslideup.vi v2, v3, 3, v0.t", [K, K, K, M, 1, M, 3, M, M, M, M, M, M, M, M, M]),
        ("vslidedown.vi v2, v3, 3, v0.t", [3, M, 5, M, 7, M, 9, M, M, M, M, M, M, M, M, M]),
        ("viota.m v2, v1, v0.t", [0, M, 0, M, 1, M, 1, M, M, M, M, M, M, M, M, M]),
        ("vid.v v2, v0.t", [0, M, 2, M, 4, M, 6, M, M, M, M, M, M, M, M, M]),
        ("vredsum.vs v2, v3, v3, v0.t", [12, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vmv.s.x v2, a2", [2, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        ("vcompress.vm v2, v3, v1", [2, 3, M, M, M, M, M, M, M, M, M, M, M, M, M, M]),
        // Without elements nothing changes.
        ("vsetvli t0, zero, e8, m1, ta, ma\nvsetivli t0, 0, e8, m1, ta, ma\nvadd.vi v2, v2, 1", [K; 16]),
        ("vsetivli t0, 0, e8, m1, ta, ma\nvlm.v v2, (a3)", [K; 16]),
        ("vsetivli t0, 0, e8, m1, ta, ma\nvmand.mm v2, v1, v1", [K; 16]),
    ];
    for (instruction, expected) in cases {
        let text = format!(
            "vsetivli t0, 16, e8, m1, ta, ma\nli t1, 0x55\nvmv.v.i v0, 0\nvmv.s.x v0, t1\nli t1, 0x0c\nvmv.v.i v1, 0\n\
             vmv.s.x v1, t1\nli t1, 0x11\nvmv.v.x v2, t1\nvid.v v3\nli a2, 2\naddi a3, a1, 1\n\
             vsetivli t0, 8, e8, m1, ta, ma\n{instruction}\nvs1r.v v2, (a0)\nret"
        );
        let args = [("out", buffer(2048, Type::I64, Init::Zeros)), ("x", iota(256, Type::I8))];
        let mut session = function(&text, "rvv/textbook", &[("agnostic_ones", "on")], &args);
        finish(&mut session);
        assert_eq!(session.dump("out").unwrap()[..16], *expected, "{instruction}");
    }
}
