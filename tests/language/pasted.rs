//! Kernels as people paste them, without a word about their launch (`cases/pasted/bare`): what is filled in lets them
//! run to their end, or the message says what does not fit.

use std::fs;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, fuzz, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 4_000_000;

/// Kernels whose work-items race with the data that is filled in: whole programs give them data in which they do not.
const RACES: &[&str] = &["bfs_frontier.cl", "nw_like.cu", "transpose_sample.cu"];

const FOLDER: &str = "tests/cases/pasted/bare";

fn names() -> Vec<String> {
    bless::texts(FOLDER).into_iter().map(|(name, _)| name).collect()
}

fn open(name: &str, preset: &str) -> Session {
    let source = fs::read_to_string(bless::project(&format!("{FOLDER}/{name}"))).unwrap();
    assert!(!source.contains("lanescope:"), "{name} says something about its launch");
    Session::open(runs::document(&source, preset), Limits::default())
}

/// Each on a preset of every machine, one after the other of its presets, or on all (`cargo xtask fuzz --all`).
#[test]
fn kernels_without_a_launch_run_to_their_end_or_say_what_does_not_fit() {
    let presets = runs::kernel_presets();
    let machines: Vec<&[String]> =
        presets.chunk_by(|a, b| a.split('/').next() == b.split('/').next()).collect();
    let wanted = |at: usize| -> Vec<&String> {
        let turn =
            |of: &&'_ [String]| if fuzz::all() { 0..of.len() } else { at % of.len()..at % of.len() + 1 };
        machines.iter().flat_map(|of| &of[turn(of)]).collect()
    };
    let names = names();
    let (mut tried, mut refused) = (0, 0);
    for (name, preset) in names
        .iter()
        .enumerate()
        .flat_map(|(at, name)| wanted(at).into_iter().map(move |preset| (name, preset)))
    {
        tried += 1;
        let mut session = open(name, preset);
        if let Err(found) = session.start() {
            if runs::is_of_machine(&found, preset) {
                refused += 1;
                continue;
            }
            let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.as_ref()).collect();
            assert!(codes == ["launch::fit"] && preset == "simt/teaching", "{name} on {preset}: {found:#?}");
            continue;
        }
        let status = session.advance(CYCLES, CYCLES);
        assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        let race = check.remark.as_ref().is_some_and(|remark| remark.starts_with("There is a race"));
        assert!(check.pass || race && RACES.contains(&name.as_str()), "{name} on {preset}: {check:#?}");
    }
    assert!(4 * refused < tried, "{refused} of {tried} runs are refused");
}

