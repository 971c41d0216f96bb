//! Every cause that a machine says it has happens in some program, no cause that it says it has not does, and what is said of a
//! cause speaks of parts that the machine has.

use std::collections::BTreeSet;

use lanescope_core::session::{self, Format, MachineInfo, Session, WHOLE, vocabulary::*};
use lanescope_tests::{runs, shorthand::finish};

/// Programs that have causes: machine, causes, what is run, on which preset with which settings.
struct Row {
    causes: &'static [&'static str],
    text: fn() -> String,
    preset: &'static str,
    changes: &'static [(&'static str, &'static str)],
}

const fn row(
    causes: &'static [&'static str],
    text: fn() -> String,
    preset: &'static str,
    changes: &'static [(&'static str, &'static str)],
) -> Row {
    Row { causes, text, preset, changes }
}

/// A program of the gallery.
fn gallery(name: &str) -> String {
    let all = session::gallery();
    let found = all.into_iter().find(|item| item.name == name);
    found.unwrap_or_else(|| panic!("no program {name}")).source
}

macro_rules! of_gallery {
    ($name:literal) => {
        || gallery($name)
    };
}

macro_rules! by_hand {
    ($name:literal) => {
        || include_str!(concat!("../../core/kernels/", $name, ".s")).into()
    };
}

/// A kernel with the lines of its launch.
macro_rules! kernel {
    ($launch:literal, $args:literal, $body:literal) => {
        || {
            let launch = $launch.replace("; ", "\n// lanescope: ");
            format!(
                "// lanescope: {launch}\n__kernel void k({}) {{\n  int i = get_global_id(0);\n  {}\n}}\n",
                $args, $body
            )
        }
    };
}

const STREAM: fn() -> String = kernel!(
    "global 4096; local 64; arg x [4096] random(1, 0, 1); arg y [4096] random(2, 0, 1)",
    "__global const float *x, __global float *y",
    "y[i] = x[i] * 2.0f + y[i] / (x[i] + 1.0f);"
);

const STRIDES: fn() -> String = kernel!(
    "global 512; local 64; arg x [8192] random(1, 0, 1); arg y [8192] zeros",
    "__global const float *x, __global float *y",
    "y[i * 16] = x[i * 16] + 1.0f;"
);

/// A gather of four doubles, and a load behind it that waits until they have entered.
const GATHER: fn() -> String = || {
    "# lanescope: arg d double[16] zeros\n    .globl f\nf:  vcmpeqpd ymm3, ymm4, ymm4\n    \
     vgatherdpd ymm1, (a0, xmm2, 1), ymm3\n    vmovupd ymm5, (a0)\n    ret\n"
        .into()
};

const ATOMICS: fn() -> String =
    kernel!("global 512; local 64; arg n int[4] zeros", "__global int *n", "atomic_add(n, 1);");

const LOCAL_ATOMICS: fn() -> String = kernel!(
    "global 64; local 64; arg n int[4] zeros",
    "__global int *n",
    "__local int s[64];\n  s[get_local_id(0)] = 0;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  atomic_add(s, 1);\n  \
     barrier(CLK_LOCAL_MEM_FENCE);\n  if (i == 0) n[0] = s[0];"
);

/// Accesses of packed registers that cross lines and pages.
const CROSSING: fn() -> String = kernel!(
    "global 4096; local 4096; arg x [4097] random(1, 0, 1); arg y [4097] zeros",
    "__global const float *x, __global float *y",
    "y[i] = x[i + 1] + 1.0f;"
);

/// One warp alone, which waits at a barrier, for memory and for a quotient.
const ALONE: fn() -> String = kernel!(
    "global 16; local 16; arg x [16] random(1, 0, 1); arg y [16] zeros",
    "__global const float *x, __global float *y",
    "y[i] = x[i];\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  y[i] = y[i] / (y[15 - i] + 1.0f);"
);

/// Two quotients, of which the second waits for the divider, and a pop close behind a push.
const QUOTIENTS: fn() -> String = || {
    "// lanescope: global 2048\n// lanescope: local 1024\n.text\nsidiv s1, s2, 3\nsidiv s3, s2, 5\n\
     cpush.if l\nsiadd s4, s5, 1\ncpop\nl:\nexit\n"
        .into()
};

