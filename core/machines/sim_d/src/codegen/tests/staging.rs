//! Words that are brought to the scratchpad (simd C3): which accesses become tiles, that they are right, and what they take.

use super::*;

/// How often instructions are there, with tiles.
fn counts<const N: usize>(source: &str, names: [&str; N]) -> [usize; N] {
    check(source, source);
    let mut spec = Spec::default();
    spec.compiler.unrolling = Unrolling::Off;
    let program = program_with(source, &spec);
    names.map(|name| count(&program, name))
}

/// A picture of 300 columns and 70 rows, more than a scratchpad holds three times.
fn picture(body: &str) -> String {
    format!(
        "// lanescope: global 300 70\n// lanescope: local 1 1\n// lanescope: arg in [21000] iota(0, 1)\n// lanescope: arg out [21000]\n\
         // lanescope: arg n 300\n// lanescope: arg m 70\n__kernel void k(__global float *out, __global const float *in, int n, int m) {{\n\
         int x = get_global_id(0), y = get_global_id(1);\n{body}\n}}"
    )
}

const STENCIL: &str = "if (x > 0 && y > 0 && x < n - 1 && y < m - 1)
    out[y * n + x] = in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x];";

/// simd C3: a filter window is one tile, of which each work-item reads its words at its place.
#[test]
fn simd_c3_a_filter_window_is_one_tile() {
    let source = picture(STENCIL);
    assert_eq!(counts(&source, ["ldg2sptile", "ldsplin", "ldglin", "ldgcidx"]), [1, 5, 0, 0]);
    let (kernel, bound) = prepared("tile", &source);
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap();
    let [width, height] = [compiled.launch.width, 1024 / compiled.launch.width];
    assert_eq!(compiled.tiles, [[width + 2, height + 2]]);
    let [before, after] = [plain(), Spec::default()].map(|spec| cycles(&source, &spec));
    std::eprintln!("window: {before} cycles, {after} with tiles");
    assert!(10 * after < 8 * before, "{before} {after}");
}

/// A column beside the first or the last is that of another row in memory: without a question nothing says that it is not
/// read.
#[test]
fn simd_c3_what_may_lie_in_another_row_is_not_read_from_a_tile_of_rows() {
    let body = "if (y > 0 && y < m - 1) out[y * n + x] = in[y * n + x - 1] + in[y * n + x + 1] + in[(y + 1) * n + x];";
    check("rows", &picture(body));
    let (kernel, bound) = prepared("rows", &picture(body));
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap();
    assert!(compiled.tiles.iter().all(|[_, rows]| *rows == 1), "{:?}", compiled.tiles);
}

/// A window by loops whose turns are known is a tile, too.
#[test]
fn simd_c3_a_window_by_counted_loops() {
    let body = "if (x < 296 && y < 66) { float s = 0; for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) s += in[(y + i) * n + x + j] * (i + j);
        out[y * n + x] = s; }";
    let source = picture(body);
    assert_eq!(counts(&source, ["ldg2sptile", "ldsplin"]), [1, 1]);
    let (kernel, bound) = prepared("tile", &source);
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap();
    let [width, height] = [compiled.launch.width, 1024 / compiled.launch.width];
    assert_eq!(compiled.tiles, [[width + 4, height + 4]]);
}

/// simd C3, 9.10: structures of k words are a tile of k words for each work-item.
#[test]
fn simd_c3_structures_are_one_tile() {
    let source = "// lanescope: global 4096\n// lanescope: local 1\n// lanescope: arg in [49152] iota(0, 1)\n// lanescope: arg out [4096]\n\
        struct s { float a, b, c; };\n__kernel void k(__global float *out, __global const struct s *in) {\n\
        int i = get_global_id(0); out[i] = in[i].a * in[i].b + in[i].c; }";
    assert_eq!(counts(source, ["ldg2sptile", "ldspbidx", "ldgcidx"]), [1, 3, 0]);
    let (kernel, bound) = prepared("tile", source);
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap();
    assert_eq!(compiled.tiles, [[3 * 1024, 1]]);
    let [before, after] = [plain(), Spec::default()].map(|spec| cycles(source, &spec));
    assert!(10 * after < 6 * before, "{before} {after}");
}

/// simd C3: what is the same for the group is read from the scratchpad as a scalar.
#[test]
fn simd_c3_tables_are_read_as_scalars() {
    let source = "// lanescope: global 2048\n// lanescope: local 1\n// lanescope: arg in [32] iota(0, 1)\n// lanescope: arg out [2048]\n\
        __kernel void k(__global float *out, __global const float *in) {\n\
        int i = get_global_id(0); float s = i; for (int j = 0; j < 32; j++) s = s * 0.5f + in[j]; out[i] = s; }";
    assert_eq!(counts(source, ["ldg2sptile", "sldsp", "ldspbidx"]), [1, 1, 0]);
    let [before, after] = [plain(), Spec::default()].map(|spec| cycles(source, &spec));
    std::eprintln!("table: {before} cycles, {after} with tiles");
    assert!(10 * after < 7 * before, "{before} {after}");
}

