//! The console of programs that have one, on every preset that runs RISC-V programs by hand: what is written and read, at which cycle,
//! and that going back takes it back.

use lanescope_core::{
    figure::{Form, Question},
    session::{Session, vocabulary::*},
};
use lanescope_tests::{
    runs::{document, presets},
    shorthand::finish,
};

/// Reads words of text and writes each character in upper case.
const SHOUT: &str = "
    .globl main
    main: li t0, 0x10000000
    next: lbu t1, 5(t0)
    andi t1, t1, 1
    beqz t1, end
    lbu t1, 0(t0)
    li t2, 'a'
    bltu t1, t2, out
    addi t1, t1, -32
    out: sb t1, 0(t0)
    j next
    end: ret
";

fn sessions(text: &str, input: &[u8], limits: &Limits) -> Vec<(String, Session)> {
    let presets = presets().into_iter().filter(|preset| preset.starts_with("rvv/"));
    let open = |preset: String| {
        let document =
            Document { language: Language::Assembly, console: input.to_vec(), ..document(text, &preset) };
        let mut session = Session::open(document, limits.clone());
        session.start().unwrap_or_else(|found| panic!("{preset}: {found:?}"));
        (preset, session)
    };
    presets.map(open).collect()
}

fn lines(session: &mut Session) -> Vec<String> {
    let figure = session.figure("console", &Question::default()).expect("there is a console");
    match figure.parts.into_iter().next().map(|part| part.form) {
        Some(Form::Text(text)) => text.lines.into_iter().map(|line| line.text).collect(),
        other => Vec::from([format!("{}{:?}", figure.remark, other)]),
    }
}

#[test]
fn what_is_written_depends_on_the_cycle() {
    for (preset, mut session) in sessions(SHOUT, b"so\nit\x1b goes", &Limits::default()) {
        finish(&mut session);
        let end = session.status().cycle;
        assert_eq!(session.console(), Some(&b"SO\nIT\x1b GOES"[..]), "{preset}");
        assert_eq!(
            lines(&mut session),
            ["SO", "IT\\x1b GOES", "(11 bytes of the input are read)"],
            "{preset}"
        );
        let mut before = Vec::new();
        for cycle in (0..end).step_by(7) {
            session.seek(cycle, u64::MAX);
            let output = session.console().unwrap().to_vec();
            assert!(
                output.starts_with(&before) && b"SO\nIT\x1b GOES".starts_with(&output),
                "{preset} {cycle}"
            );
            before = output;
        }
        session.seek(0, u64::MAX);
        assert_eq!(session.console(), Some(&b""[..]), "{preset}");
        assert_eq!(lines(&mut session), ["The program has written nothing to its console.None"], "{preset}");
        let functional = session.functional(&mut |_| true).unwrap();
        assert!(functional.is_some_and(|done| done.halt.is_none()), "{preset}");
        assert_eq!(session.console(), Some(&b"SO\nIT\x1b GOES"[..]), "{preset}: without timing");
    }
}

#[test]
fn a_flood_ends_at_the_limit_and_says_its_name() {
    let text = ".globl main\nmain: li t0, 0x10000000\nloop: sb t0, (t0)\nj loop";
    let limits = Limits { console_bytes: 1000, ..Limits::default() };
    for (preset, mut session) in sessions(text, b"", &limits) {
        while !session.status().complete {
            session.advance(u64::MAX, 1 << 20);
        }
        assert_eq!(session.console().map(<[u8]>::len), Some(1000), "{preset}");
        let halt = session.status().halt.unwrap_or_else(|| panic!("{preset}: a halt"));
        assert!(halt.message.contains("console_bytes"), "{preset}: {}", halt.message);
    }
}

/// The machine finds that nobody will ever write what the program waits for.
#[test]
fn waiting_for_input_that_never_comes_is_found() {
    let text =
        ".globl main\nmain: li t0, 0x10000000\nloop: lbu t1, 5(t0)\nandi t1, t1, 1\nbeqz t1, loop\nret";
    for (preset, mut session) in sessions(text, b"", &Limits::default()) {
        session.advance(10_000_000, u64::MAX);
        assert!(session.status().halt.is_some(), "{preset}");
    }
}
