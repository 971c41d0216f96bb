//! Wrong input of any kind gives a message, never a panic, a hang or endless growth.

use lanescope_core::{
    base::rng::Rng,
    session::{self, Session, vocabulary::*},
    share,
};
use lanescope_tests::runs;

const PRESET: &str = "simt/teaching";

fn small() -> Limits {
    Limits { cycles: 200_000, memory_bytes: 16 << 20, interpreter_steps: 2_000_000, ..Limits::default() }
}

/// Opens, starts and runs a document; what was said, in words.
fn said(document: Document) -> String {
    let mut session = Session::open(document, small());
    match session.start() {
        Err(found) => {
            found.iter().map(|diagnostic| format!("{}: {}\n", diagnostic.code, diagnostic.message)).collect()
        }
        Ok(_) => session.advance(u64::MAX, 400_000).halt.map_or(String::new(), |halt| halt.message),
    }
}

fn text(source: &str) -> String {
    said(runs::document(source, PRESET))
}

#[test]
fn an_access_out_of_bounds_names_buffer_and_place() {
    let source = "// lanescope: global 8\n// lanescope: local 8\n// lanescope: arg x [4]\n\
                  __kernel void k(__global int *x) { x[get_global_id(0)] = 1; }";
    let message = text(source);
    assert!(message.contains("`x`") && message.contains("out of bounds"), "{message}");
}

#[test]
fn an_endless_loop_ends_at_a_named_limit() {
    let message = text("__kernel void k(__global int *x) { while (1) x[0] += 1; }");
    assert!(
        message.contains("cycles") || message.contains("deadlock") || message.contains("limit"),
        "{message}"
    );
}

#[test]
fn absurd_launches_are_refused() {
    for (global, local) in
        [("0", "1"), ("4000000000", "1"), ("10", "3"), ("64", "100000"), ("99999999999999", "1")]
    {
        let source = format!(
            "// lanescope: global {global}\n// lanescope: local {local}\n__kernel void k(__global int *x) {{ x[0] = 1; }}"
        );
        let mut session = Session::open(runs::document(&source, PRESET), small());
        let warned = !session.compiled().diagnostics.is_empty();
        assert!(session.start().is_err() || warned, "global {global}, local {local} was taken");
    }
}

#[test]
fn twenty_megabytes_are_refused_at_once() {
    let message = text(&"int x; ".repeat(3_000_000));
    assert!(message.contains("limit::"), "{}", &message[..message.len().min(200)]);
}

#[test]
fn an_unknown_machine_or_setting_is_named() {
    let mut document = runs::document("__kernel void k(__global int *x) { x[0] = 1; }", "simt/none");
    assert!(said(document.clone()).contains("simt/none"));
    document.machine =
        MachineChoice { preset: PRESET.into(), changes: vec![("warp_size".into(), "1000".into())] };
    assert!(said(document).contains("warp_size"));
}

#[test]
fn damaged_links_give_a_sentence() {
    let link = share::encode(&runs::document("__kernel void k() {}", PRESET));
    assert!(share::decode(&link).is_ok());
    let mut rng = Rng::new(7);
    for _ in 0..500 {
        let mut bytes = link.clone().into_bytes();
        let at = rng.below(bytes.len() as u64) as usize;
        match rng.below(3) {
            0 => bytes[at] = b'!' + rng.below(90) as u8,
            1 => bytes.truncate(at),
            _ => bytes.extend_from_slice(&link.as_bytes()[..at]),
        }
        if let Err(error) = share::decode(&String::from_utf8_lossy(&bytes)) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Gallery kernels with pieces cut out, doubled or exchanged: whatever comes, it is said in words.
#[test]
fn mutilated_kernels_never_panic() {
    let mut rng = Rng::new(11);
    for item in session::gallery() {
        for _ in 0..12 {
            let mut bytes = item.source.clone().into_bytes();
            for _ in 0..=rng.below(4) {
                let (a, b) = (rng.below(bytes.len() as u64) as usize, rng.below(bytes.len() as u64) as usize);
                match rng.below(4) {
                    0 => bytes.swap(a, b),
                    1 => drop(bytes.drain(a.min(b)..a.min(b) + (a.abs_diff(b)).min(9))),
                    2 => bytes[a] = b"(){}[];*&+-/<>=!?:,.0xfe\"'#\\\n"[rng.below(29) as usize],
                    _ => {
                        let piece = bytes[a.min(b)..a.max(b)].to_vec();
                        bytes.splice(a..a, piece.into_iter().take(40));
                    }
                }
            }
            text(&String::from_utf8_lossy(&bytes));
        }
    }
}
