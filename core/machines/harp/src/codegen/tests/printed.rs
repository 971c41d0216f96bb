//! What kernels print, on a machine without atomic operations.

use lanescope_parts::{
    base::OrdMap,
    machines::Machine,
    printed::{self, buffer_words},
    trace::Deaf,
};

use super::*;
use crate::machine::Timed;

/// A kernel whose records have room for so many words, and its launch of one buffer of zeros.
fn printing(source: &str, words: u32, [global, local]: [u32; 2]) -> (Kernel, Bound) {
    let limits = Limits { printf_bytes: u64::from(4 * words), ..Limits::default() };
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &limits);
    let mut kernel = front.kernels.first().unwrap_or_else(|| panic!("{:?}", front.diagnostics)).clone();
    opt::optimise(&mut kernel);
    let (_, calls) = printed::buffer(&kernel.params).expect("it prints");
    let longest = calls.calls.iter().map(printed::Call::words).max().unwrap_or(0);
    let room = Arg::Bytes([0; 4].repeat(buffer_words(calls.room, longest) as usize));
    let args = [ints((0..global as i32).map(|_| 0)), room];
    let bound = bound(&kernel, [global, 1, 1], [local, 1, 1], &args);
    (kernel, bound)
}

/// What each work-item has printed.
fn texts(kernel: &Kernel, memory: &Memory) -> Vec<(u32, String)> {
    let output = printed::read(printed::buffer(&kernel.params).expect("it prints"), memory);
    assert!(!output.is_cut);
    let items: OrdMap<u32, Vec<u8>> = printed::by_item(&output);
    items.into_iter().map(|(item, text)| (item, String::from_utf8(text).expect("letters"))).collect()
}

/// Prints nothing in every third work-item, in the others once or twice, and numbers of 32 and of 64 bits.
const TEXT: &str = r#"__kernel void k(__global int *x) {
    int i = get_global_id(0);
    for (int turn = 0; turn < i % 3; turn++) printf("<%d>", i * 7 - turn);
    if (i & 1) printf("%s %lx;", i > 20 ? "high" : "low", (1ul << 40) + i);
    x[i] = i;
}"#;

fn expected_text(i: u32) -> String {
    let mut text: String = (0..i % 3).map(|turn| format!("<{}>", i * 7 - turn)).collect();
    if i % 2 == 1 {
        let word = if i > 20 { "high" } else { "low" };
        text += &format!("{word} {:x};", (1u64 << 40) + u64::from(i));
    }
    text
}

/// Each work-item prints what it says, whatever the words, the policy, how many lanes and warps there are, and on several cores.
#[test]
fn work_items_print_what_they_say() {
    let expected: Vec<(u32, String)> =
        (0..40).map(|i| (i, expected_text(i))).filter(|(_, text)| !text.is_empty()).collect();
    let (kernel, bound) = printing(TEXT, 1000, [40, 8]);
    for arch in ["4w8/8/16/16", "8w32/32/16/16", "4b16/8/4/2", "4w16/8/1/8"] {
        for policy in POLICIES {
            for cores in ["1", "3"] {
                let mut spec = spec(arch, policy);
                spec.set("cores", cores).expect("a number");
                let run =
                    run(&kernel, &bound, &spec).unwrap_or_else(|error| panic!("{arch} {policy}: {error}"));
                assert_eq!(texts(&kernel, run.memory()), expected, "{arch} {policy} {cores}");
            }
        }
    }
}

/// With timing, too: several warps are under way at once.
#[test]
fn work_items_print_with_timing() {
    let (kernel, bound) = printing(TEXT, 1000, [40, 8]);
    let image = Harp::compile(&Given::new(&kernel, &spec("8w32/32/8/8", "sj"))).expect("a program");
    let mut run: Timed = Harp::start(&image, &spec("8w32/32/8/8", "sj"), bound).expect("it fits");
    run.run(50_000_000, &mut Deaf).expect("no halt");
    assert!(run.finished());
    for (i, text) in texts(&kernel, run.memory()) {
        assert_eq!(text, expected_text(i));
    }
}

