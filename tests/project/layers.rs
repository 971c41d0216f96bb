//! The invariants of ARCHITECTURE.md that can be read off the source. Each violation is told with file and line.

use std::{collections::BTreeSet, fs};

use lanescope_tests::{
    bless::project,
    source::{File, Found, core, files},
};

/// The crates of the core that have an order inside, each with its modules from left to right: each module may use itself and those
/// above it, nothing below. The longest name that fits a path decides. Between crates the compiler sees to it.
const ORDER: &[(&str, &[&str])] = &[
    ("core/base", &["base", "source", "files"]),
    (
        "core/compiler",
        &[
            // The text part of assemblers, which knows no instruction set.
            "asm",
            "ir",
            // Numbers as text.
            "ir::text",
            "image",
            // Where arguments lie in memory.
            "ir::layout",
            "launch",
            "document",
            // Building what a launch describes, within the limits that belong to the document.
            "launch::bind",
            "halt",
            "ir::interp",
            // A launch is completed and bound within the limits of a document.
            "launch::complete",
            "launch::bind",
            "analysis",
            "opt",
        ],
    ),
    (
        "core/parts",
        &[
            "trace",
            // Pictures as data; they know no machine.
            "figure",
            // Tables that settings and counters of every part are declared with.
            "machines::settings",
            "machines::counters",
            // Queues between parts, which memory is made of as pipelines are.
            "pipe::queue",
            "mem",
            "pipe",
            "codegen",
            // How a thread is found to repeat itself.
            "machines::chassis::spin",
            "riscv",
            "machines",
            // What machines with RISC-V threads do with them, and what they say of their programs.
            "riscv::issue",
            "riscv::run",
            "riscv::function",
            "riscv::info",
        ],
    ),
    (
        "core",
        &[
            "machines", "gallery", "report", "session", "lessons",
            // What machines, gallery and lessons say of themselves, as one file.
            "catalog", "share",
        ],
    ),
];

/// What user interfaces may name of the core.
const FACADE: &[&str] = &["session", "share", "lessons", "catalog"];

#[test]
fn invariant_1_nothing_to_the_left_knows_anything_to_its_right() {
    none(core().iter().filter(|file| !file.is_test()).flat_map(backward_uses));
}

#[test]
fn invariant_1_user_interfaces_use_only_the_facade() {
    let interfaces = files("app/src").into_iter().chain(files("cli/src"));
    none(interfaces.flat_map(|file| deeper_uses(&file)));
}

/// What two machines need lies in a crate that they share: a machine stands on the parts alone, and only the façade, which lists
/// the machines, names them all.
#[test]
fn no_machine_stands_on_another() {
    let manifest = |package: &str| fs::read_to_string(project(&format!("{package}/Cargo.toml"))).unwrap();
    let files = core();
    let packages: BTreeSet<&str> = files.iter().map(File::package).filter(|name| *name != "core").collect();
    let machines = packages.iter().filter(|name| name.starts_with("core/machines/"));
    assert!(machines.count() > 1, "{packages:?}");
    for package in packages {
        let manifest = manifest(package);
        let (_, needs) = manifest.split_once("[dependencies]").expect("it needs something");
        let needs = needs.split("\n[").next().unwrap_or_default();
        let own = needs.lines().filter_map(|line| line.strip_prefix("lanescope-")?.split([' ', '.']).next());
        let own: Vec<&str> = own.collect();
        let below: &[&str] = match package {
            "core/base" => &[],
            "core/compiler" => &["base"],
            "core/parts" | "core/front" => &["compiler"],
            "core/kit" => &["core"],
            _ => &["parts"],
        };
        assert_eq!(own, below, "{package}");
    }
}

#[test]
fn invariant_2_execution_knows_no_cycle() {
    let exec = core().into_iter().filter(|file| machine_part(file) == Some("exec"));
    // The place of a halt has the cycle that whoever runs the machine hands over.
    let exec = exec.filter(|file| !file.code.contains("Place {"));
    none(words(exec, &["cycle", "now", "timing", "mem"]));
}

