//! Gathers and scatters of compiled code (HS08): where they are, where not, and that memory is the interpreter's.

use Generation as G;
use lanescope_kit::kernels::of_gallery;

use super::{
    kernels::check,
    text::{relaxed, text},
    *,
};

/// The launch of a kernel whose arguments are `index`, `from` and `to`.
const LAUNCH: &str = "// lanescope: global 48
// lanescope: local 24
// lanescope: arg index int[256] random(5, 0, 63)
// lanescope: arg from [256] iota(1, 3)
// lanescope: arg to [256] iota(9, 1)
";

fn kernel(ty: &str, body: &str) -> String {
    format!(
        "{LAUNCH}__kernel void k(__global const int *index, __global const {ty} *from, __global {ty} *to) {{
            int i = get_global_id(0);
            {body}
        }}"
    )
}

/// Addresses as kernels make them, each with every type that is as wide as an index or twice as wide.
#[test]
fn each_kind_of_address() {
    let bodies = [
        "to[i] = from[index[i]];",
        "to[i] = from[index[i] + 3] + from[index[i + 1]];",
        "to[i] = (from + 70)[(index[i] & 15) - 16];",
        "to[i] = from[(uint)index[i] >> 1];",
        "to[i] = from[(uint)index[i]];",
        "to[i] = from[(long)index[i] + i];",
        "to[i] = from[3 * i];",
        "to[2 * i + 1] = from[2 * i];",
        "to[47 - i] = from[5 * i + 2];",
        "to[(i * 7) & 63] = from[i];",
        "to[i ^ 5] = from[i ^ 3];",
        "if (i & 1) to[i] = from[index[i]];",
        "if (index[i] > 20) to[(i * 5) & 255] = from[index[i]]; else to[(i * 5) & 255] = from[255 - index[i]];",
        "to[i ^ 1] = from[index[i] & 31] * 2; to[i ^ 1] = to[i ^ 1] + from[i];",
        "__local int near[24]; int l = get_local_id(0);
         near[l] = index[i]; barrier(CLK_LOCAL_MEM_FENCE);
         to[i] = from[near[(l * 5 + 1) % 24]];",
        "int own[4] = {3, 1, 2, 0}; to[i] = from[own[index[i] & 3]];",
        // The pointer is kept for the code behind the barrier, and its index has no packed instruction.
        "__local int near[24]; int l = get_local_id(0);
         near[l] = index[i]; barrier(CLK_LOCAL_MEM_FENCE);
         if (clz(l)) to[i + 64] = 1;
         int first = near[(l + 2) % 24]; barrier(CLK_LOCAL_MEM_FENCE);
         to[i] = first + near[(l + 2) % 24];",
    ];
    for ty in ["int", "float", "long", "double"] {
        bodies.iter().for_each(|body| check(&format!("{ty}: {body}"), &kernel(ty, body)));
    }
}

/// Work-items that leave a loop in different turns, and values that cross loops.
#[test]
fn gathers_in_loops() {
    let bodies = [
        "float sum = 0; for (int j = 0; j < (index[i] & 7); j++) sum += from[index[(i + j) & 255]]; to[i] = sum;",
        "int at = index[i], turns = 0;
         while (at > 9 && turns < 20) { at = index[(at * 3 + i) & 255]; turns++; }
         to[i] = from[at] + turns;",
        "int at = index[i]; for (int j = 0; j < 5; j++) { to[i] = to[i] + from[at + j]; at = index[at]; }",
        "for (int j = 0; j < (i & 3); j++) to[(i * 4 + j) & 255] = from[(index[i] + j) & 255];",
    ];
    for ty in ["int", "float", "double"] {
        bodies.iter().for_each(|body| check(&format!("{ty}: {body}"), &kernel(ty, body)));
    }
}

/// What generations have gathers, and what switches them off.
#[test]
fn hs08_gathers_are_in_the_text_where_the_machine_has_them() {
    // Where there are no scatters, elements that are stored one by one make scalar code the shorter one.
    let scattered = |ty| kernel(ty, "to[(i * 7) & 63] = from[index[i]];");
    let gathered = |ty| kernel(ty, "to[i] = from[index[i]] * 2;");
    let has = |ty, spec: &Spec, wanted: &str| {
        [scattered(ty), gathered(ty)].iter().any(|kernel| text(kernel, spec).contains(wanted))
    };
    assert!(has("float", &relaxed(G::Avx2), "vgatherdps ymm"));
    assert!(has("int", &relaxed(G::Avx2), "vpgatherdd ymm"));
    assert!(!has("int", &relaxed(G::Avx2), "scatter"));
    assert!(has("float", &relaxed(G::Avx512), "vgatherdps zmm"));
    assert!(has("float", &relaxed(G::Avx512), "vscatterdps"));
    assert!(has("int", &relaxed(G::Avx512), "vpscatterdd"));
    for generation in [G::Avx, G::Sse2, G::Rvp] {
        assert!(!has("float", &relaxed(generation), "gather"));
    }
    for generation in [G::Avx2, G::Avx512] {
        let off = Spec { gathers: false, ..relaxed(generation) };
        assert!(!has("float", &off, "gather") && !has("float", &off, "scatter"));
    }
    let blends = Spec { masks: false, ..relaxed(G::Avx512) };
    assert!(has("float", &blends, "vgatherdps zmm") && !has("float", &blends, "scatter"));
}

/// An index without sign may be as large as 2^32 - 1: the instruction would take it for a negative one.
#[test]
fn an_index_without_sign_is_no_index_with_sign() {
    let source = kernel("float", "to[i] = from[(uint)index[i]];");
    assert!(!text(&source, &relaxed(G::Avx2)).contains("vgatherdps"));
    let halved = kernel("float", "to[i] = from[(uint)index[i] >> 1];");
    assert!(text(&halved, &relaxed(G::Avx2)).contains("vgatherdps"));
}

/// The gallery's sparse product.
#[test]
fn the_sparse_product_gathers() {
    let (_, source) = of_gallery().find(|(name, _)| *name == "spmv").unwrap();
    assert!(text(source, &relaxed(G::Avx2)).contains("vgatherdps"));
}
