//! A private array whose subscripts are all constants costs what as many variables cost, on every machine: it executes as
//! many instructions, and takes no memory. One that is only read costs what constant memory costs.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::runs;

/// More cycles than any of these kernels takes.
const CYCLES: u64 = 2_000_000;

/// Kernels that say the same with arrays and without: what stands before the kernel, the body with arrays, the body with
/// variables or with constant memory. `g` is the place of the work-item.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    (
        "loops that are written out",
        "",
        "float v[4];
         #pragma unroll
         for (int i = 0; i < 4; i++) v[i] = x[(g + i) & 63];
         #pragma unroll
         for (int i = 0; i < 4; i++) v[i] = v[i] * 2.0f + v[3 - i];
         y[g] = v[0] + v[1] + v[2] + v[3];",
        "float a = x[g & 63], b = x[(g + 1) & 63], c = x[(g + 2) & 63], d = x[(g + 3) & 63];
         a = a * 2.0f + d; b = b * 2.0f + c; c = c * 2.0f + b; d = d * 2.0f + a;
         y[g] = a + b + c + d;",
    ),
    (
        "zeros",
        "",
        "float v[4] = { 0 };
         v[1] += x[g]; v[2] = x[g + 1] - v[0];
         y[g] = v[1] * v[2];",
        "float b = 0.0f, c;
         b += x[g]; c = x[g + 1] - 0.0f;
         y[g] = b * c;",
    ),
    (
        "many zeros",
        "",
        "float v[48] = { 0 };
         #pragma unroll
         for (int i = 0; i < 4; i++) v[i * 12] += x[g + i];
         y[g] = v[0] * v[12] + v[24] * v[36];",
        "float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
         a += x[g]; b += x[g + 1]; c += x[g + 2]; d += x[g + 3];
         y[g] = a * b + c * d;",
    ),
    (
        "two dimensions",
        "",
        "float m[2][2], r[2];
         #pragma unroll
         for (int i = 0; i < 2; i++)
             #pragma unroll
             for (int j = 0; j < 2; j++) m[i][j] = x[g + 2 * i + j];
         #pragma unroll
         for (int i = 0; i < 2; i++) r[i] = m[i][0] * m[0][1] + m[i][1];
         y[g] = r[0] - r[1];",
        "float a = x[g], b = x[g + 1], c = x[g + 2], d = x[g + 3];
         float p = a * b + b, q = c * b + d;
         y[g] = p - q;",
    ),
    (
        "an array of structs",
        "typedef struct { float re, im; } complex_t;",
        "complex_t z[2];
         #pragma unroll
         for (int i = 0; i < 2; i++) { z[i].re = x[g + i]; z[i].im = x[g + 32 + i]; }
         y[g] = z[0].re * z[1].re - z[0].im * z[1].im;",
        "float a = x[g], b = x[g + 32], c = x[g + 1], d = x[g + 33];
         y[g] = a * c - b * d;",
    ),
    (
        "an array in a struct",
        "typedef struct { float scale; float v[3]; } scaled_t;",
        "scaled_t s;
         s.scale = x[0];
         #pragma unroll
         for (int i = 0; i < 3; i++) s.v[i] = s.scale * x[g + i];
         y[g] = s.v[0] + s.v[1] + s.v[2];",
        "float k = x[0], a = k * x[g], b = k * x[g + 1], c = k * x[g + 2];
         y[g] = a + b + c;",
    ),
    (
        "a function that is given the array",
        "float sum_of_three(const float *v) { return v[0] + v[1] + v[2]; }
         float sum_of(float a, float b, float c) { return a + b + c; }",
        "float v[3];
         #pragma unroll
         for (int i = 0; i < 3; i++) v[i] = x[g + i];
         y[g] = sum_of_three(v);",
        "float a = x[g], b = x[g + 1], c = x[g + 2];
         y[g] = sum_of(a, b, c);",
    ),
    (
        "a pointer that walks",
        "",
        "float v[3], s = 0.0f;
         v[0] = x[g]; v[1] = x[g + 1]; v[2] = x[g + 2];
         const float *p = v;
         #pragma unroll
         for (int i = 0; i < 3; i++) s += *p++;
         y[g] = s;",
        "float a = x[g], b = x[g + 1], c = x[g + 2], s = 0.0f;
         s += a; s += b; s += c;
         y[g] = s;",
    ),
    (
        "an array that lives through a loop",
        "",
        "float v[2];
         v[0] = x[g]; v[1] = x[g + 1];
         for (int t = 0; t < 5; t++) {
             #pragma unroll
             for (int i = 0; i < 2; i++) v[i] = v[i] * 0.5f + v[1 - i];
         }
         y[g] = v[0] - v[1];",
        "float a = x[g], b = x[g + 1];
         for (int t = 0; t < 5; t++) { a = a * 0.5f + b; b = b * 0.5f + a; }
         y[g] = a - b;",
    ),
    (
        "an array that is only written",
        "",
        "float v[8];
         v[g & 7] = x[g]; v[(g + 3) & 7] = 1.0f;
         y[g] = x[g + 1];",
        "y[g] = x[g + 1];",
    ),
    (
        "a table whose subscripts only a run knows",
        "__constant float table[4] = { 1.0f, -2.0f, 0.5f, 4.0f };",
        "float own[4] = { 1.0f, -2.0f, 0.5f, 4.0f };
         y[g] = x[g] * own[g & 3] + own[(g + 1) & 3];",
        "y[g] = x[g] * table[g & 3] + table[(g + 1) & 3];",
    ),
    (
        "a table that has zeros and is read in a loop",
        "__constant int table[6] = { 3, 1, 2 };",
        "const int own[6] = { 3, 1, 2 };
         float s = 0.0f;
         for (int t = 0; t < (g & 3); t++) s += x[own[(t + g) % 6]];
         y[g] = s;",
        "float s = 0.0f;
         for (int t = 0; t < (g & 3); t++) s += x[table[(t + g) % 6]];
         y[g] = s;",
    ),
];

