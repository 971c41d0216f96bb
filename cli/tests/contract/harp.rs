//! Programs of HARP by hand, as object files and as flat images; what a run says of them; profiles of other launches.

use super::folder::Folder;

const CODE: &str =
    ".perm x\n.entry\n.global\nstart: ldi %r0, tab\nld %r1, %r0, #4\nst %r1, %r0, #0\njmpi end\n";
const DATA: &str = ".perm rw\n.global\ntab: .word 5 6 7\n.perm x\n.global\nend: halt\n";

/// Texts, object files and a flat image of the same program leave the same.
#[test]
fn object_files_and_flat_images_run() {
    let files: [(&str, &[u8]); 3] = [
        ("a.s", CODE.as_bytes()),
        ("b.s", DATA.as_bytes()),
        ("k.cl", b"__kernel void k(__global int *o) {}"),
    ];
    let folder = Folder::new("harp_objects", &files);
    for text in ["a", "b"] {
        folder.ends(0, &format!("asm {text}.s --machine harp --out {text}.HOF"));
    }
    folder.ends(0, "asm a.s b.s --machine harp --out x.bin");
    assert_eq!(folder.bytes("x.bin").len(), 4 * 8);
    let (out, _) = folder.ends(0, "asm a.s b.s --machine harp");
    let words: Vec<&str> = out.lines().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!((words.len(), words[4], words[6]), (8, "00000005", "00000007"), "{out}");
    folder.all_leave_the_same(&[
        "run a.s b.s --machine harp",
        "run a.HOF b.HOF",
        "run a.s b.HOF --machine harp",
        "run a.HOF b.s --set archid=4w8/8/16/16",
        "run x.bin --set archid=4w8/8/16/16",
        "run x.bin --functional",
    ]);
    let (out, _) = folder.ends(0, "disasm a.HOF");
    assert!(out.contains("start:") && out.contains("jmpi end"), "{out}");
    folder.refuses(&[
        (
            "run a.HOF b.HOF --set archid=8w8/8/16/16",
            "is for `4w8/8/16/16`, and setting `archid` is `8w8/8/16/16`",
        ),
        ("run x.bin a.s", "a flat image: a whole program"),
        ("run a.s b.s b.s --machine harp", "the program has this file already"),
        ("run a.s --machine harp", "`tab` is defined in no text that this one sees"),
        ("asm a.s b.s --machine harp --out y.hof", "an object file has one text"),
        ("asm a.s --machine rvv --out y.hof", "rvv has no object files"),
        ("asm k.cl --machine harp --out y.hof", "k.cl: an object file is made of a text in assembly"),
        ("run k.cl b.s --machine harp", "a kernel includes its files"),
    ]);
    std::fs::write(folder.0.join("cut.hof"), &folder.bytes("a.HOF")[..40]).unwrap();
    for line in ["run cut.hof", "disasm cut.hof"] {
        let (_, err) = folder.ends(1, line);
        assert!(err.contains("the object file is cut off"), "{line}: {err}");
    }
    // What is wrong with the choice of a machine is not said of the file.
    let (_, err) = folder.ends(1, "disasm x.bin --machine harp,archid=9w");
    assert!(err.contains("setting `archid`") && !err.contains("x.bin"), "{err}");
}

