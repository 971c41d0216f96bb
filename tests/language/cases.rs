//! Cases of the IR and the optimiser, and what the gallery says about both.
//!
//! Cases are files that a stranger can read. Above the line of dashes stands the input, below
//! it what comes out (`cargo xtask bless` writes it).
//!
//! - `cases/ir`: kernels, and what the verifier says about them.
//! - `cases/opt`: kernels, and what the passes named in a line `# passes: …` make of them. The verifier runs after each.
//! - `cases/lower`: the same for the passes that lower a kernel to a machine that has next to nothing.

use std::fs;

use lanescope_core::{
    codegen::lower::{self, Features},
    document::{CompileOptions, Language, Limits},
    gallery,
    halt::Halt,
    ir::{Kernel, interp, text, verify::verify},
    lang,
    launch::{
        Grid,
        bind::{Bound, bind},
        complete::{Sources, complete},
        header,
        usage::Usage,
    },
    opt::{self, PASSES, Pass},
};
use lanescope_tests::{bless, random};

const LINE: &str = "\n----------\n";

/// Carries out every case of a folder.
fn cases(folder: &str, outcome: impl Fn(&str, Kernel) -> String) {
    bless::cases(folder, LINE, |path, input| {
        let kernel = text::parse(input).unwrap_or_else(|e| panic!("{path}:{}: {}", e.line, e.message));
        outcome(path, kernel)
    });
}

#[test]
fn the_verifier_says() {
    cases("tests/cases/ir", |_, kernel| match verify(&kernel) {
        Ok(()) => text::print(&kernel),
        Err(error) => format!("{error}\n"),
    });
}

#[test]
fn passes_make() {
    cases("tests/cases/opt", |path, mut kernel| {
        let input = fs::read_to_string(bless::project(path)).unwrap();
        verify(&kernel).unwrap_or_else(|error| panic!("{path}: {error}"));
        for pass in passes(path, &input) {
            pass.apply(&mut kernel);
            verify(&kernel).unwrap_or_else(|error| panic!("{path}: after {}: {error}", pass.name));
        }
        text::print(&kernel)
    });
}

#[test]
fn lowering_makes() {
    cases("tests/cases/lower", |path, mut kernel| {
        let input = fs::read_to_string(bless::project(path)).unwrap();
        verify(&kernel).unwrap_or_else(|error| panic!("{path}: {error}"));
        for name in named(path, &input).split_whitespace() {
            let pass = lower::PASSES.iter().find(|pass| pass.name == name);
            let pass = pass.unwrap_or_else(|| panic!("{path}: there is no pass `{name}`"));
            pass.apply(&mut kernel, &Features::LEAST);
            verify(&kernel).unwrap_or_else(|error| panic!("{path}: after {name}: {error}"));
        }
        text::print(&kernel)
    });
}

/// The names of passes in a case.
fn named<'a>(path: &str, input: &'a str) -> &'a str {
    let names = input.lines().find_map(|line| line.strip_prefix("# passes:"));
    names.unwrap_or_else(|| panic!("{path}: no line `# passes: …`"))
}

/// The passes that a case names; `all` stands for the whole list.
fn passes(path: &str, input: &str) -> Vec<Pass> {
    let names = named(path, input);
    let find = |name: &str| PASSES.iter().find(|pass| pass.name == name).copied();
    match names.trim() {
        "all" => PASSES.to_vec(),
        names => names
            .split_whitespace()
            .map(|name| find(name).unwrap_or_else(|| panic!("{path}: there is no pass `{name}`")))
            .collect(),
    }
}

/// Its work-items race, and the interpreter goes from one to the next after a slice of steps.
const RACE: &str = "bfs_frontier.cl";