/// What a unit computes with is private to its machine's `exec`; only the trait `Look` shows it.
#[test]
fn invariant_2_timing_reads_no_register() {
    let timing = core().into_iter().filter(|file| machine_part(file) == Some("timing"));
    // Looking at a stopped machine is not timing.
    let timing = timing.filter(|file| !file.code.contains("impl Machine for"));
    none(words(timing, &["Look", "look"]));
}

#[test]
fn invariant_2_no_run_without_timing_depends_on_timing() {
    let untimed = || core().into_iter().filter(|file| machine_part(file) == Some("functional"));
    assert!(untimed().count() > 0, "every machine has one");
    none(words(untimed(), &["timing", "machine", "cycle", "now"]));
    let memory = |found: &Found| found.what.split("::").next() == Some("mem");
    none(untimed().flat_map(|file| file.core_paths()).filter(memory));
}

#[test]
fn invariant_3_the_core_stands_alone() {
    let files = core();
    let roots: Vec<&File> = files.iter().filter(|file| file.path.ends_with("/src/lib.rs")).collect();
    assert!(roots.len() > 4, "every crate has a root");
    for root in roots {
        let says = |attribute: &str| root.code.contains(attribute);
        assert!(says("#![no_std]") && says("#![forbid(unsafe_code)]"), "{}", root.path);
    }
    none(in_core(&[
        "unsafe",
        "std::",
        "println!",
        "eprintln!",
        "print!",
        "dbg!",
        "Instant",
        "SystemTime",
        "HashMap",
        "HashSet",
    ]));
}

#[test]
fn invariant_4_no_input_makes_the_core_panic() {
    none(in_core(&["todo!", "unimplemented!", "panic!", "unreachable!", ".unwrap()", ".expect(\""]));
}

/// Maps of the standard library cost 3 kB of each worker for every pair of types: what is no loop of a simulation, and no
/// test, uses the ordered maps of the base.
#[test]
fn no_map_of_the_standard_library_where_workers_must_be_small() {
    // The last two are the one sort and a check in tests.
    let fast = ["ir/interp", "machines/chassis", "mem", "trace", "base/order.rs", "codegen/checker.rs"];
    let fast = |file: &File| fast.iter().any(|place| file.path.contains(&format!("/src/{place}")));
    let slow = core().into_iter().filter(|file| {
        !file.is_test() && !fast(file) && ![Some("timing"), Some("exec")].contains(&machine_part(file))
    });
    none(words(slow, &["BTreeMap", "BTreeSet", ".sort_by", ".sort()", ".sort_by_key"]));
}

#[test]
fn invariant_5_floats_are_computed_in_one_place() {
    // The sizes of a launch in host code are folded by the front end, with functions that are exact.
    let places = ["core/base/src/base/num", "core/front/src/lang/parser/host/"];
    let elsewhere =
        core().into_iter().filter(|file| !places.iter().any(|place| file.path.starts_with(place)));
    none(elsewhere.filter(|file| !file.is_test()).flat_map(|file| file.find("libm::")));
}

#[test]
fn invariant_6_sinks_are_generic() {
    none(in_core(&["dyn Sink"]));
    assert!(
        core().iter().any(|file| file.code.contains("const ON: bool;")),
        "a sink says whether anybody listens"
    );
}

fn in_core(wanted: &[&str]) -> Vec<Found> {
    // The kit is for tests, which may panic.
    words(core().into_iter().filter(|file| !file.is_test() && file.package() != "core/kit"), wanted)
}

fn words(files: impl Iterator<Item = File>, wanted: &[&str]) -> Vec<Found> {
    files.flat_map(|file| wanted.iter().flat_map(|word| file.find(word)).collect::<Vec<_>>()).collect()
}

