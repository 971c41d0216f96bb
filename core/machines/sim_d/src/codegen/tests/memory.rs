//! How accesses are classified (simd C2, C4), and that they are right.

use super::*;
use crate::isa::Bound;

/// A launch of 96 columns and 40 rows.
fn plane(body: &str) -> String {
    format!(
        "// lanescope: global 96 40\n// lanescope: local 32 1\n// lanescope: arg in [8192] iota(0, 1)\n// lanescope: arg out [8192]\n\
         // lanescope: arg n 96\n__kernel void k(__global float *out, __global const float *in, int n) {{\n\
         int x = get_global_id(0), y = get_global_id(1);\n{body}\n}}"
    )
}

/// Blocks loaded and stored, and other requests of main memory.
fn requests(source: &str) -> [usize; 4] {
    check(source, source);
    let program = program(source);
    let sum = |names: &[&str]| names.iter().map(|name| count(&program, name)).sum();
    [sum(&["ldglin"]), sum(&["stglin"]), sum(&["ldgbidx", "ldgidxit"]), sum(&["stgbidx", "stgidxit"])]
}

#[test]
fn simd_c2_rows_are_blocks_whose_width_is_an_argument() {
    assert_eq!(requests(&plane("out[y * n + x] = in[y * n + x] * 2;")), [1, 1, 0, 0]);
    assert_eq!(
        requests(&plane("out[y * 96 + x] = in[(y + 1) * n + x] + in[(y + 2) * 96 + x];")),
        [2, 1, 0, 0]
    );
}

#[test]
fn simd_c2_what_could_lie_in_another_row_goes_by_index() {
    assert_eq!(requests(&plane("out[y * n + x] = in[y * n + x + 1];")), [0, 1, 0, 0]);
    assert_eq!(requests(&plane("out[x * 40 + y] = in[y * n + x];")), [1, 0, 0, 0]);
    assert_eq!(requests(&plane("out[y * 100 + x] = in[(y * n + x) / 2];")), [0, 1, 1, 0]);
}

#[test]
fn simd_c2_neighbours_in_one_row_are_blocks_beside() {
    let line = |body: &str| {
        format!(
            "// lanescope: global 3000\n// lanescope: local 1\n// lanescope: arg in [4096] iota(0, 1)\n// lanescope: arg out [4096]\n\
             __kernel void k(__global float *out, __global const float *in) {{ int i = get_global_id(0); {body} }}"
        )
    };
    let stencil = line("if (i > 0 && i < 2999) out[i] = in[i - 1] + in[i] + in[i + 1];");
    assert_eq!(requests(&stencil), [3, 1, 0, 0]);
    assert_eq!(requests(&line("out[i] = in[i & 7];")), [0, 1, 1, 0]);
}

/// simd C12: how often a loop turns is said of the branch that leaves it.
#[test]
fn simd_c12_turns_that_are_known_are_written_down() {
    let bounds = |header: &str, turn: &str| -> Vec<Bound> {
        let source = format!(
            "// lanescope: global 1024\n// lanescope: arg n 9\n// lanescope: arg out [1024]\n{header}\n\
             __kernel void k(__global int *out, __global const int *in, int n) {{\n\
             int s = 0; {turn} s += in[i] * s + i; out[get_global_id(0)] = s; }}"
        );
        check(turn, &source);
        let (kernel, bound) = prepared(turn, &source);
        let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &plain()).unwrap();
        compiled.instructions.iter().filter_map(|one| one.bound).collect()
    };
    let turns = |bound: &Bound| match *bound {
        Bound::Branch { taken: 1, not_taken, start: 1 } => not_taken,
        Bound::Branch { taken, not_taken: 1, start: 0 } => taken,
        other => panic!("{other:?}"),
    };
    // A loop that asks at its end, behind a question whether it begins, turns once more than it goes back.
    let of_argument = bounds("", "for (int i = 0; i < n; i++)");
    assert!(of_argument.iter().any(|bound| matches!(turns(bound), 8 | 9)), "{of_argument:?}");
    let of_number = bounds("", "for (int i = 3; i <= 999; i += 4)");
    assert!(of_number.iter().any(|bound| matches!(turns(bound), 249 | 250)), "{of_number:?}");
    // What is computed of an argument is known, too: from 0 to 9 / 4, and to 9 in steps that double.
    let of_part = bounds("", "for (int i = 0; i < n / 4; i++)");
    assert!(of_part.iter().any(|bound| matches!(turns(bound), 1 | 2)), "{of_part:?}");
    let doubled = bounds("", "for (int i = 1; i < n; i += i)");
    assert!(doubled.iter().any(|bound| matches!(turns(bound), 3 | 4)), "{doubled:?}");
    assert_eq!(bounds("", "for (int i = 0; i < in[0]; i++)"), []);
}

/// simd C2: what grows with columns and rows from a scalar on is a region, of which the others hold nothing.
#[test]
fn simd_c2_regions_by_columns_and_rows() {
    let regions = |source: &str| {
        let rest = requests(source);
        let program = program(source);
        (["ldgcidx", "stgcidx"].map(|name| count(&program, name)), [rest[2], rest[3]])
    };
    let product =
        "float s = 0; for (int k = 0; k < 64; k++) s += in[y * 64 + k] * in[k * n + x]; out[y * n + x] = s;";
    let (found, rest) = regions(&plane(product));
    assert!(found[0] >= 2 && rest == [0, 0], "{found:?} {rest:?}");
    assert_eq!(regions(&plane("out[y * n + x] = in[n];")), ([1, 0], [0, 0]));
    assert_eq!(regions(&plane("out[x] = in[x];")).1, [0, 0]);
    assert_eq!(regions(&plane("out[2 * (y * n + x) + 1] = in[y * n + x + 1];")), ([1, 1], [0, 0]));
    let (found, rest) = regions(&plane("out[x * 40 + y] = in[x + y];"));
    assert_eq!((found, rest), ([1, 1], [0, 0]));
}

/// simd C4: up to about 1.15 MiB all of a buffer is read, above that a burst for each work-item.
#[test]
fn simd_c4_large_buffers_are_read_word_by_word() {
    let gather = |words: u32| {
        program(&format!(
            "// lanescope: global 1024\n// lanescope: arg in [{words}] iota(0, 1)\n// lanescope: arg out [1024]\n\
             __kernel void k(__global float *out, __global const float *in) {{ int i = get_global_id(0); out[i] = in[i * i & 4095]; }}"
        ))
    };
    assert_eq!(["ldgbidx", "ldgidxit"].map(|name| count(&gather(8192), name)), [1, 0]);
    assert_eq!(["ldgbidx", "ldgidxit"].map(|name| count(&gather(400_000), name)), [0, 1]);
}
