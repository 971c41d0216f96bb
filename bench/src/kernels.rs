//! The kernels that are measured, with their launches, as documents.

use lanescope_core::{base::rng::Rng, session::vocabulary::*};

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

/// Fused multiply-adds on registers, four chains of them.
const FFMA: &str = "__kernel void ffma(__global float *out, float b, float c, int n) {
    int id = get_global_id(0);
    float x = id, y = 1.0f, z = 0.5f, w = 0.25f;
    for (int i = 0; i < n; i++) {
        x = fma(x, b, c);
        y = fma(y, b, c);
        z = fma(z, b, c);
        w = fma(w, b, c);
        x = fma(x, c, b);
        y = fma(y, c, b);
        z = fma(z, c, b);
        w = fma(w, c, b);
    }
    out[id] = x + y + z + w;
}";

/// One element of y = a x + y for each work-item.
const SAXPY: &str = "__kernel void saxpy(__global const float *x, __global float *y, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}";

/// Every work-item walks through memory with the others: so much traffic that DRAM sets the pace.
const STREAM: &str = "__kernel void stream(__global float *x, float a, int n, int rounds) {
    int i = get_global_id(0);
    for (int round = 0; round < rounds; round++) {
        x[i & (n - 1)] = a * x[i & (n - 1)] + a;
        i += get_global_size(0);
    }
}";

/// Reads at random.
const GATHER: &str =
    "__kernel void gather(__global const int *index, __global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = x[index[i]];
}";

/// One dot product for each element of c, all of size n x n.
const SGEMM: &str =
    "__kernel void sgemm(__global const float *a, __global const float *b, __global float *c, int n) {
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}";

/// The same by tiles in work-group memory.
const TILED: &str =
    "__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n) {
    __local float p[16][16], q[16][16];
    int column = get_global_id(0), row = get_global_id(1), x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    for (int tile = 0; tile < n; tile += 16) {
        p[y][x] = a[row * n + tile + x];
        q[y][x] = b[(tile + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) sum += p[y][k] * q[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}";

/// One level of a breadth-first search: edges of node v are `first[v] .. first[v + 1]`.
const BFS: &str =
    "__kernel void bfs(__global const int *first, __global const int *edges, __global int *level,
                  __global int *changed, int depth) {
    int v = get_global_id(0);
    if (level[v] != depth) return;
    for (int e = first[v]; e < first[v + 1]; e++) {
        int to = edges[e];
        if (level[to] < 0) {
            level[to] = depth + 1;
            changed[0] = 1;
        }
    }
}";

/// A document of this text, launched over `items` work-items in groups of 256.
fn document(source: &str, items: u32, args: Vec<Arg>) -> Document {
    Document {
        language: Language::OpenCl,
        launch: Some(Launch { global: [items, 1, 1], local: [256, 1, 1], args, ..Launch::default() }),
        ..Document::new(source.into(), MachineChoice { preset: preset(), changes: Vec::new() })
    }
}

/// The document on a machine of 4 cores with 32 warps each.
pub fn on_four_cores(document: Document) -> Document {
    on_cores(document, "4", "32")
}

/// The document on a machine as its preset has it, in groups that fit on every machine.
pub fn on_preset(mut document: Document, preset: &str) -> Document {
    document.machine = MachineChoice { preset: preset.into(), changes: Vec::new() };
    if let Some(launch) = &mut document.launch {
        launch.local = [16, 1, 1];
    }
    document
}

/// The document on a machine of so many cores with so many warps each.
pub fn on_cores(mut document: Document, cores: &str, warps: &str) -> Document {
    let changes = [("cores", cores), ("warps_per_core", warps)];
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
        scalar("n", Number::Int(rounds.into())),
    ];
    document(ALU, items, args)
}

/// The loop of fused multiply-adds: `rounds` rounds of eight on `items` work-items.
pub fn ffma(items: u32, rounds: i64) -> Document {
    let args = vec![
        buffer("out", items, Init::Zeros),
        scalar("b", Number::Float(0.5)),
        scalar("c", Number::Float(0.25)),
        scalar("n", Number::Int(rounds.into())),
    ];
    document(FFMA, items, args)
}

/// The ALU loop in every other lane (`odd`), or in all of them after the same question.
pub fn masked(items: u32, rounds: i64, odd: bool) -> Document {
    let guard = if odd { "if (id & 1) for" } else { "if (id >= 0) for" };
    Document { source: ALU.replace("for", guard), ..alu(items, rounds) }
}

/// Matrix multiplication, n x n, naive or by tiles of 16 x 16; `n` is a multiple of 16.
pub fn sgemm(n: u32, by_tiles: bool) -> Document {
    let args = vec![
        buffer("a", n * n, random(1)),
        buffer("b", n * n, random(2)),
        buffer("c", n * n, Init::Zeros),
        scalar("n", Number::Int(n.into())),
    ];
    let mut document = document(if by_tiles { TILED } else { SGEMM }, n, args);
    if let Some(launch) = &mut document.launch {
        (launch.global, launch.local) = ([n, n, 1], [16, 16, 1]);
    }
    document
}

/// A level of a search in a graph of random edges, 0 to 15 for each node, with a random half of the nodes in the level.
/// Also the edges that are looked at.
pub fn bfs(nodes: u32) -> (Document, u32) {
    let mut rng = Rng::new(7);
    let degrees: Vec<u32> = (0..nodes).map(|_| rng.below(16) as u32).collect();
    let levels: Vec<i32> = (0..nodes).map(|_| rng.below(2) as i32 - 1).collect();
    let mut first = vec![0];
    first.extend(degrees.iter().scan(0, |sum, degree| {
        *sum += degree;
        Some(*sum)
    }));
    let all = first[nodes as usize];
    let edges: Vec<u32> = (0..all).map(|_| rng.below(nodes.into()) as u32).collect();
    let looked_at =
        degrees.iter().zip(&levels).filter(|(_, level)| **level == 0).map(|(degree, _)| degree).sum();
    let words = |words: &[u32]| Init::Bytes(words.iter().flat_map(|word| word.to_le_bytes()).collect());
    let levels: Vec<u32> = levels.iter().map(|level| *level as u32).collect();
    let args = vec![
        buffer("first", nodes + 1, words(&first)),
        buffer("edges", all, words(&edges)),
        buffer("level", nodes, words(&levels)),
        buffer("changed", 1, Init::Zeros),
        scalar("depth", Number::Int(0)),
    ];
    (document(BFS, nodes, args), looked_at)
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

/// The document with whole numbers in place of random ones.
pub fn exact(mut document: Document) -> Document {
    for arg in document.launch.iter_mut().flat_map(|launch| &mut launch.args) {
        if let ArgValue::Buffer { init: init @ Init::Random { .. }, .. } = &mut arg.value {
            *init = Init::Iota { start: Number::Float(0.0), step: Number::Float(1.0) };
        }
    }
    document
}

/// `rounds` rounds of `items` work-items over 1 M elements.
pub fn stream(items: u32, rounds: i64) -> Document {
    const ELEMENTS: u32 = 1 << 20;
    let args = vec![
        buffer("x", ELEMENTS, random(1)),
        scalar("a", Number::Float(0.5)),
        scalar("n", Number::Int(ELEMENTS.into())),
        scalar("rounds", Number::Int(rounds.into())),
    ];
    document(STREAM, items, args)
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
    Arg::new(name, ArgValue::Buffer { len: len.into(), element: None, init })
}

fn scalar(name: &str, value: Number) -> Arg {
    Arg::new(name, ArgValue::Scalar(value))
}
