//! Reservations, misaligned accesses, clocks, compressed names.

use alloc::{format, vec::Vec};

use super::{finish, program, run};
use crate::{
    image::{BASE, Fault, FaultKind, Memory},
    ir::Type,
    riscv::{
        hart::{Clock, Hart, Trap},
        isa::Plain,
    },
};

/// A memory of 64 bytes that count up.
fn memory() -> Memory {
    let mut memory = Memory::default();
    let buffer = memory.allocate("data", 64, Type::I8, true, true);
    memory.copy_in(buffer, &(0..64).collect::<Vec<u8>>());
    memory
}

/// Runs a text with the address of the memory in `a0`.
pub(super) fn with_memory(text: &str, misaligned: bool) -> (Result<Hart<Plain>, Trap>, Memory) {
    let (program, mut memory) = (program(&format!("{text}\nret")), memory());
    let mut hart = Hart::with(());
    (hart.x[10], hart.misaligned) = (BASE, misaligned);
    let done = finish(&mut hart, &program, &mut memory).map(|()| hart);
    (done, memory)
}

#[test]
fn a_store_is_conditional_on_the_reservation() {
    let text = "li a3, 7\nlr.w a1, (a0)\nsc.w a2, a3, (a0)\nsc.w a4, a3, (a0)";
    let (hart, memory) = with_memory(text, false);
    let hart = hart.unwrap();
    assert_eq!((hart.x[11], hart.x[12], memory.load(BASE, 4)), (0x0302_0100, 0, 7));
    // The first one used the reservation up.
    assert_eq!(hart.x[14], 1);
}

#[test]
fn a_reservation_is_for_one_address_and_size() {
    for store in ["addi a5, a0, 4\nsc.w a2, a3, (a5)", "sc.d a2, a3, (a0)", "sw a3, 8(a0)\nsc.w a2, a3, (a0)"]
    {
        let (hart, memory) = with_memory(&format!("li a3, 7\nlr.w a1, (a0)\n{store}"), false);
        assert_eq!((hart.unwrap().x[12], memory.load(BASE, 4)), (1, 0x0302_0100), "{store}");
    }
}

#[test]
fn another_thread_that_changes_memory_breaks_a_reservation() {
    let (program, mut memory) = (program::<Plain>("lr.d a1, (a0)\nsc.d a2, zero, (a0)\nret"), memory());
    let mut harts = [Hart::<Plain>::with(()), Hart::with(())];
    harts.iter_mut().for_each(|hart| hart.x[10] = BASE);
    for _ in 0..2 {
        harts.iter_mut().for_each(|hart| assert!(hart.step(&program, &mut memory).is_ok()));
    }
    assert_eq!(harts.map(|hart| hart.x[12]), [0, 1]);
}

#[test]
fn misaligned_accesses_fault_or_are_two() {
    let text = "ld a1, 3(a0)\nlhu a2, 5(a0)\nsw a1, 9(a0)";
    let (fault, _) = with_memory(text, false);
    assert!(matches!(fault, Err(Trap::Fault(Fault { kind: FaultKind::Misaligned, .. }, None))));
    let (hart, memory) = with_memory(text, true);
    let hart = hart.unwrap();
    assert_eq!((hart.x[11], hart.x[12]), (0x0A09_0807_0605_0403, 0x0605));
    assert_eq!(memory.load(BASE + 8, 8), 0x0F0E_0D06_0504_0308);
}

#[test]
fn a_misaligned_access_goes_over_two_words() {
    let (program, mut memory) = (program("lw a1, 6(a0)"), memory());
    let mut hart = Hart::<Plain>::with(());
    (hart.x[10], hart.misaligned) = (BASE, true);
    let done = hart.step(&program, &mut memory).unwrap();
    assert_eq!((hart.accesses(), done.access_bytes), (&[BASE + 4, BASE + 8][..], 4));
    // At the end of a buffer a byte is missing, and nothing is written. Atomics are never split.
    for text in ["lw a1, 61(a0)", "sw a1, 61(a0)", "addi a0, a0, 2\namoadd.w a1, a1, (a0)"] {
        let (fault, after) = with_memory(text, true);
        assert!(matches!(fault, Err(Trap::Fault(..))), "{text}");
        assert_eq!(after.load(BASE + 56, 8), memory.load(BASE + 56, 8), "{text}");
    }
}

#[test]
fn clocks() {
    let text = "nop\nrdcycle a0\nrdtime a1\nrdinstret a2";
    let clock = Clock { ticks: 3000, mhz: 1500 };
    let read = |hart: Hart<Plain>| [10, 11, 12].map(|at| hart.x[at]);
    assert_eq!(read(run(text, |hart| hart.clock = Some(clock)).unwrap()), [3000, 2000, 3]);
    assert_eq!(read(run(text, |_| {}).unwrap()), [1, 2, 3]);
    assert!(run("csrw cycle, a0", |_| {}).is_err() && run("unimp", |_| {}).is_err());
}

#[test]
fn fences_do_nothing_here() {
    let hart = run("fence\nfence rw, w\nfence.tso\nfence.i", |_| {}).unwrap();
    assert_eq!((hart.instret, hart.fflags), (5, 0));
}

#[test]
fn compressed_names_are_their_long_forms() {
    for (short, long) in [
        ("c.addi a0, -3", "addi a0, a0, -3"),
        ("c.add a0, a1", "add a0, a0, a1"),
        ("c.mv a0, a1", "add a0, zero, a1"),
        ("c.li a0, 5", "addi a0, zero, 5"),
        ("c.lui a0, 5", "lui a0, 5"),
        ("c.addi16sp sp, -32", "addi sp, sp, -32"),
        ("c.addi4spn a0, sp, 8", "addi a0, sp, 8"),
        ("c.srai a0, 3", "srai a0, a0, 3"),
        ("c.lw a0, 4(a1)", "lw a0, 4(a1)"),
        ("c.sdsp ra, 8(sp)", "sd ra, 8(sp)"),
        ("c.fld fa0, 8(a1)", "fld fa0, 8(a1)"),
        ("1: c.bnez a0, 1b", "1: bne a0, zero, 1b"),
        ("1: c.j 1b", "1: jal zero, 1b"),
        ("c.jr ra", "jalr zero, 0(ra)"),
        ("c.jalr a0", "jalr ra, 0(a0)"),
        ("c.not a0", "xori a0, a0, -1"),
        ("c.mul a0, a1", "mul a0, a0, a1"),
        ("c.nop", "addi zero, zero, 0"),
    ] {
        let words =
            |text| program::<Plain>(text).code.iter().map(crate::riscv::encode::encode).collect::<Vec<_>>();
        assert_eq!(words(short), words(long), "{short}");
    }
}