/// By hand a program runs as on the original emulator, with pages that must be known; what held is said, and where it ended.
#[test]
fn what_held_is_said_after_a_halt_too() {
    let text = "/* W */\nldi %r7, #1\nshli %r7, %r7, #31\nldi %r0, #255\nst %r0, %r7, #0\nhalt\n";
    let folder = Folder::new("harp_held", &[("h.s", text.as_bytes())]);
    for way in ["", " --functional"] {
        let run = folder.json(1, &format!("run h.s --machine harp --json{way}"));
        let harp = &run["harp"];
        assert_eq!((&harp["vm"], &harp["harptool_exact"]), (&true.into(), &true.into()));
        assert_eq!(harp["interrupt"]["number"], 1);
        assert_eq!((&harp["interrupt"]["pc"], &harp["interrupt"]["line"]), (&12.into(), &5.into()));
        assert_eq!((&harp["kdic"], &harp["stack_left"]), (&4.into(), &serde_json::json!([])));
        assert_eq!(harp["mask"], "1".repeat(16));
        for set in ["vm=off", "harptool_exact=off"] {
            let run = folder.json(0, &format!("run h.s --machine harp --set {set} --json{way}"));
            assert_eq!(run["console"], "\u{ff}");
            let harp = &run["harp"];
            assert_eq!(
                (&harp["vm"], &harp["kdic"], &harp["interrupt"]),
                (&false.into(), &5.into(), &().into())
            );
            assert_eq!(
                harp["warps"][0],
                serde_json::json!({"steps": 5, "insts": 5, "loads": 0, "stores": 1})
            );
            assert_eq!(harp["warps"].as_array().unwrap().len(), 16);
            let steps: serde_json::Value = if way.is_empty() { ().into() } else { 5.into() };
            assert_eq!(harp["steps"], steps);
        }
    }
}

/// Lane 0 finds values and addresses of buffers from R0 on.
#[test]
fn programs_by_hand_reach_their_buffers() {
    let text = "ld %r3, %r0, #0\nadd %r3, %r3, %r2\nst %r3, %r1, #8\nhalt\n";
    let launch = "[[arg]]\nname = 'a'\ntype = 'int'\nlen = 2\ninit = 'list'\nvalues = [40, 1]\n\
                  [[arg]]\nname = 'b'\ntype = 'int'\nlen = 4\n[[arg]]\nname = 'n'\ntype = 'int'\nvalue = 2\n";
    let files: [(&str, &[u8]); 2] = [("b.s", text.as_bytes()), ("b.toml", launch.as_bytes())];
    let folder = Folder::new("harp_buffers", &files);
    for way in ["", " --functional"] {
        let line = format!("run b.s --launch b.toml --machine harp,harptool_exact=off --dump b{way}");
        let (out, _) = folder.ends(0, &line);
        assert!(out.contains("b[2] = 42") && out.contains("b[1] = 0"), "{out}");
    }
    let (_, err) = folder.ends(1, "run b.s --launch b.toml --machine harp");
    assert!(err.contains("harptool_exact"), "{err}");
}

/// A profile of another launch decides: there all lanes agree, so that the branch stays split. What is counted is that of the launch
/// itself, in which both warps disagree.
#[test]
fn a_profile_may_be_that_of_another_launch() {
    let kernel = b"__kernel void k(__global int *o) {\nint i = get_global_id(0);\nint x = o[i];\n\
                   if (x & 1) o[i] = x * 3; else o[i] = x - 1;\n}\n";
    let launch =
        |init: &str| format!("global = [32]\nlocal = [16]\n[[arg]]\nname = 'o'\nlen = 32\ninit = '{init}'\n");
    let (own, train) = (launch("iota"), launch("zeros"));
    let files: [(&str, &[u8]); 3] =
        [("k.cl", kernel), ("own.toml", own.as_bytes()), ("train.toml", train.as_bytes())];
    let folder = Folder::new("harp_train", &files);
    let study = |more: &str| {
        let line =
            format!("study policies k.cl {more} --machine harp,divergence=profile --launch own.toml --json");
        folder.json(0, &line)["branches"][0].clone()
    };
    let (own, other) = (study(""), study("train=train.toml"));
    assert_eq!((&own["profile"], &own["decision"]), (&"nonunanimous".into(), &"predicate".into()));
    assert_eq!((&other["profile"], &other["decision"]), (&"unanimous".into(), &"split".into()));
    assert_eq!(
        (&other["executed"], &other["nonunanimous"], &other["of_loop"]),
        (&2.into(), &2.into(), &false.into())
    );
    let (_, err) = folder.ends(1, "study policies k.cl train=no.toml --machine harp --launch own.toml");
    assert!(err.contains("no.toml"), "{err}");
    // Of two launches only one could be meant, and nothing is none.
    for (given, says) in [
        ("train=own.toml train=train.toml", "`train` is given more than once"),
        ("train=", "`train` names no launch"),
    ] {
        let (_, err) =
            folder.ends(1, &format!("study policies k.cl {given} --machine harp --launch own.toml"));
        assert!(err.contains(says), "{err}");
    }
    // One that leaves its buffer ends the run that makes the profile, which is that of what was before.
    let short = launch("iota").replace("len = 32", "len = 3");
    std::fs::write(folder.0.join("short.toml"), short).unwrap();
    let line = "study policies k.cl train=short.toml --machine harp --launch own.toml";
    let profile = folder.json(0, &format!("{line} --json"))["profile"].clone();
    assert_eq!((&profile["whole"], &profile["of_another_launch"]), (&false.into(), &true.into()));
    let halted = profile["halted"].as_str().unwrap();
    assert!(halted.contains('o'), "{halted}");
    let (out, _) = folder.ends(0, line);
    assert!(out.contains(&format!(
        "The run that made the profile halted, and it is that of what was before: {halted}."
    )));
}