const ROWS: &[Row] = &[
    row(
        &["issued", "arithmetic", "memory", "unit-busy", "fetch", "draining", "empty", "not-picked"],
        STREAM,
        "simt/fermi",
        &[("cores", "1")],
    ),
    row(&["memory-full"], STRIDES, "simt/fermi", &[("cores", "1")]),
    row(&["replay"], STRIDES, "simt/fermi", &[("replay_from", "ibuffer")]),
    row(&["barrier"], of_gallery!("reduce_sequential"), "simt/fermi", &[]),
    row(&["throttled"], STREAM, "simt/fermi", &[("throttle", "limit"), ("warp_limit", "1"), ("cores", "1")]),
    row(&["contention"], ATOMICS, "simt/fermi", &[]),
    row(&["contention"], ATOMICS, "simt/fermi", &[("rop_cache", "false"), ("l2_slice_kb", "0")]),
    row(&["contention"], LOCAL_ATOMICS, "simt/fermi", &[]),
    row(&["issued", "arithmetic", "memory", "unit-busy", "draining", "empty"], STREAM, "rvv/textbook", &[]),
    row(&["bank-busy"], STRIDES, "rvv/textbook-8-banks", &[]),
    row(&["page-walk"], STRIDES, "rvv/textbook", &[("tlb_entries", "2"), ("page_bytes", "256")]),
    row(&["memory-full"], STRIDES, "rvv/textbook-dram", &[("dram_queue", "1")]),
    row(&["register-bank"], STREAM, "rvv/textbook", &[("register_file", "banked"), ("register_banks", "1")]),
    row(&["issued", "arithmetic", "memory", "draining"], STREAM, "packed/i7-920", &[]),
    row(
        &["memory-full", "empty", "joining"],
        STREAM,
        "packed/i7-920",
        &[("outstanding", "1"), ("join_cycles", "100")],
    ),
    row(&["not-picked"], STREAM, "packed/avx2", &[("threads", "2")]),
    row(&["fetch"], STREAM, "packed/avx2", &[("branch_penalty", "3")]),
    row(&["crossing"], CROSSING, "packed/avx2", &[("page_crossing", "10")]),
    row(&["elements"], GATHER, "packed/avx2", &[]),
    row(&["tile-rows", "tile-sum"], by_hand!("packed_tiles"), "packed/amx", &[]),
    row(
        &["issued", "upload", "memory", "fetch", "flush", "phase-end"],
        by_hand!("sim_d_spmv"),
        "sim_d/author",
        &[],
    ),
    row(&["arithmetic", "dram-queued"], by_hand!("sim_d_waves"), "sim_d/author", &[]),
    row(&["killed"], of_gallery!("mandelbrot"), "sim_d/author", &[]),
    row(&["scratchpad"], of_gallery!("stencil2d"), "sim_d/author", &[]),
    row(&["pop", "unit-busy"], QUOTIENTS, "sim_d/author", &[]),
    row(
        &["throttled"],
        by_hand!("sim_d_convolution"),
        "sim_d/author",
        &[("pairwise", "on"), ("scratchpad_phases", "as-compute")],
    ),
    row(
        &[
            "issued",
            "not-picked",
            "circulating",
            "head-of-line",
            "unit-busy",
            "memory-full",
            "arbiter",
            "draining",
            "empty",
        ],
        STREAM,
        "harp/harp32",
        &[],
    ),
    row(&["memory", "arithmetic", "barrier"], ALONE, "harp/harp32", &[("archid", "4w8/8/16/1")]),
];

