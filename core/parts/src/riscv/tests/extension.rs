//! A tiny extension: one instruction that asks a device and gets its answer later, one control register.

use alloc::{string::String, vec::Vec};

use super::{finish, program};
use crate::{
    asm::{Names, Piece},
    image::Memory,
    riscv::{
        asm::{Dialect, Pseudo, expected, print, print_inst},
        encode::{decode, encode},
        hart::{Answer, Executed, Extension, Flow, Hart, Register, Trap},
        isa::{Arg, Class, Csr, CsrRow, Form, FormRow, Inst, Isa, Op, Program, Row},
    },
    source::Diagnostic,
};

/// RV64G with the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Device;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Own {
    Only,
}

/// What the device holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    pub(super) queue: Vec<(Register, u64)>,
    scale: u64,
}

/// Questions that the device keeps.
const ROOM: usize = 2;

const ASK: Row<Device> = Row {
    op: Op::Ext(Own::Only),
    mnemonic: "dev.ask",
    bits: 0x0B,
    forms: &[Form::Ext(Own::Only)],
    class: Class::Ext(Own::Only),
    doc: "d = scale times a, later.",
};

const FORM: FormRow<Device> = FormRow { suffix: "", bits: 0, args: &[Arg::Xd, Arg::X1, Arg::Ext(Own::Only)] };

const SCALE: CsrRow<Device> =
    CsrRow { csr: Csr::Ext(Own::Only), name: "dev.scale", number: 0x801, writable: true };

impl Isa for Device {
    type Op = Own;
    type Form = Own;
    type Arg = Own;
    type Class = Own;
    type Csr = Own;

    const OPS: &'static [Row<Device>] = &[ASK];
    const CSRS: &'static [CsrRow<Device>] = &[SCALE];

    fn row(_: Own) -> &'static Row<Device> {
        &ASK
    }

    fn form(_: Own) -> &'static FormRow<Device> {
        &FORM
    }

    fn csr(_: Own) -> &'static CsrRow<Device> {
        &SCALE
    }

    fn bits(_: Own) -> u32 {
        1 << 31
    }

    fn put(_: Own, inst: &Inst<Device>) -> u32 {
        u32::from(inst.masked) << 31
    }

    fn take(_: Own, word: u32, inst: &mut Inst<Device>) {
        inst.masked = word >> 31 == 1;
    }
}

impl Dialect for Device {
    const PSEUDO: &'static [Pseudo] = &[("dev.scale", 1, "csrrw zero, dev.scale, $0")];

    fn is_optional(_: Own) -> bool {
        true
    }

    fn read(inst: &mut Inst<Device>, _: Own, pieces: &[Piece<'_>], _: &Names) -> Result<usize, Diagnostic> {
        if pieces[0].text != "twice" {
            return Err(expected("`twice`", &pieces[0]));
        }
        inst.masked = true;
        Ok(1)
    }

    fn print(inst: &Inst<Device>, _: Own) -> Option<String> {
        inst.masked.then(|| "twice".into())
    }

    fn describe(_: Own) -> &'static str {
        "`twice`"
    }
}

impl Extension for Device {
    type State = State;

    fn execute(
        hart: &mut Hart<Device>,
        inst: &Inst<Device>,
        _: &Program<Device>,
        _: &mut Memory,
    ) -> Executed<Answer> {
        if hart.ext.queue.len() == ROOM {
            return Ok(Answer::Busy);
        }
        let (register, factor) = (Register::X(inst.rd), 1 + u64::from(inst.masked));
        let value = hart.get_x(inst.rs1) * hart.ext.scale * factor;
        hart.ext.queue.push((register, value));
        Ok(Answer::Later(register))
    }

    fn read_csr(hart: &Hart<Device>, _: Own) -> u64 {
        hart.ext.scale
    }

    fn write_csr(hart: &mut Hart<Device>, _: Own, value: u64) {
        hart.ext.scale = value;
    }
}

const TEXT: &str =
    "li a0, 5\ndev.scale a0\ndev.ask a1, a0\nli a3, 1\ndev.ask a2, a0, twice\naddi a1, a1, 1\nret";

fn steps(hart: &mut Hart<Device>, program: &Program<Device>, count: u32) -> Result<Flow, Trap> {
    let mut flow = Flow::Next;
    for _ in 0..count {
        flow = hart.step(program, &mut Memory::default())?.flow;
    }
    Ok(flow)
}

#[test]
fn its_instruction_is_read_written_and_encoded() {
    let ask = program::<Device>(TEXT).code[4];
    assert_eq!(encode(&ask), 1 << 31 | 10 << 15 | 12 << 7 | 0x0B);
    assert_eq!(decode(encode(&ask)), Some(Inst { span: crate::source::Span::NONE, ..ask }));
    assert_eq!(print_inst(&ask, 4, |_| None), "dev.ask a2, a0, twice");
    let again = program::<Device>(&print(&program::<Device>(TEXT)));
    let words = |program: Program<Device>| program.code.iter().map(encode).collect::<Vec<_>>();
    assert_eq!(words(again), words(program(TEXT)));
    assert_eq!(alloc::format!("{:?} {:?}", ask.op, Op::<Device>::Add), "Only Add");
}

#[test]
fn the_thread_goes_on_until_it_needs_the_answer() {
    let program = program(TEXT);
    let mut hart = Hart::<Device>::with(State::default());
    assert_eq!(steps(&mut hart, &program, 5), Ok(Flow::Next));
    assert_eq!(hart.x[13], 1);
    // `a1` is still to come: nothing happens, however often it is tried.
    assert_eq!(steps(&mut hart, &program, 3), Ok(Flow::Wait));
    assert_eq!((hart.instret, hart.x[11]), (5, 0));
    for (register, value) in core::mem::take(&mut hart.ext.queue) {
        hart.respond(register, Ok(value));
    }
    assert_eq!(finish(&mut hart, &program, &mut Memory::default()), Ok(()));
    assert_eq!((hart.x[11], hart.x[12]), (26, 50));
}

#[test]
fn the_thread_waits_for_room() {
    let program = program("dev.ask a1, a0\ndev.ask a2, a0\ndev.ask a3, a0\nret");
    let mut hart = Hart::<Device>::with(State::default());
    assert_eq!(steps(&mut hart, &program, 3), Ok(Flow::Wait));
    let (register, value) = hart.ext.queue.remove(0);
    hart.respond(register, Ok(value));
    assert_eq!(steps(&mut hart, &program, 1), Ok(Flow::Next));
    assert_eq!(hart.instret, 3);
}

#[test]
fn a_fault_comes_later_too() {
    let program = program("dev.ask a1, a0\nnop\nnop\nret");
    let mut hart = Hart::<Device>::with(State::default());
    assert_eq!(steps(&mut hart, &program, 2), Ok(Flow::Next));
    hart.respond(Register::X(11), Err(Trap::Illegal("the device is on fire")));
    assert_eq!(steps(&mut hart, &program, 1), Err(Trap::Illegal("the device is on fire")));
}

#[test]
fn a_loop_that_repeats_itself_is_found_with_an_extension_too() {
    let program = program("1: dev.ask zero, zero\nj 1b");
    let mut hart = Hart::<Device>::with(State::default());
    for _ in 0..1000 {
        assert!(hart.step(&program, &mut Memory::default()).is_ok());
        hart.ext.queue.clear();
    }
    assert!(hart.is_stuck(0));
}