/// What the kernel writes stays where it is.
#[test]
fn simd_c3_what_is_written_is_not_staged() {
    let source = "// lanescope: global 2048\n// lanescope: local 1\n// lanescope: arg a [2048] iota(0, 1)\n\
        __kernel void k(__global float *a) {\n\
        int i = get_global_id(0); a[i] = a[i] * a[i]; a[i] = a[i] + 1; }";
    assert_eq!(counts(source, ["ldg2sptile"]), [0]);
}

/// Most percent that a kernel may take longer.
const MOST: u64 = 2;
/// Those that take more, and how much: one work-item shares no tile with others, and waits for all of it.
const LONGER: &[(&str, u64)] = &[("shuffle", 3)];

/// Kernels of the gallery with and without tiles.
#[test]
fn simd_c3_no_kernel_takes_longer_by_its_tiles() {
    let (mut before, mut after) = (0, 0);
    for (name, source) in of_gallery() {
        if REFUSED.iter().any(|(refused, _)| *refused == name) {
            continue;
        }
        let mut off = plain();
        off.compiler.scheduling = true;
        let [old, new] = [off, Spec::default()].map(|spec| cycles(source, &spec));
        std::eprintln!("{name}: {old} cycles, {new} with tiles");
        let longer = LONGER.iter().find(|(longer, _)| *longer == name);
        let most = longer.map_or(MOST, |(_, most)| *most);
        assert!(100 * new <= (100 + most) * old, "{name}: {old} {new}");
        assert!(longer.is_none() || 100 * new > (100 + MOST) * old, "{name} takes no longer any more");
        (before, after) = (before + old, after + new);
    }
    assert!(after < before, "{before} {after}");
}

/// Structures of three words that each work-item writes; words behind them in the buffer.
fn structures(items: u32, more: u32, body: &str) -> String {
    format!(
        "// lanescope: global {items}\n// lanescope: local 1\n// lanescope: arg in [{items}] random(1, -9, 9)\n\
         // lanescope: arg out [{}] fill(7)\n__kernel void k(__global int *out, __global const int *in) {{\n\
         int i = get_global_id(0), v = in[i];\n{body}\n}}",
        3 * items + more
    )
}

const THREE: &str = "out[3 * i + 1] = v * v; out[3 * i] = v; out[3 * i + 2] = v + i;";

/// simd C3: results of three words are put together and sent at once, which takes less than half of the time.
#[test]
fn simd_c3_results_are_put_together() {
    let source = structures(4096, 0, THREE);
    assert_eq!(counts(&source, ["stspbidx", "stg2sptile", "stgcidx"]), [3, 1, 0]);
    let mut without = Spec::default();
    without.compiler.composed_results = false;
    let [before, after] = [without, Spec::default()].map(|spec| cycles(&source, &spec));
    assert!(10 * after < 6 * before, "{before} {after}");
    // A picture, whose rows are as long as the launch is.
    let picture = "// lanescope: global 100 70\n// lanescope: local 1 1\n// lanescope: arg in [7000] random(1, -9, 9)\n\
        // lanescope: arg out [14000]\n__kernel void k(__global int *out, __global const int *in) {\n\
        int at = get_global_id(1) * get_global_size(0) + get_global_id(0); out[2 * at] = in[at]; out[2 * at + 1] = 2 * in[at]; }";
    assert_eq!(counts(picture, ["stspbidx", "stg2sptile", "stgcidx"]), [2, 1, 0]);
}

/// A tile is sent with all its words: of those that nobody wrote none may lie in the buffer.
#[test]
fn simd_c3_results_that_are_not_all_there_are_stored_one_by_one() {
    let sent = |source: &str| counts(source, ["stg2sptile"])[0];
    // The last group is not full: the buffer ends with the launch, or does not.
    assert_eq!([sent(&structures(3000, 0, THREE)), sent(&structures(3000, 1, THREE))], [1, 0]);
    assert_eq!(sent(&structures(4096, 100, THREE)), 1);
    for body in [
        // A word is missing, one is written twice, and not all work-items write.
        "out[3 * i] = v; out[3 * i + 2] = i;",
        "out[3 * i] = v; out[3 * i + 1] = i; out[3 * i + 1] = 4;",
        "if (v > 0) { out[3 * i] = v; out[3 * i + 1] = i; out[3 * i + 2] = 4; }",
        // The buffer is read, too.
        "int old = out[3 * i]; out[3 * i] = v; out[3 * i + 1] = i; out[3 * i + 2] = old + 1;",
        "if (i > 2000) return; out[3 * i] = v; out[3 * i + 1] = i; out[3 * i + 2] = 4;",
    ] {
        assert_eq!(sent(&structures(4096, 0, body)), 0, "{body}");
    }
    // What was just stored is not read again.
    let again = "out[3 * i] = v; out[3 * i + 1] = i; out[3 * i + 2] = out[3 * i + 1] + 1;";
    assert_eq!(sent(&structures(4096, 0, again)), 1);
}