/// Settings that leave the language say so, and words for which no kernel can be compiled are refused by their length.
#[test]
fn settings_that_leave_the_language_are_named() {
    let kernel = b"__kernel void k(__global int *o) { int i = get_global_id(0); o[i] = o[i] < 5; }";
    let launch = b"global = [4]\n[[arg]]\nname = 'o'\nlen = 4\ninit = 'fill'\nvalue = -2147483648\n";
    let folder = Folder::new("harp_leaves", &[("k.cl", kernel), ("k.toml", launch)]);
    let line = "run k.cl --launch k.toml --machine harp,exact_compare=off --check";
    let output = folder.run(line);
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("`exact_compare` is off") && !text.contains("please report"), "{text}");
    let (_, err) = folder.ends(1, "run k.cl --machine harp,archid=3w8/8/4/4");
    assert!(err.contains("kernels take words of 4 or 8 bytes"), "{err}");
}

/// The profile of a launch is a file that the compiler takes for any other; a link keeps it.
#[test]
fn a_profile_is_a_file_beside_the_kernel() {
    let kernel = "// lanescope: launch grid=64 block=16\n// lanescope: arg x iota\n\
        __kernel void k(__global int *x, __global int *y) {\n  int i = get_global_id(0);\n\
        if (x[i] < 8) y[i] = x[i] * 3 + y[i]; else y[i] = 7;\n}\n";
    let folder = Folder::new(
        "profile_files",
        &[("k.cl", kernel.as_bytes()), ("l.cl", b"__kernel void l(__global int *x) {}")],
    );
    let by = "--machine harp --set divergence=profile";
    let (profile, _) = folder.ends(0, &format!("compile k.cl {by} --emit profile"));
    assert!(profile.starts_with("profile k\narchid ") && profile.contains("\nend whole\n"), "{profile}");
    std::fs::write(folder.0.join("k.profile"), &profile).unwrap();
    let with = format!("{by} --with k.profile --set profile=k.profile");
    let assembly = |options: &str| folder.ends(0, &format!("compile k.cl {options}")).0;
    assert_eq!(assembly(&with), assembly(by));
    let (again, _) = folder.ends(0, &format!("compile k.cl {with} --emit profile"));
    assert_eq!(again, profile);
    let (link, _) = folder.ends(0, &format!("link k.cl {with}"));
    let runs = [format!("run k.cl {with}"), format!("run k.cl {by}"), format!("open {}", link.trim())];
    folder.all_leave_the_same(&runs.each_ref().map(String::as_str));
    folder.refuses(&[
        ("compile k.cl --machine harp --emit profile", "no profile was used"),
        ("compile k.cl --machine rvv --emit profile", "no profile was used"),
        (
            &format!("run k.cl {by} --set profile=no.profile"),
            "beside the kernel there is no file `no.profile`",
        ),
        (&format!("run l.cl {with}"), "line 1: `profile l` stands here"),
    ]);
}
