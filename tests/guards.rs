//! Guards (`if (i < n)` and whatever else keeps work-items inside of data) on the machines that have strips of work-items: however a strip of
//! work-items lies to them, memory is that of the reference interpreter.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    runs,
    shorthand::{finish, int, iota},
};

/// The presets of packed SIMD, and those of the vector machine.
fn presets() -> Vec<String> {
    let strips = |preset: &String| preset.starts_with("packed/") || preset.starts_with("rvv/");
    runs::kernel_presets().into_iter().filter(strips).collect()
}

/// A run to its end, whose memory is that of the interpreter.
fn run(text: &str, preset: &str, sizes: [[u32; 3]; 2], args: &[(&str, ArgValue)]) -> Session {
    let args: Vec<Arg> = args.iter().map(|(name, value)| Arg::new(*name, value.clone())).collect();
    let shown = format!("{text}\non {preset}, {sizes:?}, {args:?}");
    let document = Document {
        language: Language::OpenCl,
        launch: Some(Launch { global: sizes[0], local: sizes[1], args, ..Launch::default() }),
        ..Document::new(text.into(), MachineChoice { preset: preset.into(), changes: vec![] })
    };
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|_| panic!("it starts: {shown}"));
    finish(&mut session);
    let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
    assert!(check.pass, "{check:#?}: {shown}");
    session
}

/// Bounds near both ends of their type, where differences wrap, and near the ends of strips, rows and groups.
#[test]
fn bounds_of_every_type_are_compared_as_the_kernel_has_it() {
    let ends = |ty: &str| match ty {
        "int" => [i64::from(i32::MIN), i64::from(i32::MAX)],
        "uint" => [0, i64::from(u32::MAX)],
        "long" => [i64::MIN, i64::MAX],
        _ => [0, -1],
    };
    for ty in ["int", "uint", "long", "ulong"] {
        let [least, most] = ends(ty);
        let mut bounds = vec![least, least + 1, least + 40, 0, 1, 16, 31, 32, 33, 39, 79, most - 1, most];
        if ty == "long" || ty == "int" {
            bounds.extend([-1, -16, most - 40]);
        } else {
            // The first number that is negative with a sign.
            bounds.push((most as u64 / 2 + 1) as i64);
        }
        for condition in ["i < n", "i <= n", "n > i", "!(n <= i)", "!(i >= n)", "!(n < i)"] {
            let text = format!(
                "kernel void f(global int *x, {ty} n) {{ {ty} i = get_global_id(0); if ({condition}) x[i] += 3; }}"
            );
            for n in &bounds {
                let n = if ty == "ulong" {
                    ArgValue::Scalar(Number::Int(i128::from(*n as u64)))
                } else {
                    int(*n)
                };
                for preset in presets() {
                    let args = [("x", iota(80, Type::I32)), ("n", n.clone())];
                    run(&text, &preset, [[80, 1, 1], [40, 1, 1]], &args);
                }
            }
        }
    }
}
