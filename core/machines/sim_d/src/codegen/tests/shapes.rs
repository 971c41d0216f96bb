//! Shapes of groups (simd C14), loops that are written out (C5), stores that meet (C7), and what a program says of itself.

use super::*;

fn compiled(source: &str, spec: &Spec) -> Compiled {
    let (kernel, bound) = prepared("facts", source);
    generate(&kernel, &bound.launch, &bound.args, &bound.memory, spec).unwrap()
}

/// The value of a fact whose name begins so.
fn fact<'c>(compiled: &'c Compiled, name: &str) -> Option<&'c str> {
    compiled.facts.iter().find(|(one, _)| one.starts_with(name)).map(|(_, value)| value.as_str())
}

/// A picture through which rows are copied: long rows take the DRAM least.
fn picture(width: u32, height: u32) -> String {
    format!(
        "// lanescope: global {width} {height}\n// lanescope: local 1 1\n// lanescope: arg in [{0}] iota(0, 1)\n// lanescope: arg out [{0}]\n\
         // lanescope: arg n {width}\n__kernel void k(__global float *out, __global const float *in, int n) {{\n\
         int at = get_global_id(1) * n + get_global_id(0); out[at] = in[at] * 2; }}",
        width * height
    )
}

#[test]
fn simd_c14_the_shape_of_groups_is_searched() {
    let source = picture(40, 64);
    check("shapes", &source);
    let found = compiled(&source, &Spec::default());
    // Wider ones have more than twice as many columns as the launch. Four groups of 64 cover it, and four of 32.
    let rows: Vec<&str> = found
        .facts
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| name.starts_with("groups of"))
        .collect();
    assert_eq!(rows, ["groups of 64 x 16", "groups of 32 x 32"]);
    assert!(found.facts.iter().any(|(name, value)| {
        name.starts_with(&format!("groups of {} x", found.launch.width)) && value.ends_with("chosen")
    }));
    let mut usual = Spec::default();
    usual.compiler.group_shape = GroupShape::Usual;
    assert_eq!(compiled(&source, &usual).launch.width, 64);
    assert!(cycles(&source, &Spec::default()) <= cycles(&source, &usual));
}

/// A picture of four rows: groups that are higher have rows without work-items.
#[test]
fn simd_c14_no_group_is_higher_than_the_launch() {
    let source = picture(1024, 4);
    let found = compiled(&source, &Spec::default());
    assert!(found.launch.width >= 256, "{:?}", found.facts);
    let mut usual = Spec::default();
    usual.compiler.group_shape = GroupShape::Usual;
    assert!(cycles(&source, &Spec::default()) < cycles(&source, &usual));
}

#[test]
fn simd_c5_a_loop_that_is_written_out_says_what_it_gains() {
    let source = "// lanescope: global 65536\n// lanescope: local 1\n// lanescope: arg out [65536]\n// lanescope: arg n 24\n\
        __kernel void k(__global int *out, int n) {\n\
        int i = get_global_id(0), s = i; for (int j = 0; j < n; j++) s = (s ^ (s >> 3)) * 3 + j; out[i] = s; }";
    check("loop", source);
    let mut off = Spec::default();
    off.compiler.unrolling = Unrolling::Off;
    assert!(fact(&compiled(source, &off), "loops that").is_none());
    let found = compiled(source, &Spec::default());
    assert!(
        fact(&found, "loops that are written out").is_some_and(|text| text.starts_with("1, of ")),
        "{:?}",
        found.facts
    );
    let [before, after] = [off, Spec::default()].map(|spec| cycles(source, &spec));
    assert!(after < before, "{before} {after}");
}