/// Fails with every violation on a line of its own.
#[track_caller]
fn none(found: impl IntoIterator<Item = Found>) {
    let lines: Vec<String> =
        found.into_iter().map(|found| format!("{}: {}", found.place, found.what)).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// Place in an order of the longest entry that the path begins with.
fn rank(order: &[&str], path: &[&str]) -> Option<usize> {
    let fits = |entry: &&str| entry.split("::").enumerate().all(|(at, part)| path.get(at) == Some(&part));
    let best = order.iter().filter(|entry| fits(entry)).max_by_key(|entry| entry.len())?;
    order.iter().position(|entry| entry == best)
}

fn backward_uses(file: &File) -> Vec<Found> {
    let Some((_, order)) = ORDER.iter().find(|(package, _)| *package == file.package()) else {
        return Vec::new();
    };
    let module = file.module();
    let Some(own) = rank(order, &module) else {
        return Vec::new();
    };
    let uses = file.paths("crate::").into_iter();
    uses.filter(|found| {
        let path: Vec<&str> = found.what.split("::").collect();
        rank(order, &path).is_some_and(|rank| rank > own)
    })
    .collect()
}

fn deeper_uses(file: &File) -> Vec<Found> {
    let uses = file.paths("lanescope_core::").into_iter();
    uses.filter(|found| !FACADE.contains(&found.what.split("::").next().unwrap_or_default())).collect()
}

/// `exec` for `machines/NAME/exec.rs` and `machines/NAME/exec/…`, and so on. The scalar core executes too.
fn machine_part(file: &File) -> Option<&'static str> {
    let module = file.module();
    match module[..] {
        ["machines", _, "exec", ..] | ["riscv", "hart", ..] if !file.is_test() => Some("exec"),
        ["machines", _, "timing", ..] if !file.is_test() => Some("timing"),
        ["machines", _, "functional", ..] if !file.is_test() => Some("functional"),
        _ => None,
    }
}

/// A part says in its header which machines use it (`Used by`): those whose crates name it, and those that have it in another part, which
/// the header links and which says the same of them.
#[test]
fn parts_of_memory_pipelines_and_threads_name_their_users() {
    let files = core();
    let machines: BTreeSet<&str> =
        files.iter().filter_map(|file| file.package().strip_prefix("core/machines/")).collect();
    let header = |module: &str| {
        let path = module.replace("::", "/");
        let of = |file: &&File| {
            let inner = file.path.strip_prefix("core/parts/src/");
            inner.is_some_and(|inner| inner == format!("{path}.rs") || inner == format!("{path}/mod.rs"))
        };
        let lines = files.iter().find(of)?.text.lines().map_while(|line| line.strip_prefix("//!"));
        let header = lines.collect::<Vec<_>>().join("\n");
        let (_, said) = header.split_once("Used by: ")?;
        Some(said.split("\n\n").next().unwrap_or_default().to_string())
    };
    let quoted = |said: &str| said.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
    let names = |module: &str, id: &str| {
        header(module).is_some_and(|said| quoted(&said).iter().any(|word| word == id))
    };
    let parts: BTreeSet<String> = files
        .iter()
        .filter(|file| file.package() == "core/parts")
        .filter_map(|file| match file.module()[..] {
            [folder @ ("mem" | "pipe"), part, ..] if part != "tests" => Some(format!("{folder}::{part}")),
            ["riscv", part @ ("issue" | "run"), ..] => Some(format!("riscv::{part}")),
            _ => None,
        })
        .collect();
    assert!(parts.len() > 30, "{parts:?}");
    for part in &parts {
        let said = header(part).unwrap_or_else(|| panic!("{part} names no users"));
        let of_machines = files.iter().filter(|file| !file.is_test());
        let of_machines =
            of_machines.filter_map(|file| Some((file, file.package().strip_prefix("core/machines/")?)));
        let is_it = |found: &Found| found.what == *part || found.what.starts_with(&format!("{part}::"));
        let found: BTreeSet<&str> = of_machines
            .filter(|(file, _)| file.paths("lanescope_parts::").iter().any(is_it))
            .map(|(_, id)| id)
            .collect();
        for id in &machines {
            let folder = part.split("::").next().unwrap_or_default();
            let through = || {
                let links = quoted(&said)
                    .into_iter()
                    .filter_map(|word| word.strip_prefix("super::").map(String::from));
                links.into_iter().any(|link| names(&format!("{folder}::{link}"), id))
            };
            let is_named = quoted(&said).iter().any(|word| word == id);
            let is_user = found.contains(id) || folder == "pipe" && *id == "simt" || is_named && through();
            assert_eq!(is_named, is_user, "{part} and `{id}`: {said}");
        }
    }
}

