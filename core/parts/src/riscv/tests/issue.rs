//! A core of the smallest kind: it issues in order, and hands over to a device whose answers take their time.

use alloc::{collections::VecDeque, vec::Vec};

use super::{
    extension::{Device, State},
    program,
};
use crate::{
    image::Memory,
    machines::chassis::agenda::Agenda,
    riscv::{
        hart::{Flow, Hart, Register, Uses},
        isa::Program,
        issue::{Board, Front, Issued, Row, Waits},
    },
    trace::{Cause, Causes, Event},
};

/// Cycles from a question to its answer.
const ANSWER: u64 = 10;
/// Cycles from the issue of another instruction to its result.
const RESULT: u64 = 3;
const ROW: Row = Row { unit: 4, slot: 2 };

struct Core {
    hart: Hart<Device>,
    program: Program<Device>,
    front: Front,
    issued: Issued,
    board: Board,
    answers: VecDeque<u64>,
    agenda: Agenda,
}

impl Core {
    fn new(text: &str) -> Core {
        let mut core = Core {
            hart: Hart::with(State::default()),
            program: program(text),
            front: Front::Empty { from: 0 },
            issued: Issued::default(),
            board: Board::default(),
            answers: VecDeque::new(),
            agenda: Agenda::default(),
        };
        core.front = core.wait(0);
        core.tell();
        core
    }

    /// What the next instruction waits for: its operands.
    fn waits(&self) -> (u32, Waits) {
        let pc = self.program.pc(self.hart.pc).expect("the program goes on");
        let uses = Uses::of(&self.program.code[pc as usize]);
        (pc, Waits([self.board.ready([uses.x_read, uses.f_read]); 4]))
    }

    fn wait(&self, from: u64) -> Front {
        let (pc, waits) = self.waits();
        Front::wait(from, pc, &waits)
    }

    fn tell(&mut self) {
        let Core { front, agenda, .. } = self;
        front.tell(ROW, &mut |cycle, event| agenda.tell(cycle, event));
    }

    /// Answers that are there, and the instruction that is due.
    fn tick(&mut self, now: u64) {
        while self.answers.front().is_some_and(|due| *due <= now) {
            self.answers.pop_front();
            let (register, value) = self.hart.ext.queue.remove(0);
            let Register::X(number) = register else { panic!("it answers in integer registers") };
            self.hart.respond(register, Ok(value));
            self.board.write([1 << number, 0], now, false);
            if let Front::Stalls { .. } = self.front {
                let (pc, waits) = self.waits();
                self.front = self.issued.resume(&self.front, now, pc, &waits);
                self.tell();
            }
        }
        if self.front.wake() == Some(now) {
            self.step(now);
        }
    }

    fn step(&mut self, now: u64) {
        let asked = self.hart.ext.queue.len();
        let done = self.hart.step(&self.program, &mut Memory::default()).expect("it goes on");
        if done.flow == Flow::Wait {
            self.front = self.issued.stall(&self.front, now, done.pc, Cause::UNIT_BUSY);
            return self.tell();
        }
        self.issued.take(&self.front, now);
        let uses = Uses::of(&self.program.code[done.pc as usize]);
        if self.hart.ext.queue.len() > asked {
            self.answers.push_back(now + ANSWER);
        } else {
            self.board.write([uses.x_written, uses.f_written], now + RESULT, false);
        }
        self.front = match done.flow {
            Flow::End => Front::drain(now + 1, self.answers.back().copied().unwrap_or(0)),
            flow => self.issued.go_on(now, flow == Flow::Next, 1, |from| self.wait(from)),
        };
        let agenda = &mut self.agenda;
        Front::tell_issue(ROW, now, done.pc, &mut |cycle, event| agenda.tell(cycle, event));
        self.tell();
    }