fn source(before: &str, body: &str) -> String {
    format!(
        "// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [128] random(1, -4, 4)
// lanescope: arg y [64] zeros
{before}
__kernel void k(__global const float *x, __global float *y) {{
    int g = get_global_id(0);
    {body}
}}
"
    )
}

/// The instructions that a run executes, of every kind, and the digest of what it leaves in memory.
fn run(name: &str, preset: &str, source: &str) -> (u64, u64) {
    let document = runs::document(source, preset);
    let mut session = Session::open(document, Limits { cycles: CYCLES, ..Limits::default() });
    session.start().unwrap_or_else(|found| panic!("{name} on {preset}: {found:#?}"));
    let ir = session.compiled().ir.lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>().join("\n");
    assert!(!ir.contains("private"), "{name} on {preset}: private memory is left\n{ir}");
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {:?}", status.halt);
    let report = session.report().unwrap();
    let of_instructions = |counter: &&Reading| counter.id.ends_with("instructions");
    let executed = report.counters.iter().filter(of_instructions).map(|counter| counter.value).sum();
    (executed, session.memory_digest().expect("a run has memory"))
}

/// The first preset of each machine that compiles kernels.
fn first_presets() -> Vec<String> {
    let first = session::machines().into_iter().filter_map(|machine| machine.presets.into_iter().next());
    first.map(|preset| preset.id).filter(|preset| !runs::is_refused("saxpy", preset)).collect()
}

#[test]
fn a_private_array_costs_what_variables_cost() {
    let presets = first_presets();
    assert!(presets.len() >= 4, "{presets:?}");
    for preset in presets {
        for (name, before, array, variables) in PAIRS {
            let (with, memory) = run(name, &preset, &source(before, array));
            let (without, expected) = run(name, &preset, &source(before, variables));
            assert_eq!(memory, expected, "{name} on {preset}: what is left in memory");
            assert!(
                with * 100 <= without * 103 && without * 100 <= with * 103,
                "{name} on {preset}: {with} instructions with an array, {without} with variables"
            );
        }
    }
}
