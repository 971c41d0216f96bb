//! The digest of a thread: all that decides what comes next is in it, what somebody set or looked at is not.

use super::{Hart, memory::with_memory};
use crate::{
    base::Digest,
    riscv::{
        hart::{Clock, Register, Trap},
        isa::Plain,
    },
};

fn digest(change: impl FnOnce(&mut Hart<Plain>)) -> u64 {
    let mut hart = Hart::with(());
    change(&mut hart);
    let mut digest = Digest::default();
    digest.add(&hart);
    digest.0
}

/// The names of all changes that make no difference.
macro_rules! differ {
    ($($name:literal: $change:expr;)*) => {{
        let same = digest(|_| {});
        let all: &[(&str, u64)] = &[$(($name, digest($change))),*];
        let missing = all.iter().filter(|(_, digest)| *digest == same).map(|(name, _)| *name);
        missing.collect::<alloc::vec::Vec<_>>()
    }};
}

#[test]
fn all_that_decides_what_comes_next_is_in_the_digest() {
    let missing = differ! {
        "pc": |hart| hart.pc += 4;
        "integer register": |hart| hart.x[31] = 1;
        "float register": |hart| hart.f[0] = 1;
        "frm": |hart| hart.frm = 1;
        "fflags": |hart| hart.fflags = 1;
        "instret": |hart| hart.instret = 1;
        "clock": |hart| hart.clock = Some(Clock { ticks: 0, mhz: 1 });
        "late fault": |hart| hart.respond(Register::X(1), Err(Trap::Break));
    };
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_reservation_is_in_the_digest() {
    let [load, reserve] = ["lw a1, (a0)", "lr.w a1, (a0)"].map(|text| {
        let mut digest = Digest::default();
        digest.add(&with_memory(text, false).0.unwrap());
        digest.0
    });
    assert_ne!(load, reserve);
}

#[test]
fn settings_and_what_people_look_at_are_not() {
    assert_eq!(digest(|hart| hart.spin_limit = 99), digest(|_| {}));
    assert_eq!(digest(|hart| hart.misaligned = true), digest(|_| {}));
    assert_eq!(digest(|hart| hart.note_accesses(8, [1, 2])), digest(|_| {}));
}
