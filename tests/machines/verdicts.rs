//! What is said of results that differ, of barriers that are not shared, of loops that never end and of accesses beyond a
//! buffer, by every preset that compiles kernels.

use lanescope_core::session::{self, Check, Session, Status, Verdict, vocabulary::*};
use lanescope_tests::runs;

/// No run here needs as many cycles, but one that never ends.
const CYCLES: u64 = 100_000;

/// A run to its end; `None` if the machine refuses the kernel by name.
fn run(source: &str, preset: &str) -> Option<(Session, Status)> {
    let mut session = Session::open(runs::document(source, preset), Limits::default());
    if let Err(found) = session.start() {
        assert!(runs::is_of_machine(&found, preset), "{preset}: {found:#?}");
        return None;
    }
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete, "{preset}: it goes on");
    Some((session, status))
}

fn check(source: &str, preset: &str) -> Option<Check> {
    let (mut session, status) = run(source, preset)?;
    assert_eq!(status.halt, None, "{preset}");
    Some((0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends"))
}

/// The verdicts on a kernel with buffers `lock[1]`, `x[1]` and `took[64]`, 64 work-items in groups of 16.
fn verdicts(body: &str) -> Vec<(String, Check)> {
    let source = format!(
        "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg lock [1] zeros\n\
         // lanescope: arg x [1] zeros\n// lanescope: arg took [64] zeros\n\
         __kernel void k(volatile __global uint *lock, volatile __global int *x, __global int *took) {{\n\
         int i = get_global_id(0);\n{body}\n}}"
    );
    let of = |preset: String| check(&source, &preset).map(|check| (preset, check));
    let all: Vec<_> = runs::atomic_presets().into_iter().filter_map(of).collect();
    assert!(all.len() > 10, "{} presets run it", all.len());
    all
}

/// What a kernel may leave open is neither a mistake nor a race, and some machine comes to another result than the reference.
#[test]
fn what_follows_from_the_order_of_atomics_is_no_race() {
    let kernels = [
        (
            "a lock that is tried once",
            "if (atomic_cmpxchg(lock, 0, 1) == 0) { int a = *x; *x = a + 1; took[i] = 1; atomic_xchg(lock, 0); }",
        ),
        ("a place in a queue", "took[atomic_inc(x)] = i;"),
        (
            "a place in a queue, through a function's condition",
            "int at = atomic_inc(x); if (at < 32) took[at] = i; else took[at] = -i;",
        ),
        ("who came last", "atomic_xchg(x, i);"),
    ];
    for (name, body) in kernels {
        let found = verdicts(body);
        for (preset, check) in &found {
            let is_open = matches!(check.verdict, Verdict::Equal | Verdict::OrderOfAtomics);
            assert!(is_open, "{name} on {preset}: {}", check.words());
        }
        if name.contains("once") {
            assert!(found.iter().any(|(_, check)| check.verdict == Verdict::OrderOfAtomics), "{name}");
        }
    }
}

/// Atomics elsewhere in the kernel, and a lock that not everybody takes, excuse nothing.
#[test]
fn a_race_beside_atomics_is_a_race() {
    let kernels = [
        ("beside an atomic", "atomic_inc(lock); *x = *x + 1;"),
        ("behind a condition on an atomic", "if (atomic_inc(lock) == 0) took[i] = 1; *x = *x + 1;"),
        (
            "half of them lock",
            "if (i & 1) { if (atomic_cmpxchg(lock, 0, 1) == 0) { *x = *x + 1; atomic_xchg(lock, 0); } } else *x = *x + 1;",
        ),
    ];
    for (name, body) in kernels {
        let found = verdicts(body);
        assert!(found.iter().any(|(_, check)| check.verdict == Verdict::Different), "{name}");
        for (preset, check) in found {
            let race = check.remark.as_ref().is_some_and(|remark| remark.starts_with("There is a race"));
            let is_right = check.verdict == Verdict::Equal || check.verdict == Verdict::Different && race;
            assert!(is_right, "{name} on {preset}: {}", check.words());
        }
    }
}

/// An index that leaves a private array and meets another one: the arrays that a machine keeps in registers are not there to
/// be met. The verdict names the text's own line, and blames neither compiler nor machine; inside of the array all is equal.
#[test]
fn an_access_beyond_a_private_array_is_the_texts_own() {
    let source = |n: u32| {
        format!(
            "// lanescope: global 64\n// lanescope: arg n {n}\n// lanescope: arg out [64] zeros\n\
             __kernel void k(__global int *out, int n) {{\n\
             int a[4], b[4], c[4], i = get_global_id(0);\n\
             for (int j = 0; j < 4; j++) a[j] = i * j;\n\
             b[0] = i; b[1] = i + 1; b[2] = 7; b[3] = -i;\n\
             c[i & 3] = 5;\n\
             a[n] = 77;\n\
             out[i] = a[i & 3] + b[0] + b[1] + b[2] + b[3] + c[n & 3];\n}}"
        )
    };
    let mut differ = 0;
    for preset in runs::kernel_presets() {
        let inside = check(&source(3), &preset).map(|check| check.verdict);
        assert!(matches!(inside, None | Some(Verdict::Equal)), "{preset}: {inside:?}");
        let Some(check) = check(&source(4), &preset) else { continue };
        let words = check.words();
        differ += u32::from(check.verdict == Verdict::Different);
        let own = words.contains("work-item (0, 0, 0) at line 9 writes 4 bytes outside, byte 16 of `a`.");
        assert!(check.verdict == Verdict::Equal || own, "{preset}: {words}");
    }
    assert!(differ > 0, "it meets another array somewhere");
}

/// A barrier in a condition is shared by the live work-items, or those that are through do not count, or it is undefined.
#[test]
fn barriers_that_live_work_items_do_not_share_are_undefined() {
    const UNDEFINED: &str = "Neither CUDA nor OpenCL C defines";
    let kernels = [
        (
            "b02: they return before",
            "if (t > 9) return; s[t] = t; __syncthreads(); out[t] = s[9 - t];",
            "CUDA does not count work-items that have ended",
        ),
        ("b06: half a barrier", "if (t < 10) { s[t] = t; __syncthreads(); out[t] = s[9 - t]; }", UNDEFINED),
        (
            "b11: counts differ",
            "s[t] = t; for (int i = 0; i < 1 + t / 8; i++) { __syncthreads(); s[t] += s[(t + 1) % 16]; } __syncthreads(); out[t] = s[t];",
            UNDEFINED,
        ),
        (
            "two barriers",
            "if (t < 10) { s[t] = t; __syncthreads(); } else { s[t] = 1; __syncthreads(); } out[t] = s[15 - t];",
            UNDEFINED,
        ),
    ];
    for (name, body, words) in kernels {
        let source = format!(
            "// lanescope: groups 1\n// lanescope: local 16\n// lanescope: arg out [16] zeros\n\
             __global__ void k(int *out) {{ __shared__ int s[16]; int t = threadIdx.x; {body} }}"
        );
        let mut said = 0;
        for preset in runs::kernel_presets() {
            let Some((mut session, status)) = run(&source, &preset) else { continue };
            said += 1;
            let message = match status.halt {
                Some(halt) => {
                    assert!(matches!(halt.halt, Halt::Barrier { .. }), "{name} on {preset}: {halt:?}");
                    continue;
                }
                None => (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends").words(),
            };
            assert!(message.contains(words), "{name} on {preset}: {message}");
            assert_eq!(message.contains(UNDEFINED), words == UNDEFINED, "{name} on {preset}: {message}");
        }
        assert!(said > 0, "{name}: all refuse it");
    }
}

/// Lock-step is blamed where work-items that go on by themselves come to an end, and only there.
#[test]
fn a_flag_that_nobody_sets_is_not_blamed_on_lock_step() {
    let nobody = "// lanescope: global 16\n// lanescope: local 8\n// lanescope: arg flag [3] zeros\n\
        // lanescope: arg out [16] zeros\n\
        __kernel void wait(volatile __global int *flag, __global int *out) {\n\
            int g = get_group_id(0);\n\
            if (get_local_id(0) == 0) {\n\
                while (atomic_or(&flag[g], 0) == 0) ;\n\
                atomic_or(&flag[g + 1], 1);\n\
            }\n\
            barrier(CLK_LOCAL_MEM_FENCE);\n\
            out[get_global_id(0)] = g;\n\
        }";
    let lock = session::gallery().into_iter().find(|item| item.name == "spin_lock").expect("it is there");
    for (source, words, not) in [
        (nobody, "nobody does what the loop waits for", "keeps back"),
        (&*lock.source, "keeps back", "nobody does"),
    ] {
        let mut halts = 0;
        for preset in runs::atomic_presets() {
            let Some((_, status)) = run(source, &preset) else { continue };
            let Some(halt) = status.halt else { continue };
            halts += 1;
            assert!(matches!(halt.halt, Halt::Deadlock { .. }), "{preset}: {halt:?}");
            let message = &halt.message;
            assert!(message.contains(words) && !message.contains(not), "{preset}: {message}");
        }
        assert!(halts > 5, "{words}: {halts}");
    }
}

/// The buffer that was meant is named, not the one that lies nearest below, and data that were made up are said to be.
#[test]
fn an_access_before_a_buffer_names_the_buffer() {
    let letters = "__global__ void letters(const char *text, int *count, int length) {\n\
            int at = blockIdx.x * blockDim.x + threadIdx.x;\n\
            if (at < length) atomicAdd(&count[text[at] - 'a'], 1);\n\
        }\n\
        int main() {\n\
            char *text; int *count;\n\
            cudaMalloc(&text, 64); cudaMalloc(&count, 26 * sizeof(int));\n\
            letters<<<4, 16>>>(text, count, 64);\n\
        }";
    let stored = letters.replace("atomicAdd(&count[text[at] - 'a'], 1)", "count[text[at] - 'a'] = 1");
    for source in [letters, &stored] {
        let mut halts = 0;
        for preset in runs::kernel_presets() {
            let Some((_, status)) = run(source, &preset) else { continue };
            let message = status.halt.unwrap_or_else(|| panic!("{preset}: no halt")).message;
            halts += 1;
            assert!(message.contains("before the start of `count`"), "{preset}: {message}");
            assert!(
                message.contains("what is in `text`: the laboratory has filled it in"),
                "{preset}: {message}"
            );
        }
        assert!(halts > 10, "{halts}");
        let said = format!("// lanescope: arg text [64] fill(97)\n{source}");
        for preset in runs::kernel_presets() {
            let Some((_, status)) = run(&said, &preset) else { continue };
            assert_eq!(status.halt, None, "{preset}");
        }
    }
}

/// There is one whole that shares of issue slots are of: all slots of the machine.
#[test]
fn the_share_that_was_issued_is_the_same_everywhere() {
    let source = "// lanescope: global 32\n// lanescope: local 8\n\
        __kernel void k(__global int *x) { int i = get_global_id(0); x[i] = x[i] * 3; }";
    for preset in runs::kernel_presets() {
        let (session, _) = run(source, &preset).unwrap_or_else(|| panic!("{preset} refuses it"));
        let report = session.report().expect("there is a run");
        let all: f64 = report.slots.iter().map(|slots| report.share(*slots)).sum();
        assert!((all - 100.0).abs() < 1e-9, "{preset}: {all}");
        let issued = report.slots[Cause::ISSUED.index()];
        let measure = report.derived.iter().find(|measure| measure.id == "utilisation").expect("it is there");
        assert!((measure.value - report.share(issued)).abs() < 1e-9, "{preset}: {}", measure.value);
    }
}

/// What follows from the clock is different on each machine, and right; what does not is told from it.
#[test]
fn what_follows_from_the_clock_is_no_mistake() {
    let kernel = |body: &str| {
        format!(
            "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg t [64] zeros\n// lanescope: arg o [64] zeros\n\
             __kernel void k(__global ulong *t, __global int *o) {{\nint i = get_global_id(0);\n{body}\n}}"
        )
    };
    let straight = kernel("ulong a = clock_read_device(); o[i] = i; t[i] = clock_read_device() - a + 1;");
    let waits = kernel(
        "ulong a = clock_read_device(); int n = 0; while (clock_read_device() - a < 100 + i) n++; o[i] = n > 0; t[i] = n;",
    );
    let (mut ran, mut depends) = (0, 0);
    for preset in runs::kernel_presets() {
        for source in [&straight, &waits] {
            let Some(check) = check(source, &preset) else { continue };
            let is_open = matches!(check.verdict, Verdict::Equal | Verdict::Clock);
            assert!(is_open, "{preset}: {}", check.words());
            ran += 1;
            depends += u32::from(check.verdict == Verdict::Clock);
        }
    }
    assert!(ran > 20 && depends > 10, "{depends} of {ran}");
    // Nobody may read the clock twice and find it going backwards, nor two readings made one.
    let order = kernel(
        "ulong a = clock_read_device(), b = clock_read_device(), c = clock_read_device(); o[i] = a < b && b < c; t[i] = 1;",
    );
    let ran = runs::kernel_presets().into_iter().filter_map(|preset| Some((check(&order, &preset)?, preset)));
    ran.for_each(|(check, preset)| assert_eq!(check.verdict, Verdict::Equal, "{preset}: {}", check.words()));
}

/// The clock orders nothing: a race behind a test on it is one. And what it decides is no mistake, wherever a machine then writes.
#[test]
fn the_clock_decides_and_orders_nothing() {
    let kernel = |body: &str| {
        format!(
            "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg o [64] zeros\n// lanescope: arg p [64] zeros\n\
             __kernel void k(__global int *o, __global int *p) {{\n__local int s[16]; int i = get_global_id(0), l = get_local_id(0);\n{body}\n}}"
        )
    };
    let race = kernel("if (clock_read_device() == 0) return; s[l] = i; o[i] = s[15 - l];");
    let open = [
        kernel(
            "bool done = false; int q = 0; for (; q < 50 && !done; q++) done = clock_read_device() > 300; o[i] = q;",
        ),
        kernel(
            "if (l == 0) s[0] = clock_read_device() > 300; barrier(1); if (s[0]) o[i] = 1; else p[i] = 1;",
        ),
        kernel("o[(i & ~1) + (clock_read_device() & 1)] = 1;"),
        kernel("int own[4] = {0}; own[clock_read_device() & 3] = 1; o[i] = own[0] + 2 * own[1];"),
    ];
    for preset in ["simt/fermi", "simt/teaching", "rvv/textbook", "packed/sse2"] {
        let found = check(&race, preset).expect("it runs");
        let said = found.verdict != Verdict::Clock;
        assert!(said, "{preset}: {}", found.words());
        for source in &open {
            let found = check(source, preset).expect("it runs");
            let is_open = matches!(found.verdict, Verdict::Equal | Verdict::Clock);
            // Two work-items that the clock sends to one place race.
            let races = found.words().contains("race") && source.contains("i & ~1");
            assert!(is_open || races, "{preset}: {}", found.words());
        }
    }
}

/// Of a kernel with a clock and atomics it is told which of them decided; a race is one whatever is printed, and so is what is printed alone.
#[test]
fn the_clock_is_told_from_atomics_and_from_races() {
    let kernel = |body: &str| {
        format!(
            "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg o [64] zeros\n// lanescope: arg x [1] zeros\n\
             __kernel void k(__global int *o, volatile __global int *x) {{\n__local int s[16]; int i = get_global_id(0), l = get_local_id(0);\n{body}\n}}"
        )
    };
    let cases = [
        ("int unused = clock_read_device() > 5; o[atomic_inc(x)] = i + 0 * unused;", "order of atomics"),
        ("o[i] = clock_read_device(); atomic_inc(x);", "clock"),
        ("printf(\"%d\", (int)clock_read_device());", "clock"),
        ("printf(\"%d\", atomic_inc(x));", "order of atomics"),
        (
            "s[l] = i; int seen = clock_read_device() > 5; printf(\"%d\", s[15 - l]); o[i] = 0 * seen;",
            "different",
        ),
    ];
    let mut found = [0; 5];
    for preset in runs::atomic_presets() {
        for ((body, verdict), found) in cases.iter().zip(&mut found) {
            let Some(check) = check(&kernel(body), &preset) else { continue };
            assert!(
                check.verdict.name() == *verdict || check.verdict == Verdict::Equal,
                "{preset} {body}: {}",
                check.words()
            );
            assert!(
                *verdict != "different" || check.pass || check.words().contains("race"),
                "{preset}: {}",
                check.words()
            );
            *found += u32::from(check.verdict != Verdict::Equal);
        }
    }
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}
