//! Profiles as files: what is written is read again, gives the program that the profile itself gives, and a profile of something else is
//! refused by its line.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{ir::Kernel, machines::given::Given, source::Diagnostic};

use super::{
    super::profile::{Profile, text},
    *,
};
use crate::family::trained;

/// A branch on data outside of loops and one in a loop, with a side that is worth guards only if lanes part.
const KERNEL: &str = "__kernel void k(__global int *y, __global const int *x, int n) {
    int i = get_global_id(0), r = 0;
    if (x[i] > 10) r += y[i] * 3;
    for (int t = 0; t < n; t++) {
        if (x[i] > t) r += x[t] ^ r; else r -= x[t + 1];
    }
    y[i] = r;
}
";

struct Case {
    kernel: Kernel,
    spec: Spec,
    bound: Bound,
    program: <Harp as Family>::Program,
    profile: Profile,
}

/// The kernel under a policy that asks for a profile, which is made of a launch of 48 work-items in groups of 16.
fn case() -> Case {
    case_of(1)
}

/// The same on several cores.
fn case_of(cores: u32) -> Case {
    let (written, kernel) = kernels(KERNEL);
    let mut spec = Spec { cores, ..spec("4w8/8/16/16", "profile") };
    spec.set("profile", "k.profile").expect("a name");
    let x = (0..48).map(|at| at * 7 % 23);
    let bound = bound(&written, [48, 1, 1], [16, 1, 1], &[ints(0..64), ints(x), Arg::Scalar(9)]);
    let program = Harp::compile(&Given::new(&kernel, &spec)).expect("a program");
    let entry = program.entry.as_deref().expect("a kernel");
    let profile = unwatched(|watch| trained(&entry.recipe, &spec, &bound, watch)).expect("a profile");
    Case { kernel, spec, bound, program, profile }
}

impl Case {
    fn written(&self) -> String {
        text::write(&self.profile, self.program.entry.as_deref().expect("a kernel"), &self.spec)
    }

    fn given(&self, text: &str) -> Result<<Harp as Family>::Program, Diagnostic> {
        Harp::compile(&Given { profile: Some(text), ..Given::new(&self.kernel, &self.spec) })
    }
}

#[test]
fn a_profile_is_read_as_it_was_written() {
    for cores in [1, 3] {
        let case = case_of(cores);
        let recipe = &case.program.entry.as_deref().expect("a kernel").recipe;
        let read = text::read(&case.written(), "k.profile", recipe, &case.spec).expect("a profile");
        assert_eq!(read, case.profile);
        // The groups are dealt out over the cores, so that a warp of the last one has come.
        assert_eq!(case.written().contains("seen 32 ffff"), cores == 3, "{}", case.written());
    }
    let case = case();
    // Each lane with work has a line for each branch that it came to, and the header four.
    assert!(
        case.written().lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count() >= 96
    );
}

/// With the file nothing is left to be learned of the launch, and the program is the one that the launch itself gives.
#[test]
fn a_file_gives_the_program_of_the_launch() {
    let case = case();
    let fitted = unwatched(|watch| Harp::fit(&case.program, &case.spec, &case.bound, watch));
    let fitted = fitted.expect("a program").expect("another one");
    let given = case.given(&case.written()).expect("a program");
    assert_eq!(listing(&given), listing(&fitted));
    assert_ne!(listing(&given), listing(&case.program));
    assert_eq!(Harp::profile(&given, &case.spec), Some(case.written()));
    assert_eq!(Harp::profile(&case.program, &case.spec), None);
    assert!(
        unwatched(|watch| Harp::fit(&given, &case.spec, &case.bound, watch)).expect("no fault").is_none()
    );
}

#[test]
fn what_is_no_profile_of_the_kernel_is_refused_by_its_line() {
    let case = case();
    let good = case.written();
    let lines: Vec<&str> = good.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let last = lines.len() - 1;
    let branches = format!("branches {}", case.profile.branches.len() + 1);
    let cases = [
        (String::new(), "ends: `profile k` stands here"),
        (with(0, "profile other"), "line 1: `profile k` stands here"),
        (with(1, "archid 4w8/8/8/16"), "line 2: `archid 4w8/8/16/16` stands here"),
        (with(2, "flow 0000000000000000"), "line 3: `flow "),
        (with(3, "branches 99999999"), "`branches N` follows, with N up to"),
        (with(3, &branches), "branches, and compiled like this the kernel has"),
        (with(4, "end sometime"), "line 5: a line is BRANCH WARP LANE EXECUTED TAKEN"),
        (with(last, "0 0 0 3 4"), "with no more taken than executed"),
        (with(last, "0 0 16 4 3"), "on this machine"),
        (with(last, "0 16 0 4 3"), "on this machine"),
        (with(last, "branch 0 1 2"), "it is `branch NUMBER YES NO PARTED`"),
        (with(last, "seen 0 10000"), "it is `seen WARP LANES`, lanes in hexadecimal"),
        (with(last, "0 0 0 99999999999999999999 3"), "a line is BRANCH WARP LANE"),
    ];
    for (text, wanted) in cases {
        let Err(found) = case.given(&text) else { panic!("{wanted}") };
        assert!(
            found.code == "harp::profile" && found.message.contains(wanted),
            "{}\n{wanted}",
            found.message
        );
    }
    assert!(case.given(&format!("# who reads\n\n{good}  # and so on\n")).is_ok());
}

/// What is computed may change, where it goes on may not.
#[test]
fn a_profile_is_that_of_the_control_flow() {
    let flow_of = |source: &str| text::flow(&kernels(source).1);
    let same = KERNEL.replace("y[i] * 3", "y[i] * 5 + 1");
    let other = KERNEL.replace("y[i] = r;", "if (r > 3) y[i] = r;");
    assert_eq!(flow_of(&same), flow_of(KERNEL));
    assert_ne!(flow_of(&other), flow_of(KERNEL));
}