/// Folders whose files form a graph without circles: who reads one file needs those that it names, and never that one again.
const GRAPHS: &[&[&str]] =
    &[&["codegen"], &["codegen", "lines"], &["codegen", "spmd"], &["riscv", "codegen"]];

#[test]
fn code_generation_has_no_circle_of_imports() {
    let files: Vec<File> = core().into_iter().filter(|file| !file.is_test()).collect();
    let of_machines: BTreeSet<Vec<&str>> = files
        .iter()
        .map(File::module)
        .filter(|module| matches!(module[..], ["machines", _, "codegen", ..]))
        .map(|module| module[..3].to_vec())
        .collect();
    assert!(!of_machines.is_empty());
    for folder in GRAPHS.iter().copied().chain(of_machines.iter().map(Vec::as_slice)) {
        let graph = imports(&files, folder);
        let circle = circle(&graph);
        assert!(circle.is_empty(), "{}: {}", folder.join("::"), circle.join(" -> "));
    }
}

#[test]
fn shared_code_generation_knows_no_machine() {
    let shared = core().into_iter().filter(|file| file.path.starts_with("core/parts/src/codegen/"));
    none(shared.flat_map(|file| {
        let paths = file.paths("crate::").into_iter();
        paths
            .filter(|found| found.what.starts_with("machines") || found.what.starts_with("riscv"))
            .collect::<Vec<_>>()
    }));
}

#[test]
fn machines_keep_only_code_generation_of_their_own() {
    let own = core()
        .into_iter()
        .filter(|file| !file.is_test() && matches!(file.module()[..], ["machines", _, "codegen", _, ..]));
    // Lines, state and registers of a machine's code generation are made of its instructions.
    const OF_THE_MACHINE: &[&str] = &["isa", "spec", "Spec", "Program", "code", "state", "edit", "emit"];
    // What a machine lacks, how launches are cut into its groups, what its stack of masks holds, what lies in its scratchpads, and what its
    // compiler may do.
    const NAMES: &[&str] = &["legal", "places", "settings", "stack", "tiles"];
    let own = own.filter(|file| !file.module().last().is_some_and(|name| NAMES.contains(name)));
    let foreign = own.filter(|file| {
        let siblings = file.paths("super::").into_iter().map(|found| found.what);
        let others = file.core_paths().into_iter().map(|found| found.what);
        !siblings.chain(others).any(|path| {
            let mut parts = path.split("::").peekable();
            if parts.next_if_eq(&"machines").is_some() {
                parts.next();
            }
            // A scalar RISC-V core is part of the machine.
            parts.next().is_some_and(|part| part == "riscv" || OF_THE_MACHINE.contains(&part))
        })
    });
    let names: Vec<String> = foreign.map(|file| file.path).collect();
    assert!(names.is_empty(), "these belong to core/parts/src/codegen: {names:?}");
}

