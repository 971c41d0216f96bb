//! `wcet`: the bound of a launch, with its terms.

use super::folder::Folder;

/// Squared magnitudes of two vectors, in the assembly of the machine that bounds launches.
const PROGRAM: &[u8] = b".data\n0 0x0 2048 1\n1 0x2000 2048 1\n2 0x4000 2048 1\n.text\n\
    ldglin v0, 0\nldglin v1, 1\nmul v0, v0, v0\nmad v0, v1, v1, v0\nstglin v0, 2\nexit\n";
const LAUNCH: &[u8] = b"global = [2048, 1]\nlocal = [1024]\n";
/// A loop that nothing bounds.
const LOOP: &[u8] = b".data\n0 0x0 2048 1\n.text\nsmov s0, 3\nagain:\nsisub s0, s0, 1\nsicj.nz again, s0\nstglin v0, 0\nexit\n";

#[test]
fn a_launch_is_bounded_with_every_term() {
    let folder =
        Folder::new("wcet", &[("k.s", PROGRAM), ("l.toml", LAUNCH), ("loop.s", LOOP), ("k.cl", KERNEL)]);
    let found = folder.json(0, "wcet k.s --machine sim_d --launch l.toml --json");
    let number = |name: &str| found[name].as_u64().unwrap_or_else(|| panic!("{name} {found}"));
    // Facts 17.2.
    let names = ["best", "single", "sp_as_access", "sp_as_compute"];
    assert_eq!(names.map(number), [1669, 1745, 1679, 1679]);
    let phases: Vec<u64> = found["phases"]["sp_as_access"]
        .as_array()
        .unwrap()
        .iter()
        .map(|phase| phase["cycles"].as_u64().unwrap())
        .collect();
    assert_eq!(phases, [10, 205, 6, 205, 22, 225]);
    assert_eq!(found["terms"]["upload"], 49);
    assert_eq!(found["terms"]["requests"][2]["line"], 10);
    // SD-99: 12! / (6! 6!) orders of two groups with six phases each (simd 7.6); one pair has as many.
    assert_eq!(found["terms"]["serialisations"], "924");
    assert_eq!(found["terms"]["serialisations_in_pairs"], "924");
    let path: Vec<u64> =
        found["critical_path"].as_array().unwrap().iter().map(|one| one["first"].as_u64().unwrap()).collect();
    assert_eq!(path, [0, 1, 2]);
    let cycles = folder.json(0, "run k.s --machine sim_d --launch l.toml --json")["cycles"].as_u64().unwrap();
    assert!(cycles == 1287 && number("bound") >= cycles, "{cycles} {found}");
    let (text, _) = folder.ends(0, "wcet k.s --machine sim_d --launch l.toml");
    // Digits stand in groups of three, with a narrow space between.
    assert!(text.contains("bound") && text.contains("1\u{202f}679"), "{text}");
    let (text, _) = folder.ends(0, "study wcet k.s --machine sim_d --launch l.toml");
    assert!(text.contains("1\u{202f}679"), "{text}");
}

const KERNEL: &[u8] =
    b"// lanescope: global 64\n__kernel void k(__global int *x) { x[get_global_id(0)] = 1; }\n";

#[test]
fn what_cannot_be_bounded_is_said_with_its_line() {
    let folder = Folder::new("wcet_wrong", &[("loop.s", LOOP), ("l.toml", LAUNCH), ("k.cl", KERNEL)]);
    let line = "wcet loop.s --machine sim_d --launch l.toml";
    let (_, err) = folder.ends(1, line);
    assert!(err.contains("line 6") && err.contains("how often"), "{err}");
    folder.ends(0, &format!("{line} --turns 2"));
    folder.ends(0, &format!("{line} --choice bound@7=2"));
    let (_, err) = folder.ends(1, &format!("{line} --choice bound@4=2"));
    assert!(err.contains("line 4"), "{err}");
    let (_, err) = folder.ends(1, "wcet k.cl --machine teaching");
    assert!(err.contains("no study `wcet`"), "{err}");
    folder.ends(0, "wcet k.cl --machine sim_d");
    let (text, _) = folder.ends(0, "list studies");
    assert!(text.contains("wcet") && text.contains("turns"), "{text}");
}

/// A loop whose end is computed of an argument needs no number by hand, whether it is written out or not.
#[test]
fn a_loop_that_the_launch_bounds_needs_no_number_by_hand() {
    let folder = Folder::new("wcet_counted", &[]);
    for unrolling in ["on", "off"] {
        let line = format!("gallery:matmul_tiled --machine sim_d --set unrolling={unrolling} --json");
        let [bound, cycles] = [("wcet", "bound"), ("run", "cycles")]
            .map(|(command, name)| folder.json(0, &format!("{command} {line}"))[name].as_u64().unwrap());
        assert!(cycles <= bound && bound < 2 * cycles, "{unrolling}: {cycles} {bound}");
    }
}

/// SD-97: many runs of a launch, none longer than its bound; what their data are comes from a folder.
#[test]
fn runs_are_shown_beside_the_bound() {
    const FILES: &[u8] = b".data\n0 0x0 1024 1 f \"in.bin\"\n1 0x1000 1024 1\n.text\nldglin v0, 0\nadd v0, v0, v0\nstglin v0, 1\nexit\n";
    let data = vec![0u8; 4096];
    let folder =
        Folder::new("observed", &[("k.s", FILES), ("l.toml", b"global = [1024, 1]\n"), ("d/in.bin", &data)]);
    let line = "k.s --machine sim_d --launch l.toml";
    // A bound needs no data; runs do.
    folder.ends(0, &format!("wcet {line}"));
    let (_, err) = folder.ends(1, &format!("study observed {line} runs=8 places=2"));
    assert!(err.contains("in.bin"), "{err}");
    folder.ends(0, &format!("wcet {line} --data d"));
    let (text, _) = folder.ends(0, &format!("study observed {line} --data d runs=8 places=2"));
    assert!(text.contains("bound"), "{text}");
    let (_, err) = folder.ends(1, &format!("study observed {line} --data d runs=none"));
    assert!(err.contains("`runs` is a whole number"), "{err}");
    let (text, _) = folder.ends(0, &format!("figure {line} --data d --panel blocks"));
    assert!(text.contains("at most") && text.contains("end of the group"), "{text}");
}
