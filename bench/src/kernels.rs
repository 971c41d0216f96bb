//! The kernels that are measured, with their launches, as documents.

use lanescope_core::session::vocabulary::*;

/// The mix of the ceiling: three multiply-adds, two float adds, integer add, float compare, loop.
const ALU: &str = "__kernel void alu(__global float *out, __global int *flags, float b, float c, int n) {
    int id = get_global_id(0);
    float x = id, y = 1.0f, z = 0.5f, s = 0.0f, t = 0.0f;
    int k = id, less = 0;
    for (int i = 0; i < n; i++) {
        x = x * b + c;
        y = y * c + b;
        z = z * b + c;
        s = x + y;
        t = z + s;
        k = k + n;
        less = s < t;
    }
    out[id] = x + y + z + s + t;
    flags[id] = k + less;
}";

/// One element of y = a x + y for each work-item.
const SAXPY: &str = "__kernel void saxpy(__global const float *x, __global float *y, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}";

/// Reads at random.
const GATHER: &str =
    "__kernel void gather(__global const int *index, __global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = x[index[i]];
}";

/// A document of this text, launched over `items` work-items in groups of 256.
fn document(source: &str, items: u32, args: Vec<Arg>) -> Document {
    Document {
        source: source.into(),
        language: Language::OpenCl,
        options: CompileOptions::default(),
        kernel: None,
        launch: Some(Launch { global: [items, 1, 1], local: [256, 1, 1], dynamic_local: 0, args }),
        machine: MachineChoice { preset: preset(), changes: Vec::new() },
        cycle: 0,
        view: Vec::new(),
        compare: Vec::new(),
    }
}

/// Cores of the machine that timing is measured on.
pub const CORES: f64 = 4.0;

/// The document on a machine of 4 cores with 32 warps each.
pub fn on_four_cores(mut document: Document) -> Document {
    let changes = [("cores", "4"), ("warps_per_core", "32")];
    document.machine.changes = changes.map(|(id, value)| (id.to_string(), value.to_string())).to_vec();
    document
}

/// The ALU loop with each multiply-add fused: exactly, not as the processor likes.
pub fn fused(items: u32, rounds: i64) -> Document {
    let text = ALU.replace("x * b + c", "fma(x, b, c)");
    let text = text.replace("y * c + b", "fma(y, c, b)").replace("z * b + c", "fma(z, b, c)");
    Document { source: text, ..alu(items, rounds) }
}

/// The preset whose warps are 32 lanes wide and whose core is a real one.
fn preset() -> String {
    "simt/fermi".into()
}

/// The ALU loop: `rounds` rounds on `items` work-items.
pub fn alu(items: u32, rounds: i64) -> Document {
    let args = vec![
        buffer("out", items, Init::Zeros),
        buffer("flags", items, Init::Zeros),
        scalar("b", Number::Float(0.5)),
        scalar("c", Number::Float(0.25)),
        scalar("n", Number::Int(rounds)),
    ];
    document(ALU, items, args)
}

/// Saxpy over `items` elements.
pub fn saxpy(items: u32) -> Document {
    let args = vec![
        buffer("x", items, random(1)),
        buffer("y", items, random(2)),
        scalar("a", Number::Float(2.5)),
        scalar("n", Number::Int(items.into())),
    ];
    document(SAXPY, items, args)
}

/// A gather over `items` elements in random order.
pub fn gather(items: u32) -> Document {
    let args = vec![
        buffer("index", items, Init::Permutation { seed: 3 }),
        buffer("x", items, random(1)),
        buffer("y", items, Init::Zeros),
    ];
    document(GATHER, items, args)
}

fn random(seed: u64) -> Init {
    Init::Random { seed, low: Number::Float(0.0), high: Number::Float(1.0) }
}

fn buffer(name: &str, len: u32, init: Init) -> Arg {
    Arg { name: name.into(), value: ArgValue::Buffer { len: len.into(), element: None, init } }
}

fn scalar(name: &str, value: Number) -> Arg {
    Arg { name: name.into(), value: ArgValue::Scalar(value) }
}