/// The texts of the gallery, and those that people paste without a launch.
fn texts() -> Vec<(String, String)> {
    let gallery = gallery::items().into_iter().map(|item| (item.name.to_string(), item.source.to_string()));
    let entries = fs::read_dir(bless::project("tests/cases/pasted/bare")).unwrap();
    let mut pasted: Vec<_> =
        entries.map(|entry| entry.unwrap().path()).filter(|path| !path.ends_with(RACE)).collect();
    pasted.sort();
    let read = |path: std::path::PathBuf| (path.display().to_string(), fs::read_to_string(&path).unwrap());
    gallery.chain(pasted.into_iter().map(read)).collect()
}

/// The texts' kernels, each with the launch that is filled in.
fn kernels_of(texts: Vec<(String, String)>) -> Vec<(String, Kernel, Bound)> {
    let limits = Limits::default();
    let mut kernels = Vec::new();
    for (name, source) in texts {
        let front = lang::compile(&source, Language::Auto, &CompileOptions::default(), &limits);
        let header = header::parse(&source).0;
        for kernel in front.kernels {
            let mut optimised = kernel.clone();
            opt::optimise(&mut optimised);
            let (params, required_local, usage) =
                (&kernel.params, kernel.required_local, &Usage::of(&optimised));
            let sources = Sources {
                grid: &Grid::WorkItems,
                params,
                required_local,
                usage,
                kernel: Some(&optimised),
                header: &header,
                host: None,
                document: None,
                once: false,
            };
            let (launch, _) = complete(sources);
            let bound = bind(&launch, &kernel.params, kernel.required_local, &limits);
            let bound = bound.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            kernels.push((name.clone(), kernel, bound));
        }
    }
    kernels
}

/// The digest of memory after a run, or why it ended before.
fn outcome(kernel: &Kernel, bound: &Bound) -> Result<u64, Halt> {
    let mut memory = bound.memory.clone();
    let limits = interp::Limits { steps: 20_000_000, ..interp::Limits::default() };
    interp::run(kernel, &bound.launch, &bound.args, &mut memory, &limits)?;
    Ok(memory.digest())
}

#[test]
fn kernels_keep_their_results_through_every_pass() {
    let kernels = kernels_of(texts());
    assert!(kernels.len() >= gallery::KERNELS.len(), "only {} kernels", kernels.len());
    for (name, mut kernel, bound) in kernels {
        verify(&kernel).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = outcome(&kernel, &bound);
        assert!(expected.is_ok(), "{name}: {expected:?}");
        opt::optimise_with(PASSES, &mut kernel, |pass, kernel| {
            verify(kernel).unwrap_or_else(|error| panic!("{name}: after {}: {error}", pass.name));
            assert_eq!(outcome(kernel, &bound), expected, "{name}: after {}", pass.name);
        });
    }
}

/// Random texts whose kernels call functions.
const CALLING: usize = 30;

/// The interpreter carries out calls as it does what stands in their place, and passes keep the results of both.
#[test]
fn kernels_with_calls_equal_those_without() {
    let random = (0..).map(|seed| (format!("seed {seed}"), random::text(seed)));
    let mut found = 0;
    let calling =
        random.flat_map(|text| kernels_of(vec![text])).filter(|(_, kernel, _)| !kernel.functions.is_empty());
    for (name, kernel, bound) in kernels_of(texts()).into_iter().chain(calling.take(CALLING)) {
        found += usize::from(!kernel.functions.is_empty());
        verify(&kernel).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = outcome(&kernel, &bound);
        assert!(expected.is_ok(), "{name}: {expected:?}");
        for passes in [&PASSES[..1], opt::passes(true)] {
            let mut other = kernel.clone();
            opt::optimise_with(passes, &mut other, |pass, kernel| {
                verify(kernel).unwrap_or_else(|error| panic!("{name}: after {}: {error}", pass.name));
            });
            assert_eq!(outcome(&other, &bound), expected, "{name}: after {}", passes[0].name);
            assert_eq!(
                other.functions.is_empty(),
                passes.len() == 1 || kernel.functions.is_empty(),
                "{name}"
            );
        }
    }
    assert!(found > CALLING, "a kernel of the gallery calls, too");
}
