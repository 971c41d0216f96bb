//! What kernels print: the same of each work-item on every machine with atomic operations, and on HARP, which makes this one of loads and stores, at the cursor
//! as at the end. Sim-D says that it prints nothing, and computes the rest.

use lanescope_core::{
    printed,
    session::{Session, vocabulary::*},
};
use lanescope_tests::{runs, shorthand::finish};

const ITEMS: u32 = 40;

/// Prints in a function, in a loop of different lengths, and with values of each kind.
const TEXT: &str = r#"
// lanescope: global 40
// lanescope: local 8
// lanescope: arg x [40] zeros
__device__ int shown(int *p) { printf("<%d>", (*p)++); return *p; }
__global__ void k(int *x, const char *unused) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = i;
    for (int turn = 0; turn < i % 3; turn++)
        x[i] += shown(&n);
    if (i & 1)
        printf("%s %c%5.2f%% %llx\n", i > 20 ? "high" : "low", 'a' + i % 26, i * 0.25f, (1ull << 40) + i);
}
"#;

/// What work-item `i` prints, and what it leaves in `x`.
fn expected(i: u32) -> (String, u32) {
    let mut text: String = (0..i % 3).map(|turn| format!("<{}>", i + turn)).collect();
    if i % 2 == 1 {
        let letter = char::from(b'a' + (i % 26) as u8);
        let (word, quarter) = (if i > 20 { "high" } else { "low" }, f64::from(i) / 4.0);
        text += &format!("{word} {letter}{quarter:5.2}% {:x}\n", (1u64 << 40) + u64::from(i));
    }
    (text, (0..i % 3).map(|turn| i + turn + 1).sum())
}

fn text_of(session: &Session, item: u32) -> String {
    let output = session.printed().expect("the kernel prints");
    let items = printed::by_item(&output);
    items.get(&item).map_or(String::new(), |text| String::from_utf8_lossy(text).into_owned())
}

#[test]
fn work_items_print_the_same_on_every_machine_but_one() {
    let (all, atomic) = (runs::kernel_presets(), runs::atomic_presets());
    assert!(all.len() > atomic.len() && !atomic.is_empty());
    for preset in all {
        let prints = atomic.contains(&preset) || preset.starts_with("harp/");
        let mut session = Session::open(runs::document(TEXT, &preset), Limits::default());
        let warned = session.compiled().diagnostics.iter().any(|one| one.code == "launch::printf");
        assert_eq!(warned, !prints, "{preset}");
        if let Err(found) = session.start() {
            assert!(runs::is_of_machine(&found, &preset), "{preset}: {found:#?}");
            continue;
        }
        assert_eq!(session.printed().unwrap().printed, [], "{preset}");
        finish(&mut session);
        let left = session.dump("x").unwrap();
        for i in 0..ITEMS {
            let (text, sum) = expected(i);
            assert_eq!(text_of(&session, i), if prints { text } else { String::new() }, "{i} on {preset}");
            assert_eq!(left[4 * i as usize..][..4], sum.to_le_bytes(), "{i} on {preset}");
        }
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass, "{preset}: {check:#?}");
    }
}

/// In the middle of a run there is less than at its end, and going back takes away what came later.
#[test]
fn what_is_printed_is_that_at_the_cursor() {
    let mut session = Session::open(runs::document(TEXT, "simt/teaching"), Limits::default());
    session.start().unwrap();
    finish(&mut session);
    let (end, count) = (session.status().cycle, |session: &Session| session.printed().unwrap().printed.len());
    let whole = count(&session);
    session.seek(end / 2, u64::MAX);
    let half = count(&session);
    assert!(0 < half && half < whole, "{half} of {whole}");
    session.seek(0, u64::MAX);
    assert_eq!(count(&session), 0);
}

/// A record of an `int` takes three words: room for 8 records holds 8 and not 9.
#[test]
fn the_limit_of_bytes_cuts_what_is_printed() {
    let text = "// lanescope: global 9\n// lanescope: local 9\n__kernel void k(__global int *x) { printf(\"%d\\n\", 1); x[0] = 1; }";
    for (bytes, printed) in [(4 * 3 * 8, 8), (4 * 3 * 9, 9)] {
        let limits = Limits { printf_bytes: bytes, ..Limits::default() };
        let mut session = Session::open(runs::document(text, "simt/teaching"), limits);
        session.start().unwrap();
        finish(&mut session);
        let output = session.printed().unwrap();
        assert_eq!((output.printed.len(), output.is_cut), (printed, printed < 9));
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass, "{check:#?}");
        assert_eq!(check.remark.is_some_and(|remark| remark.contains("printf_bytes")), output.is_cut);
    }
}