/// The causes that a run has had, in any part of the machine.
fn causes_of(row: &Row) -> BTreeSet<String> {
    let text = (row.text)();
    let mut document = runs::document(&text, row.preset);
    if !text.contains("__kernel") && !text.contains("__global__") {
        document.language = Language::Assembly;
    }
    document.machine.changes =
        row.changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{}: {found:#?}", row.preset));
    finish(&mut session);
    had(&session)
}

fn had(session: &Session) -> BTreeSet<String> {
    let report = session.report().expect("a run has a report");
    let parts = report.slot_groups.iter().flat_map(|group| group.parts.iter().map(|part| &part.causes));
    let counts = [&report.slots].into_iter().chain(parts);
    let pairs = counts.flat_map(|counts| report.causes.rows().zip(counts));
    let mut had: BTreeSet<String> =
        pairs.filter(|(_, count)| **count > 0).map(|((_, cause), _)| cause.id.to_string()).collect();
    // A slot in which another unit was picked is used: that one was not is what a unit has.
    let mut table = Vec::new();
    session.export(Format::Csv, WHOLE, &mut |piece| {
        table.extend_from_slice(piece);
        true
    });
    let table = String::from_utf8_lossy(&table);
    // So is one in which only one of several units has no work, or a result that waits for another one to go.
    for id in ["not-picked", "empty", "arbiter"].into_iter().filter(|id| table.contains(id)) {
        had.insert(id.into());
    }
    had
}

fn has(machine: &MachineInfo) -> BTreeSet<String> {
    let rows = machine.causes.rows().filter(|(cause, _)| machine.causes.has(*cause));
    rows.map(|(_, row)| row.id.to_string()).collect()
}

#[test]
fn every_cause_of_every_machine_happens() {
    for machine in session::machines() {
        let (has, mut happened) = (has(&machine), BTreeSet::new());
        let rows = ROWS.iter().filter(|row| row.preset.starts_with(&format!("{}/", machine.id)));
        let mut missing = Vec::new();
        for row in rows {
            let causes = causes_of(row);
            missing.extend(
                row.causes
                    .iter()
                    .filter(|cause| !causes.contains(**cause))
                    .map(|cause| format!("{cause} on {} {:?}", row.preset, row.changes)),
            );
            let strange: Vec<_> = causes.difference(&has).collect();
            assert!(strange.is_empty(), "{} has {strange:?}, and says that it has not", row.preset);
            happened.extend(causes);
        }
        assert!(missing.is_empty(), "{missing:#?}");
        let never: Vec<_> = has.difference(&happened).collect();
        assert!(never.is_empty(), "{} never has {never:?}", machine.id);
    }
}

/// The programs of the gallery have no cause that their machine says it has not.
#[test]
fn nothing_happens_that_is_said_to_be_absent() {
    for machine in session::machines() {
        let (has, preset) = (has(&machine), machine.presets[0].id.clone());
        for item in session::gallery() {
            let limits = Limits { cycles: 100_000, ..Limits::default() };
            let mut session = Session::open(runs::document(&item.source, &preset), limits);
            if session.start().is_ok() {
                session.advance(100_000, 100_000);
                let strange: Vec<_> = had(&session).difference(&has).cloned().collect();
                assert!(strange.is_empty(), "{} on {preset}: {strange:?}", item.name);
            }
        }
    }
}

/// Words for parts, and the machines that have them: a sentence about a cause names no part that its machine lacks.
const PARTS: &[(&str, &[&str])] = &[
    ("warp", &["simt", "harp"]),
    ("miss register", &[]),
    ("collector", &[]),
    ("ways of a set", &[]),
    ("load/store unit", &["simt", "rvv"]),
    ("atomic", &["simt", "rvv", "packed"]),
    ("scratchpad", &["sim_d"]),
    ("stack of masks", &["sim_d"]),
    ("tile", &["packed"]),
    ("gather", &["rvv", "packed"]),
    ("memory bank", &["rvv"]),
    ("page", &["rvv", "packed"]),
];

#[test]
fn sentences_name_no_part_that_the_machine_lacks() {
    for machine in session::machines() {
        for (cause, row) in machine.causes.rows().filter(|(cause, _)| machine.causes.has(*cause)) {
            for (part, having) in PARTS.iter().filter(|(part, _)| row.doc.to_lowercase().contains(part)) {
                assert!(having.contains(&&*machine.id), "{}: {cause:?} speaks of a {part}", machine.id);
            }
        }
    }
}

/// Contention on one address is the greatest loss of a histogram of one bin; with an address for each it hardly is one.
#[test]
fn contention_grows_with_the_lanes_at_an_address() {
    let slots = |bins: u32, local: bool| {
        let text = format!(
            "// lanescope: groups 16\n// lanescope: local 128\n// lanescope: arg data [2048] iota\n\
             // lanescope: arg bins [2048] zeros\n\
             __global__ void hist(const int *data, unsigned *bins) {{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n{}}}\n",
            match local {
                false => format!("  atomicAdd(&bins[data[i] % {bins}], 1u);\n"),
                true => format!(
                    "  __shared__ unsigned s[2048];\n  for (int k = threadIdx.x; k < {bins}; k += blockDim.x) s[k] = 0;\n  \
                     __syncthreads();\n  atomicAdd(&s[data[i] % {bins}], 1u);\n  __syncthreads();\n  \
                     for (int k = threadIdx.x; k < {bins}; k += blockDim.x) bins[k] = s[k];\n"
                ),
            }
        );
        let mut document = runs::document(&text, "simt/fermi");
        document.language = Language::Cuda;
        let mut session = Session::open(document, Limits::default());
        session.start().unwrap_or_else(|found| panic!("{found:#?}"));
        finish(&mut session);
        let report = session.report().expect("a run has a report");
        let count = |id: &str| report.slots[report.causes.find(id).expect("a cause").index()];
        (count("contention"), count("memory") + count("draining"))
    };
    let (one, others) = slots(1, false);
    assert!(one > 2 * others, "{one} slots of contention, {others} others");
    let (many, _) = slots(2048, false);
    assert_eq!(many, 0, "every work-item has an address of its own");
    let ((one, _), (many, _)) = (slots(1, true), slots(2048, true));
    assert!(one > 0 && many == 0, "work-group memory: {one}, {many}");
}
