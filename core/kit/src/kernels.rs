//! Kernels as text for tests of code generators: those of the gallery, those that people paste, and loops that hand values on.
extern crate std;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_core::{
    document::Limits,
    gallery,
    ir::Kernel,
    launch::bind::{self, Bound},
    session::compile::{self, Prepared},
};

/// The kernel of a text, and what it is launched with.
pub fn prepared(name: &str, source: &str) -> (Kernel, Bound) {
    let (_, optimised, bound) = compiled(name, source);
    (optimised, bound)
}

/// The kernel of a text as the front end wrote it, which no pass has changed, and what it is launched with.
pub fn written(name: &str, source: &str) -> (Kernel, Bound) {
    let (written, _, bound) = compiled(name, source);
    (written, bound)
}

fn compiled(name: &str, source: &str) -> (Kernel, Kernel, Bound) {
    let Prepared { compiled, kernel, signature, .. } =
        compile::compile(&gallery::document_of(source.into()), &Limits::default());
    let (written, kernel) = kernel.unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
    let params = signature.map(|signature| signature.params).unwrap_or_default();
    let bound = bind::bind(&compiled.launch, &params, kernel.required_local, &Limits::default())
        .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    (written, kernel, bound)
}

/// Names and texts of the gallery that are kernels, no assembly.
pub fn of_gallery() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_kernel = |text: &str| text.contains("__kernel") || text.contains("__global__");
    gallery::KERNELS.iter().copied().filter(move |(_, text)| is_kernel(text))
}

/// Kernels as people paste them: the names of their files, and their texts.
pub fn pasted() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/pasted");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_kernel = |path: &std::path::PathBuf| {
        path.is_file() && path.extension().is_some_and(|ending| ending == "cl" || ending == "cu")
    };
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        (name, std::fs::read_to_string(&path).unwrap())
    };
    paths.filter(is_kernel).map(read).collect()
}

/// Is a pasted kernel refused by presets of a machine, with a reason?
pub fn is_refused(name: &str, machine: &str) -> bool {
    include_str!("../../../tests/cases/refused.txt").contains(&format!("{name} {machine}/"))
}

/// What a loop hands on to its next turn, it hands on all at once: each of three variables, of which one begins the same
/// in all work-items, one grows with them and one is any value, takes a step or what one of the three was before. Names and texts
/// of all ways to do so.
pub fn handed_on() -> impl Iterator<Item = (String, String)> {
    let ways = ["int", "float"].into_iter().flat_map(|ty| (0..64_usize).map(move |way| (ty, way)));
    ways.map(|(ty, way)| {
        let next = |at: usize| match way >> (2 * at) & 3 {
            3 => format!("{0} * 3 + 1", ["x", "y", "z"][at]),
            before => ["x", "y", "z"][before].into(),
        };
        let source = format!(
            "__kernel void hand_on(__global {ty} *out, __global const {ty} *a, {ty} n) {{
                int i = get_global_id(0);
                {ty} x = n, y = i, z = a[i];
                for (int k = 0; k < 4; k++) {{
                    {ty} p = {}, q = {}, r = {};
                    x = p; y = q; z = r;
                }}
                out[3 * i] = x; out[3 * i + 1] = y; out[3 * i + 2] = z;
            }}",
            next(0),
            next(1),
            next(2)
        );
        (format!("{ty} {way}"), source)
    })
}
