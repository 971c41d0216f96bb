//! Which instructions compiled code consists of.

use lanescope_kit::kernels::prepared;

use super::*;

/// The text of a kernel compiled for a machine.
pub(super) fn text(source: &str, spec: &Spec) -> String {
    let (mut kernel, _) = prepared("text", source);
    lower(&mut kernel, &FEATURES).unwrap();
    print(&generate(&kernel, spec).unwrap().program)
}

/// A generation with all that it has, at any address.
pub(super) fn relaxed(generation: Generation) -> Spec {
    Spec { generation, alignment: Alignment::Relaxed, ..Spec::default() }
}

/// Elements are counted by the type that a move names.
#[test]
fn moves_name_the_type_of_their_elements() {
    use Generation as G;
    let copied = |ty: &str, generation| {
        let source = format!(
            "__kernel void copy(__global const {ty} *from, __global {ty} *to) {{
                int i = get_global_id(0);
                to[i] = from[i];
            }}"
        );
        text(&source, &relaxed(generation))
    };
    let cases = [
        ("float", G::Sse, "vmovups xmm"),
        ("float", G::Avx512, "vmovups zmm"),
        ("float", G::Rvp, "fld.8S"),
        ("double", G::Sse2, "vmovupd xmm"),
        ("double", G::Rvp, "fld.4D"),
        ("int", G::Avx2, "vmovdqu ymm"),
        ("int", G::Avx512, "vmovdqu32 zmm"),
        ("int", G::Rvp, "fld.8W"),
        ("short", G::Avx512, "vmovdqu16 zmm"),
        ("char", G::Avx512, "vmovdqu8 zmm"),
        ("char", G::Rvp, "fld.32B"),
        ("long", G::Avx512, "vmovdqu64 zmm"),
    ];
    for (ty, generation, wanted) in cases {
        let text = copied(ty, generation);
        assert!(text.contains(wanted), "{ty} {generation:?}: no {wanted} in\n{text}");
    }
}