/// Two warps that print at once: in every order of what they do each has room of its own, and what shares a long word with the count stays.
#[test]
fn records_have_room_of_their_own_in_every_order_of_two_warps() {
    let source = r#"__kernel void k(__global int *x) { printf("%d;", (int)get_global_id(0) + 5); }"#;
    let mut states = 0;
    for (arch, sizes) in [("4w8/8/1/2", [2, 1]), ("8w16/8/1/2", [2, 1]), ("4w16/8/2/2", [4, 2])] {
        let (kernel, bound) = printing(source, 12, sizes);
        let all: Vec<(u32, String)> = (0..sizes[0]).map(|item| (item, format!("{};", item + 5))).collect();
        states +=
            locks::every_order(&kernel, &bound, arch, &|memory| assert_eq!(texts(&kernel, memory), all));
    }
    assert!(states > 300, "orders are tried: {states}");
}

/// Functions that stay calls print, too.
#[test]
fn functions_that_are_called_print() {
    let source = r#"int shown(int v) { printf("[%d]", v); return v + 1; }
        __kernel void k(__global int *x) { int i = get_global_id(0); x[i] = shown(shown(i)); }"#;
    let (kernel, bound) = printing(source, 100, [8, 4]);
    for calls in ["on", "off"] {
        let mut spec = spec("4w16/8/4/2", "sj");
        spec.set("calls", calls).expect("a truth");
        let run = run(&kernel, &bound, &spec).expect("a run");
        let all: Vec<(u32, String)> = (0..8).map(|i| (i, format!("[{i}][{}]", i + 1))).collect();
        assert_eq!(texts(&kernel, run.memory()), all, "{calls}");
    }
}

/// A store to the address of the console prints the low byte of each lane, the lowest lane first, whatever is stored; nothing else is touched, and no lock is
/// asked for.
#[test]
fn kernels_write_to_the_console() {
    let body =
        "int i = get_global_id(0); volatile __global TYPE *console = (volatile __global TYPE *)CONSOLE;
        console[0] = 'a' + i; x[i] = i;
        if (i == 2) { for (int at = 0; at < 3; at++) *console = text[at]; }";
    for (arch, address) in
        [("4w8/8/4/4", "0x80000000u"), ("4b16/8/4/2", "(1 << 31)"), ("8w32/32/4/4", "(1ul << 63)")]
    {
        for ty in ["char", "int", "ushort"] {
            let source = format!(
                "__constant char text[] = \"Hi\\n\"; __kernel void k(__global int *x) {{ {} }}",
                body.replace("TYPE", ty).replace("CONSOLE", address)
            );
            let (_, kernel) = kernels(&source);
            let mut bound = bound(&kernel, [4, 1, 1], [4, 1, 1], &[ints([-1; 4])]);
            bound.console = Console::new(b"", 7);
            let run = run(&kernel, &bound, &spec(arch, "sj"))
                .unwrap_or_else(|error| panic!("{arch} {ty}: {error}"));
            let output = run.memory().console().map(|console| console.output().to_vec());
            assert_eq!(output.as_deref(), Some(b"abcdHi\n".as_slice()), "{arch} {ty}");
            let left: Vec<u8> = (0..4).flat_map(i32::to_le_bytes).collect();
            assert_eq!(run.memory().copy_out(0, 0, u64::MAX), left, "{arch} {ty}");
            // There is room for seven bytes.
            bound.console = Console::new(b"", 6);
            let error = self::run(&kernel, &bound, &spec(arch, "sj")).expect_err("too much");
            assert!(error.contains("console_bytes"), "{error}");
        }
    }
    let (_, kernel) = kernels("__kernel void k(__global int *x) { x[get_global_id(0)] = 1; }");
    let bound = bound(&kernel, [4, 1, 1], [4, 1, 1], &[ints([-1; 4])]);
    let run = run(&kernel, &bound, &spec("4w8/8/4/4", "sj")).expect("a run");
    assert!(run.memory().console().is_none(), "a kernel that writes nothing has no console");
}
