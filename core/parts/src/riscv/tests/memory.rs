//! Reservations, misaligned accesses, clocks, compressed names.

use alloc::{format, vec::Vec};

use super::{finish, program, run};
use crate::{
    image::{BASE, Console, Fault, FaultKind, Memory},
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

/// Where the consoles of these tests are.
const CONSOLE: u64 = 0x1000_0000;

/// Reads its input to the end by polling the line status, and writes each byte plus one.
const ECHO: &str = "li t0, 0x10000000\nloop: lbu t1, 5(t0)\nandi t2, t1, 1\nbeqz t2, end\nlbu t3, 0(t0)
    addi t3, t3, 1\nsb t3, 0(t0)\nj loop\nend: mv a1, t1\nlbu a2, 0(t0)\nsb t1, 3(t0)";

fn on_console(text: &str, console: Console) -> (Result<Hart<Plain>, Trap>, Memory) {
    let (program, mut memory) = (program(&format!("{text}\nret")), memory());
    assert!(memory.attach(console.at(CONSOLE)));
    let mut hart = Hart::with(());
    let done = finish(&mut hart, &program, &mut memory).map(|()| hart);
    (done, memory)
}

#[test]
fn a_program_polls_its_console() {
    let (hart, memory) = on_console(ECHO, Console::new(b"HAL\xff", 100));
    let (hart, console) = (hart.unwrap(), memory.console().unwrap());
    assert_eq!((console.output(), console.taken()), (&b"IBM\0"[..], 4));
    // Without input: ready to write, nothing to read, and a load of data gives 0.
    assert_eq!((hart.x[11], hart.x[12]), (0x60, 0));
}

/// At the edge: four bytes fit, the fifth does not.
#[test]
fn a_console_takes_no_more_than_its_limit() {
    assert!(on_console(ECHO, Console::new(b"HAL9", 4)).0.is_ok());
    let (done, memory) = on_console(ECHO, Console::new(b"HAL9!", 4));
    let Err(Trap::Fault(fault, None)) = done else { panic!("{done:?}") };
    assert_eq!((fault.kind, fault.address, fault.write), (FaultKind::Full, CONSOLE, true));
    assert_eq!(memory.console().unwrap().output(), b"IBM:");
}

#[test]
fn a_console_is_no_memory() {
    for text in [
        "li t0, 0x10000000\namoadd.w a0, a0, (t0)",
        "li t0, 0x10000008\nlbu a0, (t0)",
        "li t0, 0xfffffff\nsb a0, (t0)",
    ] {
        let (done, _) = on_console(text, Console::new(b"x", 4));
        assert!(
            matches!(done, Err(Trap::Fault(Fault { kind: FaultKind::OutOfBounds, .. }, None))),
            "{text}: {done:?}"
        );
    }
    let mut full = memory();
    assert!(!full.attach(Console::new(b"", 1).at(BASE + 60)), "memory is there");
    assert!(full.attach(Console::new(b"", 1).at(BASE + 64)));
}

/// Snapshots keep what was written until then.
#[test]
fn clones_of_a_console_go_their_own_ways() {
    let (_, mut memory) = on_console(ECHO, Console::new(b"A", 9));
    let before = (memory.clone(), memory.whole_digest());
    let fault = memory.write(CONSOLE, 1, 0).unwrap_err();
    memory.write_device(fault, b'C'.into()).unwrap();
    assert_eq!(
        (memory.console().unwrap().output(), before.0.console().unwrap().output()),
        (&b"BC"[..], &b"B"[..])
    );
    assert_eq!(before.0.whole_digest(), before.1);
    assert_ne!(memory.whole_digest(), before.1);
}