    /// Runs to the end: that cycle, and the slots' causes.
    fn run(&mut self) -> (u64, [u64; 4]) {
        let mut now = 0;
        while self.front.end().is_none_or(|end| end > now) {
            self.tick(now);
            now += 1;
        }
        let slots = self.issued.slots(&self.front, now).counts(&Causes::SHARED);
        assert_eq!(slots.iter().sum::<u64>(), now, "each cycle has one cause");
        let of = |cause: Cause| slots[cause.index()];
        (now, [Cause::ISSUED, Cause::ARITHMETIC, Cause::UNIT_BUSY, Cause::DRAINING].map(of))
    }

    /// The cycles in which the slot is told to turn to a cause.
    fn told(&mut self, wanted: Cause) -> Vec<u64> {
        let mut cycles = Vec::new();
        while let Some((cycle, events)) = self.agenda.take(u64::MAX) {
            let turns = |event: &Event| matches!(event, Event::Slot { slot: 2, cause } if *cause == wanted);
            cycles.extend(events.iter().filter(|event| turns(event)).map(|_| cycle));
        }
        cycles
    }
}

/// `a1` is asked for in cycle 0 and answered in cycle 10; two instructions go on meanwhile, the third reads it.
#[test]
fn the_front_end_goes_on_up_to_the_instruction_that_reads_an_answer() {
    let text = "dev.ask a1, a0\nli a3, 1\nli a4, 2\naddi a1, a1, 1\nret";
    let mut core = Core::new(text);
    // The fourth could issue in cycle 3 and does in cycle 10, the last in 11.
    assert_eq!(core.run(), (12, [5, 0, ANSWER - 3, 0]));
    assert_eq!(core.told(Cause::UNIT_BUSY), [3]);
    assert_eq!(Core { agenda: core.agenda, ..Core::new(text) }.told(Cause::ISSUED), []);
    let mut again = Core::new(text);
    again.run();
    assert_eq!(again.told(Cause::ISSUED), [0, 1, 2, ANSWER, ANSWER + 1]);
}

/// The device keeps two questions: the third has room when the first is answered, and the last answer is waited for at the end.
#[test]
fn the_front_end_stalls_until_there_is_room() {
    let mut core = Core::new("dev.ask a1, a0\ndev.ask a2, a0\ndev.ask a3, a0\nret");
    let (third, last) = (ANSWER, ANSWER + 1);
    let end = third + ANSWER;
    assert_eq!(core.run(), (end, [4, 0, third - 2, end - last - 1]));
}

/// An operand of the scalar core is waited for by the board, to the edge.
#[test]
fn the_board_holds_an_instruction_until_its_operand_can_be_read() {
    let mut core = Core::new("li a1, 1\nli a3, 2\naddi a1, a1, 1\nret");
    assert_eq!(core.run(), (RESULT + 2, [4, RESULT - 2, 0, 0]));
    let mut board = Board::default();
    board.write([1 << 5, 1 << 6], 7, true);
    assert_eq!(board.ready([1 << 5, 0]), (7, Cause::MEMORY));
    assert_eq!(board.ready([1 << 6, 1 << 5]), (0, Cause::ARITHMETIC));
    assert_eq!(board.ready([0, 1 << 6]), (7, Cause::MEMORY));
}

/// Two issue in a cycle if they may, and count as one slot.
#[test]
fn what_issues_together_takes_one_slot() {
    let wait = |from| Front::wait(from, 1, &Waits([(0, Cause::ARITHMETIC); 4]));
    let mut issued = Issued::default();
    assert_eq!(issued.take(&wait(0), 5), 0);
    let second = issued.go_on(5, true, 2, wait);
    assert_eq!((second.wake(), issued.take(&second, 5)), (Some(5), 1));
    let third = issued.go_on(5, true, 2, wait);
    assert_eq!((third.wake(), issued.go_on(5, false, 9, wait).wake()), (Some(6), Some(6)));
    let slots = issued.slots(&third, 6).counts(&Causes::SHARED);
    assert_eq!(slots[Cause::ISSUED.index()], 1);
}