/// The files of a folder (those in it, not `mod.rs`), each with the others that it names.
fn imports(files: &[File], folder: &[&str]) -> Vec<(String, Vec<String>)> {
    let inside = |file: &&File| {
        let module = file.module();
        module.len() > folder.len() && module.starts_with(folder)
    };
    let name = |module: &[&str]| module.get(folder.len()).map(|part| part.to_string());
    let named = |path: &str| {
        let parts: Vec<&str> = path.split("::").collect();
        if parts.starts_with(folder) { name(&parts) } else { None }
    };
    let mut graph: Vec<(String, Vec<String>)> = vec![];
    for file in files.iter().filter(inside) {
        let module = file.module();
        let own = name(&module).expect("it lies in the folder");
        let siblings = file.paths("super::").into_iter().filter_map(|found| {
            let path = module[..module.len() - 1].join("::") + "::" + &found.what;
            named(&path)
        });
        let whole = file.core_paths().into_iter().filter_map(|found| named(&found.what));
        let mut to: Vec<String> = siblings.chain(whole).filter(|other| *other != own).collect();
        match graph.iter_mut().find(|(known, _)| *known == own) {
            Some((_, known)) => known.append(&mut to),
            None => graph.push((own, to)),
        }
    }
    graph
}

/// A circle of a graph; empty if there is none.
fn circle(graph: &[(String, Vec<String>)]) -> Vec<String> {
    // What names only files without a circle has none either; what remains lies on one or leads to one.
    let mut rest: Vec<&(String, Vec<String>)> = graph.iter().collect();
    loop {
        let open =
            |node: &&(String, Vec<String>)| node.1.iter().any(|to| rest.iter().any(|other| other.0 == *to));
        let next: Vec<_> = rest.iter().copied().filter(open).collect();
        if next.len() == rest.len() {
            return rest.iter().map(|node| node.0.clone()).collect();
        }
        rest = next;
    }
}

#[test]
fn a_circle_is_found() {
    let node = |name: &str, to: &[&str]| (name.to_string(), to.iter().map(|to| to.to_string()).collect());
    assert_eq!(circle(&[node("a", &["b"]), node("b", &["c"]), node("c", &[])]), Vec::<String>::new());
    assert_eq!(circle(&[node("a", &["b"]), node("b", &["a"]), node("c", &[])]), ["a", "b"]);
}

#[test]
fn the_order_itself_is_read_right() {
    let order = |package: &str| ORDER.iter().find(|(known, _)| *known == package).expect("a crate").1;
    assert!(rank(order("core/compiler"), &["ir", "layout"]) > rank(order("core/compiler"), &["image"]));
    assert!(rank(order("core/compiler"), &["ir", "cfg"]) < rank(order("core/compiler"), &["image"]));
    let parts = order("core/parts");
    assert!(rank(parts, &["machines", "settings", "Info"]) < rank(parts, &["mem", "dram"]));
    assert_eq!(rank(parts, &["unheard"]), None);
}

/// Packages that are called by the name of their program.
const PROGRAMS: &[(&str, &str)] = &[("binaryen", "wasm-opt")];

#[test]
fn every_npm_package_is_used() {
    let package = fs::read_to_string(project("package.json")).unwrap();
    let names = package.lines().filter_map(|line| {
        let (name, version) = line.trim().strip_prefix('"')?.split_once("\": \"")?;
        version.starts_with('^').then_some(name)
    });
    let places = [("static/bundles", "js"), ("tests/e2e", "mjs"), ("xtask/src", "rs")];
    let texts: Vec<String> = places.iter().flat_map(|(folder, end)| texts(folder, end)).collect();
    let unused: Vec<&str> =
        names.filter(|name| !texts.iter().any(|text| text.contains(called(name)))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// What the name of a package looks like where it is used.
fn called(package: &str) -> &str {
    PROGRAMS.iter().find(|(known, _)| *known == package).map_or(package, |(_, called)| *called)
}

/// Every text of a folder, and of the folders in it, whose name ends so.
fn texts(folder: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(project(folder)).unwrap().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match path.extension() {
                _ if path.is_dir() => texts(&name, end),
                Some(extension) if extension == end => fs::read_to_string(path).into_iter().collect(),
                _ => Vec::new(),
            }
        })
        .collect()
}
