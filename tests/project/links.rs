//! Links of every release open for ever: `tests/links/` has at least one of each version. A link is never changed; new
//! ones are added.

use std::{fs, path::Path};

use lanescope_core::{
    session::{Session, vocabulary::*},
    share,
};

fn link(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("links").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What `v1.txt` was made of.
fn first() -> Document {
    let init = Init::Random { seed: 7, low: Number::Int(-1), high: Number::Float(0.5) };
    let buffer = ArgValue::Buffer { len: 32, element: None, init };
    let source = "__kernel void twice(__global float *p, int n) { int i = get_global_id(0); if (i < n) p[i] *= 2.0f; }";
    let machine =
        MachineChoice { preset: "simt/teaching".into(), changes: vec![("policy".into(), "gto".into())] };
    Document {
        language: Language::OpenCl,
        options: CompileOptions {
            defines: vec![Define { name: "N".into(), value: Some("3".into()) }],
            contract: false,
        },
        kernel: Some("twice".into()),
        launch: Some(Launch {
            global: [32, 1, 1],
            local: [16, 1, 1],
            dynamic_local: 0,
            args: vec![Arg::new("p", buffer), Arg::new("n", ArgValue::Scalar(Number::Int(30)))],
            sizes: Vec::new(),
        }),
        cycle: 40,
        view: vec![("panel".into(), "lanes".into())],
        ..Document::new(source.into(), machine)
    }
}

/// What `v2.txt` was made of.
fn second() -> Document {
    let other = MachineChoice { preset: "simt/fermi".into(), changes: vec![("cores".into(), "2".into())] };
    Document { compare: vec![other], ..first() }
}

/// What `v4.txt` was made of.
fn third() -> Document {
    let text = |name: &str, text: &str| File { name: name.into(), contents: Contents::Text(text.into()) };
    let launch = first().launch.map(|launch| {
        let args =
            launch.args.into_iter().map(|arg| Arg { at: (arg.name == "p").then_some(0x4_0000), ..arg });
        Launch { args: args.collect(), sizes: vec![("rows".into(), 12)], ..launch }
    });
    Document {
        source: "#include \"lib/twice.h\"\n__kernel void k(__global float *p, int n) { twice(p, n); }".into(),
        kernel: Some("k".into()),
        launch,
        name: "k.cl".into(),
        files: vec![
            text(
                "lib/twice.h",
                "#include \"factor.h\"\nvoid twice(__global float *p, int n) { int i = get_global_id(0); if (i < n) p[i] *= FACTOR; }",
            ),
            text("lib/factor.h", "#define FACTOR 2.0f\n"),
            File { name: "table.bin".into(), contents: Contents::Bytes(vec![0, 159, 146, 150]) },
        ],
        console: b"12 34\n".to_vec(),
        choices: vec![Choice { id: "bound".into(), file: "lib/twice.h".into(), line: 2, value: "30".into() }],
        ..second()
    }
}

/// What `v5.txt` was made of: three texts that are linked, in an order of their own, and one that is included.
fn fifth() -> Document {
    let text = |name: &str, text: &str| File { name: name.into(), contents: Contents::Text(text.into()) };
    let machine = MachineChoice { preset: "rvv/textbook".into(), changes: Vec::new() };
    Document {
        language: Language::Assembly,
        name: "a.s".into(),
        files: vec![
            text("c.s", ".data\n.globl table\ntable: .word 1, 20, 300, 4000\n"),
            text("four.inc", ".equ four, 4\n"),
            text(
                "lib/b.s",
                ".include \"../four.inc\"\n.globl total\ntotal: li t0, four\nli t1, 0\nloop: lw t2, 0(a0)\nadd t1, t1, t2\n\
                 addi a0, a0, 4\naddi t0, t0, -1\nbnez t0, loop\nmv a0, t1\nret\n",
            ),
        ],
        units: ["a.s", "lib/b.s", "c.s"].map(String::from).into(),
        cycle: 12,
        ..Document::new(
            ".globl main\nmain: mv s0, ra\nla a0, table\ncall total\nloop: jr s0\n".into(),
            machine,
        )
    }
}

#[test]
fn a_link_of_version_5_opens() {
    assert_eq!(share::decode(&link("v5.txt")), Ok(fifth()));
}

/// A link of before does not say what is linked: on HARP all texts were, elsewhere none.
#[test]
fn older_links_of_harp_link_all_texts() {
    let document = share::decode(&link("v4_harp.txt")).expect("a document");
    assert_eq!(document.units, ["a.s", "b.s"]);
    assert_eq!(third().units, share::decode(&link("v4.txt")).expect("a document").units);
    let mut session = Session::open(document, Limits::default());
    session.start().expect("a program");
    session.advance(u64::MAX, u64::MAX);
    assert_eq!(session.console(), Some(&b"H\n"[..]));
}

#[test]
fn a_link_of_version_4_opens() {
    assert_eq!(share::decode(&link("v4.txt")), Ok(third()));
}

/// The link of version 4 was made when every correction of today's list was known up to the last of its time.
#[test]
fn older_links_are_told_of_corrections() {
    let remarks = |name: &str| share::open(&link(name)).expect(name).remarks;
    for name in ["v1.txt", "v2.txt", "v3.txt"] {
        let told = remarks(name);
        assert!(
            told.iter().any(|told| told.starts_with("`simt/teaching` may have been corrected")),
            "{told:?}"
        );
    }
    assert_eq!(remarks("alias.txt"), [""; 0]);
}

#[test]
fn a_link_of_version_1_opens() {
    assert_eq!(share::decode(&link("v1.txt")), Ok(first()));
}

#[test]
fn a_link_of_version_2_opens() {
    assert_eq!(share::decode(&link("v2.txt")), Ok(second()));
}

#[test]
fn a_link_of_version_3_opens() {
    assert_eq!(share::decode(&link("v3.txt")), Ok(second()));
}

#[test]
fn the_alias_opens() {
    let document = share::decode(&link("alias.txt")).expect("the alias opens");
    assert!(document.source.contains("reduce_interleaved"));
    assert_eq!((document.machine.preset.as_str(), document.cycle), ("simt/teaching", 120));
}

#[test]
fn every_link_runs_to_its_cycle() {
    for name in ["v1.txt", "v2.txt", "v3.txt", "v4.txt", "v4_harp.txt", "v5.txt", "alias.txt"] {
        let document = share::decode(&link(name)).expect(name);
        let cycle = document.cycle;
        let mut session = Session::open(document, Limits::default());
        session.start().expect(name);
        assert_eq!(session.seek(cycle, u64::MAX).cycle, cycle, "{name}");
    }
}

/// Settings that have other names now: links with the old ones run the same machine.
#[test]
fn a_link_with_old_names_of_settings_runs_the_same() {
    let run = |settings: &str| {
        let document = share::decode(&format!("#ex=saxpy&m=simt/fermi&{settings}")).expect(settings);
        let mut session = Session::open(document, Limits::default());
        session.start().expect(settings);
        session.advance(u64::MAX, u64::MAX);
        session.report().expect("a run has a report")
    };
    let old = run("set.core_mhz=350&set.partitions=3&set.partition_bytes=512");
    assert_eq!(old, run("set.clock_mhz=350&set.channels=3&set.channel_bytes=512"));
    assert_ne!(old, run("set.clock_mhz=350"));
}

#[test]
fn the_version_that_is_written_has_a_link_here() {
    let written = share::encode(&fifth());
    let version =
        written.trim_start_matches('#').split('.').next().expect("the version stands before the first point");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("links/v{version}.txt"));
    assert!(file.exists(), "save this as {} and test that it opens: {written}", file.display());
}
