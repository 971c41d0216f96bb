//! What Sim-D cannot run: each message names the construct, where it stands, and why.

use super::*;

/// The message for a kernel, and the line that it points to.
fn refused(source: &str) -> (String, String) {
    let (kernel, bound) = prepared("refused", source);
    let error = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap_err();
    let at = error.span().start as usize;
    let line = source[..at.min(source.len())].matches('\n').count();
    (error.message.clone(), source.lines().nth(line).unwrap_or_default().trim().into())
}

#[test]
fn simd_c13_each_construct_is_refused_where_it_stands() {
    let cases = [
        ("__kernel void k(__global int *a) {\natomic_add(a, 1);\n}", "has no atomics", "atomic_add(a, 1);"),
        (
            "__kernel void k(__global char *a) {\na[get_global_id(0)] = 1;\n}",
            "an element of 8 bits",
            "a[get_global_id(0)] = 1;",
        ),
        (
            "__kernel void k(__global short *a) {\na[get_global_id(0)] = 1;\n}",
            "an element of 16 bits",
            "a[get_global_id(0)] = 1;",
        ),
        (
            "__kernel void k(__global long *a) {\na[get_global_id(0)] = 1;\n}",
            "an element of 64 bits",
            "a[get_global_id(0)] = 1;",
        ),
        (
            "__kernel void k(__global float *a, __global int *b) {\na[0] = (float)as_half((ushort)b[0]);\n}",
            "converts no `half`",
            "a[0] = (float)as_half((ushort)b[0]);",
        ),
        (
            "__kernel void k(__global float *a, __global int *b) {\nb[0] = as_ushort((half)a[0]);\n}",
            "converts no `half`",
            "b[0] = as_ushort((half)a[0]);",
        ),
    ];
    for (source, why, line) in cases {
        let (message, at) = refused(source);
        assert!(message.contains(why), "{message}");
        assert_eq!(at, line, "{message}");
    }
}

#[test]
fn groups_that_do_not_fit_are_refused() {
    let ask = "__kernel void k(__global int *a) { a[get_global_id(0)] = get_local_id(0); }";
    let of = |header: &str| refused(&format!("{header}\n{ask}")).0;
    assert!(of("// lanescope: global 2048\n// lanescope: local 2048").contains("have 2048 work-items"));
    assert!(of("// lanescope: global 96\n// lanescope: local 48").contains("sides are powers of two"));
    assert!(of("// lanescope: global 8 64\n// lanescope: local 8 64").contains("at most 32 rows"));
}

/// Each case is a block with its comparison and one with its body: at the edge of what is allowed the kernel goes on to the next check.
#[test]
fn a_kernel_of_too_many_blocks_is_refused_before_the_passes() {
    let cases = |count: usize| {
        let each: String = (0..count).map(|at| format!("case {at}: a[i] = {at} * i; break;\n")).collect();
        refused(&format!(
            "__kernel void k(__global int *a) {{ int i = get_global_id(0);\nswitch (i) {{ {each} }} }}"
        ))
        .0
    };
    let message = cases(5000);
    assert!(message.contains("blocks of code, and the most are 2048"), "{message}");
    assert!(!cases(900).contains("blocks of code"));
    let (kernel, bound) = prepared("few", "__kernel void k(__global int *a) { if (a[0]) a[1] = 2; }");
    let of = |instruction_memory| {
        let spec = Spec { instruction_memory, ..Spec::default() };
        generate(&kernel, &bound.launch, &bound.args, &bound.memory, &spec)
            .map(|_| ())
            .map_err(|one| one.message)
    };
    let count = kernel.blocks.len() as u32;
    assert!(of(count - 1).unwrap_err().contains("blocks of code"));
    assert!(!of(count).unwrap_err().contains("blocks of code"));
}
