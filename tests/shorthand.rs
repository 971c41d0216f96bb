//! Short ways to write arguments, to run to the end and to read counters.

use lanescope_core::session::{Session, vocabulary::*};

/// Runs to the end.
///
/// # Panics
/// When the run does not end, or halts.
pub fn finish(session: &mut Session) {
    let status = session.advance(u64::MAX, 10_000_000);
    assert!(status.complete && status.halt.is_none(), "{status:#?}");
}

/// A buffer.
pub fn buffer(len: u64, element: Type, init: Init) -> ArgValue {
    ArgValue::Buffer { len, element: Some(element), init }
}

/// A buffer of 0, 1, 2, ….
pub fn iota(len: u64, element: Type) -> ArgValue {
    buffer(len, element, Init::Iota { start: Number::Int(0), step: Number::Int(1) })
}

/// An integer.
pub fn int(value: i64) -> ArgValue {
    ArgValue::Scalar(Number::Int(value.into()))
}

/// A float.
pub fn float(value: f64) -> ArgValue {
    ArgValue::Scalar(Number::Float(value))
}

/// A counter of the run so far.
///
/// # Panics
/// When there is no run, or no such counter.
pub fn counter(session: &Session, id: &str) -> u64 {
    let report = session.report().expect("there is a run");
    report.counters.iter().find(|reading| reading.id == id).unwrap_or_else(|| panic!("no counter {id}")).value
}

/// A session of a text that has started: work-items of one group, on a preset with changed settings.
///
/// # Panics
/// When it does not start.
pub fn started(
    text: &str,
    (language, items): (Language, u32),
    preset: &str,
    changes: &[(&str, &str)],
    args: &[(&str, ArgValue)],
) -> Session {
    let changes = changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let args = args.iter().map(|(name, value)| Arg::new(*name, value.clone())).collect();
    let document = Document {
        language,
        launch: Some(Launch { global: [items, 1, 1], local: [items, 1, 1], args, ..Launch::default() }),
        ..Document::new(text.into(), MachineChoice { preset: preset.into(), changes })
    };
    let mut session = Session::open(document, Limits::default());
    session.start().expect("it starts");
    session
}

/// A function by hand with arguments, without a complaint of the assembler.
///
/// # Panics
/// When there is one, or it does not start.
pub fn function(text: &str, preset: &str, changes: &[(&str, &str)], args: &[(&str, ArgValue)]) -> Session {
    let session = started(text, (Language::Assembly, 1), preset, changes, args);
    assert_eq!(session.compiled().diagnostics, []);
    session
}

/// The doubles of a buffer.
///
/// # Panics
/// When there is no such buffer.
pub fn doubles(session: &Session, name: &str) -> Vec<f64> {
    let bytes = session.dump(name).expect("there is such a buffer");
    bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
}

/// Y = a * X + Y for any n; loop of 11 instructions as hp_ch4 3.2 has it.
pub const DAXPY: &str = "
    .globl daxpy
daxpy:                       # a0 = n, a1 = X, a2 = Y, fa0 = a
L:  vsetvli t0, a0, e64, m8, ta, ma
    vle64.v v0, (a1)
    slli    t1, t0, 3
    add     a1, a1, t1
    vfmul.vf v0, v0, fa0
    vle64.v v8, (a2)
    vfadd.vv v8, v0, v8
    sub     a0, a0, t0
    vse64.v v8, (a2)
    add     a2, a2, t1
    bnez    a0, L
    ret
";

/// [`DAXPY`] of 0, 1, 2, … and ones.
pub fn daxpy(n: u64, preset: &str, changes: &[(&str, &str)]) -> Session {
    let args = [
        ("n", int(n as i64)),
        ("x", iota(n, Type::F64)),
        ("y", buffer(n, Type::F64, Init::Fill(Number::Float(1.0)))),
        ("a", float(2.5)),
    ];
    function(DAXPY, preset, changes, &args)
}

/// The hash FNV-1a of bytes, in 64 bits: tables of results from outside keep it in place of the results.
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}
