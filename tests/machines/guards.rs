//! Guards (`if (i < n)` and whatever else keeps work-items inside of data) on the machines that have strips of work-items: however a strip of
//! work-items lies to them, memory is that of the reference interpreter.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    fuzz, runs,
    shorthand::{finish, int, iota},
};

/// Which presets of packed SIMD and of the vector machine a case runs on: one of each, which take turns from case to case, or all
/// (`cargo xtask fuzz --all`).
struct Turns {
    machines: [Vec<String>; 2],
    case: usize,
}

impl Turns {
    fn new() -> Turns {
        let presets = runs::kernel_presets();
        let of =
            |machine: &str| presets.iter().filter(|preset| preset.starts_with(machine)).cloned().collect();
        Turns { machines: [of("packed/"), of("rvv/")], case: 0 }
    }

    fn presets(&mut self) -> Vec<String> {
        self.case += 1;
        let own = |presets: &Vec<String>| match fuzz::all() {
            true => presets.clone(),
            false => vec![presets[self.case % presets.len()].clone()],
        };
        self.machines.iter().flat_map(own).collect()
    }
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
    let mut turns = Turns::new();
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
                for preset in turns.presets() {
                    let args = [("x", iota(80, Type::I32)), ("n", n.clone())];
                    run(&text, &preset, [[80, 1, 1], [40, 1, 1]], &args);
                }
            }
        }
    }
}

/// Conditions on a work-item's place, with what happens before them: each alone decides which of them write.
const CONDITIONS: &[&str] = &[
    "i >= 1 && i < n - 1",
    "i > 0 && i <= n",
    "i != 0 && i != n - 1",
    "!(i == 0 || i == n - 1 || j == 0 || j == m - 1)",
    "i < n && j < m",
    "i >= n",
    "i > n || j > m",
    "(uint)(i - 1) < (uint)(n - 2)",
    "(uint)(i - n) >= 5u",
    "i + 2147483600 < n",
    "i - n < -3 && i > 2",
    "2 * i < n",
    "3 * i + 1 <= n",
    "n - i > 4",
    "n - 3 * i >= -20",
    "i != n",
    "(long)i - 1 < (long)n - 2 && (long)i >= 1",
    "(ulong)(i + 3) < (ulong)n",
    "i < n && (i & 1) == 0",
    "i * m < n",
    "i < n && i < m && i >= 3",
    "i - m >= 0 && n - i >= 0",
];

/// Every condition as a guard, an early return, one of two ways, and behind and before other work.
fn kernels(condition: &str) -> Vec<String> {
    let body = |text: &str| {
        format!(
            "kernel void f(global int *x, global int *y, int n, int m) {{\n  int i = get_global_id(0), j = get_global_id(1);\n  int at = j * (int)get_global_size(0) + i;\n  {text}\n}}"
        )
    };
    vec![
        body(&format!("if ({condition}) y[at] = x[at] + x[at + 1];")),
        body(&format!("if (!({condition})) return;\n  y[at] = x[at] * 3 - x[at + 2];")),
        body(&format!("if ({condition}) y[at] = x[at] * x[at]; else y[at] = -x[at] / 3;")),
        body(&format!("y[at] = x[at] + i; if ({condition}) x[at] = y[at] * 5;")),
        body(&format!("int v = x[at]; if ({condition}) v += x[at + 1]; y[at] = v ^ i;")),
        body(&format!(
            "int s = 0;\n  for (int k = 0; k < 3; k++) if ({condition}) s += x[at + k];\n  y[at] = s;"
        )),
        body(&format!("if (m > 1) {{ y[at] = x[at]; return; }}\n  if ({condition}) y[at] = x[at] + 1;")),
    ]
}

#[test]
fn strips_inside_of_bounds_and_what_is_left_of_them_equal_the_reference() {
    let texts = CONDITIONS.iter().flat_map(|condition| kernels(condition));
    let mut turns = Turns::new();
    for (at, text) in texts.enumerate() {
        for (global, local) in [([67, 2, 1], [67, 1, 1]), ([48, 3, 1], [24, 3, 1])] {
            let sizes = [(0, 1), (20, 3), (45, 1), (48, 2), (1000, 4), (-7, 0)];
            // Presets and sizes take turns, so that all come together in some kernel.
            for (turn, preset) in turns.presets().into_iter().enumerate() {
                for (n, m) in sizes.iter().copied().cycle().skip(at + turn).take(2) {
                    let args = [
                        ("x", iota(256, Type::I32)),
                        ("y", iota(256, Type::I32)),
                        ("n", int(n)),
                        ("m", int(m)),
                    ];
                    run(&text, &preset, [global, local], &args);
                }
            }
        }
    }
}

/// The same behind barriers: where work-items leave a region together, no strip passes it by.
#[test]
fn bounds_in_regions_between_barriers_equal_the_reference() {
    let mut turns = Turns::new();
    for condition in CONDITIONS {
        let text = format!(
            "kernel void f(global int *x, global int *y, int n, int m) {{
              local int t[80];
              int i = get_local_id(0), j = get_local_id(1), at = get_global_id(1) * (int)get_global_size(0) + get_global_id(0);
              int w = get_local_size(0), v = 0;
              if ({condition}) v = x[at] + 1;
              t[j * w + i] = v;
              if (m != 3) {{
                barrier(CLK_LOCAL_MEM_FENCE);
                if ({condition}) v += t[j * w + (i + 1) % w];
                barrier(CLK_LOCAL_MEM_FENCE);
                t[j * w + i] = v;
              }} else if ({condition}) y[at] = 5;
              barrier(CLK_LOCAL_MEM_FENCE);
              if (!({condition})) return;
              y[at] += t[j * w] + v * i;
            }}"
        );
        for (n, m) in [(1, 2), (20, 3), (45, 1), (1000, 4)] {
            for preset in turns.presets() {
                let args =
                    [("x", iota(256, Type::I32)), ("y", iota(256, Type::I32)), ("n", int(n)), ("m", int(m))];
                run(&text, &preset, [[74, 2, 1], [37, 2, 1]], &args);
            }
        }
    }
}