/// Of a loop of too many turns some stand behind each other; the analysis of worst cases still knows how often it turns.
#[test]
fn simd_c5_some_turns_of_a_long_loop_are_written_behind_each_other() {
    let source = "// lanescope: global 16384\n// lanescope: local 1\n// lanescope: arg out [16384]\n// lanescope: arg n 1000\n\
        __kernel void k(__global int *out, int n) {\n\
        int i = get_global_id(0), s = i; for (int j = 0; j < n; j++) s = (s ^ (s >> 3)) * 3 + j; out[i] = s; }";
    check("loop", source);
    let mut off = Spec::default();
    off.compiler.unrolling = Unrolling::Off;
    let found = compiled(source, &Spec::default());
    let said = fact(&found, "turns of a loop that are written behind each other");
    assert!(said.is_some_and(|text| text.starts_with("8 of 1000: ")), "{:?}", found.facts);
    let bounds: Vec<_> = found.instructions.iter().filter_map(|one| one.bound).collect();
    assert_eq!(bounds.len(), 1, "{bounds:?}");
    let text = format!("{:?}", bounds[0]);
    assert!(text.contains("125"), "{text}");
    let [before, after] = [off, Spec::default()].map(|spec| cycles(source, &spec));
    assert!(10 * after < 9 * before, "{before} {after}");
}

#[test]
fn simd_c7_sides_of_a_branch_store_once() {
    let source = "// lanescope: global 2048\n// lanescope: local 1\n// lanescope: arg in [2048] iota(0, 1)\n// lanescope: arg out [2048]\n\
        __kernel void k(__global float *out, __global const float *in) {\n\
        int i = get_global_id(0); if (in[i] > 100.0f) { out[i] = in[i] / 3; return; } out[i] = sqrt(in[i]); }";
    check("sides", source);
    let stores = |spec: &Spec| count(&program_with(source, spec), "stglin");
    assert_eq!([stores(&plain()), stores(&Spec::default())], [2, 1]);
    let [before, after] = [plain(), Spec::default()].map(|spec| cycles(source, &spec));
    assert!(after < before, "{before} {after}");
}

/// simd C7: with loads before branches every kernel of the gallery still leaves the same memory.
#[test]
fn simd_c7_loads_before_branches_leave_the_same_memory() {
    let mut spec = Spec::default();
    spec.compiler.hoisted_loads = true;
    for (name, source) in of_gallery() {
        let (kernel, bound) = prepared(name, source);
        match outcome_with(name, &kernel, &bound, &spec) {
            Ok(()) | Err((true, _)) => {}
            Err((false, text)) => panic!("{text}"),
        }
    }
}

/// simd C13: what the analysis of worst cases would stumble over is named.
#[test]
fn simd_c13_breaches_are_listed() {
    let of = |body: &str| {
        let source = format!(
            "// lanescope: global 1024\n// lanescope: arg in [1024] iota(0, 1)\n// lanescope: arg out [1024]\n\
             __kernel void k(__global int *out, __global const int *in) {{ int i = get_global_id(0), s = in[i]; {body} }}"
        );
        check(body, &source);
        let found = compiled(&source, &plain());
        found
            .facts
            .into_iter()
            .filter(|(name, _)| name.starts_with("breach"))
            .map(|(_, value)| value)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("out[i] = s;"), ["0"]);
    assert_eq!(of("for (int j = 0; j < 9; j++) s = s * s + in[j]; out[i] = s;"), ["0"]);
    let loops = of("while (s > 3) s -= 2; out[i] = s;");
    assert!(
        loops[0] == "1"
            && loops[1].ends_with("nothing bounds the turns of this loop before the launch begins"),
        "{loops:?}"
    );
    let skipped = of("if (s > 3) out[i] = s;");
    assert!(
        skipped[0] == "0" || skipped[1].contains("only if one of its work-items takes this way"),
        "{skipped:?}"
    );
    let skipped = of("if (s > 3) s = in[s & 1023]; out[i] = s;");
    assert!(
        skipped[0] == "1" && skipped[1].contains("only if one of its work-items takes this way"),
        "{skipped:?}"
    );
}