/// Files in the manner of public libraries (`cases/pasted/library`): one kernel of each is used, and what else is in the
/// file (vector types, templates, classes, images, host code) is not.
#[test]
fn kernels_of_libraries_run_beside_what_is_not_supported() {
    const LIBRARY: &str = "tests/cases/pasted/library";
    let names = bless::texts(LIBRARY);
    assert!(names.len() >= 30, "{}", names.len());
    for (name, _) in names {
        for preset in ["simt/teaching", "rvv/textbook"] {
            let source = fs::read_to_string(bless::project(&format!("{LIBRARY}/{name}"))).unwrap();
            let mut session = Session::open(runs::document(&source, preset), Limits::default());
            let said = &session.compiled().diagnostics;
            assert!(!said.iter().any(Diagnostic::is_error), "{name} on {preset}: {said:#?}");
            if let Err(found) = session.start() {
                // The groups of some host programs are larger than those of a small machine.
                let roomier = found[0].preset.as_deref().filter(|_| found[0].code == "launch::fit");
                let roomier = roomier.unwrap_or_else(|| panic!("{name} on {preset}: {found:#?}"));
                session = Session::open(runs::document(&source, roomier), Limits::default());
                session.start().unwrap_or_else(|found| panic!("{name} on {roomier}: {found:#?}"));
            }
            let status = session.advance(CYCLES, CYCLES);
            assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{name} on {preset}: {check:#?}");
        }
    }
}

/// The length that host code allocates holds: the kernel that goes beyond it halts there.
#[test]
fn memory_that_host_code_allocates_is_not_lengthened() {
    let program = |bytes: &str| {
        format!(
            "__global__ void shift(float *x, float *y) {{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  y[i] = x[i + 256];\n}}
            int main() {{ float *x, *y; cudaMalloc(&x, {bytes}); cudaMalloc(&y, 256 * sizeof(float)); shift<<<8, 32>>>(x, y); }}"
        )
    };
    for preset in runs::kernel_presets() {
        let run = |bytes: &str| {
            let mut session = Session::open(runs::document(&program(bytes), &preset), Limits::default());
            let first = session.compiled().launch.args[0].value.clone();
            session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
            let status = session.advance(CYCLES, CYCLES);
            let ArgValue::Buffer { len, .. } = first else { panic!("{first:?}") };
            (len, status.halt.map(|halt| (halt.message, halt.place.map(|place| place.line))))
        };
        assert_eq!(run("512 * sizeof(float)"), (512, None), "{preset}");
        let (len, halt) = run("256 * sizeof(float)");
        let (message, line) = halt.expect("out of bounds");
        assert!(len == 256 && message.contains("out of bounds") && line == Some(3), "{preset}: {message}");
        assert!(message.contains(", at line 3: "), "{preset}: {message}");
        // Nobody knows how many: as long as the kernel reaches.
        assert_eq!(run("size()"), (512, None), "{preset}");
    }
}

/// A launch that does not fit names a preset of the same machine on which it does, by its title and as data.
#[test]
fn a_launch_that_does_not_fit_names_a_preset_that_has_room() {
    let machines = lanescope_core::session::machines();
    let mut named = 0;
    for (name, preset) in
        names().iter().flat_map(|name| runs::kernel_presets().into_iter().map(move |preset| (name, preset)))
    {
        let Err(found) = open(name, &preset).start() else { continue };
        if runs::is_of_machine(&found, &preset) {
            continue;
        }
        let Some(id) = found[0].preset.as_deref() else { panic!("{name} on {preset}: {found:#?}") };
        let info = machines.iter().flat_map(|machine| &machine.presets).find(|info| info.id == id).unwrap();
        let help = found[0].help.as_deref().unwrap_or_default();
        assert!(help.contains(&info.name) && !help.contains(&info.id), "{name} on {preset}: {help}");
        assert!(open(name, id).start().is_ok(), "{name} on {id}");
        named += 1;
    }
    assert!(named > 0);
}

fn launch(name: &str) -> Launch {
    open(name, "simt/fermi").compiled().launch.clone()
}

#[test]
fn groups_have_the_size_that_arrays_are_made_for() {
    let cases = [
        ("small_shared.cu", [16, 1, 1]),
        ("tiled_mm.cu", [8, 8, 1]),
        // 10 x 10 with a border of one on each side.
        ("hotspot_like.cl", [8, 8, 1]),
        // 17 x 17 with a row and a column before it.
        ("nw_like.cu", [16, 1, 1]),
        // 16 x 17, of which 4 rows are filled at a time.
        ("transpose_sample.cu", [16, 4, 1]),
        // 64 bins, but the kernel asks how large its group is.
        ("histogram_shared.cu", [32, 1, 1]),
    ];
    cases.iter().for_each(|(name, local)| assert_eq!(launch(name).local, *local, "{name}"));
}

#[test]
fn buffers_are_as_long_as_the_kernel_reaches() {
    let length = |name: &str, buffer: &str| {
        let launch = launch(name);
        let value = launch.args.into_iter().find(|arg| arg.name == buffer).map(|arg| arg.value);
        let Some(ArgValue::Buffer { len, .. }) = value else { panic!("{name}: {buffer}: {value:?}") };
        len
    };
    let cases = [
        // 16 x 16 work-items in rows of 64 elements; b is read in all 64 rows.
        ("gemm_const.cl", "a", 15 * 64 + 63 + 1),
        ("gemm_const.cl", "b", 63 * 64 + 15 + 1),
        // Four rows of 50 elements, each read by 32 work-items in turn; the 50 stands in the launch.
        ("softmax_rows.cu", "x", 4 * 50),
        ("softmax_rows.cu", "y", 4 * 50),
        // The guard lets 128 work-items pass.
        ("atax.cu", "A", 128 * 128),
        // One row pointer more than rows, the last one 4 * 256.
        ("csr_spmv.cl", "row_ptr", 257),
        ("csr_spmv.cl", "cols", 1024),
        ("csr_spmv.cl", "vals", 1024),
        ("csr_spmv.cl", "x", 256),
        // Dynamic shared memory; a sum of two halves.
        ("reduce_sample.cu", "g_idata", 256),
    ];
    cases.iter().for_each(|(name, buffer, len)| assert_eq!(length(name, buffer), *len, "{name}: {buffer}"));
}
